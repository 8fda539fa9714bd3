//! Positions that are the same but for a rotation or a reflection, compared stone by stone.

use tengen_rules::{Color, Point, Size, Symmetry};

/// The stones of a position in rising order, each twice the number of its point, and one more if it
/// is white. The smallest of the eight images of a position stands for all of them.
pub type Key = Box<[u16]>;

/// A stone as a number of a key.
pub(crate) const fn stone(cell: u16, color: Color) -> u16 {
    cell << 1
        | match color {
            Color::Black => 0,
            Color::White => 1,
        }
}

/// The cell and the color of a number of a key.
pub(crate) const fn unpack(stone: u16) -> (u16, Color) {
    (stone >> 1, if stone & 1 == 0 { Color::Black } else { Color::White })
}

/// The key of these stones as they stand, without looking for a smaller image.
pub fn key_of_stones(size: Size, stones: impl IntoIterator<Item = (Point, Color)>) -> Key {
    let mut key: Vec<u16> =
        stones.into_iter().map(|(point, color)| stone(size.index(point) as u16, color)).collect();
    key.sort_unstable();
    key.into()
}

/// The stones of a key.
pub fn stones_of_key(size: Size, key: &[u16]) -> Vec<(Point, Color)> {
    let side = u16::from(size.get());
    let point = |cell: u16| Point::new((cell % side) as u8, (cell / side) as u8);
    key.iter().map(|&stone| unpack(stone)).map(|(cell, color)| (point(cell), color)).collect()
}

/// Where each of the eight symmetries takes each point of a board.
#[derive(Clone, Debug)]
pub struct Frames {
    side: u16,
    images: [Vec<u16>; 8],
}

impl Frames {
    /// The symmetries of a board.
    pub fn new(size: Size) -> Self {
        let mut images = [const { Vec::new() }; 8];
        for (image, symmetry) in images.iter_mut().zip(Symmetry::all()) {
            let there = |point| size.index(symmetry.apply(size, point)) as u16;
            *image = size.points().map(there).collect();
        }
        Self { side: u16::from(size.get()), images }
    }

    /// The column and the row of a cell.
    pub(crate) fn coordinates(&self, cell: u16) -> (u16, u16) {
        (cell % self.side, cell / self.side)
    }

    /// The cell of a column and a row; `None` beside the board.
    pub(crate) fn cell(&self, x: u16, y: u16) -> Option<u16> {
        (x < self.side && y < self.side).then_some(y * self.side + x)
    }

    /// Where a symmetry takes a cell.
    pub(crate) fn image(&self, frame: usize, cell: u16) -> u16 {
        self.images[frame][usize::from(cell)]
    }

    /// The cell that a symmetry takes to this one.
    pub(crate) fn source(&self, frame: usize, cell: u16) -> u16 {
        let image = &self.images[frame];
        image.iter().position(|&there| there == cell).unwrap_or_default() as u16
    }

    fn image_of_stones(&self, frame: usize, stones: &[u16], into: &mut Vec<u16>) {
        into.clear();
        into.extend(stones.iter().map(|&s| self.image(frame, s >> 1) << 1 | s & 1));
        into.sort_unstable();
    }

    /// The smallest image of these stones, and the symmetry that leads to it.
    pub fn canonical(&self, stones: &[u16]) -> (Key, usize) {
        let (mut best, mut image) = (Vec::with_capacity(stones.len()), Vec::new());
        self.image_of_stones(0, stones, &mut best);
        let mut frame = 0;
        for other in 1..8 {
            self.image_of_stones(other, stones, &mut image);
            if image < best {
                std::mem::swap(&mut image, &mut best);
                frame = other;
            }
        }
        (best.into(), frame)
    }

    /// A symmetry that makes of these stones those, which are sorted.
    pub(crate) fn leading_to(&self, stones: &[u16], there: &[u16]) -> Option<usize> {
        let mut image = Vec::new();
        (0..8).find(|&frame| {
            self.image_of_stones(frame, stones, &mut image);
            image == there
        })
    }

    /// The symmetries other than the identity that leave these sorted stones as they are.
    pub(crate) fn of_itself(&self, stones: &[u16]) -> Vec<usize> {
        let mut image = Vec::new();
        (1..8)
            .filter(|&frame| {
                self.image_of_stones(frame, stones, &mut image);
                image == stones
            })
            .collect()
    }

    /// Whether a cell is the smallest of those that these symmetries make of it.
    pub(crate) fn is_first(&self, symmetries: &[usize], cell: u16) -> bool {
        symmetries.iter().all(|&frame| self.image(frame, cell) >= cell)
    }
}
