//! One player of a match.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::ArenaError;
use crate::time::TimeControl;

/// Who moves the stones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerSource {
    /// A program that speaks the Gomocup protocol.
    Program {
        /// The program and its arguments.
        command: Vec<String>,
        /// Where it runs; by default where it lies, since many look for their data there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dir: Option<PathBuf>,
        /// Environment variables it gets on top of ours.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        env: BTreeMap<String, String>,
    },
    /// A player inside this process, by the name it was registered with.
    InProcess(String),
}

/// A player with its limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerConfig {
    /// How it is called; by default as it introduces itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who it is.
    pub source: PlayerSource,
    /// Its time.
    #[serde(default)]
    pub time: TimeControl,
    /// `INFO max_node`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// `INFO max_depth`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many moves of each position a player of this process looks at; the protocol has no word for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// `INFO thread_num`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// `INFO max_memory`.
    #[serde(default = "gomocup_memory")]
    pub memory_bytes: u64,
    /// Further `INFO` lines, in order; `{seed}` in a value becomes the seed of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// Whether it gets the whole position before every move instead of single moves.
    #[serde(default)]
    pub send_by_board: bool,
}

/// The memory limit of Gomocup, 350 MiB.
fn gomocup_memory() -> u64 {
    350 << 20
}

impl PlayerConfig {
    /// A program with its arguments and no limits.
    pub fn program(command: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let command = command.into_iter().map(Into::into).collect();
        Self::new(PlayerSource::Program { command, dir: None, env: BTreeMap::new() })
    }

    /// A registered player of this process, without limits.
    pub fn in_process(registered: impl Into<String>) -> Self {
        Self::new(PlayerSource::InProcess(registered.into()))
    }

    fn new(source: PlayerSource) -> Self {
        Self {
            name: None,
            source,
            time: TimeControl::default(),
            nodes: None,
            depth: None,
            width: None,
            threads: None,
            memory_bytes: gomocup_memory(),
            options: Vec::new(),
            send_by_board: false,
        }
    }

    /// What it is called as long as it has not introduced itself.
    pub fn fallback_name(&self) -> String {
        self.name.clone().unwrap_or_else(|| match &self.source {
            PlayerSource::InProcess(name) => name.clone(),
            PlayerSource::Program { command, .. } => {
                let path = Path::new(command.first().map_or("", String::as_str));
                let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
                stem.strip_prefix("pbrain-").unwrap_or(&stem).to_owned()
            }
        })
    }

    pub(super) fn validate(&self) -> Result<(), ArenaError> {
        let refuse = |why: String| Err(ArenaError::Config(why));
        if let PlayerSource::Program { command, .. } = &self.source
            && command.first().is_none_or(String::is_empty)
        {
            return refuse("a player has no program".to_owned());
        }
        // A line break would smuggle a second command into the protocol.
        let has_break = |text: &str| text.contains(['\n', '\r']);
        for (key, value) in &self.options {
            if key.is_empty() || key.contains(char::is_whitespace) || has_break(value) {
                return refuse(format!("option `{key}` cannot be sent"));
            }
        }
        if self.name.as_deref().is_some_and(|name| name.is_empty() || has_break(name)) {
            return refuse("a player's name is empty or has a line break".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_called_by_its_file_until_it_speaks() {
        let name = |path: &str| PlayerConfig::program([path]).fallback_name();
        assert_eq!(name("/opt/pbrain-rapfi"), "rapfi");
        assert_eq!(name("wine.exe"), "wine");
        let named = PlayerConfig { name: Some("A".into()), ..PlayerConfig::program(["x"]) };
        assert_eq!(named.fallback_name(), "A");
        assert_eq!(PlayerConfig::in_process("random").fallback_name(), "random");
    }

    #[test]
    fn options_cannot_smuggle_commands() {
        let mut player = PlayerConfig::program(["x"]);
        assert!(player.validate().is_ok());
        player.options.push(("hash".into(), "16\nEND".into()));
        assert!(player.validate().is_err());
        player.options = vec![("a b".into(), "1".into())];
        assert!(player.validate().is_err());
    }
}
