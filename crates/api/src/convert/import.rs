//! What could not be read of a file.

use tengen_record::{Reading, SkipReason};

use crate::SkippedPart;

/// The parts of a file that are not among its games.
pub fn skipped_parts(reading: &Reading) -> Vec<SkippedPart> {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let part = |skipped: &tengen_record::Skipped| {
        let place = skipped.reason.place().and_then(|place| place.line_column);
        SkippedPart {
            game: number(skipped.game),
            kept_moves: skipped.kept_plies.map(number),
            line: place.map(|(line, _)| number(line)),
            column: place.map(|(_, column)| number(column)),
            reason: match &skipped.reason {
                SkipReason::Unreadable(error) => error.to_string(),
                SkipReason::Refused(error) => error.to_string(),
            },
        }
    };
    reading.skipped.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use tengen_record::{Format, ReadOptions, read_partly};

    use super::*;

    #[test]
    fn a_bad_move_is_told_with_its_game_and_place() {
        let reading = read_partly(b"h8i9\nh8i9z9", Format::Pos, &ReadOptions::default()).unwrap();
        let parts = skipped_parts(&reading);
        let [part] = &parts[..] else { panic!("{parts:?}") };
        assert_eq!((part.game, part.kept_moves), (2, Some(2)));
        assert_eq!((part.line, part.column), (Some(2), Some(5)));
        assert!(part.reason.contains("z9"), "{}", part.reason);
    }
}
