//! Games over the live connection.

use serde_json::{Value, json};
use tengen_api::{Phase, SeatName, StoneColor};

use crate::client::{TestServer, against, hotseat, play};

#[tokio::test]
async fn a_whole_game_against_an_opponent() {
    let server = TestServer::start().await;
    let id = server.create(&against("scorer")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    let mut game = page.game_when(|_| true).await;
    let mut n_moves = 0;
    // Plays along the first rows, which loses soon enough against anybody.
    while game.phase == Phase::Play {
        assert_eq!(game.turn, Some(SeatName::First));
        let taken = |name: &str| {
            let stones = game.position.stones.black.iter().chain(&game.position.stones.white);
            stones.into_iter().any(|spot| spot.0 == name)
        };
        let free = (0..225)
            .map(|i| format!("{}{}", char::from(b'A' + (i % 15) as u8), 1 + i / 15 * 2 % 15))
            .find(|name| !taken(name))
            .unwrap();
        let seq = game.seq;
        page.send(&json!({ "request": 1, "seq": seq, "action": play(&free) })).await;
        let is_persons = |turn: Option<SeatName>| turn == Some(SeatName::First) || turn.is_none();
        game = page.game_when(|seen| seen.seq > seq && is_persons(seen.turn)).await;
        n_moves += 1;
        assert!(n_moves < 120, "somebody wins");
    }
    let outcome = game.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.reason.as_str()), (Some(StoneColor::White), "five"));
    assert_eq!(game.position.win_lines[0].len(), 5);
    assert!(game.second.timer.n_moves > 3 && game.second.timer.longest_ms.is_some());
    let reasoned = game.moves.iter().find(|mv| mv.has_reasoning).unwrap();
    let reasoning = server.get(&format!("/games/{id}/reasoning/{}", reasoned.ply)).await;
    assert_eq!(reasoning["player"], "scorer");
    assert!(!reasoning["cells"].as_array().unwrap().is_empty(), "its own numbers are there");
    let library = server.get("/games?state=over").await;
    assert_eq!(library["entries"][0]["id"], id.as_str());
    let page = server.get("/games?text=nobody").await;
    assert_eq!(page["total"], 0);
}

#[tokio::test]
async fn a_game_without_a_move_is_not_listed_until_it_has_one() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    assert_eq!(server.get("/games").await["total"], 0);
    // Its page can be opened all the same.
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    page.send(&json!({ "request": 1, "action": play("H8") })).await;
    page.game_when(|game| game.moves.len() == 1).await;
    let library = server.get("/games").await;
    assert_eq!((&library["total"], &library["entries"][0]["id"]), (&json!(1), &json!(id)));
}

#[tokio::test]
async fn the_tree_is_sent_while_it_grows_and_only_when_it_has_grown() {
    let server = TestServer::start().await;
    let wish = json!({
        "rule": "ninuki42",
        // So long that it has not moved yet when it is asked about, also on a busy machine.
        "second": { "type": "ai", "opponent": "champion", "time_ms": 30000 },
    });
    let id = server.create(&wish).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    page.send(&json!({ "request": 1, "action": play("J10") })).await;
    let mut n_without = 0;
    let tree = loop {
        let thinking = page.until("thinking").await;
        match thinking["thinking"]["tree"].as_array() {
            Some(tree) => break tree.clone(),
            None => n_without += 1,
        }
    };
    assert!(n_without > 0, "it is not sent with every message");
    assert!(!tree.is_empty() && tree.len() <= 6, "{} moves of the root", tree.len());
    assert_eq!(tree[0]["node"]["color"], "white");
    let game = server.get(&format!("/games/{id}")).await;
    assert_eq!(game["moves"].as_array().unwrap().len(), 1, "before the move");
}

#[tokio::test]
async fn the_engine_shows_what_it_thinks_and_records_its_tree() {
    let server = TestServer::start().await;
    let champion = json!({ "type": "ai", "opponent": "champion", "time_ms": 1000 });
    let wish = json!({ "rule": "renju", "second": champion });
    let id = server.create(&wish).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    page.send(&json!({ "request": 1, "action": play("H8") })).await;
    let thinking = page.until("thinking").await;
    assert_eq!(thinking["thinking"]["seat"], "second");
    let game = page.game_when(|game| game.moves.len() == 2).await;
    assert!(game.moves[1].has_reasoning);
    let reasoning = server.get(&format!("/games/{id}/reasoning/2")).await;
    assert!(reasoning["thinking"]["depth"].as_u64().unwrap() > 2);
    assert!(!reasoning["why"]["text"].as_str().unwrap().is_empty());
    let tree = reasoning["tree"].as_array().unwrap();
    let open = tree.iter().find(|node| node["n_children"].as_u64() > Some(0)).unwrap();
    let path = open["point"].as_str().unwrap();
    let level = server.get(&format!("/games/{id}/reasoning/2/tree?path={path}")).await;
    assert_eq!(
        level["nodes"].as_array().unwrap().len() as u64,
        open["n_children"].as_u64().unwrap()
    );
}

#[tokio::test]
async fn a_page_that_comes_back_gets_what_it_missed() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let mut first = server.connect(&format!("/games/{id}/live")).await.unwrap();
    let mut second = server.connect(&format!("/games/{id}/live")).await.unwrap();
    second.until("update").await;
    assert_eq!(first.act(play("H8")).await["type"], "done");
    let seen = second.until("update").await;
    assert_eq!(seen["events"][0]["what"]["point"], "H8", "two tabs see the same");
    drop(first);
    assert_eq!(second.act(play("I9")).await["type"], "done");
    assert_eq!(second.act(play("G7")).await["type"], "done");
    let mut back = server.connect(&format!("/games/{id}/live?after=2")).await.unwrap();
    let update = back.until("update").await;
    let missed: Vec<u64> =
        update["events"].as_array().unwrap().iter().map(|it| it["seq"].as_u64().unwrap()).collect();
    assert_eq!(missed, [3, 4]);
    assert_eq!(update["game"]["seq"], 4);
    let mut lost = server.connect(&format!("/games/{id}/live?after=99")).await.unwrap();
    let update = lost.until("update").await;
    assert_eq!((&update["events"], &update["game"]["seq"]), (&json!([]), &json!(4)));
}

#[tokio::test]
async fn two_tabs_cannot_both_answer_one_position() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("renju")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    let seq = page.until("update").await["game"]["seq"].clone();
    for (request, point) in [(1, "H8"), (2, "I9")] {
        page.send(&json!({ "request": request, "seq": seq, "action": play(point) })).await;
    }
    assert_eq!(page.until("done").await["request"], 1);
    let refused = page.until("refused").await;
    assert_eq!((&refused["request"], &refused["error"]["code"]), (&json!(2), &json!("stale")));
    let refused = page.act(play("H8")).await;
    assert_eq!(refused["error"]["code"], "illegal_move");
    assert_eq!(refused["error"]["text"], "The point is occupied.");
    page.send(&json!("nonsense")).await;
    assert_eq!(page.until("refused").await["error"]["code"], "bad_request");
}

#[tokio::test]
async fn captures_and_a_pending_five_are_shown() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("ninuki42")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    // Black makes five through a pair that White can take at D6.
    for point in ["B5", "D3", "C5", "S1", "D5", "S3", "E5", "S5", "D4", "S7"] {
        assert_eq!(page.act(play(point)).await["type"], "done", "{point}");
    }
    page.send(&json!({ "request": 90, "action": play("F5") })).await;
    let game = page.game_when(|game| game.moves.len() == 11).await;
    let pending = game.position.pending.expect("the five can be broken");
    assert_eq!(pending.owner, StoneColor::Black);
    assert_eq!(pending.answers[0].point.0, "D6");
    page.send(&json!({ "request": 91, "action": play("D6") })).await;
    let game = page.game_when(|game| game.moves.len() == 12).await;
    assert_eq!((game.position.captured.white, game.phase), (2, Phase::Play));
    page.send(&json!({ "request": 92, "action": { "type": "undo" } })).await;
    let game = page.game_when(|game| game.moves.len() == 11).await;
    assert!(game.position.pending.is_some() && game.can.redo);
}

#[tokio::test]
async fn hints_come_with_a_reason() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    for point in ["H8", "G8", "I8", "A3", "J8", "A5", "K8"] {
        page.act(play(point)).await;
    }
    let hint = page.act(json!({ "type": "hint" })).await["hint"].clone();
    assert_eq!(hint["point"], "L8", "the four must be blocked: {hint}");
    assert!(hint["reason"]["text"].as_str().unwrap().contains("locks the four"), "{hint}");
    let id = server.create(&hotseat("keryo")).await;
    let (status, hint) = server
        .ask(
            "POST",
            &format!("/games/{id}/actions"),
            &json!({ "request": 1, "action": { "type": "hint" } }),
        )
        .await;
    assert_eq!((status, hint["point"].is_string()), (200, true), "{hint}");
}

#[tokio::test]
async fn swap2_against_the_engine_both_ways() {
    let server = TestServer::start().await;
    let ai = json!({ "type": "ai", "opponent": "apprentice" });
    let human = json!({ "type": "human" });
    let wish = |first: &Value, second: &Value| json!({ "rule": "freestyle", "opening": "swap2", "first": first, "second": second });
    // The engine opens: it places three stones and asks the person.
    let id = server.create(&wish(&ai, &human)).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    let game =
        page.game_when(|game| game.moves.len() == 3 && game.turn == Some(SeatName::Second)).await;
    assert!(game.opening.unwrap().step.unwrap().options.len() == 3);
    page.send(&json!({ "request": 1, "action": { "type": "opening", "action": { "type": "take_black" } } })).await;
    let game = page.game_when(|game| game.moves.len() == 4).await;
    assert_eq!((game.phase, game.second.color), (Phase::Play, StoneColor::Black));
    // The person opens: the engine chooses, and says why.
    let id = server.create(&wish(&human, &ai)).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    for point in ["H8", "I9", "G7"] {
        assert_eq!(page.act(play(point)).await["type"], "done");
    }
    let game = page
        .game_when(|game| game.turn == Some(SeatName::First) || game.phase == Phase::Play)
        .await;
    let log = game.opening.unwrap().log;
    assert!(log[3].reason.as_ref().is_some_and(|reason| !reason.text.is_empty()), "{:?}", log[3]);
}

#[tokio::test]
async fn an_import_keeps_what_it_can_read_and_tells_the_rest() {
    let server = TestServer::start().await;
    let import = async |text: &str| {
        let content = json!({ "type": "text", "text": text });
        server.ask("POST", "/import", &json!({ "content": content, "keep": true })).await
    };
    let (status, imported) = import("1. h8 2. i9 3. j10\n1. h8 2. z99\n1. h8 2. h8").await;
    assert_eq!(status, 200, "{imported}");
    let records = imported["records"].as_array().unwrap();
    let n_nodes: Vec<usize> =
        records.iter().map(|kept| kept["record"]["nodes"].as_array().unwrap().len()).collect();
    assert_eq!(n_nodes, [4, 2, 2]);
    assert!(records.iter().all(|kept| kept["id"].is_string()), "{imported}");
    let skipped = &imported["skipped"];
    assert_eq!(imported["n_skipped"], 2);
    assert_eq!(skipped[0]["game"], 2);
    assert_eq!((&skipped[0]["line"], &skipped[0]["kept_moves"]), (&json!(2), &json!(1)));
    assert!(skipped[1]["reason"].as_str().unwrap().contains("move 2 is refused"), "{skipped}");
    assert_eq!(import("(;GM[4];B[").await.0, 422, "nothing can be kept");
}

#[tokio::test]
async fn games_are_exported_imported_and_deleted() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("renju")).await;
    for point in ["H8", "I9", "G7"] {
        let body = json!({ "request": 1, "action": play(point) });
        assert_eq!(server.ask("POST", &format!("/games/{id}/actions"), &body).await.0, 200);
    }
    let catalogue = server.get("/catalogue").await;
    for format in catalogue["formats"].as_array().unwrap() {
        let name = format["name"].as_str().unwrap();
        let exported = server.get(&format!("/games/{id}/export?format={name}")).await;
        let request = json!({
            "format": name, "content": exported["content"], "rule": "renju", "size": 15, "keep": true,
        });
        let (status, imported) = server.ask("POST", "/import", &request).await;
        assert_eq!(status, 200, "{name}: {imported}");
        let record = &imported["records"][0]["record"];
        assert_eq!(record["nodes"].as_array().unwrap().len(), 4, "{name}: {record}");
        let kept = imported["records"][0]["id"].as_str().unwrap();
        assert_eq!(server.get(&format!("/analyses/{kept}")).await["record"], *record);
    }
    let position = json!({ "type": "game", "id": id, "ply": 2 });
    let (_, view) = server.ask("POST", "/position", &position).await;
    assert_eq!(view["code"], "renju-15-h8i9");
    let wish =
        json!({ "start": position, "first": { "type": "human" }, "second": { "type": "human" } });
    let branch = server.create(&wish).await;
    assert_eq!(server.get(&format!("/games/{branch}")).await["moves"].as_array().unwrap().len(), 2);
    assert_eq!(server.ask("DELETE", &format!("/games/{id}"), &Value::Null).await.0, 204);
    assert_eq!(server.ask("GET", &format!("/games/{id}"), &Value::Null).await.0, 404);
}

#[tokio::test]
async fn games_without_a_move_are_found_when_asked_for() {
    let server = TestServer::start().await;
    let wish = json!({ "rule": "freestyle", "size": 15, "first": { "type": "human" }, "second": { "type": "human" } });
    let empty = server.create(&wish).await;
    let begun = server.create(&wish).await;
    let action = json!({ "request": 1, "action": { "type": "play", "point": "H8" } });
    server.ask("POST", &format!("/games/{begun}/actions"), &action).await;
    let ids = async |query: &str| -> Vec<String> {
        let page = server.get(&format!("/games{query}")).await;
        let entries = page["entries"].as_array().unwrap().clone();
        entries.iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids("").await, [begun]);
    assert_eq!(ids("?is_begun=false").await, [empty]);
}
