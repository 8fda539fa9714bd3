//! From lines to commands.

use super::block::{Block, PointBlock, StoneBlock};
use super::command::{BoardSize, Command, Info};
use crate::wire::{Pair, Scanner, whole_int};
use crate::yixin::{self, Shape, YxCommand};

/// Collects lines until they make a command.
///
/// ```
/// use tengen_gomocup::{Command, Pair, Parser};
///
/// let mut parser = Parser::default();
/// let at = Pair { first: 7, second: 7 };
/// assert_eq!(parser.line(b"  turn 7 , 7 "), Some(Command::Turn(Some(at))));
/// assert_eq!(parser.line(b"BOARD"), None);
/// assert_eq!(parser.line(b"7,7,2"), None);
/// assert!(matches!(parser.line(b"done"), Some(Command::Board(_))));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Parser {
    open: Open,
}

/// What the next line belongs to.
#[derive(Clone, Debug, Default)]
enum Open {
    /// Nothing: it is a command.
    #[default]
    Nothing,
    /// A block of stones.
    Stones(StoneUse, StoneBlock),
    /// A block of points.
    Points(PointUse, PointBlock),
    /// A block nobody looks into, for a command that is told when it is over.
    Swallowed(YxCommand),
    /// A file path, for the same kind of command.
    Path(YxCommand),
}

#[derive(Clone, Copy, Debug)]
enum StoneUse {
    Board,
    YxBoard,
}

#[derive(Clone, Copy, Debug)]
enum PointUse {
    Swap2,
    Block,
    BlockUndo,
    BlockPath,
    BlockPathUndo,
    Soosorv { step: u8, n: u32 },
}

impl Parser {
    /// Takes the next line, without its terminator, and returns the command it completes.
    pub fn line(&mut self, line: &[u8]) -> Option<Command> {
        let text = String::from_utf8_lossy(line);
        // Windows shells put a byte order mark in front of what they pipe.
        let text = text.trim_start_matches('\u{feff}').trim();
        let open = std::mem::take(&mut self.open);
        if matches!(open, Open::Nothing) || ends_block(&open, text) {
            return self.command(text);
        }
        match open {
            Open::Nothing => None,
            Open::Stones(for_what, block) => self.stones(for_what, block, text),
            Open::Points(for_what, block) => self.points(for_what, block, text),
            Open::Swallowed(command) => self.swallow(command, text),
            Open::Path(command) => Some(Command::Yixin(command)),
        }
    }

    fn command(&mut self, text: &str) -> Option<Command> {
        let mut scanner = Scanner::new(text);
        let keyword = scanner.word().to_ascii_uppercase();
        let rest = text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim());
        let command = match keyword.as_str() {
            "" => return None,
            "START" | "RECTSTART" => Command::Start(board_size(rest)),
            "RESTART" => Command::Restart,
            "BEGIN" => Command::Begin,
            "END" => Command::End,
            "ABOUT" => Command::About,
            "STOP" => Command::Stop { is_yixin: false },
            "YXSTOP" => Command::Stop { is_yixin: true },
            "TURN" => Command::Turn(Pair::parse(rest)),
            "PLAY" => Command::Play(Pair::parse(rest)),
            "TAKEBACK" => Command::Takeback(Pair::parse(rest)),
            "INFO" => info(rest),
            "BOARD" => return self.stones(StoneUse::Board, StoneBlock::default(), rest),
            "YXBOARD" => return self.stones(StoneUse::YxBoard, StoneBlock::default(), rest),
            "SWAP2BOARD" => return self.points(PointUse::Swap2, PointBlock::default(), rest),
            "YXBLOCK" => return self.points(PointUse::Block, PointBlock::default(), rest),
            "YXBLOCKUNDO" => return self.points(PointUse::BlockUndo, PointBlock::default(), rest),
            "YXBLOCKPATH" => return self.points(PointUse::BlockPath, PointBlock::default(), rest),
            "YXBLOCKPATHUNDO" => {
                return self.points(PointUse::BlockPathUndo, PointBlock::default(), rest);
            }
            "YXSOOSORVSTEP2" => return self.soosorv(2, rest),
            "YXSOOSORVSTEP3" => return self.soosorv(3, rest),
            "YXSOOSORVSTEP4" => return self.soosorv(4, rest),
            "YXSOOSORVSTEP5" => return self.soosorv(5, rest),
            "YXSOOSORVSTEP6" => return self.soosorv(6, rest),
            // gomocalc opens with it; there is no configuration to load.
            "RELOADCONFIG" => Command::Ignored,
            yx if yx.starts_with("YX") => return self.yixin(yx, rest),
            _ => Command::Unknown(keyword.chars().take(60).collect()),
        };
        Some(command)
    }

    fn stones(&mut self, for_what: StoneUse, mut block: StoneBlock, text: &str) -> Option<Command> {
        if !block.line(text) {
            self.open = Open::Stones(for_what, block);
            return None;
        }
        Some(match for_what {
            StoneUse::Board => Command::Board(block),
            StoneUse::YxBoard => Command::Yixin(YxCommand::Board(block)),
        })
    }

    fn points(&mut self, for_what: PointUse, mut block: PointBlock, text: &str) -> Option<Command> {
        if !block.line(text) {
            self.open = Open::Points(for_what, block);
            return None;
        }
        Some(match for_what {
            PointUse::Swap2 => Command::Swap2Board(block),
            PointUse::Block => Command::Yixin(YxCommand::Block(block)),
            PointUse::BlockUndo => Command::Yixin(YxCommand::BlockUndo(block)),
            PointUse::BlockPath => Command::Yixin(YxCommand::BlockPath(block)),
            PointUse::BlockPathUndo => Command::Yixin(YxCommand::BlockPathUndo(block)),
            PointUse::Soosorv { step, n } => Command::Yixin(YxCommand::Soosorv { step, n, block }),
        })
    }

    /// A step of the Soosorv opening: a number may stand before its block.
    fn soosorv(&mut self, step: u8, rest: &str) -> Option<Command> {
        let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let (n, rest) = match whole_int(first).map(u32::try_from) {
            Some(Ok(n)) => (n, after),
            _ => (0, rest),
        };
        self.points(PointUse::Soosorv { step, n }, PointBlock::default(), rest)
    }

    fn yixin(&mut self, keyword: &str, rest: &str) -> Option<Command> {
        let (command, shape) = yixin::parse(keyword, rest);
        match shape {
            Shape::Block => self.swallow(command, rest),
            Shape::Path if rest.is_empty() => {
                self.open = Open::Path(command);
                None
            }
            Shape::Line | Shape::Path => Some(Command::Yixin(command)),
        }
    }

    fn swallow(&mut self, command: YxCommand, text: &str) -> Option<Command> {
        let is_done = text.split_whitespace().next_back().is_some_and(is_done);
        if is_done {
            return Some(Command::Yixin(command));
        }
        self.open = Open::Swallowed(command);
        None
    }
}

fn is_done(word: &str) -> bool {
    word.eq_ignore_ascii_case("DONE")
}

/// Whether a line is a command although a block is open, because its `DONE` was lost.
fn ends_block(open: &Open, text: &str) -> bool {
    let Some(word) = text.split_whitespace().next() else { return false };
    let is_one_of = |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
    if is_one_of(&["START", "RECTSTART", "RESTART", "END"]) {
        return true;
    }
    // Nobody reports a fault in a block that is not looked into, so a lost DONE there has to be
    // noticed earlier: it would silence the program for the rest of the game.
    matches!(open, Open::Swallowed(_))
        && (is_one_of(&["BEGIN", "TURN", "BOARD", "SWAP2BOARD", "INFO", "ABOUT", "STOP"])
            || word.to_ascii_uppercase().starts_with("YX"))
}

fn board_size(text: &str) -> BoardSize {
    let sides = || {
        let mut scanner = Scanner::new(text);
        let width = scanner.int()?;
        scanner.skip_blanks();
        if scanner.is_at_end() {
            return Some((width, width));
        }
        // `15 15` and `15,15`: anything between the numbers but a comma is a blank.
        let (first, second) =
            text.split_once(',').or_else(|| text.split_once(char::is_whitespace))?;
        Some((whole_int(first)?, whole_int(second)?))
    };
    sides().map_or(BoardSize::Unreadable, |(width, height)| BoardSize::Sides(width, height))
}

fn info(rest: &str) -> Command {
    let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if key.is_empty() {
        return Command::Ignored;
    }
    Command::Info(Info { key: key.to_ascii_lowercase(), value: value.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Option<Command> {
        Parser::default().line(line.as_bytes())
    }

    #[test]
    fn every_way_to_start() {
        let start = |width, height| Some(Command::Start(BoardSize::Sides(width, height)));
        for (line, expected) in [
            ("START 15", start(15, 15)),
            ("start 20 ", start(20, 20)),
            ("START 15 15", start(15, 15)),
            ("START 15,15", start(15, 15)),
            ("START 15 , 15", start(15, 15)),
            ("START 20 15", start(20, 15)),
            ("RECTSTART 20,15", start(20, 15)),
            ("RECTSTART 20 , 15", start(20, 15)),
            ("START\t15", start(15, 15)),
            ("START -3", start(-3, -3)),
            ("START 99999999999999999999", start(i64::MAX, i64::MAX)),
        ] {
            assert_eq!(one(line), expected, "{line:?}");
        }
        for line in ["START", "START x", "START 15x", "START 15 x", "START 15,", "START 1 2 3"] {
            assert_eq!(one(line), Some(Command::Start(BoardSize::Unreadable)), "{line:?}");
        }
    }

    #[test]
    fn lines_that_are_nothing() {
        for line in ["", "   ", "\t", "\u{feff}"] {
            assert_eq!(one(line), None, "{line:?}");
        }
        assert_eq!(one("\u{feff}END"), Some(Command::End));
        assert_eq!(
            Parser::default().line(b"\xff\xfe"),
            Some(Command::Unknown("\u{fffd}\u{fffd}".into()))
        );
    }

    #[test]
    fn a_block_can_be_written_on_one_line_or_many() {
        let mut parser = Parser::default();
        let one_line = parser.line(b"BOARD 7,7,2 8 , 8,1 9,9,3 DONE");
        for line in ["BOARD", "7,7,2", "", "8,8,1", "9,9,3"] {
            assert_eq!(parser.line(line.as_bytes()), None, "{line}");
        }
        let many = parser.line(b"done");
        assert_eq!(one_line, many);
        let Some(Command::Board(block)) = many else { panic!("a board") };
        assert_eq!(block.entries.len(), 3);
        assert_eq!(block.fault, None);
    }

    #[test]
    fn a_bad_piece_is_kept_and_the_block_read_to_its_end() {
        let Some(Command::Board(block)) = one("BOARD 7,7,2 oops 8,8 1,1,1 DONE") else {
            panic!("a board")
        };
        assert_eq!(block.fault.as_deref(), Some("OOPS"));
        assert_eq!(block.entries.len(), 2);
    }

    #[test]
    fn a_lost_done_does_not_swallow_the_next_game() {
        for (opener, next) in [
            ("BOARD", "START 15"),
            ("SWAP2BOARD", "RESTART"),
            ("yxboard", "end"),
            ("yxblock", "RECTSTART 15,15"),
            ("yxquerydatabaseall", "turn 7,7"),
            ("yxquerydatabaseall", "yxshowinfo"),
            ("yxhashload", "END"),
        ] {
            let mut parser = Parser::default();
            assert_eq!(parser.line(opener.as_bytes()), None);
            assert!(parser.line(next.as_bytes()).is_some(), "{opener} then {next}");
        }
    }

    #[test]
    fn an_endless_block_stays_small() {
        let mut parser = Parser::default();
        parser.line(b"BOARD");
        for _ in 0..100_000 {
            assert_eq!(parser.line(b"1,1,1"), None);
        }
        let Some(command) = parser.line(b"DONE") else { panic!("a board") };
        assert!(command.n_bytes() < 200_000);
        let Command::Board(block) = command else { panic!("a board") };
        assert!(block.fault.is_some());
    }
}
