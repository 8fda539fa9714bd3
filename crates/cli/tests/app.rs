//! The app as people start it: the real executable, killed in the middle of a game.
#![cfg(test)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

struct App {
    process: Child,
    port: u16,
    token: String,
}

impl App {
    fn start(folder: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_Gomoku"))
            .args(["--no-open", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.find_map(|line| Some(line.unwrap().split_once("http://")?.1.to_owned()));
        let url = url.expect("the address is printed");
        let (host, token) = url.split_once("/?token=").unwrap();
        let port = host.rsplit(':').next().unwrap().parse().unwrap();
        Self { process, port, token: token.to_owned() }
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
    let id = app.ask("POST", "/games", &wish)["id"].as_str().unwrap().to_owned();
    let moves = ["H8", "I9", "G7", "G9", "H10"];
    for point in moves {
        let action = json!({ "request": 1, "action": { "type": "play", "point": point } });
        let seen = app.ask("POST", &format!("/games/{id}/actions"), &action);
        assert_eq!(seen["position"]["last"], point);
    }
    app.kill();
    let app = App::start(folder.path());
    let seen = app.ask("GET", &format!("/games/{id}"), &Value::Null);
    let played: Vec<&str> =
        seen["moves"].as_array().unwrap().iter().map(|it| it["point"].as_str().unwrap()).collect();
    assert_eq!(played, moves);
    let action = json!({ "request": 1, "action": { "type": "play", "point": "I7" } });
    let seen = app.ask("POST", &format!("/games/{id}/actions"), &action);
    assert_eq!(seen["moves"].as_array().unwrap().len(), 6);
    app.kill();
}
