//! The standings: who has how many points, against whom, with which color, and why.

use std::collections::BTreeMap;

use serde::Serialize;
use tengen_rules::{ByColor, Color};

use crate::reason::Reason;
use crate::result::GameRecord;
use crate::stats::{EloEstimate, Pentanomial, Score, Sprt, SprtState};

/// The standings of one player.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The player's name.
    pub name: String,
    /// All games.
    pub score: Score,
    /// Games with the black stones.
    pub as_black: Score,
    /// Games with the white stones.
    pub as_white: Score,
    /// All complete pairs.
    pub pairs: Pentanomial,
    /// The Elo difference to the opponents met, once there is a complete pair.
    pub elo: Option<EloEstimate>,
    /// Games lost by a fault, by reason.
    pub faults: BTreeMap<String, u64>,
    /// Senseless lines.
    pub garbage: u64,
}

/// Two players against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Duel {
    /// Games, from the view of the row.
    pub score: Score,
    /// Complete pairs, from the view of the row.
    pub pairs: Pentanomial,
}

/// The standings of a match, kept up to date game by game.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    names: Vec<String>,
    table: Vec<Vec<Duel>>,
    by_color: Vec<ByColor<Score>>,
    faults: Vec<BTreeMap<Reason, u64>>,
    garbage: Vec<u64>,
    reasons: BTreeMap<Reason, u64>,
    black: Score,
    // Half points of the pair's first player, for pairs with one game done.
    half_done: BTreeMap<u32, u8>,
}

impl Tally {
    /// Standings before the first game.
    pub fn new(names: &[String]) -> Self {
        let n = names.len();
        Self {
            names: names.to_vec(),
            table: vec![vec![Duel::default(); n]; n],
            by_color: vec![ByColor::default(); n],
            faults: vec![BTreeMap::new(); n],
            garbage: vec![0; n],
            ..Self::default()
        }
    }

    /// Counts a game. Returns whether it completed its pair.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        for color in Color::ALL {
            let (own, other) = (record.player(color), record.player(!color));
            let half_points = record.result.half_points(color);
            self.table[own][other].score.add_half_points(half_points);
            self.by_color[own][color].add_half_points(half_points);
        }
        self.garbage[record.black] += record.garbage[0];
        self.garbage[record.white] += record.garbage[1];
        self.black.add_half_points(record.result.half_points(Color::Black));
        *self.reasons.entry(record.reason).or_default() += 1;
        if let Some(loser) = record.at_fault() {
            *self.faults[record.player(loser)].entry(record.reason).or_default() += 1;
        }
        // The first player of a pair has Black in the first game.
        let (first, color) = if record.leg == 1 {
            (record.black, Color::Black)
        } else {
            (record.white, Color::White)
        };
        let second = record.player(!color);
        let half_points = record.result.half_points(color);
        match self.half_done.remove(&record.pair) {
            None => {
                self.half_done.insert(record.pair, half_points);
                false
            }
            Some(before) => {
                self.table[first][second].pairs.add_half_points(before + half_points);
                self.table[second][first].pairs.add_half_points(4 - before - half_points);
                true
            }
        }
    }

    /// The names of the players.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// A player against another.
    pub fn duel(&self, row: usize, column: usize) -> Duel {
        self.table[row][column]
    }

    /// All games of a player.
    pub fn total(&self, player: usize) -> Duel {
        self.table[player].iter().fold(Duel::default(), |sum, duel| Duel {
            score: sum.score.plus(duel.score),
            pairs: sum.pairs.plus(duel.pairs),
        })
    }

    /// How many games were counted.
    pub fn n_games(&self) -> u64 {
        self.black.games()
    }

    /// How often each reason ended a game.
    pub fn reasons(&self) -> &BTreeMap<Reason, u64> {
        &self.reasons
    }

    /// All games from Black's view.
    pub fn black(&self) -> Score {
        self.black
    }

    /// The state of a sequential test of the first player against the second.
    pub fn sprt(&self, sprt: &Sprt) -> SprtState {
        sprt.state(self.duel(0, 1).pairs)
    }

    /// The standing of one player.
    pub fn standing(&self, player: usize) -> Standing {
        let total = self.total(player);
        let faults = &self.faults[player];
        Standing {
            name: self.names[player].clone(),
            score: total.score,
            as_black: self.by_color[player].black,
            as_white: self.by_color[player].white,
            pairs: total.pairs,
            elo: total.pairs.elo(),
            faults: faults.iter().map(|(why, &n)| (why.name().to_owned(), n)).collect(),
            garbage: self.garbage[player],
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::result::Outcome;

    /// A finished game of players 0 and 1, or others.
    pub(crate) fn record(game: u32, players: (usize, usize), result: Outcome) -> GameRecord {
        GameRecord {
            game,
            pair: game.div_ceil(2),
            leg: if game % 2 == 1 { 1 } else { 2 },
            opening: game.div_ceil(2),
            seed: 0,
            black: players.0,
            white: players.1,
            black_name: format!("P{}", players.0),
            white_name: format!("P{}", players.1),
            result,
            reason: if result == Outcome::Draw { Reason::FullBoard } else { Reason::Five },
            detail: None,
            opening_plies: 1,
            plies: 9,
            moves: "h8 a1 i8 b1 j8 c1 k8 d1 l8".to_owned(),
            ms: vec![0.0, 1.0, 2.0, 1.5, 1.0, 2.0, 1.0, 2.0, 1.0],
            wall_ms: Vec::new(),
            garbage: [0, 1],
            idle_cpu_ms: [0.0; 2],
            peak_kib: [None, Some(100)],
            ended: 0,
        }
    }

    fn names(n: usize) -> Vec<String> {
        (0..n).map(|i| format!("P{i}")).collect()
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_done() {
        let mut tally = Tally::new(&names(2));
        // 0 wins with Black, then with White: two points. The games arrive in any order.
        assert!(!tally.add(&record(2, (1, 0), Outcome::WhiteWin)));
        assert!(!tally.add(&record(3, (0, 1), Outcome::Draw)));
        assert!(tally.add(&record(1, (0, 1), Outcome::BlackWin)));
        assert!(tally.add(&record(4, (1, 0), Outcome::BlackWin)));
        assert_eq!(tally.duel(0, 1).pairs, Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(tally.duel(1, 0).pairs, Pentanomial([1, 0, 0, 1, 0]));
        assert_eq!(tally.duel(0, 1).score, Score { wins: 2, draws: 1, losses: 1 });
        assert_eq!(tally.black(), Score { wins: 2, draws: 1, losses: 1 });
        let standing = tally.standing(1);
        assert_eq!(standing.as_black, Score { wins: 1, draws: 0, losses: 1 });
        assert_eq!(standing.as_white, Score { wins: 0, draws: 1, losses: 1 });
        assert_eq!(standing.garbage, 2);
    }

    #[test]
    fn faults_are_charged_to_the_loser() {
        let mut tally = Tally::new(&names(3));
        let mut lost = record(1, (2, 1), Outcome::WhiteWin);
        lost.reason = Reason::Timeout;
        tally.add(&lost);
        assert_eq!(tally.standing(2).faults, BTreeMap::from([("timeout".to_owned(), 1)]));
        assert!(tally.standing(1).faults.is_empty());
        assert_eq!(tally.total(1).score.wins, 1);
        assert_eq!(tally.total(0).score.games(), 0);
    }
}
