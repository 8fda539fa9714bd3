//! Text from outside never panics, and what is written is read back.

use proptest::prelude::*;
use tengen_rules::{Color, Notation, NotationError, Point, Rule, Size, Stones};

use crate::common::stones;

proptest! {
    #[test]
    fn any_text_is_a_point_or_an_error(text in any::<String>(), side in 5_u8..=26) {
        let size = Size::literal(side);
        for notation in Notation::ALL {
            if let Ok(point) = notation.parse(size, &text) {
                prop_assert!(size.contains(point));
            }
        }
    }

    #[test]
    fn almost_points_are_points_or_errors(text in "[-+]?[A-Za-z0-9,é]{0,4}[0-9,]{0,11}", side in 5_u8..=26) {
        let size = Size::literal(side);
        for notation in Notation::ALL {
            if let Ok(point) = notation.parse(size, &text) {
                prop_assert!(size.contains(point));
                let again = notation.format(size, point);
                prop_assert_eq!(notation.parse(size, &again), Ok(point));
            }
        }
    }

    #[test]
    fn any_text_is_a_board_or_an_error(text in "[.XOxoA-E0-9 \n\r\t]{0,80}") {
        if let Ok(stones) = text.parse::<Stones>() {
            prop_assert_eq!(stones.to_string().parse::<Stones>(), Ok(stones));
        }
    }

    #[test]
    fn any_word_is_a_rule_or_an_error(text in any::<String>()) {
        if let Ok(rule) = text.parse::<Rule>() {
            prop_assert!(rule.name().eq_ignore_ascii_case(&text));
        }
    }

    #[test]
    fn boards_of_every_size_are_read_back(side in 5_u8..=26, seed in any::<u64>()) {
        let mut random = tengen_rules::SplitMix64::new(seed);
        let stones = crate::common::random_stones(&mut random, Size::literal(side), 30, 30);
        prop_assert_eq!(stones.to_string().parse(), Ok(stones.clone()));
        prop_assert_eq!(stones.draw(|_| None).parse(), Ok(stones));
    }
}

#[test]
fn a_board_keeps_count_of_its_stones() {
    let mut board = stones(".....\n.XO..\n.....\n....X\nO....");
    assert_eq!((board.count(Color::Black), board.count(Color::White)), (2, 2));
    assert_eq!((board.n_stones(), board.empties().count(), board.iter().count()), (4, 21, 4));
    let point = Point::new(1, 1);
    board.set(point, Some(Color::White));
    assert_eq!((board.n_stones(), board.count(Color::White)), (4, 3));
    board.set(point, None);
    board.set(point, None);
    assert_eq!(board.n_stones(), 3);
    assert!(!board.is_full());
    for point in board.size().points() {
        board.set(point, Some(Color::Black));
    }
    assert!(board.is_full());
    assert_eq!(board.n_stones(), 25);
}

/// The row-major number of a point right of the board would be that of the first point of the next
/// row.
#[test]
fn a_board_does_not_take_a_point_for_another() {
    let size = Size::literal(5);
    assert_eq!(size.try_index(Point::new(0, 1)), Some(5));
    assert_eq!(size.try_index(Point::new(4, 4)), Some(24));
    for (x, y) in [(5, 0), (0, 5), (25, 25)] {
        assert_eq!(size.try_index(Point::new(x, y)), None, "{x},{y}");
    }
}

#[test]
fn notations_have_names_that_are_read_back() {
    for notation in Notation::ALL {
        assert_eq!(notation.name().to_uppercase().parse(), Ok(notation));
    }
    assert_eq!("chess".parse::<Notation>(), Err(()));
}

#[test]
fn a_bad_point_is_told_how_points_look() {
    let size = Size::literal(15);
    let message = |notation: Notation| notation.parse(size, "?").expect_err("no point").to_string();
    assert_eq!(
        Notation::ALL.map(message),
        [
            "not a point in gomocup notation, as 7,7",
            "not a point in renju notation, as H8",
            "not a point in go notation, as H8",
            "not a point in sgf notation, as hh",
        ]
    );
    assert_eq!(NotationError::OffBoard(size).to_string(), "the point is not on the 15x15 board");
}

#[test]
fn a_bad_board_is_told_where_it_is_bad() {
    let message = |text: &str| text.parse::<Stones>().expect_err("no board").to_string();
    assert_eq!(
        message(".....\n.....\n..Z..\n.....\n....."),
        "row 3 has 'Z'; a point is '.', 'X' (black) or 'O' (white)"
    );
    assert_eq!(
        message(".....\n......\n.....\n.....\n....."),
        "row 2 has 6 points, but the board has 5 rows"
    );
    assert!(message("...").starts_with("board size 1 is not supported"));
}
