//! Stones in line, how much room they have and how free their ends are.

use tengen_rules::{Axis, Cell, Color, Point, Ray, Rule, Stones};

use crate::figures::shapes::{Shape, made_by};

/// Stones of one color on one line, with no gap of more than one empty point between neighbors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// The line.
    pub axis: Axis,
    /// The stones, in order along the axis.
    pub stones: Vec<Point>,
    /// How many points in line, empty or its own, lie between the next obstacles: less than five
    /// never become five.
    pub room: u8,
    /// How many empty points lie behind its first and its last stone, up to the next stone or edge.
    pub freedom: [u8; 2],
    /// What it threatens, if anything.
    pub threat: Option<Shape>,
}

/// The alignments of a color, the longest first.
pub fn alignments_of(stones: &Stones, rule: Rule, color: Color) -> Vec<Alignment> {
    let mut found: Vec<Alignment> = stones
        .iter()
        .filter(|&(_, owner)| owner == color)
        .flat_map(|(point, _)| Axis::ALL.map(|axis| (point, axis)))
        .filter_map(|(first, axis)| beginning_at(stones, rule, color, first, axis))
        .collect();
    found.sort_by_key(|alignment| {
        let is_cramped = usize::from(alignment.room) < 5;
        (is_cramped, core::cmp::Reverse((alignment.threat, alignment.stones.len())))
    });
    found
}

/// The alignment whose first stone this is.
fn beginning_at(
    stones: &Stones,
    rule: Rule,
    color: Color,
    first: Point,
    axis: Axis,
) -> Option<Alignment> {
    let (ahead, behind) = (axis.forward(), axis.backward());
    if next_of(stones, color, first, behind).is_some() {
        return None;
    }
    let step = |&point: &Point| next_of(stones, color, point, ahead);
    let aligned: Vec<Point> = core::iter::successors(Some(first), step).collect();
    let &last = aligned.last().filter(|_| aligned.len() >= 2)?;
    let count = |from, ray, is_counted: &dyn Fn(Cell) -> bool| {
        (1..i8::MAX).take_while(|&steps| is_counted(stones.look(from, ray, steps))).count() as u8
    };
    let is_empty = |cell| cell == Cell::Empty;
    let is_room = |cell| cell == Cell::Empty || cell == Cell::Stone(color);
    let threat = made_by(stones, rule, color, first)
        .into_iter()
        .find(|made| made.axis == axis)
        .map(|made| made.shape);
    Some(Alignment {
        axis,
        stones: aligned,
        room: 1 + count(first, ahead, &is_room) + count(first, behind, &is_room),
        freedom: [count(first, behind, &is_empty), count(last, ahead, &is_empty)],
        threat,
    })
}

/// The next stone along a ray: the neighbor, or the one behind a single gap.
fn next_of(stones: &Stones, color: Color, from: Point, ray: Ray) -> Option<Point> {
    let own = Cell::Stone(color);
    let steps = match (stones.look(from, ray, 1), stones.look(from, ray, 2)) {
        (near, _) if near == own => 1,
        (Cell::Empty, far) if far == own => 2,
        _ => return None,
    };
    stones.step(from, ray, steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_and_freedom_are_counted_to_the_next_obstacle() {
        let rows = [
            "...........",
            ".O.XX.X..O.",
            "...........",
            "OXXX.......",
            "...........",
            "...........",
            "...........",
            "...........",
            "...........",
            "...........",
            "...........",
        ];
        let stones = Stones::from_rows(&rows).unwrap();
        let rows_only = |color| {
            let all = alignments_of(&stones, Rule::Freestyle, color);
            all.into_iter().filter(|one| one.axis == Axis::Horizontal).collect::<Vec<_>>()
        };
        let black = rows_only(Color::Black);
        assert_eq!(black.len(), 2);
        let split = &black[0];
        assert_eq!(split.stones, [(3, 1), (4, 1), (6, 1)].map(|(x, y)| Point::new(x, y)));
        assert_eq!((split.room, split.freedom), (7, [1, 2]));
        assert_eq!(split.threat, Some(Shape::OpenThree));
        let blocked = &black[1];
        assert_eq!((blocked.room, blocked.freedom, blocked.threat), (10, [0, 7], None));
        assert!(rows_only(Color::White).is_empty());
    }
}
