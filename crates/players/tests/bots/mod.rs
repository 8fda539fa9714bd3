//! What the bots do, shown on boards.

#[cfg(test)]
pub(crate) mod docs;
#[cfg(test)]
mod everyone;
#[cfg(test)]
mod fivetuple;
#[cfg(test)]
mod minimax;
#[cfg(test)]
mod patterns;
#[cfg(test)]
mod scorer;
#[cfg(test)]
mod tactics;
#[cfg(test)]
mod time;

use tengen_players::{Choice, Limits};
use tengen_rules::{Color, Game, Move, Point, Rule, Setup, SetupFaults, Size, SplitMix64, Stones};

/// Everybody there is, the earlier ideas of `patterns` included.
const EVERYBODY: [&str; 8] = [
    "scorer",
    "minimax",
    "fivetuple",
    "patterns",
    "patterns-bitboard",
    "patterns-matrix",
    "patterns-regex",
    "patterns-adjacent",
];

/// A freestyle game on a board drawn as text, with any numbers of stones.
fn game(board: &str, to_move: Color) -> Game {
    let stones: Stones = board.parse().expect("the test draws a board");
    game_of(Rule::Freestyle, stones, to_move)
}

fn game_of(rule: Rule, stones: Stones, to_move: Color) -> Game {
    let setup = Setup { to_move, ..Setup::from_stones(rule, stones) };
    Game::from_setup_forgiving(setup, SetupFaults::ALL).expect("everything is forgiven")
}

/// A board of side 15 with stones at `(row, column)`, as the reports count.
fn stones_at(black: &[(u8, u8)], white: &[(u8, u8)]) -> Stones {
    let mut stones = Stones::empty(Size::literal(15));
    for (spots, color) in [(black, Color::Black), (white, Color::White)] {
        for &(row, column) in spots {
            stones.set(Point::new(column, row), Some(color));
        }
    }
    stones
}

/// A board where each point has a stone with this probability, in percent.
fn random_stones(random: &mut SplitMix64, size: Size, percent: usize) -> Stones {
    let mut stones = Stones::empty(size);
    for point in size.points() {
        if random.below(100) < percent {
            stones.set(point, Some(Color::ALL[random.below(2)]));
        }
    }
    stones
}

/// What a bot answers when depth and not time ends its search, so that the answer is the same on
/// every machine. The slow ideas of `patterns` do not get further than two plies.
fn answer(bot: &str, game: &Game) -> Choice {
    let depth = if ["patterns-regex", "patterns-adjacent"].contains(&bot) { 2 } else { 3 };
    let mut bot = tengen_players::bots::by_name(bot).expect("the bot exists");
    bot.choose(game, &Limits::to_depth(depth), None)
}

/// The answer as `(row, column)`.
fn spot(choice: Choice) -> Option<(u8, u8)> {
    match choice.mv? {
        Move::Place(point) => Some((point.y(), point.x())),
        Move::Pass => None,
    }
}
