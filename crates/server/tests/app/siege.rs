//! People and programs that ask for too much, too slowly, or for nonsense.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tengen_rules::SplitMix64;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::client::{Pulse, TOKEN, TestServer, against, hotseat, play};

/// How many threads of this process have this name.
#[cfg(target_os = "linux")]
fn n_threads_named(name: &str) -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let names =
        tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
    names.filter(|found| found.trim() == name).count()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_is_used_again_makes_no_more_threads() {
    let server = TestServer::start().await;
    let mut pages = Vec::new();
    for _ in 0..4 {
        pages.push(server.connect("/work").await.unwrap());
    }
    let position = json!({ "type": "code", "code": "freestyle-15-h8i9g7" });
    let mut most = 0;
    for n in 0..50 {
        for (at, page) in pages.iter_mut().enumerate() {
            let task = json!({ "type": "analyze", "position": position });
            page.send(&json!({ "job": at % 2 + n % 3, "task": task })).await;
        }
        most = most.max(n_threads_named("job"));
    }
    // Eight for this server; other tests in the same process may have some too.
    assert!(most <= 20, "{most} threads at once");
    // The last of them runs.
    let mut page = server.connect("/work").await.unwrap();
    drop(pages);
    page.send(&json!({ "job": 1, "task": { "type": "analyze", "position": position } })).await;
    while page.receive().await["says"]["type"] != "thinking" {}
}

#[tokio::test]
async fn a_job_beyond_the_limit_is_refused_and_starts_when_another_stops() {
    let server = TestServer::start().await;
    let mut page = server.connect("/work").await.unwrap();
    let position = json!({ "type": "code", "code": "freestyle-15-h8i9g7" });
    let analyze =
        |job: u32| json!({ "job": job, "task": { "type": "analyze", "position": position } });
    for job in 1..=5 {
        page.send(&analyze(job)).await;
    }
    let refused = loop {
        let message = page.receive().await;
        if message["says"]["type"] == "failed" {
            break message;
        }
    };
    assert_eq!(
        (&refused["job"], &refused["says"]["error"]["code"]),
        (&json!(5), &json!("illegal_action"))
    );
    page.send(&json!({ "job": 1, "task": { "type": "stop" } })).await;
    page.send(&analyze(6)).await;
    loop {
        let message = page.receive().await;
        assert_ne!(message["says"]["type"], "failed", "{message}");
        if message["job"] == 6 && message["says"]["type"] == "thinking" {
            break;
        }
    }
}

/// Games of a few moves, in a file of about this size.
fn large_file(n_bytes: usize) -> String {
    "(;GM[4]SZ[15];B[hh];W[ih];B[gg];W[gi])\n".repeat(n_bytes / 39)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_import_holds_nobody_up_and_its_answer_is_bounded() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let request = json!({
        "content": { "type": "text", "text": large_file(4 << 20) }, "format": "sgf", "keep": false,
    });
    let importing = {
        let server = server.clone();
        tokio::spawn(async move { server.ask("POST", "/import", &request).await })
    };
    let (pulse, mut slowest) = (Pulse::begin(), Duration::ZERO);
    while !importing.is_finished() {
        let start = Instant::now();
        server.get(&format!("/games/{id}")).await;
        slowest = slowest.max(start.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let (status, answer) = importing.await.unwrap();
    assert_eq!(status, 200, "{answer}");
    let limit = pulse.allowing(Duration::from_secs(1));
    assert!(slowest < limit, "a look at a game took {slowest:?} of {limit:?}");
    assert!(answer.to_string().len() < 16 << 20);
    let n_taken = answer["records"].as_array().unwrap().len();
    assert!(n_taken > 1000);
    let left_out = answer["warnings"].as_array().unwrap().last().unwrap().as_str().unwrap();
    let n_games = (4 << 20) / 39;
    assert!(
        left_out.contains(&format!("last {} of its {n_games} games", n_games - n_taken)),
        "{left_out}"
    );
}

#[tokio::test]
async fn two_hints_at_once_are_both_answered() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    let action = |n: u32| json!({ "request": n, "action": { "type": "hint" } });
    let path = format!("/games/{id}/actions");
    let (first, second) = (action(1), action(2));
    page.send(&action(3)).await;
    page.send(&action(4)).await;
    let (one, two) =
        tokio::join!(server.ask("POST", &path, &first), server.ask("POST", &path, &second));
    for (status, hint) in [one, two] {
        assert_eq!(status, 200, "{hint}");
        assert!(hint["point"].is_string());
    }
    for _ in 0..2 {
        page.until("hint").await;
    }
    // Also when the game goes on before anybody had a look.
    for n in 5..15 {
        page.send(&action(n)).await;
        page.send(&json!({ "request": n + 100, "action": play(&format!("A{}", n - 4)) })).await;
        while page.until("hint").await["request"] != n {}
    }
}

#[tokio::test]
async fn whoever_sends_no_whole_message_is_given_up() {
    let server = TestServer::start().await;
    let silent = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
    let mut slow = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
    slow.write_all(b"GET /api/v1/hello HTTP/1.1\r\nHost: x").await.unwrap();
    for mut stream in [silent, slow] {
        let mut rest = Vec::new();
        let ended = timeout(Duration::from_secs(30), stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "the connection is still open");
    }
}

/// Something that might be a message, changed at random places.
fn garbled(random: &mut SplitMix64, samples: &[String]) -> Vec<u8> {
    let mut bytes = samples[random.below(samples.len())].clone().into_bytes();
    for _ in 0..random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.below(256) as u8),
            2 if at < bytes.len() => bytes[at] = b"{}[]\",:0-9e"[random.below(11)],
            _ => {
                let other = samples[random.below(samples.len())].as_bytes();
                let from = random.below(other.len() + 1);
                bytes.splice(at.., other[from..].iter().copied());
            }
        }
    }
    bytes
}

fn samples(id: &str) -> Vec<String> {
    let actions = [
        json!({ "type": "play", "point": "H8" }),
        json!({ "type": "play", "point": "ZZ99" }),
        json!({ "type": "undo" }),
        json!({ "type": "opening", "action": { "type": "choose", "color": "black" } }),
        json!({ "type": "rename", "title": "x".repeat(200) }),
    ];
    let positions = [
        json!({ "type": "code", "code": "freestyle-15-h8i9g7" }),
        json!({ "type": "moves", "rule": "renju", "size": 255, "moves": ["H8", "pass"] }),
        json!({ "type": "game", "id": id, "ply": 4_000_000_000_u32 }),
    ];
    let mut all: Vec<Value> = Vec::new();
    for action in actions {
        all.push(json!({ "request": 7, "action": action, "seq": 18_446_744_073_709_551_615_u64 }));
    }
    for position in positions {
        let task = json!({ "type": "solve", "position": position, "kind": "any", "time_ms": 1 });
        all.push(json!({ "job": 1, "task": task }));
        let task = json!({ "type": "analyze", "position": position, "time_ms": 1, "lines": 9999 });
        all.push(json!({ "job": 2, "task": task }));
        all.push(position);
    }
    all.push(json!({ "job": 1, "task": { "type": "walk", "replies": ["A1", "pass", ""] } }));
    all.push(json!({ "rule": "renju", "size": 15, "second": { "type": "human" } }));
    all.push(json!({ "content": { "type": "text", "text": "(;GM[4];B[hh])" }, "keep": false }));
    all.iter().map(Value::to_string).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_is_refused_and_never_ends_the_server() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let samples = samples(&id);
    let mut random = SplitMix64::new(42);
    let paths = [
        format!("/games/{id}/actions"),
        "/games".to_owned(),
        "/import".to_owned(),
        "/position".to_owned(),
        "/tools/transform".to_owned(),
        "/export".to_owned(),
        "/analyses".to_owned(),
        "/return".to_owned(),
    ];
    let own = format!("Host: 127.0.0.1:{}\r\nAuthorization: Bearer {TOKEN}\r\n", server.port);
    for n in 0..200 {
        let body = String::from_utf8_lossy(&garbled(&mut random, &samples)).into_owned();
        let path = format!("/api/v1{}", paths[n % paths.len()]);
        let (status, answer) = server.raw("POST", &path, &own, &body).await;
        assert!(status < 500, "{path} {body}: {answer}");
    }
    for path in [format!("/games/{id}/live"), "/work".to_owned()] {
        let mut page = server.connect(&path).await.unwrap();
        for _ in 0..150 {
            if !page.send_raw(garbled(&mut random, &samples)).await {
                page = server.connect(&path).await.unwrap();
            }
        }
    }
    for _ in 0..60 {
        // Below HTTP.
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
        let head = format!("GET /api/v1/games?limit=1 HTTP/1.1\r\n{own}\r\n");
        // It may have closed the connection already.
        let _ = stream.write_all(&garbled(&mut random, &[head])).await;
    }
    let id = server.create(&against("scorer")).await;
    let mut page = server.connect(&format!("/games/{id}/live")).await.unwrap();
    page.send(&json!({ "request": 1, "action": play("H8") })).await;
    page.game_when(|game| game.moves.len() == 2).await;
}
