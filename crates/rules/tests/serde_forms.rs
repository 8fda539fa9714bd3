//! What values look like as JSON. The forms are a promise: people store them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tengen_rules::{
    Action, ActionKind, Axis, ByColor, Color, DrawReason, Forbidden, Game, IllegalMove, LossReason,
    Move, Notation, Opening, OpeningError, Point, PositionKey, Rule, Seat, Setup, Size, Status,
    Symmetry, WinReason,
};

use crate::common::stones;

/// The value is written like this and read back from it.
fn check<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, form: &Value) {
    assert_eq!(serde_json::to_value(value).expect("it can be written"), *form);
    let read: T = serde_json::from_value(form.clone()).expect("it is read back");
    assert_eq!(read, *value);
}

/// Why a form is refused.
fn refusal<T: DeserializeOwned + std::fmt::Debug>(form: Value) -> String {
    serde_json::from_value::<T>(form).expect_err("it is no such value").to_string()
}

fn check_words<T>(all: &[T], name: impl Fn(T) -> &'static str)
where
    T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug + Copy,
{
    for &value in all {
        check(&value, &json!(name(value)));
    }
}

#[test]
fn what_has_a_name_is_that_word() {
    check_words(&Rule::ALL, Rule::name);
    check_words(&Opening::ALL, Opening::name);
    check_words(&Color::ALL, Color::name);
    check_words(&Axis::ALL, Axis::name);
    check_words(&Notation::ALL, Notation::name);
    check_words(&ActionKind::ALL, ActionKind::name);
    check_words(&[Seat::First, Seat::Second], Seat::name);
    check_words(&Forbidden::ALL, Forbidden::name);
    check_words(&WinReason::ALL, WinReason::name);
    check_words(&LossReason::ALL, LossReason::name);
    check_words(&DrawReason::ALL, DrawReason::name);
    check_words(&IllegalMove::ALL, IllegalMove::name);
    check_words(&OpeningError::ALL, OpeningError::name);
}

#[test]
fn another_word_is_refused_with_the_words_there_are() {
    assert_eq!(
        refusal::<Color>(json!("grey")),
        "invalid value: string \"grey\", expected a color: black, white"
    );
    for form in [json!("Renju"), json!("renju "), json!(4), json!(null)] {
        assert!(refusal::<Rule>(form).contains("expected a rule: freestyle, standard"));
    }
}

#[test]
fn points_are_column_and_row_from_the_top_left() {
    check(&Point::new(7, 0), &json!([7, 0]));
    check(&Point::new(25, 25), &json!([25, 25]));
    assert_eq!(refusal::<Point>(json!([26, 0])), "the point [26, 0] lies beyond the largest board");
    for form in [json!([7]), json!([7, 7, 7]), json!([-1, 0]), json!("H8"), json!([256, 0])] {
        refusal::<Point>(form);
    }
}

#[test]
fn sizes_are_numbers() {
    check(&Size::literal(15), &json!(15));
    for (form, side) in [(json!(4), "4"), (json!(27), "27")] {
        assert!(refusal::<Size>(form).starts_with(&format!("board size {side} is not supported")));
    }
    refusal::<Size>(json!(256 + 15));
}

#[test]
fn moves_and_endings() {
    check(&Move::Place(Point::new(7, 8)), &json!({"place": [7, 8]}));
    check(&Move::Pass, &json!("pass"));
    check(&Status::Ongoing, &json!("ongoing"));
    let won = Status::Won { winner: Color::White, by: WinReason::Capture };
    check(&won, &json!({"won": {"winner": "white", "by": "capture"}}));
    check(&Status::Drawn(DrawReason::FullBoard), &json!({"drawn": "full-board"}));
}

#[test]
fn actions_of_an_opening() {
    let point = Point::new(7, 7);
    for (action, form) in [
        (Action::Place(point), json!({"place": [7, 7]})),
        (Action::Swap, json!("swap")),
        (Action::Stay, json!("stay")),
        (Action::Take(Color::Black), json!({"take": "black"})),
        (Action::PutTwo, json!("put2")),
        (Action::Declare(3), json!({"declare": 3})),
        (Action::OfferTen, json!("offer10")),
        (Action::Offer(vec![point, Point::new(8, 7)]), json!({"offer": [[7, 7], [8, 7]]})),
        (Action::Pick(point), json!({"pick": [7, 7]})),
    ] {
        check(&action, &form);
    }
}

#[test]
fn a_position_is_rows_with_what_the_board_does_not_show() {
    let setup = Setup {
        rule: Rule::Pente,
        stones: stones(".....\n.XO..\n.....\n....X\nO...."),
        to_move: Color::Black,
        captures: ByColor::new(2, 0),
    };
    let form = json!({
        "rule": "pente",
        "stones": [".....", ".XO..", ".....", "....X", "O...."],
        "to_move": "black",
        "captures": {"black": 2, "white": 0},
    });
    check(&setup, &form);
    let mut short = form;
    short["stones"][2] = json!("....");
    assert!(refusal::<Setup>(short).contains("row 3 has 4 points"));
}

#[test]
fn keys_are_hexadecimal_digits() {
    let key = Game::new(Rule::Freestyle, Size::literal(15)).key();
    check(&key, &json!(key.to_string()));
    check(&PositionKey(0x1f), &json!("000000000000001f"));
    for text in ["1f", "000000000000001F", "+00000000000001f", "00000000000000001f", "", "x"] {
        assert!(refusal::<PositionKey>(json!(text)).contains("sixteen hexadecimal digits"));
    }
}

#[test]
fn all_symmetries_are_read_back() {
    for symmetry in Symmetry::all() {
        let form = serde_json::to_value(symmetry).expect("it can be written");
        assert!(form["transpose"].is_boolean() && form["flip_x"].is_boolean());
        assert_eq!(serde_json::from_value::<Symmetry>(form).expect("it is read"), symmetry);
    }
}
