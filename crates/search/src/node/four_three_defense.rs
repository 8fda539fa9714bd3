//! Step 8: the moves that are left where the opponent threatens a four with an open three.

use tengen_board::{Bits, Board, Cell, Threat, Variant};

use crate::solve::attacks::{answers_to_open_fours, four_cells, legal};

/// How many such points are looked at; each leaves fewer moves to try.
const MOST: usize = 2;

/// The moves that can disturb every four with an open three that the opponent could make next, if
/// there is one that wins for certain. After any other move it is played and wins.
pub(crate) fn answers<V: Variant>(board: &mut Board<V>) -> Option<Bits> {
    let them = !board.to_move();
    // Captures break lines, and in caro a four has several answers.
    if V::CAPTURES || V::FIVE_NEEDS_OPEN_END || board.count(them, Threat::FourThree) == 0 {
        return None;
    }
    let attacks = *board.of_threat(them, Threat::FourThree);
    board.make_pass();
    let zones = attacks.iter().take(MOST).filter_map(|attack| zone(board, attack));
    let common = zones.reduce(|common, zone| common.and(&zone));
    board.unmake();
    common.map(|cells| legal(board, cells))
}

/// Everything that the win beginning with `attack` depends on, for the reasons given in
/// `solve/influence.rs`; none if it is no win.
fn zone<V: Variant>(board: &mut Board<V>, attack: Cell) -> Option<Bits> {
    let attacker = board.to_move();
    let mut zone = four_cells(board, !attacker);
    zone.insert(attack);
    board.scoped(attack, |board| {
        let mut fives = board.of_threat(attacker, Threat::Five).iter();
        let answer = fives.next().filter(|_| fives.next().is_none())?;
        if !board.is_legal(answer) {
            return None;
        }
        zone.insert(answer);
        board.scoped(answer, |board| {
            let is_win = board.count(!attacker, Threat::Five) == 0
                && board.count(attacker, Threat::OpenFour) > 0;
            is_win.then(|| {
                let stops = answers_to_open_fours(board, attacker);
                zone.or(&stops).or(&four_cells(board, !attacker))
            })
        })
    })
}
