//! Victory by continuous fours.
//!
//! The attacker plays nothing but fours, so the defender's replies are forced: he stops the five or
//! loses. A reply that makes a four of his own forces the attacker in turn, who then needs a four
//! on an answering cell.
//!
//! Not depth but penalty is widened: a four that builds something is cheap, a bare one dear, and
//! the budget grows until no line is cut any more. Short real wins are found before the tree
//! explodes, and when nothing was cut and nothing found, there is no win by fours.

mod table;

use tengen_board::{Bits, Board, Cell, NoObserver, Threat, Variant};

use super::attacks::{Attack, answers_to_fives, fours, legal, stops_of_five};
use super::certificate::{Draft, NodeId};
use super::influence::{add_answers, add_attack, add_five, add_open_four};
use super::meter::Meter;
pub(crate) use table::EXHAUSTIVE;
use table::Table;

/// What a solver says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search<T> {
    Win(T),
    /// There is no win of this kind.
    None,
    /// A limit was hit.
    Unknown,
}

/// The penalties allowed, one search after the other. Beyond the last but one nothing is cut: the
/// stones of the largest board cannot cost as much.
const BUDGETS: [u16; 4] = [4, 24, 120, EXHAUSTIVE];

/// What a search within a budget says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Won(NodeId),
    Failed {
        /// Whether lines were left out because they were too dear.
        is_cut: bool,
    },
    Spent,
}

const REFUTED: Outcome = Outcome::Failed { is_cut: false };

/// Where wins point that are not written down.
const NOWHERE: NodeId = NodeId::MAX;

/// The solver with its memory.
#[derive(Debug)]
pub(crate) struct Vcf {
    table: Table,
    proof: Vec<Draft>,
    zone: Bits,
    builds_proof: bool,
    builds_zone: bool,
    /// Lists that are not in use, kept for their memory.
    spare: Vec<Vec<Attack>>,
}

impl Vcf {
    pub(crate) fn new(mib: usize) -> Self {
        Self {
            table: Table::new(mib),
            proof: Vec::new(),
            zone: Bits::EMPTY,
            builds_proof: false,
            builds_zone: false,
            spare: Vec::new(),
        }
    }

    /// Whether the side to move wins by fours; the tree is added to the proof.
    pub(crate) fn prove<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        meter: &mut Meter<'_>,
    ) -> Search<NodeId> {
        self.builds_proof = true;
        let search = self.widen(board, meter, EXHAUSTIVE);
        self.builds_proof = false;
        search
    }

    /// Whether the side to move wins by fours that cost no more than `dearest`.
    pub(crate) fn wins<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        meter: &mut Meter<'_>,
        dearest: u16,
    ) -> Search<()> {
        match self.widen(board, meter, dearest) {
            Search::Win(_) => Search::Win(()),
            Search::None => Search::None,
            Search::Unknown => Search::Unknown,
        }
    }

    /// As [`Vcf::prove`] or [`Vcf::wins`], with the zone outside of which a stone of the other
    /// color leaves the win intact.
    pub(crate) fn zone<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        meter: &mut Meter<'_>,
        dearest: u16,
        builds_proof: bool,
    ) -> Search<(NodeId, Bits)> {
        self.zone = Bits::EMPTY;
        self.builds_zone = true;
        self.builds_proof = builds_proof;
        let search = self.widen(board, meter, dearest);
        self.builds_proof = false;
        self.builds_zone = false;
        match search {
            Search::Win(root) => Search::Win((root, self.zone)),
            Search::None => Search::None,
            Search::Unknown => Search::Unknown,
        }
    }

    /// Adds a node to the proof.
    pub(crate) fn push(&mut self, draft: Draft) -> NodeId {
        let id = self.proof.len() as NodeId;
        self.proof.push(draft);
        id
    }

    pub(crate) fn take_proof(&mut self) -> Vec<Draft> {
        core::mem::take(&mut self.proof)
    }

    fn widen<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        meter: &mut Meter<'_>,
        dearest: u16,
    ) -> Search<NodeId> {
        for budget in BUDGETS.into_iter().filter(|&budget| budget <= dearest) {
            match self.attack(board, budget, meter) {
                Outcome::Won(root) => return Search::Win(root),
                Outcome::Failed { is_cut: false } => return Search::None,
                Outcome::Failed { is_cut: true } => {}
                Outcome::Spent => return Search::Unknown,
            }
        }
        debug_assert!(dearest < EXHAUSTIVE, "the last budget cuts nothing");
        Search::Unknown
    }

    /// The attacker to move.
    fn attack<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        budget: u16,
        meter: &mut Meter<'_>,
    ) -> Outcome {
        let us = board.to_move();
        if let Some(five) = board.of_threat(us, Threat::Five).first() {
            if self.builds_zone {
                add_five(&mut self.zone, board, five);
            }
            return Outcome::Won(self.write(|| Draft::five(five)));
        }
        let is_urgent = board.count(!us, Threat::Five) > 0;
        if !is_urgent && let Some(cell) = board.of_threat(us, Threat::OpenFour).first() {
            return self.open_four(board, cell, meter);
        }
        let hash = board.hash();
        let known = self.table.get(hash);
        if let Some(entry) = known
            && entry.best.is_none()
            && entry.budget >= budget
        {
            return Outcome::Failed { is_cut: entry.budget < EXHAUSTIVE };
        }
        let mut attacks = self.spare.pop().unwrap_or_default();
        fours(board, &mut attacks);
        if let Some(best) = known.and_then(|entry| entry.best)
            && let Some(at) = attacks.iter().position(|attack| attack.cell == best)
        {
            attacks[..=at].rotate_right(1);
        }
        let outcome = self.try_attacks(board, &attacks, budget, meter);
        self.spare.push(attacks);
        if let Outcome::Failed { is_cut } = outcome {
            self.table.put(hash, None, if is_cut { budget } else { EXHAUSTIVE });
        }
        outcome
    }

    fn try_attacks<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        attacks: &[Attack],
        budget: u16,
        meter: &mut Meter<'_>,
    ) -> Outcome {
        let mut is_any_cut = false;
        for attack in attacks {
            if attack.penalty > budget {
                is_any_cut = true;
                continue;
            }
            if meter.is_spent() {
                return Outcome::Spent;
            }
            board.make(attack.cell, &mut NoObserver);
            meter.count();
            let outcome = self.reply(board, budget - attack.penalty, meter);
            board.unmake();
            match outcome {
                Outcome::Won(below) => {
                    if self.builds_zone {
                        add_attack(&mut self.zone, board, attack.cell);
                    }
                    self.table.put(board.hash(), Some(attack.cell), 0);
                    return Outcome::Won(below);
                }
                Outcome::Failed { is_cut } => is_any_cut |= is_cut,
                Outcome::Spent => return Outcome::Spent,
            }
        }
        Outcome::Failed { is_cut: is_any_cut }
    }

    /// The defender to move, who faces a four: every legal answer must lose.
    fn reply<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        budget: u16,
        meter: &mut Meter<'_>,
    ) -> Outcome {
        let us = board.to_move();
        if board.count(us, Threat::Five) > 0 {
            return REFUTED;
        }
        let answers = answers_to_fives(board, !us);
        let replies = legal(board, answers);
        let mut lost = Vec::new();
        for reply in &replies {
            if meter.is_spent() {
                return Outcome::Spent;
            }
            board.make(reply, &mut NoObserver);
            meter.count();
            let outcome = self.attack(board, budget, meter);
            board.unmake();
            match outcome {
                Outcome::Won(below) if self.builds_proof => lost.push((reply, below)),
                Outcome::Won(_) => {}
                Outcome::Failed { .. } | Outcome::Spent => return outcome,
            }
        }
        if self.builds_zone {
            add_answers(&mut self.zone, board, &answers, &replies, meter);
        }
        Outcome::Won(if self.builds_proof {
            self.write_four(board, &answers, lost)
        } else {
            NOWHERE
        })
    }

    /// An open four that nothing prevents: won, whatever the reply.
    fn open_four<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        cell: Cell,
        meter: &mut Meter<'_>,
    ) -> Outcome {
        if self.builds_zone {
            add_open_four(&mut self.zone, board, cell);
        }
        if !self.builds_proof {
            return Outcome::Won(NOWHERE);
        }
        // The zone of an open four is smaller than that of its parts, except that the tree must not
        // be written with a five that a stone outside of the zone could take.
        let builds_zone = core::mem::take(&mut self.builds_zone);
        board.make(cell, &mut NoObserver);
        meter.count();
        let outcome = self.reply(board, EXHAUSTIVE, meter);
        if builds_zone {
            let attacker = !board.to_move();
            for five in board.of_threat(attacker, Threat::Five) {
                self.zone = self.zone.or(&stops_of_five(board, attacker, five));
            }
        }
        board.unmake();
        self.builds_zone = builds_zone;
        debug_assert!(
            matches!(outcome, Outcome::Won(_) | Outcome::Spent),
            "an open four cannot be stopped"
        );
        outcome
    }

    fn write(&mut self, draft: impl FnOnce() -> Draft) -> NodeId {
        if self.builds_proof { self.push(draft()) } else { NOWHERE }
    }

    /// Writes the four of the last move: the answers that were searched, the replies that stop one
    /// five but not all, and the five that punishes everything else.
    pub(crate) fn write_four<V: Variant>(
        &mut self,
        board: &mut Board<V>,
        answers: &Bits,
        mut replies: Vec<(Cell, NodeId)>,
    ) -> NodeId {
        let attacker = !board.to_move();
        let attack = board.recent(0).expect("a four was just made");
        let five = board.of_threat(attacker, Threat::Five).first().expect("a four threatens five");
        let otherwise = self.push(Draft::five(five));
        // An answer that is missing among the replies is forbidden and needs no answer of ours; the
        // zone knows what would change that. The others are written down forbidden or not, because
        // the tree is also played with a stone more on the board.
        for stop in &stops_of_five(board, attacker, five).without(answers) {
            let other = board.scoped(stop, |board| {
                board.of_threat(attacker, Threat::Five).first().expect("another five stands")
            });
            let below = self.push(Draft::five(other));
            replies.push((stop, below));
        }
        self.push(Draft { attack, replies, otherwise: Some(otherwise) })
    }
}
