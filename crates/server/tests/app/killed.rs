//! Servers in processes of their own that are killed, stopped and started again while people play and
//! delete: no acknowledged move is lost, and what was deleted stays so.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tengen_rules::SplitMix64;

use crate::client::{TOKEN, TestServer, hotseat, play, sound_thinker};

/// Tells the process of a test that it is a server, and where its games are.
const FOLDER: &str = "TENGEN_TEST_FOLDER";

/// Not a test of its own: the process that the others start, stop and kill.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a process for the other tests"]
async fn server_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let port =
        TestServer::serve_at(std::path::Path::new(&folder), || Box::new(sound_thinker())).await;
    println!("\nlistening on {port}");
    // Until somebody kills it, or whoever started it is gone.
    let wait = || {
        let mut rest = Vec::new();
        let _ = std::io::stdin().read_to_end(&mut rest);
    };
    tokio::task::spawn_blocking(wait).await.unwrap();
}

/// A server in a process of its own.
struct Process {
    child: Child,
    port: u16,
}

impl Process {
    fn start(folder: &TempDir) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "killed::server_process", "--ignored", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            line.unwrap().split_once("listening on ").and_then(|(_, port)| port.parse().ok())
        });
        Self { child, port: port.expect("it says where it listens") }
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    fn kill(mut self) {
        self.signal("-KILL");
        self.child.wait().unwrap();
    }
}

/// One request; nothing if the server died meanwhile.
fn ask(port: u16, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {TOKEN}\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8(answer).ok()?;
    let status = answer.split(' ').nth(1)?.parse().ok()?;
    let (_, content) = answer.split_once("\r\n\r\n")?;
    Some((status, serde_json::from_str(content).unwrap_or(Value::Null)))
}

fn moves_of(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array().unwrap();
    moves.iter().map(|mv| mv["point"].as_str().unwrap().to_owned()).collect()
}

/// Whether an answer promises that the game is on the disk.
fn promises(game: &Value) -> bool {
    game["notices"].as_array().unwrap().is_empty()
}

/// What is known about a game from the answers.
#[derive(Debug, Default)]
struct Known {
    /// The longest list of moves that was acknowledged.
    acknowledged: Vec<String>,
    /// When it was deleted for certain.
    deleted: Option<Instant>,
    /// Whether somebody has tried to delete it.
    is_in_danger: bool,
}

/// Everything that was answered, checked as it comes.
#[derive(Debug, Default)]
struct Book {
    games: Mutex<BTreeMap<String, Known>>,
    n_acknowledged: Mutex<u64>,
}

impl Book {
    fn with<T>(&self, id: &str, work: impl FnOnce(&mut Known) -> T) -> T {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        work(games.entry(id.to_owned()).or_default())
    }

    /// Somebody was shown these moves by a request that was begun then.
    fn seen(&self, id: &str, moves: &[String], is_acknowledged: bool, begun: Instant) {
        self.with(id, |known| {
            assert!(known.deleted.is_none_or(|at| begun < at), "{id} came back");
            let n = known.acknowledged.len().min(moves.len());
            assert_eq!(known.acknowledged[..n], moves[..n], "{id} has another past");
            if is_acknowledged && moves.len() > n {
                known.acknowledged = moves.to_vec();
            }
        });
        if is_acknowledged {
            *self.n_acknowledged.lock().unwrap() += 1;
        }
    }

    /// What a server says at the end, when everybody is quiet.
    fn check(&self, port: u16) {
        for (id, known) in &*self.games.lock().unwrap() {
            let (status, game) = ask(port, "GET", &format!("/games/{id}"), &Value::Null).unwrap();
            match (known.deleted, status) {
                (Some(_), status) => assert_eq!(status, 404, "{id} was deleted"),
                (None, 404) => assert!(known.is_in_danger, "{id} is lost"),
                (None, status) => {
                    assert_eq!(status, 200, "{game}");
                    let n = known.acknowledged.len();
                    assert_eq!(known.acknowledged, moves_of(&game)[..n], "{id} lost a move");
                }
            }
        }
    }
}

/// Points far from each other, so that nobody wins.
fn point(n: usize) -> String {
    let n = n * 47 % 225;
    format!("{}{}", char::from(b'A' + (n % 15) as u8), n / 15 + 1)
}

/// Plays one move in a game, on the game as it is now; `None` if the server died.
fn play_one(port: u16, id: &str, book: &Book) -> Option<u16> {
    let begun = Instant::now();
    let (status, game) = ask(port, "GET", &format!("/games/{id}"), &Value::Null)?;
    if status != 200 {
        return Some(status);
    }
    let moves = moves_of(&game);
    book.seen(id, &moves, false, begun);
    if moves.len() >= 200 {
        return Some(200);
    }
    let action = play(&point(moves.len()));
    let request = json!({ "request": 1, "seq": game["seq"], "action": action });
    let begun = Instant::now();
    let (status, game) = ask(port, "POST", &format!("/games/{id}/actions"), &request)?;
    if status == 200 {
        book.seen(id, &moves_of(&game), promises(&game), begun);
    } else {
        assert!([404, 409].contains(&status), "{status}: {game}");
    }
    Some(status)
}

fn create(port: u16) -> Option<String> {
    let (status, created) = ask(port, "POST", "/games", &hotseat("freestyle"))?;
    assert_eq!(status, 201, "{created}");
    promises(&created["game"]).then(|| created["id"].as_str().unwrap().to_owned())
}

/// Kills a server so often at random moments while four people play.
fn kill_often(n_kills: u32) {
    const N_PLAYERS: u64 = 4;
    let folder = TempDir::new().unwrap();
    let book = Arc::new(Book::default());
    let first = Process::start(&folder);
    let mut games: Vec<String> =
        (0..N_PLAYERS).map(|_| create(first.port).expect("nobody kills it yet")).collect();
    first.kill();
    let mut random = SplitMix64::new(1);
    for round in 0..n_kills {
        if round % 50 == 49 {
            let fresh = Process::start(&folder);
            book.check(fresh.port);
            games = (0..N_PLAYERS).map(|_| create(fresh.port).unwrap()).collect();
            fresh.kill();
        }
        let server = Process::start(&folder);
        let players: Vec<_> = games
            .iter()
            .map(|id| {
                let (id, book, port) = (id.clone(), Arc::clone(&book), server.port);
                thread::spawn(move || while play_one(port, &id, &book).is_some() {})
            })
            .collect();
        thread::sleep(Duration::from_millis(5 + random.next_u64() % 120));
        server.kill();
        for player in players {
            player.join().unwrap();
        }
    }
    let last = Process::start(&folder);
    book.check(last.port);
    last.kill();
    let n_acknowledged = *book.n_acknowledged.lock().unwrap();
    println!("{n_kills} kills, {n_acknowledged} acknowledged moves, 0 lost");
    assert!(n_acknowledged > u64::from(n_kills), "somebody played between the kills");
}

#[test]
fn a_server_that_is_killed_loses_no_acknowledged_move() {
    kill_often(6);
}

#[test]
#[ignore = "deep: a thousand kills"]
fn deep_a_thousand_kills_lose_no_acknowledged_move() {
    kill_often(1_000);
}

/// Two servers on one folder, which are stopped, let go on and killed while people play and delete.
fn disturb(time: Duration, n_players: u64) {
    let folder = TempDir::new().unwrap();
    let book = Arc::new(Book::default());
    let servers = Arc::new([0, 1].map(|_| RwLock::new(Process::start(&folder))));
    let games: Arc<RwLock<Vec<String>>> = Arc::default();
    let port = servers[0].read().unwrap().port;
    games.write().unwrap().extend((0..6).map(|_| create(port).unwrap()));
    let is_over = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..n_players)
        .map(|seed| {
            let (book, servers, games, is_over) =
                (Arc::clone(&book), Arc::clone(&servers), Arc::clone(&games), Arc::clone(&is_over));
            thread::spawn(move || {
                let mut random = SplitMix64::new(seed);
                while !is_over.load(Ordering::Relaxed) {
                    act_at_random(&servers, &games, &book, &mut random);
                }
            })
        })
        .collect();
    let (end, mut random) = (Instant::now() + time, SplitMix64::new(99));
    while Instant::now() < end {
        thread::sleep(Duration::from_millis(random.next_u64() % 100));
        let which = &servers[(random.next_u64() % 2) as usize];
        if random.next_u64() % 3 == 0 {
            let mut server = which.write().unwrap();
            let fresh = Process::start(&folder);
            std::mem::replace(&mut *server, fresh).kill();
        } else {
            let server = which.read().unwrap();
            server.signal("-STOP");
            thread::sleep(Duration::from_millis(random.next_u64() % 300));
            server.signal("-CONT");
        }
    }
    is_over.store(true, Ordering::Relaxed);
    for player in players {
        player.join().unwrap();
    }
    for server in &*servers {
        book.check(server.read().unwrap().port);
    }
    let n_acknowledged = *book.n_acknowledged.lock().unwrap();
    println!("{time:?} of trouble, {n_acknowledged} acknowledged moves, 0 lost");
    assert!(n_acknowledged > 10, "somebody played");
    for server in Arc::into_inner(servers).unwrap() {
        server.into_inner().unwrap().kill();
    }
}

/// Somebody plays somewhere, or rarely deletes a game and begins another.
fn act_at_random(
    servers: &[RwLock<Process>; 2],
    games: &RwLock<Vec<String>>,
    book: &Book,
    random: &mut SplitMix64,
) {
    let port = servers[(random.next_u64() % 2) as usize].read().unwrap().port;
    let id = {
        let games = games.read().unwrap();
        games[(random.next_u64() % games.len() as u64) as usize].clone()
    };
    if !random.next_u64().is_multiple_of(40) {
        play_one(port, &id, book);
        return;
    }
    book.with(&id, |known| known.is_in_danger = true);
    if let Some((status, _)) = ask(port, "DELETE", &format!("/games/{id}"), &Value::Null)
        && [204, 404].contains(&status)
    {
        book.with(&id, |known| known.deleted.get_or_insert_with(Instant::now).elapsed());
    }
    if let Some(fresh) = create(port) {
        let mut games = games.write().unwrap();
        games.retain(|other| *other != id);
        games.push(fresh);
    }
}

#[test]
fn two_servers_that_are_stopped_and_killed_agree_on_one_history() {
    disturb(Duration::from_secs(4), 4);
}

#[test]
#[ignore = "deep: two minutes of trouble"]
fn deep_two_servers_in_long_trouble_agree_on_one_history() {
    disturb(Duration::from_secs(120), 8);
}
