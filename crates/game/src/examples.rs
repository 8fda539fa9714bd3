//! The small boards that explain the rules. Every claim on them is checked against `rules` in the
//! tests.

use tengen_api::{ExampleBoard, PerColor, RulePoint, Spot};
use tengen_rules::Rule;

/// A claim with its board, as it is written down here.
struct Example {
    text: &'static str,
    black: &'static [&'static str],
    white: &'static [&'static str],
    /// The move in question, Black's.
    focus: Option<&'static str>,
    is_forbidden: bool,
    line: &'static [&'static str],
}

const SIZE: u8 = 9;

const FIVE: Example = Example {
    text: "Five in a row win: along a row, a column or a diagonal.",
    black: &["C5", "D5", "E5", "F5"],
    white: &["C6", "D6", "E6", "B5"],
    focus: Some("G5"),
    is_forbidden: false,
    line: &["C5", "D5", "E5", "F5", "G5"],
};
const SIX: Example = Example {
    text: "Six in a row do not win here.",
    black: &["B5", "C5", "D5", "F5", "G5"],
    white: &["B6", "C6", "D7", "F6", "G7"],
    focus: Some("E5"),
    is_forbidden: false,
    line: &[],
};
const ENCLOSED: Example = Example {
    text: "A five between two stones of the opponent does not win.",
    black: &["C5", "D5", "E5", "F5"],
    white: &["B5", "H5", "C6", "D7"],
    focus: Some("G5"),
    is_forbidden: false,
    line: &[],
};
const SIX_WINS: Example = Example {
    text: "Six in a row win, whatever stands at the ends.",
    black: &["B5", "C5", "D5", "F5", "G5"],
    white: &["A5", "H5", "D7", "F6", "G7"],
    focus: Some("E5"),
    is_forbidden: false,
    line: &["B5", "C5", "D5", "E5", "F5", "G5"],
};
const OVERLINE: Example = Example {
    text: "Black may not make six or more in a row.",
    black: &["B5", "C5", "D5", "F5", "G5"],
    white: &["B6", "C6", "D7", "F6", "G7"],
    focus: Some("E5"),
    is_forbidden: true,
    line: &[],
};
const DOUBLE_FOUR: Example = Example {
    text: "Black may not make two fours at once.",
    black: &["C5", "D5", "F5", "E3", "E4", "E6"],
    white: &["B5", "E2", "A1", "A9", "I1", "I9"],
    focus: Some("E5"),
    is_forbidden: true,
    line: &[],
};
const DOUBLE_THREE: Example = Example {
    text: "Black may not make two open threes at once.",
    black: &["D5", "F5", "E4", "E6"],
    white: &["A1", "A9", "I1", "I9"],
    focus: Some("E5"),
    is_forbidden: true,
    line: &[],
};
const FREE_THREES: Example = Example {
    text: "Neither side may make two free threes at once, unless the move captures.",
    ..DOUBLE_THREE
};
const CAPTURE: Example = Example {
    text: "A pair between two of your stones is captured and leaves the board.",
    black: &["C5"],
    white: &["D5", "E5"],
    focus: Some("F5"),
    is_forbidden: false,
    line: &[],
};
const CAPTURE_THREE: Example = Example {
    text: "Three in a row are captured as well.",
    black: &["C5", "A1"],
    white: &["D5", "E5", "F5"],
    focus: Some("G5"),
    is_forbidden: false,
    line: &[],
};
const BREAKABLE: Example = Example {
    text: "A five wins only if the reply cannot break it: here White captures D5 and D4 at D6.",
    black: &["B5", "C5", "D5", "E5", "D4"],
    white: &["D3", "H1", "H9", "A9", "A1"],
    focus: Some("F5"),
    is_forbidden: false,
    line: &[],
};

/// What there is to show about a rule.
const fn examples(rule: Rule) -> &'static [Example] {
    match rule {
        Rule::Freestyle => &[FIVE],
        Rule::Standard => &[FIVE, SIX],
        Rule::Caro => &[FIVE, ENCLOSED, SIX],
        Rule::Caro6 => &[FIVE, ENCLOSED, SIX_WINS],
        Rule::Renju => &[FIVE, DOUBLE_THREE, DOUBLE_FOUR, OVERLINE],
        Rule::Ninuki42 => &[CAPTURE, BREAKABLE, FREE_THREES],
        Rule::Pente => &[FIVE, CAPTURE],
        Rule::Keryo => &[FIVE, CAPTURE, CAPTURE_THREE],
    }
}

/// The points of a rule, with boards.
pub(crate) fn rule_points(rule: Rule) -> Vec<RulePoint> {
    let spots = |names: &[&str]| names.iter().map(|&name| Spot(name.to_owned())).collect();
    examples(rule)
        .iter()
        .map(|example| RulePoint {
            text: example.text.to_owned(),
            board: ExampleBoard {
                size: SIZE,
                stones: PerColor { black: spots(example.black), white: spots(example.white) },
                focus: example.focus.map(|name| Spot(name.to_owned())),
                forbidden: example
                    .focus
                    .filter(|_| example.is_forbidden)
                    .map(|name| Spot(name.to_owned()))
                    .into_iter()
                    .collect(),
                line: spots(example.line),
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use tengen_api::{PositionInput, StoneColor};
    use tengen_rules::{Color, Game, Status};

    use super::*;
    use crate::{point_of, read_position, spots_of};

    fn board(rule: Rule, example: &ExampleBoard) -> Game {
        read_position(&PositionInput::Setup {
            rule: rule.name().to_owned(),
            size: example.size,
            stones: example.stones.clone(),
            to_move: StoneColor::Black,
            captured: PerColor::default(),
            moves: Vec::new(),
        })
        .unwrap()
    }

    #[test]
    fn the_judge_agrees_with_every_board() {
        for rule in Rule::ALL {
            for RulePoint { text, board: example } in rule_points(rule) {
                let mut game = board(rule, &example);
                let focus = point_of(game.size(), example.focus.as_ref().unwrap()).unwrap();
                let is_forbidden = !example.forbidden.is_empty();
                assert_eq!(game.is_legal(focus), !is_forbidden, "{rule}: {text}");
                if is_forbidden {
                    continue;
                }
                let captured = game.try_play(focus).unwrap().captured.len();
                assert_eq!(
                    captured > 0,
                    text.contains("captured and") || text.contains("captured as")
                );
                let wins = game.status().winner() == Some(Color::Black);
                assert_eq!(wins, !example.line.is_empty(), "{rule}: {text}");
                if wins {
                    let run = game.winning_runs(Color::Black)[0];
                    assert_eq!(spots_of(game.size(), run.points(game.stones())), example.line);
                } else {
                    assert_eq!(game.status(), Status::Ongoing, "{rule}: {text}");
                }
                if text.starts_with("A five wins only") {
                    assert_eq!(spots_of(game.size(), game.answers()), [Spot("D6".to_owned())]);
                }
            }
        }
    }
}
