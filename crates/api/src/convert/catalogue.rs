//! What there is to choose from. Nothing here names what a rule can do: it is read off `RuleSpec`
//! and asked of the players, so a rule that the engine learns appears by itself.

use tengen_game::{
    EXAMPLE_SIZE, Example, opening_steps, opening_summary, opening_title, rule_entry, rung_plays,
    usual_rules, usual_sizes,
};
use tengen_players::{LADDER, Rung, proven_example};
use tengen_record::Format;
use tengen_rules::{Ban, Opening, Rule, Size};

use super::names::spots_of;
use crate::{
    Catalogue, ExampleBoard, FormatInfo, LimitKind, OpeningInfo, OpponentInfo, PerColor, Playable,
    ProvenBoard, RuleInfo, RulePoint, Spot, ThinkLimits,
};

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

fn rule_info(rule: Rule) -> RuleInfo {
    let (spec, entry) = (rule.spec(), rule_entry(rule));
    RuleInfo {
        name: rule.name().to_owned(),
        title: entry.title.to_owned(),
        summary: entry.summary.to_owned(),
        points: entry.examples.iter().map(rule_point).collect(),
        default_size: spec.default_size.get(),
        usual_sizes: usual_sizes(rule),
        captures_to_win: spec.capture.map(|capture| capture.stones_to_win),
        capture_lengths: spec.capture.map_or_else(Vec::new, |capture| {
            capture.group_lengths.iter().map(|&length| length.unsigned_abs()).collect()
        }),
        has_forbidden_points: spec.ban != Ban::Nothing,
        five_can_be_broken: spec.five_can_be_broken,
        has_passing: spec.pass_from_stones.is_some(),
        has_engine: tengen_engine::supports(rule, spec.default_size).is_ok(),
        has_solver: tengen_engine::solves(rule, spec.default_size).is_ok(),
        proven: (Size::MIN..=Size::MAX)
            .map(Size::literal)
            .filter_map(|size| {
                let example = spots_of(size, proven_example(rule, size)?);
                Some(ProvenBoard { size: size.get(), example })
            })
            .collect(),
    }
}

fn rule_point(example: &Example) -> RulePoint {
    let spots = |names: &[&str]| names.iter().map(|&name| Spot(name.to_owned())).collect();
    let focus = example.focus.map(|name| Spot(name.to_owned()));
    RulePoint {
        text: example.text.to_owned(),
        board: ExampleBoard {
            size: EXAMPLE_SIZE,
            stones: PerColor { black: spots(example.black), white: spots(example.white) },
            forbidden: focus.iter().filter(|_| example.is_forbidden).cloned().collect(),
            focus,
            line: spots(example.line),
        },
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

fn opponent_info(rung: &Rung, place: u32) -> OpponentInfo {
    let usual = ThinkLimits::from(rung.usual());
    OpponentInfo {
        name: rung.name.to_owned(),
        title: rung.title.to_owned(),
        who: rung.who.to_owned(),
        feel: rung.feel.to_owned(),
        rung: place,
        usual_time_ms: usual.time_ms,
        usual,
        adjustable: rung.adjustable().iter().copied().map(limit_kind).collect(),
        is_engine: rung.is_engine(),
        plays: playable(rung),
    }
}

const fn limit_kind(kind: tengen_players::LimitKind) -> LimitKind {
    match kind {
        tengen_players::LimitKind::Time => LimitKind::Time,
        tengen_players::LimitKind::Depth => LimitKind::Depth,
        tengen_players::LimitKind::Nodes => LimitKind::Nodes,
        tengen_players::LimitKind::Width => LimitKind::Width,
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
        Format::Link => "Link to the page",
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
