//! The checker of books. It trusts nothing that is written in one.
//!
//! Every entry stands for a claim: in this position, and in its images under the eight symmetries,
//! this move wins. The claim is checked by making the move and then *every* legal reply, by the
//! rules; after each there is another entry, found by its stones, or a leaf that is solved again,
//! cold, and whose certificate is verified; neither may take longer than the entry says. Entries below have more stones than those above, so
//! there are no circles, and if every claim holds and the opening leads to entries and leaves only,
//! Black wins.

use core::fmt;

use tengen_board::{Board, Cell, NoObserver, Variant};
use tengen_rules::{Color, Game, Point, Setup, SetupFault, SetupFaults, SplitMix64, Stones};
use tengen_search::solve::{Certificate, check_with_limit};

use crate::book::{Book, Entry};
use crate::frame::{Key, stone, stones_of_key};
use crate::ground::{ATTACKER, Ground};
use crate::leaf::Leaf;
use crate::verify::{Verifier, covers};

/// How thorough a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thoroughness {
    /// The positions that a leaf may take.
    pub nodes: u64,
    /// Every so many leaves the slow judge looks at the certificate; the fast verifier looks at all
    /// the others.
    pub judge_every: u64,
}

/// What is wrong with an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The stones are no position of a game with Black to move, or not in their smallest frame.
    Position,
    /// The move cannot be played.
    Move,
    /// White wins with this reply, or the board is full.
    Lost(Point),
    /// After this reply there is neither an entry nor a win within the budget.
    Open(Point),
    /// After this reply the certificate does not hold.
    Certificate(Point),
    /// After this reply Black needs more moves than the entry says.
    Length(Point),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position => f.write_str("no position of the book"),
            Self::Move => f.write_str("the move cannot be played"),
            Self::Lost(_) => f.write_str("a reply ends the game"),
            Self::Open(_) => f.write_str("a reply has no answer within the budget"),
            Self::Certificate(_) => f.write_str("the certificate of a leaf does not hold"),
            Self::Length(_) => f.write_str("a reply holds out longer than the entry says"),
        }
    }
}

/// Something that does not hold: the stones, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The stones of the entry, or of the opening.
    pub key: Key,
    /// What is wrong.
    pub fault: Fault,
}

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions of which every reply was made.
    pub entries: u64,
    /// Replies that lead to another entry.
    pub inner: u64,
    /// Replies that lead to leaves.
    pub leaves: u64,
    /// Leaves whose certificates the slow judge looked at.
    pub judged: u64,
    /// The longest win of a leaf, in plies.
    pub longest: u32,
    /// What does not hold.
    pub failures: Vec<Failure>,
}

impl Checked {
    /// Adds what somebody else has looked at.
    pub fn add(&mut self, other: Self) {
        self.entries += other.entries;
        self.inner += other.inner;
        self.leaves += other.leaves;
        self.judged += other.judged;
        self.longest = self.longest.max(other.longest);
        self.failures.extend(other.failures);
    }
}

/// What is claimed of a position: the attacker's move, if he is to move, wins in so many moves.
#[derive(Clone, Copy)]
struct Claim<'k> {
    key: &'k [u16],
    answer: Option<u16>,
    moves: Option<u8>,
}

impl<'k> Claim<'k> {
    fn of_entry(key: &'k [u16], entry: Entry) -> Self {
        Self { key, answer: Some(entry.answer), moves: Some(entry.moves) }
    }
}

/// Checks the entries of a book, one by one.
#[derive(Debug)]
pub struct Checker<'b, V: Variant> {
    book: &'b Book,
    ground: Ground<V>,
    thoroughness: Thoroughness,
    verifier: Verifier,
    checked: Checked,
}

impl<'b, V: Variant> Checker<'b, V> {
    /// A checker of this book, whose rule is `V`; `None` if the board is too large.
    pub fn new(book: &'b Book, thoroughness: Thoroughness) -> Option<Self> {
        debug_assert_eq!(book.rule, V::RULE, "a book is checked by its own rule");
        let ground = Ground::new(book.size)?;
        let verifier = Verifier::new(book.size);
        Some(Self { book, ground, thoroughness, verifier, checked: Checked::default() })
    }

    /// What was looked at so far.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Checks that the opening leads to entries and leaves only.
    pub fn opening(&mut self) {
        let (key, to_move) = self.book.root();
        let Some(mut game) = game_of(self.book, &key, to_move) else {
            return self.fail(&key, Fault::Position);
        };
        let claim = Claim { key: &key, answer: None, moves: None };
        if to_move != ATTACKER {
            return self.replies(&mut game, claim);
        }
        let (own, _) = self.ground.frames.canonical(&key);
        if !self.book.entries.contains_key(&own) {
            let mut board = self.ground.board(&own);
            let place = self.book.opening.last().copied().unwrap_or(Point::new(0, 0));
            self.leaf(&mut board, &own, (&own, 0), claim, place);
        }
    }

    /// Checks one entry with every reply.
    pub fn entry(&mut self, key: &Key, entry: Entry) {
        let Some(mut game) = self.begin(key, entry) else { return };
        self.replies(&mut game, Claim::of_entry(key, entry));
    }

    /// Checks one reply to an entry, chosen by chance.
    pub fn entry_sample(&mut self, key: &Key, entry: Entry, random: &mut SplitMix64) {
        let Some(mut game) = self.begin(key, entry) else { return };
        let replies = game.legal_points();
        let Some(&reply) = random.pick(&replies) else {
            return self.fail(key, Fault::Move);
        };
        let claim = Claim::of_entry(key, entry);
        let mut board = self.board(claim);
        self.reply(&mut game, &mut board, claim, reply);
    }

    fn fail(&mut self, key: &[u16], fault: Fault) {
        self.checked.failures.push(Failure { key: key.into(), fault });
    }

    /// The position of an entry with its move made, if it makes sense and the game goes on.
    fn begin(&mut self, key: &Key, entry: Entry) -> Option<Game> {
        self.checked.entries += 1;
        let is_smallest = self.ground.frames.canonical(key).0 == *key;
        let Some(mut game) = game_of(self.book, key, ATTACKER).filter(|_| is_smallest) else {
            self.fail(key, Fault::Position);
            return None;
        };
        let point = self.book.size.points().nth(usize::from(entry.answer));
        let is_played = point.is_some_and(|point| game.try_play(point).is_ok());
        // Black may win with the move itself; White cannot, and a full board is no win.
        let is_won = game.status().winner() == Some(ATTACKER);
        if !is_played || !(game.status().is_ongoing() || is_won) {
            self.fail(key, Fault::Move);
            return None;
        }
        (!is_won).then_some(game)
    }

    /// The position of a claim with the attacker's move made, if there is one.
    fn board(&self, claim: Claim<'_>) -> Board<V> {
        let mut board = self.ground.board(claim.key);
        if let Some(cell) = claim.answer {
            board.make(Cell::new(cell), &mut NoObserver);
        }
        board.set_to_move(!ATTACKER);
        board
    }

    fn replies(&mut self, game: &mut Game, claim: Claim<'_>) {
        let mut board = self.board(claim);
        let replies = game.legal_points();
        if replies.is_empty() {
            return self.fail(claim.key, Fault::Move);
        }
        for reply in replies {
            self.reply(game, &mut board, claim, reply);
        }
    }

    fn reply(&mut self, game: &mut Game, board: &mut Board<V>, claim: Claim<'_>, reply: Point) {
        if game.try_play(reply).is_err() {
            return self.fail(claim.key, Fault::Lost(reply));
        }
        if game.status().is_ongoing() {
            self.answer_to(board, claim, reply);
        } else {
            self.fail(claim.key, Fault::Lost(reply));
        }
        game.undo();
    }

    /// A reply that was made by the rules leads to another entry or to a leaf.
    fn answer_to(&mut self, board: &mut Board<V>, claim: Claim<'_>, reply: Point) {
        let cell = self.book.size.index(reply) as u16;
        let mut stones: Vec<u16> = claim.key.to_vec();
        stones.extend(claim.answer.map(|answer| stone(answer, ATTACKER)));
        stones.push(stone(cell, !ATTACKER));
        let (below, frame) = self.ground.frames.canonical(&stones);
        if let Some(entry) = self.book.entries.get(&below) {
            self.checked.inner += 1;
            self.compare(claim, u32::from(entry.moves), reply);
        } else {
            board.make(Cell::new(cell), &mut NoObserver);
            self.leaf(board, &stones, (&below, frame), claim, reply);
            board.unmake();
        }
    }

    /// After a reply Black needs so many moves; the claim must allow for them and its own.
    fn compare(&mut self, claim: Claim<'_>, moves_below: u32, reply: Point) {
        if claim.moves.is_some_and(|moves| u32::from(moves) <= moves_below) {
            self.fail(claim.key, Fault::Length(reply));
        }
    }

    /// Solves a leaf and looks at its certificate.
    fn leaf(
        &mut self,
        board: &mut Board<V>,
        stones: &[u16],
        own: (&[u16], usize),
        claim: Claim<'_>,
        reply: Point,
    ) {
        self.checked.leaves += 1;
        let (leaf, frame) = self.ground.leaf(board, own, self.thoroughness.nodes);
        let Leaf::Won(certificate) = leaf else {
            return self.fail(claim.key, Fault::Open(reply));
        };
        let stones = if frame == 0 { stones } else { own.0 };
        if !self.is_about(&certificate, stones) || !self.holds(&certificate) {
            return self.fail(claim.key, Fault::Certificate(reply));
        }
        self.checked.longest = self.checked.longest.max(certificate.plies());
        self.compare(claim, certificate.plies().div_ceil(2), reply);
    }

    /// Whether a certificate is about these stones with Black to move, under the book's rule.
    fn is_about(&self, certificate: &Certificate, stones: &[u16]) -> bool {
        let mut claimed = certificate.stones.clone();
        let mut meant = stones_of_key(self.book.size, stones);
        claimed.sort_unstable_by_key(|&(point, _)| point);
        meant.sort_unstable_by_key(|&(point, _)| point);
        claimed == meant
            && certificate.attacker == ATTACKER
            && certificate.rule == self.book.rule
            && certificate.size == self.book.size
    }

    fn holds(&mut self, certificate: &Certificate) -> bool {
        let every = self.thoroughness.judge_every.max(1);
        let is_judged = self.checked.leaves.is_multiple_of(every);
        if is_judged || !covers(certificate.rule) {
            self.checked.judged += 1;
            check_with_limit(certificate, u64::MAX).is_ok()
        } else {
            self.verifier.verify(certificate)
        }
    }
}

/// The position of some stones by the rules, if it is one of a game that goes on.
fn game_of(book: &Book, key: &[u16], to_move: Color) -> Option<Game> {
    let mut stones = Stones::empty(book.size);
    for (point, color) in stones_of_key(book.size, key) {
        if !book.size.contains(point) || stones.get(point).is_some() {
            return None;
        }
        stones.set(point, Some(color));
    }
    let difference = usize::from(to_move == Color::White);
    if stones.count(Color::Black) != stones.count(Color::White) + difference {
        return None;
    }
    let mut setup = Setup::from_stones(book.rule, stones);
    setup.to_move = to_move;
    // The counts were looked at already.
    let game = Game::from_setup_forgiving(setup, SetupFaults::NONE.with(SetupFault::StoneCount));
    game.ok().filter(|game| game.status().is_ongoing())
}
