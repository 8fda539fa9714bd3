//! A thinker that answers what the script says.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tengen_players::pool::{Job, JobResult, MakeThinker, Thinker, last_resort};
use tengen_players::{
    Act, Decision, Reason, SearchHandle, Suggestion, Task, Thinking, Thought, Units, reason_for,
};
use tengen_rules::{Action, ActionKind, Game, Move, Point};

use crate::script::{Answer, Choice, Purpose, Reply};

/// How often a waiting thinker looks whether it was stopped.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// The answers of all thinkers of a game. Whoever replays a script gives them one by one; a thinker
/// that is asked earlier waits, until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    given: Mutex<VecDeque<Given>>,
    is_given: Condvar,
}

/// What a thinker finds when it is asked once.
#[derive(Clone, Copy, Debug)]
enum Given {
    Panic,
    Reply(Reply),
}

impl Answers {
    /// Gives the next answer to whoever is asked next, or waits already.
    pub fn give(&self, answer: Answer) {
        let mut given = self.shared.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.extend((0..answer.n_panics).map(|_| Given::Panic));
        given.extend(answer.reply.map(Given::Reply));
        drop(given);
        self.shared.is_given.notify_all();
    }

    /// Makes the thinkers that give these answers.
    pub fn thinkers(&self) -> MakeThinker {
        let answers = self.clone();
        Arc::new(move || Box::new(ScriptedThinker { answers: answers.clone() }))
    }

    /// The next answer for this purpose; nothing once the thinker is stopped.
    fn wait(&self, purpose: Purpose, handle: &SearchHandle) -> Option<Given> {
        let is_meant = |given: &Given| match given {
            Given::Panic => true,
            Given::Reply(reply) => reply.purpose == purpose,
        };
        let mut given = self.shared.given.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            // Looked at first: the next answer is for whoever is asked instead.
            if handle.is_stopped() {
                return None;
            }
            if let Some(at) = given.iter().position(is_meant) {
                return given.remove(at);
            }
            let waited = self.shared.is_given.wait_timeout(given, LOOK_EVERY);
            given = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// A thinker that answers what the script says.
struct ScriptedThinker {
    answers: Answers,
}

impl Thinker for ScriptedThinker {
    fn think(&mut self, job: &Job, handle: &SearchHandle) -> JobResult {
        let (purpose, game, task) = match job {
            Job::Decide(request) => (Purpose::Decision, &request.game, &request.task),
            Job::Suggest(request) => (Purpose::Suggestion, &request.game, &request.task),
        };
        let reply = match self.answers.wait(purpose, handle) {
            // Stopped before there was an answer: whatever comes is of no use any more.
            None => return last_resort(job),
            // Like a panic, but without the message that a hook would print.
            Some(Given::Panic) => std::panic::resume_unwind(Box::new("as the script says")),
            Some(Given::Reply(reply)) => reply,
        };
        let act = act_of(reply.choice, task);
        match job {
            Job::Decide(request) => {
                let decision = decision_of(game, &request.opponent, act, reply);
                JobResult::Decided(Box::new(decision))
            }
            Job::Suggest(_) => JobResult::Suggested(Box::new(suggestion_of(game, act, reply))),
        }
    }
}

fn act_of(choice: Choice, task: &Task) -> Act {
    if let Some(action) = choice.opening_action() {
        return Act::Opening(action);
    }
    match (choice, task) {
        (Choice::Play(point), Task::Opening(opening)) => {
            let is_pick = opening.next().actions.contains(&ActionKind::Pick);
            Act::Opening(if is_pick { Action::Pick(point) } else { Action::Place(point) })
        }
        (Choice::Play(point), Task::Move) => Act::Move(Move::Place(point)),
        _ => Act::Move(Move::Pass),
    }
}

/// The move, if it can be played: about others there is nothing to say.
fn legal_move(game: &Game, act: &Act) -> Option<Move> {
    match act {
        Act::Move(mv) => Some(*mv).filter(|&mv| game.clone().try_move(mv).is_ok()),
        Act::Opening(_) => None,
    }
}

fn decision_of(game: &Game, opponent: &str, act: Act, reply: Reply) -> Decision {
    let mv = legal_move(game, &act);
    let reason = mv.map(|mv| reason_for(game, mv, None));
    let thought = mv.zip(reason.clone()).map(|(mv, why)| {
        Box::new(Thought {
            ply: game.next_ply(),
            player: opponent.to_owned(),
            color: game.to_move(),
            choice: Some(mv),
            why,
            thinking: Thinking { value: reply.value, ..Thinking::default() },
            cutoffs: BTreeMap::new(),
            figures: BTreeMap::new(),
            notes: Vec::new(),
            evaluation: None,
            adapting: None,
            tree: Vec::new(),
            units: Units::Engine,
        })
    });
    Decision { act, value: reply.value, reason, thought }
}

fn suggestion_of(game: &Game, act: Act, reply: Reply) -> Suggestion {
    let mv = legal_move(game, &act);
    let line: Vec<Point> = match mv {
        Some(Move::Place(point)) => vec![point],
        Some(Move::Pass) | None => Vec::new(),
    };
    Suggestion {
        ply: game.next_ply(),
        color: game.to_move(),
        act: Some(act),
        reason: mv.map_or_else(Reason::default, |mv| reason_for(game, mv, None)),
        value: reply.value,
        line,
        time: Duration::ZERO,
    }
}
