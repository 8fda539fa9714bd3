//! `Gomoku tui`.

use std::path::PathBuf;

use anyhow::Result;
use tengen_api::{NewGame, SeatSpec};
use tengen_game::{default_game, default_opponent};
use tengen_players::{LADDER, UnknownOpponent};
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
    #[arg(long = "continue", conflicts_with_all = ["rule", "size", "opening", "opponent", "time", "first", "hotseat"])]
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
        RunError::Refused(refusal) => UsageError(refusal.to_string()).into(),
        error => error.into(),
    })
}

fn wish_of(args: &Args) -> Result<NewGame, UsageError> {
    if let Some(name) = &args.opponent
        && !LADDER.iter().any(|rung| rung.name == *name)
    {
        return Err(UsageError(UnknownOpponent(name.clone()).to_string()));
    }
    let rule = args.rule.unwrap_or(default_rule());
    let size = args.size.unwrap_or(rule.spec().default_size.get());
    let person = || SeatSpec::Human { name: None };
    let name = match (&args.opponent, Size::new(u64::from(size))) {
        (Some(name), _) => name.as_str(),
        (None, Ok(size)) => default_opponent(rule, size),
        (None, Err(error)) => return Err(UsageError(error.to_string())),
    };
    let opponent = SeatSpec::Ai { opponent: name.to_owned(), time_ms: args.time };
    let (first, second) = match args.first {
        _ if args.hotseat => (person(), person()),
        Some(First::Opponent) => (opponent, person()),
        Some(First::You | First::Toss) | None => (person(), opponent),
    };
    Ok(NewGame {
        rule: Some(rule.name().to_owned()),
        size: Some(size),
        opening: args.opening.map(|opening| opening.name().to_owned()),
        first: Some(first),
        second: Some(second),
        toss: Some(args.first == Some(First::Toss)),
        ..NewGame::default()
    })
}

fn default_rule() -> Rule {
    default_game().rule.and_then(|name| name.parse().ok()).unwrap_or(Rule::Freestyle)
}
