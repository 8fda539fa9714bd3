//! What is known about a player.

use crate::figures::{Kind, Shape, Threat, made_by, threats_of_stone};
use tengen_rules::{Axis, Color, Game, Move, Point, Size};

/// How often something was to be answered, and how often it was not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often.
    pub seen: u32,
    /// How often it was overlooked.
    pub missed: u32,
}

/// What we expect of a player nobody has seen yet: one threat in five is overlooked.
const USUAL_PERMILLE: i32 = 200;
/// That expectation weighs as much as this many threats.
const USUAL_WEIGHT: i32 = 4;

impl Tally {
    fn add(&mut self, is_missed: bool) {
        self.seen += 1;
        self.missed += u32::from(is_missed);
    }

    fn merge(&mut self, other: Self) {
        self.seen += other.seen;
        self.missed += other.missed;
    }

    /// How much more often than usual it is overlooked, in thousandths; zero if nothing is known.
    pub fn excess(self) -> i32 {
        let (seen, missed) = (self.seen.min(100_000) as i32, self.missed.min(100_000) as i32);
        (1000 * missed + USUAL_WEIGHT * USUAL_PERMILLE) / (seen + USUAL_WEIGHT) - USUAL_PERMILLE
    }
}

/// How far a threat was from the player's own last stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reach {
    /// Two steps or less.
    Near,
    /// Up to five.
    Middle,
    /// Further.
    Far,
}

impl Reach {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Near, Self::Middle, Self::Far];

    /// The reach of a distance.
    pub const fn of(distance: u8) -> Self {
        match distance {
            0..=2 => Self::Near,
            3..=5 => Self::Middle,
            _ => Self::Far,
        }
    }
}

/// A ninth of the board: column and row of three each, from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Zone(u8);

impl Zone {
    /// All nine, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..9).map(Self)
    }

    /// The zone of a point.
    pub fn of(size: Size, point: Point) -> Self {
        let third = |n: u8| (u32::from(n) * 3 / u32::from(size.get())) as u8;
        Self(third(point.y()) * 3 + third(point.x()))
    }

    /// Its column and row, 0 to 2.
    pub const fn place(self) -> (u8, u8) {
        (self.0 % 3, self.0 / 3)
    }
}

/// What is known about a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    counts: HabitCounts,
}

/// The bare numbers of [`Habits`], for those who keep them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HabitCounts {
    /// Threats by kind and axis.
    pub threats: [[Tally; 4]; 3],
    /// Threats by ninths of the board, row by row from the top left.
    pub zones: [Tally; 9],
    /// Threats by how far they were from the player's own last stone.
    pub reaches: [Tally; 3],
    /// Replies by how far they were from the stone they answer.
    pub replies: [u32; 3],
    /// How many games were watched.
    pub n_games: u32,
}

impl From<HabitCounts> for Habits {
    fn from(counts: HabitCounts) -> Self {
        Self { counts }
    }
}

impl Habits {
    /// The bare numbers.
    pub fn counts(&self) -> &HabitCounts {
        &self.counts
    }

    /// How often threats of a kind along an axis were answered.
    pub fn threats(&self, kind: Kind, axis: Axis) -> Tally {
        self.counts.threats[kind as usize][axis as usize]
    }

    /// How often threats in a part of the board were answered.
    pub fn zone(&self, zone: Zone) -> Tally {
        self.counts.zones[usize::from(zone.0)]
    }

    /// How often threats so far from their own last stone were answered.
    pub fn reach(&self, reach: Reach) -> Tally {
        self.counts.reaches[reach as usize]
    }

    /// How many replies were played so far from the stone they answer.
    pub fn replies(&self, reach: Reach) -> u32 {
        self.counts.replies[reach as usize]
    }

    /// How many games were watched.
    pub fn n_games(&self) -> u32 {
        self.counts.n_games
    }

    /// How many threats were seen in them.
    pub fn n_threats(&self) -> u32 {
        self.counts.reaches.iter().map(|tally| tally.seen).sum()
    }

    /// Adds what somebody else has seen of the same player.
    pub fn merge(&mut self, other: &Self) {
        let pairs = self
            .counts
            .threats
            .as_flattened_mut()
            .iter_mut()
            .zip(other.counts.threats.as_flattened());
        let pairs = pairs.chain(self.counts.zones.iter_mut().zip(&other.counts.zones));
        for (tally, more) in pairs.chain(self.counts.reaches.iter_mut().zip(&other.counts.reaches))
        {
            tally.merge(*more);
        }
        for (count, more) in self.counts.replies.iter_mut().zip(&other.counts.replies) {
            *count += more;
        }
        self.counts.n_games += other.counts.n_games;
    }

    /// Watches how a player answered in a game.
    pub fn watch(&mut self, game: &Game, player: Color) {
        let mut now = game.clone();
        let mut moves = Vec::new();
        while let Some(turn) = now.undo() {
            moves.push((turn.color, turn.mv));
        }
        self.counts.n_games += 1;
        let (mut open, mut own, mut before) = (Vec::new(), None, None);
        for (color, mv) in moves.into_iter().rev() {
            let taken_before = now.captures()[color];
            if now.try_move(mv).is_err() {
                return;
            }
            let Move::Place(point) = mv else { continue };
            let made = threats_of_stone(now.stones(), now.rule(), color, point);
            if color == player {
                let has_taken = now.captures()[color] > taken_before;
                let reply = Reply { game: &now, point, made: &made, has_taken, before };
                self.note(&reply, &open, own);
                own = Some(point);
                open.clear();
            } else {
                open = made;
                before = Some(point);
            }
        }
    }

    fn note(&mut self, reply: &Reply<'_>, threats: &[Threat], own: Option<Point>) {
        if let Some(before) = reply.before {
            self.counts.replies[Reach::of(before.distance(reply.point)) as usize] += 1;
        }
        let (stones, rule) = (reply.game.stones(), reply.game.rule());
        let (missed, met): (Vec<_>, Vec<_>) =
            threats.iter().partition(|threat| threat.stands(stones, rule));
        // Of several threats at once only one can be met: the others were not overlooked.
        let is_missed = met.is_empty();
        let counted = if is_missed { missed } else { met };
        for threat in counted.into_iter().filter(|threat| !is_missed || !reply.counters(threat)) {
            self.counts.threats[threat.kind as usize][threat.axis as usize].add(is_missed);
            let zone = Zone::of(reply.game.size(), threat.stone);
            self.counts.zones[usize::from(zone.0)].add(is_missed);
            let distance = own.map_or(0, |own| own.distance(threat.stone));
            self.counts.reaches[Reach::of(distance) as usize].add(is_missed);
        }
    }
}

/// A move of the player and what came of it.
struct Reply<'g> {
    game: &'g Game,
    point: Point,
    made: &'g [Threat],
    has_taken: bool,
    /// The stone it may answer.
    before: Option<Point>,
}

impl Reply<'_> {
    /// Whether something more urgent was done than to answer the threat.
    fn counters(&self, threat: &Threat) -> bool {
        let (game, us) = (self.game, !threat.color);
        let wins = !game.status().is_ongoing() || game.pending().is_some();
        let makes_four = || {
            let made = made_by(game.stones(), game.rule(), us, self.point);
            made.iter().any(|made| made.shape >= Shape::Four)
        };
        wins || match threat.kind {
            Kind::Four => false,
            Kind::Three => makes_four(),
            Kind::Capture => self.has_taken || !self.made.is_empty() || makes_four(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::{Notation, Rule};

    fn played(rule: Rule, moves: &str) -> Game {
        let size = Size::literal(15);
        let mut game = Game::new(rule, size);
        for name in moves.split(' ') {
            game.try_play(Notation::Renju.parse(size, name).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn an_overlooked_three_is_told_from_one_that_was_stopped() {
        // Black makes a three on the rising diagonal, then one in the row.
        let stopped = played(Rule::Freestyle, "g7 a1 h8 a3 i9 j10");
        let ignored = played(Rule::Freestyle, "g8 a1 h8 a3 i8 a5");
        let mut habits = Habits::default();
        habits.watch(&stopped, Color::White);
        habits.watch(&ignored, Color::White);
        let diagonal = habits.threats(Kind::Three, Axis::Antidiagonal);
        assert_eq!((diagonal.seen, diagonal.missed), (1, 0));
        let row = habits.threats(Kind::Three, Axis::Horizontal);
        assert_eq!((row.seen, row.missed), (1, 1));
        assert_eq!(habits.n_threats(), 2);
        assert_eq!(habits.reach(Reach::Far), Tally { seen: 2, missed: 1 });
        assert!(row.excess() > 0 && diagonal.excess() < 0);
        assert_eq!(habits.n_games(), 2);
    }

    #[test]
    fn a_four_of_ones_own_is_an_answer_to_a_three() {
        let game = played(Rule::Freestyle, "g8 c3 h8 d3 a15 e3 i8 f3");
        let mut habits = Habits::default();
        habits.watch(&game, Color::White);
        assert_eq!(habits.threats(Kind::Three, Axis::Horizontal).seen, 0);
    }

    #[test]
    fn a_pair_left_in_danger_is_counted() {
        let game = played(Rule::Ninuki42, "h8 i8 a1 j8 k9 a15 b1 a13 l8");
        // White's pair i8-j8 is in danger from h8 on; a stone on k8 would take it.
        let mut habits = Habits::default();
        habits.watch(&game, Color::White);
        assert_eq!(habits.threats(Kind::Capture, Axis::Horizontal).seen, 0, "nobody flanked it");
        let game = played(Rule::Ninuki42, "a1 i8 a3 j8 h8 a15");
        habits.watch(&game, Color::White);
        let tally = habits.threats(Kind::Capture, Axis::Horizontal);
        assert_eq!(tally, Tally { seen: 1, missed: 1 });
    }

    #[test]
    fn habits_add_up() {
        let game = played(Rule::Freestyle, "g8 a1 h8 a3 i8 a5");
        let mut once = Habits::default();
        once.watch(&game, Color::White);
        let mut twice = once.clone();
        twice.watch(&game, Color::White);
        let mut merged = once.clone();
        merged.merge(&once);
        assert_eq!(merged, twice);
    }
}
