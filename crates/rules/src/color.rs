//! The two players' colors and a pair of values, one for each.

use core::ops::{Index, IndexMut, Not};

/// A player's color. Black places the first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The first player, drawn `X`.
    Black,
    /// The second player, drawn `O`.
    White,
}

impl Color {
    /// Both colors, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The word used in every text format: `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The letter of a diagram: `X` or `O`.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// Reads `black`, `white`, `b` or `w`, in any case.
    pub fn from_name(text: &str) -> Option<Self> {
        let is_one_of = |names: [&str; 2]| names.iter().any(|name| text.eq_ignore_ascii_case(name));
        if is_one_of(["black", "b"]) {
            Some(Self::Black)
        } else if is_one_of(["white", "w"]) {
            Some(Self::White)
        } else {
            None
        }
    }

    /// The color of the stone with this one-based number when play alternates from Black.
    pub const fn of_stone(number: usize) -> Self {
        if number % 2 == 1 { Self::Black } else { Self::White }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl core::fmt::Display for Color {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// A value for each color, with names instead of indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Pairs Black's value with White's.
    pub const fn new(black: T, white: T) -> Self {
        Self { black, white }
    }

    /// Makes each value from its color.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> Self {
        Self { black: make(Color::Black), white: make(Color::White) }
    }

    /// The same pair with the colors exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { black: self.white, white: self.black }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
