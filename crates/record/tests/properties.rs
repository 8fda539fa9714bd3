//! What holds for any bytes: the documents are what they write.

use proptest::prelude::*;
use tengen_record::chess_log::ChessLog;
use tengen_record::lib_file::LibDoc;
use tengen_record::offset::OffsetBook;
use tengen_record::pos::{Orientation, PosBook};
use tengen_record::psq::PsqDoc;
use tengen_record::sgf::SgfCollection;
use tengen_record::{Format, NodeId, Ply, Record, Text, link, read, write};
use tengen_rules::{Color, Move, Size, SplitMix64};

use crate::support::{add_random_property, random_record, random_size};

const SIZE: Size = Size::literal(15);

const LIB_STARTS: &[&[u8]] =
    &[b"\x78", b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"];

/// Lines that look like those of the text formats, with some that do not.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        "[0-9]{1,2},[0-9]{1,2}(,-?[0-9]{1,4})?".prop_map(String::into_bytes),
        "-?[0-9],-?[0-9](, -?[0-9],-?[0-9]){0,3}".prop_map(String::into_bytes),
        "([a-o][1-9] ?){1,6}".prop_map(String::into_bytes),
        "-?[0-9]{1,2}".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..6),
    ];
    let end = prop_oneof![Just(&b"\n"[..]), Just(&b"\r\n"[..]), Just(&b""[..])];
    prop::collection::vec((line, end), 0..12)
        .prop_map(|lines| lines.iter().flat_map(|(line, end)| [&line[..], end].concat()).collect())
}

/// A tree with properties of all kinds.
fn sgf() -> impl Strategy<Value = String> {
    let property = prop_oneof![
        "[BW]\\[[a-o]{2}\\]",
        "(C|N|LB|XX|PB|RE|XTIME)(\\[[a-c:0-9+ \n]{0,5}(\\\\[\\]\\\\a])?\\]){1,2}",
        "RE\\[\\\\?[BWb0](\\\\?\\+(\\\\?[RTF1])?)?\\]",
        "RU\\[\\\\?(0|renju|pente)\\]",
        "XREASON\\[\\\\?(five|full-board|timeout)\\]",
        "(AB|AW|TR|MA)(\\[[a-o]{2}(:[a-o]{2})?\\]){1,2}",
    ];
    let node = prop::collection::vec(property, 0..3).prop_map(|all| format!(";{}", all.concat()));
    node.prop_recursive(6, 40, 4, |inner| {
        (inner.clone(), prop::collection::vec(inner, 0..3)).prop_map(|(first, rest)| {
            rest.iter().fold(first, |text, tree| format!("{text}({tree})"))
        })
    })
    .prop_map(|tree| format!("({tree})"))
}

proptest! {
    #[test]
    fn text_documents_read_what_they_write(
        body in lines(),
        header in "(Piskvorky 15x15, ?[0-9]:[0-9], ?[01](\r?\n| x\n))?",
    ) {
        let bytes = [header.as_bytes(), &body].concat();
        if let Ok(doc) = PsqDoc::parse(&bytes) {
            prop_assert_eq!(PsqDoc::parse(&doc.write()), Ok(doc.clone()));
            prop_assert_eq!(PsqDoc::try_from(&Record::from(&doc)), Ok(doc));
        }
        for orientation in [Orientation::FromBottom, Orientation::FromTop] {
            if let Ok(book) = PosBook::parse(&body, orientation, SIZE) {
                prop_assert_eq!(PosBook::parse(&book.write(), orientation, SIZE), Ok(book));
            }
        }
        if let Ok(book) = OffsetBook::parse(&body, SIZE) {
            prop_assert_eq!(OffsetBook::parse(&book.write(), SIZE), Ok(book));
        }
        if let Ok(log) = ChessLog::parse(&body, SIZE) {
            prop_assert_eq!(ChessLog::parse(&log.write(), SIZE), Ok(log));
        }
    }

    #[test]
    fn sgf_documents_and_records_read_what_they_write(text in sgf()) {
        let doc = SgfCollection::parse(text.as_bytes()).unwrap();
        prop_assert_eq!(SgfCollection::parse(&doc.write()), Ok(doc));
        if let Ok(records) = read(text.as_bytes(), Format::Sgf) {
            let written = write(&records, Format::Sgf).unwrap();
            prop_assert!(written.losses.is_empty());
            prop_assert_eq!(read(&written.bytes, Format::Sgf), Ok(records));
        }
    }

    #[test]
    fn libraries_are_written_as_they_are_read(
        body in prop::collection::vec(
            prop_oneof![any::<u8>(), prop::sample::select(&[0, 0x40, 0x80, 0x78, 0xC0][..])],
            0..40,
        ),
        header in prop::sample::select(LIB_STARTS),
    ) {
        let bytes = [header, &body].concat();
        if let Ok(doc) = LibDoc::parse(&bytes) {
            prop_assert_eq!(doc.write(), &bytes[..]);
            let back = LibDoc::try_from(&Record::from(&doc)).unwrap();
            prop_assert_eq!(back.write(), bytes);
        }
    }

    /// A link holds whatever a record holds, and changing it anywhere never opens another game.
    #[test]
    fn links_hold_any_record(seed: u64, at: prop::sample::Index, digit in "[A-Za-z0-9_-]") {
        let mut random = SplitMix64::new(seed);
        let size = random_size(&mut random);
        let mut record = random_record(&mut random, size, 60);
        if random.below(4) == 0 {
            let mv = Move::Place(size.middle());
            record.tree[NodeId::ROOT].ply = Some(Ply { color: Color::White, mv });
        }
        add_random_property(&mut random, &mut record.header.extra);
        let code = link::code(&record).unwrap();
        prop_assert_eq!(link::parse(code.as_bytes()), Ok(record));
        let at = at.index(code.len());
        let mut changed = code.clone();
        changed.replace_range(at..=at, &digit);
        prop_assert_eq!(link::parse(changed.as_bytes()).is_ok(), changed == code);
    }

    /// Comments of a library lose nothing but what its texts cannot hold, and say so.
    #[test]
    fn library_comments_are_kept_or_missed(comment in prop::collection::vec(any::<u8>(), 0..8)) {
        let mut record = read(b"h8", Format::Pos).unwrap().remove(0);
        let (first, _) = record.main_plies().next().unwrap();
        record.tree[first].notes_mut().comment = Some(Text::from(comment));
        let written = write(std::slice::from_ref(&record), Format::Lib).unwrap();
        let back = read(&written.bytes, Format::Lib).unwrap().remove(0);
        prop_assert_eq!(written.losses.is_empty(), back == record);
    }
}
