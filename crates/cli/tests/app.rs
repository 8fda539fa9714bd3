//! The app as people start it: the real executable, killed in the middle of a game.
#![cfg(test)]

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

#[cfg(target_os = "linux")]
use futures_util::{SinkExt, StreamExt};
#[cfg(target_os = "linux")]
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::{Value, json};
#[cfg(target_os = "linux")]
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

struct App {
    process: Child,
    /// What it prints.
    lines: Lines<BufReader<ChildStdout>>,
    port: u16,
    token: String,
}

impl App {
    fn start(folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_Gomoku"));
        command.args(["--no-open", "--data"]).arg(folder);
        Self::of(command)
    }

    /// Starts it behind a command of the shell, as a limit.
    #[cfg(target_os = "linux")]
    fn start_after(shell: &str, folder: &Path) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{shell}; exec \"$0\" --no-open --data \"$1\"")]);
        command.arg(env!("CARGO_BIN_EXE_Gomoku")).arg(folder);
        Self::of(command)
    }

    fn of(mut command: Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut app = Self { process, lines, port: 0, token: String::new() };
        app.read_address();
        app
    }

    /// Waits for the address that is printed with every start.
    fn read_address(&mut self) {
        let address = |line: String| Some(line.split_once("http://")?.1.to_owned());
        let url = self.lines.find_map(|line| address(line.unwrap()));
        let url = url.expect("the address is printed");
        let (host, token) = url.split_once("/?token=").unwrap();
        self.port = host.rsplit(':').next().unwrap().parse().unwrap();
        token.clone_into(&mut self.token);
    }

    /// The process that serves; the one we started watches it.
    #[cfg(target_os = "linux")]
    fn server(&self) -> Pid {
        let id = self.process.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        Pid::from_raw(children.trim().parse().unwrap()).unwrap()
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (port, token) = (self.port, &self.token);
        write!(
            stream,
            "{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\
             Authorization: Bearer {token}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, content) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(content).unwrap_or_else(|_| panic!("no JSON: {answer}"))
    }

    /// What is answered to a request with these header lines.
    fn raw(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let port = self.port;
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}");
        write!(stream, "{request}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// The cookie that an address with this token is exchanged for.
    fn open(&self, token: &str) -> Option<String> {
        let answer = self.raw(&format!("/?token={token}"), "");
        let set = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "))?;
        set.split(';').next().map(str::to_owned)
    }

    fn begin(&self, wish: &Value) -> String {
        self.ask("POST", "/games", wish)["id"].as_str().unwrap().to_owned()
    }

    fn play(&self, id: &str, point: &str) -> Value {
        let action = json!({ "request": 1, "action": { "type": "play", "point": point } });
        self.ask("POST", &format!("/games/{id}/actions"), &action)
    }

    /// The game once it has so many moves.
    #[cfg(target_os = "linux")]
    fn game_with_moves(&self, id: &str, n_moves: usize) -> Value {
        for _ in 0..600 {
            let game = self.ask("GET", &format!("/games/{id}"), &Value::Null);
            if game["moves"].as_array().unwrap().len() >= n_moves {
                return game;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("nobody plays");
    }

    /// Everything that is said about a job of the analysis, until it ends.
    #[cfg(target_os = "linux")]
    fn work(&self, task: &Value) -> Vec<Value> {
        let address = format!("ws://127.0.0.1:{}/api/v1/work", self.port);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut request = address.into_client_request().unwrap();
            let token = format!("Bearer {}", self.token).parse().unwrap();
            request.headers_mut().insert("Authorization", token);
            let (mut socket, _) = connect_async(request).await.unwrap();
            let message = json!({ "job": 1, "task": task }).to_string();
            socket.send(Message::text(message)).await.unwrap();
            let mut said = Vec::new();
            while said.last().is_none_or(|says: &Value| says["type"] != "ended") {
                let message = socket.next().await.unwrap().unwrap();
                let message: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
                said.push(message["says"].clone());
            }
            said
        })
    }

    /// As `kill -9`.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::start(folder.path());
    let wish =
        json!({ "rule": "renju", "first": { "type": "human" }, "second": { "type": "human" } });
    let id = app.begin(&wish);
    let moves = ["H8", "I9", "G7", "G9", "H10"];
    for point in moves {
        let seen = app.play(&id, point);
        assert_eq!(seen["position"]["last"], point);
    }
    app.kill();
    let app = App::start(folder.path());
    let seen = app.ask("GET", &format!("/games/{id}"), &Value::Null);
    let played: Vec<&str> =
        seen["moves"].as_array().unwrap().iter().map(|it| it["point"].as_str().unwrap()).collect();
    assert_eq!(played, moves);
    let seen = app.play(&id, "I7");
    assert_eq!(seen["moves"].as_array().unwrap().len(), 6);
    app.kill();
}

#[cfg(target_os = "linux")]
#[test]
fn an_app_that_dies_is_started_again_in_the_same_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_Gomoku"));
    command.args(["--no-open", "--port", "0", "--data"]).arg(folder.path());
    let mut app = App::of(command);
    let id = app.begin(&json!({ "second": { "type": "human" } }));
    app.play(&id, "J10");
    let (port, token, server) = (app.port, app.token.clone(), app.server());
    let cookie = app.open(&token).unwrap();
    kill_process(server, Signal::ABORT).unwrap();
    // Nobody else gets the port meanwhile.
    assert!(std::net::TcpListener::bind(("127.0.0.1", port)).is_err());
    app.read_address();
    assert_eq!(app.port, port, "open pages find it");
    assert_ne!(app.token, token);
    let hello = app.raw("/api/v1/hello", &format!("Cookie: {cookie}\r\n"));
    assert!(hello.starts_with("HTTP/1.1 200 "), "a page that is loaded again is still in: {hello}");
    let seen = app.play(&id, "A1");
    assert_eq!(seen["moves"].as_array().unwrap().len(), 2);
    // Asked to end, both end, and that is no failure.
    let server = app.server();
    kill_process(Pid::from_child(&app.process), Signal::TERM).unwrap();
    assert!(app.process.wait().unwrap().success());
    assert!(test_kill_process(server).is_err(), "nobody is left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn an_app_that_dies_again_and_again_ends_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_Gomoku"));
    command.args(["--no-open", "--data"]).arg(folder.path()).stderr(Stdio::piped());
    let mut app = App::of(command);
    for _ in 0..3 {
        kill_process(app.server(), Signal::KILL).unwrap();
        app.read_address();
    }
    kill_process(app.server(), Signal::KILL).unwrap();
    assert_eq!(app.process.wait().unwrap().code(), Some(1));
    let mut said = String::new();
    app.process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said.matches("It is started again").count(), 3, "{said}");
    assert!(said.contains("again and again"), "{said}");
    assert!(said.contains("Your games are kept"), "{said}");
}

/// A browser that keeps its command line and exits.
#[cfg(target_os = "linux")]
fn fake_browser(folder: &Path) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let (path, seen) = (folder.join("chromium"), folder.join("seen"));
    let script = format!("#!/bin/sh\necho \"$@\" > {0}.part; mv {0}.part {0}\n", seen.display());
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    seen
}

#[cfg(target_os = "linux")]
#[test]
fn what_stands_in_the_browsers_command_line_opens_once_and_is_no_bearer() {
    let (folder, programs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let seen = fake_browser(programs.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_Gomoku"));
    let path = format!("{}:/usr/bin:/bin", programs.path().display());
    command.arg("--data").arg(folder.path()).env("PATH", path).env("DISPLAY", ":0");
    let app = App::of(command);
    let line = (0..600).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::read_to_string(&seen).ok()
    });
    let line = line.expect("the browser is started");
    let token = line.split_once("/?token=").unwrap().1.split_whitespace().next().unwrap();
    assert_ne!(token, app.token, "the printed one is not in a command line");
    let bearer = format!("Authorization: Bearer {token}\r\n");
    assert!(app.raw("/api/v1/hello", &bearer).starts_with("HTTP/1.1 401 "));
    let cookie = app.open(token).unwrap();
    let hello = app.raw("/api/v1/hello", &format!("Cookie: {cookie}\r\n"));
    assert!(hello.starts_with("HTTP/1.1 200 "));
    assert_eq!(app.open(token), None);
    app.kill();
}

/// An app that was being started again when its watcher was killed: it went on as a program of its own.
#[cfg(target_os = "linux")]
#[test]
fn an_app_whose_watcher_is_gone_does_not_go_on_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut gone = Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_Gomoku"));
    command.args(["--no-open", "--data"]).arg(folder.path());
    command.env("GOMOKU_WATCHER", gone.id().to_string()).stdout(Stdio::piped());
    let mut app = command.spawn().unwrap();
    let mut said = String::new();
    let mut output = BufReader::new(app.stdout.take().unwrap());
    output.read_line(&mut said).unwrap();
    let is_serving = !said.is_empty();
    if is_serving {
        app.kill().unwrap();
    }
    assert!(app.wait().unwrap().success() && !is_serving, "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_without_a_browser_says_so() {
    let (folder, nothing) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for display in [":0", ""] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_Gomoku"));
        command.arg("--data").arg(folder.path()).env("PATH", nothing.path());
        command.env("DISPLAY", display).env("WAYLAND_DISPLAY", "");
        let mut app = App::of(command);
        let told = app.lines.find_map(|line| line.ok().filter(|line| line.contains("browser")));
        assert!(told.unwrap().contains("No browser could be opened"), "with display {display:?}");
        app.kill();
    }
}

/// Nobody is let in by the folder: it and all that is in it are the user's alone, whatever the mask.
#[cfg(target_os = "linux")]
#[test]
fn the_data_folder_is_closed_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let base = tempfile::tempdir().unwrap();
    let folder = base.path().join("data");
    let app = App::start_after("umask 0", &folder);
    app.begin(&json!({ "second": { "type": "human" } }));
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{path:?}");
    }
    app.kill();
}

#[cfg(target_os = "linux")]
#[test]
fn half_open_connections_keep_nobody_out_of_a_program_with_few_descriptors() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::start_after("ulimit -n 100", folder.path());
    let begin_and_play = || {
        let start = std::time::Instant::now();
        let id = app.begin(&json!({ "second": { "type": "human" } }));
        app.play(&id, "J10");
        start.elapsed()
    };
    // What it takes on this machine at this moment.
    let alone = begin_and_play();
    let half_open: Vec<TcpStream> =
        (0..300).filter_map(|_| TcpStream::connect(("127.0.0.1", app.port)).ok()).collect();
    let besieged = begin_and_play();
    let limit = std::time::Duration::from_secs(5) + alone * 10;
    assert!(besieged < limit, "{besieged:?}, {alone:?} when there was nobody else");
    drop(half_open);
    app.kill();
}

#[test]
fn a_second_start_leads_to_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::start(folder.path());
    let second = Command::new(env!("CARGO_BIN_EXE_Gomoku"))
        .args(["--no-open", "--port", "1", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(second.status.success());
    let said = String::from_utf8(second.stdout).unwrap();
    assert!(said.contains("running already"), "{said}");
    let start = format!("http://127.0.0.1:{}/?token=", app.port);
    let token = said.split_once(&start).unwrap().1.split_whitespace().next().unwrap();
    assert_ne!(token, app.token);
    assert!(app.open(token).is_some(), "a new address of the one that runs");
    assert_eq!(app.open(token), None, "which opens once");
    assert_eq!(app.ask("GET", "/hello", &Value::Null)["notices"], json!([]));
    app.kill();
}

/// Nothing can be written: the limit of the system takes the part of a disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn a_game_goes_on_while_the_disk_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::start_after("trap '' XFSZ; ulimit -f 0", folder.path());
    let hello = app.ask("GET", "/hello", &Value::Null);
    assert_eq!(hello["notices"][0]["code"], "database_unusable");
    let wish = json!({ "second": { "type": "ai", "opponent": "scorer" } });
    let id = app.begin(&wish);
    app.play(&id, "J10");
    app.game_with_moves(&id, 2);
    app.kill();
}

/// The engine is allowed more memory than there is: it takes what it gets, says so and plays.
#[cfg(target_os = "linux")]
#[test]
fn a_game_goes_on_with_little_memory() {
    for kilobytes in [200_000, 1_000_000] {
        play_with_memory(kilobytes);
    }
}

#[cfg(target_os = "linux")]
fn play_with_memory(kilobytes: u32) {
    let folder = tempfile::tempdir().unwrap();
    let app = App::start_after(&format!("ulimit -v {kilobytes}"), folder.path());
    let server = app.server();
    let mut settings = app.ask("GET", "/settings", &Value::Null);
    settings["hash_mib"] = json!(2048);
    assert_eq!(app.ask("PUT", "/settings", &settings)["hash_mib"], 2048);
    let wish = json!({ "second": { "type": "ai", "opponent": "champion", "time_ms": 100 } });
    let id = app.begin(&wish);
    for (n_moves, point) in [(2, "J10"), (4, "A1"), (6, "S19")] {
        app.play(&id, point);
        let game = app.game_with_moves(&id, n_moves);
        let codes: Vec<&Value> =
            game["notices"].as_array().unwrap().iter().map(|notice| &notice["code"]).collect();
        assert_eq!(codes, ["memory_short"], "told once, and nothing else went wrong");
    }
    let position = json!({ "type": "moves", "rule": "renju", "size": 15, "moves": ["H8", "I9"] });
    for (kind, found) in [("analyze", "thinking"), ("solve", "proof"), ("review", "review")] {
        let task = json!({ "type": kind, "position": position, "kind": "any", "time_ms": 100 });
        let said = app.work(&task);
        let has = |what: &str| said.iter().any(|says| says["type"] == what);
        assert!(has(found) && !has("failed"), "{kind} with {kilobytes} kB: {said:?}");
        let notices: Vec<&Value> = said.iter().filter(|says| says["type"] == "notice").collect();
        assert_eq!(notices.len(), 1, "{kind} with {kilobytes} kB: {notices:?}");
        assert_eq!(notices[0]["notice"]["code"], "memory_short");
    }
    assert_eq!(app.server(), server, "with {kilobytes} kB it has not died in between");
    app.kill();
}
