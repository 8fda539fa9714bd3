//! Who answers the questions of a conversation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tengen_engine::{Budget, Instant, Score};
use tengen_gomocup::yixin::Evaluation;
use tengen_gomocup::{Answer, Progress, Summary, ThinkKind, ThinkRequest};
use tengen_players::opening::{Judge, Judgement};
use tengen_players::{Choice, LADDER, MoveLimits, Player, Rung, by_name, by_strength};
use tengen_rules::{Color, Game, Move, Point, Rule};

use super::opening::answer_opening;

/// A question with everything that limits the answer.
pub(crate) struct Search<'a> {
    /// The question.
    pub(crate) request: &'a ThinkRequest,
    /// The time, counted from `started`.
    pub(crate) budget: Budget,
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
    /// Players whose chance begins with this seed.
    pub(super) const fn with_seed(seed: u64) -> Self {
        Self { n_games: seed }
    }

    /// The names that `INFO bot` accepts.
    pub(crate) fn names() -> Vec<String> {
        LADDER.iter().map(|rung| rung.name.to_owned()).collect()
    }

    /// Who answers, and what he usually spends on a move.
    fn player(request: &ThinkRequest) -> Option<(Box<dyn Player + Send>, MoveLimits)> {
        let asked = &request.opponent;
        let is_engine =
            |name: &str| Rung::named(name).is_some_and(|rung| rung.opponent.is_engine());
        let named = asked.bot.as_deref().filter(|name| !is_engine(name));
        let named =
            named.and_then(|name| by_name(name).ok()).map(|player| (player, MoveLimits::NONE));
        let rung = by_strength(asked.strength);
        let of_strength =
            || (!is_engine(rung.name)).then(|| (rung.player(), rung.limits(MoveLimits::NONE)));
        // Where the engine does not play a rule or a size, the best of the seed players does.
        let best = || by_name("minimax").ok().map(|player| (player, MoveLimits::NONE));
        let plays =
            |player: &dyn Player| player.supports(request.game.rule(), request.game.size()).is_ok();
        named
            .filter(|(player, _)| plays(&**player))
            .or_else(|| of_strength().filter(|(player, _)| plays(&**player)))
            .or_else(|| best().filter(|(player, _)| plays(&**player)))
    }

    fn choose(&self, search: &Search<'_>) -> Option<Choice> {
        let (player, usual) = Self::player(search.request)?;
        Some(self.ask(player, usual, search))
    }

    fn ask(
        &self,
        mut player: Box<dyn Player + Send>,
        usual: MoveLimits,
        search: &Search<'_>,
    ) -> Choice {
        let request = search.request;
        // `None` would mean the player's habit, not "no limit".
        let left = search.budget.part_after(search.started.elapsed(), 1);
        let time = left.soft.unwrap_or(Duration::MAX);
        let limits = MoveLimits {
            time: Some(usual.time.map_or(time, |usual| usual.min(time))),
            depth: request.limits.max_depth.or(usual.depth),
            nodes: request.limits.max_nodes.or(usual.nodes),
            width: usual.width,
        };
        let limits = limits.of_one_move(Some(search.stop), self.n_games);
        let choice = player.choose(&request.game, &limits, None);
        if choice.depth > 0 {
            (search.report)(Progress::Summary(summary(&choice)));
        }
        choice
    }

    fn best_point(&self, search: &Search<'_>) -> Option<Point> {
        let point = match self.choose(search).and_then(|choice| choice.mv) {
            Some(Move::Place(point)) => point,
            _ => search.request.game.size().middle(),
        };
        nearest_allowed(search.request, point)
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
            ThinkKind::Swap2Propose
            | ThinkKind::Swap2AnswerThree
            | ThinkKind::Swap2AnswerFive
            | ThinkKind::SwapOrMove
            | ThinkKind::Soosorv(_) => {
                answer_opening(request, &mut SeedJudge { bots: self, search }, self.n_games)
            }
        }
    }

    fn new_game(&mut self) {
        self.n_games = self.n_games.wrapping_add(1);
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

/// The judgement of a seed player. The numbers of different players cannot be compared and a small
/// one of theirs says nothing about balance, so that only who is better off is taken from it.
struct SeedJudge<'a> {
    bots: &'a Bots,
    search: &'a Search<'a>,
}

impl SeedJudge<'_> {
    const CLEAR: i32 = 1_000;
}

impl Judge for SeedJudge<'_> {
    /// It is asked about the position of the question only.
    fn judge(&mut self, game: &Game, _n_left: u32) -> Option<Judgement> {
        // Of the seed players this one says by the sign of its number who stands better; the sums
        // of the gentler ones are never negative.
        let minimax = by_name("minimax").ok()?;
        let choice = self.bots.ask(minimax, MoveLimits::NONE, self.search);
        let is_content = choice.score.is_none_or(|score| score.0 >= 0);
        let is_black_better = is_content == (game.to_move() == Color::Black);
        let black = Score::of_eval(if is_black_better { Self::CLEAR } else { -Self::CLEAR });
        let best = match choice.mv {
            Some(Move::Place(point)) => nearest_allowed(self.search.request, point),
            _ => None,
        };
        Some(Judgement { black, best })
    }

    fn best_moves(
        &mut self,
        _game: &Game,
        _among: &[Point],
        _most: usize,
        _n_left: u32,
    ) -> Vec<(Point, Score)> {
        Vec::new()
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
    budget: Budget,
) -> Answer {
    let stop = AtomicBool::new(false);
    let search = Search { request, budget, started, stop: &stop, report: &|_| {} };
    std::thread::scope(|scope| {
        let (done, is_done) = std::sync::mpsc::channel::<()>();
        let stop = &stop;
        scope.spawn(move || {
            let left = budget.part_after(started.elapsed(), 1).hard;
            // Either the answer is there and the channel closed, or the time is over.
            _ = left.map(|left| is_done.recv_timeout(left));
            stop.store(true, Ordering::Relaxed);
        });
        let answer = thinker.think(&search);
        drop(done);
        answer
    })
}
