//! Examples of the interoperability notes, section 5.2, and of the standard.

use tengen_rules::{Color, LossReason, Move, Point, Rule, WinReason};

use super::*;
use crate::record::{GameResult, LossKind, Record};
use crate::{Format, NodeId, ReadError, read, write};

/// As c-gomoku-cli writes it.
const RUNNER: &str = "\
(;FF[4]GM[4]GN[1]EV[A x B]DT[2026.11.15 19:10:15]RO[1.1]RU[1]SZ[15]PB[A]PW[B]RE[B+1]TE[Black win by five connection]
;B[hh]C[opening move];W[ii]C[opening move]
;B[aa]C[0ms];W[ba]C[12ms])

";

fn parse(text: &str) -> SgfCollection {
    SgfCollection::parse(text.as_bytes()).unwrap()
}

fn record(text: &str) -> Record {
    let [record] = &read(text.as_bytes(), Format::Sgf).unwrap()[..] else { panic!("one game") };
    record.clone()
}

fn fault(text: &str) -> (usize, SgfFault) {
    match read(text.as_bytes(), Format::Sgf) {
        Err(ReadError::Sgf(error)) => (error.place.offset, error.fault),
        other => panic!("{text}: {other:?}"),
    }
}

/// The text survives, and so does a record made of it.
fn check_canonical(text: &str) -> Record {
    assert_eq!(String::from_utf8(parse(text).write()).unwrap(), text);
    let record = record(text);
    let written = write(std::slice::from_ref(&record), Format::Sgf).unwrap();
    assert!(written.losses.is_empty());
    assert_eq!(read(&written.bytes, Format::Sgf).unwrap(), std::slice::from_ref(&record));
    record
}

#[test]
fn the_runner_is_understood_and_its_words_are_kept() {
    let record = record(RUNNER);
    assert_eq!(record.header.rule, Some(Rule::Standard));
    assert_eq!(record.header.result, Some(GameResult::Won { winner: Color::Black, by: None }));
    assert_eq!(record.header.date, Some("2026.11.15 19:10:15".into()));
    assert_eq!(record.to_game().unwrap().turns().len(), 4);
    let game = SgfGame::try_from(&record).unwrap();
    let root = &game.tree[NodeId::ROOT];
    for (name, value) in
        [("RU", "1"), ("RE", "B+1"), ("GN", "1"), ("TE", "Black win by five connection")]
    {
        assert_eq!(root.get(name), Some(&[value.into()][..]), "{name}");
    }
    // Several games in a file.
    let both = format!("{RUNNER}{RUNNER}");
    assert_eq!(read(both.as_bytes(), Format::Sgf).unwrap(), [record.clone(), record]);
}

#[test]
fn a_changed_record_is_not_overruled_by_old_words() {
    let mut record = record(RUNNER);
    record.header.rule = Some(Rule::Renju);
    record.header.result = Some(GameResult::Drawn(None));
    let game = SgfGame::try_from(&record).unwrap();
    let root = &game.tree[NodeId::ROOT];
    assert_eq!(root.get("RU"), Some(&["renju".into()][..]));
    assert_eq!(root.get("RE"), Some(&["0".into()][..]));
}

#[test]
fn trees_keep_their_shape() {
    let record = check_canonical(
        "(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[15]RU[renju]PB[a\\]b\\\\]\n;B[hh]\n(;W[hi];B[hg]\n(;W[])\n(;W[aa]5A[bb][cc]))\n(;W[ii]C[two\nlines]N[x]))\n",
    );
    assert_eq!(record.header.players.black, Some("a]b\\".into()));
    let main: Vec<Move> = record.main_plies().map(|(_, ply)| ply.mv).collect();
    let place = |x, y| Move::Place(Point::new(x, y));
    assert_eq!(main, [place(7, 7), place(7, 8), place(7, 6), Move::Pass]);
    assert_eq!(record.tree.n_nodes(), 7);
}

#[test]
fn setup_marks_and_sloppy_values() {
    let text = "(;GM[4]SZ[19:19]AB[aa:bb]AW[cc] [dd]PL[W]TR[aa]LB[bb:x\\:y]MA[zz]TR[bb]C[a\\\nb\\x]RE[Void]RU[odd];W[TT];B[tt];W[ee:])";
    let (offset, fault) = fault(text);
    assert_eq!(text.find("W[ee:])"), Some(offset));
    assert!(matches!(fault, SgfFault::Value(ValueFault::NoPoint { .. })));
    let record = record(&text.replace("ee:", "ee"));
    let root = &record.tree[NodeId::ROOT];
    assert_eq!(root.notes().setup().len(), 6);
    assert_eq!(root.notes().comment, Some("abx".into()));
    assert_eq!(root.notes().marks().len(), 3);
    assert_eq!(record.header.to_move, Some(Color::White));
    assert_eq!(record.header.result, Some(GameResult::Other("Void".into())));
    assert_eq!(record.main_plies().filter(|(_, ply)| ply.mv == Move::Pass).count(), 2);
    let game = SgfGame::try_from(&record).unwrap();
    let root = &game.tree[NodeId::ROOT];
    for (name, values) in
        [("AB", &["aa:bb"][..]), ("SZ", &["19:19"]), ("MA", &["zz"]), ("C", &["a\\\nb\\x"])]
    {
        let values: Vec<Text> = values.iter().map(|&value| value.into()).collect();
        assert_eq!(root.get(name), Some(&values[..]), "{name}");
    }
    assert_eq!(Record::try_from(&game), Ok(record));
}

#[test]
fn text_need_not_be_utf_8() {
    let bytes = b"(;GM[4]SZ[15]PB[\xB3\xC6]C[\xFF])";
    let records = read(bytes, Format::Sgf).unwrap();
    let written = write(&records, Format::Sgf).unwrap();
    assert_eq!(read(&written.bytes, Format::Sgf).unwrap(), records);
    assert!(!written.bytes.windows(3).any(|window| window == b"CA["));
}

#[test]
fn damage_is_found_and_placed() {
    let truncated = |text: &str| {
        let (offset, fault) = fault(text);
        assert_eq!(offset, text.len(), "{text}");
        assert!(matches!(fault, SgfFault::Truncated { .. }), "{text}: {fault}");
    };
    for text in ["(", "(;", "(;B[hh]", "(;B[hh", "(;B[hh\\", "(;B[hh\\]", "(;B", "(;B[hh](;W[ii])"]
    {
        truncated(text);
    }
    let unexpected = |text: &str, offset| {
        let (found, fault) = fault(text);
        assert_eq!(found, offset, "{text}");
        assert!(matches!(fault, SgfFault::Unexpected { .. }), "{text}: {fault}");
    };
    unexpected("hello", 0);
    unexpected("()", 1);
    unexpected("(;)x", 3);
    unexpected("(;B[hh](;W[ii])B[aa])", 15);
    unexpected("(;B[hh](;W[ii]);B[aa])", 15);
    unexpected("(;B;)", 3);
    unexpected("(;[hh])", 2);
    unexpected("(;B[hh]))", 8);
    assert_eq!(fault(""), (0, SgfFault::Empty));
    assert_eq!(fault(" \n"), (2, SgfFault::Empty));
}

#[test]
fn what_is_not_ours_is_unsupported() {
    let value = |text: &str| match fault(text) {
        (offset, SgfFault::Value(fault)) => (offset, fault),
        other => panic!("{other:?}"),
    };
    assert_eq!(value("(;FF[4]GM[1])"), (7, ValueFault::Game { found: "1".into() }));
    let rectangular = ValueFault::Rectangular { found: "20:15".into() };
    assert_eq!(value("(;GM[4]SZ[20:15])"), (7, rectangular));
    assert!(matches!(value("(;SZ[27])"), (2, ValueFault::Size(_))));
    assert!(matches!(value("(;SZ[x])"), (2, ValueFault::NoSize { .. })));
    let second = ValueFault::SecondMove { found: "aa".into() };
    assert_eq!(value("(;)(;SZ[15];B[hh](;W[ii])(;B[bb]W[aa]))"), (32, second));
}

#[test]
fn properties_that_would_break_the_file_are_lost() {
    let mut record = Record::new(Size::literal(15));
    for (name, value) in [("X]", "a"), ("XX", "]"), ("XX", "\\"), ("", "a")] {
        let extra = [(Format::Sgf, name, [value])].into_iter().collect();
        record.tree[NodeId::ROOT].notes_mut().extra = extra;
        let sgf = SgfGame::from_record(&record).unwrap();
        assert!(sgf.losses.contains(LossKind::Properties), "{name}[{value}]");
        assert_eq!(SgfCollection::parse(&sgf.value.write()).unwrap().games, [sgf.value]);
    }
}

#[test]
fn the_last_word_about_a_point_counts() {
    let point = Point::new(3, 3);
    let mut record = Record::new(Size::literal(15));
    record.header.rule = Some(Rule::Freestyle);
    let setup = record.tree[NodeId::ROOT].notes_mut().setup_mut();
    setup.extend([(point, None), (point, Some(Color::Black))]);
    let game = SgfGame::try_from(&record).unwrap();
    assert_eq!(game.tree[NodeId::ROOT].get("AE"), None);
    let back = Record::try_from(&game).unwrap();
    assert_eq!(back.to_game().unwrap(), record.to_game().unwrap());
}

#[test]
fn results_that_would_be_misread_are_lost() {
    for (words, is_lost) in [("B+R", true), ("0", true), ("Void", false)] {
        let mut record = Record::new(Size::literal(15));
        record.header.result = Some(GameResult::Other(words.into()));
        let losses = SgfGame::from_record(&record).unwrap().losses;
        assert_eq!(losses.contains(LossKind::Result), is_lost, "{words}");
    }
}

#[test]
fn an_escaped_value_means_the_same_and_is_kept_as_it_stands() {
    let text = "(;SZ[15]RU[ren\\ju]RE[B\\+R];B[hh])";
    let record = record(text);
    assert_eq!(record.header.rule, Some(Rule::Renju));
    let by = Some(WinReason::Forfeit(LossReason::Resignation));
    assert_eq!(record.header.result, Some(GameResult::Won { winner: Color::Black, by }));
    let written = write(std::slice::from_ref(&record), Format::Sgf).unwrap();
    assert!(written.losses.is_empty(), "{}", written.losses);
    let kept = String::from_utf8(written.bytes).unwrap();
    assert!(kept.contains("RU[ren\\ju]") && kept.contains("RE[B\\+R]"), "{kept}");
    assert_eq!(read(kept.as_bytes(), Format::Sgf).unwrap(), [record]);
}

#[test]
fn words_are_kept_that_need_others_to_mean_something() {
    for text in [
        "(;RE[B+]XREASON[five][five])",
        "(;SZ[20]XOPENING[pie]XOPENING[place A20];B[aa])",
        "(;RE[0]XREASON[nonsense])",
    ] {
        let record = record(text);
        let written = write(std::slice::from_ref(&record), Format::Sgf).unwrap();
        assert_eq!(read(&written.bytes, Format::Sgf).unwrap(), [record], "{text}");
    }
}
