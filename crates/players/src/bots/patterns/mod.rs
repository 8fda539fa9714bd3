//! `patterns`: the player of seed 004, a first-year project in C++.
//!
//! Negamax with iterative deepening under a 5-second limit. The position is valued stone by stone:
//! along four directions the array of `(n, b, s)` says how many stones are linked, how many ends
//! are blocked and how many spaces are jumped, and eleven rows of two-dimensional patterns turn
//! the array into points.
//!
//! The report tells how its authors came to that. Their first ideas are switches of the same
//! player, so that the story can be told and measured: [`BoardKind::BitboardPair`],
//! [`BoardKind::CharMatrix`], [`Heuristic::RegexCount`] and [`Heuristic::Adjacent`].

mod adjacent;
mod bitboards;
mod char_matrix;
mod evaluator;
mod negamax;
mod regex_count;
mod research;
mod rows;

use std::time::Duration;

use crate::{
    Candidate, Choice, Deadline, Limits, Player, Reasoning, Silent, TreeRecorder, Unsupported,
    Witness,
};
use tengen_rules::{Game, Rule, Size};

use crate::bots::board::{Board, Grid};
use crate::bots::deepening::deepen;
pub use adjacent::adjacent;
use bitboards::BitboardPair;
use char_matrix::CharMatrix;
pub use evaluator::Evaluator;
use negamax::Search;
pub use regex_count::{PatternCount, RegexCounter};
pub use research::{Found, research};
pub use rows::{ROWS, Row, row_matches, rows_at};

/// How the board is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardKind {
    /// One cell after the other in one array (the report's final decision).
    #[default]
    Array,
    /// One set of bits for each player (its first).
    BitboardPair,
    /// Rows of characters, each of its own (its second).
    CharMatrix,
}

/// How a position is valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heuristic {
    /// The array of `(n, b, s)` at every stone, compared with the rows (the final decision).
    #[default]
    PerCell,
    /// Patterns counted by regular expressions in the board written as text (the first idea).
    RegexCount,
    /// The best of the positions one stone around the last stone (the second idea).
    Adjacent,
}

/// The switches of the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// How the board is stored.
    pub board: BoardKind,
    /// How a position is valued.
    pub heuristic: Heuristic,
}

/// The player.
#[derive(Clone, Debug)]
pub struct Patterns {
    switches: Switches,
    time: Duration,
}

impl Default for Patterns {
    fn default() -> Self {
        Self::with_switches(Switches::default())
    }
}

impl Patterns {
    /// The player with other switches than the final ones.
    pub fn with_switches(switches: Switches) -> Self {
        Self { switches, time: Duration::from_secs(5) }
    }

    fn think<W: Witness>(
        &self,
        game: &Game,
        limits: &Limits<'_>,
        deadline: &Deadline<'_>,
        witness: &mut W,
        reasoning: Option<&mut Reasoning>,
    ) -> Choice {
        match self.switches.board {
            BoardKind::Array => {
                self.think_on::<Board, W>(game, limits, deadline, witness, reasoning)
            }
            BoardKind::BitboardPair => {
                self.think_on::<BitboardPair, W>(game, limits, deadline, witness, reasoning)
            }
            BoardKind::CharMatrix => {
                self.think_on::<CharMatrix, W>(game, limits, deadline, witness, reasoning)
            }
        }
    }

    fn think_on<G: Grid, W: Witness>(
        &self,
        game: &Game,
        limits: &Limits<'_>,
        deadline: &Deadline<'_>,
        witness: &mut W,
        mut reasoning: Option<&mut Reasoning>,
    ) -> Choice {
        let grid = G::from_stones(game.stones());
        let evaluator = Evaluator::new(self.switches.heuristic, game.size());
        let mut search = Search::new(grid, &evaluator, game.to_move(), deadline, witness);
        let Some(first) = search.root_moves(game) else { return Choice::without_a_point(game) };
        let n_empty = game.size().n_points() - game.stones().n_stones();
        let depth = limits.depth.unwrap_or(u32::MAX).clamp(1, n_empty as u32);
        let choice = deepen(&mut search, depth, first, deadline, reasoning.as_deref_mut());
        let (alpha, beta) = (search.n_alpha_cuts, search.n_beta_cuts);
        if let Some(reasoning) = reasoning {
            tell_parts(reasoning, game);
            reasoning.count("alpha", alpha);
            reasoning.count("beta", beta);
        }
        choice
    }
}

impl Player for Patterns {
    fn name(&self) -> &'static str {
        match self.switches {
            Switches { heuristic: Heuristic::RegexCount, .. } => "patterns-regex",
            Switches { heuristic: Heuristic::Adjacent, .. } => "patterns-adjacent",
            Switches { board: BoardKind::BitboardPair, .. } => "patterns-bitboard",
            Switches { board: BoardKind::CharMatrix, .. } => "patterns-matrix",
            Switches { board: BoardKind::Array, .. } => "patterns",
        }
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
        let deadline = Deadline::start(limits, self.time);
        let Some(reasoning) = reasoning else {
            return self.think(game, limits, &deadline, &mut Silent, None);
        };
        reasoning.begin(self.name(), game);
        let mut tree = TreeRecorder::new(game.to_move(), reasoning.detail);
        let choice = self.think(game, limits, &deadline, &mut tree, Some(reasoning));
        reasoning.tree = tree.into_tree();
        reasoning.finish(&choice);
        choice
    }
}

/// Adds to every candidate the rows that a stone there would match, for either side.
fn tell_parts(reasoning: &mut Reasoning, game: &Game) {
    let mut board = Board::from_stones(game.stones());
    let mover = game.to_move();
    for Candidate { point, parts, .. } in &mut reasoning.candidates {
        let index = board.layout().index(*point);
        for (color, whose) in [(mover, "own"), (!mover, "opponent's")] {
            board.set(index, Some(color));
            parts.extend(rows::parts_at(&board, index, whose));
            board.set(index, None);
        }
    }
    reasoning.sort_candidates();
    reasoning.note("a candidate's score is that of the search; its parts are the rows that a stone there would match by itself, for either side");
}
