//! Every reply of the defender that could save him.

use tengen_board::{Bits, Board, Threat, Variant};

use super::attacks::{answers_to_fives, answers_to_open_fours, four_cells, legal};
use super::vcf::Search;
use super::vct::Vct;

/// What the defender can do about the attacker's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defense {
    /// It was no threat, or he wins first.
    Refuted,
    /// Only these replies need to be looked at; after any other the threat is carried out.
    Replies(Bits),
}

/// How far a threat is looked for. Not finding one within this is remembered as a gap.
const THREAT_NODES: u64 = 2_000;
/// How far the defender's own win by fours is looked for. Not finding one costs only time.
const COUNTER_NODES: u64 = 200;

impl Vct<'_> {
    /// The defender to move: his complete defenses.
    pub(crate) fn defenses<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        is_first_visit: bool,
    ) -> Defense {
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
        if is_first_visit && self.counterattack_wins(board) {
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
        let n0=self.meter.nodes();
        board.make_pass();
        let vcf = &mut self.vcf;
        let search =
            self.meter.with_ceiling(THREAT_NODES, |meter| vcf.zone(board, meter, false));
        board.unmake();
        self.stat[0]+=self.meter.nodes()-n0; self.stat[1]+=1;
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

    /// Whether the defender, who faces no five, wins by fours himself.
    fn counterattack_wins<V: Variant>(&mut self, board: &mut Board<V>) -> bool {
        let n0=self.meter.nodes();
        let vcf = &mut self.vcf;
        let search = self.meter.with_ceiling(COUNTER_NODES, |meter| vcf.wins(board, meter));
        self.stat[2]+=self.meter.nodes()-n0; self.stat[3]+=1;
        search == Search::Win(())
    }
}
