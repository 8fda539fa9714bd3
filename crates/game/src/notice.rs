//! What the user should know although no request asked for it.

use tengen_players::pool::Shortage;

/// Something the user should know. It carries its facts, from which the words of every language are
/// made; the English ones are here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The opponent's program panicked and was started again, or was replaced by rules of thumb.
    OpponentFailed {
        /// How often it panicked.
        times: u32,
    },
    /// Nobody could be found who thinks for the opponent, several times in a row: the game is paused.
    OpponentLost,
    /// The opponent gave an answer that the rules refuse.
    OpponentPlayedIllegally,
    /// An engine has less memory than it was allowed.
    MemoryShort {
        /// What was allowed.
        wanted_mib: usize,
        /// What there was.
        got_mib: usize,
    },
    /// The last change of the game could not be saved.
    NotSaved {
        /// What the store said.
        error: String,
    },
    /// Saving works again.
    SavedAgain,
    /// The library was damaged and put aside.
    LibrarySetAside {
        /// What the old file is called now.
        path: String,
        /// How many games and analyses could be saved from it.
        n_saved: usize,
        /// How many could not.
        n_lost: usize,
        /// What these are called, as far as that can be read.
        names: String,
        /// How many recorded thoughts could not be saved from it.
        n_lost_thoughts: usize,
    },
    /// Some games or analyses in the library are damaged; they are left as they are.
    EntriesDamaged {
        /// What they are called.
        names: String,
    },
    /// The library cannot be used at all.
    LibraryUnusable {
        /// Where it is.
        path: String,
        /// What went wrong.
        error: String,
    },
    /// There is something in the library that this program does not know: it is left as it is.
    LibraryIsUnknown {
        /// Where it is.
        path: String,
        /// The name of that part.
        what: String,
    },
    /// The library was written by a newer program: it is left as it is.
    LibraryIsNewer {
        /// Where it is.
        path: String,
        /// Its version.
        version: u32,
    },
}

/// How bad a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeLevel {
    /// Good to know.
    Info,
    /// Something does not work as it should, but the game goes on.
    Warning,
    /// Something was lost.
    Error,
}

impl From<Shortage> for Notice {
    fn from(Shortage { wanted_mib, got_mib }: Shortage) -> Self {
        Self::MemoryShort { wanted_mib, got_mib }
    }
}

impl Notice {
    /// How bad it is.
    pub const fn level(&self) -> NoticeLevel {
        match self {
            Self::SavedAgain => NoticeLevel::Info,
            Self::LibrarySetAside { .. } | Self::EntriesDamaged { .. } => NoticeLevel::Error,
            Self::OpponentFailed { .. }
            | Self::OpponentLost
            | Self::OpponentPlayedIllegally
            | Self::MemoryShort { .. }
            | Self::NotSaved { .. }
            | Self::LibraryUnusable { .. }
            | Self::LibraryIsUnknown { .. }
            | Self::LibraryIsNewer { .. } => NoticeLevel::Warning,
        }
    }

    /// A word that never changes.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OpponentFailed { .. } => "opponent_failed",
            Self::OpponentLost => "opponent_lost",
            Self::OpponentPlayedIllegally => "opponent_illegal",
            Self::MemoryShort { .. } => "memory_short",
            Self::NotSaved { .. } => "not_saved",
            Self::SavedAgain => "saved_again",
            Self::LibrarySetAside { .. } => "database_set_aside",
            Self::EntriesDamaged { .. } => "entries_damaged",
            Self::LibraryIsUnknown { .. } => "database_unknown",
            Self::LibraryUnusable { .. } => "database_unusable",
            Self::LibraryIsNewer { .. } => "database_newer",
        }
    }

    /// The facts by name.
    pub fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::OpponentLost | Self::OpponentPlayedIllegally | Self::SavedAgain => Vec::new(),
            Self::OpponentFailed { times } => vec![("times", times.to_string())],
            Self::MemoryShort { wanted_mib, got_mib } => {
                vec![("wanted_mib", wanted_mib.to_string()), ("got_mib", got_mib.to_string())]
            }
            Self::NotSaved { error } => vec![("error", error.clone())],
            Self::LibrarySetAside { path, n_saved, n_lost, names, n_lost_thoughts } => vec![
                ("path", path.clone()),
                ("saved", n_saved.to_string()),
                ("lost", lost(*n_lost, names)),
                ("thoughts", n_lost_thoughts.to_string()),
            ],
            Self::EntriesDamaged { names } => vec![("names", names.clone())],
            Self::LibraryIsUnknown { path, what } => {
                vec![("path", path.clone()), ("what", what.clone())]
            }
            Self::LibraryUnusable { path, error } => {
                vec![("path", path.clone()), ("error", error.clone())]
            }
            Self::LibraryIsNewer { path, version } => {
                vec![("path", path.clone()), ("version", version.to_string())]
            }
        }
    }

    /// What happened, as a sentence.
    pub fn text(&self) -> String {
        match self {
            Self::OpponentFailed { times: 0 | 1 } => {
                "The opponent's program failed and was started again; the game goes on.".to_owned()
            }
            Self::OpponentFailed { .. } => {
                "The opponent's program failed twice, so a simple move was played instead."
                    .to_owned()
            }
            Self::OpponentLost => "The opponent's program has gone away several times in a row \
                without an answer. The game is paused."
                .to_owned(),
            Self::OpponentPlayedIllegally => {
                "The opponent made no legal move, so a simple one was played.".to_owned()
            }
            Self::MemoryShort { wanted_mib, got_mib } => format!(
                "There is little memory: the engine remembers positions in {got_mib} MiB instead \
                 of {wanted_mib}. It goes on all the same."
            ),
            Self::NotSaved { error } => {
                format!("The game goes on, but it cannot be saved: {error}.")
            }
            Self::SavedAgain => "The game is saved again, with all its moves.".to_owned(),
            Self::LibrarySetAside { n_saved, n_lost, names, n_lost_thoughts, .. } => format!(
                "The file with your games was damaged. It was put aside and a new one begun. Games \
                 and analyses brought over: {n_saved}. Lost: {}. Thoughts behind moves lost: \
                 {n_lost_thoughts}.",
                lost(*n_lost, names)
            ),
            Self::EntriesDamaged { names } => {
                format!("Some of your games are damaged and cannot be opened: {names}.")
            }
            Self::LibraryIsUnknown { what, .. } => format!(
                "In the file with your games is something that this program does not know ({what}). \
                 It is left as it is; games are kept in memory until you quit."
            ),
            Self::LibraryUnusable { error, .. } => {
                format!("Games cannot be saved: {error}. They are kept in memory until you quit.")
            }
            Self::LibraryIsNewer { version, .. } => format!(
                "The file with your games was written by a newer version of this program (format \
                 {version}). It is left as it is; games are kept in memory until you quit."
            ),
        }
    }

    /// What can be done about it, as a sentence.
    pub fn remedy(&self) -> Option<String> {
        match self {
            Self::SavedAgain => None,
            Self::OpponentFailed { .. } | Self::OpponentPlayedIllegally => {
                Some("If it happens again, choose another opponent.".to_owned())
            }
            Self::OpponentLost => Some(
                "Resume the game to have it asked again, or take a move back or resign.".to_owned(),
            ),
            Self::MemoryShort { .. } => {
                Some("Close other programs, or allow the engine less in the settings.".to_owned())
            }
            Self::NotSaved { .. } => {
                Some("Make room on the disk; the next move saves the whole game.".to_owned())
            }
            Self::LibrarySetAside { path, .. } => Some(format!("The old file is kept as {path}.")),
            Self::EntriesDamaged { .. } => Some(
                "All others are as they were. Delete the damaged ones to hear no more of it."
                    .to_owned(),
            ),
            Self::LibraryIsUnknown { path, .. } => Some(format!(
                "Use the program that wrote it, or move {path} away, then start again."
            )),
            Self::LibraryUnusable { path, .. } => Some(format!(
                "Check that {path} can be written and that the disk is not full, then start again."
            )),
            Self::LibraryIsNewer { path, .. } => {
                Some(format!("Use the newer program, or move {path} away, then start again."))
            }
        }
    }

    /// Both sentences, for those who show them as one.
    pub fn full_text(&self) -> String {
        self.remedy().map_or_else(|| self.text(), |remedy| format!("{} {remedy}", self.text()))
    }
}

/// How many were lost, and which.
fn lost(n: usize, names: &str) -> String {
    if names.is_empty() { n.to_string() } else { format!("{n} ({names})") }
}
