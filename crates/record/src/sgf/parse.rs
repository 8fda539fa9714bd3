//! Reading the tree.
//!
//! The grammar is walked without recursion and without memory: what is found goes to a [`Sink`].
//! A file is walked twice, first to see whether it is right and only then to build it, for a tree
//! takes many times the space of its text.

use super::to_record::SgfGameError;
use super::{SgfCollection, SgfFault, SgfGame, SgfNode, SgfProperty};
use crate::format::BOM;
use crate::place::At;
use crate::scan::Scanner;
use crate::text::Text;
use crate::tree::{NodeId, Tree};

impl SgfCollection {
    /// Reads a file.
    ///
    /// ```
    /// use tengen_record::sgf::SgfCollection;
    ///
    /// let file = b"(;GM[4]SZ[15]\n;B[hh];W[ii]XX[kept \\] as it is])\n";
    /// assert_eq!(SgfCollection::parse(file)?.write(), file);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Self, At<SgfFault>> {
        let at = |(offset, fault)| At::text(bytes, offset, fault);
        walk(bytes, &mut ()).map_err(at)?;
        let mut builder = Builder::default();
        walk(bytes, &mut builder).map_err(at)?;
        Ok(Self { games: builder.games })
    }
}

/// What is told of a walk through a file.
trait Sink {
    fn open(&mut self) {}
    fn node(&mut self) {}
    fn property(&mut self, _name: &[u8], _offset: usize) {}
    fn value(&mut self, _raw: &[u8]) {}
    fn close(&mut self) {}
}

/// Listens to nothing: the walk itself is the check.
impl Sink for () {}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A game, or nothing.
    Outside,
    /// The first node of a sequence.
    Opened,
    /// A property, another node, variations, or the end of the sequence.
    InNode,
    /// Another variation, or the end of the sequence.
    Closed,
}

impl State {
    const fn expected(self) -> &'static str {
        match self {
            Self::Outside => "a game, which begins with '('",
            Self::Opened => "a node, which begins with ';'",
            Self::InNode => "a property, a node, a variation or ')'",
            Self::Closed => "a variation or ')'",
        }
    }
}

type Fault = (usize, SgfFault);

fn walk(bytes: &[u8], sink: &mut impl Sink) -> Result<(), Fault> {
    let mut file = Scanner::new(bytes);
    file.eat_all(BOM);
    let mut state = State::Outside;
    let mut depth = 0_usize;
    let mut n_games = 0_usize;
    loop {
        file.skip_space();
        let Some(byte) = file.peek() else { break };
        state = match (state, byte) {
            (State::Outside | State::InNode | State::Closed, b'(') => {
                n_games += usize::from(depth == 0);
                depth += 1;
                sink.open();
                State::Opened
            }
            (State::Opened | State::InNode, b';') => {
                sink.node();
                State::InNode
            }
            (State::InNode | State::Closed, b')') => {
                depth -= 1;
                sink.close();
                if depth == 0 { State::Outside } else { State::Closed }
            }
            (State::InNode, byte) if byte.is_ascii_alphanumeric() => {
                property(&mut file, sink)?;
                continue;
            }
            _ => {
                let (found, expected) = (file.excerpt(), state.expected());
                return Err((file.offset(), SgfFault::Unexpected { found, expected }));
            }
        };
        file.next();
    }
    let expected = state.expected();
    match state {
        State::Outside if n_games > 0 => Ok(()),
        State::Outside => Err((file.offset(), SgfFault::Empty)),
        _ => Err((file.offset(), SgfFault::Truncated { expected })),
    }
}

fn property(file: &mut Scanner<'_>, sink: &mut impl Sink) -> Result<(), Fault> {
    let offset = file.offset();
    let name = file.take_while(|byte| byte.is_ascii_alphanumeric());
    sink.property(name, offset);
    let mut has_value = false;
    loop {
        file.skip_space();
        if !file.eat(b'[') {
            break;
        }
        sink.value(value(file)?);
        has_value = true;
    }
    let expected = "a value, which begins with '['";
    match (has_value, file.is_done()) {
        (true, _) => Ok(()),
        (false, true) => Err((file.offset(), SgfFault::Truncated { expected })),
        (false, false) => {
            let found = file.excerpt();
            Err((file.offset(), SgfFault::Unexpected { found, expected }))
        }
    }
}

/// Everything up to the bracket that is not escaped, which is read as well.
fn value<'a>(file: &mut Scanner<'a>) -> Result<&'a [u8], Fault> {
    let start = file.rest();
    let begin = file.offset();
    loop {
        file.take_while(|byte| !matches!(byte, b']' | b'\\'));
        let length = file.offset() - begin;
        match file.next() {
            Some(b']') => return Ok(&start[..length]),
            // Whatever follows a backslash is part of the value.
            Some(_) if file.next().is_some() => {}
            _ => return Err((file.offset(), SgfFault::Truncated { expected: "']'" })),
        }
    }
}

impl SgfProperty {
    /// Whether it would be read back as it is.
    pub(super) fn is_writable(&self) -> bool {
        let is_name =
            !self.name.is_empty() && self.name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_value = |raw: &Text| {
            let bracketed = [raw.as_bytes(), b"]"].concat();
            let mut file = Scanner::new(&bracketed);
            value(&mut file).is_ok() && file.is_done()
        };
        is_name && !self.values.is_empty() && self.values.iter().all(is_value)
    }
}

#[derive(Default)]
struct Builder {
    games: Vec<SgfGame>,
    // Where to go on after each open parenthesis of the current game.
    pending: Vec<Option<NodeId>>,
    current: Option<NodeId>,
}

impl Builder {
    fn current(&mut self) -> Option<&mut SgfNode> {
        Some(&mut self.games.last_mut()?.tree[self.current?])
    }
}

impl Sink for Builder {
    fn open(&mut self) {
        self.pending.push(self.current);
    }

    fn node(&mut self) {
        let node = SgfNode::default();
        if let (Some(parent), Some(game)) = (self.current, self.games.last_mut()) {
            self.current = Some(game.tree.add_child(parent, node));
        } else {
            self.games.push(SgfGame { tree: Tree::new(node) });
            self.current = Some(NodeId::ROOT);
        }
    }

    fn property(&mut self, name: &[u8], _offset: usize) {
        let name = String::from_utf8_lossy(name).into();
        if let Some(node) = self.current() {
            // Most nodes have one property with one value; the usual growth would take four.
            if node.properties.is_empty() {
                node.properties.reserve_exact(1);
            }
            node.properties.push(SgfProperty { name, values: Vec::with_capacity(1) });
        }
    }

    fn value(&mut self, raw: &[u8]) {
        if let Some(property) = self.current().and_then(|node| node.properties.last_mut()) {
            property.values.push(Text::from(raw));
        }
    }

    fn close(&mut self) {
        self.current = self.pending.pop().flatten();
    }
}

/// Where in the file the property stands that an error is about.
pub(super) fn offset_of(bytes: &[u8], game: usize, error: &SgfGameError) -> usize {
    let mut finder = Finder::new(game, error);
    // The file was walked before, so this ends well.
    drop(walk(bytes, &mut finder));
    finder.offset
}

struct Finder<'a> {
    game: usize,
    error: &'a SgfGameError,
    depth: usize,
    n_games: usize,
    n_nodes: usize,
    n_properties: usize,
    offset: usize,
}

impl<'a> Finder<'a> {
    fn new(game: usize, error: &'a SgfGameError) -> Self {
        Self { game, error, depth: 0, n_games: 0, n_nodes: 0, n_properties: 0, offset: 0 }
    }
}

impl Sink for Finder<'_> {
    fn open(&mut self) {
        if self.depth == 0 {
            self.n_games += 1;
            self.n_nodes = 0;
        }
        self.depth += 1;
    }

    fn node(&mut self) {
        self.n_nodes += 1;
        self.n_properties = 0;
    }

    fn property(&mut self, _name: &[u8], offset: usize) {
        self.n_properties += 1;
        let found = (self.n_games, self.n_nodes, self.n_properties);
        let node = self.error.node.index();
        if found == (self.game + 1, node + 1, self.error.property + 1) {
            self.offset = offset;
        }
    }

    fn close(&mut self) {
        self.depth -= 1;
    }
}
