//! From a rule that is only known when the program runs to the code made for it.

use core::fmt;

use tengen_board::{Board, Caro, Caro6, Freestyle, Geometry, Renju, Standard, Variant};
use tengen_rules::{Rule, Size};

use crate::position::Position;

/// Something that can be done on any board.
pub(crate) trait Task {
    type Output;

    fn run<V: Variant>(self, board: Board<V>) -> Self::Output;
}

/// A position the engine cannot play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// The rule is not one of the line games.
    Rule(Rule),
    /// The board is too large.
    Size(Size),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => write!(f, "the engine does not play {rule} yet"),
            Self::Size(size) => {
                let most = Geometry::MAX_SIZE;
                write!(f, "the engine plays on boards up to {most}x{most}, not on {size}")
            }
        }
    }
}

impl core::error::Error for Unsupported {}

/// Whether the engine plays this game.
pub fn supports(rule: Rule, size: Size) -> Result<(), Unsupported> {
    if rule.spec().capture.is_some() {
        Err(Unsupported::Rule(rule))
    } else if size.get() > Geometry::MAX_SIZE {
        Err(Unsupported::Size(size))
    } else {
        Ok(())
    }
}

/// Sets the position up for its rule and runs the task on it.
pub(crate) fn dispatch<T: Task>(position: &Position, task: T) -> Result<T::Output, Unsupported> {
    match position.rule {
        Rule::Freestyle => with_board::<Freestyle, T>(position, task),
        Rule::Standard => with_board::<Standard, T>(position, task),
        Rule::Caro => with_board::<Caro, T>(position, task),
        Rule::Caro6 => with_board::<Caro6, T>(position, task),
        Rule::Renju => with_board::<Renju, T>(position, task),
        Rule::Ninuki42 | Rule::Pente | Rule::Keryo => Err(Unsupported::Rule(position.rule)),
    }
}

fn with_board<V: Variant, T: Task>(position: &Position, task: T) -> Result<T::Output, Unsupported> {
    let mut board = Board::<V>::new(position.size).ok_or(Unsupported::Size(position.size))?;
    let stones: Vec<_> =
        position.stones.iter().map(|&(point, color)| (board.cell(point), color)).collect();
    board.set_stones(stones, position.to_move);
    Ok(task.run(board))
}
