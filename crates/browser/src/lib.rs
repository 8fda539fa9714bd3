//! The app inside a browser, without a server.
//!
//! One module of WebAssembly runs in a worker that has the games and in workers that think. Whoever
//! holds it gives it a clock, chance and a way to say something ([`World`]); everything else is the
//! rooms above, as in the program. Messages in both directions are JSON.

mod bench;
#[cfg(target_family = "wasm")]
mod exports;
mod host;
mod job;
mod mind;
mod world;

pub use bench::bench;
pub use host::Host;
pub use mind::Mind;
pub use world::World;
