//! Clocks and timers, worked out from how long the steps took.

/// A clock, as it is agreed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockSpec {
    /// The time each player has for the game.
    pub main_ms: u64,
    /// What each move adds.
    pub increment_ms: u64,
    /// Once the main time is used up, each move may take this long.
    pub byoyomi_ms: u64,
    /// How often that may be exceeded before the game is lost, counting the last time.
    pub byoyomi_periods: u32,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    spec: ClockSpec,
    main_ms: u64,
    byoyomi_ms: u64,
    periods: u32,
    has_run_out: bool,
}

impl Clock {
    /// A clock after these moves.
    pub(crate) fn after(spec: ClockSpec, moves: impl IntoIterator<Item = u64>) -> Self {
        let mut clock = Self {
            spec,
            main_ms: spec.main_ms,
            byoyomi_ms: spec.byoyomi_ms,
            periods: spec.byoyomi_periods,
            has_run_out: false,
        };
        for time_ms in moves {
            clock.run(time_ms);
            if !clock.has_run_out {
                clock.main_ms += spec.increment_ms;
                clock.byoyomi_ms = spec.byoyomi_ms;
            }
        }
        clock
    }

    /// Lets it run for the present move.
    pub(crate) fn run(&mut self, time_ms: u64) {
        let from_main = time_ms.min(self.main_ms);
        self.main_ms -= from_main;
        let mut rest = time_ms - from_main;
        if self.spec.byoyomi_ms == 0 {
            self.has_run_out |= rest > 0 || self.main_ms == 0;
            return;
        }
        while rest >= self.byoyomi_ms && self.periods > 0 {
            rest -= self.byoyomi_ms;
            self.periods -= 1;
            self.byoyomi_ms = self.spec.byoyomi_ms;
        }
        self.has_run_out |= self.periods == 0;
        self.byoyomi_ms = self.byoyomi_ms.saturating_sub(rest);
    }

    pub(crate) fn has_run_out(&self) -> bool {
        self.has_run_out
    }

    /// How long until it runs out.
    pub(crate) fn left_ms(&self) -> u64 {
        if self.has_run_out {
            return 0;
        }
        let later = u64::from(self.periods.saturating_sub(1)) * self.spec.byoyomi_ms;
        let byoyomi = if self.periods > 0 { self.byoyomi_ms + later } else { 0 };
        self.main_ms + byoyomi
    }

    /// What is left of the main time.
    pub fn main_ms(&self) -> u64 {
        self.main_ms
    }

    /// What is left of the present byo-yomi period.
    pub fn byoyomi_ms(&self) -> u64 {
        self.byoyomi_ms
    }

    /// How many byo-yomi periods are left.
    pub fn periods(&self) -> u32 {
        self.periods
    }
}

/// How long somebody takes for his moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timer {
    /// The move being thought about, as far as it has come.
    pub current_ms: Option<u64>,
    /// The last move.
    pub last_ms: Option<u64>,
    /// The average of the moves.
    pub average_ms: Option<u64>,
    /// The longest move.
    pub longest_ms: Option<u64>,
    /// How many moves that is.
    pub n_moves: u32,
    /// How long a move may take, if that is limited.
    pub limit_ms: Option<u64>,
    /// How long a move takes on average, if the player goes by that.
    pub usual_ms: Option<u64>,
}

/// The statistics of a player's moves.
pub(crate) fn timer(moves: &[u64], current_ms: Option<u64>, limit_ms: Option<u64>) -> Timer {
    let n_moves = moves.len() as u32;
    Timer {
        current_ms,
        last_ms: moves.last().copied(),
        average_ms: (n_moves > 0).then(|| moves.iter().sum::<u64>() / u64::from(n_moves)),
        longest_ms: moves.iter().max().copied(),
        n_moves,
        limit_ms,
        usual_ms: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FISCHER: ClockSpec =
        ClockSpec { main_ms: 10_000, increment_ms: 1_000, byoyomi_ms: 0, byoyomi_periods: 0 };
    const BYOYOMI: ClockSpec =
        ClockSpec { main_ms: 5_000, increment_ms: 0, byoyomi_ms: 2_000, byoyomi_periods: 3 };

    #[test]
    fn an_increment_is_added_after_each_move() {
        let mut clock = Clock::after(FISCHER, [4_000, 2_000]);
        assert_eq!(clock.left_ms(), 6_000);
        clock.run(6_000);
        assert!(clock.has_run_out());
    }

    #[test]
    fn periods_go_one_by_one_and_are_whole_again_for_each_move() {
        let clock = Clock::after(BYOYOMI, [4_000, 2_500]);
        assert_eq!((clock.main_ms, clock.periods), (0, 3));
        assert_eq!(clock.byoyomi_ms, 2_000);
        let clock = Clock::after(BYOYOMI, [5_000, 3_000]);
        assert_eq!(clock.periods, 2);
        let mut clock = Clock::after(BYOYOMI, [5_000, 5_999]);
        assert_eq!((clock.has_run_out(), clock.left_ms()), (false, 2_000));
        clock.run(2_000);
        assert!(clock.has_run_out());
    }

    #[test]
    fn the_timer_counts() {
        let timer = timer(&[100, 400, 100], Some(5), None);
        assert_eq!(
            (timer.last_ms, timer.average_ms, timer.longest_ms),
            (Some(100), Some(200), Some(400))
        );
    }
}
