//! How a player takes part in an opening: the one policy for the app and for the protocols.
//!
//! It asks a [`Judge`] what positions are worth, proposes what is nearly even, because the other may
//! choose, and chooses what is better. [`decide_opening`] takes the next step of any procedure; the
//! functions beside it answer what protocols ask without one.
//!
//! Everything is decided by scores, which are integers and the same on every machine; shares of the
//! points are for people.

mod balance;
mod judge;

use tengen_engine::Score;
use tengen_rules::{
    Action, ActionKind, Color, Game, OpeningError, OpeningState, Point, Rule, Seat, Size,
    SplitMix64,
};

pub use balance::{even_number_of_fifths, fifth_moves, most_even_move, two_even_moves};
pub use judge::{Effort, EngineJudge, Judge, Judgement, NoJudge};

use balance::{COMPARED, nearest};
pub(crate) use judge::near_stones;
use judge::worth_to;

/// Within this of even, some 57 points in a hundred, nobody can be sure to have the better color:
/// two more stones that even it out promise more than either.
const UNCLEAR: i32 = 60;
/// Black offers ten moves only if even the tenth is this good for him: some 55 points in a hundred.
const GOOD_FOR_BLACK: i32 = 40;
/// How many points are looked at for one stone that is drawn by lot.
const MOST_DRAWN: usize = 20;
/// Until there are so many stones, the points to look at are drawn by lot: the best moves are all
/// too good for Black, and every opening would be the same.
const FAMILIAR: usize = 3;
/// The stones of a free proposal lie in a patch of this side at an edge, where Black's advantage is
/// smallest: of three stones around the middle hardly any leave the game even.
const PATCH: u8 = 6;
/// How many pairs of a second and a third stone are looked at before the second is put. A white
/// stone that was merely drawn often leaves no third one that evens it out.
const PAIRS_DRAWN: u32 = 12;
/// How far from a stone a point still has to do with it.
const REACH: u8 = 3;

/// A step of an opening, with what it was decided by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningChoice {
    /// What to do.
    pub action: Action,
    /// What the game is worth to Black, as far as the judge knows; else nothing to either.
    pub black: Score,
    /// The best move of the side to move where a color was chosen, if the judge has looked for it.
    pub best: Option<Point>,
}

impl OpeningChoice {
    fn new(action: Action, black: Score) -> Self {
        Self { action, black, best: None }
    }

    /// The share of points that Black can expect, 0 to 1.
    pub fn black_rate(&self) -> f64 {
        self.black.win_rate()
    }

    /// Whether neither color is clearly better.
    pub fn is_even(&self) -> bool {
        is_unclear(self.black)
    }
}

fn is_unclear(black: Score) -> bool {
    black.get().abs() <= UNCLEAR
}

/// Whether whoever holds `color` would rather have the other one.
pub fn prefers_swap(color: Color, black: Score) -> bool {
    worth_to(color, black) < Score::DRAW
}

/// Decides the next step for whoever has it. The seed is for what is drawn by lot.
///
/// ```
/// use tengen_players::opening::{NoJudge, decide_opening};
/// use tengen_rules::{Opening, OpeningState, Rule, Size};
///
/// let mut state = OpeningState::new(Opening::Swap2, Size::literal(15))?;
/// while !state.is_done() {
///     let choice = decide_opening(&state, Rule::Freestyle, &mut NoJudge, 1);
///     let player = state.next().player;
///     state.act(player, &choice.action)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide_opening(
    opening: &OpeningState,
    rule: Rule,
    judge: &mut dyn Judge,
    seed: u64,
) -> OpeningChoice {
    let game = opening.to_game(rule);
    Decider { opening, game, judge, random: SplitMix64::new(seed) }.decide()
}

struct Decider<'a> {
    opening: &'a OpeningState,
    game: Game,
    judge: &'a mut dyn Judge,
    random: SplitMix64,
}

impl Decider<'_> {
    fn decide(&mut self) -> OpeningChoice {
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

    fn color_of(&self, me: Seat) -> Color {
        if self.opening.black() == me { Color::Black } else { Color::White }
    }

    fn place(&mut self, me: Seat) -> OpeningChoice {
        let allowed = self.opening.allowed_points();
        let mut after = self.opening.clone();
        // Who acts then does not depend on the point.
        if let Some(&any) = allowed.first() {
            _ = after.act(me, &Action::Place(any));
        }
        let next = after.next();
        let is_mine = !after.is_done() && next.player == me;
        let (point, black) = if is_mine && next.actions.contains(&ActionKind::Place) {
            self.first_of_several(&allowed)
        } else if lets_other_choose(after, me) {
            self.most_even_of(&allowed)
        } else {
            self.best_of(&allowed)
        };
        OpeningChoice::new(Action::Place(point), black)
    }

    /// A stone after which the same player puts another one, which will even out whatever stands by
    /// then. The last two are planned together; before them there is nothing to plan with.
    fn first_of_several(&mut self, allowed: &[Point]) -> (Point, Score) {
        let planned = match self.opening.stones().len() {
            0 => None,
            1 => self.second_of_three(),
            _ => two_even_moves(self.judge, &self.game, 0)
                .map(|([first, _], black)| (first, black))
                .filter(|(first, _)| allowed.contains(first)),
        };
        planned.unwrap_or_else(|| (self.drawn_one(self.opening), Score::DRAW))
    }

    /// The second stone of the most even of some proposals drawn by lot.
    fn second_of_three(&mut self) -> Option<(Point, Score)> {
        let mut moves = Vec::new();
        for n_left in (1..=PAIRS_DRAWN).rev() {
            let mut after = self.opening.clone();
            let second = self.drawn_one(&after);
            after.act(after.next().player, &Action::Place(second)).ok()?;
            let third = self.drawn_one(&after);
            after.act(after.next().player, &Action::Place(third)).ok()?;
            let game = after.to_game(self.game.rule());
            // As much as these questions may take together is left for the third stone.
            let judged = self.judge.judge(&game, n_left + PAIRS_DRAWN);
            moves.extend(judged.map(|judged| (second, judged.black)));
        }
        nearest(moves, 0)
    }

    /// The stone after which the other chooses a color: both must be worth the same.
    fn most_even_of(&mut self, allowed: &[Point]) -> (Point, Score) {
        let moves = if self.opening.stones().len() < FAMILIAR {
            let drawn = self.drawn(self.opening, MOST_DRAWN);
            self.judge.best_moves(&self.game, &drawn, drawn.len(), 1)
        } else {
            let among = self.worth_a_look(allowed);
            self.judge.best_moves(&self.game, &among, COMPARED, 1)
        };
        nearest(moves, 0).unwrap_or_else(|| {
            // Nobody knows: stones that have little to do with each other give little advantage.
            let stones = self.opening.stones();
            let loneliness = |point: &Point| stones.iter().map(|s| s.distance(*point)).min();
            let lonely = self.drawn(self.opening, MOST_DRAWN).into_iter().max_by_key(loneliness);
            (lonely.unwrap_or_else(|| self.game.size().middle()), Score::DRAW)
        })
    }

    /// The best stone for whoever puts it, where the colors stay.
    fn best_of(&mut self, allowed: &[Point]) -> (Point, Score) {
        let among = self.worth_a_look(allowed);
        let best = self.judge.best_moves(&self.game, &among, 1, 1);
        best.first().copied().unwrap_or_else(|| (self.drawn_one(self.opening), Score::DRAW))
    }

    /// The points the judge should compare: its own choice where every point is allowed, else those
    /// near the stones.
    fn worth_a_look(&self, allowed: &[Point]) -> Vec<Point> {
        if is_free(self.opening, self.game.size(), allowed) {
            Vec::new()
        } else {
            near_stones(&self.game, allowed.to_vec(), REACH)
        }
    }

    /// Some points by lot where the next stone may go: in a patch at an edge where the procedure
    /// leaves a proposal free, else near the stones.
    fn drawn(&mut self, state: &OpeningState, most: usize) -> Vec<Point> {
        let size = self.game.size();
        let (stones, allowed) = (state.stones(), state.allowed_points());
        let is_proposal = stones.len() < FAMILIAR && is_free(state, size, &allowed);
        let fits = |point: &&Point| {
            let mut distances = stones.iter().map(|stone| stone.distance(**point));
            if is_proposal {
                edge_distance(size, **point) < PATCH && distances.all(|distance| distance < PATCH)
            } else {
                distances.any(|distance| distance <= REACH)
            }
        };
        let fitting: Vec<Point> = allowed.iter().filter(fits).copied().collect();
        let mut points = if fitting.is_empty() { allowed } else { fitting };
        self.random.shuffle(&mut points);
        points.truncate(most);
        points
    }

    fn drawn_one(&mut self, state: &OpeningState) -> Point {
        self.drawn(state, 1).first().copied().unwrap_or_else(|| self.game.size().middle())
    }

    fn swap_or_stay(&mut self, me: Seat) -> OpeningChoice {
        let (black, best) = self.worth_with_offers();
        let is_swapping = prefers_swap(self.color_of(me), black);
        let action = if is_swapping { Action::Swap } else { Action::Stay };
        OpeningChoice { action, black, best }
    }

    /// What the position is worth to Black. Where fifth moves will be offered, Black gets the worst
    /// of his best ones.
    fn worth_with_offers(&mut self) -> (Score, Option<Point>) {
        let has_four = self.opening.stones().len() == 4;
        match self.declared_count().filter(|_| has_four) {
            Some(count) => {
                let last = self.nth_fifth(count, 1);
                last.map_or((Score::DRAW, None), |(point, black)| (black, Some(point)))
            }
            None => self.worth_here(1),
        }
    }

    fn worth_here(&mut self, n_left: u32) -> (Score, Option<Point>) {
        let judged = self.judge.judge(&self.game, n_left);
        judged.map_or((Score::DRAW, None), |judged| (judged.black, judged.best))
    }

    /// How many fifth moves the steps to come will ask for, found out by taking them.
    fn declared_count(&self) -> Option<u32> {
        let mut ahead = self.opening.clone();
        let next = ahead.next();
        ahead.act(next.player, &Action::Stay).ok()?;
        let next = ahead.next();
        next.count.filter(|_| next.actions.contains(&ActionKind::Offer))
    }

    /// The fifth stone that Black gets if so many are offered.
    fn nth_fifth(&mut self, count: u32, n_left: u32) -> Option<(Point, Score)> {
        let count = count.max(1) as usize;
        let fifths = fifth_moves(self.judge, &self.game, count, n_left);
        fifths.get(count - 1).copied()
    }

    fn declare(&mut self, most: u32) -> OpeningChoice {
        if self.opening.stones().len() < 4 {
            // The fourth stone is still to come: the better Black stands, the more he offers.
            let (black, _) = self.worth_here(1);
            let lead = i64::from(black.get().max(0));
            let count = 1 + i64::from(most) * lead / (lead + 400);
            return OpeningChoice::new(Action::Declare((count as u32).clamp(1, most)), black);
        }
        let even = even_number_of_fifths(self.judge, &self.game, most, 1);
        let (count, black) = even.unwrap_or((1, Score::DRAW));
        OpeningChoice::new(Action::Declare(count), black)
    }

    fn offer(&mut self, count: u32) -> OpeningChoice {
        let mut chosen: Vec<Point> = Vec::new();
        let mut worst = Score::DRAW;
        let ranked = fifth_moves(self.judge, &self.game, count as usize, 1);
        let ranked = ranked.into_iter().map(|(point, black)| (point, Some(black)));
        // Where the judge knows too few, any others will do.
        let others = self.game.stones().empties().map(|point| (point, None));
        for (point, black) in ranked.chain(others) {
            if chosen.len() == count as usize {
                break;
            }
            if self.may_offer(&chosen, point) {
                chosen.push(point);
                worst = black.unwrap_or(worst);
            }
        }
        OpeningChoice::new(Action::Offer(chosen), worst)
    }

    /// Whether a point goes with those chosen: the rules are asked, with the count left aside.
    fn may_offer(&self, chosen: &[Point], point: Point) -> bool {
        let next = self.opening.next();
        let mut trial = chosen.to_vec();
        trial.push(point);
        let required = next.count.unwrap_or(1) as usize;
        // The count is checked first; filling up with a point twice makes the real fault show.
        let is_short = trial.len() < required;
        while trial.len() < required {
            trial.push(point);
        }
        match self.opening.clone().act(next.player, &Action::Offer(trial)) {
            Ok(()) => true,
            Err(OpeningError::Duplicate) => is_short && !chosen.contains(&point),
            Err(_) => false,
        }
    }

    fn pick(&mut self) -> OpeningChoice {
        let offers = self.opening.offers();
        let worst = worst_for_black(self.judge, &self.game, offers);
        let first = || offers.first().map(|&point| (point, Score::DRAW));
        let (point, black) =
            worst.or_else(first).unwrap_or_else(|| (self.game.size().middle(), Score::DRAW));
        OpeningChoice::new(Action::Pick(point), black)
    }

    fn take_color(&mut self, may_put_two: bool) -> OpeningChoice {
        // Two more stones would have to be found in what is left.
        let (black, best) = self.worth_here(if may_put_two { 2 } else { 1 });
        let action = if may_put_two && is_unclear(black) {
            Action::PutTwo
        } else if black >= Score::DRAW {
            Action::Take(Color::Black)
        } else {
            Action::Take(Color::White)
        };
        OpeningChoice { action, black, best }
    }

    fn offer_ten_or_swap(&mut self, me: Seat) -> OpeningChoice {
        if let Some((_, tenth)) = self.nth_fifth(10, 2)
            && tenth.get() >= GOOD_FOR_BLACK
        {
            return OpeningChoice::new(Action::OfferTen, tenth);
        }
        let (black, best) = self.worth_here(1);
        let is_swapping = prefers_swap(self.color_of(me), black);
        let action = if is_swapping { Action::Swap } else { Action::Stay };
        OpeningChoice { action, black, best }
    }
}

/// The one of the offered fifth stones that is worst for Black, with its worth to him.
pub fn worst_for_black(
    judge: &mut dyn Judge,
    game: &Game,
    offers: &[Point],
) -> Option<(Point, Score)> {
    let moves = judge.best_moves(game, offers, offers.len(), 1);
    moves.into_iter().min_by_key(|&(_, black)| black)
}

/// Whether the other player chooses between the colors before a stone is put again. A number of
/// fifth moves may be declared first.
fn lets_other_choose(mut after: OpeningState, me: Seat) -> bool {
    while !after.is_done() {
        let next = after.next();
        let has = |kind| next.actions.contains(&kind);
        if has(ActionKind::Swap) || has(ActionKind::Black) {
            return next.player != me;
        }
        if !has(ActionKind::Declare) || after.act(next.player, &Action::Declare(1)).is_err() {
            return false;
        }
    }
    false
}

/// Whether a stone may go anywhere.
fn is_free(state: &OpeningState, size: Size, allowed: &[Point]) -> bool {
    allowed.len() + state.stones().len() == size.points().count()
}

/// How many points lie between a point and the nearest edge.
fn edge_distance(size: Size, point: Point) -> u8 {
    let last = size.get() - 1;
    let (x, y) = (point.x(), point.y());
    x.min(last - x).min(y).min(last - y)
}

#[cfg(test)]
mod tests;
