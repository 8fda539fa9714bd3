//! Why something is not done.

use tengen_rules::{IllegalMove, OpeningError};
use thiserror::Error;

/// Why something is not done; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionError {
    /// The rules refuse the move.
    #[error("{0}")]
    Move(#[from] IllegalMove),
    /// The opening procedure refuses the action.
    #[error("{0}")]
    Opening(#[from] OpeningError),
    /// Not now, or not by this player.
    #[error("{0}")]
    NotNow(String),
    /// These things do not go together.
    #[error("{0}")]
    Unsupported(String),
    /// The stones are no position.
    #[error("{0}")]
    Position(String),
    /// The record cannot be read or written.
    #[error("{0}")]
    Record(String),
    /// The game has gone on.
    #[error("the game has gone on in the meantime")]
    Stale,
    /// There is no such thing.
    #[error("{0}")]
    Missing(String),
    /// The request makes no sense.
    #[error("{0}")]
    Request(String),
    /// What is kept cannot be read, because it is damaged or a newer program wrote it.
    #[error("{0}")]
    Unreadable(String),
    /// It cannot be put on the disk.
    #[error("it cannot be saved: {0}")]
    NotSaved(String),
    /// Something broke that should not.
    #[error("{0}")]
    Internal(String),
}

impl ActionError {
    /// The word that programs go by.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Move(_) => "illegal_move",
            Self::Opening(_) | Self::NotNow(_) => "illegal_action",
            Self::Unsupported(_) => "unsupported",
            Self::Position(_) => "bad_position",
            Self::Record(_) => "bad_record",
            Self::Stale => "stale",
            Self::Missing(_) => "not_found",
            Self::Request(_) => "bad_request",
            Self::Unreadable(_) => "unreadable",
            Self::NotSaved(_) => "not_saved",
            Self::Internal(_) => "internal",
        }
    }

    /// What happened, as a sentence.
    pub fn text(&self) -> String {
        sentence(&self.to_string())
    }

    /// What can be done about it, as a sentence.
    pub const fn remedy(&self) -> Option<&'static str> {
        Some(match self {
            Self::Move(IllegalMove::GameOver) => "Start a new game or take the last move back.",
            Self::Move(_) => "Choose another point.",
            Self::Opening(_) => "The panel beside the board says what is asked now.",
            Self::Unsupported(_) => "Choose another combination.",
            Self::Position(_) => "Check the stones and the side to move.",
            Self::Record(_) => "Check the file and the format.",
            Self::Stale => "Look at the board again.",
            Self::Unreadable(_) => "It is left as it is; the others can still be opened.",
            Self::NotSaved(_) => {
                "Check that the folder can be written and that the disk is not full."
            }
            Self::Internal(_) => "The game is kept; open it again to go on.",
            Self::NotNow(_) | Self::Missing(_) | Self::Request(_) => return None,
        })
    }
}

/// Half a sentence as a whole one.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}
