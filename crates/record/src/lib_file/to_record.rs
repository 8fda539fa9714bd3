//! Libraries to records.

use tengen_rules::{Color, Point};

use super::{BOARD_TEXT, LibDoc, LibHeader, LibNode, SIZE, flag, text};
use crate::format::Format;
use crate::record::{Mark, MarkKind, Node, Ply, Record};
use crate::text::Text;
use crate::tree::NodeId;

/// What the common record has no place for, by name. Bytes are hexadecimal.
pub(super) mod name {
    pub(in super::super) const HEADER: &str = "header";
    pub(in super::super) const ROOT_NODE: &str = "root-node";
    pub(in super::super) const OPEN_END: &str = "open-end";
    pub(in super::super) const FLAGS: &str = "flags";
    pub(in super::super) const EXTENSION: &str = "extension";
    pub(in super::super) const POINT: &str = "point";
    pub(in super::super) const COMMENT: &str = "comment";
    pub(in super::super) const OLD_COMMENT: &str = "old-comment";
    pub(in super::super) const BOARD_TEXT: &str = "board-text";
}

pub(super) const FORMAT: Format = Format::Lib;

impl From<&LibDoc> for Record {
    /// A board text becomes a label and a mark a cross, both on the point of their move.
    fn from(doc: &LibDoc) -> Self {
        let mut record = Self::new(SIZE);
        let has_root = doc.nodes.first().is_some_and(LibNode::is_root);
        let mut at = (NodeId::ROOT, Color::Black);
        // Where to go on when a subtree is finished.
        let mut pending = Vec::new();
        let nodes = match &doc.nodes[..] {
            [root, rest @ ..] if has_root => {
                record.tree[NodeId::ROOT] = node_of(root, None, true);
                rest
            }
            all => all,
        };
        for node in nodes {
            let (parent, color) = at;
            let ply = node.mv().map(|mv| Ply { color, mv });
            let id = record.tree.add_child(parent, node_of(node, ply, false));
            if node.has_sibling() {
                pending.push(at);
            }
            at = if node.is_leaf() {
                pending.pop().unwrap_or((NodeId::ROOT, Color::Black))
            } else {
                (id, if ply.is_some() { !color } else { color })
            };
        }
        keep_header(doc, has_root, &mut record);
        record
    }
}

impl LibNode {
    /// Whether this node, being the first, is the start and no pass.
    fn is_root(&self) -> bool {
        self.pos == 0 && !self.has_sibling()
    }
}

/// Keeps what the writer would do otherwise.
fn keep_header(doc: &LibDoc, has_root: bool, record: &mut Record) {
    let is_centered = super::from_record::is_centered(record);
    let usual = if is_centered { LibHeader::CENTERED } else { LibHeader::ROOTED };
    let mut keep = |name, values: Option<Text>| record.header.extra.push(FORMAT, name, values);
    if doc.header != Some(usual) {
        keep(name::HEADER, doc.header.map(|header| header.bytes().into()));
    }
    if has_root == is_centered {
        keep(name::ROOT_NODE, Some(if has_root { "yes" } else { "no" }.into()));
    }
    if doc.has_open_end() {
        keep(name::OPEN_END, None);
    }
}

fn node_of(node: &LibNode, ply: Option<Ply>, is_root: bool) -> Node {
    let mut made = Node::new(ply);
    let own_point = made.point();
    let mut flags = node.info & flag::START;
    if is_root {
        // Below the root, a node without a move is known by its being one.
        flags |= node.info & flag::NO_MOVE;
    }
    if let Some(raw) = node.comment() {
        keep_comment(node, &raw, &mut made);
        if node.has(flag::OLD_COMMENT) {
            flags |= node.info & flag::COMMENT;
        }
    }
    if let Some(point) = own_point {
        keep_marks(node, point, &mut made);
    } else {
        flags |= node.info & flag::MARK;
        if let (Some(_), Some(texts)) = (node.board_text(), &node.texts) {
            keep(&mut made, name::BOARD_TEXT, texts.board_text.to_vec());
        }
    }
    if ply.is_none() && node.pos != 0 {
        keep(&mut made, name::POINT, hex(u16::from(node.pos)));
    }
    if flags != 0 {
        keep(&mut made, name::FLAGS, hex(u16::from(flags)));
    }
    if let Some(ext) = node.extension().filter(|&ext| ext != BOARD_TEXT) {
        keep(&mut made, name::EXTENSION, hex(ext));
    }
    made
}

fn keep_comment(node: &LibNode, decoded: &[u8], made: &mut Node) {
    let comment = text::with_line_break(decoded);
    let raw = node.texts.as_ref().map_or(&[][..], |texts| &texts.comment);
    if node.has(flag::OLD_COMMENT) {
        keep(made, name::OLD_COMMENT, raw.to_vec());
    } else if *text::encode(&text::with_divider(&comment)) != *raw {
        keep(made, name::COMMENT, raw.to_vec());
    }
    made.notes_mut().comment = Some(comment.into());
}

fn keep_marks(node: &LibNode, point: Point, made: &mut Node) {
    if node.has(flag::MARK) {
        made.notes_mut().marks_mut().push(Mark { point, kind: MarkKind::Cross });
    }
    if let (Some(label), Some(texts)) = (node.board_text(), &node.texts) {
        let kind = MarkKind::Label(label.into());
        made.notes_mut().marks_mut().push(Mark { point, kind });
        if *text::encode(label) != *texts.board_text {
            keep(made, name::BOARD_TEXT, texts.board_text.to_vec());
        }
    }
}

fn keep(node: &mut Node, name: &str, value: Vec<u8>) {
    node.notes_mut().extra.push(FORMAT, name, [value]);
}

fn hex(number: u16) -> Vec<u8> {
    format!("{number:x}").into_bytes()
}
