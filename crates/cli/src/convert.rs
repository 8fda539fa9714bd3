//! `Gomoku convert`.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tengen_record::{Format, ReadOptions, Record, read_with, write};
use tengen_rules::{Rule, Size};

use crate::input::UsageError;

/// What `convert` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The file to read, or "-" for standard input.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write, or "-" for standard output.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The format of IN: psq, sgf, lib, pos, pos-top, pos-binary, offset, chesslog or json
    /// [default: by the name, else by the contents].
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// The format of OUT: one of those, or board, the last position as a diagram [default: by the
    /// name].
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// The rule of games whose file does not name one.
    #[arg(long)]
    rule: Option<Rule>,
    /// The board of formats that do not store it.
    #[arg(long, default_value_t = 15)]
    size: u64,
    /// Fail instead of leaving out what the new format cannot hold.
    #[arg(long)]
    lossless: bool,
}

/// What can be written: a record format, or a picture of where the game stands.
#[derive(Clone, Copy, Debug)]
enum Target {
    Record(Format),
    Board,
}

/// Reads all, then writes all; a failure leaves no file behind.
pub(crate) fn run(args: &Args) -> Result<()> {
    let size = Size::new(args.size).map_err(|error| UsageError(error.to_string()))?;
    let target = target(args)?;
    let bytes = read_input(&args.input)?;
    let format = source_format(args, &bytes)?;
    let options = ReadOptions { rule: args.rule, size };
    let reading = read_with(&bytes, format, &options)
        .with_context(|| format!("cannot read {}", args.input.display()))?;
    for warning in &reading.warnings {
        eprintln!("Gomoku: {}: {warning}", args.input.display());
    }
    let bytes = match target {
        Target::Board => boards(&reading.records)?.into_bytes(),
        Target::Record(format) => {
            let written = write(&reading.records, format)
                .with_context(|| format!("cannot write {}", args.output.display()))?;
            if !written.losses.is_empty() {
                if args.lossless {
                    bail!("{format} cannot hold everything: {}", written.losses);
                }
                eprintln!("Gomoku: {}: left out {}", args.output.display(), written.losses);
            }
            written.bytes
        }
    };
    write_output(&args.output, &bytes)
}

/// The positions after the last move of each game, one empty line between them.
fn boards(records: &[Record]) -> Result<String> {
    let mut diagrams = Vec::new();
    for (i, record) in records.iter().enumerate() {
        let rule = record.header.rule.unwrap_or(Rule::Freestyle);
        let game = record.to_game_under(rule).with_context(|| format!("game {}", i + 1))?;
        diagrams.push(game.stones().to_string());
    }
    Ok(diagrams.join("\n"))
}

fn target(args: &Args) -> Result<Target> {
    let unknown = |word: &str| UsageError(format!("unknown format {word:?}; {}", known_formats()));
    if let Some(word) = &args.to {
        if word.eq_ignore_ascii_case("board") {
            return Ok(Target::Board);
        }
        return Ok(Target::Record(Format::from_name(word).ok_or_else(|| unknown(word))?));
    }
    if args.output.extension() == Some(OsStr::new("board")) {
        return Ok(Target::Board);
    }
    let name = args.output.to_string_lossy();
    Format::from_path_extension(&name).map(Target::Record).ok_or_else(|| {
        UsageError(format!("the name {name:?} says no format; use --to. {}", known_formats()))
            .into()
    })
}

fn source_format(args: &Args, bytes: &[u8]) -> Result<Format> {
    if let Some(word) = &args.from {
        let unknown = || UsageError(format!("unknown format {word:?}; {}", known_formats()));
        return Ok(Format::from_name(word).ok_or_else(unknown)?);
    }
    let name = args.input.to_string_lossy();
    // Text and binary positions share their extension, so there the contents decide.
    let by_name = Format::from_path_extension(&name).filter(|&format| format != Format::Pos);
    by_name
        .or_else(|| Format::sniff(bytes))
        .or_else(|| Format::from_path_extension(&name))
        .with_context(|| format!("{name} is of no known format; --from names one"))
}

fn known_formats() -> String {
    let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
    format!("the formats are {}", names.join(", "))
}

fn read_input(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes beside the file first: an interrupted or failed write must not destroy what was there.
fn write_output(path: &Path, bytes: &[u8]) -> Result<()> {
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    let mut name = path.file_name().map(OsStr::to_owned).unwrap_or_default();
    name.push(".part");
    let partial = path.with_file_name(name);
    let written = std::fs::write(&partial, bytes).and_then(|()| std::fs::rename(&partial, path));
    if written.is_err() {
        // The first error is the one to report; this only tidies up after it.
        drop(std::fs::remove_file(&partial));
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}
