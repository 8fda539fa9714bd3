//! How players think, for the page: while they do, and afterwards for every move.

use std::time::Duration;

use tengen_game::ActionError;
use tengen_players::{
    Candidate, Figure, Part, RootMove, Stage, Thinking, Thought, TreeNode, Units, Valuation,
};
use tengen_rules::{Game, Move, Point, Seat, Size};

use super::adapting::adapting_view;
use super::names::{bound_of, reason_of, seat_name_of, spot_of, spots_of, stone_of};
use super::survey::survey_view;
use crate::{
    CandidateView, CellView, DepthView, FigureView, LineView, MoveReasoning, PartView, Spot,
    ThinkingView, TreeBranch, TreeLevel, TreeNodeView,
};

const fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Waiting => "",
        Stage::Search => "search",
        Stage::Opening => "opening",
        Stage::Vcf => "vcf",
        Stage::Vct => "vct",
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// A thought as it stands. `seat` is who thinks in a game, `ply` the number that the move would get.
pub fn thinking_view(
    size: Size,
    thinking: &Thinking,
    seat: Option<Seat>,
    ply: u32,
) -> ThinkingView {
    let line = |line: &tengen_players::Variation| LineView {
        moves: spots_of(size, line.moves.iter().copied()),
        score: line.value.into(),
        bound: bound_of(line.bound),
        depth: line.depth,
    };
    let depth = |iteration: &tengen_players::Iteration| DepthView {
        depth: iteration.depth,
        time_ms: millis(iteration.time),
        nodes: iteration.nodes,
        best: iteration.line.first().map(|&point| spot_of(size, point)),
        score: iteration.value.into(),
        line: spots_of(size, iteration.line.iter().copied()),
    };
    ThinkingView {
        seat: seat.map(seat_name_of),
        ply,
        stage: stage_name(thinking.stage).to_owned(),
        elapsed_ms: millis(thinking.elapsed),
        limit_ms: thinking.limit.map(millis),
        depth: thinking.depth,
        deepest: thinking.deepest,
        score: thinking.value.map(Into::into),
        nodes: thinking.nodes,
        nodes_per_second: thinking.nodes_per_second,
        table_permille: thinking.table_permille,
        lines: thinking.lines.iter().map(line).collect(),
        candidates: thinking.candidates.iter().map(|it| candidate_view(size, it)).collect(),
        trying: thinking.trying.map(|point| spot_of(size, point)),
        depths: thinking.depths.iter().map(depth).collect(),
        tree: None,
    }
}

/// A tree with all that is below its roots, as that of a search that is going on.
pub fn growing_view(size: Size, roots: &[TreeNode], units: Units) -> Vec<TreeBranch> {
    let branch = |node: &TreeNode| TreeBranch {
        node: node_view(size, node, units),
        answers: growing_view(size, &node.children, units),
    };
    roots.iter().map(branch).collect()
}

fn candidate_view(size: Size, root_move: &RootMove) -> CandidateView {
    let RootMove { candidate, units, depth } = root_move;
    CandidateView {
        point: spot_of(size, candidate.point),
        score: Valuation { score: candidate.score, units: *units }.into(),
        bound: bound_of(candidate.bound),
        depth: *depth,
        parts: parts_view(&candidate.parts),
    }
}

fn parts_view(parts: &[Part]) -> Vec<PartView> {
    parts.iter().map(|part| PartView { name: part.name.clone(), value: part.value }).collect()
}

/// The record of a thought about `game`, which is the position before the move.
pub fn move_reasoning(game: &Game, seat: Option<Seat>, thought: &Thought) -> MoveReasoning {
    let size = game.size();
    let adapting = thought.adapting.as_ref();
    let candidates = thought.thinking.candidates.iter();
    // A seed player has a number for every point it looked at.
    let cells = candidates.filter(|_| thought.units == Units::Own);
    let count = |(name, &times): (&String, &u64)| PartView {
        name: name.clone(),
        value: i64::try_from(times).unwrap_or(i64::MAX),
    };
    MoveReasoning {
        ply: thought.ply,
        player: thought.player.clone(),
        color: stone_of(thought.color),
        choice: match thought.choice {
            Some(Move::Place(point)) => Some(spot_of(size, point)),
            Some(Move::Pass) | None => None,
        },
        why: reason_of(size, &thought.why),
        thinking: thinking_view(size, &thought.thinking, seat, thought.ply),
        cutoffs: thought.cutoffs.iter().map(count).collect(),
        figures: thought.figures.iter().map(|(name, it)| figure_view(size, name, it)).collect(),
        cells: cells.map(|it| cell_view(size, &it.candidate)).collect(),
        notes: thought.notes.clone(),
        survey: thought.evaluation.map(|parts| survey_view(game, parts)),
        adapting: adapting.map(|it| adapting_view(size, &it.habits, it.adapted.as_ref())),
        tree: level_view(size, &thought.tree, thought.units),
    }
}

fn cell_view(size: Size, candidate: &Candidate) -> CellView {
    CellView {
        point: spot_of(size, candidate.point),
        value: candidate.score.0,
        parts: parts_view(&candidate.parts),
    }
}

fn figure_view(size: Size, name: &str, figure: &Figure) -> FigureView {
    let mut view =
        FigureView { name: name.to_owned(), text: None, number: None, groups: Vec::new() };
    let group = |points: &[Point]| spots_of(size, points.iter().copied());
    match figure {
        Figure::Number(number) => view.number = Some(*number),
        Figure::Text(text) => view.text = Some(text.clone()),
        Figure::Points(points) => view.groups = vec![group(points)],
        Figure::Groups(groups) => view.groups = groups.iter().map(|it| group(it)).collect(),
    }
    view
}

/// The level of a thought's tree that a path leads to.
pub fn tree_level(size: Size, thought: &Thought, path: &[Spot]) -> Result<TreeLevel, ActionError> {
    let mut nodes = &thought.tree;
    for spot in path {
        let wanted = |node: &&TreeNode| spot_of(size, node.point).0.eq_ignore_ascii_case(&spot.0);
        let missing = || ActionError::Missing(format!("the tree has no {} there", spot.0));
        nodes = &nodes.iter().find(wanted).ok_or_else(missing)?.children;
    }
    Ok(TreeLevel { path: path.to_vec(), nodes: level_view(size, nodes, thought.units) })
}

fn level_view(size: Size, nodes: &[TreeNode], units: Units) -> Vec<TreeNodeView> {
    nodes.iter().map(|node| node_view(size, node, units)).collect()
}

fn node_view(size: Size, node: &TreeNode, units: Units) -> TreeNodeView {
    let TreeNode { point, color, score, bound, depth, ending, children, n_omitted } = node;
    TreeNodeView {
        point: spot_of(size, *point),
        color: stone_of(*color),
        score: Valuation { score: *score, units }.into(),
        bound: bound_of(*bound),
        depth: *depth,
        ending: ending.name().to_owned(),
        ending_text: ending.describe().to_owned(),
        n_children: children.len() as u32,
        n_omitted: *n_omitted as u32,
    }
}
