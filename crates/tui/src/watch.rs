//! Somebody who stays outside of the game and gives the terminal back when the game cannot: after
//! `kill -9`, memory that has run out, or a fault that ends the process at once.

use std::env;
use std::io::stdin;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, getpid, getppid, kill_process};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::run::RunError;
use crate::terminal::restore_screen;

/// Tells the game that it is watched, and by whom.
const WATCHER: &str = "GOMOKU_TERMINAL_WATCHER";

/// Whether this process is a game that somebody watches.
pub(crate) fn is_watched() -> bool {
    let watcher = env::var(WATCHER).ok().and_then(|text| text.parse().ok());
    let is_watched = watcher.is_some() && watcher == getppid().map(Pid::as_raw_nonzero);
    #[cfg(target_os = "linux")]
    if is_watched {
        // Without the watcher nobody could clean up; the game ends with it.
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::TERM));
    }
    is_watched
}

/// Plays the game in a process of its own and waits for it. `None` if there can be none; then the
/// game is played without.
#[expect(clippy::exit, reason = "the game has told why it ended, and how is its exit code")]
pub(crate) fn play_watched() -> Option<Result<(), RunError>> {
    let modes = tcgetattr(stdin()).ok()?;
    let mut game = start_game().ok()?;
    let pid = Pid::from_child(&game);
    // Without this a signal would end the watcher, and with it the game: the terminal is restored.
    let _ = ctrlc::set_handler(move || {
        let _ = kill_process(pid, Signal::TERM);
    });
    let status = match game.wait() {
        Ok(status) => status,
        Err(error) => return Some(Err(error.into())),
    };
    if let Some(code) = status.code() {
        std::process::exit(code);
    }
    restore(&modes);
    Some(Err(RunError::Killed(status.signal().unwrap_or_default())))
}

fn start_game() -> std::io::Result<Child> {
    Command::new(env::current_exe()?)
        .args(env::args_os().skip(1))
        .env(WATCHER, getpid().as_raw_nonzero().to_string())
        .spawn()
}

/// Each step is tried even if one before it failed; there is nobody left to tell.
fn restore(modes: &Termios) {
    restore_screen();
    let _ = tcsetattr(stdin(), OptionalActions::Now, modes);
}
