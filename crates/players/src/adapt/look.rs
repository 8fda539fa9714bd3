//! The second look: are there moves as good as the best that suit this player worse?

use std::time::Duration;

use tengen_engine::{
    Bound, Budget, Engine, Event, KnownMove, Pace, Position, Report, StopSign, Think, TreeSize,
    Unsupported,
};
use tengen_rules::{Game, Point};

use crate::adapt::choice::{Compared, LEAST_GAIN, MARGIN, choose, promise};
use crate::adapt::habits::Habits;

/// The moves that were about equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapted {
    /// They, the search's own choice first.
    pub compared: Vec<Compared>,
    /// Which of them is played.
    pub chosen: usize,
    /// The depth of the second look.
    pub depth: i32,
}

impl Adapted {
    /// Whether the habits changed the move.
    pub fn is_changed(&self) -> bool {
        self.chosen != 0
    }
}

/// How many moves are compared with the best.
const MOST_RIVALS: usize = 3;
/// The moves of the root that are known from the first look.
const ROOT: TreeSize = TreeSize { depth: 1, root_width: 24, width: 0 };
/// The second look may be this much shallower than the first.
const DEPTH_SLACK: i32 = 2;
/// The share of time and nodes that is kept for it, in hundredths.
const SECOND_LOOK: u32 = 20;

/// Thinks about a move against a player with these habits. The report begins with the move to play;
/// without habits, or where nothing is about equal, it is the engine's own.
pub fn think(
    engine: &Engine,
    game: &Game,
    request: &Think,
    habits: &Habits,
    stop: &dyn StopSign,
    events: &mut dyn FnMut(Event),
) -> Result<(Report, Option<Adapted>), Unsupported> {
    let position = Position::of(game);
    if habits.n_threats() == 0 {
        return Ok((engine.think(&position, request, stop, events)?, None));
    }
    let first = share_of(request, 100 - SECOND_LOOK);
    let mut report = engine.think(&position, &first, stop, events)?;
    let Some(best) = report.best().filter(|_| report.score().mate().is_none()) else {
        return Ok((report, None));
    };
    let root = engine.tree(&position, ROOT, |known, _, _| known);
    let rivals = rivals(game, best, &report, &root, habits);
    if rivals.is_empty() {
        return Ok((report, None));
    }
    let only: Vec<Point> = std::iter::once(best).chain(rivals).collect();
    let second = Think {
        depth: Some(report.depth),
        lines: only.len(),
        only,
        without: Vec::new(),
        pace: Pace::Usual,
        ..share_of(request, SECOND_LOOK)
    };
    // What counts is the last depth that was finished for all of them.
    let mut finished: Option<Report> = None;
    let looked = engine.think(&position, &second, stop, &mut |event| {
        if let Event::Depth(report) = event {
            finished = Some(report);
        }
    })?;
    report.nodes += looked.nodes;
    report.time += looked.time;
    Ok(match finished {
        Some(second) if second.depth + DEPTH_SLACK >= report.depth => {
            settle(game, best, report, &second, habits)
        }
        _ => (report, None),
    })
}

fn share_of(request: &Think, percent: u32) -> Think {
    let time = |time: Option<Duration>| time.map(|time| time * percent / 100);
    let Budget { soft, hard } = request.budget;
    Think {
        budget: Budget { soft: time(soft), hard: time(hard) },
        nodes: request.nodes.map(|nodes| (nodes * u64::from(percent) / 100).max(1)),
        ..request.clone()
    }
}

/// The moves that promise more than the best and are not known to be worse.
fn rivals(
    game: &Game,
    best: Point,
    report: &Report,
    root: &[KnownMove],
    habits: &Habits,
) -> Vec<Point> {
    let least = promise(game, best, habits) + LEAST_GAIN;
    let is_worse = |node: &KnownMove| {
        node.bound != Bound::Lower && node.score.get() < report.score().get() - MARGIN
    };
    let mut rivals: Vec<(i32, Point)> = root
        .iter()
        .filter(|node| node.point != best && !is_worse(node) && game.is_legal(node.point))
        .map(|node| (promise(game, node.point, habits), node.point))
        .filter(|&(promise, _)| promise >= least)
        .collect();
    rivals.sort_by_key(|&(promise, point)| (core::cmp::Reverse(promise), point));
    rivals.into_iter().take(MOST_RIVALS).map(|(_, point)| point).collect()
}

/// Compares what the second look found and puts the chosen move first.
fn settle(
    game: &Game,
    best: Point,
    mut report: Report,
    second: &Report,
    habits: &Habits,
) -> (Report, Option<Adapted>) {
    let mut lines: Vec<_> = second.lines.iter().collect();
    // The search's own choice stays the first of equals.
    lines.sort_by_key(|line| line.points.first() != Some(&best));
    let compared: Vec<Compared> = lines
        .iter()
        .filter_map(|line| {
            let &point = line.points.first()?;
            Some(Compared { point, score: line.score, promise: promise(game, point, habits) })
        })
        .collect();
    if compared.first().is_none_or(|first| first.point != best) {
        return (report, None);
    }
    let chosen = choose(&compared);
    let is_worse_than_the_first_look = compared[chosen].score.get() < report.score().get() - MARGIN;
    let chosen = if is_worse_than_the_first_look { 0 } else { chosen };
    if chosen != 0 {
        let point = compared[chosen].point;
        report.lines.retain(|line| line.points.first() != Some(&point));
        report.lines.insert(0, lines[chosen].clone());
    }
    (report, Some(Adapted { compared, chosen, depth: second.depth }))
}
