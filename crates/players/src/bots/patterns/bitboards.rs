//! The report's first board: `bitset<225> board1, board2`, the whole board being `board1 | board2`.

use tengen_rules::{ByColor, Cell, Color};

use crate::bots::board::{Grid, Layout};

/// A set of cells, large enough for the widest board with its wall.
type Bits = [u64; 13];

/// One set of stones for each player. The wall is a third set, which the report's bitset does
/// without and pays for by arithmetic at the edges.
#[derive(Clone, Debug)]
pub(crate) struct BitboardPair {
    layout: Layout,
    stones: ByColor<Bits>,
    wall: Bits,
}

fn has(bits: &Bits, index: usize) -> bool {
    bits[index / 64] >> (index % 64) & 1 == 1
}

fn put(bits: &mut Bits, index: usize, value: bool) {
    let mask = 1 << (index % 64);
    if value {
        bits[index / 64] |= mask;
    } else {
        bits[index / 64] &= !mask;
    }
}

impl Grid for BitboardPair {
    fn empty(layout: Layout) -> Self {
        let mut wall = [u64::MAX; 13];
        for index in layout.indices() {
            put(&mut wall, index, false);
        }
        Self { layout, stones: ByColor::default(), wall }
    }

    fn layout(&self) -> Layout {
        self.layout
    }

    fn at(&self, index: usize) -> Cell {
        if has(&self.wall, index) {
            Cell::Off
        } else if has(&self.stones.black, index) {
            Cell::Stone(Color::Black)
        } else if has(&self.stones.white, index) {
            Cell::Stone(Color::White)
        } else {
            Cell::Empty
        }
    }

    fn set(&mut self, index: usize, stone: Option<Color>) {
        for color in Color::ALL {
            put(&mut self.stones[color], index, stone == Some(color));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::board::tests::assert_holds_what_the_array_holds;

    #[test]
    fn the_pair_holds_what_the_array_holds() {
        assert_holds_what_the_array_holds::<BitboardPair>();
    }
}
