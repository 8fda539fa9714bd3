//! The record of how a move came about. There are many and they are large, so the document is
//! compact: points by name, the names of the parts of scores once, exact bounds not at all.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_engine::{EvalParts, Score as EngineScore};
use tengen_players::adapt::{Adapted, Compared, HabitCounts, Habits, Tally};
use tengen_players::{
    Adapting, Candidate, Ending, Figure, Iteration, Part, RootMove, Score, Stage, Thinking,
    Thought, TreeNode, Units, Valuation, Variation,
};
use tengen_rules::{Color, Size};

use super::parts::{
    BoundDoc, FactDoc, facts_of, move_name, point_name, point_names, read_color, read_facts,
    read_move, read_point, read_points, read_size, unreadable,
};
use super::v1::ThoughtV1;
use super::{VERSION, read};
use crate::StoreError;

/// A thought as it is kept. All its scores are in the same units.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThoughtDoc {
    version: u32,
    size: u8,
    ply: u32,
    player: String,
    color: String,
    units: UnitsDoc,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choice: Option<String>,
    /// The facts of the reason.
    why: Vec<FactDoc>,
    thinking: ThinkingDoc,
    /// What the parts of scores are called, in the order of their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    part_names: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    cutoffs: BTreeMap<String, u64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    figures: BTreeMap<String, FigureDoc>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evaluation: Option<EvaluationDoc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adapting: Option<AdaptingDoc>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tree: Vec<NodeDoc>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum UnitsDoc {
    Engine,
    Own,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThinkingDoc {
    stage: StageDoc,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limit_ms: Option<u64>,
    elapsed_ms: u64,
    depth: u32,
    deepest: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    nodes: u64,
    nodes_per_second: u64,
    table_permille: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineDoc>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<CandidateDoc>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trying: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    depths: Vec<DepthDoc>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StageDoc {
    Waiting,
    Search,
    Opening,
    Vcf,
    Vct,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineDoc {
    moves: Vec<String>,
    score: i64,
    #[serde(default, skip_serializing_if = "BoundDoc::is_exact")]
    bound: BoundDoc,
    depth: u32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CandidateDoc {
    at: String,
    score: i64,
    #[serde(default, skip_serializing_if = "BoundDoc::is_exact")]
    bound: BoundDoc,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// The number of a part's name, and its value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<(usize, i64)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DepthDoc {
    depth: u32,
    time_ms: u64,
    nodes: u64,
    score: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FigureDoc {
    Number(i64),
    Text(String),
    Points(Vec<String>),
    Groups(Vec<Vec<String>>),
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EvaluationDoc {
    own_lines: i32,
    their_lines: i32,
    threats: i32,
    captures: i32,
    rest: i32,
}

/// How often something was to be answered, and how often it was overlooked.
type TallyDoc = (u32, u32);

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AdaptingDoc {
    n_games: u32,
    threats: [[TallyDoc; 4]; 3],
    zones: [TallyDoc; 9],
    reaches: [TallyDoc; 3],
    replies: [u32; 3],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adapted: Option<AdaptedDoc>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AdaptedDoc {
    compared: Vec<ComparedDoc>,
    chosen: usize,
    depth: i32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ComparedDoc {
    at: String,
    score: i32,
    promise: i32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeDoc {
    at: String,
    score: i64,
    #[serde(default, skip_serializing_if = "BoundDoc::is_exact")]
    bound: BoundDoc,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    ending: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    children: Vec<Self>,
    #[serde(default, skip_serializing_if = "is_zero")]
    n_omitted: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

impl ThoughtDoc {
    /// Reads a document of any version that is known. `size` is the board of the game.
    pub(crate) fn read(text: &str, size: Size) -> Result<Thought, StoreError> {
        let upgrade = |first: ThoughtV1| Ok(Self::of(size, &first.upgrade(size)?));
        read::<Self, ThoughtV1>(text, upgrade)?.to_thought()
    }

    pub(crate) fn of(size: Size, thought: &Thought) -> Self {
        let mut part_names = Vec::new();
        let thinking = thinking_doc(size, &thought.thinking, &mut part_names);
        Self {
            version: VERSION,
            size: size.get(),
            ply: thought.ply,
            player: thought.player.clone(),
            color: thought.color.name().to_owned(),
            units: match thought.units {
                Units::Engine => UnitsDoc::Engine,
                Units::Own => UnitsDoc::Own,
            },
            choice: thought.choice.map(|mv| move_name(size, mv)),
            why: facts_of(size, &thought.why),
            thinking,
            part_names,
            cutoffs: thought.cutoffs.clone(),
            figures: thought
                .figures
                .iter()
                .map(|(name, figure)| (name.clone(), figure_doc(size, figure)))
                .collect(),
            notes: thought.notes.clone(),
            evaluation: thought.evaluation.map(evaluation_doc),
            adapting: thought.adapting.as_ref().map(|adapting| adapting_doc(size, adapting)),
            tree: thought.tree.iter().map(|node| node_doc(size, node)).collect(),
        }
    }

    fn to_thought(&self) -> Result<Thought, StoreError> {
        let size = read_size(self.size)?;
        let color = read_color(&self.color)?;
        let units = match self.units {
            UnitsDoc::Engine => Units::Engine,
            UnitsDoc::Own => Units::Own,
        };
        let figure =
            |(name, figure): (&String, &FigureDoc)| Ok((name.clone(), read_figure(size, figure)?));
        Ok(Thought {
            ply: self.ply,
            player: self.player.clone(),
            color,
            choice: self.choice.as_deref().map(|name| read_move(size, name)).transpose()?,
            why: read_facts(size, &self.why)?,
            thinking: self.thinking.to_thinking(size, units, &self.part_names)?,
            cutoffs: self.cutoffs.clone(),
            figures: self.figures.iter().map(figure).collect::<Result<_, StoreError>>()?,
            notes: self.notes.clone(),
            evaluation: self.evaluation.map(read_evaluation),
            adapting: self.adapting.as_ref().map(|it| read_adapting(size, it)).transpose()?,
            tree: read_nodes(size, color, &self.tree)?,
            units,
        })
    }
}

fn thinking_doc(size: Size, thinking: &Thinking, part_names: &mut Vec<String>) -> ThinkingDoc {
    ThinkingDoc {
        stage: match thinking.stage {
            Stage::Waiting => StageDoc::Waiting,
            Stage::Search => StageDoc::Search,
            Stage::Opening => StageDoc::Opening,
            Stage::Vcf => StageDoc::Vcf,
            Stage::Vct => StageDoc::Vct,
        },
        limit_ms: thinking.limit.map(millis),
        elapsed_ms: millis(thinking.elapsed),
        depth: thinking.depth,
        deepest: thinking.deepest,
        score: thinking.value.map(|value| value.score.0),
        nodes: thinking.nodes,
        nodes_per_second: thinking.nodes_per_second,
        table_permille: thinking.table_permille,
        lines: thinking
            .lines
            .iter()
            .map(|line| LineDoc {
                moves: point_names(size, &line.moves),
                score: line.value.score.0,
                bound: line.bound.into(),
                depth: line.depth,
            })
            .collect(),
        candidates: thinking
            .candidates
            .iter()
            .map(|root_move| candidate_doc(size, root_move, part_names))
            .collect(),
        trying: thinking.trying.map(|point| point_name(size, point)),
        depths: thinking
            .depths
            .iter()
            .map(|iteration| DepthDoc {
                depth: iteration.depth,
                time_ms: millis(iteration.time),
                nodes: iteration.nodes,
                score: iteration.value.score.0,
                line: point_names(size, &iteration.line),
            })
            .collect(),
    }
}

fn candidate_doc(size: Size, root_move: &RootMove, part_names: &mut Vec<String>) -> CandidateDoc {
    let candidate = &root_move.candidate;
    let mut number_of = |name: &str| {
        part_names.iter().position(|known| known == name).unwrap_or_else(|| {
            part_names.push(name.to_owned());
            part_names.len() - 1
        })
    };
    CandidateDoc {
        at: point_name(size, candidate.point),
        score: candidate.score.0,
        bound: candidate.bound.into(),
        depth: root_move.depth,
        parts: candidate.parts.iter().map(|part| (number_of(&part.name), part.value)).collect(),
    }
}

impl ThinkingDoc {
    fn to_thinking(
        &self,
        size: Size,
        units: Units,
        part_names: &[String],
    ) -> Result<Thinking, StoreError> {
        let value = |score: i64| Valuation { score: Score(score), units };
        let line = |line: &LineDoc| {
            Ok(Variation {
                moves: read_points(size, &line.moves)?,
                value: value(line.score),
                bound: line.bound.into(),
                depth: line.depth,
            })
        };
        let depth = |doc: &DepthDoc| {
            Ok(Iteration {
                depth: doc.depth,
                time: Duration::from_millis(doc.time_ms),
                nodes: doc.nodes,
                value: value(doc.score),
                line: read_points(size, &doc.line)?,
            })
        };
        Ok(Thinking {
            stage: match self.stage {
                StageDoc::Waiting => Stage::Waiting,
                StageDoc::Search => Stage::Search,
                StageDoc::Opening => Stage::Opening,
                StageDoc::Vcf => Stage::Vcf,
                StageDoc::Vct => Stage::Vct,
            },
            limit: self.limit_ms.map(Duration::from_millis),
            elapsed: Duration::from_millis(self.elapsed_ms),
            depth: self.depth,
            deepest: self.deepest,
            value: self.score.map(value),
            nodes: self.nodes,
            nodes_per_second: self.nodes_per_second,
            table_permille: self.table_permille,
            lines: self.lines.iter().map(line).collect::<Result<_, StoreError>>()?,
            candidates: self
                .candidates
                .iter()
                .map(|doc| read_candidate(size, units, doc, part_names))
                .collect::<Result<_, _>>()?,
            trying: self.trying.as_deref().map(|name| read_point(size, name)).transpose()?,
            depths: self.depths.iter().map(depth).collect::<Result<_, StoreError>>()?,
        })
    }
}

fn read_candidate(
    size: Size,
    units: Units,
    doc: &CandidateDoc,
    part_names: &[String],
) -> Result<RootMove, StoreError> {
    let part = |&(number, value): &(usize, i64)| {
        let name = part_names.get(number).ok_or_else(|| unreadable("no part", number))?;
        Ok(Part::new(name.clone(), value))
    };
    let candidate = Candidate {
        point: read_point(size, &doc.at)?,
        score: Score(doc.score),
        bound: doc.bound.into(),
        parts: doc.parts.iter().map(part).collect::<Result<_, StoreError>>()?,
    };
    Ok(RootMove { candidate, units, depth: doc.depth })
}

fn figure_doc(size: Size, figure: &Figure) -> FigureDoc {
    match figure {
        Figure::Number(number) => FigureDoc::Number(*number),
        Figure::Text(text) => FigureDoc::Text(text.clone()),
        Figure::Points(points) => FigureDoc::Points(point_names(size, points)),
        Figure::Groups(groups) => {
            FigureDoc::Groups(groups.iter().map(|group| point_names(size, group)).collect())
        }
    }
}

fn read_figure(size: Size, doc: &FigureDoc) -> Result<Figure, StoreError> {
    Ok(match doc {
        FigureDoc::Number(number) => Figure::Number(*number),
        FigureDoc::Text(text) => Figure::Text(text.clone()),
        FigureDoc::Points(names) => Figure::Points(read_points(size, names)?),
        FigureDoc::Groups(groups) => Figure::Groups(
            groups.iter().map(|names| read_points(size, names)).collect::<Result<_, _>>()?,
        ),
    })
}

fn evaluation_doc(parts: EvalParts) -> EvaluationDoc {
    let EvalParts { own_lines, their_lines, threats, captures, rest } = parts;
    EvaluationDoc { own_lines, their_lines, threats, captures, rest }
}

fn read_evaluation(doc: EvaluationDoc) -> EvalParts {
    let EvaluationDoc { own_lines, their_lines, threats, captures, rest } = doc;
    EvalParts { own_lines, their_lines, threats, captures, rest }
}

fn adapting_doc(size: Size, adapting: &Adapting) -> AdaptingDoc {
    let counts = adapting.habits.counts();
    let tally = |tally: Tally| (tally.seen, tally.missed);
    let compared = |one: &Compared| ComparedDoc {
        at: point_name(size, one.point),
        score: one.score.get(),
        promise: one.promise,
    };
    AdaptingDoc {
        n_games: counts.n_games,
        threats: counts.threats.map(|row| row.map(tally)),
        zones: counts.zones.map(tally),
        reaches: counts.reaches.map(tally),
        replies: counts.replies,
        adapted: adapting.adapted.as_ref().map(|adapted| AdaptedDoc {
            compared: adapted.compared.iter().map(compared).collect(),
            chosen: adapted.chosen,
            depth: adapted.depth,
        }),
    }
}

fn read_adapting(size: Size, doc: &AdaptingDoc) -> Result<Adapting, StoreError> {
    let tally = |(seen, missed): TallyDoc| Tally { seen, missed };
    let counts = HabitCounts {
        threats: doc.threats.map(|row| row.map(tally)),
        zones: doc.zones.map(tally),
        reaches: doc.reaches.map(tally),
        replies: doc.replies,
        n_games: doc.n_games,
    };
    let compared = |one: &ComparedDoc| {
        Ok(Compared {
            point: read_point(size, &one.at)?,
            score: EngineScore::from_raw(one.score),
            promise: one.promise,
        })
    };
    let adapted = |adapted: &AdaptedDoc| {
        Ok::<_, StoreError>(Adapted {
            compared: adapted.compared.iter().map(compared).collect::<Result<_, StoreError>>()?,
            chosen: adapted.chosen,
            depth: adapted.depth,
        })
    };
    Ok(Adapting {
        habits: Habits::from(counts),
        adapted: doc.adapted.as_ref().map(adapted).transpose()?,
    })
}

/// The colors follow from the depth and are not written.
fn node_doc(size: Size, node: &TreeNode) -> NodeDoc {
    NodeDoc {
        at: point_name(size, node.point),
        score: node.score.0,
        bound: node.bound.into(),
        depth: node.depth,
        ending: node.ending.name().to_owned(),
        children: node.children.iter().map(|child| node_doc(size, child)).collect(),
        n_omitted: node.n_omitted,
    }
}

fn read_nodes(size: Size, color: Color, nodes: &[NodeDoc]) -> Result<Vec<TreeNode>, StoreError> {
    let node = |doc: &NodeDoc| {
        Ok(TreeNode {
            point: read_point(size, &doc.at)?,
            color,
            score: Score(doc.score),
            bound: doc.bound.into(),
            depth: doc.depth,
            ending: Ending::from_name(&doc.ending)
                .ok_or_else(|| unreadable("no ending", &doc.ending))?,
            children: read_nodes(size, !color, &doc.children)?,
            n_omitted: doc.n_omitted,
        })
    };
    nodes.iter().map(node).collect()
}
