//! How much time a move gets.

use std::time::Duration;

/// The clock as a protocol tells it. `None` is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The limit for this move.
    pub turn: Option<Duration>,
    /// What is left for the whole game.
    pub left: Option<Duration>,
    /// What each move adds to it.
    pub increment: Duration,
    /// Taken off before anything is planned, for the way to the judge and back.
    pub reserve: Duration,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this no new iteration is begun, a little earlier or later by how clear things are.
    pub soft: Option<Duration>,
    /// After this the search stops wherever it is.
    pub hard: Option<Duration>,
}

/// Moves a game is assumed to have left, as long as nobody knows.
const MOVES_LEFT: u32 = 18;
/// No single move takes more than this share of what is left.
const LARGEST_SHARE: u32 = 5;

impl Budget {
    /// Thinks until it is told to stop.
    pub const UNLIMITED: Self = Self { soft: None, hard: None };

    /// The budget of a move.
    pub fn of(clock: &Clock) -> Self {
        let turn = clock.turn.map(|turn| turn.saturating_sub(clock.reserve));
        let left = clock.left.map(|left| left.saturating_sub(clock.reserve));
        match (turn, left) {
            (None, None) => Self::UNLIMITED,
            (Some(turn), None) => Self { soft: Some(turn * 17 / 20), hard: Some(turn) },
            (turn, Some(left)) => {
                let most = left / LARGEST_SHARE + clock.increment / 2;
                let hard = turn.unwrap_or(most).min(most).min(left);
                let share = left / MOVES_LEFT + clock.increment * 3 / 4;
                Self { soft: Some(share.min(hard * 17 / 20)), hard: Some(hard) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_turn_limit_alone_is_nearly_used_up() {
        let clock = Clock { turn: Some(ms(130)), reserve: ms(30), ..Clock::default() };
        assert_eq!(Budget::of(&clock), Budget { soft: Some(ms(85)), hard: Some(ms(100)) });
    }

    #[test]
    fn the_last_seconds_are_shared_out() {
        let clock = Clock { turn: Some(ms(5000)), left: Some(ms(1000)), ..Clock::default() };
        let budget = Budget::of(&clock);
        assert_eq!(budget.hard, Some(ms(200)));
        assert!(budget.soft < budget.hard);
    }

    #[test]
    fn nothing_left_means_no_time_and_no_panic() {
        let clock =
            Clock { turn: Some(ms(10)), left: Some(ms(0)), reserve: ms(30), ..Clock::default() };
        assert_eq!(Budget::of(&clock).hard, Some(ms(0)));
        assert_eq!(Budget::of(&Clock::default()), Budget::UNLIMITED);
    }
}
