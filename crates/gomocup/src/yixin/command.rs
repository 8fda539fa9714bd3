//! The commands that begin with `yx`.
//!
//! A graphical board sends database queries after almost every click. We have no database, but the
//! blocks and paths that follow must be read, or their lines would be taken for commands.

use tengen_rules::Color;

use crate::gomocup::{PointBlock, StoneBlock};
use crate::wire::{Pair, whole_int};

/// More lines than a board has points are never wanted.
const MAX_LINES: i64 = 676;

/// A command of the Yixin dialect, its block included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YxCommand {
    /// `yxboard`: sets the position and says nothing.
    Board(StoneBlock),
    /// `yxshowforbid`: the points closed to Black.
    ShowForbid,
    /// `yxhashclear`: forget everything searched.
    HashClear,
    /// `yxshowinfo`: what the machine has.
    ShowInfo,
    /// `yxnbest N`: the N best moves of the position.
    NBest(u32),
    /// `yxsearchdefend`: every move of the position.
    SearchDefend,
    /// `yxbalanceone b`: one move that makes the position even.
    BalanceOne(i32),
    /// `yxbalancetwo b`: two moves that do.
    BalanceTwo(i32),
    /// `yxblock`: root moves that must not be played.
    Block(PointBlock),
    /// `yxblockundo`: allows them again.
    BlockUndo(PointBlock),
    /// `yxblockreset`: allows all again.
    BlockReset,
    /// `yxblockpath`: the last move of the line must not be played after the others.
    BlockPath(PointBlock),
    /// `yxblockpathundo`: allows it again.
    BlockPathUndo(PointBlock),
    /// `yxblockpathreset`: allows all of them again.
    BlockPathReset,
    /// `yxforbid add|del r c s`: closes a point to one side.
    Forbid {
        /// Closed, or open again.
        is_added: bool,
        /// Where.
        at: Pair,
        /// To whom.
        color: Color,
    },
    /// `yxsoosorvstep1` to `6`, with the number of fifth moves where the step has one.
    Soosorv {
        /// Which step.
        step: u8,
        /// The number of fifth moves.
        n: u32,
        /// The stones, and for the last step the offered fifth moves after them.
        block: PointBlock,
    },
    /// `yxswap2step1` to `3`.
    Swap2Step(u8),
    /// `yxdraw`: the opponent offers a draw.
    Draw,
    /// Known, not supported, and worth a word to the person who asked.
    Refused(&'static str),
    /// Known or not: nothing to do and nothing to say.
    Silent,
}

/// What follows the line of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Nothing.
    Line,
    /// A block up to `done`.
    Block,
    /// A file path on the next line, unless it stands on this one.
    Path,
}

/// Reads a command by its upper-case keyword; blocks with a meaning are read elsewhere.
pub(crate) fn parse(keyword: &str, rest: &str) -> (YxCommand, Shape) {
    use Shape::{Block, Line, Path};
    use YxCommand::{Refused, Silent};

    let number = |otherwise: i64| whole_int(rest).unwrap_or(otherwise);
    match keyword {
        "YXSHOWFORBID" => (YxCommand::ShowForbid, Line),
        "YXHASHCLEAR" => (YxCommand::HashClear, Line),
        "YXSHOWINFO" => (YxCommand::ShowInfo, Line),
        "YXNBEST" => (YxCommand::NBest(number(1).clamp(1, MAX_LINES) as u32), Line),
        "YXSEARCHDEFEND" => (YxCommand::SearchDefend, Line),
        "YXBALANCEONE" => (YxCommand::BalanceOne(bias(number(0))), Line),
        "YXBALANCETWO" => (YxCommand::BalanceTwo(bias(number(0))), Line),
        "YXBLOCKRESET" => (YxCommand::BlockReset, Line),
        "YXSWAP2STEP1" => (YxCommand::Swap2Step(1), Line),
        "YXSWAP2STEP2" => (YxCommand::Swap2Step(2), Line),
        "YXSWAP2STEP3" => (YxCommand::Swap2Step(3), Line),
        "YXDRAW" => (YxCommand::Draw, Line),
        "YXRESIGN" => (Refused("the opponent resigned"), Line),
        "YXSHOWHASHUSAGE" => (Refused("the use of the hash table is not measured"), Line),
        "YXHASHDUMP" | "YXHASHLOAD" => (Refused("hash tables are not kept in files"), Path),
        "YXBLOCKPATHRESET" => (YxCommand::BlockPathReset, Line),
        "YXFORBID" => (forbid(rest).unwrap_or(Silent), Line),
        // The first step places stones on the empty board, so no block comes with it.
        "YXSOOSORVSTEP1" => {
            (YxCommand::Soosorv { step: 1, n: 0, block: PointBlock::default() }, Line)
        }
        "YXQUERYDATABASEALL"
        | "YXQUERYDATABASEALLT"
        | "YXQUERYDATABASEONE"
        | "YXQUERYDATABASETEXT"
        | "YXEDITTVDDATABASE"
        | "YXEDITLABELDATABASE"
        | "YXEDITTEXTDATABASE"
        | "YXDELETEDATABASEONE"
        | "YXDELETEDATABASEALL"
        | "YXSETBESTMOVEDATABASE"
        | "YXCLEARBESTMOVEDATABASE" => (Silent, Block),
        "YXSETDATABASE" | "YXDBTOPOS" | "YXDBTOTXT" | "YXDBTOTXTALL" | "YXTXTTODB"
        | "YXLIBTODB" | "YXDBTOLIB" | "YXDBSPLIT" | "YXDBMERGE" => {
            (Refused("there is no position database"), Path)
        }
        // yxsavedatabase, yxdbcheck, yxdbfix, yxprintfeature, and whatever the next version of
        // somebody's board sends.
        _ => (Silent, Line),
    }
}

/// `add 7 7 0`: the point and the side, 0 for Black.
fn forbid(rest: &str) -> Option<YxCommand> {
    let words: Vec<&str> = rest.split(|c: char| c.is_whitespace() || c == ',').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let &[verb, first, second, side] = words.as_slice() else { return None };
    let is_added = match verb.to_ascii_lowercase().as_str() {
        "add" => true,
        "del" => false,
        _ => return None,
    };
    let color = if whole_int(side)? == 0 { Color::Black } else { Color::White };
    let at = Pair { first: whole_int(first)?, second: whole_int(second)? };
    Some(YxCommand::Forbid { is_added, at, color })
}

fn bias(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_in_reach() {
        assert_eq!(parse("YXNBEST", "2").0, YxCommand::NBest(2));
        assert_eq!(parse("YXNBEST", "").0, YxCommand::NBest(1));
        assert_eq!(parse("YXNBEST", "-4").0, YxCommand::NBest(1));
        assert_eq!(parse("YXNBEST", "99999999999").0, YxCommand::NBest(676));
        assert_eq!(parse("YXBALANCEONE", "-30").0, YxCommand::BalanceOne(-30));
        assert_eq!(parse("YXBALANCETWO", "x").0, YxCommand::BalanceTwo(0));
    }

    #[test]
    fn refusals_are_not_mistaken_for_protocol_lines() {
        for keyword in ["YXRESIGN", "YXHASHDUMP", "YXSETDATABASE", "YXSHOWHASHUSAGE"] {
            let (YxCommand::Refused(text), _) = parse(keyword, "") else { panic!("{keyword}") };
            let upper = text.to_ascii_uppercase();
            for reserved in ["SWAP2", "SOOSORV", "DATABASE", "REALTIME", "INFO"] {
                assert!(!upper.starts_with(reserved), "{text}");
            }
        }
    }
}
