//! The gentlest opponent: a beginner. He adds up what every point gives, as the scorer of seed 000
//! does, but he overlooks many points, good ones and bad ones alike. How many is all that makes him
//! weak: what he sees he judges as well as the scorer.

use std::time::Duration;

use tengen_rules::{Game, Move, Point, Rule, Size, SplitMix64};

use crate::bots::scorer::ScoreSheet;
use crate::{Choice, Deadline, Figure, Limits, Player, Reasoning, Unsupported};

/// Somebody who overlooks points.
#[derive(Clone, Copy, Debug)]
pub struct Novice {
    name: &'static str,
    overlooks_percent: u32,
}

/// What makes the lots of one move differ from those of the next.
const NEXT_MOVE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Novice {
    /// One who overlooks each point with this probability.
    pub const fn new(name: &'static str, overlooks_percent: u32) -> Self {
        Self { name, overlooks_percent }
    }

    /// The points that he overlooks in a position.
    fn overlooked(&self, game: &Game, seed: u64) -> Vec<Point> {
        let n_stones = game.stones().n_stones() as u64;
        let mut random = SplitMix64::new(seed ^ n_stones.wrapping_mul(NEXT_MOVE));
        let is_overlooked = |_: &Point| random.below(100) < self.overlooks_percent as usize;
        game.size().points().filter(is_overlooked).collect()
    }
}

impl Player for Novice {
    fn name(&self) -> &'static str {
        self.name
    }

    fn supports(&self, _rule: Rule, _size: Size) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        reasoning: Option<&mut Reasoning>,
    ) -> Choice {
        let deadline = Deadline::start(limits, Duration::from_secs(5));
        let sheet = ScoreSheet::new(game.stones(), game.to_move());
        let overlooked = self.overlooked(game, limits.seed);
        let sees = |point: Point| game.is_legal(point) && overlooked.binary_search(&point).is_err();
        let best = sheet.best(sees).or_else(|| sheet.best(|point| game.is_legal(point)));
        let mut choice = Choice::without_a_point(game);
        if let Some((point, score)) = best {
            choice.mv = Some(Move::Place(point));
            (choice.score, choice.depth) = (Some(score), 1);
        }
        choice.nodes = sheet.cells().len() as u64;
        choice.elapsed = deadline.elapsed();
        if let Some(reasoning) = reasoning {
            reasoning.begin(self.name, game);
            let seen = sheet.cells().iter().filter(|cell| sees(cell.point));
            reasoning.candidates = seen.map(crate::bots::scorer::ScoredCell::candidate).collect();
            reasoning.sort_candidates();
            let missed = overlooked.iter().filter(|&&point| game.stones().get(point).is_none());
            let missed = Figure::Points(missed.copied().collect());
            reasoning.figures.insert("overlooked".to_owned(), missed);
            reasoning.finish(&choice);
            reasoning.note("a score is what the point gives its own side plus what it would give the other side; overlooked points are not considered");
        }
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::Point;

    fn four() -> Game {
        let mut game = Game::new(Rule::Freestyle, Size::literal(15));
        for (x, y) in [(3, 7), (3, 0), (4, 7), (5, 0), (5, 7), (9, 0), (6, 7), (11, 0)] {
            game.try_play(Point::new(x, y)).unwrap();
        }
        game
    }

    #[test]
    fn a_novice_overlooks_some_and_sees_the_rest() {
        let game = four();
        let wins = |percent: u32| {
            let win = |seed: &u64| {
                let limits = Limits { seed: *seed, ..Limits::default() };
                let choice = Novice::new("novice", percent).choose(&game, &limits, None);
                let Some(Move::Place(point)) = choice.mv else { panic!("there is a move") };
                [Point::new(2, 7), Point::new(7, 7)].contains(&point)
            };
            (0..200_u64).filter(win).count()
        };
        assert_eq!((wins(0), wins(100)), (200, 200));
        // Both ends have to be overlooked: one time in four.
        assert!((120..180).contains(&wins(50)), "{}", wins(50));
    }

    #[test]
    fn the_same_seed_overlooks_the_same() {
        let game = four();
        let choose = |seed| {
            let mut reasoning = Reasoning::default();
            let limits = Limits { seed, ..Limits::default() };
            let choice = Novice::new("novice", 40).choose(&game, &limits, Some(&mut reasoning));
            (choice.mv, reasoning.figures)
        };
        assert_eq!(choose(7), choose(7));
        assert_ne!(choose(7).1, choose(8).1);
    }
}
