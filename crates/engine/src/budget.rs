//! How much time a move gets: the one time manager of the program.
//!
//! A [`Clock`] says what somebody allows, [`Budget::of`] what of it a move may take. Nobody looks at
//! a real clock here: budgets are counted from when the question was asked. In whole milliseconds,
//! as protocols count them:
//!
//! * Of a *limit* only a part is **usable**. If whoever measures sits behind a [pipe](Delivery::Pipe),
//!   that is the limit less 12 ms and a tenth of it, at most 87 % and at least a tenth of it. If it
//!   is [this process](Delivery::Direct), it is the limit less a twentieth, which is at most 250 ms,
//!   and less 20 ms more, or a fifth of a limit below 100 ms.
//! * With a *turn limit* alone, time that is not used is lost: soft and hard are all that is usable.
//! * With a *game clock*, a move is planned to get its **share**: a twenty-fifth of what is left and
//!   three quarters of the increment. That is the soft limit. The hard one is five shares, and never
//!   more than what is usable of the turn limit or of what is left, whichever is less. A table of
//!   ours runs the clock on until the answer has arrived, so 30 ms are taken off it first.
//! * With neither, a [`Habit`] lets moves take 88 % of its average *over the game*: what quick moves
//!   have saved, slow ones may take, up to what is usable of the longest; the soft limit is 80 % of the average. Where
//!   a game clock runs, the average stands in for a turn limit that nobody has set.
//! * With nothing at all, only somebody's word or another limit ends the search.

use std::time::Duration;

use crate::engine::Pace;

/// The time somebody allows for a move. `None` is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The limit for this move; zero means at once.
    pub turn: Option<Duration>,
    /// What is left for the whole game.
    pub left: Option<Duration>,
    /// What each move adds to it.
    pub increment: Duration,
    /// The way of the answer to whoever measures the time.
    pub delivery: Delivery,
    /// How long the player takes where nobody limits it.
    pub habit: Option<Habit>,
}

/// The way of an answer to whoever measures the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    /// It stays in this process.
    #[default]
    Direct,
    /// Through a pipe to a judge who polls and has latency of his own.
    Pipe,
}

/// How long a player takes on average, if nobody limits it, and how long it took until now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    /// The average over a game.
    pub average: Duration,
    /// The longest for one move.
    pub longest: Duration,
    /// How many moves it made in this game.
    pub n_moves: u32,
    /// What they took together.
    pub spent: Duration,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this no new iteration is begun, a little earlier or later by how clear things are.
    pub soft: Option<Duration>,
    /// After this the search stops wherever it is.
    pub hard: Option<Duration>,
}

/// A game is planned as if this many more of our moves were to come.
const MOVES_TO_GO: u32 = 25;
/// One move may take this many times its planned share when it is in trouble.
const MAX_OVERSPEND: u32 = 5;

/// What the way of a question and an answer through pipes and threads takes, whatever the limit.
const PIPE_RESERVE: Duration = Duration::from_millis(12);
/// Kept back on top of it, in percent of the limit: whoever has more time to lose keeps more for a
/// machine that is busy with other things.
const PIPE_RESERVE_PERCENT: u32 = 10;
/// Never more than this share: judges poll and have latency of their own.
const PIPE_SHARE_PERCENT: u32 = 87;

/// Kept back within one process, in percent of the limit: the scheduler may take the processor away
/// between the last look at the clock and the answer.
const DIRECT_RESERVE_PERCENT: u32 = 5;
/// No scheduler takes it away for longer.
const DIRECT_RESERVE_MOST: Duration = Duration::from_millis(250);
/// Kept back besides, or one part in so many of a short limit: from the last look at the clock to the
/// answer two threads have to get their turn, and what was thought is written down.
const DIRECT_RESERVE: Duration = Duration::from_millis(20);
const DIRECT_RESERVE_PART: u32 = 5;
/// What a table of ours needs to take an answer while the clock of the game runs.
const DIRECT_CLOCK_RESERVE: Duration = Duration::from_millis(30);

/// The average stays this far below what is allowed: a move is more than its search.
const HABIT_TARGET_PERCENT: u32 = 88;
/// Usually a move is done after this share of the average; what is saved goes to doubtful ones.
const HABIT_USUAL_PERCENT: u32 = 80;
/// However much was spent before, a move gets one part in this many of the average.
const HABIT_LEAST_PART: u32 = 4;

impl Clock {
    /// A limit for this move and nothing else, measured in this process.
    pub fn of_turn(turn: Duration) -> Self {
        Self { turn: Some(turn), ..Self::default() }
    }

    /// What the time is used for: a habit is thrifty, an allowance is used.
    pub fn pace(&self) -> Pace {
        let is_by_habit = self.habit.is_some() && self.turn.is_none() && self.left.is_none();
        if is_by_habit { Pace::Thrifty } else { Pace::Usual }
    }
}

impl Budget {
    /// Thinks until it is told to stop.
    pub const UNLIMITED: Self = Self { soft: None, hard: None };

    /// Thinks this long, for those whose time nobody measures.
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: Some(time), hard: Some(time) }
    }

    /// The budget of a move.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tengen_engine::{Budget, Clock, Delivery};
    ///
    /// let ms = Duration::from_millis;
    /// let clock = Clock {
    ///     turn: Some(ms(30_000)),
    ///     left: Some(ms(180_000)),
    ///     delivery: Delivery::Pipe,
    ///     ..Clock::default()
    /// };
    /// let budget = Budget::of(&clock);
    /// assert_eq!((budget.soft, budget.hard), (Some(ms(7_200)), Some(ms(26_100))));
    /// ```
    pub fn of(clock: &Clock) -> Self {
        let Clock { turn, left, increment, delivery, habit } = *clock;
        let left = left.map(|left| left.saturating_sub(delivery.clock_reserve()));
        match (turn, left, habit) {
            (None, None, None) => Self::UNLIMITED,
            (None, None, Some(habit)) => habit.budget(),
            (Some(turn), None, _) => Self::exactly(delivery.usable(turn)),
            (turn, Some(left), habit) => {
                let turn = turn.or_else(|| habit.map(|habit| habit.average));
                let limit = turn.map_or(left, |turn| turn.min(left));
                let share = whole_ms(left / MOVES_TO_GO) + whole_ms(increment / 4 * 3);
                let hard = delivery.usable(limit).min(share.saturating_mul(MAX_OVERSPEND));
                Self { soft: Some(share.min(hard)), hard: Some(hard) }
            }
        }
    }

    /// One part in `n_parts` of what is left after `elapsed`.
    #[must_use]
    pub fn part_after(self, elapsed: Duration, n_parts: u32) -> Self {
        let part = |time: Duration| time.saturating_sub(elapsed) / n_parts.max(1);
        Self { soft: self.soft.map(part), hard: self.hard.map(part) }
    }
}

impl Delivery {
    /// What can be spent of a limit without being late.
    fn usable(self, limit: Duration) -> Duration {
        match self {
            Self::Direct => {
                let reserve = percent(limit, DIRECT_RESERVE_PERCENT).min(DIRECT_RESERVE_MOST);
                let turns = whole_ms(limit / DIRECT_RESERVE_PART).min(DIRECT_RESERVE);
                limit.saturating_sub(reserve + turns)
            }
            Self::Pipe => {
                let reserve = PIPE_RESERVE + percent(limit, PIPE_RESERVE_PERCENT);
                let usable = percent(limit, PIPE_SHARE_PERCENT).min(limit.saturating_sub(reserve));
                // A limit below the reserve cannot be kept with certainty; a tenth of it is our
                // best try.
                usable.max(whole_ms(limit / 10))
            }
        }
    }

    /// What is taken off a game clock before anything is planned with it.
    const fn clock_reserve(self) -> Duration {
        match self {
            Self::Direct => DIRECT_CLOCK_RESERVE,
            // All that goes through a pipe is in the usable part.
            Self::Pipe => Duration::ZERO,
        }
    }
}

impl Habit {
    /// What the next move may take so that the average over the game stays below the one wanted.
    fn budget(self) -> Budget {
        let target = percent(self.average, HABIT_TARGET_PERCENT);
        let saved = target.saturating_mul(self.n_moves + 1).saturating_sub(self.spent);
        let longest = Delivery::Direct.usable(self.longest);
        let least = (self.average / HABIT_LEAST_PART).min(longest);
        let hard = saved.clamp(least, longest);
        let usual = percent(self.average, HABIT_USUAL_PERCENT);
        Budget { soft: Some(usual.min(hard)), hard: Some(hard) }
    }
}

/// So many hundredths, in whole milliseconds. Divided first: the longest time must not overflow.
fn percent(time: Duration, percent: u32) -> Duration {
    whole_ms(time / 100 * percent)
}

fn whole_ms(time: Duration) -> Duration {
    Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::SplitMix64;

    const HALF: Duration = Duration::from_millis(500);
    const LONGEST: Duration = Duration::from_millis(1500);

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn hard_by_pipe(turn: Option<u64>, left: Option<u64>) -> Option<u128> {
        let (turn, left) = (turn.map(ms), left.map(ms));
        let clock = Clock { turn, left, delivery: Delivery::Pipe, ..Clock::default() };
        Budget::of(&clock).hard.map(|hard| hard.as_millis())
    }

    fn by_habit(n_moves: u32, spent: Duration) -> Budget {
        let habit = Habit { average: HALF, longest: LONGEST, n_moves, spent };
        Budget::of(&Clock { habit: Some(habit), ..Clock::default() })
    }

    #[test]
    fn a_reserve_is_kept_at_every_limit_behind_a_pipe() {
        for turn in [1, 5, 20, 50, 100, 200, 1000, 5000, 30_000, 300_000, u64::MAX] {
            let hard = hard_by_pipe(Some(turn), None).expect("there is a limit");
            assert!(hard < u128::from(turn), "{hard} of {turn}");
            let reserve = PIPE_RESERVE.as_millis();
            assert!(turn < 15 || hard + reserve <= u128::from(turn), "{hard} of {turn}");
        }
        for (turn, usable) in [(20, 6), (50, 33), (55, 38), (100, 78), (200, 168), (1000, 870)] {
            assert_eq!(hard_by_pipe(Some(turn), None), Some(usable), "of {turn}");
        }
    }

    #[test]
    fn the_smaller_clock_rules() {
        assert!(hard_by_pipe(Some(30_000), Some(100)) <= Some(54));
        assert_eq!(hard_by_pipe(Some(30_000), Some(0)), Some(0));
        assert_eq!(hard_by_pipe(Some(0), Some(10_000)), Some(0), "zero means at once");
        assert_eq!(hard_by_pipe(Some(0), None), Some(0));
        assert_eq!(hard_by_pipe(None, None), None);
    }

    #[test]
    fn a_game_clock_is_spread_over_the_game() {
        let (turn, left) = (Some(ms(30_000)), Some(ms(180_000)));
        let clock = Clock { turn, left, delivery: Delivery::Pipe, ..Clock::default() };
        let budget = Budget { soft: Some(ms(7200)), hard: Some(ms(26_100)) };
        assert_eq!(Budget::of(&clock), budget);
        let with_increment = Clock { increment: ms(1001), ..clock };
        assert_eq!(Budget::of(&with_increment).soft, Some(ms(7950)));
    }

    #[test]
    fn a_game_clock_is_never_exhausted_by_its_budgets() {
        for delivery in [Delivery::Pipe, Delivery::Direct] {
            let mut left = 10_000_i64;
            for _ in 0..200 {
                let now = Some(ms(left.max(0) as u64));
                let clock = Clock { left: now, delivery, ..Clock::default() };
                let hard = Budget::of(&clock).hard.expect("there is a limit");
                left -= hard.as_millis() as i64 + 1;
            }
            assert!(left > -200, "{left}");
        }
    }

    #[test]
    fn a_turn_limit_alone_is_nearly_used_up() {
        assert_eq!(Budget::of(&Clock::of_turn(ms(20))), Budget::exactly(ms(15)));
        assert_eq!(Budget::of(&Clock::of_turn(ms(100))), Budget::exactly(ms(75)));
        assert_eq!(Budget::of(&Clock::of_turn(ms(30_000))), Budget::exactly(ms(29_730)));
    }

    #[test]
    fn the_last_seconds_are_shared_out() {
        let clock = Clock { turn: Some(ms(5000)), left: Some(ms(1000)), ..Clock::default() };
        let budget = Budget::of(&clock);
        assert_eq!(budget.hard, Some(ms(190)));
        assert!(budget.soft < budget.hard);
    }

    #[test]
    fn nothing_left_means_no_time_and_no_panic() {
        let clock = Clock { turn: Some(ms(10)), left: Some(ms(0)), ..Clock::default() };
        assert_eq!(Budget::of(&clock).hard, Some(ms(0)));
        assert_eq!(Budget::of(&Clock::default()), Budget::UNLIMITED);
    }

    #[test]
    fn the_largest_values_are_no_trouble() {
        for delivery in [Delivery::Pipe, Delivery::Direct] {
            let endless = Some(Duration::MAX);
            let clock = Clock { turn: endless, left: endless, delivery, ..Clock::default() };
            let budget = Budget::of(&Clock { increment: ms(u64::MAX), ..clock });
            assert!(budget.soft <= budget.hard && budget.hard < endless);
        }
    }

    #[test]
    fn what_a_move_deserves_is_never_more_than_it_may_take() {
        let mut random = SplitMix64::new(7);
        for _ in 0..10_000 {
            let mut some = |most: usize| {
                let time = ms(random.below(most) as u64);
                (random.below(3) > 0).then_some(time)
            };
            let turn = some(2_000);
            let left = some(60_000);
            let increment = some(3_000).unwrap_or_default();
            let habit = some(800).map(|average| Habit {
                average,
                longest: average * 3,
                n_moves: 3,
                spent: some(5_000).unwrap_or_default(),
            });
            for delivery in [Delivery::Pipe, Delivery::Direct] {
                let clock = Clock { turn, left, increment, delivery, habit };
                let Budget { soft, hard } = Budget::of(&clock);
                assert!(soft <= hard, "{clock:?}");
                assert!(turn.is_none() || hard <= turn, "{clock:?}");
                assert!(left.is_none() || hard <= left, "{clock:?}");
                let is_thrifty = clock.pace() == Pace::Thrifty;
                assert_eq!(is_thrifty, habit.is_some() && turn.is_none() && left.is_none());
            }
        }
    }

    #[test]
    fn whatever_moves_take_the_average_is_kept() {
        let mut random = SplitMix64::new(3);
        for _ in 0..200 {
            let (mut n_moves, mut spent) = (0, Duration::ZERO);
            let hurry = 1 + random.below(100) as u32;
            for _ in 0..60 {
                let hard = by_habit(n_moves, spent).hard.unwrap();
                assert!(hard <= LONGEST);
                // As hard as allowed, or as quick as it gets.
                let took = if random.below(100) as u32 <= hurry { hard } else { hard / 20 };
                n_moves += 1;
                spent += took;
                assert!(spent <= HALF * n_moves, "{spent:?} in {n_moves}");
            }
        }
    }

    #[test]
    fn saved_time_goes_to_later_moves() {
        let first = by_habit(0, Duration::ZERO);
        let after_quick = by_habit(4, ms(400));
        assert!(after_quick.hard > first.hard);
        let after_slow = by_habit(1, HALF * 3);
        assert_eq!(after_slow.hard, Some(HALF / 4));
        assert!(after_slow.soft <= after_slow.hard);
    }

    #[test]
    fn a_running_game_clock_limits_a_habit() {
        let habit = Habit { average: HALF, longest: LONGEST, n_moves: 0, spent: Duration::ZERO };
        let clock = Clock { left: Some(ms(600_000)), habit: Some(habit), ..Clock::default() };
        assert_eq!(Budget::of(&clock), Budget::of(&Clock { turn: Some(HALF), ..clock }));
        assert!(Budget::of(&clock).hard <= Some(HALF));
    }

    #[test]
    fn what_is_left_is_divided() {
        let budget = Budget { soft: Some(ms(100)), hard: Some(ms(300)) };
        let part = Budget { soft: Some(ms(0)), hard: Some(ms(50)) };
        assert_eq!(budget.part_after(ms(200), 2), part);
        assert_eq!(Budget::UNLIMITED.part_after(ms(200), 2), Budget::UNLIMITED);
    }
}
