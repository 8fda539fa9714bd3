//! Perft by kind: what the moves of the last ply do.

use super::game::OracleGame;
use super::grid::EMPTY;
use super::lines::makes_overline;

/// One row of a perft table. All counts concern moves of the last ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftCounts {
    /// Legal moves.
    pub nodes: u64,
    /// Moves that end the game with reason `five`, for either side: in ninuki-42
    /// a reply that leaves a pending five standing counts too, a pending five
    /// does not.
    pub fives: u64,
    /// Legal moves that make a run of six or more, whether or not they win.
    pub overlines: u64,
    /// Refused attempts of kind `double-three`.
    pub forbidden_33: u64,
    /// Refused attempts of kind `double-four`.
    pub forbidden_44: u64,
    /// Refused attempts of kind `overline`.
    pub forbidden_6: u64,
    /// Moves that capture, however many stones.
    pub captures: u64,
    /// Moves that end the game with reason `capture`.
    pub capture_wins: u64,
    /// Moves after which a five waits for its answer.
    pub pending: u64,
    /// Moves that end the game as a full-board draw.
    pub full: u64,
}

/// Counts the paths of exactly `depth` plies. Paths stop at the end of a game,
/// and shorter ones are not counted. Passes are not moves here.
pub fn perft(game: &OracleGame, depth: u32) -> PerftCounts {
    let mut counts = PerftCounts::default();
    if depth == 0 {
        counts.nodes = 1;
    } else {
        walk(game, depth, &mut counts);
    }
    counts
}

fn walk(game: &OracleGame, depth: u32, counts: &mut PerftCounts) {
    if game.is_over() {
        return;
    }
    for (x, y) in game.board.points().filter(|&point| game.board.at(point) == EMPTY) {
        let mut next = game.clone();
        match (next.play(x, y), depth) {
            (Ok(taken), 1) => {
                counts.nodes += 1;
                counts.fives += u64::from(next.reason == Some("five"));
                counts.overlines += u64::from(makes_overline(&next.board, (x, y)));
                counts.captures += u64::from(!taken.is_empty());
                counts.capture_wins += u64::from(next.reason == Some("capture"));
                counts.pending += u64::from(next.pending().is_some());
                counts.full += u64::from(next.reason == Some("full-board"));
            }
            (Ok(_), _) => walk(&next, depth - 1, counts),
            (Err("double-three"), 1) => counts.forbidden_33 += 1,
            (Err("double-four"), 1) => counts.forbidden_44 += 1,
            (Err("overline"), 1) => counts.forbidden_6 += 1,
            (Err(_), _) => {}
        }
    }
}
