//! The game and the opponent of whoever chooses none.

use tengen_players::{LADDER, Opponent, Rung, has_book};
use tengen_rules::{Opening, Rule, Size};

use crate::history::{NewGameSpec, Occupant};

/// The usual opponent: the one that people who know the 42 game ask for is the best there is, others
/// want to win now and then.
const fn usual_opponent(rule: Rule) -> &'static str {
    if matches!(rule, Rule::Ninuki42) { "champion" } else { "adept" }
}

/// The rules that the default game may have; it has the first that its opponent plays.
const DEFAULT_RULES: [Rule; 2] = [Rule::Ninuki42, Rule::Freestyle];

/// The rule of whoever names none.
pub fn default_rule() -> Rule {
    let plays =
        |rule: &Rule| opponent_plays(usual_opponent(*rule), *rule, rule.spec().default_size);
    DEFAULT_RULES.into_iter().find(plays).unwrap_or(Rule::Freestyle)
}

/// The sides of the boards that a rule is usually played on, its own first.
pub fn usual_sizes(rule: Rule) -> Vec<u8> {
    let own = rule.spec().default_size.get();
    let others = [15, 19, 20].into_iter().filter(|&side| side != own);
    std::iter::once(own).chain(others).collect()
}

/// The game that "Play" starts.
pub fn default_game() -> NewGameSpec {
    let rule = default_rule();
    NewGameSpec {
        rule: Some(rule),
        size: Some(rule.spec().default_size),
        opening: Some(Opening::Free),
        first: Some(Occupant::person()),
        second: Some(Occupant::opponent(usual_opponent(rule))),
        ..NewGameSpec::default()
    }
}

/// The opponent of whoever names none: the usual one, or the strongest that plays this game.
pub fn default_opponent(rule: Rule, size: Size) -> &'static str {
    let usual = usual_opponent(rule);
    if opponent_plays(usual, rule, size) {
        return usual;
    }
    let strongest = LADDER.iter().rfind(|rung| rung_plays(rung, rule, size));
    strongest.map_or(usual, |rung| rung.name)
}

/// Whether the opponent of this name plays this game.
pub fn opponent_plays(name: &str, rule: Rule, size: Size) -> bool {
    Rung::named(name).is_some_and(|rung| rung_plays(rung, rule, size))
}

/// Whether the player of a rung plays this game. The engine is asked itself: making a player of it
/// would fill a table only to ask.
pub fn rung_plays(rung: &Rung, rule: Rule, size: Size) -> bool {
    match rung.opponent {
        Opponent::Novice(_) | Opponent::Bot(..) => rung.player().supports(rule, size).is_ok(),
        Opponent::EngineNodes(_) | Opponent::EngineTime(_) => {
            tengen_engine::supports(rule, size).is_ok()
        }
        // Elsewhere it would be the Champion by another name.
        Opponent::Solved(_) => has_book(rule, size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_game_can_be_played() {
        let game = default_game();
        let (rule, size) = (game.rule.unwrap(), game.size.unwrap());
        let opponent = tengen_players::by_name(usual_opponent(rule)).unwrap();
        assert!(opponent.supports(rule, size).is_ok());
    }

    #[test]
    fn every_rule_that_somebody_plays_has_a_default_opponent() {
        for rule in Rule::ALL {
            for size in [rule.spec().default_size, Size::literal(Size::MAX)] {
                let somebody = LADDER.iter().any(|rung| rung_plays(rung, rule, size));
                assert_eq!(opponent_plays(default_opponent(rule, size), rule, size), somebody);
            }
        }
        assert_eq!(default_opponent(Rule::Freestyle, Size::literal(15)), "adept");
        assert_eq!(default_opponent(Rule::Ninuki42, Size::literal(19)), "champion");
        assert!(opponent_plays("solved", Rule::Freestyle, Size::literal(15)));
        assert!(!opponent_plays("solved", Rule::Freestyle, Size::literal(19)));
        assert!(!opponent_plays("solved", Rule::Renju, Size::literal(15)));
    }
}
