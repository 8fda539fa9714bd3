//! A fixed amount of work with a fingerprint of its result.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tengen_rules::{Game, Notation, Rule, Size, SplitMix64};
use tengen_search::Score;

use crate::engine::{Engine, Settings, Think};
use crate::instant::Instant;
use crate::position::Position;
use crate::weights::weights_of;

/// One position of the benchmark.
#[derive(Clone, Debug)]
pub struct BenchLine {
    /// The rule and size, and which position of them.
    pub name: String,
    /// Nodes visited.
    pub nodes: u64,
    /// What was found.
    pub score: Score,
    /// The best move in renju notation.
    pub best: String,
}

/// The whole benchmark.
#[derive(Clone, Debug)]
pub struct BenchResult {
    /// The positions.
    pub lines: Vec<BenchLine>,
    /// All nodes.
    pub nodes: u64,
    /// How long the searches took, without setting up the positions.
    pub time: Duration,
    /// A hash of nodes, score and best move of every position, the same on every machine.
    pub signature: u32,
}

/// The rules of the benchmark. A rule that is added later stays out: it would change the signature.
const RULES: [Rule; 8] = [
    Rule::Freestyle,
    Rule::Standard,
    Rule::Caro,
    Rule::Caro6,
    Rule::Renju,
    Rule::Ninuki42,
    Rule::Pente,
    Rule::Keryo,
];
/// The nodes each position gets.
const NODES: u64 = 30_000;
/// The size of the table, in MiB; with another one the signature is another.
pub const BENCH_HASH_MIB: usize = 16;

/// Which instructions the network's loops may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instructions {
    /// The best of this processor.
    #[default]
    Best,
    /// Those that every processor of its kind has.
    Common,
}

/// Runs the benchmark, telling `each` about every position.
pub fn bench(instructions: Instructions, each: impl FnMut(&BenchLine)) -> BenchResult {
    search_all(NODES, instructions, each)
}

fn search_all(
    nodes: u64,
    instructions: Instructions,
    mut each: impl FnMut(&BenchLine),
) -> BenchResult {
    let mut time = Duration::ZERO;
    let mut lines = Vec::new();
    for (name, game) in positions() {
        let weights = match instructions {
            Instructions::Best => None,
            Instructions::Common => {
                Some(weights_of(game.rule()).clone().with_common_instructions())
            }
        };
        let settings = Settings { hash_mib: BENCH_HASH_MIB, weights, ..Settings::default() };
        let mut engine = Engine::new(settings);
        engine.new_game();
        let think = Think { nodes: Some(nodes), ..Think::default() };
        let position = Position::of(&game);
        let start = Instant::now();
        let Ok(report) = engine.think(&position, &think, &AtomicBool::new(false), &mut |_| {})
        else {
            continue;
        };
        time += start.elapsed();
        let best = report
            .best()
            .map_or_else(String::new, |point| Notation::Renju.format(game.size(), point));
        let line = BenchLine { name, nodes: report.nodes, score: report.score(), best };
        each(&line);
        lines.push(line);
    }
    let nodes = lines.iter().map(|line| line.nodes).sum();
    BenchResult { nodes, time, signature: signature(&lines), lines }
}

/// FNV-1a, folded to 32 bits.
fn signature(lines: &[BenchLine]) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for line in lines {
        let text = format!("{} {} {}\n", line.nodes, line.score.get(), line.best);
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    (hash ^ hash >> 32) as u32
}

/// Openings and middle games of every rule, from random but sensible-looking play.
fn positions() -> Vec<(String, Game)> {
    let mut positions = Vec::new();
    for rule in RULES {
        for side in [15, 19, 20] {
            for (i, n_stones) in [3, 8, 14].into_iter().enumerate() {
                let seed = u64::from(side) << 8 | i as u64;
                positions.push((
                    format!("{rule} {side} {n_stones}"),
                    scattered(rule, Size::literal(side), n_stones, seed),
                ));
            }
        }
    }
    positions
}

/// Stones placed at random within two of another.
fn scattered(rule: Rule, size: Size, n_stones: usize, seed: u64) -> Game {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::new(rule, size);
    while game.turns().len() < n_stones {
        let near: Vec<_> = game
            .legal_points()
            .into_iter()
            .filter(|&point| {
                let is_near = |(stone, _): (tengen_rules::Point, _)| stone.distance(point) <= 2;
                game.turns().is_empty() && point == size.middle()
                    || game.stones().iter().any(is_near)
            })
            .collect();
        let Some(&point) = random.pick(&near) else { break };
        if game.try_play(point).is_err() {
            break;
        }
        if !game.status().is_ongoing() {
            game.undo();
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_does_not_depend_on_the_instructions() {
        let [best, common] =
            [Instructions::Best, Instructions::Common].map(|i| search_all(300, i, |_| {}));
        assert_eq!(best.signature, common.signature);
        assert_eq!(best.nodes, common.nodes);
    }
}
