//! Where things are kept, and who may read them: the user and nobody else.

use std::io;
use std::path::{Path, PathBuf};

/// The file of the games inside the folder.
pub const GAMES_FILE: &str = "games.db";

/// The folder for the user's data, by the XDG rules.
pub fn user_folder() -> PathBuf {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = from("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| from("HOME").map(|home| PathBuf::from(home).join(".local/share")))
        .unwrap_or_else(std::env::temp_dir);
    base.join("tengen")
}

/// Makes the folder, readable by the user alone. One that is there already is closed to others too,
/// unless it is used for something else as well.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    let is_new = !folder.exists();
    std::fs::create_dir_all(folder)?;
    #[cfg(not(unix))]
    let _ = is_new;
    #[cfg(unix)]
    if is_new || unix::is_ours_alone(folder) {
        unix::close(folder, 0o700);
    }
    Ok(())
}

/// Makes the games file, if there is none, and closes it and what belongs to it to others. What
/// cannot be done is no fault: opening the file says what is wrong with it.
pub(crate) fn make_private_file(path: &Path) {
    #[cfg(unix)]
    {
        unix::create(path);
        for end in ["", "-wal", "-shm", "-journal", "-mark"] {
            let mut name = path.as_os_str().to_owned();
            name.push(end);
            unix::close(Path::new(&name), 0o600);
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, OpenOptions, Permissions};
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
    use std::path::Path;

    /// A folder in which many put things, as the one for temporary files.
    const STICKY: u32 = 0o1000;

    /// Whether nothing but our own files is in a folder of the user.
    pub(super) fn is_ours_alone(folder: &Path) -> bool {
        let is_ours = |name: &str| {
            let name = name.strip_prefix('.').unwrap_or(name);
            ["games.db", "server", "lock", "folder"].iter().any(|ours| name.starts_with(ours))
        };
        let is_shared = fs::metadata(folder).map_or(true, |data| data.mode() & STICKY != 0);
        !is_shared
            && fs::read_dir(folder).is_ok_and(|mut entries| {
                entries.all(|entry| {
                    entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_ours))
                })
            })
    }

    /// Lets nobody but the owner use it, whatever the user's mask says.
    pub(super) fn close(path: &Path, mode: u32) {
        let is_open = fs::metadata(path).is_ok_and(|data| data.mode() & 0o777 != mode);
        if is_open {
            // What belongs to somebody else cannot be closed, and is not ours to close.
            let _ = fs::set_permissions(path, Permissions::from_mode(mode));
        }
    }

    /// An empty file, unless there is one.
    pub(super) fn create(path: &Path) {
        // If it cannot be made, opening it says why.
        let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::Db;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn nobody_else_can_read_the_games() {
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("new/tengen");
        let path = folder.join(GAMES_FILE);
        let (db, _) = Db::open(&path);
        db.set_settings(&crate::Settings::default()).unwrap();
        assert_eq!(mode(&folder), 0o700);
        for entry in fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap().path();
            assert_eq!(mode(&entry), 0o600, "{entry:?}");
        }
        assert!(folder.join("games.db-wal").exists(), "what is not in the file yet is closed too");
    }

    #[test]
    fn what_an_earlier_version_left_open_is_closed() {
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("tengen");
        let path = folder.join(GAMES_FILE);
        let (db, _) = Db::open(&path);
        db.set_settings(&crate::Settings::default()).unwrap();
        for open in ["games.db", "games.db-wal", "games.db-shm"] {
            fs::set_permissions(folder.join(open), Permissions::from_mode(0o644)).unwrap();
        }
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        let (_again, _) = Db::open(&path);
        assert_eq!(mode(&folder), 0o700);
        for closed in ["games.db", "games.db-wal", "games.db-shm"] {
            assert_eq!(mode(&folder.join(closed)), 0o600, "{closed}");
        }
    }

    #[test]
    fn a_folder_with_other_things_in_it_stays_as_it_is() {
        let base = tempfile::tempdir().unwrap();
        fs::write(base.path().join("letters.txt"), "of somebody").unwrap();
        fs::set_permissions(base.path(), Permissions::from_mode(0o755)).unwrap();
        let (_db, _) = Db::open(&base.path().join(GAMES_FILE));
        assert_eq!(mode(base.path()), 0o755);
        assert_eq!(mode(&base.path().join(GAMES_FILE)), 0o600);
        assert_eq!(mode(&base.path().join("letters.txt")) & 0o044, 0o044);
    }
}
