//! Who there is to play against.

use core::fmt;
use std::time::Duration;

use tengen_engine::Habit;

use crate::Player;
use crate::bots::{BotInfo, ROSTER};

use crate::engine_player::EnginePlayer;

/// Who stands on a rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A seed player by its name, thinking this long.
    Bot(&'static str, Duration),
    /// The engine, looking at so many nodes a move.
    EngineNodes(u64),
    /// The engine, thinking this long.
    EngineTime(Duration),
}

impl Opponent {
    /// Whether it is the engine and no seed player.
    pub const fn is_engine(self) -> bool {
        !matches!(self, Self::Bot(..))
    }

    /// The most nodes it looks at for a move.
    pub const fn nodes(self) -> Option<u64> {
        match self {
            Self::EngineNodes(nodes) => Some(nodes),
            Self::Bot(..) | Self::EngineTime(_) => None,
        }
    }
}

/// A rung of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The name it is asked for by.
    pub name: &'static str,
    /// The name people see.
    pub title: &'static str,
    /// Who it is, in a sentence.
    pub who: &'static str,
    /// What it is like to play against, in a sentence.
    pub feel: &'static str,
    /// The player behind it.
    pub opponent: Opponent,
}

/// A rung for a seed player, described as its own table describes it.
const fn seed_player(bot: &BotInfo, time: Duration) -> Rung {
    let opponent = Opponent::Bot(bot.name, time);
    Rung { name: bot.name, title: bot.title, who: bot.who, feel: bot.feel, opponent }
}

/// The opponents, the gentlest first.
pub const LADDER: [Rung; 8] = [
    Rung {
        name: "patterns",
        title: "The Pattern Searcher",
        who: "A first-year team's negamax with patterns that look along two lines at once, hurried: a \
              fiftieth of a second a move.",
        feel: "It likes crossing lines, but a lone blocked four means nothing to it until the five \
               is in sight: attack it along one line.",
        opponent: Opponent::Bot("patterns", Duration::from_millis(20)),
    },
    seed_player(&ROSTER[0], Duration::from_millis(150)),
    seed_player(&ROSTER[2], Duration::from_millis(150)),
    seed_player(&ROSTER[1], Duration::from_millis(150)),
    Rung {
        name: "apprentice",
        title: "The Apprentice",
        who: "Our engine at a glance: a thousand positions a move.",
        feel: "It does not fall for short tricks; plan two threats ahead.",
        opponent: Opponent::EngineNodes(1_000),
    },
    Rung {
        name: "adept",
        title: "The Adept",
        who: "Our engine with a moment to think: three thousand positions a move.",
        feel: "It finds forced wins that club players miss.",
        opponent: Opponent::EngineNodes(3_000),
    },
    Rung {
        name: "expert",
        title: "The Expert",
        who: "Our engine with thirty thousand positions a move.",
        feel: "One careless move is one too many.",
        opponent: Opponent::EngineNodes(30_000),
    },
    Rung {
        name: "champion",
        title: "The Champion",
        who: "Our engine as strong as it is, with half a second a move unless the clock says more.",
        feel: "It does not let you win.",
        opponent: Opponent::EngineTime(Duration::from_millis(500)),
    },
];

/// An engine that goes by time may take so many times its usual time for one move, if it has saved
/// that before.
const LONGEST: u32 = 3;

impl Rung {
    /// Whether the engine stands on it, not a seed player.
    pub fn is_engine(&self) -> bool {
        !matches!(self.opponent, Opponent::Bot(..))
    }

    /// The rung with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        LADDER.iter().find(|rung| rung.name.eq_ignore_ascii_case(name))
    }

    /// How an engine that goes by time spreads it over a game of which it has played so many moves.
    pub fn habit(&self, n_moves: u32, spent: Duration) -> Option<Habit> {
        match self.opponent {
            Opponent::EngineTime(average) => {
                Some(Habit { average, longest: average * LONGEST, n_moves, spent })
            }
            Opponent::Bot(..) | Opponent::EngineNodes(_) => None,
        }
    }

    /// The longest it thinks about a move when nothing else limits it.
    pub fn longest_time(&self) -> Option<Duration> {
        match self.opponent {
            Opponent::Bot(_, time) => Some(time),
            Opponent::EngineTime(time) => Some(time * LONGEST),
            Opponent::EngineNodes(_) => None,
        }
    }

    /// How long it thinks about a move, on average, when nothing else limits it.
    pub fn usual_time(&self) -> Option<Duration> {
        match self.opponent {
            Opponent::Bot(_, time) | Opponent::EngineTime(time) => Some(time),
            Opponent::EngineNodes(_) => None,
        }
    }

    /// The player, new and without a past.
    ///
    /// # Panics
    /// If the table names a bot that does not exist, which a test rules out.
    pub fn player(&self) -> Box<dyn Player + Send> {
        match self.opponent {
            Opponent::Bot(name, _) => {
                crate::bots::by_name(name).expect("the ladder names bots that exist")
            }
            Opponent::EngineNodes(nodes) => Box::new(EnginePlayer::at_nodes(self.name, nodes)),
            Opponent::EngineTime(time) => Box::new(EnginePlayer::in_time(self.name, time)),
        }
    }
}

/// A word that names no opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOpponent(pub String);

impl fmt::Display for UnknownOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no opponent named {:?}; they are", self.0)?;
        for (i, rung) in LADDER.iter().enumerate() {
            write!(f, "{} {}", if i == 0 { "" } else { "," }, rung.name)?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownOpponent {}

/// The opponent with this name, or an earlier idea of a seed player's (`patterns-regex`, say).
pub fn by_name(name: &str) -> Result<Box<dyn Player + Send>, UnknownOpponent> {
    Rung::named(name)
        .map(Rung::player)
        .or_else(|| crate::bots::by_name(name))
        .ok_or_else(|| UnknownOpponent(name.to_owned()))
}

/// The rung for a strength from 0 to 100, as protocols give it.
pub fn by_strength(strength: u8) -> &'static Rung {
    let n = LADDER.len();
    let index = usize::from(strength.min(100)) * n / 101;
    &LADDER[index]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_has_a_player_of_its_name() {
        for rung in &LADDER {
            let player = by_name(rung.name).unwrap();
            assert_eq!(player.name(), rung.name);
        }
        assert!(by_name("patterns-regex").is_ok());
        assert!(by_name("deepblue").is_err());
    }

    #[test]
    fn strengths_climb_the_whole_ladder() {
        assert_eq!(by_strength(0).name, LADDER[0].name);
        assert_eq!(by_strength(100).name, "champion");
        let names: Vec<&str> = (0..=100).map(|strength| by_strength(strength).name).collect();
        let mut order: Vec<&str> = names.clone();
        order.dedup();
        assert_eq!(order, LADDER.map(|rung| rung.name));
    }

    /// The docs print the measured ladder; a rung that is renamed or moved must be measured again.
    #[test]
    fn the_docs_show_the_ladder_in_its_order() {
        let page = include_str!("../../../docs/players/ladder.md");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        assert_eq!(rows.len(), LADDER.len());
        for (row, rung) in rows.iter().zip(&LADDER) {
            assert!(row.starts_with(&format!("| `{}` | {} |", rung.name, rung.title)), "{row}");
        }
    }
}
