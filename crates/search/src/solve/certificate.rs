//! A win as a tree that can be checked without any search.

use tengen_board::{Board, Cell, Variant};
use tengen_rules::{Color, Game, Point, Rule, Setup, SetupFault, SetupFaults, Size, Stones};

/// The number of a node in its certificate.
pub type NodeId = u32;

/// A position with the attacker to move: what he plays and what he has against every reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofNode {
    /// The attacker's move.
    pub attack: Point,
    /// The replies that need an answer of their own, with the node that answers.
    pub replies: Vec<(Point, NodeId)>,
    /// The node that answers every other legal reply; `None` if the attack itself makes five.
    pub otherwise: Option<NodeId>,
}

/// A proof that `attacker`, who is to move, wins.
///
/// The nodes form a tree whose branches may be shared; a node only refers to earlier ones, so there
/// are no circles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rule set.
    pub rule: Rule,
    /// The board size.
    pub size: Size,
    /// The stones of the position, row by row.
    pub stones: Vec<(Point, Color)>,
    /// Who is to move and wins.
    pub attacker: Color,
    /// The nodes; those a node refers to come before it.
    pub nodes: Vec<ProofNode>,
    /// The node of the position itself.
    pub root: NodeId,
}

/// A node as the solvers write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    pub(crate) attack: Cell,
    pub(crate) replies: Vec<(Cell, NodeId)>,
    pub(crate) otherwise: Option<NodeId>,
}

impl Draft {
    /// A move that makes five.
    pub(crate) const fn five(attack: Cell) -> Self {
        Self { attack, replies: Vec::new(), otherwise: None }
    }
}

impl Certificate {
    /// The certificate of a board whose side to move wins by the tree at `root`. Nodes that the
    /// tree does not use are dropped.
    pub(crate) fn new<V: Variant>(board: &Board<V>, drafts: Vec<Draft>, root: NodeId) -> Self {
        let size = board.size();
        let color_at = |cell| Color::ALL.into_iter().find(|&c| board.stones(c).contains(cell));
        let stones = Cell::all(size)
            .filter_map(|cell| color_at(cell).map(|color| (board.point(cell), color)))
            .collect();
        let mut is_used = vec![false; drafts.len()];
        is_used[root as usize] = true;
        for (i, draft) in drafts.iter().enumerate().rev().filter(|(i, _)| *i <= root as usize) {
            if is_used[i] {
                let below = draft.replies.iter().map(|&(_, node)| node).chain(draft.otherwise);
                below.for_each(|node| is_used[node as usize] = true);
            }
        }
        let mut new_ids = vec![0; drafts.len()];
        let mut nodes: Vec<ProofNode> = Vec::new();
        for (i, draft) in drafts.into_iter().enumerate().filter(|(i, _)| is_used[*i]) {
            new_ids[i] = nodes.len() as NodeId;
            let rename = |node: NodeId| new_ids[node as usize];
            let replies = draft.replies.into_iter();
            nodes.push(ProofNode {
                attack: board.point(draft.attack),
                replies: replies.map(|(cell, node)| (board.point(cell), rename(node))).collect(),
                otherwise: draft.otherwise.map(rename),
            });
        }
        let root = new_ids[root as usize];
        Self { rule: V::RULE, size, stones, attacker: board.to_move(), nodes, root }
    }

    /// The position the certificate is about, or `None` if it is none. The numbers of stones are
    /// not minded: problems are composed, not played.
    pub fn game(&self) -> Option<Game> {
        let mut stones = Stones::empty(self.size);
        for &(point, color) in &self.stones {
            if !self.size.contains(point) || stones.get(point).is_some() {
                return None;
            }
            stones.set(point, Some(color));
        }
        let mut setup = Setup::from_stones(self.rule, stones);
        setup.to_move = self.attacker;
        Game::from_setup_forgiving(setup, SetupFaults::NONE.with(SetupFault::StoneCount)).ok()
    }

    /// How many plies each node needs to win against the longest defense; the certificate must be
    /// sound.
    fn plies_of_nodes(&self) -> Vec<u32> {
        let mut plies: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let below = node.replies.iter().map(|&(_, below)| below).chain(node.otherwise);
            let longest = below.filter_map(|below| plies.get(below as usize)).max();
            plies.push(longest.map_or(1, |longest| longest + 2));
        }
        plies
    }

    /// How many plies the win takes at most, the five included.
    pub fn plies(&self) -> u32 {
        self.plies_of_nodes().get(self.root as usize).copied().unwrap_or(0)
    }

    /// The line against the longest defense, attacker first, ending with five. It stops early only
    /// where the defender has no point left to move to.
    pub fn line(&self) -> Vec<Point> {
        let plies = self.plies_of_nodes();
        let Some(mut game) = self.game() else { return Vec::new() };
        let mut line = Vec::new();
        let mut at = Some(self.root);
        while let Some(node) = at.and_then(|id| self.nodes.get(id as usize)) {
            line.push(node.attack);
            if game.try_play(node.attack).is_err() || !game.status().is_ongoing() {
                break;
            }
            let length = |id: NodeId| plies.get(id as usize).copied().unwrap_or(0);
            // A node is shared by many positions, so a listed reply need not be legal in this one.
            let longest_listed = node
                .replies
                .iter()
                .copied()
                .filter(|&(reply, _)| game.is_legal(reply))
                .max_by_key(|&(_, id)| length(id));
            let other = node.otherwise.and_then(|id| {
                let is_listed = |point: &Point| node.replies.iter().any(|(p, _)| p == point);
                let point = game.legal_points().into_iter().find(|point| !is_listed(point))?;
                Some((point, id))
            });
            let listed = longest_listed
                .filter(|&(_, id)| other.is_none_or(|(_, other)| length(id) >= length(other)));
            let Some((reply, below)) = listed.or(other) else { break };
            line.push(reply);
            if game.try_play(reply).is_err() {
                break;
            }
            at = Some(below);
        }
        line
    }
}
