//! A node of a record.

use tengen_rules::{Color, Move, Point};

use super::{Properties, Property};
use crate::format::Format;
use crate::text::Text;

/// A move and who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who.
    pub color: Color,
    /// What.
    pub mv: Move,
}

/// A node: perhaps a move, perhaps something said about the position after it.
///
/// Libraries have millions of nodes and few notes, so those are kept apart.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The move that leads here, if there is one.
    pub ply: Option<Ply>,
    notes: Option<Box<Notes>>,
}

/// What is noted at a node. Little is noted on the board at most of them, so that is kept apart.
#[derive(Clone, Debug)]
pub struct Notes {
    /// What is said about the position.
    pub comment: Option<Text>,
    /// How long the player thought about this move.
    pub time_ms: Option<u64>,
    /// What only some format knows.
    pub extra: Properties,
    on_board: Option<Box<OnBoard>>,
}

#[derive(Clone, Debug, Default)]
struct OnBoard {
    setup: Vec<SetupStone>,
    marks: Vec<Mark>,
}

/// A point, and the stone put there or `None` if one is taken off.
pub(crate) type SetupStone = (Point, Option<Color>);

/// Something drawn on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub point: Point,
    /// What.
    pub kind: MarkKind,
}

/// The shapes of marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// An X.
    Cross,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// Some letters.
    Label(Text),
}

impl Notes {
    const NONE: Self =
        Self { comment: None, time_ms: None, extra: Properties::NONE, on_board: None };

    /// Stones put on the board or taken off (`None`) outside of play.
    pub fn setup(&self) -> &[(Point, Option<Color>)] {
        self.on_board.as_ref().map_or(&[], |on_board| &on_board.setup)
    }

    /// The same, to be changed.
    pub fn setup_mut(&mut self) -> &mut Vec<(Point, Option<Color>)> {
        &mut self.on_board.get_or_insert_default().setup
    }

    /// What is drawn on the board.
    pub fn marks(&self) -> &[Mark] {
        self.on_board.as_ref().map_or(&[], |on_board| &on_board.marks)
    }

    /// The same, to be changed.
    pub fn marks_mut(&mut self) -> &mut Vec<Mark> {
        &mut self.on_board.get_or_insert_default().marks
    }

    /// Draws these instead.
    pub fn set_marks(&mut self, marks: Vec<Mark>) {
        if !(marks.is_empty() && self.marks().is_empty()) {
            *self.marks_mut() = marks;
        }
    }

    /// Gives back room for more on the board: there is one mark as a rule, and the usual growth
    /// takes room for four.
    pub(crate) fn shrink_to_fit(&mut self) {
        if let Some(on_board) = &mut self.on_board {
            on_board.setup.shrink_to_fit();
            on_board.marks.shrink_to_fit();
        }
    }
}

/// A board on which nothing is noted is as good as none.
impl PartialEq for Notes {
    fn eq(&self, other: &Self) -> bool {
        (&self.comment, self.time_ms, &self.extra) == (&other.comment, other.time_ms, &other.extra)
            && self.setup() == other.setup()
            && self.marks() == other.marks()
    }
}

impl Eq for Notes {}

impl Default for Notes {
    fn default() -> Self {
        Self::NONE
    }
}

static NO_NOTES: Notes = Notes::NONE;

impl Node {
    /// A node without notes.
    pub fn new(ply: Option<Ply>) -> Self {
        Self { ply, notes: None }
    }

    /// Whether anything is noted here.
    pub(crate) fn has_notes(&self) -> bool {
        self.notes.is_some()
    }

    /// What is noted here.
    pub fn notes(&self) -> &Notes {
        self.notes.as_deref().unwrap_or(&NO_NOTES)
    }

    /// What is noted here, to be changed.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    /// The point of the move, unless it is a pass.
    pub fn point(&self) -> Option<Point> {
        match self.ply?.mv {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// A property that some format left here.
    pub(crate) fn extra(&self, origin: Format, name: &str) -> Option<Property<'_>> {
        self.notes().extra.find(origin, name)
    }
}

/// Notes that say nothing are as good as none.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.ply == other.ply && self.notes() == other.notes()
    }
}

impl Eq for Node {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_small() {
        assert_eq!((size_of::<Node>(), size_of::<Notes>()), (16, 56));
    }
}
