//! Time controls and the clock of one player in one game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How much time a player has. Nothing at all is unlimited, for matches at fixed nodes or depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeControl {
    /// For one move.
    pub turn_ms: Option<u64>,
    /// For the whole game.
    pub match_ms: Option<u64>,
    /// Added to the game's time before each move.
    pub increment_ms: u64,
}

/// Which clock the players are charged by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// The clock on the wall.
    #[default]
    Wall,
    /// The processor time that the player's process used: fair on a busy machine.
    Cpu,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is no time control; write MATCH[/TURN][+INCREMENT] in seconds, as 60/5+0.5 or 0/0.1"
)]
pub struct TimeControlError(pub String);

impl TimeControl {
    /// Nothing but a time per move.
    pub fn per_turn_ms(turn_ms: u64) -> Self {
        Self { turn_ms: Some(turn_ms), ..Self::default() }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads c-gomoku-cli's form `M[/T][+I]`, seconds with decimals; 0 is "no such limit".
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let error = || TimeControlError(text.to_owned());
        let ms = |part: &str| seconds_to_ms(part).ok_or_else(error);
        let (rest, increment_ms) = match text.split_once('+') {
            Some((rest, increment)) => (rest, ms(increment)?),
            None => (text, 0),
        };
        let (game, turn) = match rest.split_once('/') {
            Some((game, turn)) => (ms(game)?, ms(turn)?),
            None => (ms(rest)?, 0),
        };
        let some = |ms: u64| (ms > 0).then_some(ms);
        Ok(Self { turn_ms: some(turn), match_ms: some(game), increment_ms })
    }
}

/// A number of seconds with decimals, as whole milliseconds.
pub(crate) fn seconds_to_ms(text: &str) -> Option<u64> {
    let seconds: f64 = text.trim().parse().ok()?;
    let is_sane = (0.0..=1e9).contains(&seconds);
    is_sane.then(|| (seconds * 1000.0).round() as u64)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u64| ms as f64 / 1000.0;
        match (self.match_ms, self.turn_ms) {
            (None, None) => return f.write_str("no time limit"),
            (None, Some(turn)) => return write!(f, "{} s a move", seconds(turn)),
            (Some(game), None) => write!(f, "{} s a game", seconds(game))?,
            (Some(game), Some(turn)) => {
                write!(f, "{} s a game, at most {} s a move", seconds(game), seconds(turn))?;
            }
        }
        if self.increment_ms > 0 {
            write!(f, ", +{} s before each move", seconds(self.increment_ms))?;
        }
        Ok(())
    }
}

/// The clock of one player in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameClock {
    control: TimeControl,
    left: Option<Duration>,
}

impl GameClock {
    pub(crate) fn new(control: TimeControl) -> Self {
        Self { control, left: control.match_ms.map(Duration::from_millis) }
    }

    /// Adds the increment and tells the time left for the game, if that is limited.
    pub(crate) fn start_turn(&mut self) -> Option<Duration> {
        if let Some(left) = &mut self.left {
            *left += Duration::from_millis(self.control.increment_ms);
        }
        self.left
    }

    /// How long the move may take.
    pub(crate) fn limit(&self) -> Option<Duration> {
        let turn = self.control.turn_ms.map(Duration::from_millis);
        match (turn, self.left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    /// Charges a move; `false` if it took longer than it may, tolerance included.
    pub(crate) fn charge(&mut self, spent: Duration, tolerance: Duration) -> bool {
        let is_in_time = self.limit().is_none_or(|limit| spent <= limit + tolerance);
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(spent);
        }
        is_in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, turn_ms: Option<u64>, match_ms: Option<u64>, increment_ms: u64) {
        assert_eq!(text.parse(), Ok(TimeControl { turn_ms, match_ms, increment_ms }), "{text}");
    }

    #[test]
    fn time_controls_are_read() {
        check("10/2+0.5", Some(2000), Some(10000), 500);
        check("0/0.1", Some(100), None, 0);
        check("60", None, Some(60000), 0);
        check("60+1", None, Some(60000), 1000);
        check("0", None, None, 0);
        for text in ["", "x", "1/", "-1", "1/2/3", "inf", "1e30", "nan"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_shorter_of_turn_and_rest_counts() {
        let ms = Duration::from_millis;
        let mut clock = GameClock::new("1/0.4+0.1".parse().unwrap());
        assert_eq!(clock.start_turn(), Some(ms(1100)));
        assert_eq!(clock.limit(), Some(ms(400)));
        assert!(clock.charge(ms(410), ms(10)));
        assert_eq!(clock.start_turn(), Some(ms(790)));
        assert!(!clock.charge(ms(500), ms(10)), "too long for the turn");
        assert_eq!(clock.start_turn(), Some(ms(390)));
        assert_eq!(clock.limit(), Some(ms(390)));
        assert!(clock.charge(ms(400), ms(10)));
        assert_eq!(clock.start_turn(), Some(ms(100)), "it does not go below zero");
    }

    #[test]
    fn without_limits_nothing_is_late() {
        let mut clock = GameClock::new(TimeControl::default());
        assert_eq!((clock.start_turn(), clock.limit()), (None, None));
        assert!(clock.charge(Duration::from_secs(1_000_000), Duration::ZERO));
    }
}
