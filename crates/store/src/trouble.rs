//! Why nothing can be saved at present, for everybody who would otherwise promise it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tengen_game::Notice;

use crate::open::unusable;

/// Why nothing can be saved at present, if so.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    path: PathBuf,
    /// Whether it lasts until the next start: games are in memory.
    is_lasting: bool,
    notice: Arc<Mutex<Option<Notice>>>,
}

impl Trouble {
    /// How things stand after opening the file.
    pub(crate) fn new(path: &Path, standing: Option<Notice>, is_lasting: bool) -> Self {
        Self { path: path.to_owned(), is_lasting, notice: Arc::new(Mutex::new(standing)) }
    }

    /// Whether it lasts until the next start.
    pub(crate) fn is_lasting(&self) -> bool {
        self.is_lasting
    }

    pub(crate) fn get(&self) -> Option<Notice> {
        self.notice.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Something was written, or could not be for this reason.
    pub(crate) fn tell(&self, error: Option<&str>) {
        if !self.is_lasting {
            let notice = error.map(|error| unusable(&self.path, error));
            *self.notice.lock().unwrap_or_else(PoisonError::into_inner) = notice;
        }
    }
}
