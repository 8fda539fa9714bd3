//! Promises of the engine as a whole: counted searches repeat, games obey the judge, and a position
//! is worth the same however it is turned.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Report, Settings, Think};
use tengen_rules::{Game, Notation, Point, Rule, Size, Symmetry};

const RULES: [Rule; 5] = [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Caro6, Rule::Renju];

fn game_of(rule: Rule, side: u8, moves: &str) -> Game {
    let mut game = Game::new(rule, Size::literal(side));
    for word in moves.split_whitespace() {
        let point = Notation::Renju.parse(game.size(), word).expect("the point is well written");
        game.try_play(point).expect("the move is legal");
    }
    game
}

fn small_engine() -> Engine {
    Engine::new(Settings { hash_mib: 2, ..Settings::default() })
}

fn think(engine: &Engine, game: &Game, think: &Think) -> Report {
    engine
        .think(&Position::of(game), think, &AtomicBool::new(false), &mut |_| {})
        .expect("the rule and the size are supported")
}

fn with_nodes(engine: &Engine, game: &Game, nodes: u64) -> Report {
    think(engine, game, &Think { nodes: Some(nodes), ..Think::default() })
}

#[test]
fn counted_searches_are_exact_and_repeat() {
    // No win is found here by the largest of them.
    let game = game_of(Rule::Freestyle, 15, "h8 h9 j9 g7 i6 i10 g10");
    // Limits of all sizes, so that searches end in every stage of a node.
    let limits = (0..20_u64).map(|i| 1 + i * i * i * 3 + 37 * i);
    for nodes in limits {
        let mut engine = small_engine();
        let first = with_nodes(&engine, &game, nodes);
        assert_eq!(first.nodes, nodes, "a search of {nodes} nodes");
        engine.new_game();
        let again = with_nodes(&engine, &game, nodes);
        let other = with_nodes(&small_engine(), &game, nodes);
        for report in [again, other] {
            assert_eq!(report.nodes, first.nodes);
            assert_eq!(report.lines, first.lines, "after {nodes} nodes");
        }
    }
}

#[test]
fn what_is_remembered_of_one_rule_or_size_is_not_believed_in_another() {
    let moves = "h8 h9 j9 g7 i6 i10 g10";
    for threads in [1, 2] {
        let engine = Engine::new(Settings { hash_mib: 2, threads, ..Settings::default() });
        let depth = Think { depth: Some(7), ..Think::default() };
        for (rule, side) in [(Rule::Freestyle, 20), (Rule::Renju, 15), (Rule::Standard, 15)] {
            let game = game_of(rule, side, moves);
            let report = think(&engine, &game, &depth);
            if threads == 1 {
                let fresh = think(&small_engine(), &game, &depth);
                assert_eq!(
                    (report.nodes, report.lines),
                    (fresh.nodes, fresh.lines),
                    "{rule} {side}"
                );
            }
        }
    }
}

#[test]
fn depth_limits_are_exact() {
    let game = game_of(Rule::Renju, 15, "h8 i9 j7 g8");
    for depth in 1..7 {
        let report =
            think(&small_engine(), &game, &Think { depth: Some(depth), ..Think::default() });
        assert_eq!(report.depth, depth);
    }
}

#[test]
fn several_threads_find_wins_and_legal_lines() {
    let threads = |threads| Engine::new(Settings { hash_mib: 8, threads, ..Settings::default() });
    let won = game_of(Rule::Freestyle, 15, "h8 a1 i9 a3 j10 a5 h10 a7 g9 a9");
    let open = ["h8 h9 j9 g7 i6 i10 g10", "h8 i9 j7 g8", "h8 i8 i9 g7 j10 k11 g9 h10"];
    for n_threads in [2, 4] {
        let engine = threads(n_threads);
        let depth = |depth| Think { depth: Some(depth), lines: 2, ..Think::default() };
        assert!(think(&engine, &won, &depth(4)).score().mate().is_some_and(|plies| plies > 0));
        for (rule, moves) in [Rule::Freestyle, Rule::Renju, Rule::Ninuki42].into_iter().zip(open) {
            let game = game_of(rule, 15, moves);
            let report = think(&engine, &game, &depth(9));
            assert_eq!((report.depth, report.lines.len()), (9, 2), "{rule} {n_threads}");
            for line in &report.lines {
                // What another thread has searched is followed on in the table.
                assert!(line.points.len() >= 4, "{rule} {n_threads}: {:?}", line.points);
                let mut game = game.clone();
                for &point in &line.points {
                    game.try_play(point).expect("lines are legal");
                }
            }
        }
    }
}

/// With assertions on, every move recomputes what the board keeps.
#[test]
fn short_games_of_every_rule_obey_the_judge() {
    for rule in RULES {
        for number in 0..8_u8 {
            let side = [15, 9, 19, 7, 20, 11, 13, 22][usize::from(number)];
            let mut game = Game::new(rule, Size::literal(side));
            let start = Point::new(side / 2 + number % 3 - 1, side / 2 + number / 4);
            game.try_play(start).expect("the board is empty");
            let engine = small_engine();
            while game.status().is_ongoing() && game.turns().len() < 24 {
                let report = with_nodes(&engine, &game, 120);
                let best = report.best().expect("there is a move");
                let played = game.try_play(best);
                assert!(played.is_ok(), "{rule} {side}: {best:?} is refused: {played:?}");
            }
        }
    }
}

/// A wider search finds the same in every orientation up to the order of equal moves, so what is
/// compared is a forced win, which has no equals: its length.
#[test]
fn forced_wins_are_as_long_in_every_orientation() {
    let moves = "h8 a1 i9 a3 j10 a5 h10 a7 g9 a9";
    let game = game_of(Rule::Freestyle, 15, moves);
    let depth = Think { depth: Some(4), ..Think::default() };
    let mate = think(&small_engine(), &game, &depth).score().mate();
    assert!(mate.is_some_and(|plies| plies > 0), "{mate:?}");
    for symmetry in Symmetry::all() {
        let mut turned = Game::new(game.rule(), game.size());
        for turn in game.turns() {
            let tengen_rules::Move::Place(point) = turn.mv else { continue };
            turned.try_play(symmetry.apply(game.size(), point)).expect("symmetry keeps the rules");
        }
        assert_eq!(think(&small_engine(), &turned, &depth).score().mate(), mate);
    }
}

#[test]
fn a_board_full_of_fours_is_not_followed_in_every_order() {
    // From a game that was thrown away: both sides have fours to put off the end with, and the
    // first iteration did not come to its end in sixty thousand nodes.
    let moves = "d10 e6 b7 f7 e10 g8 h9 f8 f10 g10 c8 d9 c10 b10 c9 c7 e11 f12";
    let report = with_nodes(&small_engine(), &game_of(Rule::Freestyle, 15, moves), 30_000);
    assert_eq!(report.score().mate(), Some(9), "after {} nodes", report.nodes);
}

#[test]
fn a_search_that_hardly_begins_still_has_a_sensible_score() {
    let game = game_of(Rule::Freestyle, 15, "h8 i9 j7 g8 i6 i8");
    for nodes in 1..5 {
        let report = with_nodes(&small_engine(), &game, nodes);
        assert!(report.score().mate().is_none(), "{:?} after {nodes} nodes", report.score());
    }
}
