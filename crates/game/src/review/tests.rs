use std::sync::atomic::AtomicBool;

use tengen_engine::solver::Answer;
use tengen_engine::{Position, SolveRequest, solve_position};

use super::*;
use crate::code::read_code;

/// Knows proven wins and nothing else.
struct SolverOnly;

impl SolverOnly {
    fn solve(game: &Game) -> Answer {
        let request = SolveRequest { nodes: Some(20_000), hash_mib: 1, ..SolveRequest::default() };
        let stop = AtomicBool::new(false);
        solve_position(&Position::of(game), &request, &stop).unwrap().answer
    }
}

impl Analyst for SolverOnly {
    fn examine(&mut self, game: &Game) -> Option<Finding> {
        let win = match Self::solve(game) {
            Answer::Win(win) => Some(Proven { plies: win.plies(), line: win.line() }),
            Answer::None | Answer::Unknown => None,
        };
        let score = if win.is_some() { Score::WIN } else { Score(0) };
        let value = Valuation { score, units: Units::Engine };
        let best = win.as_ref().and_then(|win| win.line.first().copied());
        Some(Finding { value, best, line: Vec::new(), win })
    }

    fn has_win(&mut self, game: &Game) -> Option<bool> {
        match Self::solve(game) {
            Answer::Win(_) => Some(true),
            Answer::None => Some(false),
            Answer::Unknown => None,
        }
    }
}

#[test]
fn a_missed_win_is_told_with_its_proof() {
    // Black has an open three at move 7 and looks away; White stops it.
    let game = read_code("freestyle-15-h8a1i8a3j8a5o15g8o13k8").unwrap();
    let mut reviewer = Reviewer::new(&game);
    while reviewer.step(&mut SolverOnly) {}
    let review = reviewer.finish(&mut SolverOnly);
    assert!(review.is_complete);
    assert_eq!(review.graph.len(), 11);
    let missed: Vec<&KeyMoment> =
        review.moments.iter().filter(|m| m.kind == MomentKind::MissedWin).collect();
    assert!(missed.iter().any(|moment| moment.proven_plies.is_some()), "{:?}", review.moments);
}

/// An analyst who knows what he was told about the positions, and proves what can be proved.
struct Told {
    best: fn(&Game) -> Option<Point>,
    value: fn(&Game) -> i64,
}

impl Analyst for Told {
    fn examine(&mut self, game: &Game) -> Option<Finding> {
        let proved = SolverOnly.examine(game)?;
        let best = proved.win.as_ref().map_or_else(|| (self.best)(game), |_| proved.best);
        let score = Score((self.value)(game));
        let value = if proved.win.is_some() {
            proved.value
        } else {
            Valuation { score, units: Units::Engine }
        };
        Some(Finding { value, best, line: best.into_iter().collect(), ..proved })
    }

    fn has_win(&mut self, game: &Game) -> Option<bool> {
        SolverOnly.has_win(game)
    }
}

/// An end of Black's three on the eighth row, or where five would be.
fn the_block(game: &Game) -> Option<Point> {
    let ends = ["K8", "G8", "L8", "F8"];
    let points = ends.map(|name| Notation::Renju.parse(game.size(), name).unwrap());
    points.into_iter().find(|&point| game.stones().get(point).is_none())
}

fn reviewed(code: &str, analyst: &mut dyn Analyst) -> Review {
    let mut reviewer = Reviewer::new(&read_code(code).unwrap());
    while reviewer.step(analyst) {}
    reviewer.finish(analyst)
}

#[test]
fn a_win_that_both_overlook_is_missed_and_not_decisive() {
    // The open three H8-J8 stands from move 5 on. Black looks away at move 7, White too at move
    // 8, and then Black wins.
    let mut analyst = Told { best: the_block, value: |_| 0 };
    let review = reviewed("freestyle-15-h8a1i8a3j8a5o15c1k8c3l8", &mut analyst);
    let at = |ply| review.moments.iter().find(|moment| moment.ply == ply).unwrap();
    assert_eq!(at(7).kind, MomentKind::MissedWin, "{:?}", review.moments);
    assert!(at(7).better.is_some() && at(7).better != at(7).played);
    assert!(at(7).text.contains("makes an open four on the row"), "{}", at(7).text);
    let decisive: Vec<&KeyMoment> =
        review.moments.iter().filter(|one| one.kind == MomentKind::DecisiveWin).collect();
    let [decisive] = decisive[..] else { panic!("one decisive move: {:?}", review.moments) };
    assert_eq!((decisive.ply, decisive.better), (9, None));
    assert!(
        review.moments.iter().all(|one| !one.text.contains(" 1 plies")),
        "{:?}",
        review.moments
    );
    assert_eq!(at(6).kind, MomentKind::AvoidableLoss);
    let left = "A5 leaves the open three on the row H8-J8.";
    assert!(at(6).text.contains(left), "{}", at(6).text);
}

#[test]
fn the_stone_that_ends_the_game_begins_nothing() {
    // Black looks away from a four, White does not stop it, and Black makes five.
    let mut analyst = Told { best: the_block, value: |_| 0 };
    let review = reviewed("freestyle-15-h8g8i8a3j8a5k8a7o15a9l8", &mut analyst);
    let at = |ply| review.moments.iter().find(|one| one.ply == ply).map(|one| one.text.as_str());
    assert_eq!(
        at(11),
        Some("Move 11: L8 makes five on the row H8-L8 and wins."),
        "{:?}",
        review.moments
    );
    assert!(at(9).is_some_and(|text| text.contains("in at most 1 ply with L8")), "{:?}", at(9));
}

#[test]
fn the_better_move_is_never_the_one_that_was_played() {
    // The engine's own choice is followed by a worse judgement: that is no mistake of the player.
    let best = |game: &Game| {
        let next = ["H8", "I9", "G7", "C3"].get(game.turns().len())?;
        Notation::Renju.parse(game.size(), next).ok()
    };
    let mut analyst = Told { best, value: |game| [0, 900, 900, -900][game.turns().len().min(3)] };
    let review = reviewed("freestyle-15-h8i9g7", &mut analyst);
    assert!(review.moments.iter().all(|moment| moment.better != moment.played));
    assert!(review.moments.is_empty(), "{:?}", review.moments);
    // With another move in its place the same judgements make a mistake of it.
    let review = reviewed("freestyle-15-h8o1g7", &mut analyst);
    assert!(!review.moments.is_empty());
    assert!(review.moments.iter().all(|moment| moment.better != moment.played));
}

#[test]
fn a_move_that_is_tried_again_is_found_or_not() {
    let game = read_code("freestyle-15-h8a1i8a3j8a5").unwrap();
    let point = |name: &str| Notation::Renju.parse(game.size(), name).unwrap();
    let mut analyst = Told { best: the_block, value: |_| 0 };
    let found = judge_move(&game, point("G8"), &mut analyst).unwrap();
    assert_eq!(found.fault, None);
    assert_eq!(found.ply, 7);
    let also = judge_move(&game, point("K8"), &mut analyst).unwrap();
    assert_eq!(also.fault, None, "both ends of the three win");
    let missed = judge_move(&game, point("O15"), &mut analyst).unwrap();
    assert_eq!(
        missed.fault.as_ref().map(|one| (one.kind, one.ply)),
        Some((MomentKind::MissedWin, 7))
    );
    assert!(judge_move(&game, point("H8"), &mut analyst).is_err());
}
