//! The terminal, given back as it was whatever happens.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Holds the terminal; letting it go restores it.
#[derive(Debug)]
pub struct Held {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Held {
    /// Takes the terminal: keys come one by one, the mouse is heard, what was on the screen is kept.
    pub fn take() -> io::Result<Self> {
        restore_on_panic();
        let taken = take_screen().and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match taken {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Lets the terminal go, stops as Ctrl-Z does, and takes it again when told to go on.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        use rustix::process::{Signal, kill_current_process_group};
        restore();
        // The whole group, as the terminal itself would.
        let stopped = kill_current_process_group(Signal::TSTP);
        take_screen()?;
        // A new one draws everything. `clear` would ask the terminal where its cursor is, and the
        // thread that reads keys would get the answer.
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(stopped?)
    }

    /// The terminal to draw on.
    pub fn terminal(&mut self) -> &mut Terminal<CrosstermBackend<Stdout>> {
        &mut self.terminal
    }
}

fn take_screen() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide)
}

impl Drop for Held {
    fn drop(&mut self) {
        restore();
    }
}

/// Each step is tried even if one before it failed; there is nobody left to tell.
pub(crate) fn restore() {
    restore_screen();
    let _ = disable_raw_mode();
}

/// Lets paste and mouse go, leaves the other screen and shows the cursor.
pub(crate) fn restore_screen() {
    let _ =
        execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
}

/// A panic of the thread that draws is told on the screen as it was before. One of a thread that
/// thinks is caught and told in the game; printing it would only spoil the board.
fn restore_on_panic() {
    let drawing = thread::current().id();
    let told_before = panic::take_hook();
    panic::set_hook(Box::new(move |what| {
        if thread::current().id() == drawing {
            restore();
            told_before(what);
        }
    }));
}
