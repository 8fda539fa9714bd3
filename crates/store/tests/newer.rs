//! What a newer program has written stays byte for byte as it is.

use serde_json::Value;
use tengen_game::Notice;
use tengen_store::{Db, Query, Settings, StoreError};

use crate::samples;
use crate::support::{Library, NOW, Place, keep, keep_analysis};

const NEWER: u32 = 99;
const SENTENCE: &str =
    "it was written by a newer version of this program (format 99) and is left as it is";

fn is_newer<T>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(error @ StoreError::Newer { version: NEWER })
        if error.to_string() == SENTENCE)
}

fn fill(db: &Db, id: &str) {
    let thought = samples::thought();
    keep(db, id, &samples::against_an_opponent()).unwrap();
    db.save_thought(id, samples::SIZE, &thought).unwrap();
    keep_analysis(db, &analysis_id(id), &samples::analysis()).unwrap();
}

fn analysis_id(id: &str) -> String {
    format!("{id}-analysis")
}

/// A library in which all documents called `newer` are of a newer version, in a file that still
/// looks as if it had to be migrated.
fn mixed_library() -> Library {
    let library = Library::new();
    let db = library.open();
    fill(&db, "newer");
    fill(&db, "known");
    db.set_settings(&samples::settings()).unwrap();
    for (place, text) in library.documents() {
        let is_newer = match &place {
            Place::Entry(id) | Place::Thought(id, _) => id.starts_with("newer"),
            Place::Settings => true,
        };
        if is_newer {
            let mut document: Value = serde_json::from_str(&text).unwrap();
            document["version"] = NEWER.into();
            document["nobody_knows_this"] = "yet".into();
            library.set_document(&place, &document.to_string());
        }
    }
    library.sql().pragma_update(None, "user_version", 0).unwrap();
    library
}

#[test]
fn a_newer_document_is_neither_read_nor_written_over() {
    let library = mixed_library();
    let before = library.documents();
    let db = library.open();
    let (game, analysis) = ("newer", analysis_id("newer"));
    let thought = samples::thought();
    assert!(is_newer(db.load_game(game, NOW)));
    assert!(is_newer(db.load_thought(game, thought.ply)));
    assert!(is_newer(db.load_analysis(&analysis)));
    assert_eq!(db.settings(), Settings::default(), "there are always some settings");
    assert!(is_newer(keep(&db, game, &samples::with_offers())));
    assert!(is_newer(db.save_thought(game, samples::SIZE, &thought)));
    assert!(is_newer(keep_analysis(&db, &analysis, &samples::analysis())));
    assert!(is_newer(db.set_settings(&samples::settings())));
    drop(db);
    drop(library.open());
    assert_eq!(library.documents(), before);
}

#[test]
fn the_other_documents_of_the_file_still_work() {
    let library = mixed_library();
    let db = library.open();
    assert_eq!(library.user_version(), 3);
    assert_eq!(db.list(&Query::default()).unwrap().total, 4, "all of them are listed");
    let table = db.load_game("known", NOW).unwrap().unwrap();
    keep(&db, "known", &table).unwrap();
    let thought = db.load_thought("known", samples::thought().ply).unwrap().unwrap();
    db.save_thought("known", samples::SIZE, &thought).unwrap();
    let analysis = db.load_analysis(&analysis_id("known")).unwrap().unwrap();
    keep_analysis(&db, &analysis_id("known"), &analysis).unwrap();
    fill(&db, "another");
    assert!(db.delete("newer").unwrap(), "whoever wants it gone may have it gone");
}

#[test]
fn a_thought_that_is_no_document_at_all_makes_room_for_the_next_one() {
    let library = Library::new();
    let db = library.open();
    fill(&db, "known");
    let thought = samples::thought();
    library.set_document(&Place::Thought("known".to_owned(), thought.ply), "{ broken");
    assert!(db.load_thought("known", thought.ply).is_err());
    db.save_thought("known", samples::SIZE, &thought).unwrap();
    assert_eq!(db.load_thought("known", thought.ply).unwrap(), Some(thought));
}

/// Opens a newer file, plays a game, and goes away again.
fn play_beside(library: &Library) {
    let (db, notices) = Db::open(&library.path());
    let path = library.path().display().to_string();
    assert_eq!(notices, [Notice::LibraryIsNewer { path, version: NEWER }]);
    assert_eq!(db.list(&Query::default()).unwrap().total, 0);
    fill(&db, "in memory");
    assert!(db.load_game("in memory", NOW).unwrap().is_some());
    assert!(db.load_thought("in memory", samples::thought().ply).unwrap().is_some());
    db.set_settings(&samples::settings()).unwrap();
    assert_eq!(db.settings(), samples::settings());
}

#[test]
fn a_newer_file_is_not_touched_and_games_go_on_in_memory() {
    let library = mixed_library();
    library.sql().pragma_update(None, "user_version", NEWER).unwrap();
    let before = std::fs::read(library.path()).unwrap();
    play_beside(&library);
    assert!(std::fs::read(library.path()).unwrap() == before);
}

#[test]
fn what_a_newer_program_has_left_in_its_log_stays_there() {
    // The newer program was killed: what it did last is in the log only.
    let killed = mixed_library();
    drop(killed.open());
    let sql = killed.sql();
    sql.pragma_update(None, "user_version", NEWER).unwrap();
    let library = Library::new();
    for (from, to) in [(killed.path(), library.path()), (killed.log_path(), library.log_path())] {
        std::fs::copy(from, to).unwrap();
    }
    let before = [library.path(), library.log_path()].map(|path| std::fs::read(path).unwrap());
    assert!(!before[1].is_empty());
    play_beside(&library);
    let after = [library.path(), library.log_path()].map(|path| std::fs::read(path).unwrap());
    assert!(after == before);
}
