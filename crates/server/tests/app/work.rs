//! Analysis, solving, reviews, explanations.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Page, Pulse, TestServer};

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
async fn an_analysis_goes_on_with_the_other_moves_after_a_win_is_found() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    // Black has an open three: both ends win, the rest is worth a look.
    let task =
        json!({ "type": "analyze", "position": code("freestyle-15-h8a1i8a3j8a5"), "lines": 1 });
    page.send(&json!({ "job": 1, "task": task })).await;
    let survey = says(&mut page, 1, "surveyed").await["survey"].clone();
    assert!(survey["evaluation"]["win_permille"].as_u64().unwrap() > 500, "{survey}");
    let mate = |line: &Value| line["score"]["mate"].as_i64();
    let (mut won_at, mut won_nodes) = (None, 0);
    loop {
        let thinking = says(&mut page, 1, "thinking").await["thinking"].clone();
        let lines = thinking["lines"].as_array().unwrap().clone();
        let elapsed = thinking["elapsed_ms"].as_u64().unwrap();
        let nodes = thinking["nodes"].as_u64().unwrap();
        if won_at.is_none() && lines.first().and_then(mate) == Some(3) {
            (won_at, won_nodes) = (Some(elapsed), nodes);
        }
        let is_undecided = lines.iter().any(|line| mate(line).is_none());
        // A message may hold the win and the first of the others together, so what counts is that
        // the work goes on after it.
        if let Some(won_at) = won_at.filter(|_| is_undecided) {
            assert_eq!(mate(&lines[0]), Some(3), "the win stays in front: {lines:?}");
            assert_eq!(thinking["score"]["mate"], 3);
            assert!(nodes >= won_nodes && elapsed >= won_at);
            if nodes > won_nodes {
                break;
            }
        }
        assert!(elapsed < 40_000, "nothing else is looked at: {thinking}");
    }
    page.send(&json!({ "job": 1, "task": { "type": "stop" } })).await;
    says(&mut page, 1, "ended").await;
}

#[tokio::test]
async fn an_analysis_of_a_lost_position_says_that_it_is_done() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    // Black has an open four; whatever White does, five comes next.
    let position = code("freestyle-15-h8a1i8a3j8a5k8");
    page.send(
        &json!({ "job": 1, "task": { "type": "analyze", "position": position, "lines": 3 } }),
    )
    .await;
    says(&mut page, 1, "ended").await;
}

#[tokio::test]
async fn a_running_analysis_is_shown_though_nothing_changes() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    page.send(&json!({ "job": 1, "task": {
        "type": "analyze", "position": code("freestyle-15-h8i9g7"), "lines": 1,
    } }))
    .await;
    let pulse = Pulse::begin();
    let mut longest = 0;
    let mut last = None;
    while last.is_none_or(|last| last < 4000) {
        let thinking = says(&mut page, 1, "thinking").await;
        let elapsed = thinking["thinking"]["elapsed_ms"].as_u64().unwrap();
        longest = longest.max(last.map_or(0, |last| elapsed - last));
        last = Some(elapsed);
    }
    let limit = pulse.allowing(Duration::from_secs(2));
    assert!(u128::from(longest) < limit.as_millis(), "the clock stood still for {longest} ms");
}

#[tokio::test]
async fn a_move_that_is_tried_again_is_judged() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    let mut judged = async |job: u32, position: &str, point: &str| {
        let task =
            json!({ "type": "judge", "position": code(position), "point": point, "time_ms": 50 });
        page.send(&json!({ "job": job, "task": task })).await;
        says(&mut page, job, "judged").await["verdict"].clone()
    };
    let three = "freestyle-15-h8a1i8a3j8a5";
    for point in ["G8", "K8"] {
        assert_eq!(judged(1, three, point).await["is_found"], true, "{point}");
    }
    let missed = judged(2, three, "O15").await;
    assert_eq!((&missed["is_found"], &missed["ply"]), (&json!(false), &json!(7)));
    assert_eq!(missed["fault"]["kind"], "missed_win", "{missed}");
    assert_ne!(missed["fault"]["better"], "O15");
    // Under the capture rules the search counts the win; the solver does not know them.
    let captures = judged(3, "ninuki42-19-j10a1k10a3l10a5", "S19").await;
    assert_eq!(captures["fault"]["kind"], "missed_win", "{captures}");
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
    let task = json!({ "type": "review", "position": game, "time_ms": 100 });
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
    for moment in moments {
        assert!(moment["better"].is_null() || moment["better"] != moment["played"], "{moment}");
    }
    // White let the open three stand, and the sentence says which.
    let left = moments.iter().find(|moment| moment["ply"] == 6).unwrap();
    assert_eq!(left["kind"], "avoidable_loss");
    assert_eq!(left["reason"]["facts"][0]["kind"], "leaves_open_three");
    assert_eq!(left["reason"]["facts"][0]["points"], json!(["H8", "I8", "J8"]));
    let text = left["reason"]["text"].as_str().unwrap();
    assert!(text.contains("leaves the open three on the row H8-J8"), "{text}");
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
