//! Positions of games as the fit sees them.

use tengen_board::{Bits, Board, Cell, Combo, NoObserver, Variant};
use tengen_rules::Color;
use tengen_search::{Chances, N_EFFECTS, Score, choices, effects, mask_of};

use crate::games::{GameData, NO_SCORE};

/// A position worth learning from.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// The side to move.
    pub(crate) us: Color,
    /// The combinations of the empty points, ours and theirs, with how often each occurs.
    pub(crate) ours: Vec<(Combo, u16)>,
    pub(crate) theirs: Vec<(Combo, u16)>,
    pub(crate) mask: u16,
    /// The share of points the side to move got in the end, if there was one.
    pub(crate) result: Option<f32>,
    /// The search's score.
    pub(crate) score: Score,
    /// The candidates as pairs of combinations, and which was chosen.
    pub(crate) candidates: Vec<(Combo, Combo)>,
    pub(crate) chosen: Option<usize>,
    /// What captures promise, ours and theirs, where there are any.
    pub(crate) chances: Option<[Chances; 2]>,
    /// What each candidate does about captures; empty where there are none.
    pub(crate) effects: Vec<[(usize, usize); N_EFFECTS]>,
}

/// The positions of a game to learn from.
pub(crate) fn samples_of<V: Variant>(game: &GameData) -> Vec<Sample> {
    let mut samples = Vec::new();
    each_choice::<V>(game, |board, near, cell, score| {
        samples.push(sample(board, near, cell, score, game));
    });
    samples
}

/// Goes through the positions of a game in which the evaluation would be asked: the counts leave a
/// choice. Shows the moves there were, the one that was made, and its score.
pub(crate) fn each_choice<V: Variant>(
    game: &GameData,
    mut visit: impl FnMut(&Board<V>, &Bits, Cell, Score),
) {
    let Some(mut board) = Board::<V>::new(game.size) else { return };
    for (ply, &(number, score)) in game.moves.iter().enumerate() {
        let cell = Cell::new(number);
        let is_chosen = ply >= usize::from(game.opening_plies) && score != NO_SCORE;
        if is_chosen && let Some(near) = choices(&mut board) {
            visit(&board, &near, cell, Score::from_raw(i32::from(score)));
        }
        if !board.is_empty(cell) {
            break;
        }
        board.make(cell, &mut NoObserver);
    }
}

fn sample<V: Variant>(
    board: &Board<V>,
    near: &Bits,
    chosen: Cell,
    score: Score,
    game: &GameData,
) -> Sample {
    let us = board.to_move();
    let count = |color: Color| {
        let mut combos: Vec<Combo> = board.empties().map(|c| board.combo(color, c)).collect();
        combos.sort_unstable();
        let runs = combos.chunk_by(|a, b| a == b);
        runs.map(|run| (run[0], run.len() as u16)).collect::<Vec<_>>()
    };
    let candidates =
        near.iter().map(|cell| (board.combo(us, cell), board.combo(!us, cell))).collect();
    Sample {
        us,
        ours: count(us),
        theirs: count(!us),
        mask: mask_of(board) as u16,
        result: game.result_of(us),
        score,
        candidates,
        chosen: near.iter().position(|cell| cell == chosen),
        chances: V::CAPTURES.then(|| [us, !us].map(|color| Chances::of(board, color))),
        effects: if V::CAPTURES {
            near.iter().map(|cell| effects(board, cell)).collect()
        } else {
            Vec::new()
        },
    }
}
