//! RenLib `.lib`: a tree of moves on the 15x15 board as bytes, each node before its children and
//! its whole subtree before its next sibling.
//!
//! The document is the list of nodes as the file has it. Flags, unknown extension bits and the raw
//! bytes of texts are kept, so that every file that is read is written back byte for byte. Texts
//! are in the code page of their author, which the file does not name.

mod from_record;
mod parse;
mod text;
mod to_record;

use tengen_rules::{Move, Point, Size};

use crate::error::{Warning, WarningKind};
use crate::place::Place;

/// The only board there is.
const SIZE: Size = Size::literal(15);

/// What is wrong with a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LibFault {
    /// Neither the mark of RenLib nor a first stone on the centre.
    #[error("the file does not start as a library does")]
    NoLibrary,
    /// Written by a later RenLib.
    #[error("unsupported: version {major}.{minor} is later than 3.4")]
    Version {
        /// The first number.
        major: u8,
        /// The second number.
        minor: u8,
    },
    /// The file ends within a node or before the last one.
    #[error("the file ends before the tree does")]
    Truncated,
    /// The tree ends before the file.
    #[error("{n_bytes} bytes follow the end of the tree")]
    Trailing {
        /// How many.
        n_bytes: usize,
    },
    /// A move beyond the board.
    #[error("{byte:#04x} is no point of the 15x15 board")]
    NoPoint {
        /// The byte.
        byte: u8,
    },
}

/// The bits of a node's second byte.
mod flag {
    pub(super) const SIBLING: u8 = 0x80;
    pub(super) const LEAF: u8 = 0x40;
    pub(super) const OLD_COMMENT: u8 = 0x20;
    pub(super) const MARK: u8 = 0x10;
    pub(super) const COMMENT: u8 = 0x08;
    pub(super) const START: u8 = 0x04;
    pub(super) const NO_MOVE: u8 = 0x02;
    pub(super) const EXTENSION: u8 = 0x01;
}

/// The extension bit that announces a board text.
const BOARD_TEXT: u16 = 0x0001;

/// The first twenty bytes of all but very old files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibHeader {
    major: u8,
    minor: u8,
    reserved: [u8; 10],
}

impl LibHeader {
    const LENGTH: usize = 20;
    /// For files that could be read by a RenLib that knew nothing but games from the centre.
    const CENTERED: Self = Self { major: 3, minor: 0, reserved: [0xFF; 10] };
    /// For all others.
    const ROOTED: Self = Self { major: 3, minor: 4, reserved: [0xFF; 10] };

    /// The version of the format.
    pub fn version(self) -> (u8, u8) {
        (self.major, self.minor)
    }

    fn bytes(self) -> Vec<u8> {
        [LibDoc::MAGIC, &[self.major, self.minor], &self.reserved].concat()
    }
}

/// A node as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibNode {
    pos: u8,
    info: u8,
    ext: u16,
    texts: Option<Box<LibTexts>>,
}

/// The texts of a node, with the zeros that end them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct LibTexts {
    comment: Box<[u8]>,
    board_text: Box<[u8]>,
}

impl LibNode {
    fn has(&self, flag: u8) -> bool {
        self.info & flag != 0
    }

    /// Whether another child of the same parent follows after this node's subtree.
    pub fn has_sibling(&self) -> bool {
        self.has(flag::SIBLING)
    }

    /// Whether no children follow.
    pub fn is_leaf(&self) -> bool {
        self.has(flag::LEAF)
    }

    /// The second byte, with all its flags.
    pub fn info(&self) -> u8 {
        self.info
    }

    /// The extension bits, if the node has them.
    pub fn extension(&self) -> Option<u16> {
        self.has(flag::EXTENSION).then_some(self.ext)
    }

    /// The move, unless the node only holds text. The root looks like a pass.
    pub fn mv(&self) -> Option<Move> {
        (!self.has(flag::NO_MOVE)).then(|| self.point().map_or(Move::Pass, Move::Place))
    }

    fn point(&self) -> Option<Point> {
        point_of(self.pos)
    }

    /// The comment, the title divided from the rest by 0x08, in the code page of its author.
    pub fn comment(&self) -> Option<Vec<u8>> {
        let raw = &self.texts.as_ref()?.comment;
        if self.has(flag::OLD_COMMENT) {
            Some(text::decode_old(raw))
        } else {
            self.has(flag::COMMENT).then(|| text::decode(raw).to_vec())
        }
    }

    /// The text that is shown on the board in place of the stone.
    pub fn board_text(&self) -> Option<&[u8]> {
        let has_text = self.extension().is_some_and(|ext| ext & BOARD_TEXT != 0);
        Some(text::decode(&self.texts.as_ref().filter(|_| has_text)?.board_text))
    }
}

/// The point of a first byte, which is column plus one and sixteen times the row from the top.
fn point_of(pos: u8) -> Option<Point> {
    SIZE.point(i64::from(pos & 0x0F) - 1, i64::from(pos >> 4))
}

fn pos_of(point: Point) -> u8 {
    16 * point.y() + point.x() + 1
}

/// A library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibDoc {
    header: Option<LibHeader>,
    // Invariant: at least one, and what `parse` makes of its own bytes.
    nodes: Vec<LibNode>,
}

impl LibDoc {
    /// How files start.
    pub const MAGIC: &[u8] = b"\xFFRenLib\xFF";
    /// How very old files start: with a first stone on the centre.
    pub(crate) const CENTER: u8 = 0x78;

    /// The header, which very old files lack.
    pub fn header(&self) -> Option<LibHeader> {
        self.header
    }

    /// The nodes in the order of the file. In newer files the first is the root.
    pub fn nodes(&self) -> &[LibNode] {
        &self.nodes
    }

    /// Whether the last node should have children. RenLib writes that for an empty library and when
    /// a line of play is saved without its tree, and a file that was cut looks the same.
    pub fn has_open_end(&self) -> bool {
        self.nodes.last().is_some_and(|node| !node.is_leaf())
    }

    /// What is odd about the file that this document was read from.
    pub fn warning(&self, bytes: &[u8]) -> Option<Warning> {
        let place = Place::in_binary(bytes.len());
        self.has_open_end().then_some(Warning { place, kind: WarningKind::OpenEnd })
    }

    /// Writes the file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.header.map_or_else(Vec::new, LibHeader::bytes);
        for node in &self.nodes {
            bytes.extend([node.pos, node.info]);
            if let Some(ext) = node.extension() {
                bytes.extend(ext.to_be_bytes());
            }
            if let Some(texts) = &node.texts {
                bytes.extend(&texts.comment);
                bytes.extend(&texts.board_text);
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests;
