//! A finished game, as it is written down.

use serde::{Deserialize, Serialize};
use tengen_rules::{Color, Notation, Point, Size};

use crate::printable::printable;
use crate::reason::Reason;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Black won.
    BlackWin,
    /// White won.
    WhiteWin,
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// A win of this color.
    pub fn win(color: Color) -> Self {
        match color {
            Color::Black => Self::BlackWin,
            Color::White => Self::WhiteWin,
        }
    }

    /// Who won, if anybody.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::BlackWin => Some(Color::Black),
            Self::WhiteWin => Some(Color::White),
            Self::Draw => None,
        }
    }

    /// What a color gets: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(self, color: Color) -> u8 {
        match self.winner() {
            None => 1,
            Some(winner) => 2 * u8::from(winner == color),
        }
    }

    /// `1-0`, `0-1` or `½-½`, Black first.
    pub fn score(self) -> &'static str {
        match self {
            Self::BlackWin => "1-0",
            Self::WhiteWin => "0-1",
            Self::Draw => "½-½",
        }
    }
}

/// What stands in a file may come from anywhere, and is shown in tables and pages.
fn shown<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|text| printable(&text))
}

/// A finished game: one line of `results.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from one.
    pub game: u32,
    /// The number of its pair, from one.
    pub pair: u32,
    /// Which game of the pair, 1 or 2.
    pub leg: u8,
    /// The number of the opening, from one; 0 is the empty board.
    pub opening: u32,
    /// The seed that the players got.
    pub seed: u64,
    /// Black's number among the players, from zero.
    pub black: usize,
    /// White's number among the players, from zero.
    pub white: usize,
    /// Black's name.
    #[serde(deserialize_with = "shown")]
    pub black_name: String,
    /// White's name.
    #[serde(deserialize_with = "shown")]
    pub white_name: String,
    /// Who won.
    pub result: Outcome,
    /// Why.
    pub reason: Reason,
    /// What exactly happened, where a word is not enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// How many stones were set by the opening.
    pub opening_plies: u32,
    /// How many stones were set altogether.
    pub plies: u32,
    /// Every stone in order, in renju notation.
    pub moves: String,
    /// The time charged for each stone, in milliseconds; 0 for those of the opening.
    pub ms: Vec<f64>,
    /// The time on the wall, where that is not what was charged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wall_ms: Vec<f64>,
    /// Senseless lines, Black's and White's.
    #[serde(default)]
    pub garbage: [u64; 2],
    /// Processor time used while it was not the player's turn, in milliseconds, Black's and
    /// White's, where that can be told: a player who ponders shows here.
    #[serde(default)]
    pub idle_cpu_ms: [f64; 2],
    /// The most memory the programs have held, in KiB, where that can be told.
    #[serde(default)]
    pub peak_kib: [Option<u64>; 2],
    /// When it ended, in seconds since 1970.
    #[serde(default)]
    pub ended: u64,
}

impl GameRecord {
    /// The number of the player with this color.
    pub fn player(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The name of the player with this color.
    pub fn name(&self, color: Color) -> &str {
        match color {
            Color::Black => &self.black_name,
            Color::White => &self.white_name,
        }
    }

    /// Who lost by a fault, if somebody did.
    pub fn at_fault(&self) -> Option<Color> {
        self.reason.is_fault().then(|| self.result.winner().map(|winner| !winner)).flatten()
    }

    /// The stones in order, or `None` if the moves are damaged.
    pub fn points(&self, size: Size) -> Option<Vec<Point>> {
        self.moves.split_whitespace().map(|word| Notation::Renju.parse(size, word).ok()).collect()
    }
}
