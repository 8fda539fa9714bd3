//! The points that the page lets people choose are those of the rules.

use tengen_api::{GameAction, Phase, position_view, spots_of};
use tengen_game::{PlayerAction, Table, read_code};
use tengen_players::opening::{NoJudge, decide_opening};
use tengen_rules::{ActionKind, Opening, Rule, SplitMix64};

use crate::games::{BEGINNING, act, hotseat, look};

/// What the page may choose from, compared with whoever decides that.
fn check(table: &Table) {
    let (seen, game) = (look(table, BEGINNING), table.game());
    let size = game.size();
    match seen.phase {
        Phase::Opening => {
            let allowed = spots_of(size, table.allowed_points().unwrap());
            assert_eq!(seen.position.legal, allowed);
            assert_eq!(seen.position.allowed, Some(allowed));
            assert!(seen.position.forbidden.is_empty(), "openings know no forbidden points");
        }
        Phase::Play => {
            assert_eq!(seen.position.legal, spots_of(size, game.legal_points()));
            assert_eq!(seen.position.allowed, None);
        }
        Phase::Over => assert_eq!(seen.position.legal, []),
    }
    assert_eq!(seen.can.play, !seen.position.legal.is_empty() && is_stone_asked(table));
}

/// Whether a stone is asked for, not an offer of several.
fn is_stone_asked(table: &Table) -> bool {
    table.opening_in_progress().is_none_or(|opening| {
        let actions = opening.next().actions;
        actions.contains(&ActionKind::Place) || actions.contains(&ActionKind::Pick)
    })
}

#[test]
fn in_an_opening_they_are_those_of_the_procedure() {
    for opening in Opening::ALL {
        let mut table = hotseat("renju", opening.name());
        let mut seed = 0;
        while let Some(state) = table.opening_in_progress() {
            check(&table);
            seed += 1;
            let action = decide_opening(state, Rule::Renju, &mut NoJudge, seed).action;
            table.act(&PlayerAction::Opening(action), BEGINNING).unwrap();
        }
        check(&table);
        act(&mut table, &GameAction::Resign, BEGINNING).unwrap();
        check(&table);
    }
}

#[test]
fn in_play_they_are_those_of_the_rule_and_at_the_end_there_are_none() {
    let mut random = SplitMix64::new(1);
    for rule in Rule::ALL {
        let mut table = hotseat(rule.name(), "free");
        for _ in 0..60 {
            check(&table);
            let legal = table.game().legal_points();
            if legal.is_empty() {
                break;
            }
            let point = legal[random.below(legal.len())];
            table.act(&PlayerAction::Play(point), BEGINNING).unwrap();
        }
        if !table.is_over() {
            act(&mut table, &GameAction::Resign, BEGINNING).unwrap();
        }
        check(&table);
    }
}

#[test]
fn a_forbidden_point_is_explained_and_not_legal() {
    let game = read_code("renju-15-set.b.0.0-h9h10i8j8-a1o1a15o15-").unwrap();
    let seen = position_view(&game, None);
    let [closed] = &seen.forbidden[..] else { panic!("one point: {:?}", seen.forbidden) };
    assert!(!seen.legal.contains(&closed.point));
    assert_eq!(seen.legal.len(), 15 * 15 - 8 - 1);
}
