//! Game records to and from the page.

use tengen_api::{PerColor, PositionInput, RecordMark, RecordNode, RecordView, SeatName, Spot};
use tengen_record::{GameResult, Mark, MarkKind, Node, NodeId, OpeningLog, Ply, Record};
use tengen_rules::{ByColor, Color, Move, Rule};

use crate::doc::Act;
use crate::snapshot::places_a_turn;
use crate::standing::rules_action;
use crate::table::Table;
use crate::words::{color_of, point_of, rule_of, size_of, spot_of, stone_of};
use crate::{Refusal, read_position};

const PASS: &str = "pass";

/// A record as the page shows it. `rule` is for files that do not name one.
pub fn record_view(record: &Record, rule: Rule) -> RecordView {
    let header = &record.header;
    let size = header.size;
    let rule = header.rule.unwrap_or(rule);
    let mut numbers = vec![0_u32; record.tree.n_nodes()];
    let mut nodes = Vec::new();
    for visit in record.tree.pre_order() {
        numbers[visit.id.index()] = nodes.len() as u32;
        let node = &record.tree[visit.id];
        let notes = node.notes();
        let point = node.ply.map(|ply| match ply.mv {
            Move::Place(point) => spot_of(size, point),
            Move::Pass => Spot(PASS.to_owned()),
        });
        nodes.push(RecordNode {
            parent: record.tree.parent(visit.id).map(|parent| numbers[parent.index()]),
            point,
            color: node.ply.map(|ply| stone_of(ply.color)),
            comment: notes.comment.as_ref().map(|text| text.to_string_lossy().into_owned()),
            marks: notes.marks.iter().map(|mark| mark_view(record, mark)).collect(),
            time_ms: notes.time_ms,
        });
    }
    let name =
        |color| header.players[color].as_ref().map(|text| text.to_string_lossy().into_owned());
    RecordView {
        rule: rule.name().to_owned(),
        size: size.get(),
        start: start_of(record, rule),
        players: PerColor { black: name(Color::Black), white: name(Color::White) },
        result: header.result.as_ref().map(|result| match result {
            GameResult::Won { winner: Color::Black, .. } => "black_win".to_owned(),
            GameResult::Won { winner: Color::White, .. } => "white_win".to_owned(),
            GameResult::Drawn(_) => "draw".to_owned(),
            GameResult::Other(text) => text.to_string_lossy().into_owned(),
        }),
        date: header.date.as_ref().map(|text| text.to_string_lossy().into_owned()),
        event: header.event.as_ref().map(|text| text.to_string_lossy().into_owned()),
        nodes,
    }
}

fn mark_view(record: &Record, mark: &Mark) -> RecordMark {
    let (kind, text) = match &mark.kind {
        MarkKind::Cross => ("cross", None),
        MarkKind::Triangle => ("triangle", None),
        MarkKind::Square => ("square", None),
        MarkKind::Circle => ("circle", None),
        MarkKind::Label(text) => ("label", Some(text.to_string_lossy().into_owned())),
    };
    RecordMark { point: spot_of(record.header.size, mark.point), kind: kind.to_owned(), text }
}

/// The position before the first move.
fn start_of(record: &Record, rule: Rule) -> PositionInput {
    let size = record.header.size;
    let (rule, side) = (rule.name().to_owned(), size.get());
    let setup = &record.tree[NodeId::ROOT].notes().setup;
    let captures = record.header.captures;
    let first = record.main_plies().next().map(|(_, ply)| ply.color);
    let to_move = record.header.to_move.or(first).unwrap_or(Color::Black);
    if setup.is_empty() && captures == ByColor::default() && to_move == Color::Black {
        return PositionInput::Moves { rule, size: side, moves: Vec::new() };
    }
    let stones = |wanted| {
        let of_color = setup.iter().filter(move |&&(_, color)| color == Some(wanted));
        of_color.map(|&(point, _)| spot_of(size, point)).collect()
    };
    PositionInput::Setup {
        rule,
        size: side,
        stones: PerColor { black: stones(Color::Black), white: stones(Color::White) },
        to_move: stone_of(to_move),
        captured: PerColor { black: captures.black, white: captures.white },
        moves: Vec::new(),
    }
}

/// A record from the page.
pub fn to_record(view: &RecordView) -> Result<Record, Refusal> {
    let (rule, size) = (rule_of(&view.rule)?, size_of(view.size)?);
    let start = read_position(&view.start)?;
    if (start.rule(), start.size()) != (rule, size) {
        return Err(Refusal::Request("the start has another rule or board".to_owned()));
    }
    let mut record = Record::from_game(&start);
    record.header.rule = Some(rule);
    record.header.result = view.result.as_deref().and_then(result_of);
    record.header.date = view.date.as_deref().map(Into::into);
    record.header.event = view.event.as_deref().map(Into::into);
    record.header.players = ByColor::new(
        view.players.black.as_deref().map(Into::into),
        view.players.white.as_deref().map(Into::into),
    );
    // The moves that are part of the start lead to the root of the page's tree.
    let mut ids: Vec<NodeId> = vec![record.tree.main_line().last().unwrap_or(NodeId::ROOT)];
    for (number, node) in view.nodes.iter().enumerate() {
        let id = match node.parent {
            None if number == 0 => ids[0],
            Some(parent) if (parent as usize) < number && number > 0 => {
                let id =
                    record.tree.add_child(ids[parent as usize], Node::new(ply_of(size, node)?));
                ids.push(id);
                id
            }
            _ => return Err(Refusal::Request(format!("node {number} is out of order"))),
        };
        add_notes(&mut record, id, node)?;
    }
    Ok(record)
}

fn ply_of(size: tengen_rules::Size, node: &RecordNode) -> Result<Option<Ply>, Refusal> {
    let (Some(spot), Some(color)) = (&node.point, node.color) else { return Ok(None) };
    let mv = if spot.0.eq_ignore_ascii_case(PASS) {
        Move::Pass
    } else {
        Move::Place(point_of(size, spot)?)
    };
    Ok(Some(Ply { color: color_of(color), mv }))
}

fn add_notes(record: &mut Record, id: NodeId, node: &RecordNode) -> Result<(), Refusal> {
    let size = record.header.size;
    if node.comment.is_none() && node.marks.is_empty() && node.time_ms.is_none() {
        return Ok(());
    }
    let mut marks = Vec::new();
    for mark in &node.marks {
        let kind = match mark.kind.as_str() {
            "cross" => MarkKind::Cross,
            "triangle" => MarkKind::Triangle,
            "square" => MarkKind::Square,
            "circle" => MarkKind::Circle,
            "label" => MarkKind::Label(mark.text.as_deref().unwrap_or_default().into()),
            other => return Err(Refusal::Request(format!("{other:?} is no mark"))),
        };
        marks.push(Mark { point: point_of(size, &mark.point)?, kind });
    }
    let notes = record.tree[id].notes_mut();
    notes.comment = node.comment.as_deref().map(Into::into);
    notes.time_ms = node.time_ms;
    notes.marks = marks;
    Ok(())
}

fn result_of(name: &str) -> Option<GameResult> {
    Some(match name {
        "black_win" => GameResult::Won { winner: Color::Black, by: None },
        "white_win" => GameResult::Won { winner: Color::White, by: None },
        "draw" => GameResult::Drawn(None),
        "" | "ongoing" => return None,
        other => GameResult::Other(other.into()),
    })
}

/// The record of a game at a table, with names, times and the opening's log.
pub fn record_of_table(table: &Table) -> Record {
    let mut record = Record::from_game(table.game());
    let name = |color| table.seat_name(table.holder_of(color));
    record.header.players =
        ByColor::new(Some(name(Color::Black).into()), Some(name(Color::White).into()));
    let n_before = table.terms.start.turns().len();
    let ids: Vec<NodeId> = record.main_plies().map(|(id, _)| id).skip(n_before).collect();
    let steps = table.doc.steps.iter().filter(|step| places_a_turn(&step.act));
    for (id, step) in ids.into_iter().zip(steps) {
        record.tree[id].notes_mut().time_ms = Some(step.time_ms);
    }
    let actions: Vec<_> = table
        .doc
        .steps
        .iter()
        .filter_map(|step| match &step.act {
            Act::Opening { action } => rules_action(table.terms.size, action).ok(),
            Act::Play { .. } | Act::Pass => None,
        })
        .collect();
    if table.terms.opening != tengen_rules::Opening::Free {
        record.header.opening = Some(OpeningLog { procedure: table.terms.opening, actions });
    }
    record
}

impl Table {
    /// The player's name of each color.
    pub fn player_names(&self) -> (String, String) {
        let name = |color| self.seat_name(self.holder_of(color));
        (name(Color::Black), name(Color::White))
    }

    /// The seat's name for people.
    pub fn name_of_seat(&self, seat: SeatName) -> String {
        self.seat_name(seat)
    }
}

#[cfg(test)]
mod tests {
    use tengen_record::{Format, read, write};

    use super::*;

    #[test]
    fn a_tree_goes_through_sgf_and_back() {
        let text = b"(;GM[4]FF[4]SZ[15]RU[renju];B[hh]C[middle];W[ig](;B[gf])(;B[if];W[gg]))";
        let record = read(text, Format::Sgf).unwrap().remove(0);
        let view = record_view(&record, Rule::Renju);
        assert_eq!(view.nodes.len(), 6);
        let again = record_view(&to_record(&view).unwrap(), Rule::Renju);
        assert_eq!(again, view);
        let written = write(&[to_record(&view).unwrap()], Format::Sgf).unwrap();
        assert!(String::from_utf8(written.bytes).unwrap().contains("middle"));
    }

    #[test]
    fn nodes_out_of_order_are_refused() {
        let record = read(b"h8i9", Format::Pos).unwrap().remove(0);
        let mut view = record_view(&record, Rule::Freestyle);
        view.nodes[1].parent = Some(2);
        assert!(matches!(to_record(&view), Err(Refusal::Request(_))));
    }
}
