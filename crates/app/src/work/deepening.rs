//! An analysis that goes on with the other moves when some are decided.

use tengen_engine::{Engine, Event, Position, Report, Think};
use tengen_players::pool::show_event_then;
use tengen_players::{RootMove, SearchHandle, Thinking, Variation};

/// How many decided lines are kept; with more the search ends.
const MOST_DECIDED: usize = 20;

/// Thinks until it is stopped, or nothing is left that is worth looking at: every move is decided, or
/// the position is lost, or so many wins are known that another says nothing new.
pub(super) fn analyze(engine: &Engine, position: &Position, think: &Think, handle: &SearchHandle) {
    let mut think = think.clone();
    let mut decided = Decided::default();
    loop {
        let mut show = |event| {
            let is_depth = matches!(event, Event::Depth(_));
            show_event_then(engine, position, event, handle, |thinking| {
                if is_depth {
                    decided.add_to(thinking);
                }
            });
        };
        // The rule is known to the engine: that was checked before.
        let Ok(report) = engine.think(position, &think, handle.stop_sign(), &mut show) else {
            return;
        };
        let has_limit = think.budget.hard.is_some() || think.depth.is_some();
        if handle.is_stopped() || has_limit || !goes_on(&report, &mut think) {
            return;
        }
        decided.take(&handle.look().1);
        if decided.lines.len() >= MOST_DECIDED {
            return;
        }
    }
}

/// Leaves the moves of these lines out of the next search; says whether there is one to make.
fn goes_on(report: &Report, think: &mut Think) -> bool {
    let is_won = |line: &tengen_engine::Line| line.score.mate().is_some_and(|plies| plies > 0);
    if report.lines.len() < think.lines || !report.lines.iter().any(is_won) {
        return false;
    }
    let firsts = || report.lines.iter().filter_map(|line| line.points.first().copied());
    think.without.extend(firsts());
    let had_choice = think.only.is_empty();
    think.only.retain(|&point| firsts().all(|first| first != point));
    had_choice || !think.only.is_empty()
}

/// What is known of the moves that need no more looking at.
#[derive(Default)]
struct Decided {
    lines: Vec<Variation>,
    candidates: Vec<RootMove>,
    nodes: u64,
    seen: Option<Thinking>,
}

impl Decided {
    fn take(&mut self, thinking: &Thinking) {
        self.lines.clone_from(&thinking.lines);
        let is_first = |root: &&RootMove| {
            let firsts = thinking.lines.iter().filter_map(|line| line.moves.first());
            firsts.copied().any(|first| first == root.candidate.point)
        };
        self.candidates = thinking.candidates.iter().filter(is_first).cloned().collect();
        self.nodes = thinking.nodes;
        self.seen.get_or_insert_with(|| thinking.clone());
    }

    /// Puts the decided moves in front of what the search of the others says.
    fn add_to(&self, thinking: &mut Thinking) {
        let Some(seen) = &self.seen else { return };
        let is_decided = |root: &RootMove| {
            self.candidates.iter().any(|known| known.candidate.point == root.candidate.point)
        };
        thinking.lines.splice(0..0, self.lines.iter().cloned());
        thinking.candidates.retain(|root| !is_decided(root));
        thinking.candidates.splice(0..0, self.candidates.iter().cloned());
        thinking.value = seen.value;
        thinking.depths.clone_from(&seen.depths);
        thinking.nodes += self.nodes;
    }
}
