//! Where a record comes from: a file, standard input, a link, or moves on the command line.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tengen_record::{Format, ReadOptions, Record, link, read_with};
use tengen_rules::{Rule, Size};

use crate::input::{UsageError, game_of_moves};

/// One game, however it is given.
#[derive(clap::Args, Debug)]
pub(crate) struct RecordArgs {
    /// The file with the game, "-" for standard input, or a link.
    #[arg(value_name = "FILE", required_unless_present = "moves", conflicts_with = "moves")]
    file: Option<PathBuf>,
    /// Moves from the empty board in renju notation, as "h8 i9", instead of a file.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// The format of the file [default: by the name, else by the contents].
    #[arg(long, value_name = "FORMAT", requires = "file")]
    from: Option<String>,
    /// Which game of the file, from 1 [default: the only one].
    #[arg(long, value_name = "NUMBER", requires = "file")]
    game: Option<usize>,
    /// The rule of a game that does not name one [default: freestyle].
    #[arg(long)]
    rule: Option<Rule>,
    /// The board of formats that do not store it, or of --moves [default: 15, or the rule's usual one].
    #[arg(long)]
    size: Option<u64>,
}

impl RecordArgs {
    /// The record that the words describe.
    pub(crate) fn record(&self) -> Result<Record> {
        let side = |side| Size::new(side).map_err(|error| UsageError(error.to_string()));
        let size = self.size.map(side).transpose()?;
        if let Some(moves) = &self.moves {
            let rule = self.rule.unwrap_or(Rule::Freestyle);
            let size = size.unwrap_or(rule.spec().default_size);
            return Ok(Record::from_game(&game_of_moves(rule, size, moves)?));
        }
        let path = self.file.as_deref().context("there is neither a file nor --moves")?;
        let bytes = read_input(path)?;
        let format = source_format(self.from.as_deref(), path, &bytes)?;
        let mut options = ReadOptions { rule: self.rule, ..ReadOptions::default() };
        options.size = size.unwrap_or(options.size);
        let reading = read_with(&bytes, format, &options)
            .with_context(|| format!("cannot read {}", path.display()))?;
        for warning in &reading.warnings {
            eprintln!("Gomoku: {}: {warning}", path.display());
        }
        let n_games = reading.records.len();
        let which = match self.game {
            None if n_games > 1 => {
                let why = format!("{} holds {n_games} games; --game says which", path.display());
                return Err(UsageError(why).into());
            }
            wanted => wanted.unwrap_or(1),
        };
        let record = which.checked_sub(1).and_then(|at| reading.records.into_iter().nth(at));
        let missing = || UsageError(format!("{} has no game {which} of {n_games}", path.display()));
        Ok(record.ok_or_else(missing)?)
    }
}

/// The bytes of a file or of standard input, or the link itself if one is given instead.
pub(crate) fn read_input(path: &Path) -> Result<Vec<u8>> {
    if is_link(path) {
        return Ok(path.to_string_lossy().into_owned().into_bytes());
    }
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Whether these words are a link. A file of that name comes first, however odd it is.
fn is_link(path: &Path) -> bool {
    path.to_string_lossy().contains(link::MARK) && !path.exists()
}

/// The format of a file by the word for it, its name or its contents.
pub(crate) fn source_format(word: Option<&str>, path: &Path, bytes: &[u8]) -> Result<Format> {
    if let Some(word) = word {
        let unknown = || UsageError(format!("unknown format {word:?}; {}", known_formats()));
        return Ok(Format::from_name(word).ok_or_else(unknown)?);
    }
    if is_link(path) {
        return Ok(Format::Link);
    }
    let name = path.to_string_lossy();
    // Text and binary positions share their extension, so there the contents decide.
    let by_name = Format::from_path_extension(&name).filter(|&format| format != Format::Pos);
    by_name
        .or_else(|| Format::sniff(bytes))
        .or_else(|| Format::from_path_extension(&name))
        .with_context(|| format!("{name} is of no known format; --from names one"))
}

/// The words for the formats, to be told.
pub(crate) fn known_formats() -> String {
    let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
    format!("the formats are {}", names.join(", "))
}
