//! What there is to choose from: rules, openings, opponents, formats.

use serde::{Deserialize, Serialize};

use super::{NewGame, Notice, PerColor, Spot, ThinkLimits};

/// The first thing a page asks: who is there, and is all well?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello {
    /// The program's version.
    pub version: String,
    /// The version of this contract.
    pub api_version: u32,
    /// What the user should know: a database set aside, say.
    pub notices: Vec<Notice>,
    /// The game that "Play" starts.
    pub default_game: NewGame,
    /// Whether other machines can reach the server.
    pub is_open_to_network: bool,
    /// How many threads an engine may use here.
    pub n_processors: u32,
}

/// Everything there is to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalogue {
    /// The rule sets, in the order to show them.
    pub rules: Vec<RuleInfo>,
    /// The opening procedures.
    pub openings: Vec<OpeningInfo>,
    /// The opponents, the gentlest first.
    pub opponents: Vec<OpponentInfo>,
    /// The formats of game records.
    pub formats: Vec<FormatInfo>,
    /// The smallest board.
    pub smallest_size: u8,
    /// The largest board.
    pub largest_size: u8,
}

/// A rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleInfo {
    /// The name used everywhere, as `renju`.
    pub name: String,
    /// The name people see.
    pub title: String,
    /// The rule in a sentence.
    pub summary: String,
    /// What is special about it, each with a board to look at.
    pub points: Vec<RulePoint>,
    /// The board people expect.
    pub default_size: u8,
    /// The sizes worth offering first.
    pub usual_sizes: Vec<u8>,
    /// How many captured stones win, where stones are captured.
    pub captures_to_win: Option<u32>,
    /// How many stones a captured group has, where stones are captured.
    pub capture_lengths: Vec<u8>,
    /// Whether a player may be closed some empty points.
    pub has_forbidden_points: bool,
    /// Whether a five stands only if the opponent cannot break it.
    pub five_can_be_broken: bool,
    /// Whether passing is allowed from some time on.
    pub has_passing: bool,
    /// Whether the engine can analyze it on its default size.
    pub has_engine: bool,
    /// Whether the solver can look for forced wins and threats.
    #[serde(default)]
    pub has_solver: bool,
    /// The boards for which proven wins of Black come with the program.
    #[serde(default)]
    pub proven: Vec<ProvenBoard>,
}

/// A part of a rule with a small board that shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulePoint {
    /// The sentence.
    pub text: String,
    /// The board.
    pub board: ExampleBoard,
}

/// A small board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExampleBoard {
    /// Its side.
    pub size: u8,
    /// The stones.
    pub stones: PerColor<Vec<Spot>>,
    /// The point the sentence is about.
    pub focus: Option<Spot>,
    /// The points that may not be played.
    pub forbidden: Vec<Spot>,
    /// A line to draw.
    pub line: Vec<Spot>,
}

/// An opening procedure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningInfo {
    /// The name used everywhere, as `swap2`.
    pub name: String,
    /// The name people see.
    pub title: String,
    /// The procedure in a sentence.
    pub summary: String,
    /// Its steps, one sentence each.
    pub steps: Vec<String>,
    /// Whether it needs a board with a centre point, that is, an odd side.
    pub needs_center: bool,
    /// Whether it is meant for this kind of game or merely possible: the rules it is usual for.
    pub usual_rules: Vec<String>,
}

/// An opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpponentInfo {
    /// The name used everywhere, as `adept`.
    pub name: String,
    /// The name people see.
    pub title: String,
    /// Who it is, in a sentence.
    pub who: String,
    /// What it is like to play against, in a sentence.
    pub feel: String,
    /// Its place on the ladder, from 1.
    pub rung: u32,
    /// How long it usually thinks about a move, if it goes by time.
    pub usual_time_ms: Option<u64>,
    /// What it spends on a move unless a seat says otherwise. Opponents that go by depth or nodes
    /// are equally strong on a busy machine and on an idle one.
    pub usual: ThinkLimits,
    /// What a seat may choose instead, in the order to offer it; empty if it answers at once.
    pub adjustable: Vec<LimitKind>,
    /// Whether it is the engine (which judges openings and shows its depth) or a seed player.
    pub is_engine: bool,
    /// What it plays.
    pub plays: Vec<Playable>,
}

/// Something that a seat may choose for its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// `time_ms`.
    Time,
    /// `depth`, in plies.
    Depth,
    /// `nodes`, the positions looked at.
    Nodes,
    /// `width`, the moves looked at in each position.
    Width,
}

/// A rule an opponent plays, and on which boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Playable {
    /// The rule.
    pub rule: String,
    /// The smallest board.
    pub smallest_size: u8,
    /// The largest board.
    pub largest_size: u8,
}

/// A format of game records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FormatInfo {
    /// The name used everywhere, as `sgf`.
    pub name: String,
    /// What it is, in a few words.
    pub title: String,
    /// The usual end of a file's name, without the dot.
    pub extension: String,
    /// Whether it is text.
    pub is_text: bool,
}

/// A board for which proven wins of Black come with the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProvenBoard {
    /// The side of the board.
    pub size: u8,
    /// Moves from the empty board after which a proof begins, as an example.
    pub example: Vec<Spot>,
}
