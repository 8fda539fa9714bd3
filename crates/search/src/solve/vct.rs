//! Victory by continuous threats, by df-pn: depth-first proof-number search.
//!
//! The attacker plays fours and moves that threaten a win by fours; whether a move is such a threat
//! is asked of the solver for fours with the defender passing. The defender's replies are the
//! complete ones of [`defense`](super::defense): a stone anywhere else leaves that very win intact.
//!
//! Attacks considered: every four; every legal move that makes a two or a three of some kind; and
//! when the defender threatens five, every answer to it. "None" means that no win exists in which
//! each attack is of this kind and threatens a win by fours.
//!
//! Stones are only added, so positions never repeat and proofs do not depend on the way.

use tengen_board::{Board, Cell, NoObserver, Threat, Variant};
use tengen_rules::Color;

use super::SolveLimits;
use super::attacks::{Attack, answers_to_fives, fours, is_restricted, legal};
use super::defense::Defense;
use super::meter::Meter;
use super::numbers::{INFINITE, NumberTable, Numbers, ZoneTable, add};
use super::vcf::{Search, Vcf};
use crate::control::Control;

/// How far the attacker's win by fours is looked for before his moves are. Fours are moves as well,
/// so not finding one costs only time.
const FOURS_NODES: u64 = 300;

/// The solver with its memory.
#[derive(Debug)]
pub(crate) struct Vct<'c> {
    pub(super) vcf: Vcf,
    pub(super) meter: Meter<'c>,
    pub(super) table: NumberTable,
    pub(super) zones: ZoneTable,
    /// Whether a move was dismissed as no threat only because a limit was hit.
    pub(super) has_gaps: bool,
    attacker: Color,
    pub(super) stat: [u64;8],
}

/// A move with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    cell: Cell,
    numbers: Numbers,
}

impl<'c> Vct<'c> {
    pub(crate) fn new(limits: SolveLimits, control: &'c dyn Control, attacker: Color) -> Self {
        let quarter = limits.hash_mib / 4;
        Self {
            vcf: Vcf::new(quarter),
            meter: Meter::new(limits.nodes, control),
            table: NumberTable::new(2 * quarter),
            zones: ZoneTable::new(quarter),
            has_gaps: false,
            attacker,
            stat: [0;8],
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Whether the side to move wins by threats.
    pub(crate) fn prove<V: Variant>(&mut self, board: &mut Board<V>) -> Search<()> {
        debug_assert_eq!(board.to_move(), self.attacker, "one solver serves one attacker");
        let numbers = self.attack(board, Numbers::new(INFINITE, INFINITE));
        eprintln!("zone {:?}", self.stat);
        if numbers.proof == 0 {
            Search::Win(())
        } else if numbers.disproof == 0 && !self.has_gaps {
            Search::None
        } else {
            Search::Unknown
        }
    }

    /// The attacker to move: one good attack is enough.
    pub(super) fn attack<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        thresholds: Numbers,
    ) -> Numbers {
        let hash = board.hash();
        let nodes_before = self.meter.nodes();
        if self.table.get(hash).is_none() && self.wins_by_fours(board) {
            self.table.put(hash, Numbers::PROVEN, 1);
            return Numbers::PROVEN;
        }
        let mut children = self.attacks(board);
        let mut numbers;
        loop {
            numbers = Numbers::REFUTED;
            let (mut best, mut second) = (0, INFINITE);
            for (i, child) in children.iter().enumerate() {
                if child.numbers.proof < numbers.proof {
                    second = numbers.proof;
                    numbers.proof = child.numbers.proof;
                    best = i;
                } else {
                    second = second.min(child.numbers.proof);
                }
                numbers.disproof = add(numbers.disproof, child.numbers.disproof);
            }
            if numbers.proof == 0 {
                numbers = Numbers::PROVEN;
            }
            if numbers.reaches(thresholds) || self.meter.is_over() {
                break;
            }
            let child = children[best];
            let below = Numbers {
                proof: thresholds.proof.min(wider(second)),
                disproof: thresholds.disproof - (numbers.disproof - child.numbers.disproof),
            };
            board.make(child.cell, &mut NoObserver);
            self.meter.count();
            children[best].numbers = self.defend(board, below);
            board.unmake();
        }
        self.table.put(hash, numbers, self.meter.nodes() - nodes_before);
        numbers
    }

    /// The defender to move: every defense must fail.
    pub(super) fn defend<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        thresholds: Numbers,
    ) -> Numbers {
        let hash = board.hash();
        let nodes_before = self.meter.nodes();
        let is_first_visit = self.table.get(hash).is_none();
        let Defense::Replies(replies) = self.defenses(board, is_first_visit) else {
            if !self.meter.is_over() {
                self.table.put(hash, Numbers::REFUTED, 1);
            }
            return Numbers::REFUTED;
        };
        let mut children: Vec<Child> = replies
            .iter()
            .map(|cell| {
                let known = self.table.get(board.hash_after(cell));
                Child { cell, numbers: known.unwrap_or(Numbers::new(1, 1)) }
            })
            .collect();
        let mut numbers;
        loop {
            numbers = Numbers::PROVEN;
            let (mut best, mut second) = (0, INFINITE);
            for (i, child) in children.iter().enumerate() {
                if child.numbers.disproof < numbers.disproof {
                    second = numbers.disproof;
                    numbers.disproof = child.numbers.disproof;
                    best = i;
                } else {
                    second = second.min(child.numbers.disproof);
                }
                numbers.proof = add(numbers.proof, child.numbers.proof);
            }
            if numbers.disproof == 0 {
                numbers = Numbers::REFUTED;
            }
            if numbers.reaches(thresholds) || self.meter.is_over() {
                break;
            }
            let child = children[best];
            let below = Numbers {
                proof: thresholds.proof - (numbers.proof - child.numbers.proof),
                disproof: thresholds.disproof.min(wider(second)),
            };
            board.make(child.cell, &mut NoObserver);
            self.meter.count();
            children[best].numbers = self.attack(board, below);
            board.unmake();
        }
        self.table.put(hash, numbers, self.meter.nodes() - nodes_before);
        numbers
    }

    fn wins_by_fours<V: Variant>(&mut self, board: &mut Board<V>) -> bool {
        let n0=self.meter.nodes();
        let vcf = &mut self.vcf;
        let r = self.meter.with_ceiling(FOURS_NODES, |meter| vcf.wins(board, meter)) == Search::Win(());
        self.stat[4]+=self.meter.nodes()-n0; self.stat[5]+=1; if r {self.stat[6]+=1}
        r
    }

    /// The attacks with what is known of them, or what their class lets expect.
    fn attacks<V: Variant>(&mut self, board: &mut Board<V>) -> Vec<Child> {
        let mut children = Vec::new();
        self.list_attacks(board, &mut |cell, expected| {
            children.push(Child { cell, numbers: expected });
        });
        for child in &mut children {
            if let Some(known) = self.table.get(board.hash_after(child.cell)) {
                child.numbers = known;
            }
        }
        children
    }

    /// Tells every attack with the numbers that its class lets expect.
    pub(super) fn list_attacks<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        tell: &mut dyn FnMut(Cell, Numbers),
    ) {
        let us = board.to_move();
        if board.count(!us, Threat::Five) > 0 {
            let answers = answers_to_fives(board, !us);
            for cell in &legal(board, answers) {
                tell(cell, Numbers::new(1, 1));
            }
            return;
        }
        let mut list: Vec<Attack> = Vec::new();
        fours(board, &mut list);
        for &Attack { cell, penalty } in &list {
            tell(cell, Numbers::new(if penalty > 5 { 2 } else { 1 }, 1));
        }
        for (threat, proof) in [
            (Threat::DoubleThree, 1),
            (Threat::ThreePlus, 2),
            (Threat::Three, 3),
            (Threat::DoubleTwo, 6),
            (Threat::BlockedThree, 8),
            (Threat::Two, 10),
        ] {
            for cell in board.of_threat(us, threat) {
                tell(cell, Numbers::new(proof, 1));
            }
        }
        if is_restricted::<V>(us) {
            let suspects = *board.of_threat(us, Threat::Forbidden);
            for cell in &suspects {
                let is_listed = list.iter().any(|attack| attack.cell == cell);
                if !is_listed && board.forbidden(cell).is_none() {
                    tell(cell, Numbers::new(2, 1));
                }
            }
        }
    }
}

/// A threshold a quarter above the second best number, so that the search does not hop between two
/// equal branches at every node.
fn wider(second: u32) -> u32 {
    if second >= INFINITE { INFINITE } else { (second + second / 4 + 1).min(INFINITE - 1) }
}
