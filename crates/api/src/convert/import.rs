//! What could not be read of a file.

use std::collections::BTreeMap;

use tengen_record::chess_log::ChessLogFault;
use tengen_record::json::JsonFault;
use tengen_record::lib_file::LibFault;
use tengen_record::link::{LinkFault, MOST_BYTES};
use tengen_record::offset::OffsetFault;
use tengen_record::pos::PosFault;
use tengen_record::pos_binary::PosBinaryFault;
use tengen_record::psq::PsqFault;
use tengen_record::sgf::{SgfFault, ValueFault};
use tengen_record::{ReadError, Reading, ReplayError, SkipReason};
use tengen_rules::{IllegalMove, SizeError};

use crate::{ReadFault, SkippedPart};

/// The parts of a file that are not among its games.
pub fn skipped_parts(reading: &Reading) -> Vec<SkippedPart> {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let part = |skipped: &tengen_record::Skipped| {
        let place = skipped.reason.place().and_then(|place| place.line_column);
        let fault = match &skipped.reason {
            SkipReason::Unreadable(error) => read_fault(error),
            SkipReason::Refused(error) => replay_fault(error),
        };
        SkippedPart {
            game: number(skipped.game),
            kept_moves: skipped.kept_plies.map(number),
            line: place.map(|(line, _)| number(line)),
            column: place.map(|(_, column)| number(column)),
            reason: fault.text.clone(),
            fault: Some(fault),
        }
    };
    reading.skipped.iter().map(part).collect()
}

/// The values that a sentence names.
type Values<'a> = &'a [(&'a str, &'a dyn ToString)];

/// A word and the values that its sentence names.
fn fault(code: &str, text: String, params: Values<'_>) -> ReadFault {
    let params = params.iter().map(|(name, value)| ((*name).to_owned(), value.to_string()));
    ReadFault { code: code.to_owned(), text, params: params.collect::<BTreeMap<_, _>>() }
}

/// Why a file, or a part of it, cannot be read.
pub fn read_fault(error: &ReadError) -> ReadFault {
    let told = |code: &str, params: Values<'_>| fault(code, error.to_string(), params);
    match error {
        ReadError::Psq(at) => match &at.fault {
            PsqFault::NoHeader { found } => told("no_header", &[("found", found)]),
            PsqFault::Rectangular { width, height } => {
                told("not_square", &[("found", &format!("{width}x{height}"))])
            }
            PsqFault::Size(SizeError { requested }) => told("board_size", &[("size", requested)]),
            PsqFault::OffBoard { found, size } => {
                told("off_board", &[("found", found), ("size", size)])
            }
            PsqFault::TooLarge { found } => told("too_large", &[("found", found)]),
            PsqFault::UnexpectedLine { found } => told("unexpected", &[("found", found)]),
            PsqFault::LateStone { found } => told("late_stone", &[("found", found)]),
        },
        ReadError::Sgf(at) => match &at.fault {
            SgfFault::Empty => told("empty", &[]),
            SgfFault::Unexpected { found, .. } => told("unexpected", &[("found", found)]),
            SgfFault::Truncated { .. } => told("truncated", &[]),
            SgfFault::TooManyNodes => told("too_many_nodes", &[]),
            SgfFault::Value(value) => value_fault(value, &told),
        },
        ReadError::Lib(at) => match &at.fault {
            LibFault::NoLibrary => told("no_library", &[]),
            LibFault::Version { major, minor } => {
                told("version", &[("found", &format!("{major}.{minor}"))])
            }
            LibFault::Truncated => told("truncated", &[]),
            LibFault::Trailing { n_bytes } => told("trailing", &[("n", n_bytes)]),
            LibFault::NoPoint { byte } => told("no_point", &[("found", &format!("{byte:#04x}"))]),
        },
        ReadError::Pos(at) => match &at.fault {
            PosFault::Empty => told("empty", &[]),
            PosFault::NoMove { found } => told("no_move", &[("found", found)]),
            PosFault::OffBoard { found, size } => {
                told("off_board", &[("found", found), ("size", size)])
            }
        },
        ReadError::PosBinary(at) => match &at.fault {
            PosBinaryFault::Empty => told("empty", &[]),
            PosBinaryFault::Count { count } => told("count", &[("n", count)]),
            PosBinaryFault::Length { announced, found } => {
                told("length", &[("announced", announced), ("n", found)])
            }
            PosBinaryFault::NoPoint { byte } => {
                told("no_point", &[("found", &format!("{byte:#04x}"))])
            }
        },
        ReadError::Offset(at) => match &at.fault {
            OffsetFault::Empty => told("empty", &[]),
            OffsetFault::NoNumber { found } => told("no_number", &[("found", found)]),
            OffsetFault::NoComma { found } => told("unexpected", &[("found", found)]),
            OffsetFault::HalfStone => told("half_stone", &[]),
            OffsetFault::OffBoard { dx, dy, size } => {
                told("off_board", &[("found", &format!("{dx},{dy}")), ("size", size)])
            }
        },
        ReadError::ChessLog(at) => match &at.fault {
            ChessLogFault::Empty => told("empty", &[]),
            ChessLogFault::NoStone { found } => told("no_stone", &[("found", found)]),
            ChessLogFault::Color { found } => told("no_color", &[("found", found)]),
            ChessLogFault::OffBoard { row, column, size } => {
                told("off_board", &[("found", &format!("{row},{column}")), ("size", size)])
            }
        },
        ReadError::Json(at) => match &at.fault {
            JsonFault::Empty => told("empty", &[]),
            JsonFault::Syntax { message } => told("syntax", &[("message", message)]),
            JsonFault::Format { found } => told("other_format", &[("found", found)]),
            JsonFault::Version { found } => told("version", &[("found", found)]),
            JsonFault::Size(SizeError { requested }) => told("board_size", &[("size", requested)]),
            JsonFault::Word { found, .. } => told("unexpected", &[("found", found)]),
            JsonFault::After { after, .. } => told("variation", &[("n", after)]),
        },
        ReadError::Link(at) => match &at.fault {
            LinkFault::NoLink => told("no_format", &[]),
            LinkFault::TooLong { n_characters } => told("too_large", &[("found", n_characters)]),
            LinkFault::TooLarge => told("too_large", &[("found", &MOST_BYTES)]),
            LinkFault::Version { found } => told("version", &[("found", found)]),
            LinkFault::Character { found } => told("unexpected", &[("found", found)]),
            // A link that does not fit its checksum was cut off, as a rule.
            LinkFault::Damaged | LinkFault::Packing | LinkFault::BreaksOff => {
                told("truncated", &[])
            }
            LinkFault::Rule { found } | LinkFault::Number { found, .. } => {
                told("unexpected", &[("found", found)])
            }
            LinkFault::Size(SizeError { requested }) => told("board_size", &[("size", requested)]),
        },
    }
}

fn value_fault(value: &ValueFault, told: &dyn Fn(&str, Values<'_>) -> ReadFault) -> ReadFault {
    match value {
        ValueFault::Game { found } => told("other_game", &[("found", found)]),
        ValueFault::Rectangular { found } => told("not_square", &[("found", found)]),
        ValueFault::Size(SizeError { requested }) => told("board_size", &[("size", requested)]),
        ValueFault::NoSize { found } => told("no_size", &[("found", found)]),
        ValueFault::NoPoint { found, size } => {
            told("off_board", &[("found", found), ("size", size)])
        }
        ValueFault::TooMuchSetup => told("too_much_setup", &[]),
        ValueFault::SecondMove { found } => told("second_move", &[("found", found)]),
    }
}

/// Why a game that was read cannot be played.
fn replay_fault(error: &ReplayError) -> ReadFault {
    let told = |code: &str, params: Values<'_>| fault(code, error.to_string(), params);
    match error {
        ReplayError::NoRule => told("no_rule", &[]),
        ReplayError::Setup(_) | ReplayError::SetupOffBoard { .. } => told("bad_setup", &[]),
        ReplayError::LateSetup { ply } => told("late_setup", &[("ply", ply)]),
        ReplayError::WrongColor { ply, .. } => told("wrong_color", &[("ply", ply)]),
        ReplayError::Illegal { ply, reason } => {
            let code = match reason {
                IllegalMove::GameOver => "after_the_end",
                IllegalMove::OffBoard => "move_off_board",
                IllegalMove::Occupied => "occupied",
                IllegalMove::Forbidden(_) => "forbidden",
                IllegalMove::PassNotAllowed => "pass",
            };
            told(code, &[("ply", ply)])
        }
        ReplayError::UnsupportedOpening(_)
        | ReplayError::Opening { .. }
        | ReplayError::OpeningStone { .. } => told("opening", &[]),
    }
}

#[cfg(test)]
mod tests {
    use tengen_record::{Format, ReadOptions, read_partly};
    use tengen_rules::Rule;

    use super::*;

    #[test]
    fn a_bad_move_is_told_with_its_game_and_place() {
        let reading = read_partly(b"h8i9\nh8i9z9", Format::Pos, &ReadOptions::default()).unwrap();
        let parts = skipped_parts(&reading);
        let [part] = &parts[..] else { panic!("{parts:?}") };
        assert_eq!((part.game, part.kept_moves), (2, Some(2)));
        assert_eq!((part.line, part.column), (Some(2), Some(5)));
        assert!(part.reason.contains("z9"), "{}", part.reason);
        let fault = part.fault.as_ref().unwrap();
        assert_eq!((fault.code.as_str(), fault.params["found"].as_str()), ("off_board", "z9"));
        assert_eq!(fault.params["size"], "15x15");
    }

    #[test]
    fn a_refused_move_is_told_by_its_number() {
        let options = ReadOptions { rule: Some(Rule::Freestyle), ..ReadOptions::default() };
        let reading = read_partly(b"h8 i9 h8", Format::Pos, &options).unwrap();
        let parts = skipped_parts(&reading);
        let fault = parts[0].fault.as_ref().unwrap();
        assert_eq!((fault.code.as_str(), fault.params["ply"].as_str()), ("occupied", "3"));
    }

    /// Whoever adds a word has to translate it.
    #[test]
    fn every_word_has_its_sentence_in_every_language() {
        let code = include_str!("import.rs");
        let words = code.split("told(\"").skip(1).filter_map(|rest| rest.split('"').next());
        let more = ["after_the_end", "move_off_board", "occupied", "forbidden", "pass"];
        let pages = [
            include_str!("../../../../web/src/i18n/fr.ts"),
            include_str!("../../../../web/src/i18n/zh.ts"),
        ];
        for word in words
            .filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
            .chain(more)
        {
            let key = format!("'fault.{word}':");
            assert!(pages.iter().all(|page| page.contains(&key)), "{key} is missing");
        }
    }
}
