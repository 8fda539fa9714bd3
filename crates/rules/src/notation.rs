//! How points are written down (RULES.md 5.2).

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::{Point, Size};

/// A way to write a point. Text never says which one it is: `I9` is one point in renju and no
/// point on a Go board, so the reader has to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `8,6`: column and row from zero, from the top left.
    Gomocup,
    /// `I9`: column letter including I, row from the bottom.
    Renju,
    /// `J9`: column letter skipping I, row from the bottom.
    Go,
    /// `ig`: two letters, column then row, from the top left.
    Sgf,
}

/// A text that is no point of the board in the given notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// The text has not the shape of this notation.
    Malformed(Notation),
    /// It has the shape, but the board has no such point.
    OffBoard(Size),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(notation) => {
                write!(f, "not a point in {} notation, as {}", notation.name(), notation.example())
            }
            Self::OffBoard(size) => write!(f, "the point is not on the {size} board"),
        }
    }
}

impl core::error::Error for NotationError {}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 4] = [Self::Gomocup, Self::Renju, Self::Go, Self::Sgf];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gomocup => "gomocup",
            Self::Renju => "renju",
            Self::Go => "go",
            Self::Sgf => "sgf",
        }
    }

    const fn example(self) -> &'static str {
        match self {
            Self::Gomocup => "7,7",
            Self::Renju | Self::Go => "H8",
            Self::Sgf => "hh",
        }
    }

    /// Writes a point of a board.
    pub fn format(self, size: Size, point: Point) -> String {
        let row = size.get() - point.y();
        match self {
            Self::Gomocup => format!("{},{}", point.x(), point.y()),
            Self::Renju => format!("{}{row}", letter(b'A', point.x())),
            Self::Go => match point.x() {
                // Without I the alphabet is one letter short of the widest board.
                25 => format!("AA{row}"),
                x => format!("{}{row}", letter(b'A', x + u8::from(x >= 8))),
            },
            Self::Sgf => format!("{}{}", letter(b'a', point.x()), letter(b'a', point.y())),
        }
    }

    /// Reads a point of a board, in upper or lower case.
    pub fn parse(self, size: Size, text: &str) -> Result<Point, NotationError> {
        let (x, y) = self.coordinates(size, text).ok_or(NotationError::Malformed(self))?;
        size.point(x, y).ok_or(NotationError::OffBoard(size))
    }

    fn coordinates(self, size: Size, text: &str) -> Option<(i64, i64)> {
        match self {
            Self::Gomocup => {
                let (x, y) = text.split_once(',')?;
                Some((decimal(x.trim())?, decimal(y.trim())?))
            }
            Self::Renju => {
                let (column, row) = split_letters(text)?;
                let [letter] = column else { return None };
                Some((column_of(*letter), i64::from(size.get()) - decimal(row)?))
            }
            Self::Go => {
                let (column, row) = split_letters(text)?;
                let x = match column {
                    [letter] if letter.eq_ignore_ascii_case(&b'I') => return None,
                    [letter] => column_of(*letter) - i64::from(letter.to_ascii_uppercase() > b'I'),
                    [a, b] if [a, b].iter().all(|c| c.eq_ignore_ascii_case(&b'A')) => 25,
                    _ => return None,
                };
                Some((x, i64::from(size.get()) - decimal(row)?))
            }
            Self::Sgf => match text.as_bytes() {
                [x, y] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() => {
                    Some((column_of(*x), column_of(*y)))
                }
                _ => None,
            },
        }
    }
}

impl FromStr for Notation {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|notation| notation.name().eq_ignore_ascii_case(text)).ok_or(())
    }
}

fn letter(first: u8, offset: u8) -> char {
    char::from(first + offset)
}

fn column_of(letter: u8) -> i64 {
    i64::from(letter.to_ascii_uppercase()) - i64::from(b'A')
}

/// Splits `H8` into its letters and the rest.
fn split_letters(text: &str) -> Option<(&[u8], &str)> {
    let n_letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, rest) = text.split_at_checked(n_letters)?;
    (n_letters > 0).then_some((letters.as_bytes(), rest))
}

/// A decimal number as we would write it ourselves: `+8` and `08` are somebody else's dialect, but
/// a minus gives "not on the board" instead of "malformed".
fn decimal(text: &str) -> Option<i64> {
    let number: i32 = text.parse().ok()?;
    (format!("{number}") == text).then_some(i64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(side: u8, notation: Notation, text: &str, expected: Result<(u8, u8), NotationError>) {
        let size = Size::literal(side);
        let parsed = notation.parse(size, text);
        assert_eq!(parsed, expected.map(|(x, y)| Point::new(x, y)), "{notation:?} {text:?}");
    }

    #[test]
    fn the_example_of_the_rules_document() {
        for (notation, text) in [
            (Notation::Gomocup, "8,6"),
            (Notation::Renju, "I9"),
            (Notation::Go, "J9"),
            (Notation::Sgf, "ig"),
        ] {
            check(15, notation, text, Ok((8, 6)));
            assert_eq!(notation.format(Size::literal(15), Point::new(8, 6)), text);
        }
    }

    #[test]
    fn every_point_of_every_size_is_read_back() {
        for side in Size::MIN..=Size::MAX {
            let size = Size::literal(side);
            for notation in Notation::ALL {
                for point in size.points() {
                    let text = notation.format(size, point);
                    assert_eq!(notation.parse(size, &text), Ok(point), "{text} on {size}");
                    let lower = text.to_ascii_lowercase();
                    assert_eq!(notation.parse(size, &lower), Ok(point), "{lower} on {size}");
                }
            }
        }
    }

    #[test]
    fn wrong_text_is_told_from_a_wrong_place() {
        let off = |side| Err(NotationError::OffBoard(Size::literal(side)));
        let malformed = |notation| Err(NotationError::Malformed(notation));
        check(15, Notation::Renju, "P8", off(15));
        check(15, Notation::Renju, "H16", off(15));
        check(15, Notation::Renju, "H0", off(15));
        check(15, Notation::Gomocup, "15,0", off(15));
        check(15, Notation::Gomocup, "-1,0", off(15));
        check(15, Notation::Sgf, "pa", off(15));
        check(15, Notation::Go, "I9", malformed(Notation::Go));
        check(15, Notation::Go, "AB9", malformed(Notation::Go));
        check(26, Notation::Go, "AA1", Ok((25, 25)));
        for text in ["", "H", "8", "HH8", "H8x", "é8", "H-", "H99999999999", "H+8", "H08", "8,"] {
            check(15, Notation::Renju, text, malformed(Notation::Renju));
        }
        for text in ["", ",", "7", "7,", "a,b", "7,7,7", "7;7", "--1,0", "+1,0", "07,7", "-0,7"] {
            check(15, Notation::Gomocup, text, malformed(Notation::Gomocup));
        }
        for text in ["", "h", "hhh", "h8", "éé"] {
            check(15, Notation::Sgf, text, malformed(Notation::Sgf));
        }
    }
}
