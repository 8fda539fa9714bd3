//! The report's second board: `char **board`, a row of characters after the other.

use tengen_rules::{Cell, Color};

use crate::bots::board::{Grid, Layout};

const EMPTY: u8 = b'-';
const BLACK: u8 = b'X';
const WHITE: u8 = b'O';

/// Rows of `-`, `X` and `O`, each allocated by itself. It has no wall: whoever asks for a cell beside
/// the board finds no row or no character there.
#[derive(Clone, Debug)]
pub(crate) struct CharMatrix {
    layout: Layout,
    rows: Vec<Vec<u8>>,
}

impl Grid for CharMatrix {
    fn empty(layout: Layout) -> Self {
        let side = layout.side();
        Self { layout, rows: vec![vec![EMPTY; side]; side] }
    }

    fn layout(&self) -> Layout {
        self.layout
    }

    fn at(&self, index: usize) -> Cell {
        let character = self
            .layout
            .row_and_column(index)
            .and_then(|(row, column)| self.rows.get(row)?.get(column));
        match character {
            Some(&BLACK) => Cell::Stone(Color::Black),
            Some(&WHITE) => Cell::Stone(Color::White),
            Some(_) => Cell::Empty,
            None => Cell::Off,
        }
    }

    fn set(&mut self, index: usize, stone: Option<Color>) {
        let Some((row, column)) = self.layout.row_and_column(index) else { return };
        self.rows[row][column] = match stone {
            Some(Color::Black) => BLACK,
            Some(Color::White) => WHITE,
            None => EMPTY,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::board::tests::assert_holds_what_the_array_holds;

    #[test]
    fn the_matrix_holds_what_the_array_holds() {
        assert_holds_what_the_array_holds::<CharMatrix>();
    }
}
