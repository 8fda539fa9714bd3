//! Tricky positions as drawings, each with its twin: one point differs, and so does the verdict.
//!
//! A file has `rule`, `side` and perhaps `captures` lines, then two boards, the first under a
//! `verdict` line, the second under a `twin` line. `*` is where the side to move plays. Lines that
//! begin with `#` say what it is about and where it comes from.

use tengen_rules::{ByColor, Color, Game, Point, Rule, Stones};
use tengen_testkit::oracle::OracleGame;

use crate::common::{files_in, oracle_position, position, xy};

/// A board with the point that is asked about and what is expected there.
#[derive(Default)]
struct Picture {
    verdict: String,
    rows: String,
}

impl Picture {
    fn stones(&self) -> Stones {
        crate::common::stones(&self.rows.replace('*', "."))
    }

    fn point(&self) -> Point {
        let size = self.stones().size();
        let cells = self.rows.bytes().filter(|cell| *cell != b'\n');
        let marked: Vec<Point> = size
            .points()
            .zip(cells)
            .filter_map(|(point, cell)| (cell == b'*').then_some(point))
            .collect();
        let &[point] = &marked[..] else { panic!("one point is marked:\n{}", self.rows) };
        point
    }
}

struct Case {
    rule: Rule,
    side: Color,
    captures: ByColor<u32>,
    pictures: Vec<Picture>,
}

fn read(text: &str) -> Case {
    let (mut rule, mut side) = (None, None);
    let mut captures = ByColor::default();
    let mut pictures: Vec<Picture> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (word, rest) = line.split_once(": ").unwrap_or((line, ""));
        match word {
            "rule" => rule = rest.parse().ok(),
            "side" => side = Color::from_name(rest),
            "captures" => {
                let numbers: Vec<u32> =
                    rest.split(' ').map(|n| n.parse().expect("a number")).collect();
                captures = ByColor::new(numbers[0], numbers[1]);
            }
            "verdict" | "twin" => {
                pictures.push(Picture { verdict: rest.to_owned(), rows: String::new() });
            }
            row => {
                let picture = pictures.last_mut().expect("a verdict before its board");
                picture.rows.push_str(row);
                picture.rows.push('\n');
            }
        }
    }
    Case { rule: rule.expect("a rule"), side: side.expect("a side"), captures, pictures }
}

/// What playing there does, in the words of the files.
fn verdict(mut game: Game, point: Point) -> String {
    let n_taken = match game.try_play(point) {
        Err(reason) => return reason.name().to_owned(),
        Ok(played) => played.captured.len(),
    };
    let ending = game.status().reason().map(|reason| (game.status().name(), reason));
    in_words(n_taken, ending, game.pending().is_some())
}

fn oracle_verdict(mut game: OracleGame, point: Point) -> String {
    let (x, y) = xy(point);
    match game.play(x, y) {
        Err(reason) => reason.to_owned(),
        Ok(taken) => {
            let ending = game.reason.map(|reason| (game.status, reason));
            in_words(taken.len(), ending, game.pending().is_some())
        }
    }
}

fn in_words(n_taken: usize, ending: Option<(&str, &str)>, is_pending: bool) -> String {
    let mut words = Vec::new();
    if n_taken > 0 {
        words.push(format!("takes {n_taken}"));
    }
    if let Some((status, reason)) = ending {
        words.push(format!("{status} by {reason}"));
    }
    if is_pending {
        words.push("pending".to_owned());
    }
    if words.is_empty() { "legal".to_owned() } else { words.join(", ") }
}

#[test]
fn drawings_and_their_twins_are_judged_as_they_say() {
    let files = files_in("diagrams");
    assert!(files.len() >= 12, "only {} files", files.len());
    for (file, text) in &files {
        assert!(text.contains("# Source: "), "{file} does not say where it comes from");
        let case = read(text);
        for picture in &case.pictures {
            let game = position(case.rule, picture.stones(), case.side, case.captures);
            let oracle = oracle_position(&game);
            assert_eq!(verdict(game, picture.point()), picture.verdict, "{file}\n{}", picture.rows);
            let second = oracle_verdict(oracle, picture.point());
            assert_eq!(second, picture.verdict, "the oracle on {file}\n{}", picture.rows);
        }
    }
}

#[test]
fn a_twin_differs_in_one_point_and_in_the_verdict() {
    for (file, text) in files_in("diagrams") {
        let case = read(&text);
        let [picture, twin] = &case.pictures[..] else { panic!("{file} has two boards") };
        let n_different =
            picture.rows.bytes().zip(twin.rows.bytes()).filter(|(a, b)| a != b).count();
        assert_eq!(n_different, 1, "{file}");
        assert_eq!(picture.point(), twin.point(), "{file}");
        assert_ne!(picture.verdict, twin.verdict, "{file}");
    }
}
