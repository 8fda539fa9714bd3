//! Links: a whole record as text behind the `#` of an address.
//!
//! ```text
//! https://page.example/#g=1AbCd…
//! ```
//!
//! What follows `#` never reaches a server, so a game travels inside its link and opens wherever the
//! page does, without an account and without anything being kept for it. A link holds all that our JSON
//! holds. After `g=` come the version, one digit, and in base64url without padding: a checksum over
//! everything after it (CRC-32, four bytes, the lowest first), a byte that says whether the rest is
//! deflated, and the record as `link/pack.rs` writes it.
//!
//! Damage is told in a sentence. What a link unpacks to is bounded before it is unpacked, so a hostile
//! one costs no more than a long one.

mod envelope;
mod numbers;
mod pack;
mod unpack;

use tengen_rules::SizeError;

use crate::error::WriteError;
use crate::place::At;
use crate::record::Record;

/// Where the page is: what stands before `#g=` in a link if nothing else is said. Empty as long as the
/// page has no address of its own; a link is then only what goes behind the address of any page of ours.
pub const SITE: &str = "";

/// What stands between the address of the page and the code.
pub const MARK: &str = "#g=";

/// The longest code that is read or written, in characters. Browsers take more, messengers do not.
pub const MOST_CHARACTERS: usize = 1 << 16;

/// The most bytes that a code may unpack to. A move takes one of them.
pub const MOST_BYTES: usize = 1 << 18;

/// What is wrong with a link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkFault {
    /// Some other text.
    #[error("this is no link to a game: \"{MARK}\" and its code are missing")]
    NoLink,
    /// Too long to be looked at.
    #[error("the code has {n_characters} characters, and a link has at most {MOST_CHARACTERS}")]
    TooLong {
        /// How long it is.
        n_characters: usize,
    },
    /// A later version.
    #[error(
        "the link is of version {found:?}, and version {:?} is known here; a newer program can open it",
        char::from(envelope::VERSION)
    )]
    Version {
        /// What the link says.
        found: char,
    },
    /// A character that no link has.
    #[error("{found:?} belongs in no link; the link was changed on its way, copy it again")]
    Character {
        /// Which.
        found: char,
    },
    /// The checksum says that something is missing or different.
    #[error("the link was cut off or changed on its way; copy it again, the whole of it")]
    Damaged,
    /// It is deflated, but not so that it could be inflated.
    #[error("the link cannot be unpacked")]
    Packing,
    /// It would unpack to too much.
    #[error("the link unpacks to more than {MOST_BYTES} bytes")]
    TooLarge,
    /// A rule of a later program.
    #[error("the link is for rule number {found}, which is not known here")]
    Rule {
        /// Its number.
        found: u64,
    },
    /// A board that is too small or too large.
    #[error("the link is for an impossible board: {0}")]
    Size(SizeError),
    /// Some other number that means nothing here.
    #[error("the link has {found} where {expected} belongs")]
    Number {
        /// What the link says.
        found: u64,
        /// What belongs there.
        expected: &'static str,
    },
    /// It ends too early.
    #[error("the record in the link breaks off")]
    BreaksOff,
}

/// The code of a record, without the address of a page.
///
/// ```
/// use tengen_record::{Record, link};
/// use tengen_rules::{Game, Rule, Size};
///
/// let mut game = Game::new(Rule::Renju, Size::literal(15));
/// game.try_play(game.size().middle())?;
/// let record = Record::from_game(&game);
/// let address = link::address("https://page.example/", &record)?;
/// assert!(address.starts_with("https://page.example/#g=1"));
/// assert_eq!(link::parse(address.as_bytes()), Ok(record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a point is not on the board, or if the record is too large for a link.
pub fn code(record: &Record) -> Result<String, WriteError> {
    record.check_points()?;
    let bytes = pack::pack(record);
    if bytes.len() > MOST_BYTES {
        return Err(WriteError::TooLarge { found: bytes.len(), most: MOST_BYTES, unit: "bytes" });
    }
    let code = envelope::seal(&bytes);
    if code.len() > MOST_CHARACTERS {
        let found = code.len();
        return Err(WriteError::TooLarge { found, most: MOST_CHARACTERS, unit: "characters" });
    }
    Ok(code)
}

/// A link to the page at `site` that holds this record. What is behind a `#` in `site` is dropped.
///
/// # Errors
/// As [`code`].
pub fn address(site: &str, record: &Record) -> Result<String, WriteError> {
    let site = site.split('#').next().unwrap_or_default();
    Ok(format!("{site}{MARK}{}", code(record)?))
}

/// Reads a link: an address, what follows its `#`, or the bare code.
///
/// # Errors
/// If it is damaged or no link, with the place.
pub fn parse(bytes: &[u8]) -> Result<Record, At<LinkFault>> {
    let (start, code) = find_code(bytes);
    if code.is_empty() {
        return Err(At::text(bytes, start, LinkFault::NoLink));
    }
    let opened =
        envelope::open(code).map_err(|(offset, fault)| At::text(bytes, start + offset, fault))?;
    unpack::unpack(&opened).map_err(|fault| At::text(bytes, start, fault))
}

/// Whether this looks like a link: an address, or only its end, with our mark.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii();
    let is_address = [&b"https://"[..], b"http://", MARK.as_bytes()]
        .iter()
        .any(|start| text.get(..start.len()).is_some_and(|t| t.eq_ignore_ascii_case(start)));
    is_address && mark_in(text).is_some()
}

/// Where the mark stands in the first word, if it does.
fn mark_in(text: &[u8]) -> Option<usize> {
    let word = text.split(u8::is_ascii_whitespace).next()?;
    word.windows(MARK.len()).position(|part| part == MARK.as_bytes())
}

/// The code in a link and where it begins.
fn find_code(bytes: &[u8]) -> (usize, &[u8]) {
    let mut start = bytes.len() - bytes.trim_ascii_start().len();
    let text = bytes.trim_ascii();
    let mut code = text;
    if let Some(at) = mark_in(text) {
        start += at + MARK.len();
        code = &text[at + MARK.len()..];
    }
    // A page may have more to say behind its `#`.
    let code = code.split(|&byte| byte == b'&').next().unwrap_or_default();
    (start, code)
}

#[cfg(test)]
mod tests;
