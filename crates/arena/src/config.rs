//! Everything that decides how a match is played, as plain data.

mod player;
mod spec;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tengen_rules::{Rule, Size};

use crate::ArenaError;
use crate::openings::OpeningsConfig;
use crate::stats::Sprt;
use crate::time::ClockKind;

pub use player::{PlayerConfig, PlayerSource};
pub use spec::{PlayerSpec, SpecError};

/// A match, from the rules to the output folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchConfig {
    /// The rule set.
    #[serde(with = "rule_name")]
    pub rule: Rule,
    /// The side of the board, 5 to 22.
    pub size: u8,
    /// Who plays. The results are told from the view of the first.
    pub players: Vec<PlayerConfig>,
    /// Who plays whom.
    pub format: Format,
    /// The openings; without any, games start on the empty board.
    pub openings: Option<OpeningsConfig>,
    /// How many pairs of games each two players play; by default each opening once.
    pub pairs: Option<u32>,
    /// How often the openings are gone through when `pairs` does not say otherwise.
    pub repeat: u32,
    /// Whether openings that come again are rotated or mirrored.
    pub transform: bool,
    /// The seed of everything random: the order of the openings, and what players are told.
    pub seed: u64,
    /// Which clock counts.
    pub clock: ClockKind,
    /// How much patience the referee has.
    pub limits: Limits,
    /// After how many stones a game is a draw, whatever the board looks like.
    pub draw_after_plies: Option<u32>,
    /// A test that ends the match as soon as it has an answer (two players only).
    pub sprt: Option<Sprt>,
    /// How many games are played at once.
    pub concurrency: usize,
    /// Where results, game files and the report go; without it nothing is written.
    pub output: Option<PathBuf>,
    /// Whether what the players say (MESSAGE, DEBUG) is kept, a file per game.
    pub keep_messages: bool,
    /// Whether the dialogue with each program is logged, with its standard error.
    pub log_dialogue: bool,
    /// Whether a match that lies in the output folder is continued.
    pub resume: bool,
}

impl Default for MatchConfig {
    fn default() -> Self {
        Self {
            rule: Rule::Freestyle,
            size: 15,
            players: Vec::new(),
            format: Format::RoundRobin,
            openings: None,
            pairs: None,
            repeat: 1,
            transform: false,
            seed: 0,
            clock: ClockKind::Wall,
            limits: Limits::default(),
            draw_after_plies: None,
            sprt: None,
            concurrency: 1,
            output: None,
            keep_messages: false,
            log_dialogue: false,
            resume: false,
        }
    }
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody against everybody.
    #[default]
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

/// How much patience the referee has with a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// How far a move may overrun its time and still count.
    pub tolerance_ms: u64,
    /// How much longer an answer is waited for. What comes in that time is a time loss; what does
    /// not come at all is silence.
    pub grace_ms: u64,
    /// Under the CPU clock: how long, beyond ten times all the above, a player may take by the
    /// clock on the wall. Without any time limit: a sixtieth of how long it may take.
    pub wall_net_ms: u64,
    /// How long a program may take to get ready for a game.
    pub start_ms: u64,
    /// Longer lines are cut and count as garbage.
    pub max_line_bytes: usize,
    /// More output than this before one answer is a flood.
    pub max_output_bytes: u64,
    /// More senseless lines than this in one game lose it.
    pub max_garbage_lines: u64,
    /// Whether a program loses when its memory has exceeded the limit it was told.
    pub enforce_memory: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tolerance_ms: 500,
            grace_ms: 2_000,
            wall_net_ms: 10_000,
            start_ms: 30_000,
            max_line_bytes: 8_000,
            max_output_bytes: 16 << 20,
            max_garbage_lines: 1_000,
            enforce_memory: false,
        }
    }
}

impl MatchConfig {
    /// The largest board; Gomocup programs know no larger one.
    pub const MAX_SIZE: u8 = 22;

    /// Reads settings, also from the `match.json` of a match that was played.
    pub fn from_json(text: &str) -> Result<Self, ArenaError> {
        let refuse = |error: serde_json::Error| ArenaError::Config(error.to_string());
        let mut value: serde_json::Value = serde_json::from_str(text).map_err(refuse)?;
        if let Some(map) = value.as_object_mut() {
            for found_out in crate::journal::FOUND_OUT {
                map.remove(found_out);
            }
        }
        serde_json::from_value(value).map_err(refuse)
    }

    /// The board.
    pub fn board_size(&self) -> Result<Size, ArenaError> {
        if self.size > Self::MAX_SIZE {
            return Err(ArenaError::Config(format!("boards of a match go up to {0}x{0}", 22)));
        }
        Size::new(u64::from(self.size)).map_err(|error| ArenaError::Config(error.to_string()))
    }

    /// Checks what can be checked without touching a file or starting a program.
    pub fn validate(&self) -> Result<(), ArenaError> {
        let refuse = |why: &str| Err(ArenaError::Config(why.to_owned()));
        self.board_size()?;
        if self.players.len() < 2 {
            return refuse("a match needs at least two players");
        }
        if self.concurrency == 0 {
            return refuse("at least one game has to be played at once");
        }
        if self.repeat == 0 || self.pairs == Some(0) {
            return refuse("a match without games is no match");
        }
        if self.sprt.is_some() && self.players.len() != 2 {
            return refuse("a sequential test needs exactly two players");
        }
        if let Some(sprt) = &self.sprt {
            sprt.validate().map_err(|error| ArenaError::Config(error.to_string()))?;
        }
        for player in &self.players {
            player.validate()?;
        }
        Ok(())
    }
}

/// Rules are written by their names.
mod rule_name {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use tengen_rules::Rule;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde prescribes the signature")]
    pub(super) fn serialize<S: Serializer>(rule: &Rule, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(rule.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rule, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_players() -> MatchConfig {
        let player = PlayerConfig::program(["./engine"]);
        MatchConfig { players: vec![player.clone(), player], ..MatchConfig::default() }
    }

    #[test]
    fn a_config_survives_json() {
        let mut config = two_players();
        config.rule = Rule::Caro6;
        config.sprt = Some(Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 });
        let text = serde_json::to_string_pretty(&config).unwrap();
        assert_eq!(serde_json::from_str::<MatchConfig>(&text).unwrap(), config);
    }

    #[test]
    fn a_short_json_is_filled_with_defaults_and_a_wrong_one_refused() {
        let short: MatchConfig = serde_json::from_str(r#"{"rule":"renju","size":19}"#).unwrap();
        assert_eq!((short.rule, short.size, short.concurrency), (Rule::Renju, 19, 1));
        assert!(serde_json::from_str::<MatchConfig>(r#"{"rule":"chess"}"#).is_err());
        assert!(serde_json::from_str::<MatchConfig>(r#"{"tempo":1}"#).is_err());
    }

    #[test]
    fn senseless_configs_are_refused() {
        let check = |change: fn(&mut MatchConfig), is_fine: bool| {
            let mut config = two_players();
            change(&mut config);
            assert_eq!(config.validate().is_ok(), is_fine, "{config:?}");
        };
        check(|_| (), true);
        check(|config| config.size = 22, true);
        check(|config| config.size = 23, false);
        check(|config| config.size = 4, false);
        check(|config| config.concurrency = 0, false);
        check(|config| config.pairs = Some(0), false);
        check(|config| config.players.truncate(1), false);
        check(|config| config.players[0] = PlayerConfig::program(Vec::<String>::new()), false);
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        let mut three = two_players();
        three.sprt = Some(sprt);
        assert!(three.validate().is_ok());
        three.players.push(three.players[0].clone());
        assert!(three.validate().is_err());
    }
}
