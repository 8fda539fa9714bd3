//! What the server remembers from one start to the next, so that a page that is open when the
//! program dies finds it again: the port, and the passes of the last starts; and the address of the
//! last start, so that starting the program while it runs opens the one that runs.
//!
//! A pass is what a page has in its cookie. It is never part of an address, so it stands in no list
//! of processes and in no history; the token in the address is new with every start and worth nothing
//! after it. Only the user may read the file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A page that was left open this long has to be let in again.
const LIFE_OF_A_PASS: Duration = Duration::from_secs(7 * 24 * 3600);
const MOST_PASSES: usize = 8;

/// What lets a page in that was let in before.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Pass {
    secret: String,
    /// When it was made, in seconds since 1970.
    made_at: u64,
}

/// What is remembered.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Remembered {
    port: Option<u16>,
    passes: Vec<Pass>,
    /// The address of the last start, with its token.
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
        let is_fresh = |pass: &Pass| now.abs_diff(pass.made_at) < LIFE_OF_A_PASS.as_secs();
        remembered.passes.retain(is_fresh);
        remembered
    }

    /// The port of the last start.
    pub(crate) fn port(&self) -> Option<u16> {
        self.port
    }

    /// The passes that still let in.
    pub(crate) fn secrets(&self) -> Vec<String> {
        self.passes.iter().map(|pass| pass.secret.clone()).collect()
    }

    /// The address of the last start.
    pub(crate) fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Adds the port and the pass of this start.
    pub(crate) fn with_pass(mut self, port: u16, secret: &str) -> Self {
        self.port = Some(port);
        self.passes.push(Pass { secret: secret.to_owned(), made_at: seconds() });
        let n_old = self.passes.len().saturating_sub(MOST_PASSES);
        self.passes.drain(..n_old);
        self
    }

    /// Writes it down, with the address of this start.
    pub(crate) fn keep(mut self, folder: &Path, url: &str) -> io::Result<()> {
        self.url = Some(url.to_owned());
        fs::create_dir_all(folder)?;
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

    #[test]
    fn what_is_kept_is_found_again_and_grows_old() {
        let folder = tempfile::tempdir().unwrap();
        Remembered::read(folder.path())
            .with_pass(4711, "first")
            .keep(folder.path(), "one")
            .unwrap();
        Remembered::read(folder.path())
            .with_pass(4712, "second")
            .keep(folder.path(), "two")
            .unwrap();
        let found = Remembered::read(folder.path());
        assert_eq!((found.port(), found.url()), (Some(4712), Some("two")));
        assert_eq!(found.secrets(), ["first", "second"]);
        let text = fs::read_to_string(file_in(folder.path())).unwrap();
        let old = text.replace(&found.passes[0].made_at.to_string(), "1000");
        fs::write(file_in(folder.path()), old).unwrap();
        assert_eq!(Remembered::read(folder.path()).secrets(), Vec::<String>::new());
    }

    #[test]
    fn only_the_last_passes_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        for n in 0..12 {
            Remembered::read(folder.path())
                .with_pass(1, &n.to_string())
                .keep(folder.path(), "")
                .unwrap();
        }
        let secrets = Remembered::read(folder.path()).secrets();
        assert_eq!(secrets, ["4", "5", "6", "7", "8", "9", "10", "11"]);
    }

    #[test]
    fn nonsense_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(file_in(folder.path()), "{").unwrap();
        assert_eq!(Remembered::read(folder.path()).port(), None);
        Remembered::read(folder.path()).with_pass(9, "new").keep(folder.path(), "").unwrap();
        assert_eq!(Remembered::read(folder.path()).port(), Some(9));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_it_and_what_others_can_read_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        Remembered::read(folder.path()).with_pass(9, "mine").keep(folder.path(), "").unwrap();
        let path = file_in(folder.path());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(Remembered::read(folder.path()).secrets(), Vec::<String>::new());
    }
}
