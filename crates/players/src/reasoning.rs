//! The one record of why a player did what it did.
//!
//! It is made of plain values with serde, so that it can be stored, sent to the page and compared.
//! Points are written as in the app (`H8`), never as pairs of numbers, because half of the world
//! counts rows first. All scores are from the view of the side to move at the root.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_rules::{Color, Game, Notation, Point, Size};

use crate::{Choice, Score};

/// Why a player did what it did. A player leaves empty what it does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reasoning {
    /// How much of the tree is wanted; the only part the asker fills.
    pub detail: Detail,
    /// Who reasons.
    pub player: String,
    /// About what.
    pub position: Position,
    /// The chosen point, `pass`, or nothing.
    pub choice: Option<String>,
    /// What it is worth to the player.
    pub score: Option<Score>,
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
    #[serde(default)]
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

/// The position a record is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The rule's name.
    pub rule: String,
    /// The side of the board.
    pub size: u8,
    /// The color to move, `black` or `white`.
    pub to_move: String,
    /// The rows of the board, top first: `.` empty, `X` black, `O` white.
    pub board: Vec<String>,
}

/// The name of a point on the board of the record, as `H8`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PointName(pub String);

impl PointName {
    /// Names a point.
    pub fn new(size: Size, point: Point) -> Self {
        Self(Notation::Renju.format(size, point))
    }

    /// The point again, if the board has it.
    pub fn point(&self, size: Size) -> Option<Point> {
        Notation::Renju.parse(size, &self.0).ok()
    }
}

impl core::fmt::Display for PointName {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(&self.0)
    }
}

/// A point that was considered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Where.
    pub point: PointName,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriedLine {
    /// The search depth, in plies.
    pub depth: u32,
    /// The moves, the root's first.
    pub moves: Vec<PointName>,
    /// What it is worth.
    pub score: Score,
    /// How exact that is.
    pub bound: Bound,
    /// The positions looked at so far.
    pub nodes: u64,
}

/// A move in the recorded tree with what follows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// Where.
    pub point: PointName,
    /// By whom, `black` or `white`.
    pub color: String,
    /// What it is worth to the side to move at the root.
    pub score: Score,
    /// How exact that is.
    pub bound: Bound,
    /// Why the search went no further below it, or in how far it did.
    pub ending: Ending,
    /// The best answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Self>,
    /// How many answers were tried but are not recorded.
    #[serde(default)]
    pub n_omitted: usize,
}

/// Why a node of the tree has no more children than it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Figure {
    /// A number.
    Number(i64),
    /// A sentence or a word.
    Text(String),
    /// Points of the board.
    Points(Vec<PointName>),
    /// Several sets of points, as alignments or captured groups.
    Groups(Vec<Vec<PointName>>),
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
            position: Position {
                rule: game.rule().name().to_owned(),
                size: game.size().get(),
                to_move: game.to_move().name().to_owned(),
                board: game.stones().to_string().lines().map(str::to_owned).collect(),
            },
            ..Self::default()
        };
    }

    /// Writes down the answer. Fills the counts and the clock from it.
    pub fn finish(&mut self, game: &Game, choice: &Choice) {
        use tengen_rules::Move;
        self.choice = choice.mv.map(|mv| match mv {
            Move::Place(point) => PointName::new(game.size(), point).0,
            Move::Pass => "pass".to_owned(),
        });
        self.score = choice.score;
        self.depth = choice.depth;
        self.nodes = choice.nodes;
        self.time_ms = Some(u64::try_from(choice.elapsed.as_millis()).unwrap_or(u64::MAX));
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
    pub(crate) fn unknown(size: Size, point: Point, color: Color) -> Self {
        Self {
            point: PointName::new(size, point),
            color: color.name().to_owned(),
            score: Score::default(),
            bound: Bound::Exact,
            ending: Ending::Complete,
            children: Vec::new(),
            n_omitted: 0,
        }
    }
}
