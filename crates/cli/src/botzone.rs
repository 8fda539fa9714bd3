//! `Gomoku botzone`: the program as a bot of botzone.org.cn.
//!
//! A turn is a message in and a line out, inside of 0.85 seconds from the start of the process or
//! of the turn. What is not understood ends the program with an error and without an answer: half
//! an answer would lose the game just the same and hide the reason.

use std::io::{self, Read, Write};
use std::time::Instant;

use anyhow::{Context, Result};
use tengen_gomocup::botzone::{
    BotzoneGame, Decision, Framer, KEEP_RUNNING, Message, TURN_MS, Variant,
};
use tengen_gomocup::{ThinkKind, ThinkRequest};

use crate::brain::{Champion, Thinker, budget_of, think_within};

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
}

/// Plays the turns that arrive on standard input.
pub(crate) fn run(args: &Args) -> Result<()> {
    play(args, &mut Champion::default(), io::stdin().lock(), io::stdout().lock())
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
        let line = answer(&mut game, thinker, &text, n_turns, started)?;
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
    let answer = think_within(thinker, &request, started, budget_of(&request.limits));
    Ok(transport.format(game.answer(answer)?, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(keep_running: bool, variant: Variant, input: &str) -> Result<String> {
        let mut output = Vec::new();
        let args = Args { keep_running, variant };
        play(&args, &mut Champion::default(), input.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output)?)
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
            let args = Args { keep_running: false, variant: Variant::Gomoku };
            let outcome = play(&args, &mut Champion::default(), input.as_bytes(), &mut output);
            assert!(outcome.is_err(), "{input:?}");
            assert!(output.is_empty(), "{input:?}");
        }
    }
}
