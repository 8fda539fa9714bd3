//! Who is told what happens while a match runs.

use crate::result::GameRecord;
use crate::schedule::GamePlan;
use crate::summary::Summary;
use crate::tally::Tally;

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The match begins.
    Started {
        /// The players' names.
        names: &'a [String],
        /// How many games there are altogether.
        n_games: usize,
        /// How many of them were played before the match was interrupted.
        n_done: usize,
        /// The standings so far.
        tally: &'a Tally,
    },
    /// A game begins.
    GameStarted {
        /// Which one.
        plan: &'a GamePlan,
        /// The players' names.
        names: &'a [String],
    },
    /// A game has ended and its result is safe.
    GameFinished {
        /// The game.
        record: &'a GameRecord,
        /// The standings with it.
        tally: &'a Tally,
    },
    /// Something that the person should know.
    Warning(&'a str),
    /// The match is over.
    Finished(&'a Summary),
}

/// Somebody who watches a match. Called on the thread that runs it.
pub trait Observer {
    /// Something happened.
    fn event(&mut self, event: &Event<'_>);
}

/// Nobody watches.
impl Observer for () {
    fn event(&mut self, _event: &Event<'_>) {}
}

impl<F: FnMut(&Event<'_>)> Observer for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}
