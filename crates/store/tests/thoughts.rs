//! Thoughts of those who really think.

use std::sync::Arc;
use std::time::Duration;

use tengen_game::{NewGameSpec, Occupant, Table};
use tengen_players::adapt::{HabitCounts, Habits, Tally};
use tengen_players::pool::{Allowance, Job, JobResult, LadderThinker, Thinker};
use tengen_players::{SearchHandle, Thought};
use tengen_rules::{Game, Point, Rule, Size, SplitMix64};

use crate::samples::{self, SIZE};
use crate::support::{Library, keep};

const ID: &str = "game";
/// What a move's record took in the first version, the seed player `scorer` on 15x15.
const FIRST_VERSION_BYTES: usize = 65_000;

/// Somebody who overlooks every threat on the diagonals and no other.
fn habits() -> Habits {
    let (sees, misses) = (Tally { seen: 12, missed: 0 }, Tally { seen: 12, missed: 12 });
    let threats = [[sees, sees, misses, misses]; 3];
    Habits::from(HabitCounts { n_games: 24, threats, ..HabitCounts::default() })
}

/// A position with some stones around the middle.
fn position(rule: Rule, size: Size, seed: u64) -> Game {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::new(rule, size);
    while game.turns().len() < 10 {
        let near = |point: &Point| point.distance(size.middle()) <= 4;
        let points: Vec<Point> = game.legal_points().into_iter().filter(near).collect();
        game.try_play(*random.pick(&points).unwrap()).unwrap();
    }
    game
}

/// A game in which an opponent is to move, and what it thinks. Times are kept in milliseconds.
fn think(thinker: &mut LadderThinker, opponent: &str, start: Game) -> (Table, Thought) {
    let spec = NewGameSpec {
        first: Some(Occupant::opponent(opponent)),
        second: Some(Occupant::person()),
        start: Some(start),
        ..NewGameSpec::default()
    };
    let table = Table::new(spec, false, 0).unwrap();
    let mut request = table.pending_decision(0).unwrap().request;
    request.limit = request.limit.map(|_| Duration::from_millis(40));
    request.habits = Some(Arc::new(habits()));
    let job = Job::Decide(Box::new(request));
    let JobResult::Decided(decision) = thinker.think(&job, &SearchHandle::default()) else {
        panic!("a decision was asked for")
    };
    let mut thought = *decision.thought.unwrap();
    let to_millis = |time: &mut Duration| *time = Duration::from_millis(time.as_millis() as u64);
    to_millis(&mut thought.thinking.elapsed);
    thought.thinking.depths.iter_mut().for_each(|depth| to_millis(&mut depth.time));
    (table, thought)
}

fn new_thinker() -> LadderThinker {
    LadderThinker::new(Allowance { hash_mib: 1, threads: 1 }, 1)
}

/// Keeps a thought and compares what is read; gives how much room it takes.
fn check_round_trip(table: &Table, thought: &Thought) -> usize {
    let library = Library::new();
    let db = library.open();
    keep(&db, ID, table).unwrap();
    db.save_thought(ID, table.game().size(), thought).unwrap();
    assert_eq!(db.load_thought(ID, thought.ply).unwrap().as_ref(), Some(thought));
    let sizes = "SELECT LENGTH(doc) FROM thoughts";
    library.sql().query_row(sizes, [], |row| row.get(0)).unwrap()
}

#[test]
fn the_thought_of_every_kind_of_thinker_comes_back_as_it_was() {
    let mut thinker = new_thinker();
    let opponents = ["scorer", "patterns", "minimax", "fivetuple", "apprentice", "champion"];
    for (opponent, seed) in opponents.into_iter().zip(1..) {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let (table, thought) = think(&mut thinker, opponent, position(rule, SIZE, seed));
            assert_eq!((thought.player.as_str(), thought.ply), (opponent, 11));
            assert!(!thought.thinking.candidates.is_empty(), "{opponent} considered something");
            check_round_trip(&table, &thought);
        }
    }
}

#[test]
fn what_an_opponent_made_of_the_habits_of_a_person_comes_back_as_it_was() {
    let mut thinker = new_thinker();
    // Moves that are about equal and promise different things are rare.
    for seed in 0..100 {
        let start = position(Rule::Ninuki42, SIZE, seed);
        let (table, thought) = think(&mut thinker, "adept", start);
        let adapting = thought.adapting.as_ref().expect("it knows the person");
        assert!(adapting.habits.n_games() >= 24);
        check_round_trip(&table, &thought);
        if adapting.adapted.is_some() {
            return;
        }
    }
    panic!("no moves were compared");
}

#[test]
fn a_thought_takes_less_than_a_tenth_of_the_room_of_the_first_version() {
    let mut thinker = new_thinker();
    for opponent in ["scorer", "expert"] {
        let start = position(Rule::Freestyle, SIZE, 1);
        let (table, thought) = think(&mut thinker, opponent, start);
        let n_bytes = check_round_trip(&table, &thought);
        assert!(n_bytes < FIRST_VERSION_BYTES / 10, "{opponent}: {n_bytes} bytes");
    }
}

#[test]
fn only_the_newest_twelve_thousand_thoughts_are_kept() {
    let library = Library::new();
    let db = library.open();
    keep(&db, "game", &samples::against_an_opponent()).unwrap();
    let thought = samples::thought();
    db.save_thought("game", SIZE, &thought).unwrap();
    // Rows that stand as they would after many games: so many were written since.
    let copy = "INSERT INTO thoughts (rowid, game, ply, format, sum, doc) \
                SELECT ?1, 'game', ?1, format, sum, doc FROM thoughts WHERE rowid = 1";
    for rowid in [2, 3, 6_000, 12_001] {
        library.sql().execute(copy, [rowid]).unwrap();
    }
    db.save_thought("game", SIZE, &Thought { ply: 20_000, ..thought }).unwrap();
    let sql = library.sql();
    let mut kept = sql.prepare("SELECT ply FROM thoughts ORDER BY rowid").unwrap();
    let kept: Vec<u32> =
        kept.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(kept, [3, 6_000, 12_001, 20_000], "the newest twelve thousand numbers");
}
