//! How values are written by serde (feature `serde`).
//!
//! Everything with a `name` is that word and read back in exactly that spelling; the words are
//! decided where the types are. A [`Point`] is the list `[x, y]`, counted from zero from the top
//! left; a [`Size`] is a number; [`Stones`] are rows of `.`, `X` and `O`, top first; a
//! [`PositionKey`] is sixteen hexadecimal digits, because not every reader of JSON has 64-bit
//! integers. What has fields is derived beside its type. A [`Game`](crate::Game) is not written:
//! keep its [`Setup`](crate::Setup) and its moves, and the judge makes the same game of them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{
    ActionKind, Axis, Color, DrawReason, Forbidden, IllegalMove, LossReason, Notation, Opening,
    OpeningError, Point, PositionKey, Rule, Seat, Size, Stones, WinReason,
};

/// Writes a type as the word of each value and reads it from the words of all values.
macro_rules! as_words {
    ($type:ty, $what:literal, $all:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Words { what: $what, all: &$all, name: <$type>::name })
            }
        }
    };
}

as_words!(Rule, "a rule", Rule::ALL);
as_words!(Opening, "an opening procedure", Opening::ALL);
as_words!(Color, "a color", Color::ALL);
as_words!(Axis, "an axis", Axis::ALL);
as_words!(Notation, "a notation", Notation::ALL);
as_words!(ActionKind, "a kind of action", ActionKind::ALL);
as_words!(Seat, "a seat", [Seat::First, Seat::Second]);
as_words!(Forbidden, "a kind of forbidden point", Forbidden::ALL);
as_words!(DrawReason, "a reason of a draw", DrawReason::ALL);
as_words!(LossReason, "a reason of a loss", LossReason::ALL);
as_words!(WinReason, "a reason of a win", WinReason::ALL);
as_words!(IllegalMove, "a reason why a move is illegal", IllegalMove::ALL);
as_words!(OpeningError, "a reason why an action is refused", OpeningError::ALL);

/// Reads one of some words.
struct Words<T: 'static> {
    what: &'static str,
    all: &'static [T],
    name: fn(T) -> &'static str,
}

impl<T: Copy> Visitor<'_> for Words<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.what)?;
        for (i, &value) in self.all.iter().enumerate() {
            write!(f, "{} {}", if i == 0 { "" } else { "," }, (self.name)(value))?;
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let found = self.all.iter().copied().find(|&value| (self.name)(value) == text);
        found.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.x(), self.y()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (x, y) = <(u8, u8)>::deserialize(deserializer)?;
        Self::try_new(x, y).ok_or_else(|| {
            Error::custom(format_args!("the point [{x}, {y}] lies beyond the largest board"))
        })
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(u8::deserialize(deserializer)?.into()).map_err(Error::custom)
    }
}

impl Serialize for Stones {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.to_string().lines())
    }
}

impl<'de> Deserialize<'de> for Stones {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_rows(&Vec::<String>::deserialize(deserializer)?).map_err(Error::custom)
    }
}

impl Serialize for PositionKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PositionKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let key = u64::from_str_radix(&text, 16).map(Self).ok();
        // Only what we write ourselves: no sign, no capitals, no digit missing.
        key.filter(|key| format!("{key}") == text).ok_or_else(|| {
            Error::invalid_value(Unexpected::Str(&text), &"sixteen hexadecimal digits")
        })
    }
}
