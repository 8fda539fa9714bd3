//! `Gomoku tui`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use tengen_game::{NewGameSpec, Occupant, default_opponent, default_rule};
use tengen_players::{LADDER, MoveLimits, UnknownOpponent};
use tengen_rules::{Opening, Rule, Size};
use tengen_tui::{Options, RunError, Signs};

use crate::input::UsageError;

/// The game to play. Without any of these it is chosen in the terminal.
#[derive(clap::Args, Debug, Default, PartialEq, Eq)]
pub(crate) struct Args {
    /// The rule set.
    #[arg(long)]
    rule: Option<Rule>,
    /// The side of the board [default: what the rule is usually played on].
    #[arg(long)]
    size: Option<u8>,
    /// The opening procedure.
    #[arg(long)]
    opening: Option<Opening>,
    /// The opponent of the ladder.
    #[arg(long, value_name = "NAME", conflicts_with = "hotseat")]
    opponent: Option<String>,
    /// How long the opponent may think about a move, in milliseconds.
    #[arg(long, value_name = "MS", conflicts_with = "hotseat")]
    time: Option<u64>,
    /// How many plies the opponent may look ahead.
    #[arg(long, value_name = "PLIES", conflicts_with = "hotseat")]
    depth: Option<u32>,
    /// How many positions the opponent may look at for a move.
    #[arg(long, value_name = "N", conflicts_with = "hotseat")]
    nodes: Option<u64>,
    /// How many moves of each position the opponent looks at.
    #[arg(long, value_name = "K", conflicts_with = "hotseat")]
    width: Option<u32>,
    /// Who begins.
    #[arg(long, value_enum, conflicts_with = "hotseat")]
    first: Option<First>,
    /// Two people at one board.
    #[arg(long)]
    hotseat: bool,
    /// Draw with letters only, for terminals that show round stones too wide or not at all.
    #[arg(long)]
    ascii: bool,
    /// Go on with the last game that is not over.
    #[arg(long = "continue", conflicts_with_all = ["rule", "size", "opening", "opponent", "time", "depth", "nodes", "width", "first", "hotseat"])]
    is_continued: bool,
    /// The folder that holds the games [default: the user's data folder].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum First {
    /// The person at the keyboard.
    You,
    /// The opponent.
    Opponent,
    /// A coin decides.
    Toss,
}

/// Plays in the terminal.
pub(crate) fn run(args: &Args) -> Result<()> {
    let Args { ascii, is_continued, .. } = *args;
    let data = args.data.clone();
    let nothing = Args { ascii, is_continued, data: data.clone(), ..Args::default() };
    let wish = (*args != nothing).then(|| wish_of(args)).transpose()?;
    let signs = ascii.then_some(Signs::Ascii);
    let options = Options { wish, is_continued, signs, folder: data };
    tengen_tui::run(options).map_err(|error| match error {
        RunError::Refused(error) => UsageError(error.to_string()).into(),
        error => error.into(),
    })
}

fn wish_of(args: &Args) -> Result<NewGameSpec, UsageError> {
    if let Some(name) = &args.opponent
        && !LADDER.iter().any(|rung| rung.name == *name)
    {
        return Err(UsageError(UnknownOpponent(name.clone()).to_string()));
    }
    let rule = args.rule.unwrap_or_else(default_rule);
    let size = match args.size {
        Some(side) => Size::new(u64::from(side)).map_err(|error| UsageError(error.to_string()))?,
        None => rule.spec().default_size,
    };
    let name = args.opponent.as_deref().unwrap_or_else(|| default_opponent(rule, size));
    let limits = MoveLimits {
        time: args.time.map(Duration::from_millis),
        depth: args.depth,
        nodes: args.nodes,
        width: args.width,
    };
    let opponent = Occupant::Opponent { name: name.to_owned(), limits };
    let (first, second) = match args.first {
        _ if args.hotseat => (Occupant::person(), Occupant::person()),
        Some(First::Opponent) => (opponent, Occupant::person()),
        Some(First::You | First::Toss) | None => (Occupant::person(), opponent),
    };
    Ok(NewGameSpec {
        rule: Some(rule),
        size: Some(size),
        opening: args.opening,
        first: Some(first),
        second: Some(second),
        toss: args.first == Some(First::Toss),
        ..NewGameSpec::default()
    })
}
