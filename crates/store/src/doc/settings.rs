//! The user's settings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{VERSION, version_of};
use crate::{Settings, StoreError};

/// The user's settings as they are kept. What is missing has its default. The first version had the
/// same fields and no number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SettingsDoc {
    version: u32,
    threads: u32,
    hash_mib: u32,
    adapt: bool,
    language: Option<String>,
    page: BTreeMap<String, String>,
}

impl SettingsDoc {
    /// Reads a document of any version that is known.
    pub(crate) fn read(text: &str) -> Result<Settings, StoreError> {
        let version = version_of(text)?;
        if version > VERSION {
            return Err(StoreError::Newer { version });
        }
        let Self { version: _, threads, hash_mib, adapt, language, page } =
            serde_json::from_str(text)?;
        Ok(Settings { threads, hash_mib, adapt, language, page })
    }
}

impl Default for SettingsDoc {
    fn default() -> Self {
        Self::from(&Settings::default())
    }
}

impl From<&Settings> for SettingsDoc {
    fn from(settings: &Settings) -> Self {
        let Settings { threads, hash_mib, adapt, language, page } = settings.clone();
        Self { version: VERSION, threads, hash_mib, adapt, language, page }
    }
}
