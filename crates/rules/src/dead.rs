//! Positions in which nobody can win any more.

use crate::{Axis, Color, Game, Stones};

impl Game {
    /// Whether neither player can make a winning line any more, however the game goes on. Where
    /// stones are taken a line can open again, so no position with an empty point is dead there.
    pub fn is_dead(&self) -> bool {
        if self.rule().spec().capture.is_some() {
            return self.stones().is_full();
        }
        [Color::Black, Color::White]
            .into_iter()
            .all(|color| !has_room_for_five(self.stones(), color))
    }
}

/// Whether five points in a row are left on which the opponent has no stone. That such a line may
/// still be closed by a rule or an overline is not looked at: it counts as possible.
fn has_room_for_five(stones: &Stones, color: Color) -> bool {
    let is_open = |point, axis| {
        let mut line = (0..5).map(|steps| stones.step(point, axis, steps));
        line.all(|at| at.is_some_and(|at| stones.get(at) != Some(!color)))
    };
    stones.size().points().any(|point| Axis::ALL.iter().any(|axis| is_open(point, axis.forward())))
}

#[cfg(test)]
mod tests {
    use crate::{Color, Game, Point, Rule, Setup, Size};

    /// A board on which no five in a row have one color: pairs along the rows, each row shifted by two.
    fn filled(rule: Rule, n_empty: usize) -> Game {
        let size = Size::literal(15);
        let mut setup = Setup::empty(rule, size);
        for (at, point) in size.points().enumerate() {
            let (x, y) = (point.x(), point.y());
            let color = if (x + 2 * y) % 4 < 2 { Color::Black } else { Color::White };
            if at >= n_empty {
                setup.stones.set(point, Some(color));
            }
        }
        let forgiven = crate::SetupFaults::NONE.with(crate::SetupFault::StoneCount);
        Game::from_setup_forgiving(setup, forgiven).unwrap()
    }

    #[test]
    fn a_position_is_dead_once_no_five_is_possible() {
        assert!(!Game::new(Rule::Freestyle, Size::literal(15)).is_dead());
        let mut almost = Game::new(Rule::Freestyle, Size::literal(15));
        almost.try_play(Point::new(7, 7)).unwrap();
        assert!(!almost.is_dead());
        assert!(filled(Rule::Freestyle, 1).is_dead());
        assert!(!filled(Rule::Freestyle, 60).is_dead(), "four empty rows have room for a five");
        assert!(!filled(Rule::Pente, 1).is_dead(), "a capture may open a line");
    }
}
