//! The position itself.
//!
//! Set and clear are one primitive: [`Board::change`] puts or removes a stone and repairs what the
//! lines through it say about the empty points within reach. Every changed point is saved first, so
//! undoing copies back and never recomputes.

use std::sync::LazyLock;

use tengen_rules::{Color, Point, Size, SplitMix64};

use crate::bits::Bits;
use crate::capture::{Captures, taken_key};
use crate::combo::{Combo, Threat, side};
use crate::geometry::Geometry;
use crate::keys::LineKeys;
use crate::knowledge::Knowledge;
use crate::observer::{NoObserver, Observer};
use crate::tables::{Tables, seen};
use crate::variant::Variant;

/// How many cells the arrays have room for; a power of two, so that a masked index needs no check.
pub const MAX_CELLS: usize = 512;

/// Room for every class that four bits can name, so that an index needs no check.
const CLASSES: usize = 16;
const _: () = assert!(Threat::COUNT <= CLASSES, "a class fits in four bits");

/// The row-major number of a point on its board.
pub type Cell = u16;

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
struct Ply {
    cell: Option<Cell>,
    journal_len: u32,
    candidates: Bits,
}

/// A position that moves fast.
#[derive(Clone, Debug)]
pub struct Board<V: Variant> {
    geometry: &'static Geometry,
    tables: &'static Tables,
    keys: LineKeys,
    /// About the empty points. For a point with a stone it is what was known before.
    known: Box<[Knowledge; MAX_CELLS]>,
    /// The cells of each threat class, for Black and for White. `None` is not kept.
    by_threat: Box<[[Bits; CLASSES]; 2]>,
    counts: [[u16; CLASSES]; 2],
    stones: [Bits; 2],
    near_stones: Bits,
    to_move: Color,
    hash: u64,
    plies: Vec<Ply>,
    journal: Vec<(Cell, Knowledge)>,
    hashes: &'static [[u64; MAX_CELLS]; 2],
    captures: Box<Captures>,
    _variant: core::marker::PhantomData<V>,
}

/// The part of the hash for each stone, Black's first.
static HASHES: LazyLock<[[u64; MAX_CELLS]; 2]> = LazyLock::new(|| {
    let mut random = SplitMix64::new(0x7465_6e67_656e);
    [(); 2].map(|()| core::array::from_fn(|_| random.next_u64()))
});

/// The part of the hash for White to move.
const WHITE_TO_MOVE: u64 = 0x5851_f42d_4c95_7f2d;

impl<V: Variant> Board<V> {
    /// An empty board with Black to move, or `None` if it is too large for line keys.
    pub fn new(size: Size) -> Option<Self> {
        let geometry = Geometry::of(size)?;
        let tables = V::tables();
        let keys = LineKeys::new(size, &geometry.places);
        let mut board = Self {
            geometry,
            tables,
            keys,
            known: Box::new([Knowledge::default(); MAX_CELLS]),
            by_threat: Box::new([[Bits::EMPTY; CLASSES]; 2]),
            counts: [[0; CLASSES]; 2],
            stones: [Bits::EMPTY; 2],
            near_stones: Bits::EMPTY,
            to_move: Color::Black,
            hash: 0,
            plies: Vec::with_capacity(MAX_CELLS),
            journal: Vec::with_capacity(MAX_CELLS * 32),
            hashes: &HASHES,
            captures: Captures::new(),
            _variant: core::marker::PhantomData,
        };
        for cell in 0..size.n_points() as Cell {
            let knowledge = board.look_around(cell);
            board.enter(cell, knowledge);
        }
        Some(board)
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.geometry.size()
    }

    /// The number of points.
    pub fn n_cells(&self) -> usize {
        self.size().n_points()
    }

    /// What depends on the size only.
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The cell of a point.
    pub fn cell(&self, point: Point) -> Cell {
        self.geometry.cell(point)
    }

    /// The point of a cell.
    pub fn point(&self, cell: Cell) -> Point {
        self.geometry.point(cell)
    }

    /// Who is to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Says who is to move, for positions that did not arise by alternate play.
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move != color {
            self.to_move = color;
            self.hash ^= WHITE_TO_MOVE;
        }
    }

    /// The hash of the position, side to move included.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// How much a stone changes the hash, so that a child's table entry can be fetched early.
    #[inline]
    pub fn hash_after(&self, cell: Cell) -> u64 {
        self.hash
            ^ self.hashes[side(self.to_move)][usize::from(cell) & (MAX_CELLS - 1)]
            ^ WHITE_TO_MOVE
    }

    /// The stones of a color.
    #[inline]
    pub fn stones(&self, color: Color) -> &Bits {
        &self.stones[side(color)]
    }

    /// How many stones there are.
    pub fn n_stones(&self) -> usize {
        self.stones[0].len() + self.stones[1].len()
    }

    /// Whether a cell has no stone.
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        !self.stones[0].contains(cell) && !self.stones[1].contains(cell)
    }

    /// How many moves can be taken back.
    pub fn n_plies(&self) -> usize {
        self.plies.len()
    }

    /// The cell of the move that was made `back` moves ago, zero being the last one.
    #[inline]
    pub fn recent(&self, back: usize) -> Option<Cell> {
        self.plies.len().checked_sub(back + 1).and_then(|i| self.plies[i].cell)
    }

    /// How many empty points are of a threat class for a color.
    #[inline]
    pub fn count(&self, color: Color, threat: Threat) -> u16 {
        self.counts[side(color)][threat as usize]
    }

    /// The empty points of a threat class for a color; not kept for [`Threat::None`].
    #[inline]
    pub fn of_threat(&self, color: Color, threat: Threat) -> &Bits {
        &self.by_threat[side(color)][threat as usize]
    }

    /// The threat class of a move on an empty point.
    #[inline]
    pub fn threat(&self, color: Color, cell: Cell) -> Threat {
        Threat::ALL[self.known(cell).threat(side(color))]
    }

    /// The combination of patterns a move on an empty point would make.
    #[inline]
    pub fn combo(&self, color: Color, cell: Cell) -> Combo {
        self.known(cell).combo(side(color))
    }

    /// The empty points near the stones, where moves are looked for.
    #[inline]
    pub fn candidates(&self) -> Bits {
        self.near_stones.without(&self.stones[0]).without(&self.stones[1])
    }

    /// All empty points.
    pub fn empties(&self) -> impl Iterator<Item = Cell> {
        (0..self.n_cells() as Cell).filter(|&cell| self.is_empty(cell))
    }

    #[inline]
    pub(crate) fn known(&self, cell: Cell) -> &Knowledge {
        &self.known[usize::from(cell) & (MAX_CELLS - 1)]
    }

    pub(crate) fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// Places a stone for the side to move.
    #[inline]
    pub fn make<O: Observer>(&mut self, cell: Cell, observer: &mut O) {
        debug_assert!(self.is_empty(cell), "cell {cell} has a stone already");
        let color = self.to_move;
        let promise = self.promise(color, cell);
        self.begin_ply(Some(cell));
        self.near_stones = self.near_stones.or(&self.geometry.near[usize::from(cell)]);
        self.change(cell, color, true, observer);
        if V::CAPTURES {
            self.settle_captures(cell, color, promise, observer);
        }
        self.to_move = !color;
        self.hash ^= WHITE_TO_MOVE;
        #[cfg(debug_assertions)]
        self.assert_consistent();
    }

    /// What is known about the captures and the line of a move before it is made.
    #[inline]
    fn promise(&self, color: Color, cell: Cell) -> (u8, Threat) {
        if V::CAPTURES {
            (self.n_takes(color, cell), self.threat(color, cell))
        } else {
            (0, Threat::None)
        }
    }

    /// Lets the side to move pass.
    pub fn make_pass(&mut self) {
        self.begin_ply(None);
        if V::CAPTURES {
            self.forget_five();
        }
        self.to_move = !self.to_move;
        self.hash ^= WHITE_TO_MOVE;
    }

    /// Takes the last move back.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn unmake(&mut self) {
        let ply = self.plies.pop().expect("there is a move to take back");
        self.to_move = !self.to_move;
        self.hash ^= WHITE_TO_MOVE;
        self.near_stones = ply.candidates;
        if V::CAPTURES {
            self.restore_captures(self.to_move);
        }
        let Some(cell) = ply.cell else { return };
        let color = self.to_move;
        self.restore_to(ply.journal_len);
        self.flip_stone(cell, color);
        let knowledge = *self.known(cell);
        self.enter(cell, knowledge);
    }

    /// Makes a move without an observer, looks, and takes the move back on every path.
    pub fn scoped<T>(&mut self, cell: Cell, look: impl FnOnce(&mut Self) -> T) -> T {
        self.make(cell, &mut NoObserver);
        let seen = look(self);
        self.unmake();
        seen
    }

    /// Replaces the position by these stones. Nothing can be taken back afterwards.
    pub fn set_stones(&mut self, stones: impl IntoIterator<Item = (Cell, Color)>, to_move: Color) {
        let size = self.size();
        let Some(mut fresh) = Self::new(size) else { return };
        for (cell, color) in stones {
            if fresh.is_empty(cell) {
                fresh.set_to_move(color);
                fresh.place(cell);
            }
        }
        fresh.set_to_move(to_move);
        fresh.judge_found_fives();
        *self = fresh;
    }

    /// Places a stone of a position that is set up: it takes nothing.
    fn place(&mut self, cell: Cell) {
        self.begin_ply(Some(cell));
        self.near_stones = self.near_stones.or(&self.geometry.near[usize::from(cell)]);
        self.change(cell, self.to_move, true, &mut NoObserver);
        self.to_move = !self.to_move;
        self.hash ^= WHITE_TO_MOVE;
    }

    #[inline]
    fn begin_ply(&mut self, cell: Option<Cell>) {
        let journal_len = self.journal.len() as u32;
        self.plies.push(Ply { cell, journal_len, candidates: self.near_stones });
        if V::CAPTURES {
            self.begin_capture_ply();
        }
    }

    pub(crate) fn captures(&self) -> &Captures {
        &self.captures
    }

    pub(crate) fn captures_mut(&mut self) -> &mut Captures {
        &mut self.captures
    }

    pub(crate) fn keys(&self) -> &LineKeys {
        &self.keys
    }

    pub(crate) fn journal_len(&self) -> u32 {
        self.journal.len() as u32
    }

    pub(crate) fn toggle_hash(&mut self, key: u64) {
        self.hash ^= key;
    }

    /// Puts a stone back that was cleared when the journal was so long, with what its cell
    /// remembered then.
    pub(crate) fn put_back(
        &mut self,
        cell: Cell,
        color: Color,
        journal_len: u32,
        known: Knowledge,
    ) {
        self.restore_to(journal_len);
        self.leave(cell);
        self.flip_stone(cell, color);
        self.known[usize::from(cell) & (MAX_CELLS - 1)] = known;
    }

    #[inline]
    fn restore_to(&mut self, journal_len: u32) {
        while self.journal.len() > journal_len as usize {
            let Some((changed, before)) = self.journal.pop() else { break };
            self.restore(changed, before);
        }
    }

    /// Puts a stone on a cell or clears it, and repairs the empty points within reach.
    #[inline]
    pub(crate) fn change<O: Observer>(
        &mut self,
        cell: Cell,
        color: Color,
        is_set: bool,
        observer: &mut O,
    ) {
        if is_set {
            observer.left(self.leave(cell).combos());
        }
        let lines_before = self.lines_before(cell);
        self.flip_stone(cell, color);
        self.repair_facts(cell, &lines_before);
        if !is_set {
            let now = self.look_around(cell);
            self.enter(cell, now);
            observer.entered(now.combos());
        }
        self.repair_line::<0, O>(cell, observer);
        self.repair_line::<1, O>(cell, observer);
        self.repair_line::<2, O>(cell, observer);
        self.repair_line::<3, O>(cell, observer);
    }

    /// Looks again at the empty points within reach of `cell` along one line.
    #[inline]
    fn repair_line<const DIRECTION: usize, O: Observer>(&mut self, cell: Cell, observer: &mut O) {
        for (neighbor, code) in self.empties_along(cell, DIRECTION) {
            let patterns = self.tables.patterns[usize::from(code)];
            let before = *self.known(neighbor);
            if before.has_patterns(DIRECTION, patterns) {
                continue;
            }
            self.journal.push((neighbor, before));
            let now = self.judged(before.with_patterns(DIRECTION, patterns));
            for side in 0..2 {
                observer.changed(side, before.combo(side), now.combo(side));
            }
            self.replace(neighbor, before, now);
        }
    }

    /// The index into the line tables of a cell in one direction.
    #[inline]
    pub(crate) fn line_index_of(&self, cell: Cell, direction: usize) -> usize {
        let place = &self.geometry.places[usize::from(cell)];
        line_index(
            self.tables,
            self.keys.line(place, direction),
            2 * u32::from(place.position[direction]),
        )
    }

    /// The code of the line through a point in one direction: what is seen to both sides, reduced
    /// to what can matter.
    #[inline]
    pub fn line_code(&self, cell: Cell, direction: usize) -> u16 {
        self.line_index_of(cell, direction & 3) as u16
    }

    /// The empty points that feel a stone on `cell` along one line, each with the code of that
    /// line around it. Always inlined, so that it is compiled for its caller's processor.
    #[inline(always)]
    pub fn empties_along(
        &self,
        cell: Cell,
        direction: usize,
    ) -> impl Iterator<Item = (Cell, u16)> + use<V> {
        let place = &self.geometry.places[usize::from(cell)];
        let line = self.keys.line(place, direction & 3);
        let step = self.geometry.steps[direction & 3];
        let position = u32::from(place.position[direction & 3]);
        // The lower bit of each cell without a stone that is on the board, but for `cell` itself.
        let empties = !(line | line >> 1) & 0x5555_5555_5555_5555;
        let reach = V::REACH as u32;
        let first = 2 * (position - reach);
        let window = empties >> first & ((1 << (4 * reach + 2)) - 1) & !(1 << (2 * reach));
        EmptiesAlong { tables: self.tables, cell, step, reach: V::REACH, line, first, window }
    }

    /// The same patterns with combinations and threats worked out.
    #[inline]
    fn judged(&self, patterns: Knowledge) -> Knowledge {
        let verdict = |side: usize| self.tables.verdicts[side][usize::from(patterns.packed(side))];
        patterns.with_verdicts(verdict(0), verdict(1))
    }

    /// Everything about an empty point from scratch.
    fn look_around(&self, cell: Cell) -> Knowledge {
        let mut knowledge = Knowledge::default();
        for direction in 0..4 {
            let patterns = self.tables.patterns[self.line_index_of(cell, direction)];
            knowledge = knowledge.with_patterns(direction, patterns);
        }
        self.judged(knowledge)
    }

    #[inline]
    fn flip_stone(&mut self, cell: Cell, color: Color) {
        let place = &self.geometry.places[usize::from(cell)];
        self.keys.toggle(place, seen(color));
        self.stones[side(color)].toggle(cell);
        self.hash ^= self.hashes[side(color)][usize::from(cell) & (MAX_CELLS - 1)];
    }

    /// An empty point joins the books.
    #[inline]
    fn enter(&mut self, cell: Cell, knowledge: Knowledge) {
        self.known[usize::from(cell) & (MAX_CELLS - 1)] = knowledge;
        for color in 0..2 {
            let threat = knowledge.threat(color);
            self.counts[color][threat] += 1;
            self.by_threat[color][threat].toggle(cell);
        }
    }

    /// A point receives a stone and leaves the books; what was known stays written for the way
    /// back.
    #[inline]
    fn leave(&mut self, cell: Cell) -> Knowledge {
        let knowledge = *self.known(cell);
        for color in 0..2 {
            let threat = knowledge.threat(color);
            self.counts[color][threat] -= 1;
            self.by_threat[color][threat].toggle(cell);
        }
        knowledge
    }

    #[inline]
    fn replace(&mut self, cell: Cell, before: Knowledge, now: Knowledge) {
        self.known[usize::from(cell) & (MAX_CELLS - 1)] = now;
        for color in 0..2 {
            let (old, new) = (before.threat(color), now.threat(color));
            if old != new {
                self.counts[color][old] -= 1;
                self.counts[color][new] += 1;
                self.by_threat[color][old].toggle(cell);
                self.by_threat[color][new].toggle(cell);
            }
        }
    }

    #[inline]
    fn restore(&mut self, cell: Cell, before: Knowledge) {
        let now = *self.known(cell);
        self.replace(cell, now, before);
    }

    /// Recomputes everything that is kept incrementally and compares.
    ///
    /// # Panics
    /// If something differs, which is a bug here.
    pub fn assert_consistent(&self) {
        let mut counts = [[0; CLASSES]; 2];
        let mut hash = if self.to_move == Color::White { WHITE_TO_MOVE } else { 0 };
        for cell in 0..self.n_cells() as Cell {
            for color in Color::ALL {
                if self.stones(color).contains(cell) {
                    hash ^= self.hashes[side(color)][usize::from(cell)];
                }
            }
            let is_empty = self.is_empty(cell);
            let knowledge = *self.known(cell);
            if is_empty {
                assert_eq!(knowledge, self.look_around(cell), "what is known of cell {cell}");
            }
            for (color, counts) in counts.iter_mut().enumerate() {
                for (threat, count) in counts.iter_mut().enumerate() {
                    let is_there = is_empty && knowledge.threat(color) == threat;
                    let is_kept = self.by_threat[color][threat].contains(cell);
                    assert_eq!(is_there, is_kept, "class {threat} of cell {cell}");
                    *count += u16::from(is_there);
                }
            }
        }
        for color in Color::ALL {
            hash ^= taken_key(side(color), self.taken(color));
        }
        if V::CAPTURES {
            self.assert_captures_consistent();
        }
        assert_eq!(counts, self.counts, "threat counts");
        assert_eq!(hash, self.hash, "hash");
    }
}

/// The place in the line tables of a position of a line, given as its bit number.
#[inline(always)]
fn line_index(tables: &Tables, line: u64, bit: u32) -> usize {
    let behind = tables.behind[(line >> (bit - 10)) as usize & 0x3ff];
    let ahead = tables.ahead[(line >> (bit + 2)) as usize & 0x3ff];
    usize::from(behind) << 8 | usize::from(ahead)
}

/// Walks the empty points along a line.
struct EmptiesAlong {
    tables: &'static Tables,
    cell: Cell,
    step: i16,
    reach: usize,
    line: u64,
    first: u32,
    window: u64,
}

impl Iterator for EmptiesAlong {
    type Item = (Cell, u16);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.window == 0 {
            return None;
        }
        let low = self.window.trailing_zeros();
        self.window &= self.window - 1;
        let code = line_index(self.tables, self.line, self.first + low) as u16;
        let offset = (low / 2) as i16 - self.reach as i16;
        Some(((self.cell as i16 + offset * self.step) as Cell, code))
    }
}
