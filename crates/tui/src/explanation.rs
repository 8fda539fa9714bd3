//! Why opponents made their moves, as the panel shows it.

use tengen_api::{Spot, ThinkingView, growing_view, spot_of, thinking_view};
use tengen_players::{Thought, TreeNode};
use tengen_rules::{Move, Size};

use crate::app::{App, Tone};

/// So much of a recorded tree is shown: as much as is seen while it grows.
const SHOWN_DEPTH: usize = 3;
const SHOWN_WIDTH: usize = 6;

/// The upper part of a tree, of which many may be kept.
fn tops(roots: &[TreeNode], depth: usize) -> Vec<TreeNode> {
    if depth == 0 {
        return Vec::new();
    }
    let top = |node: &TreeNode| TreeNode {
        point: node.point,
        color: node.color,
        score: node.score,
        bound: node.bound,
        depth: node.depth,
        ending: node.ending,
        children: tops(&node.children, depth - 1),
        n_omitted: node.n_omitted,
    };
    roots.iter().take(SHOWN_WIDTH).map(top).collect()
}

/// Why an opponent made a move.
#[derive(Debug)]
pub(crate) struct Explanation {
    /// The number of the move.
    pub(crate) ply: u32,
    /// The point it chose; nothing for a pass.
    pub(crate) choice: Option<Spot>,
    /// Why, in a sentence.
    pub(crate) why: String,
    /// How it thought, as it stood at the end.
    pub(crate) thinking: ThinkingView,
    /// Remarks.
    pub(crate) notes: Vec<String>,
}

impl Explanation {
    /// What is shown of a thought.
    pub(crate) fn new(size: Size, thought: &Thought) -> Self {
        Self {
            ply: thought.ply,
            choice: match thought.choice {
                Some(Move::Place(point)) => Some(spot_of(size, point)),
                Some(Move::Pass) | None => None,
            },
            why: thought.why.text(),
            thinking: ThinkingView {
                tree: Some(growing_view(size, &tops(&thought.tree, SHOWN_DEPTH), thought.units)),
                ..thinking_view(size, &thought.thinking, None, thought.ply)
            },
            notes: thought.notes.clone(),
        }
    }
}

impl App {
    /// The explanations of the moves on the board, in their order.
    fn explanations_on_board(&self) -> impl DoubleEndedIterator<Item = &Explanation> {
        let is_on_board = |explanation: &&Explanation| {
            let mv = self.snapshot.moves.get((explanation.ply as usize).wrapping_sub(1));
            mv.is_some_and(|mv| mv.has_reasoning && mv.point == explanation.choice)
        };
        self.explanations.values().filter(is_on_board)
    }

    /// The explanation of the move that was asked for, or of the opponent's last one.
    pub(crate) fn shown_explanation(&self) -> Option<&Explanation> {
        let last = self.shown_ply.unwrap_or(u32::MAX);
        self.explanations_on_board().rfind(|it| it.ply <= last)
    }

    /// Goes to the explanation of an earlier or a later move.
    pub(crate) fn browse_explanations(&mut self, is_later: bool) {
        let Some(ply) = self.shown_explanation().map(|it| it.ply) else {
            return self.say(Tone::Refused, "No opponent has explained a move yet.");
        };
        let next = if is_later {
            self.explanations_on_board().find(|it| it.ply > ply)
        } else {
            self.explanations_on_board().rfind(|it| it.ply < ply)
        };
        self.shown_ply = next.map_or(Some(ply), |it| Some(it.ply));
    }
}
