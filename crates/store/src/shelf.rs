//! The library as rows of text, for where somebody else keeps them: a browser.
//!
//! Everything is here in memory as well. A change is made here first and comes out as the rows to put
//! and to delete, which belong into one transaction. The documents are those of the games file, with
//! the same versions and the same checksums over whole rows.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};
use tengen_game::{Moment, Table};
use tengen_players::Thought;
use tengen_rules::{ByColor, Size};

use crate::doc::{
    AnalysisDoc, SettingsDoc, VERSION, game_text, read_game, read_thought, version_of,
};
use crate::kept::{Kept, StonesDoc, kind_name};
use crate::library::{Analysis, Entry, EntryKind, EntryState, Page, Query, Settings};
use crate::packed::Packed;
use crate::past::PastGames;
use crate::sum::{SETTINGS, settings_sum};
use crate::{Expected, Saved, StoreError};

/// So many of the newest thoughts are kept: those of about fifty games. All of them are in memory.
const MOST_THOUGHTS: usize = 3_000;

const ENTRY: &str = "entry/";
const THOUGHT: &str = "thought/";

/// What has to be kept elsewhere, in one transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Rows that are new or replaced, by their keys.
    pub put: Vec<(String, String)>,
    /// The keys of rows that go.
    pub delete: Vec<String>,
}

/// An entry as it is kept.
#[derive(Debug, Serialize, Deserialize)]
struct EntryRow {
    kind: String,
    title: String,
    rule: String,
    size: u8,
    opening: String,
    black: String,
    white: String,
    result: String,
    n_moves: u32,
    created_at: u64,
    updated_at: u64,
    stones: String,
    doc: String,
    seq: Option<u64>,
    sum: u32,
}

/// A thought as it is kept: packed, and with a number by which the oldest is known.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ThoughtRow {
    number: u64,
    sum: u32,
    packed: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct SettingsRow {
    doc: String,
    sum: u32,
}

/// An entry in memory.
#[derive(Debug)]
struct Shelved {
    kept: Kept,
    is_sound: bool,
}

/// The library.
#[derive(Debug, Default)]
pub struct Shelf {
    entries: BTreeMap<String, Shelved>,
    thoughts: BTreeMap<(String, u32), ThoughtRow>,
    /// The same by age.
    by_age: BTreeSet<(u64, (String, u32))>,
    settings: Option<SettingsRow>,
}

impl Shelf {
    /// Takes in a row as it was kept. One that cannot be understood is left where it is.
    pub fn take(&mut self, key: &str, value: &str) {
        if let Some(id) = key.strip_prefix(ENTRY) {
            if let Ok(row) = serde_json::from_str::<EntryRow>(value) {
                self.entries.insert(id.to_owned(), shelved(id, row));
            }
        } else if let Some((game, ply)) =
            key.strip_prefix(THOUGHT).and_then(|rest| rest.rsplit_once('/'))
        {
            if let (Ok(ply), Ok(row)) = (ply.parse(), serde_json::from_str::<ThoughtRow>(value)) {
                self.by_age.insert((row.number, (game.to_owned(), ply)));
                self.thoughts.insert((game.to_owned(), ply), row);
            }
        } else if key == SETTINGS {
            self.settings = serde_json::from_str(value).ok();
        }
    }

    /// Keeps a game with the thoughts behind its last moves, if what is kept of it is what is
    /// expected. A thought that cannot be kept does not hinder the game.
    pub fn save_game(
        &mut self,
        id: &str,
        table: &Table,
        expected: Expected,
        thoughts: &[Thought],
    ) -> Result<(Saved, Change), StoreError> {
        let kept = Kept::new(Entry::of_game(id, table), game_text(table)?, Some(table.seq()))?;
        let mut change = self.save(kept, expected)?;
        let mut saved = Saved::default();
        for thought in thoughts {
            let is_kept = self.save_thought(id, table.game().size(), thought, &mut change).is_ok();
            if !is_kept {
                saved.lost_thoughts.push(thought.ply);
            }
        }
        Ok((saved, change))
    }

    /// Keeps an analysis: a new one, or in the place of the one that is expected.
    pub fn save_analysis(
        &mut self,
        id: &str,
        analysis: &Analysis,
        expected: Expected,
        now: Moment,
    ) -> Result<Change, StoreError> {
        let doc = serde_json::to_string(&AnalysisDoc::of(analysis)?)?;
        self.save(Kept::new(Entry::of_analysis(id, analysis, now), doc, None)?, expected)
    }

    fn save(&mut self, mut kept: Kept, expected: Expected) -> Result<Change, StoreError> {
        let standing = self.entries.get(&kept.entry.id).map(|shelved| &shelved.kept);
        if let Some(version) = standing.and_then(|kept| version_of(&kept.doc).ok())
            && version > VERSION
        {
            return Err(StoreError::Newer { version });
        }
        match (standing, expected) {
            (Some(standing), Expected::Nothing) => {
                return Err(StoreError::Overtaken { seq: standing.seq.unwrap_or(0) });
            }
            (None, Expected::Something | Expected::Seq(_)) => return Err(StoreError::Gone),
            (Some(standing), Expected::Seq(seq)) if standing.seq != Some(seq) => {
                return Err(StoreError::Overtaken { seq: standing.seq.unwrap_or(0) });
            }
            (Some(standing), Expected::Something) => {
                kept.entry.created_at = standing.entry.created_at;
            }
            (None, Expected::Nothing) | (Some(_), Expected::Seq(_)) => {}
        }
        let (key, value) = entry_row(&kept)?;
        self.entries.insert(kept.entry.id.clone(), Shelved { kept, is_sound: true });
        Ok(Change { put: vec![(key, value)], delete: Vec::new() })
    }

    fn save_thought(
        &mut self,
        game: &str,
        size: Size,
        thought: &Thought,
        change: &mut Change,
    ) -> Result<(), StoreError> {
        let place = (game.to_owned(), thought.ply);
        if let Some(kept) = self.thoughts.get(&place) {
            let version = kept.unpack().and_then(|text| version_of(&text));
            if let Ok(version) = version
                && version > VERSION
            {
                return Err(StoreError::Newer { version });
            }
            self.by_age.remove(&(kept.number, place.clone()));
        }
        let Packed { bytes, sum } = Packed::of(size, thought)?;
        let number = self.by_age.last().map_or(0, |(number, _)| number + 1);
        let row = ThoughtRow { number, sum, packed: BASE64.encode(bytes) };
        change.put.push((thought_key(&place), serde_json::to_string(&row)?));
        self.by_age.insert((number, place.clone()));
        self.thoughts.insert(place, row);
        while self.thoughts.len() > MOST_THOUGHTS
            && let Some((_, oldest)) = self.by_age.pop_first()
        {
            self.thoughts.remove(&oldest);
            change.delete.push(thought_key(&oldest));
        }
        Ok(())
    }

    /// A game, taken up at this moment.
    pub fn load_game(&self, id: &str, now: Moment) -> Result<Option<Table>, StoreError> {
        let doc = self.document(id, EntryKind::Game)?;
        doc.map(|doc| read_game(doc, now)).transpose()
    }

    /// An analysis.
    pub fn load_analysis(&self, id: &str) -> Result<Option<Analysis>, StoreError> {
        self.document(id, EntryKind::Analysis)?.map(AnalysisDoc::read).transpose()
    }

    /// The document of an entry, if it is what was written.
    fn document(&self, id: &str, kind: EntryKind) -> Result<Option<&str>, StoreError> {
        let found = self.entries.get(id).filter(|shelved| shelved.kept.entry.kind == kind);
        let Some(Shelved { kept, is_sound }) = found else { return Ok(None) };
        let is_newer = version_of(&kept.doc).is_ok_and(|version| version > VERSION);
        if *is_sound || is_newer { Ok(Some(&kept.doc)) } else { Err(StoreError::Damaged) }
    }

    /// The thought behind a move.
    pub fn load_thought(&self, game: &str, ply: u32) -> Result<Option<Thought>, StoreError> {
        let Some(row) = self.thoughts.get(&(game.to_owned(), ply)) else { return Ok(None) };
        let Some(shelved) = self.entries.get(game) else { return Ok(None) };
        let size = Size::new(u64::from(shelved.kept.entry.size))
            .map_err(|error| StoreError::Unreadable(error.to_string()))?;
        read_thought(&row.unpack()?, size).map(Some)
    }

    /// Forgets a game or analysis with its thoughts; nothing if there was none.
    pub fn delete(&mut self, id: &str) -> Option<Change> {
        self.entries.remove(id)?;
        let mut delete = vec![format!("{ENTRY}{id}")];
        let of_game = (id.to_owned(), 0)..=(id.to_owned(), u32::MAX);
        let places: Vec<(String, u32)> =
            self.thoughts.range(of_game).map(|(place, _)| place.clone()).collect();
        for place in places {
            if let Some(row) = self.thoughts.remove(&place) {
                self.by_age.remove(&(row.number, place.clone()));
            }
            delete.push(thought_key(&place));
        }
        Some(Change { put: Vec::new(), delete })
    }

    /// A part of the library, newest first.
    pub fn list(&self, query: &Query) -> Page {
        let entries = self.entries.values().map(|shelved| &shelved.kept.entry);
        let mut found: Vec<&Entry> = entries.filter(|entry| is_wanted(entry, query)).collect();
        found.sort_by(|a, b| b.updated_at.cmp(&a.updated_at).then_with(|| a.id.cmp(&b.id)));
        let total = found.len() as u32;
        let skipped = found.into_iter().skip(query.skip.unwrap_or(0) as usize);
        Page { entries: skipped.take(query.most() as usize).cloned().collect(), total }
    }

    /// The user's settings; the defaults if there are none or they cannot be read.
    pub fn settings(&self) -> Settings {
        self.settings_text().and_then(|doc| SettingsDoc::read(doc).ok()).unwrap_or_default()
    }

    /// The document of the settings, if it is what was written.
    fn settings_text(&self) -> Option<&str> {
        let SettingsRow { doc, sum } = self.settings.as_ref()?;
        let is_newer = version_of(doc).is_ok_and(|version| version > VERSION);
        (is_newer || *sum == settings_sum(doc)).then_some(doc)
    }

    /// Keeps the user's settings, unless there are some with more in them than is known here.
    pub fn set_settings(&mut self, settings: &Settings) -> Result<Change, StoreError> {
        if let Some(kept) = self.settings_text()
            && version_of(kept).is_ok()
        {
            SettingsDoc::read(kept)?;
        }
        let doc = serde_json::to_string(&SettingsDoc::from(settings))?;
        let row = SettingsRow { sum: settings_sum(&doc), doc };
        let put = vec![(SETTINGS.to_owned(), serde_json::to_string(&row)?)];
        self.settings = Some(row);
        Ok(Change { put, delete: Vec::new() })
    }
}

impl PastGames for Shelf {
    fn entries(&self, query: Query) -> Vec<Entry> {
        self.list(&query).entries
    }

    fn game(&self, id: &str, now: Moment) -> Option<Table> {
        self.load_game(id, now).ok().flatten()
    }
}

impl ThoughtRow {
    fn unpack(&self) -> Result<String, StoreError> {
        let bytes = BASE64.decode(&self.packed).map_err(|_| StoreError::Damaged)?;
        Packed { bytes, sum: self.sum }.unpack()
    }
}

fn thought_key((game, ply): &(String, u32)) -> String {
    format!("{THOUGHT}{game}/{ply}")
}

fn entry_row(kept: &Kept) -> Result<(String, String), StoreError> {
    let Kept { entry, stones, doc, seq } = kept.clone();
    let sum = kept.sum();
    let Entry { id, kind, title, rule, size, opening, black, white, result, .. } = entry;
    let Entry { n_moves, created_at, updated_at, .. } = kept.entry;
    let row = EntryRow {
        kind: kind_name(kind).to_owned(),
        title,
        rule,
        size,
        opening,
        black,
        white,
        result,
        n_moves,
        created_at,
        updated_at,
        stones,
        doc,
        seq,
        sum,
    };
    Ok((format!("{ENTRY}{id}"), serde_json::to_string(&row)?))
}

fn shelved(id: &str, row: EntryRow) -> Shelved {
    // A picture that cannot be read is left out; the game is not.
    let StonesDoc { black, white } = serde_json::from_str(&row.stones).unwrap_or_default();
    let is_game = row.kind == kind_name(EntryKind::Game);
    let entry = Entry {
        id: id.to_owned(),
        kind: if is_game { EntryKind::Game } else { EntryKind::Analysis },
        title: row.title,
        rule: row.rule,
        size: row.size,
        opening: row.opening,
        black: row.black,
        white: row.white,
        result: row.result,
        n_moves: row.n_moves,
        created_at: row.created_at,
        updated_at: row.updated_at,
        stones: ByColor::new(black, white),
    };
    let kept = Kept { entry, stones: row.stones, doc: row.doc, seq: row.seq };
    let is_sound = kept.sum() == row.sum;
    Shelved { kept, is_sound }
}

/// What is looked for, as the games file understands it.
fn is_wanted(entry: &Entry, query: &Query) -> bool {
    // A game in which nothing was done is nothing to come back to.
    let is_over = entry.result != "ongoing";
    let has_stones = !entry.stones.black.is_empty() || !entry.stones.white.is_empty();
    let is_begun = entry.kind == EntryKind::Analysis || entry.n_moves > 0 || is_over || has_stones;
    let names = format!("{} {} {}", entry.title, entry.black, entry.white).to_ascii_lowercase();
    let mut words = query.text.as_deref().unwrap_or_default().split_whitespace();
    is_begun == (query.is_begun != Some(false))
        && query.rule.as_ref().is_none_or(|rule| *rule == entry.rule)
        && query.kind.is_none_or(|kind| kind == entry.kind)
        && query.state.is_none_or(|state| (state == EntryState::Over) == is_over)
        && words.all(|word| names.contains(&word.to_ascii_lowercase()))
}
