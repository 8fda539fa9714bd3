//! Moves by rules of thumb: what a person expects where a search has nothing to say.

use tengen_rules::{Game, Move, Point, SetupFaults};

use crate::figures::would_make;

/// The legal points at which the opponent would win if it were to move.
pub fn winning_points_of_opponent(game: &Game) -> Vec<Point> {
    // A position in which the opponent cannot be to move has no such points.
    let Ok(theirs) = game.with_other_to_move(SetupFaults::NONE) else { return Vec::new() };
    let wins = |point: Point| {
        let mut after = theirs.clone();
        after.try_play(point).is_ok() && after.status().winner() == Some(theirs.to_move())
    };
    game.stones().empties().filter(|&point| wins(point) && game.is_legal(point)).collect()
}

/// The move where the opponent wins with its next stone whatever is played. All are equal to the
/// search; people expect that a standing five is answered or one of the places where the opponent
/// would win is taken. Of these it is the one that makes the most of our own stones, then the one
/// nearest to the middle.
pub fn defense_in_vain(game: &Game, may_play: impl Fn(Point) -> bool) -> Option<Point> {
    let answers = game.answers();
    let points = if answers.is_empty() { winning_points_of_opponent(game) } else { answers };
    let strongest = |point| {
        let made = would_make(game.stones(), game.rule(), game.to_move(), point);
        made.into_iter().map(|made| made.shape).max()
    };
    let middle = game.size().middle();
    points
        .into_iter()
        .filter(|&point| may_play(point))
        .min_by_key(|&point| (core::cmp::Reverse(strongest(point)), middle.distance(point), point))
}

/// A move without any thinking: an answer to a standing five, else the legal point nearest to the
/// middle, else a pass where the rule has it.
pub fn without_thinking(game: &Game) -> Option<Move> {
    let middle = game.size().middle();
    let nearest = || game.legal_points().into_iter().min_by_key(|point| point.distance(middle));
    let point = game.answers().first().copied().or_else(nearest);
    point.map(Move::Place).or_else(|| game.may_pass().then_some(Move::Pass))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::{ByColor, Color, Notation, Rule, Setup, Size};

    fn position(rule: Rule, black: &str, white: &str, taken_by_black: u32) -> Game {
        let size = Size::literal(19);
        let mut setup = Setup::empty(rule, size);
        for (names, color) in [(black, Color::Black), (white, Color::White)] {
            for name in names.split(' ') {
                setup.stones.set(point(name), Some(color));
            }
        }
        setup.to_move = Color::White;
        setup.captures = ByColor::new(taken_by_black, 0);
        let forgiven = SetupFaults::NONE.with(tengen_rules::SetupFault::StoneCount);
        Game::from_setup_forgiving(setup, forgiven).unwrap()
    }

    fn point(name: &str) -> Point {
        Notation::Renju.parse(Size::literal(19), name).unwrap()
    }

    #[test]
    fn a_lost_position_is_defended_where_people_expect_it() {
        let open_four = position(Rule::Freestyle, "e8 f8 g8 h8", "a1 a3 a5", 0);
        let defense = defense_in_vain(&open_four, |_| true);
        assert_eq!(defense, Some(point("i8")), "the end nearer to the middle");
        let other = defense_in_vain(&open_four, |defense| defense != point("i8"));
        assert_eq!(other, Some(point("d8")));
        // Black has taken eight stones and threatens two pairs at once.
        let two_pairs = position(Rule::Ninuki42, "d4 d10 a19", "e4 f4 e10 f10", 8);
        let points = winning_points_of_opponent(&two_pairs);
        assert_eq!(points.len(), 2);
        assert!(points.contains(&point("g4")) && points.contains(&point("g10")));
        assert!(points.contains(&defense_in_vain(&two_pairs, |_| true).unwrap()));
    }

    #[test]
    fn a_standing_five_is_answered_before_anything_else() {
        // Black's row stands; taking F10 and F9 from F11 breaks it. I10 would only end the row.
        let game = position(Rule::Ninuki42, "d10 e10 f10 g10 h10 f9 k10", "f8 a1 s1 s19", 0);
        assert_eq!(game.answers(), [point("f11")]);
        assert_eq!(defense_in_vain(&game, |_| true), Some(point("f11")));
        assert_eq!(without_thinking(&game), Some(Move::Place(point("f11"))));
    }

    #[test]
    fn nothing_is_defended_where_nothing_is_lost() {
        let calm = position(Rule::Freestyle, "h8 j9", "h9", 0);
        assert_eq!(defense_in_vain(&calm, |_| true), None);
    }
}
