//! The contract between the app's server and its page: versioned JSON types.
//!
//! `docs/API.md` says which route takes and gives which of them. The TypeScript side is generated
//! from these types (`web/src/lib/api/types.ts`), and a test fails when the two differ. The types
//! are plain data: they decide nothing and check nothing. They are made of the domain's types, and
//! turned into them, by the functions of this crate; nobody below the edges knows it.
//!
//! Conventions: points are written `H8` (column letter including I, row from the bottom), moments
//! are milliseconds since 1970, durations are milliseconds, and every sentence for people comes
//! with the facts it was made from, so that a page in another language can word it anew.

mod convert;

mod access;
mod analysis;
mod book;
mod catalogue;
mod common;
mod event;
mod game;
mod library;
mod position;
mod proof;
mod reasoning;
mod review;
mod settings;
#[cfg(test)]
mod typescript;

pub use convert::*;

pub use access::*;
pub use analysis::*;
pub use book::*;
pub use catalogue::*;
pub use common::*;
pub use event::*;
pub use game::*;
pub use library::*;
pub use position::*;
pub use proof::*;
pub use reasoning::*;
pub use review::*;
pub use settings::*;

/// The version of the contract, which is also in every address (`/api/v1`).
pub const API_VERSION: u32 = 1;
