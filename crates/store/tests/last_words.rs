//! The very last transaction of the log: what was acknowledged and is damaged now is told, and never
//! taken for what a power cut has left.

use tengen_game::{NewGameSpec, Notice, Occupant, PlayerAction, Table};
use tengen_rules::{Point, SplitMix64};
use tengen_store::{Db, Expected, Store};

use crate::support::{Library, NOW};

const ID: &str = "game";
const HEADER: usize = 32;
const FRAME: usize = 24 + 4096;

fn game(title: &str, n_moves: u8) -> Table {
    let people = Some(Occupant::person());
    let title = Some(title.to_owned());
    let spec = NewGameSpec { title, second: people, ..NewGameSpec::default() };
    let mut table = Table::new(spec, false, NOW).unwrap();
    for x in 0..n_moves {
        table.act(&PlayerAction::Play(Point::new(x, x)), NOW).unwrap();
    }
    table
}

/// A library as a killed program leaves it, whose last change was the sixth move of a game. Also where
/// the last transaction begins in its log.
struct Killed {
    games: Vec<u8>,
    log: Vec<u8>,
    mark: Vec<u8>,
    last: usize,
}

impl Killed {
    fn new() -> Self {
        let library = Library::new();
        let (store, _) = Store::open(&library.path());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let save = |id: &str, table: &Table, expected| {
            runtime.block_on(store.save_game(id, table, expected, &[])).unwrap();
        };
        save("other", &game("Another one", 9), Expected::Nothing);
        let mut expected = Expected::Nothing;
        let mut last = 0;
        for n_moves in 1..=6 {
            last = std::fs::read(library.log_path()).unwrap().len();
            let table = game("Mine", n_moves);
            save(ID, &table, expected);
            expected = Expected::Seq(table.seq());
        }
        let read = |end: &str| std::fs::read(format!("{}{end}", library.path().display())).unwrap();
        Self { games: read(""), log: read("-wal"), mark: read("-mark"), last }
    }

    /// What is found of it with this log: the number of moves of both games, and what is told.
    fn open_with(&self, log: &[u8]) -> ([Option<usize>; 2], Vec<Notice>) {
        let library = Library::new();
        std::fs::write(library.path(), &self.games).unwrap();
        std::fs::write(library.log_path(), log).unwrap();
        std::fs::write(format!("{}-mark", library.path().display()), &self.mark).unwrap();
        let (db, notices) = Db::open(&library.path());
        let n_moves = |id| db.load_game(id, NOW).unwrap().map(|table| table.game().turns().len());
        ([n_moves(ID), n_moves("other")], notices)
    }
}

/// How many games and changes of games a notice admits to be lost.
fn n_lost(notices: &[Notice]) -> usize {
    let [Notice::LibrarySetAside { n_lost, names, .. }] = notices else { panic!("{notices:?}") };
    // Both games stand on the same page.
    let is_named = ["Mine", "Another one", "?"].iter().any(|name| names.contains(name));
    assert!(*n_lost == 0 || is_named, "{names}");
    *n_lost
}

#[test]
fn a_sound_log_is_no_reason_for_a_word() {
    let killed = Killed::new();
    assert_eq!(killed.open_with(&killed.log), ([Some(6), Some(9)], Vec::new()));
    assert!(killed.last > HEADER && killed.log.len() > killed.last);
}

#[test]
fn a_bit_in_the_last_transaction_is_told_and_the_game_goes_on_from_before_it() {
    let killed = Killed::new();
    let mut random = SplitMix64::new(7);
    let n_bytes = killed.log.len() - killed.last;
    let heads = (0..24).map(|at| killed.last + at);
    let end = killed.log.len() - FRAME;
    let last_heads = (0..24).map(|at| end + at);
    let anywhere = (0..60).map(|_| killed.last + random.below(n_bytes));
    let mut n_without_last_move = 0;
    for at in heads.chain(last_heads).chain(anywhere).collect::<Vec<_>>() {
        let mut log = killed.log.clone();
        log[at] ^= 1 << (at % 8);
        let ([mine, other], notices) = killed.open_with(&log);
        let n_lost = n_lost(&notices);
        assert_eq!(other, Some(9), "byte {at}");
        assert!(mine == Some(6) || n_lost > 0, "byte {at}: {mine:?} without a word");
        assert!(mine.is_some_and(|n| n >= 5), "byte {at}: {mine:?}, {notices:?}");
        n_without_last_move += usize::from(mine == Some(5));
    }
    assert!(n_without_last_move > 0, "some bits are in the game itself");
}

#[test]
fn a_log_that_lacks_its_end_is_told() {
    let killed = Killed::new();
    for log in [&killed.log[..killed.last], &killed.log[..killed.log.len() - 100]] {
        let ([mine, other], notices) = killed.open_with(log);
        assert!(mine.is_some_and(|n| n >= 5) && other == Some(9), "{mine:?} {other:?}");
        assert_eq!(n_lost(&notices), 1);
    }
}

#[test]
fn a_bit_in_the_header_of_the_log_does_not_lose_the_log() {
    let killed = Killed::new();
    for at in 0..HEADER {
        let mut log = killed.log.clone();
        log[at] ^= 1 << (at % 8);
        let (found, notices) = killed.open_with(&log);
        assert_eq!(found, [Some(6), Some(9)], "byte {at}: {notices:?}");
        assert_eq!(n_lost(&notices), 0, "byte {at}");
    }
}

#[test]
fn a_mark_that_is_old_or_damaged_or_of_another_log_says_nothing() {
    let mut killed = Killed::new();
    let sound = killed.mark.clone();
    let mut without_end = killed.log.clone();
    without_end[killed.last + 2000] ^= 1;
    for at in 0..sound.len() {
        killed.mark.clone_from(&sound);
        killed.mark[at] ^= 1;
        let (_, notices) = killed.open_with(&without_end);
        assert_eq!(notices, [], "it cannot be told from a power cut");
    }
    killed.mark = Killed::new().mark;
    assert_eq!(killed.open_with(&without_end).1, []);
    assert_eq!(killed.open_with(&killed.log), ([Some(6), Some(9)], Vec::new()));
}
