//! Finds the facts that speak for a move.

use tengen_rules::{Axis, Color, Game, Move, Point, Rule, Status, Stones, WinReason, captured_by};

use crate::figures::{Made, Shape, fives_of, made_by, open_threes_of, would_make};
use crate::reason::{Fact, FactKind, Reason};

/// How many facts a sentence holds.
const MOST_FACTS: usize = 3;

/// Why the side to move would play `mv`. `mate` is the search's count of plies to the end, if it
/// has one: positive for a win of the mover.
pub fn reason_for(game: &Game, mv: Move, mate: Option<i32>) -> Reason {
    let Move::Place(point) = mv else {
        return Reason::of(Fact::plain(FactKind::Passes));
    };
    let mut facts = Facts { game, point, found: Vec::new() };
    facts.look(mate);
    let mut found = facts.found;
    found.sort_by_key(|fact| fact.kind);
    found.dedup_by_key(|fact| (fact.kind, fact.axis));
    found.truncate(MOST_FACTS);
    Reason { facts: found }
}

/// What the side to move leaves the opponent by playing `mv`: threats that stand after it. The most
/// dangerous kind alone is told; under capture rules also the stones that can be taken.
pub fn left_by(game: &Game, mv: Move) -> Reason {
    let mut after = game.clone();
    if after.try_move(mv).is_err() {
        return Reason::default();
    }
    let them = !game.to_move();
    let mut facts = standing_five(game, &after);
    if facts.is_empty() && after.status().is_ongoing() {
        facts = lines_left(&after, them);
        facts.extend(capture_left(&after, them));
    }
    facts.truncate(MOST_FACTS);
    Reason { facts }
}

/// A five of the opponent that stood before and still does.
fn standing_five(before: &Game, after: &Game) -> Vec<Fact> {
    let them = !before.to_move();
    if before.pending() != Some(them) {
        return Vec::new();
    }
    let lines = after.winning_runs(them);
    let fact = |run: &tengen_rules::Run| Fact {
        kind: FactKind::LeavesFive,
        points: run.points(after.stones()).collect(),
        axis: Some(run.axis),
        count: None,
    };
    lines.first().map(fact).into_iter().collect()
}

/// The lines of `them`, who are to move, from the most dangerous kind that there is.
fn lines_left(after: &Game, them: Color) -> Vec<Fact> {
    let (stones, rule) = (after.stones(), after.rule());
    let can_play = |point: &Point| after.clone().try_play(*point).is_ok();
    let fact = |kind, points, axis| Fact { kind, points, axis, count: None };
    let fours = fives_of(stones, rule, them);
    let fours = fours.into_iter().filter(|(point, _)| can_play(point)).map(|(_, four)| {
        let axis = axis_of(&four);
        fact(FactKind::LeavesFour, four, axis)
    });
    let threes = open_threes_of(stones, rule, them);
    let threes = threes
        .into_iter()
        .filter(|(point, _)| can_play(point))
        .map(|(_, three)| fact(FactKind::LeavesOpenThree, three.stones, Some(three.axis)));
    let near = |point: &Point| {
        stones.iter().filter(|(stone, c)| *c == them && stone.distance(*point) <= 4).count() > 2
    };
    let double = stones
        .empties()
        .filter(near)
        .filter(|&point| is_double_threat(stones, rule, them, point) && can_play(&point))
        .take(1)
        .map(|point| fact(FactKind::LeavesDoubleThreat, vec![point], None));
    let mut facts: Vec<Fact> = fours.collect();
    if facts.is_empty() {
        facts.extend(threes);
    }
    if facts.is_empty() {
        facts.extend(double);
    }
    let mut told: Vec<Fact> = Vec::new();
    for fact in facts {
        // Both ends of a line make the same threat.
        if told.iter().all(|known| known.points != fact.points) {
            told.push(fact);
        }
    }
    told
}

/// The stones that `them`, who are to move, can take.
fn capture_left(after: &Game, them: Color) -> Option<Fact> {
    let spec = after.rule().spec().capture?;
    let stones = after.stones();
    let mut points: Vec<Point> =
        stones.empties().flat_map(|point| captured_by(stones, spec, point, them)).collect();
    points.sort_unstable();
    points.dedup();
    let count = Some(points.len() as u32);
    (!points.is_empty()).then_some(Fact {
        kind: FactKind::LeavesCapture,
        points,
        axis: None,
        count,
    })
}

struct Facts<'g> {
    game: &'g Game,
    point: Point,
    found: Vec<Fact>,
}

impl Facts<'_> {
    fn add(&mut self, kind: FactKind, points: Vec<Point>, axis: Option<Axis>, count: Option<u32>) {
        self.found.push(Fact { kind, points, axis, count });
    }

    fn look(&mut self, mate: Option<i32>) {
        let (game, point) = (self.game, self.point);
        let mut after = game.clone();
        let Ok(played) = after.try_play(point) else { return };
        let (captured, status) = (played.captured.to_vec(), played.status);
        self.look_at_captures(&after, &captured);
        match status {
            Status::Won { by: WinReason::Five, .. } => {
                let line = after.winning_runs(game.to_move());
                let points =
                    line.first().map_or_else(Vec::new, |run| run.points(after.stones()).collect());
                return self.add(FactKind::MakesFive, points, line.first().map(|r| r.axis), None);
            }
            Status::Won { by: WinReason::Capture, .. } => {
                let count = Some(captured.len() as u32);
                return self.add(FactKind::WinsByCapture, captured, None, count);
            }
            Status::Won { .. } | Status::Drawn(_) | Status::Ongoing => {}
        }
        if game.legal_points() == [point] {
            self.add(FactKind::OnlyMove, vec![point], None, None);
        }
        self.look_at_own_lines(after.stones());
        self.look_at_their_lines(after.stones());
        match mate {
            Some(plies) if plies > 1 => {
                self.add(FactKind::ForcedWin, Vec::new(), None, Some(plies.unsigned_abs()));
            }
            Some(plies) if plies < 0 => {
                self.add(FactKind::DelaysLoss, Vec::new(), None, Some(plies.unsigned_abs()));
            }
            _ => {}
        }
        if self.found.is_empty() {
            self.look_at_the_neighbourhood();
        }
    }

    fn look_at_captures(&mut self, after: &Game, captured: &[Point]) {
        let game = self.game;
        let Some(spec) = game.rule().spec().capture else { return };
        let (us, them) = (game.to_move(), !game.to_move());
        if game.pending() == Some(them) && game.answers().contains(&self.point) {
            self.add(FactKind::BreaksFive, captured.to_vec(), None, None);
        }
        if !captured.is_empty() {
            let count = Some(captured.len() as u32);
            self.add(FactKind::Captures, captured.to_vec(), None, count);
        }
        let at_risk = |stones: &Stones, owner: Color| -> Vec<Point> {
            let mut points: Vec<Point> =
                stones.empties().flat_map(|p| captured_by(stones, spec, p, !owner)).collect();
            points.sort_unstable();
            points.dedup();
            points
        };
        let risk_after = at_risk(after.stones(), us);
        let mut saved = at_risk(game.stones(), us);
        saved.retain(|stone| !risk_after.contains(stone));
        if !saved.is_empty() {
            let count = Some(saved.len() as u32);
            self.add(FactKind::SavesStones, saved, None, count);
        }
        let risk_before = at_risk(game.stones(), them);
        let mut threatened = at_risk(after.stones(), them);
        threatened.retain(|stone| !risk_before.contains(stone));
        if !threatened.is_empty() {
            let count = Some(threatened.len() as u32);
            self.add(FactKind::ThreatensCapture, threatened, None, count);
        }
    }

    fn look_at_own_lines(&mut self, after: &Stones) {
        let made = made_by(after, self.game.rule(), self.game.to_move(), self.point);
        let of = |shape| made.iter().filter(move |made| made.shape == shape);
        let n_fours = of(Shape::Four).count() + of(Shape::OpenFour).count();
        let n_threes = of(Shape::OpenThree).count();
        let all_stones = || {
            let mut stones: Vec<Point> = made.iter().flat_map(|m| m.stones.clone()).collect();
            stones.sort_unstable();
            stones.dedup();
            stones
        };
        if let Some(four) = of(Shape::OpenFour).next() {
            self.add(FactKind::MakesOpenFour, four.stones.clone(), Some(four.axis), None);
        } else if n_fours >= 2 {
            self.add(FactKind::MakesDoubleFour, all_stones(), None, None);
        } else if n_fours == 1 && n_threes >= 1 {
            self.add(FactKind::MakesFourThree, all_stones(), None, None);
        } else if let Some(four) = of(Shape::Four).next() {
            self.add(FactKind::MakesFour, four.stones.clone(), Some(four.axis), None);
        } else if n_threes >= 2 {
            self.add(FactKind::MakesDoubleThree, all_stones(), None, None);
        } else if let Some(three) = of(Shape::OpenThree).next() {
            self.add(FactKind::MakesOpenThree, three.stones.clone(), Some(three.axis), None);
        }
    }

    fn look_at_their_lines(&mut self, after: &Stones) {
        let (before, rule) = (self.game.stones(), self.game.rule());
        let them = !self.game.to_move();
        let fives = fives_of(before, rule, them);
        if let Some((_, four)) = fives.iter().find(|(point, _)| *point == self.point) {
            return self.add(FactKind::BlocksFive, four.clone(), axis_of(four), None);
        }
        let threes_after: Vec<Vec<Point>> =
            open_threes_of(after, rule, them).into_iter().map(|(_, made)| made.stones).collect();
        let stopped: Option<Made> = open_threes_of(before, rule, them)
            .into_iter()
            .map(|(_, made)| made)
            .find(|made| !threes_after.contains(&made.stones));
        if let Some(three) = stopped {
            return self.add(FactKind::BlocksOpenThree, three.stones, Some(three.axis), None);
        }
        if is_double_threat(before, rule, them, self.point) {
            self.add(FactKind::BlocksDoubleThreat, vec![self.point], None, None);
        }
    }

    fn look_at_the_neighbourhood(&mut self) {
        let game = self.game;
        let near = |color, is_in_line: bool| -> Vec<Point> {
            let on_a_line = |p: &Point| {
                let (dx, dy) = (p.x().abs_diff(self.point.x()), p.y().abs_diff(self.point.y()));
                !is_in_line || dx == dy || dx.min(dy) == 0
            };
            let stones = game.stones().of(color);
            stones.filter(|p| p.distance(self.point) <= 2).filter(on_a_line).collect()
        };
        // A stone helps or hinders along its lines; only without such ones the others count.
        let sides =
            |is_in_line| (near(game.to_move(), is_in_line), near(!game.to_move(), is_in_line));
        let (mut ours, mut theirs) = sides(true);
        if ours.is_empty() && theirs.is_empty() {
            (ours, theirs) = sides(false);
        }
        if ours.is_empty() && theirs.is_empty() {
            let is_central = game.size().middle().distance(self.point) <= game.size().get() / 4;
            let kind = if is_central { FactKind::Center } else { FactKind::SearchPrefers };
            self.add(kind, vec![self.point], None, None);
        } else if ours.len() >= theirs.len() {
            self.add(FactKind::Develops, ours, None, None);
        } else {
            self.add(FactKind::Restrains, theirs, None, None);
        }
    }
}

/// Whether a stone there would threaten in two ways at once.
fn is_double_threat(stones: &Stones, rule: Rule, color: Color, point: Point) -> bool {
    let made = would_make(stones, rule, color, point);
    made.len() >= 2 || made.iter().any(|made| made.shape == Shape::OpenFour)
}

/// The axis that points in order lie on.
fn axis_of(points: &[Point]) -> Option<Axis> {
    let (a, b) = (points.first()?, points.last()?);
    Some(match (a.x() == b.x(), a.y() == b.y()) {
        (false, true) => Axis::Horizontal,
        (true, _) => Axis::Vertical,
        (false, false) if (b.x() > a.x()) == (b.y() > a.y()) => Axis::Diagonal,
        (false, false) => Axis::Antidiagonal,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::{Notation, Size};

    /// The reason for a move after these.
    fn reason(rule: Rule, side: u8, moves: &str, point: &str) -> Reason {
        let size = Size::literal(side);
        let point_of = |name: &str| Notation::Renju.parse(size, name).unwrap();
        let mut game = Game::new(rule, size);
        for name in moves.split_whitespace() {
            game.try_play(point_of(name)).unwrap();
        }
        reason_for(&game, Move::Place(point_of(point)), None)
    }

    #[test]
    fn a_five_is_all_there_is_to_say() {
        let five = reason(Rule::Freestyle, 15, "h8 a1 i8 a2 j8 a3 k8 a5", "L8");
        assert_eq!(five.text(), "Makes five on the row and wins.");
        assert_eq!(five.facts[0].points.len(), 5);
    }

    #[test]
    fn blocks_and_threats_are_told_together() {
        // White has an open three in the row, Black two stones in the column of the answer.
        let said = reason(Rule::Freestyle, 15, "g6 h8 g7 i8 a1 j8 a15 a3", "G8");
        let kinds: Vec<FactKind> = said.facts.iter().map(|fact| fact.kind).collect();
        assert_eq!(kinds, [FactKind::BlocksOpenThree, FactKind::MakesOpenThree], "{}", said.text());
        assert_eq!(
            said.text(),
            "Blocks the open three on the row and makes an open three on the column."
        );
    }

    #[test]
    fn captures_are_counted() {
        let said = reason(Rule::Ninuki42, 19, "j10 k10 a1 l10", "M10");
        assert_eq!(said.facts[0].kind, FactKind::Captures, "{}", said.text());
        assert_eq!(said.facts[0].count, Some(2));
    }

    #[test]
    fn what_a_move_leaves_is_named_with_its_line() {
        let size = Size::literal(15);
        let left = |moves: &str| {
            let mut game = Game::new(Rule::Freestyle, size);
            let mut points: Vec<Point> = moves
                .split_whitespace()
                .map(|name| Notation::Renju.parse(size, name).unwrap())
                .collect();
            let last = points.pop().unwrap();
            for point in points {
                game.try_play(point).unwrap();
            }
            let facts = left_by(&game, Move::Place(last)).facts;
            facts.iter().map(|fact| fact.words_on(size)).collect::<Vec<_>>().join(", ")
        };
        let three = "leaves the open three on the rising diagonal D4-F6";
        assert_eq!(left("d4 a1 e5 a3 f6 o15"), three);
        assert_eq!(left("d4 a1 e5 a3 f6 c3"), "");
        let four = "leaves the four on the rising diagonal D4-G7";
        assert_eq!(left("d4 a1 e5 a3 f6 c3 g7 o15"), four);
    }

    #[test]
    fn a_pair_that_can_be_taken_is_left() {
        let size = Size::literal(19);
        let mut game = Game::new(Rule::Ninuki42, size);
        let point_of = |name: &str| Notation::Renju.parse(size, name).unwrap();
        for name in ["j10", "k10", "a1", "l10", "a3"] {
            game.try_play(point_of(name)).unwrap();
        }
        let facts = left_by(&game, Move::Place(point_of("s19"))).facts;
        assert_eq!(facts[0].words_on(size), "leaves 2 stones to be captured K10 L10");
    }

    #[test]
    fn a_quiet_move_is_said_to_be_quiet() {
        assert_eq!(reason(Rule::Freestyle, 15, "", "H8").facts[0].kind, FactKind::Center);
        assert_eq!(reason(Rule::Freestyle, 15, "h8", "I9").facts[0].kind, FactKind::Restrains);
        // I9 is as near as the row of the opponent, but on no line with the stone.
        assert_eq!(
            reason(Rule::Freestyle, 15, "h8 i9 i8", "K8").facts[0].kind,
            FactKind::Restrains
        );
    }
}
