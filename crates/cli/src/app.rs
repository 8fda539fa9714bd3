//! `Gomoku` without a command: the app.

use std::io::{self, IsTerminal, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use tengen_server::{Options, Running, Started, start};

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
    if !watch::is_watched() {
        return watch::run_watched();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the server's threads")?;
    runtime.block_on(async {
        let options = Options { host: args.host, port: args.port, folder: args.data };
        let is_shown = !args.no_open && !is_open_already() && has_display();
        let running = match start(options).await? {
            Started::New(running) => running,
            Started::Already(url) => {
                // Whoever closed our output still wants to play.
                let _ = announce_other(&url);
                if is_shown {
                    open_browser(&url);
                }
                return Ok(());
            }
        };
        // Whoever closed our output still wants to play.
        let _ = announce(&running);
        if is_shown {
            open_browser(&running.url);
        }
        running.serve(ended()).await.context("the server failed")
    })?;
    // Searches that are still running end with the process.
    runtime.shutdown_background();
    Ok(())
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

/// A window without tabs if there is Chromium, else whatever browser there is. The address is
/// printed in any case, so failing is no fault.
fn open_browser(url: &str) {
    let app = format!("--app={url}");
    let ways: [(&str, &[&str]); 6] = [
        ("chromium", &[&app, "--no-first-run"]),
        ("chromium-browser", &[&app, "--no-first-run"]),
        ("google-chrome", &[&app, "--no-first-run"]),
        ("firefox", &[url]),
        ("xdg-open", &[url]),
        ("open", &[url]),
    ];
    for (program, arguments) in ways {
        let started = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        if started.is_ok() {
            return;
        }
    }
}
