//! Reasons on their way to the page.

use tengen_api::{FactKind as WireKind, hint_view};
use tengen_players::{Fact, FactKind, Reason, Suggestion};
use tengen_rules::{Axis, Color, Point, Size};

/// The same list for both sides: a kind that only one of them has does not compile.
macro_rules! kinds {
    ($($kind:ident)*) => {
        const KINDS: &[(FactKind, WireKind)] = &[$((FactKind::$kind, WireKind::$kind)),*];

        const fn is_listed(kind: FactKind) -> bool {
            match kind { $(FactKind::$kind)|* => true }
        }

        const fn is_listed_on_the_wire(kind: WireKind) -> bool {
            match kind { $(WireKind::$kind)|* => true }
        }
    };
}

kinds! {
    MakesFive WinsByCapture BreaksFive BlocksFive MakesOpenFour MakesDoubleFour MakesFourThree
    MakesDoubleThree MakesFour BlocksOpenFour BlocksOpenThree BlocksDoubleThreat MakesOpenThree
    Captures SavesStones ThreatensCapture ForcedWin Proven DelaysLoss OnlyMove Center Develops Restrains
    SearchPrefers Even BetterColor Passes LeavesFive LeavesFour LeavesOpenThree LeavesDoubleThreat
    LeavesCapture
}

fn suggestion(fact: Fact) -> Suggestion {
    Suggestion {
        ply: 1,
        color: Color::Black,
        act: None,
        reason: Reason::of(fact),
        value: None,
        line: Vec::new(),
        time: std::time::Duration::ZERO,
    }
}

/// `MakesFive` as `makes_five`.
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

#[test]
fn every_fact_has_a_twin_on_the_wire_with_its_name() {
    for &(kind, wire) in KINDS {
        assert!(is_listed(kind) && is_listed_on_the_wire(wire));
        let seen = hint_view(Size::literal(15), &suggestion(Fact::plain(kind)));
        let [fact] = &seen.reason.facts[..] else { panic!("one fact") };
        assert_eq!(fact.kind, wire);
        let name = serde_json::to_value(fact.kind).unwrap();
        assert_eq!(name, snake_case(&format!("{kind:?}")));
        assert!(!seen.reason.text.is_empty());
    }
}

#[test]
fn a_fact_keeps_its_points_its_line_and_its_number() {
    let fact = Fact {
        kind: FactKind::MakesFour,
        points: vec![Point::new(7, 7), Point::new(8, 7)],
        axis: Some(Axis::Horizontal),
        count: Some(3),
    };
    let seen = hint_view(Size::literal(15), &suggestion(fact)).reason;
    assert_eq!(seen.text, "Makes a four on the row.");
    let fact = serde_json::to_value(&seen.facts[0]).unwrap();
    let wanted = serde_json::json!({
        "kind": "makes_four", "points": ["H8", "I8"], "direction": "horizontal", "count": 3
    });
    assert_eq!(fact, wanted);
}
