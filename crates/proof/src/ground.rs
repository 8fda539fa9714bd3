//! A board and its symmetries: what growing, checking and answering all stand on.

use tengen_board::{Board, Cell, NoObserver, Variant};
use tengen_rules::{Color, Size};

use crate::frame::{Frames, Key, stone, unpack};
use crate::leaf::{Leaf, N_STAGES, solve_stage};

/// The side whose win is proven.
pub(crate) const ATTACKER: Color = Color::Black;

/// The empty board of a rule and a size, with its symmetries.
#[derive(Clone, Debug)]
pub(crate) struct Ground<V: Variant> {
    pub(crate) frames: Frames,
    pub(crate) size: Size,
    empty: Board<V>,
}

impl<V: Variant> Ground<V> {
    /// `None` if the board is too large.
    pub(crate) fn new(size: Size) -> Option<Self> {
        let empty = Board::<V>::new(size)?;
        Some(Self { frames: Frames::new(size), size, empty })
    }

    /// A board with the stones of a key in their order, the attacker to move. The order matters: the
    /// solver looks first near what was played last.
    pub(crate) fn board(&self, key: &[u16]) -> Board<V> {
        let mut board = self.empty.clone();
        for &number in key {
            let (cell, color) = unpack(number);
            board.set_to_move(color);
            board.make(Cell::new(cell), &mut NoObserver);
        }
        board.set_to_move(ATTACKER);
        board
    }

    /// The key of the position after a move and a reply, and the symmetry that leads to it.
    pub(crate) fn after(&self, key: &[u16], answer: u16, reply: u16) -> (Key, usize) {
        let mut stones = Vec::with_capacity(key.len() + 2);
        stones.extend_from_slice(key);
        stones.extend([stone(answer, ATTACKER), stone(reply, !ATTACKER)]);
        self.frames.canonical(&stones)
    }

    /// Tries the position after a reply as a leaf, as growing did: first with the stones as they
    /// came, on `board`, then in the frame of its own key. A certificate is about the position in
    /// the frame that is named with it.
    pub(crate) fn leaf(
        &self,
        board: &mut Board<V>,
        (key, frame): (&[u16], usize),
        budget: u64,
    ) -> (Leaf, usize) {
        let leaf = solve_stage(board, budget, 0);
        if leaf != Leaf::Open {
            return (leaf, 0);
        }
        let mut board = self.board(key);
        for stage in 1..N_STAGES {
            let leaf = solve_stage(&mut board, budget, stage);
            if leaf != Leaf::Open {
                return (leaf, frame);
            }
        }
        (Leaf::Open, frame)
    }
}
