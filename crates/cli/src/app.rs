//! `Gomoku` without a command: the app.

use std::io::{self, IsTerminal, Write};
use std::net::IpAddr;
use std::path::PathBuf;

use anyhow::{Context, Result};
use tengen_server::{Options, Running, Started, Watched, start};

use crate::browser;
#[cfg(unix)]
use tengen_server::listen_as;

#[cfg(unix)]
use crate::watch;

/// How the app is started.
#[derive(clap::Args, Debug, Default, PartialEq, Eq)]
pub(crate) struct Args {
    /// Do not open a browser; print the address only.
    #[arg(long)]
    no_open: bool,
    /// The port to listen on [default: a free one].
    #[arg(long)]
    port: Option<u16>,
    /// The address to listen on. Any other than 127.0.0.1 lets other machines in.
    #[arg(long)]
    host: Option<IpAddr>,
    /// The folder that holds the games [default: the user's data folder].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Args {
    /// Whether nothing is asked for and a browser could not be shown, but a terminal is there.
    pub(crate) fn is_for_terminal(&self) -> bool {
        let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        *self == Self::default() && !has_display() && has_terminal
    }
}

/// Serves the app until Ctrl-C.
pub(crate) fn run(args: Args) -> Result<()> {
    #[cfg(unix)]
    match watch::watch() {
        watch::Watch::Nobody => {
            let listener = listen_as(args.host, args.port, args.data).ok();
            return watch::run_watched(listener.as_ref());
        }
        watch::Watch::Gone => return Ok(()),
        watch::Watch::Starter => {}
    }
    allow_many_connections();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the server's threads")?;
    runtime.block_on(async {
        let is_shown = !args.no_open && !is_open_already();
        let Args { host, port, data: folder, .. } = args;
        let options = Options { host, port, folder, watched: watched() };
        let running = match start(options).await? {
            Started::New(running) => running,
            Started::Already(url) => {
                // Whoever closed our output still wants to play.
                let _ = announce_other(&url);
                if is_shown && !(has_display() && browser::open(&url)) {
                    tell_to_open();
                }
                return Ok(());
            }
        };
        // Whoever closed our output still wants to play.
        let _ = announce(&running);
        if is_shown {
            show(&running)?;
        }
        running.serve(ended()).await.context("the server failed")
    })?;
    // Searches that are still running end with the process.
    runtime.shutdown_background();
    Ok(())
}

/// Opens a browser while the server begins to serve, or says that there is none.
fn show(running: &Running) -> Result<()> {
    let url = running.address_for_browser()?;
    let open = move || {
        if !(has_display() && browser::open(&url)) {
            tell_to_open();
        }
    };
    // Where there is no memory for a thread, the address is printed all the same.
    let _ = std::thread::Builder::new().name("browser".to_owned()).spawn(open);
    Ok(())
}

/// What a watcher holds for all starts of the app.
fn watched() -> Option<Watched> {
    #[cfg(unix)]
    return watch::held();
    #[cfg(not(unix))]
    None
}

/// The system usually allows a process more descriptors than it gives it at first; every page needs
/// one or two.
fn allow_many_connections() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limits = getrlimit(Resource::Nofile);
        limits.current = limits.maximum;
        // Without it there are fewer connections.
        let _ = setrlimit(Resource::Nofile, limits);
    }
}

fn tell_to_open() {
    // Whoever closed our output still wants to play.
    let _ = writeln!(
        io::stdout(),
        "No browser could be opened here. Open the address above in a browser on this machine; it \
         works once, within ten minutes. Starting Gomoku again gives a new one, and `Gomoku tui` \
         plays in this terminal."
    );
}

fn announce(running: &Running) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for notice in &running.notices {
        writeln!(out, "{}", notice.text())?;
        if let Some(remedy) = notice.remedy() {
            writeln!(out, "{remedy}")?;
        }
    }
    if running.is_open {
        writeln!(
            out,
            "Other machines can connect: whoever has this address can play, see and delete your \
             games, and use this machine's processors. The connection is not encrypted."
        )?;
    }
    writeln!(out, "Gomoku is ready: {}", running.url)?;
    writeln!(out, "Press Ctrl-C to quit.")?;
    out.flush()
}

/// Whether the page was opened by an earlier start of the same program.
fn is_open_already() -> bool {
    #[cfg(unix)]
    return watch::is_started_again();
    #[cfg(not(unix))]
    false
}

/// Says where the one is that runs already.
fn announce_other(url: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "Gomoku is running already: {url}")?;
    writeln!(
        out,
        "Quit that one first to start it in another way; --data DIR starts a second one with other \
         games."
    )?;
    out.flush()
}

/// Ctrl-C, or a polite request to end.
async fn ended() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // Without signals there is only the window to close.
    if interrupted.await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
