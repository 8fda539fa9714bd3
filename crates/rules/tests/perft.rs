//! Perft suites: text files of positions with the counts by kind that follow from them.
//!
//! A file is made of positions. Each has a `position` line with its name, the rows of its board, a
//! `side` line, perhaps a `captures` line (by Black, by White), and then for one or more rules a
//! `rule` line with a `depth` line for each depth. Counts that are not named are zero; lines that
//! begin with `#` say where the numbers come from.

use std::collections::BTreeMap;

use tengen_rules::perft::{Counts, divide, perft};
use tengen_rules::{ByColor, Color, Game, Rule, Size};
use tengen_testkit::oracle;

use crate::common::tally::Tally;
use crate::common::{files_in, is_slow, oracle_position, position, stones};

/// Rows with more nodes than this are left to the long form of the tests.
fn node_ceiling() -> u64 {
    if is_slow() { u64::MAX } else { 70_000 }
}

/// The oracle is some fifty times slower.
fn oracle_node_ceiling() -> u64 {
    if is_slow() { 500_000 } else { 1_500 }
}

/// One `depth` line, with the position it belongs to.
struct Row {
    name: String,
    game: Game,
    depth: u32,
    expected: BTreeMap<String, u64>,
}

impl Row {
    fn nodes(&self) -> u64 {
        self.expected.get("nodes").copied().unwrap_or(0)
    }
}

/// The position being read.
#[derive(Default)]
struct Draft {
    name: String,
    board: String,
    side: Option<Color>,
    captures: ByColor<u32>,
    rule: Option<Rule>,
}

fn read(file: &str, text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut draft = Draft::default();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "position" => draft = Draft { name: format!("{file} {rest}"), ..Draft::default() },
            "side" => draft.side = Color::from_name(rest),
            "captures" => {
                let (black, white) = rest.split_once(' ').expect("two numbers");
                draft.captures = ByColor::new(number(black) as u32, number(white) as u32);
            }
            "rule" => draft.rule = Some(rest.parse().unwrap_or_else(|e| panic!("{file}: {e}"))),
            "depth" => rows.push(row(&draft, rest)),
            _ => draft.board = format!("{}{line}\n", draft.board),
        }
    }
    rows
}

/// Reads `3: 60840 nodes, 3042 fives`.
fn row(draft: &Draft, text: &str) -> Row {
    let (depth, counts) = text.split_once(':').expect("a depth and its counts");
    let expected = counts
        .split(',')
        .map(|count| count.trim().split_once(' ').expect("a number and its name"))
        .map(|(count, name)| (name.to_owned(), number(count)))
        .collect();
    let rule = draft.rule.expect("a rule before its rows");
    let side = draft.side.expect("a side before the rows");
    let game = position(rule, stones(&draft.board), side, draft.captures);
    let name = format!("{} under {rule}", draft.name);
    Row { name, game, depth: number(depth) as u32, expected }
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// All rows of all suites, or those of one file.
fn suites(only: Option<&str>) -> Vec<Row> {
    files_in("suites")
        .iter()
        .filter(|(file, _)| only.is_none_or(|only| only == file))
        .flat_map(|(file, text)| read(file, text))
        .collect()
}

/// The counts that are not zero, in the form of the files.
fn written(depth: u32, named: &[(&str, u64)]) -> String {
    let counts: Vec<String> = named
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    format!("depth {depth}: {}", counts.join(", "))
}

fn expected_row(row: &Row) -> String {
    let names = Counts::default().named().map(|(name, _)| name);
    for name in row.expected.keys() {
        assert!(names.contains(&name.as_str()), "{}: unknown count {name}", row.name);
    }
    let named = names.map(|name| (name, row.expected.get(name).copied().unwrap_or(0)));
    written(row.depth, &named)
}

#[test]
fn suites_are_reproduced() {
    let mut tested = 0;
    let mut failures = Vec::new();
    for row in suites(None).iter().filter(|row| row.nodes() <= node_ceiling()) {
        let found = written(row.depth, &perft(&row.game, row.depth).named());
        if found != expected_row(row) {
            failures.push(format!("{}: found\n{found}", row.name));
        }
        tested += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(tested > 50, "only {tested} rows");
}

#[test]
fn oracle_agrees_with_the_suites() {
    let mut tested = 0;
    for row in suites(None).iter().filter(|row| row.nodes() <= oracle_node_ceiling()) {
        let counts = oracle::perft(&oracle_position(&row.game), row.depth);
        let named = [
            ("nodes", counts.nodes),
            ("fives", counts.fives),
            ("overlines", counts.overlines),
            ("forbidden33", counts.forbidden_33),
            ("forbidden44", counts.forbidden_44),
            ("forbidden6", counts.forbidden_6),
            ("captures", counts.captures),
            ("capture-wins", counts.capture_wins),
            ("pending", counts.pending),
            ("full", counts.full),
        ];
        assert_eq!(written(row.depth, &named), expected_row(row), "{}", row.name);
        tested += 1;
    }
    assert!(tested > 20, "only {tested} rows");
}

/// A suite is only worth its name if what it is about occurs in it.
#[test]
fn suites_show_what_they_are_about() {
    let shows = |file: &str, kinds: &[&str]| {
        let mut tally = Tally::default();
        let rows = suites(Some(file));
        // Only what a default run looks at counts.
        for row in rows.iter().filter(|row| row.nodes() <= 70_000) {
            for (name, count) in
                Counts::default().named().map(|(name, _)| (name, row.expected.get(name)))
            {
                tally.count_if(count.is_some_and(|&count| count > 0), name);
            }
        }
        tally.assert_all_occurred(file, kinds);
    };
    shows("lines.perft", &["fives", "overlines", "full"]);
    shows("renju.perft", &["fives", "overlines", "forbidden33", "forbidden44", "forbidden6"]);
    shows("ninuki42.perft", &["fives", "forbidden33", "captures", "capture-wins", "pending"]);
    shows("pente.perft", &["fives", "captures", "capture-wins", "overlines"]);
    shows("keryo.perft", &["fives", "captures", "capture-wins"]);
}

#[test]
fn divide_adds_up_to_perft() {
    for row in suites(None).iter().filter(|row| row.nodes() <= 5_000) {
        let parts = divide(&row.game, row.depth);
        assert!(parts.iter().map(|(point, _)| *point).eq(row.game.legal_points()), "{}", row.name);
        let mut sum = Counts::default();
        for (_, counts) in parts {
            sum += counts;
        }
        let mut whole = perft(&row.game, row.depth);
        if row.depth == 1 {
            // The refused points of the first ply lie below no legal point.
            whole.double_threes = 0;
            whole.double_fours = 0;
            whole.forbidden_overlines = 0;
        }
        assert_eq!(sum, whole, "{} at depth {}", row.name, row.depth);
    }
}

#[test]
fn nothing_is_counted_at_depth_zero_or_after_the_end() {
    let game = Game::new(Rule::Freestyle, Size::literal(5));
    assert_eq!(perft(&game, 0), Counts::default());
    assert!(divide(&game, 0).iter().all(|(_, counts)| *counts == Counts::default()));
    let mut over = game;
    over.agree_draw().expect("the game is not over yet");
    assert_eq!(perft(&over, 1), Counts::default());
    assert!(divide(&over, 1).is_empty());
}
