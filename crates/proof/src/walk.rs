//! What a book says after a move of Black: every reply, and what becomes of it.

use tengen_board::{Cell, NoObserver, Variant};
use tengen_rules::Point;

use crate::answer::{Answer, AnswerKind, Answerer, plies_of_moves};
use crate::book::{Entry, every_reply};
use crate::frame::{Key, stone, unpack};
use crate::ground::ATTACKER;
use crate::leaf::Leaf;

/// A reply of White, and Black's answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// White's move.
    pub point: Point,
    /// What Black plays.
    pub answer: Answer,
}

/// A position with White to move that is lost for him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// How many plies it takes at most, White's next one included.
    pub plies: u32,
    /// The position of the book whose move was played, or nothing after the opening.
    pub entry: Option<Key>,
    /// The symmetry from the position to the frame of the entry.
    frame: usize,
    /// Black's move in that frame.
    answer: Option<u16>,
}

impl<V: Variant> Answerer<'_, V> {
    /// What the book says of the position after these moves with White to move; `None` if Black has
    /// played something else than the book says, or the book has no answer to some reply. How the stones came there does not matter.
    pub fn lost(&self, moves: &[Point]) -> Option<Lost> {
        if moves.len().is_multiple_of(2) {
            return None;
        }
        let frames = &self.ground.frames;
        let stones = self.stones(moves);
        let (root, to_move) = self.book.root();
        if to_move != ATTACKER && stones.len() == root.len() {
            let frame = frames.leading_to(&stones, &root)?;
            let plies = 2 * u32::from(self.book.moves()?);
            return Some(Lost { plies, entry: None, frame, answer: None });
        }
        let own = stones.iter().filter(|&&stone| unpack(stone).1 == ATTACKER);
        own.filter_map(|&last| {
            let before: Vec<u16> = stones.iter().copied().filter(|&other| other != last).collect();
            let (key, _) = frames.canonical(&before);
            let Entry { answer, moves } = *self.book.entries.get(&key)?;
            let mut after = key.to_vec();
            after.push(stone(answer, ATTACKER));
            after.sort_unstable();
            let frame = frames.leading_to(&stones, &after)?;
            let plies = plies_of_moves(u32::from(moves)).saturating_sub(1);
            Some(Lost { plies, entry: Some(key), frame, answer: Some(answer) })
        })
        .min_by_key(|lost| lost.plies)
    }

    /// Every reply of White after these moves, with Black's answers, if the book knows the position.
    /// The answer is missing only if the book is wrong.
    pub fn replies(&self, moves: &[Point]) -> Option<Vec<Reply>> {
        let lost = self.lost(moves)?;
        let frames = &self.ground.frames;
        let mut before =
            lost.entry.as_deref().map_or_else(|| self.book.root().0.to_vec(), <[u16]>::to_vec);
        let mut board = self.ground.board(&before);
        if let Some(cell) = lost.answer {
            board.make(Cell::new(cell), &mut NoObserver);
            before.push(stone(cell, ATTACKER));
        }
        board.set_to_move(!ATTACKER);
        let game_cell =
            |frame: usize, cell: u16| frames.source(lost.frame, frames.source(frame, cell));
        let mut replies = Vec::new();
        for cell in every_reply(self.book.size, &before) {
            let mut after = before.clone();
            after.push(stone(cell, !ATTACKER));
            let (below, frame) = frames.canonical(&after);
            let answer = if let Some(entry) = self.book.entries.get(&below) {
                let point = self.point(game_cell(frame, entry.answer))?;
                let plies = plies_of_moves(u32::from(entry.moves));
                Answer { point, kind: AnswerKind::Book, plies, entry: Some(below) }
            } else {
                board.make(Cell::new(cell), &mut NoObserver);
                let (leaf, frame) =
                    self.ground.leaf(&mut board, (&below, frame), self.book.leaf_nodes);
                board.unmake();
                let Leaf::Won(certificate) = leaf else { continue };
                let attack = self.cell(certificate.nodes[certificate.root as usize].attack);
                let point = self.point(game_cell(frame, attack))?;
                let plies = certificate.plies();
                Answer { point, kind: AnswerKind::Forced, plies, entry: lost.entry.clone() }
            };
            let point = self.point(game_cell(0, cell))?;
            replies.push(Reply { point, answer });
        }
        replies.sort_by_key(|reply| reply.point);
        Some(replies)
    }
}
