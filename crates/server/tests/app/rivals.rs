//! Several who play or delete the same game at the same moment, in one program or in two.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::client::{TestServer, hotseat, play};

/// Points far from each other, so that nobody wins.
fn points() -> Vec<String> {
    let name = |i: usize| format!("{}{}", char::from(b'A' + (i % 15) as u8), i / 15 + 1);
    (0..225).map(|i| name(i * 47 % 225)).collect()
}

/// Plays as many of these points as the server acknowledges, with the game as it was seen last.
async fn play_all(server: TestServer, id: String, points: Vec<String>) -> Vec<String> {
    let path = format!("/games/{id}");
    let mut acknowledged = Vec::new();
    for point in points {
        for _ in 0..100 {
            let seq = server.get(&path).await["seq"].clone();
            let request = json!({ "request": 1, "seq": seq, "action": play(&point) });
            let (status, answer) = server.ask("POST", &format!("{path}/actions"), &request).await;
            if status == 200 {
                acknowledged.push(point);
                break;
            }
            assert_eq!((status, &answer["code"]), (409, &json!("stale")), "{answer}");
        }
    }
    acknowledged
}

fn moves_of(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array().unwrap();
    moves.iter().map(|mv| mv["point"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_that_play_one_game_lose_no_acknowledged_move() {
    let one = TestServer::start().await;
    let other = TestServer::in_folder(Arc::clone(&one.folder)).await;
    let id = one.create(&hotseat("freestyle")).await;
    let points = points();
    let players = [(&one, &points[..30]), (&other, &points[30..60])];
    let players = players.map(|(server, points)| {
        tokio::spawn(play_all(server.clone(), id.clone(), points.to_vec()))
    });
    let mut acknowledged = Vec::new();
    for player in players {
        acknowledged.extend(player.await.unwrap());
    }
    assert_eq!(acknowledged.len(), 60, "everybody gets through in the end");
    for server in [&one, &other] {
        let mut played = moves_of(&server.get(&format!("/games/{id}")).await);
        played.sort();
        acknowledged.sort();
        assert_eq!(played, acknowledged);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_was_deleted_never_comes_back() {
    let one = TestServer::start().await;
    let other = TestServer::in_folder(Arc::clone(&one.folder)).await;
    for round in 0..20 {
        let id = one.create(&hotseat("freestyle")).await;
        let path = format!("/games/{id}");
        let players = [&one, &other].map(|server| {
            let (server, path) = (server.clone(), path.clone());
            tokio::spawn(async move {
                let mut answers = Vec::new();
                for point in points().into_iter().take(6) {
                    let request = json!({ "request": 1, "action": play(&point) });
                    let to = format!("{path}/actions");
                    answers.push(server.ask("POST", &to, &request).await.0);
                }
                answers
            })
        });
        let (status, answer) = one.ask("DELETE", &path, &Value::Null).await;
        assert_eq!(status, 204, "round {round}: {answer}");
        for player in players {
            let answers = player.await.unwrap();
            assert!(answers.iter().all(|status| [200, 404, 409].contains(status)), "{answers:?}");
        }
        for server in [&one, &other] {
            assert_eq!(server.ask("GET", &path, &Value::Null).await.0, 404, "round {round}");
            assert_eq!(server.get("/games").await["total"], 0, "round {round}");
        }
    }
}

#[tokio::test]
async fn an_analysis_that_was_deleted_is_not_written_again() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let record = server.get(&format!("/games/{id}/record")).await;
    let analysis = json!({ "title": "mine", "record": record });
    let (_, stored) = server.ask("POST", "/analyses", &analysis).await;
    let path = format!("/analyses/{}", stored["id"].as_str().unwrap());
    assert_eq!(server.ask("PUT", &path, &analysis).await.0, 200);
    assert_eq!(server.ask("DELETE", &path, &Value::Null).await.0, 204);
    assert_eq!(server.ask("PUT", &path, &analysis).await.0, 404);
}
