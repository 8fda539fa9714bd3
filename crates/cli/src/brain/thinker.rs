//! Who answers the questions of a conversation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tengen_gomocup::yixin::Evaluation;
use tengen_gomocup::{
    Answer, Progress, SoosorvStep, Summary, ThinkBudget, ThinkKind, ThinkRequest,
};
use tengen_players::{Choice, Limits, Player};
use tengen_players::{LADDER, Opponent, by_name, by_strength};
use tengen_rules::{Move, Point, Rule};

/// A question with everything that limits the answer.
pub(crate) struct Search<'a> {
    /// The question.
    pub(crate) request: &'a ThinkRequest,
    /// The time, counted from `started`.
    pub(crate) budget: ThinkBudget,
    /// When the command was read.
    pub(crate) started: Instant,
    /// Set when the answer is wanted now.
    pub(crate) stop: &'a AtomicBool,
    /// Where news of the search goes.
    pub(crate) report: &'a (dyn Fn(Progress) + 'a),
}

/// Somebody who answers. It keeps the time of its budget and must look at `stop` often: `END` has to
/// end the process at once, and less time may be left than it was told.
pub(crate) trait Thinker: Send {
    /// Answers a question.
    fn think(&mut self, search: &Search<'_>) -> Answer;

    /// Makes ready what every game needs, before the first question.
    fn prepare(&mut self) {}

    /// Makes ready what games of a rule need.
    fn prepare_rule(&mut self, rule: Rule) {
        let _ = rule;
    }

    /// A new game begins.
    fn new_game(&mut self) {}

    /// Everything searched so far is to be forgotten.
    fn clear_hash(&mut self) {}
}

/// The seed players, the strongest that the asked strength allows unless one is named.
#[derive(Debug, Default)]
pub(crate) struct Bots {
    // Differs from game to game, so that weak players do not repeat themselves.
    n_games: u64,
}

impl Bots {
    /// The names that `INFO bot` accepts.
    pub(crate) fn names() -> Vec<String> {
        LADDER.iter().map(|rung| rung.name.to_owned()).collect()
    }

    /// Who answers, and how long he usually thinks.
    fn player(request: &ThinkRequest) -> Option<(Box<dyn Player + Send>, Option<Duration>)> {
        let asked = &request.opponent;
        let is_engine = |name: &str| {
            LADDER
                .iter()
                .any(|rung| rung.name == name && !matches!(rung.opponent, Opponent::Bot(..)))
        };
        let named = asked.bot.as_deref().filter(|name| !is_engine(name));
        let named = named.and_then(|name| by_name(name).ok()).map(|player| (player, None));
        let rung = by_strength(asked.strength);
        let of_strength = || (!is_engine(rung.name)).then(|| (rung.player(), rung.usual_time()));
        // Where the engine does not play a rule or a size, the best of the seed players does.
        let best = || by_name("minimax").ok().map(|player| (player, None));
        let plays =
            |player: &dyn Player| player.supports(request.game.rule(), request.game.size()).is_ok();
        named
            .filter(|(player, _)| plays(&**player))
            .or_else(|| of_strength().filter(|(player, _)| plays(&**player)))
            .or_else(|| best().filter(|(player, _)| plays(&**player)))
    }

    fn choose(&self, search: &Search<'_>) -> Option<Choice> {
        let request = search.request;
        let (mut player, usual) = Self::player(request)?;
        // `None` would mean the player's habit, not "no limit".
        let time = search.budget.soft_ms.map_or(Duration::MAX, |ms| {
            Duration::from_millis(ms).saturating_sub(search.started.elapsed())
        });
        let limits = Limits {
            time: Some(usual.map_or(time, |usual| usual.min(time))),
            depth: request.limits.max_depth,
            nodes: request.limits.max_nodes,
            stop: Some(search.stop),
            seed: self.n_games,
        };
        let choice = player.choose(&request.game, &limits, None);
        if choice.depth > 0 {
            (search.report)(Progress::Summary(summary(&choice)));
        }
        Some(choice)
    }

    fn best_point(&self, search: &Search<'_>) -> Option<Point> {
        let point = match self.choose(search).and_then(|choice| choice.mv) {
            Some(Move::Place(point)) => point,
            _ => search.request.game.size().middle(),
        };
        nearest_allowed(search.request, point)
    }

    /// A choice between a swap and a move: whoever is worse off takes the other color.
    fn swap_or_move(&self, search: &Search<'_>) -> Answer {
        let Some(choice) = self.choose(search) else { return Answer::Swap };
        match choice.mv {
            Some(Move::Place(point)) if choice.score.is_none_or(|score| score.0 >= 0) => {
                nearest_allowed(search.request, point).map_or(Answer::Swap, Answer::Point)
            }
            _ => Answer::Swap,
        }
    }
}

impl Thinker for Bots {
    fn think(&mut self, search: &Search<'_>) -> Answer {
        let request = search.request;
        match request.kind {
            ThinkKind::BestMove
            | ThinkKind::NBest(_)
            | ThinkKind::SearchDefend
            | ThinkKind::BalanceOne(_) => {
                self.best_point(search).map_or(Answer::Nothing, Answer::Point)
            }
            ThinkKind::BalanceTwo(_) => self.two_points(search),
            ThinkKind::Swap2Propose => propose(request),
            ThinkKind::Swap2AnswerThree
            | ThinkKind::Swap2AnswerFive
            | ThinkKind::SwapOrMove
            | ThinkKind::Soosorv(SoosorvStep::FirstSwap | SoosorvStep::SecondSwap(_)) => {
                self.swap_or_move(search)
            }
            // Possible stones are the session's; the bots could not judge better ones.
            ThinkKind::Soosorv(_) => Answer::Nothing,
        }
    }

    fn new_game(&mut self) {
        self.n_games += 1;
    }
}

impl Bots {
    fn two_points(&self, search: &Search<'_>) -> Answer {
        let first = self.best_point(search);
        let second = first.and_then(|first| {
            let mut rest = search.request.candidates();
            rest.retain(|&point| point != first);
            rest.into_iter().min_by_key(|point| point.distance(first))
        });
        first.zip(second).map_or(Answer::Nothing, |(a, b)| Answer::Two([a, b]))
    }
}

/// The bots know no closed points; where one wants to play there, the nearest open one is taken.
fn nearest_allowed(request: &ThinkRequest, wanted: Point) -> Option<Point> {
    if request.allows(wanted) {
        return Some(wanted);
    }
    request.candidates().into_iter().min_by_key(|point| point.distance(wanted))
}

/// Three stones by the edge, where Black's lead is small: the bots cannot judge balance.
fn propose(request: &ThinkRequest) -> Answer {
    let size = request.game.size();
    let far = i64::from(size.get()) - 1;
    let stones = [(1, 1), (2, far - 1), (far - 1, 2)].map(|(x, y)| size.point(x, y));
    match stones {
        [Some(a), Some(b), Some(c)] => Answer::Three([a, b, c]),
        _ => Answer::Nothing,
    }
}

fn summary(choice: &Choice) -> Summary {
    let evaluation = match choice.score {
        Some(score) if score.is_decided() => {
            let plies = (tengen_players::Score::WIN.0 - score.0.abs()) as u32;
            if score.0 > 0 { Evaluation::WinIn(plies) } else { Evaluation::LossIn(plies) }
        }
        Some(score) => Evaluation::Score(score.0.clamp(-99_999, 99_999) as i32),
        None => Evaluation::Score(0),
    };
    let pv = match choice.mv {
        Some(Move::Place(point)) => vec![point],
        _ => Vec::new(),
    };
    let elapsed_ms = choice.elapsed.as_millis() as u64;
    Summary { depth: choice.depth, evaluation, nodes: choice.nodes, elapsed_ms, pv }
}

/// Answers within the time even if nobody else watches the clock.
pub(crate) fn think_within(
    thinker: &mut dyn Thinker,
    request: &ThinkRequest,
    started: Instant,
    time_ms: u64,
) -> Answer {
    let stop = AtomicBool::new(false);
    let budget = ThinkBudget { soft_ms: Some(time_ms), hard_ms: Some(time_ms) };
    let search = Search { request, budget, started, stop: &stop, report: &|_| {} };
    std::thread::scope(|scope| {
        let (done, is_done) = std::sync::mpsc::channel::<()>();
        let stop = &stop;
        scope.spawn(move || {
            let left = Duration::from_millis(time_ms).saturating_sub(started.elapsed());
            // Either the answer is there and the channel closed, or the time is over.
            _ = is_done.recv_timeout(left);
            stop.store(true, Ordering::Relaxed);
        });
        let answer = thinker.think(&search);
        drop(done);
        answer
    })
}
