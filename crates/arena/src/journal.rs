//! The folder of a match: what was agreed, and every result as soon as it is known.
//!
//! `match.json` holds the settings, `results.jsonl` one line per game, appended in one write, so
//! that whatever interrupts us costs at most the games under way. A match is continued only under
//! the settings it was begun with.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tengen_rules::Point;

use crate::ArenaError;
use crate::config::MatchConfig;
use crate::result::GameRecord;

const SETTINGS: &str = "match.json";
const RESULTS: &str = "results.jsonl";

/// Settings that may differ when a match is continued: they say how much is played and where, not
/// what is measured.
const FREE: [&str; 8] =
    ["concurrency", "pairs", "repeat", "output", "resume", "keep_messages", "log_dialogue", "sprt"];

/// What `match.json` holds besides the settings: the players' names and what was in the file of
/// openings.
pub(crate) const FOUND_OUT: [&str; 2] = ["names", "openings_digest"];

/// The open results of a match.
#[derive(Debug)]
pub(crate) struct Journal {
    folder: PathBuf,
    results: File,
}

/// A journal with the games that were in it.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) journal: Journal,
    pub(crate) records: Vec<GameRecord>,
    /// What the person should know.
    pub(crate) warning: Option<String>,
}

impl Journal {
    /// Opens the folder of a match, for a new match or to continue one.
    pub(crate) fn open(
        folder: &Path,
        config: &MatchConfig,
        names: &[String],
        openings: &[Vec<Point>],
    ) -> Result<Opened, ArenaError> {
        fs::create_dir_all(folder).map_err(ArenaError::file(folder))?;
        let settings = settings(config, names, openings)?;
        let settings_file = folder.join(SETTINGS);
        let results_file = folder.join(RESULTS);
        let mut records = Vec::new();
        let mut warning = None;
        if settings_file.exists() {
            if !config.resume {
                return Err(ArenaError::Occupied(folder.to_owned()));
            }
            compare(folder, &settings_file, &settings)?;
            (records, warning) = read_results(&results_file)?;
        }
        let text = serde_json::to_string_pretty(&settings)
            .map_err(|error| ArenaError::Config(error.to_string()))?;
        fs::write(&settings_file, text + "\n").map_err(ArenaError::file(&settings_file))?;
        let results = File::options()
            .create(true)
            .append(true)
            .open(&results_file)
            .map_err(ArenaError::file(&results_file))?;
        Ok(Opened { journal: Self { folder: folder.to_owned(), results }, records, warning })
    }

    /// Writes a result down for good.
    pub(crate) fn append(&mut self, record: &GameRecord) -> Result<(), ArenaError> {
        let path = self.folder.join(RESULTS);
        let mut line = serde_json::to_string(record).map_err(|error| ArenaError::Journal {
            file: path.clone(),
            line: record.game as usize,
            why: error.to_string(),
        })?;
        line.push('\n');
        self.results.write_all(line.as_bytes()).map_err(ArenaError::file(path))
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Reads the results of a match from its folder.
pub fn read_folder(folder: &Path) -> Result<Vec<GameRecord>, ArenaError> {
    Ok(parse_results(&folder.join(RESULTS))?.0)
}

fn settings(
    config: &MatchConfig,
    names: &[String],
    openings: &[Vec<Point>],
) -> Result<Value, ArenaError> {
    let mut value =
        serde_json::to_value(config).map_err(|error| ArenaError::Config(error.to_string()))?;
    if let Value::Object(map) = &mut value {
        let [key_of_names, key_of_digest] = FOUND_OUT.map(str::to_owned);
        map.insert(key_of_names, names.to_vec().into());
        // The file may change under the same name; then it is another match.
        map.insert(key_of_digest, format!("{:016x}", digest(openings)).into());
    }
    Ok(value)
}

/// FNV-1a over the points.
fn digest(openings: &[Vec<Point>]) -> u64 {
    let bytes = openings
        .iter()
        .flat_map(|points| points.iter().flat_map(|point| [point.x(), point.y()]).chain([u8::MAX]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn compare(folder: &Path, file: &Path, new: &Value) -> Result<(), ArenaError> {
    let text = fs::read_to_string(file).map_err(ArenaError::file(file))?;
    let old: Value = serde_json::from_str(&text).map_err(|error| ArenaError::Journal {
        file: file.to_owned(),
        line: error.line(),
        why: error.to_string(),
    })?;
    let empty = serde_json::Map::new();
    let (old, new) = (old.as_object().unwrap_or(&empty), new.as_object().unwrap_or(&empty));
    let mut keys: Vec<&str> = old
        .keys()
        .chain(new.keys())
        .map(String::as_str)
        .filter(|key| !FREE.contains(key) && old.get(*key) != new.get(*key))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    if keys.is_empty() {
        Ok(())
    } else {
        Err(ArenaError::Different { folder: folder.to_owned(), keys: keys.join(", ") })
    }
}

/// Reads results back and cuts off a last line that was never finished.
fn read_results(path: &Path) -> Result<(Vec<GameRecord>, Option<String>), ArenaError> {
    if !path.exists() {
        return Ok((Vec::new(), None));
    }
    let (records, good_bytes, all_bytes) = parse_results(path)?;
    if good_bytes == all_bytes {
        return Ok((records, None));
    }
    let file = File::options().write(true).open(path).map_err(ArenaError::file(path))?;
    file.set_len(good_bytes as u64).map_err(ArenaError::file(path))?;
    Ok((records, Some("the last result was written only in part; its game is played again".into())))
}

fn parse_results(path: &Path) -> Result<(Vec<GameRecord>, usize, usize), ArenaError> {
    let bytes = fs::read(path).map_err(ArenaError::file(path))?;
    let mut records = Vec::new();
    let mut good_bytes = 0;
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        if !line.ends_with(b"\n") {
            break;
        }
        let record = serde_json::from_slice(line).map_err(|error| ArenaError::Journal {
            file: path.to_owned(),
            line: number,
            why: error.to_string(),
        })?;
        records.push(record);
        good_bytes += line.len();
    }
    Ok((records, good_bytes, bytes.len()))
}
