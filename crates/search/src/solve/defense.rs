//! Every reply of the defender that could save him.

use tengen_board::{Bits, Board, Threat, Variant};

use super::attacks::{answers_to_fives, answers_to_open_fours, four_cells, legal};
use super::vcf::{EXHAUSTIVE, Search};
use super::vct::Vct;

/// What the defender can do about the attacker's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defense {
    /// It was no threat, or he wins first.
    Refuted,
    /// Only these replies need to be looked at; after any other the threat is carried out.
    Replies(Bits),
}

/// How dear a threat may be that the quick pass recognizes: a four with a three, and what follows.
const QUICK_PENALTY: u16 = 4;
/// How many positions the quick pass makes to see a threat.
const QUICK_NODES: u64 = 2_000;

impl Vct<'_> {
    /// The defender to move: his complete defenses.
    pub(crate) fn defenses<V: Variant>(&mut self, board: &mut Board<V>) -> Defense {
        let us = board.to_move();
        if board.count(us, Threat::Five) > 0 {
            return Defense::Refuted;
        }
        if board.count(!us, Threat::Five) > 0 {
            let answers = answers_to_fives(board, !us);
            return Defense::Replies(legal(board, answers));
        }
        // With no five against him, an open four of his cannot be stopped.
        if board.count(us, Threat::OpenFour) > 0 {
            return Defense::Refuted;
        }
        let zone = if board.count(!us, Threat::OpenFour) > 0 {
            Some(answers_to_open_fours(board, !us).or(&four_cells(board, us)))
        } else {
            self.zone_of_threat(board)
        };
        let Some(zone) = zone else { return Defense::Refuted };
        if self.side_to_move_wins_by_fours(board) {
            return Defense::Refuted;
        }
        Defense::Replies(legal(board, zone))
    }

    /// The zone of a win by fours that the attacker would have if the defender passed.
    fn zone_of_threat<V: Variant>(&mut self, board: &mut Board<V>) -> Option<Bits> {
        let hash = board.hash();
        if let Some(zone) = self.zones.get(hash) {
            return Some(zone);
        }
        let (nodes, dearest) =
            if self.is_thorough { (u64::MAX, EXHAUSTIVE) } else { (QUICK_NODES, QUICK_PENALTY) };
        board.make_pass();
        let vcf = &mut self.vcf;
        let search = self.meter.with_ceiling(nodes, |meter| vcf.zone(board, meter, dearest, false));
        board.unmake();
        match search {
            Search::Win((_, zone)) => {
                self.zones.put(hash, zone);
                Some(zone)
            }
            Search::None => None,
            Search::Unknown => {
                self.has_gaps = true;
                None
            }
        }
    }
}
