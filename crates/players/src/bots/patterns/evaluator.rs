//! The value of a position, by each of the three heuristics.

use crate::Score;
use tengen_rules::{Cell, Color, Point, Size, Stones};

use super::adjacent::best_neighbor;
use super::bitboards::BitboardPair;
use super::char_matrix::CharMatrix;
use super::regex_count::RegexCounter;
use super::rows::points_at;
use super::{BoardKind, Heuristic};
use crate::bots::board::{Board, Grid};

/// Values positions by one heuristic.
#[derive(Clone, Debug)]
pub struct Evaluator(Kind);

#[derive(Clone, Debug)]
enum Kind {
    PerCell,
    RegexCount(Box<RegexCounter>),
    Adjacent,
}

impl Evaluator {
    /// Makes the heuristic ready for a board size.
    pub fn new(heuristic: Heuristic, size: Size) -> Self {
        Self(match heuristic {
            Heuristic::PerCell => Kind::PerCell,
            Heuristic::RegexCount => Kind::RegexCount(Box::new(RegexCounter::new(size))),
            Heuristic::Adjacent => Kind::Adjacent,
        })
    }

    /// The value for `mover`, who is to move after a stone on the cell `last`.
    pub(super) fn value<G: Grid>(&self, grid: &G, mover: Color, last: usize) -> Score {
        Score(match &self.0 {
            Kind::PerCell => per_cell(grid, mover),
            Kind::RegexCount(counter) => counter.value(grid, mover),
            Kind::Adjacent => best_neighbor(grid, last, mover)
                .map_or_else(|| per_cell(grid, mover), |(_, value)| value),
        })
    }

    /// Prepares a position to be valued again and again, for measurements. `last` is the last
    /// stone and `mover` the side to move.
    pub fn on<'a>(
        &'a self,
        board: BoardKind,
        stones: &Stones,
        mover: Color,
        last: Point,
    ) -> Box<dyn Fn() -> Score + 'a> {
        match board {
            BoardKind::Array => self.on_grid(Board::from_stones(stones), mover, last),
            BoardKind::BitboardPair => self.on_grid(BitboardPair::from_stones(stones), mover, last),
            BoardKind::CharMatrix => self.on_grid(CharMatrix::from_stones(stones), mover, last),
        }
    }

    fn on_grid<'a, G: Grid + 'a>(
        &'a self,
        grid: G,
        mover: Color,
        last: Point,
    ) -> Box<dyn Fn() -> Score + 'a> {
        let last = grid.layout().index(last);
        Box::new(move || self.value(&grid, mover, last))
    }
}

/// The points of all stones of `mover` minus those of the other side.
pub(super) fn per_cell<G: Grid>(grid: &G, mover: Color) -> i64 {
    let mut sum = 0;
    for index in grid.layout().indices() {
        if let Cell::Stone(color) = grid.at(index) {
            let points = points_at(grid, index, color);
            sum += if color == mover { points } else { -points };
        }
    }
    sum
}
