//! Writing the tree: the root on its own line, eight nodes on each other line, every variation on
//! a line of its own.

use tengen_rules::{Color, Move};

use super::from_record::{header_losses, is_all_utf8, sgf_node};
use super::{SgfCollection, SgfGame, SgfNode, values};
use crate::error::WriteError;
use crate::record::{Losses, Ply, Record};
use crate::tree::{NodeId, Tree};

const NODES_PER_LINE: usize = 8;

enum Step {
    Open,
    Node(NodeId),
    Close,
}

impl SgfCollection {
    /// Writes the file.
    pub fn write(&self) -> Vec<u8> {
        self.games.iter().flat_map(SgfGame::write).collect()
    }
}

impl SgfGame {
    /// Writes the game.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_tree(&self.tree, &mut bytes, |bytes, id| write_node(bytes, &self.tree[id]));
        bytes
    }
}

/// Writes a record without making a document of it, which would take many times the space. Returns
/// what is lost.
pub(crate) fn write_record(record: &Record, bytes: &mut Vec<u8>) -> Result<Losses, WriteError> {
    let mut losses = header_losses(record)?;
    let size = record.header.size;
    let is_utf8 = is_all_utf8(record);
    write_tree(&record.tree, bytes, |bytes, id| {
        let node = &record.tree[id];
        if let (Some(Ply { color, mv: Move::Place(point) }), false, false) =
            (node.ply, node.has_notes(), id == NodeId::ROOT)
        {
            bytes.extend(if color == Color::Black { b";B[" } else { b";W[" });
            bytes.extend(values::point_to_raw(point, size).as_bytes());
            bytes.push(b']');
        } else {
            write_node(bytes, &sgf_node(record, id, is_utf8, &mut losses));
        }
    });
    Ok(losses)
}

fn write_tree<T>(
    tree: &Tree<T>,
    bytes: &mut Vec<u8>,
    mut write_node: impl FnMut(&mut Vec<u8>, NodeId),
) {
    bytes.push(b'(');
    let mut steps = vec![Step::Close, Step::Node(NodeId::ROOT)];
    let mut n_on_line = 0;
    while let Some(step) = steps.pop() {
        match step {
            Step::Open => {
                bytes.extend(b"\n(");
                n_on_line = 0;
            }
            Step::Close => bytes.push(b')'),
            Step::Node(id) => {
                if n_on_line == NODES_PER_LINE {
                    bytes.push(b'\n');
                    n_on_line = 0;
                }
                write_node(bytes, id);
                n_on_line = if id == NodeId::ROOT { NODES_PER_LINE } else { n_on_line + 1 };
                push_children(tree, id, &mut steps);
            }
        }
    }
    bytes.push(b'\n');
}

fn push_children<T>(tree: &Tree<T>, id: NodeId, steps: &mut Vec<Step>) {
    let start = steps.len();
    for child in tree.children(id) {
        steps.extend([Step::Open, Step::Node(child), Step::Close]);
    }
    match steps.len() - start {
        // A single child goes on with the sequence.
        3 => {
            steps.pop();
            steps.remove(start);
        }
        _ => steps[start..].reverse(),
    }
}

fn write_node(bytes: &mut Vec<u8>, node: &SgfNode) {
    bytes.push(b';');
    for property in &node.properties {
        bytes.extend(property.name.as_bytes());
        for value in &property.values {
            bytes.push(b'[');
            bytes.extend(value.as_bytes());
            bytes.push(b']');
        }
    }
}
