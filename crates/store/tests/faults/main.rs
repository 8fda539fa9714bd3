//! A whole game on a disk that fails at the n-th write, sync or allocation, and on one whose power is
//! cut: nothing that was told is lost.
#![cfg(test)]

mod disk;
mod opening;

use std::cell::RefCell;
use std::collections::BTreeSet;

use tempfile::TempDir;
use tengen_game::{NewGameSpec, Notice, Occupant, PlayerAction, Table};
use tengen_rules::{Point, SplitMix64};
use tengen_scripts::{Script, ScriptedGame};
use tengen_store::{Db, Expected, GAMES_FILE, Store};
use tokio::runtime::Runtime;

use disk::{Disk, Fault, Op, after_power_cut};

const ID: &str = "game";
const NOW: u64 = 2_000_000_000_000;

/// The capture game, as it stood after everything that was done in it.
fn tables() -> Vec<Table> {
    let tables: RefCell<Vec<Table>> = RefCell::default();
    let remember = |game: &ScriptedGame| {
        let mut tables = tables.borrow_mut();
        if tables.last().is_none_or(|last| last.seq() < game.table().seq()) {
            tables.push(game.table().clone());
        }
        game.look()
    };
    ScriptedGame::replay(&Script::capture_game(), remember).unwrap();
    let tables = tables.into_inner();
    assert!(tables.len() > 10, "the script is a whole game");
    tables
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().build().unwrap()
}

/// Keeps the game after every move, as the server does; gives the last number that was told.
fn play(runtime: &Runtime, folder: &TempDir, tables: &[Table], disk: &Disk) -> Option<u64> {
    let (store, _) = Store::open(&folder.path().join(GAMES_FILE));
    // Whoever is told that nothing reaches the disk is told nothing else.
    let is_kept = !store.is_in_memory();
    let mut told = None;
    for table in tables {
        let expected = told.map_or(Expected::Nothing, Expected::Seq);
        let saved = runtime.block_on(store.save_game(ID, table, expected, &[]));
        if saved.is_ok() && is_kept {
            told = Some(table.seq());
            disk.see_mark(folder.path());
            disk.told(table.seq());
        }
    }
    told
}

/// What is found later is the game as it was told, or as it was when something after that failed.
fn check(folder: &TempDir, tables: &[Table], told: Option<u64>, what: &str) -> Vec<Notice> {
    let (db, notices) = Db::open(&folder.path().join(GAMES_FILE));
    let found = db.load_game(ID, NOW).unwrap_or_else(|error| panic!("{what}: {error}"));
    let seq = found.as_ref().map(Table::seq);
    assert!(seq >= told, "{what}: told {told:?}, found {seq:?}, {notices:?}");
    if let Some(found) = found {
        let same = tables.iter().find(|table| table.seq() == found.seq()).unwrap();
        assert_eq!(format!("{:?}", found.history()), format!("{:?}", same.history()), "{what}");
    }
    notices
}

/// Sweeps faults over the game, `step` apart.
fn sweep(step: usize) {
    let (disk, runtime, tables) = (Disk::new(), runtime(), tables());
    let folder = TempDir::new().unwrap();
    disk.mind(folder.path(), None);
    let told = play(&runtime, &folder, &tables, &disk);
    let (ops, n_allocations) = disk.heal();
    assert_eq!(told, tables.last().map(Table::seq));
    check(&folder, &tables, told, "without a fault");
    let n_ops = ops.iter().filter(|op| !matches!(op, Op::Told(_))).count() as u32;
    assert!(n_ops as usize > 2 * tables.len(), "every save is written and synced");
    let ops = (1..=n_ops).step_by(step).flat_map(|n| [Fault::Once(n), Fault::From(n)]);
    // There are many more allocations than writes; those of opening are swept one by one elsewhere.
    let memory = (1..=n_allocations).step_by(step * 23);
    let memory = memory.flat_map(|n| [Fault::Memory(n), Fault::MemoryFrom(n)]);
    for fault in ops.chain(memory) {
        let folder = TempDir::new().unwrap();
        disk.mind(folder.path(), Some(fault));
        let told = play(&runtime, &folder, &tables, &disk);
        disk.mind(folder.path(), None);
        check(&folder, &tables, told, &format!("{fault:?}"));
    }
}

#[test]
fn a_disk_that_fails_at_any_moment_loses_nothing_that_was_told() {
    sweep(5);
}

#[test]
#[ignore = "deep: every write, sync and allocation of the game"]
fn deep_a_disk_that_fails_at_every_moment_loses_nothing_that_was_told() {
    sweep(1);
}

/// Cuts the power after so many of the things that reached the disk, `step` apart, in some ways each.
fn cut(step: usize, n_ways: u64) {
    let (disk, runtime, tables) = (Disk::new(), runtime(), tables());
    let folder = TempDir::new().unwrap();
    disk.mind(folder.path(), None);
    play(&runtime, &folder, &tables, &disk);
    let (ops, _) = disk.heal();
    let (mut n_told, mut n_marked) = (BTreeSet::new(), 0);
    for n in (0..=ops.len()).step_by(step) {
        let told = ops[..n].iter().rev().find_map(|op| match op {
            Op::Told(seq) => Some(*seq),
            _ => None,
        });
        n_told.insert(told);
        for way in 0..n_ways {
            let folder = TempDir::new().unwrap();
            after_power_cut(&ops[..n], folder.path(), &mut SplitMix64::new(way));
            disk.mind(folder.path(), None);
            let what = format!("after {n} of {} in way {way}", ops.len());
            let notices = check(&folder, &tables, told, &what);
            assert_eq!(notices, [], "{what}: a power cut is no damage");
            n_marked += u32::from(folder.path().join(format!("{GAMES_FILE}-mark")).exists());
        }
    }
    assert!(n_marked > 2, "some marks reached the disk");
    assert!(n_told.len() > 2, "the power was cut at different moments of the game");
}

#[test]
fn a_power_cut_loses_nothing_that_was_told() {
    cut(3, 3);
}

#[test]
#[ignore = "deep: a cut after every single write, in forty ways"]
fn deep_a_power_cut_at_every_moment_loses_nothing_that_was_told() {
    cut(1, 40);
}

/// Another game each.
fn small_game(n: u8) -> Table {
    let second = Some(Occupant::person());
    let spec = NewGameSpec { second, ..NewGameSpec::default() };
    let mut table = Table::new(spec, false, 0).unwrap();
    table.act(&PlayerAction::Play(Point::new(n % 15, n / 15)), 0).unwrap();
    table
}

#[test]
fn saves_that_wait_for_the_disk_share_one_sync() {
    const N_GAMES: usize = 200;
    let (disk, runtime) = (Disk::new(), runtime());
    let folder = TempDir::new().unwrap();
    let (store, _) = Store::open(&folder.path().join("other.db"));
    drop(store);
    disk.mind(folder.path(), None);
    let (store, _) = Store::open(&folder.path().join(GAMES_FILE));
    disk.heal();
    disk.mind(folder.path(), None);
    let games: Vec<Table> = (0..N_GAMES).map(|n| small_game(n as u8)).collect();
    // The writer is busy until all are ordered, however fast the disk is.
    let (all_ordered, go_on) = std::sync::mpsc::channel();
    store.read_then(move |_| Ok(go_on.recv().is_ok()), drop);
    let mut results = Vec::new();
    for (n, game) in games.iter().enumerate() {
        let (answer, result) = std::sync::mpsc::channel();
        let (id, game) = (format!("game{n}"), game.clone());
        let name = id.clone();
        store.write_then(
            &id,
            move |db| db.save_game(&name, &game, Expected::Nothing),
            move |saved| answer.send(saved).unwrap(),
        );
        results.push(result);
    }
    all_ordered.send(()).unwrap();
    for result in results {
        result.recv().unwrap().unwrap();
    }
    let (ops, _) = disk.heal();
    let n_syncs = ops.iter().filter(|op| matches!(op, Op::Sync { .. })).count();
    // Two transactions: what came before the writer looked, and the rest.
    assert!((1..=8).contains(&n_syncs), "{n_syncs} syncs for {N_GAMES} games");
    let one = runtime.block_on(store.save_game("alone", &games[0], Expected::Nothing, &[]));
    one.unwrap();
}
