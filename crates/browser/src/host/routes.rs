//! What each address answers.

use serde::de::DeserializeOwned;
use serde_json::Value;
use tengen_api::{
    API_VERSION, ExportRequest, GameRequest, Hello, ImportRequest, LibraryQuery, NewGame,
    PositionInput, SavedAnalysis, Stored, TransformRequest, Transformed, UserSettings, catalogue,
    input_of, new_game_spec, new_game_view, position_view, read_position, record_view, to_record,
    transform,
};
use tengen_app::{
    Failure, accept_settings, check_analysis, check_search, exported, find_thought, format_of,
    page_view, query_of, read_request, settings_view, shortened,
};
use tengen_game::{ActionError, Table, default_game};
use tengen_rules::{Game, Rule};
use tengen_store::{Analysis, Change, Expected, StoreError};

use super::query::split;
use super::session::{Item, Target};
use super::{Host, Kept, RequestNumber, no_such_game, number, to_json};

/// One thread thinks about a position here.
const N_THREADS: u32 = 1;
/// The names of games and analyses are made of these, so many of them.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const LETTERS_OF_A_NAME: usize = 10;

/// An answer, or a word that it comes later.
enum Answer {
    Now(u16, Value),
    Later,
}

impl Host {
    pub(super) fn request(&mut self, message: &Value) {
        let id = number(&message["id"]);
        let method = message["method"].as_str().unwrap_or_default();
        let address = message["path"].as_str().unwrap_or_default();
        match self.answer(id, method, address, &message["body"]) {
            Ok(Answer::Now(status, body)) => self.respond(id, Ok((status, body))),
            Ok(Answer::Later) => {}
            Err(failure) => self.respond(id, Err(failure)),
        }
    }

    fn answer(
        &mut self,
        request: RequestNumber,
        method: &str,
        address: &str,
        body: &Value,
    ) -> Result<Answer, Failure> {
        let (path, query) = split(address);
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let ok = |body: Value| Ok(Answer::Now(200, body));
        match (method, parts.as_slice()) {
            ("GET", ["hello"]) => ok(to_json(&hello())),
            ("GET", ["catalogue"]) => {
                ok(self.catalogue.get_or_insert_with(|| to_json(&catalogue())).clone())
            }
            ("GET", ["settings"]) => ok(to_json(&settings_view(self.library.settings()))),
            ("PUT", ["settings"]) => {
                let settings = accept_settings(read::<UserSettings>(body)?, N_THREADS)?;
                let change = self.library.set_settings(&settings)?;
                Ok(self.when_kept(request, &change, 200, to_json(&settings_view(settings))))
            }
            ("GET", ["games"]) => {
                let query: LibraryQuery = read(&query)?;
                check_search(query.text.as_deref())?;
                ok(to_json(&page_view(self.library.list(&query_of(query)))))
            }
            ("POST", ["games"]) => {
                self.create(request, read(body)?)?;
                Ok(Answer::Later)
            }
            ("GET", ["games", id]) => {
                self.wake(id)?;
                self.tell_game(id, Item::Look(request));
                Ok(Answer::Later)
            }
            ("DELETE", ["games", id]) => {
                let change = self.library.delete(id).ok_or_else(no_such_game)?;
                self.forget_game(id);
                Ok(self.when_kept(request, &change, 204, Value::Null))
            }
            ("POST", ["games", id, "actions"]) => {
                let wish: GameRequest = read(body)?;
                self.wake(id)?;
                let action = wish.action.to_domain(self.table(id)?.game().size())?;
                let (target, expected_seq) = (Target::Response(request), wish.seq);
                self.tell_game(id, Item::Act { target, action, expected_seq });
                Ok(Answer::Later)
            }
            ("GET", ["games", id, "reasoning", ply]) => {
                let ply = number_of(ply)?;
                let table = self.table(id)?;
                let thought = find_thought(self.library.load_thought(id, ply)?)?;
                ok(to_json(&tengen_app::reasoning(&table, ply, thought)))
            }
            ("GET", ["games", id, "reasoning", ply, "tree"]) => {
                let table = self.table(id)?;
                let thought = find_thought(self.library.load_thought(id, number_of(ply)?)?)?;
                let path = query["path"].as_str().unwrap_or_default();
                ok(to_json(&tengen_app::tree(&table, &thought, path)?))
            }
            ("GET", ["games", id, "record"]) => {
                ok(to_json(&record_view(&self.table(id)?.to_record(), Rule::Freestyle)))
            }
            ("GET", ["games", id, "export"]) => {
                let format = format_of(query["format"].as_str().unwrap_or_default())?;
                ok(to_json(&exported(&self.table(id)?.to_record(), format, id)?))
            }
            ("POST", ["analyses"]) => {
                let id = self.new_id();
                let change = self.keep_analysis(&id, &read(body)?, Expected::Nothing)?;
                let stored = to_json(&Stored { id, notice: None });
                Ok(self.when_kept(request, &change, 201, stored))
            }
            ("GET", ["analyses", id]) => ok(to_json(&self.analysis(id)?)),
            ("PUT", ["analyses", id]) => {
                let analysis: SavedAnalysis = read(body)?;
                self.analysis(id)?;
                let change = self.keep_analysis(id, &analysis, Expected::Something)?;
                let analysis = SavedAnalysis { notice: None, ..analysis };
                Ok(self.when_kept(request, &change, 200, to_json(&analysis)))
            }
            ("DELETE", ["analyses", id]) => {
                self.analysis(id)?;
                let change = self.library.delete(id).ok_or_else(no_such_analysis)?;
                Ok(self.when_kept(request, &change, 204, Value::Null))
            }
            ("POST", ["import"]) => self.import(request, &read(body)?),
            ("POST", ["export"]) => {
                let wish: ExportRequest = read(body)?;
                let record = to_record(&wish.record)?;
                ok(to_json(&exported(&record, format_of(&wish.format)?, "analysis")?))
            }
            ("POST", ["position"]) => {
                let game = self.position(&read::<PositionInput>(body)?)?;
                ok(to_json(&position_view(&game, None)))
            }
            ("POST", ["tools", "transform"]) => {
                let wish: TransformRequest = read(body)?;
                let position = transform(&self.position(&wish.position)?, wish.by)?;
                let view = position_view(&read_position(&position)?, None);
                ok(to_json(&Transformed { position, view }))
            }
            _ => Err(ActionError::Missing("there is nothing at this address".to_owned()).into()),
        }
    }

    /// Answers once a change is kept.
    fn when_kept(
        &mut self,
        request: RequestNumber,
        change: &Change,
        status: u16,
        body: Value,
    ) -> Answer {
        self.keep(change, Kept::Answer(request, status, body));
        Answer::Later
    }

    fn create(&mut self, request: RequestNumber, wish: NewGame) -> Result<(), Failure> {
        let wish = match &wish.start {
            Some(start) => NewGame { start: Some(input_of(&self.position(start)?)), ..wish },
            None => wish,
        };
        let coin = crate::mind::seed(&*self.world).is_multiple_of(2);
        let table = Table::new(new_game_spec(&wish)?, coin, self.now())?;
        let id = self.new_id();
        self.begin(request, &id, table)
    }

    /// A name that nobody can guess.
    fn new_id(&self) -> String {
        let mut bytes = [0; LETTERS_OF_A_NAME];
        self.world.fill_random(&mut bytes);
        bytes.into_iter().map(|byte| char::from(LETTERS[usize::from(byte) % 32])).collect()
    }

    /// The position that is meant, games of the library included.
    pub(super) fn position(&self, input: &PositionInput) -> Result<Game, ActionError> {
        let PositionInput::Game { id, ply } = input else { return read_position(input) };
        let mut game = self.table(id)?.game().clone();
        while ply.is_some_and(|ply| game.turns().len() as u32 > ply) && game.undo().is_some() {}
        Ok(game)
    }

    fn analysis(&self, id: &str) -> Result<SavedAnalysis, Failure> {
        let found = self.library.load_analysis(id)?;
        let Analysis { title, record } = found.ok_or_else(no_such_analysis)?;
        Ok(SavedAnalysis { title, record: record_view(&record, Rule::Freestyle), notice: None })
    }

    /// Puts an analysis into the library. A record that makes no sense is refused.
    fn keep_analysis(
        &mut self,
        id: &str,
        analysis: &SavedAnalysis,
        expected: Expected,
    ) -> Result<Change, Failure> {
        check_analysis(analysis)?;
        let record = to_record(&analysis.record)?;
        let kept = Analysis { title: analysis.title.clone(), record };
        let now = self.now();
        self.library.save_analysis(id, &kept, expected, now).map_err(|error| match error {
            StoreError::Gone => no_such_analysis().into(),
            error => Failure::from(error),
        })
    }

    fn import(&mut self, request: RequestNumber, wish: &ImportRequest) -> Result<Answer, Failure> {
        let mut imported = read_request(wish)?;
        if !wish.keep {
            return Ok(Answer::Now(200, to_json(&imported)));
        }
        let name = wish.name.clone();
        let title = shortened(&name.unwrap_or_else(|| format!("Imported {}", imported.format)));
        let mut all = Change::default();
        for it in &mut imported.records {
            let (title, record) = (title.clone(), it.record.clone());
            let id = self.new_id();
            let analysis = SavedAnalysis { title, record, notice: None };
            let change = self.keep_analysis(&id, &analysis, Expected::Nothing)?;
            all.put.extend(change.put);
            it.id = Some(id);
        }
        Ok(self.when_kept(request, &all, 200, to_json(&imported)))
    }
}

fn hello() -> Hello {
    Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        api_version: API_VERSION,
        notices: Vec::new(),
        default_game: new_game_view(&default_game()),
        is_open_to_network: false,
        n_processors: N_THREADS,
    }
}

fn read<T: DeserializeOwned>(body: &Value) -> Result<T, Failure> {
    T::deserialize(body).map_err(|error| Failure::bad_request(&error))
}

fn number_of(text: &str) -> Result<u32, Failure> {
    text.parse().map_err(|error| Failure::bad_request(&error))
}

fn no_such_analysis() -> ActionError {
    ActionError::Missing("there is no such analysis".to_owned())
}
