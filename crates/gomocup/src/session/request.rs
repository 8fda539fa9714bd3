//! What a session asks its engine, and what it hears back.

use tengen_rules::{Game, Point};

use crate::limits::Limits;
use crate::yixin::{Detail, Evaluation, Realtime};

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkKind {
    /// One move.
    BestMove,
    /// One move, with a report on the best few.
    NBest(u32),
    /// One move, with a report on every one.
    SearchDefend,
    /// One move after which the game is as even as possible, give or take the bias.
    BalanceOne(i32),
    /// Two moves after which it is.
    BalanceTwo(i32),
    /// Three opening stones: Black, White, Black.
    Swap2Propose,
    /// The choice after three stones: swap, one move, or two.
    Swap2AnswerThree,
    /// The choice after five stones: swap or one move.
    Swap2AnswerFive,
    /// Swap or one move outside of swap2, as two games of Botzone ask.
    SwapOrMove,
    /// A step of the Soosorv opening.
    Soosorv(SoosorvStep),
}

/// What is wanted in the Soosorv opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoosorvStep {
    /// Three stones around the middle: Black, White, Black.
    Propose,
    /// After three stones: swap, or any move for "stay".
    FirstSwap,
    /// The fourth stone, and how many fifth ones Black has to offer.
    Fourth,
    /// After four stones and that number: swap, or any move for "stay".
    SecondSwap(u32),
    /// So many fifth stones, no two of them alike by symmetry.
    Fifths(u32),
    /// The one of the offered fifth stones that is worst for Black.
    Choose,
}

/// Up to eight points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few {
    points: [Point; Self::MOST],
    n_points: usize,
}

impl Few {
    /// How many there can be.
    pub const MOST: usize = 8;

    /// The first of these points, as many as there is room for.
    pub fn new(list: &[Point]) -> Self {
        let mut points = [Point::new(0, 0); Self::MOST];
        let n_points = list.len().min(Self::MOST);
        points.iter_mut().zip(list).for_each(|(place, point)| *place = *point);
        Self { points, n_points }
    }

    /// The points.
    pub fn points(&self) -> &[Point] {
        self.points.get(..self.n_points).unwrap_or(&[])
    }
}

/// Who is to think, when it is not simply the engine at its best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// A player by name.
    pub bot: Option<String>,
    /// 0 to 100.
    pub strength: u8,
}

/// Everything a driver needs to find an answer. The game is not over and at least one of the
/// [`candidates`](Self::candidates) exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkRequest {
    /// To be handed back with the answer.
    pub id: u64,
    /// What is wanted.
    pub kind: ThinkKind,
    /// The position, with its history where the other side gave one.
    pub game: Game,
    /// Empty points where nobody may play and that count for no line.
    pub blocked: Vec<Point>,
    /// The only moves to choose from, where there is such a list.
    pub choices: Vec<Point>,
    /// Legal moves that must not be the answer.
    pub excluded: Vec<Point>,
    /// How long and how far.
    pub limits: Limits,
    /// How many lines of play to report on.
    pub multi_pv: u32,
    /// Search threads.
    pub threads: u32,
    /// Bytes for the whole process.
    pub max_memory: Option<u64>,
    /// KiB for the hash table.
    pub hash_kib: Option<u64>,
    /// How broadly candidates are chosen, 0 to 5.
    pub caution_factor: u8,
    /// Who is to think.
    pub opponent: Opponent,
    /// Whether [`Progress::Realtime`] will be shown.
    pub wants_realtime: bool,
    /// Whether [`Progress::Detail`] will be shown.
    pub wants_detail: bool,
}

impl ThinkRequest {
    /// A request without limits for the engine at its best, to be filled in.
    pub fn new(id: u64, kind: ThinkKind, game: Game) -> Self {
        Self {
            id,
            kind,
            game,
            blocked: Vec::new(),
            choices: Vec::new(),
            excluded: Vec::new(),
            limits: Limits::default(),
            multi_pv: 1,
            threads: 1,
            max_memory: None,
            hash_kib: None,
            caution_factor: 1,
            opponent: Opponent { bot: None, strength: 100 },
            wants_realtime: false,
            wants_detail: false,
        }
    }

    /// Whether a stone on the point is an acceptable move.
    pub fn allows(&self, point: Point) -> bool {
        self.game.size().contains(point)
            && !self.blocked.contains(&point)
            && !self.excluded.contains(&point)
            && self.game.is_legal(point)
    }

    /// Every acceptable move, row by row.
    pub fn candidates(&self) -> Vec<Point> {
        let mut points = self.game.legal_points();
        points.retain(|point| !self.blocked.contains(point) && !self.excluded.contains(point));
        points
    }
}

/// The engine's answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move.
    Point(Point),
    /// Two moves.
    Two([Point; 2]),
    /// Three moves.
    Three([Point; 3]),
    /// A fourth stone, and the number of fifth ones.
    Fourth(Point, u32),
    /// Fifth stones.
    Fifths(Few),
    /// We take the other color.
    Swap,
    /// The engine has none; the session finds one.
    Nothing,
}

/// A line of statistics for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The depth that was reached.
    pub depth: u32,
    /// What the position is worth.
    pub evaluation: Evaluation,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub elapsed_ms: u64,
    /// The line of play.
    pub pv: Vec<Point>,
}

/// News from a running search.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// A remark.
    Message(String),
    /// A line of statistics.
    Summary(Summary),
    /// A mark on the board.
    Realtime(Realtime),
    /// A report on a line of play.
    Detail(Box<Detail>),
}

/// Something the engine did.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// News of a running search.
    Progress {
        /// Which search.
        id: u64,
        /// What.
        progress: Progress,
    },
    /// A search is over.
    Answer {
        /// Which search.
        id: u64,
        /// What it found.
        answer: Answer,
        /// Milliseconds since the request.
        elapsed_ms: u64,
    },
}
