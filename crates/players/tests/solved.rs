//! The opponent that plays a proof.

use std::collections::HashMap;

use tengen_players::pool::{Allowance, Job, JobResult, LadderThinker, Thinker};
use tengen_players::{
    Act, Decision, DecisionRequest, EnginePlayer, FactKind, MoveLimits, Player, Proven,
    SearchHandle, Spent, SuggestionRequest, Task, ideas, natural, proven,
};
use tengen_rules::{Color, Game, Move, Notation, Point, Rule, Size, SplitMix64};

const SIZE: Size = Size::literal(15);
const RULE: Rule = Rule::Freestyle;

/// White's second moves but for mirror images, with Black to move.
fn openings() -> Vec<Game> {
    let middle = SIZE.middle();
    let mut games = Vec::new();
    for y in 0..=middle.y() {
        for x in y..=middle.x() {
            let mut game = Game::new(RULE, SIZE);
            game.try_play(middle).unwrap();
            if game.try_play(Point::new(x, y)).is_ok() {
                games.push(game);
            }
        }
    }
    assert_eq!(games.len(), 35);
    games
}

fn played(rule: Rule, moves: &str) -> Game {
    let mut game = Game::new(rule, SIZE);
    for name in moves.split_whitespace() {
        game.try_play(Notation::Renju.parse(SIZE, name).unwrap()).unwrap();
    }
    game
}

fn thinker() -> LadderThinker {
    LadderThinker::new(Allowance { hash_mib: 1, threads: 1 }, 7)
}

fn decide(thinker: &mut LadderThinker, game: &Game) -> Decision {
    let request = DecisionRequest {
        opponent: "solved".to_owned(),
        game: game.clone(),
        task: Task::Move,
        limit: None,
        limits: MoveLimits { nodes: Some(500), ..MoveLimits::NONE },
        clock: None,
        spent: Spent::default(),
        habits: None,
    };
    match thinker.think(&Job::Decide(Box::new(request)), &SearchHandle::default()) {
        JobResult::Decided(decision) => *decision,
        JobResult::Suggested(_) => panic!("a decision was asked for"),
    }
}

fn point_of(decision: &Decision) -> Point {
    match decision.act {
        Act::Move(Move::Place(point)) => point,
        ref other => panic!("no stone: {other:?}"),
    }
}

/// How many moves the opponent says it needs at most.
fn promised(decision: &Decision) -> Option<u32> {
    let facts = &decision.reason.as_ref()?.facts;
    facts.iter().find(|fact| fact.kind == FactKind::Proven)?.count
}

#[test]
fn with_black_it_wins_every_game_within_what_it_says() {
    let mut random = SplitMix64::new(21);
    let mut thinker = thinker();
    for (n_game, mut game) in openings().into_iter().enumerate() {
        let mut left = u32::MAX;
        while game.status().is_ongoing() {
            let decision = decide(&mut thinker, &game);
            let moves = promised(&decision).expect("it follows the proof");
            assert!(moves < left, "{n_game}: {moves} after {left}");
            left = moves;
            game.try_play(point_of(&decision)).unwrap();
            if game.status().is_ongoing() {
                // Anywhere, or next to the last stone.
                let last = point_of(&decision);
                let near = |point: &Point| n_game % 2 == 0 || point.distance(last) < 3;
                let replies: Vec<Point> = game.legal_points().into_iter().filter(near).collect();
                game.try_play(*random.pick(&replies).unwrap()).unwrap();
            }
        }
        assert_eq!(game.status().winner(), Some(Color::Black), "{n_game}");
    }
}

#[test]
fn it_begins_in_the_middle_and_says_how_long_it_takes_at_most() {
    let decision = decide(&mut thinker(), &Game::new(RULE, SIZE));
    assert_eq!(point_of(&decision), SIZE.middle());
    assert!(promised(&decision).unwrap() < 40);
}

#[test]
fn with_white_and_outside_of_the_proof_it_thinks_like_the_champion() {
    for moves in ["h8", "a1 h8", "h8 h9 a1 b2"] {
        let game = played(Rule::Freestyle, moves);
        let decision = decide(&mut thinker(), &game);
        assert_eq!(promised(&decision), None, "{moves}");
        assert!(decision.thought.unwrap().thinking.nodes > 100, "{moves}");
    }
}

#[test]
fn a_hint_for_black_is_the_proven_move() {
    let request = SuggestionRequest { game: openings().remove(0), task: Task::Move };
    let JobResult::Suggested(suggestion) =
        thinker().think(&Job::Suggest(Box::new(request.clone())), &SearchHandle::default())
    else {
        panic!("a suggestion was asked for");
    };
    let (point, _) = proven(&request.game).unwrap().answer.unwrap();
    assert_eq!(suggestion.act, Some(Act::Move(Move::Place(point))));
    assert_eq!(suggestion.reason.facts.last().unwrap().kind, FactKind::Proven);
}

#[test]
fn every_reply_to_a_move_of_the_proof_has_its_answer() {
    let mut game = openings().remove(0);
    let (point, _) = proven(&game).unwrap().answer.unwrap();
    game.try_play(point).unwrap();
    let before = proven(&game).unwrap();
    let ideas = ideas(&game);
    let mut replies: Vec<Point> = Vec::new();
    for idea in &ideas {
        assert!(idea.plies < before.plies);
        replies.extend(&idea.replies);
    }
    replies.sort_unstable();
    let mut legal = game.legal_points();
    legal.sort_unstable();
    assert_eq!(replies, legal);
    // What is said about the first replies is what is played after them.
    for idea in ideas.iter().take(3) {
        let mut after = game.clone();
        after.try_play(idea.replies[0]).unwrap();
        assert_eq!(proven(&after).unwrap().answer, Some((idea.answer, idea.kind)));
    }
}

#[test]
fn positions_that_black_has_spoilt_are_not_called_proven() {
    for moves in ["h8 i9 a1", "h8 i9 a1 b1", "a1", "h8 a1 a2"] {
        assert_eq!(proven(&played(Rule::Freestyle, moves)), None, "{moves}");
    }
    assert_eq!(proven(&Game::new(Rule::Renju, SIZE)), None);
    assert_eq!(proven(&Game::new(Rule::Freestyle, Size::literal(19))), None);
}

/// Somebody who plays White against the proof.
#[derive(Clone, Copy, Debug)]
enum Defender {
    /// Anywhere.
    Random,
    /// Where the book says it takes longest, and in a forced win where a line can be stopped.
    Stubborn,
    /// The engine.
    Strong,
    /// Opposite of Black's last stone, across the middle.
    Symmetric,
}

/// The replies that hold out longest, for each position that was met. Working them out means to make
/// every reply, and the games of one opening have their first moves in common.
type LongestReplies = HashMap<Vec<(Point, Color)>, Vec<Point>>;

fn longest_replies<'m>(game: &Game, met: &'m mut LongestReplies) -> &'m [Point] {
    let work_out = || ideas(game).into_iter().next().map(|idea| idea.replies).unwrap_or_default();
    met.entry(game.stones().iter().collect()).or_insert_with(work_out)
}

fn defend(
    defender: Defender,
    game: &Game,
    engine: &mut EnginePlayer,
    random: &mut SplitMix64,
    met: &mut LongestReplies,
) -> Point {
    let legal = game.legal_points();
    let anywhere = *random.pick(&legal).unwrap();
    match defender {
        Defender::Random => anywhere,
        Defender::Stubborn => {
            // The very longest in every second move, so that no two games are the same.
            let replies = longest_replies(game, met);
            let longest = if random.below(2) == 0 { replies.first() } else { random.pick(replies) };
            let longest = longest.copied();
            let natural = || natural::defense_in_vain(game, |point| game.is_legal(point));
            longest.or_else(natural).unwrap_or(anywhere)
        }
        Defender::Strong => {
            let limits = MoveLimits { nodes: Some(5_000), ..MoveLimits::NONE };
            match engine.choose(game, &limits.of_one_move(None, 0), None).mv {
                Some(Move::Place(point)) => point,
                _ => anywhere,
            }
        }
        Defender::Symmetric => {
            let Some(Move::Place(last)) = game.turns().last().map(|turn| turn.mv) else {
                return anywhere;
            };
            let opposite = Point::new(14 - last.x(), 14 - last.y());
            if game.is_legal(opposite) { opposite } else { anywhere }
        }
    }
}

/// Every game is won by moves of the book and of forced wins, and never takes longer than was said.
fn five_hundred_games_are_won_against(defender: Defender) {
    let mut engine = EnginePlayer::at_nodes("strong", 5_000);
    let mut random = SplitMix64::new(2_000);
    let mut met = LongestReplies::new();
    let openings = openings();
    let mut longest = 0;
    for n_game in 0..500 {
        let mut game = openings[n_game % openings.len()].clone();
        let mut most = u32::MAX;
        loop {
            let Proven { plies, answer } = proven(&game).expect("inside of the proof");
            let (point, _) = answer.unwrap();
            assert!(plies < most, "{defender:?} {n_game}: {plies} after {most}");
            most = plies;
            game.try_play(point).unwrap();
            if !game.status().is_ongoing() {
                break;
            }
            let reply = defend(defender, &game, &mut engine, &mut random, &mut met);
            game.try_play(reply).unwrap();
            assert!(game.status().is_ongoing(), "{defender:?} {n_game}");
        }
        assert_eq!(game.status().winner(), Some(Color::Black));
        longest = longest.max(game.turns().len());
    }
    println!("{defender:?}: 500 games won, the longest in {longest} plies");
}

#[test]
#[ignore = "deep: takes minutes"]
fn deep_five_hundred_games_by_chance_are_won_by_the_proof() {
    five_hundred_games_are_won_against(Defender::Random);
}

#[test]
#[ignore = "deep: takes many minutes"]
fn deep_five_hundred_games_against_the_longest_defense_are_won_by_the_proof() {
    five_hundred_games_are_won_against(Defender::Stubborn);
}

#[test]
#[ignore = "deep: takes minutes"]
fn deep_five_hundred_games_against_the_engine_are_won_by_the_proof() {
    five_hundred_games_are_won_against(Defender::Strong);
}

#[test]
#[ignore = "deep: takes minutes"]
fn deep_five_hundred_symmetric_games_are_won_by_the_proof() {
    five_hundred_games_are_won_against(Defender::Symmetric);
}
