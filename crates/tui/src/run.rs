//! The loop around the app: terminal, signals, clock and thinking.

use std::io::{self, IsTerminal, stdin, stdout};
use std::iter;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event as Input, MouseEventKind};
use ratatui::crossterm::terminal;
use tengen_game::{ActionError, NewGameSpec};
use tengen_players::pool::Allowance;
use tengen_store::user_folder;
use thiserror::Error;

use crate::app::{App, Signs};
use crate::clock::Clock;
use crate::draw::draw;
use crate::event::{Effect, Event};
use crate::keeper::Keeper;
use crate::terminal::{Held, restore};
use crate::thinking::ThinkingThread;
#[cfg(unix)]
use crate::watch;

/// How often running times and thoughts are shown.
const SHOW_EVERY: Duration = Duration::from_millis(100);
/// So many events are taken in before the screen is drawn again.
const MOST_AT_ONCE: usize = 500;

/// Why there is no game in the terminal.
#[derive(Debug, Error)]
pub enum RunError {
    /// The game that was asked for does not exist.
    #[error("{0}")]
    Refused(#[from] ActionError),
    /// There is no terminal.
    #[error("this needs a terminal on standard input and output")]
    NoTerminal,
    /// The terminal can only print.
    #[error("this terminal cannot place its cursor (TERM=dumb); another one, or ssh -t, can")]
    Dumb,
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
    /// The game ended in a way it could not tell itself.
    #[error(
        "the game was ended by signal {0}, perhaps for want of memory; the terminal is as it was"
    )]
    Killed(i32),
    /// Signals cannot be heard, so the terminal could not be restored after one.
    #[error("cannot listen for signals: {0}")]
    Signals(#[from] ctrlc::Error),
}

/// How to play.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The game to begin with; if missing it is chosen first.
    pub wish: Option<NewGameSpec>,
    /// Whether to go on with the last game instead.
    pub is_continued: bool,
    /// How stones are drawn; if missing the locale decides.
    pub signs: Option<Signs>,
    /// The folder of the games file; the user's own if missing.
    pub folder: Option<PathBuf>,
}

/// Plays in the terminal until the user leaves.
pub fn run(options: Options) -> Result<(), RunError> {
    let clock = Clock::new();
    let signs = options.signs.unwrap_or_else(signs_of_locale);
    let coin = new_seed().is_multiple_of(2);
    let mut app = App::new(options.wish, signs, coin, clock.now())?;
    check_terminal()?;
    #[cfg(unix)]
    if !watch::is_watched()
        && let Some(ended) = watch::play_watched()
    {
        return ended;
    }
    let (events, inbox) = channel();
    hear_signals(events.clone())?;
    let (width, height) = terminal::size()?;
    let folder = options.folder.unwrap_or_else(user_folder);
    let mut keeper = Keeper::start(&folder, clock, events.clone());
    let mut held = Held::take()?;
    let settings = keeper.settings();
    let allowance =
        Allowance { hash_mib: settings.hash_mib as usize, threads: settings.threads as usize };
    let thinking = ThinkingThread::start(events.clone(), allowance)?;
    thread::Builder::new().name("keys".to_owned()).spawn(move || read_input(&events))?;
    let mut news = vec![Event::Resize(width, height)];
    if options.is_continued {
        match keeper.last_ongoing() {
            Some(id) => app.open(id),
            None => news.push(Event::Trouble("There is no game to go on with.".to_owned())),
        }
    }
    let mut shown_at = Instant::now();
    while !app.is_done() {
        for event in std::mem::take(&mut news) {
            for effect in app.update(event, clock.now()) {
                match effect {
                    #[cfg(unix)]
                    Effect::Suspend => {
                        held.suspend()?;
                        // Nobody told of a new size meanwhile.
                        let (width, height) = terminal::size()?;
                        news.push(Event::Resize(width, height));
                    }
                    Effect::Think { game, job, work } => thinking.think(game, job, work),
                    Effect::Stop { game, job } => thinking.stop(game, job),
                    effect => keeper.obey(effect),
                }
            }
        }
        if keeper.settle() {
            // What came of it is shown together with the move.
            news.extend(inbox.try_iter().take(MOST_AT_ONCE));
        }
        if !news.is_empty() {
            continue;
        }
        held.terminal().draw(|frame| draw(&app, frame))?;
        news = match inbox.recv_timeout(SHOW_EVERY) {
            // Whatever else has come meanwhile: a slow line must not be drawn on for every key.
            Ok(event) => iter::once(event).chain(inbox.try_iter().take(MOST_AT_ONCE)).collect(),
            Err(RecvTimeoutError::Timeout) => Vec::new(),
            Err(RecvTimeoutError::Disconnected) => vec![Event::End],
        };
        // Also while keys keep coming.
        if shown_at.elapsed() >= SHOW_EVERY {
            shown_at = Instant::now();
            news.extend(thinking.look());
            news.push(Event::Tick);
        }
    }
    thinking.stop_all();
    keeper.finish();
    Ok(())
}

fn check_terminal() -> Result<(), RunError> {
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return Err(RunError::NoTerminal);
    }
    if std::env::var_os("TERM").is_some_and(|name| name == "dumb") {
        return Err(RunError::Dumb);
    }
    Ok(())
}

/// A signal ends the game. A second one does not wait for a loop that hangs.
#[expect(clippy::exit, reason = "the loop that would end the program does not answer")]
fn hear_signals(events: Sender<Event>) -> Result<(), ctrlc::Error> {
    let mut is_first = true;
    ctrlc::set_handler(move || {
        if !is_first || events.send(Event::End).is_err() {
            restore();
            std::process::exit(1);
        }
        is_first = false;
    })
}

/// Passes on what the terminal tells, until it is gone.
fn read_input(events: &Sender<Event>) {
    loop {
        let event = match event::read() {
            Ok(Input::Key(key)) => Event::Key(key),
            // Movements come in masses and mean nothing here.
            Ok(Input::Mouse(mouse)) if mouse.kind == MouseEventKind::Moved => continue,
            Ok(Input::Mouse(mouse)) => Event::Mouse(mouse),
            Ok(Input::Paste(_)) => Event::Paste,
            Ok(Input::Resize(width, height)) => Event::Resize(width, height),
            Ok(Input::FocusGained | Input::FocusLost) => continue,
            Err(_) => Event::End,
        };
        let is_end = matches!(event, Event::End);
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Round stones where the locale says that they can be shown.
fn signs_of_locale() -> Signs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_ascii_lowercase();
    let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
    if is_unicode || !cfg!(target_os = "linux") { Signs::Unicode } else { Signs::Ascii }
}

/// A number that nobody can guess, for what is left to chance. Without a source of randomness chance
/// always decides alike.
pub(crate) fn new_seed() -> u64 {
    getrandom::u64().unwrap_or(0)
}
