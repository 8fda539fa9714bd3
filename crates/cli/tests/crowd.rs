//! Many games at once on one program: how long an acknowledged move takes, and how much memory.
#![cfg(test)]
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// Everybody makes so many moves: against somebody who attacks without being answered, no more.
const MOVES: usize = 4;

/// A crowd of people who play by scripts.
#[derive(Clone, Copy)]
struct Crowd {
    n_games: usize,
    opponent: Option<&'static str>,
    /// How long everybody thinks about a move.
    pause: Duration,
}

struct Program {
    process: Child,
    port: u16,
    token: String,
}

impl Program {
    fn start(folder: &std::path::Path) -> Self {
        let path = std::env::var_os("GOMOKU").unwrap_or(env!("CARGO_BIN_EXE_Gomoku").into());
        let mut process = Command::new(path)
            .args(["--no-open", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = |line: String| Some(line.split_once("http://127.0.0.1:")?.1.to_owned());
        let url = lines.find_map(|line| address(line.unwrap())).unwrap();
        let (port, token) = url.split_once("/?token=").unwrap();
        let (port, token) = (port.parse().unwrap(), token.to_owned());
        Self { process, port, token }
    }

    /// The most memory that the process which serves has ever had, in MB.
    fn most_memory(&self) -> u64 {
        let id = self.process.id();
        let server = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.trim())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1000
    }

    /// How many seconds of a processor the process which serves has used, and how often it has written.
    fn work_done(&self) -> (f64, u64) {
        let id = self.process.id();
        let server = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        let read = |name: &str| std::fs::read_to_string(format!("/proc/{}/{name}", server.trim()));
        let stat = read("stat").unwrap();
        let fields: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
        // In user and in system mode, in hundredths of a second.
        let cpu: u64 = fields[11..13].iter().map(|field| field.parse::<u64>().unwrap()).sum();
        let io = read("io").unwrap();
        let writes = io.lines().find_map(|line| line.strip_prefix("syscw: ")).unwrap();
        (cpu as f64 / 100.0, writes.parse().unwrap())
    }

    async fn create(port: u16, token: &str, opponent: Option<&str>) -> String {
        let second = opponent
            .map_or(json!({ "type": "human" }), |name| json!({ "type": "ai", "opponent": name }));
        let wish = json!({ "rule": "freestyle", "size": 15, "first": { "type": "human" }, "second": second });
        let body = wish.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let request = format!(
            "POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let content: Value =
            serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        content["id"].as_str().unwrap().to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn until(socket: &mut Socket, mut wanted: impl FnMut(&Value) -> bool) -> Value {
    loop {
        let message = socket.next().await.expect("it goes on").unwrap();
        let Ok(text) = message.to_text() else { continue };
        let Ok(message) = serde_json::from_str(text) else { continue };
        if wanted(&message) {
            return message;
        }
    }
}

/// Plays a game and says how long it took until each move was acknowledged.
async fn play(port: u16, token: String, number: usize, crowd: Crowd) -> Vec<Duration> {
    let Crowd { opponent, pause, .. } = crowd;
    let id = Program::create(port, &token, opponent).await;
    let address = format!("ws://127.0.0.1:{port}/api/v1/games/{id}/live");
    let mut request = address.into_client_request().unwrap();
    request.headers_mut().insert("Authorization", format!("Bearer {token}").parse().unwrap());
    let (mut socket, _) = connect_async(request).await.unwrap();
    let mut taken: Vec<String> = Vec::new();
    let mut times = Vec::new();
    // Everybody at another moment.
    tokio::time::sleep(pause * (number % 100) as u32 / 100).await;
    for n in 0..MOVES {
        // Far from each other, so that nobody wins.
        let mut points = (0..225).map(|i| (i * 52 + number * 7) % 225);
        let name = |at: usize| format!("{}{}", char::from(b'A' + (at % 15) as u8), at / 15 + 1);
        let point = points.find(|&at| !taken.contains(&name(at))).map(name).unwrap();
        let start = Instant::now();
        let action = json!({ "request": n + 1, "action": { "type": "play", "point": point } });
        socket.send(Message::text(action.to_string())).await.unwrap();
        // The opponent may have answered before the acknowledgment is read.
        let mut is_answered = opponent.is_none();
        let mut moves = Vec::new();
        let mut look = |message: &Value| {
            let found = message["game"]["moves"].as_array();
            if let Some(found) = found.filter(|found| found.len() >= 2 * (n + 1)) {
                is_answered = true;
                moves = found.iter().map(|mv| mv["point"].as_str().unwrap().to_owned()).collect();
            }
            is_answered
        };
        let answer = until(&mut socket, |message| {
            look(message);
            message["request"] == n + 1
        });
        let answer = answer.await;
        assert_eq!(answer["type"], "done", "{answer}");
        times.push(start.elapsed());
        taken.push(point);
        if !look(&Value::Null) {
            until(&mut socket, &mut look).await;
        }
        if opponent.is_some() {
            taken = moves;
        }
        tokio::time::sleep(pause).await;
    }
    times
}

/// The median and the slowest but one percent, the most memory in MB, and the work done for it.
fn play_many(crowd: Crowd) -> (Duration, Duration, u64, (f64, u64)) {
    let n_games = crowd.n_games;
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path());
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let (port, token) = (program.port, program.token.clone());
    let mut times: Vec<Duration> = runtime.unwrap().block_on(async move {
        let games: Vec<_> = (0..n_games)
            .map(|number| tokio::spawn(play(port, token.clone(), number, crowd)))
            .collect();
        let mut times = Vec::new();
        for game in games {
            times.extend(game.await.unwrap());
        }
        times
    });
    times.sort_unstable();
    assert_eq!(times.len(), n_games * MOVES);
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    (at(50), at(99), program.most_memory(), program.work_done())
}

#[test]
fn a_hundred_games_at_once_are_no_trouble() {
    let pause = Duration::from_millis(100);
    let (_, slow, memory, _) = play_many(Crowd { n_games: 100, opponent: Some("scorer"), pause });
    // Other tests run at the same time: this is about errors and memory.
    assert!(slow < Duration::from_secs(20), "{slow:?}");
    assert!(memory < 400, "{memory} MB");
}

/// To be run on a quiet machine, with `GOMOKU` naming the program as people have it.
#[test]
#[ignore = "takes minutes and wants a quiet machine: make check-deep"]
fn deep_a_thousand_games_at_once_acknowledge_moves_in_a_quarter_of_a_second() {
    for opponent in [None, Some("scorer")] {
        let crowd = Crowd { n_games: 1_000, opponent, pause: Duration::from_secs(4) };
        let (usual, slow, memory, (cpu, n_writes)) = play_many(crowd);
        let found = format!(
            "{opponent:?}: median {usual:?}, 99 % {slow:?}, {memory} MB, {cpu} s of a processor, \
             {n_writes} writes"
        );
        let _ = writeln!(std::io::stderr(), "{found}");
        assert!(slow < Duration::from_millis(250), "{found}");
        assert!(memory < 400, "{found}");
    }
}
