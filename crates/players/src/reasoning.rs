//! The one record of why a player did what it did.
//!
//! It is made of plain values in the types of the rules. As JSON ([`serde::Serialize`]) points are
//! written as in the app (`H8`), never as pairs of numbers, because half of the world counts rows
//! first. All scores are from the view of the side to move at the root.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_rules::{Color, Game, Move, Point, Setup};

use crate::{Choice, Score, Units, Valuation, reason_for};

/// Why a player did what it did. A player leaves empty what it does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasoning {
    /// How much of the tree is wanted; the only part the asker fills.
    pub detail: Detail,
    /// Who reasons.
    pub player: String,
    /// About what; nothing until it begins.
    pub position: Option<Setup>,
    /// The chosen move, or nothing where there is none.
    pub choice: Option<Move>,
    /// What it is worth to the player.
    pub score: Option<Score>,
    /// Whose numbers all the scores are.
    pub units: Units,
    /// The points considered, best first.
    pub candidates: Vec<Candidate>,
    /// The lines tried, in the order they were.
    pub lines: Vec<TriedLine>,
    /// The tree under the root, the best moves first, as far as [`Detail`] asks.
    pub tree: Vec<TreeNode>,
    /// How often each kind of cut-off saved work.
    pub cutoffs: BTreeMap<String, u64>,
    /// Anything else worth a number or a list: captures made and threatened, pending fives and
    /// their answers, alignments, forbidden points. A new figure is a new name, not a new type.
    pub figures: BTreeMap<String, Figure>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How long it took; missing where a reproducible record is wanted.
    pub time_ms: Option<u64>,
    /// Remarks for people.
    pub notes: Vec<String>,
}

/// How much of the tree to record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// To how many plies.
    pub depth: u32,
    /// How many moves of each node, the best ones.
    pub width: usize,
}

impl Default for Detail {
    fn default() -> Self {
        Self { depth: 3, width: 3 }
    }
}

/// A point that was considered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// What it is worth.
    pub score: Score,
    /// How exact that is.
    pub bound: Bound,
    /// What the score is made of, or what was known about the point before it was searched.
    pub parts: Vec<Part>,
}

/// A named part of a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is for.
    pub name: String,
    /// How much it is.
    pub value: i64,
}

impl Part {
    /// A part with this name.
    pub fn new(name: impl Into<String>, value: i64) -> Self {
        Self { name: name.into(), value }
    }
}

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

/// A line that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedLine {
    /// The search depth, in plies.
    pub depth: u32,
    /// The moves, the root's first.
    pub moves: Vec<Point>,
    /// What it is worth.
    pub score: Score,
    /// How exact that is.
    pub bound: Bound,
    /// The positions looked at so far.
    pub nodes: u64,
}

/// A move in the recorded tree with what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// Where.
    pub point: Point,
    /// By whom.
    pub color: Color,
    /// What it is worth to the side to move at the root.
    pub score: Score,
    /// How exact that is.
    pub bound: Bound,
    /// How deep it was searched below, where that is known.
    pub depth: Option<u32>,
    /// Why the search went no further below it, or in how far it did.
    pub ending: Ending,
    /// The best answers.
    pub children: Vec<Self>,
    /// How many answers were tried but are not recorded.
    pub n_omitted: usize,
}

/// Why a node of the tree has no more children than it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every answer that the player looks at was tried.
    Complete,
    /// The answers already tried are so good for the root that the opponent has avoided this
    /// position before.
    BetaCut,
    /// The answers already tried are worse for the root than something it has elsewhere.
    AlphaCut,
    /// The move makes five.
    Five,
    /// No point is left.
    FullBoard,
    /// The depth is reached and the position was evaluated.
    Depth,
    /// The value was remembered from another order of moves.
    Remembered,
}

impl Ending {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Complete,
        Self::BetaCut,
        Self::AlphaCut,
        Self::Five,
        Self::FullBoard,
        Self::Depth,
        Self::Remembered,
    ];

    /// The ending with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| ending.name() == name)
    }

    /// The word that programs go by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::BetaCut => "beta_cut",
            Self::AlphaCut => "alpha_cut",
            Self::Five => "five",
            Self::FullBoard => "full_board",
            Self::Depth => "depth",
            Self::Remembered => "remembered",
        }
    }

    /// A few words for people.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Complete => "all tried",
            Self::BetaCut => "cut: the opponent will not allow it",
            Self::AlphaCut => "cut: the root has better",
            Self::Five => "five",
            Self::FullBoard => "full board",
            Self::Depth => "evaluated",
            Self::Remembered => "remembered",
        }
    }
}

/// Something worth telling that has no field of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A number.
    Number(i64),
    /// A sentence or a word.
    Text(String),
    /// Points of the board.
    Points(Vec<Point>),
    /// Several sets of points, as alignments or captured groups.
    Groups(Vec<Vec<Point>>),
}

impl Reasoning {
    /// A blank record that asks for this much of the tree.
    pub fn new(detail: Detail) -> Self {
        Self { detail, ..Self::default() }
    }

    /// Writes down who reasons about what, and forgets what the record held before.
    pub fn begin(&mut self, player: &str, game: &Game) {
        *self = Self {
            detail: self.detail,
            player: player.to_owned(),
            position: Some(game.to_setup()),
            ..Self::default()
        };
    }

    /// Writes down the answer. Fills the counts and the clock from it.
    pub fn finish(&mut self, choice: &Choice) {
        self.choice = choice.mv;
        self.score = choice.score;
        self.depth = choice.depth;
        self.nodes = choice.nodes;
        self.time_ms = Some(u64::try_from(choice.elapsed.as_millis()).unwrap_or(u64::MAX));
    }

    /// Why the chosen move is a move at all, in a sentence; empty where there is none.
    pub fn in_words(&self, game: &Game) -> String {
        let Some(mv) = self.choice.filter(|_| game.status().is_ongoing()) else {
            return String::new();
        };
        let value = self.score.map(|score| Valuation { score, units: self.units });
        let mate = value.and_then(Valuation::plies_to_end).filter(|&plies| plies != 0);
        reason_for(game, mv, mate).text()
    }

    /// Notes how often a kind of cut-off saved work.
    pub fn count(&mut self, cutoff: &str, times: u64) {
        self.cutoffs.insert(cutoff.to_owned(), times);
    }

    /// Adds a remark.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// Puts the candidates in order, best first; equal ones stay as they are.
    pub fn sort_candidates(&mut self) {
        self.candidates.sort_by_key(|candidate| core::cmp::Reverse(candidate.score));
    }
}

impl TreeNode {
    /// A node whose value is not known yet.
    pub(crate) fn unknown(point: Point, color: Color) -> Self {
        Self {
            point,
            color,
            score: Score::default(),
            bound: Bound::Exact,
            depth: None,
            ending: Ending::Complete,
            children: Vec::new(),
            n_omitted: 0,
        }
    }
}
