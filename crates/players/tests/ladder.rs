//! The opponents as a game of the app asks them.

use std::fmt::Write as _;
use std::time::Duration;

use crate::bots::docs::check;
use tengen_players::pool::{Allowance, Job, JobResult, LadderThinker, Thinker};
use tengen_players::{
    Act, DecisionRequest, Detail, LADDER, MoveLimits, Rung, SearchHandle, Spent, Task, Thought,
    explain,
};
use tengen_rules::{
    Color, Game, Move, Point, Rule, Setup, SetupFaults, Size, SplitMix64, Status, Stones,
};

const SIZE: Size = Size::literal(15);

/// What an opponent decides in a game whose seat has chosen this for it.
fn decide(opponent: &str, game: &Game, limits: MoveLimits) -> (Point, Thought) {
    let longest = Rung::named(opponent).unwrap().longest_time();
    let request = DecisionRequest {
        opponent: opponent.to_owned(),
        game: game.clone(),
        task: Task::Move,
        limit: if limits.says_when_to_stop() { limits.time } else { longest },
        limits,
        clock: None,
        spent: Spent::default(),
        habits: None,
    };
    let mut thinker = LadderThinker::new(Allowance { hash_mib: 1, threads: 1 }, 7);
    let JobResult::Decided(decision) =
        thinker.think(&Job::Decide(Box::new(request)), &SearchHandle::default())
    else {
        panic!("a decision was asked for");
    };
    match decision.act {
        Act::Move(Move::Place(point)) => (point, *decision.thought.unwrap()),
        other => panic!("{opponent} does {other:?}"),
    }
}

fn played(moves: &[(u8, u8)]) -> Game {
    let mut game = Game::new(Rule::Freestyle, SIZE);
    for &(x, y) in moves {
        game.try_play(Point::new(x, y)).unwrap();
    }
    game
}

/// A middle game with a four of Black that White can stop on exactly one point and no five of White.
fn planted_four(random: &mut SplitMix64) -> (Game, Point) {
    loop {
        let mut stones = Stones::empty(SIZE);
        for (n_stones, color) in [(5, Color::Black), (9, Color::White)] {
            for _ in 0..n_stones {
                let at = Point::new(2 + random.below(11) as u8, 2 + random.below(11) as u8);
                stones.set(at, Some(color));
            }
        }
        let (x, y, gap) = (random.below(11) as u8, random.below(15) as u8, random.below(5) as u8);
        for i in (0..5).filter(|&i| i != gap) {
            stones.set(Point::new(x + i, y), Some(Color::Black));
        }
        let block = Point::new(x + gap, y);
        stones.set(block, None);
        let setup = Setup { to_move: Color::White, ..Setup::from_stones(Rule::Freestyle, stones) };
        let Ok(game) = Game::from_setup_forgiving(setup, SetupFaults::ALL) else { continue };
        let wins = |color: Color| -> Vec<Point> {
            let wins = |point: &Point| {
                let mut after = game.stones().clone();
                after.set(*point, Some(color));
                let setup = Setup { to_move: !color, ..Setup::from_stones(Rule::Freestyle, after) };
                Game::from_setup_forgiving(setup, SetupFaults::ALL)
                    .is_ok_and(|game| game.status() != Status::Ongoing)
            };
            game.legal_points().into_iter().filter(wins).collect()
        };
        if game.status().is_ongoing()
            && wins(Color::Black) == [block]
            && wins(Color::White).is_empty()
        {
            return (game, block);
        }
    }
}

#[test]
fn the_pattern_searcher_stops_every_four_of_a_person() {
    let mut random = SplitMix64::new(18);
    for _ in 0..12 {
        let (game, block) = planted_four(&mut random);
        let (point, _) = decide("patterns", &game, MoveLimits::NONE);
        assert_eq!(point, block, "\n{}", game.stones().draw(|_| None));
    }
}

#[test]
fn opponents_that_go_by_depth_or_nodes_do_not_hurry() {
    let game = played(&[(7, 7), (8, 6), (8, 7), (6, 7)]);
    for (name, depth) in [("patterns", 4), ("minimax", 2)] {
        assert_eq!(decide(name, &game, MoveLimits::NONE).1.thinking.depth, depth, "{name}");
    }
    for rung in LADDER.iter().filter(|rung| rung.habit(0, Duration::ZERO).is_none()) {
        let limits = rung.limits(MoveLimits::NONE);
        let usual = rung.usual();
        assert!(
            usual.time.is_none() && limits.time >= Some(Duration::from_secs(5)),
            "{}",
            rung.name
        );
    }
}

#[test]
fn what_a_seat_chooses_takes_the_place_of_the_habit() {
    let game = played(&[(7, 7), (8, 6), (8, 7), (6, 7)]);
    let depth = |depth| MoveLimits { depth: Some(depth), ..MoveLimits::NONE };
    let nodes = |nodes| MoveLimits { nodes: Some(nodes), ..MoveLimits::NONE };
    assert_eq!(decide("patterns", &game, depth(2)).1.thinking.depth, 2);
    assert_eq!(decide("adept", &game, depth(3)).1.thinking.depth, 3);
    assert_eq!(decide("champion", &game, depth(2)).1.thinking.depth, 2);
    let (_, few) = decide("expert", &game, nodes(300));
    let (_, usual) = decide("expert", &game, MoveLimits::NONE);
    assert!(few.thinking.nodes <= 400 && usual.thinking.nodes > 1_000, "{}", few.thinking.nodes);
    // More than its habit is possible too.
    let (_, many) = decide("apprentice", &game, nodes(5_000));
    assert!(many.thinking.nodes > 3_000, "{}", many.thinking.nodes);
    // The two settings of the report: five plies over five moves, six over four.
    for (plies, width) in [(5, 5), (6, 4)] {
        let limits = MoveLimits { width: Some(width), ..depth(plies) };
        let thinking = decide("minimax", &game, limits).1.thinking;
        assert_eq!((thinking.depth, thinking.candidates.len()), (plies, width as usize));
    }
    let hurried = MoveLimits::within(Duration::from_millis(30));
    let (_, thought) = decide("patterns", &game, hurried);
    assert!(thought.thinking.elapsed < Duration::from_secs(3));
}

/// The same search whether somebody asks why or not, for every opponent.
#[test]
fn explaining_and_choosing_give_the_same_move() {
    let game = played(&[(7, 7), (8, 6), (8, 7), (6, 7), (9, 7), (10, 7)]);
    for rung in &LADDER {
        let asked = if rung.opponent.is_engine() {
            MoveLimits { nodes: Some(2_000), ..MoveLimits::NONE }
        } else {
            MoveLimits::NONE
        };
        let limits = rung.limits(asked).of_one_move(None, 5);
        let chosen = rung.player().choose(&game, &limits, None);
        let told = explain(rung.name, &game, asked, 5, Detail::default()).unwrap();
        assert_eq!(told.choice.mv, chosen.mv, "{}", rung.name);
        assert_eq!(told.reasoning.choice, chosen.mv, "{}", rung.name);
    }
}

#[test]
fn the_engine_explains_itself_with_a_tree_a_reason_and_percentages() {
    // An open three of Black in the row.
    let game = played(&[(7, 7), (8, 6), (8, 7), (9, 5), (9, 7)]);
    let asked = MoveLimits { nodes: Some(3_000), ..MoveLimits::NONE };
    let told = explain("champion", &game, asked, 0, Detail { depth: 3, width: 2 }).unwrap();
    let text = told.to_text(&game);
    assert!(told.reasoning.tree.iter().any(|node| !node.children.is_empty()), "{text}");
    assert_eq!(told.reasoning.tree[0].point, told.reasoning.candidates[0].point);
    for expected in ["why: Blocks the open three on the row", "\ntree (", " %", "\n    black "] {
        assert!(text.contains(expected), "{expected:?} is missing in\n{text}");
    }
    assert!(!text.contains("thousandths"), "{text}");
    assert_eq!(told.to_json()["units"], "engine");
    assert!(told.to_json()["why"].as_str().unwrap().starts_with("Blocks"));
}

/// A match between two rungs, as `cargo xtask ladder` keeps it.
fn measured<'a>(
    matches: &'a serde_json::Value,
    upper: &Rung,
    lower: &Rung,
) -> Option<&'a serde_json::Value> {
    let mut all = matches.as_array().unwrap().iter();
    let is_it = |it: &&serde_json::Value| {
        it["upper"]["bot"] == upper.name && it["lower"]["bot"] == lower.name
    };
    let found = all.find(is_it)?;
    for (rung, side) in [(upper, &found["upper"]), (lower, &found["lower"])] {
        let usual = rung.usual();
        // Who goes by time in the app has nodes in a match, lest the machine decide.
        if usual.time.is_none() {
            let played = ["depth", "nodes", "width"].map(|limit| side[limit].as_u64());
            let today = [usual.depth.map(u64::from), usual.nodes, usual.width.map(u64::from)];
            assert_eq!(played, today, "{} changed", rung.name);
        }
    }
    Some(found)
}

fn thinks(rung: &Rung) -> String {
    let thousands = |n: u64| match (n / 1000, n % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands},{rest:03}"),
    };
    let MoveLimits { time, depth, nodes, width } = rung.usual();
    match (time, depth, nodes) {
        (Some(time), ..) => format!("{} s", time.as_secs_f64()),
        (_, Some(depth), _) => {
            let width = width.map_or_else(String::new, |width| format!(" over {width} moves"));
            format!("{depth} plies{width}")
        }
        (.., Some(nodes)) => format!("{} nodes", thousands(nodes)),
        _ => "at once".to_owned(),
    }
}

/// The page of the ladder is made of the match files: a rung that is renamed, moved or made stronger
/// has to be measured again.
#[test]
fn the_page_of_the_ladder_comes_from_the_matches() {
    let matches = include_str!("../../../data/ladder/matches.json");
    let matches: serde_json::Value = serde_json::from_str(matches).unwrap();
    let mut text = String::from(
        "| rung | title | thinks | scores against the rung below | games |\n|---|---|---|---|---|\n",
    );
    let lower = LADDER.iter().map(Some);
    for (rung, lower) in LADDER.iter().zip(std::iter::once(None).chain(lower)) {
        let result = lower.map_or_else(
            || "- | -".to_owned(),
            |lower| {
                if rung.follows_proofs() {
                    // From the openings of the matches it is the Champion.
                    return "wins every game that reaches its proofs | -".to_owned();
                }
                let Some(found) = measured(&matches, rung, lower) else {
                    return "not measured yet | -".to_owned();
                };
                let count = |name: &str| found["score"][name].as_u64().unwrap();
                let [wins, draws, losses] = ["wins", "draws", "losses"].map(count);
                let games = wins + draws + losses;
                let share = (2 * wins + draws) as f64 / (2 * games) as f64;
                // One standard deviation of the share, as if every game were a coin.
                let error = 100.0 * (share * (1.0 - share) / games as f64).sqrt();
                let share = 100.0 * share;
                format!("{share:.1} % ± {error:.1} (+{wins} ={draws} -{losses}) | {games}")
            },
        );
        let (name, title) = (rung.name, rung.title);
        writeln!(text, "| `{name}` | {title} | {} | {result} |", thinks(rung)).unwrap();
    }
    check("ladder.md", &text);
}
