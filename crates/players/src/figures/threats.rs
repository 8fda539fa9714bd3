//! What a stone just placed threatens.

use tengen_rules::{Axis, CaptureSpec, Cell, Color, Point, Ray, Rule, Stones, captured_by};

use crate::figures::shapes::{Shape, made_by};

/// What a threat threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An open four.
    Three,
    /// Five.
    Four,
    /// To take stones.
    Capture,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Three, Self::Four, Self::Capture];
}

/// A threat that one stone made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// What it threatens.
    pub kind: Kind,
    /// The line it lies on.
    pub axis: Axis,
    /// Who threatens.
    pub color: Color,
    /// The stone that made it.
    pub stone: Point,
    /// Where stones would be taken, and which; nothing for lines.
    pub take: Option<(Point, Vec<Point>)>,
}

impl Threat {
    /// Whether it stands on this board, which came about after the one it was made on.
    pub fn stands(&self, stones: &Stones, rule: Rule) -> bool {
        if stones.get(self.stone) != Some(self.color) {
            return false;
        }
        if let Some((point, victims)) = &self.take {
            let is_empty = stones.get(*point).is_none();
            return is_empty
                && rule.spec().capture.is_some_and(|spec| {
                    let taken = captured_by(stones, spec, *point, self.color);
                    victims.iter().all(|victim| taken.contains(victim))
                });
        }
        let made = made_by(stones, rule, self.color, self.stone);
        made.iter().any(|made| made.axis == self.axis && kind_of(made.shape) == Some(self.kind))
    }
}

/// What the stone of `color` on `stone` threatens. Shapes that no reply stops are no threats but
/// the end, so an open four is not among them.
pub fn threats_of_stone(stones: &Stones, rule: Rule, color: Color, stone: Point) -> Vec<Threat> {
    let lines = made_by(stones, rule, color, stone).into_iter().filter_map(|made| {
        let kind = kind_of(made.shape)?;
        (made.shape != Shape::OpenFour).then_some(Threat {
            kind,
            axis: made.axis,
            color,
            stone,
            take: None,
        })
    });
    let mut threats: Vec<Threat> = lines.collect();
    if let Some(spec) = rule.spec().capture {
        for axis in Axis::ALL {
            for ray in [axis.forward(), axis.backward()] {
                let take = take_along(stones, spec, color, stone, ray);
                threats.extend(take.map(|take| Threat {
                    kind: Kind::Capture,
                    axis,
                    color,
                    stone,
                    take: Some(take),
                }));
            }
        }
    }
    threats
}

const fn kind_of(shape: Shape) -> Option<Kind> {
    match shape {
        Shape::OpenThree => Some(Kind::Three),
        Shape::Four | Shape::OpenFour => Some(Kind::Four),
        Shape::Five => None,
    }
}

/// The group along a ray that the stone flanks, with the empty point from which it can be taken.
fn take_along(
    stones: &Stones,
    spec: CaptureSpec,
    color: Color,
    stone: Point,
    ray: Ray,
) -> Option<(Point, Vec<Point>)> {
    spec.group_lengths.iter().find_map(|&len| {
        let is_group = (1..=len).all(|steps| stones.look(stone, ray, steps) == Cell::Stone(!color));
        let is_open = stones.look(stone, ray, len + 1) == Cell::Empty;
        if !(is_group && is_open) {
            return None;
        }
        let group = (1..=len).filter_map(|steps| stones.step(stone, ray, steps)).collect();
        Some((stones.step(stone, ray, len + 1)?, group))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: &[&str]) -> Stones {
        Stones::from_rows(rows).unwrap()
    }

    #[test]
    fn a_stone_threatens_along_lines_and_flanks_pairs() {
        let stones = board(&[
            "............",
            "............",
            "..X.........",
            "...X........",
            "....XOO.....",
            "............",
            "............",
            "............",
            "............",
            "............",
            "............",
            "............",
        ]);
        let threats = threats_of_stone(&stones, Rule::Ninuki42, Color::Black, Point::new(4, 4));
        let seen: Vec<_> = threats.iter().map(|threat| (threat.kind, threat.axis)).collect();
        assert_eq!(seen, [(Kind::Three, Axis::Diagonal), (Kind::Capture, Axis::Horizontal)]);
        assert!(threats.iter().all(|threat| threat.stands(&stones, Rule::Ninuki42)));
        // A stone behind the pair saves it, a stone on the diagonal stops the three.
        let mut answered = stones.clone();
        answered.set(Point::new(7, 4), Some(Color::White));
        answered.set(Point::new(5, 5), Some(Color::White));
        answered.set(Point::new(6, 6), Some(Color::White));
        assert!(threats.iter().all(|threat| !threat.stands(&answered, Rule::Ninuki42)));
        // Without captures a pair is never in danger.
        let line_only = threats_of_stone(&stones, Rule::Freestyle, Color::Black, Point::new(4, 4));
        assert_eq!(line_only.len(), 1);
    }
}
