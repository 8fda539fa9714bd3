//! Which replies may disturb a threat, as a help to grow faster.
//!
//! Nothing rests on it: a reply that was left out is made by the checker like every other.

use tengen_board::{Bits, Board, Cell, NoObserver, Threat, Variant};
use tengen_rules::Color;
use tengen_search::solve::{Certificate, NodeId};

/// The cells that the win uses which the attacker would have if the defender, who is to move,
/// passed, and those where the defender could come to threaten something on the way.
pub(super) fn of_threat<V: Variant>(board: &mut Board<V>, certificate: &Certificate) -> Bits {
    let mut walk = Walk {
        certificate,
        zone: Bits::EMPTY,
        is_seen: vec![false; certificate.nodes.len()],
        defender: !certificate.attacker,
    };
    // What he threatens already, he may do at once. Against a four only a five helps.
    let is_four = certificate.nodes[certificate.root as usize].otherwise.is_none();
    walk.note_threats(board, if is_four { Threat::Five } else { Threat::BlockedThree });
    board.make_pass();
    walk.visit(board, certificate.root);
    board.unmake();
    walk.zone
}

struct Walk<'c> {
    certificate: &'c Certificate,
    zone: Bits,
    /// Nodes are shared by positions that differ little; each is walked once.
    is_seen: Vec<bool>,
    defender: Color,
}

impl Walk<'_> {
    fn note_threats<V: Variant>(&mut self, board: &Board<V>, least: Threat) {
        let threatens = |cell: &Cell| board.threat(self.defender, *cell) >= least;
        let threats: Bits = board.empties().filter(threatens).collect();
        self.zone = self.zone.or(&threats);
    }

    fn visit<V: Variant>(&mut self, board: &mut Board<V>, id: NodeId) {
        if std::mem::replace(&mut self.is_seen[id as usize], true) {
            return;
        }
        let certificate = self.certificate;
        let node = &certificate.nodes[id as usize];
        let attack = board.cell(node.attack);
        self.zone.insert(attack);
        let Some(otherwise) = node.otherwise else { return };
        if !board.is_empty(attack) {
            return;
        }
        board.make(attack, &mut NoObserver);
        self.note_threats(board, Threat::BlockedThree);
        for &(reply, below) in &node.replies {
            let reply = board.cell(reply);
            self.zone.insert(reply);
            if board.is_empty(reply) {
                board.make(reply, &mut NoObserver);
                self.visit(board, below);
                board.unmake();
            }
        }
        board.make_pass();
        self.visit(board, otherwise);
        board.unmake();
        board.unmake();
    }
}

#[cfg(test)]
mod tests {
    use tengen_board::Freestyle;
    use tengen_rules::{Rule, Size, SplitMix64};

    use super::*;
    use crate::built_in::built_in;
    use crate::ground::Ground;
    use crate::leaf::{Leaf, solve_stage};
    use crate::verify::Verifier;

    /// A stone of the defender outside of the zone leaves the win as it is: the very same
    /// certificate proves it with that stone on the board.
    #[test]
    fn stones_outside_of_the_zone_disturb_nothing() {
        let size = Size::literal(15);
        let ground = Ground::<Freestyle>::new(size).unwrap();
        let mut verifier = Verifier::new(size);
        let mut random = SplitMix64::new(6);
        let books = built_in(Rule::Freestyle, size);
        let entries: Vec<_> = books.iter().flat_map(|book| &book.entries).collect();
        let (mut n_stones, mut n_inside, mut n_disturbed) = (0, 0, 0);
        while n_stones < 4_000 {
            let (key, entry) = random.pick(&entries).unwrap();
            let mut board = ground.board(key);
            board.make(Cell::new(entry.answer), &mut NoObserver);
            board.make_pass();
            let leaf = solve_stage(&mut board, 20_000, 0);
            board.unmake();
            let Leaf::Won(certificate) = leaf else { continue };
            let zone = of_threat(&mut board, &certificate);
            let mut holds_with = |cell: Cell| {
                let mut disturbed = (*certificate).clone();
                disturbed.stones.push((board.point(cell), !disturbed.attacker));
                verifier.verify(&disturbed)
            };
            let (inside, outside): (Vec<Cell>, Vec<Cell>) =
                board.empties().partition(|&cell| zone.contains(cell));
            for _ in 0..4 {
                let Some(&cell) = random.pick(&outside) else { break };
                n_stones += 1;
                assert!(holds_with(cell), "{key:?}, a stone on {:?}", board.point(cell));
            }
            let Some(&cell) = random.pick(&inside) else { continue };
            n_inside += 1;
            n_disturbed += u32::from(!holds_with(cell));
        }
        // Else the stones would show nothing.
        assert!(n_inside > 900 && n_disturbed > 300, "{n_disturbed} of {n_inside}");
    }
}
