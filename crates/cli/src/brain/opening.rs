//! The engine in the openings: what to propose, and which color to take.

use tengen_engine::{Event, Line, Report, Score};
use tengen_gomocup::{Answer, Few, SoosorvStep};
use tengen_rules::{Color, Game, Point, PositionKey, SplitMix64};

use super::champion::Champion;
use super::thinker::Search;

/// Within this many score units of even (some 57 %) nobody can be sure to have the better color.
const UNCLEAR: i32 = 60;
/// How many three-stone openings are looked at before one is proposed.
const PROPOSALS: u32 = 12;
/// How many moves are compared where one that keeps the balance is wanted.
const COMPARED: usize = 24;

impl Champion {
    /// The move after which the game is as even as possible, with how far from even it is.
    pub(super) fn most_even(
        &self,
        search: &Search<'_>,
        game: &Game,
        bias: i32,
        share: u32,
    ) -> Option<(Point, i32)> {
        let report = self.quietly(search, game, COMPARED, share);
        let distance = |line: &Line| (line.score.get() - bias).abs();
        let line = report.lines.iter().min_by_key(|line| distance(line))?;
        Some((*line.points.first()?, distance(line)))
    }

    /// Two moves after which the game is as even as possible.
    pub(super) fn two_even(&self, search: &Search<'_>, bias: i32) -> Answer {
        const FIRST_MOVES: usize = 6;
        let game = &search.request.game;
        let firsts = self.quietly(search, game, FIRST_MOVES, FIRST_MOVES as u32 + 1);
        let mut best: Option<([Point; 2], i32)> = None;
        for (i, line) in firsts.lines.iter().enumerate() {
            let Some(&first) = line.points.first() else { continue };
            let mut after = game.clone();
            if after.try_play(first).is_err() || !after.status().is_ongoing() {
                continue;
            }
            let share = (firsts.lines.len() - i) as u32;
            let even = self.most_even(search, &after, -bias, share);
            let better = even.filter(|&(_, d)| best.is_none_or(|(_, least)| d < least));
            best = better.map(|(second, d)| ([first, second], d)).or(best);
        }
        best.map_or(Answer::Nothing, |(points, _)| Answer::Two(points))
    }

    /// Three stones that the engine itself judges near even.
    pub(super) fn propose(
        &mut self,
        search: &Search<'_>,
        stones_of: impl Fn(&Game, &mut SplitMix64) -> Option<[Point; 3]>,
    ) -> Answer {
        let game = &search.request.game;
        let mut random = SplitMix64::new(self.next_seed());
        let mut best: Option<([Point; 3], i32)> = None;
        for left in (1..=PROPOSALS).rev() {
            let Some(stones) = stones_of(game, &mut random) else { continue };
            let mut after = game.clone();
            if stones.iter().any(|&stone| after.try_play(stone).is_err()) {
                continue;
            }
            let report = self.quietly(search, &after, 1, left);
            let distance = report.score().get().abs();
            if report.depth > 0 && best.is_none_or(|(_, least)| distance < least) {
                best = Some((stones, distance));
            }
        }
        match best {
            Some((stones, _)) => Answer::Three(stones),
            None => stones_of(game, &mut random).map_or(Answer::Nothing, Answer::Three),
        }
    }

    /// Takes the better color, or makes the choice the opponent's where it is unclear.
    pub(super) fn answer_three(&self, search: &Search<'_>) -> Answer {
        debug_assert_eq!(search.request.game.to_move(), Color::White);
        let report = self.quietly(search, &search.request.game, 1, 2);
        if report.score().get().abs() <= UNCLEAR {
            let two = self.two_even(search, 0);
            if two != Answer::Nothing {
                return two;
            }
        }
        better_color(&report)
    }

    /// Whoever is to move and worse off takes the other color.
    pub(super) fn swap_or_move(&self, search: &Search<'_>) -> Answer {
        better_color(&self.quietly(search, &search.request.game, 1, 1))
    }

    /// A step of the Soosorv opening.
    pub(super) fn soosorv(&mut self, search: &Search<'_>, step: SoosorvStep) -> Answer {
        let game = &search.request.game;
        match step {
            SoosorvStep::Propose => self.propose(search, around_the_middle),
            SoosorvStep::FirstSwap => self.swap_or_move(search),
            SoosorvStep::Fourth => self.fourth(search),
            SoosorvStep::SecondSwap(n) => {
                // White will leave Black the worst of his fifth moves.
                let fifths = self.fifths(search, game, n);
                match fifths.last() {
                    Some(&(_, score)) if score < Score::DRAW => Answer::Swap,
                    Some(&(point, _)) => Answer::Point(point),
                    None => Answer::Nothing,
                }
            }
            SoosorvStep::Fifths(n) => {
                let fifths = self.fifths(search, game, n);
                let points: Vec<Point> = fifths.iter().map(|&(point, _)| point).collect();
                Answer::Fifths(Few::new(&points))
            }
            SoosorvStep::Choose => {
                let n_choices = search.request.choices.len();
                let report = self.quietly(search, game, n_choices, 1);
                let worst = report.lines.last().and_then(|line| line.points.first());
                worst.map_or(Answer::Nothing, |&point| Answer::Point(point))
            }
        }
    }

    /// White's best fourth stone, with the number of fifths that leaves the game most even.
    fn fourth(&self, search: &Search<'_>) -> Answer {
        let game = &search.request.game;
        let Some(fourth) = self.quietly(search, game, 1, 2).best() else { return Answer::Nothing };
        let mut after = game.clone();
        if after.try_play(fourth).is_err() {
            return Answer::Nothing;
        }
        let fifths = self.fifths(search, &after, Few::MOST as u32);
        let distances = fifths.iter().map(|(_, score)| score.get().abs());
        let n = (1..).zip(distances).min_by_key(|&(_, distance)| distance);
        Answer::Fourth(fourth, n.map_or(1, |(n, _)| n))
    }

    /// Black's best fifth stones that no symmetry makes the same, with their scores.
    fn fifths(&self, search: &Search<'_>, game: &Game, n: u32) -> Vec<(Point, Score)> {
        let n = n as usize;
        let report = self.quietly(search, game, 2 * n + 2, 1);
        let mut keys = Vec::new();
        let mut fifths = Vec::new();
        for line in &report.lines {
            let Some(&point) = line.points.first() else { continue };
            let mut after = game.clone();
            let is_legal = after.try_play(point).is_ok();
            let key = PositionKey::canonical(&after.to_setup());
            if is_legal && !keys.contains(&key) && fifths.len() < n {
                keys.push(key);
                fifths.push((point, line.score));
            }
        }
        fifths
    }

    fn quietly(&self, search: &Search<'_>, game: &Game, lines: usize, share: u32) -> Report {
        self.think_about(search, game, lines, share, &mut |_: Event| {})
    }
}

/// Swap if the side to move is worse off, else its best move.
fn better_color(report: &Report) -> Answer {
    if report.score() < Score::DRAW {
        return Answer::Swap;
    }
    report.best().map_or(Answer::Nothing, Answer::Point)
}

/// Three random stones in a patch near an edge, where the first player's advantage is smallest.
pub(super) fn near_an_edge(game: &Game, random: &mut SplitMix64) -> Option<[Point; 3]> {
    let side = i64::from(game.size().get());
    let patch = side.min(6);
    let left = random.below((side - patch) as usize + 1) as i64;
    some_three(game, random, |random| {
        (left + random.below(patch as usize) as i64, random.below(patch as usize) as i64)
    })
}

/// The classical opening of renju: the middle, a stone beside it, and a third within two of it.
fn around_the_middle(game: &Game, random: &mut SplitMix64) -> Option<[Point; 3]> {
    let middle = game.size().middle();
    let (x, y) = (i64::from(middle.x()), i64::from(middle.y()));
    let second = if random.below(2) == 0 { (x, y - 1) } else { (x + 1, y - 1) };
    let mut first_two = [(x, y), second].into_iter();
    some_three(game, random, |random| {
        first_two
            .next()
            .unwrap_or_else(|| (x - 2 + random.below(5) as i64, y - 2 + random.below(5) as i64))
    })
}

/// Three different points of the board from a source of coordinates.
fn some_three(
    game: &Game,
    random: &mut SplitMix64,
    mut next: impl FnMut(&mut SplitMix64) -> (i64, i64),
) -> Option<[Point; 3]> {
    let mut stones: Vec<Point> = Vec::new();
    for _ in 0..100 {
        let (x, y) = next(random);
        stones.extend(game.size().point(x, y).filter(|point| !stones.contains(point)));
        if stones.len() == 3 {
            break;
        }
    }
    <[Point; 3]>::try_from(stones).ok()
}
