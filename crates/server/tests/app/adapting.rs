//! What the engine learns about a player, and that it can be told not to.

use serde_json::{Value, json};

use crate::client::{Page, TestServer, play};

/// Plays the next stone of a game in which every stone of ours was answered so far, and says why
/// the reply was played.
async fn reasoning_after(server: &TestServer, page: &mut Page, id: &str, played: &[&str]) -> Value {
    let point = played.last().unwrap();
    page.send(&json!({ "request": 1, "action": play(point) })).await;
    page.game_when(|game| game.moves.len() == 2 * played.len()).await;
    server.get(&format!("/games/{id}/reasoning/{}", 2 * played.len())).await
}

#[tokio::test]
async fn earlier_games_tell_what_a_player_overlooks_unless_it_is_switched_off() {
    let server = TestServer::start().await;
    let adept = json!({ "type": "ai", "opponent": "adept" });
    // Black let a three on the rising diagonal stand.
    let moves = ["A1", "G7", "A3", "H8", "A5", "I9", "A7", "B2"];
    let start = json!({ "type": "moves", "rule": "ninuki42", "size": 19, "moves": moves });
    server.create(&json!({ "rule": "ninuki42", "start": start, "second": adept })).await;
    let id = server.create(&json!({ "rule": "ninuki42", "second": adept })).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    // The first move may come before the past has been looked up.
    reasoning_after(&server, &mut page, &id, &["J10"]).await;
    let second = reasoning_after(&server, &mut page, &id, &["J10", "S1"]).await;
    let seen = &second["adapting"];
    assert_eq!(seen["n_games"], 2, "{seen}");
    let diagonal = json!({
        "kind": "three", "direction": "antidiagonal", "tally": { "seen": 1, "missed": 1 },
    });
    assert!(seen["threats"].as_array().unwrap().contains(&diagonal), "{seen}");
    assert_eq!(seen["zones"].as_array().unwrap().len(), 9);

    let mut settings = server.get("/settings").await;
    assert_eq!(settings["adapt"], true);
    settings["adapt"] = json!(false);
    let (status, _) = server.ask("PUT", "/settings", &settings).await;
    assert_eq!(status, 200);
    let off = reasoning_after(&server, &mut page, &id, &["J10", "S1", "S19"]).await;
    assert_eq!(off["adapting"], Value::Null);
}
