//! `Gomoku proof`: books of proven wins.

mod check;
mod grow;
mod moves;

use std::path::Path;

use anyhow::{Context, Result};
use tengen_proof::Book;
use tengen_rules::{Game, Move, Notation, Point, Size};

use crate::input::UsageError;

/// What `proof` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Grow a proof that Black wins, until it is complete. What was found is kept when it is ended.
    Grow(grow::Args),
    /// Check a proof, believing nothing that is in it.
    Check(check::Args),
    /// Say what Black plays in a game that follows a proof.
    Move(moves::Args),
}

/// Does what is asked.
pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.task {
        Task::Grow(args) => grow::run(args),
        Task::Check(args) => check::run(args),
        Task::Move(args) => moves::run(args),
    }
}

/// Reads a book.
fn read_book(path: &Path) -> Result<Book> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Book::from_bytes(&bytes).with_context(|| format!("cannot use {}", path.display()))
}

fn name(size: Size, point: Point) -> String {
    Notation::Renju.format(size, point).to_ascii_lowercase()
}

fn names(size: Size, points: &[Point]) -> String {
    points.iter().map(|&point| name(size, point)).collect::<Vec<_>>().join(" ")
}

/// The moves of a game that began with the empty board, without passes.
fn moves_of(game: &Game) -> Result<Vec<Point>, UsageError> {
    let turns = game.turns().iter().map(|turn| match turn.mv {
        Move::Place(point) => Ok(point),
        Move::Pass => Err(UsageError("a proof knows no passes".to_owned())),
    });
    let moves: Vec<Point> = turns.collect::<Result<_, _>>()?;
    if moves.len() == game.stones().n_stones() {
        Ok(moves)
    } else {
        Err(UsageError("a proof is followed by moves from the empty board (--moves)".to_owned()))
    }
}
