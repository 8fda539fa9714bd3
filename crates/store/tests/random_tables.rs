//! Games in which anything that can happen at a table happens at random.

use std::time::Duration;

use tengen_game::{
    ClockSpec, NewGameSpec, Notice, Occupant, PlayerAction, Table, game_from_setup, opponent_plays,
};
use tengen_players::{
    Act, Decision, Fact, FactKind, LADDER, LimitKind, MoveLimits, Reason, Rung, Score, Units,
    Valuation,
};
use tengen_rules::{
    Action, ActionKind, Axis, Color, Game, Move, Opening, OpeningState, Point, Rule, Size,
    SplitMix64,
};

use crate::samples;

const BEGINNING: u64 = 1_700_000_000_000;

/// A game that is played at random.
pub(crate) struct RandomGame {
    pub(crate) table: Table,
    random: SplitMix64,
    now: u64,
}

impl RandomGame {
    pub(crate) fn begin(rule: Rule, opening: Opening, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let size = rule.spec().default_size;
        let may_have_start = opening == Opening::Free && random.below(2) == 0;
        let spec = NewGameSpec {
            rule: Some(rule),
            size: Some(size),
            opening: Some(opening),
            first: Some(occupant(rule, size, &mut random)),
            second: Some(occupant(rule, size, &mut random)),
            toss: true,
            clock: (random.below(2) == 0).then(|| clock(&mut random)),
            start: may_have_start.then(|| position(rule, size, &mut random)),
            title: (random.below(2) == 0).then(|| "A game – 五子棋 \"quoted\"".to_owned()),
        };
        let table = Table::new(spec, random.below(2) == 0, BEGINNING).unwrap();
        Self { table, random, now: BEGINNING }
    }

    /// Lets something happen, or tries to: what is refused changes nothing.
    pub(crate) fn step(&mut self) {
        self.now += self.random.below(900) as u64;
        let action = match self.random.below(60) {
            0..=2 => PlayerAction::Undo,
            3..=4 => PlayerAction::Redo,
            5 => PlayerAction::OfferDraw,
            6 => PlayerAction::AcceptDraw,
            7 => PlayerAction::DeclineDraw,
            8 => PlayerAction::Pause,
            9..=11 => PlayerAction::Resume,
            12 => PlayerAction::Rename("Renamed – été".to_owned()),
            13 if self.random.below(10) == 0 => PlayerAction::Resign,
            14 => {
                let notice = self.notice();
                return self.table.add_notice(notice, self.now);
            }
            15 => PlayerAction::Pass,
            _ => return self.go_on(),
        };
        // Much of this is refused.
        let _ = self.table.act(&action, self.now);
    }

    /// Whoever is to move does something that the rules allow; or time runs out.
    fn go_on(&mut self) {
        if self.table.tick(self.now) {
            return;
        }
        let act = match self.table.opening_in_progress().cloned() {
            Some(opening) => Act::Opening(self.opening_action(&opening)),
            None => Act::Move(self.any_move()),
        };
        // Offers may be symmetric, which is refused.
        let _ = match (self.table.pending_decision(self.now), act) {
            (Some(pending), act) => {
                let decision = self.decision(act);
                self.table.decide(pending.epoch, &decision, self.now).map(drop)
            }
            (None, Act::Opening(action)) => {
                self.table.act(&PlayerAction::Opening(action), self.now)
            }
            (None, Act::Move(Move::Place(point))) => {
                self.table.act(&PlayerAction::Play(point), self.now)
            }
            (None, Act::Move(Move::Pass)) => self.table.act(&PlayerAction::Pass, self.now),
        };
    }

    /// A legal move near the middle, where more happens; passing where there is none.
    fn any_move(&mut self) -> Move {
        let game = self.table.game();
        let middle = game.size().middle();
        let legal = game.legal_points();
        let near: Vec<Point> =
            legal.iter().copied().filter(|point| point.distance(middle) <= 3).collect();
        let points = if near.is_empty() { &legal } else { &near };
        self.random.pick(points).copied().map_or(Move::Pass, Move::Place)
    }

    fn opening_action(&mut self, opening: &OpeningState) -> Action {
        let next = opening.next();
        let count = next.count.unwrap_or(1) as usize;
        match *self.random.pick(&next.actions).unwrap() {
            ActionKind::Black => Action::Take(Color::Black),
            ActionKind::White => Action::Take(Color::White),
            ActionKind::Swap => Action::Swap,
            ActionKind::Stay => Action::Stay,
            ActionKind::PutTwo => Action::PutTwo,
            ActionKind::OfferTen => Action::OfferTen,
            ActionKind::Declare => Action::Declare(1 + self.random.below(count) as u32),
            ActionKind::Place => {
                Action::Place(*self.random.pick(&opening.allowed_points()).unwrap())
            }
            ActionKind::Pick => Action::Pick(*self.random.pick(opening.offers()).unwrap()),
            ActionKind::Offer => {
                let mut empties: Vec<Point> = self.table.game().stones().empties().collect();
                self.random.shuffle(&mut empties);
                Action::Offer(empties[..count].to_vec())
            }
        }
    }

    fn decision(&mut self, act: Act) -> Decision {
        let is_move = matches!(act, Act::Move(_));
        let score = Score(self.random.below(2_000) as i64 - 1_000);
        let units = if self.random.below(2) == 0 { Units::Engine } else { Units::Own };
        let has_thought = is_move && self.random.below(2) == 0;
        Decision {
            act,
            value: (self.random.below(4) > 0).then_some(Valuation { score, units }),
            reason: (self.random.below(4) > 0).then(|| self.reason()),
            thought: has_thought.then(|| Box::new(samples::thought())),
        }
    }

    fn reason(&mut self) -> Reason {
        let size = self.table.game().size();
        let random = &mut self.random;
        let fact = |_| Fact {
            kind: *random.pick(&FactKind::ALL).unwrap(),
            points: (0..random.below(4)).map(|_| any_point(size, random)).collect(),
            axis: (random.below(2) == 0).then(|| *random.pick(&Axis::ALL).unwrap()),
            count: (random.below(2) == 0).then(|| random.below(100) as u32),
        };
        let n_facts = 3;
        Reason { facts: (0..n_facts).map(fact).collect() }
    }

    fn notice(&mut self) -> Notice {
        let notices = [
            Notice::OpponentFailed { times: 1 + self.random.below(2) as u32 },
            Notice::OpponentPlayedIllegally,
            Notice::MemoryShort { wanted_mib: 64, got_mib: self.random.below(64) },
        ];
        self.random.pick(&notices).unwrap().clone()
    }
}

fn any_point(size: Size, random: &mut SplitMix64) -> Point {
    let points: Vec<Point> = size.points().collect();
    *random.pick(&points).unwrap()
}

fn occupant(rule: Rule, size: Size, random: &mut SplitMix64) -> Occupant {
    let rungs = LADDER.iter().filter(|rung| opponent_plays(rung.name, rule, size));
    let names: Vec<&str> = rungs.map(|rung| rung.name).collect();
    match random.below(4) {
        0 => Occupant::person(),
        1 => Occupant::Person { name: Some("Zoë".to_owned()) },
        n => {
            let time = (n == 2).then(|| Duration::from_millis(1 + random.below(5_000) as u64));
            let name = *random.pick(&names).unwrap();
            let rung = Rung::named(name).unwrap();
            let mut any = |kind| rung.adjustable().contains(&kind).then(|| 1 + random.below(9));
            let depth = any(LimitKind::Depth).map(|depth| depth as u32);
            let nodes = any(LimitKind::Nodes).map(|nodes| nodes as u64);
            let width = any(LimitKind::Width).map(|width| width as u32);
            let limits = MoveLimits { time, depth, nodes, width };
            Occupant::Opponent { name: name.to_owned(), limits }
        }
    }
}

fn clock(random: &mut SplitMix64) -> ClockSpec {
    ClockSpec {
        main_ms: 1_000 + random.below(60_000) as u64,
        increment_ms: random.below(3) as u64 * 1_000,
        byoyomi_ms: random.below(2) as u64 * 500,
        byoyomi_periods: random.below(3) as u32,
    }
}

/// A position to begin from: stones that stand there already, with captures where the rule has
/// them, and moves that were played on them.
fn position(rule: Rule, size: Size, random: &mut SplitMix64) -> Game {
    let play_on = |mut game: Game, random: &mut SplitMix64| {
        for _ in 0..random.below(45) {
            let near = |point: &Point| point.distance(size.middle()) <= 3;
            let points: Vec<Point> = game.legal_points().into_iter().filter(near).collect();
            let Some(&point) = random.pick(&points) else { break };
            let mut after = game.clone();
            // Nothing can be begun from a game that is over.
            if after.try_play(point).is_ok_and(|played| played.status.is_ongoing()) {
                game = after;
            }
        }
        game
    };
    let set_up = play_on(Game::new(rule, size), random).to_setup();
    // A five that waits for its answer is no position to set up.
    let start = game_from_setup(set_up).unwrap_or_else(|_| Game::new(rule, size));
    play_on(start, random)
}
