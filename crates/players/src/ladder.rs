//! Who there is to play against.

use core::fmt;
use std::time::Duration;

use tengen_engine::Habit;

use crate::bots::{BotInfo, ROSTER, VARIANTS};
use crate::{LimitKind, MoveLimits, Novice, Player};

use crate::engine_player::EnginePlayer;

/// Who stands on a rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A beginner who overlooks so many of a hundred points.
    Novice(u32),
    /// A seed player by its name, looking so many plies ahead where it looks ahead at all.
    Bot(&'static str, Option<u32>),
    /// The engine, looking at so many nodes a move.
    EngineNodes(u64),
    /// The engine, thinking this long.
    EngineTime(Duration),
    /// The same, but where a win is proven it plays that.
    Solved(Duration),
}

impl Opponent {
    /// Whether it is the engine and no seed player.
    pub const fn is_engine(self) -> bool {
        matches!(self, Self::EngineNodes(_) | Self::EngineTime(_) | Self::Solved(_))
    }

    /// The most nodes it looks at for a move.
    pub const fn nodes(self) -> Option<u64> {
        match self {
            Self::EngineNodes(nodes) => Some(nodes),
            Self::Novice(_) | Self::Bot(..) | Self::EngineTime(_) | Self::Solved(_) => None,
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
const fn seed_player(bot: &BotInfo, depth: Option<u32>) -> Rung {
    let opponent = Opponent::Bot(bot.name, depth);
    Rung { name: bot.name, title: bot.title, who: bot.who, feel: bot.feel, opponent }
}

/// The seed's player reaches five or six plies in its five seconds on a quiet machine, four on any.
const PATTERNS_DEPTH: u32 = 4;
/// Two plies over four moves put it between the Scorer and the Five-Tuple Bot, a step from each; over five
/// moves it is too near to the latter. With the five plies and five moves of its report it is as strong as
/// the Pattern Searcher. Any depth and width can be chosen.
const MINIMAX_DEPTH: u32 = 2;
const MINIMAX_WIDTH: u32 = 4;

/// The opponents, the gentlest first. How they were measured is in `docs/players/ladder.md`.
pub const LADDER: [Rung; 17] = [
    Rung {
        name: "newcomer",
        title: "The Newcomer",
        who: "Somebody who has just learned the rules: he adds up like the Scorer, but overlooks one \
              point of four.",
        feel: "He forgets to stop you and to win himself: make threes and fours until he misses one.",
        opponent: Opponent::Novice(25),
    },
    Rung {
        name: "novice",
        title: "The Novice",
        who: "A beginner with some games behind him: he overlooks one point of nine.",
        feel: "He stops most of what he sees; two threats at once are too many for him.",
        opponent: Opponent::Novice(11),
    },
    seed_player(&ROSTER[0], None),
    seed_player(&ROSTER[1], Some(MINIMAX_DEPTH)),
    seed_player(&ROSTER[2], None),
    seed_player(&ROSTER[3], Some(PATTERNS_DEPTH)),
    Rung {
        name: "pupil",
        title: "The Pupil",
        who: "Our engine half asleep: fifty positions a move.",
        feel: "It knows what good shapes are and hardly counts: attack in two places.",
        opponent: Opponent::EngineNodes(50),
    },
    Rung {
        name: "student",
        title: "The Student",
        who: "Our engine just awake: a hundred and fifty positions a move.",
        feel: "It sees your next threat, but not the one after it.",
        opponent: Opponent::EngineNodes(150),
    },
    Rung {
        name: "apprentice",
        title: "The Apprentice",
        who: "Our engine at a glance: five hundred positions a move.",
        feel: "It does not fall for short tricks; plan two threats ahead.",
        opponent: Opponent::EngineNodes(500),
    },
    Rung {
        name: "adept",
        title: "The Adept",
        who: "Our engine with a moment to think: fifteen hundred positions a move.",
        feel: "It finds forced wins that club players miss.",
        opponent: Opponent::EngineNodes(1_500),
    },
    Rung {
        name: "veteran",
        title: "The Veteran",
        who: "Our engine with thirty-three hundred positions a move.",
        feel: "It turns a small advantage into a win and rarely gives one away.",
        opponent: Opponent::EngineNodes(3_300),
    },
    Rung {
        name: "expert",
        title: "The Expert",
        who: "Our engine with seventy-three hundred positions a move.",
        feel: "One careless move is one too many.",
        opponent: Opponent::EngineNodes(7_300),
    },
    Rung {
        name: "master",
        title: "The Master",
        who: "Our engine with thirteen thousand positions a move.",
        feel: "It needs no mistake of yours, only your second-best move.",
        opponent: Opponent::EngineNodes(13_000),
    },
    Rung {
        name: "grandmaster",
        title: "The Grandmaster",
        who: "Our engine with twenty-three thousand positions a move.",
        feel: "It sees the attack before you have thought of it.",
        opponent: Opponent::EngineNodes(23_000),
    },
    Rung {
        name: "sage",
        title: "The Sage",
        who: "Our engine with sixty thousand positions a move.",
        feel: "It defends before there is anything to defend against.",
        opponent: Opponent::EngineNodes(60_000),
    },
    Rung {
        name: "champion",
        title: "The Champion",
        who: "Our engine as strong as it is, with half a second a move unless the clock says more.",
        feel: "It does not let you win.",
        opponent: Opponent::EngineTime(CHAMPION_TIME),
    },
    Rung {
        name: "solved",
        title: "The Solved Game",
        who: "The Champion with a proof in its hands that the first player wins, under freestyle rules \
              on a board of 15.",
        feel: "With Black it cannot lose, and it says how many moves it needs at most.",
        opponent: Opponent::Solved(CHAMPION_TIME),
    },
];

/// What the Champion takes for a move on average.
const CHAMPION_TIME: Duration = Duration::from_millis(500);

/// The rule that the seeds were written for: an answer within five seconds. It only guards opponents
/// that go by depth, who are done long before unless the machine is very busy.
const SEED_TIME: Duration = Duration::from_secs(5);
/// The same for engines that go by nodes.
const NODES_GUARD: Duration = Duration::from_secs(10);
/// The same where somebody has chosen a depth or a number of nodes: that may be a large one.
const CHOSEN_GUARD: Duration = Duration::from_secs(60);
/// An engine that goes by time may take so many times its usual time for one move, if it has saved
/// that before.
const LONGEST: u32 = 3;

impl Rung {
    /// Whether the engine stands on it, not a seed player.
    pub fn is_engine(&self) -> bool {
        self.opponent.is_engine()
    }

    /// Whether it plays the moves of proofs where there are some.
    pub fn follows_proofs(&self) -> bool {
        matches!(self.opponent, Opponent::Solved(_))
    }

    /// The rung with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        LADDER.iter().find(|rung| rung.name.eq_ignore_ascii_case(name))
    }

    /// How an engine that goes by time spreads it over a game of which it has played so many moves.
    pub fn habit(&self, n_moves: u32, spent: Duration) -> Option<Habit> {
        match self.opponent {
            Opponent::EngineTime(average) | Opponent::Solved(average) => {
                Some(Habit { average, longest: average * LONGEST, n_moves, spent })
            }
            Opponent::Novice(_) | Opponent::Bot(..) | Opponent::EngineNodes(_) => None,
        }
    }

    /// The longest it thinks about a move when nothing else limits it.
    pub fn longest_time(&self) -> Option<Duration> {
        match self.opponent {
            Opponent::Novice(_) | Opponent::Bot(..) => Some(SEED_TIME),
            Opponent::EngineTime(time) | Opponent::Solved(time) => Some(time * LONGEST),
            Opponent::EngineNodes(_) => None,
        }
    }

    /// What it spends on a move when nobody chooses anything else.
    pub fn usual(&self) -> MoveLimits {
        match self.opponent {
            Opponent::Novice(_) => MoveLimits::NONE,
            Opponent::Bot(name, depth) => {
                let width = (name == "minimax").then_some(MINIMAX_WIDTH);
                MoveLimits { depth, width, ..MoveLimits::NONE }
            }
            Opponent::EngineNodes(nodes) => MoveLimits { nodes: Some(nodes), ..MoveLimits::NONE },
            Opponent::EngineTime(time) | Opponent::Solved(time) => MoveLimits::within(time),
        }
    }

    /// What can be chosen instead of its habit.
    pub fn adjustable(&self) -> &'static [LimitKind] {
        match self.opponent {
            Opponent::Bot("minimax", _) => {
                &[LimitKind::Time, LimitKind::Depth, LimitKind::Nodes, LimitKind::Width]
            }
            // It weighs every point once and is done.
            Opponent::Novice(_) | Opponent::Bot(_, None) => &[],
            _ => &[LimitKind::Time, LimitKind::Depth, LimitKind::Nodes],
        }
    }

    /// What it may spend on a move, where somebody may have chosen something else than its habit.
    /// There is always a time among it: whoever goes by depth or nodes is as strong on a busy
    /// machine as on an idle one, and still comes to an end on both.
    pub fn limits(&self, chosen: MoveLimits) -> MoveLimits {
        let usual = self.usual();
        let is_chosen = chosen.says_when_to_stop();
        let guard = match self.opponent {
            _ if is_chosen => CHOSEN_GUARD,
            Opponent::Novice(_) | Opponent::Bot(..) => SEED_TIME,
            Opponent::EngineNodes(_) | Opponent::EngineTime(_) | Opponent::Solved(_) => NODES_GUARD,
        };
        let stop = if is_chosen { chosen } else { usual };
        let width = chosen.width.or(usual.width);
        MoveLimits { time: stop.time.or(Some(guard)), width, ..stop }
    }

    /// The player, new and without a past.
    ///
    /// # Panics
    /// If the table names a bot that does not exist, which a test rules out.
    pub fn player(&self) -> Box<dyn Player + Send> {
        match self.opponent {
            Opponent::Novice(percent) => Box::new(Novice::new(self.name, percent)),
            Opponent::Bot(name, _) => {
                crate::bots::by_name(name).expect("the ladder names bots that exist")
            }
            Opponent::EngineNodes(nodes) => Box::new(EnginePlayer::at_nodes(self.name, nodes)),
            Opponent::EngineTime(time) => Box::new(EnginePlayer::in_time(self.name, time)),
            Opponent::Solved(time) => {
                Box::new(EnginePlayer::in_time(self.name, time).following_proofs())
            }
        }
    }
}

/// A word that names no opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOpponent(pub String);

impl fmt::Display for UnknownOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = LADDER.iter().map(|rung| rung.name).chain(VARIANTS);
        let names: Vec<&str> = names.collect();
        write!(f, "there is no opponent named {:?}; they are {}", self.0, names.join(", "))
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

/// The rung for a strength from 0 to 100, as protocols give it. The Solved Game is no strength: it
/// is asked for by its name.
pub fn by_strength(strength: u8) -> &'static Rung {
    let n = LADDER.len() - 1;
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
        assert_eq!(order, LADDER.map(|rung| rung.name)[..LADDER.len() - 1]);
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
