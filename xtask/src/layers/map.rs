//! The table of allowed arrows. Adding a line here is the act that a review looks at.

/// What a crate touches outside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Touch {
    Clock,
    Environment,
    Files,
    Network,
    Processes,
    Console,
}

impl Touch {
    pub(crate) const ALL: [Self; 6] = [
        Self::Clock,
        Self::Environment,
        Self::Files,
        Self::Network,
        Self::Processes,
        Self::Console,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Clock => "clock",
            Self::Environment => "environment",
            Self::Files => "files",
            Self::Network => "network",
            Self::Processes => "processes",
            Self::Console => "console",
        }
    }

    /// What code that does so has in it.
    pub(crate) const fn signs(self) -> &'static [&'static str] {
        match self {
            Self::Clock => &["Instant::now", "SystemTime::now"],
            Self::Environment => &["std::env", "env::var", "env::args"],
            Self::Files => &["std::fs", "fs::read", "fs::write"],
            Self::Network => &["std::net", "tokio::net"],
            Self::Processes => &["std::process", "process::Command", "process::exit"],
            Self::Console => {
                &["stdin()", "stdout()", "stderr()", "println!", "print!", "eprintln!", "eprint!"]
            }
        }
    }
}

/// A crate with what it may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The package, without the prefix all but `xtask` have.
    pub(crate) name: &'static str,
    /// The crates of ours it depends on, all of them in rows above its own.
    pub(crate) uses: &'static [&'static str],
    pub(crate) touches: &'static [Touch],
}

const fn row(name: &'static str, uses: &'static [&'static str], touches: &'static [Touch]) -> Row {
    Row { name, uses, touches }
}

use Touch::{Clock, Console, Environment, Files, Network, Processes};

/// Every crate, those it may use and what it may touch. Neither may be less than what it does.
#[rustfmt::skip]
pub(crate) const CRATES: &[Row] = &[
    // The game and the bytes it is written in.
    row("rules",   &[], &[]),
    row("record",  &["rules"], &[]),
    row("gomocup", &["rules"], &[]),
    // The engine.
    row("board",   &["rules"], &[]),
    row("nnue",    &["rules", "board"], &[]),
    row("search",  &["rules", "board", "nnue"], &[]),
    row("engine",  &["rules", "board", "search"], &[Clock]),
    row("proof",   &["rules", "board", "search", "engine"], &[]),
    // Who plays, and a game between them.
    row("players", &["rules", "engine", "proof"], &[Clock]),
    row("game",    &["rules", "record", "engine", "players"], &[]),
    // What others see of it, and what is kept.
    row("api",     &["rules", "record", "engine", "players", "game"], &[]),
    row("store",   &["rules", "record", "engine", "players", "game"], &[Clock, Environment, Files]),
    row("app",     &["rules", "record", "engine", "players", "game", "api", "store"], &[]),
    // Tools of the workshop.
    row("train",   &["rules", "board", "nnue", "search", "engine"], &[]),
    row("arena",   &["rules", "record"], &[Clock, Environment, Files, Processes, Console]),
    // The edges.
    row("server",  &["rules", "record", "engine", "players", "game", "api", "store", "app"],
                   &[Clock, Files, Network, Processes]),
    row("tui",     &["rules", "players", "game", "api", "store"], &[Clock, Environment, Processes, Console]),
    row("cli",     &["rules", "record", "gomocup", "engine", "players", "game",
                     "proof", "train", "arena", "server", "tui"],
                   &[Clock, Environment, Files, Network, Processes, Console]),
    row("browser", &["rules", "engine", "players", "game", "api", "store", "app"], &[]),
    row("py",      &["rules", "record", "engine", "players"], &[]),
    // For tests, and for us.
    row("testkit", &[], &[]),
    row("scripts", &["rules", "players", "game"], &[]),
    row("xtask",   &[], &[Environment, Files, Processes, Console]),
];

/// What only tests may use, besides what their crate uses: a second implementation of the rules, and
/// the script of a game that every edge replays.
pub(crate) const FOR_TESTS: &[&str] = &["testkit", "scripts"];

/// Crates of others that bring the outside world or a large tree with them, and who may use them.
#[rustfmt::skip]
pub(crate) const AT_THE_EDGES: &[(&str, &[&str])] = &[
    ("anyhow",     &["cli", "xtask"]),
    ("axum",       &["server"]),
    ("clap",       &["cli"]),
    ("crossterm",  &["tui"]),
    ("ctrlc",      &["arena", "tui", "cli"]),
    ("indicatif",  &["arena", "cli"]),
    ("pyo3",       &["py"]),
    ("ratatui",    &["tui"]),
    ("rusqlite",   &["store"]),
    ("rust-embed", &["server"]),
    ("tokio",      &["store", "server", "cli"]),
    ("tower-http", &["server"]),
];
