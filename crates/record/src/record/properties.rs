//! What only some format knows. There are files with such at every move, so all of a node lies in
//! one piece of memory and is taken apart when it is looked at.

use std::fmt;

use crate::format::Format;

/// Something that one format stores and the others do not know, in the words of that format.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Property<'a> {
    /// The format that understands it.
    pub origin: Format,
    /// Its name there.
    pub name: &'a str,
    values: &'a [u8],
}

impl<'a> Property<'a> {
    /// Its values there.
    pub fn values(self) -> impl Iterator<Item = &'a [u8]> {
        let mut rest = self.values;
        std::iter::from_fn(move || take_piece(&mut rest))
    }
}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.origin, self.name)?;
        self.values().try_for_each(|value| write!(f, "[{}]", value.escape_ascii()))
    }
}

/// Properties in their order.
///
/// ```
/// use tengen_record::{Format, Properties};
///
/// let mut properties = Properties::default();
/// properties.push(Format::Sgf, "BL", ["600"]);
/// let left = properties.find(Format::Sgf, "BL").and_then(|property| property.values().next());
/// assert_eq!(left, Some(&b"600"[..]));
/// ```
// For each a byte for the format, the name, and the values as one piece made of pieces.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Properties(Option<Box<[u8]>>);

impl Properties {
    pub(super) const NONE: Self = Self(None);

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = Property<'_>> {
        let mut rest = self.0.as_deref().unwrap_or_default();
        std::iter::from_fn(move || take_property(&mut rest))
    }

    /// The first of this name.
    pub fn find(&self, origin: Format, name: &str) -> Option<Property<'_>> {
        self.iter().find(|property| property.origin == origin && property.name == name)
    }

    /// How many are of this format.
    pub(crate) fn n_of(&self, origin: Format) -> usize {
        self.iter().filter(|property| property.origin == origin).count()
    }

    /// Adds one at the end. Many are better collected.
    pub fn push<V: AsRef<[u8]>>(
        &mut self,
        origin: Format,
        name: &str,
        values: impl IntoIterator<Item = V>,
    ) {
        self.extend([(origin, name, values)]);
    }
}

impl fmt::Debug for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The format, the name and the values of each.
impl<N: AsRef<str>, V: IntoIterator<Item: AsRef<[u8]>>> Extend<(Format, N, V)> for Properties {
    fn extend<I: IntoIterator<Item = (Format, N, V)>>(&mut self, properties: I) {
        let mut packed = self.0.take().map(Vec::from).unwrap_or_default();
        let mut together = Vec::new();
        for (origin, name, values) in properties {
            together.clear();
            for value in values {
                add_piece(&mut together, value.as_ref());
            }
            packed.push(origin as u8);
            add_piece(&mut packed, name.as_ref().as_bytes());
            add_piece(&mut packed, &together);
        }
        // Copied, for a vector that is made smaller keeps its place.
        self.0 = (!packed.is_empty()).then(|| Box::from(&packed[..]));
    }
}

impl<N: AsRef<str>, V: IntoIterator<Item: AsRef<[u8]>>> FromIterator<(Format, N, V)>
    for Properties
{
    fn from_iter<I: IntoIterator<Item = (Format, N, V)>>(properties: I) -> Self {
        let mut made = Self::default();
        made.extend(properties);
        made
    }
}

/// Adds bytes and before them how many they are, seven bits in a byte, the last one below 128.
fn add_piece(packed: &mut Vec<u8>, piece: &[u8]) {
    let mut left = piece.len();
    while left >= 0x80 {
        packed.push(0x80 | (left & 0x7F) as u8);
        left >>= 7;
    }
    packed.push(left as u8);
    packed.extend(piece);
}

fn take_piece<'a>(packed: &mut &'a [u8]) -> Option<&'a [u8]> {
    let n_digits = 1 + packed.iter().position(|&digit| digit < 0x80)?;
    let (digits, rest) = packed.split_at_checked(n_digits)?;
    let length = digits.iter().rev().fold(0, |sum, digit| sum << 7 | usize::from(digit & 0x7F));
    let (piece, rest) = rest.split_at_checked(length)?;
    *packed = rest;
    Some(piece)
}

fn take_property<'a>(packed: &mut &'a [u8]) -> Option<Property<'a>> {
    let (&origin, rest) = packed.split_first()?;
    *packed = rest;
    let origin = *Format::ALL.get(usize::from(origin))?;
    let name = std::str::from_utf8(take_piece(packed)?).ok()?;
    Some(Property { origin, name, values: take_piece(packed)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_come_back_as_they_were_put_in() {
        let long = |length: usize| -> &'static str { "x".repeat(length).leak() };
        let all = [
            (Format::Sgf, "BL", vec!["600", ""]),
            (Format::Json, "", vec![]),
            (Format::Lib, "label \u{9ed1}", vec![long(70_000), long(127), long(128)]),
        ];
        let collected: Properties = all.iter().cloned().collect();
        let mut pushed = Properties::default();
        assert!(pushed.is_empty());
        for (origin, name, values) in &all {
            pushed.push(*origin, name, values);
        }
        assert_eq!(pushed, collected);
        let back: Vec<(Format, &str, Vec<&[u8]>)> =
            pushed.iter().map(|p| (p.origin, p.name, p.values().collect())).collect();
        let bytes = |values: Vec<&'static str>| values.into_iter().map(str::as_bytes).collect();
        assert_eq!(back, all.map(|(origin, name, values)| (origin, name, bytes(values))));
        assert_eq!(pushed.find(Format::Sgf, "WL"), None);
        assert_eq!(pushed.n_of(Format::Lib), 1);
    }

    #[test]
    fn every_format_has_a_number() {
        for (i, format) in Format::ALL.into_iter().enumerate() {
            assert_eq!(format as usize, i);
        }
    }
}
