//! SGF with game number 4.
//!
//! The document is the tree as the file has it: every property of every node in order, with its
//! values as they stand between the brackets, escapes included. Only white space between them is
//! not kept. What the properties mean is asked when a game becomes a `Record`.
//!
//! Where the standard has no word we write our own, which other programs keep or skip: `XTIME` is
//! the thinking time of a move in milliseconds, `XREASON` how a game was decided, `XOPENING` an
//! opening procedure and its actions, `XCAPTURES` the stones taken before the start.

mod from_record;
mod parse;
pub(crate) mod read;
mod to_record;
mod values;
mod write;

use tengen_rules::{Size, SizeError};

pub use to_record::SgfGameError;
pub(crate) use write::write_record;

use crate::text::Text;
use crate::tree::Tree;

/// What is wrong with an SGF file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfFault {
    /// There is no game in the file.
    #[error("the file holds no games")]
    Empty,
    /// Something that does not belong there.
    #[error("{found:?} stands where {expected} belongs")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// The file ends within a game.
    #[error("the file ends where {expected} belongs")]
    Truncated {
        /// What belongs there.
        expected: &'static str,
    },
    /// Hardly anything but empty nodes.
    #[error("the game has more nodes than one in three bytes; the rest is not read")]
    TooManyNodes,
    /// A property that means nothing on this board or in this game.
    #[error(transparent)]
    Value(#[from] ValueFault),
}

/// What is wrong with a property.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueFault {
    /// Another game than this one.
    #[error("unsupported: game {found:?}; Gomoku and Renju are game 4")]
    Game {
        /// What the file says.
        found: Text,
    },
    /// The board is not square.
    #[error("unsupported: the board is {found}, and boards are square here")]
    Rectangular {
        /// What the file says.
        found: Text,
    },
    /// The board is too small or too large.
    #[error("unsupported: {0}")]
    Size(SizeError),
    /// No size at all.
    #[error("{found:?} is no board size")]
    NoSize {
        /// What the file says.
        found: Text,
    },
    /// No point of the board.
    #[error("{found:?} is no point of the {size} board")]
    NoPoint {
        /// What the file says.
        found: Text,
        /// The board.
        size: Size,
    },
    /// More stones are set up than any game needs.
    #[error("the game sets up too many stones")]
    TooMuchSetup,
    /// A node with two moves.
    #[error("the node has a second move, {found:?}")]
    SecondMove {
        /// What the file says.
        found: Text,
    },
}

/// A property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfProperty {
    /// Its name: letters, upper case as a rule, and digits.
    pub name: Box<str>,
    /// What stands between each pair of brackets, with its escapes. At least one.
    pub values: Vec<Text>,
}

/// A node: its properties in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfNode {
    /// The properties.
    pub properties: Vec<SgfProperty>,
}

impl SgfNode {
    /// The values of the first property with this name.
    pub fn get(&self, name: &str) -> Option<&[Text]> {
        let property = self.properties.iter().find(|property| &*property.name == name)?;
        Some(&property.values)
    }
}

/// A game with its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// The nodes.
    pub tree: Tree<SgfNode>,
}

/// A file: any number of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfCollection {
    /// The games in order.
    pub games: Vec<SgfGame>,
}

#[cfg(test)]
mod tests;
