//! Game records to and from the page.

use tengen_game::{ActionError, move_name};
use tengen_record::{GameResult, Mark, MarkKind, Node, NodeId, Ply, Record};
use tengen_rules::{ByColor, Color, Rule};

use super::names::{color_of, per_color, point_of, rule_of, size_of, spot_of, stone_of};
use super::position_input::{move_of, read_position};
use crate::{PerColor, PositionInput, RecordMark, RecordNode, RecordView, Spot};

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
        let point = node.ply.map(|ply| Spot(move_name(size, ply.mv)));
        nodes.push(RecordNode {
            parent: record.tree.parent(visit.id).map(|parent| numbers[parent.index()]),
            point,
            color: node.ply.map(|ply| stone_of(ply.color)),
            comment: notes.comment.as_ref().map(|text| text.to_string_lossy().into_owned()),
            marks: notes.marks().iter().map(|mark| mark_view(record, mark)).collect(),
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
    let setup = record.tree[NodeId::ROOT].notes().setup();
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
        captured: per_color(captures),
        moves: Vec::new(),
    }
}

/// A record from the page.
pub fn to_record(view: &RecordView) -> Result<Record, ActionError> {
    let (rule, size) = (rule_of(&view.rule)?, size_of(view.size)?);
    let start = read_position(&view.start)?;
    if (start.rule(), start.size()) != (rule, size) {
        return Err(ActionError::Request("the start has another rule or board".to_owned()));
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
            _ => return Err(ActionError::Request(format!("node {number} is out of order"))),
        };
        add_notes(&mut record, id, node)?;
    }
    Ok(record)
}

fn ply_of(size: tengen_rules::Size, node: &RecordNode) -> Result<Option<Ply>, ActionError> {
    let (Some(spot), Some(color)) = (&node.point, node.color) else { return Ok(None) };
    Ok(Some(Ply { color: color_of(color), mv: move_of(size, spot)? }))
}

fn add_notes(record: &mut Record, id: NodeId, node: &RecordNode) -> Result<(), ActionError> {
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
            other => return Err(ActionError::Request(format!("{other:?} is no mark"))),
        };
        marks.push(Mark { point: point_of(size, &mark.point)?, kind });
    }
    let notes = record.tree[id].notes_mut();
    notes.comment = node.comment.as_deref().map(Into::into);
    notes.time_ms = node.time_ms;
    notes.set_marks(marks);
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
        assert!(matches!(to_record(&view), Err(ActionError::Request(_))));
    }
}
