//! What every format can be turned into: a tree of moves with notes, and a header.
//!
//! A record is what was written down, not what was checked: points may be taken and colors out of
//! turn. [`Record::to_game`] asks the judge.

mod line;
mod loss;
mod node;
mod properties;
mod replay;
mod start;
pub(crate) mod words;

use tengen_rules::{
    Action, ByColor, Color, DrawReason, Game, Move, Opening, Point, Rule, Size, Status, WinReason,
};

pub(crate) use loss::{Holds, USUAL_SIZE};
pub use loss::{Loss, LossKind, Losses};
pub(crate) use node::SetupStone;
pub use node::{Mark, MarkKind, Node, Notes, Ply};
pub use properties::{Properties, Property};
pub use replay::ReplayError;

use crate::text::Text;
use crate::tree::{NodeId, Tree};

/// A game as it is written down, with its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What holds for the whole game.
    pub header: Header,
    /// The moves. The root is the start and usually has no move of its own; the main line is the
    /// game, everything else are variations.
    pub tree: Tree<Node>,
}

/// What is known about a game besides its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rule set, which most formats do not store.
    pub rule: Option<Rule>,
    /// The board.
    pub size: Size,
    /// Who begins, if that is said. Otherwise Black, or whoever makes the first move.
    pub to_move: Option<Color>,
    /// The stones taken by each player before the first move.
    pub captures: ByColor<u32>,
    /// The names of the players by the colors they ended up with.
    pub players: ByColor<Option<Text>>,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// When it was played, in whatever form.
    pub date: Option<Text>,
    /// Where it was played.
    pub event: Option<Text>,
    /// The opening procedure.
    pub opening: Option<OpeningLog>,
    /// What only some format knows.
    pub extra: Properties,
}

/// How a game is said to have ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Somebody won.
    Won {
        /// Who.
        winner: Color,
        /// How, if that is known.
        by: Option<WinReason>,
    },
    /// Nobody won, for this reason if it is known.
    Drawn(Option<DrawReason>),
    /// Something else, in the words of the file.
    Other(Text),
}

impl GameResult {
    /// The result of a game, or `None` if it goes on.
    pub fn of(status: Status) -> Option<Self> {
        match status {
            Status::Ongoing => None,
            Status::Won { winner, by } => Some(Self::Won { winner, by: Some(by) }),
            Status::Drawn(reason) => Some(Self::Drawn(Some(reason))),
        }
    }
}

/// What happened in an opening procedure. The stones it placed are in the tree as well; who acts
/// follows from the procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningLog {
    /// The procedure.
    pub procedure: Opening,
    /// The actions in order.
    pub actions: Vec<Action>,
}

impl Record {
    /// A record without moves.
    pub fn new(size: Size) -> Self {
        let header = Header {
            rule: None,
            size,
            to_move: None,
            captures: ByColor::default(),
            players: ByColor::default(),
            result: None,
            date: None,
            event: None,
            opening: None,
            extra: Properties::NONE,
        };
        Self { header, tree: Tree::default() }
    }

    /// A record of a game. If the game began from a position, that becomes the setup of the root.
    ///
    /// ```
    /// use tengen_record::Record;
    /// use tengen_rules::{Game, Rule, Size};
    ///
    /// let size = Size::literal(15);
    /// let mut game = Game::new(Rule::Renju, size);
    /// game.try_play(size.middle())?;
    /// let record = Record::from_game(&game);
    /// assert_eq!(record.to_game()?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_game(game: &Game) -> Self {
        let mut record = Self::new(game.size());
        record.header.rule = Some(game.rule());
        record.header.result = GameResult::of(game.status());
        record.set_start(game);
        let mut at = NodeId::ROOT;
        for turn in game.turns() {
            at = record.add_ply(at, turn.color, turn.mv);
        }
        record
    }

    /// Points played in turn, Black first.
    pub(crate) fn of_points(size: Size, points: impl IntoIterator<Item = Point>) -> Self {
        let mut record = Self::new(size);
        let mut at = NodeId::ROOT;
        for (point, number) in points.into_iter().zip(1..) {
            at = record.add_ply(at, Color::of_stone(number), Move::Place(point));
        }
        record
    }

    /// Adds a move below a node.
    pub fn add_ply(&mut self, parent: NodeId, color: Color, mv: Move) -> NodeId {
        self.tree.add_child(parent, Node::new(Some(Ply { color, mv })))
    }

    /// The moves of the main line with their nodes.
    pub fn main_plies(&self) -> impl Iterator<Item = (NodeId, Ply)> {
        self.tree.main_line().filter_map(|id| self.tree[id].ply.map(|ply| (id, ply)))
    }

    /// The values of a property that some format left in the header.
    pub(crate) fn extra(&self, origin: crate::Format, name: &str) -> Option<Vec<Text>> {
        let property = self.header.extra.find(origin, name)?;
        Some(property.values().map(Text::from).collect())
    }
}
