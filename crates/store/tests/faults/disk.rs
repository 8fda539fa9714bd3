//! A disk below SQLite that fails when it is told to, and remembers in which order things reached it.
//!
//! It is put around the real one as SQLite's default, and minds only the files of one folder. Syncs are
//! remembered and not carried out, so that many games can be played in a second.
#![expect(unsafe_code, reason = "SQLite calls its files through tables of C functions")]
#![expect(
    clippy::undocumented_unsafe_blocks,
    reason = "every call goes on to what SQLite has made"
)]
#![expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "a C table is followed and called at once"
)]

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use rusqlite::ffi;
use tengen_rules::SplitMix64;

/// Something that reached the disk.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Write {
        file: String,
        at: u64,
        bytes: Vec<u8>,
    },
    Truncate {
        file: String,
        to: u64,
    },
    Sync {
        file: String,
    },
    Delete {
        file: String,
    },
    /// Somebody was told that this was saved.
    Told(u64),
}

/// What fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The n-th write, truncation, sync or deletion, once.
    Once(u32),
    /// That one and all that follow, as on a disk that is full or gone.
    From(u32),
    /// The n-th time that SQLite asks for memory.
    Memory(u32),
    /// That time and all that follow, as in a process that may have no more.
    MemoryFrom(u32),
}

#[derive(Debug, Default)]
struct State {
    folder: Option<PathBuf>,
    fault: Option<Fault>,
    n_ops: u32,
    n_allocations: u32,
    ops: Vec<Op>,
}

static STATE: Mutex<State> =
    Mutex::new(State { folder: None, fault: None, n_ops: 0, n_allocations: 0, ops: Vec::new() });
/// One test at a time uses the disk.
static TURN: Mutex<()> = Mutex::new(());

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The disk, for as long as a test has it.
pub(crate) struct Disk {
    _turn: MutexGuard<'static, ()>,
}

#[expect(clippy::unused_self, reason = "only who has the disk may do this")]
impl Disk {
    pub(crate) fn new() -> Self {
        static INSTALLED: Once = Once::new();
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        INSTALLED.call_once(install);
        Self { _turn: turn }
    }

    /// Minds this folder from now on.
    pub(crate) fn mind(&self, folder: &Path, fault: Option<Fault>) {
        *state() = State { folder: Some(folder.to_owned()), fault, ..State::default() };
    }

    /// Works again; gives what reached it, and how often memory was asked for.
    pub(crate) fn heal(&self) -> (Vec<Op>, u32) {
        let State { ops, n_allocations, .. } = std::mem::take(&mut *state());
        (ops, n_allocations)
    }

    /// Notes how the mark beside the games looks now: it is written by ourselves, below SQLite, and not
    /// synced.
    pub(crate) fn see_mark(&self, folder: &Path) {
        let file = "games.db-mark".to_owned();
        if let Ok(bytes) = std::fs::read(folder.join(&file)) {
            state().ops.push(Op::Write { file, at: 0, bytes });
        }
    }

    /// Somebody is told that something was saved.
    pub(crate) fn told(&self, seq: u64) {
        state().ops.push(Op::Told(seq));
    }
}

/// Builds the files of a folder as a power cut leaves them: everything that was synced, and some of
/// what was not, as chance will have it.
pub(crate) fn after_power_cut(ops: &[Op], folder: &Path, random: &mut SplitMix64) {
    let mut safe: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut pending: Vec<&Op> = Vec::new();
    for op in ops {
        match op {
            Op::Sync { file } => {
                let (now, later) = pending.into_iter().partition(|op| file_of(op) == Some(file));
                pending = later;
                let now: Vec<&Op> = now;
                for op in now {
                    apply(op, &mut safe);
                }
                safe.entry(file.clone()).or_default();
            }
            Op::Told(_) => {}
            op => pending.push(op),
        }
    }
    let share = random.next_u64() % 4;
    pending.retain(|_| random.next_u64() % 4 < share);
    for op in pending {
        apply(op, &mut safe);
    }
    for (file, bytes) in safe {
        std::fs::write(folder.join(file), bytes).unwrap();
    }
}

fn file_of(op: &Op) -> Option<&String> {
    match op {
        Op::Write { file, .. } | Op::Truncate { file, .. } | Op::Delete { file } => Some(file),
        Op::Sync { .. } | Op::Told(_) => None,
    }
}

fn apply(op: &Op, files: &mut BTreeMap<String, Vec<u8>>) {
    match op {
        Op::Write { file, at, bytes } => {
            let (content, at) = (files.entry(file.clone()).or_default(), *at as usize);
            content.resize(content.len().max(at + bytes.len()), 0);
            content[at..at + bytes.len()].copy_from_slice(bytes);
        }
        Op::Truncate { file, to } => files.entry(file.clone()).or_default().resize(*to as usize, 0),
        Op::Delete { file } => drop(files.remove(file)),
        Op::Sync { .. } | Op::Told(_) => {}
    }
}

/// Whether the next thing reaches the disk.
fn reaches(op: Op) -> bool {
    let mut state = state();
    state.n_ops += 1;
    let n_ops = state.n_ops;
    let fails = match state.fault {
        Some(Fault::Once(n)) => n_ops == n,
        Some(Fault::From(n)) => n_ops >= n,
        Some(Fault::Memory(_) | Fault::MemoryFrom(_)) | None => false,
    };
    if !fails {
        state.ops.push(op);
    }
    !fails
}

/// A file of ours: the real one follows behind it in memory.
#[repr(C)]
struct File {
    base: ffi::sqlite3_file,
    /// Its name, if it is minded.
    name: *mut String,
}

static mut REAL_DISK: *mut ffi::sqlite3_vfs = std::ptr::null_mut();
static mut REAL_MEMORY: Option<ffi::sqlite3_mem_methods> = None;

unsafe fn real(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    unsafe { file.cast::<u8>().add(size_of::<File>()).cast() }
}

unsafe fn name_of(file: *mut ffi::sqlite3_file) -> Option<String> {
    unsafe { (*file.cast::<File>()).name.as_ref().cloned() }
}

/// Goes on to the real file.
macro_rules! pass {
    ($file:expr, $method:ident $(, $argument:expr)*) => {
        unsafe { ((*(*real($file)).pMethods).$method.unwrap())(real($file) $(, $argument)*) }
    };
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    let result = pass!(file, xClose);
    let name = unsafe { (*file.cast::<File>()).name };
    if !name.is_null() {
        drop(unsafe { Box::from_raw(name) });
    }
    result
}

unsafe extern "C" fn read(f: *mut ffi::sqlite3_file, to: *mut c_void, n: c_int, at: i64) -> c_int {
    pass!(f, xRead, to, n, at)
}

unsafe extern "C" fn write(
    f: *mut ffi::sqlite3_file,
    from: *const c_void,
    n: c_int,
    at: i64,
) -> c_int {
    if let Some(file) = unsafe { name_of(f) } {
        let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), n as usize) }.to_vec();
        if !reaches(Op::Write { file, at: at as u64, bytes }) {
            return ffi::SQLITE_FULL;
        }
    }
    pass!(f, xWrite, from, n, at)
}

unsafe extern "C" fn truncate(f: *mut ffi::sqlite3_file, to: i64) -> c_int {
    if let Some(file) = unsafe { name_of(f) }
        && !reaches(Op::Truncate { file, to: to as u64 })
    {
        return ffi::SQLITE_IOERR_TRUNCATE;
    }
    pass!(f, xTruncate, to)
}

unsafe extern "C" fn sync(f: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    match unsafe { name_of(f) }.map(|file| reaches(Op::Sync { file })) {
        Some(true) => ffi::SQLITE_OK,
        Some(false) => ffi::SQLITE_IOERR_FSYNC,
        None => pass!(f, xSync, flags),
    }
}

unsafe extern "C" fn file_size(f: *mut ffi::sqlite3_file, size: *mut i64) -> c_int {
    pass!(f, xFileSize, size)
}

unsafe extern "C" fn lock(f: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    pass!(f, xLock, level)
}

unsafe extern "C" fn unlock(f: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    pass!(f, xUnlock, level)
}

unsafe extern "C" fn is_reserved(f: *mut ffi::sqlite3_file, answer: *mut c_int) -> c_int {
    pass!(f, xCheckReservedLock, answer)
}

unsafe extern "C" fn control(f: *mut ffi::sqlite3_file, op: c_int, argument: *mut c_void) -> c_int {
    pass!(f, xFileControl, op, argument)
}

unsafe extern "C" fn sector_size(f: *mut ffi::sqlite3_file) -> c_int {
    pass!(f, xSectorSize)
}

unsafe extern "C" fn traits(f: *mut ffi::sqlite3_file) -> c_int {
    pass!(f, xDeviceCharacteristics)
}

unsafe extern "C" fn shm_map(
    f: *mut ffi::sqlite3_file,
    page: c_int,
    size: c_int,
    extend: c_int,
    to: *mut *mut c_void,
) -> c_int {
    pass!(f, xShmMap, page, size, extend, to)
}

unsafe extern "C" fn shm_lock(
    f: *mut ffi::sqlite3_file,
    at: c_int,
    n: c_int,
    kind: c_int,
) -> c_int {
    pass!(f, xShmLock, at, n, kind)
}

unsafe extern "C" fn shm_barrier(f: *mut ffi::sqlite3_file) {
    pass!(f, xShmBarrier);
}

unsafe extern "C" fn shm_unmap(f: *mut ffi::sqlite3_file, deletes: c_int) -> c_int {
    pass!(f, xShmUnmap, deletes)
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(is_reserved),
    xFileControl: Some(control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(traits),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

/// The name of a file in the folder that is minded.
unsafe fn minded(path: *const c_char) -> Option<String> {
    if path.is_null() {
        return None;
    }
    let path = unsafe { CStr::from_ptr(path) }.to_str().ok()?;
    let name = Path::new(path).strip_prefix(state().folder.as_ref()?).ok()?;
    Some(name.to_str()?.to_owned())
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    path: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    unsafe {
        (*file).pMethods = std::ptr::null();
        let name = minded(path).map_or(std::ptr::null_mut(), |name| Box::into_raw(Box::new(name)));
        (*file.cast::<File>()).name = name;
        let result = ((*REAL_DISK).xOpen.unwrap())(REAL_DISK, path, real(file), flags, out);
        if !(*real(file)).pMethods.is_null() {
            (*file).pMethods = &raw const METHODS;
        } else if !name.is_null() {
            drop(Box::from_raw(name));
        }
        result
    }
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, path: *const c_char, syncs: c_int) -> c_int {
    if let Some(file) = unsafe { minded(path) }
        && !reaches(Op::Delete { file })
    {
        return ffi::SQLITE_IOERR_DELETE;
    }
    unsafe { ((*REAL_DISK).xDelete.unwrap())(REAL_DISK, path, syncs) }
}

fn is_out_of_memory() -> bool {
    let mut state = state();
    state.n_allocations += 1;
    match state.fault {
        Some(Fault::Memory(n)) => state.n_allocations == n,
        Some(Fault::MemoryFrom(n)) => state.n_allocations >= n,
        Some(Fault::Once(_) | Fault::From(_)) | None => false,
    }
}

unsafe extern "C" fn allocate(n: c_int) -> *mut c_void {
    if is_out_of_memory() {
        return std::ptr::null_mut();
    }
    unsafe {
        let methods = &raw const REAL_MEMORY;
        ((*methods).unwrap().xMalloc.unwrap())(n)
    }
}

unsafe extern "C" fn grow(memory: *mut c_void, n: c_int) -> *mut c_void {
    if is_out_of_memory() {
        return std::ptr::null_mut();
    }
    unsafe {
        let methods = &raw const REAL_MEMORY;
        ((*methods).unwrap().xRealloc.unwrap())(memory, n)
    }
}

/// Puts the disk and the memory around the real ones. Nobody has used SQLite yet.
fn install() {
    unsafe {
        let mut memory = std::mem::zeroed::<ffi::sqlite3_mem_methods>();
        let got = ffi::sqlite3_config(ffi::SQLITE_CONFIG_GETMALLOC, &raw mut memory);
        assert_eq!(got, ffi::SQLITE_OK);
        if memory.xMalloc.is_none() {
            // The usual ones are filled in when SQLite begins.
            assert_eq!(ffi::sqlite3_initialize(), ffi::SQLITE_OK);
            assert_eq!(ffi::sqlite3_shutdown(), ffi::SQLITE_OK);
            ffi::sqlite3_config(ffi::SQLITE_CONFIG_GETMALLOC, &raw mut memory);
        }
        REAL_MEMORY = Some(memory);
        memory.xMalloc = Some(allocate);
        memory.xRealloc = Some(grow);
        let set = ffi::sqlite3_config(ffi::SQLITE_CONFIG_MALLOC, &raw const memory);
        assert_eq!(set, ffi::SQLITE_OK);
        assert_eq!(ffi::sqlite3_initialize(), ffi::SQLITE_OK);
        REAL_DISK = ffi::sqlite3_vfs_find(std::ptr::null());
        let disk = Box::leak(Box::new(*REAL_DISK));
        disk.szOsFile += size_of::<File>() as c_int;
        disk.zName = c"failing".as_ptr();
        disk.pNext = std::ptr::null_mut();
        disk.xOpen = Some(open);
        disk.xDelete = Some(delete);
        assert_eq!(ffi::sqlite3_vfs_register(disk, 1), ffi::SQLITE_OK);
    }
}
