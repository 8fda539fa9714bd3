//! The fast verifier of certificates: the question of the slow judge in `search`, asked of counts.
//!
//! Like the slow judge it knows lines of five and nothing else: no patterns, no threats, no search.
//! At every node every reply is answered, listed or not. It is fast for two reasons.
//!
//! - For each five points in a row it counts the stones of both sides. A stone changes twenty counts,
//!   and whether somebody can make five is read off them.
//! - Where one node answers hundreds of replies alike and consists of fours only, it is walked once,
//!   with no stone for the reply. On the way the points are collected where a stone of the defender
//!   could disturb it: where a move of the node goes, and where three of the defender's stones have
//!   room for five. A reply anywhere else changes nothing that was asked on the way; a reply on one
//!   of these points is made like any other.
//!
//! It covers the rules without forbidden points in which a five stands whatever lies at its ends; the
//! others are left to the slow judge.

use std::collections::HashSet;

use tengen_rules::{Ban, Color, Point, Rule, Size};
use tengen_search::solve::{Certificate, NodeId, ProofNode};

/// Whether certificates of this rule are covered.
pub fn covers(rule: Rule) -> bool {
    let spec = rule.spec();
    let ends_matter = Color::ALL.into_iter().any(|color| spec.line[color].five_needs_open_end);
    spec.ban == Ban::Nothing
        && spec.capture.is_none()
        && spec.pass_from_stones.is_none()
        && !ends_matter
}

/// Whether a certificate proves a win. `false` also for what is not covered.
pub fn verify(certificate: &Certificate) -> bool {
    Verifier::new(certificate.size).verify(certificate)
}

const LENGTH: usize = 5;

/// Five points in a row.
#[derive(Clone, Debug)]
struct Row {
    cells: [u16; LENGTH],
    /// The points next to both ends, where there are any.
    ends: [Option<u16>; 2],
}

/// The points of a board with the rows through them.
#[derive(Clone, Debug)]
struct Rows {
    rows: Vec<Row>,
    /// For each point the rows that it is part of.
    through: Vec<Vec<u16>>,
}

impl Rows {
    fn new(size: Size) -> Self {
        let side = i32::from(size.get());
        let cell = |x: i32, y: i32| {
            let is_on_board = (0..side).contains(&x) && (0..side).contains(&y);
            is_on_board.then_some((y * side + x) as u16)
        };
        let mut rows = Self { rows: Vec::new(), through: vec![Vec::new(); size.n_points()] };
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
                let at = |i: i32| cell(x + i * dx, y + i * dy);
                let cells: Option<Vec<u16>> = (0..LENGTH as i32).map(at).collect();
                let Some(Ok(cells)) = cells.map(<[u16; LENGTH]>::try_from) else { continue };
                for &cell in &cells {
                    rows.through[usize::from(cell)].push(rows.rows.len() as u16);
                }
                rows.rows.push(Row { cells, ends: [at(-1), at(LENGTH as i32)] });
            }
        }
        rows
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
}

/// A set of points.
type Flags = Vec<bool>;

/// Verifies certificates on boards of one size.
#[derive(Debug)]
pub struct Verifier {
    size: Size,
    rows: Rows,
    /// Whose stone is on each point.
    stones: Vec<Option<Side>>,
    n_empty: usize,
    /// For each row the stones of the attacker and of the defender on it.
    own: Vec<u8>,
    other: Vec<u8>,
    /// How many rows have four stones of the defender and none of the attacker.
    n_open_fours: usize,
    own_overline: bool,
    other_overline: bool,
    /// The stones that were placed on the way here, the defender's with the highest bit set.
    added: Vec<u16>,
    /// Nodes that were found good with these stones added.
    believed: HashSet<(NodeId, Box<[u16]>)>,
    /// For each node that consists of fives and fours, how many stones are placed below it at most.
    fours: Vec<Option<usize>>,
    /// Where a reply could disturb the fours that are being walked.
    danger: Flags,
}

const OTHER: u16 = 1 << 15;

impl Verifier {
    /// A verifier for boards of this size.
    pub fn new(size: Size) -> Self {
        let rows = Rows::new(size);
        let (n_rows, n_points) = (rows.rows.len(), size.n_points());
        Self {
            size,
            rows,
            stones: vec![None; n_points],
            n_empty: n_points,
            own: vec![0; n_rows],
            other: vec![0; n_rows],
            n_open_fours: 0,
            own_overline: true,
            other_overline: true,
            added: Vec::new(),
            believed: HashSet::new(),
            fours: Vec::new(),
            danger: vec![false; n_points],
        }
    }

    /// Whether a certificate proves a win. `false` also for what is not covered, and for boards of
    /// another size.
    pub fn verify(&mut self, certificate: &Certificate) -> bool {
        let is_covered = certificate.size == self.size && covers(certificate.rule);
        if !is_covered || !has_sound_references(certificate) {
            return false;
        }
        self.clear(certificate);
        for &(point, color) in &certificate.stones {
            let side = if color == certificate.attacker { Side::Attacker } else { Side::Defender };
            match self.empty_cell(point) {
                Some(cell) => self.place(cell, side),
                None => return false,
            }
        }
        !self.is_over() && self.attack(certificate, certificate.root)
    }

    fn clear(&mut self, certificate: &Certificate) {
        let spec = certificate.rule.spec();
        self.own_overline = spec.line[certificate.attacker].overline_wins;
        self.other_overline = spec.line[!certificate.attacker].overline_wins;
        self.stones.fill(None);
        self.n_empty = self.size.n_points();
        self.own.fill(0);
        self.other.fill(0);
        self.n_open_fours = 0;
        self.added.clear();
        self.believed.clear();
        self.fours.clear();
        for node in &certificate.nodes {
            let is_four = node.otherwise.is_none_or(|id| is_five(certificate, id));
            let mut below = node.replies.iter().map(|&(_, below)| self.fours[below as usize]);
            let longest = below.try_fold(0, |longest, length| Some(longest.max(length?)));
            self.fours.push(longest.filter(|_| is_four).map(|longest| longest + 2));
        }
    }

    fn empty_cell(&self, point: Point) -> Option<u16> {
        let is_on_board = self.size.contains(point);
        let cell = is_on_board.then(|| self.size.index(point))?;
        self.stones[cell].is_none().then_some(cell as u16)
    }

    fn place(&mut self, cell: u16, side: Side) {
        self.stones[usize::from(cell)] = Some(side);
        self.n_empty -= 1;
        for &row in &self.rows.through[usize::from(cell)] {
            let (own, other) = (&mut self.own[usize::from(row)], &mut self.other[usize::from(row)]);
            let before = usize::from((*own, *other) == (0, 4));
            match side {
                Side::Attacker => *own += 1,
                Side::Defender => *other += 1,
            }
            self.n_open_fours += usize::from((*own, *other) == (0, 4));
            self.n_open_fours -= before;
        }
    }

    fn take_back(&mut self, cell: u16) {
        let side = self.stones[usize::from(cell)].take();
        self.n_empty += 1;
        for &row in &self.rows.through[usize::from(cell)] {
            let (own, other) = (&mut self.own[usize::from(row)], &mut self.other[usize::from(row)]);
            let before = usize::from((*own, *other) == (0, 4));
            match side {
                Some(Side::Attacker) => *own -= 1,
                Some(Side::Defender) => *other -= 1,
                None => {}
            }
            self.n_open_fours += usize::from((*own, *other) == (0, 4));
            self.n_open_fours -= before;
        }
    }

    /// Whether a row that is full of one side, or will be, is a five under the rule.
    fn counts(&self, row: &Row, side: Side) -> bool {
        let overline_wins = match side {
            Side::Attacker => self.own_overline,
            Side::Defender => self.other_overline,
        };
        let is_longer = |end: &Option<u16>| {
            end.is_some_and(|cell| self.stones[usize::from(cell)] == Some(side))
        };
        overline_wins || !row.ends.iter().any(is_longer)
    }

    /// Whether somebody has five.
    fn is_over(&self) -> bool {
        let is_full = |counts: &[u8], side: Side| {
            let rows = self.rows.rows.iter().zip(counts);
            rows.into_iter().any(|(row, &n)| usize::from(n) == LENGTH && self.counts(row, side))
        };
        is_full(&self.own, Side::Attacker) || is_full(&self.other, Side::Defender)
    }

    /// Whether the attacker makes five on an empty point.
    fn makes_five(&self, cell: u16) -> bool {
        self.rows.through[usize::from(cell)].iter().any(|&row| {
            usize::from(self.own[usize::from(row)]) == LENGTH - 1
                && self.counts(&self.rows.rows[usize::from(row)], Side::Attacker)
        })
    }

    /// Whether the defender could make five somewhere.
    fn defender_has_five(&self) -> bool {
        let is_five = |row: usize| {
            (self.own[row], self.other[row]) == (0, 4)
                && self.counts(&self.rows.rows[row], Side::Defender)
        };
        self.n_open_fours > 0 && (0..self.rows.rows.len()).any(is_five)
    }

    /// The attacker to move: the attack of a node can be played and wins against every reply.
    fn attack(&mut self, certificate: &Certificate, id: NodeId) -> bool {
        let node = &certificate.nodes[id as usize];
        let Some(cell) = self.empty_cell(node.attack) else { return false };
        let wins = self.makes_five(cell);
        let Some(otherwise) = node.otherwise else { return wins && node.replies.is_empty() };
        if wins {
            return false;
        }
        self.place(cell, Side::Attacker);
        self.added.push(cell);
        let holds = self.n_empty > 0 && self.every_reply(certificate, node, otherwise);
        self.added.pop();
        self.take_back(cell);
        holds
    }

    /// The defender to move: whatever he does, there is an answer.
    fn every_reply(
        &mut self,
        certificate: &Certificate,
        node: &ProofNode,
        otherwise: NodeId,
    ) -> bool {
        if self.defender_has_five() {
            return false;
        }
        let Some(listed) = self.listed(node) else { return false };
        for (&cell, &(_, below)) in listed.iter().zip(&node.replies) {
            if !self.reply(certificate, cell, below) {
                return false;
            }
        }
        if is_five(certificate, otherwise) {
            return self.five_stands(certificate, otherwise, &listed);
        }
        let is_rest = |this: &Self, cell: u16| {
            this.stones[usize::from(cell)].is_none() && !listed.contains(&cell)
        };
        let danger = self.danger_to(certificate, otherwise);
        for cell in 0..self.size.n_points() as u16 {
            let is_asked = danger.as_ref().is_none_or(|danger| danger[usize::from(cell)]);
            if is_asked && is_rest(self, cell) && !self.reply(certificate, cell, otherwise) {
                return false;
            }
        }
        true
    }

    /// The replies that a node lists, if each of them is an empty point and none is there twice.
    fn listed(&self, node: &ProofNode) -> Option<Vec<u16>> {
        let mut listed = Vec::with_capacity(node.replies.len());
        for &(reply, _) in &node.replies {
            listed.push(self.empty_cell(reply).filter(|cell| !listed.contains(cell))?);
        }
        Some(listed)
    }

    /// The same five against all replies: it stands now, and only a stone on it stops it.
    fn five_stands(&self, certificate: &Certificate, id: NodeId, listed: &[u16]) -> bool {
        let five = self.empty_cell(certificate.nodes[id as usize].attack);
        five.is_some_and(|cell| self.makes_five(cell) && listed.contains(&cell))
    }

    fn reply(&mut self, certificate: &Certificate, cell: u16, below: NodeId) -> bool {
        self.place(cell, Side::Defender);
        self.added.push(cell | OTHER);
        let holds = self.n_empty > 0 && self.attack_or_believe(certificate, below);
        self.added.pop();
        self.take_back(cell);
        holds
    }

    /// Branches that are shared are verified once for the same stones.
    fn attack_or_believe(&mut self, certificate: &Certificate, id: NodeId) -> bool {
        let node = &certificate.nodes[id as usize];
        if node.otherwise.is_none_or(|otherwise| is_five(certificate, otherwise)) {
            // Sooner done than remembered.
            return self.attack(certificate, id);
        }
        let mut added: Box<[u16]> = self.added.as_slice().into();
        added.sort_unstable();
        let known = (id, added);
        if self.believed.contains(&known) {
            return true;
        }
        let holds = self.attack(certificate, id);
        if holds {
            self.believed.insert(known);
        }
        holds
    }

    /// Walks a node of fours with no stone for the reply before it. Returns where a reply could
    /// disturb it, or `None` if that cannot be said.
    fn danger_to(&mut self, certificate: &Certificate, id: NodeId) -> Option<Flags> {
        // The board must not be full on the way, the reply included.
        self.fours[id as usize].filter(|&length| length + 1 < self.n_empty)?;
        self.danger.fill(false);
        for row in 0..self.rows.rows.len() {
            self.note_three(row);
        }
        self.walk_fours(certificate, id).then(|| self.danger.clone())
    }

    /// Where three stones of the defender have room for five, a fourth would threaten it.
    fn note_three(&mut self, row: usize) {
        if (self.own[row], self.other[row]) == (0, 3) {
            for cell in self.rows.rows[row].cells {
                self.danger[usize::from(cell)] = true;
            }
        }
    }

    fn walk_fours(&mut self, certificate: &Certificate, id: NodeId) -> bool {
        let node = &certificate.nodes[id as usize];
        let Some(cell) = self.empty_cell(node.attack) else { return false };
        self.danger[usize::from(cell)] = true;
        let wins = self.makes_five(cell);
        let Some(otherwise) = node.otherwise else { return wins && node.replies.is_empty() };
        if wins {
            return false;
        }
        self.place(cell, Side::Attacker);
        let holds = self.every_reply_to_four(certificate, node, otherwise);
        self.take_back(cell);
        holds
    }

    fn every_reply_to_four(
        &mut self,
        certificate: &Certificate,
        node: &ProofNode,
        otherwise: NodeId,
    ) -> bool {
        if self.defender_has_five() {
            return false;
        }
        let Some(listed) = self.listed(node) else { return false };
        for (&cell, &(_, below)) in listed.iter().zip(&node.replies) {
            self.danger[usize::from(cell)] = true;
            self.place(cell, Side::Defender);
            for i in 0..self.rows.through[usize::from(cell)].len() {
                self.note_three(usize::from(self.rows.through[usize::from(cell)][i]));
            }
            let holds = self.walk_fours(certificate, below);
            self.take_back(cell);
            if !holds {
                return false;
            }
        }
        self.five_stands(certificate, otherwise, &listed)
    }
}

/// Every reference points to an earlier node, so that verifying ends.
fn has_sound_references(certificate: &Certificate) -> bool {
    let is_earlier = |(id, node): (usize, &ProofNode)| {
        let mut below = node.replies.iter().map(|&(_, below)| below).chain(node.otherwise);
        below.all(|below| (below as usize) < id)
    };
    (certificate.root as usize) < certificate.nodes.len()
        && certificate.nodes.iter().enumerate().all(is_earlier)
}

/// Whether a node is a single move that is to make five.
fn is_five(certificate: &Certificate, id: NodeId) -> bool {
    certificate.nodes[id as usize].otherwise.is_none()
}
