//! `Gomoku convert`.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tengen_record::{Format, Found, Losses, ReadOptions, Record, Skipped, games, write};
use tengen_rules::{Rule, Size};

use crate::input::UsageError;
use crate::source::{known_formats, read_input, source_format};

/// What `convert` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The file to read, "-" for standard input, or a link.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write, or "-" for standard output.
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The format of IN: psq, sgf, lib, pos, pos-top, pos-binary, offset, chesslog, json or
    /// link [default: by the name, else by the contents].
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
    /// Keep what can be read of a damaged file, and tell what cannot.
    #[arg(long)]
    partial: bool,
}

/// What can be written: a record format, or a picture of where the game stands.
#[derive(Clone, Copy, Debug)]
enum Target {
    Record(Format),
    Board,
}

/// Reads a game and writes it, then the next; a failure leaves no file behind.
pub(crate) fn run(args: &Args) -> Result<()> {
    let size = Size::new(args.size).map_err(|error| UsageError(error.to_string()))?;
    let target = target(args)?;
    let bytes = read_input(&args.input)?;
    let format = source_format(args.from.as_deref(), &args.input, &bytes)?;
    let options = ReadOptions { rule: args.rule, size };
    let mut conversion = Conversion { args, target, losses: Losses::default(), n_games: 0 };
    let mut output = Output::new(&args.output)?;
    let mut n_read = 0;
    for found in games(&bytes, format, &options) {
        n_read += 1;
        conversion.tell(&found, n_read)?;
        if let Some(record) = found.record {
            output.write(&conversion.converted(&record)?)?;
        }
    }
    conversion.finish()?;
    output.finish()
}

/// A file on its way into another format.
struct Conversion<'a> {
    args: &'a Args,
    target: Target,
    losses: Losses,
    n_games: usize,
}

impl Conversion<'_> {
    /// Tells what is odd about a game, and what of it could not be read: that is the end of it unless
    /// the rest is wanted.
    fn tell(&self, found: &Found, number: usize) -> Result<()> {
        let input = self.args.input.display();
        for warning in &found.warnings {
            eprintln!("Gomoku: {input}: {warning}");
        }
        let kept_plies = found.record.as_ref().map(|record| record.main_plies().count());
        for error in &found.faults {
            if !self.args.partial {
                return Err(error.clone()).with_context(|| format!("cannot read {input}"));
            }
            let reason = error.clone().into();
            let skipped = Skipped { game: number, kept_plies, reason };
            eprintln!("Gomoku: {input}: {skipped}");
        }
        if let Some(n_more @ 1..) = found.n_faults.checked_sub(found.faults.len()) {
            eprintln!("Gomoku: {input}: game {number} has {n_more} more such places");
        }
        Ok(())
    }

    fn converted(&mut self, record: &Record) -> Result<Vec<u8>> {
        self.n_games += 1;
        let format = match self.target {
            Target::Board => return board(record, self.n_games),
            Target::Record(format) => format,
        };
        let output = self.args.output.display();
        if self.n_games > 1 && !format.holds_many() {
            bail!("cannot write {output}: a {format} file holds one game, and there are more");
        }
        let written = write(std::slice::from_ref(record), format)
            .with_context(|| format!("cannot write {output}"))?;
        self.losses.extend(&written.losses);
        if self.args.lossless && !self.losses.is_empty() {
            bail!("{format} cannot hold everything: {}", self.losses);
        }
        Ok(written.bytes)
    }

    fn finish(&self) -> Result<()> {
        if self.n_games == 0 {
            bail!("cannot read {}: nothing in it could be kept", self.args.input.display());
        }
        if !self.losses.is_empty() {
            eprintln!("Gomoku: {}: left out {}", self.args.output.display(), self.losses);
        }
        Ok(())
    }
}

/// The position after the last move of a game, an empty line before it unless it is the first.
fn board(record: &Record, number: usize) -> Result<Vec<u8>> {
    let rule = record.header.rule.unwrap_or(Rule::Freestyle);
    let game = record.to_game_under(rule).with_context(|| format!("game {number}"))?;
    let line_end = if number == 1 { "" } else { "\n" };
    Ok(format!("{line_end}{}", game.stones()).into_bytes())
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

/// Where the games go. A file is written beside its place first: an interrupted or failed conversion
/// must not destroy what was there. What goes to standard output is held back until all is well.
enum Output {
    Standard(Vec<u8>),
    File { partial: PathBuf, path: PathBuf, writer: Option<BufWriter<File>> },
}

impl Output {
    fn new(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Standard(Vec::new()));
        }
        let mut name = path.file_name().map(OsStr::to_owned).unwrap_or_default();
        name.push(".part");
        let partial = path.with_file_name(name);
        let file = File::create(&partial);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self::File { partial, path: path.to_owned(), writer: Some(BufWriter::new(file)) })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Self::Standard(held_back) => held_back.extend(bytes),
            Self::File { writer, path, .. } => {
                let writer = writer.as_mut().context("the file is finished already")?;
                let written = writer.write_all(bytes);
                written.with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        match &mut self {
            Self::Standard(held_back) => {
                let mut out = io::stdout().lock();
                out.write_all(held_back)?;
                Ok(out.flush()?)
            }
            Self::File { partial, path, writer } => {
                let mut taken = writer.take().context("the file is finished already")?;
                let written = taken.flush().and_then(|()| std::fs::rename(&*partial, &*path));
                if written.is_err() {
                    *writer = Some(taken);
                }
                written.with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}

impl Drop for Output {
    /// A file that was not finished is no file.
    fn drop(&mut self) {
        if let Self::File { partial, writer: Some(_), .. } = self {
            // The first error is the one to report; this only tidies up after it.
            drop(std::fs::remove_file(partial));
        }
    }
}
