//! Time for an engine that is to take so long on average.

use std::time::Duration;

use tengen_engine::Budget;
use tengen_game::Spent;

/// The average stays this far below what is allowed, in hundredths: a move is more than its search.
const TARGET: u32 = 88;
/// Usually a move is done after this share of it; what is saved goes to doubtful ones.
const USUAL: u32 = 80;

/// What the next move may take so that the average over the game stays below `time`.
pub(crate) fn average_budget(time: Duration, longest: Duration, spent: Spent) -> Budget {
    let target = time * TARGET / 100;
    let saved = (target * (spent.n_moves + 1)).saturating_sub(spent.time);
    let hard = saved.clamp(time / 4, longest);
    Budget { soft: Some((time * USUAL / 100).min(hard)), hard: Some(hard) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::SplitMix64;

    const HALF: Duration = Duration::from_millis(500);
    const LONGEST: Duration = Duration::from_millis(1500);

    #[test]
    fn whatever_moves_take_the_average_is_kept() {
        let mut random = SplitMix64::new(3);
        for _ in 0..200 {
            let mut spent = Spent::default();
            let hurry = 1 + random.below(100) as u32;
            for _ in 0..60 {
                let hard = average_budget(HALF, LONGEST, spent).hard.unwrap();
                assert!(hard <= LONGEST);
                // As hard as allowed, or as quick as it gets.
                let took = if random.below(100) as u32 <= hurry { hard } else { hard / 20 };
                spent.n_moves += 1;
                spent.time += took;
                assert!(spent.time <= HALF * spent.n_moves, "{spent:?}");
            }
        }
    }

    #[test]
    fn saved_time_goes_to_later_moves() {
        let first = average_budget(HALF, LONGEST, Spent::default());
        let after_quick =
            average_budget(HALF, LONGEST, Spent { n_moves: 4, time: Duration::from_millis(400) });
        assert!(after_quick.hard > first.hard);
        let after_slow = average_budget(HALF, LONGEST, Spent { n_moves: 1, time: HALF * 3 });
        assert_eq!(after_slow.hard, Some(HALF / 4));
        assert!(after_slow.soft <= after_slow.hard);
    }
}
