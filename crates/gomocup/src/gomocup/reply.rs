//! Replies as types, and the one line each of them is.

use std::fmt;

use tengen_rules::Point;

use crate::wire::Pair;
use crate::yixin::{DetailLine, Realtime, SoosorvNote, Swap2Note};

/// Piskvork cuts at 8000 bytes and its document asks for less than 1000.
const MAX_TEXT: usize = 900;

/// Who we are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The program's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
    /// Where they live.
    pub country: String,
    /// Where to read about it; left out if empty.
    pub www: String,
}

impl Default for Identity {
    fn default() -> Self {
        Self {
            name: "Gomoku".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            author: "The Tengen founders".into(),
            country: "EU".into(),
            www: String::new(),
        }
    }
}

/// One line of output.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `OK`.
    Ok,
    /// A move.
    Move(Point),
    /// Two moves.
    TwoMoves([Point; 2]),
    /// Three moves.
    ThreeMoves([Point; 3]),
    /// `SWAP`.
    Swap,
    /// `ERROR` with the reason.
    Error(String),
    /// `UNKNOWN` with the word that is not known.
    Unknown(String),
    /// `MESSAGE` for people.
    Message(String),
    /// `DEBUG` for programmers.
    Debug(String),
    /// The answer to `ABOUT`.
    About(Identity),
    /// `FORBID`: the points closed to Black.
    Forbid(Vec<Point>),
    /// `MESSAGE REALTIME`: what is being searched.
    Realtime(Realtime),
    /// `INFO`: a line of a search report.
    Detail(DetailLine),
    /// `MESSAGE SWAP2`: a step of the opening dialogue.
    Swap2(Swap2Note),
    /// `MESSAGE SOOSORV`: a step of the other opening dialogue.
    Soosorv(SoosorvNote),
    /// `MESSAGE INFO`: what this machine has.
    Capability(&'static str, u64),
}

impl Reply {
    /// The line with its terminator, to be written by one call.
    pub fn to_line(&self) -> String {
        format!("{self}\n")
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |point: Point| Pair::from(point);
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(point) => write!(f, "{}", at(*point)),
            Self::TwoMoves([a, b]) => write!(f, "{} {}", at(*a), at(*b)),
            Self::ThreeMoves([a, b, c]) => write!(f, "{} {} {}", at(*a), at(*b), at(*c)),
            Self::Swap => f.write_str("SWAP"),
            Self::Error(text) => write!(f, "ERROR {}", plain(text)),
            Self::Unknown(text) => write!(f, "UNKNOWN {}", plain(text)),
            Self::Message(text) => write!(f, "MESSAGE {}", plain(text)),
            Self::Debug(text) => write!(f, "DEBUG {}", plain(text)),
            Self::About(identity) => write_about(f, identity),
            Self::Forbid(points) => {
                f.write_str("FORBID ")?;
                for point in points {
                    write!(f, "{:02}{:02}", point.x(), point.y())?;
                }
                f.write_str(".")
            }
            Self::Realtime(realtime) => write!(f, "MESSAGE REALTIME {realtime}"),
            Self::Detail(line) => write!(f, "INFO {line}"),
            Self::Swap2(note) => write!(f, "MESSAGE SWAP2 {note}"),
            Self::Soosorv(note) => write!(f, "MESSAGE SOOSORV {note}"),
            Self::Capability(name, value) => write!(f, "MESSAGE INFO {name} {value}"),
        }
    }
}

fn write_about(f: &mut fmt::Formatter<'_>, identity: &Identity) -> fmt::Result {
    let Identity { name, version, author, country, www } = identity;
    let pairs = [
        ("name", name),
        ("version", version),
        ("author", author),
        ("country", country),
        ("www", www),
    ];
    for (i, (key, value)) in pairs.into_iter().filter(|(_, value)| !value.is_empty()).enumerate() {
        let separator = if i == 0 { "" } else { ", " };
        write!(f, "{separator}{key}=\"{}\"", plain(value).replace('"', "'"))?;
    }
    Ok(())
}

/// Text that is safe on one line: printable ASCII, short, and never empty, because Piskvork takes
/// a `MESSAGE` without text for the answer.
pub(crate) fn plain(text: &str) -> String {
    let printable = |c: char| match c {
        ' '..='~' => c,
        c if c.is_control() => ' ',
        _ => '?',
    };
    let line: String = text.trim().chars().take(MAX_TEXT).map(printable).collect();
    let line = line.trim();
    if line.is_empty() { "-".into() } else { line.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_bare_numbers() {
        let point = Point::new(7, 12);
        assert_eq!(Reply::Move(point).to_line(), "7,12\n");
        assert_eq!(Reply::TwoMoves([point; 2]).to_line(), "7,12 7,12\n");
        assert_eq!(Reply::ThreeMoves([point; 3]).to_line(), "7,12 7,12 7,12\n");
    }

    #[test]
    fn text_cannot_break_the_line() {
        let hostile = "a\nOK\r\n\u{1b}[0m é\0";
        let line = Reply::Message(hostile.into()).to_line();
        assert_eq!(line, "MESSAGE a OK   [0m ?\n");
        assert_eq!(Reply::Message(String::new()).to_line(), "MESSAGE -\n");
        assert_eq!(Reply::Debug("  \n ".into()).to_line(), "DEBUG -\n");
        assert!(Reply::Error("x".repeat(100_000)).to_line().len() < 1000);
    }

    #[test]
    fn about_is_one_line_of_pairs() {
        let identity = Identity {
            name: "Lotus \"x\"".into(),
            version: "0.1".into(),
            author: "Team".into(),
            country: "EU".into(),
            www: String::new(),
        };
        let expected = "name=\"Lotus 'x'\", version=\"0.1\", author=\"Team\", country=\"EU\"\n";
        assert_eq!(Reply::About(identity).to_line(), expected);
    }

    #[test]
    fn forbidden_points_are_two_digits_each() {
        assert_eq!(Reply::Forbid(vec![Point::new(6, 4)]).to_line(), "FORBID 0604.\n");
        assert_eq!(Reply::Forbid(Vec::new()).to_line(), "FORBID .\n");
    }
}
