//! Real things and no simulations: the executable itself killed and stopped under load, two of it on one
//! folder, and disks that are really full or really read-only. No acknowledged move is lost, and where
//! nothing can be saved every answer says so.
#![cfg(test)]
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// A program that serves, and the watcher that has started it.
struct Gomoku {
    watcher: Child,
    port: u16,
    token: String,
}

impl Gomoku {
    fn start(folder: &Path) -> Self {
        let mut command = Command::new(executable());
        command.args(["--no-open", "--data"]).arg(folder);
        Self::of(command)
    }

    fn of(mut command: Command) -> Self {
        let mut watcher = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(watcher.stdout.take().unwrap()).lines();
        let address = |line: String| Some(line.split_once("http://127.0.0.1:")?.1.to_owned());
        let url = lines.find_map(|line| address(line.unwrap())).expect("the address is printed");
        let (port, token) = url.split_once("/?token=").unwrap();
        let (port, token) = (port.parse().unwrap(), token.to_owned());
        // Whoever prints into a pipe that nobody reads would be ended by that.
        thread::spawn(move || lines.for_each(drop));
        Self { watcher, port, token }
    }

    /// The process that serves.
    fn server(&self) -> Option<Pid> {
        let id = self.watcher.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).ok()?;
        Pid::from_raw(children.split_whitespace().next()?.parse().ok()?)
    }

    fn signal_server(&self, signal: Signal) {
        if let Some(server) = self.server() {
            // It may have ended.
            let _ = kill_process(server, signal);
        }
    }

    /// Kills both: the server itself first, or by way of its watcher.
    fn kill(mut self, is_server_first: bool) {
        if is_server_first {
            self.signal_server(Signal::KILL);
        }
        self.watcher.kill().unwrap();
        self.watcher.wait().unwrap();
    }

    /// One request; nothing if the program died meanwhile.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        ask(self.port, &self.token, method, path, body)
    }

    fn create(&self) -> Option<String> {
        let (status, created) = self.ask("POST", "/games", &wish())?;
        assert_eq!(status, 201, "{created}");
        Some(created["id"].as_str().unwrap().to_owned())
    }
}

impl Drop for Gomoku {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.watcher.kill();
        let _ = self.watcher.wait();
    }
}

/// The program as people have it, if somebody says where it is.
fn executable() -> PathBuf {
    std::env::var_os("GOMOKU").unwrap_or(env!("CARGO_BIN_EXE_Gomoku").into()).into()
}

fn wish() -> Value {
    json!({ "rule": "freestyle", "size": 15, "second": { "type": "human" } })
}

fn ask(port: u16, token: &str, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\
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
    game["notices"].as_array().is_some_and(Vec::is_empty)
}

/// A game is not played further: somebody would win before long.
const MOST_MOVES: usize = 140;

/// Points far from each other, so that nobody wins.
fn point(n: usize) -> String {
    let n = n * 47 % 225;
    format!("{}{}", char::from(b'A' + (n % 15) as u8), n / 15 + 1)
}

/// The longest list of moves of every game that was acknowledged.
#[derive(Default)]
struct Book {
    games: Mutex<BTreeMap<String, Vec<String>>>,
    n_acknowledged: Mutex<u64>,
}

impl Book {
    fn acknowledged(&self, id: &str, moves: Vec<String>) {
        let is_longer = {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            let known = games.entry(id.to_owned()).or_default();
            let n = known.len().min(moves.len());
            assert_eq!(known[..n], moves[..n], "{id} has another past");
            let is_longer = moves.len() > n;
            if is_longer {
                *known = moves;
            }
            drop(games);
            is_longer
        };
        *self.n_acknowledged.lock().unwrap_or_else(PoisonError::into_inner) += u64::from(is_longer);
    }

    /// Plays a move on the game as it is now; nothing if the program died or the game is long enough.
    fn play_one(&self, port: u16, token: &str, id: &str) -> Option<()> {
        let path = format!("/games/{id}");
        let (status, game) = ask(port, token, "GET", &path, &Value::Null)?;
        assert_eq!(status, 200, "{game}");
        let n_moves = moves_of(&game).len();
        if n_moves >= MOST_MOVES {
            return None;
        }
        let action = json!({ "type": "play", "point": point(n_moves) });
        let request = json!({ "request": 1, "seq": game["seq"], "action": action });
        let (status, game) = ask(port, token, "POST", &format!("{path}/actions"), &request)?;
        match status {
            200 if promises(&game) => self.acknowledged(id, moves_of(&game)),
            // Somebody else was faster.
            200 | 409 => {}
            _ => panic!("{status}: {game}"),
        }
        Some(())
    }

    /// What a program says at the end, when everybody is quiet.
    fn check(&self, gomoku: &Gomoku) {
        for (id, known) in &*self.games.lock().unwrap() {
            let (status, game) =
                gomoku.ask("GET", &format!("/games/{id}"), &Value::Null).expect("it answers");
            assert_eq!(status, 200, "{id}: {game}");
            let found = moves_of(&game);
            assert!(found.len() >= known.len(), "{id} lost a move: {known:?}, {found:?}");
            assert_eq!(*known, found[..known.len()], "{id} has another past");
        }
    }

    fn n_acknowledged(&self) -> u64 {
        *self.n_acknowledged.lock().unwrap()
    }
}

/// A number below this, for moments that differ from run to run.
fn chance(below: u64) -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    u64::from(now.subsec_nanos()) / 1000 % below
}

/// Kills the program so often at random moments while four people play.
fn kill_often(n_kills: u32) {
    const N_PLAYERS: usize = 4;
    let folder = tempfile::tempdir().unwrap();
    let book = Arc::new(Book::default());
    let mut games: Vec<String> = Vec::new();
    for round in 0..n_kills {
        let gomoku = Gomoku::start(folder.path());
        if round % 10 == 0 {
            book.check(&gomoku);
            games = (0..N_PLAYERS).filter_map(|_| gomoku.create()).collect();
        }
        let players: Vec<_> = games
            .iter()
            .map(|id| {
                let (id, book) = (id.clone(), Arc::clone(&book));
                let (port, token) = (gomoku.port, gomoku.token.clone());
                thread::spawn(move || while book.play_one(port, &token, &id).is_some() {})
            })
            .collect();
        // Every eighth is left alone until somebody has played.
        let seen = book.n_acknowledged();
        let is_played = || players.iter().any(|player| !player.is_finished());
        while round % 8 == 0 && book.n_acknowledged() == seen && is_played() {
            thread::sleep(Duration::from_millis(2));
        }
        thread::sleep(Duration::from_millis(chance(150)));
        gomoku.kill(round % 2 == 0);
        for player in players {
            player.join().unwrap();
        }
    }
    let last = Gomoku::start(folder.path());
    book.check(&last);
    let n_acknowledged = book.n_acknowledged();
    println!("{n_kills} kills of the program, {n_acknowledged} acknowledged moves, 0 lost");
    assert!(n_acknowledged > u64::from(n_kills / 8), "somebody played between the kills");
}

#[test]
fn the_program_that_is_killed_loses_no_acknowledged_move() {
    kill_often(9);
}

#[test]
#[ignore = "deep: a thousand kills of the executable"]
fn deep_a_thousand_kills_of_the_program_lose_no_acknowledged_move() {
    kill_often(1_000);
}

/// Two programs on one folder. The lock is taken away from the first while it stands still, as a file
/// system without locks would do, so that both serve; then both are stopped by turns while people play
/// the same games with both.
fn two_on_one_folder(time: Duration) {
    let folder = tempfile::tempdir().unwrap();
    let first = Gomoku::start(folder.path());
    let games: Arc<Vec<String>> = Arc::new((0..4).map(|_| first.create().unwrap()).collect());
    let book = Arc::new(Book::default());
    for id in &*games {
        book.play_one(first.port, &first.token, id).unwrap();
    }
    first.signal_server(Signal::STOP);
    for name in ["server.lock", "server.json"] {
        std::fs::remove_file(folder.path().join(name)).unwrap();
    }
    let second = Gomoku::start(folder.path());
    first.signal_server(Signal::CONT);
    assert_ne!(first.port, second.port, "both serve");
    let is_over = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..4)
        .map(|n| {
            let (book, games, is_over) =
                (Arc::clone(&book), Arc::clone(&games), Arc::clone(&is_over));
            let programs = [&first, &second].map(|program| (program.port, program.token.clone()));
            thread::spawn(move || {
                for round in n.. {
                    if is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    let (port, token) = &programs[round % 2];
                    book.play_one(*port, token, &games[round / 2 % games.len()]);
                }
            })
        })
        .collect();
    let end = Instant::now() + time;
    while Instant::now() < end {
        thread::sleep(Duration::from_millis(20 + chance(100)));
        let which = if chance(2) == 0 { &first } else { &second };
        which.signal_server(Signal::STOP);
        thread::sleep(Duration::from_millis(chance(200)));
        which.signal_server(Signal::CONT);
    }
    is_over.store(true, Ordering::Relaxed);
    for player in players {
        player.join().unwrap();
    }
    book.check(&first);
    book.check(&second);
    let n_acknowledged = book.n_acknowledged();
    println!("{time:?} with two programs, {n_acknowledged} acknowledged moves, 0 lost");
    assert!(n_acknowledged > 8, "somebody played");
}

#[test]
fn two_programs_on_one_folder_that_are_stopped_by_turns_lose_no_acknowledged_move() {
    two_on_one_folder(Duration::from_secs(3));
}

#[test]
#[ignore = "deep: a minute of two programs"]
fn deep_two_programs_on_one_folder_lose_no_acknowledged_move() {
    two_on_one_folder(Duration::from_secs(60));
}

/// A disk of its own that nobody else sees, until it is dropped.
struct OwnDisk {
    holder: Child,
    folder: tempfile::TempDir,
}

impl OwnDisk {
    /// Nothing where mounting is not allowed, and a word about that.
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let script =
            "mount -t tmpfs -o size=16m,mode=700 tmpfs \"$0\" && echo ready && exec sleep 3600";
        let holder = Command::new("unshare")
            .args(["--mount", "--propagation", "private", "sh", "-c", script])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn();
        let left_out = || {
            let _ = writeln!(
                std::io::stderr(),
                "LEFT OUT: no disk can be mounted here, so a really full or read-only one is not tried"
            );
        };
        let Ok(mut holder) = holder else {
            left_out();
            return None;
        };
        let mut line = String::new();
        let told = BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line);
        let disk = Self { holder, folder };
        if told.is_err() || line.trim() != "ready" {
            left_out();
            return None;
        }
        Some(disk)
    }

    fn inside(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["--mount", "--target", &self.holder.id().to_string()]).arg(program);
        command
    }

    fn start(&self) -> Gomoku {
        let mut command = self.inside(executable());
        command.args(["--no-open", "--data"]).arg(self.folder.path());
        Gomoku::of(command)
    }

    /// Where this process finds a file of the disk.
    fn path(&self, name: &str) -> PathBuf {
        let folder = self.folder.path().display();
        format!("/proc/{}/root{folder}/{name}", self.holder.id()).into()
    }

    fn remount(&self, how: &str) {
        let mut command = self.inside("mount");
        command.args(["-o", &format!("remount,{how}")]).arg(self.folder.path());
        assert!(command.status().unwrap().success(), "remount {how}");
    }

    /// Writes until nothing more fits.
    fn fill(&self) {
        let mut file = std::fs::File::create(self.path("filler")).unwrap();
        for n_bytes in [1 << 16, 4096, 1] {
            while file.write_all(&vec![1; n_bytes]).is_ok() {}
        }
    }
}

impl Drop for OwnDisk {
    fn drop(&mut self) {
        // The disk goes with the last process that sees it.
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

/// Plays moves until one of them is not promised, and says what was answered.
#[track_caller]
fn play_until_refused(gomoku: &Gomoku, id: &str) -> Value {
    for _ in 0..200 {
        let path = format!("/games/{id}");
        let (_, game) = gomoku.ask("GET", &path, &Value::Null).unwrap();
        let action = json!({ "type": "play", "point": point(moves_of(&game).len()) });
        let request = json!({ "request": 1, "action": action });
        let (status, answer) = gomoku.ask("POST", &format!("{path}/actions"), &request).unwrap();
        if status != 200 || !promises(&answer) {
            return answer;
        }
    }
    panic!("every move is said to be saved");
}

#[track_caller]
fn shows_library_and_promises_nothing(gomoku: &Gomoku, id: &str, n_games: usize) {
    let (status, library) = gomoku.ask("GET", "/games", &Value::Null).unwrap();
    assert_eq!((status, library["total"].as_u64()), (200, Some(n_games as u64)), "{library}");
    let (status, game) = gomoku.ask("GET", &format!("/games/{id}"), &Value::Null).unwrap();
    assert_eq!(status, 200, "{game}");
    assert!(!promises(&game), "a look at a game says that it is not saved: {game}");
    let (status, created) = gomoku.ask("POST", "/games", &wish()).unwrap();
    assert!(status == 507 || !promises(&created["game"]), "{status}: {created}");
    let answer = play_until_refused(gomoku, id);
    assert!(answer.to_string().contains("saved"), "{answer}");
    let (status, answer) = gomoku.ask("DELETE", &format!("/games/{id}"), &Value::Null).unwrap();
    assert!(status >= 400, "deleting is refused: {status} {answer}");
}

const N_GAMES: usize = 27;

/// Games with three moves each, all of them acknowledged.
fn some_games(gomoku: &Gomoku, book: &Book) -> Vec<String> {
    let games: Vec<String> = (0..N_GAMES).map(|_| gomoku.create().unwrap()).collect();
    for id in &games {
        for _ in 0..3 {
            book.play_one(gomoku.port, &gomoku.token, id).unwrap();
        }
    }
    assert_eq!(book.n_acknowledged(), 3 * N_GAMES as u64);
    games
}

#[test]
#[ignore = "deep: mounts a disk"]
fn deep_a_really_full_disk_is_told_and_loses_nothing() {
    let Some(disk) = OwnDisk::new() else { return };
    let book = Book::default();
    let gomoku = disk.start();
    let games = some_games(&gomoku, &book);
    // It fills up while somebody plays.
    disk.fill();
    let answer = play_until_refused(&gomoku, &games[0]);
    assert!(answer.to_string().contains("saved"), "{answer}");
    shows_library_and_promises_nothing(&gomoku, &games[1], N_GAMES);
    gomoku.kill(true);
    // It is full when the program starts.
    let gomoku = disk.start();
    shows_library_and_promises_nothing(&gomoku, &games[1], N_GAMES);
    gomoku.kill(false);
    // There is room again.
    std::fs::remove_file(disk.path("filler")).unwrap();
    let gomoku = disk.start();
    book.check(&gomoku);
    book.play_one(gomoku.port, &gomoku.token, &games[2]).unwrap();
    assert_eq!(book.n_acknowledged(), 3 * N_GAMES as u64 + 1, "it is saved again");
}

#[test]
#[ignore = "deep: mounts a disk"]
fn deep_a_really_read_only_disk_is_told_and_loses_nothing() {
    let Some(disk) = OwnDisk::new() else { return };
    let book = Book::default();
    let gomoku = disk.start();
    let games = some_games(&gomoku, &book);
    gomoku.kill(true);
    disk.remount("ro");
    let gomoku = disk.start();
    shows_library_and_promises_nothing(&gomoku, &games[1], N_GAMES);
    gomoku.kill(false);
    disk.remount("rw");
    let gomoku = disk.start();
    book.check(&gomoku);
    book.play_one(gomoku.port, &gomoku.token, &games[2]).unwrap();
    assert_eq!(book.n_acknowledged(), 3 * N_GAMES as u64 + 1, "it is saved again");
}
