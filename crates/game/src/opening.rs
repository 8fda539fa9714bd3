//! How an AI takes part in an opening: it asks a judge what positions are worth and proposes what
//! is nearly even, because the other may choose, or chooses what is better.

use tengen_api::{Fact, FactKind, OpeningAction, Reason};
use tengen_rules::{
    Action, ActionKind, Color, Game, OpeningState, Player, Point, Rule, SplitMix64,
};

use crate::standing::page_action;
use crate::why::opening_hint_text;

/// Somebody who can say what a position is worth.
pub trait Judge {
    /// The share of points that Black can expect, 0 to 1.
    fn black_rate(&mut self, game: &Game) -> f64;
}

/// Nobody: every position seems even. For rules that the engine does not know.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoJudge;

impl Judge for NoJudge {
    fn black_rate(&mut self, _game: &Game) -> f64 {
        EVEN
    }
}

const EVEN: f64 = 0.5;
/// Closer to even than this, two more stones promise more than either color.
const TOO_CLOSE: f64 = 0.05;
/// Black offers ten moves only if even the tenth is this good for him.
const GOOD_FOR_BLACK: f64 = 0.55;
/// How many points are looked at for one stone.
const MOST_TRIED: usize = 20;

/// Decides the next step for whoever has it, and says why.
pub fn decide_opening(
    opening: &OpeningState,
    rule: Rule,
    judge: &mut dyn Judge,
    seed: u64,
) -> (OpeningAction, Reason) {
    let mut decider = Decider { opening, rule, judge, random: SplitMix64::new(seed) };
    let (action, rate) = decider.decide();
    let size = opening.to_game(rule).size();
    (page_action(size, &action), reason(rate))
}

fn reason(rate: f64) -> Reason {
    let kind = if (rate - EVEN).abs() < TOO_CLOSE { FactKind::Even } else { FactKind::BetterColor };
    let percent = (rate * 100.0).round() as u32;
    Reason {
        text: opening_hint_text(kind, percent),
        facts: vec![Fact { kind, points: Vec::new(), direction: None, count: Some(percent) }],
    }
}

struct Decider<'a> {
    opening: &'a OpeningState,
    rule: Rule,
    judge: &'a mut dyn Judge,
    random: SplitMix64,
}

impl Decider<'_> {
    /// The action, and what Black can expect after it.
    fn decide(&mut self) -> (Action, f64) {
        let next = self.opening.next();
        let has = |kind| next.actions.contains(&kind);
        if has(ActionKind::Place) {
            self.place(next.player)
        } else if has(ActionKind::OfferTen) {
            self.offer_ten_or_swap(next.player)
        } else if has(ActionKind::Swap) {
            self.swap_or_stay(next.player)
        } else if has(ActionKind::Black) {
            self.take_color(has(ActionKind::PutTwo))
        } else if has(ActionKind::Declare) {
            self.declare(next.count.unwrap_or(1))
        } else if has(ActionKind::Offer) {
            self.offer(next.count.unwrap_or(1))
        } else {
            self.pick()
        }
    }

    fn position(&self) -> Game {
        self.opening.to_game(self.rule)
    }

    fn rate_here(&mut self) -> f64 {
        let game = self.position();
        self.judge.black_rate(&game)
    }

    fn my_color(&self, me: Player) -> Color {
        if self.opening.black() == me { Color::Black } else { Color::White }
    }

    fn place(&mut self, me: Player) -> (Action, f64) {
        let points = self.sensible(self.opening.allowed_points());
        let mut after = self.opening.clone();
        let is_last = points.first().is_some_and(|&point| {
            let is_placed = after.act(me, &Action::Place(point)).is_ok();
            is_placed && !after.next().actions.contains(&ActionKind::Place)
        });
        let other_chooses = is_last && !after.is_done();
        let goes_on_placing = !is_last && after.next().player == me;
        if goes_on_placing {
            // The last stone will balance whatever stands by then.
            let point = self.random.pick(&points).copied();
            return (Action::Place(point.unwrap_or_else(|| self.position().size().middle())), EVEN);
        }
        let color = self.my_color(me);
        let value =
            |rate: f64| if other_chooses { -(rate - EVEN).abs() } else { share(color, rate) };
        self.best_place(points, value)
    }

    fn best_place(&mut self, points: Vec<Point>, value: impl Fn(f64) -> f64) -> (Action, f64) {
        let rated = self.rated(points);
        let best = rated.into_iter().max_by(|a, b| value(a.1).total_cmp(&value(b.1)));
        let (point, rate) = best.unwrap_or_else(|| (self.position().size().middle(), EVEN));
        (Action::Place(point), rate)
    }

    /// What Black can expect after a stone on each of these points.
    fn rated(&mut self, points: Vec<Point>) -> Vec<(Point, f64)> {
        let here = self.position();
        points
            .into_iter()
            .filter_map(|point| {
                let mut game = here.clone();
                game.try_play(point).ok()?;
                Some((point, self.judge.black_rate(&game)))
            })
            .collect()
    }

    /// The points worth a look, in random order and not too many: near the stones, or near the
    /// middle while there are none.
    fn sensible(&mut self, allowed: Vec<Point>) -> Vec<Point> {
        let stones = self.opening.stones().to_vec();
        let middle = self.position().size().middle();
        let reach = if stones.is_empty() { 2 } else { 3 };
        let is_near = |point: &Point| {
            let from = |stone: &Point| stone.distance(*point) <= reach;
            if stones.is_empty() { from(&middle) } else { stones.iter().any(from) }
        };
        let near: Vec<Point> = allowed.iter().copied().filter(is_near).collect();
        let mut points = if near.is_empty() { allowed } else { near };
        let mut chosen = Vec::new();
        while chosen.len() < MOST_TRIED
            && let Some(&point) = self.random.pick(&points)
        {
            points.retain(|&other| other != point);
            chosen.push(point);
        }
        chosen
    }

    fn swap_or_stay(&mut self, me: Player) -> (Action, f64) {
        let rate = self.rate_with_offers();
        let is_better_off = share(self.my_color(me), rate) >= EVEN;
        (if is_better_off { Action::Stay } else { Action::Swap }, rate)
    }

    /// Where fifth moves will be offered, Black gets the worst of his best ones.
    fn rate_with_offers(&mut self) -> f64 {
        let count = self.declared_count();
        let has_four = self.opening.stones().len() == 4;
        match count {
            Some(count) if has_four => self.rate_of_fifth(count),
            _ => self.rate_here(),
        }
    }

    /// How many fifth moves the steps to come will ask for, found out by taking them.
    fn declared_count(&self) -> Option<u32> {
        let mut ahead = self.opening.clone();
        let next = ahead.next();
        ahead.act(next.player, &Action::Stay).ok()?;
        let next = ahead.next();
        next.count.filter(|_| next.actions.contains(&ActionKind::Offer))
    }

    /// Black's fifth moves, the best first.
    fn fifths(&mut self) -> Vec<(Point, f64)> {
        let game = self.position();
        let near: Vec<Point> = game
            .stones()
            .empties()
            .filter(|&point| game.stones().iter().any(|(stone, _)| stone.distance(point) <= 2))
            .collect();
        let mut rated = self.rated(near);
        rated.sort_by(|a, b| b.1.total_cmp(&a.1));
        rated
    }

    fn rate_of_fifth(&mut self, count: u32) -> f64 {
        let fifths = self.fifths();
        fifths.get(count.saturating_sub(1) as usize).map_or(EVEN, |&(_, rate)| rate)
    }

    fn declare(&mut self, most: u32) -> (Action, f64) {
        if self.opening.stones().len() < 4 {
            // The fourth stone is still to come: the better Black stands, the more he offers.
            let rate = self.rate_here();
            let count = 1.0 + (rate - EVEN).max(0.0) * 2.0 * f64::from(most);
            return (Action::Declare((count.round() as u32).clamp(1, most)), rate);
        }
        let fifths = self.fifths();
        let rates = fifths.iter().take(most as usize).zip(1..);
        let best =
            rates.min_by(|((_, a), _), ((_, b), _)| (a - EVEN).abs().total_cmp(&(b - EVEN).abs()));
        best.map_or((Action::Declare(1), EVEN), |((_, rate), count)| {
            (Action::Declare(count), *rate)
        })
    }

    fn offer(&mut self, count: u32) -> (Action, f64) {
        let mut chosen: Vec<Point> = Vec::new();
        let mut worst = EVEN;
        let ranked = self.fifths();
        let others: Vec<(Point, f64)> =
            self.position().stones().empties().map(|point| (point, 0.0)).collect();
        for (point, rate) in ranked.into_iter().chain(others) {
            if chosen.len() == count as usize {
                break;
            }
            if self.may_offer(&chosen, point) {
                chosen.push(point);
                worst = rate;
            }
        }
        (Action::Offer(chosen), worst)
    }

    /// Whether a point goes with those chosen: the rules are asked, with the count left aside.
    fn may_offer(&self, chosen: &[Point], point: Point) -> bool {
        use tengen_rules::OpeningError;
        let player = self.opening.next().player;
        let mut trial = chosen.to_vec();
        trial.push(point);
        let required = self.opening.next().count.unwrap_or(1) as usize;
        // The count is checked first; filling up with a point twice makes the real fault show.
        let is_short = trial.len() < required;
        while trial.len() < required {
            trial.push(point);
        }
        match self.opening.clone().act(player, &Action::Offer(trial)) {
            Ok(()) => true,
            Err(OpeningError::Duplicate) => is_short && !chosen.contains(&point),
            Err(_) => false,
        }
    }

    fn pick(&mut self) -> (Action, f64) {
        let rated = self.rated(self.opening.offers().to_vec());
        let worst = rated.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
        let first = || self.opening.offers().first().map(|&point| (point, EVEN));
        let (point, rate) =
            worst.or_else(first).unwrap_or_else(|| (self.position().size().middle(), EVEN));
        (Action::Pick(point), rate)
    }

    fn take_color(&mut self, may_put_two: bool) -> (Action, f64) {
        let rate = self.rate_here();
        let action = if may_put_two && (rate - EVEN).abs() < TOO_CLOSE {
            Action::PutTwo
        } else if rate >= EVEN {
            Action::Take(Color::Black)
        } else {
            Action::Take(Color::White)
        };
        (action, rate)
    }

    fn offer_ten_or_swap(&mut self, me: Player) -> (Action, f64) {
        let tenth = self.rate_of_fifth(10);
        if tenth >= GOOD_FOR_BLACK {
            return (Action::OfferTen, tenth);
        }
        let rate = self.rate_here();
        let is_better_off = share(self.my_color(me), rate) >= EVEN;
        (if is_better_off { Action::Stay } else { Action::Swap }, rate)
    }
}

/// A color's share of the points.
fn share(color: Color, black_rate: f64) -> f64 {
    match color {
        Color::Black => black_rate,
        Color::White => 1.0 - black_rate,
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Opening, Size};

    use super::*;
    use crate::standing::rules_action;

    /// Likes black stones in the middle and white ones too.
    struct Central;

    impl Judge for Central {
        fn black_rate(&mut self, game: &Game) -> f64 {
            let middle = game.size().middle();
            let weight = |point: Point| 1.0 / (1.0 + f64::from(point.distance(middle)));
            let sum: f64 = game
                .stones()
                .iter()
                .map(|(p, color)| if color == Color::Black { weight(p) } else { -weight(p) })
                .sum();
            1.0 / (1.0 + (-sum).exp())
        }
    }

    #[test]
    fn both_seats_come_to_the_end_of_every_procedure() {
        for rule in Rule::ALL {
            for opening in Opening::ALL {
                for seed in 0..8 {
                    let size = Size::literal(15);
                    let mut state = OpeningState::new(opening, size).unwrap();
                    let mut n_steps = 0;
                    while !state.is_done() {
                        let player = state.next().player;
                        let (action, _) =
                            decide_opening(&state, rule, &mut Central, seed + n_steps);
                        let action = rules_action(size, &action).unwrap();
                        let done = state.act(player, &action);
                        assert_eq!(done, Ok(()), "{rule} {opening} {action:?}");
                        n_steps += 1;
                    }
                    assert!(n_steps < 20);
                }
            }
        }
    }

    #[test]
    fn the_better_color_is_taken() {
        let size = Size::literal(15);
        let mut state = OpeningState::new(Opening::Swap, size).unwrap();
        for (x, y) in [(7, 7), (0, 0), (8, 8)] {
            state.act(Player::P1, &Action::Place(Point::new(x, y))).unwrap();
        }
        let (action, reason) = decide_opening(&state, Rule::Freestyle, &mut Central, 1);
        assert_eq!(action, OpeningAction::TakeBlack, "{}", reason.text);
    }

    #[test]
    fn three_stones_are_proposed_that_the_judge_calls_even() {
        let size = Size::literal(15);
        let mut state = OpeningState::new(Opening::Swap2, size).unwrap();
        for seed in 0..3 {
            let (action, _) = decide_opening(&state, Rule::Freestyle, &mut Central, seed);
            state.act(Player::P1, &rules_action(size, &action).unwrap()).unwrap();
        }
        let rate = Central.black_rate(&state.to_game(Rule::Freestyle));
        assert!((rate - 0.5).abs() < 0.1, "{rate}");
    }
}
