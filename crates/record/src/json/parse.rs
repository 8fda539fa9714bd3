//! Reading JSON.

use std::cell::RefCell;

use serde_json::value::RawValue;
use tengen_rules::{Color, Move, Notation, Point, Size};

use super::schema::{
    Game, JsonMark, JsonNode, JsonProperty, JsonText, Nodes, Opening, Outcome, Probe, Variation,
};
use super::write::next_color;
use super::{JsonFault, NAME, VERSION};
use crate::format::{BOM, Format};
use crate::place::{At, Places};
use crate::record::words::{action_from_text, draw_reason, win_reason};
use crate::record::{
    GameResult, Header, Mark, MarkKind, Node, Notes, OpeningLog, Ply, Properties, Record,
};
use crate::tree::NodeId;

/// Reads the games of a file: one after the other, with or without line breaks.
pub fn parse(bytes: &[u8]) -> Result<Vec<Record>, At<JsonFault>> {
    let mut records = Vec::new();
    for (record, fault) in Games::new(bytes) {
        fault.map_or(Ok(()), Err)?;
        records.extend(record);
    }
    Ok(records)
}

/// The games of a file, each as far as it could be read. A file without games is none of them with
/// that fault.
pub(crate) struct Games<'a> {
    file: File<'a>,
    at: usize,
    is_empty: bool,
}

impl<'a> Games<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
        let places = RefCell::new(Places::new(bytes));
        Self { file: File { bytes, places }, at, is_empty: true }
    }
}

impl Iterator for Games<'_> {
    type Item = (Option<Record>, Option<At<JsonFault>>);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.file.bytes[self.at..];
        let is_first = std::mem::take(&mut self.is_empty);
        let mut documents = serde_json::Deserializer::from_slice(rest).into_iter::<&RawValue>();
        match documents.next() {
            None if is_first => {
                let end = self.file.bytes.len();
                self.at = end;
                Some((None, Some(self.file.fault(end, JsonFault::Empty))))
            }
            None => None,
            Some(Ok(raw)) => {
                self.at += documents.byte_offset();
                let (record, result) = self.file.game(raw);
                Some((record, result.err()))
            }
            Some(Err(error)) => {
                let fault = self.file.syntax(rest, self.at, &error);
                // A game is a line of its own, so the next line may be sound.
                let after = self.file.bytes[fault.place.offset.min(self.file.bytes.len())..].iter();
                let to_line_end = after.clone().position(|&byte| byte == b'\n');
                self.at = fault.place.offset + to_line_end.map_or(after.len(), |at| at + 1);
                Some((None, Some(fault)))
            }
        }
    }
}

/// The file, to say where in it something stands.
struct File<'a> {
    bytes: &'a [u8],
    places: RefCell<Places<'a>>,
}

impl<'a> File<'a> {
    /// Where a part of the file begins.
    fn offset_of(&self, raw: &RawValue) -> usize {
        raw.get().as_ptr() as usize - self.bytes.as_ptr() as usize
    }

    fn fault(&self, offset: usize, fault: JsonFault) -> At<JsonFault> {
        self.places.borrow_mut().at(offset, fault)
    }

    fn at(&self, raw: &RawValue) -> impl Fn(JsonFault) -> At<JsonFault> {
        move |fault| self.fault(self.offset_of(raw), fault)
    }

    /// An error that counts lines and columns from the beginning of a part of the file.
    fn syntax(&self, part: &[u8], start: usize, error: &serde_json::Error) -> At<JsonFault> {
        let line_start = match error.line().checked_sub(2) {
            None => 0,
            Some(n_skipped) => {
                let mut breaks = part.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
                breaks.nth(n_skipped).map_or(part.len(), |(at, _)| at + 1)
            }
        };
        let offset = start + (line_start + error.column().saturating_sub(1)).min(part.len());
        // The message ends with a place of its own, which is that within the part.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(&*message, |(text, _)| text);
        self.fault(offset, JsonFault::Syntax { message: message.into() })
    }

    fn read<'r, T: serde::Deserialize<'r>>(&self, raw: &'r RawValue) -> Result<T, At<JsonFault>> {
        serde_json::from_str(raw.get())
            .map_err(|error| self.syntax(raw.get().as_bytes(), self.offset_of(raw), &error))
    }

    /// Reads a game up to its first fault.
    fn game(&self, raw: &'a RawValue) -> (Option<Record>, Result<(), At<JsonFault>>) {
        let (mut record, game) = match self.start(raw) {
            Ok(begun) => begun,
            Err(fault) => return (None, Err(fault)),
        };
        let result = self.moves(raw, &mut record, &game);
        (Some(record), result)
    }

    /// The record before its first move, and the moves.
    fn start(&self, raw: &'a RawValue) -> Result<(Record, Moves<'a>), At<JsonFault>> {
        let probe: Probe<'_> = self.read(raw)?;
        let at = self.at(raw);
        if probe.format != NAME {
            return Err(at(JsonFault::Format { found: probe.format.into() }));
        }
        if probe.version != VERSION {
            return Err(at(JsonFault::Version { found: probe.version }));
        }
        let mut game: Game<'_> = self.read(raw)?;
        let start = game.start.take();
        let moves = std::mem::take(&mut game.moves);
        let variations = std::mem::take(&mut game.variations);
        let header = header(game).map_err(&at)?;
        let mut record = Record::new(header.size);
        let first = header.to_move.unwrap_or(Color::Black);
        record.header = header;
        if let Some(start) = start {
            record.tree[NodeId::ROOT] = self.node(&start, first, record.header.size)?;
        }
        Ok((record, Moves { moves, variations }))
    }

    fn moves(
        &self,
        raw: &RawValue,
        record: &mut Record,
        game: &Moves<'a>,
    ) -> Result<(), At<JsonFault>> {
        let first = record.header.to_move.unwrap_or(Color::Black);
        let mut written =
            Written { nodes: vec![(NodeId::ROOT, next_color(&record.tree[NodeId::ROOT], first))] };
        self.line(record, &mut written, 0, &game.moves)?;
        for variation in &game.variations {
            let (after, n_nodes) = (variation.after, written.nodes.len());
            if after >= n_nodes {
                let place = variation.moves.first().and_then(Nodes::raw).unwrap_or(raw);
                return Err(self.at(place)(JsonFault::After { after, n_nodes }));
            }
            self.line(record, &mut written, after, &variation.moves)?;
        }
        Ok(())
    }

    /// Adds a line of moves after a node.
    fn line(
        &self,
        record: &mut Record,
        written: &mut Written,
        after: usize,
        moves: &[Nodes<'_>],
    ) -> Result<(), At<JsonFault>> {
        let (mut at, mut color) = written.nodes[after];
        for raw in moves {
            let node = self.node(raw, color, record.header.size)?;
            color = next_color(&node, color);
            at = record.tree.add_child(at, node);
            written.nodes.push((at, color));
        }
        Ok(())
    }

    fn node(&self, raw: &Nodes<'_>, to_move: Color, size: Size) -> Result<Node, At<JsonFault>> {
        let Some(raw) = raw.raw() else { return Ok(Node::default()) };
        let read: JsonNode = self.read(raw)?;
        node(read, to_move, size).map_err(self.at(raw))
    }
}

impl<'a> Nodes<'a> {
    /// The text of a node that was read; the others are only written.
    fn raw(&self) -> Option<&'a RawValue> {
        match self {
            Self::Raw(raw) => Some(raw),
            Self::Made(_) => None,
        }
    }
}

/// The moves of a game, not yet read.
struct Moves<'a> {
    moves: Vec<Nodes<'a>>,
    variations: Vec<Variation<'a>>,
}

/// The nodes by their numbers, each with the color that moves after it.
struct Written {
    nodes: Vec<(NodeId, Color)>,
}

fn word<T>(found: Option<T>, text: &str, expected: &'static str) -> Result<T, JsonFault> {
    found.ok_or_else(|| JsonFault::Word { found: text.into(), expected })
}

/// Reads a word that may be missing.
fn optional<T>(
    text: Option<&str>,
    read: impl Fn(&str) -> Option<T>,
    expected: &'static str,
) -> Result<Option<T>, JsonFault> {
    text.map(|text| word(read(text), text, expected)).transpose()
}

fn color(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == name)
}

fn point(size: Size, text: &str) -> Result<Point, JsonFault> {
    word(Notation::Renju.parse(size, text).ok(), text, "point of the board")
}

fn header(game: Game<'_>) -> Result<Header, JsonFault> {
    let size = Size::new(game.size).map_err(JsonFault::Size)?;
    let text = |text: Option<JsonText>| text.map(|JsonText(text)| text);
    let mut header = Record::new(size).header;
    header.rule = optional(game.rule.as_deref(), |name| name.parse().ok(), "rule")?;
    header.to_move = optional(game.to_move.as_deref(), color, "color")?;
    header.captures = game.captures.map(Into::into).unwrap_or_default();
    header.players.black = text(game.players.black);
    header.players.white = text(game.players.white);
    header.result = game.result.map(outcome).transpose()?;
    header.date = text(game.date);
    header.event = text(game.event);
    header.opening = game.opening.map(|log| opening(&log, size)).transpose()?;
    header.extra = properties(game.properties)?;
    Ok(header)
}

fn outcome(outcome: Outcome) -> Result<GameResult, JsonFault> {
    let Outcome { winner, reason, other } = outcome;
    if let Some(JsonText(text)) = other {
        return match winner.or(reason) {
            None => Ok(GameResult::Other(text)),
            Some(more) => word(None, &more, "result beside \"other\""),
        };
    }
    let reason = reason.as_deref();
    match optional(winner.as_deref(), color, "color")? {
        Some(winner) => {
            let by = optional(reason, win_reason, "reason to win")?;
            Ok(GameResult::Won { winner, by })
        }
        None => Ok(GameResult::Drawn(optional(reason, draw_reason, "reason for a draw")?)),
    }
}

fn opening(log: &Opening, size: Size) -> Result<OpeningLog, JsonFault> {
    let procedure = word(log.procedure.parse().ok(), &log.procedure, "opening procedure")?;
    let actions = log
        .actions
        .iter()
        .map(|text| word(action_from_text(size, text), text, "opening action"))
        .collect::<Result<_, _>>()?;
    Ok(OpeningLog { procedure, actions })
}

fn properties(properties: Vec<JsonProperty>) -> Result<Properties, JsonFault> {
    let property = |JsonProperty { format, name, values }| {
        let origin = word(Format::from_name(&format), &format, "format")?;
        Ok((origin, name, values.into_iter().map(|JsonText(text)| text)))
    };
    properties.into_iter().map(property).collect()
}

fn node(read: JsonNode, to_move: Color, size: Size) -> Result<Node, JsonFault> {
    let JsonNode(fields) = read;
    let color = optional(fields.color.as_deref(), color, "color")?;
    let mut node = Node::default();
    match (fields.mv.as_deref(), &fields.color) {
        (Some(mv), _) => {
            let mv = if mv == "pass" { Move::Pass } else { Move::Place(point(size, mv)?) };
            node.ply = Some(Ply { color: color.unwrap_or(to_move), mv });
        }
        (None, Some(text)) => return word(None, text, "color of a move, for there is none"),
        (None, None) => {}
    }
    let mut notes = Notes::default();
    notes.time_ms = fields.time_ms;
    notes.comment = fields.comment.map(|JsonText(text)| text);
    for text in &fields.setup {
        let expected = "stone, as \"black H8\" or \"empty H8\"";
        let (stone, at) = word(text.split_once(' '), text, expected)?;
        let stone = match stone {
            "empty" => None,
            name => Some(word(self::color(name), text, expected)?),
        };
        notes.setup_mut().push((point(size, at)?, stone));
    }
    let marks = fields.marks.into_iter().map(|read| mark(read, size));
    notes.set_marks(marks.collect::<Result<_, _>>()?);
    notes.extra = properties(fields.properties)?;
    if notes != Notes::default() {
        *node.notes_mut() = notes;
    }
    Ok(node)
}

fn mark(read: JsonMark, size: Size) -> Result<Mark, JsonFault> {
    let JsonMark { kind, point: at, text } = read;
    let found = match (&*kind, text) {
        ("cross", None) => Some(MarkKind::Cross),
        ("triangle", None) => Some(MarkKind::Triangle),
        ("square", None) => Some(MarkKind::Square),
        ("circle", None) => Some(MarkKind::Circle),
        ("label", Some(JsonText(text))) => Some(MarkKind::Label(text)),
        _ => None,
    };
    Ok(Mark { point: point(size, &at)?, kind: word(found, &kind, "mark")? })
}
