//! The recorded reasoning of a move, of the first version.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use tengen_engine::{EvalParts, Score as EngineScore};
use tengen_players::adapt::{Adapted, Compared, HabitCounts, Habits, Tally};
use tengen_players::{
    Adapting, Candidate, Ending, Figure, Iteration, Part, RootMove, Rung, Stage, Thinking, Thought,
    TreeNode, Units, Valuation, Variation,
};
use tengen_rules::{Axis, Move, Point, Size};

use super::{ReasonV1, WorthV1};
use crate::StoreError;
use crate::doc::parts::{BoundDoc, read_axis, read_color, read_point, read_points, unreadable};

#[derive(Debug, Deserialize)]
pub(in crate::doc) struct ThoughtV1 {
    view: ViewV1,
    tree: Vec<NodeV1>,
}

#[derive(Debug, Deserialize)]
struct ViewV1 {
    ply: u32,
    player: String,
    color: String,
    choice: Option<String>,
    why: ReasonV1,
    thinking: ThinkingV1,
    cutoffs: Vec<PartV1>,
    figures: Vec<FigureV1>,
    notes: Vec<String>,
    #[serde(default)]
    survey: Option<SurveyV1>,
    #[serde(default)]
    adapting: Option<AdaptingV1>,
}

#[derive(Debug, Deserialize)]
struct ThinkingV1 {
    stage: String,
    elapsed_ms: u64,
    limit_ms: Option<u64>,
    depth: u32,
    deepest: u32,
    score: Option<WorthV1>,
    nodes: u64,
    nodes_per_second: u64,
    table_permille: u32,
    lines: Vec<LineV1>,
    candidates: Vec<CandidateV1>,
    trying: Option<String>,
    depths: Vec<DepthV1>,
}

#[derive(Debug, Deserialize)]
struct LineV1 {
    moves: Vec<String>,
    score: WorthV1,
    bound: BoundDoc,
    depth: u32,
}

#[derive(Debug, Deserialize)]
struct CandidateV1 {
    point: String,
    score: WorthV1,
    bound: BoundDoc,
    depth: Option<u32>,
    parts: Vec<PartV1>,
}

#[derive(Debug, Deserialize)]
struct PartV1 {
    name: String,
    value: i64,
}

#[derive(Debug, Deserialize)]
struct DepthV1 {
    depth: u32,
    time_ms: u64,
    nodes: u64,
    score: WorthV1,
    best: Option<String>,
    #[serde(default)]
    line: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct FigureV1 {
    name: String,
    text: Option<String>,
    number: Option<i64>,
    groups: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct SurveyV1 {
    evaluation: EvaluationV1,
}

#[derive(Debug, Deserialize)]
struct EvaluationV1 {
    own_lines: i32,
    their_lines: i32,
    threats: i32,
    captures: Option<i32>,
    rest: i32,
}

#[derive(Debug, Deserialize)]
struct AdaptingV1 {
    n_games: u32,
    threats: Vec<ThreatV1>,
    reaches: Vec<ReachV1>,
    zones: Vec<TallyV1>,
    compared: Vec<ComparedV1>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct TallyV1 {
    seen: u32,
    missed: u32,
}

#[derive(Debug, Deserialize)]
struct ThreatV1 {
    kind: String,
    direction: String,
    tally: TallyV1,
}

#[derive(Debug, Deserialize)]
struct ReachV1 {
    tally: TallyV1,
    replies: u32,
}

#[derive(Debug, Deserialize)]
struct ComparedV1 {
    point: String,
    score: WorthV1,
    promise: i32,
    is_chosen: bool,
}

#[derive(Debug, Deserialize)]
struct NodeV1 {
    point: String,
    color: String,
    score: i64,
    bound: BoundDoc,
    ending: String,
    #[serde(default)]
    children: Vec<Self>,
    #[serde(default)]
    n_omitted: usize,
}

impl ThoughtV1 {
    /// The thought in a game on a board of this size, which the first version did not write down.
    pub(in crate::doc) fn upgrade(self, size: Size) -> Result<Thought, StoreError> {
        let view = self.view;
        let is_engine = Rung::named(&view.player).is_none_or(Rung::is_engine);
        let units = if is_engine { Units::Engine } else { Units::Own };
        let choice = view.choice.as_deref().map(|name| read_point(size, name)).transpose()?;
        let figure = |figure: &FigureV1| Ok((figure.name.clone(), figure.upgrade(size)?));
        let cutoffs = view.cutoffs.iter().map(|part| (part.name.clone(), part.value as u64));
        Ok(Thought {
            ply: view.ply,
            player: view.player,
            color: read_color(&view.color)?,
            choice: choice.map(Move::Place),
            why: view.why.upgrade(size)?,
            thinking: view.thinking.upgrade(size, units)?,
            cutoffs: cutoffs.collect(),
            figures: view
                .figures
                .iter()
                .map(figure)
                .collect::<Result<BTreeMap<_, _>, StoreError>>()?,
            notes: view.notes,
            evaluation: view.survey.map(|survey| survey.evaluation.upgrade()),
            adapting: view.adapting.map(|adapting| adapting.upgrade(size)).transpose()?,
            tree: read_nodes(size, &self.tree)?,
            units,
        })
    }
}

impl ThinkingV1 {
    fn upgrade(self, size: Size, units: Units) -> Result<Thinking, StoreError> {
        let value = |worth: &WorthV1| Valuation { score: worth.score(), units };
        let line = |line: &LineV1| {
            Ok(Variation {
                moves: read_points(size, &line.moves)?,
                value: value(&line.score),
                bound: line.bound.into(),
                depth: line.depth,
            })
        };
        let candidate = |doc: &CandidateV1| {
            let part = |part: &PartV1| Part::new(part.name.clone(), part.value);
            let candidate = Candidate {
                point: read_point(size, &doc.point)?,
                score: doc.score.score(),
                bound: doc.bound.into(),
                parts: doc.parts.iter().map(part).collect(),
            };
            Ok(RootMove { candidate, units, depth: doc.depth })
        };
        let depth = |doc: &DepthV1| {
            let best = doc.best.iter().filter(|_| doc.line.is_empty());
            let names: Vec<String> = doc.line.iter().chain(best).cloned().collect();
            Ok(Iteration {
                depth: doc.depth,
                time: Duration::from_millis(doc.time_ms),
                nodes: doc.nodes,
                value: value(&doc.score),
                line: read_points(size, &names)?,
            })
        };
        Ok(Thinking {
            stage: match self.stage.as_str() {
                "search" => Stage::Search,
                "opening" => Stage::Opening,
                "vcf" => Stage::Vcf,
                "vct" => Stage::Vct,
                _ => Stage::Waiting,
            },
            limit: self.limit_ms.map(Duration::from_millis),
            elapsed: Duration::from_millis(self.elapsed_ms),
            depth: self.depth,
            deepest: self.deepest,
            value: self.score.as_ref().map(value),
            nodes: self.nodes,
            nodes_per_second: self.nodes_per_second,
            table_permille: self.table_permille,
            lines: self.lines.iter().map(line).collect::<Result<_, StoreError>>()?,
            candidates: self.candidates.iter().map(candidate).collect::<Result<_, StoreError>>()?,
            trying: self.trying.as_deref().map(|name| read_point(size, name)).transpose()?,
            depths: self.depths.iter().map(depth).collect::<Result<_, StoreError>>()?,
        })
    }
}

impl FigureV1 {
    fn upgrade(&self, size: Size) -> Result<Figure, StoreError> {
        if let Some(number) = self.number {
            return Ok(Figure::Number(number));
        }
        if let Some(text) = &self.text {
            return Ok(Figure::Text(text.clone()));
        }
        let groups: Vec<Vec<Point>> =
            self.groups.iter().map(|names| read_points(size, names)).collect::<Result<_, _>>()?;
        Ok(match <[Vec<Point>; 1]>::try_from(groups) {
            Ok([points]) => Figure::Points(points),
            Err(groups) => Figure::Groups(groups),
        })
    }
}

impl EvaluationV1 {
    fn upgrade(&self) -> EvalParts {
        EvalParts {
            own_lines: self.own_lines,
            their_lines: self.their_lines,
            threats: self.threats,
            captures: self.captures.unwrap_or(0),
            rest: self.rest,
        }
    }
}

impl From<TallyV1> for Tally {
    fn from(tally: TallyV1) -> Self {
        Self { seen: tally.seen, missed: tally.missed }
    }
}

impl AdaptingV1 {
    fn upgrade(&self, size: Size) -> Result<Adapting, StoreError> {
        let mut counts = HabitCounts { n_games: self.n_games, ..HabitCounts::default() };
        for threat in &self.threats {
            let kind = match threat.kind.as_str() {
                "three" => 0,
                "four" => 1,
                "capture" => 2,
                other => return Err(unreadable("no threat", other)),
            };
            let axis = read_axis(&threat.direction)?;
            let column = Axis::ALL.iter().position(|&known| known == axis).unwrap_or(0);
            counts.threats[kind][column] = threat.tally.into();
        }
        for (zone, tally) in counts.zones.iter_mut().zip(&self.zones) {
            *zone = (*tally).into();
        }
        for (i, reach) in self.reaches.iter().enumerate().take(counts.reaches.len()) {
            counts.reaches[i] = reach.tally.into();
            counts.replies[i] = reach.replies;
        }
        let compared = |one: &ComparedV1| {
            Ok(Compared {
                point: read_point(size, &one.point)?,
                score: EngineScore::from_raw(one.score.value as i32),
                promise: one.promise,
            })
        };
        let moves: Vec<Compared> =
            self.compared.iter().map(compared).collect::<Result<_, StoreError>>()?;
        let chosen = self.compared.iter().position(|one| one.is_chosen).unwrap_or(0);
        let adapted = (!moves.is_empty()).then_some(Adapted { compared: moves, chosen, depth: 0 });
        Ok(Adapting { habits: Habits::from(counts), adapted })
    }
}

fn read_nodes(size: Size, nodes: &[NodeV1]) -> Result<Vec<TreeNode>, StoreError> {
    let node = |doc: &NodeV1| {
        Ok(TreeNode {
            point: read_point(size, &doc.point)?,
            color: read_color(&doc.color)?,
            score: tengen_players::Score(doc.score),
            bound: doc.bound.into(),
            depth: None,
            ending: Ending::from_name(&doc.ending)
                .ok_or_else(|| unreadable("no ending", &doc.ending))?,
            children: read_nodes(size, &doc.children)?,
            n_omitted: doc.n_omitted,
        })
    };
    nodes.iter().map(node).collect()
}
