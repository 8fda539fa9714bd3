//! The example of the interoperability notes, section 5.3, and what surrounds it.

use super::*;
use crate::record::{MarkKind, Record};

/// H8 with title and body; replies I9 with a board text, and I8.
const EXAMPLE: [u8; 38] = [
    0xFF, 0x52, 0x65, 0x6E, 0x4C, 0x69, 0x62, 0xFF, 0x03, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xFF, 0xFF, 0xFF, 0xFF, 0x78, 0x08, 0x68, 0x69, 0x08, 0x62, 0x6F, 0x64, 0x79, 0x00, 0x69, 0xC1,
    0x00, 0x01, 0x41, 0x00, 0x79, 0x40,
];

fn with_header(minor: u8, body: &[u8]) -> Vec<u8> {
    [LibDoc::MAGIC, &[3, minor], &[0xFF; 10], body].concat()
}

/// Reads, writes, and goes through a record; all must give the same bytes.
fn check(bytes: &[u8]) -> Record {
    let doc = LibDoc::parse(bytes).unwrap();
    assert_eq!(doc.write(), bytes);
    let record = Record::from(&doc);
    let back = LibDoc::from_record(&record).unwrap();
    assert!(back.losses.is_empty(), "{}", back.losses);
    assert_eq!(back.value.write(), bytes, "{record:#?}");
    record
}

fn fault(bytes: &[u8]) -> (usize, LibFault) {
    let error = LibDoc::parse(bytes).unwrap_err();
    (error.place.offset, error.fault)
}

#[test]
fn the_example_is_understood_and_kept() {
    let record = check(&EXAMPLE);
    let tree = &record.tree;
    let h8 = tree.first_child(crate::NodeId::ROOT).unwrap();
    assert_eq!(tree[h8].point(), Some(Point::new(7, 7)));
    assert_eq!(tree[h8].notes().comment, Some("hi\nbody".into()));
    let replies: Vec<_> = tree.children(h8).map(|id| tree[id].point().unwrap()).collect();
    assert_eq!(replies, [Point::new(8, 6), Point::new(8, 7)]);
    let i9 = tree.first_child(h8).unwrap();
    assert_eq!(tree[i9].notes().marks()[0].kind, MarkKind::Label("A".into()));
    assert!(record.header.extra.is_empty());
}

#[test]
fn every_flag_survives() {
    check(&with_header(4, &[0, 0, 0x78, 0x40])); // a root, then H8 alone
    check(&with_header(4, &[0, 0x40])); // an empty library
    check(&with_header(4, &[0, 0])); // as RenLib writes it
    check(&with_header(0, &[0x78, 0])); // an open end
    check(&with_header(4, &[0, 8, b'x', 0, 0x11, 0xD0, 0x12, 0x44])); // mark, start
    check(&with_header(4, &[0, 0, 0, 0x80, 0x78, 0x40, 0x79, 0x40])); // a pass with a sibling
    check(&with_header(4, &[0, 0x80, 0x78, 0x40, 0x79, 0x40])); // a pass instead of a root
    check(&with_header(4, &[0, 0, 0x78, 0x02, 0x79, 0x40])); // no move but a point
    check(&with_header(4, &[0, 0, 0, 0x13, 0, 1, b'T', 0, 0x79, 0x40])); // text without a move
    check(&with_header(0, &[0x78, 0x41, 0, 0])); // no extension bits
    check(&with_header(0, &[0x78, 0x41, 0xAB, 0xCC])); // unknown ones
    check(&with_header(0, &[0x78, 0x41, 0xAB, 0xCD, 0xFF, 0xFE, 0, 9])); // and garbage filling
    check(&with_header(0, &[0x78, 0x60, b'o', b'l', 0xE4, 7])); // an old comment
    check(&with_header(0, &[0x78, 0x68, b'o', 0xE4])); // and a bit that means nothing then
    check(&with_header(0, &[0x78, 0x48, b'a', b'\n', 8, 8, 0, 1])); // line feed in the title
    check(&with_header(0, &[0x78, 0x48, 0, 0])); // an empty comment
    check(&with_header(2, &[0x78, 0x40]));
    check(&[0x78, 0x40]); // a very old file
    check(&[0x78, 0x00, 0x79, 0x40]);
    let mut reserved = EXAMPLE;
    reserved[15] = 0;
    check(&reserved);
}

#[test]
fn damage_is_found_and_placed() {
    assert_eq!(fault(b""), (0, LibFault::NoLibrary));
    assert_eq!(fault(b"hello"), (0, LibFault::NoLibrary));
    assert_eq!(fault(&EXAMPLE[..15]), (15, LibFault::Truncated));
    assert_eq!(fault(&EXAMPLE[..20]), (20, LibFault::Truncated));
    assert_eq!(fault(&EXAMPLE[..36]), (36, LibFault::Truncated));
    assert_eq!(fault(&[0x78, 0x48, b'a', b'b']), (4, LibFault::Truncated));
    assert_eq!(fault(&[0x78, 0x40, 0]), (2, LibFault::Trailing { n_bytes: 1 }));
    assert_eq!(fault(&[0x78, 0x00, 0x70, 0x40]), (2, LibFault::NoPoint { byte: 0x70 }));
    assert_eq!(fault(&[0x78, 0x00, 0xF1, 0x40]), (2, LibFault::NoPoint { byte: 0xF1 }));
    let version = LibFault::Version { major: 3, minor: 5 };
    assert_eq!(fault(&with_header(5, &[0x78, 0x40])), (8, version));
}

#[test]
fn an_open_end_is_reported() {
    let bytes = with_header(0, &[0x78, 0]);
    assert!(LibDoc::parse(&bytes).unwrap().warning(&bytes).is_some());
    let bytes = with_header(4, &[0, 0x40]);
    assert!(LibDoc::parse(&bytes).unwrap().warning(&bytes).is_none());
}
