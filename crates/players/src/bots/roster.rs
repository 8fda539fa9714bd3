//! Who there is to play against: the one table that the app, the protocols and the docs share.

use crate::Player;
use thiserror::Error;

use crate::bots::fivetuple::FiveTuple;
use crate::bots::minimax::Minimax;
use crate::bots::patterns::{BoardKind, Heuristic, Patterns, Switches};
use crate::bots::scorer::Scorer;

/// A bot as people meet it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotInfo {
    /// The name it is asked for by.
    pub name: &'static str,
    /// The name people see.
    pub title: &'static str,
    /// Who it is, in a sentence.
    pub who: &'static str,
    /// What it is like to play against, in a sentence.
    pub feel: &'static str,
}

/// The four bots, in the order of their reports.
pub const ROSTER: [BotInfo; 4] = [
    BotInfo {
        name: "scorer",
        title: "The Scorer",
        who: "A student's first project: it adds up what every empty point would give either side \
              and takes the largest sum.",
        feel: "It answers at once and stops most fours and threes, but a stone behind a gap counts \
               as if the gap were filled, so that it now and then builds on instead of stopping a \
               four, and it never thinks about your reply.",
    },
    BotInfo {
        name: "minimax",
        title: "The Minimaxer",
        who: "A textbook alpha-beta search over the four most valuable moves, two plies deep, or as \
              many as you choose; its report has five of both.",
        feel: "It sees what you are about to do, unless the saving move is not among the four it \
               looks at; with more plies it sets up double threats.",
    },
    BotInfo {
        name: "fivetuple",
        title: "The Five-Tuple Bot",
        who: "A pair's entry for an online bot arena: it weighs all windows of five through a \
              point for both sides and leaves the opponent the least.",
        feel: "It defends more than it attacks and picks among equals by chance, so no two games \
               are alike.",
    },
    BotInfo {
        name: "patterns",
        title: "The Pattern Searcher",
        who: "A first-year team's second attempt: negamax deepened until the clock stops it, with \
              patterns that look along two lines at once.",
        feel: "It looks four plies ahead, more if it is given its five seconds, and likes crossing \
               lines, but a lone blocked four means nothing to it until the five is in sight.",
    },
];

/// The earlier ideas of the `patterns` report: its first two boards and its first two heuristics.
pub const VARIANTS: [&str; 4] =
    ["patterns-bitboard", "patterns-matrix", "patterns-regex", "patterns-adjacent"];

/// A word that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no bot named {0:?}; the bots are scorer, minimax, fivetuple, patterns and its earlier \
     ideas {variants}", variants = VARIANTS.join(", ")
)]
pub struct UnknownBot(pub String);

/// The bot with this name. Besides the names of the [`ROSTER`] there are the earlier ideas of the
/// `patterns` report ([`VARIANTS`]).
pub fn by_name(name: &str) -> Option<Box<dyn Player + Send>> {
    let patterns = |switches| -> Option<Box<dyn Player + Send>> {
        Some(Box::new(Patterns::with_switches(switches)))
    };
    let default = Switches::default();
    match name {
        "scorer" => Some(Box::new(Scorer::default())),
        "minimax" => Some(Box::new(Minimax::default())),
        "fivetuple" => Some(Box::new(FiveTuple::default())),
        "patterns" => patterns(default),
        "patterns-bitboard" => patterns(Switches { board: BoardKind::BitboardPair, ..default }),
        "patterns-matrix" => patterns(Switches { board: BoardKind::CharMatrix, ..default }),
        "patterns-regex" => patterns(Switches { heuristic: Heuristic::RegexCount, ..default }),
        "patterns-adjacent" => patterns(Switches { heuristic: Heuristic::Adjacent, ..default }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_answers_to_his_name() {
        for name in ROSTER.iter().map(|bot| bot.name).chain(VARIANTS) {
            assert_eq!(by_name(name).unwrap().name(), name);
        }
        assert!(by_name("nobody").is_none());
    }
}
