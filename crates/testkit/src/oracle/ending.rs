//! Results: the line games, pente and keryo, and rules R2 to R5 of ninuki-42.

use super::capture::captured_by;
use super::game::OracleGame;
use super::grid::{BLACK, EMPTY, Grid, Point, other_colour};
use super::lines::line_wins;
use super::rule::OracleRule;

/// A status and its reason, in the words of the rules text.
pub(super) type Verdict = (&'static str, Option<&'static str>);

/// The game goes on.
pub(super) const ONGOING: Verdict = ("ongoing", None);

/// Has `colour` a run of five or more anywhere on the board?
pub fn has_five_anywhere(grid: &Grid, colour: u8) -> bool {
    grid.all_lines().iter().any(|line| line.text.windows(5).any(|window| window == [colour; 5]))
}

/// The moves of `replier` (ninuki-42) that answer the five of the other colour,
/// row-major: the tenth stone, or a capture after which no five is left.
///
/// `already_taken` is what the replier captured before.
pub fn answers_to_five(grid: &Grid, replier: u8, already_taken: u32) -> Vec<Point> {
    let is_answer = |point: &Point| {
        let taken = captured_by(OracleRule::Ninuki42, grid, *point, replier);
        if taken.is_empty() {
            return false;
        }
        let mut after = grid.with(*point, replier);
        for &stone in &taken {
            after = after.with(stone, EMPTY);
        }
        already_taken + taken.len() as u32 >= 10
            || !has_five_anywhere(&after, other_colour(replier))
    };
    grid.points().filter(is_answer).collect()
}

/// The verdict after `mover` put a stone on `point` and captures were removed.
/// `game` has the other side to move already.
pub(super) fn verdict_after_move(game: &OracleGame, point: Point, mover: u8) -> Verdict {
    if game.rule.capture_goal().is_some_and(|goal| game.captured_by_colour(mover) >= goal) {
        return win(mover, "capture"); // R2
    }
    if game.rule == OracleRule::Ninuki42 {
        let replier = other_colour(mover);
        if has_five_anywhere(&game.board, replier) {
            return win(replier, "five"); // R3: the five outlived its one reply
        }
        return verdict_on_standing_five(game, mover);
    }
    if line_wins(game.rule, &game.board, point) {
        win(mover, "five")
    } else {
        draw_or_ongoing(game)
    }
}

/// The verdict on a position given as a diagram. The text defines one case: in
/// ninuki-42 a five of the player not to move was made just now.
pub(super) fn verdict_on_diagram(game: &OracleGame) -> Verdict {
    if game.rule == OracleRule::Ninuki42 {
        verdict_on_standing_five(game, other_colour(game.colour_to_move()))
    } else {
        draw_or_ongoing(game)
    }
}

/// R4 and R5 of ninuki-42 for a five that `owner` has just made, if he has.
fn verdict_on_standing_five(game: &OracleGame, owner: u8) -> Verdict {
    let replier = other_colour(owner);
    if has_five_anywhere(&game.board, owner)
        && answers_to_five(&game.board, replier, game.captured_by_colour(replier)).is_empty()
    {
        return win(owner, "five");
    }
    draw_or_ongoing(game)
}

/// R5 and its counterpart of the other rules.
fn draw_or_ongoing(game: &OracleGame) -> Verdict {
    if !game.board.cells.contains(&EMPTY) {
        return ("draw", Some("full-board"));
    }
    // Only ninuki-42 ends here; a stuck Black of renju may pass instead. The text
    // asks for this draw, but it cannot happen: an open four has an empty end on
    // both sides of the new stone, one of them earlier in row-major order, so the
    // first empty point of a board never makes a free three and is always legal.
    let stuck = || !game.board.points().any(|point| game.point_illegal_reason(point).is_none());
    if game.rule == OracleRule::Ninuki42 && stuck() {
        return ("draw", Some("no-legal-move"));
    }
    ONGOING
}

fn win(colour: u8, reason: &'static str) -> Verdict {
    (if colour == BLACK { "black_win" } else { "white_win" }, Some(reason))
}
