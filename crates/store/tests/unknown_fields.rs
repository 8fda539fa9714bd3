//! A document of this version with a field that nobody knows: the field is not lost.

use serde_json::Value;
use tengen_store::Db;

use crate::samples;
use crate::support::{Library, NOW, Place, keep, keep_analysis};

const ID: &str = "sample";
const UNKNOWN: &str = "nobody_knows_this";

/// The pointers to all objects inside a document.
fn objects_in(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.push(pointer.to_owned());
            for (name, field) in fields {
                objects_in(field, &format!("{pointer}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                objects_in(item, &format!("{pointer}/{i}"), found);
            }
        }
        _ => {}
    }
}

/// Puts an unknown field into every object of a document, one at a time. `again` reads what is kept
/// and keeps it again: it is refused, or the field is still there.
fn check(library: &Library, place: &Place, again: impl Fn(&Db) -> bool) {
    let db = library.open();
    let text = library.document(place);
    let document: Value = serde_json::from_str(&text).unwrap();
    let mut pointers = Vec::new();
    objects_in(&document, "", &mut pointers);
    for pointer in pointers {
        let mut changed = document.clone();
        changed.pointer_mut(&pointer).unwrap()[UNKNOWN] = 1.into();
        library.set_document(place, &changed.to_string());
        let was_written = again(&db);
        let kept: Value = serde_json::from_str(&library.document(place)).unwrap();
        assert_eq!(kept, changed, "{pointer:?} of {place:?}");
        assert!(!pointer.is_empty() || !was_written, "{place:?} itself has no room for it");
    }
    library.set_document(place, &text);
    assert!(again(&db), "{place:?} is fine without it");
}

#[test]
fn in_a_game() {
    for table in [samples::from_a_position(), samples::against_an_opponent()] {
        let library = Library::new();
        keep(&library.open(), ID, &table).unwrap();
        check(&library, &Place::Entry(ID.to_owned()), |db| {
            let read = db.load_game(ID, NOW).ok().flatten();
            read.is_some_and(|table| keep(db, ID, &table).is_ok())
        });
    }
}

#[test]
fn in_a_thought() {
    let library = Library::new();
    let (db, thought) = (library.open(), samples::thought());
    keep(&db, ID, &samples::against_an_opponent()).unwrap();
    db.save_thought(ID, samples::SIZE, &thought).unwrap();
    check(&library, &Place::Thought(ID.to_owned(), thought.ply), |db| {
        let read = db.load_thought(ID, thought.ply).ok().flatten();
        read.is_some_and(|thought| db.save_thought(ID, samples::SIZE, &thought).is_ok())
    });
}

#[test]
fn in_an_analysis() {
    let library = Library::new();
    keep_analysis(&library.open(), ID, &samples::analysis()).unwrap();
    check(&library, &Place::Entry(ID.to_owned()), |db| {
        let read = db.load_analysis(ID).ok().flatten();
        read.is_some_and(|analysis| keep_analysis(db, ID, &analysis).is_ok())
    });
}

#[test]
fn in_the_settings() {
    let library = Library::new();
    library.open().set_settings(&samples::settings()).unwrap();
    check(&library, &Place::Settings, |db| db.set_settings(&db.settings()).is_ok());
}
