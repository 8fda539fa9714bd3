//! What won where all but one white stone stood like this to each other, anywhere on the board.
//!
//! A stone of White far from the fight changes little, and so does the edge: after two different
//! second moves of White the same moves win in most positions that follow, and a shape that is won
//! in one place of the board is mostly won in another.

use std::collections::BTreeMap;

use crate::frame::{Frames, Key, unpack};
use crate::ground::ATTACKER;

/// The moves of proven positions by what is left of them without one white stone.
#[derive(Debug, Default)]
pub(super) struct Kin {
    moves: BTreeMap<Key, Vec<Place>>,
}

/// A position has many kin, most of which have the same move.
const MOST_MOVES: usize = 4;

impl Kin {
    pub(super) fn insert(&mut self, frames: &Frames, key: &[u16], answer: u16) {
        for rest in without_one(key) {
            let (shape, stands) = Stands::of(frames, &rest);
            let moves = self.moves.entry(shape).or_default();
            let answer = stands.place(frames, answer);
            if moves.len() < MOST_MOVES && !moves.contains(&answer) {
                moves.push(answer);
            }
        }
    }

    /// The moves of the kin of a position, those of most of them first.
    pub(super) fn moves(&self, frames: &Frames, key: &[u16]) -> Vec<u16> {
        let mut counts = BTreeMap::<u16, usize>::new();
        for rest in without_one(key) {
            let (shape, stands) = Stands::of(frames, &rest);
            for &answer in self.moves.get(&shape).into_iter().flatten() {
                if let Some(cell) = stands.cell(frames, answer) {
                    *counts.entry(cell).or_default() += 1;
                }
            }
        }
        let mut ranked: Vec<_> =
            counts.into_iter().map(|(cell, n)| (usize::MAX - n, cell)).collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, cell)| cell).collect()
    }
}

/// A cell by its distance from the corner of a shape, which it may lie outside of.
type Place = (i16, i16);

/// Where a shape stands on a board.
struct Stands {
    /// The symmetry that turns the board so that the shape stands as it does in its key.
    frame: usize,
    /// The smallest column and the smallest row of its stones, then.
    corner: (u16, u16),
}

impl Stands {
    /// The shape of these stones, the smallest of its eight images in the corner of the board, and
    /// where it stands.
    fn of(frames: &Frames, stones: &[u16]) -> (Key, Self) {
        let mut best = None::<(Key, Self)>;
        for frame in 0..8 {
            let (image, corner) = in_the_corner(frames, frame, stones);
            if best.as_ref().is_none_or(|(key, _)| *image < **key) {
                best = Some((image.into(), Self { frame, corner }));
            }
        }
        best.unwrap_or((Key::default(), Self { frame: 0, corner: (0, 0) }))
    }

    fn place(&self, frames: &Frames, cell: u16) -> Place {
        let (x, y) = frames.coordinates(frames.image(self.frame, cell));
        (x as i16 - self.corner.0 as i16, y as i16 - self.corner.1 as i16)
    }

    /// `None` if the place is not on the board.
    fn cell(&self, frames: &Frames, place: Place) -> Option<u16> {
        let x = self.corner.0.checked_add_signed(place.0)?;
        let y = self.corner.1.checked_add_signed(place.1)?;
        Some(frames.source(self.frame, frames.cell(x, y)?))
    }
}

/// The image of stones under a symmetry, moved into the corner, and where its own corner was.
fn in_the_corner(frames: &Frames, frame: usize, stones: &[u16]) -> (Vec<u16>, (u16, u16)) {
    let there = |&stone: &u16| frames.coordinates(frames.image(frame, stone >> 1));
    let left = stones.iter().map(|stone| there(stone).0).min().unwrap_or(0);
    let top = stones.iter().map(|stone| there(stone).1).min().unwrap_or(0);
    let moved = |stone: &u16| {
        let (x, y) = there(stone);
        frames.cell(x - left, y - top).unwrap_or_default() << 1 | stone & 1
    };
    let mut image: Vec<u16> = stones.iter().map(moved).collect();
    image.sort_unstable();
    (image, (left, top))
}

/// A position without one white stone, for each of them.
fn without_one(key: &[u16]) -> impl Iterator<Item = Vec<u16>> + '_ {
    key.iter()
        .filter(|&&stone| unpack(stone).1 != ATTACKER)
        .map(|gone| key.iter().filter(|stone| *stone != gone).copied().collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_rules::{Color, Point, Size};

    use super::*;
    use crate::frame::stone;

    proptest! {
        /// A position that is moved, turned, and has another white stone somewhere, is told the
        /// move that won, where it lies now.
        #[test]
        fn a_shape_is_known_wherever_it_stands(
            cells in proptest::collection::btree_set((0u8..5, 0u8..5), 5..9),
            (x, y) in (0u8..10, 0u8..10),
            frame in 0usize..8,
            far in (0u8..15, 0u8..15),
        ) {
            let size = Size::literal(15);
            let frames = Frames::new(size);
            let at = |x: u8, y: u8| size.index(Point::new(x, y)) as u16;
            let color = |i: usize| if i.is_multiple_of(2) { Color::Black } else { Color::White };
            let mut cells: Vec<_> = cells.into_iter().collect();
            let answer = cells.remove(0);
            let turned = |(dx, dy): (u8, u8)| frames.image(frame, at(x + dx, y + dy));
            let shape = |place: &dyn Fn((u8, u8)) -> u16| -> Vec<u16> {
                cells.iter().enumerate().map(|(i, &cell)| stone(place(cell), color(i))).collect()
            };
            let (mut here, shape) = (shape(&|(dx, dy)| at(dx, dy)), shape(&turned));
            here.push(stone(at(14, 14), Color::White));
            let far = at(far.0, far.1);
            prop_assume!(shape.iter().all(|&stone| stone >> 1 != far));
            let mut there = shape.clone();
            there.push(stone(far, Color::White));

            let mut kin = Kin::default();
            kin.insert(&frames, &here, at(answer.0, answer.1));
            let told = kin.moves(&frames, &there);
            // A shape that is its own image may be told an image of the move.
            let (key, _) = Stands::of(&frames, &shape);
            let n_images = (0..8).filter(|&f| *in_the_corner(&frames, f, &shape).0 == *key).count();
            prop_assert!(told.contains(&turned(answer)) || n_images > 1 && !told.is_empty());
        }
    }
}
