//! Examples of the interoperability notes, section 5.1.

use tengen_rules::{Color, SizeError};

use super::*;
use crate::record::{LossKind, Record};

/// As GomocupJudge writes it: opening stones without time, names, end code, result line.
const JUDGE: &str = "\
Piskvorky 20x20, 11:11, 0
10,10,0
11,11,0
9,12,1530
1,20,27
pbrain-a.exe
B.ZIP
-1
2,Tournament 7
";

fn parse(text: &str) -> PsqDoc {
    PsqDoc::parse(text.as_bytes()).unwrap()
}

fn fault(text: &str) -> (usize, PsqFault) {
    let error = PsqDoc::parse(text.as_bytes()).unwrap_err();
    (error.place.offset, error.fault)
}

#[test]
fn a_tournament_game_is_understood_and_kept() {
    let doc = parse(JUDGE);
    assert_eq!(doc.levels(), [11, 11]);
    assert_eq!(doc.end_code(), Some(-1));
    assert_eq!(doc.warning(JUDGE.as_bytes()), None);
    assert_eq!(doc.write(), JUDGE.as_bytes());
    let record = Record::from(&doc);
    assert_eq!(record.header.rule, None);
    assert_eq!(record.header.players[Color::White], Some("B.ZIP".into()));
    let times: Vec<_> =
        record.main_plies().map(|(id, _)| record.tree[id].notes().time_ms).collect();
    assert_eq!(times, [None, None, Some(1530), Some(27)]);
    assert_eq!(PsqDoc::try_from(&record), Ok(doc));
}

#[test]
fn windows_line_ends_and_the_second_player_first() {
    let text = "Piskvorky 15x15, 0:5, 1\r\n8,8,1000\r\n9,9\r\nhomo-1\r\nengine.exe\r\n0\r\n";
    let doc = parse(text);
    assert_eq!(doc.first_player(), 1);
    assert_eq!(doc.stones()[1].ms, None);
    assert_eq!(doc.write(), text.as_bytes());
    let record = Record::from(&doc);
    assert_eq!(record.header.players[Color::Black], Some("engine.exe".into()));
    assert_eq!(PsqDoc::try_from(&record), Ok(doc));
}

#[test]
fn half_a_line_end_is_no_line_end() {
    for text in ["Piskvorky 15x15, 0:0, 0\r\n0\r\n\r", "Piskvorky 15x15, 0:0, 0\r\n0\r"] {
        let doc = parse(text);
        assert_eq!(doc.write(), text.as_bytes());
        assert_eq!(PsqDoc::try_from(&Record::from(&doc)), Ok(doc));
    }
}

#[test]
fn a_human_game_has_no_names() {
    let text = "Piskvorky 20x20, 0:0, 0\n1,1,5\n0\n";
    let doc = parse(text);
    assert_eq!(doc.names(), None);
    assert_eq!(doc.end_code(), Some(0));
    assert_eq!(PsqDoc::try_from(&Record::from(&doc)).unwrap().write(), text.as_bytes());
}

#[test]
fn names_need_not_be_utf_8() {
    let bytes = b"Piskvorky 5x5, 0:0, 0\n1,1,5\n\xB3\xC6\n\xFF\xFE\n0";
    let doc = PsqDoc::parse(bytes).unwrap();
    assert_eq!(doc.write(), bytes);
    assert_eq!(PsqDoc::try_from(&Record::from(&doc)).unwrap().write(), bytes);
}

#[test]
fn a_cut_file_gives_a_warning_and_a_damaged_one_an_error() {
    let cut = "Piskvorky 20x20, 0:0, 0\n1,1,5\n2,2,";
    assert!(parse("Piskvorky 20x20, 0:0, 0\n1,1,5\n").warning(b"").is_some());
    assert!(parse(cut).warning(cut.as_bytes()).is_some());
    let damaged = JUDGE.replace("9,12,", "9;12,");
    assert_eq!(fault(&damaged), (52, PsqFault::LateStone { found: "1,20,27".into() }));
    let damaged = JUDGE.replace("1,20,", "1;20,");
    assert!(matches!(fault(&damaged), (_, PsqFault::UnexpectedLine { .. })), "three names");
    let damaged = "Piskvorky 20x20, 0:0, 0\n1,1,5\n1,x,5\n0\n";
    assert!(matches!(fault(damaged), (36, PsqFault::UnexpectedLine { .. })), "one name");
}

#[test]
fn faults_say_where() {
    let no_header = |found: &str| PsqFault::NoHeader { found: found.into() };
    assert_eq!(fault(""), (0, no_header("")));
    assert_eq!(fault("Piskvorky 15"), (0, no_header("Piskvorky 15")));
    assert_eq!(fault("Piskvorky 15x15, 0:0"), (0, no_header("Piskvorky 15x15, 0:0")));
    let rectangular = PsqFault::Rectangular { width: 20, height: 15 };
    assert_eq!(fault("Piskvorky 20x15, 0:0, 0"), (10, rectangular));
    let size = PsqFault::Size(SizeError { requested: 27 });
    assert_eq!(fault("Piskvorky 27x27, 0:0, 0"), (10, size));
    let off = |found: &str| PsqFault::OffBoard { found: found.into(), size: Size::literal(15) };
    assert_eq!(fault("Piskvorky 15x15, 0:0, 0\n1,16,0\n0"), (24, off("1,16,0")));
    assert_eq!(fault("Piskvorky 15x15, 0:0, 0\n0,1,0\n0"), (24, off("0,1,0")));
    let too_large = PsqFault::TooLarge { found: "1,1,9999999999999999999".into() };
    assert_eq!(fault("Piskvorky 15x15, 0:0, 0\n1,1,9999999999999999999"), (24, too_large));
}

#[test]
fn names_that_would_be_read_as_something_else_are_lost() {
    for name in ["7", "1,2", "1,2,3", "", "a\nb"] {
        let mut record = Record::new(Size::literal(15));
        record.header.players = tengen_rules::ByColor::new(Some(name.into()), None);
        let psq = PsqDoc::from_record(&record).unwrap();
        assert!(psq.losses.contains(LossKind::PlayerNames), "{name:?}");
        assert_eq!(psq.value.write(), b"Piskvorky 15x15, 0:0, 0\n-1\n");
    }
}
