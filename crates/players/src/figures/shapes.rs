//! What a stone makes along a line.

use tengen_rules::{Axis, Color, Point, Rule, Run, Stones, run_through, wins_at};

/// What a stone just placed makes along one axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The line.
    pub axis: Axis,
    /// What it is.
    pub shape: Shape,
    /// The stones of it, in order.
    pub stones: Vec<Point>,
}

/// A shape that threatens something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// One more stone makes an open four.
    OpenThree,
    /// One point makes five.
    Four,
    /// Two points make five.
    OpenFour,
    /// It wins.
    Five,
}

/// How far a line of five reaches from its stone.
const REACH: i8 = 4;

/// What the stone of `color` on `point` makes, axis by axis. The stone must be there.
pub fn made_by(stones: &Stones, rule: Rule, color: Color, point: Point) -> Vec<Made> {
    let mut stones = stones.clone();
    Axis::ALL
        .into_iter()
        .filter_map(|axis| made_along(&mut stones, rule, color, point, axis))
        .collect()
}

/// What a stone of `color` would make on the empty `point`.
pub fn would_make(stones: &Stones, rule: Rule, color: Color, point: Point) -> Vec<Made> {
    let mut stones = stones.clone();
    stones.set(point, Some(color));
    made_by(&stones, rule, color, point)
}

fn made_along(
    stones: &mut Stones,
    rule: Rule,
    color: Color,
    point: Point,
    axis: Axis,
) -> Option<Made> {
    let made = |shape, stones: Vec<Point>| Some(Made { axis, shape, stones });
    if let Some(run) = winning_run(stones, rule, color, point, axis) {
        return made(Shape::Five, run.points(stones).collect());
    }
    let fives = completions(stones, rule, color, point, axis);
    match &fives[..] {
        [] => {}
        [(_, stones)] => return made(Shape::Four, stones.clone()),
        [(_, stones), ..] => return made(Shape::OpenFour, stones.clone()),
    }
    let extensions: Vec<Point> = stones.empties_near(point, axis, REACH - 1).collect();
    for extension in extensions {
        stones.set(extension, Some(color));
        let fives = completions(stones, rule, color, extension, axis);
        let is_part = fives.iter().all(|(_, four)| four.contains(&point));
        stones.set(extension, None);
        if fives.len() >= 2 && is_part {
            let three = fives[0].1.iter().copied().filter(|&stone| stone != extension).collect();
            return made(Shape::OpenThree, three);
        }
    }
    None
}

fn winning_run(stones: &Stones, rule: Rule, color: Color, point: Point, axis: Axis) -> Option<Run> {
    let run = run_through(stones, point, axis)?;
    run.wins(rule.spec().line[color], color).then_some(run)
}

/// The points along `axis` where `color` would complete a line through `point`, each with the other
/// stones of that line.
fn completions(
    stones: &mut Stones,
    rule: Rule,
    color: Color,
    point: Point,
    axis: Axis,
) -> Vec<(Point, Vec<Point>)> {
    let empties: Vec<Point> = stones.empties_near(point, axis, REACH).collect();
    let mut found = Vec::new();
    for empty in empties {
        stones.set(empty, Some(color));
        let line = winning_run(stones, rule, color, empty, axis)
            .map(|run| run.points(stones).collect::<Vec<_>>());
        stones.set(empty, None);
        if let Some(line) = line.filter(|line| line.contains(&point)) {
            found.push((empty, line.into_iter().filter(|&stone| stone != empty).collect()));
        }
    }
    found
}

/// The empty points where `color` would complete a line, with the stones of it.
pub fn fives_of(stones: &Stones, rule: Rule, color: Color) -> Vec<(Point, Vec<Point>)> {
    let mut with = stones.clone();
    let mut found = Vec::new();
    for point in stones.empties() {
        with.set(point, Some(color));
        if wins_at(&with, rule, point) {
            let run =
                Axis::ALL.into_iter().find_map(|axis| winning_run(&with, rule, color, point, axis));
            let line = run.map_or_else(Vec::new, |run| run.points(&with).collect());
            found.push((point, line.into_iter().filter(|&stone| stone != point).collect()));
        }
        with.set(point, None);
    }
    found
}

/// The open threes of `color`: the points that would make an open four of them, with their stones.
pub fn open_threes_of(stones: &Stones, rule: Rule, color: Color) -> Vec<(Point, Made)> {
    let near = |point: Point| {
        stones.iter().any(|(stone, owner)| owner == color && stone.distance(point) < 4)
    };
    stones
        .empties()
        .filter(|&point| near(point))
        .flat_map(|point| {
            would_make(stones, rule, color, point)
                .into_iter()
                .filter(|made| made.shape == Shape::OpenFour)
                .map(move |mut made| {
                    made.stones.retain(|&stone| stone != point);
                    (point, made)
                })
        })
        .collect()
}
