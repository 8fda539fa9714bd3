//! What the addresses answer, with real opponents.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::worker::Browser;

const LIVE: u64 = 1;
const WORK: u64 = 2;

fn person() -> Value {
    json!({ "type": "human", "name": null })
}

fn opponent(name: &str) -> Value {
    json!({ "type": "ai", "opponent": name })
}

fn create(browser: &mut Browser, wish: &Value) -> String {
    let (status, created) = browser.request("POST", "/games", wish);
    assert_eq!(status, 201, "{created}");
    created["id"].as_str().unwrap().to_owned()
}

fn play(browser: &mut Browser, id: &str, point: &str) -> (u64, Value) {
    let action = json!({ "request": 1, "action": { "type": "play", "point": point } });
    browser.request("POST", &format!("/games/{id}/actions"), &action)
}

#[test]
fn a_game_against_the_engine_is_played_explained_kept_and_exported() {
    let mut browser = Browser::new(BTreeMap::new(), None);
    let rungs = browser.get("/catalogue");
    assert!(rungs["opponents"].as_array().is_some_and(|it| it.len() > 5), "{rungs}");
    let wish = json!({ "rule": "freestyle", "size": 15, "first": person(),
        "second": { "type": "ai", "opponent": "champion", "nodes": 500 } });
    let id = create(&mut browser, &wish);
    browser.open(LIVE, &format!("/games/{id}/live"));
    let (status, _) = play(&mut browser, &id, "h8");
    assert_eq!(status, 200);
    let game = browser.get(&format!("/games/{id}"));
    assert_eq!(game["moves"].as_array().unwrap().len(), 2, "the engine has answered");
    assert!(browser.over(LIVE).iter().any(|message| message["type"] == "update"));

    // Refusals have the words and the numbers of the program.
    let (status, refused) = play(&mut browser, &id, "h8");
    assert_eq!(status, 409, "{refused}");
    let (status, _) = browser.request("GET", "/games/nosuchgame", &Value::Null);
    assert_eq!(status, 404);

    let reasoning = browser.get(&format!("/games/{id}/reasoning/2"));
    assert_eq!(reasoning["ply"], 2, "{reasoning}");
    let exported = browser.get(&format!("/games/{id}/export?format=sgf"));
    let text = exported["content"]["text"].as_str().unwrap();
    assert!(text.contains("B[hh]"), "{text}");

    // A second browser finds everything in the rows.
    let mut again = Browser::new(browser.rows.clone(), None);
    let page = again.get("/games?limit=5");
    assert_eq!(page["total"], 1);
    assert_eq!(again.get(&format!("/games/{id}"))["moves"], game["moves"]);
    assert_eq!(again.get(&format!("/games/{id}/reasoning/2")), reasoning);
    let (status, _) = again.request("DELETE", &format!("/games/{id}"), &Value::Null);
    assert_eq!(status, 204);
    assert!(again.rows.is_empty(), "{:?}", again.rows.keys());
}

#[test]
fn a_row_that_was_changed_is_never_shown() {
    let mut browser = Browser::new(BTreeMap::new(), None);
    let id = create(&mut browser, &json!({ "first": person(), "second": person() }));
    play(&mut browser, &id, "h8");
    let (key, value) = browser.rows.iter().next().unwrap();
    let damaged = value.replace("h8", "h9").replace("H8", "H9");
    assert_ne!(&damaged, value);
    let mut again = Browser::new(BTreeMap::from([(key.clone(), damaged)]), None);
    let (status, body) = again.request("GET", &format!("/games/{id}"), &Value::Null);
    assert_eq!(status, 422, "{body}");
}

#[test]
fn a_move_that_cannot_be_kept_is_told_with_a_warning() {
    let mut browser = Browser::new(BTreeMap::new(), None);
    let id = create(&mut browser, &json!({ "first": person(), "second": person() }));
    browser.open(LIVE, &format!("/games/{id}/live"));
    browser.full = Some("QuotaExceededError: the disk is full".to_owned());
    let wish = json!({ "request": 1, "action": { "type": "play", "point": "h8" } });
    browser.send(LIVE, &wish);
    let heard = browser.over(LIVE);
    let done = heard.iter().find(|message| message["type"] == "done").unwrap();
    assert!(done["notice"]["text"].as_str().unwrap().contains("disk is full"), "{done}");
    let (status, _) = browser.request(
        "PUT",
        "/settings",
        &json!({ "threads": 1, "hash_mib": 16,
        "adapt": true, "language": null, "page": {} }),
    );
    assert_eq!(status, 507);
}

#[test]
fn a_move_is_kept_before_anybody_is_told() {
    let mut browser = Browser::new(BTreeMap::new(), None);
    let id = create(&mut browser, &json!({ "first": person(), "second": person() }));
    browser.open(LIVE, &format!("/games/{id}/live"));
    let before = browser.rows.clone();
    let wish = json!({ "request": 1, "action": { "type": "play", "point": "h8" } });
    browser.send(LIVE, &wish);
    assert_ne!(browser.rows, before);
    let told = browser.over(LIVE);
    assert_eq!(told.last().unwrap()["type"], "done", "the update comes first: {told:?}");
}

#[test]
fn an_analysis_with_three_lines_a_proof_that_is_walked_and_a_review() {
    let mut browser = Browser::new(BTreeMap::new(), None);
    browser.open(WORK, "/work");
    let moves = |names: &str| {
        let moves: Vec<&str> = names.split(' ').collect();
        json!({ "type": "moves", "rule": "freestyle", "size": 15, "moves": moves })
    };
    let analyze = json!({ "job": 1, "task": { "type": "analyze", "lines": 3, "depth": 4,
        "position": moves("h8 h9 j9") } });
    browser.send(WORK, &analyze);
    let heard = browser.over(WORK);
    let thinking = heard.iter().rev().find(|it| it["says"]["type"] == "thinking").unwrap();
    assert_eq!(thinking["says"]["thinking"]["lines"].as_array().unwrap().len(), 3);
    assert_eq!(heard.last().unwrap()["says"]["type"], "ended");

    let solve = json!({ "job": 2, "task": { "type": "solve", "kind": "any",
        "position": moves("h8 a1 i8 a3 j8 a5") } });
    browser.send(WORK, &solve);
    let heard = browser.over(WORK);
    let proof = heard.iter().find(|it| it["says"]["type"] == "proof").unwrap();
    assert_eq!(proof["job"], 2, "{proof}");
    browser.send(WORK, &json!({ "job": 2, "task": { "type": "walk", "replies": [] } }));
    let heard = browser.over(WORK);
    assert_eq!(heard.last().unwrap()["says"]["type"], "step", "{:?}", heard.last());

    let review = json!({ "job": 3, "task": { "type": "review", "time_ms": 10,
        "position": moves("h8 a1 i8 a3 j8 a5 k8") } });
    browser.send(WORK, &review);
    let heard = browser.over(WORK);
    assert!(heard.iter().any(|it| it["job"] == 3 && it["says"]["type"] == "review"));
    assert_eq!(heard.last().unwrap()["says"]["type"], "ended");
}

#[test]
fn a_thinker_that_is_ended_after_a_stop_leaves_the_move_it_had_found() {
    let mut browser = Browser::new(BTreeMap::new(), None);
    let wish = json!({ "rule": "freestyle", "size": 15, "first": person(),
        "second": opponent("champion") });
    let id = create(&mut browser, &wish);
    browser.open(LIVE, &format!("/games/{id}/live"));
    browser.thinks = false;
    browser.asked.clear();
    play(&mut browser, &id, "h8");
    let (thinker, job) = browser.asked.pop_front().expect("the engine is asked");
    assert_eq!(job["kind"], "decide");
    // The thinker has come this far when it is told to stop, and is ended.
    let thought = json!({ "version": 3, "size": 15, "ply": 2, "player": "", "color": "white",
        "units": "engine", "why": [], "thinking": { "stage": "search", "elapsed_ms": 5, "depth": 3,
        "deepest": 4, "score": 10, "nodes": 100, "nodes_per_second": 1, "table_permille": 0,
        "lines": [{ "moves": ["i9"], "score": 10, "depth": 3 }] } });
    let data = json!({ "type": "progress", "thought": thought.to_string() });
    browser.tell(&json!({ "type": "thinker", "thinker": thinker, "data": data }));
    let now = json!({ "request": 7, "action": { "type": "move_now" } });
    browser.send(LIVE, &now);
    assert_eq!(browser.stopped, [thinker]);
    browser.tell(&json!({ "type": "lost", "thinker": thinker }));
    let game = browser.get(&format!("/games/{id}"));
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2, "{moves:?}");
    assert_eq!(moves[1]["point"], "I9");
}

#[test]
fn a_thinker_that_fails_again_and_again_does_not_end_the_game() {
    let mut browser = Browser::new(BTreeMap::new(), None);
    let wish = json!({ "rule": "freestyle", "size": 15, "first": person(),
        "second": opponent("champion") });
    let id = create(&mut browser, &wish);
    browser.thinks = false;
    browser.asked.clear();
    play(&mut browser, &id, "h8");
    for _ in 0..10 {
        let Some((thinker, _)) = browser.asked.pop_front() else { break };
        browser.tell(&json!({ "type": "lost", "thinker": thinker }));
    }
    let game = browser.get(&format!("/games/{id}"));
    assert_eq!(game["moves"].as_array().unwrap().len(), 2, "something legal was played");
}

#[test]
fn an_import_is_kept_and_read_again() {
    let mut browser = Browser::new(BTreeMap::new(), None);
    let sgf = "(;GM[4]FF[4]SZ[15];B[hh];W[hg](;B[ii])(;B[gi]))";
    let wish =
        json!({ "content": { "type": "text", "text": sgf }, "name": "two.sgf", "keep": true });
    let (status, imported) = browser.request("POST", "/import", &wish);
    assert_eq!(status, 200, "{imported}");
    let id = imported["records"][0]["id"].as_str().unwrap().to_owned();
    let mut again = Browser::new(browser.rows.clone(), None);
    let analysis = again.get(&format!("/analyses/{id}"));
    assert_eq!(analysis["title"], "two.sgf");
    assert_eq!(analysis["record"]["nodes"].as_array().unwrap().len(), 5, "{analysis}");
}
