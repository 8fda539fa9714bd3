//! A lock of the operating system on the folder, so that one program serves it at a time. It ends with
//! the process, however that ends; a process that stands still keeps it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

const LOCK_FILE: &str = "server.lock";

/// The right to serve a folder, until it is dropped.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Takes the lock; nothing if another program has it. An error means that this folder knows no
    /// locks or cannot even be opened.
    pub fn try_take(folder: &Path) -> io::Result<Option<Self>> {
        let file = lockable(folder)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// What the lock is put on: a file of its own. Where none can be made, because the disk is full or may
/// not be written, the one that is there, or the folder itself.
fn lockable(folder: &Path) -> io::Result<File> {
    let path = folder.join(LOCK_FILE);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&path).or_else(|_| File::open(path)).or_else(|_| File::open(folder))
}

/// Whoever has the games file open, as many as like. Only who is alone may put a damaged file aside:
/// others would go on writing to it.
#[derive(Debug)]
pub(crate) struct Sharing {
    /// Nothing where there are no locks.
    file: Option<File>,
    is_alone: bool,
}

impl Sharing {
    /// Begins to use this file, alone if nobody else uses it; waits for somebody who puts it in order.
    pub(crate) fn begin(path: &Path) -> Self {
        let mut name = path.as_os_str().to_owned();
        name.push("-users");
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(name).ok();
        match file.as_ref().map(File::try_lock) {
            Some(Err(TryLockError::WouldBlock)) => {
                let file = file.filter(|file| file.lock_shared().is_ok());
                Self { file, is_alone: false }
            }
            Some(Ok(())) => Self { file, is_alone: true },
            Some(Err(TryLockError::Error(_))) | None => Self { file: None, is_alone: true },
        }
    }

    pub(crate) fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// Lets others use it too.
    pub(crate) fn share(&mut self) {
        if let Some(file) = self.file.as_ref().filter(|_| self.is_alone) {
            // What was locked can be unlocked.
            let _ = file.unlock().and_then(|()| file.lock_shared());
        }
        self.is_alone = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_served_once() {
        let folder = tempfile::tempdir().unwrap();
        let ours = FolderLock::try_take(folder.path()).unwrap();
        assert!(ours.is_some());
        assert!(FolderLock::try_take(folder.path()).unwrap().is_none());
        drop(ours);
        assert!(FolderLock::try_take(folder.path()).unwrap().is_some());
    }

    #[test]
    fn who_comes_second_is_not_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let mut first = Sharing::begin(&path);
        assert!(first.is_alone());
        first.share();
        assert!(!Sharing::begin(&path).is_alone());
        drop(first);
        assert!(Sharing::begin(&path).is_alone());
    }

    #[test]
    fn a_folder_that_is_not_there_has_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        assert!(FolderLock::try_take(&folder.path().join("missing")).is_err());
    }
}
