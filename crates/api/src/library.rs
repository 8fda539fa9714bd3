//! Saved games, records in and out.

use serde::{Deserialize, Serialize};

use super::{Notice, PerColor, PositionInput, ReadFault, Spot, StoneColor};

/// What to look for in the library, as the query of the address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default)]
pub struct LibraryQuery {
    /// Words of the title or the players' names.
    pub text: Option<String>,
    /// A rule.
    pub rule: Option<String>,
    /// Finished or not.
    pub state: Option<LibraryState>,
    /// Games or analyses.
    pub kind: Option<LibraryKind>,
    /// False: only games in which nothing was done, which are left out otherwise.
    pub is_begun: Option<bool>,
    /// How many to skip.
    pub skip: Option<u32>,
    /// How many to show; 50 if missing, 200 at most.
    pub limit: Option<u32>,
}

/// Whether a game is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LibraryState {
    /// It can be continued.
    Ongoing,
    /// It is over.
    Over,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LibraryKind {
    /// A game that was played here.
    Game,
    /// A tree of variations: an analysis or an imported record.
    Analysis,
}

/// A part of the library, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LibraryPage {
    /// The entries.
    pub entries: Vec<LibraryEntry>,
    /// How many there are in all.
    pub total: u32,
}

/// An entry of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LibraryEntry {
    /// Its name in all addresses.
    pub id: String,
    /// What it is.
    pub kind: LibraryKind,
    /// Its name for people.
    pub title: String,
    /// The rule.
    pub rule: String,
    /// The side of the board.
    pub size: u8,
    /// The opening procedure.
    pub opening: String,
    /// The player with Black.
    pub black: String,
    /// The player with White.
    pub white: String,
    /// How it ended, as `black_win`, or `ongoing`.
    pub result: String,
    /// How many moves it has.
    pub n_moves: u32,
    /// When it was begun.
    pub created_at: u64,
    /// When something last happened in it.
    pub updated_at: u64,
    /// The stones as they stand, for a small picture.
    pub stones: PerColor<Vec<Spot>>,
}

/// An analysis to keep, or that was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedAnalysis {
    /// Its name for people.
    pub title: String,
    /// The tree.
    pub record: RecordView,
    /// Why it is not on the disk, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub notice: Option<Notice>,
}

/// The answer to something that was stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stored {
    /// Its name in all addresses.
    pub id: String,
    /// Why it is not on the disk, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub notice: Option<Notice>,
}

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ImportRequest {
    /// The file's name, which helps to tell the format.
    #[serde(default)]
    pub name: Option<String>,
    /// The format; by the content if missing.
    #[serde(default)]
    pub format: Option<String>,
    /// What it holds.
    pub content: FileContent,
    /// The rule for formats that do not name one.
    #[serde(default)]
    pub rule: Option<String>,
    /// The board for formats that do not name one.
    #[serde(default)]
    pub size: Option<u8>,
    /// Whether to put what was read into the library.
    #[serde(default)]
    pub keep: bool,
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FileContent {
    /// As text.
    Text {
        /// The text.
        text: String,
    },
    /// As bytes.
    Base64 {
        /// The bytes in base64.
        base64: String,
    },
}

/// What a file held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Imported {
    /// The format it was read as.
    pub format: String,
    /// The games.
    pub records: Vec<ImportedRecord>,
    /// What was odd about it.
    pub warnings: Vec<String>,
    /// What could not be read and is not among the games, the first parts of it.
    #[serde(default)]
    pub skipped: Vec<SkippedPart>,
    /// How many parts could not be read in all.
    #[serde(default)]
    pub n_skipped: u32,
    /// Why it is not on the disk, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub notice: Option<Notice>,
}

/// A part of a file that could not be read, or a move that the rule refuses. What stood before it was
/// kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SkippedPart {
    /// The number of the game in the file, from one.
    pub game: u32,
    /// How many moves of the game were kept; nothing if it was left out.
    pub kept_moves: Option<u32>,
    /// The line in a text, from one.
    pub line: Option<u32>,
    /// The column in that line, from one.
    pub column: Option<u32>,
    /// What is wrong.
    pub reason: String,
    /// The same for pages in other languages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fault: Option<ReadFault>,
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportedRecord {
    /// Its name in the library, if it was kept.
    pub id: Option<String>,
    /// The game.
    pub record: RecordView,
}

/// A record to write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExportRequest {
    /// The record.
    pub record: RecordView,
    /// The format.
    pub format: String,
}

/// A written record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Exported {
    /// A name for the file.
    pub file_name: String,
    /// Its content.
    pub content: FileContent,
    /// What the format could not hold, as half sentences.
    pub lost: Vec<String>,
}

/// A tree of variations with its header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordView {
    /// The rule.
    pub rule: String,
    /// The side of the board.
    pub size: u8,
    /// The position before the first move.
    pub start: PositionInput,
    /// The players' names.
    #[serde(default)]
    pub players: PerColor<Option<String>>,
    /// How it ended, as `black_win`, `white_win`, `draw`.
    #[serde(default)]
    pub result: Option<String>,
    /// When it was played.
    #[serde(default)]
    pub date: Option<String>,
    /// Where or why it was played.
    #[serde(default)]
    pub event: Option<String>,
    /// The nodes; the first is the root, which has no move. Every node comes after its parent.
    pub nodes: Vec<RecordNode>,
}

/// A node of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct RecordNode {
    /// The number of the parent in the list; nothing for the root.
    pub parent: Option<u32>,
    /// The move: a point or `pass`.
    pub point: Option<Spot>,
    /// Whose move it is.
    pub color: Option<StoneColor>,
    /// What somebody wrote about it.
    #[serde(default)]
    pub comment: Option<String>,
    /// Marks on the board.
    #[serde(default)]
    pub marks: Vec<RecordMark>,
    /// How long the move took.
    #[serde(default)]
    pub time_ms: Option<u64>,
}

/// A mark on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordMark {
    /// Where.
    pub point: Spot,
    /// `circle`, `square`, `triangle`, `cross`, or `label`.
    pub kind: String,
    /// The text of a label.
    pub text: Option<String>,
}
