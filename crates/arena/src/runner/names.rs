//! What the players are called. Asking is also the proof that they can be started at all.

use std::collections::{BTreeMap, BTreeSet};

use super::{Factory, factory_of};
use crate::ArenaError;
use crate::config::{MatchConfig, PlayerConfig, PlayerSource};
use crate::gomocup::GomocupProgram;
use crate::stop::StopToken;

/// The names of the players, each different.
pub(super) fn of_players(
    config: &MatchConfig,
    registered: &BTreeMap<String, Factory>,
    stop: &StopToken,
) -> Result<Vec<String>, ArenaError> {
    let mut names = Vec::new();
    for player in &config.players {
        let introduced = introduce(config, player, registered, stop)?;
        names.push(player.name.clone().or(introduced).unwrap_or_else(|| player.fallback_name()));
    }
    Ok(distinct(names))
}

fn introduce(
    config: &MatchConfig,
    player: &PlayerConfig,
    registered: &BTreeMap<String, Factory>,
    stop: &StopToken,
) -> Result<Option<String>, ArenaError> {
    match &player.source {
        PlayerSource::InProcess(name) => match factory_of(registered, player) {
            Some(_) => Ok(None),
            None => Err(ArenaError::UnknownPlayer(name.clone())),
        },
        PlayerSource::Program { command, .. } => {
            let mut program = GomocupProgram::new(player, config.limits, stop.clone(), false, None);
            program.introduce().map_err(|why| ArenaError::Start { command: command.join(" "), why })
        }
    }
}

/// Numbers names that occur twice.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names
        .into_iter()
        .map(|name| {
            let numbered = (2..).map(|n| format!("{name} ({n})"));
            let mut choices = std::iter::once(name.clone()).chain(numbered);
            choices.find(|choice| taken.insert(choice.clone())).unwrap_or(name)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_told_apart() {
        let names = ["A", "B", "A", "A (2)", "A"].map(str::to_owned).to_vec();
        assert_eq!(distinct(names), ["A", "B", "A (2)", "A (2) (2)", "A (3)"]);
    }
}
