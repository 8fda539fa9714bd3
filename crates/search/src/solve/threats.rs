//! Which attacks the search for threats looks at, and what it expects of them.

use tengen_board::{Bits, Board, Cell, MAX_CELLS, Threat, Variant};
use tengen_rules::Color;

use super::attacks::{
    Attack, answers_to_fives, answers_to_open_fours, fours, is_restricted, legal,
};
use super::expect::{NO_SHAPE, Shape, expected_proof, shape_at};
use super::judge::Outlook;
use super::numbers::{DISPROOF_UNIT, Numbers};
use super::vct::{Child, Twin, Vct};

/// Moves that threaten a win by fours without making a three are rare, but where the threes lead
/// nowhere they must get their turn: the most that is expected of them.
const QUIET: [(Threat, u32); 3] =
    [(Threat::DoubleTwo, 40), (Threat::BlockedThree, 40), (Threat::Two, 200)];
/// Everything else, in the thorough pass.
const ANYTHING: u32 = 1000;

/// Disproof numbers: a four is forced and worth following.
const FOUR_DISPROOF: u32 = 3 * DISPROOF_UNIT;
const OTHER_DISPROOF: u32 = DISPROOF_UNIT;

/// What is expected at most of the proof of an attack that won in the twin of a position.
const TWIN_PROOF: u32 = 2;

impl Vct<'_> {
    /// The attacks with what is known of them, or what they and the position let expect.
    pub(super) fn attacks<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        earlier: &[Child],
        twin: Twin,
    ) -> Vec<Child> {
        let mut children = self.list_attacks(board, earlier);
        let is_forced = board.count(!board.to_move(), Threat::Five) > 0;
        let outlook = if is_forced {
            Outlook::default()
        } else {
            self.judge.outlook(board, self.n_threats, children.len())
        };
        let winner = board.recent(0).and_then(|reply| self.winners[reply.index()]);
        let winner_of_twin = twin.of(board.hash()).and_then(|hash| self.table.winner(hash));
        for child in &mut children {
            if let Some(known) = self.table.get(board.hash_after(child.cell)) {
                child.numbers = known;
                continue;
            }
            child.numbers = outlook.apply(child.numbers);
            if Some(child.cell) == winner {
                child.numbers.proof = 1;
            } else if Some(child.cell) == winner_of_twin {
                child.numbers.proof = child.numbers.proof.min(TWIN_PROOF);
            }
        }
        children
    }

    /// Every attack, with the numbers that its class lets expect.
    fn list_attacks<V: Variant>(&self, board: &mut Board<V>, earlier: &[Child]) -> Vec<Child> {
        let us = board.to_move();
        let mut list = AttackList::new(us, earlier);
        if board.count(!us, Threat::Five) > 0 {
            let answers = answers_to_fives(board, !us);
            for cell in &legal(board, answers) {
                list.add(board, cell, 1, OTHER_DISPROOF);
            }
            return list.children;
        }
        let mut four_list: Vec<Attack> = Vec::new();
        fours(board, &mut four_list);
        for &Attack { cell, .. } in &four_list {
            list.add(board, cell, u32::MAX, FOUR_DISPROOF);
        }
        let is_timely = timely(board, us);
        for threat in [Threat::DoubleThree, Threat::ThreePlus, Threat::Three] {
            for cell in board.of_threat(us, threat).iter().filter(&is_timely) {
                list.add(board, cell, u32::MAX, OTHER_DISPROOF);
            }
        }
        for (cells, (_, most)) in quiet_moves(board, us).iter().zip(QUIET) {
            for cell in cells.iter().filter(&is_timely) {
                list.add(board, cell, most, OTHER_DISPROOF);
            }
        }
        if is_restricted::<V>(us) {
            let suspects = *board.of_threat(us, Threat::Forbidden);
            for cell in suspects.iter().filter(&is_timely) {
                let is_listed = four_list.iter().any(|attack| attack.cell == cell);
                if !is_listed && board.forbidden(cell).is_none() {
                    list.add(board, cell, 1, OTHER_DISPROOF);
                }
            }
        }
        if self.is_thorough {
            for cell in useful_rest(board, us).iter().filter(&is_timely) {
                list.add_anything(board, cell);
            }
        }
        list.children
    }
}

/// Says which moves that are no fours come in time: an open four of the defender must be stopped at
/// once.
fn timely<V: Variant>(board: &Board<V>, us: Color) -> impl Fn(&Cell) -> bool + use<V> {
    let stops = (board.count(!us, Threat::OpenFour) > 0).then(|| answers_to_open_fours(board, !us));
    move |&cell| stops.is_none_or(|stops| stops.contains(cell))
}

/// The attacks of a position as they are listed.
struct AttackList {
    us: Color,
    /// What each cell had to offer before the last attack, if there was one: nothing where there
    /// was no attack.
    shapes_before: Option<Box<[Shape; MAX_CELLS]>>,
    children: Vec<Child>,
}

impl AttackList {
    fn new(us: Color, earlier: &[Child]) -> Self {
        let shapes_before = (!earlier.is_empty()).then(|| {
            let mut shapes = Box::new([NO_SHAPE; MAX_CELLS]);
            for child in earlier {
                shapes[child.cell.index()] = child.shape;
            }
            shapes
        });
        Self { us, shapes_before, children: Vec::new() }
    }

    /// Adds an attack of which at most `most` is expected.
    fn add<V: Variant>(&mut self, board: &Board<V>, cell: Cell, most: u32, disproof: u32) {
        let shape = shape_at(board, self.us, cell);
        let before = self.shapes_before.as_ref().map(|shapes| shapes[cell.index()]);
        let proof = expected_proof(board, self.us, cell, shape, before).min(most);
        self.children.push(Child { cell, numbers: Numbers::new(proof, disproof), shape });
    }

    /// Adds a move that builds nothing to speak of.
    fn add_anything<V: Variant>(&mut self, board: &Board<V>, cell: Cell) {
        let shape = shape_at(board, self.us, cell);
        let numbers = Numbers::new(ANYTHING, OTHER_DISPROOF);
        self.children.push(Child { cell, numbers, shape });
    }
}

/// The moves of each class in [`QUIET`]. A board keeps no lists of these.
fn quiet_moves<V: Variant>(board: &Board<V>, us: Color) -> [Bits; QUIET.len()] {
    let mut moves = [Bits::EMPTY; QUIET.len()];
    for cell in board.empties() {
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
