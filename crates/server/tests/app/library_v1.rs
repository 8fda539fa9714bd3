//! A library that version 0.1.0 has made (`tests/data/library-v1`): the page is told the same as by
//! that version, in every answer.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::TestServer;

fn folder_of_first_version() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/library-v1")
}

/// What version 0.1.0 answered.
fn answers() -> Value {
    let text = std::fs::read_to_string(folder_of_first_version().join("expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A server on a copy of the library.
async fn server() -> TestServer {
    let folder = Arc::new(TempDir::new().unwrap());
    let copy = folder.path().join("games.db");
    std::fs::copy(folder_of_first_version().join("games.db"), copy).unwrap();
    let server = TestServer::in_folder(folder).await;
    assert_eq!(server.get("/hello").await["notices"], json!([]));
    server
}

/// Lists where two answers differ, with both values; what is on one side only is null on the other.
fn differences(said: &Value, expected: &Value, place: &str, found: &mut Vec<String>) {
    match (said, expected) {
        (Value::Object(said), Value::Object(expected)) => {
            let mut names: Vec<&String> = said.keys().chain(expected.keys()).collect();
            names.sort();
            names.dedup();
            for name in names {
                let at = format!("{place}/{name}");
                match (said.get(name), expected.get(name)) {
                    (Some(said), Some(expected)) => differences(said, expected, &at, found),
                    (said, expected) => found.push(format!("{at}: {said:?}, not {expected:?}")),
                }
            }
        }
        (Value::Array(said), Value::Array(expected)) if said.len() == expected.len() => {
            for (i, (said, expected)) in said.iter().zip(expected).enumerate() {
                differences(said, expected, &format!("{place}/{i}"), found);
            }
        }
        _ if said == expected => {}
        _ => found.push(format!("{place}: {said}, not {expected}")),
    }
}

/// Takes a value out of an answer.
fn take(answer: &mut Value, pointer: &str) -> Option<Value> {
    let (object, name) = pointer.rsplit_once('/')?;
    answer.pointer_mut(object)?.as_object_mut()?.remove(name)
}

/// Takes out what may differ between two snapshots of a game: what depends on the moment of asking,
/// and what version 0.1.0 did not tell yet. Everything else has to be the same.
fn take_out_what_may_differ(said: &mut Value, expected: &mut Value) {
    let legal = take(said, "/position/legal").expect("every position says what is legal");
    assert!(legal.is_array() || legal.is_null());
    for seat in ["first", "second"] {
        let limits = take(said, &format!("/{seat}/limits")).expect("every seat tells its limits");
        assert!(limits.is_object() || limits.is_null());
    }
    if expected["outcome"]["reason"] == "timeout" {
        // Version 0.1.0 still showed what the loser had before the move that was never made.
        let loser = if expected["outcome"]["winner"] == expected["first"]["color"] {
            "second"
        } else {
            "first"
        };
        assert_eq!(take(said, &format!("/{loser}/clock/main_ms")), Some(json!(0)));
        assert!(take(expected, &format!("/{loser}/clock/main_ms")).is_some());
    }
    for answer in [said, expected] {
        assert!(take(answer, "/now").is_some_and(|now| now.is_u64()));
        for seat in ["first", "second"] {
            // How long an opponent may think is a habit of the ladder of today.
            drop(take(answer, &format!("/{seat}/timer/limit_ms")));
            drop(take(answer, &format!("/{seat}/timer/usual_ms")));
            if answer["turn"] == seat {
                let passing = take(answer, &format!("/{seat}/timer/current_ms"));
                assert!(passing.is_some_and(|time| time.is_u64()));
            }
            if answer[seat]["clock"]["is_running"] == true {
                let left = take(answer, &format!("/{seat}/clock/main_ms"));
                assert!(left.is_some_and(|time| time.is_u64()));
            }
        }
    }
}

#[tokio::test]
async fn the_page_is_told_the_same_about_every_game() {
    let (server, answers) = (server().await, answers());
    let mut found = Vec::new();
    for (id, expected) in answers["games"].as_object().unwrap() {
        let mut snapshot = server.get(&format!("/games/{id}")).await;
        let mut expected_snapshot = expected["snapshot"].clone();
        take_out_what_may_differ(&mut snapshot, &mut expected_snapshot);
        differences(&snapshot, &expected_snapshot, &format!("{id}/snapshot"), &mut found);
        let record = server.get(&format!("/games/{id}/record")).await;
        differences(&record, &expected["record"], &format!("{id}/record"), &mut found);
        for (format, expected) in expected["export"].as_object().unwrap() {
            let exported = server.get(&format!("/games/{id}/export?format={format}")).await;
            differences(&exported, expected, &format!("{id}/export/{format}"), &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[tokio::test]
async fn the_page_is_told_the_same_about_every_thought() {
    let (server, answers) = (server().await, answers());
    let mut found = Vec::new();
    for (id, expected) in answers["games"].as_object().unwrap() {
        for (ply, expected) in expected["reasoning"].as_object().unwrap() {
            let path = format!("/games/{id}/reasoning/{ply}");
            let mut thought = server.get(&path).await;
            // Version 0.1.0 did not tell the percentage of an evaluation yet.
            drop(take(&mut thought, "/survey/evaluation/win_permille"));
            // Nor the tree as it grows, which a finished thought does not have.
            assert_eq!(take(&mut thought, "/thinking/tree"), Some(Value::Null));
            differences(&thought, &expected["reasoning"], &path, &mut found);
            let tree = format!("{path}/tree");
            differences(&server.get(&tree).await, &expected["tree"], &tree, &mut found);
            let Some(below) = expected.get("tree_below") else { continue };
            let parent = below["path"][0].as_str().unwrap();
            let level = format!("{tree}?path={parent}");
            differences(&server.get(&level).await, below, &level, &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[tokio::test]
async fn the_page_is_told_the_same_about_the_rest() {
    let (server, answers) = (server().await, answers());
    let mut found = Vec::new();
    for (id, expected) in answers["analyses"].as_object().unwrap() {
        let path = format!("/analyses/{id}");
        differences(&server.get(&path).await, expected, &path, &mut found);
    }
    for (path, name) in [("/games?limit=200", "library"), ("/settings", "settings")] {
        differences(&server.get(path).await, &answers[name], path, &mut found);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
