//! What the other side allows for a move, with the many ways to say "no limit" understood.
//!
//! How much of it a move takes is decided by whoever thinks. No clock is read here. The clock starts
//! when the command that asks for a move has been *parsed*; between turns the process may be frozen,
//! so nothing is measured from the end of the last move.

use std::time::Duration;

/// The values by which Yixin's boards say "no clock at all".
const UNLIMITED_PAIR: (u64, u64) = (2_000_000, 100_000_000);

/// Piskvork's way to say "unlimited".
pub(crate) const ENDLESS_MS: i64 = 2_147_483_647;

/// The limits of a search, as the other side set them; [`turn`](Self::turn) and [`left`](Self::left)
/// say what they mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// For this move; zero means at once, `None` no limit.
    pub turn_ms: Option<u64>,
    /// For the whole game, `None` if there is no such clock.
    pub match_ms: Option<u64>,
    /// What is left of it; may be overdrawn. `None` if nobody said.
    pub left_ms: Option<i64>,
    /// What every move gives back.
    pub increment_ms: u64,
    /// Whether a graphical board asks, which has a stop button: only there the pair of values that
    /// means "no clock" is safe to believe.
    pub is_board: bool,
    /// The largest depth.
    pub max_depth: Option<u32>,
    /// The first depth.
    pub start_depth: Option<u32>,
    /// The largest number of nodes.
    pub max_nodes: Option<u64>,
}

impl Limits {
    /// The time for this move; zero means at once, `None` no limit.
    pub fn turn(&self) -> Option<Duration> {
        self.turn_ms.filter(|_| !self.is_unlimited_pair()).map(Duration::from_millis)
    }

    /// What is left for the rest of the game, nothing if the clock is overdrawn; `None` if there is
    /// no such clock.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tengen_gomocup::Limits;
    ///
    /// let limits = Limits { match_ms: Some(60_000), left_ms: Some(-20), ..Limits::default() };
    /// assert_eq!(limits.left(), Some(Duration::ZERO));
    /// assert_eq!(Limits { left_ms: Some(2_147_483_647), ..limits }.left(), None);
    /// ```
    pub fn left(&self) -> Option<Duration> {
        let left_ms = match self.left_ms {
            _ if self.is_unlimited_pair() => None,
            Some(left) if left >= ENDLESS_MS => None,
            Some(left) => Some(left.max(0).unsigned_abs()),
            None => self.match_ms,
        };
        left_ms.map(Duration::from_millis)
    }

    /// What every move gives back.
    pub fn increment(&self) -> Duration {
        Duration::from_millis(self.increment_ms)
    }

    fn is_unlimited_pair(&self) -> bool {
        self.is_board && self.turn_ms.zip(self.match_ms) == Some(UNLIMITED_PAIR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pair_of_the_boards_means_no_clock() {
        let limits = Limits {
            turn_ms: Some(2_000_000),
            match_ms: Some(100_000_000),
            left_ms: Some(100_000_000),
            is_board: true,
            ..Limits::default()
        };
        assert_eq!((limits.turn(), limits.left()), (None, None));
        let elsewhere = Limits { is_board: false, ..limits };
        assert!(elsewhere.turn().is_some() && elsewhere.left().is_some());
        let other_turn = Limits { turn_ms: Some(1_000), ..limits };
        assert!(other_turn.turn().is_some() && other_turn.left().is_some());
    }

    #[test]
    fn what_was_said_last_about_the_game_clock_counts() {
        let left = |match_ms, left_ms| Limits { match_ms, left_ms, ..Limits::default() }.left();
        let ms = |ms| Some(Duration::from_millis(ms));
        assert_eq!(left(None, None), None);
        assert_eq!(left(Some(90_000), None), ms(90_000));
        assert_eq!(left(Some(90_000), Some(80_000)), ms(80_000));
        assert_eq!(left(Some(90_000), Some(0)), ms(0));
        assert_eq!(left(Some(90_000), Some(-500)), ms(0));
        assert_eq!(left(Some(90_000), Some(ENDLESS_MS)), None);
    }
}
