//! Commands as types.

use super::block::{PointBlock, StoneBlock};
use crate::wire::Pair;
use crate::yixin::YxCommand;

/// A complete command, its block included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START` or `RECTSTART`: a new game on an empty board.
    Start(BoardSize),
    /// `RESTART`: the same board, empty.
    Restart,
    /// `BEGIN`: the engine opens.
    Begin,
    /// `TURN`: a stone of the opponent; `None` if it is not two numbers.
    Turn(Option<Pair>),
    /// `PLAY`: the engine has to play there.
    Play(Option<Pair>),
    /// `TAKEBACK`: a stone is removed.
    Takeback(Option<Pair>),
    /// `BOARD … DONE`: a whole position, then the engine moves.
    Board(StoneBlock),
    /// `SWAP2BOARD … DONE`: a step of the swap2 opening.
    Swap2Board(PointBlock),
    /// `INFO key value`.
    Info(Info),
    /// `ABOUT`.
    About,
    /// `STOP` or `YXSTOP`: the best move so far, now.
    Stop {
        /// Whether it was written in the Yixin way, which switches the dialect.
        is_yixin: bool,
    },
    /// `END`.
    End,
    /// A command of the Yixin dialect.
    Yixin(YxCommand),
    /// A known command that needs no answer and changes nothing.
    Ignored,
    /// Anything else, by its first word.
    Unknown(String),
}

/// The board that `START` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSize {
    /// Width and height.
    Sides(i64, i64),
    /// There are no such numbers on the line.
    Unreadable,
}

/// A setting as it was written: the value is judged by the option table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The key in lower case.
    pub key: String,
    /// The rest of the line.
    pub value: String,
}

impl Command {
    /// Roughly what the command costs to keep, for bounded queues.
    pub fn n_bytes(&self) -> usize {
        let inside = match self {
            Self::Board(block) | Self::Yixin(YxCommand::Board(block)) => block.n_bytes(),
            Self::Swap2Board(block)
            | Self::Yixin(
                YxCommand::Block(block)
                | YxCommand::BlockUndo(block)
                | YxCommand::BlockPath(block)
                | YxCommand::BlockPathUndo(block)
                | YxCommand::Soosorv { block, .. },
            ) => block.n_bytes(),
            Self::Info(info) => info.key.len() + info.value.len(),
            Self::Unknown(word) => word.len(),
            _ => 0,
        };
        size_of::<Self>() + inside
    }
}
