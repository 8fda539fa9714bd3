//! What the user has set.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Notice;

/// The user's settings. What is missing has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct UserSettings {
    /// How many threads the engine uses for analysis and as the strongest opponent.
    pub threads: u32,
    /// The size of its table in MiB.
    pub hash_mib: u32,
    /// Whether the engine may choose between equal moves by what it has seen of the player.
    pub adapt: bool,
    /// The language of the page: `en`, `fr` or `zh`; the browser's if missing.
    pub language: Option<String>,
    /// What only the page knows about: theme, stones, coordinates, sounds, animation, …
    pub page: BTreeMap<String, String>,
    /// Why it is not on the disk, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub notice: Option<Notice>,
}

impl Default for UserSettings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 64,
            adapt: true,
            language: None,
            page: BTreeMap::new(),
            notice: None,
        }
    }
}
