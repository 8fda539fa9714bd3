use super::*;
use crate::place::Place;
use crate::record::{Mark, MarkKind};
use crate::tree::NodeId;
use tengen_rules::{Color, Game, Move, Point, Rule, Size, SplitMix64};

fn fault(text: &str) -> LinkFault {
    parse(text.as_bytes()).expect_err("it is damaged").fault
}

/// A code around these bytes, whatever they say.
fn sealed(bytes: &[u8]) -> String {
    envelope::seal(bytes)
}

/// A game as people play it: near the stones there are.
fn played(rule: Rule, size: Size, n_moves: usize) -> Game {
    let mut random = SplitMix64::new(42);
    let mut game = Game::new(rule, size);
    game.try_play(size.middle()).unwrap();
    while game.turns().len() < n_moves {
        let near =
            |point: &Point| game.stones().iter().any(|(stone, _)| stone.distance(*point) <= 2);
        let points: Vec<Point> = game.legal_points().into_iter().filter(near).collect();
        let point = *random.pick(&points).unwrap();
        game.try_play(point).unwrap();
        if !game.status().is_ongoing() {
            game.undo().unwrap();
        }
    }
    game
}

fn annotated() -> Record {
    let game = played(Rule::Renju, Size::literal(15), 20);
    let mut record = Record::from_game(&game);
    record.header.players.black = Some("Alice".into());
    let ids: Vec<NodeId> = record.tree.main_line().collect();
    record.tree[ids[3]].notes_mut().comment = Some("here it begins; here it begins".into());
    let mark = Mark { point: Point::new(0, 14), kind: MarkKind::Label("A".into()) };
    record.tree[ids[3]].notes_mut().marks_mut().push(mark);
    let aside = record.add_ply(ids[2], Color::Black, Move::Place(Point::new(0, 0)));
    record.add_ply(aside, Color::White, Move::Place(Point::new(14, 14)));
    record.add_ply(ids[2], Color::Black, Move::Pass);
    record
}

#[test]
fn the_length_of_a_game() {
    for (rule, side, most) in [
        (Rule::Freestyle, 15, 120),
        (Rule::Renju, 15, 120),
        (Rule::Freestyle, 19, 130),
        (Rule::Pente, 19, 130),
        (Rule::Freestyle, 20, 140),
    ] {
        let record = Record::from_game(&played(rule, Size::literal(side), 60));
        let code = code(&record).unwrap();
        assert!(code.len() <= most, "{rule} {side}: {} characters", code.len());
        assert_eq!(parse(code.as_bytes()), Ok(record));
    }
    let empty = code(&Record::new(Size::literal(15))).unwrap();
    assert_eq!(empty.len(), 11, "{empty}");
}

/// A link of the first program, to be opened by all that follow.
#[test]
fn links_of_the_first_version_open() {
    let record = annotated();
    assert_eq!(parse(FIRST_VERSION.as_bytes()), Ok(record));
}

const FIRST_VERSION: &str = "1YH8ISgAPBQQFQWxpY2VwgE_lCR5oZXJlIGl0IGJlZ2luczsgaGVyZSBpdCBiZWdpbnMBBNIBQW5xUMAkujGVM-Fad2-JJ17hVjHmEuEA4eDmAuI";

#[test]
fn a_link_is_found_in_its_address() {
    let record = annotated();
    let code = code(&record).unwrap();
    for text in [
        code.clone(),
        format!("#g={code}"),
        format!("  https://page.example/board?x=1#g={code}\r\n"),
        format!("http://127.0.0.1:8000/#g={code}&ply=7"),
    ] {
        assert_eq!(parse(text.as_bytes()).as_ref(), Ok(&record), "{text}");
    }
    let made = address("https://page.example/#other", &record).unwrap();
    assert_eq!(made, format!("https://page.example/#g={code}"));
}

#[test]
fn every_cut_and_every_changed_character_is_noticed() {
    let link = address("https://page.example/", &annotated()).unwrap();
    let start = link.find(MARK).unwrap() + MARK.len();
    for length in start..link.len() {
        let expected = if length == start { LinkFault::NoLink } else { LinkFault::Damaged };
        assert_eq!(fault(link.split_at(length).0), expected, "cut at {length}");
    }
    for at in start..link.len() {
        for other in "A5k-_.~%z\u{e9}".chars() {
            let mut changed = link.clone();
            changed.replace_range(at..=at, other.encode_utf8(&mut [0; 4]));
            if changed == link {
                continue;
            }
            let found = fault(&changed);
            let is_told = match other {
                _ if at == start => found == LinkFault::Version { found: other },
                '.' | '~' | '%' | '\u{e9}' => found == LinkFault::Character { found: other },
                _ => found == LinkFault::Damaged,
            };
            assert!(is_told, "{other:?} at {at}: {found:?}");
        }
    }
}

#[test]
fn the_faults_are_sentences() {
    let says = |text: &str, expected: &str| assert_eq!(fault(text).to_string(), expected);
    says("", "this is no link to a game: \"#g=\" and its code are missing");
    says("https://page.example/#g=", "this is no link to a game: \"#g=\" and its code are missing");
    says(
        "#g=2AAAA",
        "the link is of version '2', and version '1' is known here; a newer program can open it",
    );
    says("#g=1A", "the link was cut off or changed on its way; copy it again, the whole of it");
    says(&sealed(&[15, 1, 99]), "the link is for rule number 99, which is not known here");
    says(
        &sealed(&[4, 0]),
        "the link is for an impossible board: board size 4 is not supported: boards are square, from 5x5 to 26x26",
    );
    says(&sealed(&[15, 0, 225, 225]), "the link has 225 where a point of the board belongs");
    says(&sealed(&[15, 0, 230, 1]), "the link has 1 where a way back to an earlier move belongs");
    says(&sealed(&[15]), "the record in the link breaks off");
    says(&sealed(&[15, 0, 229, 1, 200, 1, b'x']), "the record in the link breaks off");
    says(&sealed(&[15, 0, 240]), "the link has 240 where a move belongs");
    let place = parse(b"  https://page.example/#g=1AA.A").unwrap_err().place;
    assert_eq!(place, Place::in_text(b"  https://page.example/#g=1AA.A", 29));
}

#[test]
fn bombs_are_not_unpacked() {
    // A quarter of a million moves are a link like any other; one more is none.
    let most = [&[15, 0][..], &vec![numbers::step::PASS; MOST_BYTES - 2]].concat();
    let code = sealed(&most);
    assert!(code.len() < 1000);
    assert_eq!(parse(code.as_bytes()).unwrap().tree.n_nodes(), MOST_BYTES - 1);
    let more = sealed(&[&most[..], &[numbers::step::PASS]].concat());
    assert_eq!(fault(&more), LinkFault::TooLarge);
    let huge = sealed(&vec![0; 40_000_000]);
    assert!(huge.len() <= MOST_CHARACTERS);
    assert_eq!(fault(&huge), LinkFault::TooLarge);
    let long = format!("1{}", "A".repeat(MOST_CHARACTERS));
    assert_eq!(fault(&long), LinkFault::TooLong { n_characters: MOST_CHARACTERS + 1 });
    // A list that says it is long takes no room before it is there.
    assert_eq!(
        fault(&sealed(&[15, 16, 0, 255, 255, 255, 255, 255, 255, 255, 127])),
        LinkFault::BreaksOff
    );
}

#[test]
fn what_is_too_large_is_not_written() {
    let mut record = Record::new(Size::literal(15));
    let mut random = SplitMix64::new(1);
    let noise: Vec<u8> = (0..60_000).map(|_| random.next_u64() as u8).collect();
    record.tree[NodeId::ROOT].notes_mut().comment = Some(noise.into());
    let told = code(&record).unwrap_err().to_string();
    assert!(told.contains("characters of at most 65536; send it as a file"), "{told}");
    record.tree[NodeId::ROOT].notes_mut().comment = Some("x".repeat(MOST_BYTES).into());
    let told = code(&record).unwrap_err().to_string();
    assert!(told.contains("bytes of at most 262144; send it as a file"), "{told}");
}

#[test]
fn random_bytes_in_a_sound_envelope_never_panic() {
    let mut random = SplitMix64::new(7);
    let sound = pack::pack(&annotated());
    for _ in 0..20_000 {
        let mut bytes = sound.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.next_u64() as u8;
        }
        bytes.truncate(bytes.len() - random.below(bytes.len()));
        if let Ok(record) = unpack::unpack(&bytes) {
            assert_eq!(unpack::unpack(&pack::pack(&record)), Ok(record));
        }
    }
}
