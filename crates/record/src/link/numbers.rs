//! The numbers that stand for things in a link. They are promises: links of earlier programs must open,
//! so what is here never moves and new things get new numbers at the end.

use tengen_rules::{Color, DrawReason, Forbidden, LossReason, Opening, Rule, WinReason};

use crate::format::Format;

pub(super) const RULES: &[Rule] = &[
    Rule::Freestyle,
    Rule::Standard,
    Rule::Caro,
    Rule::Caro6,
    Rule::Renju,
    Rule::Ninuki42,
    Rule::Pente,
    Rule::Keryo,
];

pub(super) const OPENINGS: &[Opening] = &[
    Opening::Free,
    Opening::Pro,
    Opening::LongPro,
    Opening::Pie,
    Opening::Swap,
    Opening::Swap2,
    Opening::Rif,
    Opening::Yamaguchi,
    Opening::Soosorv8,
    Opening::Tarannikov,
    Opening::Taraguchi10,
];

pub(super) const WIN_REASONS: &[WinReason] = &[
    WinReason::Five,
    WinReason::Capture,
    WinReason::Forfeit(LossReason::Resignation),
    WinReason::Forfeit(LossReason::Timeout),
    WinReason::Forfeit(LossReason::IllegalMove),
    WinReason::Forfeit(LossReason::Forbidden(Forbidden::Overline)),
    WinReason::Forfeit(LossReason::Forbidden(Forbidden::DoubleFour)),
    WinReason::Forfeit(LossReason::Forbidden(Forbidden::DoubleThree)),
    WinReason::Forfeit(LossReason::Crash),
];

pub(super) const DRAW_REASONS: &[DrawReason] =
    &[DrawReason::FullBoard, DrawReason::NoLegalMove, DrawReason::TwoPasses, DrawReason::Agreement];

pub(super) const FORMATS: &[Format] = &[
    Format::Psq,
    Format::Sgf,
    Format::Lib,
    Format::Pos,
    Format::PosTop,
    Format::PosBinary,
    Format::Offset,
    Format::ChessLog,
    Format::Json,
    Format::Link,
];

pub(super) const COLORS: &[Color] = &[Color::Black, Color::White];

/// The number of a thing in its table.
pub(super) fn number_of<T: PartialEq>(table: &[T], thing: &T) -> u8 {
    let at = table.iter().position(|entry| entry == thing);
    at.expect("every thing is in its table, as the tests check") as u8
}

/// Opening actions.
pub(super) mod action {
    pub(in super::super) const PLACE: u8 = 0;
    pub(in super::super) const SWAP: u8 = 1;
    pub(in super::super) const STAY: u8 = 2;
    pub(in super::super) const TAKE_BLACK: u8 = 3;
    pub(in super::super) const TAKE_WHITE: u8 = 4;
    pub(in super::super) const PUT_TWO: u8 = 5;
    pub(in super::super) const DECLARE: u8 = 6;
    pub(in super::super) const OFFER_TEN: u8 = 7;
    pub(in super::super) const OFFER: u8 = 8;
    pub(in super::super) const PICK: u8 = 9;
}

/// Marks on the board.
pub(super) mod mark {
    pub(in super::super) const CROSS: u8 = 0;
    pub(in super::super) const TRIANGLE: u8 = 1;
    pub(in super::super) const SQUARE: u8 = 2;
    pub(in super::super) const CIRCLE: u8 = 3;
    pub(in super::super) const LABEL: u8 = 4;
}

/// Results.
pub(super) mod result {
    pub(in super::super) const BLACK_WON: u8 = 0;
    pub(in super::super) const WHITE_WON: u8 = 1;
    pub(in super::super) const DRAWN: u8 = 2;
    pub(in super::super) const OTHER: u8 = 3;
}

/// Which fields a header has, a bit each.
pub(super) mod field {
    pub(in super::super) const RULE: u64 = 1;
    pub(in super::super) const RESULT: u64 = 1 << 1;
    pub(in super::super) const BLACK_NAME: u64 = 1 << 2;
    pub(in super::super) const WHITE_NAME: u64 = 1 << 3;
    pub(in super::super) const OPENING: u64 = 1 << 4;
    pub(in super::super) const DATE: u64 = 1 << 5;
    pub(in super::super) const EVENT: u64 = 1 << 6;
    pub(in super::super) const TO_MOVE: u64 = 1 << 7;
    pub(in super::super) const CAPTURES: u64 = 1 << 8;
    pub(in super::super) const PROPERTIES: u64 = 1 << 9;
    pub(in super::super) const ROOT_MOVE: u64 = 1 << 10;
    pub(in super::super) const ALL: u64 = (1 << 11) - 1;
}

/// What is noted at a node, a bit each.
pub(super) mod note {
    pub(in super::super) const COMMENT: u8 = 1;
    pub(in super::super) const TIME: u8 = 1 << 1;
    pub(in super::super) const SETUP: u8 = 1 << 2;
    pub(in super::super) const MARKS: u8 = 1 << 3;
    pub(in super::super) const PROPERTIES: u8 = 1 << 4;
    pub(in super::super) const ALL: u8 = (1 << 5) - 1;
}

/// What a byte of the tree says. Below [`step::FAR`](FAR) it is a stone near the last one.
pub(super) mod step {
    /// A stone anywhere; its point follows.
    pub(in super::super) const FAR: u8 = 225;
    /// A pass.
    pub(in super::super) const PASS: u8 = 226;
    /// A node without a move.
    pub(in super::super) const NO_MOVE: u8 = 227;
    /// The next move is made by the side whose turn it is not.
    pub(in super::super) const OUT_OF_TURN: u8 = 228;
    /// Notes about the last node follow.
    pub(in super::super) const NOTES: u8 = 229;
    /// A number follows: the next node hangs so many nodes above the last one.
    pub(in super::super) const BACK: u8 = 230;
}

/// How far from the last stone one byte reaches, in both directions.
pub(super) const REACH: i16 = 7;

#[cfg(test)]
mod tests {
    use super::*;

    fn is_whole<T: PartialEq + Copy>(table: &[T], all: &[T]) -> bool {
        table.len() == all.len() && all.iter().all(|thing| table.contains(thing))
    }

    /// Whoever adds a rule, a format or a reason adds it to the end of its table here.
    #[test]
    fn everything_has_a_number() {
        assert!(is_whole(RULES, &Rule::ALL));
        assert!(is_whole(OPENINGS, &Opening::ALL));
        assert!(is_whole(WIN_REASONS, &WinReason::ALL));
        assert!(is_whole(DRAW_REASONS, &DrawReason::ALL));
        assert!(is_whole(FORMATS, &Format::ALL));
        assert!(is_whole(COLORS, &Color::ALL));
    }
}
