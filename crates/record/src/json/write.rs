//! Writing JSON.

use tengen_rules::{ByColor, Color, Move, Notation, Size};

use super::schema::{
    Game, JsonMark, JsonNode, JsonProperty, JsonText, NodeFields, Nodes, Opening, Outcome, Pair,
};
use super::{NAME, VERSION};
use crate::error::WriteError;
use crate::record::words::action_to_text;
use crate::record::{GameResult, Header, MarkKind, Node, Properties, Record};
use crate::tree::{NodeId, Tree};

/// Writes a game as one line. Nothing is lost.
///
/// ```
/// use tengen_record::{Record, json};
/// use tengen_rules::Size;
///
/// let line = json::write(&Record::new(Size::literal(15)))?;
/// assert_eq!(line, b"{\"format\":\"tengen-game\",\"version\":1,\"size\":15,\"moves\":[]}\n");
/// # Ok::<(), tengen_record::WriteError>(())
/// ```
///
/// # Panics
/// Never: texts and numbers under text keys are always JSON.
pub fn write(record: &Record) -> Result<Vec<u8>, WriteError> {
    record.check_points()?;
    let mut game = header(&record.header);
    let size = record.header.size;
    let tree = &record.tree;
    let first = record.header.to_move.unwrap_or(Color::Black);
    let root = &tree[NodeId::ROOT];
    if *root != Node::default() {
        game.start = Some(Nodes::Made(Box::new(node(root, first, size))));
    }
    let mut bytes = json(&game);
    // The moves are the last field, and empty so far: they are written one by one, for a node as
    // JSON takes many times the space of the node.
    bytes.truncate(bytes.len() - "]}".len());
    write_lines(tree, first, size, &mut bytes);
    bytes.extend(b"}\n");
    Ok(bytes)
}

fn json(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("texts and numbers under text keys are always JSON")
}

/// Writes the tree cut into lines: the main line to the end of its list, then each variation with the
/// number of the node it begins after.
///
/// A variation is written when all earlier children of its node have been, each with all that
/// follows from it; that is the order in which a reader can put them back.
fn write_lines(tree: &Tree<Node>, first: Color, size: Size, bytes: &mut Vec<u8>) {
    let after_root = next_color(&tree[NodeId::ROOT], first);
    let mut numbers = vec![0_u32; tree.n_nodes()];
    let mut n_numbered = 1;
    // Beginnings of lines to be written, the next one last.
    let mut pending: Vec<(NodeId, Option<NodeId>, Color)> = Vec::new();
    pending.extend(tree.first_child(NodeId::ROOT).map(|start| (start, None, after_root)));
    let mut n_variations = 0_usize;
    while let Some((start, after, mut color)) = pending.pop() {
        if let Some(after) = after {
            let opening = if n_variations == 0 { "],\"variations\":[" } else { "," };
            n_variations += 1;
            bytes.extend(opening.as_bytes());
            let after = numbers[after.index()];
            bytes.extend(format!("{{\"after\":{after},\"moves\":[").as_bytes());
        }
        let mut at = Some(start);
        while let Some(id) = at {
            // The sibling waits until this line and all its branches are done.
            if let Some(sibling) = tree.next_sibling(id) {
                pending.push((sibling, tree.parent(id), color));
            }
            if id != start {
                bytes.push(b',');
            }
            bytes.extend(json(&node(&tree[id], color, size)));
            numbers[id.index()] = n_numbered;
            n_numbered += 1;
            color = next_color(&tree[id], color);
            at = tree.first_child(id);
        }
        if after.is_some() {
            bytes.extend(b"]}");
        }
    }
    bytes.push(b']');
}

/// Who moves after this node, if `color` was to move before it.
pub(super) fn next_color(node: &Node, color: Color) -> Color {
    node.ply.map_or(color, |ply| !ply.color)
}

fn header(header: &Header) -> Game<'static> {
    let text = |text: &Option<crate::Text>| text.clone().map(JsonText);
    let size = header.size;
    Game {
        format: NAME.into(),
        version: VERSION,
        rule: header.rule.map(|rule| rule.name().into()),
        size: size.get().into(),
        to_move: header.to_move.map(|color| color.name().into()),
        captures: (header.captures != ByColor::default()).then(|| header.captures.into()),
        opening: header.opening.as_ref().map(|log| Opening {
            procedure: log.procedure.name().into(),
            actions: log.actions.iter().map(|action| action_to_text(size, action)).collect(),
        }),
        players: Pair { black: text(&header.players.black), white: text(&header.players.white) },
        result: header.result.as_ref().map(outcome),
        date: text(&header.date),
        event: text(&header.event),
        properties: properties(&header.extra),
        start: None,
        moves: Vec::new(),
        variations: Vec::new(),
    }
}

fn outcome(result: &GameResult) -> Outcome {
    match result {
        GameResult::Won { winner, by } => Outcome {
            winner: Some(winner.name().into()),
            reason: by.map(|reason| reason.name().into()),
            other: None,
        },
        GameResult::Drawn(reason) => {
            Outcome { reason: reason.map(|reason| reason.name().into()), ..Outcome::default() }
        }
        GameResult::Other(text) => {
            Outcome { other: Some(JsonText(text.clone())), ..Outcome::default() }
        }
    }
}

fn properties(extra: &Properties) -> Vec<JsonProperty> {
    extra.iter().map(JsonProperty::from).collect()
}

fn node(node: &Node, to_move: Color, size: Size) -> JsonNode {
    let notes = node.notes();
    let point = |point| Notation::Renju.format(size, point);
    let mv = node.ply.map(|ply| match ply.mv {
        Move::Place(at) => point(at),
        Move::Pass => "pass".into(),
    });
    let color = node.ply.filter(|ply| ply.color != to_move).map(|ply| ply.color.name().into());
    let setup = notes
        .setup()
        .iter()
        .map(|&(at, stone)| format!("{} {}", stone.map_or("empty", Color::name), point(at)));
    let marks = notes.marks().iter().map(|mark| {
        let (kind, text) = match &mark.kind {
            MarkKind::Cross => ("cross", None),
            MarkKind::Triangle => ("triangle", None),
            MarkKind::Square => ("square", None),
            MarkKind::Circle => ("circle", None),
            MarkKind::Label(text) => ("label", Some(JsonText(text.clone()))),
        };
        JsonMark { kind: kind.into(), point: point(mark.point), text }
    });
    JsonNode(NodeFields {
        mv,
        color,
        setup: setup.collect(),
        time_ms: notes.time_ms,
        comment: notes.comment.clone().map(JsonText),
        marks: marks.collect(),
        properties: properties(&notes.extra),
    })
}
