//! Pairs that can be flanked, stones that expose themselves, and the stones a five is made of.

use tengen_rules::Color;

use crate::bits::Bits;
use crate::board::Board;
use crate::cell::Cell;
use crate::combo::side;
use crate::half::Seen;
use crate::line::Pattern;
use crate::tables::seen;
use crate::variant::Variant;

impl<V: Variant> Board<V> {
    /// Whether a stone of `color` on an empty cell becomes part of a group that the opponent can
    /// take next.
    pub fn is_exposed(&self, color: Color, cell: Cell) -> bool {
        (0..4).any(|direction| {
            self.tables().exposed[self.line_index_of(cell, direction)] >> side(color) & 1 != 0
        })
    }

    /// The stones that a stone of `color` on an empty cell would make a five with.
    pub fn stones_of_five(&self, color: Color, cell: Cell) -> Bits {
        let mut stones = Bits::EMPTY;
        for direction in 0..4 {
            if self.pattern(color, cell, direction) == Pattern::Five {
                self.add_run(&mut stones, color, cell, direction);
            }
        }
        stones
    }

    /// Whether a stone of `color` on an empty cell would make a five that is left when some stones
    /// have been taken from it.
    pub fn has_five_without(&self, color: Color, cell: Cell, taken: &[Cell]) -> bool {
        (0..4).any(|direction| {
            let is_left =
                |other: &Cell| self.stones(color).contains(*other) && !taken.contains(other);
            let run = |sign: i16| {
                let ray = (1..5).map_while(|n| self.geometry().along(cell, direction, sign * n));
                ray.take_while(is_left).count()
            };
            self.pattern(color, cell, direction) == Pattern::Five && run(1) + run(-1) >= 4
        })
    }

    /// The stones of `color` along the lines in which its stone on `cell` makes a four: everything up
    /// to the first blocker, four cells each way.
    pub fn stones_of_fours(&self, color: Color, cell: Cell) -> Bits {
        let mut stones = Bits::EMPTY;
        stones.insert(cell);
        for direction in 0..4 {
            if self.pattern_of_stone(color, cell, direction) >= Pattern::Four {
                for sign in [1, -1] {
                    let is_free = |other: &Cell| !self.stones(!color).contains(*other);
                    let reached = (1..=4).map_while(|n| {
                        self.geometry().along(cell, direction, sign * n).filter(is_free)
                    });
                    for other in reached.filter(|&other| self.stones(color).contains(other)) {
                        stones.insert(other);
                    }
                }
            }
        }
        stones
    }

    fn add_run(&self, stones: &mut Bits, color: Color, cell: Cell, direction: usize) {
        for sign in [1, -1] {
            let is_own = |other: &Cell| self.stones(color).contains(*other);
            let run = (1..)
                .map_while(|n| self.geometry().along(cell, direction, sign * n).filter(is_own));
            for other in run {
                stones.insert(other);
            }
        }
    }

    /// Adds the ends of the groups that a stone of `color` on `cell` is part of, or would be, if they
    /// have a length that can be taken and both ends are empty: from there the opponent flanks them.
    pub fn add_loose_ends(&self, ends: &mut Bits, color: Color, cell: Cell) {
        let place = &self.geometry().places[cell.index()];
        let longest = if V::TAKES_THREES { 3 } else { 2 };
        for direction in 0..4 {
            let line = self.keys().line(place, direction);
            let bit = 2 * i32::from(place.position[direction]);
            let at = |offset: i16| Seen::from_bits((line >> (bit + 2 * i32::from(offset))) as u16);
            let run = |sign: i16| (1..longest).take_while(|&n| at(sign * n) == seen(color)).count();
            let (ahead, behind) = (run(1) as i16 + 1, run(-1) as i16 + 1);
            let is_loose = (2..=longest).contains(&(ahead + behind - 1))
                && at(ahead) == Seen::Empty
                && at(-behind) == Seen::Empty;
            if is_loose {
                let step = self.geometry().steps[direction];
                ends.insert(cell.shifted(ahead * step));
                ends.insert(cell.shifted(-behind * step));
            }
        }
    }

    /// Adds the empty cells where the opponent's stone would fall with its neighbors when `color`
    /// plays on `cell` next. Making the opponent take them opens the line behind.
    pub fn add_baits(&self, baits: &mut Bits, color: Color, cell: Cell) {
        let longest = if V::TAKES_THREES { 3 } else { 2 };
        for direction in 0..4 {
            for sign in [1, -1] {
                for len in 2..=longest {
                    let at = |n: i16| self.geometry().along(cell, direction, sign * n);
                    let is_flanked =
                        at(len + 1).is_some_and(|end| self.stones(color).contains(end));
                    let group = (1..=len).filter_map(at);
                    let mut missing = group.filter(|&it| !self.stones(!color).contains(it));
                    if let (true, Some(bait), None) = (is_flanked, missing.next(), missing.next())
                        && self.is_empty(bait)
                    {
                        baits.insert(bait);
                    }
                }
            }
        }
    }
}
