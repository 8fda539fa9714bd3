//! Analysis, solving, reviews, explanations.

use serde_json::{Value, json};

use crate::client::{Page, TestServer};

async fn says(page: &mut Page, job: u32, kind: &str) -> Value {
    loop {
        let message = page.receive().await;
        assert_ne!(message["says"]["type"], "failed", "{message}");
        if message["job"] == job && message["says"]["type"] == kind {
            return message["says"].clone();
        }
    }
}

fn code(code: &str) -> Value {
    json!({ "type": "code", "code": code })
}

#[tokio::test]
async fn an_endless_analysis_has_three_lines_and_stops() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    let task = json!({
        "type": "analyze", "position": code("freestyle-15-h8i9g7"), "lines": 3,
        "only": [], "without": [],
    });
    page.send(&json!({ "job": 7, "task": task })).await;
    let lines = loop {
        let says = says(&mut page, 7, "thinking").await;
        let lines = says["thinking"]["lines"].as_array().unwrap().clone();
        if lines.len() == 3 {
            break lines;
        }
    };
    let firsts: Vec<&Value> = lines.iter().map(|line| &line["moves"][0]).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2]);
    page.send(&json!({ "job": 7, "task": { "type": "stop" } })).await;
    says(&mut page, 7, "ended").await;
}

#[tokio::test]
async fn a_win_is_proved_and_walked() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    let task = json!({
        "type": "solve", "position": code("freestyle-15-h8a1i8a3j8a5"), "kind": "any",
    });
    page.send(&json!({ "job": 1, "task": task })).await;
    let proof = says(&mut page, 1, "proof").await["proof"].clone();
    assert_eq!((&proof["answer"], &proof["is_checked"]), (&json!("win"), &json!(true)));
    says(&mut page, 1, "ended").await;
    let mut replies: Vec<Value> = Vec::new();
    let mut step = proof["first"].clone();
    while step["is_won"] == false {
        let reply = step["replies"][0]["point"].clone();
        replies.push(if reply.is_null() { json!("O15") } else { reply });
        page.send(&json!({ "job": 1, "task": { "type": "walk", "replies": replies } })).await;
        step = says(&mut page, 1, "step").await["step"].clone();
        assert!(replies.len() < 10);
    }
    page.send(&json!({ "job": 2, "task": { "type": "walk", "replies": [] } })).await;
    assert_eq!(page.receive().await["says"]["error"]["code"], "not_found");
}

#[tokio::test]
async fn captures_are_analyzed_and_reviewed_but_not_solved() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    let position = code("ninuki42-19-j10k10a1l10m10b3");
    let task = json!({ "type": "solve", "position": position, "kind": "any" });
    page.send(&json!({ "job": 1, "task": task })).await;
    let refused = page.receive().await["says"]["error"].clone();
    assert_eq!(refused["code"], "unsupported", "{refused}");
    assert!(refused["text"].as_str().unwrap().contains("captures"), "{refused}");
    let task = json!({ "type": "review", "position": position, "time_ms": 20 });
    page.send(&json!({ "job": 2, "task": task })).await;
    while says(&mut page, 2, "review").await["review"]["is_complete"] != true {}
}

#[tokio::test]
async fn a_game_is_reviewed_with_its_missed_win() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    let game = code("freestyle-15-h8a1i8a3j8a5o15g8o13k8");
    let task = json!({ "type": "review", "position": game, "time_ms": 20 });
    page.send(&json!({ "job": 1, "task": task })).await;
    let review = loop {
        let review = says(&mut page, 1, "review").await["review"].clone();
        if review["is_complete"] == true {
            break review;
        }
    };
    assert_eq!(review["graph"].as_array().unwrap().len(), 11);
    let moments = review["moments"].as_array().unwrap();
    assert!(moments.iter().any(|moment| moment["kind"] == "missed_win"), "{moments:?}");
}

#[tokio::test]
async fn players_explain_themselves_and_refuse_what_they_do_not_know() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    for opponent in ["scorer", "minimax", "apprentice"] {
        let task = json!({
            "type": "explain", "position": code("freestyle-15-h8i9"), "opponent": opponent,
        });
        page.send(&json!({ "job": 1, "task": task })).await;
        let reasoning = says(&mut page, 1, "explained").await["reasoning"].clone();
        assert_eq!(reasoning["player"], opponent);
        assert!(reasoning["choice"].is_string());
    }
    let task =
        json!({ "type": "explain", "position": code("freestyle-15-"), "opponent": "nobody" });
    page.send(&json!({ "job": 3, "task": task })).await;
    loop {
        let message = page.receive().await;
        if message["job"] == 3 {
            assert_eq!(message["says"]["error"]["code"], "unsupported");
            break;
        }
    }
}
