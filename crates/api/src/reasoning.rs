//! Why an AI does what it does: while it thinks, and afterwards for every move it made.

use serde::{Deserialize, Serialize};

use super::{
    CapturePoint, Direction, PerColor, Reason, ScoreBound, SeatName, Spot, StoneColor, Worth,
};

/// A thought as it stands just now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThinkingView {
    /// Which seat thinks; nothing in an analysis.
    pub seat: Option<SeatName>,
    /// The number that the move would get.
    pub ply: u32,
    /// What it is doing, in a word: `search`, `opening`, `hint`, `vcf`, `vct`.
    pub stage: String,
    /// How long it has been thinking.
    pub elapsed_ms: u64,
    /// How long it may think, if that is limited.
    pub limit_ms: Option<u64>,
    /// The last finished depth in plies.
    pub depth: u32,
    /// The deepest ply looked at.
    pub deepest: u32,
    /// What the position is worth to the side to move.
    pub score: Option<Worth>,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions a second.
    pub nodes_per_second: u64,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
    /// The best lines, best first.
    pub lines: Vec<LineView>,
    /// The moves at the root with what is known about each, best first.
    pub candidates: Vec<CandidateView>,
    /// The root move being looked at now.
    pub trying: Option<Spot>,
    /// The finished depths, for the graph of the score by depth.
    pub depths: Vec<DepthView>,
    /// The search tree as it stands, a few moves wide and deep. Nothing where it is not shown, and in
    /// a `thinking` message if it has not changed since the last one.
    #[serde(default)]
    pub tree: Option<Vec<TreeBranch>>,
}

/// A line of moves with its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineView {
    /// The moves, the side to move's first.
    pub moves: Vec<Spot>,
    /// What it is worth to the side to move at the root.
    pub score: Worth,
    /// How exact that is.
    pub bound: ScoreBound,
    /// The depth it was found at.
    pub depth: u32,
}

/// A root move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CandidateView {
    /// Where.
    pub point: Spot,
    /// What it is worth to the side to move.
    pub score: Worth,
    /// How exact that is.
    pub bound: ScoreBound,
    /// The depth it was looked at, where that is known.
    pub depth: Option<u32>,
    /// What the score is made of: the seed players' own numbers.
    pub parts: Vec<PartView>,
}

/// A named number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PartView {
    /// What it is.
    pub name: String,
    /// How much.
    pub value: i64,
}

/// A finished depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DepthView {
    /// The depth in plies.
    pub depth: u32,
    /// When it was finished, since the thinking began.
    pub time_ms: u64,
    /// Positions looked at until then.
    pub nodes: u64,
    /// The best move.
    pub best: Option<Spot>,
    /// Its score.
    pub score: Worth,
    /// The line it begins, as far as that was recorded.
    #[serde(default)]
    pub line: Vec<Spot>,
}

/// The recorded reasoning of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveReasoning {
    /// The move's number, from 1; in an explanation, the number it would get.
    pub ply: u32,
    /// The opponent that thought.
    pub player: String,
    /// The color it thought for.
    pub color: StoneColor,
    /// What it chose; nothing for a pass or an opening choice.
    pub choice: Option<Spot>,
    /// Why, in words.
    pub why: Reason,
    /// How it thought; the last state of the live view.
    pub thinking: ThinkingView,
    /// How often each kind of cut-off saved work.
    pub cutoffs: Vec<PartView>,
    /// Anything else it has a number, a text or points for.
    pub figures: Vec<FigureView>,
    /// Numbers on the cells of the board: the seed players' own.
    pub cells: Vec<CellView>,
    /// Remarks.
    pub notes: Vec<String>,
    /// What either side has on the board; only engines say that.
    #[serde(default)]
    pub survey: Option<SurveyView>,
    /// What it knows about the player, and what it made of that; nothing if it does not adapt.
    #[serde(default)]
    pub adapting: Option<AdaptingView>,
    /// The first level of the search tree; deeper ones are asked for by path
    /// (`GET …/reasoning/{ply}/tree?path=H8,I9`).
    pub tree: Vec<TreeNodeView>,
}

/// Everything about a position that can be named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SurveyView {
    /// What either color has.
    pub sides: PerColor<SideView>,
    /// Whose five stands on trial.
    pub trial: Option<StoneColor>,
    /// What answers it.
    pub answers: Vec<Spot>,
    /// What the evaluation is made of before looking ahead, from the side to move.
    pub evaluation: EvaluationView,
}

/// The parts of an evaluation; it is their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvaluationView {
    /// What the points promise on which the side to move would join stones in line.
    pub own_lines: i32,
    /// The same for the other side, which counts against it.
    pub their_lines: i32,
    /// What the threats on the board are worth.
    pub threats: i32,
    /// What captures made and to come are worth; nothing where none are made.
    pub captures: Option<i32>,
    /// What is left: having the move, points where nothing is to be joined, and what the network
    /// sees beyond the tables.
    pub rest: i32,
    /// What the sum says about the points to expect, in thousandths; `win_rate` of a score is made the
    /// same way.
    #[serde(default)]
    pub win_permille: u32,
}

/// What a color has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SideView {
    /// Its stones in line, the most dangerous first.
    pub alignments: Vec<AlignmentView>,
    /// How many stones it has taken; nothing where none are taken.
    pub taken: Option<u32>,
    /// Where it can take stones.
    pub takes: Vec<CapturePoint>,
    /// Where one stone makes a figure.
    pub figures: Vec<FigurePoint>,
    /// The empty points that are closed to it.
    pub forbidden: Vec<Spot>,
}

/// Stones in line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlignmentView {
    /// The stones in order.
    pub stones: Vec<Spot>,
    /// The line.
    pub direction: Direction,
    /// How many points lie between the next obstacles: less than five never become five.
    pub room: u8,
    /// How many empty points lie behind either end.
    pub freedom: [u8; 2],
    /// What it threatens, if anything.
    pub threat: Option<ShapeName>,
}

/// What stones in line can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ShapeName {
    /// One more stone makes an open four.
    OpenThree,
    /// One point makes five.
    Four,
    /// Two points make five.
    OpenFour,
    /// Five.
    Five,
}

/// What one stone can make at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FigureName {
    /// Five.
    Five,
    /// A four with both ends open.
    OpenFour,
    /// Two fours.
    DoubleFour,
    /// A four and an open three.
    FourThree,
    /// Two open threes.
    DoubleThree,
}

/// A point where one stone makes a figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FigurePoint {
    /// Where.
    pub point: Spot,
    /// Which.
    pub figure: FigureName,
}

/// What is known about the player, and what was made of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdaptingView {
    /// In how many games the player was watched, this one included.
    pub n_games: u32,
    /// How many threats had to be answered in them.
    pub n_threats: u32,
    /// By kind and direction, those that have been seen.
    pub threats: Vec<ThreatHabit>,
    /// By how far the threat was from the player's own last stone.
    pub reaches: Vec<ReachHabit>,
    /// By ninths of the board, row by row from the top left.
    pub zones: Vec<HabitTally>,
    /// The moves that were compared, the search's own choice first; empty if none was about equal.
    pub compared: Vec<ComparedView>,
    /// Whether the player's habits changed the move.
    pub is_changed: bool,
}

/// How often something was to be answered, and how often it was overlooked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HabitTally {
    /// How often.
    pub seen: u32,
    /// How often it was overlooked.
    pub missed: u32,
}

/// A kind of threat along a direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThreatHabit {
    /// The kind.
    pub kind: ThreatKind,
    /// The direction.
    pub direction: Direction,
    /// How often.
    pub tally: HabitTally,
}

/// What a threat threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ThreatKind {
    /// An open four.
    Three,
    /// Five.
    Four,
    /// To take stones.
    Capture,
}

/// Threats at a distance, and replies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReachHabit {
    /// How far.
    pub reach: HabitReach,
    /// Threats so far from the player's own last stone.
    pub tally: HabitTally,
    /// How many replies were so far from the stone they answer.
    pub replies: u32,
}

/// How far something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HabitReach {
    /// Two steps or less.
    Near,
    /// Up to five.
    Middle,
    /// Further.
    Far,
}

/// A move that was compared for the player's sake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ComparedView {
    /// Where.
    pub point: Spot,
    /// What the search says, all of them searched alike.
    pub score: Worth,
    /// What it promises against this player, in thousandths of an overlooked threat.
    pub promise: i32,
    /// Whether it is played.
    pub is_chosen: bool,
}

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FigureView {
    /// What it is.
    pub name: String,
    /// As text.
    pub text: Option<String>,
    /// As a number.
    pub number: Option<i64>,
    /// As points to draw, each inner list one group.
    pub groups: Vec<Vec<Spot>>,
}

/// The numbers of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CellView {
    /// Where.
    pub point: Spot,
    /// The one to print on the cell.
    pub value: i64,
    /// What it is made of.
    pub parts: Vec<PartView>,
}

/// A node of the search tree, without what is below it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeNodeView {
    /// The move.
    pub point: Spot,
    /// Whose.
    pub color: StoneColor,
    /// What it is worth to the side to move at the root.
    pub score: Worth,
    /// How exact that is.
    pub bound: ScoreBound,
    /// How deep it was searched below, where that is known.
    pub depth: Option<u32>,
    /// Why there is no more below it: `complete`, `beta_cut`, `alpha_cut`, `five`, `full_board`,
    /// `depth`, `remembered`.
    pub ending: String,
    /// The same in a few words.
    pub ending_text: String,
    /// How many answers are recorded below it.
    pub n_children: u32,
    /// How many more were looked at but not recorded.
    pub n_omitted: u32,
}

/// A node of the search tree with what is below it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeBranch {
    /// The node.
    pub node: TreeNodeView,
    /// The best answers.
    pub answers: Vec<Self>,
}

/// A level of the search tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeLevel {
    /// The moves that lead to it.
    pub path: Vec<Spot>,
    /// Its nodes, the best for whoever is to move first.
    pub nodes: Vec<TreeNodeView>,
}
