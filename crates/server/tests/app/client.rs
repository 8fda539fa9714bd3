//! A server for a test, and a page that talks to it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tengen_api::{GameMessage, GameSnapshot};
use tengen_players::pool::{Allowance, LadderThinker, Thinker};
use tengen_server::{Access, AppState, Reunion, Secrets, Store, app, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Nothing in these tests takes as long; a test that waits longer has failed.
const PATIENCE: Duration = Duration::from_secs(60);
pub(crate) const TOKEN: &str = "test-token";
pub(crate) const PASS: &str = "test-pass";
pub(crate) const KEY: &str = "test-key";
pub(crate) const EARLIER_START: &str = "yesterday";
pub(crate) const EARLIER_KEY: &str = "page-key-of-yesterday";

/// A thinker that never fails.
pub(crate) fn sound_thinker() -> LadderThinker {
    LadderThinker::new(Allowance { hash_mib: 4, threads: 1 }, 1)
}

/// A running server with a folder of its own.
#[derive(Clone)]
pub(crate) struct TestServer {
    pub(crate) port: u16,
    pub(crate) folder: Arc<TempDir>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::in_folder(Arc::new(TempDir::new().unwrap())).await
    }

    pub(crate) async fn in_folder(folder: Arc<TempDir>) -> Self {
        Self::thinking(folder, || Box::new(sound_thinker())).await
    }

    pub(crate) async fn thinking(
        folder: Arc<TempDir>,
        thinker: impl Fn() -> Box<dyn Thinker> + Send + Sync + 'static,
    ) -> Self {
        let port = Self::serve_at(folder.path(), thinker).await;
        Self { port, folder }
    }

    /// Serves the games in this folder, whoever else does; gives the port.
    pub(crate) async fn serve_at(
        folder: &Path,
        thinker: impl Fn() -> Box<dyn Thinker> + Send + Sync + 'static,
    ) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (store, notices) = Store::open(&folder.join("games.db"));
        let secrets =
            Secrets { key: KEY.to_owned(), token: TOKEN.to_owned(), pass: PASS.to_owned() };
        let earlier = vec![(EARLIER_START.to_owned(), EARLIER_KEY.to_owned())];
        let reunion = Reunion::new(port, earlier).unwrap();
        let access = Access::new(secrets, port, false, reunion);
        let state = AppState::with_thinker(store, notices, access, thinker);
        tokio::spawn(serve(listener, app(state)));
        port
    }

    /// One request with these header lines; the status and everything behind the headers.
    pub(crate) async fn raw(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer)
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let headers = format!("Host: 127.0.0.1:{}\r\nAuthorization: Bearer {TOKEN}\r\n", self.port);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, answer) = self.raw(method, &format!("/api/v1{path}"), &headers, &body).await;
        let (_, content) = answer.split_once("\r\n\r\n").unwrap();
        (status, serde_json::from_str(content).unwrap_or(Value::Null))
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, value) = self.ask("GET", path, &Value::Null).await;
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    pub(crate) async fn create(&self, wish: &Value) -> String {
        let (status, value) = self.ask("POST", "/games", wish).await;
        assert_eq!(status, 201, "{value}");
        value["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn connect(&self, path: &str) -> Result<Page, Error> {
        self.connect_as(path, &format!("http://127.0.0.1:{}", self.port), TOKEN).await
    }

    pub(crate) async fn connect_as(
        &self,
        path: &str,
        origin: &str,
        token: &str,
    ) -> Result<Page, Error> {
        let url = format!("ws://127.0.0.1:{}/api/v1{path}", self.port);
        let mut request = url.into_client_request().unwrap();
        let bearer = format!("Bearer {token}");
        let headers = request.headers_mut();
        headers.insert("authorization", HeaderValue::from_str(&bearer).unwrap());
        headers.insert("origin", HeaderValue::from_str(origin).unwrap());
        let (socket, _) = connect_async(request).await?;
        Ok(Page { socket, n_requests: 0 })
    }
}

/// A page with a live connection.
pub(crate) struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    n_requests: u32,
}

impl Page {
    pub(crate) async fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Sends whatever this is; whether the connection is still there.
    pub(crate) async fn send_raw(&mut self, bytes: Vec<u8>) -> bool {
        let message = match String::from_utf8(bytes) {
            Ok(text) => Message::text(text),
            Err(error) => Message::binary(error.into_bytes()),
        };
        self.socket.send(message).await.is_ok()
    }

    pub(crate) async fn receive(&mut self) -> Value {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.expect("an answer in time");
            if let Message::Text(text) = message.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Receives until something is of this type.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.receive().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Sends an action of a game and waits for what becomes of it.
    pub(crate) async fn act(&mut self, action: Value) -> Value {
        self.n_requests += 1;
        let number = self.n_requests;
        self.send(&json!({ "request": number, "action": action })).await;
        loop {
            let message = self.receive().await;
            if message["request"] == number {
                return message;
            }
        }
    }

    /// Receives until the game is as wanted.
    pub(crate) async fn game_when(
        &mut self,
        mut wanted: impl FnMut(&GameSnapshot) -> bool,
    ) -> GameSnapshot {
        loop {
            let message = self.receive().await;
            if let Ok(GameMessage::Update { game, .. }) = serde_json::from_value(message)
                && wanted(&game)
            {
                return *game;
            }
        }
    }
}

pub(crate) fn against(opponent: &str) -> Value {
    json!({ "rule": "freestyle", "size": 15, "second": { "type": "ai", "opponent": opponent } })
}

pub(crate) fn hotseat(rule: &str) -> Value {
    json!({ "rule": rule, "first": { "type": "human" }, "second": { "type": "human" } })
}

pub(crate) fn play(point: &str) -> Value {
    json!({ "type": "play", "point": point })
}

/// How busy the machine is: the longest that a thread of no consequence had to wait for its turn. What
/// takes longer than it should, but no longer than this explains, is nobody's fault.
pub(crate) struct Pulse {
    is_over: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<Duration>,
}

impl Pulse {
    pub(crate) fn begin() -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&is_over);
        let beat = Duration::from_millis(10);
        let thread = std::thread::spawn(move || {
            let mut longest = Duration::ZERO;
            while !seen.load(Ordering::Relaxed) {
                let start = Instant::now();
                std::thread::sleep(beat);
                longest = longest.max(start.elapsed().saturating_sub(beat));
            }
            longest
        });
        Self { is_over, thread }
    }

    /// What may take so long on a quiet machine may take this long on the present one.
    pub(crate) fn allowing(self, quiet: Duration) -> Duration {
        self.is_over.store(true, Ordering::Relaxed);
        quiet + self.thread.join().unwrap() * 10
    }
}
