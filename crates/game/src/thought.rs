//! What players tell about their thinking, as the page shows it.

use tengen_api::{
    CandidateView, CellView, FigureView, LineView, MoveReasoning, PartView, Reason, ScoreBound,
    Spot, ThinkingView, TreeLevel, TreeNodeView, Worth,
};
use tengen_engine::{Bound as EngineBound, Report, Score as EngineScore, TreeMove};
use tengen_players::{Bound, Ending, Figure, PointName, Reasoning, Score, TreeNode};
use tengen_rules::{Color, Game, Size};

use crate::words::{name_of, spot_of, spots_of, stone_of};
use crate::{Refusal, color_of};

/// The engine's score.
pub fn engine_worth(score: EngineScore) -> Worth {
    let mate = score.mate();
    Worth {
        text: mate.map_or_else(|| format!("{:+}", score.get()), mate_text),
        value: i64::from(score.get()),
        mate,
        win_rate: Some(score.win_rate()),
    }
}

fn mate_text(plies: i32) -> String {
    let word = if plies > 0 { "win" } else { "loss" };
    format!("{word} in {}", plies.abs())
}

/// Whose units the scores of a tree are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// The engine's, which say what share of the points to expect.
    Engine,
    /// A seed player's own.
    Own,
}

impl Units {
    fn worth(self, score: Score) -> Worth {
        let worth = worth_of(score);
        let share = |value| EngineScore::of_eval(value).win_rate();
        match i32::try_from(score.0) {
            Ok(value) if self == Self::Engine && worth.mate.is_none() => {
                Worth { text: format!("{value:+}"), win_rate: Some(share(value)), ..worth }
            }
            _ => worth,
        }
    }
}

/// Any player's score, in its own units.
pub fn worth_of(score: Score) -> Worth {
    let mate = score.is_decided().then(|| {
        let plies = i32::try_from(Score::WIN.0 - score.0.abs()).unwrap_or(i32::MAX);
        if score.0 > 0 { plies } else { -plies }
    });
    let win_rate = mate.map(|_| if score.0 > 0 { 1.0 } else { 0.0 });
    Worth { text: score.to_string(), value: score.0, mate, win_rate }
}

const fn bound_of(bound: Bound) -> ScoreBound {
    match bound {
        Bound::Exact => ScoreBound::Exact,
        Bound::AtLeast => ScoreBound::AtLeast,
        Bound::AtMost => ScoreBound::AtMost,
    }
}

const fn engine_bound(bound: EngineBound) -> Bound {
    match bound {
        EngineBound::Upper => Bound::AtMost,
        EngineBound::Lower => Bound::AtLeast,
        EngineBound::Exact | EngineBound::None => Bound::Exact,
    }
}

/// What the engine reports, with the root moves that its table remembers.
pub fn thinking_of_report(size: Size, report: &Report, root: &[TreeMove]) -> ThinkingView {
    let depth = report.depth.unsigned_abs();
    let line = |line: &tengen_engine::Line| LineView {
        moves: spots_of(size, line.points.iter().copied()),
        score: engine_worth(line.score),
        bound: ScoreBound::Exact,
        depth,
    };
    // Lines searched one after the other may come out in another order than they were tried in.
    let mut lines: Vec<LineView> = report.lines.iter().map(line).collect();
    lines.sort_by_key(|line| core::cmp::Reverse(line.score.value));
    ThinkingView {
        stage: "search".to_owned(),
        elapsed_ms: report.time.as_millis() as u64,
        depth,
        deepest: report.selective_depth.unsigned_abs(),
        score: lines.first().map(|line| line.score.clone()),
        nodes: report.nodes,
        nodes_per_second: report.nodes_per_second(),
        table_permille: report.table_permille,
        lines,
        candidates: candidates(size, report, root),
        ..ThinkingView::default()
    }
}

/// The moves of the reported lines first, then what else the table remembers of the root.
fn candidates(size: Size, report: &Report, root: &[TreeMove]) -> Vec<CandidateView> {
    let reported = report.lines.iter().filter_map(|line| {
        Some(CandidateView {
            point: spot_of(size, *line.points.first()?),
            score: engine_worth(line.score),
            bound: ScoreBound::Exact,
            depth: Some(report.depth.unsigned_abs()),
            parts: Vec::new(),
        })
    });
    let mut all: Vec<CandidateView> = reported.collect();
    all.sort_by_key(|candidate| core::cmp::Reverse(candidate.score.value));
    for node in root {
        let point = spot_of(size, node.point);
        if all.iter().all(|known| known.point != point) {
            all.push(CandidateView {
                point,
                score: engine_worth(node.score),
                bound: bound_of(engine_bound(node.bound)),
                depth: u32::try_from(node.depth).ok(),
                parts: Vec::new(),
            });
        }
    }
    all
}

/// The tree in the record that every player shares.
pub(crate) fn shared_tree(size: Size, color: Color, nodes: &[TreeMove]) -> Vec<TreeNode> {
    nodes
        .iter()
        .map(|node| {
            let score = match node.score.mate() {
                Some(plies) if plies > 0 => Score::win_in(plies.unsigned_abs()),
                Some(plies) => -Score::win_in(plies.unsigned_abs()),
                None => Score(i64::from(node.score.get())),
            };
            TreeNode {
                point: PointName(name_of(size, node.point)),
                color: color.name().to_owned(),
                score,
                bound: engine_bound(node.bound),
                ending: ending_of(node),
                children: shared_tree(size, !color, &node.answers),
                n_omitted: node.n_omitted,
            }
        })
        .collect()
}

/// A node whose value is only a bound was cut: from above, the root has better elsewhere; from
/// below, the opponent has.
fn ending_of(node: &TreeMove) -> Ending {
    match (node.is_five, node.depth, node.bound) {
        (true, _, _) => Ending::Five,
        (false, ..=0, _) => Ending::Depth,
        (false, _, EngineBound::Upper) => Ending::AlphaCut,
        (false, _, EngineBound::Lower) => Ending::BetaCut,
        (false, _, EngineBound::Exact | EngineBound::None) => Ending::Complete,
    }
}

/// The record of a thought: what is sent, and the whole tree that is asked for bit by bit.
pub fn game_reasoning(
    game: &Game,
    reasoning: &Reasoning,
    thinking: ThinkingView,
    why: Reason,
    engine_tree: &[TreeMove],
) -> (MoveReasoning, Vec<TreeNode>) {
    let size = game.size();
    let tree = if engine_tree.is_empty() {
        reasoning.tree.clone()
    } else {
        shared_tree(size, game.to_move(), engine_tree)
    };
    let parts = |parts: &[tengen_players::Part]| -> Vec<PartView> {
        parts.iter().map(|part| PartView { name: part.name.clone(), value: part.value }).collect()
    };
    let units = if engine_tree.is_empty() { Units::Own } else { Units::Engine };
    let cells = reasoning.candidates.iter().filter(|_| engine_tree.is_empty());
    let view = MoveReasoning {
        ply: game.turns().len() as u32 + 1,
        player: reasoning.player.clone(),
        color: stone_of(game.to_move()),
        choice: reasoning.choice.clone().filter(|choice| choice != "pass").map(Spot),
        why,
        thinking: with_record(thinking, reasoning),
        cutoffs: reasoning
            .cutoffs
            .iter()
            .map(|(name, &times)| PartView { name: name.clone(), value: times as i64 })
            .collect(),
        figures: reasoning.figures.iter().map(|(name, figure)| figure_view(name, figure)).collect(),
        cells: cells
            .map(|candidate| CellView {
                point: Spot(candidate.point.0.clone()),
                value: candidate.score.0,
                parts: parts(&candidate.parts),
            })
            .collect(),
        notes: reasoning.notes.clone(),
        survey: None,
        adapting: None,
        tree: tree.iter().map(|node| node_view(node, units)).collect(),
    };
    (view, tree)
}

/// What a player without live events wrote down, where the live view has nothing.
fn with_record(mut thinking: ThinkingView, reasoning: &Reasoning) -> ThinkingView {
    if thinking.candidates.is_empty() {
        thinking.candidates = reasoning
            .candidates
            .iter()
            .map(|candidate| CandidateView {
                point: Spot(candidate.point.0.clone()),
                score: worth_of(candidate.score),
                bound: bound_of(candidate.bound),
                depth: None,
                parts: candidate
                    .parts
                    .iter()
                    .map(|part| PartView { name: part.name.clone(), value: part.value })
                    .collect(),
            })
            .collect();
    }
    if thinking.lines.is_empty() {
        let spots = |moves: &[PointName]| moves.iter().map(|name| Spot(name.0.clone())).collect();
        thinking.lines = reasoning
            .lines
            .iter()
            .rev()
            .map(|line| LineView {
                moves: spots(&line.moves),
                score: worth_of(line.score),
                bound: bound_of(line.bound),
                depth: line.depth,
            })
            .collect();
    }
    thinking.depth = thinking.depth.max(reasoning.depth);
    thinking.nodes = thinking.nodes.max(reasoning.nodes);
    thinking.score = thinking.score.or_else(|| reasoning.score.map(worth_of));
    thinking
}

fn figure_view(name: &str, figure: &Figure) -> FigureView {
    let mut view =
        FigureView { name: name.to_owned(), text: None, number: None, groups: Vec::new() };
    let group = |points: &[PointName]| points.iter().map(|point| Spot(point.0.clone())).collect();
    match figure {
        Figure::Number(number) => view.number = Some(*number),
        Figure::Text(text) => view.text = Some(text.clone()),
        Figure::Points(points) => view.groups = vec![group(points)],
        Figure::Groups(groups) => view.groups = groups.iter().map(|it| group(it)).collect(),
    }
    view
}

fn node_view(node: &TreeNode, units: Units) -> TreeNodeView {
    let ending = serde_json::to_value(node.ending).unwrap_or_default();
    TreeNodeView {
        point: Spot(node.point.0.clone()),
        color: stone_of(Color::from_name(&node.color).unwrap_or(Color::Black)),
        score: units.worth(node.score),
        bound: bound_of(node.bound),
        depth: None,
        ending: ending.as_str().unwrap_or_default().to_owned(),
        ending_text: node.ending.describe().to_owned(),
        n_children: node.children.len() as u32,
        n_omitted: node.n_omitted as u32,
    }
}

/// The level of a tree that a path leads to.
pub fn tree_level(tree: &[TreeNode], units: Units, path: &[Spot]) -> Result<TreeLevel, Refusal> {
    let mut nodes = tree;
    for spot in path {
        let node = nodes.iter().find(|node| node.point.0.eq_ignore_ascii_case(&spot.0));
        let missing = || Refusal::Missing(format!("the tree has no {} there", spot.0));
        nodes = &node.ok_or_else(missing)?.children;
    }
    let nodes = nodes.iter().map(|node| node_view(node, units)).collect();
    Ok(TreeLevel { path: path.to_vec(), nodes })
}

/// The share of points that Black can expect, from a worth to `to_move`.
pub fn black_rate(to_move: tengen_api::StoneColor, worth: &Worth) -> f64 {
    let rate = worth.win_rate.unwrap_or(0.5);
    if color_of(to_move) == Color::Black { rate } else { 1.0 - rate }
}
