//! Folders and disks that cannot be written, files that others have made, and room that is given back.

use tengen_game::Notice;
use tengen_store::{Db, Query, Store};

use crate::samples;
use crate::support::{Library, NOW, Place, keep};

const ID: &str = "game";

/// A library with a game, in a folder in which SQLite cannot write; not even for root.
fn unwritable() -> Library {
    let library = Library::new();
    keep(&library.open(), ID, &samples::against_an_opponent()).unwrap();
    std::fs::create_dir(library.log_path()).unwrap();
    library
}

#[test]
fn what_is_there_is_read_and_shown_where_nothing_can_be_written() {
    let library = unwritable();
    let before = std::fs::read(library.path()).unwrap();
    let (db, notices) = Db::open(&library.path());
    assert!(matches!(notices.as_slice(), [Notice::LibraryUnusable { .. }]), "{notices:?}");
    assert_eq!(db.list(&Query::default()).unwrap().total, 1);
    assert!(db.load_game(ID, NOW).unwrap().is_some());
    keep(&db, "new", &samples::with_offers()).unwrap();
    assert!(db.load_game("new", NOW).unwrap().is_some(), "it is in memory");
    assert!(std::fs::read(library.path()).unwrap() == before);
}

#[test]
fn a_store_that_cannot_write_says_so_as_long_as_it_lasts() {
    let library = unwritable();
    let (store, _) = Store::open(&library.path());
    assert!(store.is_in_memory());
    assert!(matches!(store.trouble(), Some(Notice::LibraryUnusable { .. })));
    let (store, _) = Store::open(&Library::new().path());
    assert!(!store.is_in_memory());
    assert_eq!(store.trouble(), None);
}

#[test]
fn a_column_that_nobody_knows_is_told_and_nothing_is_rewritten() {
    let library = Library::new();
    keep(&library.open(), ID, &samples::against_an_opponent()).unwrap();
    library.sql().execute("ALTER TABLE entries ADD COLUMN mood TEXT", []).unwrap();
    let before = std::fs::read(library.path()).unwrap();
    let (db, notices) = Db::open(&library.path());
    let path = library.path().display().to_string();
    let what = "entries.mood".to_owned();
    assert_eq!(notices, [Notice::LibraryIsUnknown { path, what }]);
    keep(&db, "new", &samples::with_offers()).unwrap();
    drop(db);
    assert!(std::fs::read(library.path()).unwrap() == before);
}

#[test]
fn the_database_of_another_program_is_left_alone() {
    let library = Library::new();
    library.sql().execute("CREATE TABLE recipes (title TEXT)", []).unwrap();
    let before = std::fs::read(library.path()).unwrap();
    let (db, notices) = Db::open(&library.path());
    assert!(matches!(notices.as_slice(), [Notice::LibraryIsUnknown { .. }]), "{notices:?}");
    drop(db);
    assert!(std::fs::read(library.path()).unwrap() == before);
}

#[test]
fn thoughts_of_an_earlier_version_are_packed_in_quiet_moments_and_the_file_shrinks() {
    let library = Library::of_first_version();
    let before = library.documents();
    let n_bytes = std::fs::metadata(library.path()).unwrap().len();
    let (store, notices) = Store::open(&library.path());
    assert_eq!(notices, []);
    let n_left = |library: &Library| -> u32 {
        library.sql().query_row("SELECT COUNT(*) FROM reasoning", [], |row| row.get(0)).unwrap()
    };
    let auto_vacuum = |library: &Library| -> u32 {
        library.sql().query_row("PRAGMA auto_vacuum", [], |row| row.get(0)).unwrap()
    };
    for _ in 0..600 {
        if n_left(&library) == 0 && auto_vacuum(&library) == 2 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!((n_left(&library), auto_vacuum(&library)), (0, 2));
    for (place, text) in library.documents() {
        if matches!(place, Place::Thought(..)) {
            assert_eq!(text, before[&place], "{place:?}");
        }
    }
    drop(store);
    library.sql().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    assert!(std::fs::metadata(library.path()).unwrap().len() < n_bytes);
}

#[test]
fn what_was_deleted_gives_its_room_back() {
    let library = Library::new();
    let db = library.open();
    let thought = samples::thought();
    for n in 0..60 {
        let id = format!("game{n}");
        keep(&db, &id, &samples::against_an_opponent()).unwrap();
        for ply in 1..8 {
            let thought = tengen_players::Thought { ply, ..thought.clone() };
            db.save_thought(&id, samples::SIZE, &thought).unwrap();
        }
    }
    let n_pages = |library: &Library| -> u32 {
        library.sql().query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap()
    };
    let n_full = n_pages(&library);
    drop(db);
    let (store, _) = Store::open(&library.path());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for n in 0..60 {
        assert!(runtime.block_on(store.delete(&format!("game{n}"))).unwrap());
    }
    for _ in 0..600 {
        if n_pages(&library) < n_full / 2 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("it has {} of {n_full} pages", n_pages(&library));
}
