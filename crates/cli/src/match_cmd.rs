//! `Gomoku match`: players play each other until it is known who is stronger.

mod bot;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use tengen_arena::stats::Sprt;
use tengen_arena::{
    Arena, ClockKind, Completion, Format, GuardCommand, MatchConfig, OpeningKind, OpeningOrder,
    OpeningsConfig, PlayerSpec, Progress, StopToken,
};
use tengen_rules::Rule;

use crate::input::UsageError;

const HELP: &str = "\
PLAYERS
  A player is written as one argument of settings separated by blanks:

    --engine 'cmd=./pbrain-rapfi name=Rapfi st=0.1 option.thread_num=1'
    --engine ./pbrain-wine
    --engine 'bot=minimax depth=4'

  cmd=PROGRAM       a Gomocup program; quote it if arguments follow: cmd=\"./engine --fast\".
                    It runs in the folder it lies in unless dir= says otherwise
  bot=NAME          one of our own players
  name=NAME         what it is called [default: as it introduces itself]
  st=S              S seconds a move
  tc=M[/T][+I]      M seconds a game, T a move, I added before each move; 0 is no such limit
  nodes=N depth=N threads=N   INFO max_node, max_depth, thread_num
  width=N           how many moves of each position bot=minimax looks at
  memory=BYTES      INFO max_memory, as 350M [default: 350M]
  option.K=V        INFO K V before each game; {seed} in V becomes the seed of the pair
  env.K=V dir=PATH  its environment and folder
  board=true        send the whole position before every move

  --each 'st=0.1 threads=1' gives settings to all players; their own ones win.

CLOCKS
  --clock cpu charges a program by the processor time it used, threads and other processes it
  started included, which is fair on a busy machine; the clock on the wall is then only a safety
  net. A program that looks at the wall clock itself still thinks less on a busy machine than it
  could.

PROCESSES
  Nothing that a program starts outlives it or the match, even if the match is killed. On Linux
  and Windows nothing can hide; on other systems what leaves the program's process group can.

OUTPUT
  --output DIR gets match.json (settings), results.jsonl (a line per game), games/*.sgf and
  *.psq, report.html and summary.json. After an interruption the same command with --resume goes
  on where it was; --pairs may be raised then.

EXAMPLES
  Gomoku match --engine ./new --engine ./old --each st=0.1 --clock cpu \\
      --openings openings.txt --sprt 0,20 --jobs 2 --output lab/new-old
  Gomoku match --engine 'cmd=\"./Gomoku brain\"' --engine bot=minimax --rule renju --pairs 10";

/// What `match` is asked.
#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub(crate) struct Args {
    /// A player, as 'cmd=./engine name=A st=0.1'; at least two (see PLAYERS in --help).
    #[arg(long = "engine", value_name = "SETTINGS")]
    engines: Vec<String>,
    /// Settings for all players.
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    each: String,
    /// Read the settings from a file as `match.json`; what is said here wins.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The rule set: freestyle, standard, caro, caro6, renju, ninuki42, pente or keryo [default:
    /// freestyle].
    #[arg(long)]
    rule: Option<Rule>,
    /// The side of the board, 5 to 22 [default: the rule's usual board].
    #[arg(long)]
    size: Option<u8>,
    /// The first player plays each of the others instead of everybody everybody.
    #[arg(long)]
    gauntlet: bool,

    /// A file with one opening per line; each is played twice with colors exchanged.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How openings are written: offset, pos (rows from the top) or pos-bottom.
    #[arg(long, value_name = "TYPE", default_value = "offset", requires = "openings")]
    openings_type: OpeningKind,
    /// Play the openings in a random order.
    #[arg(long, requires = "openings")]
    random_order: bool,
    /// Go through the openings this many times.
    #[arg(long, value_name = "N")]
    repeat: Option<u32>,
    /// Rotate and mirror openings that come again.
    #[arg(long)]
    transform: bool,
    /// Pairs of games for each two players [default: as many as there are openings].
    #[arg(long, value_name = "N")]
    pairs: Option<u32>,
    /// The seed of the order of openings and of {seed} in options.
    #[arg(long)]
    seed: Option<u64>,

    /// The clock that counts: wall or cpu.
    #[arg(long, value_parser = parse_clock)]
    clock: Option<ClockKind>,
    /// How far a move may overrun its time [default: 500].
    #[arg(long, value_name = "MS")]
    tolerance_ms: Option<u64>,
    /// How much longer an answer is waited for before it counts as silence [default: 2000].
    #[arg(long, value_name = "MS")]
    grace_ms: Option<u64>,
    /// How long a program may take to get ready for a game [default: 30000].
    #[arg(long, value_name = "MS")]
    start_ms: Option<u64>,
    /// A program whose memory has exceeded its limit loses.
    #[arg(long)]
    enforce_memory: bool,
    /// A game is drawn after this many stones.
    #[arg(long, value_name = "PLIES")]
    draw_after: Option<u32>,

    /// Stop as soon as it is known whether the first player is better by ELO1 rather than ELO0.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// The accepted chance of a wrong yes.
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// The accepted chance of a wrong no.
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    beta: f64,

    /// Games played at once [default: 1].
    #[arg(long, short = 'j', value_name = "N")]
    jobs: Option<usize>,
    /// The folder for results, game files and the report.
    #[arg(long, short = 'o', value_name = "DIR")]
    output: Option<PathBuf>,
    /// Continue the match that lies in the output folder.
    #[arg(long, requires = "output")]
    resume: bool,
    /// Keep what the players say, a file per game.
    #[arg(long, requires = "output")]
    messages: bool,
    /// Log every dialogue and the standard error of every program.
    #[arg(long, requires = "output")]
    log: bool,
    /// Show only the progress bar, no line per game.
    #[arg(long, short)]
    quiet: bool,
    /// Print the summary as JSON.
    #[arg(long)]
    json: bool,
}

fn parse_clock(text: &str) -> Result<ClockKind, String> {
    match text {
        "wall" => Ok(ClockKind::Wall),
        "cpu" => Ok(ClockKind::Cpu),
        _ => Err("the clocks are wall and cpu".to_owned()),
    }
}

fn parse_sprt(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    text.split_once(',')
        .and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)))
        .ok_or_else(|| "two Elo differences are expected, as 0,20".to_owned())
}

/// The command by which a match starts the guard of a program.
pub(crate) const GUARD: &str = "guard-program";

/// What a guard is told.
#[derive(clap::Args, Debug)]
pub(crate) struct GuardArgs {
    /// The process of the match.
    runner: u32,
    /// The program and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

/// Runs a program so that nothing of it is left behind.
pub(crate) fn guard(args: &GuardArgs) -> ExitCode {
    ExitCode::from(tengen_arena::guard(args.runner, &args.command))
}

/// Plays the match.
pub(crate) fn run(args: &Args) -> Result<()> {
    let config = args.config()?;
    config.validate().map_err(usage)?;
    let mut progress = Progress::new(config.sprt);
    if args.quiet {
        progress = progress.bar_only();
    }
    let report = config.output.as_ref().map(|folder| folder.join("report.html"));
    let stop = StopToken::on_ctrl_c().context("Ctrl-C cannot be listened to")?;
    let arena = bot::register_all(Arena::new(config))
        .stopped_by(stop)
        .guarded_by(GuardCommand::this_program([GUARD]));
    let summary = arena.run(&mut progress)?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        return Ok(());
    }
    write!(out, "{summary}")?;
    if summary.completion == Completion::Interrupted {
        writeln!(out, "stopped after {} of {} games", summary.n_games, summary.n_planned)?;
    }
    if let Some(report) = report {
        writeln!(out, "report: {}", report.display())?;
    }
    Ok(())
}

fn usage(why: impl Display) -> UsageError {
    UsageError(why.to_string())
}

impl Args {
    /// The match that the words describe.
    fn config(&self) -> Result<MatchConfig> {
        let mut config = self.base()?;
        set(&mut config.rule, self.rule);
        if self.config.is_none() || self.rule.is_some() {
            config.size = config.rule.spec().default_size.get();
        }
        set(&mut config.size, self.size);
        let each = PlayerSpec::parse(&self.each).map_err(usage)?;
        if !self.engines.is_empty() {
            let player = |text: &String| PlayerSpec::parse(text)?.player(&each);
            config.players =
                self.engines.iter().map(player).collect::<Result<_, _>>().map_err(usage)?;
        }
        if let Some(file) = &self.openings {
            let order =
                if self.random_order { OpeningOrder::Random } else { OpeningOrder::Sequential };
            let kind = self.openings_type;
            config.openings = Some(OpeningsConfig { file: file.clone(), kind, order });
        }
        if self.gauntlet {
            config.format = Format::Gauntlet;
        }
        set(&mut config.repeat, self.repeat);
        set(&mut config.seed, self.seed);
        set(&mut config.clock, self.clock);
        set(&mut config.limits.tolerance_ms, self.tolerance_ms);
        set(&mut config.limits.grace_ms, self.grace_ms);
        set(&mut config.limits.start_ms, self.start_ms);
        set(&mut config.concurrency, self.jobs);
        config.pairs = self.pairs.or(config.pairs);
        config.draw_after_plies = self.draw_after.or(config.draw_after_plies);
        config.output = self.output.clone().or(config.output);
        config.transform |= self.transform;
        config.limits.enforce_memory |= self.enforce_memory;
        config.keep_messages |= self.messages;
        config.log_dialogue |= self.log;
        config.resume |= self.resume;
        if let Some((elo0, elo1)) = self.sprt {
            config.sprt = Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta });
        }
        Ok(config)
    }

    fn base(&self) -> Result<MatchConfig> {
        let Some(path) = &self.config else { return Ok(MatchConfig::default()) };
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        MatchConfig::from_json(&text)
            .map_err(|why| usage(format!("{}: {why}", path.display())).into())
    }
}

fn set<T>(setting: &mut T, said: Option<T>) {
    if let Some(value) = said {
        *setting = value;
    }
}
