//! What Black plays in a game that follows a book.

use tengen_board::{Cell, NoObserver, Variant};
use tengen_rules::{Color, Point};
use tengen_search::solve::{Certificate, NodeId};

use crate::book::{Book, Entry};
use crate::frame::{Key, stone};
use crate::ground::{ATTACKER, Ground};
use crate::leaf::Leaf;

/// Where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// The position is in the book.
    Book,
    /// The win is forced from here on.
    Forced,
}

/// Black's move in a position that is won for him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub point: Point,
    /// Where it comes from.
    pub kind: AnswerKind,
    /// How many plies the win takes at most, this move included.
    pub plies: u32,
    /// The entry of the book that it belongs to: the position itself, or the last one before.
    pub entry: Option<Key>,
}

/// Answers from one book.
#[derive(Debug)]
pub struct Answerer<'b, V: Variant> {
    pub(crate) book: &'b Book,
    pub(crate) ground: Ground<V>,
}

/// A position from which the win is forced, as it stands in the frame of the entry before.
struct Entrance {
    /// The entry with Black's move made, or the opening.
    before: Vec<u16>,
    entry: Option<Key>,
    answer: Option<u16>,
    /// The symmetry from the game to the frame of the entry.
    frame: usize,
    /// How many moves of the game were played up to here, the reply included.
    n_moves: usize,
}

impl<'b, V: Variant> Answerer<'b, V> {
    /// Answers from this book, whose rule is `V`; `None` if the board is too large.
    pub fn new(book: &'b Book) -> Option<Self> {
        debug_assert_eq!(book.rule, V::RULE, "a book answers by its own rule");
        Some(Self { book, ground: Ground::new(book.size)? })
    }

    /// Black's move after these moves from the empty board, or `None` if the position is outside of
    /// the proof, or Black is not to move. The moves must be legal.
    pub fn answer(&self, moves: &[Point]) -> Option<Answer> {
        if !moves.len().is_multiple_of(2) {
            return None;
        }
        let opening = &self.book.opening;
        // Up to the end of the opening Black plays it, if White does.
        if moves.len() < opening.len() && opening.starts_with(moves) {
            let (point, kind) = (opening[moves.len()], AnswerKind::Book);
            // His moves of the opening come on top, and he is to move at its end or White is.
            let n_own = (opening.len() - moves.len()).div_ceil(2) as u32;
            // A book that has no answer to some reply proves nothing about its opening.
            let plies = plies_of_moves(u32::from(self.book.moves()?) + n_own);
            return Some(Answer { point, kind, plies, entry: None });
        }
        // A forced win that has begun is carried on, even where a position of the book is met: what
        // was said of its length must hold.
        self.entrances(moves).iter().find_map(|entrance| self.forced(moves, entrance)).or_else(
            || {
                let stones = self.stones(moves);
                let (point, moves) = self.book.answer(&self.ground.frames, &stones)?;
                let (key, _) = self.ground.frames.canonical(&stones);
                let plies = plies_of_moves(u32::from(moves));
                Some(Answer { point, kind: AnswerKind::Book, plies, entry: Some(key) })
            },
        )
    }

    pub(crate) fn cell(&self, point: Point) -> u16 {
        self.book.size.index(point) as u16
    }

    pub(crate) fn point(&self, cell: u16) -> Option<Point> {
        self.book.size.points().nth(usize::from(cell))
    }

    pub(crate) fn stones(&self, moves: &[Point]) -> Vec<u16> {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        moves.iter().zip(colors).map(|(&point, color)| stone(self.cell(point), color)).collect()
    }

    /// The positions of the game after which the book has nothing but a leaf, first ones first.
    fn entrances(&self, moves: &[Point]) -> Vec<Entrance> {
        let n_moves = (2..=moves.len()).filter(|n| n.is_multiple_of(2));
        n_moves.filter_map(|n_moves| self.entrance(&moves[..n_moves])).collect()
    }

    /// Whether the last of these moves leads out of the book.
    fn entrance(&self, moves: &[Point]) -> Option<Entrance> {
        let frames = &self.ground.frames;
        let n_moves = moves.len();
        let stones = self.stones(moves);
        if self.book.entries.contains_key(&frames.canonical(&stones).0) {
            return None;
        }
        let (key, _) = frames.canonical(&stones[..n_moves - 2]);
        let (root, to_move) = self.book.root();
        let (before, entry, answer) = match self.book.entries.get(&key) {
            Some(&Entry { answer, .. }) => {
                let mut before = key.to_vec();
                before.push(stone(answer, ATTACKER));
                (before, Some(key), Some(answer))
            }
            // The opening itself may be followed by leaves.
            None if to_move != ATTACKER && n_moves == root.len() + 1 => (root.to_vec(), None, None),
            None => return None,
        };
        // Only if Black has played what the book says, or a mirror image of it.
        let mut sorted = before.clone();
        sorted.sort_unstable();
        let frame = frames.leading_to(&stones[..n_moves - 1], &sorted)?;
        Some(Entrance { before, entry, answer, frame, n_moves })
    }

    /// The move of the forced win that began there, if Black has followed it.
    fn forced(&self, moves: &[Point], entrance: &Entrance) -> Option<Answer> {
        let frames = &self.ground.frames;
        let to_entry = |point: Point| frames.image(entrance.frame, self.cell(point));
        let reply = to_entry(moves[entrance.n_moves - 1]);
        let mut after = entrance.before.clone();
        after.push(stone(reply, !ATTACKER));
        let (below, frame) = frames.canonical(&after);
        let key = entrance.entry.as_deref().unwrap_or(&entrance.before);
        let mut board = self.ground.board(key);
        if let Some(cell) = entrance.answer {
            board.make(Cell::new(cell), &mut NoObserver);
        }
        board.set_to_move(!ATTACKER);
        board.make(Cell::new(reply), &mut NoObserver);
        let budget = self.book.leaf_nodes;
        let (leaf, frame) = self.ground.leaf(&mut board, (&below, frame), budget);
        let Leaf::Won(certificate) = leaf else { return None };
        let to_leaf = |point: Point| self.point(frames.image(frame, to_entry(point)));
        let mut at = certificate.root;
        for pair in moves[entrance.n_moves..].chunks_exact(2) {
            let node = &certificate.nodes[at as usize];
            if to_leaf(pair[0])? != node.attack {
                return None;
            }
            let reply = to_leaf(pair[1])?;
            let listed = node.replies.iter().find(|listed| listed.0 == reply);
            at = listed.map(|listed| listed.1).or(node.otherwise)?;
        }
        let attack = self.cell(certificate.nodes[at as usize].attack);
        let cell = frames.source(entrance.frame, frames.source(frame, attack));
        let plies = plies_of(&certificate, at);
        let (point, kind) = (self.point(cell)?, AnswerKind::Forced);
        let entry = entrance.entry.clone();
        Some(Answer { point, kind, plies, entry })
    }
}

/// Black begins and ends.
pub(crate) fn plies_of_moves(moves: u32) -> u32 {
    (2 * moves).saturating_sub(1)
}

/// How many plies a node of a certificate needs against the longest defense.
fn plies_of(certificate: &Certificate, id: NodeId) -> u32 {
    let mut plies: Vec<u32> = Vec::with_capacity(id as usize + 1);
    for node in &certificate.nodes[..=id as usize] {
        let below = node.replies.iter().map(|&(_, below)| below).chain(node.otherwise);
        let longest = below.map(|below| plies[below as usize]).max();
        plies.push(longest.map_or(1, |longest| longest + 2));
    }
    plies[id as usize]
}
