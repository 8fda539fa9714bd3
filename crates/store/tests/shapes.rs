//! What a document of this version looks like. A file in `golden` that no longer fits means that
//! the shape has changed: that needs a new version, and this one has to be read as an earlier one.

use serde_json::Value;
use tengen_game::{ClockSpec, NewGameSpec, Occupant, PlayerAction, Table};
use tengen_players::{Stage, Thinking, Thought, Units};
use tengen_store::Db;

use crate::samples;
use crate::support::{Library, NOW, Place, keep, keep_analysis};

const ID: &str = "sample";

/// Compares a document with its golden text, and puts the golden text in its place.
fn pin(library: &Library, place: &Place, name: &str, golden: &str) {
    let written: Value = serde_json::from_str(&library.document(place)).unwrap();
    let golden: Value = serde_json::from_str(golden).unwrap();
    assert!(
        written == golden,
        "{name} has another shape now, which needs a new version:\n{}",
        serde_json::to_string_pretty(&written).unwrap()
    );
    library.set_document(place, &golden.to_string());
}

/// Keeps something, pins its document, and opens the file with the golden text in it.
macro_rules! pinned {
    ($place:expr, $name:literal, $keep:expr) => {{
        let library = Library::new();
        $keep(&library.open());
        pin(&library, &$place, $name, include_str!(concat!("golden/", $name)));
        library.open()
    }};
}

fn entry() -> Place {
    Place::Entry(ID.to_owned())
}

fn keep_game(table: &Table) -> impl Fn(&Db) + '_ {
    |db| keep(db, ID, table).unwrap()
}

fn assert_kept(db: &Db, table: &Table) {
    let read = db.load_game(ID, NOW).unwrap().unwrap();
    assert_eq!(format!("{:?}", read.history()), format!("{:?}", table.history()));
}

#[test]
fn a_game_has_the_shape_of_version_3() {
    let table = samples::from_a_position();
    assert_kept(&pinned!(entry(), "game-from-a-position.json", keep_game(&table)), &table);
    let table = samples::against_an_opponent();
    assert_kept(&pinned!(entry(), "game-against-an-opponent.json", keep_game(&table)), &table);
    let table = samples::with_two_more_stones();
    assert_kept(&pinned!(entry(), "game-with-two-more-stones.json", keep_game(&table)), &table);
    let table = samples::with_offers();
    assert_kept(&pinned!(entry(), "game-with-offers.json", keep_game(&table)), &table);
    let table = samples::with_ten_offers();
    assert_kept(&pinned!(entry(), "game-with-ten-offers.json", keep_game(&table)), &table);
}

/// Keeps a thought, with the game it belongs to.
fn keep_thought(thought: &Thought) -> impl Fn(&Db) + '_ {
    |db| {
        keep(db, ID, &samples::against_an_opponent()).unwrap();
        db.save_thought(ID, samples::SIZE, thought).unwrap();
    }
}

#[test]
fn a_thought_has_the_shape_of_version_3() {
    let thought = samples::thought();
    let place = Place::Thought(ID.to_owned(), thought.ply);
    let db = pinned!(place, "thought.json", keep_thought(&thought));
    assert_eq!(db.load_thought(ID, thought.ply).unwrap(), Some(thought));
}

#[test]
fn the_stages_of_a_thought_have_their_names() {
    let library = Library::new();
    let db = library.open();
    for (stage, name) in [
        (Stage::Waiting, "waiting"),
        (Stage::Search, "search"),
        (Stage::Opening, "opening"),
        (Stage::Vcf, "vcf"),
        (Stage::Vct, "vct"),
    ] {
        let sample = samples::thought();
        let thinking = Thinking { stage, ..sample.thinking };
        let thought = Thought { thinking, ..sample };
        keep_thought(&thought)(&db);
        let text = library.document(&Place::Thought(ID.to_owned(), thought.ply));
        let written: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(written["thinking"]["stage"], name);
        assert_eq!(db.load_thought(ID, thought.ply).unwrap(), Some(thought));
    }
}

#[test]
fn the_units_of_a_thought_have_their_names() {
    let library = Library::new();
    let db = library.open();
    for (units, name) in [(Units::Engine, "engine"), (Units::Own, "own")] {
        let thought = Thought { units, ..samples::thought() };
        keep_thought(&thought)(&db);
        let text = library.document(&Place::Thought(ID.to_owned(), thought.ply));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["units"], name);
        assert_eq!(db.load_thought(ID, thought.ply).unwrap().unwrap().units, units);
    }
}

#[test]
fn an_analysis_has_the_shape_of_version_3() {
    let analysis = samples::analysis();
    let keep = |db: &Db| keep_analysis(db, ID, &analysis).unwrap();
    let db = pinned!(entry(), "analysis.json", keep);
    let read = db.load_analysis(ID).unwrap().unwrap();
    assert_eq!((read.title, read.record), (analysis.title, analysis.record));
}

#[test]
fn the_settings_have_the_shape_of_version_3() {
    let settings = samples::settings();
    let keep = |db: &Db| db.set_settings(&settings).unwrap();
    let db = pinned!(Place::Settings, "settings.json", keep);
    assert_eq!(db.settings(), settings);
}

#[test]
fn settings_that_say_little_have_defaults_for_the_rest() {
    let library = Library::new();
    library.open().set_settings(&samples::settings()).unwrap();
    // The first version wrote no number, and what was missing had its default.
    library.set_document(&Place::Settings, r#"{"language":"fr"}"#);
    let settings = library.open().settings();
    let expected = tengen_store::Settings {
        language: Some("fr".to_owned()),
        ..tengen_store::Settings::default()
    };
    assert_eq!(settings, expected);
}

#[test]
fn documents_of_version_2_say_the_same() {
    let library = Library::new();
    let db = library.open();
    let (table, thought) = (samples::against_an_opponent(), samples::thought());
    keep_thought(&thought)(&db);
    for (place, text) in library.documents() {
        let mut document: Value = serde_json::from_str(&text).unwrap();
        document["version"] = 2.into();
        library.set_document(&place, &document.to_string());
    }
    assert_kept(&db, &table);
    assert_eq!(db.load_thought(ID, thought.ply).unwrap(), Some(thought));
}

#[test]
fn a_pause_is_kept_and_the_clock_stands_still_meanwhile() {
    let clock = ClockSpec { main_ms: 60_000, ..ClockSpec::default() };
    let people = Some(Occupant::person());
    let spec = NewGameSpec { second: people, clock: Some(clock), ..NewGameSpec::default() };
    let mut table = Table::new(spec, false, 0).unwrap();
    table.act(&PlayerAction::Pause, 10_000).unwrap();
    let library = Library::new();
    let db = library.open();
    keep(&db, ID, &table).unwrap();
    let mut table = db.load_game(ID, NOW).unwrap().unwrap();
    let left = |table: &Table, now| table.clock_of(table.turn().unwrap(), now).unwrap().main_ms();
    assert!(table.is_paused());
    assert_eq!(left(&table, NOW + 999_999), 50_000);
    table.act(&PlayerAction::Resume, NOW).unwrap();
    assert_eq!(left(&table, NOW + 1_000), 49_000);
    assert!(!table.is_paused());
}
