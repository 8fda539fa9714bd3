//! From a rule that is only known when the program runs to the code made for it.

use core::fmt;

use tengen_board::{Board, Geometry, Variant, for_rule};
use tengen_rules::{Color, Rule, Size};

use crate::position::Position;

/// Something that can be done on any board.
pub(crate) trait Task {
    type Output;

    fn run<V: Variant>(self, board: Board<V>) -> Self::Output;
}

/// A position the engine cannot play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// The solvers do not know captures: a four that a capture answers proves nothing.
    Solver(Rule),
    /// The board is too large.
    Size(Size),
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solver(rule) => {
                write!(
                    f,
                    "forced wins are not proven under {rule}: the solvers do not know captures"
                )
            }
            Self::Size(size) => {
                let most = Geometry::MAX_SIZE;
                write!(f, "the engine plays on boards up to {most}x{most}, not on {size}")
            }
        }
    }
}

impl core::error::Error for Unsupported {}

/// Whether the engine plays this game: every rule, on boards that fit its line keys.
pub fn supports(_rule: Rule, size: Size) -> Result<(), Unsupported> {
    if size.get() > Geometry::MAX_SIZE { Err(Unsupported::Size(size)) } else { Ok(()) }
}

/// Whether the solvers prove forced wins in this game.
pub fn solves(rule: Rule, size: Size) -> Result<(), Unsupported> {
    if rule.spec().capture.is_some() {
        Err(Unsupported::Solver(rule))
    } else {
        supports(rule, size)
    }
}

/// Sets the position up for its rule and runs the task on it.
pub(crate) fn dispatch<T: Task>(position: &Position, task: T) -> Result<T::Output, Unsupported> {
    for_rule!(position.rule, V => with_board::<V, T>(position, task))
}

fn with_board<V: Variant, T: Task>(position: &Position, task: T) -> Result<T::Output, Unsupported> {
    let mut board = Board::<V>::new(position.size).ok_or(Unsupported::Size(position.size))?;
    let stones: Vec<_> =
        position.stones.iter().map(|&(point, color)| (board.cell(point), color)).collect();
    board.set_stones(stones, position.to_move);
    for color in Color::ALL {
        board.set_taken(color, position.taken[color].min(u32::from(u8::MAX)) as u8);
    }
    Ok(task.run(board))
}
