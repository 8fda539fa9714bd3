//! What the server remembers from one start to the next, so that a page that is open when the
//! program dies finds it again: the port, and the keys by which pages of the last starts are known
//! ([`crate::again`]); and the address of the last start with its key, so that starting the program
//! while it runs opens the one that runs, and the user's own scripts get in.
//!
//! Neither is what stands in an opened address or in a cookie: nobody sends them to whoever listens
//! on the port. Only the user may read the file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tengen_store::make_private_folder;

use crate::again::StartKey;

/// A page that was left open this long has to be let in again.
const LIFE_OF_A_START: Duration = Duration::from_secs(7 * 24 * 3600);
const MOST_STARTS: usize = 8;

/// What is kept of an earlier start.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct EarlierStart {
    /// Its name.
    start: String,
    /// The key of its pages.
    key: String,
    /// Where they look for it.
    port: u16,
    /// When it was made, in seconds since 1970.
    made_at: u64,
}

/// What is remembered.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Remembered {
    port: Option<u16>,
    #[serde(default)]
    starts: Vec<EarlierStart>,
    /// The address of the last start, with its key.
    #[serde(default)]
    url: Option<String>,
}

impl Remembered {
    /// What the last start left in this folder. Nothing if there is no such file, or one that makes
    /// no sense, or one that others could have written or read.
    pub(crate) fn read(folder: &Path) -> Self {
        let path = file_in(folder);
        let text = is_private(&path).then(|| fs::read_to_string(&path).ok()).flatten();
        let read: Option<Self> = text.and_then(|text| serde_json::from_str(&text).ok());
        let mut remembered = read.unwrap_or_default();
        let now = seconds();
        let is_fresh =
            |start: &EarlierStart| now.abs_diff(start.made_at) < LIFE_OF_A_START.as_secs();
        remembered.starts.retain(is_fresh);
        remembered
    }

    /// The port of the last start.
    pub(crate) fn port(&self) -> Option<u16> {
        self.port
    }

    /// The starts at this port whose pages may still come back.
    pub(crate) fn starts_at(&self, port: u16) -> Vec<StartKey> {
        let here = self.starts.iter().filter(|start| start.port == port);
        here.map(|it| StartKey { start: it.start.clone(), key: it.key.clone() }).collect()
    }

    /// The address of the last start.
    pub(crate) fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Adds the port and the key of this start.
    pub(crate) fn with_start(mut self, port: u16, key: &StartKey) -> Self {
        self.port = Some(port);
        let StartKey { start, key } = key.clone();
        self.starts.push(EarlierStart { start, key, port, made_at: seconds() });
        let n_old = self.starts.len().saturating_sub(MOST_STARTS);
        self.starts.drain(..n_old);
        self
    }

    /// Writes it down, with the address of this start.
    pub(crate) fn keep(mut self, folder: &Path, url: &str) -> io::Result<()> {
        self.url = Some(url.to_owned());
        make_private_folder(folder)?;
        let path = file_in(folder);
        // Written aside and put in place at once: a killed process leaves no half file.
        let aside = folder.join(format!(".server-{}.json", std::process::id()));
        let written = write_privately(&aside, serde_json::to_string(&self)?.as_bytes());
        written.and_then(|()| fs::rename(&aside, path)).inspect_err(|_| {
            // It may never have come into being.
            let _ = fs::remove_file(&aside);
        })
    }
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join("server.json")
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o777 == 0o600)
}

/// Elsewhere the user's folder is the user's own.
#[cfg(not(unix))]
fn is_private(_: &Path) -> bool {
    true
}

fn write_privately(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    // What a killed process with the same number has left would be in the way.
    let _ = fs::remove_file(path);
    options.open(path)?.write_all(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> StartKey {
        StartKey { start: name.to_owned(), key: format!("key of {name}") }
    }

    fn keep(folder: &Path, port: u16, name: &str) {
        let url = format!("address of {name}");
        Remembered::read(folder).with_start(port, &key(name)).keep(folder, &url).unwrap();
    }

    #[test]
    fn what_is_kept_is_found_again_and_grows_old() {
        let folder = tempfile::tempdir().unwrap();
        keep(folder.path(), 4711, "first");
        keep(folder.path(), 4711, "second");
        keep(folder.path(), 4712, "third");
        let found = Remembered::read(folder.path());
        assert_eq!((found.port(), found.url()), (Some(4712), Some("address of third")));
        assert_eq!(found.starts_at(4711), [key("first"), key("second")]);
        assert_eq!(found.starts_at(4712), [key("third")], "pages are known at their own port only");
        let text = fs::read_to_string(file_in(folder.path())).unwrap();
        let old = text.replace(&found.starts[0].made_at.to_string(), "1000");
        fs::write(file_in(folder.path()), old).unwrap();
        assert_eq!(Remembered::read(folder.path()).starts_at(4711), []);
    }

    #[test]
    fn only_the_last_starts_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        for n in 0..12 {
            keep(folder.path(), 1, &n.to_string());
        }
        let starts = Remembered::read(folder.path()).starts_at(1);
        let names: Vec<&str> = starts.iter().map(|key| key.start.as_str()).collect();
        assert_eq!(names, ["4", "5", "6", "7", "8", "9", "10", "11"]);
    }

    #[test]
    fn nonsense_and_what_an_earlier_version_wrote_are_no_trouble() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(file_in(folder.path()), "{").unwrap();
        assert_eq!(Remembered::read(folder.path()).port(), None);
        keep(folder.path(), 9, "new");
        assert_eq!(Remembered::read(folder.path()).port(), Some(9));
        let earlier = r#"{"port":8,"passes":[{"secret":"x","made_at":1}],"url":"u"}"#;
        fs::write(file_in(folder.path()), earlier).unwrap();
        assert_eq!(Remembered::read(folder.path()).port(), Some(8));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_it_and_what_others_can_read_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        keep(folder.path(), 9, "mine");
        let path = file_in(folder.path());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(Remembered::read(folder.path()).starts_at(9), []);
    }
}
