//! What a person types to say which position is meant.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use tengen_engine::{affordable_mib, supports};
use tengen_rules::{
    Color, Game, IllegalMove, Move, Notation, Rule, Setup, SetupFaults, Size, Stones,
};

/// The words of the command line fit together grammatically, but not in meaning.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// A rule and a board on which the engine plays.
#[derive(Args, Debug)]
pub(crate) struct EngineBoardArgs {
    /// The rule set.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// The side of the board.
    #[arg(long, default_value_t = 15)]
    size: u64,
}

impl EngineBoardArgs {
    /// The size, if the engine plays the rule on it.
    pub(crate) fn size(&self) -> Result<Size, UsageError> {
        let size = Size::new(self.size).map_err(|error| UsageError(error.to_string()))?;
        supports(self.rule, size).map_err(|error| UsageError(error.to_string()))?;
        Ok(size)
    }
}

/// A position: moves from the empty board, or a board file.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The rule set: freestyle, standard, caro, caro6, renju, ninuki42, pente or keryo.
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The side of the board, 5 to 26 [default: the rule's usual board, or the board file's].
    #[arg(long)]
    size: Option<u64>,
    /// Moves from the empty board in renju notation, as "h8 i9"; "pass" is a move.
    #[arg(long, value_name = "MOVES", conflicts_with = "board")]
    moves: Option<String>,
    /// A file with one row of '.', 'X' (black) and 'O' (white) per line, top first.
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// Who is to move on the board [default: whose turn the numbers of stones make it].
    #[arg(long, value_parser = parse_color, requires = "board")]
    color: Option<Color>,
}

fn parse_color(text: &str) -> Result<Color, String> {
    Color::from_name(text).ok_or_else(|| "the colors are black and white".to_owned())
}

impl PositionArgs {
    /// The game that the words describe.
    pub(crate) fn game(&self) -> Result<Game> {
        match &self.board {
            Some(path) => self.game_from_board(path),
            None => self.game_from_moves(self.moves.as_deref().unwrap_or("")),
        }
    }

    fn game_from_moves(&self, moves: &str) -> Result<Game> {
        let size = match self.size {
            Some(side) => Size::new(side).map_err(|error| UsageError(error.to_string()))?,
            None => self.rule.spec().default_size,
        };
        Ok(game_of_moves(self.rule, size, moves)?)
    }

    fn game_from_board(&self, path: &Path) -> Result<Game> {
        let text = read_text(path)?;
        let stones: Stones =
            text.parse().with_context(|| format!("{} is not a board", path.display()))?;
        if let Some(side) = self.size.filter(|&side| side != u64::from(stones.size().get())) {
            let found = stones.size();
            let why = format!("--size {side} was given, but {} is {found}", path.display());
            return Err(UsageError(why).into());
        }
        let mut setup = Setup::from_stones(self.rule, stones);
        // Whoever names the side to move has thought about the counts; otherwise they must fit.
        let forgiven = self.color.map_or(SetupFaults::NONE, |color| {
            setup.to_move = color;
            SetupFaults::NONE.with(tengen_rules::SetupFault::StoneCount)
        });
        Game::from_setup_forgiving(setup, forgiven).with_context(|| {
            let hint = if self.color.is_none() { " (--color says who is to move)" } else { "" };
            format!("{} is no position of a {} game{hint}", path.display(), self.rule)
        })
    }
}

/// The game of these moves from the empty board, in renju notation.
pub(crate) fn game_of_moves(rule: Rule, size: Size, moves: &str) -> Result<Game, UsageError> {
    let mut game = Game::new(rule, size);
    for (i, word) in moves.split_whitespace().enumerate() {
        play_word(&mut game, word)
            .map_err(|why| UsageError(format!("move {} ({word}): {why}", i + 1)))?;
    }
    Ok(game)
}

fn play_word(game: &mut Game, word: &str) -> Result<(), String> {
    let mv = if word.eq_ignore_ascii_case("pass") {
        Move::Pass
    } else {
        Notation::Renju.parse(game.size(), word).map(Move::Place).map_err(|e| e.to_string())?
    };
    game.try_move(mv).map(|_| ()).map_err(|why: IllegalMove| why.to_string())
}

/// A text file as a whole; what is not text is refused with the place.
fn read_text(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{} is not a text file: byte {at} is no UTF-8", path.display())
    })
}

/// The size of the tables for which there is room. Says so if it is not the wanted one.
pub(crate) fn affordable_tables(wanted_mib: usize) -> usize {
    let mib = affordable_mib(wanted_mib.max(1));
    if mib < wanted_mib {
        eprintln!("Gomoku: memory is short: the tables take {mib} MiB instead of {wanted_mib}");
    }
    mib
}

/// Whether the reader of our output went away, which is no error of ours.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
