//! Writing the tree: the root on its own line, eight nodes on each other line, every variation on
//! a line of its own.

use super::{SgfCollection, SgfGame, SgfNode};
use crate::tree::NodeId;

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
        let mut bytes = vec![b'('];
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
                    write_node(&mut bytes, &self.tree[id]);
                    n_on_line = if id == NodeId::ROOT { NODES_PER_LINE } else { n_on_line + 1 };
                    self.push_children(id, &mut steps);
                }
            }
        }
        bytes.push(b'\n');
        bytes
    }

    fn push_children(&self, id: NodeId, steps: &mut Vec<Step>) {
        let start = steps.len();
        for child in self.tree.children(id) {
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
