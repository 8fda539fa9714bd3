//! The fast verifier of certificates: the question of the slow judge in `search`, asked of sets of
//! points.
//!
//! Like the slow judge it knows lines of five and nothing else: no patterns, no threats, no zones. At
//! every node every reply is made, listed or not. It is fast because all points that complete a five
//! are found at once, by shifting the set of stones along the lines.
//!
//! It covers the rules without forbidden points in which a five stands whatever lies at its ends; the
//! others are left to the slow judge.

use std::collections::HashSet;

use tengen_rules::{Ban, Color, Point, Rule, Size};
use tengen_search::solve::{Certificate, NodeId, ProofNode};

/// Enough for 22 rows of 23 points.
const WORDS: usize = 8;
/// The largest board whose rows fit, each with one point more that stays empty, so that a shifted
/// line never runs over an edge.
const LARGEST: u8 = 22;

/// A set of points, a bit each.
type Set = [u64; WORDS];

/// Whether certificates of this rule and size are covered.
pub fn covers(rule: Rule, size: Size) -> bool {
    let spec = rule.spec();
    let ends_matter = Color::ALL.into_iter().any(|color| spec.line[color].five_needs_open_end);
    spec.ban == Ban::Nothing
        && spec.capture.is_none()
        && spec.pass_from_stones.is_none()
        && !ends_matter
        && size.get() <= LARGEST
}

/// Whether a certificate proves a win. `false` also for what is not covered.
pub fn verify(certificate: &Certificate) -> bool {
    if !covers(certificate.rule, certificate.size) || !has_sound_references(certificate) {
        return false;
    }
    let stride = usize::from(certificate.size.get()) + 1;
    let at = |point: Point| usize::from(point.y()) * stride + usize::from(point.x());
    let mut empty = [0; WORDS];
    for point in certificate.size.points() {
        insert(&mut empty, at(point));
    }
    let (mut own, mut other) = ([0; WORDS], [0; WORDS]);
    for &(point, color) in &certificate.stones {
        if !certificate.size.contains(point) || !contains(&empty, at(point)) {
            return false;
        }
        remove(&mut empty, at(point));
        insert(if color == certificate.attacker { &mut own } else { &mut other }, at(point));
    }
    let spec = certificate.rule.spec();
    let mut verifier = Verifier {
        certificate,
        stride,
        own_overline: spec.line[certificate.attacker].overline_wins,
        other_overline: spec.line[!certificate.attacker].overline_wins,
        own,
        other,
        empty,
        added: Vec::new(),
        believed: HashSet::new(),
    };
    !verifier.is_over() && verifier.attack(certificate.root)
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

struct Verifier<'c> {
    certificate: &'c Certificate,
    stride: usize,
    own_overline: bool,
    other_overline: bool,
    /// The attacker's stones, the defender's, and the points without one.
    own: Set,
    other: Set,
    empty: Set,
    /// The stones that were placed on the way here, the defender's with the highest bit set.
    added: Vec<u16>,
    /// Nodes that were found good with these stones added.
    believed: HashSet<(NodeId, Box<[u16]>)>,
}

const OTHER: u16 = 1 << 15;

impl Verifier<'_> {
    fn bit(&self, point: Point) -> Option<usize> {
        let is_on_board = self.certificate.size.contains(point);
        is_on_board.then(|| usize::from(point.y()) * self.stride + usize::from(point.x()))
    }

    /// Whether somebody has won already.
    fn is_over(&self) -> bool {
        let has_five = |stones: &Set, overline| {
            // A five stands where its last stone would complete it if it were taken away.
            bits(stones).any(|bit| {
                let mut without = *stones;
                remove(&mut without, bit);
                contains(&fives(&without, self.stride, overline), bit)
            })
        };
        has_five(&self.own, self.own_overline) || has_five(&self.other, self.other_overline)
    }

    /// The attacker to move: the attack of a node can be played and wins against every reply.
    fn attack(&mut self, id: NodeId) -> bool {
        let certificate = self.certificate;
        let node = &certificate.nodes[id as usize];
        let Some(bit) = self.bit(node.attack).filter(|&bit| contains(&self.empty, bit)) else {
            return false;
        };
        let wins = contains(&fives(&self.own, self.stride, self.own_overline), bit);
        let Some(otherwise) = node.otherwise else { return wins && node.replies.is_empty() };
        if wins {
            return false;
        }
        remove(&mut self.empty, bit);
        insert(&mut self.own, bit);
        self.added.push(bit as u16);
        let holds = self.empty != [0; WORDS] && self.every_reply(node, otherwise);
        self.added.pop();
        remove(&mut self.own, bit);
        insert(&mut self.empty, bit);
        holds
    }

    /// The defender to move: whatever he does, there is an answer.
    fn every_reply(&mut self, node: &ProofNode, otherwise: NodeId) -> bool {
        let other_fives = fives(&self.other, self.stride, self.other_overline);
        if other_fives.iter().zip(&self.empty).any(|(five, empty)| five & empty != 0) {
            return false;
        }
        let mut rest = self.empty;
        for &(reply, below) in &node.replies {
            let Some(bit) = self.bit(reply).filter(|&bit| contains(&rest, bit)) else {
                return false;
            };
            remove(&mut rest, bit);
            if !self.reply(bit, below) {
                return false;
            }
        }
        let otherwise_node = &self.certificate.nodes[otherwise as usize];
        if otherwise_node.otherwise.is_none() {
            // The same five against all of them: it stands now, and only a stone on it stops it.
            let five = self.bit(otherwise_node.attack);
            let own_fives = fives(&self.own, self.stride, self.own_overline);
            return five.is_some_and(|bit| {
                contains(&self.empty, bit) && contains(&own_fives, bit) && !contains(&rest, bit)
            });
        }
        bits(&rest).all(|bit| self.reply(bit, otherwise))
    }

    fn reply(&mut self, bit: usize, below: NodeId) -> bool {
        remove(&mut self.empty, bit);
        insert(&mut self.other, bit);
        self.added.push(bit as u16 | OTHER);
        let holds = self.empty != [0; WORDS] && self.attack_or_believe(below);
        self.added.pop();
        remove(&mut self.other, bit);
        insert(&mut self.empty, bit);
        holds
    }

    /// Branches that are shared are verified once for the same stones.
    fn attack_or_believe(&mut self, id: NodeId) -> bool {
        let nodes = &self.certificate.nodes;
        let is_short = |id: NodeId| nodes[id as usize].otherwise.is_none();
        if nodes[id as usize].otherwise.is_none_or(is_short) {
            // Sooner done than remembered.
            return self.attack(id);
        }
        let mut added: Box<[u16]> = self.added.as_slice().into();
        added.sort_unstable();
        let known = (id, added);
        if self.believed.contains(&known) {
            return true;
        }
        let holds = self.attack(id);
        if holds {
            self.believed.insert(known);
        }
        holds
    }
}

/// The points, with a stone or without, where one more stone makes a winning five.
fn fives(stones: &Set, stride: usize, overline_wins: bool) -> Set {
    let mut found = [0; WORDS];
    for step in [1, stride, stride + 1, stride - 1] {
        // Points with at least i stones in a row next to them, on either side.
        let mut before = [[!0; WORDS]; 6];
        let mut after = [[!0; WORDS]; 6];
        for i in 1..6 {
            before[i] = and(&before[i - 1], &up(stones, step * i));
            after[i] = and(&after[i - 1], &down(stones, step * i));
        }
        for i in 0..5 {
            let mut five = and(&before[i], &after[4 - i]);
            if !overline_wins {
                five = without(&without(&five, &before[i + 1]), &after[5 - i]);
            }
            for (found, five) in found.iter_mut().zip(five) {
                *found |= five;
            }
        }
    }
    found
}

fn and(a: &Set, b: &Set) -> Set {
    std::array::from_fn(|i| a[i] & b[i])
}

fn without(a: &Set, b: &Set) -> Set {
    std::array::from_fn(|i| a[i] & !b[i])
}

/// Every bit moved up by `by` places.
fn up(set: &Set, by: usize) -> Set {
    let (words, part) = (by / 64, by % 64);
    std::array::from_fn(|i| {
        let low = i.checked_sub(words).map_or(0, |i| set[i]);
        let lower = i.checked_sub(words + 1).map_or(0, |i| set[i]);
        if part == 0 { low } else { low << part | lower >> (64 - part) }
    })
}

/// Every bit moved down by `by` places.
fn down(set: &Set, by: usize) -> Set {
    let (words, part) = (by / 64, by % 64);
    let word = |i: usize| set.get(i).copied().unwrap_or(0);
    std::array::from_fn(|i| {
        let (high, higher) = (word(i + words), word(i + words + 1));
        if part == 0 { high } else { high >> part | higher << (64 - part) }
    })
}

fn contains(set: &Set, bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 != 0
}

fn insert(set: &mut Set, bit: usize) {
    set[bit / 64] |= 1 << (bit % 64);
}

fn remove(set: &mut Set, bit: usize) {
    set[bit / 64] &= !(1 << (bit % 64));
}

fn bits(set: &Set) -> impl Iterator<Item = usize> + use<> {
    let set = *set;
    (0..WORDS).flat_map(move |i| {
        let mut word = set[i];
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(i * 64 + bit)
        })
    })
}
