//! What an opponent shows of its thoughts: while it thinks, and afterwards.

use std::thread;
use std::time::{Duration, Instant};

use tengen_players::pool::{Allowance, Job, JobResult, LadderThinker, Thinker};
use tengen_players::{
    Bound, DecisionRequest, MoveLimits, SearchHandle, Spent, Task, Thought, TreeNode,
};
use tengen_rules::{Color, Game, Move, Notation, Point, Rule, Size};

fn after(rule: Rule, size: u8, moves: &str) -> Game {
    let size = Size::literal(size);
    let mut game = Game::new(rule, size);
    for name in moves.split(' ') {
        game.try_play(Notation::Renju.parse(size, name).unwrap()).unwrap();
    }
    game
}

fn job(opponent: &str, game: &Game, limit: Duration) -> Job {
    Job::Decide(Box::new(DecisionRequest {
        opponent: opponent.to_owned(),
        game: game.clone(),
        task: Task::Move,
        limit: Some(limit),
        limits: MoveLimits::within(limit),
        clock: None,
        spent: Spent::default(),
        habits: None,
    }))
}

fn thought(opponent: &str, game: &Game) -> Thought {
    let mut thinker = LadderThinker::new(Allowance { hash_mib: 8, threads: 1 }, 1);
    let job = job(opponent, game, Duration::from_millis(150));
    let JobResult::Decided(decision) = thinker.think(&job, &SearchHandle::default()) else {
        panic!("a decision was asked for");
    };
    *decision.thought.expect("an engine records how it thought")
}

fn chosen(thought: &Thought) -> Point {
    match thought.choice {
        Some(Move::Place(point)) => point,
        other => panic!("no point was chosen: {other:?}"),
    }
}

#[test]
fn a_forced_win_shows_its_proof_and_its_length() {
    for (rule, size, moves) in [
        (Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5"),
        (Rule::Ninuki42, 19, "j10 a1 k10 a3 l10 a5"),
        (Rule::Freestyle, 15, "h8 i9 h9 h10 i8 g8 j8 k8 j9 k9 i10 l7"),
    ] {
        let game = after(rule, size, moves);
        let thought = thought("champion", &game);
        let line = &thought.thinking.lines[0];
        let plies = line.value.plies_to_end().expect("it is a forced win");
        assert_eq!(line.moves.len(), plies.unsigned_abs() as usize, "{rule}: the line has an end");
        let mut end = game.clone();
        for &point in &line.moves {
            end.try_play(point).unwrap();
        }
        assert_eq!(end.status().winner(), Some(Color::Black));
        // The same line can be walked in the tree.
        let mut nodes = &thought.tree;
        for &point in &line.moves {
            let node = nodes.iter().find(|node| node.point == point).expect("it is in the tree");
            nodes = &node.children;
        }
    }
}

#[test]
fn the_move_that_was_played_leads_its_tree_and_no_cut_move_looks_better() {
    let games = [
        after(Rule::Freestyle, 15, "h8 i9 i8 g8 h7"),
        after(Rule::Freestyle, 15, "h8 a1 i8 a3 j8 a5 g8"),
        after(Rule::Ninuki42, 19, "j10 k10 j11 l10 j12"),
        after(Rule::Renju, 15, "h8 h9 j9"),
    ];
    for game in games {
        for opponent in ["adept", "champion"] {
            let thought = thought(opponent, &game);
            let best = chosen(&thought);
            assert_eq!(thought.tree[0].point, best, "{opponent}");
            assert_eq!(thought.thinking.lines[0].moves[0], best, "{opponent}");
            let candidates = &thought.thinking.candidates;
            assert_eq!(candidates[0].candidate.point, best, "{opponent}");
            let value = candidates[0].candidate.score;
            for one in candidates.iter().map(|one| &one.candidate) {
                assert!(one.bound == Bound::Exact || one.score <= value, "{opponent}: {one:?}");
            }
            let first_bound = candidates.iter().position(|one| one.candidate.bound != Bound::Exact);
            let behind = &candidates[first_bound.unwrap_or(candidates.len())..];
            assert!(
                behind.iter().all(|one| one.candidate.bound != Bound::Exact),
                "bounds are last"
            );
        }
    }
}

fn n_nodes(nodes: &[TreeNode]) -> usize {
    nodes.iter().map(|node| 1 + n_nodes(&node.children)).sum()
}

#[test]
fn the_tree_grows_while_the_opponent_thinks_and_stays_small() {
    let game = after(Rule::Ninuki42, 19, "j10 k11 i8 l12");
    let handle = SearchHandle::default();
    handle.watch_tree();
    let thinking = {
        let handle = handle.clone();
        thread::spawn(move || {
            let mut thinker = LadderThinker::new(Allowance { hash_mib: 8, threads: 1 }, 1);
            thinker.think(&job("champion", &game, Duration::from_secs(2)), &handle)
        })
    };
    let start = Instant::now();
    while handle.n_tree_changes() < 2 && start.elapsed() < Duration::from_secs(20) {
        assert!(!thinking.is_finished(), "the tree was to be seen before the move");
        thread::sleep(Duration::from_millis(10));
    }
    handle.stop();
    let tree = handle.tree();
    assert!(n_nodes(&tree.roots) > 5, "{tree:?}");
    assert!(n_nodes(&tree.roots) <= 6 + 6 * 3 + 6 * 3 * 3 + 3);
    thinking.join().unwrap();
}

#[test]
fn a_search_that_nobody_watches_shows_no_tree() {
    let handle = SearchHandle::default();
    let mut thinker = LadderThinker::new(Allowance { hash_mib: 8, threads: 1 }, 1);
    let game = after(Rule::Freestyle, 15, "h8 i9 i8");
    thinker.think(&job("champion", &game, Duration::from_millis(300)), &handle);
    assert_eq!(handle.n_tree_changes(), 0);
}
