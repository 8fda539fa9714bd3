//! A record as bytes.
//!
//! First the board and the header: a number whose bits say which fields there are, and those fields.
//! Then the tree from the start, each node before its children. A stone is one byte if it is near the one
//! before it on its line (near the middle, if it is the first), as most are; so games that move over the
//! board look alike, which deflate likes. Numbers are written seven bits in a byte, the lowest first,
//! and all but the last byte have the highest bit set; texts have their length before them.

use tengen_rules::{Action, Color, Move, Point, Size};

use super::numbers::{
    COLORS, DRAW_REASONS, FORMATS, OPENINGS, REACH, RULES, WIN_REASONS, action, field, mark, note,
    number_of, result, step,
};
use crate::record::{GameResult, Header, MarkKind, Node, OpeningLog, Properties, Record};
use crate::text::Text;
use crate::tree::NodeId;

/// The record as bytes. Its points are on its board.
pub(super) fn pack(record: &Record) -> Vec<u8> {
    let mut packer = Packer { bytes: Vec::new(), size: record.header.size };
    let root = &record.tree[NodeId::ROOT];
    packer.header(&record.header, root);
    packer.tree(record);
    packer.bytes
}

struct Packer {
    bytes: Vec<u8>,
    size: Size,
}

/// Where a line stands: whose turn it is, and where the last stone is.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) to_move: Color,
    pub(super) near: Point,
}

impl Line {
    pub(super) fn start(size: Size, to_move: Option<Color>) -> Self {
        Self { to_move: to_move.unwrap_or(Color::Black), near: size.middle() }
    }

    /// Where it stands after a node.
    pub(super) fn after(self, node: &Node) -> Self {
        let to_move = node.ply.map_or(self.to_move, |ply| !ply.color);
        Self { to_move, near: node.point().unwrap_or(self.near) }
    }
}

/// Whether a byte can name every point of the board; else two do.
pub(super) fn is_byte(size: Size) -> bool {
    size.n_points() <= 1 << u8::BITS
}

impl Packer {
    fn header(&mut self, header: &Header, root: &Node) {
        // Every field is named, so that a new one cannot be forgotten.
        let Header { rule, size, to_move, captures, players, result, date, event, opening, extra } =
            header;
        let has_captures = captures.black != 0 || captures.white != 0;
        let fields = [
            (rule.is_some(), field::RULE),
            (result.is_some(), field::RESULT),
            (players.black.is_some(), field::BLACK_NAME),
            (players.white.is_some(), field::WHITE_NAME),
            (opening.is_some(), field::OPENING),
            (date.is_some(), field::DATE),
            (event.is_some(), field::EVENT),
            (to_move.is_some(), field::TO_MOVE),
            (has_captures, field::CAPTURES),
            (!extra.is_empty(), field::PROPERTIES),
            (root.ply.is_some(), field::ROOT_MOVE),
        ];
        self.byte(size.get());
        self.number(fields.iter().filter(|(is_there, _)| *is_there).map(|(_, bit)| bit).sum());
        if let Some(rule) = rule {
            self.byte(number_of(RULES, rule));
        }
        if let Some(result) = result {
            self.result(result);
        }
        for name in [&players.black, &players.white].into_iter().flatten() {
            self.text(name);
        }
        if let Some(opening) = opening {
            self.opening(opening);
        }
        for text in [date, event].into_iter().flatten() {
            self.text(text);
        }
        if let Some(color) = to_move {
            self.byte(number_of(COLORS, color));
        }
        if has_captures {
            self.number(captures.black.into());
            self.number(captures.white.into());
        }
        if !extra.is_empty() {
            self.properties(extra);
        }
    }

    fn result(&mut self, result: &GameResult) {
        let (kind, reason) = match result {
            GameResult::Won { winner, by } => {
                let kind = match winner {
                    Color::Black => result::BLACK_WON,
                    Color::White => result::WHITE_WON,
                };
                (kind, by.map(|by| number_of(WIN_REASONS, &by)))
            }
            GameResult::Drawn(reason) => {
                (result::DRAWN, reason.map(|reason| number_of(DRAW_REASONS, &reason)))
            }
            GameResult::Other(text) => {
                self.byte(result::OTHER);
                self.text(text);
                return;
            }
        };
        self.byte(kind);
        self.byte(reason.map_or(0, |reason| 1 + reason));
    }

    fn opening(&mut self, log: &OpeningLog) {
        self.byte(number_of(OPENINGS, &log.procedure));
        self.count(log.actions.len());
        for action in &log.actions {
            match action {
                Action::Place(point) => {
                    self.byte(action::PLACE);
                    self.point(*point);
                }
                Action::Swap => self.byte(action::SWAP),
                Action::Stay => self.byte(action::STAY),
                Action::Take(Color::Black) => self.byte(action::TAKE_BLACK),
                Action::Take(Color::White) => self.byte(action::TAKE_WHITE),
                Action::PutTwo => self.byte(action::PUT_TWO),
                Action::Declare(count) => {
                    self.byte(action::DECLARE);
                    self.number((*count).into());
                }
                Action::OfferTen => self.byte(action::OFFER_TEN),
                Action::Offer(points) => {
                    self.byte(action::OFFER);
                    self.count(points.len());
                    for &point in points {
                        self.point(point);
                    }
                }
                Action::Pick(point) => {
                    self.byte(action::PICK);
                    self.point(*point);
                }
            }
        }
    }

    fn tree(&mut self, record: &Record) {
        let tree = &record.tree;
        let mut lines = Vec::new();
        let start = Line::start(self.size, record.header.to_move);
        let mut last_depth = 0;
        for visit in tree.pre_order() {
            let node = &tree[visit.id];
            let is_root = visit.id == NodeId::ROOT;
            lines.truncate(visit.depth);
            let line = lines.last().copied().unwrap_or(start);
            if !is_root && visit.depth <= last_depth {
                self.byte(step::BACK);
                self.count(last_depth + 1 - visit.depth);
            }
            // A root without a move is there anyway.
            if !is_root || node.ply.is_some() {
                self.mv(node, line);
            }
            self.notes(node);
            lines.push(line.after(node));
            last_depth = visit.depth;
        }
    }

    fn mv(&mut self, node: &Node, line: Line) {
        let Some(ply) = node.ply else { return self.byte(step::NO_MOVE) };
        if ply.color != line.to_move {
            self.byte(step::OUT_OF_TURN);
        }
        let Move::Place(point) = ply.mv else { return self.byte(step::PASS) };
        let distance = |to: u8, from: u8| i16::from(to) - i16::from(from);
        let (dx, dy) = (distance(point.x(), line.near.x()), distance(point.y(), line.near.y()));
        if dx.abs() <= REACH && dy.abs() <= REACH {
            self.byte(((dy + REACH) * (2 * REACH + 1) + dx + REACH) as u8);
        } else {
            self.byte(step::FAR);
            self.point(point);
        }
    }

    fn notes(&mut self, node: &Node) {
        let notes = node.notes();
        let (setup, marks) = (notes.setup(), notes.marks());
        let kinds = [
            (notes.comment.is_some(), note::COMMENT),
            (notes.time_ms.is_some(), note::TIME),
            (!setup.is_empty(), note::SETUP),
            (!marks.is_empty(), note::MARKS),
            (!notes.extra.is_empty(), note::PROPERTIES),
        ];
        let kinds: u8 = kinds.iter().filter(|(is_there, _)| *is_there).map(|(_, bit)| bit).sum();
        if kinds == 0 {
            return;
        }
        self.byte(step::NOTES);
        self.byte(kinds);
        if let Some(comment) = &notes.comment {
            self.text(comment);
        }
        if let Some(time_ms) = notes.time_ms {
            self.number(time_ms);
        }
        if !setup.is_empty() {
            self.count(setup.len());
            for &(point, stone) in setup {
                self.byte(stone.map_or(0, |color| 1 + number_of(COLORS, &color)));
                self.point(point);
            }
        }
        if !marks.is_empty() {
            self.count(marks.len());
            for mark in marks {
                self.byte(match &mark.kind {
                    MarkKind::Cross => mark::CROSS,
                    MarkKind::Triangle => mark::TRIANGLE,
                    MarkKind::Square => mark::SQUARE,
                    MarkKind::Circle => mark::CIRCLE,
                    MarkKind::Label(_) => mark::LABEL,
                });
                self.point(mark.point);
                if let MarkKind::Label(text) = &mark.kind {
                    self.text(text);
                }
            }
        }
        if !notes.extra.is_empty() {
            self.properties(&notes.extra);
        }
    }

    fn properties(&mut self, properties: &Properties) {
        self.count(properties.iter().count());
        for property in properties.iter() {
            self.byte(number_of(FORMATS, &property.origin));
            self.piece(property.name.as_bytes());
            self.count(property.values().count());
            property.values().for_each(|value| self.piece(value));
        }
    }

    fn text(&mut self, text: &Text) {
        self.piece(text.as_bytes());
    }

    fn piece(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes.extend(bytes);
    }

    fn point(&mut self, point: Point) {
        let index = self.size.index(point);
        if is_byte(self.size) {
            self.byte(index as u8);
        } else {
            self.bytes.extend((index as u16).to_le_bytes());
        }
    }

    fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    fn number(&mut self, mut left: u64) {
        while left >= 0x80 {
            self.byte(0x80 | (left & 0x7F) as u8);
            left >>= 7;
        }
        self.byte(left as u8);
    }

    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }
}
