//! What can keep a match from being played.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::openings::OpeningError;

/// What can keep a match from being played. What players do wrong is no error but a result.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The settings make no sense.
    #[error("{0}")]
    Config(String),
    /// An opening cannot be used.
    #[error("openings {file}: {why}")]
    Openings {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        why: OpeningError,
    },
    /// A program cannot be started at all.
    #[error("cannot start `{command}`: {why}")]
    Start {
        /// The program.
        command: String,
        /// What the system says.
        why: io::Error,
    },
    /// A player of this process that nobody registered.
    #[error("there is no player `{0}` in this program")]
    UnknownPlayer(String),
    /// The folder holds another match.
    #[error("{folder} holds a match with other settings ({keys}); choose another folder")]
    Different {
        /// The folder.
        folder: PathBuf,
        /// Which settings differ.
        keys: String,
    },
    /// The folder holds a match and nobody said it should be continued.
    #[error("{0} holds a match already; continue it with resume, or choose another folder")]
    Occupied(PathBuf),
    /// A line of the results cannot be read.
    #[error("{file}, line {line}: {why}")]
    Journal {
        /// The file.
        file: PathBuf,
        /// Its line, from one.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {why}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
}

impl ArenaError {
    /// Names the file an operation failed on.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |why| Self::File { path, why }
    }
}
