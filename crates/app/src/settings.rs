//! The user's settings.

use tengen_api::UserSettings;
use tengen_game::{ActionError, check_length};
use tengen_players::pool::Allowance;
use tengen_store::Settings;

use crate::kept::settings_of;

/// The largest table that anybody may wish for.
const MOST_HASH_MIB: u32 = 4096;

/// What the engine of the strongest opponents may use by these settings.
pub fn allowance_of(settings: &Settings) -> Allowance {
    Allowance { hash_mib: settings.hash_mib as usize, threads: settings.threads as usize }
}

/// The settings that the page wishes for, as far as this machine has it; refuses those that are none.
pub fn accept_settings(settings: UserSettings, n_processors: u32) -> Result<Settings, ActionError> {
    check_settings(&settings)?;
    let mut settings = settings_of(settings);
    settings.threads = settings.threads.clamp(1, n_processors);
    settings.hash_mib = settings.hash_mib.clamp(1, MOST_HASH_MIB);
    Ok(settings)
}

/// Refuses settings that are none.
fn check_settings(settings: &UserSettings) -> Result<(), ActionError> {
    const MOST_OF_THE_PAGE: usize = 200;
    const LONGEST_VALUE: usize = 1_000;
    check_length("the language", settings.language.as_deref().unwrap_or_default(), 35)?;
    if settings.page.len() > MOST_OF_THE_PAGE {
        let text = format!("the page has at most {MOST_OF_THE_PAGE} settings");
        return Err(ActionError::Request(text));
    }
    settings
        .page
        .iter()
        .flat_map(|(name, value)| [name, value])
        .try_for_each(|text| check_length("a setting of the page", text, LONGEST_VALUE))
}
