//! The trait of all players.

use std::time::Duration;

use tengen_rules::{Game, Move, Rule, Size};
use thiserror::Error;

use crate::{Limits, Reasoning, Score};

/// Somebody who chooses moves.
pub trait Player {
    /// The name it is asked for by.
    fn name(&self) -> &'static str;

    /// Whether it plays this rule on this board at all. It says so here rather than by playing
    /// badly or not at all.
    fn supports(&self, rule: Rule, size: Size) -> Result<(), Unsupported>;

    /// Chooses a move for the side to move. The move is legal, and it is missing only if there is
    /// none: the game is over, or no point is open and passing is not allowed.
    ///
    /// Where a `reasoning` is given it is filled, to the detail it asks for.
    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        reasoning: Option<&mut Reasoning>,
    ) -> Choice;
}

/// A player was asked for a game it does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{player} does not play {rule} on a {size} board")]
pub struct Unsupported {
    /// Who.
    pub player: &'static str,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
}

/// The answer of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, or nothing where nothing can be played.
    pub mv: Option<Move>,
    /// What the player thinks of the position after it, where it puts a number on that.
    pub score: Option<Score>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Choice {
    /// The answer where nothing can be thought about: a pass if the rule has it, else nothing.
    pub fn without_a_point(game: &Game) -> Self {
        let mv = game.may_pass().then_some(Move::Pass);
        Self { mv, score: None, depth: 0, nodes: 0, elapsed: Duration::ZERO }
    }
}
