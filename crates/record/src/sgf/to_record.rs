//! SGF games to records.
//!
//! A property that we would write exactly as it stands becomes part of the record. One that we
//! would write otherwise is understood as well, but its own words are kept beside, and written
//! again unless the record was changed. What is not understood is only kept.

use tengen_rules::{Action, ByColor, Color, Size};

use super::from_record::{node_properties, root_properties};
use super::{SgfGame, SgfNode, SgfProperty, ValueFault, values};
use crate::format::Format;
use crate::record::words::{action_from_text, draw_reason, win_reason};
use crate::record::{
    GameResult, Header, Mark, MarkKind, Node, OpeningLog, Ply, Record, USUAL_SIZE,
};
use crate::text::Text;
use crate::tree::NodeId;

/// Why an SGF game is no record, and which property tells so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("node {}, property {property}: {fault}", node.index())]
pub struct SgfGameError {
    /// The node.
    pub node: NodeId,
    /// The number of the property in its node, from zero.
    pub property: usize,
    /// What is wrong.
    pub fault: ValueFault,
}

/// More points than this are not set up in one game: a few bytes can name a whole board, and a
/// file of such would fill the memory.
pub(super) const MOST_SETUP: usize = 1 << 20;

impl TryFrom<&SgfGame> for Record {
    type Error = SgfGameError;

    fn try_from(game: &SgfGame) -> Result<Self, SgfGameError> {
        let mut setup_left = MOST_SETUP;
        let at = |node: NodeId| move |(property, fault)| SgfGameError { node, property, fault };
        let root = &game.tree[NodeId::ROOT];
        let header = read_header(root).map_err(at(NodeId::ROOT))?;
        let size = header.size;
        let mut record = Self::new(size);
        record.header = header;
        // Both trees are built in pre-order, so nodes get the same numbers in both.
        let mut ids = Vec::with_capacity(game.tree.n_nodes());
        ids.resize(game.tree.n_nodes(), NodeId::ROOT);
        for visit in game.tree.pre_order() {
            let found = &game.tree[visit.id];
            let mut node = read_node(found, size, &mut setup_left).map_err(at(visit.id))?;
            let is_root = visit.id == NodeId::ROOT;
            keep_words(found, &mut node, is_root.then_some(&record.header), size);
            match game.tree.parent(visit.id) {
                None => record.tree[NodeId::ROOT] = node,
                Some(parent) => {
                    ids[visit.id.index()] = record.tree.add_child(ids[parent.index()], node);
                }
            }
        }
        Ok(record)
    }
}

/// What is understood in every node.
const IN_NODES: [&str; 12] =
    ["B", "W", "AB", "AW", "AE", "C", "XTIME", "MA", "TR", "SQ", "CR", "LB"];
/// What is understood in the root.
const IN_ROOT: [&str; 15] = [
    "FF",
    "GM",
    "CA",
    "AP",
    "SZ",
    "RU",
    "PB",
    "PW",
    "RE",
    "XREASON",
    "DT",
    "EV",
    "PL",
    "XCAPTURES",
    "XOPENING",
];

pub(super) fn is_understood(name: &str, is_root: bool) -> bool {
    IN_NODES.contains(&name) || (is_root && IN_ROOT.contains(&name))
}

/// Where the words of a property are kept among the others, wherever they stood in the file: what
/// is understood in our order, then the rest in theirs.
fn rank(name: &str, is_root: bool) -> usize {
    let names = IN_ROOT.iter().filter(|_| is_root).chain(&IN_NODES);
    names.clone().position(|known| *known == name).unwrap_or(usize::MAX)
}

type Fault = (usize, ValueFault);

/// The values of a name with the number of their property. A name that comes twice, which is an
/// error that many programs make, counts as one with all the values.
fn all<'a>(node: &'a SgfNode, name: &'a str) -> impl Iterator<Item = (usize, &'a Text)> {
    let named = node.properties.iter().enumerate().filter(move |(_, p)| &*p.name == name);
    named.flat_map(|(i, property)| property.values.iter().map(move |value| (i, value)))
}

fn first<'a>(node: &'a SgfNode, name: &'a str) -> Option<&'a Text> {
    all(node, name).next().map(|(_, value)| value)
}

pub(super) fn read_header(root: &SgfNode) -> Result<Header, Fault> {
    if let Some((i, game)) = all(root, "GM").next()
        && game.as_bytes().trim_ascii() != b"4"
    {
        return Err((i, ValueFault::Game { found: game.clone() }));
    }
    let size = match all(root, "SZ").next() {
        Some((i, raw)) => values::size(raw).map_err(|fault| (i, fault))?,
        None => USUAL_SIZE,
    };
    let text = |name| first(root, name).map(values::text_of);
    let mut header = Record::new(size).header;
    header.rule = first(root, "RU").and_then(values::rule);
    header.players = ByColor::new(text("PB"), text("PW"));
    header.date = text("DT");
    header.event = text("EV");
    header.to_move = first(root, "PL").and_then(values::color);
    header.result = first(root, "RE").map(values::result);
    if let Some(reason) = first(root, "XREASON").and_then(Text::as_str) {
        match &mut header.result {
            Some(GameResult::Won { by, .. }) => *by = win_reason(reason).or(*by),
            Some(GameResult::Drawn(by)) => *by = draw_reason(reason).or(*by),
            _ => {}
        }
    }
    let counts: Vec<u32> =
        all(root, "XCAPTURES").filter_map(|(_, raw)| raw.as_str()?.parse().ok()).collect();
    if let [black, white] = counts[..] {
        header.captures = ByColor::new(black, white);
    }
    header.opening = opening(root, size);
    Ok(header)
}

fn opening(root: &SgfNode, size: Size) -> Option<OpeningLog> {
    let mut words = all(root, "XOPENING").map(|(_, raw)| raw.as_str());
    let procedure = words.next()??.parse().ok()?;
    let action = |word: Option<&str>| -> Option<Action> { action_from_text(size, word?) };
    let actions = words.map(action).collect::<Option<_>>()?;
    Some(OpeningLog { procedure, actions })
}

pub(super) fn read_node(
    found: &SgfNode,
    size: Size,
    setup_left: &mut usize,
) -> Result<Node, Fault> {
    let mut node = Node::default();
    for (name, color) in [("B", Color::Black), ("W", Color::White)] {
        for (i, raw) in all(found, name) {
            if node.ply.is_some() {
                return Err((i, ValueFault::SecondMove { found: raw.clone() }));
            }
            let mv = values::mv(raw, size).map_err(|fault| (i, fault))?;
            node.ply = Some(Ply { color, mv });
        }
    }
    let stones = [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)];
    for (name, stone) in stones {
        for (i, raw) in all(found, name) {
            let points = values::points(raw, size).map_err(|fault| (i, fault))?;
            let left = setup_left.checked_sub(points.len());
            *setup_left = left.ok_or((i, ValueFault::TooMuchSetup))?;
            node.notes_mut().setup_mut().extend(points.into_iter().map(|point| (point, stone)));
        }
    }
    if let Some(raw) = first(found, "C") {
        node.notes_mut().comment = Some(values::text_of(raw));
    }
    if let Some(ms) = first(found, "XTIME").and_then(|raw| raw.as_str()?.parse().ok()) {
        node.notes_mut().time_ms = Some(ms);
    }
    for (name, kind) in MARKS {
        let marks = all(found, name).map(|(_, raw)| {
            let point = values::point(raw.as_bytes(), size)?;
            Some(Mark { point, kind: kind.clone() })
        });
        add_marks(&mut node, marks);
    }
    let labels = all(found, "LB").map(|(_, raw)| {
        let (point, text) = values::split_composed(raw.as_bytes())?;
        let kind = MarkKind::Label(values::unescape(text).into());
        Some(Mark { point: values::point(point, size)?, kind })
    });
    add_marks(&mut node, labels);
    if node.has_notes() {
        node.notes_mut().shrink_to_fit();
    }
    Ok(node)
}

pub(super) const MARKS: [(&str, MarkKind); 4] = [
    ("MA", MarkKind::Cross),
    ("TR", MarkKind::Triangle),
    ("SQ", MarkKind::Square),
    ("CR", MarkKind::Circle),
];

/// Adds the marks of one property, all or none of them.
fn add_marks(node: &mut Node, marks: impl Iterator<Item = Option<Mark>>) {
    if let Some(marks) = marks.collect::<Option<Vec<Mark>>>()
        && !marks.is_empty()
    {
        node.notes_mut().marks_mut().extend(marks);
    }
}

/// Keeps what is not understood, and the words of what we would write otherwise.
pub(super) fn keep_words(found: &SgfNode, node: &mut Node, header: Option<&Header>, size: Size) {
    let is_root = header.is_some();
    let mut usual = node_properties(node, size);
    if let Some(header) = header {
        usual.extend(root_properties(header));
    }
    let mut kept: Vec<(&str, Vec<&Text>)> = Vec::new();
    let mut merged: Vec<&str> = Vec::new();
    for property in &found.properties {
        let name = &*property.name;
        if !is_understood(name, is_root) {
            kept.push((name, property.values.iter().collect()));
            continue;
        }
        if merged.contains(&name) {
            continue;
        }
        merged.push(name);
        let values: Vec<&Text> = all(found, name).map(|(_, value)| value).collect();
        if !usual.iter().any(|usual| is_same(usual, name, &values)) {
            kept.push((name, values));
        }
    }
    kept.sort_by_key(|(name, _)| rank(name, is_root));
    if !kept.is_empty() {
        let kept = kept.into_iter().map(|(name, values)| (Format::Sgf, name, values));
        node.notes_mut().extra = kept.collect();
    }
}

fn is_same(usual: &SgfProperty, name: &str, values: &[&Text]) -> bool {
    &*usual.name == name && usual.values.iter().eq(values.iter().copied())
}
