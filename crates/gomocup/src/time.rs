//! How long a move may take: one function for every driver.
//!
//! No clock is read here. The clock starts when the command that asks for a move has been *parsed*;
//! between turns the process may be frozen, so nothing is measured from the end of the last move.

/// What the way of a question and an answer through pipes and threads takes, whatever the limit.
const RESERVE_MS: u64 = 12;

/// Kept back on top of it, in percent of the limit: whoever has more time to lose keeps more for a
/// machine that is busy with other things.
const RESERVE_PERCENT: u64 = 10;

/// Never more than this share: judges poll and have latency of their own.
const SHARE_PERCENT: u64 = 87;

/// A game is planned as if this many more of our moves were to come.
const MOVES_TO_GO: u64 = 25;

/// One move may take this many times its planned share when it is in trouble.
const MAX_OVERSPEND: u64 = 5;

/// The values by which Yixin's boards say "no clock at all".
const UNLIMITED_PAIR: (u64, u64) = (2_000_000, 100_000_000);

/// Piskvork's way to say "unlimited".
pub(crate) const ENDLESS_MS: i64 = 2_147_483_647;

/// The limits of a search, as the other side set them.
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

/// The time for one move. `None` means that only a stop command or another limit ends the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkBudget {
    /// What the move deserves: nothing new is begun after it.
    pub soft_ms: Option<u64>,
    /// What must never be exceeded.
    pub hard_ms: Option<u64>,
}

/// The time for a move under these limits, counted from the parsing of the command.
///
/// ```
/// use tengen_gomocup::{Limits, budget};
///
/// let limits = Limits { turn_ms: Some(1000), left_ms: Some(60_000), ..Limits::default() };
/// assert!(budget(&limits).hard_ms.is_some_and(|ms| (1..=870).contains(&ms)));
/// assert_eq!(budget(&Limits { turn_ms: Some(0), ..Limits::default() }).hard_ms, Some(0));
/// assert_eq!(budget(&Limits::default()).hard_ms, None);
/// ```
pub fn budget(limits: &Limits) -> ThinkBudget {
    let is_unlimited_pair =
        limits.is_board && limits.turn_ms.zip(limits.match_ms) == Some(UNLIMITED_PAIR);
    let turn = limits.turn_ms.filter(|_| !is_unlimited_pair);
    let left = if is_unlimited_pair { None } else { time_left(limits) };
    if turn == Some(0) {
        return ThinkBudget { soft_ms: Some(0), hard_ms: Some(0) };
    }
    let Some(effective) = turn.into_iter().chain(left).min() else {
        return ThinkBudget { soft_ms: None, hard_ms: None };
    };
    let usable = usable_part(effective);
    // Without a game clock, time that is not used for this move is lost.
    let Some(left) = left else {
        return ThinkBudget { soft_ms: Some(usable), hard_ms: Some(usable) };
    };
    let share = left / MOVES_TO_GO + limits.increment_ms * 3 / 4;
    let hard = usable.min(share.saturating_mul(MAX_OVERSPEND));
    ThinkBudget { soft_ms: Some(share.min(hard)), hard_ms: Some(hard) }
}

/// What is left of the game clock, if there is one.
fn time_left(limits: &Limits) -> Option<u64> {
    match limits.left_ms {
        Some(left) if left >= ENDLESS_MS => None,
        Some(left) => Some(left.max(0) as u64),
        None => limits.match_ms,
    }
}

/// What can be spent of a limit without being late for a slow judge.
fn usable_part(limit_ms: u64) -> u64 {
    let percent = |share: u64| limit_ms / 100 * share + limit_ms % 100 * share / 100;
    let reserve = RESERVE_MS + percent(RESERVE_PERCENT);
    // A limit below the reserve cannot be kept with certainty; a tenth of it is our best try.
    percent(SHARE_PERCENT).min(limit_ms.saturating_sub(reserve)).max(limit_ms / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(turn_ms: Option<u64>, left_ms: Option<i64>) -> Option<u64> {
        budget(&Limits { turn_ms, left_ms, ..Limits::default() }).hard_ms
    }

    #[test]
    fn a_reserve_is_kept_at_every_limit() {
        for turn in [1, 5, 20, 50, 100, 200, 1000, 5000, 30_000, 300_000, u64::MAX] {
            let hard = hard(Some(turn), None).expect("there is a limit");
            assert!(hard < turn, "{hard} of {turn}");
            assert!(turn < 15 || hard + RESERVE_MS <= turn, "{hard} of {turn}");
        }
        for (turn, usable) in [(20, 6), (50, 33), (100, 78), (200, 168), (1000, 870)] {
            assert_eq!(hard(Some(turn), None), Some(usable), "of {turn}");
        }
    }

    #[test]
    fn the_smaller_clock_rules() {
        assert!(hard(Some(30_000), Some(100)) <= Some(54));
        assert_eq!(hard(Some(30_000), Some(0)), Some(0));
        assert_eq!(hard(Some(30_000), Some(-500)), Some(0));
        assert_eq!(hard(Some(0), Some(10_000)), Some(0));
        assert_eq!(hard(Some(1000), Some(2_147_483_647)), Some(870));
        assert_eq!(hard(None, Some(2_147_483_647)), None);
    }

    #[test]
    fn a_game_clock_is_spread_over_the_game() {
        let limits = Limits {
            turn_ms: Some(30_000),
            match_ms: Some(180_000),
            left_ms: Some(180_000),
            ..Limits::default()
        };
        let budget = budget(&limits);
        assert_eq!(budget.soft_ms, Some(7200));
        assert_eq!(budget.hard_ms, Some(26_100));
    }

    #[test]
    fn a_game_clock_is_never_exhausted_by_its_budgets() {
        let mut left = 10_000_i64;
        for _ in 0..200 {
            let limits = Limits { left_ms: Some(left), ..Limits::default() };
            left -= budget(&limits).hard_ms.expect("there is a limit") as i64 + 1;
        }
        assert!(left > -200, "{left}");
    }

    #[test]
    fn the_pair_of_the_boards_means_no_clock() {
        let limits = Limits {
            turn_ms: Some(2_000_000),
            match_ms: Some(100_000_000),
            left_ms: Some(100_000_000),
            is_board: true,
            ..Limits::default()
        };
        assert_eq!(budget(&limits), ThinkBudget { soft_ms: None, hard_ms: None });
        assert!(budget(&Limits { is_board: false, ..limits }).hard_ms.is_some());
    }
}
