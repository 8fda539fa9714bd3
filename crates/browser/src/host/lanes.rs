//! The workers that think, and who waits for one.

use std::collections::VecDeque;

use tengen_game::JobId;

use crate::job::JobMessage;

/// Games have thinkers of their own, so that no long job of a page holds up a move.
const FOR_GAMES: std::ops::Range<usize> = 0..2;
const FOR_WORK: std::ops::Range<usize> = 2..4;

/// Who wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A game.
    Game {
        /// Which.
        id: String,
        /// The number of the job in that game.
        job: JobId,
    },
    /// A job of a page.
    Work {
        /// Which page.
        socket: u64,
        /// The page's number for it.
        job: u32,
    },
    /// It is done for its own sake.
    Nobody,
}

#[derive(Debug)]
struct Order {
    serial: u64,
    owner: Owner,
    job: JobMessage,
    /// The only thinker that can do it, if it has to be one.
    lane: Option<usize>,
}

/// What was told to stop.
#[derive(Debug)]
pub(super) enum Stopped {
    /// It runs there and will come to an end.
    Running(usize),
    /// It has not begun and never will.
    Waiting(Owner),
    /// It is over already.
    Unknown,
}

/// The thinkers, each with what it thinks about.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    at_work: [Option<(u64, Owner)>; FOR_WORK.end],
    waiting: VecDeque<Order>,
    n_orders: u64,
}

impl Lanes {
    /// The number that the next order gets.
    pub(super) fn next_serial(&self) -> u64 {
        self.n_orders + 1
    }

    /// Orders a thought; it begins when a thinker is free.
    pub(super) fn order(&mut self, owner: Owner, job: JobMessage, lane: Option<usize>) -> u64 {
        self.n_orders += 1;
        self.waiting.push_back(Order { serial: self.n_orders, owner, job, lane });
        self.n_orders
    }

    /// The next thought that can begin, and where.
    pub(super) fn next(&mut self) -> Option<(usize, JobMessage)> {
        for at in 0..self.waiting.len() {
            let order = &self.waiting[at];
            let lanes = match (order.lane, &order.owner) {
                (Some(lane), _) => lane..lane + 1,
                (None, Owner::Work { .. }) => FOR_WORK,
                (None, Owner::Game { .. } | Owner::Nobody) => FOR_GAMES,
            };
            let Some(lane) = lanes.into_iter().find(|&lane| self.at_work[lane].is_none()) else {
                continue;
            };
            let order = self.waiting.remove(at)?;
            self.at_work[lane] = Some((order.serial, order.owner));
            return Some((lane, order.job));
        }
        None
    }

    /// What a thinker thinks about.
    pub(super) fn at_work(&self, lane: usize) -> Option<(u64, Owner)> {
        self.at_work.get(lane)?.clone()
    }

    /// Where something is thought about.
    pub(super) fn lane_of(&self, serial: u64) -> Option<usize> {
        let is_it = |work: &Option<(u64, Owner)>| work.as_ref().is_some_and(|it| it.0 == serial);
        self.at_work.iter().position(is_it)
    }

    /// A thinker is done.
    pub(super) fn finish(&mut self, lane: usize) {
        if let Some(work) = self.at_work.get_mut(lane) {
            *work = None;
        }
    }

    /// A thinker is gone: what it thought about, and what only it could have done.
    pub(super) fn lose(&mut self, lane: usize) -> Vec<(u64, Owner)> {
        let mut lost: Vec<(u64, Owner)> =
            self.at_work.get_mut(lane).and_then(Option::take).into_iter().collect();
        let is_its = |order: &Order| order.lane == Some(lane);
        lost.extend(
            self.waiting.iter().filter(|it| is_its(it)).map(|it| (it.serial, it.owner.clone())),
        );
        self.waiting.retain(|order| !is_its(order));
        lost
    }

    /// Tells a thought to end.
    pub(super) fn stop(&mut self, serial: u64) -> Stopped {
        if let Some(lane) = self.lane_of(serial) {
            return Stopped::Running(lane);
        }
        let at = self.waiting.iter().position(|order| order.serial == serial);
        let order = at.and_then(|at| self.waiting.remove(at));
        order.map_or(Stopped::Unknown, |order| Stopped::Waiting(order.owner))
    }
}
