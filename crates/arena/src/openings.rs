//! Opening files: one opening per line, three ways to write the points.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_rules::{Game, IllegalMove, Notation, Point, Rule, Size};
use thiserror::Error;

use crate::ArenaError;

/// Where the openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsConfig {
    /// The file, one opening per line; empty lines and what follows a `#` are skipped.
    pub file: PathBuf,
    /// How points are written.
    #[serde(default)]
    pub kind: OpeningKind,
    /// In which order they are played.
    #[serde(default)]
    pub order: OpeningOrder,
}

/// How points are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningKind {
    /// `0,0, 1,1, -2,0`: pairs relative to the middle, as Gomocup publishes them.
    #[default]
    Offset,
    /// `h8i9`, rows counted from the top: the openings of c-gomoku-cli and `GomocupJudge`.
    Pos,
    /// `h8i9`, rows counted from the bottom: how people and renju programs write.
    PosBottom,
}

/// In which order openings are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningOrder {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed of the match, anew each time around.
    Random,
}

/// A word that names no way to write points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("openings are written as `offset`, `pos` (from the top) or `pos-bottom`")]
pub struct UnknownOpeningKind;

impl FromStr for OpeningKind {
    type Err = UnknownOpeningKind;

    fn from_str(text: &str) -> Result<Self, UnknownOpeningKind> {
        match text {
            "offset" => Ok(Self::Offset),
            "pos" | "pos-top" => Ok(Self::Pos),
            "pos-bottom" => Ok(Self::PosBottom),
            _ => Err(UnknownOpeningKind),
        }
    }
}

/// What is wrong with an opening file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// A line that cannot be read.
    #[error("line {line}: `{word}` is no point of a {size} board")]
    Point {
        /// The line, from one.
        line: usize,
        /// What was read.
        word: String,
        /// The board.
        size: Size,
    },
    /// A line whose stones cannot be played.
    #[error("line {line}: stone {stone} cannot be played: {why}")]
    Illegal {
        /// The line, from one.
        line: usize,
        /// Which stone, from one.
        stone: usize,
        /// What the judge says.
        why: IllegalMove,
    },
    /// A line after which nobody is to move.
    #[error("line {line}: the game is over after the opening")]
    Finished {
        /// The line, from one.
        line: usize,
    },
    /// A file without a single opening.
    #[error("there is no opening in it")]
    Empty,
}

/// Reads the openings of a match.
pub(crate) fn load(
    config: &OpeningsConfig,
    rule: Rule,
    size: Size,
) -> Result<Vec<Vec<Point>>, ArenaError> {
    let bytes = std::fs::read(&config.file).map_err(ArenaError::file(&config.file))?;
    parse(&String::from_utf8_lossy(&bytes), config.kind, rule, size)
        .map_err(|why| named(&config.file, why))
}

fn named(file: &Path, why: OpeningError) -> ArenaError {
    ArenaError::Openings { file: file.to_owned(), why }
}

/// Reads openings and checks each with the judge.
pub fn parse(
    text: &str,
    kind: OpeningKind,
    rule: Rule,
    size: Size,
) -> Result<Vec<Vec<Point>>, OpeningError> {
    let mut openings = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split_once('#').map_or(text, |(before, _)| before).trim();
        if text.is_empty() {
            continue;
        }
        let points =
            points_of(text, kind, size).map_err(|word| OpeningError::Point { line, word, size })?;
        let mut game = Game::new(rule, size);
        for (stone, &point) in (1..).zip(&points) {
            game.try_play(point).map_err(|why| OpeningError::Illegal { line, stone, why })?;
        }
        if !game.status().is_ongoing() {
            return Err(OpeningError::Finished { line });
        }
        openings.push(points);
    }
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

/// The points of a line, or the word that is none.
fn points_of(text: &str, kind: OpeningKind, size: Size) -> Result<Vec<Point>, String> {
    match kind {
        OpeningKind::Offset => offset_points(text, size),
        OpeningKind::Pos | OpeningKind::PosBottom => words(text)
            .into_iter()
            .map(|word| {
                let point = Notation::Renju.parse(size, &word).map_err(|_| word)?;
                let last = size.get() - 1;
                let y = if kind == OpeningKind::Pos { last - point.y() } else { point.y() };
                Ok(Point::new(point.x(), y))
            })
            .collect(),
    }
}

fn offset_points(text: &str, size: Size) -> Result<Vec<Point>, String> {
    let is_separator = |c: char| c == ',' || c.is_whitespace();
    let numbers: Vec<&str> = text.split(is_separator).filter(|word| !word.is_empty()).collect();
    let middle = size.middle();
    let number = |word: &str| word.parse::<i64>().ok().filter(|n| n.abs() < 100);
    numbers
        .chunks(2)
        .map(|pair| {
            let [dx, dy] = pair else { return None };
            size.point(i64::from(middle.x()) + number(dx)?, i64::from(middle.y()) + number(dy)?)
        })
        .zip(numbers.chunks(2))
        .map(|(point, pair)| point.ok_or_else(|| pair.join(",")))
        .collect()
}

/// Splits `h8i9` and `h8 i9` before each letter.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for c in text.chars().filter(|c| !c.is_whitespace() && *c != ',') {
        match words.last_mut() {
            Some(word) if !c.is_ascii_alphabetic() => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: OpeningKind, side: u8, text: &str, expected: &[&[(u8, u8)]]) {
        let openings = parse(text, kind, Rule::Freestyle, Size::literal(side)).unwrap();
        let expected: Vec<Vec<Point>> = expected
            .iter()
            .map(|points| points.iter().map(|&(x, y)| Point::new(x, y)).collect())
            .collect();
        assert_eq!(openings, expected, "{text}");
    }

    fn fails(kind: OpeningKind, text: &str) -> OpeningError {
        parse(text, kind, Rule::Renju, Size::literal(15)).unwrap_err()
    }

    /// The example of the Gomocup format, and the two readings of letters and numbers.
    #[test]
    fn three_notations_are_read() {
        check(OpeningKind::Offset, 15, "0,0, 1,1, -2,0\n", &[&[(7, 7), (8, 8), (5, 7)]]);
        check(OpeningKind::Offset, 20, "0,0,1,1,\t-2,0", &[&[(10, 10), (11, 11), (8, 10)]]);
        check(OpeningKind::Pos, 15, "h8i9g10", &[&[(7, 7), (8, 8), (6, 9)]]);
        check(OpeningKind::PosBottom, 15, "H8 i9 g10", &[&[(7, 7), (8, 6), (6, 5)]]);
    }

    #[test]
    fn empty_lines_and_comments_are_skipped() {
        let text = "# ten openings\r\n\r\nh8 # the centre\r\na1o15\r\n";
        check(OpeningKind::PosBottom, 15, text, &[&[(7, 7)], &[(0, 14), (14, 0)]]);
    }

    #[test]
    fn mistakes_are_told_with_the_line() {
        let point = |line, word: &str| OpeningError::Point {
            line,
            word: word.to_owned(),
            size: Size::literal(15),
        };
        assert_eq!(fails(OpeningKind::Offset, "0,0\n0,0,1"), point(2, "1"));
        assert_eq!(fails(OpeningKind::Offset, "0,8"), point(1, "0,8"));
        assert_eq!(fails(OpeningKind::Offset, "h8"), point(1, "h8"));
        assert_eq!(fails(OpeningKind::Pos, "h16"), point(1, "h16"));
        assert_eq!(fails(OpeningKind::Pos, "8h"), point(1, "8"));
        assert_eq!(fails(OpeningKind::Pos, "# nothing"), OpeningError::Empty);
        let why = IllegalMove::Occupied;
        let occupied = OpeningError::Illegal { line: 1, stone: 2, why };
        assert_eq!(fails(OpeningKind::Pos, "h8h8"), occupied);
        let five = "a1a2b1b2c1c2d1d2e1";
        assert_eq!(fails(OpeningKind::PosBottom, five), OpeningError::Finished { line: 1 });
    }

    #[test]
    fn forbidden_stones_cannot_open_a_renju_game() {
        // Black makes a double three at h8 with his fifth stone.
        let text = "h9a1h10c1g8e1i8g1h8";
        let error = fails(OpeningKind::PosBottom, text);
        assert!(matches!(error, OpeningError::Illegal { stone: 9, .. }), "{error}");
    }
}
