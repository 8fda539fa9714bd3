//! `minimax`: the player of seed 001 (Xinhuai Deng).
//!
//! Alpha-beta search with a cut-off at depth `d` over the `k` most valuable empty points, both 5
//! by default (3.4), an evaluation by the values of the empty points with must-win and must-lose
//! tests (2.4), and a dictionary of evaluations under Zobrist keys (2.5.2). The first stone goes
//! to tengen and the second beside the first (2.2). The report's five seconds are kept by
//! iterative deepening, which the report does without.

mod evaluate;
mod search;
mod value;
mod zobrist;

use std::time::Duration;

use crate::{
    Candidate, Choice, Deadline, Figure, Limits, Part, Player, Reasoning, Score, Silent,
    TreeRecorder, Unsupported, Witness,
};
use tengen_rules::{Color, Game, Move, Point, Rule, Size, Stones};

use crate::bots::board::{Board, Grid, Layout, ring_order};
use crate::bots::deepening::deepen;
pub use evaluate::Evaluation;
use evaluate::evaluate;
use search::{Search, most_valuable};
use value::{PointValue, value};
use zobrist::Zobrist;

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct Minimax {
    /// How many plies it looks ahead (the report's `d`).
    pub depth: u32,
    /// How many moves of each position it looks at (the report's `k`).
    pub width: usize,
    /// How long it may think if nobody says.
    pub time: Duration,
}

impl Default for Minimax {
    fn default() -> Self {
        let (depth, width) = (Self::DEPTH, Self::WIDTH as usize);
        Self { depth, width, time: Duration::from_secs(5) }
    }
}

impl Player for Minimax {
    fn name(&self) -> &'static str {
        "minimax"
    }

    fn supports(&self, _rule: Rule, _size: Size) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        mut reasoning: Option<&mut Reasoning>,
    ) -> Choice {
        let deadline = Deadline::start(limits, self.time);
        if let Some(reasoning) = reasoning.as_deref_mut() {
            reasoning.begin(self.name(), game);
        }
        let choice = if let Some((point, why)) = opening_stone(game) {
            if let Some(reasoning) = reasoning.as_deref_mut() {
                reasoning.note(why);
            }
            let elapsed = deadline.elapsed();
            Choice { mv: Some(Move::Place(point)), score: None, depth: 0, nodes: 0, elapsed }
        } else {
            match reasoning.as_deref_mut() {
                None => self.think(game, limits, &deadline, &mut Silent, None),
                Some(reasoning) => {
                    let detail = reasoning.detail;
                    let mut tree = TreeRecorder::new(game.to_move(), detail);
                    let choice = self.think(game, limits, &deadline, &mut tree, Some(reasoning));
                    reasoning.tree = tree.into_tree();
                    choice
                }
            }
        };
        if let Some(reasoning) = reasoning {
            reasoning.finish(&choice);
        }
        choice
    }
}

impl Minimax {
    /// The report's d.
    pub const DEPTH: u32 = 5;
    /// The report's k.
    pub const WIDTH: u32 = 5;

    fn think(
        &self,
        game: &Game,
        limits: &Limits<'_>,
        deadline: &Deadline<'_>,
        witness: &mut impl Witness,
        mut reasoning: Option<&mut Reasoning>,
    ) -> Choice {
        let legal = game.legal_points();
        let width = limits.width.map_or(self.width, |width| width.max(1) as usize);
        let mut search = Search::new(game, width, deadline, witness);
        let root = search.root_actions(&legal);
        let Some(&first) = root.first() else { return Choice::without_a_point(game) };
        let depth = limits.depth.unwrap_or(self.depth).max(1);
        let choice = deepen(&mut search, depth, first, deadline, reasoning.as_deref_mut());
        let (counts, n_remembered) = (search.cutoffs, search.n_remembered);
        if let Some(reasoning) = reasoning {
            tell_values(reasoning, game);
            tell_evaluation(reasoning, game);
            reasoning.count("alpha", counts.alpha);
            reasoning.count("beta", counts.beta);
            reasoning.count("dictionary", n_remembered);
            let (n_legal, n_root) = (legal.len(), root.len());
            reasoning.note(format!(
                "of {n_legal} open points the {n_root} most valuable were searched, and as many in every position below"
            ));
        }
        choice
    }
}

/// The stones that are not thought about (2.2, `first_chess` and `second_chess`): the report finds
/// the search slow and needless there.
fn opening_stone(game: &Game) -> Option<(Point, &'static str)> {
    let order = ring_order(game.size());
    let mut stones = game.stones().iter();
    match (stones.next(), stones.next()) {
        (None, _) => {
            let point = *order.first()?;
            game.is_legal(point).then_some((point, "the first stone goes to the middle"))
        }
        // The report does not say which neighbor; we take the one nearest the middle, so that a
        // first stone on the edge does not lead there.
        (Some((first, color)), None) if color != game.to_move() => order
            .into_iter()
            .find(|&point| point.distance(first) == 1 && game.is_legal(point))
            .map(|point| (point, "the second stone goes beside the first")),
        _ => None,
    }
}

/// The report's ACTIONS: the `width` most valuable empty points for `mover`, the best first.
pub fn actions(stones: &Stones, mover: Color, width: usize) -> Vec<Point> {
    let board = Board::from_stones(stones);
    let layout = board.layout();
    let cells = most_valuable(&board, mover, width, board.empties());
    cells.into_iter().map(|index| layout.point(index)).collect()
}

/// The report's `eval_posi`: what an empty point is worth to `color`.
pub fn point_value(stones: &Stones, point: Point, color: Color) -> i64 {
    let board = Board::from_stones(stones);
    value(&board, board.layout().index(point), color)
}

/// The report's EVAL-FN in its parts, for `player` with `to_move` to move.
pub fn evaluation(stones: &Stones, player: Color, to_move: Color) -> Evaluation {
    evaluate(&Board::from_stones(stones), player, to_move)
}

/// The random number of a stone on a point: an entry of the report's `M_B` or `M_W`.
pub fn hash_number(size: Size, point: Point, color: Color) -> u64 {
    let layout = Layout::new(size);
    Zobrist::new(layout.n_cells()).toggle(0, layout.index(point), color)
}

/// Tells what EVAL-FN says of the position, and of the position at the end of the expected line,
/// which is where the score comes from.
fn tell_evaluation(reasoning: &mut Reasoning, game: &Game) {
    let mover = game.to_move();
    let mut board = Board::from_stones(game.stones());
    let now = evaluate(&board, mover, mover);
    let line = reasoning.lines.last().map_or_else(Vec::new, |line| line.moves.clone());
    let mut color = mover;
    for &point in &line {
        board.set(board.layout().index(point), Some(color));
        color = !color;
    }
    let last = line.last().map(|&point| board.layout().index(point));
    let mut add = |place: &str, evaluation: Evaluation| {
        let infinite = |is: bool, text: &str| Figure::Text(if is { text } else { "0" }.to_owned());
        let Evaluation { val, .. } = evaluation;
        let attack = infinite(evaluation.attacks(), "infinity");
        let defense = infinite(evaluation.defends(), "-infinity");
        for (name, figure) in
            [("val", Figure::Number(val)), ("attack", attack), ("defense", defense)]
        {
            reasoning.figures.insert(format!("{name}{place}"), figure);
        }
    };
    add("", now);
    if last.is_some_and(|last| !board.has_five_at(last)) {
        add(" at the end of the line", evaluate(&board, mover, color));
    }
}

/// Adds to every candidate what it was sorted by.
fn tell_values(reasoning: &mut Reasoning, game: &Game) {
    let board = Board::from_stones(game.stones());
    for Candidate { point, parts, .. } in &mut reasoning.candidates {
        let value = PointValue::of(&board, board.layout().index(*point), game.to_move());
        *parts = vec![
            Part::new("position value for the mover", value.own),
            Part::new("position value for the opponent", value.opponent),
        ];
    }
    reasoning.sort_candidates();
    let is_lost = |score: Score| score.is_decided() && score < Score(0);
    if reasoning.candidates.iter().all(|candidate| is_lost(candidate.score)) {
        reasoning.note("every move looked at loses; the one that held out longest is played");
    }
}
