//! An analysis of the first version: the page's list of nodes.

use serde::Deserialize;
use tengen_record::{GameResult, Mark, MarkKind, Node, NodeId, Ply, Record};
use tengen_rules::{ByColor, Color, Rule, Size};

use super::PerColorV1;
use super::game::StartV1;
use crate::doc::game::read_start;
use crate::doc::parts::{read_color, read_move, read_point, read_size, unreadable};
use crate::{Analysis, StoreError};

#[derive(Debug, Deserialize)]
pub(in crate::doc) struct AnalysisV1 {
    title: String,
    record: RecordV1,
}

#[derive(Debug, Deserialize)]
struct RecordV1 {
    rule: String,
    size: u8,
    start: StartV1,
    players: PerColorV1<Option<String>>,
    result: Option<String>,
    date: Option<String>,
    event: Option<String>,
    nodes: Vec<NodeV1>,
}

#[derive(Debug, Deserialize)]
struct NodeV1 {
    parent: Option<u32>,
    point: Option<String>,
    color: Option<String>,
    comment: Option<String>,
    #[serde(default)]
    marks: Vec<MarkV1>,
    time_ms: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct MarkV1 {
    point: String,
    kind: String,
    text: Option<String>,
}

impl AnalysisV1 {
    pub(in crate::doc) fn upgrade(self) -> Result<Analysis, StoreError> {
        Ok(Analysis { title: self.title, record: self.record.upgrade()? })
    }
}

impl RecordV1 {
    fn upgrade(self) -> Result<Record, StoreError> {
        let size = read_size(self.size)?;
        let rule: Rule = self.rule.parse().map_err(|_| unreadable("no rule", &self.rule))?;
        let start = read_start(rule, size, &self.start.upgrade()?)?;
        let mut record = Record::from_game(&start);
        record.header.rule = Some(rule);
        record.header.result = self.result.as_deref().and_then(|text| match text {
            "black_win" => Some(GameResult::Won { winner: Color::Black, by: None }),
            "white_win" => Some(GameResult::Won { winner: Color::White, by: None }),
            "draw" => Some(GameResult::Drawn(None)),
            "" | "ongoing" => None,
            other => Some(GameResult::Other(other.into())),
        });
        record.header.date = self.date.as_deref().map(Into::into);
        record.header.event = self.event.as_deref().map(Into::into);
        record.header.players = ByColor::new(
            self.players.black.as_deref().map(Into::into),
            self.players.white.as_deref().map(Into::into),
        );
        let root = record.tree.main_line().last().unwrap_or(NodeId::ROOT);
        let mut ids = vec![root];
        for (number, node) in self.nodes.iter().enumerate() {
            let parent = node.parent.map(|parent| parent as usize);
            let id = match parent {
                None if number == 0 => root,
                Some(parent) if parent < number => {
                    let id = record.tree.add_child(ids[parent], Node::new(node.ply(size)?));
                    ids.push(id);
                    id
                }
                _ => return Err(unreadable("a node out of order", number)),
            };
            node.add_notes(&mut record, id)?;
        }
        Ok(record)
    }
}

impl NodeV1 {
    fn ply(&self, size: Size) -> Result<Option<Ply>, StoreError> {
        let (Some(point), Some(color)) = (&self.point, &self.color) else { return Ok(None) };
        Ok(Some(Ply { color: read_color(color)?, mv: read_move(size, point)? }))
    }

    fn add_notes(&self, record: &mut Record, id: NodeId) -> Result<(), StoreError> {
        if self.comment.is_none() && self.marks.is_empty() && self.time_ms.is_none() {
            return Ok(());
        }
        let size = record.header.size;
        let mark = |mark: &MarkV1| {
            let kind = match mark.kind.as_str() {
                "cross" => MarkKind::Cross,
                "triangle" => MarkKind::Triangle,
                "square" => MarkKind::Square,
                "circle" => MarkKind::Circle,
                "label" => MarkKind::Label(mark.text.as_deref().unwrap_or_default().into()),
                other => return Err(unreadable("no mark", other)),
            };
            Ok(Mark { point: read_point(size, &mark.point)?, kind })
        };
        let marks = self.marks.iter().map(mark).collect::<Result<Vec<_>, _>>()?;
        let notes = record.tree[id].notes_mut();
        notes.comment = self.comment.as_deref().map(Into::into);
        notes.set_marks(marks);
        notes.time_ms = self.time_ms;
        Ok(())
    }
}
