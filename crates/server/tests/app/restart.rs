//! The program dies and is started again.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use tempfile::TempDir;
use tengen_server::{Options, Running, Started, start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use crate::client::TestServer;

/// The program itself, as the executable starts it.
struct Program {
    server: TestServer,
    token: String,
    stop: oneshot::Sender<()>,
    task: tokio::task::JoinHandle<()>,
}

impl Program {
    async fn begin(folder: &Arc<TempDir>, host: Option<IpAddr>) -> Self {
        let running = match start_in(folder, host).await {
            Started::New(running) => running,
            Started::Already(url) => panic!("{url} is still running"),
        };
        Self::serving(folder, *running)
    }

    fn serving(folder: &Arc<TempDir>, running: Running) -> Self {
        let (address, token) = running.url.split_once("/?token=").unwrap();
        let port = address.rsplit(':').next().unwrap().parse().unwrap();
        let server = TestServer { port, folder: Arc::clone(folder) };
        let token = token.to_owned();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            running.serve(async move { drop(stopped.await) }).await.unwrap();
        });
        Self { server, token, stop, task }
    }

    async fn end(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }

    /// What the browser keeps after the printed address was opened.
    async fn cookie(&self) -> String {
        let (_, answer) = self.ask(&format!("/?token={}", self.token), "").await;
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    async fn ask(&self, path: &str, cookie: &str) -> (u16, String) {
        let headers = format!("Host: 127.0.0.1:{}\r\nCookie: {cookie}\r\n", self.server.port);
        self.server.raw("GET", path, &headers, "").await
    }
}

/// Somebody else who listens where the program did, writes down whatever he is sent and answers what
/// might make people go on.
async fn listen_as_stranger(port: u16, visits: &[String]) -> Vec<String> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("the port is free again");
    let answers = [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    ];
    let mut heard = Vec::new();
    for answer in answers {
        for visit in visits {
            let sent = async {
                let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                stream.write_all(visit.as_bytes()).await.unwrap();
                let mut rest = Vec::new();
                stream.read_to_end(&mut rest).await.unwrap();
            };
            let recorded = async {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut bytes = vec![0; visit.len()];
                stream.read_exact(&mut bytes).await.unwrap();
                stream.write_all(answer.as_bytes()).await.unwrap();
                String::from_utf8(bytes).unwrap()
            };
            heard.push(tokio::join!(sent, recorded).1);
        }
    }
    heard
}

#[tokio::test]
async fn what_a_stranger_on_the_old_port_records_lets_nobody_in() {
    let folder = Arc::new(TempDir::new().unwrap());
    let program = Program::begin(&folder, None).await;
    let (port, token) = (program.server.port, program.token.clone());
    let cookie = program.cookie().await;
    let hello = async |program: &Program, secrets: &str| {
        let headers = format!("Host: 127.0.0.1:{port}\r\n{secrets}");
        program.server.raw("GET", "/api/v1/hello", &headers, "").await.0
    };
    assert_eq!(hello(&program, &format!("Cookie: {cookie}\r\n")).await, 200);
    let (_, answer) = program.ask("/api/v1/return", &cookie).await;
    let key: serde_json::Value =
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let start = key["start"].as_str().unwrap().to_owned();
    program.end().await;

    // A page that is loaded again, a page that comes back, its live connection and a script.
    let question = format!("{{\"start\":\"{start}\",\"number\":\"of-the-page\"}}");
    let socket = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                  Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let request = |method: &str, path: &str, headers: &str, body: &str| {
        let n_bytes = body.len();
        format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n{headers}\
             Content-Type: application/json\r\nContent-Length: {n_bytes}\r\n\r\n{body}"
        )
    };
    let close = "Connection: close\r\n";
    let bearer = format!("Authorization: Bearer {token}\r\n{close}");
    let visits = [
        request("GET", "/", close, ""),
        request("GET", &format!("/?token={token}"), close, ""),
        request("GET", "/api/v1/hello", close, ""),
        request("GET", "/api/v1/return", close, ""),
        request("GET", "/api/v1/work", socket, ""),
        request("GET", "/api/v1/games", &bearer, ""),
        request("POST", "/api/v1/games", close, "{\"second\":{\"type\":\"human\"}}"),
        request("POST", "/api/v1/return", close, &question),
    ];
    let heard = listen_as_stranger(port, &visits).await;
    assert_eq!(heard.len(), 2 * visits.len(), "he has heard everything");

    let again = Program::begin(&folder, None).await;
    assert_eq!(again.server.port, port, "it is back where it was");
    for recorded in &heard {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.write_all(recorded.as_bytes()).await.unwrap();
        let mut answer = vec![0; 16 << 10];
        let n_bytes = stream.read(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..n_bytes]).into_owned();
        let line = recorded.lines().next().unwrap();
        assert!(!answer.contains("set-cookie"), "{line}: {answer}");
        let is_page = line.starts_with("GET / ") || line.starts_with("GET /?token=");
        let is_question = line.starts_with("POST /api/v1/return ");
        if is_question {
            // It is proved to anybody who asks that the program is back, and no more than that.
            assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("proof"), "{answer}");
        } else if !is_page {
            let is_refused =
                answer.starts_with("HTTP/1.1 401 ") || answer.starts_with("HTTP/1.1 429 ");
            assert!(is_refused, "{line}: {answer}");
        }
    }
    // Every word that he has heard, in every place where a secret could stand.
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let mut words: Vec<&str> = heard.iter().flat_map(|text| text.split(|c| !is_word(c))).collect();
    words.sort_unstable();
    words.dedup();
    for word in words.into_iter().filter(|word| word.len() >= 8) {
        for secret in [
            format!("Cookie: tengen-{port}={word}\r\n"),
            format!("Authorization: Bearer {word}\r\n"),
        ] {
            assert_ne!(hello(&again, &secret).await, 200, "{word}");
        }
        let (status, answer) = again.ask(&format!("/?token={word}"), "").await;
        assert!(status != 303 && !answer.contains("set-cookie"), "{word}");
    }
    again.end().await;
}

async fn start_in(folder: &TempDir, host: Option<IpAddr>) -> Started {
    let folder = Some(folder.path().to_owned());
    let options = Options { host, folder, ..Options::default() };
    start(options).await.unwrap()
}

#[tokio::test]
async fn a_second_start_finds_the_one_that_runs() {
    let everybody = Some(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    for (first_host, second_host) in [(None, None), (everybody, None), (None, everybody)] {
        let folder = Arc::new(TempDir::new().unwrap());
        let first = Program::begin(&folder, first_host).await;
        let Started::Already(url) = start_in(&folder, second_host).await else {
            panic!("two servers share a folder");
        };
        // A new address of the first one, which lets somebody in.
        let (place, token) = url.split_once("/?token=").unwrap();
        assert!(place.ends_with(&format!(":{}", first.server.port)));
        assert_ne!(token, first.token);
        assert_eq!(first.ask(&format!("/?token={token}"), "").await.0, 303);
        let other_folder = Arc::new(TempDir::new().unwrap());
        Program::begin(&other_folder, None).await.end().await;
        first.end().await;
        Program::begin(&folder, second_host).await.end().await;
    }
}

#[tokio::test]
async fn a_server_that_is_too_busy_to_answer_is_still_the_only_one() {
    let folder = Arc::new(TempDir::new().unwrap());
    // It listens and answers nobody, as a process that was stopped or checks a large library.
    let Started::New(busy) = start_in(&folder, None).await else { panic!("nobody else is there") };
    let Started::Already(url) = start_in(&folder, None).await else {
        panic!("two servers share a folder");
    };
    let (place, _) = busy.url.split_once("?token=").unwrap();
    assert_eq!(url, place, "it gives no new address, and its own secrets are not for a screen");
    drop(busy);
    Program::begin(&folder, None).await.end().await;
}

#[tokio::test]
async fn of_two_starts_at_once_one_serves() {
    let folder = Arc::new(TempDir::new().unwrap());
    let (one, other) = tokio::join!(start_in(&folder, None), start_in(&folder, None));
    let n_serving = [one, other].iter().filter(|it| matches!(it, Started::New(_))).count();
    assert_eq!(n_serving, 1);
}

#[tokio::test]
async fn the_next_start_has_the_same_port_and_no_secret_that_was_sent_there_lets_in() {
    let folder = Arc::new(TempDir::new().unwrap());
    let first = Program::begin(&folder, None).await;
    let (port, old_token, cookie) = (first.server.port, first.token.clone(), first.cookie().await);
    first.end().await;

    let second = Program::begin(&folder, None).await;
    assert_eq!(second.server.port, port);
    assert_ne!(second.token, old_token, "the token is new with every start");
    let (status, answer) = second.ask("/api/v1/hello", &cookie).await;
    assert_eq!(status, 401, "whoever has listened there meanwhile may have seen it");
    assert!(!answer.contains("set-cookie"));
    let (_, answer) = second.ask(&format!("/?token={old_token}"), "").await;
    assert!(!answer.contains("set-cookie"), "an old address lets nobody in");
    second.end().await;

    let somebody_else = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    let third = Program::begin(&folder, None).await;
    assert_ne!(third.server.port, port);
    third.end().await;
    drop(somebody_else);
}

#[tokio::test]
async fn a_server_that_is_open_to_the_network_knows_nobody_from_before() {
    let folder = Arc::new(TempDir::new().unwrap());
    let first = Program::begin(&folder, None).await;
    let cookie = first.cookie().await;
    let secret = cookie.split_once('=').unwrap().1.to_owned();
    first.end().await;
    let open = Program::begin(&folder, Some(IpAddr::V4(Ipv4Addr::UNSPECIFIED))).await;
    let cookie = format!("tengen-{}={secret}", open.server.port);
    assert_eq!(open.ask("/api/v1/hello", &cookie).await.0, 401);
    open.end().await;
}
