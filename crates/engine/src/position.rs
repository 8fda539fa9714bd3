//! A position as the engine takes it.

use tengen_rules::{Color, Game, Move, Point, Rule, Size};

/// Stones in the order they were placed, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The rule set.
    pub rule: Rule,
    /// The board size.
    pub size: Size,
    /// The stones; the order helps the search to know what was played last.
    pub stones: Vec<(Point, Color)>,
    /// Who is to move.
    pub to_move: Color,
}

impl Position {
    /// The position of a game: stones that were there before its first turn, then its turns.
    pub fn of(game: &Game) -> Self {
        let played: Vec<(Point, Color)> = game
            .turns()
            .iter()
            .filter_map(|turn| match turn.mv {
                Move::Place(point) => Some((point, turn.color)),
                Move::Pass => None,
            })
            .collect();
        let before = game.stones().iter().filter(|stone| !played.contains(stone));
        let stones = before
            .chain(played.iter().copied().filter(|&(p, c)| game.stones().get(p) == Some(c)))
            .collect();
        Self { rule: game.rule(), size: game.size(), stones, to_move: game.to_move() }
    }
}
