//! `Gomoku proof move`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;
use tengen_proof::{Answer, AnswerKind, Book, Key, answer, built_in_after, stones_of_key};
use tengen_rules::{Color, Size};

use super::{moves_of, name, read_book};
use crate::input::PositionArgs;

/// What `proof move` is asked.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Books to answer from; the first that knows the position answers [default: those that come
    /// with the program].
    #[arg(long, value_name = "FILE")]
    book: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Report {
    /// `null` outside of the proof.
    #[serde(rename = "move")]
    mv: Option<String>,
    kind: &'static str,
    /// How many plies the win takes at most, this move included, where that is known.
    plies: Option<u32>,
    /// The position of the book that the move belongs to.
    entry: Option<Entry>,
}

#[derive(Serialize)]
struct Entry {
    black: Vec<String>,
    white: Vec<String>,
}

/// Says what Black plays.
pub(super) fn run(args: &Args) -> Result<()> {
    let game = args.position.game()?;
    let moves = moves_of(&game)?;
    let read: Vec<Book> = args.book.iter().map(|path| read_book(path)).collect::<Result<_>>()?;
    let own = built_in_after(game.rule(), game.size(), &moves).filter(|_| args.book.is_empty());
    let mut books: Vec<&Book> = read.iter().collect();
    for book in own {
        books.push(book);
    }
    let is_blacks_turn = game.status().is_ongoing() && game.to_move() == Color::Black;
    let is_about = |book: &&Book| (book.rule, book.size) == (game.rule(), game.size());
    let mut found = None;
    for book in books.into_iter().filter(is_about).filter(|_| is_blacks_turn) {
        found = answer(book, &moves)?;
        if found.is_some() {
            break;
        }
    }
    let report = report(game.size(), found.as_ref());
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
        return Ok(());
    }
    match report.mv.zip(report.plies) {
        Some((mv, plies)) => writeln!(out, "{mv} ({}, {plies} plies at most)", report.kind)?,
        None => writeln!(out, "outside of the proof")?,
    }
    Ok(())
}

fn report(size: Size, answer: Option<&Answer>) -> Report {
    let Some(answer) = answer else {
        return Report { mv: None, kind: "outside", plies: None, entry: None };
    };
    let kind = match answer.kind {
        AnswerKind::Book => "book",
        AnswerKind::Forced => "forced",
    };
    let entry = answer.entry.as_ref().map(|key| entry(size, key));
    Report { mv: Some(name(size, answer.point)), kind, plies: Some(answer.plies), entry }
}

fn entry(size: Size, key: &Key) -> Entry {
    let stones = stones_of_key(size, key);
    let of = |color| {
        stones.iter().filter(|stone| stone.1 == color).map(|stone| name(size, stone.0)).collect()
    };
    Entry { black: of(Color::Black), white: of(Color::White) }
}
