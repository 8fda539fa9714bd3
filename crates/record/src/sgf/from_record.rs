//! Records to SGF games.

use std::borrow::Cow;
use std::collections::BTreeMap;

use tengen_rules::{ByColor, Color, Move, Size};

use super::to_record::{MARKS, MOST_SETUP, is_understood, read_header, read_node};
use super::{SgfGame, SgfNode, SgfProperty, values};
use crate::error::{Lossy, WriteError};
use crate::format::Format;
use crate::record::words::action_to_text;
use crate::record::{Header, Holds, LossKind, Losses, MarkKind, Node, Record, SetupStone};
use crate::text::Text;
use crate::tree::{NodeId, Tree};

impl SgfProperty {
    fn new(name: &str, values: impl IntoIterator<Item = Text>) -> Self {
        Self { name: name.into(), values: values.into_iter().collect() }
    }
}

impl SgfGame {
    /// The whole record.
    pub fn from_record(record: &Record) -> Result<Lossy<Self>, WriteError> {
        let mut losses = header_losses(record)?;
        let is_utf8 = is_all_utf8(record);
        let mut tree = Tree::default();
        let mut ids = vec![NodeId::ROOT; record.tree.n_nodes()];
        for visit in record.tree.pre_order() {
            let made = sgf_node(record, visit.id, is_utf8, &mut losses);
            match record.tree.parent(visit.id) {
                None => tree[NodeId::ROOT] = made,
                Some(parent) => {
                    ids[visit.id.index()] = tree.add_child(ids[parent.index()], made);
                }
            }
        }
        Ok(Lossy { value: Self { tree }, losses })
    }
}

/// What SGF does not hold, the properties of the nodes aside.
pub(super) fn header_losses(record: &Record) -> Result<Losses, WriteError> {
    record.check_points()?;
    let holds = Holds {
        format: Format::Sgf,
        header: true,
        size: true,
        players: true,
        variations: true,
        comments: true,
        times: true,
        marks: true,
    };
    let mut losses = holds.losses(record);
    // Header properties that came from elsewhere but claim to be ours have no place to go.
    let n_misplaced = record.header.extra.n_of(Format::Sgf);
    losses.add(LossKind::Properties, n_misplaced);
    if let Some(result) = &record.header.result {
        let read = read_header(&SgfNode { properties: root_properties(&record.header) });
        // Words of somebody else may mean something here.
        let is_kept = read.is_ok_and(|header| header.result.as_ref() == Some(result));
        losses.add(LossKind::Result, usize::from(!is_kept));
    }
    Ok(losses)
}

/// A node with everything it holds; the root with the header as well.
pub(super) fn sgf_node(record: &Record, id: NodeId, is_utf8: bool, losses: &mut Losses) -> SgfNode {
    let is_root = id == NodeId::ROOT;
    let header = is_root.then_some(&record.header);
    let mut properties = write_node(&record.tree[id], header, record.header.size, losses);
    if is_root && !is_utf8 {
        properties.retain(|p| !(&*p.name == "CA" && p.values == ["UTF-8".into()]));
    }
    SgfNode { properties }
}

impl TryFrom<&Record> for SgfGame {
    type Error = WriteError;

    fn try_from(record: &Record) -> Result<Self, WriteError> {
        Self::from_record(record)?.lossless()
    }
}

/// Whether the texts are what we say they are.
pub(super) fn is_all_utf8(record: &Record) -> bool {
    let is_utf8 = |text: &Option<Text>| text.as_ref().is_none_or(|text| text.as_str().is_some());
    let header = &record.header;
    [&header.players.black, &header.players.white, &header.date, &header.event]
        .into_iter()
        .all(is_utf8)
        && record.tree.pre_order().all(|visit| is_utf8(&record.tree[visit.id].notes().comment))
}

/// The properties of a node: in the words of the file it came from where they still hold, else in
/// ours.
fn write_node(
    node: &Node,
    header: Option<&Header>,
    size: Size,
    losses: &mut Losses,
) -> Vec<SgfProperty> {
    let is_root = header.is_some();
    let mut properties = header.map_or_else(Vec::new, root_properties);
    properties.extend(node_properties(node, size));
    let kept = node.notes().extra.iter().filter(|p| p.origin == Format::Sgf);
    let mut words = SgfNode::default();
    let mut foreign = Vec::new();
    for property in kept {
        let made = SgfProperty::new(property.name, property.values().map(Text::from));
        match (is_understood(&made.name, is_root), made.is_writable()) {
            (true, true) if words.get(&made.name).is_none() => words.properties.push(made),
            // Ours stand for words that do not hold, or are said already.
            (true, _) => {}
            (false, true) => foreign.push(made),
            (false, false) => losses.add(LossKind::Properties, 1),
        }
    }
    if !words.properties.is_empty() {
        restore_words(&mut properties, words, is_root, size);
    }
    properties.extend(foreign);
    properties
}

/// Puts the words of the file in the place of ours where they mean the same.
fn restore_words(properties: &mut Vec<SgfProperty>, words: SgfNode, is_root: bool, size: Size) {
    // Some properties mean nothing without others, so ours stand in for those that are missing.
    let is_missing = |ours: &&SgfProperty| words.get(&ours.name).is_none();
    let missing: Vec<SgfProperty> = properties.iter().filter(is_missing).cloned().collect();
    let whole = SgfNode { properties: [&words.properties[..], &missing].concat() };
    let mut setup_left = MOST_SETUP;
    let Ok(read) = read_node(&whole, size, &mut setup_left) else { return };
    let mut meaning = node_properties(&read, size);
    if is_root {
        let Ok(header) = read_header(&whole) else { return };
        meaning.extend(root_properties(&header));
    }
    for word in words.properties {
        let find = |in_: &[SgfProperty]| in_.iter().position(|p| p.name == word.name);
        let place = find(properties);
        let ours = place.map(|i| &properties[i]);
        if ours != find(&meaning).map(|i| &meaning[i]) {
            continue; // the record was changed
        }
        match place {
            Some(i) => properties[i] = word,
            None => properties.push(word),
        }
    }
}

/// What we write in every node.
pub(super) fn node_properties(node: &Node, size: Size) -> Vec<SgfProperty> {
    let mut properties = Vec::new();
    let notes = node.notes();
    let mut add = |name: &str, values: Vec<Text>| {
        if !values.is_empty() {
            properties.push(SgfProperty::new(name, values));
        }
    };
    if let Some(ply) = node.ply {
        let raw = match ply.mv {
            Move::Place(point) => values::point_to_raw(point, size),
            Move::Pass => Text::default(),
        };
        add(if ply.color == Color::Black { "B" } else { "W" }, vec![raw]);
    }
    let stones = [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)];
    let setup = in_our_order(notes.setup());
    for (name, stone) in stones {
        let points = setup.iter().filter(|(_, found)| *found == stone);
        add(name, points.map(|&(point, _)| values::point_to_raw(point, size)).collect());
    }
    add("C", notes.comment.iter().map(values::text_to_raw).collect());
    add("XTIME", notes.time_ms.iter().map(|ms| ms.to_string().into()).collect());
    for (name, kind) in MARKS {
        let marks = notes.marks().iter().filter(|mark| mark.kind == kind);
        add(name, marks.map(|mark| values::point_to_raw(mark.point, size)).collect());
    }
    let labels = notes.marks().iter().filter_map(|mark| {
        let MarkKind::Label(label) = &mark.kind else { return None };
        let point = values::point_to_raw(mark.point, size);
        let label = values::escape(label.as_bytes(), true);
        Some([point.as_bytes(), b":", &label].concat().into())
    });
    add("LB", labels.collect());
    properties
}

/// A setup that means the same when black stones are put first, then white ones, then those that
/// are taken off: itself, or the last word about each point if some point is named twice.
fn in_our_order(setup: &[SetupStone]) -> Cow<'_, [SetupStone]> {
    let rank = |stone: &SetupStone| stone.1.map_or(2, |color| u8::from(color == Color::White));
    if setup.is_sorted_by_key(rank) {
        return setup.into();
    }
    let mut sorted = setup.to_vec();
    sorted.sort_by_key(rank);
    let result = |setup: &[SetupStone]| -> BTreeMap<_, _> { setup.iter().copied().collect() };
    let last_words = result(setup);
    if result(&sorted) == last_words { setup.into() } else { last_words.into_iter().collect() }
}

/// What we write in the root, besides what we write in every node.
pub(super) fn root_properties(header: &Header) -> Vec<SgfProperty> {
    let mut properties = Vec::new();
    let mut add = |name: &str, values: Vec<Text>| {
        if !values.is_empty() {
            properties.push(SgfProperty::new(name, values));
        }
    };
    add("FF", vec!["4".into()]);
    add("GM", vec!["4".into()]);
    add("CA", vec!["UTF-8".into()]);
    add("AP", vec!["Tengen".into()]);
    add("SZ", vec![header.size.get().to_string().into()]);
    add("RU", header.rule.iter().map(|rule| rule.name().into()).collect());
    let text = |text: &Option<Text>| text.iter().map(values::text_to_raw).collect();
    add("PB", text(&header.players.black));
    add("PW", text(&header.players.white));
    if let Some(result) = &header.result {
        let (raw, reason) = values::result_to_raw(result);
        add("RE", vec![raw]);
        add("XREASON", reason.into_iter().map(Text::from).collect());
    }
    add("DT", text(&header.date));
    add("EV", text(&header.event));
    add("PL", header.to_move.into_iter().map(values::color_to_raw).collect());
    let ByColor { black, white } = header.captures;
    if (black, white) != (0, 0) {
        add("XCAPTURES", [black, white].map(|count| count.to_string().into()).into());
    }
    if let Some(opening) = &header.opening {
        let procedure = Text::from(opening.procedure.name());
        let actions = opening.actions.iter().map(|a| action_to_text(header.size, a).into());
        add("XOPENING", std::iter::once(procedure).chain(actions).collect());
    }
    properties
}
