//! Why a point is forbidden, with the lines to draw. `rules` has already said that it is.

use tengen_rules::{
    Axis, Color, Forbidden, Game, Notation, Point, Rule, Stones, forbidden_at, run_through,
};

use crate::words::color_title;

/// Why a point is closed to the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedPoint {
    /// Where.
    pub point: Point,
    /// Which ban.
    pub kind: Forbidden,
    /// The explanation, as a sentence.
    pub text: String,
    /// The lines that cause it: stones and the point itself, in order.
    pub lines: Vec<(Axis, Vec<Point>)>,
}

/// The explanation of a closed point.
pub fn explain_forbidden(game: &Game, point: Point, kind: Forbidden) -> ClosedPoint {
    let color = game.to_move();
    let mut stones = game.stones().clone();
    stones.set(point, Some(color));
    let lines = Axis::ALL
        .into_iter()
        .flat_map(|axis| {
            let found = lines_along(&mut stones, game.rule(), color, point, axis, kind);
            found.into_iter().map(move |line| (axis, line))
        })
        .collect();
    ClosedPoint { point, kind, text: text(game, point, kind), lines }
}

fn text(game: &Game, point: Point, kind: Forbidden) -> String {
    let name = Notation::Renju.format(game.size(), point);
    let who = color_title(game.to_move());
    match (kind, game.rule()) {
        (Forbidden::Overline, _) => {
            format!("{name} would make six or more in a row, which {who} may not do.")
        }
        (Forbidden::DoubleFour, _) => {
            format!("{name} would make two fours at once, which {who} may not do.")
        }
        (Forbidden::DoubleThree, Rule::Renju) => {
            format!("{name} would make two open threes at once, which {who} may not do.")
        }
        (Forbidden::DoubleThree, _) => format!(
            "{name} would make two free threes at once, which is allowed only with a capture."
        ),
    }
}

/// The lines of this kind through the stone on `point`.
fn lines_along(
    stones: &mut Stones,
    rule: Rule,
    color: Color,
    point: Point,
    axis: Axis,
    kind: Forbidden,
) -> Vec<Vec<Point>> {
    match kind {
        Forbidden::Overline => run_through(stones, point, axis)
            .filter(|run| run.len > 5)
            .map(|run| run.points(stones).collect())
            .into_iter()
            .collect(),
        Forbidden::DoubleFour => fours(stones, color, point, axis),
        Forbidden::DoubleThree => three(stones, rule, color, point, axis).into_iter().collect(),
    }
}

/// The fours through `point`: sets of four stones that one more makes exactly five.
fn fours(stones: &mut Stones, color: Color, point: Point, axis: Axis) -> Vec<Vec<Point>> {
    let completions: Vec<Point> = stones.empties_near(point, axis, 4).collect();
    let mut sets: Vec<Vec<Point>> = Vec::new();
    for completion in completions {
        stones.set(completion, Some(color));
        let five = run_through(stones, completion, axis)
            .filter(|run| run.len == 5)
            .map(|run| run.points(stones).collect::<Vec<_>>());
        stones.set(completion, None);
        let Some(mut four) = five.filter(|five| five.contains(&point)) else { continue };
        four.retain(|&stone| stone != completion);
        if !sets.contains(&four) {
            sets.push(four);
        }
    }
    sets
}

/// The three through `point`, if one more stone makes a four with both ends open.
fn three(
    stones: &mut Stones,
    rule: Rule,
    color: Color,
    point: Point,
    axis: Axis,
) -> Option<Vec<Point>> {
    let extensions: Vec<Point> = stones.empties_near(point, axis, 3).collect();
    extensions.into_iter().find_map(|extension| {
        let is_closed = rule == Rule::Renju && forbidden_at(stones, extension).is_some();
        stones.set(extension, Some(color));
        let four = run_through(stones, extension, axis).filter(|run| {
            let is_open = run.ends == [tengen_rules::Cell::Empty; 2];
            run.len == 4 && is_open && run.points(stones).any(|stone| stone == point)
        });
        let line = four.map(|run| run.points(stones).filter(|&p| p != extension).collect());
        stones.set(extension, None);
        line.filter(|_| !is_closed)
    })
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Game, Rule, Setup, Size, Stones};

    use super::*;

    fn game(rule: Rule, black: &[(u8, u8)], white: &[(u8, u8)]) -> Game {
        let mut stones = Stones::empty(Size::literal(15));
        for &(x, y) in black {
            stones.set(Point::new(x, y), Some(Color::Black));
        }
        for &(x, y) in white {
            stones.set(Point::new(x, y), Some(Color::White));
        }
        Game::from_setup(Setup::from_stones(rule, stones)).unwrap()
    }

    #[test]
    fn a_double_three_shows_both_threes() {
        let cross = [(7, 8), (7, 9), (8, 7), (9, 7)];
        let game = game(Rule::Renju, &cross, &[(0, 0), (14, 0), (0, 14), (14, 14)]);
        let [(point, kind)] = game.forbidden_points()[..] else { panic!("one point") };
        let said = explain_forbidden(&game, point, kind);
        assert_eq!(said.kind, Forbidden::DoubleThree);
        let axes: Vec<Axis> = said.lines.iter().map(|(axis, _)| *axis).collect();
        assert_eq!(axes, [Axis::Horizontal, Axis::Vertical]);
        assert!(said.lines.iter().all(|(_, points)| points.len() == 3));
    }

    #[test]
    fn an_overline_shows_all_its_stones() {
        let row = [(3, 7), (4, 7), (5, 7), (7, 7), (8, 7)];
        let white = [(0, 0), (14, 0), (0, 14), (14, 14), (7, 0)];
        let game = game(Rule::Renju, &row, &white);
        let (point, kind) = game.forbidden_points()[0];
        let said = explain_forbidden(&game, point, kind);
        assert_eq!((said.kind, said.lines[0].1.len()), (Forbidden::Overline, 6));
    }
}
