//! Asking any player why: one way for the command line and for Python.

use serde_json::Map;
use tengen_rules::Game;
use thiserror::Error;

use crate::bots::{self, Explanation};
use crate::{Detail, MoveLimits, Player, Reasoning, Rung, UnknownOpponent, Unsupported, by_name};

/// Why nobody explains anything.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// There is nobody of that name.
    #[error(transparent)]
    Unknown(#[from] UnknownOpponent),
    /// There is, but not for this game.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// What the opponent of this name would do and why, within what is asked of it or its habit: the same
/// move that it plays within the same limits and with the same seed.
pub fn explain(
    name: &str,
    game: &Game,
    asked: MoveLimits,
    seed: u64,
    detail: Detail,
) -> Result<Explanation, ExplainError> {
    let limits = limits_of(name, asked);
    let limits = limits.of_one_move(None, seed);
    if let Ok(explanation) = bots::explain(name, game, &limits, detail) {
        return Ok(explanation);
    }
    let mut player: Box<dyn Player + Send> = by_name(name)?;
    player.supports(game.rule(), game.size())?;
    let mut reasoning = Reasoning::new(detail);
    let choice = player.choose(game, &limits, Some(&mut reasoning));
    let why = reasoning.in_words(game);
    Ok(Explanation { choice, reasoning, own_fields: Map::new(), why })
}

/// What the opponent of this name may spend: what is asked, or its habit.
pub fn limits_of(name: &str, asked: MoveLimits) -> MoveLimits {
    Rung::named(name).map_or(asked, |rung| rung.limits(asked))
}
