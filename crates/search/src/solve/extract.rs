//! Writes the tree of a proven win down, move by move from the root.
//!
//! Nothing is believed: where the table has lost a proof, or a hash collision faked one, the
//! position is searched again, and without a proof there is no certificate.

use std::collections::BTreeMap;

use tengen_board::{Board, Cell, NoObserver, Threat, Variant};

use super::attacks::{answers_to_fives, four_cells, legal};
use super::certificate::{Draft, NodeId};
use super::numbers::{INFINITE, Numbers};
use super::vcf::{EXHAUSTIVE, Search};
use super::vct::{Twin, Vct};

/// Writing may make at least this many positions, and so many times what the proof took.
const LEAST_NODES: u64 = 100_000;
const SHARE: u64 = 4;

/// Positions that are written already, with their nodes.
type Written = BTreeMap<u64, NodeId>;

impl Vct<'_> {
    /// The tree of a win that was proven, or `None` if it cannot be written within reason.
    pub(crate) fn extract<V: Variant>(
        &mut self,
        board: &mut Board<V>,
    ) -> Option<(Vec<Draft>, NodeId)> {
        let nodes = self.meter.nodes();
        self.meter.extend(LEAST_NODES.max(nodes.saturating_mul(SHARE)));
        let mut written = Written::new();
        let root = self.write_attack(board, &mut written)?;
        Some((self.vcf.take_proof(), root))
    }

    fn write_attack<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        written: &mut Written,
    ) -> Option<NodeId> {
        let hash = board.hash();
        if let Some(&node) = written.get(&hash) {
            return Some(node);
        }
        // Looking for fours where the search won by a threat would only repeat what failed before.
        let noted = self.table.winner(hash).filter(|&cell| board.can_play(cell));
        let node = noted
            .and_then(|cell| self.write_threat(board, cell, written))
            .or_else(|| self.write_fours(board))
            .or_else(|| {
                let cell = self.proven_attack(board)?;
                self.write_threat(board, cell, written)
            })?;
        written.insert(hash, node);
        Some(node)
    }

    /// The win that begins with an attack on `cell`.
    fn write_threat<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        cell: Cell,
        written: &mut Written,
    ) -> Option<NodeId> {
        board.make(cell, &mut NoObserver);
        self.meter.count();
        let node = self.write_defenses(board, cell, written);
        board.unmake();
        node
    }

    /// The win by fours, if the search found one here.
    fn write_fours<V: Variant>(&mut self, board: &mut Board<V>) -> Option<NodeId> {
        let vcf = &mut self.vcf;
        let search = self.meter.with_ceiling(LEAST_NODES / 10, |meter| vcf.prove(board, meter));
        match search {
            Search::Win(node) => Some(node),
            Search::None | Search::Unknown => None,
        }
    }

    /// The attack whose proof is in the table; the position is searched again if there is none.
    fn proven_attack<V: Variant>(&mut self, board: &mut Board<V>) -> Option<Cell> {
        for is_again in [false, true] {
            if is_again {
                let numbers = self.attack(board, Numbers::new(INFINITE, INFINITE), &[], Twin::NONE);
                if numbers.proof > 0 {
                    return None;
                }
            }
            let children = self.attacks(board, &[], Twin::NONE);
            if let Some(child) = children.iter().find(|child| child.numbers.proof == 0) {
                return Some(child.cell);
            }
        }
        None
    }

    fn write_defenses<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        attack: Cell,
        written: &mut Written,
    ) -> Option<NodeId> {
        let us = board.to_move();
        let is_four = board.count(!us, Threat::Five) > 0;
        let (zone, otherwise) = if is_four {
            (answers_to_fives(board, !us), None)
        } else {
            board.make_pass();
            let vcf = &mut self.vcf;
            let search = vcf.zone(board, &mut self.meter, EXHAUSTIVE, true);
            board.unmake();
            let Search::Win((node, zone)) = search else { return None };
            (zone.or(&four_cells(board, us)), Some(node))
        };
        let mut replies = Vec::new();
        for reply in &legal(board, zone) {
            if self.meter.is_over() {
                return None;
            }
            board.make(reply, &mut NoObserver);
            self.meter.count();
            let below = self.write_attack(board, written);
            board.unmake();
            replies.push((reply, below?));
        }
        Some(if is_four {
            self.vcf.write_four(board, &zone, replies)
        } else {
            self.vcf.push(Draft { attack, replies, otherwise })
        })
    }
}
