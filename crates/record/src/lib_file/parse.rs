//! Reading libraries.

use super::{BOARD_TEXT, LibDoc, LibFault, LibHeader, LibNode, LibTexts, flag, point_of, text};
use crate::place::At;

impl LibDoc {
    /// Reads a file.
    ///
    /// ```
    /// use tengen_record::lib_file::LibDoc;
    /// use tengen_rules::{Move, Point};
    ///
    /// let file = [0x78, 0x40]; // a stone on H8 without children, in a file of the oldest kind
    /// let doc = LibDoc::parse(&file)?;
    /// assert_eq!(doc.nodes()[0].mv(), Some(Move::Place(Point::new(7, 7))));
    /// assert_eq!(doc.write(), file);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Self, At<LibFault>> {
        match Self::parse_partly(bytes) {
            (_, Some(fault)) => Err(fault),
            (Some(doc), None) => Ok(doc),
            (None, None) => Err(At::binary(0, LibFault::NoLibrary)),
        }
    }

    /// Reads a file up to its first fault.
    pub(crate) fn parse_partly(bytes: &[u8]) -> (Option<Self>, Option<At<LibFault>>) {
        let (header, start) = match header(bytes) {
            Ok(found) => found,
            Err(fault) => return (None, Some(fault)),
        };
        // Nodes take eight times as much space here as in the file, so they are counted first: a
        // file costs no more than it needs.
        let mut n_nodes = 0;
        let fault = walk(bytes, start, |_| n_nodes += 1).err();
        let mut nodes = Vec::with_capacity(n_nodes);
        // The fault is known.
        drop(walk(bytes, start, |node| nodes.push(node.to_node())));
        ((n_nodes > 0).then_some(Self { header, nodes }), fault)
    }
}

fn header(bytes: &[u8]) -> Result<(Option<LibHeader>, usize), At<LibFault>> {
    if !bytes.starts_with(LibDoc::MAGIC) {
        let is_old = bytes.first() == Some(&LibDoc::CENTER);
        return if is_old { Ok((None, 0)) } else { Err(At::binary(0, LibFault::NoLibrary)) };
    }
    let truncated = || At::binary(bytes.len(), LibFault::Truncated);
    let rest = bytes.get(LibDoc::MAGIC.len()..LibHeader::LENGTH).ok_or_else(truncated)?;
    let (&[major, minor], reserved) = rest.split_first_chunk().ok_or_else(truncated)?;
    if (major, minor) > (3, 4) {
        let fault = LibFault::Version { major, minor };
        return Err(At::binary(LibDoc::MAGIC.len(), fault));
    }
    let reserved = reserved.try_into().map_err(|_| truncated())?;
    Ok((Some(LibHeader { major, minor, reserved }), LibHeader::LENGTH))
}

/// A node in the file.
struct RawNode<'a> {
    pos: u8,
    info: u8,
    ext: u16,
    comment: &'a [u8],
    board_text: &'a [u8],
}

impl RawNode<'_> {
    fn to_node(&self) -> LibNode {
        let has_text = !self.comment.is_empty() || !self.board_text.is_empty();
        let texts = has_text.then(|| {
            Box::new(LibTexts { comment: self.comment.into(), board_text: self.board_text.into() })
        });
        LibNode { pos: self.pos, info: self.info, ext: self.ext, texts }
    }
}

/// Calls `each` for every node and checks that they make one tree and nothing is left.
fn walk<'a>(
    bytes: &'a [u8],
    start: usize,
    mut each: impl FnMut(&RawNode<'a>),
) -> Result<(), At<LibFault>> {
    let mut at = start;
    // How many nodes above or here have announced a sibling that has not come yet.
    let mut n_pending = 0_usize;
    // Whether only children of the last node could follow, if anything does.
    let mut may_end = false;
    loop {
        if at == bytes.len() && may_end {
            return Ok(());
        }
        let (node, length) = node_at(bytes, at)?;
        each(&node);
        at += length;
        n_pending += usize::from(node.info & flag::SIBLING != 0);
        let is_leaf = node.info & flag::LEAF != 0;
        may_end = !is_leaf && n_pending == 0;
        if is_leaf {
            match n_pending.checked_sub(1) {
                Some(rest) => n_pending = rest,
                None => break,
            }
        }
    }
    let n_bytes = bytes.len() - at;
    if n_bytes > 0 { Err(At::binary(at, LibFault::Trailing { n_bytes })) } else { Ok(()) }
}

fn node_at(bytes: &[u8], start: usize) -> Result<(RawNode<'_>, usize), At<LibFault>> {
    let truncated = || At::binary(bytes.len(), LibFault::Truncated);
    let rest = bytes.get(start..).unwrap_or_default();
    let (&[pos, info], mut rest) = rest.split_first_chunk().ok_or_else(truncated)?;
    if pos != 0 && point_of(pos).is_none() {
        return Err(At::binary(start, LibFault::NoPoint { byte: pos }));
    }
    let mut ext = 0;
    if info & flag::EXTENSION != 0 {
        let (&pair, after) = rest.split_first_chunk().ok_or_else(truncated)?;
        ext = u16::from_be_bytes(pair);
        rest = after;
    }
    let mut take_text = |is_there: bool, is_old: bool| {
        if !is_there {
            return Ok(&[][..]);
        }
        let length = text::raw_length(rest, is_old).ok_or_else(truncated)?;
        let (raw, after) = rest.split_at(length);
        rest = after;
        Ok(raw)
    };
    let is_old = info & flag::OLD_COMMENT != 0;
    let comment = take_text(is_old || info & flag::COMMENT != 0, is_old)?;
    let board_text = take_text(ext & BOARD_TEXT != 0, false)?;
    let length = bytes.len() - start - rest.len();
    Ok((RawNode { pos, info, ext, comment, board_text }, length))
}
