//! A node of a record.

use tengen_rules::{Color, Move, Point};

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

/// What is noted at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    /// Stones put on the board or taken off (`None`) outside of play.
    pub setup: Vec<(Point, Option<Color>)>,
    /// What is said about the position.
    pub comment: Option<Text>,
    /// How long the player thought about this move.
    pub time_ms: Option<u64>,
    /// What is drawn on the board.
    pub marks: Vec<Mark>,
    /// What only some format knows.
    pub extra: Vec<Property>,
}

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

/// Something that one format stores and the others do not know, in the words of that format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The format that understands it.
    pub origin: Format,
    /// Its name there.
    pub name: String,
    /// Its values there.
    pub values: Vec<Text>,
}

impl Property {
    /// A property.
    pub(crate) fn new(origin: Format, name: &str, values: Vec<Text>) -> Self {
        Self { origin, name: name.into(), values }
    }
}

/// The values of a property, if it is there.
pub(crate) fn find_extra<'a>(
    extra: &'a [Property],
    origin: Format,
    name: &str,
) -> Option<&'a [Text]> {
    extra
        .iter()
        .find(|property| property.origin == origin && property.name == name)
        .map(|property| &property.values[..])
}

impl Notes {
    const NONE: Self = Self {
        setup: Vec::new(),
        comment: None,
        time_ms: None,
        marks: Vec::new(),
        extra: Vec::new(),
    };
}

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

    /// The values of a property that some format left here.
    pub(crate) fn extra(&self, origin: Format, name: &str) -> Option<&[Text]> {
        find_extra(&self.notes().extra, origin, name)
    }
}

/// Notes that say nothing are as good as none.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.ply == other.ply && self.notes() == other.notes()
    }
}

impl Eq for Node {}
