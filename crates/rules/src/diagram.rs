//! Boards as text: one row per line, top first, `.` empty, `X` black, `O` white.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{Color, Point, Size, SizeError, Stones};

/// Why a text is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramError {
    /// There is no such board size; a board has as many rows as the text.
    Size(SizeError),
    /// A row has more or fewer points than there are rows.
    RowLength {
        /// The row, from one, empty lines not counted.
        row: usize,
        /// How many points it has.
        found: usize,
        /// How many it needs.
        expected: usize,
    },
    /// A character that is no point.
    Character {
        /// The row, from one, empty lines not counted.
        row: usize,
        /// The character.
        found: char,
    },
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(error) => error.fmt(f),
            Self::RowLength { row, found, expected } => {
                write!(f, "row {row} has {found} points, but the board has {expected} rows")
            }
            Self::Character { row, found } => {
                write!(f, "row {row} has {found:?}; a point is '.', 'X' (black) or 'O' (white)")
            }
        }
    }
}

impl core::error::Error for DiagramError {}

impl Stones {
    /// Reads rows of points, top first.
    pub fn from_rows<R: AsRef<str>>(rows: &[R]) -> Result<Self, DiagramError> {
        let size = Size::new(rows.len() as u64).map_err(DiagramError::Size)?;
        let mut stones = Self::empty(size);
        for (y, text) in rows.iter().enumerate() {
            let row = y + 1;
            let mut x = 0;
            for character in text.as_ref().chars().filter(|c| !c.is_whitespace()) {
                let stone = match character {
                    '.' => None,
                    'X' | 'x' => Some(Color::Black),
                    'O' | 'o' => Some(Color::White),
                    found => return Err(DiagramError::Character { row, found }),
                };
                if let Some(point) = size.point(x, y as i64) {
                    stones.set(point, stone);
                }
                x += 1;
            }
            if x != i64::from(size.get()) {
                let (found, expected) = (x as usize, rows.len());
                return Err(DiagramError::RowLength { row, found, expected });
            }
        }
        Ok(stones)
    }

    /// Draws the board with its column letters and row numbers, `mark` deciding what stands on a
    /// point without a stone (`.` where it says nothing).
    pub fn draw(&self, mark: impl Fn(Point) -> Option<char>) -> String {
        let size = self.size();
        let mut letters = String::from("  ");
        for x in 0..size.get() {
            letters.push(' ');
            letters.push(char::from(b'A' + x));
        }
        let mut text = letters.clone();
        for y in 0..size.get() {
            let number = alloc::format!("\n{:>2}", size.get() - y);
            text.push_str(&number);
            for x in 0..size.get() {
                let point = Point::new(x, y);
                text.push(' ');
                text.push(match self.get(point) {
                    Some(color) => color.letter(),
                    None => mark(point).unwrap_or('.'),
                });
            }
        }
        text.push('\n');
        text.push_str(&letters);
        text.push('\n');
        text
    }
}

/// Plain rows, which [`Stones::from_str`] reads back.
impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in self.size().points() {
            let letter = self.get(point).map_or('.', Color::letter);
            write!(f, "{letter}")?;
            if point.x() + 1 == self.size().get() {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// Reads plain rows, and also what [`Stones::draw`] draws. Empty lines and blanks are skipped.
impl FromStr for Stones {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let rows: Vec<&str> = text
            .lines()
            .map(|line| line.trim().trim_start_matches(|c: char| c.is_ascii_digit()))
            .filter(|line| !line.is_empty() && !is_column_letters(line))
            .collect();
        Self::from_rows(&rows)
    }
}

/// `A B C D …` above and below a drawing.
fn is_column_letters(line: &str) -> bool {
    line.split_whitespace().map(str::as_bytes).zip(b'A'..).all(|(word, letter)| word == [letter])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const BOARD: &str = "\
.....
.XO..
.....
....X
O....
";

    #[test]
    fn rows_are_written_as_they_are_read() {
        let stones: Stones = BOARD.parse().unwrap();
        assert_eq!(stones.get(Point::new(1, 1)), Some(Color::Black));
        assert_eq!(stones.get(Point::new(2, 1)), Some(Color::White));
        assert_eq!(stones.to_string(), BOARD);
    }

    #[test]
    fn a_drawing_is_read_back() {
        let stones: Stones = BOARD.parse().unwrap();
        let drawing = stones.draw(|_| None);
        assert_eq!(
            drawing,
            "   A B C D E\n 5 . . . . .\n 4 . X O . .\n 3 . . . . .\n 2 . . . . X\n 1 O . . . .\n   A B C D E\n"
        );
        assert_eq!(drawing.parse(), Ok(stones));
    }

    #[test]
    fn marks_stand_on_empty_points_only() {
        let stones: Stones = BOARD.parse().unwrap();
        let drawing = stones.draw(|_| Some('*'));
        assert!(drawing.contains("4 * X O * *"), "{drawing}");
    }

    #[test]
    fn broken_boards_say_where() {
        let error = |text: &str| text.parse::<Stones>().unwrap_err();
        assert_eq!(
            error(".....\n....\n.....\n.....\n....."),
            DiagramError::RowLength { row: 2, found: 4, expected: 5 }
        );
        assert_eq!(
            error(".....\n......\n.....\n.....\n....."),
            DiagramError::RowLength { row: 2, found: 6, expected: 5 }
        );
        assert_eq!(
            error(".....\n.....\n..?..\n.....\n....."),
            DiagramError::Character { row: 3, found: '?' }
        );
        assert_eq!(error(""), DiagramError::Size(SizeError { requested: 0 }));
        assert_eq!(error("....\n....\n....\n...."), DiagramError::Size(SizeError { requested: 4 }));
    }
}
