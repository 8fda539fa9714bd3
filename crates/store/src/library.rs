//! The library's table.

use std::collections::BTreeMap;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};
use serde::{Deserialize, Serialize};
use tengen_game::{Moment, Table};
use tengen_record::{GameResult, Record};
use tengen_rules::{ByColor, Color, Move, Notation, Rule, Size};

use crate::StoreError;
use crate::doc::VERSION;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A game that was played here.
    Game,
    /// A tree of variations: an analysis or an imported record.
    Analysis,
}

/// Whether a game is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryState {
    /// It can be continued.
    Ongoing,
    /// It is over.
    Over,
}

/// An entry of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in all addresses.
    pub id: String,
    /// What it is.
    pub kind: EntryKind,
    /// Its name for people.
    pub title: String,
    /// The rule's name.
    pub rule: String,
    /// The side of the board.
    pub size: u8,
    /// The opening procedure's name.
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
    /// The points of the stones as they stand, for a small picture.
    pub stones: ByColor<Vec<String>>,
}

/// What to look for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Words of the title or the players' names.
    pub text: Option<String>,
    /// A rule.
    pub rule: Option<String>,
    /// Finished or not.
    pub state: Option<EntryState>,
    /// Games or analyses.
    pub kind: Option<EntryKind>,
    /// How many to skip.
    pub skip: Option<u32>,
    /// How many to show; 50 if missing, 200 at most.
    pub limit: Option<u32>,
}

/// A part of the library, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The entries.
    pub entries: Vec<Entry>,
    /// How many there are in all.
    pub total: u32,
}

/// An analysis that is kept.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Its name for people.
    pub title: String,
    /// The tree.
    pub record: Record,
}

/// The user's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many threads the engine uses for analysis and as the strongest opponent.
    pub threads: u32,
    /// The size of its table in MiB.
    pub hash_mib: u32,
    /// Whether the engine may choose between equal moves by what it has seen of the player.
    pub adapt: bool,
    /// The language of the page; the browser's if missing.
    pub language: Option<String>,
    /// What only the page knows about.
    pub page: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, hash_mib: 64, adapt: true, language: None, page: BTreeMap::new() }
    }
}

/// The stones of an entry as they are kept.
#[derive(Default, Serialize, Deserialize)]
struct StonesDoc {
    black: Vec<String>,
    white: Vec<String>,
}

impl Entry {
    /// How the library shows a game.
    pub(crate) fn of_game(id: &str, table: &Table) -> Self {
        let history = table.history();
        let names = table.player_names();
        let game = table.game();
        Self {
            id: id.to_owned(),
            kind: EntryKind::Game,
            title: history.title.clone(),
            rule: history.rule.name().to_owned(),
            size: history.size.get(),
            opening: history.opening.name().to_owned(),
            black: names.black,
            white: names.white,
            result: game.status().name().to_owned(),
            n_moves: game.turns().len() as u32,
            created_at: history.created_at,
            updated_at: history.updated_at,
            stones: ByColor::from_fn(|color| {
                let own = game.stones().iter().filter(|&(_, stone)| stone == color);
                own.map(|(point, _)| Notation::Renju.format(history.size, point)).collect()
            }),
        }
    }

    /// How the library shows an analysis: with the stones of all its variations.
    pub(crate) fn of_analysis(id: &str, analysis: &Analysis, now: Moment) -> Self {
        let header = &analysis.record.header;
        let size: Size = header.size;
        let player = |color: Color| {
            let name = header.players[color].as_ref();
            name.map_or_else(String::new, |text| text.to_string_lossy().into_owned())
        };
        let mut stones = ByColor::<Vec<String>>::default();
        let mut n_moves = 0;
        for visit in analysis.record.tree.pre_order() {
            let Some(ply) = analysis.record.tree[visit.id].ply else { continue };
            n_moves += 1;
            if let Move::Place(point) = ply.mv {
                stones[ply.color].push(Notation::Renju.format(size, point));
            }
        }
        Self {
            id: id.to_owned(),
            kind: EntryKind::Analysis,
            title: analysis.title.clone(),
            rule: header.rule.unwrap_or(Rule::Freestyle).name().to_owned(),
            size: size.get(),
            opening: "free".to_owned(),
            black: player(Color::Black),
            white: player(Color::White),
            result: match &header.result {
                Some(GameResult::Won { winner: Color::Black, .. }) => "black_win".to_owned(),
                Some(GameResult::Won { winner: Color::White, .. }) => "white_win".to_owned(),
                Some(GameResult::Drawn(_)) => "draw".to_owned(),
                Some(GameResult::Other(text)) => text.to_string_lossy().into_owned(),
                None => "ongoing".to_owned(),
            },
            n_moves,
            created_at: now,
            updated_at: now,
            stones,
        }
    }
}

const USUAL_LIMIT: u32 = 50;
const LARGEST_LIMIT: u32 = 200;

pub(crate) const fn kind_name(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Game => "game",
        EntryKind::Analysis => "analysis",
    }
}

/// Keeps an entry and its document, replacing what was kept of it, unless a newer program wrote that.
pub(crate) fn save(connection: &Connection, entry: &Entry, doc: &str) -> Result<(), StoreError> {
    let kept: Option<Option<u32>> = connection
        .prepare_cached("SELECT json_extract(doc, '$.version') FROM entries WHERE id = ?1")?
        .query_row(params![entry.id], |row| row.get(0))
        .optional()?;
    if let Some(version) = kept.flatten().filter(|&version| version > VERSION) {
        return Err(StoreError::Newer { version });
    }
    let ByColor { black, white } = entry.stones.clone();
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO entries (id, kind, title, rule, size, opening, black, white, \
             result, n_moves, created_at, updated_at, stones, doc) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        )?
        .execute(params![
            entry.id,
            kind_name(entry.kind),
            entry.title,
            entry.rule,
            entry.size,
            entry.opening,
            entry.black,
            entry.white,
            entry.result,
            entry.n_moves,
            entry.created_at as i64,
            entry.updated_at as i64,
            serde_json::to_string(&StonesDoc { black, white })?,
            doc,
        ])?;
    Ok(())
}

pub(crate) fn list(connection: &Connection, query: &Query) -> Result<Page, StoreError> {
    let (condition, mut values) = condition(query);
    let total = connection.query_row(
        &format!("SELECT COUNT(*) FROM entries WHERE {condition}"),
        params_from_iter(values.iter()),
        |row| row.get(0),
    )?;
    let limit = query.limit.unwrap_or(USUAL_LIMIT).min(LARGEST_LIMIT);
    values.push(Value::from(limit));
    values.push(Value::from(query.skip.unwrap_or(0)));
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id, kind, title, rule, size, opening, black, white, result, n_moves, created_at, \
         updated_at, stones FROM entries WHERE {condition} \
         ORDER BY updated_at DESC, id LIMIT ? OFFSET ?"
    ))?;
    let rows = statement.query_map(params_from_iter(values.iter()), entry)?;
    let entries = rows.collect::<Result<Vec<Entry>, _>>()?;
    Ok(Page { entries, total })
}

/// What is looked for. The words are values, never part of the statement.
fn condition(query: &Query) -> (String, Vec<Value>) {
    let mut parts = vec!["1".to_owned()];
    let mut values = Vec::new();
    for word in query.text.as_deref().unwrap_or_default().split_whitespace() {
        let pattern = word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        parts.push("(title || ' ' || black || ' ' || white) LIKE ? ESCAPE '\\'".to_owned());
        values.push(Value::from(format!("%{pattern}%")));
    }
    if let Some(rule) = &query.rule {
        parts.push("rule = ?".to_owned());
        values.push(Value::from(rule.clone()));
    }
    if let Some(kind) = query.kind {
        parts.push("kind = ?".to_owned());
        values.push(Value::from(kind_name(kind).to_owned()));
    }
    match query.state {
        Some(EntryState::Ongoing) => parts.push("result = 'ongoing'".to_owned()),
        Some(EntryState::Over) => parts.push("result <> 'ongoing'".to_owned()),
        None => {}
    }
    (parts.join(" AND "), values)
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let kind: String = row.get(1)?;
    let stones: String = row.get(12)?;
    // A picture that cannot be read is left out; the game is not.
    let StonesDoc { black, white } = serde_json::from_str(&stones).unwrap_or_default();
    Ok(Entry {
        id: row.get(0)?,
        kind: if kind == "game" { EntryKind::Game } else { EntryKind::Analysis },
        title: row.get(2)?,
        rule: row.get(3)?,
        size: row.get(4)?,
        opening: row.get(5)?,
        black: row.get(6)?,
        white: row.get(7)?,
        result: row.get(8)?,
        n_moves: row.get(9)?,
        created_at: row.get::<_, i64>(10)? as u64,
        updated_at: row.get::<_, i64>(11)? as u64,
        stones: ByColor::new(black, white),
    })
}
