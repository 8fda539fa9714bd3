//! Botzone: three transports, three games, one replay.
//!
//! The judge sends a whole history or only the news, as JSON or as plain numbers; the first
//! non-blank byte tells which. All three games are won by five or more; they differ in when White
//! may swap. A swap exchanges the *players*: the stones stay, keep alternating, and whoever is
//! asked is to move. So a state is a list of stones and the place of the swap.
//!
//! Malformed input is an error, never a guess: a wrong move loses like no move, and hides the bug.

mod frame;
mod game;
mod message;

pub use frame::Framer;
pub use game::{BotzoneGame, Decision};
pub use message::{Message, Record, Transport, Xy};

/// The time for a whole turn, the start of the process included: the judge allows a second.
pub const TURN_MS: u64 = 850;

/// The line that asks the judge to keep the process.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// Which of Botzone's games is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// No swap.
    #[default]
    Gomoku,
    /// White may swap in place of the fourth stone. There are no forbidden points.
    Renju,
    /// White may swap in place of the second stone.
    Swap1,
}

impl Variant {
    /// All games.
    pub const ALL: [Self; 3] = [Self::Gomoku, Self::Renju, Self::Swap1];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gomoku => "gomoku",
            Self::Renju => "renju",
            Self::Swap1 => "swap1",
        }
    }

    /// How many stones are on the board when White may swap.
    pub(crate) const fn swap_after(self) -> Option<usize> {
        match self {
            Self::Gomoku => None,
            Self::Renju => Some(3),
            Self::Swap1 => Some(1),
        }
    }
}

impl std::str::FromStr for Variant {
    type Err = BotzoneError;

    fn from_str(text: &str) -> Result<Self, BotzoneError> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| BotzoneError::UnknownVariant(text.to_owned()))
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotzoneError {
    /// There is no such game.
    #[error("there is no variant {0:?}; there are gomoku, renju and swap1")]
    UnknownVariant(String),
    /// The input is neither JSON nor numbers.
    #[error("the input is neither a JSON object nor a list of numbers")]
    UnknownTransport,
    /// The input is too long to be a game.
    #[error("the input is longer than any game")]
    TooLong,
    /// The input ended in the middle.
    #[error("the input ends too early")]
    Incomplete,
    /// The JSON is not valid or not of the right shape.
    #[error("bad JSON: {0}")]
    Json(String),
    /// A line of the plain form is not what it should be.
    #[error("line {line} should be {expected}")]
    Line {
        /// Which line, from one.
        line: usize,
        /// What belongs there.
        expected: &'static str,
    },
    /// There must be one request more than there are responses.
    #[error("{requests} requests do not fit {responses} responses")]
    Counts {
        /// How many requests.
        requests: usize,
        /// How many responses.
        responses: usize,
    },
    /// A stone is off the board, on another stone, or after the end.
    #[error("stone {number} at ({x}, {y}): {reason}")]
    Stone {
        /// Which stone, from one.
        number: usize,
        /// Its column.
        x: i64,
        /// Its row.
        y: i64,
        /// What is wrong with it.
        reason: String,
    },
    /// (-1, -1) where no swap is possible.
    #[error("a swap after {stones} stones is against the rules of {variant}")]
    Swap {
        /// How many stones there were.
        stones: usize,
        /// The name of the game.
        variant: &'static str,
    },
    /// The game is over and nobody may move.
    #[error("the game is over")]
    Over,
    /// The engine's answer cannot be played.
    #[error("the engine's answer is illegal: {0}")]
    Answer(String),
}
