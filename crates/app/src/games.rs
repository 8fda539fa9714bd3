//! Games: what is known about a move, what may be looked for, what is made ready.

use tengen_api::{MoveReasoning, Spot, TreeLevel, move_reasoning, tree_level};
use tengen_game::{ActionError, Occupant, Table, check_length};
use tengen_players::{Opponent, Rung, Thought};

/// Nobody looks for more letters than this.
const LONGEST_SEARCH: usize = 200;

/// Refuses to look for what nobody would write.
pub fn check_search(text: Option<&str>) -> Result<(), ActionError> {
    check_length("a search", text.unwrap_or_default(), LONGEST_SEARCH)
}

/// The thought behind a move, if one was recorded.
pub fn find_thought(found: Option<Thought>) -> Result<Thought, ActionError> {
    let missing = || ActionError::Missing("no reasoning was recorded for that move".to_owned());
    found.ok_or_else(missing)
}

/// The reasoning behind a move of a game.
pub fn reasoning(table: &Table, ply: u32, mut thought: Thought) -> MoveReasoning {
    let (game, seat) = table.before_move(ply).unwrap_or_else(|| {
        // Something else was played since: nothing can be said about the position any more.
        thought.evaluation = None;
        (table.game().clone(), None)
    });
    move_reasoning(&game, seat, &thought)
}

/// A level of the tree behind a move; `path` are the names of moves with commas between them.
pub fn tree(table: &Table, thought: &Thought, path: &str) -> Result<TreeLevel, ActionError> {
    let names = path.split(',').filter(|name| !name.is_empty());
    let path: Vec<Spot> = names.map(|name| Spot(name.to_owned())).collect();
    tree_level(table.game().size(), thought, &path)
}

/// Whether an opponent of a game goes by time, so that a table is made before its clock runs.
pub fn wants_engine(table: &Table) -> bool {
    let goes_by_time = |occupant: &Occupant| {
        let Occupant::Opponent { name, .. } = occupant else { return false };
        let rung = Rung::named(name);
        rung.is_some_and(|rung| {
            matches!(rung.opponent, Opponent::EngineTime(_) | Opponent::Solved(_))
        })
    };
    table.history().seats.iter().any(goes_by_time)
}
