//! A forced end of the game, played out: a search that knows the outcome stops counting moves early.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Settings, Think};
use tengen_rules::{Game, Point};

use crate::natural;

/// What a step of the line may cost. The outcome is known, so little is left to find.
const STEP_NODES: u64 = 3_000;
const STEP_HASH_MIB: usize = 1;
/// No line is followed further than this.
const LONGEST: usize = 40;

/// The line to the end of a game that is decided: what the search has of it, and then the quickest
/// win and the longest defense. A line that goes wrong on the way is left as the search gave it.
///
/// It has an engine of its own, so that the player's memory of the game stays as it was.
pub(crate) fn to_the_end(game: &Game, line: &[Point], plies: u32) -> Vec<Point> {
    let mut after = game.clone();
    let mut moves = Vec::new();
    for &point in line {
        if after.try_play(point).is_err() {
            return line.to_vec();
        }
        moves.push(point);
    }
    let most = (plies as usize).min(LONGEST);
    let mut engine = None;
    while after.status().is_ongoing() && moves.len() < most {
        let make =
            || Engine::new(Settings { hash_mib: STEP_HASH_MIB, threads: 1, ..Settings::default() });
        let Some(point) = next(engine.get_or_insert_with(make), &after) else { break };
        if after.try_play(point).is_err() {
            break;
        }
        moves.push(point);
    }
    if after.status().is_ongoing() { line.to_vec() } else { moves }
}

fn next(engine: &Engine, game: &Game) -> Option<Point> {
    let think = Think { nodes: Some(STEP_NODES), ..Think::default() };
    let never = AtomicBool::new(false);
    let report = engine.think(&Position::of(game), &think, &never, &mut |_| {}).ok()?;
    let is_lost = report.score().mate().is_some_and(|plies| plies < 0);
    let natural = is_lost.then(|| natural::defense_in_vain(game, |point| game.is_legal(point)));
    natural.flatten().or_else(|| report.best())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::{Color, Notation, Rule, Size};

    fn after(rule: Rule, size: u8, moves: &str) -> Game {
        let size = Size::literal(size);
        let mut game = Game::new(rule, size);
        for name in moves.split(' ') {
            game.try_play(Notation::Renju.parse(size, name).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn a_forced_win_is_played_out_to_its_last_stone() {
        for (rule, size, moves, first, plies) in [
            (Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5", "g8", 3),
            (Rule::Ninuki42, 19, "j10 a1 k10 a3 l10 a5", "i10", 3),
            (Rule::Freestyle, 15, "h8 i9 h9 h10 i8 g8 j8 k8 j9 k9 i10 l7", "j7", 5),
        ] {
            let game = after(rule, size, moves);
            let first = Notation::Renju.parse(Size::literal(size), first).unwrap();
            let line = to_the_end(&game, &[first], plies);
            assert_eq!(line.len(), plies as usize, "{rule} {moves}");
            let mut end = game;
            for point in line {
                end.try_play(point).unwrap();
            }
            assert_eq!(end.status().winner(), Some(Color::Black), "{rule} {moves}");
        }
    }

    #[test]
    fn a_line_that_does_not_end_the_game_stays_as_it_is() {
        let game = after(Rule::Freestyle, 15, "h8 i9");
        let line = vec![Notation::Renju.parse(Size::literal(15), "h9").unwrap()];
        assert_eq!(to_the_end(&game, &line, 3), line);
    }
}
