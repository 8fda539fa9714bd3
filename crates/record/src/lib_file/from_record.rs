//! Records to libraries.

use tengen_rules::{Color, Move, Point};

use super::to_record::{FORMAT, name};
use super::{BOARD_TEXT, LibDoc, LibHeader, LibNode, LibTexts, SIZE, flag, point_of, pos_of, text};
use crate::error::{Lossy, WriteError};
use crate::record::{Holds, LossKind, Losses, MarkKind, Node, Notes, Record};
use crate::text::Text;
use crate::tree::{NodeId, Visit};

/// Whether the tree is what old versions of RenLib knew: games from the centre, without passes and
/// without a word about the empty board.
pub(super) fn is_centered(record: &Record) -> bool {
    let tree = &record.tree;
    let root = &tree[NodeId::ROOT];
    let first = if root.ply.is_some() { Some(NodeId::ROOT) } else { only_child(record) };
    let is_pass = |visit: Visit| tree[visit.id].ply.is_some_and(|ply| ply.mv == Move::Pass);
    is_silent(root)
        && first.is_some_and(|id| tree[id].point() == SIZE.center())
        && !tree.pre_order().any(is_pass)
}

/// Whether nothing is lost if the root is not written.
fn is_silent(root: &Node) -> bool {
    root.ply.is_some() || *root.notes() == Notes::default()
}

/// Whether the file may start with a move, without its being taken for the root.
fn may_lack_root(record: &Record) -> bool {
    let tree = &record.tree;
    is_silent(&tree[NodeId::ROOT])
        && tree.first_child(NodeId::ROOT).is_some_and(|first| {
            written_point(&tree[first]).is_some() || tree.next_sibling(first).is_some()
        })
}

fn only_child(record: &Record) -> Option<NodeId> {
    let child = record.tree.first_child(NodeId::ROOT)?;
    record.tree.next_sibling(child).is_none().then_some(child)
}

impl LibDoc {
    /// The whole tree of a record.
    pub fn from_record(record: &Record) -> Result<Lossy<Self>, WriteError> {
        if record.header.size != SIZE {
            return Err(WriteError::Size { format: FORMAT, size: record.header.size });
        }
        record.check_points()?;
        let holds = Holds {
            size: true,
            variations: true,
            comments: true,
            marks: true,
            ..Holds::moves(FORMAT)
        };
        let mut losses = holds.losses(record);
        let is_centered = is_centered(record);
        let mut value = Self {
            header: Some(if is_centered { LibHeader::CENTERED } else { LibHeader::ROOTED }),
            nodes: nodes(record, !is_centered, &mut losses)?,
        };
        let n_extra = record.header.extra.n_of(FORMAT);
        if n_extra > 0 {
            let original = value.with_extra(record)?;
            // Somebody may have put in there what does not belong there.
            if Self::parse(&original.write()).as_ref() == Ok(&original) {
                value = original;
            } else {
                losses.add(LossKind::Properties, n_extra);
            }
        }
        Ok(Lossy { value, losses })
    }

    /// Gives back what the file had that the record came from.
    fn with_extra(&self, record: &Record) -> Result<Self, WriteError> {
        let extra = |name| record.extra(FORMAT, name);
        let mut doc = self.clone();
        match extra(name::HEADER).as_deref() {
            Some([]) => doc.header = None,
            Some([header, ..]) => {
                // The parser knows how to read one, and anything wrong shows when it is read back.
                let bytes = [header.as_bytes(), &[0, flag::LEAF]].concat();
                doc.header = Self::parse(&bytes).map_or(doc.header, |read| read.header);
            }
            None => {}
        }
        if let Some([answer]) = extra(name::ROOT_NODE).as_deref() {
            let has_root = *answer == Text::from("yes") || !may_lack_root(record);
            doc.nodes = nodes(record, has_root, &mut Losses::default())?;
        }
        if let (Some(_), Some(last)) = (extra(name::OPEN_END), doc.nodes.last_mut()) {
            last.info &= !flag::LEAF;
        }
        Ok(doc)
    }
}

impl TryFrom<&Record> for LibDoc {
    type Error = WriteError;

    fn try_from(record: &Record) -> Result<Self, WriteError> {
        Self::from_record(record)?.lossless()
    }
}

fn nodes(record: &Record, has_root: bool, losses: &mut Losses) -> Result<Vec<LibNode>, WriteError> {
    let tree = &record.tree;
    let mut made = Vec::with_capacity(tree.n_nodes() + 1);
    if has_root && tree[NodeId::ROOT].ply.is_some() {
        // A root of its own, so that the move is not taken for it.
        made.push(LibNode { pos: 0, info: 0, ext: 0, texts: None });
    }
    // The colors of moves by their depth on the path to the current node.
    let mut colors = vec![Color::Black];
    for Visit { id, depth } in tree.pre_order() {
        let node = &tree[id];
        let color = colors.get(depth).copied().unwrap_or(Color::Black);
        if node.ply.is_some_and(|ply| ply.color != color) {
            return Err(WriteError::OutOfTurn { format: FORMAT, ply: depth });
        }
        if !node.notes().setup().is_empty() {
            return Err(WriteError::Setup { format: FORMAT, ply: depth });
        }
        colors.truncate(depth + 1);
        colors.push(if node.ply.is_some() { !color } else { color });
        let is_root = id == NodeId::ROOT && node.ply.is_none();
        if is_root && !has_root {
            continue;
        }
        let mut one = node_of(node, is_root, losses);
        if tree.first_child(id).is_none() {
            one.info |= flag::LEAF;
        }
        if tree.next_sibling(id).is_some() {
            one.info |= flag::SIBLING;
        }
        made.push(one);
    }
    Ok(made)
}

/// The point that is written: that of the move, or one that came with a node without a move.
fn written_point(node: &Node) -> Option<Point> {
    match node.ply {
        Some(_) => node.point(),
        None => point_of(u8::try_from(kept_number(node, name::POINT)?).ok()?),
    }
}

fn kept_number(node: &Node, name: &str) -> Option<u16> {
    from_hex(&kept_bytes(node, name)?.into())
}

/// What a file of ours kept as raw bytes under a name.
fn kept_bytes<'n>(node: &'n Node, name: &str) -> Option<&'n [u8]> {
    node.extra(FORMAT, name)?.values().next()
}

fn node_of(node: &Node, is_root: bool, losses: &mut Losses) -> LibNode {
    let is_without_point = node.point().is_none();
    let point = if is_root { None } else { written_point(node) };
    let flags = kept_number(node, name::FLAGS).unwrap_or(0) as u8;
    let mut info = flags & flag::START;
    if is_root {
        info |= flags & flag::NO_MOVE;
    } else if node.ply.is_none() {
        info |= flag::NO_MOVE;
    }
    let mut texts = LibTexts::default();
    if let Some(comment) = &node.notes().comment {
        let (kind, raw) = comment_of(node, comment, flags, losses);
        info |= kind;
        texts.comment = raw;
    }
    let (is_marked, label) = mark_and_label(node, losses);
    if is_marked {
        info |= flag::MARK;
    } else if is_without_point {
        info |= flags & flag::MARK;
    }
    let kept_ext = kept_number(node, name::EXTENSION);
    let mut ext = kept_ext.unwrap_or(0) & !BOARD_TEXT;
    if let Some(board_text) = board_text_of(node, label, losses) {
        ext |= BOARD_TEXT;
        texts.board_text = board_text;
    }
    if ext != 0 || kept_ext.is_some() {
        info |= flag::EXTENSION;
    }
    let has_text = texts != LibTexts::default();
    let texts = has_text.then(|| Box::new(texts));
    LibNode { pos: point.map_or(0, pos_of), info, ext, texts }
}

/// The flags of a comment and its bytes: those that were read, if they still say the same.
fn comment_of(node: &Node, comment: &Text, flags: u8, losses: &mut Losses) -> (u8, Box<[u8]>) {
    let old = kept_bytes(node, name::OLD_COMMENT).filter(|raw| text::is_whole(raw, true));
    if let Some(raw) = old.filter(|raw| is_comment(&text::decode_old(raw), comment)) {
        return (flag::OLD_COMMENT | flags & flag::COMMENT, raw.into());
    }
    (flag::COMMENT, new_comment(comment, kept_bytes(node, name::COMMENT), losses))
}

/// Whether the node's own point is marked, and its label. The format has room for one of each, on
/// that point only.
fn mark_and_label<'n>(node: &'n Node, losses: &mut Losses) -> (bool, Option<&'n Text>) {
    let (mut is_marked, mut label) = (false, None);
    for mark in node.notes().marks() {
        let is_own = node.point() == Some(mark.point);
        match &mark.kind {
            MarkKind::Cross if is_own && !is_marked => is_marked = true,
            MarkKind::Label(text) if is_own && label.is_none() => label = Some(text),
            _ => losses.add(LossKind::Marks, 1),
        }
    }
    (is_marked, label)
}

/// The bytes of the text on the board: those that were read, if they still say the same.
fn board_text_of(node: &Node, label: Option<&Text>, losses: &mut Losses) -> Option<Box<[u8]>> {
    let kept = kept_bytes(node, name::BOARD_TEXT).filter(|raw| text::is_whole(raw, false));
    match (label, kept) {
        (Some(label), Some(raw)) if text::decode(raw) == label.as_bytes() => Some(raw.into()),
        (Some(label), _) => {
            let raw = text::encode(label.as_bytes());
            losses.add(LossKind::Marks, usize::from(text::decode(&raw) != label.as_bytes()));
            Some(raw)
        }
        (None, kept) if node.point().is_none() => kept.map(Into::into),
        _ => None,
    }
}

fn is_comment(decoded: &[u8], comment: &Text) -> bool {
    text::with_line_break(decoded) == comment.as_bytes()
}

fn new_comment(comment: &Text, kept: Option<&[u8]>, losses: &mut Losses) -> Box<[u8]> {
    let kept = kept.filter(|raw| text::is_whole(raw, false));
    if let Some(raw) = kept.filter(|raw| is_comment(text::decode(raw), comment)) {
        return raw.into();
    }
    let raw = text::encode(&text::with_divider(comment.as_bytes()));
    losses.add(LossKind::Comments, usize::from(!is_comment(text::decode(&raw), comment)));
    raw
}

fn from_hex(text: &Text) -> Option<u16> {
    u16::from_str_radix(text.as_str()?, 16).ok()
}
