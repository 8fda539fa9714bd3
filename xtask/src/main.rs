//! The chores of the project, run as `cargo xtask COMMAND`.
//!
//! What a person or a workflow has to do or to check more than once is a command here, so that it is
//! the same everywhere. Nothing here is part of the program.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a chore tells what it found")]

mod bench;
mod ladder;
mod layers;
mod metadata;
mod process;
mod release;
mod source;
mod tidy;
mod types;
mod wasm;
mod weights;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

const USAGE: &str = "\
cargo xtask COMMAND

  layers [--markdown | --write]
      compares the arrows between the crates with the table of allowed ones, and the map in
      ARCHITECTURE.md with the same table; --markdown prints that map, --write puts it there
  tidy
      looks for files that are too long, documents that are cited and missing, leftovers; reports
      long functions and names of public types that several crates use
  types [--check]
      makes the page's types from the wire types; --check only compares
  weights [--check | --update]
      shows the built-in weights with their hashes; --check compares these with the recipes,
      --update writes them there
  wasm [--check]
      makes the engine for browsers that is committed in web/engine; --check only tells whether it is
      made of these sources
  bench [EXECUTABLE]
      compares the signature of `Gomoku bench` with the last one that a commit recorded
  ladder DIRECTORY
      keeps what docs/players/ladder.md is made of, from a directory of matches between its rungs
  release-artifacts [DIRECTORY]
      builds, checks and packs what a release consists of [default: target/release-artifacts]
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<()> {
    let root = root()?;
    match words {
        ["layers"] => layers::check(root),
        ["layers", "--markdown"] => {
            layers::print_markdown();
            Ok(())
        }
        ["layers", "--write"] => layers::write_markdown(root),
        ["tidy"] => tidy::check(root),
        ["types"] => types::make(root),
        ["types", "--check"] => types::check(root),
        ["weights"] => weights::show(root),
        ["weights", "--check"] => weights::check(root),
        ["weights", "--update"] => weights::update(root),
        ["wasm"] => wasm::make(root),
        ["wasm", "--check"] => wasm::check(root),
        ["bench"] => bench::check(root, None),
        ["bench", executable] => bench::check(root, Some(Path::new(executable))),
        ["ladder", folder] => ladder::keep(root, Path::new(folder)),
        ["release-artifacts"] => release::make(root, &root.join("target/release-artifacts")),
        ["release-artifacts", folder] => release::make(root, Path::new(folder)),
        ["--help" | "-h" | "help"] => {
            print!("{USAGE}");
            Ok(())
        }
        [] => bail!("no command\n\n{USAGE}"),
        _ => bail!("no such command: {}\n\n{USAGE}", words.join(" ")),
    }
}

/// The folder of the project.
fn root() -> Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the project's folder")
}
