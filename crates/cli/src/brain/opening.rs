//! Questions about an opening, put to the one policy of the players.

use tengen_gomocup::{Answer, Few, SoosorvStep, ThinkKind, ThinkRequest};
use tengen_players::opening::{
    Judge, Judgement, decide_opening, even_number_of_fifths, fifth_moves, most_even_move,
    prefers_swap, two_even_moves, worst_for_black,
};
use tengen_rules::{Action, Color, Game, Opening, OpeningState, Point};

/// Answers a question that is about more than one move. The seed is for what is drawn by lot.
pub(super) fn answer_opening(request: &ThinkRequest, judge: &mut dyn Judge, seed: u64) -> Answer {
    let game = &request.game;
    // Protocols count a bias for the side to move, the policy for Black.
    let for_black = |bias: i32| if game.to_move() == Color::Black { bias } else { -bias };
    let answer = match request.kind {
        ThinkKind::BestMove | ThinkKind::NBest(_) | ThinkKind::SearchDefend => {
            judge.judge(game, 1).and_then(|judged| judged.best).map(Answer::Point)
        }
        ThinkKind::BalanceOne(bias) => {
            most_even_move(judge, game, for_black(bias), 1).map(|(point, _)| Answer::Point(point))
        }
        ThinkKind::BalanceTwo(bias) => {
            two_even_moves(judge, game, for_black(bias)).map(|(two, _)| Answer::Two(two))
        }
        ThinkKind::Swap2Propose => propose(Opening::Swap2, game, judge, seed),
        ThinkKind::Swap2AnswerThree => answer_three(game, judge, seed),
        ThinkKind::Swap2AnswerFive | ThinkKind::SwapOrMove => swap_or_move(game, judge),
        ThinkKind::Soosorv(step) => soosorv(step, request, judge, seed),
    };
    answer.unwrap_or(Answer::Nothing)
}

/// Three stones, put one after the other as the procedure asks. There are none where it needs a
/// centre that the board does not have.
fn propose(opening: Opening, game: &Game, judge: &mut dyn Judge, seed: u64) -> Option<Answer> {
    let mut state = OpeningState::new(opening, game.size()).ok()?;
    for number in 0..3 {
        let choice = decide_opening(&state, game.rule(), judge, seed.wrapping_add(number));
        let player = state.next().player;
        state.act(player, &choice.action).ok()?;
    }
    <[Point; 3]>::try_from(state.stones()).ok().map(Answer::Three)
}

/// Takes the better color, or makes the choice the opponent's where it is unclear.
fn answer_three(game: &Game, judge: &mut dyn Judge, seed: u64) -> Option<Answer> {
    let Some(state) = swap2_after_three(game) else { return swap_or_move(game, judge) };
    let choice = decide_opening(&state, game.rule(), judge, seed);
    let two = (choice.action == Action::PutTwo).then(|| two_even_moves(judge, game, 0)).flatten();
    match two {
        Some((two, _)) => Some(Answer::Two(two)),
        None => better_color(game, Judgement { black: choice.black, best: choice.best }),
    }
}

/// The procedure after these stones, if they are two black ones and a white one.
fn swap2_after_three(game: &Game) -> Option<OpeningState> {
    let of = |wanted| game.stones().iter().filter(move |&(_, color)| color == wanted);
    let mut black = of(Color::Black).map(|(point, _)| point);
    let mut white = of(Color::White).map(|(point, _)| point);
    let three = [black.next()?, white.next()?, black.next()?];
    if black.next().is_some() || white.next().is_some() {
        return None;
    }
    let mut state = OpeningState::new(Opening::Swap2, game.size()).ok()?;
    for stone in three {
        let player = state.next().player;
        state.act(player, &Action::Place(stone)).ok()?;
    }
    Some(state)
}

fn swap_or_move(game: &Game, judge: &mut dyn Judge) -> Option<Answer> {
    judge.judge(game, 1).and_then(|judged| better_color(game, judged))
}

/// Whoever is to move and worse off takes the other color; else it plays its best move.
fn better_color(game: &Game, judged: Judgement) -> Option<Answer> {
    if prefers_swap(game.to_move(), judged.black) {
        return Some(Answer::Swap);
    }
    judged.best.map(Answer::Point)
}

/// A step of the Soosorv opening. The stones come from a graphical board, which does not promise
/// that they could have been put by the procedure; therefore only the proposal goes through it.
fn soosorv(
    step: SoosorvStep,
    request: &ThinkRequest,
    judge: &mut dyn Judge,
    seed: u64,
) -> Option<Answer> {
    let game = &request.game;
    match step {
        SoosorvStep::Propose => propose(Opening::Soosorv8, game, judge, seed),
        SoosorvStep::FirstSwap => swap_or_move(game, judge),
        SoosorvStep::Fourth => {
            let (fourth, _) = most_even_move(judge, game, 0, 2)?;
            let mut after = game.clone();
            after.try_play(fourth).ok()?;
            let fifths = even_number_of_fifths(judge, &after, Few::MOST as u32, 1);
            Some(Answer::Fourth(fourth, fifths.map_or(1, |(count, _)| count)))
        }
        SoosorvStep::SecondSwap(count) => {
            // White will leave Black the worst of his fifth moves.
            let fifths = fifth_moves(judge, game, count as usize, 1);
            match fifths.last() {
                Some(&(point, black)) => better_color(game, Judgement { black, best: Some(point) }),
                None => swap_or_move(game, judge),
            }
        }
        SoosorvStep::Fifths(count) => {
            let fifths = fifth_moves(judge, game, count as usize, 1);
            let points: Vec<Point> = fifths.into_iter().map(|(point, _)| point).collect();
            Some(Answer::Fifths(Few::new(&points)))
        }
        SoosorvStep::Choose => {
            worst_for_black(judge, game, &request.choices).map(|(point, _)| Answer::Point(point))
        }
    }
}
