//! The rules in words and pictures: one entry for each. Every claim of a picture is checked against
//! `rules` in the tests.

use tengen_rules::Rule;

/// What people are told about a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleEntry {
    /// Its name for people.
    pub title: &'static str,
    /// What it is, in a sentence or two.
    pub summary: &'static str,
    /// What there is to show about it.
    pub examples: &'static [Example],
}

/// A claim about a rule with a small board that shows it. Points are named as on every board (`E5`).
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The claim.
    pub text: &'static str,
    /// The black stones.
    pub black: &'static [&'static str],
    /// The white stones.
    pub white: &'static [&'static str],
    /// The move in question, Black's.
    pub focus: Option<&'static str>,
    /// Whether the rule closes it.
    pub is_forbidden: bool,
    /// The line that wins with it.
    pub line: &'static [&'static str],
}

/// The side of the boards of all examples.
pub const EXAMPLE_SIZE: u8 = 9;

/// The entry of a rule.
pub const fn rule_entry(rule: Rule) -> RuleEntry {
    match rule {
        Rule::Freestyle => RuleEntry {
            title: "Freestyle",
            summary: "Five or more of your stones in a row win. Nothing else to know.",
            examples: &[FIVE],
        },
        Rule::Standard => RuleEntry {
            title: "Standard",
            summary: "Exactly five in a row win; six or more do not.",
            examples: &[FIVE, SIX],
        },
        Rule::Caro => RuleEntry {
            title: "Caro",
            summary: "Exactly five win, unless the opponent holds both ends of the row.",
            examples: &[FIVE, ENCLOSED, SIX],
        },
        Rule::Caro6 => RuleEntry {
            title: "Caro with six",
            summary: "Five win unless the opponent holds both ends; six or more always win.",
            examples: &[FIVE, ENCLOSED, SIX_WINS],
        },
        Rule::Renju => RuleEntry {
            title: "Renju",
            summary: "The game of masters: Black, who begins, may not make two open threes, two fours or more \
             than five at once, and needs exactly five.",
            examples: &[FIVE, DOUBLE_THREE, DOUBLE_FOUR, OVERLINE],
        },
        Rule::Ninuki42 => RuleEntry {
            title: "Ninuki (42)",
            summary: "Five in a row or ten captured stones win. Pairs are captured by flanking them, a five \
             must survive the reply, and two free threes at once are closed to both.",
            examples: &[CAPTURE, BREAKABLE, FREE_THREES],
        },
        Rule::Pente => RuleEntry {
            title: "Pente",
            summary: "Five in a row or ten captured stones win. Pairs are captured by flanking them.",
            examples: &[FIVE, CAPTURE],
        },
        Rule::Keryo => RuleEntry {
            title: "Keryo-Pente",
            summary: "Pente in which threes are captured as well, and fifteen captured stones win.",
            examples: &[FIVE, CAPTURE, CAPTURE_THREE],
        },
    }
}

/// The name of a rule for people.
pub const fn rule_title(rule: Rule) -> &'static str {
    rule_entry(rule).title
}

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

#[cfg(test)]
mod tests {
    use tengen_rules::{
        Color, Game, Notation, Point, Setup, SetupFault, SetupFaults, Size, Status,
    };

    use super::*;

    const SIZE: Size = Size::literal(EXAMPLE_SIZE);

    fn points(names: &[&str]) -> Vec<Point> {
        names.iter().map(|name| Notation::Renju.parse(SIZE, name).unwrap()).collect()
    }

    fn board(rule: Rule, example: &Example) -> Game {
        let mut setup = Setup::empty(rule, SIZE);
        for (names, color) in [(example.black, Color::Black), (example.white, Color::White)] {
            for point in points(names) {
                setup.stones.set(point, Some(color));
            }
        }
        let forgiven = SetupFaults::NONE.with(SetupFault::StoneCount);
        Game::from_setup_forgiving(setup, forgiven).unwrap()
    }

    #[test]
    fn the_judge_agrees_with_every_board() {
        for rule in Rule::ALL {
            for example in rule_entry(rule).examples {
                let text = example.text;
                let mut game = board(rule, example);
                let focus = points(example.focus.as_slice())[0];
                assert_eq!(game.is_legal(focus), !example.is_forbidden, "{rule}: {text}");
                if example.is_forbidden {
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
                    let line: Vec<Point> = run.points(game.stones()).collect();
                    assert_eq!(line, points(example.line));
                } else {
                    assert_eq!(game.status(), Status::Ongoing, "{rule}: {text}");
                }
                if text.starts_with("A five wins only") {
                    assert_eq!(game.answers(), points(&["D6"]));
                }
            }
        }
    }

    #[test]
    fn every_rule_has_a_name_and_something_to_show() {
        for rule in Rule::ALL {
            let entry = rule_entry(rule);
            assert!(!entry.title.is_empty() && !entry.summary.is_empty());
            assert!(!entry.examples.is_empty(), "{rule}");
        }
    }
}
