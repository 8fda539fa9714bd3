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
    /// No threat was seen at first glance; a second one, later, may see more.
    PutOff,
    /// Only these replies need to be looked at; after any other the threat is carried out.
    Replies(Bits),
}

/// How much a search for a threat may cost.
#[derive(Clone, Copy)]
struct Effort {
    nodes: u64,
    /// How dear the threat may be.
    dearest: u16,
}

/// At first glance the quick pass recognizes fours with threes, and what follows.
const GLANCE: Effort = Effort { nodes: 2_000, dearest: 4 };
/// When it comes back to a move it knows, a bare four may be among them.
const SECOND_LOOK: Effort = Effort { nodes: 200, dearest: 24 };
/// The thorough pass stops at nothing.
const THOROUGH: Effort = Effort { nodes: u64::MAX, dearest: EXHAUSTIVE };

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
            answers_to_open_fours(board, !us).or(&four_cells(board, us))
        } else {
            let is_first_look = !self.is_thorough && self.table.work(board.hash()) == 0;
            match self.zone_of_threat(board, is_first_look) {
                Search::Win(zone) => zone,
                Search::Unknown if is_first_look => return Defense::PutOff,
                Search::None | Search::Unknown => return Defense::Refuted,
            }
        };
        if self.side_to_move_wins_by_fours(board) {
            return Defense::Refuted;
        }
        Defense::Replies(legal(board, zone))
    }

    /// The zone of a win by fours that the attacker would have if the defender passed.
    fn zone_of_threat<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        is_first_look: bool,
    ) -> Search<Bits> {
        let hash = board.hash();
        if let Some(zone) = self.zones.get(hash) {
            return Search::Win(zone);
        }
        let Effort { nodes, dearest } = match (self.is_thorough, is_first_look) {
            (true, _) => THOROUGH,
            (false, true) => GLANCE,
            (false, false) => SECOND_LOOK,
        };
        board.make_pass();
        let vcf = &mut self.vcf;
        let search = self.meter.with_ceiling(nodes, |meter| vcf.zone(board, meter, dearest, false));
        board.unmake();
        match search {
            Search::Win((_, zone)) => {
                self.zones.put(hash, zone);
                Search::Win(zone)
            }
            Search::None => Search::None,
            Search::Unknown => {
                self.has_gaps = true;
                Search::Unknown
            }
        }
    }
}
