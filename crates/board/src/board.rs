//! The position itself.
//!
//! Set and clear are one primitive: [`Board::change`] puts or removes a stone and repairs what the
//! lines through it say about the empty points within reach. Every changed point is saved first, so
//! undoing copies back and never recomputes.

use std::sync::LazyLock;

use tengen_rules::{Color, Point, Size, SplitMix64};

use crate::bits::Bits;
use crate::capture::{Captures, taken_key};
use crate::cell::{Cell, MAX_CELLS};
use crate::combo::{Combo, Threat, side};
use crate::geometry::{Geometry, Place};
use crate::half::{N_RAW, REACH};
use crate::journal::{Journal, PAGE, Saved};
use crate::keys::LineKeys;
use crate::knowledge::Knowledge;
use crate::observer::{NoObserver, Observer};
use crate::tables::{Tables, seen};
use crate::threat_index::{Listing, ThreatIndex};
use crate::variant::Variant;

/// How much was written down at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    journal_len: u32,
    n_transfers: u32,
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
struct Ply {
    cell: Option<Cell>,
    mark: Mark,
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
    threats: ThreatIndex,
    stones: [Bits; 2],
    near_stones: Bits,
    to_move: Color,
    hash: u64,
    plies: Vec<Ply>,
    journal: Journal,
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
            threats: ThreatIndex::new(),
            stones: [Bits::EMPTY; 2],
            near_stones: Bits::EMPTY,
            to_move: Color::Black,
            hash: 0,
            plies: Vec::with_capacity(MAX_CELLS),
            journal: Journal::new(),
            hashes: &HASHES,
            captures: Captures::new(),
            _variant: core::marker::PhantomData,
        };
        for cell in Cell::all(size) {
            let knowledge = board.look_around(cell);
            board.enter(cell, knowledge);
        }
        Some(board)
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.geometry.size()
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
        self.hash ^ self.hashes[side(self.to_move)][cell.masked()] ^ WHITE_TO_MOVE
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

    /// How many empty points are of a threat class for a color. Only kept for the classes of
    /// [`Threat::is_indexed`]; asking for another is a bug.
    #[inline]
    pub fn count(&self, color: Color, threat: Threat) -> u16 {
        self.threats.count(color, threat)
    }

    /// The empty points of a threat class for a color. Only kept for the classes of
    /// [`Threat::is_indexed`]; asking for another is a bug.
    #[inline]
    pub fn of_threat(&self, color: Color, threat: Threat) -> &Bits {
        self.threats.cells(color, threat)
    }

    /// The threat class of a move on an empty point.
    #[inline]
    pub fn threat(&self, color: Color, cell: Cell) -> Threat {
        self.tables.verdict(side(color), *self.known(cell)).threat()
    }

    /// The combination of patterns a move on an empty point would make.
    #[inline]
    pub fn combo(&self, color: Color, cell: Cell) -> Combo {
        self.tables.verdict(side(color), *self.known(cell)).combo()
    }

    /// The empty points near the stones, where moves are looked for.
    #[inline]
    pub fn candidates(&self) -> Bits {
        self.near_stones.without(&self.stones[0]).without(&self.stones[1])
    }

    /// All empty points.
    pub fn empties(&self) -> impl Iterator<Item = Cell> {
        Cell::all(self.size()).filter(|&cell| self.is_empty(cell))
    }

    #[inline]
    pub(crate) fn known(&self, cell: Cell) -> &Knowledge {
        &self.known[cell.masked()]
    }

    pub(crate) fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// Places a stone for the side to move.
    #[inline]
    pub fn make<O: Observer>(&mut self, cell: Cell, observer: &mut O) {
        debug_assert!(self.is_empty(cell), "{cell:?} has a stone already");
        let color = self.to_move;
        let promise = self.promise(color, cell);
        self.begin_ply(Some(cell));
        self.near_stones = self.near_stones.or(&self.geometry.near[cell.index()]);
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
        self.restore_to(ply.mark);
        self.flip_stone(cell, self.to_move);
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
        self.near_stones = self.near_stones.or(&self.geometry.near[cell.index()]);
        self.change(cell, self.to_move, true, &mut NoObserver);
        self.to_move = !self.to_move;
        self.hash ^= WHITE_TO_MOVE;
    }

    #[inline]
    fn begin_ply(&mut self, cell: Option<Cell>) {
        self.plies.push(Ply { cell, mark: self.mark(), candidates: self.near_stones });
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

    /// How much was written down until now.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { journal_len: self.journal.len(), n_transfers: self.threats.n_transfers() }
    }

    pub(crate) fn toggle_hash(&mut self, key: u64) {
        self.hash ^= key;
    }

    /// Puts a stone back that was cleared at a time, with what its cell remembered then.
    pub(crate) fn put_back(&mut self, cell: Cell, color: Color, mark: Mark, known: Knowledge) {
        self.restore_to(mark);
        self.flip_stone(cell, color);
        self.known[cell.masked()] = known;
    }

    /// Takes back what one stone changed. It changed no point twice, so the order does not matter.
    #[inline]
    fn restore_to(&mut self, mark: Mark) {
        for saved in self.journal.cut(mark.journal_len) {
            self.known[saved.cell().masked()] = saved.known();
        }
        self.threats.take_back_to(mark.n_transfers);
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
            let before = *self.known(cell);
            self.leave(cell, before);
            observer.left(self.tables.combos(before));
        }
        let lines_before = self.lines_before(cell);
        self.flip_stone(cell, color);
        self.repair_facts(cell, &lines_before);
        if !is_set {
            let now = self.look_around(cell);
            self.enter(cell, now);
            observer.entered(self.tables.combos(now));
        }
        self.repair_lines(cell, observer);
    }

    /// Looks again at the empty points within reach of `cell`.
    #[inline]
    fn repair_lines<O: Observer>(&mut self, cell: Cell, observer: &mut O) {
        let (tables, geometry, keys) = (self.tables, self.geometry, &self.keys);
        let center = (cell, &geometry.places[cell.index()]);
        let (known, page) = (&mut *self.known, self.journal.page());
        let along = |direction| EmptiesAlong::new::<V>(tables, geometry, keys, center, direction);
        let mut repair = Repair { tables, known, page, observer, n_points: 0, notable: 0 };
        repair.line::<0>(along(0));
        repair.line::<1>(along(1));
        repair.line::<2>(along(2));
        repair.line::<3>(along(3));
        let Repair { n_points, mut notable, .. } = repair;
        while notable != 0 {
            let back = notable.trailing_zeros() as usize + 1;
            notable &= notable - 1;
            let saved = page[n_points.wrapping_sub(back) & (PAGE - 1)];
            let now = known[saved.cell().masked()];
            let (from, to) = (tables.listing(saved.known()), tables.listing(now));
            if from != to {
                self.threats.transfer(saved.cell(), from, to);
            }
        }
        self.journal.keep(n_points);
    }

    /// The index into the line tables of a cell in one direction.
    #[inline]
    pub(crate) fn line_index_of(&self, cell: Cell, direction: usize) -> usize {
        let place = &self.geometry.places[cell.index()];
        let bit = 2 * u32::from(place.position[direction]);
        line_index(self.tables, self.keys.line(place, direction) >> (bit - HALF_BITS))
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
        let place = &self.geometry.places[cell.index()];
        EmptiesAlong::new::<V>(self.tables, self.geometry, &self.keys, (cell, place), direction & 3)
    }

    /// Everything about an empty point from scratch.
    fn look_around(&self, cell: Cell) -> Knowledge {
        let mut knowledge = Knowledge::default();
        for direction in 0..4 {
            let patterns = self.tables.patterns[self.line_index_of(cell, direction)];
            knowledge = knowledge.with_patterns(direction, patterns);
        }
        knowledge
    }

    #[inline]
    fn flip_stone(&mut self, cell: Cell, color: Color) {
        let place = &self.geometry.places[cell.index()];
        self.keys.toggle(place, seen(color));
        self.stones[side(color)].toggle(cell);
        self.hash ^= self.hashes[side(color)][cell.masked()];
    }

    /// An empty point joins the index.
    #[inline]
    fn enter(&mut self, cell: Cell, knowledge: Knowledge) {
        self.known[cell.masked()] = knowledge;
        if knowledge.has_three() {
            self.threats.transfer(cell, Listing::NOWHERE, self.tables.listing(knowledge));
        }
    }

    /// A point receives a stone and leaves the index; what was known stays written for the way
    /// back.
    #[inline]
    fn leave(&mut self, cell: Cell, knowledge: Knowledge) {
        if knowledge.has_three() {
            self.threats.transfer(cell, self.tables.listing(knowledge), Listing::NOWHERE);
        }
    }

    /// Recomputes everything that is kept incrementally and compares.
    ///
    /// # Panics
    /// If something differs, which is a bug here.
    pub fn assert_consistent(&self) {
        let mut hash = if self.to_move == Color::White { WHITE_TO_MOVE } else { 0 };
        for cell in Cell::all(self.size()) {
            for color in Color::ALL {
                if self.stones(color).contains(cell) {
                    hash ^= self.hashes[side(color)][cell.index()];
                }
            }
            let is_empty = self.is_empty(cell);
            if is_empty {
                let knowledge = *self.known(cell);
                assert_eq!(knowledge, self.look_around(cell), "what is known of {cell:?}");
            }
        }
        for color in Color::ALL {
            for threat in Threat::ALL.into_iter().filter(|threat| threat.is_indexed()) {
                let is_there = |cell: &Cell| self.threat(color, *cell) == threat;
                let cells: Bits = self.empties().filter(is_there).collect();
                assert_eq!(cells, *self.of_threat(color, threat), "{color}'s {threat:?}");
                assert_eq!(cells.len(), usize::from(self.count(color, threat)), "{threat:?}");
            }
        }
        for color in Color::ALL {
            hash ^= taken_key(side(color), self.taken(color));
        }
        if V::CAPTURES {
            self.assert_captures_consistent();
        }
        assert_eq!(hash, self.hash, "hash");
    }
}

/// The points around a stone being looked at again.
struct Repair<'a, O> {
    tables: &'static Tables,
    known: &'a mut [Knowledge; MAX_CELLS],
    page: &'a mut [Saved; PAGE],
    observer: &'a mut O,
    n_points: usize,
    /// A bit for each point on the page that may stand in the index, before or after, the last point
    /// lowest: they are few, and looking at them in the end spares a branch that is hard to guess.
    notable: u64,
}

impl<O: Observer> Repair<'_, O> {
    /// Looks again at the empty points of one line. Nearly all of them change, so nothing asks
    /// whether they do.
    #[inline(always)]
    fn line<const DIRECTION: usize>(&mut self, empties: impl Iterator<Item = (Cell, u16)>) {
        for (cell, code) in empties {
            let known = &mut self.known[cell.masked()];
            let before = *known;
            let now = before.with_patterns(DIRECTION, self.tables.patterns[usize::from(code)]);
            *known = now;
            self.page[self.n_points & (PAGE - 1)] = Saved::new(cell, before);
            self.notable = self.notable << 1 | u64::from(before.or(now).has_three());
            self.n_points += 1;
            for side in 0..2 {
                let combo = |known| self.tables.verdict(side, known).combo();
                self.observer.changed(side, combo(before), combo(now));
            }
        }
    }
}

/// How many bits of a line are read to either side of a point.
const HALF_BITS: u32 = 2 * REACH as u32;

/// The place in the line tables of a point, given what is seen from it: the half-line behind it in
/// the lowest bits, then the point itself, then the half-line ahead.
#[inline(always)]
fn line_index(tables: &Tables, around: u64) -> usize {
    let behind = tables.behind[around as usize & (N_RAW - 1)];
    let ahead = tables.ahead[(around >> (HALF_BITS + 2)) as usize & (N_RAW - 1)];
    usize::from(behind) << 8 | usize::from(ahead)
}

/// Walks the empty points along a line.
struct EmptiesAlong {
    tables: &'static Tables,
    /// The first cell of the window, be it on the board or not.
    first: i32,
    step: i32,
    /// The line from where the half-line behind the first cell begins.
    line: u64,
    /// The lower bit of each cell within reach that is to be visited.
    window: u64,
}

impl EmptiesAlong {
    #[inline(always)]
    fn new<V: Variant>(
        tables: &'static Tables,
        geometry: &Geometry,
        keys: &LineKeys,
        (cell, place): (Cell, &Place),
        direction: usize,
    ) -> Self {
        let reach = V::REACH as u32;
        let step = i32::from(geometry.steps[direction]);
        let first_bit = 2 * (u32::from(place.position[direction]) - reach);
        // What is turned round the end is never read: no half-line of a cell on the board leaves
        // the key.
        let line = keys.line(place, direction).rotate_right(first_bit.wrapping_sub(HALF_BITS) & 63);
        let empties = !(line | line >> 1) >> HALF_BITS & 0x5555_5555_5555_5555;
        let window = empties & ((1 << (4 * reach + 2)) - 1) & !(1 << (2 * reach));
        Self { tables, first: i32::from(cell.number()) - reach as i32 * step, step, line, window }
    }
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
        let code = line_index(self.tables, self.line >> low) as u16;
        Some((Cell::new((self.first + (low / 2) as i32 * self.step) as u16), code))
    }
}
