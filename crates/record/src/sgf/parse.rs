//! Reading the tree.
//!
//! The grammar is walked without recursion and without memory: what is found goes to a [`Sink`].
//! A file is walked twice, first to see whether it is right and only then to build it, for a tree
//! takes many times the space of its text.

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
        walk_file(bytes, &mut ()).map_err(at)?;
        let mut builder = Builder::default();
        walk_file(bytes, &mut builder).map_err(at)?;
        Ok(Self { games: builder.games })
    }
}

/// What is told of a walk through a file.
pub(super) trait Sink {
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
pub(super) enum State {
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
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Outside => "a game, which begins with '('",
            Self::Opened => "a node, which begins with ';'",
            Self::InNode => "a property, a node, a variation or ')'",
            Self::Closed => "a variation or ')'",
        }
    }
}

type Fault = (usize, SgfFault);

fn walk_file(bytes: &[u8], sink: &mut impl Sink) -> Result<(), Fault> {
    let mut file = Scanner::new(bytes);
    file.eat_all(BOM);
    file.skip_space();
    if file.is_done() {
        return Err((file.offset(), SgfFault::Empty));
    }
    while !file.is_done() {
        walk(&mut file, sink)?;
        file.skip_space();
    }
    Ok(())
}

/// Walks through one game.
pub(super) fn walk(file: &mut Scanner<'_>, sink: &mut impl Sink) -> Result<(), Fault> {
    let mut state = State::Outside;
    let mut depth = 0_usize;
    loop {
        file.skip_space();
        let expected = state.expected();
        let Some(byte) = file.peek() else {
            return Err((file.offset(), SgfFault::Truncated { expected }));
        };
        state = match (state, byte) {
            (State::Outside | State::InNode | State::Closed, b'(') => {
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
                State::Closed
            }
            (State::InNode, byte) if byte.is_ascii_alphanumeric() => {
                property(file, sink)?;
                continue;
            }
            _ => {
                let found = file.excerpt();
                return Err((file.offset(), SgfFault::Unexpected { found, expected }));
            }
        };
        file.next();
        if depth == 0 {
            return Ok(());
        }
    }
}

pub(super) fn property(file: &mut Scanner<'_>, sink: &mut impl Sink) -> Result<(), Fault> {
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
