//! The record as JSON: the shape that `explain --json`, Python and the docs have, with every point by
//! its name on the board of the record.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use tengen_rules::{Move, Point, Size};

use crate::render::{move_name, name};
use crate::{Bound, Detail, Figure, Part, Reasoning, Score, TreeNode, Units};

/// The board of a record that is not about any position yet: nothing on it has a name.
const NO_BOARD: Size = Size::literal(Size::MAX);

impl Serialize for Reasoning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.position.as_ref().map_or(NO_BOARD, |setup| setup.stones.size());
        RecordJson::of(self, Names(size)).serialize(serializer)
    }
}

/// Names the points of a board.
#[derive(Clone, Copy)]
struct Names(Size);

impl Names {
    fn point(self, point: Point) -> String {
        name(self.0, point)
    }

    fn points(self, points: &[Point]) -> Vec<String> {
        points.iter().map(|&point| self.point(point)).collect()
    }

    fn mv(self, mv: Move) -> String {
        move_name(self.0, mv)
    }
}

#[derive(Serialize)]
struct RecordJson<'a> {
    detail: Detail,
    player: &'a str,
    position: PositionJson,
    choice: Option<String>,
    score: Option<Score>,
    units: &'static str,
    candidates: Vec<CandidateJson<'a>>,
    lines: Vec<LineJson>,
    tree: Vec<NodeJson>,
    cutoffs: &'a BTreeMap<String, u64>,
    figures: BTreeMap<&'a str, FigureJson<'a>>,
    depth: u32,
    nodes: u64,
    time_ms: Option<u64>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct PositionJson {
    rule: String,
    size: u8,
    to_move: String,
    /// The rows, top first: `.` empty, `X` black, `O` white.
    board: Vec<String>,
}

#[derive(Serialize)]
struct CandidateJson<'a> {
    point: String,
    score: Score,
    bound: Bound,
    parts: &'a [Part],
}

#[derive(Serialize)]
struct LineJson {
    depth: u32,
    moves: Vec<String>,
    score: Score,
    bound: Bound,
    nodes: u64,
}

#[derive(Serialize)]
struct NodeJson {
    point: String,
    color: &'static str,
    score: Score,
    bound: Bound,
    ending: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<Self>,
    n_omitted: usize,
}

#[derive(Serialize)]
#[serde(untagged)]
enum FigureJson<'a> {
    Number(i64),
    Text(&'a str),
    Points(Vec<String>),
    Groups(Vec<Vec<String>>),
}

impl<'a> RecordJson<'a> {
    fn of(reasoning: &'a Reasoning, names: Names) -> Self {
        let position = reasoning.position.as_ref();
        Self {
            detail: reasoning.detail,
            player: &reasoning.player,
            position: PositionJson {
                rule: position.map_or_else(String::new, |setup| setup.rule.name().to_owned()),
                size: position.map_or(0, |setup| setup.stones.size().get()),
                to_move: position.map_or_else(String::new, |setup| setup.to_move.name().to_owned()),
                board: position.map_or_else(Vec::new, |setup| {
                    setup.stones.to_string().lines().map(str::to_owned).collect()
                }),
            },
            choice: reasoning.choice.map(|mv| names.mv(mv)),
            score: reasoning.score,
            units: match reasoning.units {
                Units::Engine => "engine",
                Units::Own => "own",
            },
            candidates: reasoning
                .candidates
                .iter()
                .map(|candidate| CandidateJson {
                    point: names.point(candidate.point),
                    score: candidate.score,
                    bound: candidate.bound,
                    parts: &candidate.parts,
                })
                .collect(),
            lines: reasoning
                .lines
                .iter()
                .map(|line| LineJson {
                    depth: line.depth,
                    moves: names.points(&line.moves),
                    score: line.score,
                    bound: line.bound,
                    nodes: line.nodes,
                })
                .collect(),
            tree: reasoning.tree.iter().map(|node| node_json(node, names)).collect(),
            cutoffs: &reasoning.cutoffs,
            figures: reasoning
                .figures
                .iter()
                .map(|(name, figure)| (name.as_str(), figure_json(figure, names)))
                .collect(),
            depth: reasoning.depth,
            nodes: reasoning.nodes,
            time_ms: reasoning.time_ms,
            notes: &reasoning.notes,
        }
    }
}

fn node_json(node: &TreeNode, names: Names) -> NodeJson {
    NodeJson {
        point: names.point(node.point),
        color: node.color.name(),
        score: node.score,
        bound: node.bound,
        ending: node.ending.name(),
        children: node.children.iter().map(|child| node_json(child, names)).collect(),
        n_omitted: node.n_omitted,
    }
}

fn figure_json(figure: &Figure, names: Names) -> FigureJson<'_> {
    match figure {
        Figure::Number(number) => FigureJson::Number(*number),
        Figure::Text(text) => FigureJson::Text(text),
        Figure::Points(points) => FigureJson::Points(names.points(points)),
        Figure::Groups(groups) => {
            FigureJson::Groups(groups.iter().map(|group| names.points(group)).collect())
        }
    }
}
