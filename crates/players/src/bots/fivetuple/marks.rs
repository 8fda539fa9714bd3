//! Marks by windows of five (seed 002, `countScore`).

use tengen_rules::{Cell, Color};

use crate::bots::board::{Board, Grid, next};

/// The worth of a window by its number of stones, the new one included (`marklist`).
const WEIGHTS: [i64; 5] = [1, 4, 16, 64, 256];

/// The two marks of an empty point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// With a stone of the bot.
    pub own: i64,
    /// With a stone of its opponent.
    pub opponent: i64,
}

/// The mark of an empty point for `who`; `bot` alone gets the bonuses.
///
/// The order of directions and windows is the listing's, because it matters: quirk, a five of the
/// bot doubles everything counted so far and nothing that comes later.
pub(super) fn mark(board: &Board, index: usize, who: Color, bot: Color) -> i64 {
    let [right, down, down_right, up_right] = board.layout().steps();
    // { 1,0 }, { 0,1 }, { 1,1 }, { 1,-1 } with x as the row.
    let directions = [down, right, down_right, -up_right];
    let mut total = 0;
    for step in directions {
        let line = Line::through(board, index, step, who);
        for n_before in 0..5 {
            let Some(count) = line.window(n_before) else { continue };
            let weight = WEIGHTS[count - 1];
            // 64 / 3 is cut to 21, as in the listing.
            total += if count == 4 && who == bot { weight + weight / 3 } else { weight };
            if count == 5 && who == bot {
                total *= 2;
            }
        }
    }
    total
}

/// The largest mark of either side on the board and the first cell that has it, with `bot`
/// getting its bonuses although the opponent is to move (`ajust(-1)`).
pub(super) fn strongest(board: &Board, bot: Color) -> Option<(usize, i64)> {
    let mut strongest: Option<(usize, i64)> = None;
    for index in board.empties() {
        let mark = mark(board, index, bot, bot).max(mark(board, index, !bot, bot));
        if strongest.is_none_or(|(_, largest)| mark > largest) {
            strongest = Some((index, mark));
        }
    }
    strongest
}

/// Four cells either way from a point, as far as no stone of the other side and no wall stands
/// there.
struct Line {
    before: [bool; 4],
    n_before: usize,
    behind: [bool; 4],
    n_behind: usize,
}

impl Line {
    fn through(board: &Board, index: usize, step: isize, who: Color) -> Self {
        let (before, n_before) = free_cells(board, index, -step, who);
        let (behind, n_behind) = free_cells(board, index, step, who);
        Self { before, n_before, behind, n_behind }
    }

    /// The stones in the window with this many cells before the point, the point counted as a
    /// stone; nothing if the window holds a stone of the other side or leaves the board.
    fn window(&self, n_before: usize) -> Option<usize> {
        let n_behind = 4 - n_before;
        (n_before <= self.n_before && n_behind <= self.n_behind).then(|| {
            let stones = self.before[..n_before].iter().chain(&self.behind[..n_behind]);
            1 + stones.filter(|&&is_stone| is_stone).count()
        })
    }
}

fn free_cells(board: &Board, from: usize, step: isize, who: Color) -> ([bool; 4], usize) {
    let mut stones = [false; 4];
    let mut index = from;
    for (n, stone) in stones.iter_mut().enumerate() {
        index = next(index, step);
        match board.at(index) {
            Cell::Empty => {}
            Cell::Stone(color) if color == who => *stone = true,
            Cell::Stone(_) | Cell::Off => return (stones, n),
        }
    }
    (stones, 4)
}
