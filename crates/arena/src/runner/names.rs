//! What the players are called. Asking is also the proof that they can be started at all.

use std::collections::{BTreeMap, BTreeSet};

use super::{Factory, factory_of};
use crate::ArenaError;
use crate::config::{MatchConfig, PlayerConfig, PlayerSource};
use crate::gomocup::GomocupProgram;
use crate::guard::GuardCommand;
use crate::printable;
use crate::stop::StopToken;

/// The names of the players, each different.
pub(super) fn of_players(
    config: &MatchConfig,
    registered: &BTreeMap<String, Factory>,
    stop: &StopToken,
    guard: Option<&GuardCommand>,
) -> Result<Vec<String>, ArenaError> {
    let mut names = Vec::new();
    for player in &config.players {
        let introduced = introduce(config, player, registered, stop, guard)?;
        // Nobody's name does more to a terminal or a page than stand there.
        let shown = |name: &String| printable::name(name);
        let given = player.name.as_ref().and_then(shown);
        let name = given.or_else(|| introduced.as_ref().and_then(shown));
        let name = name.or_else(|| printable::name(&player.fallback_name()));
        names.push(name.unwrap_or_else(|| format!("player {}", names.len() + 1)));
    }
    Ok(distinct(names))
}

fn introduce(
    config: &MatchConfig,
    player: &PlayerConfig,
    registered: &BTreeMap<String, Factory>,
    stop: &StopToken,
    guard: Option<&GuardCommand>,
) -> Result<Option<String>, ArenaError> {
    match &player.source {
        PlayerSource::InProcess(name) => match factory_of(registered, player) {
            Some(_) => Ok(None),
            None => Err(ArenaError::UnknownPlayer(name.clone())),
        },
        PlayerSource::Program { command, .. } => {
            let guard = guard.cloned();
            let mut program =
                GomocupProgram::new(player, config.limits, stop.clone(), false, None, guard);
            let command = printable::printable(&command.join(" "));
            program.introduce().map_err(|why| ArenaError::Start { command, why })
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
