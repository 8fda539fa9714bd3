//! What there is to choose from. Nothing here names what a rule can do: it is read off `RuleSpec`
//! and asked of the players, so a rule that the engine learns appears by itself.

use tengen_api::{
    Catalogue, FormatInfo, NewGame, OpeningInfo, OpponentInfo, Playable, RuleInfo, SeatSpec,
};
use tengen_players::{LADDER, Opponent, Rung};
use tengen_record::Format;
use tengen_rules::{Ban, Opening, Rule, Size};

use crate::examples::rule_points;
use crate::texts::{opening_steps, opening_summary, opening_title, rule_summary, rule_title};

/// The usual opponent: the one that people who know the 42 game ask for is the best there is, others
/// want to win now and then.
const fn usual_opponent(rule: Rule) -> &'static str {
    if matches!(rule, Rule::Ninuki42) { "champion" } else { "adept" }
}

/// The rules that game may have, the first that the opponent plays.
const DEFAULT_RULES: [Rule; 2] = [Rule::Ninuki42, Rule::Freestyle];

/// Everything there is to choose from.
pub fn catalogue() -> Catalogue {
    Catalogue {
        rules: Rule::ALL.into_iter().map(rule_info).collect(),
        openings: Opening::ALL.into_iter().map(opening_info).collect(),
        opponents: LADDER.iter().zip(1..).map(|(rung, place)| opponent_info(rung, place)).collect(),
        formats: Format::ALL.into_iter().map(format_info).collect(),
        smallest_size: Size::MIN,
        largest_size: Size::MAX,
    }
}

/// The game that "Play" starts.
pub fn default_game() -> NewGame {
    let plays =
        |rule: &Rule| opponent_plays(usual_opponent(*rule), *rule, rule.spec().default_size);
    let rule = DEFAULT_RULES.into_iter().find(plays).unwrap_or(Rule::Freestyle);
    let opponent = usual_opponent(rule).to_owned();
    NewGame {
        rule: Some(rule.name().to_owned()),
        size: Some(rule.spec().default_size.get()),
        opening: Some(Opening::Free.name().to_owned()),
        first: Some(SeatSpec::Human { name: None }),
        second: Some(SeatSpec::Ai { opponent, time_ms: None }),
        ..NewGame::default()
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

fn rule_info(rule: Rule) -> RuleInfo {
    let spec = rule.spec();
    let default_size = spec.default_size.get();
    let mut usual_sizes = vec![default_size];
    usual_sizes.extend([15, 19, 20].into_iter().filter(|&size| size != default_size));
    RuleInfo {
        name: rule.name().to_owned(),
        title: rule_title(rule).to_owned(),
        summary: rule_summary(rule).to_owned(),
        points: rule_points(rule),
        default_size,
        usual_sizes,
        captures_to_win: spec.capture.map(|capture| capture.stones_to_win),
        capture_lengths: spec.capture.map_or_else(Vec::new, |capture| {
            capture.group_lengths.iter().map(|&length| length.unsigned_abs()).collect()
        }),
        has_forbidden_points: spec.ban != Ban::Nothing,
        five_can_be_broken: spec.five_can_be_broken,
        has_passing: spec.pass_from_stones.is_some(),
        has_engine: tengen_engine::supports(rule, spec.default_size).is_ok(),
    }
}

fn opening_info(opening: Opening) -> OpeningInfo {
    OpeningInfo {
        name: opening.name().to_owned(),
        title: opening_title(opening).to_owned(),
        summary: opening_summary(opening).to_owned(),
        steps: opening_steps(opening).iter().map(|&step| step.to_owned()).collect(),
        needs_center: opening.needs_center(),
        usual_rules: usual_rules(opening).iter().map(|rule| rule.name().to_owned()).collect(),
    }
}

const fn usual_rules(opening: Opening) -> &'static [Rule] {
    const LINES: &[Rule] = &[Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Caro6];
    match opening {
        Opening::Free | Opening::Pie => &Rule::ALL,
        Opening::Pro | Opening::LongPro => {
            &[Rule::Freestyle, Rule::Standard, Rule::Ninuki42, Rule::Pente, Rule::Keryo]
        }
        Opening::Swap | Opening::Swap2 => LINES,
        Opening::Rif
        | Opening::Yamaguchi
        | Opening::Soosorv8
        | Opening::Tarannikov
        | Opening::Taraguchi10 => &[Rule::Renju],
    }
}

fn opponent_info(rung: &Rung, place: u32) -> OpponentInfo {
    let usual_time = rung.usual_time();
    OpponentInfo {
        name: rung.name.to_owned(),
        title: rung.title.to_owned(),
        who: rung.who.to_owned(),
        feel: rung.feel.to_owned(),
        rung: place,
        usual_time_ms: usual_time.map(|time| time.as_millis() as u64),
        is_engine: !matches!(rung.opponent, Opponent::Bot(..)),
        plays: playable(rung),
    }
}

/// Whether the opponent of this name plays this game.
pub(crate) fn opponent_plays(name: &str, rule: Rule, size: Size) -> bool {
    LADDER.iter().find(|rung| rung.name == name).is_some_and(|rung| rung_plays(rung, rule, size))
}

/// The engine is asked itself: making a player of it would fill a table only to ask.
fn rung_plays(rung: &Rung, rule: Rule, size: Size) -> bool {
    match rung.opponent {
        Opponent::Bot(..) => rung.player().supports(rule, size).is_ok(),
        Opponent::EngineNodes(_) | Opponent::EngineTime(_) => {
            tengen_engine::supports(rule, size).is_ok()
        }
    }
}

/// The rules a player plays, each with the range of boards.
fn playable(rung: &Rung) -> Vec<Playable> {
    let sizes = || (Size::MIN..=Size::MAX).map(Size::literal);
    Rule::ALL
        .into_iter()
        .filter_map(|rule| {
            let mut supported = sizes().filter(|&size| rung_plays(rung, rule, size));
            let smallest = supported.next()?;
            let largest = supported.next_back().unwrap_or(smallest);
            Some(Playable {
                rule: rule.name().to_owned(),
                smallest_size: smallest.get(),
                largest_size: largest.get(),
            })
        })
        .collect()
}

fn format_info(format: Format) -> FormatInfo {
    let title = match format {
        Format::Psq => "Piskvork game",
        Format::Sgf => "Smart Game Format",
        Format::Lib => "RenLib library",
        Format::Pos => "Position text (h8i9…)",
        Format::PosTop => "Position text, rows from the top",
        Format::PosBinary => "Position, binary",
        Format::Offset => "Gomocup opening offsets",
        Format::ChessLog => "SUSTech chess_log",
        Format::Json => "Tengen game (JSON)",
    };
    FormatInfo {
        name: format.name().to_owned(),
        title: title.to_owned(),
        extension: format.extension().to_owned(),
        is_text: format.is_text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_game_can_be_played() {
        let game = default_game();
        let rule: Rule = game.rule.unwrap().parse().unwrap();
        let size = Size::new(u64::from(game.size.unwrap())).unwrap();
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
    }

    #[test]
    fn every_opponent_plays_something_and_freestyle_has_all() {
        let catalogue = catalogue();
        for opponent in &catalogue.opponents {
            assert!(!opponent.plays.is_empty(), "{}", opponent.name);
            assert!(opponent.plays.iter().any(|plays| plays.rule == "freestyle"));
        }
        assert_eq!(catalogue.rules.len(), Rule::ALL.len());
        assert!(catalogue.rules.iter().all(|rule| !rule.points.is_empty()));
    }
}
