//! Records on their way to the page and back.

use tengen_api::{
    GameAction, NewGame, PositionInput, RecordView, SeatSpec, record_view, to_record,
};
use tengen_game::read_code;
use tengen_record::{Format, Record, read, write};
use tengen_rules::Rule;

use crate::games::{act, begin, hotseat, play_all, spot, spots};

/// A record seen by the page, sent back by it, and seen again.
fn there_and_back(record: &Record, rule: Rule) -> RecordView {
    let seen = record_view(record, rule);
    let text = serde_json::to_string(&seen).unwrap();
    let sent: RecordView = serde_json::from_str(&text).unwrap();
    assert_eq!(sent, seen);
    let again = to_record(&sent).unwrap();
    assert_eq!(record_view(&again, rule), seen);
    seen
}

#[test]
fn a_played_game_keeps_its_players_moves_times_and_result() {
    let name = |name: &str| Some(SeatSpec::Human { name: Some(name.to_owned()) });
    let mut table = begin(&NewGame {
        rule: Some("ninuki42".to_owned()),
        size: Some(19),
        first: name("Ada"),
        second: name("Grace"),
        ..NewGame::default()
    });
    play_all(&mut table, "H8 I8 A1", 1_500);
    play_all(&mut table, "J8 K8", 2_500);
    act(&mut table, &GameAction::Resign, 3_000).unwrap();
    let seen = there_and_back(&table.to_record(), Rule::Freestyle);
    assert_eq!((seen.rule.as_str(), seen.size), ("ninuki42", 19));
    assert_eq!(seen.players.black.as_deref(), Some("Ada"));
    assert_eq!(seen.players.white.as_deref(), Some("Grace"));
    assert_eq!(seen.result.as_deref(), Some("black_win"));
    let moves: Vec<_> = seen.nodes.iter().filter_map(|node| node.point.clone()).collect();
    assert_eq!(moves, spots("H8 I8 A1 J8 K8"));
    let times: Vec<_> = seen.nodes.iter().filter_map(|node| node.time_ms).collect();
    assert_eq!(times, [500, 0, 0, 1_000, 0]);
}

#[test]
fn a_game_from_a_position_keeps_its_stones_and_captures() {
    let start = "ninuki42-19-set.w.2.0-i9h8a3b5-k3-k11";
    let mut table = begin(&NewGame {
        first: Some(SeatSpec::Human { name: None }),
        second: Some(SeatSpec::Human { name: None }),
        start: Some(PositionInput::Code { code: start.to_owned() }),
        ..NewGame::default()
    });
    play_all(&mut table, "A1", 1_500);
    let record = table.to_record();
    let seen = there_and_back(&record, Rule::Freestyle);
    let PositionInput::Setup { captured, to_move, .. } = &seen.start else { panic!("stones") };
    assert_eq!((captured.black, captured.white), (2, 0));
    assert_eq!(*to_move, tengen_api::StoneColor::White);
    let game = to_record(&seen).unwrap().to_game().unwrap();
    assert_eq!(game.key(), table.game().key());
    assert_eq!(game.captures(), read_code(start).unwrap().captures());
}

#[test]
fn variations_comments_and_marks_survive() {
    let text = b"(;GM[4]FF[4]SZ[15]RU[renju]PB[Ada]EV[Club]DT[2024-02-03];B[hh]C[middle]\
        TR[aa]CR[bb]MA[cc]SQ[dd]LB[ee:x];W[ig](;B[gf]C[one])(;B[if];W[gg]C[two]))";
    let record = read(text, Format::Sgf).unwrap().remove(0);
    let seen = there_and_back(&record, Rule::Renju);
    assert_eq!(seen.nodes.len(), 6);
    let kinds: Vec<&str> = seen.nodes[1].marks.iter().map(|mark| mark.kind.as_str()).collect();
    for kind in ["triangle", "circle", "cross", "square", "label"] {
        assert!(kinds.contains(&kind), "{kind}: {kinds:?}");
    }
    let parents: Vec<Option<u32>> = seen.nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(2), Some(2), Some(4)]);
    assert_eq!((seen.event.as_deref(), seen.date.as_deref()), (Some("Club"), Some("2024-02-03")));
}

#[test]
fn passes_are_moves() {
    let mut table = hotseat("renju", "free");
    play_all(&mut table, "H8 I9 G7 A1 A3 C1", 1_500);
    act(&mut table, &GameAction::Pass, 1_600).unwrap();
    let seen = there_and_back(&table.to_record(), Rule::Renju);
    assert_eq!(seen.nodes.last().unwrap().point, Some(spot("pass")));
}

#[test]
fn what_the_page_sends_can_be_written_in_every_text_format_that_holds_it() {
    let mut table = hotseat("freestyle", "free");
    play_all(&mut table, "H8 I9 G7 F6", 1_500);
    let record = to_record(&record_view(&table.to_record(), Rule::Freestyle)).unwrap();
    for format in [Format::Sgf, Format::Json, Format::Psq, Format::Pos] {
        let written = write(std::slice::from_ref(&record), format).unwrap();
        let again = read(&written.bytes, format).unwrap().remove(0);
        let moves =
            |record: &Record| record.main_plies().map(|(_, ply)| ply.mv).collect::<Vec<_>>();
        assert_eq!(moves(&again), moves(&record), "{}", format.name());
    }
}
