//! What can be saved from a damaged file, and what cannot.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::types::Value;
use rusqlite::{Connection, params};
use tengen_game::Table;

use crate::doc::{AnalysisDoc, GameDoc, SettingsDoc, VERSION, version_of};
use crate::image::Image;
use crate::kept::Kept;
use crate::library::Entry;
use crate::packed::Packed;
use crate::rows;
use crate::scan::{Found, scan};
use crate::sum::{SETTINGS, settings_sum};
use crate::thoughts;
use crate::{EntryKind, StoreError};

/// What a row is worth.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// It is what was written, as this version writes it.
    Sound(Box<Kept>),
    /// A newer program wrote it: it stays byte for byte as it is.
    Newer,
    /// It is not what was written.
    Damaged,
}

/// Judges a row by its checksum. Rows of earlier versions have none; they have to make sense, and the
/// picture beside the document has to be the one of that game.
pub(crate) fn judge(kept: &Kept, sum: Option<u32>) -> Verdict {
    if version_of(&kept.doc).is_ok_and(|version| version > VERSION) {
        return Verdict::Newer;
    }
    match sum {
        Some(sum) if sum == kept.sum() => Verdict::Sound(Box::new(kept.clone())),
        Some(_) => Verdict::Damaged,
        None => upgraded(kept).map_or(Verdict::Damaged, |kept| Verdict::Sound(Box::new(kept))),
    }
}

/// The row as this version would have written it.
fn upgraded(kept: &Kept) -> Result<Kept, StoreError> {
    let mut kept = kept.clone();
    match kept.entry.kind {
        EntryKind::Game => {
            let history = GameDoc::read(&kept.doc)?;
            kept.seq = Some(history.seq);
            kept.doc = serde_json::to_string(&GameDoc::of(&history))?;
            let unreadable = |text: String| StoreError::Unreadable(text);
            let table =
                Table::restore(history, 0).map_err(|error| unreadable(error.to_string()))?;
            let shown = Entry::of_game(&kept.entry.id, &table);
            let (seen, kept) = (&kept.entry, (shown.n_moves, &shown.stones));
            if (seen.n_moves, &seen.stones) != kept {
                return Err(unreadable("its picture is of another game".to_owned()));
            }
        }
        EntryKind::Analysis => {
            kept.doc = serde_json::to_string(&AnalysisDoc::of(&AnalysisDoc::read(&kept.doc)?)?)?;
        }
    }
    Ok(kept)
}

/// What was saved from a damaged file.
#[derive(Debug, Default)]
pub(crate) struct Salvaged {
    /// Rows with the checksum they get; those of newer programs have none.
    entries: BTreeMap<String, (Kept, bool)>,
    thoughts: BTreeMap<(String, u32), Packed>,
    settings: Option<String>,
    /// What the games and analyses are called that are lost.
    pub(crate) lost: Vec<String>,
    /// How many thoughts are lost.
    pub(crate) n_lost_thoughts: usize,
}

impl Salvaged {
    /// Everything that can be saved. Where the last state of a game is damaged in the log, the one
    /// before it is taken.
    pub(crate) fn from(image: &Image) -> Self {
        let (mut salvaged, lost) = Self::scanned(&image.bytes);
        let older = image.before_damage.as_ref().map(|bytes| Self::scanned(bytes).0);
        let mut older = older.unwrap_or_default();
        for (id, title) in lost {
            let Some(entry) = older.entries.remove(&id) else {
                salvaged.lost.push(title);
                continue;
            };
            salvaged.lost.push(format!("{} (perhaps its last change)", entry.0.entry.title));
            let of_it = |(game, _): &(String, u32)| *game == id;
            let thoughts = older.thoughts.iter().filter(|(key, _)| of_it(key));
            for (key, packed) in thoughts {
                salvaged.thoughts.entry(key.clone()).or_insert_with(|| packed.clone());
            }
            salvaged.entries.insert(id, entry);
        }
        if image.is_cut {
            // Nothing is left to say what it was.
            salvaged.lost.push(String::new());
        }
        // A thought without its game is of no use.
        let Self { entries, thoughts, .. } = &mut salvaged;
        thoughts.retain(|(game, _), _| entries.contains_key(game));
        salvaged
    }

    /// Looks at every row that can be taken apart; also gives ids and titles of what is lost.
    fn scanned(bytes: &[u8]) -> (Self, BTreeMap<String, String>) {
        let Found { rows, keys } = scan(bytes);
        let mut salvaged = Self::default();
        let mut lost: BTreeMap<String, String> = BTreeMap::new();
        for row in &rows {
            salvaged.take(row, &mut lost);
        }
        // The index names what stood on pages that cannot be taken apart any more.
        let is_thought = |key: &Vec<Value>| key.len() == 3;
        for key in &keys {
            if let [Value::Text(id), Value::Integer(_)] = key.as_slice()
                && id != SETTINGS
            {
                lost.entry(id.clone()).or_default();
            }
        }
        let known: BTreeSet<(String, u32)> =
            keys.iter().filter(|key| is_thought(key)).filter_map(thought_key).collect();
        salvaged.n_lost_thoughts =
            known.iter().filter(|key| !salvaged.thoughts.contains_key(*key)).count();
        lost.retain(|id, _| !salvaged.entries.contains_key(id));
        (salvaged, lost)
    }

    /// How many games and analyses were saved.
    pub(crate) fn n_saved(&self) -> usize {
        self.entries.len()
    }

    fn take(&mut self, row: &[Value], lost: &mut BTreeMap<String, String>) {
        if let Some((kept, sum)) = rows::from_values(row) {
            let (id, title) = (kept.entry.id.clone(), kept.entry.title.clone());
            let found = match judge(&kept, sum) {
                Verdict::Sound(kept) => (*kept, true),
                Verdict::Newer => (kept, false),
                Verdict::Damaged => return drop(lost.insert(id, title)),
            };
            let is_older = |(other, _): &(Kept, bool)| other.seq < found.0.seq;
            if self.entries.get(&id).is_none_or(is_older) {
                self.entries.insert(id, found);
            }
        } else if let Some((game, ply, packed)) = thoughts::from_values(row) {
            self.thoughts.insert((game, ply), packed);
        } else if let [Value::Text(name), Value::Text(doc), rest @ ..] = row
            && name == SETTINGS
        {
            let is_sound = match rest {
                [Value::Integer(sum)] => u32::try_from(*sum) == Ok(settings_sum(doc)),
                _ => SettingsDoc::read(doc).is_ok() || version_of(doc).is_ok_and(|it| it > VERSION),
            };
            self.settings = is_sound.then(|| doc.clone());
        }
    }

    /// Puts everything into a fresh file.
    pub(crate) fn put_into(&self, connection: &Connection) -> Result<(), StoreError> {
        let transaction = connection.unchecked_transaction()?;
        for (kept, has_sum) in self.entries.values() {
            rows::insert(&transaction, kept, *has_sum)?;
        }
        for ((game, ply), packed) in &self.thoughts {
            thoughts::insert(&transaction, game, *ply, packed)?;
        }
        if let Some(doc) = &self.settings {
            put_settings(&transaction, doc)?;
        }
        Ok(transaction.commit()?)
    }
}

fn thought_key(key: &Vec<Value>) -> Option<(String, u32)> {
    let [Value::Text(game), Value::Integer(ply), _] = key.as_slice() else { return None };
    Some((game.clone(), u32::try_from(*ply).ok()?))
}

/// Keeps the document of the settings.
pub(crate) fn put_settings(connection: &Connection, doc: &str) -> Result<(), StoreError> {
    connection.execute(
        "INSERT OR REPLACE INTO extras (name, doc, sum) VALUES (?1, ?2, ?3)",
        params![SETTINGS, doc, settings_sum(doc)],
    )?;
    Ok(())
}
