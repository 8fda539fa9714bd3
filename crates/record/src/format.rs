//! The file formats by name.

use crate::json;
use crate::lib_file::LibDoc;
use crate::link;
use crate::pos;
use crate::pos_binary;
use crate::scan::{self, Scanner};

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Piskvork `.psq`.
    Psq,
    /// SGF with game number 4.
    Sgf,
    /// RenLib `.lib`.
    Lib,
    /// Move strings such as `h8i9`, rows counted from the bottom.
    Pos,
    /// Move strings, rows counted from the top.
    PosTop,
    /// The binary `.pos` of zjrenju and RenLib.
    PosBinary,
    /// Openings as offsets from the middle, the lists of Gomocup.
    Offset,
    /// The `chess_log.txt` of the SUSTech platform.
    ChessLog,
    /// Our own JSON, which holds everything.
    Json,
    /// A link to the page with the record inside, which holds everything too.
    Link,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Psq,
        Self::Sgf,
        Self::Lib,
        Self::Pos,
        Self::PosTop,
        Self::PosBinary,
        Self::Offset,
        Self::ChessLog,
        Self::Json,
        Self::Link,
    ];

    /// The word for it on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Psq => "psq",
            Self::Sgf => "sgf",
            Self::Lib => "lib",
            Self::Pos => "pos",
            Self::PosTop => "pos-top",
            Self::PosBinary => "pos-binary",
            Self::Offset => "offset",
            Self::ChessLog => "chesslog",
            Self::Json => "json",
            Self::Link => "link",
        }
    }

    /// How names of such files end. Both kinds of binary and text positions are called `.pos`; the
    /// contents tell them apart.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::ChessLog => "txt",
            Self::PosBinary => "pos",
            other => other.name(),
        }
    }

    /// Whether a file of this format can hold several games.
    pub const fn holds_many(self) -> bool {
        matches!(self, Self::Sgf | Self::Pos | Self::PosTop | Self::Offset | Self::Json)
    }

    /// Whether places in such a file have lines and columns.
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Lib | Self::PosBinary)
    }

    /// The format with this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format that a path or a bare extension speaks for. `.txt` says nothing, but
    /// `chess_log.txt` does.
    pub fn from_path_extension(path: &str) -> Option<Self> {
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let extension = file.rsplit('.').next().unwrap_or(file);
        if extension.eq_ignore_ascii_case("txt") {
            let is_log = file.to_ascii_lowercase().starts_with("chess_log");
            return is_log.then_some(Self::ChessLog);
        }
        Self::from_name(extension)
    }

    /// The format that the contents look like. Move strings do not say from where their rows are
    /// counted; they are called [`Format::Pos`].
    ///
    /// ```
    /// use tengen_record::Format;
    ///
    /// assert_eq!(Format::sniff(b"(;GM[4];B[hh])"), Some(Format::Sgf));
    /// assert_eq!(Format::sniff(b"hello"), None);
    /// ```
    pub fn sniff(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(LibDoc::MAGIC) {
            return Some(Self::Lib);
        }
        if bytes.starts_with(b"Piskvorky ") {
            return Some(Self::Psq);
        }
        let mut start = Scanner::new(bytes);
        start.eat_all(BOM);
        start.skip_space();
        if start.eat(b'(') {
            start.skip_space();
            if start.peek() == Some(b';') {
                return Some(Self::Sgf);
            }
        }
        if link::looks_like(start.rest()) {
            return Some(Self::Link);
        }
        if start.peek() == Some(b'{') && json::looks_like(bytes) {
            return Some(Self::Json);
        }
        // Its first byte may be any character, but no text has its length and repeats none.
        if pos_binary::looks_like(bytes) {
            return Some(Self::PosBinary);
        }
        // Old libraries have no mark but their first stone.
        let is_old_lib = || bytes.first() == Some(&LibDoc::CENTER);
        // Moves that somebody wrote down often have a line or two of words before them.
        let has_moves = || scan::filled_lines(bytes).take(20).any(pos::looks_like);
        Self::sniff_line(bytes)
            .or_else(|| is_old_lib().then_some(Self::Lib))
            .or_else(|| has_moves().then_some(Self::Pos))
    }

    /// The formats that are only known by the shape of their first line.
    fn sniff_line(bytes: &[u8]) -> Option<Self> {
        let mut line = scan::filled_lines(bytes).next()?;
        let mut words = line;
        let is_move = words.next().is_some_and(|byte| byte.is_ascii_alphabetic())
            && words.peek().is_some_and(|byte| byte.is_ascii_digit());
        let is_plain =
            || line.rest().iter().all(|&byte| byte.is_ascii_alphanumeric() || scan::is_blank(byte));
        if (is_move && is_plain()) || pos::looks_like(line) {
            return Some(Self::Pos);
        }
        let mut n_numbers = 0;
        loop {
            line.skip_blanks();
            line.integer()?;
            n_numbers += 1;
            line.skip_blanks();
            if !line.eat(b',') {
                break;
            }
        }
        match n_numbers {
            _ if !line.is_done() => None,
            3 => Some(Self::ChessLog),
            n => (n % 2 == 0).then_some(Self::Offset),
        }
    }
}

/// What some editors put before UTF-8.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn names_and_paths() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(&format.name().to_uppercase()), Some(format));
        }
        let of = Format::from_path_extension;
        assert_eq!(of("games/final.PSQ"), Some(Format::Psq));
        assert_eq!(of("C:\\renju\\a.lib"), Some(Format::Lib));
        assert_eq!(of("sgf"), Some(Format::Sgf));
        assert_eq!(of("dir.sgf/chess_log-1_6.txt"), Some(Format::ChessLog));
        assert_eq!(of("notes.txt"), None);
        assert_eq!(of(""), None);
    }

    #[test]
    fn contents_speak_for_themselves() {
        let check = |bytes: &[u8], format| assert_eq!(Format::sniff(bytes), format, "{bytes:?}");
        check(b"Piskvorky 20x20, 11:11, 0\n", Some(Format::Psq));
        check(b"\xEF\xBB\xBF \n(;GM[4])", Some(Format::Sgf));
        check(b"\xFFRenLib\xFF\x03\x04", Some(Format::Lib));
        check(b"\x78\x40", Some(Format::Lib));
        check(b"h8i9\n", Some(Format::Pos));
        check(b"1. h8 2. i9", Some(Format::Pos));
        check(b"1.h8 i9 2.j10 ?", Some(Format::Pos));
        check(b"My best game:\n\n1) h8 2) i9\n", Some(Format::Pos));
        check(b"1. a fine day\n", None);
        check(b"0,0, 1,1, -2,0\n", Some(Format::Offset));
        check(b"7,7,-1\n8,8,1", Some(Format::ChessLog));
        check(b"\x02\x70\x71", Some(Format::PosBinary));
        check(b"{\"format\":\"tengen-game\"}", Some(Format::Json));
        check(b" https://page.example/?x#g=1AA\n", Some(Format::Link));
        check(b"#g=1AA", Some(Format::Link));
        check(b"https://page.example/", None);
        check(b"{\"format\":\"other\"}", None);
        check(b"(hello)", None);
        check(b"", None);
        check(b"hello", None);
    }
}
