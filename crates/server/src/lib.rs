//! The app's server: one HTTP and WebSocket interface (`docs/API.md`), each game an actor, engines
//! on their own threads, everything kept in one SQLite file, the page inside the executable.
//!
//! It decides no rule and words no sentence about a game: that is `tengen-table` and `tengen-rules`.
//! It prints nothing: whoever starts it says where it listens.
#![forbid(unsafe_code)]

mod analyst;
mod assets;
mod failure;
mod game;
mod games;
mod guard;
mod ids;
mod live;
mod past;
mod remembered;
mod routes;
mod start;
mod state;
mod store;
mod time;
mod work;
mod workers;

pub use guard::Access;
pub use ids::new_token;
pub use start::{Options, Running, StartError, start};
pub use state::{AppState, app};
pub use store::{Store, StoreError};
pub use tengen_minds::{Job, LadderThinker, Recorded, Thinker, Thought, Watched};
