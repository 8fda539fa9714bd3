//! A position as the engine takes it.

use tengen_rules::{ByColor, Color, Game, Move, Point, Rule, Size};

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
    /// The stones taken by each color.
    pub taken: ByColor<u32>,
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
        // A point that was captured and played again counts from its last stone.
        let is_last = |i: usize, stone: &(Point, Color)| !played[i + 1..].contains(stone);
        let played = played.iter().enumerate();
        let standing = played.filter(|&(i, &(point, color))| {
            game.stones().get(point) == Some(color) && is_last(i, &(point, color))
        });
        let stones = before.chain(standing.map(|(_, &stone)| stone)).collect();
        Self {
            rule: game.rule(),
            size: game.size(),
            stones,
            to_move: game.to_move(),
            taken: game.captures(),
        }
    }
}
