//! The app's server: one HTTP and WebSocket interface (`docs/API.md`), each game an actor, engines
//! on their own threads, everything kept in one SQLite file, the page inside the executable.
//!
//! It decides no rule and words no sentence about a game: that is `tengen-game` and `tengen-rules`.
//! It prints nothing: whoever starts it says where it listens.
#![forbid(unsafe_code)]

mod access;
mod again;
mod assets;
mod failure;
#[cfg(test)]
mod full_disk;
mod game;
mod games;
mod guard;
mod live;
mod neighbor;
mod past;
mod remembered;
mod routes;
mod serve;
mod start;
mod state;
mod time;
mod warm;
mod work;
mod workers;

pub use access::{Access, Secrets};
pub use again::Reunion;
pub use serve::serve;
pub use start::{Options, Running, StartError, Started, Watched, listen_as, start};
pub use state::{AppState, app};
pub use tengen_store::{Store, StoreError, new_token};
