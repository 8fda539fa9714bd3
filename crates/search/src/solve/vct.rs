//! Victory by continuous threats, by df-pn: depth-first proof-number search.
//!
//! The attacker plays fours and moves that threaten a win by fours; whether a move is such a threat
//! is asked of the solver for fours with the defender passing. The defender's replies are the
//! complete ones of [`defense`](super::defense): a stone anywhere else leaves that very win intact.
//!
//! There are two passes. The quick one looks at promising attacks and short threats only, which is
//! enough for wins. If it runs out of attacks, the thorough one looks at every attack and every
//! threat, and only then the answer is "none".
//!
//! What is expected of positions that were not searched yet comes from [`judge`](super::judge).
//!
//! A move that is no short threat may still be a long one: the quick pass puts it off, and looks for
//! longer threats when nothing easier is left.
//!
//! Stones are only added, so positions never repeat and proofs do not depend on the way.

use tengen_board::{Bits, Board, Cell, MAX_CELLS, NoObserver, Threat, Variant};
use tengen_rules::Color;

use super::SolveLimits;
use super::attacks::four_cells;
use super::defense::Defense;
use super::expect::{NO_SHAPE, Shape};
use super::judge::{Judge, of_reply};
use super::meter::Meter;
use super::numbers::{DISPROOF_UNIT, INFINITE, NumberTable, Numbers, ZoneTable, add};
use super::vcf::{EXHAUSTIVE, Search, Vcf};
use crate::control::Control;
use crate::weights::Weights;

/// How a reply is expected to fare before it is tried: proving takes as long as anything else,
/// disproving a little longer.
const REPLY: Numbers = Numbers::new(1, 2 * DISPROOF_UNIT);
/// A four as a reply usually only puts things off, so it is looked at last.
const REPLY_FOUR: Numbers = Numbers::new(1, 4 * DISPROOF_UNIT);

/// What is expected of a move that may be a long threat: a proof is unlikely, but not much speaks
/// against it yet.
const PUT_OFF: Numbers = Numbers::new(120, DISPROOF_UNIT);

/// A new position is asked for a win by fours within so many positions and so much penalty.
const FIRST_NODES: u64 = 10;
const FIRST_PENALTY: u16 = 4;
/// A position that took so much work is asked again, for a share of that work.
const AGAIN_AFTER: u64 = 300;
const AGAIN_SHARE: u64 = 64;

/// At the root a win by fours gets this share of all positions before threats are looked at, and
/// never more than so many: without a limit it must end some time.
const ROOT_SHARE: u64 = 4;
const MOST_ROOT_NODES: u64 = 100_000;

/// The solver with its memory.
#[derive(Debug)]
pub(crate) struct Vct<'c> {
    pub(super) vcf: Vcf,
    pub(super) meter: Meter<'c>,
    pub(super) table: NumberTable,
    pub(super) zones: ZoneTable,
    /// Whether every attack and every threat is looked at.
    pub(super) is_thorough: bool,
    /// Whether a move was dismissed as no threat only because a limit was hit.
    pub(super) has_gaps: bool,
    /// The attack that won last after each reply: after another reply before it, it often wins
    /// again.
    pub(super) winners: Box<[Option<Cell>; MAX_CELLS]>,
    pub(super) judge: Judge<'c>,
    /// How many threats that are no fours were made on the way here.
    pub(super) n_threats: i32,
    attacker: Color,
    limits: SolveLimits,
}

/// The difference of the hashes of two positions that are alike but for a reply that has lost: where
/// the one was won by an attack, the other may be too, and so may all that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Twin(u64);

impl Twin {
    pub(super) const NONE: Self = Self(0);

    fn between(won: u64, asked: u64) -> Self {
        Self(won ^ asked)
    }

    /// The hash of the position that is to this one as the first of the two is to the second.
    pub(super) fn of(self, hash: u64) -> Option<u64> {
        (self != Self::NONE).then_some(hash ^ self.0)
    }
}

/// A move with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) cell: Cell,
    pub(super) numbers: Numbers,
    /// What an attack builds; a reply builds nothing that is asked for.
    pub(super) shape: Shape,
}

impl<'c> Vct<'c> {
    pub(crate) fn new<V: Variant>(
        board: &Board<V>,
        limits: SolveLimits,
        weights: &'c Weights,
        control: &'c dyn Control,
    ) -> Self {
        let quarter = limits.hash_mib / 4;
        Self {
            vcf: Vcf::new(quarter),
            meter: Meter::new(limits.nodes, control),
            table: NumberTable::new(2 * quarter),
            zones: ZoneTable::new(quarter),
            is_thorough: false,
            has_gaps: false,
            winners: Box::new([None; MAX_CELLS]),
            judge: Judge::new(weights, board),
            n_threats: 0,
            attacker: board.to_move(),
            limits,
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Whether the side to move wins by threats.
    pub(crate) fn prove<V: Variant>(&mut self, board: &mut Board<V>) -> Search<()> {
        debug_assert_eq!(board.to_move(), self.attacker, "one solver serves one attacker");
        let nodes = (self.limits.nodes / ROOT_SHARE).min(MOST_ROOT_NODES);
        let vcf = &mut self.vcf;
        let fours = self.meter.with_ceiling(nodes, |meter| vcf.wins(board, meter, EXHAUSTIVE));
        if fours == Search::Win(()) {
            return Search::Win(());
        }
        let no_thresholds = Numbers::new(INFINITE, INFINITE);
        let mut numbers = self.attack(board, no_thresholds, &[], Twin::NONE);
        if numbers.disproof == 0 && !self.meter.is_over() {
            // What the quick pass called refuted is not known to be.
            self.table = NumberTable::new(self.limits.hash_mib / 2);
            self.is_thorough = true;
            self.has_gaps = false;
            numbers = self.attack(board, no_thresholds, &[], Twin::NONE);
        }
        if numbers.proof == 0 {
            Search::Win(())
        } else if numbers.disproof == 0 && self.is_thorough && !self.has_gaps {
            Search::None
        } else {
            Search::Unknown
        }
    }

    /// The attacker to move: one good attack is enough. `earlier` are the attacks that he had before
    /// his last one, if any.
    pub(super) fn attack<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        thresholds: Numbers,
        earlier: &[Child],
        twin: Twin,
    ) -> Numbers {
        let hash = board.hash();
        let nodes_before = self.meter.nodes();
        if self.side_to_move_wins_by_fours(board) {
            self.table.put(hash, Numbers::PROVEN, 1);
            return Numbers::PROVEN;
        }
        let is_forced = board.count(!board.to_move(), Threat::Five) > 0;
        let mut children = self.attacks(board, earlier, twin);
        let mut winner = None;
        let numbers = loop {
            let Choice { numbers, best, second } = easiest_to_prove(&children);
            if numbers.proof == 0 {
                winner = Some(children[best].cell);
                if let Some(reply) = board.recent(0) {
                    self.winners[reply.index()] = winner;
                }
                break Numbers::PROVEN;
            }
            if numbers.reaches(thresholds) || self.meter.is_over() {
                break numbers;
            }
            let Child { cell, numbers: known, .. } = children[best];
            let below = Numbers {
                proof: thresholds.proof.min(wider(second)),
                disproof: thresholds.disproof - (numbers.disproof - known.disproof),
            };
            board.make(cell, &mut NoObserver);
            self.meter.count();
            // A forced move is no choice: the choice before it is what counts.
            let choice = if is_forced { earlier } else { &children };
            let is_four = board.count(self.attacker, Threat::Five) > 0;
            self.n_threats += i32::from(!is_four);
            children[best].numbers = self.defend(board, below, choice, twin);
            self.n_threats -= i32::from(!is_four);
            board.unmake();
        };
        self.table.put(hash, numbers, self.meter.nodes() - nodes_before);
        if let Some(attack) = winner {
            self.table.note_winner(hash, attack);
        }
        numbers
    }

    /// The defender to move: every defense must fail.
    fn defend<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        thresholds: Numbers,
        earlier: &[Child],
        twin: Twin,
    ) -> Numbers {
        let hash = board.hash();
        let nodes_before = self.meter.nodes();
        let replies = match self.defenses(board) {
            Defense::Replies(replies) => replies,
            Defense::PutOff => {
                self.table.put(hash, PUT_OFF, 1);
                return PUT_OFF;
            }
            Defense::Refuted => {
                // Past the limit nothing is refuted for certain.
                if !self.meter.is_over() {
                    self.table.put(hash, Numbers::REFUTED, 1);
                }
                return Numbers::REFUTED;
            }
        };
        let mut children = self.replies(board, &replies);
        let numbers = loop {
            let Choice { numbers, best, second } = easiest_to_disprove(&children);
            if numbers.disproof == 0 {
                break Numbers::REFUTED;
            }
            if numbers.reaches(thresholds) || self.meter.is_over() {
                break numbers;
            }
            let Child { cell, numbers: known, .. } = children[best];
            let below = Numbers {
                proof: thresholds.proof - (numbers.proof - known.proof),
                disproof: thresholds.disproof.min(wider(second)),
            };
            let lost = children.iter().rfind(|child| child.numbers.proof == 0);
            let twin = lost.map_or(twin, |lost| {
                Twin::between(board.hash_after(lost.cell), board.hash_after(cell))
            });
            board.make(cell, &mut NoObserver);
            self.meter.count();
            children[best].numbers = self.attack(board, below, earlier, twin);
            board.unmake();
        };
        self.table.put(hash, numbers, self.meter.nodes() - nodes_before);
        numbers
    }

    /// The defender's moves with what is known or expected of them.
    fn replies<V: Variant>(&self, board: &Board<V>, cells: &Bits) -> Vec<Child> {
        let fours = four_cells(board, board.to_move());
        let policy = |cell| self.judge.policy(board, cell);
        let best_policy = cells.iter().map(policy).max().unwrap_or_default();
        let child = |cell| {
            let expected = if fours.contains(cell) { REPLY_FOUR } else { REPLY };
            let known = self.table.get(board.hash_after(cell));
            let numbers = known.unwrap_or_else(|| of_reply(expected, best_policy - policy(cell)));
            Child { cell, numbers, shape: NO_SHAPE }
        };
        cells.iter().map(child).collect()
    }

    /// Whether the side to move, attacker or defender, is found to win by fours. Fours are moves as
    /// well, so not finding one costs only time, and the effort is kept in proportion.
    pub(super) fn side_to_move_wins_by_fours<V: Variant>(&mut self, board: &mut Board<V>) -> bool {
        let (nodes, dearest) = match self.table.work(board.hash()) {
            0 => (FIRST_NODES, FIRST_PENALTY),
            work if work < AGAIN_AFTER => return false,
            work => (work / AGAIN_SHARE, EXHAUSTIVE),
        };
        let vcf = &mut self.vcf;
        let search = self.meter.with_ceiling(nodes, |meter| vcf.wins(board, meter, dearest));
        search == Search::Win(())
    }
}

/// What the children of a position say about it, and which is looked at next.
struct Choice {
    /// The numbers of the position.
    numbers: Numbers,
    /// The place of the child that is looked at next.
    best: usize,
    /// The number by which the next best one was compared.
    second: u32,
}

/// The attacker needs one child that is proven.
fn easiest_to_prove(children: &[Child]) -> Choice {
    let mut choice = Choice { numbers: Numbers::REFUTED, best: 0, second: INFINITE };
    for (i, &Child { numbers, .. }) in children.iter().enumerate() {
        if numbers.proof < choice.numbers.proof {
            choice.second = choice.numbers.proof;
            choice.numbers.proof = numbers.proof;
            choice.best = i;
        } else {
            choice.second = choice.second.min(numbers.proof);
        }
        choice.numbers.disproof = add(choice.numbers.disproof, numbers.disproof);
    }
    choice
}

/// The defender needs one child that is refuted.
fn easiest_to_disprove(children: &[Child]) -> Choice {
    let mut choice = Choice { numbers: Numbers::PROVEN, best: 0, second: INFINITE };
    for (i, &Child { numbers, .. }) in children.iter().enumerate() {
        if numbers.disproof < choice.numbers.disproof {
            choice.second = choice.numbers.disproof;
            choice.numbers.disproof = numbers.disproof;
            choice.best = i;
        } else {
            choice.second = choice.second.min(numbers.disproof);
        }
        choice.numbers.proof = add(choice.numbers.proof, numbers.proof);
    }
    choice
}

/// A threshold a quarter above the second best number, so that the search does not hop between two
/// equal branches at every node.
fn wider(second: u32) -> u32 {
    if second >= INFINITE { INFINITE } else { (second + second / 4 + 1).min(INFINITE - 1) }
}
