//! A file per game: SGF and PSQ, and what the players said.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use tengen_record::{Format, NodeId, Record, Text, WriteError};
use tengen_rules::{ByColor, Game};

use crate::ArenaError;
use crate::nevermind::Nevermind;
use crate::result::GameRecord;

/// Writes the game as SGF and PSQ into the folder `games`.
pub(crate) fn write_game(
    folder: &Path,
    record: &GameRecord,
    game: &Game,
) -> Result<(), ArenaError> {
    let written_down = written_down(record, game);
    for format in [Format::Sgf, Format::Psq] {
        let name = format!("{}.{}", file_stem(record), format.extension());
        match tengen_record::write(std::slice::from_ref(&written_down), format) {
            Ok(file) => put(folder, "games", &name, &file.bytes)?,
            // A game that ended before the first stone; the results have it.
            Err(WriteError::NoMoves { .. }) => {}
            Err(error) => return Err(ArenaError::Config(format!("{name}: {error}"))),
        }
    }
    Ok(())
}

/// The game with names, times and what led to its end.
fn written_down(record: &GameRecord, game: &Game) -> Record {
    let mut written_down = Record::from_game(game);
    let header = &mut written_down.header;
    header.players = ByColor::from_fn(|color| Some(Text::from(record.name(color))));
    header.event = Some(Text::from(format!("game {}, opening {}", record.game, record.opening)));
    let nodes: Vec<_> = written_down.main_plies().map(|(id, _)| id).collect();
    for (&node, &ms) in nodes.iter().zip(&record.ms) {
        written_down.tree[node].notes_mut().time_ms = Some(ms.round() as u64);
    }
    let ending = match &record.detail {
        Some(detail) => format!("{}: {detail}", record.reason),
        None => record.reason.name().to_owned(),
    };
    let last = nodes.last().copied().unwrap_or(NodeId::ROOT);
    written_down.tree[last].notes_mut().comment = Some(Text::from(ending));
    written_down
}

/// Writes what the players said, a line each: stones on the board, name, text.
pub(crate) fn write_chatter(
    folder: &Path,
    record: &GameRecord,
    chatter: &[(usize, String, String)],
) -> Result<(), ArenaError> {
    let mut text = String::new();
    for (n_plies, name, words) in chatter {
        writeln!(text, "{n_plies}) {name}: {words}").nevermind("a string takes everything");
    }
    put(folder, "messages", &format!("{}.txt", file_stem(record)), text.as_bytes())
}

/// `0012-Black-White`, safe on every file system.
fn file_stem(record: &GameRecord) -> String {
    let safe = |name: &str| -> String {
        let is_safe = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        name.chars().take(40).map(|c| if is_safe(c) { c } else { '_' }).collect()
    };
    format!("{:05}-{}-{}", record.game, safe(&record.black_name), safe(&record.white_name))
}

fn put(folder: &Path, kind: &str, name: &str, bytes: &[u8]) -> Result<(), ArenaError> {
    let folder = folder.join(kind);
    fs::create_dir_all(&folder).map_err(ArenaError::file(&folder))?;
    let path = folder.join(name);
    fs::write(&path, bytes).map_err(ArenaError::file(&path))
}
