//! Which games are played, in which order.
//!
//! The order is round by round, so that a match that is continued with more pairs keeps the
//! numbers of the games already played.

use tengen_rules::{ByColor, Point, Size, SplitMix64, Symmetry};

use crate::config::{Format, MatchConfig};
use crate::openings::OpeningOrder;

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlan {
    /// Its number in the match, from one.
    pub game: u32,
    /// The number of its pair, from one.
    pub pair: u32,
    /// Which game of the pair, 1 or 2. In the second the colors are exchanged.
    pub leg: u8,
    /// The players' numbers in the configuration.
    pub players: ByColor<usize>,
    /// The number of the opening in its file, from one; 0 is the empty board.
    pub opening: u32,
    /// The stones of the opening.
    pub stones: Vec<Point>,
    /// The seed that both players get; the same for both games of a pair, so that two copies of a
    /// seeded player mirror each other.
    pub seed: u64,
}

/// Every game of a match.
pub(crate) fn plan(config: &MatchConfig, size: Size, openings: &[Vec<Point>]) -> Vec<GamePlan> {
    let pairings = pairings(config.format, config.players.len());
    let n_rounds = config.pairs.unwrap_or(config.repeat * openings.len().max(1) as u32);
    let order = config.openings.as_ref().map_or(OpeningOrder::Sequential, |from| from.order);
    let symmetries: Vec<Symmetry> = Symmetry::all().collect();
    let mut random = SplitMix64::new(config.seed);
    let mut cycle: Vec<usize> = Vec::new();
    let mut games = Vec::new();
    for round in 0..n_rounds as usize {
        let at = if openings.is_empty() { 0 } else { round % openings.len() };
        if at == 0 && !openings.is_empty() {
            cycle = (0..openings.len()).collect();
            if order == OpeningOrder::Random {
                random.shuffle(&mut cycle);
            }
        }
        let chosen = cycle.get(at).copied();
        let turned = match (config.transform, openings.len()) {
            (true, n @ 1..) => symmetries[round / n % symmetries.len()],
            _ => Symmetry::IDENTITY,
        };
        let stones: Vec<Point> = chosen
            .map_or(&[][..], |i| &openings[i])
            .iter()
            .map(|&point| turned.apply(size, point))
            .collect();
        for &(a, b) in &pairings {
            let pair = games.len() as u32 / 2 + 1;
            let seed = pair_seed(config.seed, pair);
            for (leg, players) in [(1, ByColor::new(a, b)), (2, ByColor::new(b, a))] {
                games.push(GamePlan {
                    game: games.len() as u32 + 1,
                    pair,
                    leg,
                    players,
                    opening: chosen.map_or(0, |i| i as u32 + 1),
                    stones: stones.clone(),
                    seed,
                });
            }
        }
    }
    games
}

fn pairings(format: Format, n_players: usize) -> Vec<(usize, usize)> {
    let first = match format {
        Format::RoundRobin => 0..n_players,
        Format::Gauntlet => 0..1,
    };
    first.flat_map(|a| (a + 1..n_players).map(move |b| (a, b))).collect()
}

/// 31 bits: many programs read their seed into a signed 32-bit number.
fn pair_seed(seed: u64, pair: u32) -> u64 {
    let mixed = SplitMix64::new(seed).next_u64() ^ u64::from(pair);
    SplitMix64::new(mixed).next_u64() >> 33
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::PlayerConfig;
    use crate::openings::{OpeningKind, OpeningsConfig};

    fn config(n_players: usize) -> MatchConfig {
        MatchConfig {
            players: vec![PlayerConfig::program(["x"]); n_players],
            ..MatchConfig::default()
        }
    }

    fn some_openings(n: u8) -> Vec<Vec<Point>> {
        (0..n).map(|x| vec![Point::new(x, 1)]).collect()
    }

    fn random_order() -> OpeningsConfig {
        let (kind, order) = (OpeningKind::Offset, OpeningOrder::Random);
        OpeningsConfig { file: "x".into(), kind, order }
    }

    #[test]
    fn each_opening_is_played_twice_with_colors_exchanged() {
        let games = plan(&config(2), Size::literal(15), &some_openings(3));
        assert_eq!(games.len(), 6);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].players, pair[1].players.swapped());
            assert_eq!(pair[0].stones, pair[1].stones);
            assert_eq!((pair[0].pair, pair[0].leg, pair[1].leg), (pair[1].pair, 1, 2));
            assert_eq!(pair[0].seed, pair[1].seed);
        }
        let numbers: Vec<u32> = games.iter().map(|game| game.game).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn round_robin_and_gauntlet() {
        assert_eq!(pairings(Format::RoundRobin, 3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairings(Format::Gauntlet, 4), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn random_order_plays_each_opening_once_per_cycle() {
        let mut config = config(2);
        config.openings = Some(random_order());
        config.repeat = 2;
        let games = plan(&config, Size::literal(15), &some_openings(8));
        let cycle = |range: std::ops::Range<usize>| -> Vec<u32> {
            games[range].iter().step_by(2).map(|game| game.opening).collect()
        };
        let (first, second) = (cycle(0..16), cycle(16..32));
        assert_ne!(first, second);
        for mut numbers in [first, second] {
            assert_ne!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
            numbers.sort_unstable();
            assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
        }
        assert_eq!(games, plan(&config, Size::literal(15), &some_openings(8)), "seeded");
        config.seed = 1;
        assert_ne!(games, plan(&config, Size::literal(15), &some_openings(8)));
    }

    #[test]
    fn more_pairs_keep_the_games_before() {
        let mut config = config(3);
        config.openings = Some(random_order());
        config.pairs = Some(5);
        let few = plan(&config, Size::literal(15), &some_openings(4));
        config.pairs = Some(9);
        let many = plan(&config, Size::literal(15), &some_openings(4));
        assert_eq!(few.len(), 30);
        assert_eq!(many[..30], few);
    }

    #[test]
    fn repeated_openings_are_turned_if_asked() {
        let mut config = config(2);
        config.repeat = 2;
        let plain = plan(&config, Size::literal(15), &some_openings(1));
        assert_eq!(plain[0].stones, plain[2].stones);
        config.transform = true;
        let turned = plan(&config, Size::literal(15), &some_openings(1));
        assert_eq!(turned[0].stones, plain[0].stones);
        assert_ne!(turned[2].stones, plain[2].stones);
    }

    #[test]
    fn without_openings_the_board_is_empty() {
        let games = plan(&config(2), Size::literal(15), &[]);
        assert_eq!(games.len(), 2);
        assert!(games.iter().all(|game| game.stones.is_empty() && game.opening == 0));
    }
}
