//! The slow judge of certificates. It knows the rules and nothing else: no fast position, no
//! threats, no search.
//!
//! At every node the attack must be legal, and then *every* legal reply of the defender is looked
//! at, listed or not, with the node that the certificate has against it. A branch is good when the
//! attacker makes five and never lets the defender make one.

use core::fmt;
use std::collections::BTreeSet;

use tengen_rules::{Ban, Color, Forbidden, Point, Rule, Stones, forbidden_at, wins_at};

use super::certificate::{Certificate, NodeId, ProofNode};

/// Why a certificate is not believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// The stones are no position of a game that goes on.
    Position,
    /// The rule is one that certificates do not cover.
    Rule(Rule),
    /// A node refers to itself, a later node or one that does not exist.
    Reference(NodeId),
    /// The attack of a node cannot be played there.
    IllegalAttack(NodeId, Point),
    /// A node without replies does not make five.
    NoFive(NodeId, Point),
    /// A node that makes five already goes on.
    AfterFive(NodeId),
    /// The defender makes five.
    DefenderWins(NodeId, Point),
    /// The board is full and nobody has won.
    Draw(NodeId),
    /// The node lists one reply twice or a point that is no reply.
    BadReply(NodeId, Point),
    /// Checking took more positions than allowed.
    TooLong,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position => f.write_str("the stones are no position of a game under way"),
            Self::Rule(rule) => write!(f, "there are no certificates for {rule}"),
            Self::Reference(node) => write!(f, "node {node} is missing or out of order"),
            Self::IllegalAttack(node, point) => {
                write!(f, "node {node}: the attack at {point:?} is illegal")
            }
            Self::NoFive(node, point) => write!(f, "node {node}: {point:?} does not make five"),
            Self::AfterFive(node) => write!(f, "node {node} goes on after five"),
            Self::DefenderWins(node, point) => {
                write!(f, "node {node}: the defender wins at {point:?}")
            }
            Self::Draw(node) => write!(f, "node {node}: the board is full"),
            Self::BadReply(node, point) => write!(f, "node {node}: {point:?} is no reply"),
            Self::TooLong => f.write_str("checking takes too long"),
        }
    }
}

impl core::error::Error for CheckError {}

/// What a sound certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Who wins.
    pub winner: Color,
    /// How many plies that takes at most.
    pub plies: u32,
    /// How many positions were looked at.
    pub positions: u64,
}

/// Checks a certificate however long it takes.
pub fn check(certificate: &Certificate) -> Result<Checked, CheckError> {
    check_with_limit(certificate, u64::MAX)
}

/// Checks a certificate, giving up after so many positions.
pub fn check_with_limit(certificate: &Certificate, limit: u64) -> Result<Checked, CheckError> {
    let rule = certificate.rule;
    if rule.spec().capture.is_some() {
        return Err(CheckError::Rule(rule));
    }
    check_references(certificate)?;
    let game = certificate.game().filter(|game| game.status().is_ongoing());
    let game = game.ok_or(CheckError::Position)?;
    let mut checker = Checker {
        certificate,
        stones: game.stones().clone(),
        played: Vec::new(),
        believed: BTreeSet::new(),
        positions: 0,
        limit,
    };
    checker.check_attack(certificate.root)?;
    let plies = certificate.plies();
    Ok(Checked { winner: certificate.attacker, plies, positions: checker.positions })
}

/// Every reference must point to an earlier node, so that checking ends.
fn check_references(certificate: &Certificate) -> Result<(), CheckError> {
    if certificate.root as usize >= certificate.nodes.len() {
        return Err(CheckError::Reference(certificate.root));
    }
    for (id, node) in certificate.nodes.iter().enumerate() {
        let below = node.replies.iter().map(|&(_, below)| below).chain(node.otherwise);
        for below in below {
            if below as usize >= id {
                return Err(CheckError::Reference(id as NodeId));
            }
        }
    }
    Ok(())
}

/// The stones that were added to the position, in order of place: which position it is.
type Added = Vec<(Point, Color)>;

struct Checker<'c> {
    certificate: &'c Certificate,
    stones: Stones,
    played: Added,
    /// Positions with their nodes that were found good: branches that are shared are checked once.
    believed: BTreeSet<(NodeId, Added)>,
    positions: u64,
    limit: u64,
}

impl Checker<'_> {
    fn place(&mut self, point: Point, color: Color) {
        self.stones.set(point, Some(color));
        self.played.push((point, color));
    }

    fn take_back(&mut self) {
        if let Some((point, _)) = self.played.pop() {
            self.stones.set(point, None);
        }
    }

    fn forbidden(&mut self, color: Color, point: Point) -> Option<Forbidden> {
        let ban = self.certificate.rule.spec().ban;
        let is_restricted = ban == Ban::RenjuForBlack && color == Color::Black;
        if is_restricted { forbidden_at(&mut self.stones, point) } else { None }
    }

    fn wins(&self, point: Point) -> bool {
        wins_at(&self.stones, self.certificate.rule, point)
    }

    /// The attacker to move: his attack is legal and wins against every reply.
    fn check_attack(&mut self, id: NodeId) -> Result<(), CheckError> {
        self.positions += 1;
        if self.positions > self.limit {
            return Err(CheckError::TooLong);
        }
        let certificate = self.certificate;
        let attacker = certificate.attacker;
        let node = &certificate.nodes[id as usize];
        let is_free =
            certificate.size.contains(node.attack) && self.stones.get(node.attack).is_none();
        if !is_free || self.forbidden(attacker, node.attack).is_some() {
            return Err(CheckError::IllegalAttack(id, node.attack));
        }
        self.place(node.attack, attacker);
        let result = if self.wins(node.attack) {
            let is_end = node.replies.is_empty() && node.otherwise.is_none();
            if is_end { Ok(()) } else { Err(CheckError::AfterFive(id)) }
        } else if self.stones.is_full() {
            Err(CheckError::Draw(id))
        } else {
            self.check_replies(id, node)
        };
        self.take_back();
        result
    }

    /// The defender to move: whatever he does, the certificate has an answer.
    fn check_replies(&mut self, id: NodeId, node: &ProofNode) -> Result<(), CheckError> {
        let Some(otherwise) = node.otherwise else {
            return Err(CheckError::NoFive(id, node.attack));
        };
        let mut listed = BTreeSet::new();
        for &(reply, _) in &node.replies {
            let is_free = self.certificate.size.contains(reply) && self.stones.get(reply).is_none();
            if !is_free || !listed.insert(reply) {
                return Err(CheckError::BadReply(id, reply));
            }
        }
        let standing_five = self.standing_five(otherwise);
        let empties: Vec<Point> = self.stones.empties().collect();
        for reply in empties {
            let answer = node.replies.iter().find(|&&(point, _)| point == reply);
            match (answer, standing_five) {
                (None, Some(five)) if reply != five => self.check_bystander(id, reply)?,
                (None, _) => self.check_reply(id, reply, otherwise)?,
                (Some(&(_, below)), _) => self.check_reply(id, reply, below)?,
            }
        }
        // Where a rule lets the defender pass, that is a reply like any other.
        if self.certificate.rule.spec().pass_from_stones.is_some() {
            self.check_attack(otherwise)?;
        }
        Ok(())
    }

    /// The five that node `id` consists of, if it can be made now and no stone beside it matters:
    /// whether a run of five wins depends on stones of the other color only where its ends count.
    fn standing_five(&mut self, id: NodeId) -> Option<Point> {
        let attacker = self.certificate.attacker;
        let five = self.certificate.nodes[id as usize].attack;
        let depends_on_ends = self.certificate.rule.spec().line[attacker].five_needs_open_end;
        let is_free = self.certificate.size.contains(five) && self.stones.get(five).is_none();
        if depends_on_ends || !is_free || !self.is_leaf(id) {
            return None;
        }
        self.place(five, attacker);
        let wins = self.wins(five);
        self.take_back();
        wins.then_some(five)
    }

    /// A reply that leaves a standing five alone: it must not be a five itself.
    fn check_bystander(&mut self, id: NodeId, reply: Point) -> Result<(), CheckError> {
        self.positions += 1;
        self.place(reply, !self.certificate.attacker);
        let wins = self.wins(reply);
        self.take_back();
        if wins { Err(CheckError::DefenderWins(id, reply)) } else { Ok(()) }
    }

    fn check_reply(&mut self, id: NodeId, reply: Point, below: NodeId) -> Result<(), CheckError> {
        let defender = !self.certificate.attacker;
        self.place(reply, defender);
        let result = if self.wins(reply) {
            Err(CheckError::DefenderWins(id, reply))
        } else if self.stones.is_full() {
            Err(CheckError::Draw(id))
        } else if self.is_leaf(below) {
            // Too many to remember, and quickly done.
            self.check_attack(below)
        } else {
            let mut added = self.played.clone();
            added.sort_unstable();
            if self.believed.contains(&(below, added.clone())) {
                Ok(())
            } else {
                let result = self.check_attack(below);
                if result.is_ok() {
                    self.believed.insert((below, added));
                }
                result
            }
        };
        self.take_back();
        // What the defender may not play needs no answer; asking last keeps it cheap.
        match result {
            Err(error) if error != CheckError::TooLong => {
                if self.forbidden(defender, reply).is_some() { Ok(()) } else { Err(error) }
            }
            result => result,
        }
    }

    fn is_leaf(&self, id: NodeId) -> bool {
        self.certificate.nodes[id as usize].otherwise.is_none()
    }
}
