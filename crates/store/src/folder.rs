//! Where things are kept.

use std::path::PathBuf;

/// The file of the games inside the folder.
pub const GAMES_FILE: &str = "games.db";

/// The folder for the user's data, by the XDG rules.
pub fn user_folder() -> PathBuf {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = from("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| from("HOME").map(|home| PathBuf::from(home).join(".local/share")))
        .unwrap_or_else(std::env::temp_dir);
    base.join("tengen")
}
