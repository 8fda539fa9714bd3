//! Renju's forbidden points on the fast position, and which cells stop a threat.

use tengen_rules::{Color, Forbidden};

use crate::bits::Bits;
use crate::board::Board;
use crate::cell::Cell;
use crate::combo::{Threat, side};
use crate::line::Pattern;
use crate::variant::Variant;

impl<V: Variant> Board<V> {
    /// The pattern a stone of `color` on an empty cell makes in one direction.
    #[inline]
    pub fn pattern(&self, color: Color, cell: Cell, direction: usize) -> Pattern {
        Pattern::ALL[usize::from(self.known(cell).pattern(side(color), direction))]
    }

    /// The pattern of a stone that stands on the board, in one direction.
    #[inline]
    pub fn pattern_of_stone(&self, color: Color, cell: Cell, direction: usize) -> Pattern {
        let both = self.tables().patterns[self.line_index_of(cell, direction)];
        Pattern::ALL[usize::from(both >> (4 * side(color)) & 15)]
    }

    /// Whether the side to move may place a stone on an empty cell.
    #[inline]
    pub fn is_legal(&mut self, cell: Cell) -> bool {
        if V::BANS_DOUBLE_THREES {
            return !self.is_double_free_three(self.to_move(), cell);
        }
        !V::IS_RENJU
            || self.to_move() == Color::White
            || self.threat(Color::Black, cell) != Threat::Forbidden
            || self.forbidden(cell).is_none()
    }

    /// Whether the side to move may play a move that comes from elsewhere, such as a table: one on the
    /// board, on an empty cell, and legal.
    pub fn can_play(&mut self, cell: Cell) -> bool {
        cell.index() < self.size().n_points() && self.is_empty(cell) && self.is_legal(cell)
    }

    /// Whether the 42 game closes an empty cell to a color: two free threes at once, without a
    /// capture and without five.
    pub fn is_double_free_three(&self, color: Color, cell: Cell) -> bool {
        // A free three becomes an open four, so it is a three at least along its line.
        let threat = self.threat(color, cell);
        if !V::BANS_DOUBLE_THREES || threat < Threat::DoubleThree || threat == Threat::Five {
            return false;
        }
        let is_free = |direction: usize| {
            let index = self.line_index_of(cell, direction);
            self.tables().free_threes[index] >> side(color) & 1 != 0
        };
        self.n_takes(color, cell) == 0 && (0..4).filter(|&d| is_free(d)).count() > 1
    }

    /// Why a cell is forbidden to Black in renju.
    pub fn forbidden(&mut self, cell: Cell) -> Option<Forbidden> {
        if !V::IS_RENJU || self.threat(Color::Black, cell) != Threat::Forbidden {
            return None;
        }
        let patterns: [Pattern; 4] =
            core::array::from_fn(|direction| self.pattern(Color::Black, cell, direction));
        let fours = patterns.iter().filter(|&&p| matches!(p, Pattern::Four | Pattern::OpenFour));
        if patterns.contains(&Pattern::Overline) {
            Some(Forbidden::Overline)
        } else if patterns.contains(&Pattern::DoubleFour) || fours.count() > 1 {
            Some(Forbidden::DoubleFour)
        } else {
            // Suspicion only: a three counts if it can become a straight four by a legal move that
            // does not make five instead.
            self.is_real_double_three(cell).then_some(Forbidden::DoubleThree)
        }
    }

    fn is_real_double_three(&mut self, cell: Cell) -> bool {
        let mover = self.to_move();
        self.set_to_move(Color::Black);
        let is_double = self.scoped(cell, |board| {
            let real = (0..4).filter(|&direction| board.is_real_three(cell, direction)).count();
            real > 1
        });
        self.set_to_move(mover);
        is_double
    }

    /// Whether the black stone on `cell` is part of a real three in a direction.
    fn is_real_three(&mut self, cell: Cell, direction: usize) -> bool {
        if !self.pattern_of_stone(Color::Black, cell, direction).is_three() {
            return false;
        }
        let on_line = |n_steps: i16| {
            let neighbor = self.geometry().along(cell, direction, n_steps);
            neighbor.filter(|&neighbor| self.is_empty(neighbor))
        };
        let extensions: Vec<Cell> = (-3..=3).filter_map(on_line).collect();
        extensions.into_iter().any(|extension| {
            self.makes_straight_four_with(extension, cell, direction)
                && self.threat(Color::Black, extension) != Threat::Five
                && self.forbidden(extension).is_none()
        })
    }

    /// Whether a black stone on `extension` makes a straight four that contains `cell`.
    fn makes_straight_four_with(&mut self, extension: Cell, cell: Cell, direction: usize) -> bool {
        self.pattern(Color::Black, extension, direction) == Pattern::OpenFour && {
            let mover = self.to_move();
            self.set_to_move(Color::Black);
            let is_part = self.scoped(extension, |board| {
                board.pattern_of_stone(Color::Black, cell, direction) == Pattern::OpenFour
            });
            self.set_to_move(mover);
            is_part
        }
    }

    /// The cells where the other color stops what a stone of `color` on the empty `cell` would
    /// make in the directions whose pattern `is_meant`, without `cell` itself.
    pub fn stoppers(&self, color: Color, cell: Cell, is_meant: impl Fn(Pattern) -> bool) -> Bits {
        let mut stoppers = Bits::EMPTY;
        for direction in 0..4 {
            if !is_meant(self.pattern(color, cell, direction)) {
                continue;
            }
            let mask = self.tables().defenses[side(color)][self.line_index_of(cell, direction)];
            self.add_line_cells(&mut stoppers, cell, direction, mask);
        }
        stoppers
    }

    /// Adds the cells of a line mask around `cell`.
    fn add_line_cells(&self, bits: &mut Bits, cell: Cell, direction: usize, mut mask: u16) {
        let step = self.geometry().steps[direction];
        while mask != 0 {
            let offset = mask.trailing_zeros() as i16 - 5;
            mask &= mask - 1;
            bits.insert(cell.shifted(offset * step));
        }
    }
}
