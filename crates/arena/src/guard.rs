//! A process between the match and a program that leaves nothing of the program behind.
//!
//! The match starts the guard, and the guard starts the program with the pipes it was given. When the
//! program ends, and when the match is gone, however it went, the guard ends everything that the
//! program has started and then itself.
//!
//! * Linux: the guard is a child subreaper, so every process that a program starts stays below it,
//!   whatever it does with its group, its session or its parent.
//! * Other Unix: the program and its children are the guard's group. A process that leaves the group
//!   is not found.
//! * Windows: guard and match put themselves into a job whose end is the end of all that is in it.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// How a guard is started: a command to which the number of the match's process and the command of the
/// program are added. It has to call [`guard`] with these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardCommand {
    /// The executable.
    pub program: PathBuf,
    /// Its first arguments.
    pub arguments: Vec<OsString>,
}

impl GuardCommand {
    /// A command of this executable. On Linux it is found even after its file was replaced.
    pub fn this_program(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Option<Self> {
        let here = PathBuf::from("/proc/self/exe");
        let program = if here.exists() { here } else { std::env::current_exe().ok()? };
        let arguments = arguments.into_iter().map(|word| word.as_ref().to_owned()).collect();
        Some(Self { program, arguments })
    }
}

/// The exit code for a program that cannot be started, as shells have it.
const NOT_STARTED: u8 = 127;

/// Runs a program as its guard, for the match with this process number. Returns the exit code.
#[cfg(unix)]
pub fn guard(runner: u32, command: &[OsString]) -> u8 {
    use std::process::Command;

    #[cfg(target_os = "linux")]
    use crate::nevermind::Nevermind;

    let Some((program, arguments)) = command.split_first() else { return NOT_STARTED };
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
        .nevermind("without it, what hides well is not found");
    let Ok(child) = Command::new(program).args(arguments).spawn() else { return NOT_STARTED };
    let child = child.id();
    close_standard_streams();
    std::thread::spawn(move || {
        while is_parent(runner) {
            std::thread::sleep(std::time::Duration::from_millis(25));
        }
        // The program too, so that the wait below is over.
        end_all();
    });
    let status = wait_for(child);
    end_all();
    status.map_or(1, exit_code)
}

/// Runs a program as its guard. The job that the guard is in ends with it.
#[cfg(windows)]
pub fn guard(_runner: u32, command: &[OsString]) -> u8 {
    let Some((program, arguments)) = command.split_first() else { return NOT_STARTED };
    // Without a job of its own the program is still in that of the match.
    drop(crate::job::enter());
    let status = std::process::Command::new(program).args(arguments).status();
    let Ok(status) = status else { return NOT_STARTED };
    status.code().map_or(1, |code| u8::try_from(code & 0xFF).unwrap_or(1))
}

/// Runs a program as its guard, where nothing is known about processes.
#[cfg(not(any(unix, windows)))]
pub fn guard(_runner: u32, command: &[OsString]) -> u8 {
    let Some((program, arguments)) = command.split_first() else { return NOT_STARTED };
    let status = std::process::Command::new(program).args(arguments).status();
    status.map_or(NOT_STARTED, |status| u8::from(!status.success()))
}

/// The pipes belong to the program: while the guard held them open, nobody would see them closed.
#[cfg(unix)]
fn close_standard_streams() {
    use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

    use crate::nevermind::Nevermind;

    let Ok(null) = std::fs::File::options().read(true).write(true).open("/dev/null") else {
        return;
    };
    dup2_stdin(&null).nevermind("the pipe is closed when the guard ends");
    dup2_stdout(&null).nevermind("the pipe is closed when the guard ends");
    dup2_stderr(&null).nevermind("the file is closed when the guard ends");
}

#[cfg(unix)]
fn is_parent(runner: u32) -> bool {
    let parent = rustix::process::getppid().map(|parent| parent.as_raw_nonzero().get());
    parent.is_some_and(|parent| i64::from(parent) == i64::from(runner))
}

/// Waits until the program has ended, and reaps what else ends below the guard meanwhile.
#[cfg(unix)]
fn wait_for(child: u32) -> Option<rustix::process::WaitStatus> {
    use rustix::io::Errno;
    use rustix::process::{WaitOptions, wait};

    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status)))
                if i64::from(pid.as_raw_nonzero().get()) == i64::from(child) =>
            {
                return Some(status);
            }
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return None,
        }
    }
}

#[cfg(target_os = "linux")]
fn end_all() {
    crate::family::end_descendants(std::process::id());
}

/// The guard leads the group, so this is its own end too.
#[cfg(all(unix, not(target_os = "linux")))]
fn end_all() {
    crate::family::end_group(std::process::id());
}

/// The code of a program that has ended. One that was killed by a signal has none: the guard goes the
/// same way, so that the match hears of the signal.
#[cfg(unix)]
fn exit_code(status: rustix::process::WaitStatus) -> u8 {
    use rustix::process::{Resource, Rlimit, Signal, getpid, kill_process, setrlimit};

    use crate::nevermind::Nevermind;

    if let Some(code) = status.exit_status() {
        return u8::try_from(code & 0xFF).unwrap_or(1);
    }
    let Some(number) = status.terminating_signal() else { return 1 };
    let no_core = Rlimit { current: Some(0), maximum: Some(0) };
    setrlimit(Resource::Core, no_core).nevermind("a core file of the guard is of no use");
    if let Some(signal) = Signal::from_named_raw(number) {
        kill_process(getpid(), signal).nevermind("the code below says as much");
    }
    u8::try_from(128 + number).unwrap_or(1)
}
