//! The page's words for a step of an opening that an AI decides. What is decided, and by what, is
//! the policy of the players.

use tengen_api::{Fact, FactKind, OpeningAction, Reason};
use tengen_players::opening;
use tengen_rules::{OpeningState, Rule};

use crate::standing::page_action;
use crate::why::opening_hint_text;

pub use tengen_players::opening::{Judge, NoJudge};

/// Decides the next step for whoever has it, and says why.
pub fn decide_opening(
    opening: &OpeningState,
    rule: Rule,
    judge: &mut dyn Judge,
    seed: u64,
) -> (OpeningAction, Reason) {
    let choice = opening::decide_opening(opening, rule, judge, seed);
    let size = opening.to_game(rule).size();
    let kind = if choice.is_even() { FactKind::Even } else { FactKind::BetterColor };
    let percent = (choice.black_rate() * 100.0).round() as u32;
    let reason = Reason {
        text: opening_hint_text(kind, percent),
        facts: vec![Fact { kind, points: Vec::new(), direction: None, count: Some(percent) }],
    };
    (page_action(size, &choice.action), reason)
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Opening, Size};

    use super::*;
    use crate::standing::rules_action;

    #[test]
    fn what_the_page_is_told_is_what_was_decided() {
        let size = Size::literal(15);
        for opening in Opening::ALL {
            let mut state = OpeningState::new(opening, size).unwrap();
            while !state.is_done() {
                let (player, rule) = (state.next().player, Rule::Renju);
                let decided = opening::decide_opening(&state, rule, &mut NoJudge, 7);
                let (action, reason) = decide_opening(&state, rule, &mut NoJudge, 7);
                assert_eq!(rules_action(size, &action), Ok(decided.action.clone()));
                assert_eq!(reason.facts[0].count, Some(50));
                state.act(player, &decided.action).unwrap();
            }
        }
    }
}
