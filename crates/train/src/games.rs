//! The file form of games that were played for learning.
//!
//! After an 8-byte header, one game after the other, all numbers little-endian:
//! rule `u8` (place in `Rule::ALL`), size `u8`, result `u8` (0 White won, 1 draw, 2 Black won, 3 not
//! played to the end: a position of a search tree, of which only the last move has a score),
//! opening plies `u8`, moves `u16`, then for each move its cell `u16` and the search's score `i16`
//! for the side to move (`i16::MIN` where there was no search). A file may end in the middle of a
//! game when its writer was interrupted; that game is dropped.

use tengen_rules::{Color, Rule, Size};

const HEADER: &[u8; 8] = b"TGGAME\x00\x01";
/// Written for a line that was not played to its end.
const NO_RESULT: u8 = 3;
/// Written for moves that no search chose.
pub(crate) const NO_SCORE: i16 = i16::MIN;

/// A game with what the search thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameData {
    /// The rule set.
    pub rule: Rule,
    /// The board size.
    pub size: Size,
    /// Twice Black's score: 0, 1 or 2; none for a line that was only looked at.
    pub black_points: Option<u8>,
    /// How many of the first moves are not the engine's.
    pub opening_plies: u8,
    /// The moves with their scores for the side to move.
    pub moves: Vec<(u16, i16)>,
}

impl GameData {
    /// The share of points that a color got, if the game was played to its end.
    pub(crate) fn result_of(&self, color: Color) -> Option<f32> {
        let black = f32::from(self.black_points?) / 2.0;
        Some(if color == Color::Black { black } else { 1.0 - black })
    }
}

/// Why bytes are no games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// They do not begin as game files do.
    #[error("not a file of self-play games")]
    Header,
    /// A game makes no sense.
    #[error("the game at byte {at} is damaged: {what}")]
    Game {
        /// Where the game begins.
        at: usize,
        /// What is wrong.
        what: &'static str,
    },
}

/// Appends games to a buffer, with the header if it is empty.
pub fn write_games<'g>(bytes: &mut Vec<u8>, games: impl IntoIterator<Item = &'g GameData>) {
    if bytes.is_empty() {
        bytes.extend_from_slice(HEADER);
    }
    for game in games {
        bytes.push(game.rule as u8);
        bytes.push(game.size.get());
        bytes.push(game.black_points.unwrap_or(NO_RESULT));
        bytes.push(game.opening_plies);
        bytes.extend_from_slice(&(game.moves.len() as u16).to_le_bytes());
        for &(cell, score) in &game.moves {
            bytes.extend_from_slice(&cell.to_le_bytes());
            bytes.extend_from_slice(&score.to_le_bytes());
        }
    }
}

/// Reads all whole games, and how many bytes they take with the header.
pub fn read_games(bytes: &[u8]) -> Result<(Vec<GameData>, usize), DataError> {
    let body = bytes.strip_prefix(HEADER).ok_or(DataError::Header)?;
    let mut games = Vec::new();
    let mut at = 0;
    while let Some(head) = body.get(at..at + 6) {
        let damaged = |what| DataError::Game { at: at + HEADER.len(), what };
        let n_moves = usize::from(u16::from_le_bytes([head[4], head[5]]));
        let rule =
            *Rule::ALL.get(usize::from(head[0])).ok_or_else(|| damaged("there is no such rule"))?;
        let size = Size::new(u64::from(head[1])).map_err(|_| damaged("there is no such board"))?;
        if head[2] > NO_RESULT {
            return Err(damaged("there is no such result"));
        }
        // Captured points are played again.
        if n_moves > 2 * size.n_points() {
            return Err(damaged("it has more moves than points"));
        }
        let Some(words) = body.get(at + 6..at + 6 + 4 * n_moves) else { break };
        let moves = words
            .chunks_exact(4)
            .map(|w| (u16::from_le_bytes([w[0], w[1]]), i16::from_le_bytes([w[2], w[3]])))
            .collect();
        let black_points = Some(head[2]).filter(|&points| points != NO_RESULT);
        games.push(GameData { rule, size, black_points, opening_plies: head[3], moves });
        at += 6 + 4 * n_moves;
    }
    Ok((games, at + HEADER.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(n_moves: u16) -> GameData {
        GameData {
            rule: Rule::Renju,
            size: Size::literal(15),
            black_points: if n_moves == 7 { None } else { Some(2) },
            opening_plies: 3,
            moves: (0..n_moves).map(|i| (i, -(i as i16))).collect(),
        }
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let games = [game(0), game(7), game(225)];
        let mut bytes = Vec::new();
        write_games(&mut bytes, &games[..2]);
        write_games(&mut bytes, &games[2..]);
        assert_eq!(read_games(&bytes), Ok((games.to_vec(), bytes.len())));
    }

    #[test]
    fn a_game_cut_off_is_dropped_and_damage_is_told() {
        let mut bytes = Vec::new();
        write_games(&mut bytes, &[game(5), game(5)]);
        let (games, used) = read_games(&bytes[..bytes.len() - 1]).unwrap();
        assert_eq!((games.len(), used), (1, 8 + 26));
        bytes[8] = 200;
        assert!(matches!(read_games(&bytes), Err(DataError::Game { at: 8, .. })));
        assert_eq!(read_games(b"PNG"), Err(DataError::Header));
    }
}
