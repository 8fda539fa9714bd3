//! Coordinates as they travel, and how they are shown to people.
//!
//! Gomocup writes column,row and Yixin-Board row,column. Both are "first,second" and every answer
//! uses the order of the question, so a point passes through unchanged: the first number is kept
//! as `x`, the second as `y`. Only labels for people (`H8`) have to know which is which.

use tengen_rules::{Notation, Point, Size};

/// Two numbers from a line, not yet a point of any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The first number.
    pub first: i64,
    /// The second number.
    pub second: i64,
}

impl Pair {
    /// Reads `7,7`, with blanks around the comma and signs if somebody likes them.
    pub fn parse(text: &str) -> Option<Self> {
        let mut scanner = Scanner::new(text.trim_end());
        let pair = scanner.pair()?;
        scanner.is_at_end().then_some(pair)
    }

    /// The point of a board that the pair names, if there is one.
    pub fn point(self, size: Size) -> Option<Point> {
        size.point(self.first, self.second)
    }
}

impl From<Point> for Pair {
    fn from(point: Point) -> Self {
        Self { first: i64::from(point.x()), second: i64::from(point.y()) }
    }
}

impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.first, self.second)
    }
}

/// Which of the two numbers is the column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoordinateOrder {
    /// Gomocup, Piskvork, gomocalc.
    #[default]
    ColumnRow,
    /// Yixin-Board, both forks.
    RowColumn,
}

impl CoordinateOrder {
    /// The label a person reads on the edge of his board.
    ///
    /// ```
    /// use tengen_gomocup::CoordinateOrder;
    /// use tengen_rules::{Point, Size};
    ///
    /// let size = Size::literal(15);
    /// assert_eq!(CoordinateOrder::ColumnRow.label(size, Point::new(7, 6)), "H9");
    /// assert_eq!(CoordinateOrder::RowColumn.label(size, Point::new(7, 6)), "G8");
    /// ```
    pub fn label(self, size: Size, point: Point) -> String {
        let shown = match self {
            Self::ColumnRow => point,
            Self::RowColumn => Point::new(point.y(), point.x()),
        };
        Notation::Renju.format(size, shown)
    }
}

/// Reads numbers, commas and words from a line.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'t> {
    rest: &'t str,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { rest: text.trim_start() }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Whether a blank or the end follows, so that what was read is a whole piece.
    fn is_at_gap(&self) -> bool {
        self.rest.chars().next().is_none_or(char::is_whitespace)
    }

    pub(crate) fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Everything up to the next blank.
    pub(crate) fn word(&mut self) -> &'t str {
        let (word, rest) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        word
    }

    /// A decimal number; one too large for us is still a number, just no coordinate of a board.
    pub(crate) fn int(&mut self) -> Option<i64> {
        let unsigned = self.rest.strip_prefix(['+', '-']).unwrap_or(self.rest);
        let rest = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
        let n_digits = unsigned.len() - rest.len();
        let digits = unsigned.get(..n_digits).filter(|digits| !digits.is_empty())?;
        let magnitude = digits.parse::<i64>().unwrap_or(i64::MAX);
        let value = if self.rest.starts_with('-') { -magnitude } else { magnitude };
        self.rest = rest;
        Some(value)
    }

    fn comma(&mut self) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(',')?.trim_start();
        Some(())
    }

    pub(crate) fn pair(&mut self) -> Option<Pair> {
        let first = self.int()?;
        self.comma()?;
        let second = self.int()?;
        // Blanks after the second number may still be followed by a comma and a field.
        Some(Pair { first, second })
    }

    /// One piece of a block: a pair, and a third number if one follows. Nothing is consumed on
    /// failure, so that the caller can skip the bad word.
    pub(crate) fn entry(&mut self) -> Option<(Pair, Option<i64>)> {
        let mut ahead = self.clone();
        let pair = ahead.pair()?;
        let mut further = ahead.clone();
        let field = match further.comma() {
            Some(()) => {
                let field = further.int()?;
                ahead = further;
                Some(field)
            }
            None => None,
        };
        if !ahead.is_at_gap() {
            return None;
        }
        ahead.skip_blanks();
        *self = ahead;
        Some((pair, field))
    }
}

/// A whole text as a number: digits with an optional sign, too large ones saturating.
pub(crate) fn whole_int(text: &str) -> Option<i64> {
    let mut scanner = Scanner::new(text.trim());
    let value = scanner.int()?;
    scanner.is_at_end().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_with_blanks_and_signs() {
        let pair = |first, second| Some(Pair { first, second });
        for (text, expected) in [
            ("7,8", pair(7, 8)),
            (" 7 , 8", pair(7, 8)),
            ("+7,-8", pair(7, -8)),
            ("007,8", pair(7, 8)),
            ("99999999999999999999,0", pair(i64::MAX, 0)),
            ("7", None),
            ("7 8", None),
            ("7,8,1", None),
            ("7,8x", None),
            ("7,", None),
            (",7", None),
            ("a,b", None),
            ("", None),
            ("--7,1", None),
        ] {
            assert_eq!(Pair::parse(text), expected, "{text:?}");
        }
    }

    #[test]
    fn entries_stop_at_the_next_one() {
        let mut scanner = Scanner::new("7,7,2 8 , 8 , 1 3,4 DONE");
        assert_eq!(scanner.entry(), Some((Pair { first: 7, second: 7 }, Some(2))));
        assert_eq!(scanner.entry(), Some((Pair { first: 8, second: 8 }, Some(1))));
        assert_eq!(scanner.entry(), Some((Pair { first: 3, second: 4 }, None)));
        assert_eq!(scanner.entry(), None);
        assert_eq!(scanner.word(), "DONE");
        assert!(scanner.is_at_end());
    }
}
