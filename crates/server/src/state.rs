//! What all requests share, and the router.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tengen_api::{Catalogue, Notice as NoticeView, catalogue};
use tengen_app::allowance_of;
use tengen_game::Notice;
use tengen_players::pool::{Engines, LadderThinker, MakeThinker, Thinker};
use tengen_store::{Past, Settings, Store};
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;

use crate::access::Access;
use crate::games::Games;
use crate::guard::guard;
use crate::routes;
use crate::time::SteadyClock;
use crate::workers::Workers;
use crate::{again, assets, live, work};

/// The largest request: a RenLib library of some size.
pub(crate) const MOST_BYTES: usize = 8 << 20;

/// What the games need.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) workers: Workers,
    /// What the strongest opponents think with.
    pub(crate) engines: Engines,
    pub(crate) clock: SteadyClock,
    pub(crate) past: Past,
}

#[derive(Debug)]
struct Inner {
    shared: Arc<Shared>,
    games: Games,
    access: Access,
    notices: Vec<Notice>,
    catalogue: OnceLock<Catalogue>,
    /// Places for the threads of analyses, of all pages together.
    job_places: Arc<Semaphore>,
    /// Who reads or writes records now: that takes processors and memory.
    record_places: Arc<Semaphore>,
}

/// What all requests share.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Inner>);

impl AppState {
    /// The state of a server with the usual opponents.
    pub fn new(store: Store, notices: Vec<Notice>, access: Access) -> Self {
        let usual = allowance_of(&Settings::default());
        let engines = Engines::new(usual);
        let shared = engines.clone();
        let make: MakeThinker =
            Arc::new(move || Box::new(LadderThinker::sharing(shared.clone(), new_seed())));
        Self::build(store, notices, access, engines, &make)
    }

    /// The state of a server whose opponents think otherwise: for tests of bad days.
    pub fn with_thinker(
        store: Store,
        notices: Vec<Notice>,
        access: Access,
        thinker: impl Fn() -> Box<dyn Thinker> + Send + Sync + 'static,
    ) -> Self {
        let make: MakeThinker = Arc::new(thinker);
        let engines = Engines::new(allowance_of(&Settings::default()));
        Self::build(store, notices, access, engines, &make)
    }

    fn build(
        store: Store,
        notices: Vec<Notice>,
        access: Access,
        engines: Engines,
        make: &MakeThinker,
    ) -> Self {
        let workers = Workers::new(n_processors() as usize * 2, make);
        let (clock, past) = (SteadyClock::new(), Past::default());
        let shared = Arc::new(Shared { store, workers, engines, clock, past });
        Self(Arc::new(Inner {
            shared,
            games: Games::default(),
            access,
            notices,
            catalogue: OnceLock::new(),
            job_places: Arc::new(Semaphore::new(work::MOST_JOBS_TOGETHER)),
            record_places: Arc::new(Semaphore::new(1)),
        }))
    }

    /// Has the opponents use what the settings allow.
    pub(crate) fn allow(&self, settings: &Settings) {
        let allowance = allowance_of(settings);
        if allowance != self.0.shared.engines.allowance() {
            self.0.shared.engines.allow(allowance);
        }
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.0.shared
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.shared.store
    }

    pub(crate) fn games(&self) -> &Games {
        &self.0.games
    }

    pub(crate) fn access(&self) -> &Access {
        &self.0.access
    }

    pub(crate) fn job_places(&self) -> &Arc<Semaphore> {
        &self.0.job_places
    }

    pub(crate) fn record_places(&self) -> &Semaphore {
        &self.0.record_places
    }

    /// What the user should know: of the start, and why nothing can be saved at present.
    pub(crate) fn notices(&self) -> Vec<Notice> {
        let is_lasting = |notice: &&Notice| !matches!(notice, Notice::LibraryUnusable { .. });
        let mut notices: Vec<Notice> = self.0.notices.iter().filter(is_lasting).cloned().collect();
        notices.extend(self.store().trouble().filter(|trouble| !notices.contains(trouble)));
        notices
    }

    /// Why nothing can be saved at present, for answers that would otherwise promise it.
    pub(crate) fn unsaved(&self) -> Option<NoticeView> {
        self.store().trouble().as_ref().map(Into::into)
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        self.0.catalogue.get_or_init(catalogue)
    }
}

/// A seed for whatever is left to chance.
pub(crate) fn new_seed() -> u64 {
    getrandom::u64().unwrap_or(0)
}

pub(crate) fn n_processors() -> u32 {
    std::thread::available_parallelism().map_or(2, |n| n.get() as u32)
}

/// The whole interface.
pub fn app(state: AppState) -> Router {
    let api = Router::new()
        .route("/hello", get(routes::hello))
        .route("/catalogue", get(routes::catalogue))
        .route("/address", post(routes::new_address))
        .route("/return", get(again::key).post(again::prove).put(again::let_in_again))
        .route("/settings", get(routes::settings).put(routes::set_settings))
        .route("/games", get(routes::library).post(routes::create_game))
        .route("/games/{id}", get(routes::game).delete(routes::delete_game))
        .route("/games/{id}/actions", post(routes::act))
        .route("/games/{id}/live", get(live::connect))
        .route("/games/{id}/reasoning/{ply}", get(routes::reasoning))
        .route("/games/{id}/reasoning/{ply}/tree", get(routes::tree))
        .route("/games/{id}/record", get(routes::record))
        .route("/games/{id}/export", get(routes::export_game))
        .route("/analyses", post(routes::create_analysis))
        .route(
            "/analyses/{id}",
            get(routes::analysis).put(routes::set_analysis).delete(routes::delete_analysis),
        )
        .route("/import", post(routes::import))
        .route("/export", post(routes::export))
        .route("/position", post(routes::position))
        .route("/tools/transform", post(routes::transform_position))
        .route("/work", get(work::connect));
    Router::new()
        .nest("/api/v1", api)
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(state.clone(), guard))
        .with_state(state)
}
