//! Somebody who stays outside of the app and starts it again when it dies: for want of memory, by a
//! fault, or because somebody killed it. The watcher holds the port meanwhile, so pages that are open
//! find the new one by themselves and nobody else; the games are in the file.

use std::env;
use std::io::{self, Write};
use std::net::TcpListener;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Resource, Signal, getpid, getppid, getrlimit, kill_process};
use tengen_server::{Watched, new_token};

/// Tells the app that it is watched, and by whom.
const WATCHER: &str = "GOMOKU_WATCHER";
/// Tells the app that it was started before, so that its page is open already.
const AGAIN: &str = "GOMOKU_STARTED_AGAIN";
/// Lets pages in that an earlier start of the same program has let in. Nobody but the user can read
/// the environment of a process.
const PASS: &str = "GOMOKU_PASS";
/// Tells the allocator of the system how many heaps it may set up.
const HEAPS: &str = "MALLOC_ARENA_MAX";

/// An app that dies this often ...
const MOST_DEATHS: usize = 4;
/// ... within this time is not started again.
const SOON: Duration = Duration::from_secs(60);

/// The exit code of a panic.
const PANICKED: i32 = 101;

/// Where the address space is limited, the system's allocator would spend it on one heap for each
/// thread; the program begins anew with a single one. Does nothing if that is not possible.
pub(crate) fn share_one_heap_if_limited() {
    if getrlimit(Resource::As).current.is_none() || env::var_os(HEAPS).is_some() {
        return;
    }
    if let Ok(program) = env::current_exe() {
        let mut again = Command::new(program);
        again.args(env::args_os().skip(1)).env(HEAPS, "1");
        if let Some(name) = env::args_os().next() {
            again.arg0(name);
        }
        // It comes back only if it failed; then the program does with what it has.
        let _ = again.exec();
    }
}

/// Who watches this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watch {
    /// Nobody: it was started by a user, and is to watch an app of its own.
    Nobody,
    /// The process that has started it, with which it ends.
    Starter,
    /// Somebody who has ended meanwhile. Whoever has ended the watcher wants no app.
    Gone,
}

/// Who watches this process. If somebody does, it ends with the watcher.
pub(crate) fn watch() -> Watch {
    let watcher = env::var(WATCHER).ok().and_then(|text| text.parse().ok());
    #[cfg(target_os = "linux")]
    if watcher.is_some() {
        // Before the question: a watcher that dies in between is not overlooked.
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    }
    match watcher {
        None => Watch::Nobody,
        Some(_) if watcher == getppid().map(Pid::as_raw_nonzero) => Watch::Starter,
        Some(_) => Watch::Gone,
    }
}

/// Whether the page of the app is open already, because it was started before.
pub(crate) fn is_started_again() -> bool {
    env::var_os(AGAIN).is_some()
}

/// Runs the app in a process of its own, and again after every death that nobody asked for.
#[expect(clippy::exit, reason = "the app has told why it ended, and how is its exit code")]
pub(crate) fn run_watched(listener: Option<&TcpListener>) -> Result<()> {
    let pass = new_token().context("cannot make a secret token")?;
    let app = Arc::new(AtomicI32::new(0));
    let asked = Arc::clone(&app);
    // Whoever wants the watcher to end wants the app to end.
    ctrlc::set_handler(move || {
        if let Some(pid) = Pid::from_raw(asked.load(Ordering::Relaxed)) {
            // It may have ended by itself.
            let _ = kill_process(pid, Signal::TERM);
        }
    })
    .context("cannot listen for signals")?;
    let mut deaths: Vec<Instant> = Vec::new();
    loop {
        let started = start_app(!deaths.is_empty(), listener, &pass);
        let mut child = started.context("cannot start the app")?;
        app.store(Pid::from_child(&child).as_raw_nonzero().get(), Ordering::Relaxed);
        let status = child.wait().context("cannot wait for the app")?;
        let Some(death) = death_of(status) else {
            std::process::exit(status.code().unwrap_or(0));
        };
        deaths.push(Instant::now());
        deaths.retain(|death| death.elapsed() < SOON);
        if deaths.len() >= MOST_DEATHS {
            bail!(
                "the app {death} again and again and was not started any more; it may need more \
                 memory. Your games are kept"
            );
        }
        // Nobody may be reading.
        let _ = writeln!(
            io::stderr(),
            "The app {death}, perhaps for want of memory. It is started again; open pages go on by \
             themselves."
        );
    }
}

fn start_app(is_again: bool, listener: Option<&TcpListener>, pass: &str) -> io::Result<Child> {
    let mut command = Command::new(env::current_exe()?);
    command.args(env::args_os().skip(1));
    command.env(WATCHER, getpid().as_raw_nonzero().to_string());
    if is_again {
        command.env(AGAIN, "yes");
    }
    command.env_remove(PASS);
    if let Some(listener) = listener {
        command.stdin(Stdio::from(OwnedFd::from(listener.try_clone()?)));
        command.env(PASS, pass);
    }
    command.spawn()
}

/// What the watcher holds for the app: it listens, so that nobody else gets the port while the app
/// is started again. The app has that in the place of its input, of which it needs none.
pub(crate) fn held() -> Option<Watched> {
    let pass = env::var(PASS).ok()?;
    let listener = TcpListener::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    listener.local_addr().is_ok().then_some(Watched { listener, pass })
}

/// Lets another program know nothing of what is between the watcher and the app.
pub(crate) fn keep_secrets_from(command: &mut Command) {
    for name in [WATCHER, AGAIN, PASS] {
        command.env_remove(name);
    }
}

/// How the app died, if nobody asked for its end.
fn death_of(status: ExitStatus) -> Option<String> {
    let asked = [Signal::INT, Signal::TERM, Signal::HUP].map(Signal::as_raw);
    match (status.signal(), status.code()) {
        (Some(signal), _) if !asked.contains(&signal) => {
            Some(format!("was ended by signal {signal}"))
        }
        (_, Some(PANICKED)) => Some("failed".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_death_that_nobody_asked_for_is_one() {
        let ended = |raw| death_of(ExitStatus::from_raw(raw));
        assert_eq!(ended(0), None);
        assert_eq!(ended(1 << 8), None);
        assert_eq!(ended(Signal::TERM.as_raw()), None);
        assert_eq!(ended(Signal::ABORT.as_raw()).as_deref(), Some("was ended by signal 6"));
        assert_eq!(ended(Signal::KILL.as_raw()).as_deref(), Some("was ended by signal 9"));
        assert_eq!(ended(PANICKED << 8).as_deref(), Some("failed"));
    }
}
