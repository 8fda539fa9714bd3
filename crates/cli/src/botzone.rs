//! `Gomoku botzone`: the program as a bot of botzone.org.cn.
//!
//! A turn is a message in and a line out, inside of 0.85 seconds from the start of the process or
//! of the turn. What is not understood ends the program with an error and without an answer: half
//! an answer would lose the game just the same and hide the reason.

use std::io::{self, Read, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use tengen_engine::Instant;
use tengen_gomocup::botzone::{
    BotzoneGame, Decision, Framer, KEEP_RUNNING, Message, TURN_MS, Variant,
};
use tengen_gomocup::{ThinkKind, ThinkRequest};

use tengen_players::by_name;

use crate::brain::{Champion, Thinker, budget_of, think_within};
use crate::input::UsageError;

/// What the start of the process may take of a turn before we can look at a clock.
const START_MS: u64 = 70;

/// How the bot is run.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Ask the judge to keep the process for the next turn.
    #[arg(long)]
    keep_running: bool,
    /// The game: gomoku, renju (swap after three stones) or swap1.
    #[arg(long, default_value = "gomoku", value_name = "GAME")]
    variant: Variant,
    /// Who plays instead of the engine at its best: scorer, minimax, fivetuple, patterns (also
    /// patterns-matrix, patterns-bitboard, patterns-regex, patterns-adjacent) or another opponent of
    /// the ladder.
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// The seed of what a player leaves to chance [default: another one each time].
    #[arg(long)]
    seed: Option<u64>,
}

/// Plays the turns that arrive on standard input.
pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(name) = &args.bot {
        by_name(name).map_err(|error| UsageError(error.to_string()))?;
    }
    let mut thinker = Champion::with_seed(args.seed.unwrap_or_else(seed_of_now));
    play(args, &mut thinker, io::stdin().lock(), io::stdout().lock())
}

/// The listing of seed 002 has `srand(time(0))`.
fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs() ^ u64::from(now.subsec_nanos()) << 20
}

fn play(
    args: &Args,
    thinker: &mut dyn Thinker,
    mut input: impl Read,
    mut output: impl Write,
) -> Result<()> {
    let mut started = Instant::now();
    let mut framer = Framer::default();
    let mut game = BotzoneGame::new(args.variant);
    let mut n_turns = 0_u64;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let mut frame = framer.push(&[])?;
        let mut is_ended = false;
        while frame.is_none() && !is_ended {
            let n_read = match input.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                n_read => n_read.context("cannot read the turn")?,
            };
            is_ended = n_read == 0;
            // The clock of a later turn starts with its message, not while we wait for it.
            if n_turns > 0 {
                started = Instant::now();
            }
            frame = if is_ended { framer.finish()? } else { framer.push(&buffer[..n_read])? };
        }
        let Some(text) = frame else {
            // The judge may close the pipe after the last turn, but not before the first.
            anyhow::ensure!(n_turns > 0, "there is no turn to play");
            return Ok(());
        };
        n_turns += 1;
        let line = answer(&mut game, thinker, args.bot.as_deref(), &text, n_turns, started)?;
        let marker = if args.keep_running { format!("{KEEP_RUNNING}\n") } else { String::new() };
        output.write_all(format!("{line}{marker}").as_bytes())?;
        output.flush()?;
        if !args.keep_running || is_ended {
            return Ok(());
        }
    }
}

fn answer(
    game: &mut BotzoneGame,
    thinker: &mut dyn Thinker,
    bot: Option<&str>,
    text: &str,
    id: u64,
    started: Instant,
) -> Result<String> {
    let (message, transport) = Message::parse(text)?;
    let kind = match game.take(&message)? {
        Decision::Move => ThinkKind::BestMove,
        Decision::MoveOrSwap => ThinkKind::SwapOrMove,
    };
    let mut request = ThinkRequest::new(id, kind, game.game().clone());
    request.limits.turn_ms = Some(TURN_MS - START_MS);
    request.opponent.bot = bot.map(str::to_owned);
    let answer = think_within(thinker, &request, started, budget_of(&request.limits));
    Ok(transport.format(game.answer(answer)?, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(keep_running: bool, variant: Variant) -> Args {
        Args { keep_running, variant, bot: None, seed: None }
    }

    fn played(keep_running: bool, variant: Variant, input: &str) -> Result<String> {
        answered(&args(keep_running, variant), 0, input)
    }

    fn answered(args: &Args, seed: u64, input: &str) -> Result<String> {
        let mut output = Vec::new();
        play(args, &mut Champion::with_seed(seed), input.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output)?)
    }

    fn answer_of(bot: &str, seed: u64, input: &str) -> (i64, i64) {
        let args = Args { bot: Some(bot.to_owned()), ..args(false, Variant::Gomoku) };
        let output = answered(&args, seed, input).unwrap();
        let value: serde_json::Value = serde_json::from_str(&output).unwrap();
        let number = |name: &str| value["response"][name].as_i64().expect("a number");
        (number("x"), number("y"))
    }

    #[test]
    fn the_five_tuple_bot_plays_as_its_report_says() {
        // The worked position of docs/players/fivetuple.md: F8 is the only point the lot falls on.
        let input = r#"{"requests":[{"x":7,"y":7},{"x":6,"y":7},{"x":8,"y":7}],
            "responses":[{"x":7,"y":6},{"x":9,"y":5}]}"#
            .replace('\n', " ");
        for seed in 0..5 {
            assert_eq!(answer_of("fivetuple", seed, &input), (5, 7));
        }
        // On the empty board every point whose twenty windows fit is as good: lots are drawn.
        let empty = r#"{"requests":[{"x":-1,"y":-1}],"responses":[]}"#;
        let first: Vec<(i64, i64)> =
            (0..20).map(|seed| answer_of("fivetuple", seed, empty)).collect();
        assert!(first.iter().any(|answer| *answer != first[0]), "{first:?}");
    }

    #[test]
    fn every_player_answers_by_its_name_within_the_turn() {
        let input = r#"{"requests":[{"x":7,"y":7},{"x":8,"y":8}],"responses":[{"x":7,"y":8}]}"#;
        let ladder = tengen_players::LADDER.iter().map(|rung| rung.name);
        for bot in ladder.chain(["patterns-regex", "patterns-adjacent"]) {
            let started = Instant::now();
            let (x, y) = answer_of(bot, 1, input);
            assert!((0..15).contains(&x) && (0..15).contains(&y), "{bot} plays {x}, {y}");
            // Botzone allows a second; the rest is for test machines that do much else.
            assert!(started.elapsed().as_millis() < 3_000, "{bot} is late");
        }
    }

    #[test]
    fn one_turn_of_json() {
        let input = r#"{"requests":[{"x":7,"y":7}],"responses":[]}"#;
        let output = played(false, Variant::Gomoku, input).unwrap();
        let value: serde_json::Value = serde_json::from_str(&output).unwrap();
        assert!(value["response"]["x"].is_i64(), "{output}");
        assert_eq!(output.lines().count(), 1);
    }

    #[test]
    fn a_kept_process_plays_on() {
        let input = "{\"x\":-1,\"y\":-1}\n{\"x\":0,\"y\":0}\n{\"x\":0,\"y\":1}\n";
        let output = played(true, Variant::Gomoku, input).unwrap();
        assert_eq!(output.lines().count(), 6, "{output}");
        assert_eq!(output.lines().filter(|line| *line == KEEP_RUNNING).count(), 3);
    }

    #[test]
    fn simple_text_is_answered_in_kind() {
        let output = played(false, Variant::Swap1, "1\n7 7\n\n\n").unwrap();
        assert_eq!(output.split_whitespace().count(), 2, "{output}");
        assert!(output.split_whitespace().all(|word| word.parse::<i64>().is_ok()), "{output}");
    }

    #[test]
    fn bad_input_gives_no_answer() {
        for input in ["", "hello", "{", "{\"x\":99,\"y\":0}", "1\n7 7 7\n"] {
            let mut output = Vec::new();
            let args = args(false, Variant::Gomoku);
            let outcome = play(&args, &mut Champion::default(), input.as_bytes(), &mut output);
            assert!(outcome.is_err(), "{input:?}");
            assert!(output.is_empty(), "{input:?}");
        }
    }
}
