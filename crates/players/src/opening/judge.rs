//! Who says what positions of an opening are worth.

use tengen_engine::{Engine, Instant, Position, Report, Score, StopSign, Think};
use tengen_rules::{Color, Game, Point};

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What it is worth to Black.
    pub black: Score,
    /// The best move of the side to move, if the judge has looked for it.
    pub best: Option<Point>,
}

/// Somebody who can say what positions are worth. In every question `n_left` is the number of
/// questions, this one included, that have to share what the judge may still spend.
pub trait Judge {
    /// What a position is worth, or `None` where the judge cannot say.
    fn judge(&mut self, game: &Game, n_left: u32) -> Option<Judgement>;

    /// The best moves of the side to move, at most so many and the best first, each with what it is
    /// worth to Black. Only those `among` are compared, unless there are none.
    ///
    /// A judge who knows positions only looks at the one after each move.
    fn best_moves(
        &mut self,
        game: &Game,
        among: &[Point],
        most: usize,
        n_left: u32,
    ) -> Vec<(Point, Score)> {
        let near = || near_stones(game, game.legal_points(), 2);
        let points = if among.is_empty() { near() } else { among.to_vec() };
        let mut n_questions = n_left.saturating_mul(points.len() as u32);
        let mut moves: Vec<(Point, Score)> = Vec::new();
        for point in points {
            let mut after = game.clone();
            let is_played = after.try_play(point).is_ok();
            let judged = is_played.then(|| self.judge(&after, n_questions)).flatten();
            moves.extend(judged.map(|judged| (point, judged.black)));
            n_questions = n_questions.saturating_sub(n_left);
        }
        moves.sort_by_key(|&(_, black)| core::cmp::Reverse(worth_to(game.to_move(), black)));
        moves.truncate(most);
        moves
    }
}

/// The points within `reach` of a stone, or all of them if there are none.
pub(crate) fn near_stones(game: &Game, mut points: Vec<Point>, reach: u8) -> Vec<Point> {
    let is_near = |&point: &Point| game.stones().iter().any(|(s, _)| s.distance(point) <= reach);
    if points.iter().any(is_near) {
        points.retain(is_near);
    }
    points
}

/// What something is worth to a color.
pub(super) fn worth_to(color: Color, black: Score) -> Score {
    match color {
        Color::Black => black,
        Color::White => -black,
    }
}

/// Nobody. For games that the engine does not play.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoJudge;

impl Judge for NoJudge {
    fn judge(&mut self, _game: &Game, _n_left: u32) -> Option<Judgement> {
        None
    }

    fn best_moves(
        &mut self,
        _game: &Game,
        _among: &[Point],
        _most: usize,
        _n_left: u32,
    ) -> Vec<(Point, Score)> {
        Vec::new()
    }
}

/// How hard an engine looks.
#[derive(Clone, Debug)]
pub enum Effort {
    /// At so many nodes for every position, and for every move that is compared.
    Nodes(u64),
    /// All questions together take what this allows, counted from that moment.
    Shared(Think, Instant),
}

/// The engine as a judge. Moves are compared in one search of them all, so that they are looked at
/// equally deep; searches of their own would reach different depths, and scores of different depths
/// cannot be compared.
#[derive(Debug)]
pub struct EngineJudge<'a> {
    engine: &'a Engine,
    effort: Effort,
    stop: &'a dyn StopSign,
}

impl<'a> EngineJudge<'a> {
    /// An engine that judges with this effort, until `stop` is set.
    pub fn new(engine: &'a Engine, effort: Effort, stop: &'a dyn StopSign) -> Self {
        Self { engine, effort, stop }
    }

    pub(super) fn think(&self, game: &Game, among: &[Point], lines: usize, n_left: u32) -> Report {
        let n_left = n_left.max(1);
        let allowed = match &self.effort {
            Effort::Nodes(nodes) => {
                let n_compared = lines.max(among.len()) as u64;
                Think { nodes: Some(nodes.saturating_mul(n_compared)), ..Think::default() }
            }
            Effort::Shared(all, since) => Think {
                budget: all.budget.part_after(since.elapsed(), n_left),
                nodes: all.nodes.map(|nodes| (nodes / u64::from(n_left)).max(1)),
                ..all.clone()
            },
        };
        let think = Think { lines, only: among.to_vec(), stops_when_alone: false, ..allowed };
        // A game that the engine does not play is one it has nothing to say about.
        self.engine.think(&Position::of(game), &think, self.stop, &mut |_| {}).unwrap_or_default()
    }
}

impl Judge for EngineJudge<'_> {
    fn judge(&mut self, game: &Game, n_left: u32) -> Option<Judgement> {
        let report = self.think(game, &[], 1, n_left);
        let black = worth_to(game.to_move(), report.score());
        // Stopped before the first iteration was finished, it has seen nothing.
        (report.depth > 0).then(|| Judgement { black, best: report.best() })
    }

    fn best_moves(
        &mut self,
        game: &Game,
        among: &[Point],
        most: usize,
        n_left: u32,
    ) -> Vec<(Point, Score)> {
        let report = self.think(game, among, most, n_left);
        if report.depth <= 0 {
            return Vec::new();
        }
        let of_black = |score| worth_to(game.to_move(), score);
        let first =
            |line: &tengen_engine::Line| Some((*line.points.first()?, of_black(line.score)));
        report.lines.iter().filter_map(first).collect()
    }
}
