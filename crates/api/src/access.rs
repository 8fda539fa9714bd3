//! How somebody is let in, and how a page that was let in comes back after the program was started
//! anew. `docs/API.md`, "Access", says in which order.

use serde::{Deserialize, Serialize};

/// One more address that can be opened, once and soon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewAddress {
    /// The address, with its token.
    pub url: String,
}

/// What a page keeps in memory to be known after the next start. It is never sent back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PageKey {
    /// The name of this start.
    pub start: String,
    /// The key of its pages.
    pub key: String,
}

/// A page asks whoever is there now to prove that it is the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReturnQuestion {
    /// The start that let the page in.
    pub start: String,
    /// A number that the page has thrown.
    pub number: String,
}

/// The proof, and the same question to the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReturnProof {
    /// The name of the start that answers.
    pub start: String,
    /// A number that the program has thrown, good for one answer.
    pub number: String,
    /// The HMAC-SHA256 with the page key over `program`, the port and both numbers, one a line.
    pub proof: String,
}

/// The page's proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReturnAnswer {
    /// The start that let the page in.
    pub start: String,
    /// The number of the page's question.
    pub own_number: String,
    /// The number of the program's.
    pub number: String,
    /// The HMAC-SHA256 with the page key over `page`, the port and both numbers, one a line.
    pub proof: String,
}
