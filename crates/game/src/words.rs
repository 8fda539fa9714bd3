//! Sentences about a game.

use tengen_rules::{Color, DrawReason, LossReason, Status, WinReason};

/// A color's name at the beginning of a sentence.
pub const fn color_title(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// How a game ended, as a sentence; nothing while it goes on.
pub fn outcome_text(status: Status) -> Option<String> {
    Some(match status {
        Status::Ongoing => return None,
        Status::Won { winner, by } => {
            let (winner, loser) = (color_title(winner), color_title(!winner));
            match by {
                WinReason::Five => format!("{winner} wins with five in a row."),
                WinReason::Capture => format!("{winner} wins by captures."),
                WinReason::Forfeit(LossReason::Resignation) => {
                    format!("{winner} wins: {loser} resigned.")
                }
                WinReason::Forfeit(LossReason::Timeout) => {
                    format!("{winner} wins: {loser} ran out of time.")
                }
                WinReason::Forfeit(LossReason::Crash) => {
                    format!("{winner} wins: {loser}'s program failed.")
                }
                WinReason::Forfeit(LossReason::IllegalMove | LossReason::Forbidden(_)) => {
                    format!("{winner} wins: {loser} played an illegal move.")
                }
            }
        }
        Status::Drawn(DrawReason::FullBoard) => "A draw: the board is full.".to_owned(),
        Status::Drawn(DrawReason::NoLegalMove) => "A draw: no legal move is left.".to_owned(),
        Status::Drawn(DrawReason::TwoPasses) => "A draw: both passed.".to_owned(),
        Status::Drawn(DrawReason::Agreement) => "A draw by agreement.".to_owned(),
    })
}
