//! A library that is opened while there is no memory: at every single moment of that, whatever state
//! the file is in, nobody crashes and the file is afterwards what it was.

use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;
use tengen_game::Table;
use tengen_store::{Db, Expected, GAMES_FILE, Query, Store};

use crate::disk::{Disk, Fault};
use crate::{ID, NOW, small_game};

/// What state a library is in when it is opened.
#[derive(Clone, Copy, Debug)]
enum State {
    New,
    Sound,
    Unwritable,
    Newer,
    Unknown,
    Damaged,
}

impl State {
    /// Whether a program that has memory finds the game in it.
    fn has_game(self) -> bool {
        matches!(self, Self::Sound | Self::Unwritable | Self::Damaged)
    }

    fn make(self, path: &Path) {
        if matches!(self, Self::New) {
            return;
        }
        let (db, _) = Db::open(path);
        db.save_game(ID, &small_game(1), Expected::Nothing).unwrap();
        drop(db);
        let sql = |text: &str| Connection::open(path).unwrap().execute_batch(text).unwrap();
        match self {
            Self::New | Self::Sound => {}
            Self::Unwritable => {
                let log = path.with_file_name(format!("{GAMES_FILE}-wal"));
                std::fs::create_dir(log).unwrap();
            }
            Self::Newer => sql("PRAGMA user_version = 1000"),
            Self::Unknown => sql("ALTER TABLE entries ADD COLUMN mood TEXT"),
            Self::Damaged => {
                let mut bytes = std::fs::read(path).unwrap();
                bytes[..4096].fill(0);
                std::fs::write(path, bytes).unwrap();
            }
        }
    }
}

fn folder() -> TempDir {
    TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap()
}

/// Fails every allocation of opening a file in this state, `step` apart. An empty library in memory
/// takes more than a hundred of them, so that the short form finds it too wherever one is made.
fn open_without_memory(disk: &Disk, state: State, step: usize) {
    let model = folder();
    state.make(&model.path().join(GAMES_FILE));
    let fresh = || {
        let folder = folder();
        for entry in std::fs::read_dir(model.path()).unwrap() {
            let (from, to) = (entry.as_ref().unwrap().path(), entry.unwrap().file_name());
            let to = folder.path().join(to);
            if from.is_dir() {
                std::fs::create_dir(to).unwrap();
            } else {
                std::fs::copy(from, to).unwrap();
            }
        }
        folder
    };
    let folder = fresh();
    disk.heal();
    drop(Db::open(&folder.path().join(GAMES_FILE)));
    let (_, n_allocations) = disk.heal();
    assert!(n_allocations > 50, "{state:?}: memory is asked for");
    for n in (1..=n_allocations).step_by(step) {
        for fault in [Fault::Memory(n), Fault::MemoryFrom(n)] {
            let folder = fresh();
            let path = folder.path().join(GAMES_FILE);
            disk.mind(folder.path(), Some(fault));
            let (db, notices) = Db::open(&path);
            // Whatever is asked of it is answered, by an error if need be.
            let _ = db.list(&Query::default());
            let _ = db.load_game(ID, NOW);
            let saved = db.save_game("new", &small_game(2), Expected::Nothing);
            drop(db);
            disk.heal();
            let (db, _) = Db::open(&path);
            let what = format!("{state:?} {fault:?}: {notices:?}");
            if state.has_game() {
                let found = db.load_game(ID, NOW).unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_eq!(found.as_ref().map(Table::seq), Some(small_game(1).seq()), "{what}");
            }
            if saved.is_ok() && notices.is_empty() {
                assert!(db.load_game("new", NOW).unwrap().is_some(), "{what}: it was told");
            }
        }
    }
}

macro_rules! at_any_moment {
    ($($name:ident $deep:ident $state:ident;)*) => {
        $(#[test]
        fn $name() {
            open_without_memory(&Disk::new(), State::$state, 9);
        }

        #[test]
        #[ignore = "deep: every single allocation"]
        fn $deep() {
            open_without_memory(&Disk::new(), State::$state, 1);
        })*
    };
}

at_any_moment! {
    a_new_library_is_opened_without_memory deep_a_new_library_is_opened_without_memory New;
    a_sound_library_is_opened_without_memory deep_a_sound_library_is_opened_without_memory Sound;
    an_unwritable_library_is_opened_without_memory
        deep_an_unwritable_library_is_opened_without_memory Unwritable;
    a_newer_library_is_opened_without_memory deep_a_newer_library_is_opened_without_memory Newer;
    an_unknown_library_is_opened_without_memory
        deep_an_unknown_library_is_opened_without_memory Unknown;
    a_damaged_library_is_opened_without_memory
        deep_a_damaged_library_is_opened_without_memory Damaged;
}

#[test]
fn whoever_has_no_memory_for_games_is_told_so() {
    let disk = Disk::new();
    let folder = TempDir::new().unwrap();
    disk.mind(folder.path(), Some(Fault::MemoryFrom(1)));
    let (store, notices) = Store::open(&folder.path().join(GAMES_FILE));
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert_eq!(store.trouble().as_ref(), notices.first());
    assert!(store.is_in_memory(), "nothing that is done now is kept");
    let saved =
        crate::runtime().block_on(store.save_game(ID, &small_game(1), Expected::Nothing, &[]));
    assert!(saved.is_err());
    assert!(crate::runtime().block_on(store.list(Query::default())).is_err());
    disk.heal();
}
