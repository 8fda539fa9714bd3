//! Damaged, hostile and huge files: an error with a place, never a panic, never much memory.

use std::time::{Duration, Instant};

use crate::support::random_game;
use tengen_record::{
    Format, NodeId, ReadOptions, Reading, Record, read, read_partly, read_with, write,
};
use tengen_rules::{Color, Move, Rule, Size, SplitMix64};

/// A file of each format.
fn samples() -> Vec<(Format, Vec<u8>)> {
    let mut random = SplitMix64::new(11);
    let game = loop {
        let game = random_game(&mut random, Rule::Standard, Size::literal(15));
        if game.turns().len() > 8 {
            break game;
        }
    };
    let mut record = Record::from_game(&game);
    record.header.players.black = Some("caf\u{e9} ]".into());
    let ids: Vec<NodeId> = record.tree.main_line().collect();
    record.tree[ids[1]].notes_mut().comment = Some("title\nbody".into());
    record.tree[ids[2]].notes_mut().time_ms = Some(1234);
    let last = *ids.last().unwrap();
    let free = game.stones().empties().next().unwrap();
    record.add_ply(last, game.to_move(), Move::Place(free));
    record.add_ply(ids[1], Color::White, Move::Place(free));
    let write = |format| write(std::slice::from_ref(&record), format).unwrap().bytes;
    Format::ALL.into_iter().map(|format| (format, write(format))).collect()
}

/// Reads in every way there is and checks what every error promises.
fn read_all_ways(bytes: &[u8], format: Format) -> bool {
    let _ = Format::sniff(bytes);
    match read(bytes, format) {
        Ok(records) => {
            let written = write(&records[..1], format).unwrap();
            assert_eq!(read(&written.bytes, format).unwrap(), records[..1]);
            true
        }
        Err(error) => {
            let place = error.place();
            assert!(place.offset <= bytes.len(), "{error}");
            assert_eq!(place.line_column.is_some(), format.is_text(), "{error}");
            assert!(error.to_string().contains("byte "), "{error}");
            false
        }
    }
}

#[test]
fn truncation_at_every_byte() {
    for (format, bytes) in samples() {
        assert!(read_all_ways(&bytes, format), "{format}");
        let whole = read(&bytes, format).unwrap();
        for length in 0..bytes.len() {
            read_all_ways(&bytes[..length], format);
        }
        // The formats that mark their end never pass a part off as the whole.
        for length in 0..bytes.len().saturating_sub(1) {
            let Ok(reading) = read_with(&bytes[..length], format, &ReadOptions::default()) else {
                continue;
            };
            let may_be_cut =
                matches!(format, Format::Pos | Format::PosTop | Format::Offset | Format::ChessLog);
            let is_told = !reading.warnings.is_empty() || reading.records == whole;
            assert!(may_be_cut || is_told, "{format} cut at {length}");
        }
    }
}

fn partly(bytes: &[u8], format: Format) -> Reading {
    read_partly(bytes, format, &ReadOptions::default()).unwrap()
}

fn n_moves(reading: &Reading) -> Vec<usize> {
    reading.records.iter().map(|record| record.main_plies().count()).collect()
}

#[test]
fn a_collection_keeps_its_other_games_and_tells_of_the_bad_one() {
    let good = "(;GM[4]SZ[15];B[hh];W[ii])";
    for (bad, kept) in [
        ("(;GM[4]SZ[15];B[hh];W[zz];B[jj])", Some(1)),
        ("(;GM[4]SZ[15];B[hh];W[ii];B[jj", Some(2)),
        ("(;GM[4]SZ[15];B[hh];W[ii];B[jj]]])", Some(3)),
        ("(;GM[1]SZ[19];B[hh])", None),
        ("(;GM[4]SZ[99];B[hh])", None),
        ("(;GM[4]SZ[15];B[hh](;W[zz];B[jj])(;W[kk]))", Some(2)),
        ("some words", None),
    ] {
        let text = format!("{good}\n{bad}\n{good}\n");
        assert!(read(text.as_bytes(), Format::Sgf).is_err(), "{bad}");
        let reading = partly(text.as_bytes(), Format::Sgf);
        // An open bracket swallows what follows up to the next one.
        let is_cut = bad.ends_with("B[jj");
        let told: Vec<_> = reading.skipped.iter().map(|s| (s.game, s.kept_plies)).collect();
        if is_cut {
            assert_eq!(reading.records.len(), 2, "{bad}");
            assert!(reading.n_skipped > 0);
            continue;
        }
        assert_eq!(told, [(2, kept)], "{bad}");
        let expected = [Some(2), kept, Some(2)].into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(n_moves(&reading), expected, "{bad}");
        let place = reading.skipped[0].reason.place().unwrap();
        assert_eq!(place.line_column.unwrap().0, 2, "{bad}");
    }
}

#[test]
fn a_bad_end_keeps_the_moves_before_it() {
    let cases: [(Format, &[u8], usize); 7] = [
        (Format::Psq, b"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n99,9,0\n1,1,0\na\nb\n-1\n", 2),
        (Format::Pos, b"1. h8 2. i9 3. h99 4. a1", 2),
        (Format::Offset, b"0,0, 1,1, 9,9, 0,1", 2),
        (Format::ChessLog, b"7,7,-1\n8,8,1\nwhat\n9,9,1", 2),
        (Format::Lib, b"\x78\x00\x79\x00\xFF\x40", 2),
        (
            Format::Json,
            b"{\"format\":\"tengen-game\",\"version\":1,\"size\":15,\"moves\":[\"H8\",\"I9\",\"Z9\",\"A1\"]}",
            2,
        ),
        (Format::Sgf, b"(;GM[4]SZ[15];B[hh];W[ii];B[", 2),
    ];
    for (format, bytes, n) in cases {
        assert!(read(bytes, format).is_err(), "{format}");
        let reading = partly(bytes, format);
        assert_eq!(n_moves(&reading), [n], "{format}");
        assert_eq!(reading.n_skipped, 1, "{format}: {:?}", reading.skipped);
        assert_eq!(reading.skipped[0].kept_plies, Some(n), "{format}");
    }
}

#[test]
fn a_move_that_the_rule_refuses_ends_the_game_and_is_told() {
    let options = ReadOptions { rule: Some(Rule::Freestyle), ..ReadOptions::default() };
    let reading = read_partly(b"1. h8 2. i9 3. h8 4. a1", Format::Pos, &options).unwrap();
    assert_eq!(n_moves(&reading), [2]);
    assert!(reading.skipped[0].to_string().contains("move 3 is refused"), "{:?}", reading.skipped);
    // Without a rule nobody can tell.
    assert_eq!(n_moves(&partly(b"h8i9h8a1", Format::Pos)), [4]);
}

/// Many faults are counted and not told one by one, in time that grows with the file only.
#[test]
fn a_file_of_faults_is_read_once() {
    let begin = Instant::now();
    for (format, good, bad) in [
        (Format::Pos, "h8i9\n", "h8?\n"),
        (Format::Offset, "0,0\n", "0,0,x\n"),
        (Format::Sgf, "(;GM[4];B[hh])", "(;GM[4];B[hh];W[!])"),
        (Format::Sgf, "(;GM[4];B[hh]", "(;W[!])"),
        (
            Format::Json,
            "{\"format\":\"tengen-game\",\"version\":1,\"size\":15,\"moves\":[]}\n",
            "{]\n",
        ),
        (Format::ChessLog, "1,1,-1\n", "x\n"),
    ] {
        let text = good.to_owned() + &bad.repeat(100_000);
        let reading = partly(text.as_bytes(), format);
        assert!(reading.n_skipped >= 100_000, "{format}: {}", reading.n_skipped);
        assert_eq!(reading.skipped.len(), tengen_record::MOST_TOLD, "{format}");
    }
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

/// Whatever is kept of a damaged file can be written and read again.
#[test]
fn what_is_kept_of_a_damaged_file_is_sound() {
    let mut random = SplitMix64::new(14);
    for (format, bytes) in samples() {
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] = random.next_u64() as u8;
            for bytes in [&damaged[..], &bytes[..at]] {
                let Ok(reading) = read_partly(bytes, format, &ReadOptions::default()) else {
                    continue;
                };
                let is_told = reading.n_skipped > 0;
                assert_eq!(is_told, read(bytes, format).is_err(), "{format} at {at}");
                assert_eq!(is_told, !reading.skipped.is_empty());
                for record in &reading.records {
                    let json = write(std::slice::from_ref(record), Format::Json).unwrap();
                    let back = read(&json.bytes, Format::Json).unwrap();
                    assert_eq!(back, std::slice::from_ref(record), "{format} at {at}");
                }
            }
        }
    }
}

#[test]
fn corruption_of_single_bytes() {
    let mut random = SplitMix64::new(12);
    for (format, bytes) in samples() {
        for at in 0..bytes.len() {
            for _ in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] = random.next_u64() as u8;
                read_all_ways(&damaged, format);
            }
        }
    }
}

#[test]
fn windows_line_ends_change_nothing() {
    for (format, bytes) in samples() {
        if !format.is_text() || matches!(format, Format::Psq | Format::Sgf) {
            continue; // PSQ keeps them, and in SGF they may be part of a text
        }
        let text = String::from_utf8(bytes.clone()).unwrap().replace('\n', "\r\n");
        assert_eq!(read(text.as_bytes(), format), read(&bytes, format), "{format}");
    }
}

#[test]
fn empty_files_hold_no_game() {
    for format in Format::ALL {
        assert!(read(b"", format).is_err(), "{format}");
        assert!(read(b"\r\n \n", format).is_err(), "{format}");
    }
}

#[test]
fn other_formats_are_refused() {
    for (format, bytes) in samples() {
        for other in Format::ALL {
            let is_alike =
                [format, other].iter().all(|f| matches!(f, Format::Pos | Format::PosTop));
            if other != format && !is_alike {
                assert!(read(&bytes, other).is_err(), "{format} as {other}");
            }
        }
    }
}

const DEEP: usize = 100_000;

#[test]
fn deep_sgf() {
    let nested = |n: usize| [b"(;B[hh]".repeat(n), b")".repeat(n)].concat();
    let records = read(&nested(DEEP), Format::Sgf).unwrap();
    assert_eq!(records[0].tree.n_nodes(), DEEP);
    for format in [Format::Sgf, Format::Json] {
        let written = write(&records, format).unwrap();
        assert_eq!(read(&written.bytes, format).unwrap(), records);
    }
    assert!(read(&b"(;B[hh]".repeat(DEEP), Format::Sgf).is_err());
    assert!(read(&b"(".repeat(DEEP), Format::Sgf).is_err());
    let long = [&b"("[..], &b";B[hh];W[hi]".repeat(DEEP), b")"].concat();
    assert_eq!(read(&long, Format::Sgf).unwrap()[0].tree.n_nodes(), 2 * DEEP);
}

#[test]
fn deep_and_wide_lib() {
    let deep = [[0x78, 0x00].repeat(DEEP), vec![0x79, 0x40]].concat();
    let wide = [vec![0x78, 0x00], [0x79, 0xC0].repeat(DEEP), vec![0x7A, 0x40]].concat();
    for bytes in [deep, wide] {
        let records = read(&bytes, Format::Lib).unwrap();
        assert_eq!(write(&records, Format::Lib).unwrap().bytes, bytes);
        let json = write(&records, Format::Json).unwrap();
        assert_eq!(read(&json.bytes, Format::Json).unwrap(), records);
        let sgf = write(&records, Format::Sgf).unwrap();
        let n_nodes = read(&sgf.bytes, Format::Sgf).unwrap()[0].tree.n_nodes();
        assert_eq!(n_nodes, records[0].tree.n_nodes());
    }
}

#[test]
fn deep_json() {
    for open in ["[", "{\"moves\":["] {
        assert!(read(open.repeat(DEEP).as_bytes(), Format::Json).is_err());
    }
}

/// Each beginning is right and goes on with something that never is.
#[test]
fn noise_is_refused_quickly() {
    const LENGTH: usize = 4_000_000;
    let mut random = SplitMix64::new(13);
    let noise: Vec<u8> = (0..LENGTH / 8).flat_map(|_| random.next_u64().to_le_bytes()).collect();
    let starts: [(Format, &[u8]); 10] = [
        (Format::Psq, b"Piskvorky 15x15, 0:0, 0\n1,1,0\na\nb\n"),
        (Format::Sgf, b"(;C["),
        (Format::Lib, b"\x78\x48"),
        (Format::Pos, b"h8"),
        (Format::PosTop, b"h8"),
        (Format::PosBinary, b"\x05"),
        (Format::Offset, b"0,0"),
        (Format::ChessLog, b"7,7,-1\n"),
        (Format::Json, b"{\"format\":\"tengen-game\",\"version\":1,\"size\":15,\"event\":\""),
        (Format::Link, b"https://page.example/#g=1"),
    ];
    let begin = Instant::now();
    for (format, start) in starts {
        let bytes = [start, &noise].concat();
        assert!(read(&bytes, format).is_err(), "{format}");
        for filling in [b';', b'(', b' ', b'\n', b'['] {
            let bytes = [start, &vec![filling; LENGTH]].concat();
            let _ = read(&bytes, format).map(|records| assert!(records.len() < 2, "{format}"));
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}
