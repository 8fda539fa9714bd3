//! What the library is made of, as others see it.

use std::collections::BTreeMap;

use tengen_game::{Moment, Table};
use tengen_record::{GameResult, Record};
use tengen_rules::{ByColor, Color, Move, Notation, Rule, Size};

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
    /// False: only games in which nothing was done, which are left out otherwise.
    pub is_begun: Option<bool>,
    /// How many to skip.
    pub skip: Option<u32>,
    /// How many to show; 50 if missing, 200 at most.
    pub limit: Option<u32>,
}

const USUAL_LIMIT: u32 = 50;
const LARGEST_LIMIT: u32 = 200;

impl Query {
    /// How many entries are shown at most.
    pub(crate) fn most(&self) -> u32 {
        self.limit.unwrap_or(USUAL_LIMIT).min(LARGEST_LIMIT)
    }
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
                let own = game.stones().of(color);
                own.map(|point| Notation::Renju.format(history.size, point)).collect()
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
