//! The first idea: count patterns by regular expressions in the board written as one text (seed
//! 004, "Regex pattern").
//!
//! A pattern along another direction than the row has the same number of arbitrary characters
//! between its characters: 14 for the column, 15 and 13 for the diagonals on a board of side 15.
//! The report looks for overlapping matches by a lookahead, `(?=(-.{14}X.{14}-)+)`; our regex
//! crate has none by design, so the search is restarted one character behind every match, which
//! finds the same ones.

use regex::bytes::Regex;
use tengen_rules::{ByColor, Cell, Color, Size, Stones};

use crate::bots::board::{Board, Grid};

/// How often a pattern was found in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternCount {
    /// Where it is on the board.
    pub real: u32,
    /// Where it runs over the edge into the next row (the report's "fake positives").
    pub fake: u32,
}

/// The rows of the final table that a text along one line can express, with `X` for the side they
/// count for, and their points.
const WEIGHTED: [(&str, i64); 7] = [
    ("XXXXX", 10000),
    ("-XXXX-", 700),
    ("-XXX-", 20),
    ("-XX-X-", 20),
    ("-X-XX-", 20),
    ("-XX-", 9),
    ("-X-X-", 9),
];

/// A pattern made ready for one direction.
#[derive(Clone, Debug)]
struct Expression {
    regex: Regex,
    n_stones: i32,
    /// Columns per character of the pattern.
    dx: i32,
    points: i64,
}

/// All weighted patterns of both colors for one board size.
#[derive(Clone, Debug)]
pub struct RegexCounter {
    side: i32,
    expressions: ByColor<Vec<Expression>>,
}

impl RegexCounter {
    /// Compiles the patterns.
    pub fn new(size: Size) -> Self {
        let expressions = ByColor::from_fn(|color| {
            WEIGHTED.iter().flat_map(|&(text, points)| compile(text, size, color, points)).collect()
        });
        Self { side: i32::from(size.get()), expressions }
    }

    /// Counts one pattern, written with `-`, `X` and `O`, in all four directions: the report's
    /// `countMatch`, with the fakes told apart.
    pub fn count(stones: &Stones, pattern: &str) -> PatternCount {
        let text = text_of(&Board::from_stones(stones));
        let side = i32::from(stones.size().get());
        let mut count = PatternCount::default();
        for expression in compile(pattern, stones.size(), Color::Black, 0) {
            let found = expression.count(&text, side);
            count.real += found.real;
            count.fake += found.fake;
        }
        count
    }

    /// The weighted patterns of `color` minus those of the other side.
    pub(super) fn value<G: Grid>(&self, grid: &G, color: Color) -> i64 {
        let text = text_of(grid);
        let points = |color: Color| -> i64 {
            let counted = self.expressions[color].iter().map(|expression| {
                expression.points * i64::from(expression.count(&text, self.side).real)
            });
            counted.sum()
        };
        points(color) - points(!color)
    }
}

impl Expression {
    fn count(&self, text: &[u8], side: i32) -> PatternCount {
        let mut count = PatternCount::default();
        let mut from = 0;
        while let Some(found) = self.regex.find_at(text, from) {
            from = found.start() + 1;
            let last_column = found.start() as i32 % side + self.dx * (self.n_stones - 1);
            if (0..side).contains(&last_column) {
                count.real += 1;
            } else {
                count.fake += 1;
            }
        }
        count
    }
}

/// The expressions of a pattern along the row, the column, `\` and `/`.
fn compile(pattern: &str, size: Size, color: Color, points: i64) -> Vec<Expression> {
    let side = usize::from(size.get());
    let swapped = |c: char| match c {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    let characters: Vec<String> = pattern
        .chars()
        .map(|c| if color == Color::Black { c } else { swapped(c) }.to_string())
        .collect();
    [(0, 1), (side - 1, 0), (side, 1), (side - 2, -1)]
        .into_iter()
        .map(|(between, dx)| {
            // Bytes, not characters: the text is ASCII.
            let text = characters.join(&format!(".{{{between}}}"));
            let regex = Regex::new(&format!("(?-u){text}"))
                .expect("stones and dots make a valid expression");
            Expression { regex, n_stones: characters.len() as i32, dx, points }
        })
        .collect()
}

/// The board as the report's `getBoard` prints it, rows one behind the other.
fn text_of<G: Grid>(grid: &G) -> Vec<u8> {
    let letter = |index| match grid.at(index) {
        Cell::Stone(Color::Black) => b'X',
        Cell::Stone(Color::White) => b'O',
        Cell::Empty | Cell::Off => b'-',
    };
    grid.layout().indices().map(letter).collect()
}
