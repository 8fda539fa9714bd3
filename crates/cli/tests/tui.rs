//! The game in a terminal: the real executable in a pseudo-terminal, which it must give back as it
//! was.
#![cfg(test)]
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use pty_process::blocking::{Command, Pty, open};
use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::ptsname;
use rustix::termios::{LocalModes, tcgetattr};
use tempfile::TempDir;

/// Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

struct Session {
    pty: Arc<Pty>,
    /// Held open, because the kernel forgets the modes when nobody holds the terminal any more.
    terminal: OwnedFd,
    modes: LocalModes,
    child: Child,
    /// Where the games are kept.
    folder: Arc<TempDir>,
    /// What a terminal would show, and everything it was sent.
    output: Arc<Mutex<(vt100::Parser, Vec<u8>)>>,
}

impl Session {
    fn start(args: &[&str]) -> Self {
        Self::start_in(args, "xterm-256color")
    }

    fn start_in(args: &[&str], terminal_name: &str) -> Self {
        Self::start_with(&Arc::new(TempDir::new().unwrap()), args, terminal_name)
    }

    fn start_with(folder: &Arc<TempDir>, args: &[&str], terminal_name: &str) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(pty_process::Size::new(24, 80)).unwrap();
        let name = ptsname(&pty, Vec::new()).unwrap();
        let terminal =
            rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let modes = tcgetattr(&terminal).unwrap().local_modes;
        let child = Command::new(env!("CARGO_BIN_EXE_Gomoku"))
            .args(args)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("LC_ALL")
            .env_remove("LC_CTYPE")
            .env("LANG", "C.UTF-8")
            .env("TERM", terminal_name)
            .env("XDG_DATA_HOME", folder.path())
            .spawn(pts)
            .unwrap();
        let pty = Arc::new(pty);
        let output = Arc::new(Mutex::new((vt100::Parser::new(some(24), some(80), 0), Vec::new())));
        let (reader, sink) = (Arc::clone(&pty), Arc::clone(&output));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = (&*reader).read(&mut bytes) {
                let mut sink = sink.lock().unwrap();
                sink.0.process(&bytes[..n]);
                sink.1.extend_from_slice(&bytes[..n]);
            }
        });
        Self { pty, terminal, modes, child, folder: Arc::clone(folder), output }
    }

    fn screen(&self) -> String {
        self.output.lock().unwrap().0.screen().contents()
    }

    fn bytes(&self) -> String {
        String::from_utf8_lossy(&self.output.lock().unwrap().1).into_owned()
    }

    fn resize(&self, rows: u16, columns: u16) {
        self.output.lock().unwrap().0.screen_mut().set_size(some(rows), some(columns));
        self.pty.resize(pty_process::Size::new(rows, columns)).unwrap();
    }

    #[track_caller]
    fn wait_until(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < PATIENCE, "{what:?} never comes:\n{}", self.screen());
            sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn wait_for(&self, text: &str) {
        self.wait_until(text, |session| session.screen().contains(text));
    }

    fn type_keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).unwrap();
    }

    /// The process that plays; the one we started watches it.
    fn game(&self) -> Pid {
        let id = self.child.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        Pid::from_raw(children.trim().parse().unwrap()).unwrap()
    }

    fn modes_now(&self) -> LocalModes {
        tcgetattr(&self.terminal).unwrap().local_modes
    }

    #[track_caller]
    fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
            sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn ends_and_restores(&mut self) -> ExitStatus {
        let status = self.ended();
        assert_eq!(self.modes_now(), self.modes);
        // Pastes and the mouse let go, the other screen left, the cursor shown.
        for sequence in ["\x1b[?2004l", "\x1b[?1000l", "\x1b[?1049l", "\x1b[?25h"] {
            self.wait_until(sequence, |session| session.bytes().contains(sequence));
        }
        status
    }
}

/// The letter that the kernel has for what a process is doing, if there is one.
fn state_of(process: Pid) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()?;
    stat.rsplit_once(") ")?.1.chars().next()
}

fn some(count: u16) -> NonZero<u16> {
    NonZero::new(count).unwrap()
}

impl Drop for Session {
    fn drop(&mut self) {
        // Ended already, unless a test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_move_by_keys_and_the_terminal_is_as_it_was() {
    let mut session = Session::start(&["tui", "--hotseat", "--rule", "freestyle", "--size", "15"]);
    session.wait_for("First player");
    assert!(!session.modes_now().intersects(LocalModes::ICANON | LocalModes::ECHO));
    session.type_keys("\x1b[C\r");
    session.wait_for("1.I8");
    session.type_keys("q");
    session.wait_for("Leave the program?");
    session.type_keys("y");
    assert!(session.ends_and_restores().success());
}

#[test]
fn an_opponent_answers() {
    let mut session = Session::start(&["tui", "--opponent", "patterns", "--rule", "freestyle"]);
    session.wait_for("Pattern Searcher");
    session.type_keys(" ");
    session.wait_for("Why ");
    session.type_keys("\x03");
    assert!(session.ends_and_restores().success());
}

#[test]
fn a_signal_restores_the_terminal_too() {
    let mut session = Session::start(&["tui", "--hotseat"]);
    session.wait_for("First player");
    kill_process(Pid::from_child(&session.child), Signal::TERM).unwrap();
    session.ends_and_restores();
}

#[test]
fn a_hangup_restores_the_modes() {
    let mut session = Session::start(&["tui", "--hotseat"]);
    session.wait_for("First player");
    kill_process(Pid::from_child(&session.child), Signal::HUP).unwrap();
    session.ends_and_restores();
}

#[test]
fn a_game_that_is_killed_restores_the_terminal() {
    let mut session = Session::start(&["tui", "--hotseat"]);
    session.wait_for("First player");
    kill_process(session.game(), Signal::KILL).unwrap();
    assert!(!session.ends_and_restores().success());
    session.wait_for("was ended by signal 9");
}

#[test]
fn a_game_whose_watcher_is_killed_restores_the_terminal() {
    let mut session = Session::start(&["tui", "--hotseat"]);
    session.wait_for("First player");
    let game = session.game();
    session.child.kill().unwrap();
    session.wait_until("the end of the game", |_| state_of(game).is_none_or(|it| it == 'Z'));
    session.ends_and_restores();
}

#[test]
fn the_game_can_be_left_for_the_shell() {
    let mut session = Session::start(&["tui", "--hotseat"]);
    session.wait_for("First player");
    // Here is no shell that could wake it up, so the kernel lets it go on at once.
    session.type_keys("\x1a");
    session.wait_until("the game left", |session| session.bytes().contains("\x1b[?1049l"));
    let comes_back = |session: &Session| session.bytes().matches("\x1b[?1049h").count() == 2;
    session.wait_until("the game again", comes_back);
    session.wait_for("First player");
    session.type_keys("\x03");
    assert!(session.ends_and_restores().success());
}

#[test]
fn the_mouse_plays_and_the_board_follows_the_size_of_the_terminal() {
    let mut session = Session::start(&["tui", "--hotseat", "--rule", "freestyle", "--size", "15"]);
    session.wait_for("First player");
    // Columns and rows count from 1: three labels, two columns a point, two rows above.
    session.type_keys("\x1b[<0;4;3M\x1b[<0;4;3m");
    session.wait_for("1.A15");
    session.resize(40, 120);
    // The letters stand four columns apart now.
    session.wait_for("A   B   C");
    session.type_keys("\x1b[<0;8;5M\x1b[<0;8;5m");
    session.wait_for("2.B14");
    session.type_keys("\x03");
    assert!(session.ends_and_restores().success());
}

#[test]
fn a_game_that_was_killed_goes_on_where_it_was() {
    let hotseat = ["tui", "--hotseat", "--rule", "freestyle", "--size", "15"];
    let mut session = Session::start(&hotseat);
    session.wait_for("First player");
    session.type_keys(" \x1b[C ");
    session.wait_for("2.I8");
    kill_process(session.game(), Signal::KILL).unwrap();
    session.ends_and_restores();
    let folder = Arc::clone(&session.folder);

    let mut again = Session::start_with(&folder, &["tui", "--continue"], "xterm-256color");
    again.wait_for("2.I8");
    again.type_keys("\x1b[B ");
    again.wait_for("3.H7");
    again.type_keys("qy");
    assert!(again.ends_and_restores().success());

    // It is also found in the list.
    let mut list = Session::start_with(&folder, &["tui"], "xterm-256color");
    list.wait_for("choose a game");
    list.type_keys("o");
    list.wait_for("3 moves");
    list.type_keys("\r");
    list.wait_for("3.H7");
    list.type_keys("\x03");
    assert!(list.ends_and_restores().success());
}

#[test]
fn a_paste_is_no_command() {
    let mut session = Session::start(&["tui", "--hotseat"]);
    session.wait_for("First player");
    // Typed, these letters would leave the program.
    session.type_keys(&format!("\x1b[200~{}\x1b[201~", "qy\r".repeat(2_000)));
    session.wait_for("Pasting does nothing here");
    session.type_keys("\x03");
    assert!(session.ends_and_restores().success());
}

#[test]
fn a_flood_of_keys_is_taken_in() {
    let mut session = Session::start(&["tui", "--hotseat"]);
    session.wait_for("First player");
    // What a paste is in a terminal that does not say so.
    let keys = "l".repeat(100_000) + "\x03";
    let pty = Arc::clone(&session.pty);
    // On a thread of its own: whoever reads nothing would hold us up for ever.
    thread::spawn(move || (&*pty).write_all(keys.as_bytes()));
    assert!(session.ends_and_restores().success());
}

#[test]
fn a_terminal_that_can_only_print_is_told_so() {
    let mut session = Session::start_in(&["tui", "--hotseat"], "dumb");
    session.wait_for("cannot place its cursor");
    assert!(!session.ended().success());
    assert!(!session.bytes().contains('\x1b'));
}

#[test]
fn without_a_display_the_terminal_is_the_board() {
    let mut session = Session::start(&[]);
    session.wait_for("choose a game");
    session.type_keys("q");
    assert!(session.ends_and_restores().success());
}
