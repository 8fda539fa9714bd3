//! A book as bytes.
//!
//! First a head: the format with its version, the rule, the size, the budget of a leaf, the opening.
//! Then the entries in the order of a walk from the root: for each the reply that leads to it, in the
//! frame of the entry before, Black's move in its own frame, and how many moves he needs; a zero ends the replies to a move. An
//! entry is written where it is met first. At the end the SHA-256 of all that: the hash of the book.
//!
//! These bytes are kept packed (deflate), behind a head of their own with the SHA-256 of what is packed, so
//! that no byte of a file can change unseen. Plain ones are read as well.

use std::borrow::Cow;
use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use tengen_rules::{Point, Rule, Size};
use thiserror::Error;

use crate::book::{Book, Entry, Step};
use crate::frame::{Frames, Key, stone};
use crate::ground::ATTACKER;
use crate::sha256::{hex, sha256};

const MAGIC: &[u8; 12] = b"tengen-book\x02";
const PACKED_MAGIC: &[u8; 12] = b"tengen-book\x03";
const HASH_LEN: usize = 32;
/// The strongest packing; books are written once and kept for long.
const PACKING_LEVEL: u8 = 10;
/// No book is longer than this; what claims to be is not unpacked.
const MOST_BYTES: usize = 1 << 26;

/// Why bytes are no book.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum BookError {
    /// Something else, or of another version.
    #[error("this is no book of proven wins, or one of another version")]
    Format,
    /// A byte was changed, or some are missing.
    #[error("the book is damaged: its hash is another")]
    Hash,
    /// The head names a rule or a size that there is not.
    #[error("the head of the book makes no sense")]
    Head,
    /// An entry that cannot be.
    #[error("entry {0} of the book makes no sense")]
    Entry(usize),
}

impl Book {
    /// The bytes of the book, packed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let packed = compress_to_vec(&self.to_plain_bytes(), PACKING_LEVEL);
        [PACKED_MAGIC.as_slice(), &sha256(&packed), &packed].concat()
    }

    fn to_plain_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let rule = self.rule.name().as_bytes();
        bytes.push(rule.len() as u8);
        bytes.extend_from_slice(rule);
        bytes.push(self.size.get());
        bytes.extend_from_slice(&self.leaf_nodes.to_le_bytes());
        bytes.push(self.opening.len() as u8);
        let width = width(self.size);
        for &point in &self.opening {
            put(&mut bytes, width, self.size.index(point) as u16 + 1);
        }
        self.visit(&mut |step| match step {
            Step::Entry { reply, entry, .. } => {
                put(&mut bytes, width, reply + 1);
                put(&mut bytes, width, entry.answer + 1);
                bytes.push(entry.moves);
            }
            Step::Leave => put(&mut bytes, width, 0),
        });
        let hash = sha256(&bytes);
        bytes.extend_from_slice(&hash);
        bytes
    }

    /// The book of these bytes. Whether it proves anything is for the checker to say.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let bytes = unpacked(bytes)?;
        let (body, hash) = bytes
            .len()
            .checked_sub(HASH_LEN)
            .map(|at| bytes.split_at(at))
            .ok_or(BookError::Format)?;
        if !body.starts_with(MAGIC) {
            return Err(BookError::Format);
        }
        if sha256(body) != *hash {
            return Err(BookError::Hash);
        }
        let mut reader = Reader { bytes: &body[MAGIC.len()..], width: 1 };
        let mut book = reader.head().ok_or(BookError::Head)?;
        let frames = Frames::new(book.size);
        let n_points = book.size.n_points();
        let mut reading = Reading { reader, frames: &frames, n_points, entries: BTreeMap::new() };
        let (root, to_move) = book.root();
        let is_read = if to_move == ATTACKER {
            reading.reader.number().and_then(|_| reading.entry(frames.canonical(&root).0))
        } else {
            reading.replies(&root)
        };
        let is_at_end = reading.reader.bytes.is_empty();
        if is_read.is_none() || !is_at_end {
            return Err(BookError::Entry(reading.entries.len()));
        }
        book.entries = reading.entries;
        Ok(book)
    }

    /// The hash of the book, as people compare it. How its bytes are packed does not change it.
    pub fn hash(&self) -> String {
        let bytes = self.to_plain_bytes();
        hex(&bytes[bytes.len() - HASH_LEN..])
    }
}

/// The plain bytes of a book.
fn unpacked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, BookError> {
    let Some(rest) = bytes.strip_prefix(PACKED_MAGIC) else { return Ok(bytes.into()) };
    let (hash, packed) = rest.split_at_checked(HASH_LEN).ok_or(BookError::Format)?;
    if sha256(packed) != *hash {
        return Err(BookError::Hash);
    }
    let plain = decompress_to_vec_with_limit(packed, MOST_BYTES);
    plain.map(Cow::Owned).map_err(|_| BookError::Format)
}

/// How many bytes a point takes: one where all points and the end fit in one.
fn width(size: Size) -> usize {
    if size.n_points() < 256 { 1 } else { 2 }
}

fn put(bytes: &mut Vec<u8>, width: usize, number: u16) {
    bytes.extend_from_slice(&number.to_le_bytes()[..width]);
}

struct Reader<'b> {
    bytes: &'b [u8],
    width: usize,
}

impl Reader<'_> {
    fn take(&mut self, n: usize) -> Option<&[u8]> {
        let (taken, rest) = self.bytes.split_at_checked(n)?;
        self.bytes = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|taken| taken[0])
    }

    fn number(&mut self) -> Option<u16> {
        let taken = self.take(self.width)?;
        Some(taken.iter().rev().fold(0, |number, &byte| number << 8 | u16::from(byte)))
    }

    fn head(&mut self) -> Option<Book> {
        let length = usize::from(self.byte()?);
        let rule: Rule = std::str::from_utf8(self.take(length)?).ok()?.parse().ok()?;
        let size = Size::new(u64::from(self.byte()?)).ok()?;
        let leaf_nodes = u64::from_le_bytes(self.take(8)?.try_into().ok()?);
        self.width = width(size);
        let mut opening: Vec<Point> = Vec::new();
        for _ in 0..self.byte()? {
            let cell = usize::from(self.number()?).checked_sub(1)?;
            let point = size.points().nth(cell)?;
            if opening.contains(&point) {
                return None;
            }
            opening.push(point);
        }
        Some(Book { rule, size, opening, leaf_nodes, entries: BTreeMap::new() })
    }
}

struct Reading<'b, 'f> {
    reader: Reader<'b>,
    frames: &'f Frames,
    n_points: usize,
    entries: BTreeMap<Key, Entry>,
}

impl Reading<'_, '_> {
    fn is_empty_cell(&self, stones: &[u16], cell: u16) -> bool {
        usize::from(cell) < self.n_points && stones.iter().all(|stone| stone >> 1 != cell)
    }

    fn entry(&mut self, key: Key) -> Option<()> {
        let answer = self.reader.number()?.checked_sub(1)?;
        if !self.is_empty_cell(&key, answer) {
            return None;
        }
        let mut stones = key.to_vec();
        stones.push(stone(answer, ATTACKER));
        let moves = self.reader.byte()?;
        if self.entries.insert(key, Entry { answer, moves }).is_some() {
            return None;
        }
        self.replies(&stones)
    }

    fn replies(&mut self, stones: &[u16]) -> Option<()> {
        loop {
            let Some(reply) = self.reader.number()?.checked_sub(1) else { return Some(()) };
            if !self.is_empty_cell(stones, reply) {
                return None;
            }
            let mut after = stones.to_vec();
            after.push(stone(reply, !ATTACKER));
            let (key, _) = self.frames.canonical(&after);
            self.entry(key)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_unpacks_to_more_than_any_book_is_refused() {
        let packed = compress_to_vec(&vec![0; MOST_BYTES + 1], 1);
        let bytes = [PACKED_MAGIC.as_slice(), &sha256(&packed), &packed].concat();
        assert_eq!(Book::from_bytes(&bytes), Err(BookError::Format));
    }
}
