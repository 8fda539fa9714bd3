//! Jobs of Windows: a set of processes that ends together.
#![allow(unsafe_code, reason = "the system's functions are only there as such")]

use std::io;

use windows_sys::Win32::Foundation::CloseHandle;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::System::Threading::GetCurrentProcess;

/// Puts this process into a new job, and with it everything it will start. The only handle of the job
/// stays open until the process ends, however it ends; then the system ends all that is in the job.
pub(crate) fn enter() -> io::Result<()> {
    // SAFETY: both arguments may be null: usual security, no name.
    let job = unsafe { CreateJobObjectW(std::ptr::null(), std::ptr::null()) };
    if job.is_null() {
        return Err(io::Error::last_os_error());
    }
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    let length = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
    // SAFETY: the pointer is to a value of the kind and length that are named.
    let is_set = unsafe {
        SetInformationJobObject(
            job,
            JobObjectExtendedLimitInformation,
            std::ptr::from_ref(&limits).cast(),
            length,
        )
    };
    // SAFETY: this takes nothing and returns a handle that needs no closing.
    let here = unsafe { GetCurrentProcess() };
    // SAFETY: both handles are open.
    if is_set == 0 || unsafe { AssignProcessToJobObject(job, here) } == 0 {
        let error = io::Error::last_os_error();
        // SAFETY: the handle is open and is not used any more.
        unsafe { CloseHandle(job) };
        return Err(error);
    }
    Ok(())
}
