//! Records that are no games say which move is wrong.

use tengen_record::{Format, GameResult, NodeId, OpeningLog, Record, ReplayError, read};
use tengen_rules::{
    Action, Color, Forbidden, IllegalMove, LossReason, Move, Opening, OpeningError, Point, Rule,
    Size, Status, UnsupportedOpening, WinReason,
};

const SIZE: Size = Size::literal(15);

fn record(moves: &str, rule: Rule) -> Record {
    let mut records = read(moves.as_bytes(), Format::Pos).unwrap();
    records[0].header.rule = Some(rule);
    records.remove(0)
}

#[test]
fn the_rule_must_be_known() {
    let mut record = record("h8", Rule::Renju);
    record.header.rule = None;
    assert_eq!(record.to_game(), Err(ReplayError::NoRule));
    assert!(record.to_game_under(Rule::Renju).is_ok());
}

#[test]
fn illegal_moves_are_named() {
    let illegal = |moves, rule| record(moves, rule).to_game().unwrap_err();
    let reason = IllegalMove::Occupied;
    assert_eq!(illegal("h8i9h8", Rule::Freestyle), ReplayError::Illegal { ply: 3, reason });
    let reason = IllegalMove::GameOver;
    assert_eq!(
        illegal("a1o1a2o2a3o3a4o4a5o5", Rule::Freestyle),
        ReplayError::Illegal { ply: 10, reason }
    );
    let reason = IllegalMove::Forbidden(Forbidden::DoubleThree);
    assert_eq!(illegal("g8a1i8a3h7o1h9o3h8", Rule::Renju), ReplayError::Illegal { ply: 9, reason });
    let mut pass = record("h8", Rule::Freestyle);
    let last = pass.tree.main_line().last().unwrap();
    pass.add_ply(last, Color::White, Move::Pass);
    let reason = IllegalMove::PassNotAllowed;
    assert_eq!(pass.to_game(), Err(ReplayError::Illegal { ply: 2, reason }));
}

#[test]
fn colors_must_alternate() {
    let mut record = Record::new(SIZE);
    record.header.rule = Some(Rule::Freestyle);
    record.add_ply(NodeId::ROOT, Color::White, Move::Place(Point::new(7, 7)));
    let error = ReplayError::WrongColor { ply: 1, played: Color::White };
    assert_eq!(record.to_game(), Err(error));
    assert_eq!(error.to_string(), "move 1 is white's, but it is black's turn");
}

#[test]
fn setups_must_be_positions_and_come_first() {
    let mut record = record("h8i9", Rule::Freestyle);
    let last = record.tree.main_line().last().unwrap();
    *record.tree[last].notes_mut().setup_mut() = vec![(Point::new(0, 0), Some(Color::Black))];
    assert_eq!(record.to_game(), Err(ReplayError::LateSetup { ply: 1 }));
    let mut alone = Record::new(SIZE);
    alone.header.rule = Some(Rule::Freestyle);
    let point = Point::new(20, 0);
    *alone.tree[NodeId::ROOT].notes_mut().setup_mut() = vec![(point, Some(Color::Black))];
    assert_eq!(alone.to_game(), Err(ReplayError::SetupOffBoard { point }));
    *alone.tree[NodeId::ROOT].notes_mut().setup_mut() =
        vec![(Point::new(0, 0), Some(Color::Black)), (Point::new(1, 0), Some(Color::Black))];
    assert!(matches!(alone.to_game(), Err(ReplayError::Setup(_))));
}

#[test]
fn openings_are_checked() {
    let with = |moves, procedure, actions: &[Action]| {
        let mut record = record(moves, Rule::Renju);
        record.header.opening = Some(OpeningLog { procedure, actions: actions.to_vec() });
        record.to_game()
    };
    let place = |x, y| Action::Place(Point::new(x, y));
    assert!(with("h8i9", Opening::Pie, &[place(7, 7), Action::Swap]).is_ok());
    assert_eq!(
        with("i9h8", Opening::Pie, &[place(7, 7), Action::Swap]),
        Err(ReplayError::OpeningStone { ply: 1 })
    );
    assert_eq!(
        with("h8", Opening::Pie, &[Action::Swap]),
        Err(ReplayError::Opening { action: 1, reason: OpeningError::WrongAction })
    );
    let mut even = Record::new(Size::literal(20));
    even.header.rule = Some(Rule::Renju);
    even.header.opening = Some(OpeningLog { procedure: Opening::Rif, actions: Vec::new() });
    let unsupported = UnsupportedOpening::NeedsOddBoard(Opening::Rif);
    assert_eq!(even.to_game(), Err(ReplayError::UnsupportedOpening(unsupported)));
}

#[test]
fn declared_results_end_the_game() {
    let mut record = record("h8i9", Rule::Renju);
    let by = WinReason::Forfeit(LossReason::Resignation);
    record.header.result = Some(GameResult::Won { winner: Color::White, by: Some(by) });
    let status = record.to_game().unwrap().status();
    assert_eq!(status, Status::Won { winner: Color::White, by });
    record.header.result = Some(GameResult::Won { winner: Color::White, by: None });
    assert_eq!(record.to_game().unwrap().status(), Status::Ongoing);
}
