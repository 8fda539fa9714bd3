//! Reading games one after another, straight into records.
//!
//! A collection of a hundred megabytes is read a game at a time, and a game of any size takes a few
//! times the space of its text: no document is built in between. What is damaged is told and passed
//! over: a bad property ends its variation, a broken game keeps the nodes before the break, and the
//! next game is looked for where one plainly begins.

use tengen_rules::{Color, Move, Size};

use super::parse::{State, property, walk};
use super::to_record::{MOST_SETUP, keep_words, read_header, read_node};
use super::{SgfFault, SgfNode, SgfProperty, ValueFault, values};
use crate::codec::Faults;
use crate::format::BOM;
use crate::place::{At, Places};
use crate::record::{Node, Ply, Record};
use crate::scan::Scanner;
use crate::text::Text;
use crate::tree::NodeId;

/// A node needs a semicolon and a move a few bytes more. Only a file of little else than empty
/// nodes has more of them than one in three bytes, and it would take thirty times its size.
const BYTES_PER_NODE: usize = 3;
/// So many nodes are never too many.
const FEW_NODES: usize = 1 << 16;

/// A game as far as it could be read.
pub(crate) struct Found {
    pub(crate) record: Option<Record>,
    pub(crate) faults: Faults<At<SgfFault>>,
}

/// The games of a file.
pub(crate) struct Games<'a> {
    file: Scanner<'a>,
    places: Places<'a>,
    is_empty: bool,
}

impl<'a> Games<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut file = Scanner::new(bytes);
        file.eat_all(BOM);
        Self { file, places: Places::new(bytes), is_empty: true }
    }
}

impl Iterator for Games<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        self.file.skip_space();
        let mut faults = Faults::default();
        let is_first = std::mem::take(&mut self.is_empty);
        match self.file.peek() {
            None if is_first => {
                faults.add(self.places.at(self.file.offset(), SgfFault::Empty));
                Some(Found { record: None, faults })
            }
            None => None,
            Some(b'(') => {
                let mut build = Build::new(&self.file, &mut self.places);
                if let Err((offset, fault)) = build.game(&mut self.file) {
                    let is_too_long = fault == SgfFault::TooManyNodes;
                    build.fault(offset, fault);
                    if is_too_long {
                        self.file.skip(build.end - offset);
                    } else {
                        skip_to_game(&mut self.file);
                    }
                }
                Some(build.finish())
            }
            Some(_) => {
                let (found, expected) = (self.file.excerpt(), State::Outside.expected());
                let fault = SgfFault::Unexpected { found, expected };
                faults.add(self.places.at(self.file.offset(), fault));
                skip_to_game(&mut self.file);
                Some(Found { record: None, faults })
            }
        }
    }
}

/// Moves on to where a game plainly begins: a parenthesis, a semicolon and a property that only the
/// first node of a game has. Nothing else is looked at, so that this takes one walk.
fn skip_to_game(file: &mut Scanner<'_>) {
    const AT_THE_START: [&[u8]; 8] = [b"FF", b"GM", b"CA", b"AP", b"SZ", b"GN", b"PB", b"EV"];
    file.next();
    loop {
        file.take_while(|byte| byte != b'(');
        if file.is_done() {
            return;
        }
        let mut ahead = *file;
        ahead.next();
        ahead.skip_space();
        if ahead.eat(b';') {
            ahead.skip_space();
            let name = ahead.rest().get(..2).unwrap_or_default();
            if AT_THE_START.contains(&name) && ahead.rest().get(2) == Some(&b'[') {
                return;
            }
        }
        file.next();
    }
}

/// Where the next node goes.
#[derive(Clone, Copy)]
enum Cursor {
    /// It is the first of the game.
    Start,
    /// Below this one.
    Below(NodeId),
    /// Nowhere: something before it could not be read.
    Nowhere,
}

/// The properties of a node while they are read, and where they stand.
#[derive(Default)]
struct Draft {
    node: SgfNode,
    offsets: Vec<usize>,
    is_open: bool,
}

impl super::parse::Sink for Draft {
    fn property(&mut self, name: &[u8], offset: usize) {
        let name = String::from_utf8_lossy(name).into();
        self.node.properties.push(SgfProperty { name, values: Vec::new() });
        self.offsets.push(offset);
    }

    fn value(&mut self, raw: &[u8]) {
        if let Some(property) = self.node.properties.last_mut() {
            property.values.push(Text::from(raw));
        }
    }
}

struct Build<'a, 'p> {
    record: Option<Record>,
    faults: Faults<At<SgfFault>>,
    places: &'p mut Places<'a>,
    at: Cursor,
    // Where to go on after each open parenthesis.
    pending: Vec<Cursor>,
    draft: Draft,
    setup_left: usize,
    n_nodes: usize,
    nodes_left: usize,
    // Where the game ends, or stops being one.
    end: usize,
}

/// Counts the nodes of one game, as far as it is sound.
#[derive(Default)]
struct Counter {
    n_nodes: usize,
}

impl super::parse::Sink for Counter {
    fn node(&mut self) {
        self.n_nodes += 1;
    }
}

impl<'a, 'p> Build<'a, 'p> {
    fn new(start: &Scanner<'a>, places: &'p mut Places<'a>) -> Self {
        let mut counter = Counter::default();
        let mut ahead = *start;
        // Only the count is wanted; what is wrong is found when the game is built.
        drop(walk(&mut ahead, &mut counter));
        let n_bytes = ahead.offset() - start.offset();
        Self {
            record: None,
            faults: Faults::default(),
            places,
            at: Cursor::Start,
            pending: Vec::new(),
            draft: Draft::default(),
            setup_left: MOST_SETUP,
            n_nodes: counter.n_nodes,
            nodes_left: FEW_NODES.max(n_bytes / BYTES_PER_NODE),
            end: ahead.offset(),
        }
    }

    fn fault(&mut self, offset: usize, fault: SgfFault) {
        self.faults.add(self.places.at(offset, fault));
    }

    /// Reads a game, from its first parenthesis to its last.
    fn game(&mut self, file: &mut Scanner<'a>) -> Result<(), (usize, SgfFault)> {
        let result = self.walk(file);
        // A node that was being read counts as far as it got.
        self.draft.node.properties.retain(|property| !property.values.is_empty());
        if result.is_ok() || !self.draft.node.properties.is_empty() {
            self.close_node();
        }
        result
    }

    fn walk(&mut self, file: &mut Scanner<'a>) -> Result<(), (usize, SgfFault)> {
        let mut state = State::Outside;
        loop {
            file.skip_space();
            let Some(byte) = file.peek() else {
                let expected = state.expected();
                return Err((file.offset(), SgfFault::Truncated { expected }));
            };
            state = match (state, byte) {
                (State::Outside | State::InNode | State::Closed, b'(') => {
                    self.close_node();
                    self.pending.push(self.at);
                    State::Opened
                }
                (State::Opened | State::InNode, b';') => {
                    self.close_node();
                    let left = self.nodes_left.checked_sub(1);
                    self.nodes_left = left.ok_or((file.offset(), SgfFault::TooManyNodes))?;
                    if self.plain_move(file) {
                        state = State::InNode;
                        continue;
                    }
                    self.draft.is_open = true;
                    State::InNode
                }
                (State::InNode | State::Closed, b')') => {
                    self.close_node();
                    self.at = self.pending.pop().unwrap_or(Cursor::Nowhere);
                    if self.pending.is_empty() {
                        file.next();
                        return Ok(());
                    }
                    State::Closed
                }
                (State::InNode, byte) if byte.is_ascii_alphanumeric() => {
                    property(file, &mut self.draft)?;
                    continue;
                }
                _ => {
                    let (found, expected) = (file.excerpt(), state.expected());
                    return Err((file.offset(), SgfFault::Unexpected { found, expected }));
                }
            };
            file.next();
        }
    }

    /// Reads a node that is a move as we would write it and nothing else. Nearly all are.
    fn plain_move(&mut self, file: &mut Scanner<'a>) -> bool {
        let (Cursor::Below(parent), Some(record)) = (self.at, &mut self.record) else {
            return false;
        };
        let &[b';', color @ (b'B' | b'W'), b'[', x, y, b']', ..] = file.rest() else {
            return false;
        };
        if !x.is_ascii_lowercase() || !y.is_ascii_lowercase() {
            return false;
        }
        let Some(point) = values::point(&[x, y], record.header.size) else { return false };
        let mut ahead = *file;
        ahead.skip(6);
        ahead.skip_space();
        if !ahead.peek().is_some_and(|byte| matches!(byte, b';' | b'(' | b')')) {
            return false;
        }
        *file = ahead;
        let color = if color == b'B' { Color::Black } else { Color::White };
        let node = Node::new(Some(Ply { color, mv: Move::Place(point) }));
        self.at = Cursor::Below(record.tree.add_child(parent, node));
        true
    }

    /// Puts a node that was read where it belongs.
    fn close_node(&mut self) {
        if !std::mem::take(&mut self.draft.is_open) {
            return;
        }
        let mut draft = std::mem::take(&mut self.draft);
        let made = match self.at {
            Cursor::Start => self.first_node(&draft.node),
            Cursor::Below(parent) => self.add_node(parent, &draft.node),
            Cursor::Nowhere => Ok(Cursor::Nowhere),
        };
        self.at = made.unwrap_or_else(|(property, fault)| {
            let offset = draft.offsets.get(property).copied().unwrap_or_default();
            self.fault(offset, SgfFault::Value(fault));
            Cursor::Nowhere
        });
        draft.node.properties.clear();
        draft.offsets.clear();
        self.draft = draft;
    }

    fn first_node(&mut self, found: &SgfNode) -> Result<Cursor, (usize, ValueFault)> {
        let header = read_header(found)?;
        let size = header.size;
        let mut node = read_node(found, size, &mut self.setup_left)?;
        keep_words(found, &mut node, Some(&header), size);
        let mut record = Record::new(size);
        record.header = header;
        record.tree.reserve(self.n_nodes);
        record.tree[NodeId::ROOT] = node;
        self.record = Some(record);
        Ok(Cursor::Below(NodeId::ROOT))
    }

    fn add_node(&mut self, parent: NodeId, found: &SgfNode) -> Result<Cursor, (usize, ValueFault)> {
        let Some(record) = &mut self.record else { return Ok(Cursor::Nowhere) };
        let size: Size = record.header.size;
        let mut node = read_node(found, size, &mut self.setup_left)?;
        keep_words(found, &mut node, None, size);
        Ok(Cursor::Below(record.tree.add_child(parent, node)))
    }

    fn finish(self) -> Found {
        Found { record: self.record, faults: self.faults }
    }
}
