//! Random games and records through every format, by value and byte for byte.

use crate::support::{
    add_random_property, random_game, random_opening, random_record, random_rule, random_size,
};
use tengen_record::LossKind::{Comments, Date, PlayerNames, Times, Variations};
use tengen_record::{
    Format, GameResult, LossKind, NodeId, Properties, ReadOptions, Record, WriteError, read,
    read_with, write,
};
use tengen_rules::{Color, Game, Move, Rule, Size, SplitMix64, WinReason};

fn one(record: &Record) -> &[Record] {
    std::slice::from_ref(record)
}

/// A game without what only a header could tell.
fn bare(game: &Game) -> Record {
    let mut record = Record::from_game(game);
    record.header.rule = None;
    record.header.result = None;
    record
}

#[test]
fn games_of_every_rule_survive_the_rich_formats() {
    let mut random = SplitMix64::new(1);
    for rule in Rule::ALL {
        for _ in 0..20 {
            let size = random_size(&mut random);
            let game = random_game(&mut random, rule, size);
            let record = Record::from_game(&game);
            assert_eq!(record.to_game().as_ref(), Ok(&game));
            for format in [Format::Sgf, Format::Json, Format::Link] {
                let written = write(one(&record), format).unwrap();
                assert!(written.losses.is_empty(), "{format}: {}", written.losses);
                let back = read(&written.bytes, format).unwrap();
                assert_eq!(back, one(&record), "{format}");
                assert_eq!(write(&back, format).unwrap().bytes, written.bytes);
                assert_eq!(back[0].to_game().as_ref(), Ok(&game));
            }
        }
    }
}

#[test]
fn moves_survive_every_format_that_can_express_them() {
    let mut random = SplitMix64::new(2);
    let mut n_written = 0;
    for _ in 0..300 {
        let rule = random_rule(&mut random);
        let size = if random.below(2) == 0 { Size::literal(15) } else { random_size(&mut random) };
        let game = random_game(&mut random, rule, size);
        let record = bare(&game);
        let options = ReadOptions { rule: None, size };
        let has_pass = game.turns().iter().any(|turn| turn.mv == Move::Pass);
        let has_recapture = rule.spec().capture.is_some();
        for format in Format::ALL {
            let written = match write(one(&record), format) {
                Ok(written) => written,
                Err(WriteError::NoMoves { .. }) => continue,
                Err(WriteError::Pass { .. }) if has_pass => continue,
                Err(WriteError::Size { .. }) if size != Size::literal(15) => continue,
                // A captured point is played again, which this log cannot tell from a new game.
                Err(WriteError::OutOfTurn { format: Format::ChessLog, .. }) if has_recapture => {
                    continue;
                }
                Err(error) => panic!("{format}: {error}"),
            };
            n_written += 1;
            let only_size = written.losses.iter().all(|loss| loss.kind == LossKind::Size);
            assert!(only_size, "{format}: {}", written.losses);
            let mut back = read_with(&written.bytes, format, &options).unwrap().records;
            assert_eq!(back.len(), 1, "{format}");
            assert_eq!(write(&back, format).unwrap().bytes, written.bytes, "{format}");
            let replayed = back[0].to_game_under(rule).unwrap();
            assert_eq!(replayed.turns(), game.turns(), "{format}");
            back[0].header.extra = Properties::default();
            assert_eq!(back, one(&record), "{format}");
        }
    }
    assert!(n_written > 1500, "only {n_written} files");
}

#[test]
fn records_with_everything_survive_our_formats_and_sgf() {
    let mut random = SplitMix64::new(3);
    for _ in 0..300 {
        let size = random_size(&mut random);
        let record = random_record(&mut random, size, 40);
        let json = write(one(&record), Format::Json).unwrap();
        assert!(json.losses.is_empty());
        assert_eq!(read(&json.bytes, Format::Json).unwrap(), one(&record));
        let link = write(one(&record), Format::Link).unwrap();
        assert!(link.losses.is_empty());
        assert_eq!(read(&link.bytes, Format::Link).unwrap(), one(&record));
        let sgf = write(one(&record), Format::Sgf).unwrap();
        assert!(sgf.losses.is_empty(), "{}", sgf.losses);
        let back = read(&sgf.bytes, Format::Sgf).unwrap();
        assert_eq!(back, one(&record));
        assert_eq!(write(&back, Format::Sgf).unwrap().bytes, sgf.bytes);
    }
}

#[test]
fn openings_are_replayed_with_their_procedure() {
    let mut random = SplitMix64::new(4);
    for _ in 0..200 {
        let size = Size::literal(15);
        let (log, stones) = random_opening(&mut random, size);
        let mut game = Game::new(Rule::Renju, size);
        for &stone in &stones {
            game.try_play(stone).unwrap();
        }
        let mut record = Record::from_game(&game);
        record.header.opening = Some(log);
        assert_eq!(record.to_game().as_ref(), Ok(&game));
        for format in [Format::Sgf, Format::Json, Format::Link] {
            let written = write(one(&record), format).unwrap();
            assert_eq!(read(&written.bytes, format).unwrap(), one(&record));
        }
    }
}

#[test]
fn setups_are_kept() {
    let mut random = SplitMix64::new(5);
    for _ in 0..100 {
        let rule = random_rule(&mut random);
        let played = random_game(&mut random, rule, Size::literal(19));
        if !played.status().is_ongoing() {
            continue;
        }
        let Ok(mut game) = Game::from_setup(played.to_setup()) else { continue };
        for _ in 0..random.below(5) {
            if let Some(&point) = random.pick(&game.legal_points()) {
                game.try_play(point).unwrap();
            }
        }
        let record = Record::from_game(&game);
        assert_eq!(record.to_game().as_ref(), Ok(&game), "{record:?}");
        for format in [Format::Sgf, Format::Json, Format::Link] {
            let written = write(one(&record), format).unwrap();
            assert_eq!(read(&written.bytes, format).unwrap(), one(&record));
        }
        if game.stones().n_stones() > game.turns().len() {
            assert!(matches!(write(one(&record), Format::Psq), Err(WriteError::Setup { .. })));
        }
    }
}

#[test]
fn a_chain_of_formats_ends_with_the_same_game() {
    let mut random = SplitMix64::new(6);
    let chain = [
        Format::Psq,
        Format::Sgf,
        Format::Pos,
        Format::Lib,
        Format::Json,
        Format::PosTop,
        Format::ChessLog,
        Format::PosBinary,
        Format::Offset,
        Format::Psq,
    ];
    for _ in 0..50 {
        let game = random_game(&mut random, Rule::Standard, Size::literal(15));
        if game.turns().is_empty() {
            continue;
        }
        let mut records = vec![Record::from_game(&game)];
        for format in chain {
            let written = write(&records, format).unwrap();
            assert_eq!(
                Format::sniff(&written.bytes).map(Format::extension),
                Some(format).map(|f| match f {
                    Format::PosTop => Format::Pos.extension(),
                    other => other.extension(),
                })
            );
            records = read(&written.bytes, format).unwrap();
        }
        records[0].header.rule = Some(Rule::Standard);
        assert_eq!(records[0].to_game().unwrap().turns(), game.turns());
    }
}

#[test]
fn several_games_share_a_file_where_the_format_allows() {
    let mut random = SplitMix64::new(7);
    let records: Vec<Record> = (0..5)
        .map(|_| bare(&random_game(&mut random, Rule::Freestyle, Size::literal(15))))
        .filter(|record| record.main_plies().count() > 0)
        .collect();
    for format in Format::ALL {
        let written = write(&records, format);
        if format.holds_many() {
            assert_eq!(read(&written.unwrap().bytes, format).unwrap(), records, "{format}");
        } else {
            let error = WriteError::OneGame { format, n_games: records.len() };
            assert_eq!(written, Err(error));
        }
    }
}

/// A record without the words of the file it came from, which say nothing of their own.
fn without_words(record: &Record) -> Record {
    const IN_NODES: [&str; 5] = ["C", "B", "AB", "LB", "XTIME"];
    const IN_ROOT: [&str; 5] = ["RE", "XREASON", "RU", "SZ", "XOPENING"];
    let mut plain = record.clone();
    for id in all_nodes(record) {
        let is_word = |name: &str| {
            IN_NODES.contains(&name) || (id == NodeId::ROOT && IN_ROOT.contains(&name))
        };
        let extra = record.tree[id].notes().extra.iter();
        let kept = extra.filter(|p| p.origin != Format::Sgf || !is_word(p.name));
        plain.tree[id].notes_mut().extra = kept.map(|p| (p.origin, p.name, p.values())).collect();
    }
    plain
}

fn all_nodes(record: &Record) -> Vec<NodeId> {
    record.tree.pre_order().map(|visit| visit.id).collect()
}

#[test]
fn sgf_reports_a_loss_if_and_only_if_something_is_lost() {
    const RESULTS: [&str; 9] = ["B+R", "b+", "0", "draw", "Void", "B\\+R", "", "W+F", "B +"];
    let mut random = SplitMix64::new(9);
    let mut n_lost = 0;
    for _ in 0..4000 {
        let size = Size::literal(15);
        let mut record = random_record(&mut random, size, 2);
        match random.below(3) {
            0 => {
                let words = *random.pick(&RESULTS).unwrap();
                record.header.result = Some(GameResult::Other(words.into()));
            }
            1 => {
                let by = Some(WinReason::Five).filter(|_| random.below(2) == 0);
                record.header.result = Some(GameResult::Won { winner: Color::Black, by });
            }
            _ => {}
        }
        let ids = all_nodes(&record);
        for _ in 0..random.below(5) {
            let id = *random.pick(&ids).unwrap();
            let notes = record.tree[id].notes_mut();
            add_random_property(&mut random, &mut notes.extra);
            // What some of the words say.
            notes.comment = notes.comment.take().or(Some("aa".into()));
        }
        if random.below(10) == 0 {
            add_random_property(&mut random, &mut record.header.extra);
        }
        let written = write(one(&record), Format::Sgf).unwrap();
        let back = read(&written.bytes, Format::Sgf).unwrap().remove(0);
        let is_kept = without_words(&back) == without_words(&record);
        n_lost += usize::from(!is_kept);
        let file = written.bytes.escape_ascii();
        assert_eq!(written.losses.is_empty(), is_kept, "{}\n{file}\n{record:?}", written.losses);
    }
    assert!(n_lost > 300, "only {n_lost}");
}

#[test]
fn losses_are_listed() {
    let mut random = SplitMix64::new(8);
    let game = random_game(&mut random, Rule::Freestyle, Size::literal(15));
    let mut record = Record::from_game(&game);
    record.header.result = None;
    record.header.players.black = Some("somebody".into());
    record.header.date = Some("today".into());
    let (first, _) = record.main_plies().next().unwrap();
    record.tree[first].notes_mut().comment = Some("good".into());
    record.tree[first].notes_mut().time_ms = Some(5);
    let point = Size::literal(15).middle();
    record.add_ply(first, Color::White, Move::Place(point));
    let kinds = |format| -> Vec<LossKind> {
        write(one(&record), format).unwrap().losses.iter().map(|loss| loss.kind).collect()
    };
    assert_eq!(kinds(Format::Sgf), []);
    assert_eq!(kinds(Format::Json), []);
    assert_eq!(kinds(Format::Psq), [LossKind::Rule, Date, Variations, Comments]);
    assert_eq!(kinds(Format::Lib), [LossKind::Rule, PlayerNames, Date, Times]);
    assert_eq!(
        kinds(Format::Pos),
        [LossKind::Rule, PlayerNames, Date, Variations, Comments, Times]
    );
    let refused = tengen_record::psq::PsqDoc::try_from(&record).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "this would be lost: the rule, the date, 1 move of the variations, 1 comment"
    );
}
