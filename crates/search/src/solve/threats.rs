//! Which attacks the search for threats looks at, and what it expects of them.

use tengen_board::{Bits, Board, Cell, Pattern, Threat, Variant};
use tengen_rules::Color;

use super::attacks::{Attack, answers_to_fives, fours, is_restricted, legal};
use super::numbers::Numbers;
use super::vct::{Child, Vct};

/// The proof number expected of a four or a three that builds nothing else.
const BARE_FOUR: u32 = 12;
const BARE_THREE: u32 = 10;
/// Moves that threaten a win by fours without making a three are rare, and the less they build the
/// rarer.
const QUIET: [(Threat, u32); 3] =
    [(Threat::DoubleTwo, 20), (Threat::BlockedThree, 20), (Threat::Two, 200)];
/// Everything else, in the thorough pass.
const ANYTHING: u32 = 1000;

/// Disproof numbers: a four is forced and worth following.
const FOUR_DISPROOF: u32 = 3;
const OTHER_DISPROOF: u32 = 1;

impl Vct<'_> {
    /// The attacks with what is known of them, or what their class lets expect.
    pub(super) fn attacks<V: Variant>(&mut self, board: &mut Board<V>) -> Vec<Child> {
        let mut children = self.list_attacks(board);
        let winner = board.recent(0).and_then(|reply| self.winners[usize::from(reply)]);
        for child in &mut children {
            if let Some(known) = self.table.get(board.hash_after(child.cell)) {
                child.numbers = known;
            } else if Some(child.cell) == winner {
                child.numbers.proof = 1;
            }
        }
        children
    }

    /// Every attack, with the numbers that its class lets expect.
    pub(super) fn list_attacks<V: Variant>(&self, board: &mut Board<V>) -> Vec<Child> {
        let us = board.to_move();
        if board.count(!us, Threat::Five) > 0 {
            let answers = answers_to_fives(board, !us);
            let answers = legal(board, answers);
            let numbers = Numbers::new(1, OTHER_DISPROOF);
            return answers.iter().map(|cell| Child { cell, numbers }).collect();
        }
        let mut list: Vec<Attack> = Vec::new();
        fours(board, &mut list);
        let mut children: Vec<Child> = Vec::new();
        for &Attack { cell, .. } in &list {
            let proof = BARE_FOUR.saturating_sub(potential(board, us, cell)).max(1);
            children.push(Child { cell, numbers: Numbers::new(proof, FOUR_DISPROOF) });
        }
        let mut add = |cell, proof| {
            children.push(Child { cell, numbers: Numbers::new(proof, OTHER_DISPROOF) });
        };
        for threat in [Threat::DoubleThree, Threat::ThreePlus, Threat::Three] {
            for cell in board.of_threat(us, threat) {
                add(cell, BARE_THREE.saturating_sub(potential(board, us, cell)).max(1));
            }
        }
        for (cells, (_, proof)) in quiet_moves(board, us).iter().zip(QUIET) {
            for cell in cells {
                add(cell, proof);
            }
        }
        if is_restricted::<V>(us) {
            let suspects = *board.of_threat(us, Threat::Forbidden);
            for cell in &suspects {
                let is_listed = list.iter().any(|attack| attack.cell == cell);
                if !is_listed && board.forbidden(cell).is_none() {
                    add(cell, 1);
                }
            }
        }
        if self.is_thorough {
            for cell in &useful_rest(board, us) {
                add(cell, ANYTHING);
            }
        }
        children
    }
}

/// The moves of each class in [`QUIET`]. A board keeps no lists of these, but none is far from a stone.
fn quiet_moves<V: Variant>(board: &Board<V>, us: Color) -> [Bits; QUIET.len()] {
    let mut moves = [Bits::EMPTY; QUIET.len()];
    for cell in &board.candidates() {
        let threat = board.threat(us, cell);
        if let Some(class) = QUIET.iter().position(|&(quiet, _)| quiet == threat) {
            moves[class].insert(cell);
        }
    }
    moves
}

/// The moves of no class above that could still make a threat: a stone that no line of either color
/// can use neither helps an attack nor hinders a defense.
fn useful_rest<V: Variant>(board: &Board<V>, us: Color) -> Bits {
    let is_rest = |cell: &Cell| match board.threat(us, *cell) {
        Threat::Quiet => true,
        Threat::None => board.threat(!us, *cell) != Threat::None,
        _ => false,
    };
    board.empties().filter(is_rest).collect()
}

/// How much a stone builds along its four lines.
fn potential<V: Variant>(board: &Board<V>, color: Color, cell: Cell) -> u32 {
    let of_line = |direction| match board.pattern(color, cell, direction) {
        Pattern::TwoOneWay => 1,
        Pattern::TwoTwoWays => 3,
        Pattern::Two => 2,
        Pattern::BlockedThree => 5,
        Pattern::ThreeOneWay | Pattern::Three | Pattern::Four | Pattern::OpenFour => 4,
        _ => 0,
    };
    (0..4).map(of_line).sum()
}
