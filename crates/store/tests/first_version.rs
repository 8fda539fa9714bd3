//! A library that version 0.1.0 has made (`tests/data/library-v1`): it opens, is migrated, and says
//! the same. What the page is told about it is compared by the tests of the server.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tengen_game::{Notice, Table, move_name};
use tengen_players::Thought;
use tengen_rules::{Move, Seat};
use tengen_store::{Db, Entry, EntryKind, Query};

use crate::support::{Library, NOW, Place, first_version_answers, keep, keep_analysis};

/// The game in which an opponent's move was taken back, and the number of that move.
const TAKEN_BACK: (&str, u32) = ("c2dj29vbkh", 6);

fn entry_answer(entry: &Entry) -> Value {
    json!({
        "id": entry.id,
        "kind": match entry.kind { EntryKind::Game => "game", EntryKind::Analysis => "analysis" },
        "title": entry.title,
        "rule": entry.rule,
        "size": entry.size,
        "opening": entry.opening,
        "black": entry.black,
        "white": entry.white,
        "result": entry.result,
        "n_moves": entry.n_moves,
        "created_at": entry.created_at,
        "updated_at": entry.updated_at,
        "stones": { "black": entry.stones.black, "white": entry.stones.white },
    })
}

#[test]
fn it_opens_without_a_notice_and_lists_the_same_entries() {
    let library = Library::of_first_version();
    let page = library.open().list(&Query { limit: Some(200), ..Query::default() }).unwrap();
    let entries: Vec<Value> = page.entries.iter().map(entry_answer).collect();
    let said = json!({ "entries": entries, "total": page.total });
    assert_eq!(said, first_version_answers()["library"]);
}

#[test]
fn its_games_and_analyses_become_documents_of_version_3_and_its_thoughts_stay() {
    let library = Library::of_first_version();
    let before = library.documents();
    assert_eq!(library.user_version(), 0, "the first version did not number its files");
    drop(library.open());
    assert_eq!(library.user_version(), 3);
    let after = library.documents();
    assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
    for (place, text) in &after {
        match place {
            Place::Entry(id) => assert_eq!(Library::version_of(text), Some(3), "{id}"),
            Place::Thought(..) | Place::Settings => assert_eq!(text, &before[place], "{place:?}"),
        }
    }
}

#[test]
fn opening_it_a_second_time_changes_nothing() {
    let library = Library::of_first_version();
    drop(library.open());
    let (documents, version) = (library.documents(), library.user_version());
    drop(library.open());
    assert_eq!((library.documents(), library.user_version()), (documents, version));
}

#[test]
fn migrated_documents_are_what_is_written_for_their_games() {
    let library = Library::of_first_version();
    let db = library.open();
    let migrated = library.documents();
    for place in migrated.keys() {
        let Place::Entry(id) = place else { continue };
        if let Some(table) = db.load_game(id, NOW).unwrap() {
            keep(&db, id, &table).unwrap();
        } else {
            let analysis = db.load_analysis(id).unwrap().unwrap();
            keep_analysis(&db, id, &analysis).unwrap();
        }
    }
    assert_eq!(library.documents(), migrated);
}

/// The games by their ids, with what the first version said about them.
fn games(db: &Db) -> BTreeMap<String, (Table, Value)> {
    let answers = first_version_answers();
    let games = answers["games"].as_object().unwrap();
    let game = |(id, said): (&String, &Value)| {
        let table = db.load_game(id, NOW).unwrap().unwrap();
        (id.clone(), (table, said.clone()))
    };
    games.iter().map(game).collect()
}

#[test]
fn every_game_is_taken_up_where_it_was_left() {
    let library = Library::of_first_version();
    for (id, (table, said)) in games(&library.open()) {
        let size = table.game().size();
        let turns = table.game().turns().iter();
        let moves: Vec<String> = turns.map(|turn| move_name(size, turn.mv)).collect();
        let snapshot = &said["snapshot"];
        let expected: Vec<&str> = snapshot["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| mv["point"].as_str().unwrap_or("pass"))
            .collect();
        assert_eq!(moves, expected, "{id}");
        assert_eq!(table.history().title, snapshot["title"], "{id}");
        assert_eq!(table.seq(), snapshot["seq"], "{id}");
        assert_eq!(table.is_over(), snapshot["phase"] == "over", "{id}");
    }
}

/// Checks a thought against the position it was about; gives who thought.
fn check_thought(table: &Table, thought: &Thought, said: &Value) -> Option<Seat> {
    let (position, seat) = table.before_move(thought.ply).unwrap();
    assert_eq!(position.turns().len() as u32 + 1, thought.ply);
    assert_eq!(position.to_move(), thought.color);
    let Some(Move::Place(choice)) = thought.choice else { panic!("a stone was chosen") };
    assert!(position.is_legal(choice));
    assert_eq!(move_name(position.size(), Move::Place(choice)), said["reasoning"]["choice"]);
    let candidates = thought.thinking.candidates.iter().map(|it| it.candidate.point);
    let roots = thought.tree.iter().map(|node| node.point);
    for point in candidates.chain(roots) {
        assert!(position.is_legal(point), "{point:?}");
    }
    let n_candidates = said["reasoning"]["thinking"]["candidates"].as_array().unwrap().len();
    assert_eq!(thought.thinking.candidates.len(), n_candidates);
    assert_eq!(thought.tree.len(), said["tree"]["nodes"].as_array().unwrap().len());
    seat
}

#[test]
fn its_thoughts_are_read_with_the_points_of_their_positions() {
    let library = Library::of_first_version();
    let db = library.open();
    let mut n_thoughts = 0;
    for (id, (table, said)) in games(&db) {
        for (ply, said) in said["reasoning"].as_object().unwrap() {
            let ply = ply.parse().unwrap();
            let thought = db.load_thought(&id, ply).unwrap().unwrap();
            assert_eq!(thought.ply, ply);
            let seat = check_thought(&table, &thought, said);
            assert!(table.occupant(seat.unwrap()).is_opponent(), "{id} {ply}");
            n_thoughts += 1;
        }
    }
    assert_eq!(n_thoughts, 6);
}

#[test]
fn a_thought_whose_move_was_taken_back_is_still_there() {
    let library = Library::of_first_version();
    let db = library.open();
    let (id, ply) = TAKEN_BACK;
    let table = db.load_game(id, NOW).unwrap().unwrap();
    assert!(table.game().turns().len() < ply as usize && !table.history().undone.is_empty());
    let thought = db.load_thought(id, ply).unwrap().unwrap();
    let said = &first_version_answers()["games"][id]["reasoning"][ply.to_string()];
    assert_eq!(check_thought(&table, &thought, said), Some(Seat::Second));
    // The thought of this version takes the place of the earlier one and is the same.
    db.save_thought(id, table.game().size(), &thought).unwrap();
    let text = library.document(&Place::Thought(id.to_owned(), ply));
    assert_eq!(Library::version_of(&text), Some(3));
    assert_eq!(db.load_thought(id, ply).unwrap(), Some(thought));
}

#[test]
fn its_notices_keep_their_facts() {
    let library = Library::of_first_version();
    let place = Place::Entry(TAKEN_BACK.0.to_owned());
    let mut document: Value = serde_json::from_str(&library.document(&place)).unwrap();
    let notice = |code: &str, text: &str| json!({ "level": "warning", "code": code, "text": text, "way_out": "Some way." });
    document["notices"] = json!([
        notice(
            "opponent_failed",
            "The opponent's program failed and was started again; the game goes on.",
        ),
        notice(
            "opponent_failed",
            "The opponent's program failed twice, so a simple move was played instead.",
        ),
        notice(
            "memory_short",
            "There is little memory: the engine remembers positions in 16 MiB instead of 64. It \
             goes on all the same.",
        ),
    ]);
    library.set_document(&place, &document.to_string());
    let table = library.open().load_game(TAKEN_BACK.0, NOW).unwrap().unwrap();
    let notices = [
        Notice::OpponentFailed { times: 1 },
        Notice::OpponentFailed { times: 2 },
        Notice::MemoryShort { wanted_mib: 64, got_mib: 16 },
    ];
    assert_eq!(table.history().notices, notices);
    for (notice, old) in notices.iter().zip(document["notices"].as_array().unwrap()) {
        assert_eq!(notice.text(), old["text"]);
    }
}
