//! Days on which something breaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use tempfile::TempDir;
use tengen_game::PlayerAction;
use tengen_players::SearchHandle;
use tengen_players::pool::{Job, JobResult, LadderThinker, Thinker};
use tengen_rules::Rule;
use tengen_store::{Db, Expected};

use crate::client::{TestServer, against, hotseat, play, sound_thinker};

#[tokio::test]
async fn games_survive_a_restart() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("ninuki42")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    for point in ["J10", "K10", "A1", "L10", "M10"] {
        page.act(play(point)).await;
    }
    let before = server.get(&format!("/games/{id}")).await;
    let again = TestServer::in_folder(Arc::clone(&server.folder)).await;
    let after = again.get(&format!("/games/{id}")).await;
    assert_eq!(after["position"], before["position"]);
    assert_eq!(after["seq"], before["seq"]);
    assert_eq!(after["position"]["captured"]["black"], 2);
}

#[tokio::test]
async fn a_damaged_file_is_put_aside_and_the_user_told() {
    let folder = Arc::new(TempDir::new().unwrap());
    let path = folder.path().join("games.db");
    std::fs::write(&path, "this is no database ".repeat(1000)).unwrap();
    let server = TestServer::in_folder(Arc::clone(&folder)).await;
    let hello = server.get("/hello").await;
    assert_eq!(hello["notices"][0]["code"], "database_set_aside");
    let kept = std::fs::read_dir(folder.path())
        .unwrap()
        .any(|entry| entry.unwrap().file_name().to_string_lossy().contains("damaged"));
    assert!(kept, "the damaged file is still there");
    let id = server.create(&hotseat("freestyle")).await;
    let again = TestServer::in_folder(folder).await;
    assert_eq!(again.get("/hello").await["notices"], json!([]));
    assert_eq!(again.get(&format!("/games/{id}")).await["seq"], 1);
}

#[tokio::test]
async fn a_file_that_is_damaged_in_the_middle_is_noticed() {
    let server = TestServer::start().await;
    for _ in 0..20 {
        server.create(&hotseat("renju")).await;
    }
    let folder = Arc::new(TempDir::new().unwrap());
    let path = folder.path().join("games.db");
    // What is not yet in the file itself is in the log beside it: a copy through SQLite has all.
    let healthy = rusqlite::Connection::open(server.folder.path().join("games.db")).unwrap();
    healthy.execute("VACUUM INTO ?1", [path.to_str().unwrap()]).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let n_bytes = bytes.len();
    bytes[4096..n_bytes - 4096].fill(0x5a);
    std::fs::write(&path, bytes).unwrap();
    let again = TestServer::in_folder(folder).await;
    assert_eq!(again.get("/hello").await["notices"][0]["code"], "database_set_aside");
    again.create(&hotseat("freestyle")).await;
}

#[tokio::test]
async fn without_a_usable_file_games_go_on_in_memory() {
    let folder = Arc::new(TempDir::new().unwrap());
    // A folder in the place of the file cannot be opened by anybody, not even by root.
    std::fs::create_dir(folder.path().join("games.db")).unwrap();
    let server = TestServer::in_folder(folder).await;
    assert_eq!(server.get("/hello").await["notices"][0]["code"], "database_unusable");
    let id = server.create(&hotseat("freestyle")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    assert_eq!(page.act(play("H8")).await["type"], "done");
    assert_eq!(server.get("/games").await["total"], 1);
}

/// A folder with a game, in which nothing can be written, not even by root.
async fn unwritable_folder() -> (Arc<TempDir>, String) {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let request = json!({ "request": 1, "action": play("H8") });
    server.ask("POST", &format!("/games/{id}/actions"), &request).await;
    let folder = Arc::new(TempDir::new().unwrap());
    let healthy = rusqlite::Connection::open(server.folder.path().join("games.db")).unwrap();
    let path = folder.path().join("games.db");
    healthy.execute("VACUUM INTO ?1", [path.to_str().unwrap()]).unwrap();
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "journal_mode", "WAL").unwrap();
    std::fs::create_dir(folder.path().join("games.db-wal")).unwrap();
    (folder, id)
}

#[tokio::test]
async fn where_nothing_can_be_saved_what_is_there_is_shown_and_every_answer_says_so() {
    let (folder, old) = unwritable_folder().await;
    let server = TestServer::in_folder(folder).await;
    let unusable = json!("database_unusable");
    assert_eq!(server.get("/hello").await["notices"][0]["code"], unusable);
    assert_eq!(server.get("/games").await["entries"][0]["id"], old.as_str());
    assert_eq!(server.get(&format!("/games/{old}")).await["notices"][0]["code"], unusable);
    let (status, created) = server.ask("POST", "/games", &hotseat("freestyle")).await;
    assert_eq!((status, &created["game"]["notices"][0]["code"]), (201, &unusable));
    let path = format!("/games/{}", created["id"].as_str().unwrap());
    let request = json!({ "request": 1, "action": play("H8") });
    let (status, game) = server.ask("POST", &format!("{path}/actions"), &request).await;
    assert_eq!((status, &game["notices"][0]["code"]), (200, &unusable));
    let mut page = server.connect(&format!("{path}/live")).await.unwrap();
    let first = page.until("update").await;
    assert_eq!(first["game"]["notices"][0]["code"], unusable);
    assert_eq!(page.act(play("I9")).await["notice"]["code"], unusable);
    let record = server.get(&format!("{path}/record")).await;
    let analysis = json!({ "title": "mine", "record": record });
    let (status, stored) = server.ask("POST", "/analyses", &analysis).await;
    assert_eq!((status, &stored["notice"]["code"]), (201, &unusable));
    let analysis_path = format!("/analyses/{}", stored["id"].as_str().unwrap());
    let (_, kept) = server.ask("PUT", &analysis_path, &analysis).await;
    assert_eq!(kept["notice"]["code"], unusable);
    let (_, settings) = server.ask("PUT", "/settings", &json!({ "language": "fr" })).await;
    assert_eq!(settings["notice"]["code"], unusable);
    for path in [path, analysis_path] {
        let (status, error) = server.ask("DELETE", &path, &Value::Null).await;
        assert_eq!((status, &error["code"]), (507, &json!("not_saved")), "{error}");
    }
}

#[tokio::test]
async fn texts_that_nobody_could_read_are_refused_in_a_sentence() {
    let server = TestServer::start().await;
    let long = "a".repeat(7_000_000);
    let id = server.create(&hotseat("freestyle")).await;
    let record = server.get(&format!("/games/{id}/record")).await;
    let mut commented = record.clone();
    commented["nodes"][0]["comment"] = json!(long);
    let named =
        json!({ "first": { "type": "human", "name": long }, "second": { "type": "human" } });
    for (method, path, body) in [
        ("POST", "/games", json!({ "title": long })),
        ("POST", "/games", named),
        ("POST", "/analyses", json!({ "title": long, "record": record })),
        ("POST", "/analyses", json!({ "title": "mine", "record": commented })),
        ("PUT", "/settings", json!({ "language": long })),
        ("PUT", "/settings", json!({ "page": { "theme": long } })),
    ] {
        let (status, error) = server.ask(method, path, &body).await;
        assert_eq!((status, &error["code"]), (400, &json!("bad_request")), "{path}: {error}");
        assert!(error["text"].as_str().unwrap().len() < 100);
    }
    let words = "a%20".repeat(5_000);
    let (status, error) = server.ask("GET", &format!("/games?text={words}"), &Value::Null).await;
    assert_eq!(status, 400, "{error}");
    let few = "a%20".repeat(50);
    let request = json!({ "request": 1, "action": play("H8") });
    server.ask("POST", &format!("/games/{id}/actions"), &request).await;
    assert_eq!(server.get(&format!("/games?text={few}")).await["total"], 1);
}

#[tokio::test]
async fn a_game_that_a_newer_program_has_written_is_left_as_it_is_with_a_sentence() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    page.until("update").await;
    page.act(play("H8")).await;
    let sql = rusqlite::Connection::open(server.folder.path().join("games.db")).unwrap();
    sql.execute("UPDATE entries SET doc = json_set(doc, '$.version', 99, '$.new', 'yes')", [])
        .unwrap();
    let kept = || sql.query_row("SELECT doc FROM entries", [], |row| row.get::<_, String>(0));
    let before = kept().unwrap();
    let newer = "t was written by a newer version of this program (format 99) and is left as it is";
    // Whoever plays it already goes on, and is told.
    page.send(&json!({ "request": 9, "action": play("I9") })).await;
    let notice = page.until("notice").await;
    assert_eq!(notice["notice"]["code"], "not_saved");
    assert!(notice["notice"]["text"].as_str().unwrap().contains(newer));
    // The next start lists it and does not open it.
    let again = TestServer::in_folder(Arc::clone(&server.folder)).await;
    assert_eq!(again.get("/games").await["entries"][0]["id"], id.as_str());
    let (status, error) = again.ask("GET", &format!("/games/{id}"), &Value::Null).await;
    assert_eq!((status, &error["text"]), (422, &json!(format!("I{newer}."))));
    assert_eq!(kept().unwrap(), before);
}

/// Fails as often as it is told to, over all threads, and then plays.
struct Fragile {
    failures: Arc<AtomicU32>,
    sound: LadderThinker,
}

impl Thinker for Fragile {
    fn think(&mut self, job: &Job, handle: &SearchHandle) -> JobResult {
        let is_due = |left: u32| left.checked_sub(1);
        let failing = self.failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, is_due);
        assert!(failing.is_err(), "this thinker is told to fail");
        self.sound.think(job, handle)
    }
}

#[tokio::test]
async fn an_opponent_that_panics_does_not_end_the_game() {
    for (n_failures, code) in [(1, "opponent_failed"), (2, "opponent_failed")] {
        let failures = Arc::new(AtomicU32::new(n_failures));
        let folder = Arc::new(TempDir::new().unwrap());
        let make = move || -> Box<dyn Thinker> {
            Box::new(Fragile { failures: Arc::clone(&failures), sound: sound_thinker() })
        };
        let server = TestServer::thinking(folder, make).await;
        let id = server.create(&against("scorer")).await;
        let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
        page.send(&json!({ "request": 1, "action": play("H8") })).await;
        let game = page.game_when(|game| game.moves.len() == 2).await;
        assert_eq!(game.notices[0].code, code);
        page.send(&json!({ "request": 2, "action": play("A1") })).await;
        let game = page.game_when(|game| game.moves.len() == 4).await;
        assert_eq!(game.notices.len(), 1, "the next move is a normal one");
    }
}

/// Fails whenever it is to think about renju.
struct AfraidOfRenju(LadderThinker);

impl Thinker for AfraidOfRenju {
    fn think(&mut self, job: &Job, handle: &SearchHandle) -> JobResult {
        let game = match job {
            Job::Decide(request) => &request.game,
            Job::Suggest(request) => &request.game,
        };
        assert_ne!(game.rule(), Rule::Renju, "this thinker is afraid");
        self.0.think(job, handle)
    }
}

#[tokio::test]
async fn an_opponent_that_panics_is_told_in_its_own_game_only() {
    let folder = Arc::new(TempDir::new().unwrap());
    let make = || -> Box<dyn Thinker> { Box::new(AfraidOfRenju(sound_thinker())) };
    let server = TestServer::thinking(folder, make).await;
    let wish = |rule: &str| json!({ "rule": rule, "size": 15, "second": { "type": "ai", "opponent": "scorer" } });
    let (renju, freestyle) =
        (server.create(&wish("renju")).await, server.create(&wish("freestyle")).await);
    for (id, n_notices) in [(&renju, 1), (&freestyle, 0)] {
        let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
        page.send(&json!({ "request": 1, "action": play("H8") })).await;
        let game = page.game_when(|game| game.moves.len() == 2).await;
        assert_eq!(game.notices.len(), n_notices, "{}", game.position.rule);
    }
}

#[tokio::test]
async fn a_long_thought_is_stopped_at_once() {
    let server = TestServer::start().await;
    let wish = json!({
        "rule": "freestyle", "second": { "type": "ai", "opponent": "champion", "time_ms": 600_000 },
    });
    let id = server.create(&wish).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    page.send(&json!({ "request": 1, "action": play("H8") })).await;
    page.until("thinking").await;
    page.send(&json!({ "request": 2, "action": { "type": "move_now" } })).await;
    let game = page.game_when(|game| game.moves.len() == 2).await;
    assert!(game.second.timer.last_ms.unwrap() < 60_000);
    page.send(&json!({ "request": 3, "action": play("A1") })).await;
    page.until("thinking").await;
    page.send(&json!({ "request": 4, "action": { "type": "undo" } })).await;
    let game = page.game_when(|game| game.moves.len() == 2).await;
    assert!(game.thinking.is_none() && game.can.play);
}

#[tokio::test]
async fn a_game_that_the_terminal_has_continued_goes_on_from_there() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    page.act(play("H8")).await;
    // The terminal takes the game up while it is awake here.
    let (db, _) = Db::open(&server.folder.path().join("games.db"));
    let mut table = db.load_game(&id, 0).unwrap().unwrap();
    let point = table.game().size().point(8, 6).unwrap();
    table.act(&PlayerAction::Play(point), 0).unwrap();
    let before = db.seq_of(&id).unwrap().unwrap();
    db.save_game(&id, &table, Expected::Seq(before)).unwrap();
    page.act(play("J10")).await;
    let game = server.get(&format!("/games/{id}")).await;
    let moves: Vec<&str> =
        game["moves"].as_array().unwrap().iter().map(|mv| mv["point"].as_str().unwrap()).collect();
    assert_eq!(moves, ["H8", "I9", "J10"]);
}
