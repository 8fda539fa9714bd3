//! What the worker with the games and those that think send each other. Both run the same module, so
//! this has no versions; what is large in it are the documents of the library.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_api::{OpeningAction, Spot, UserSettings, WorkSays};
use tengen_game::ActionError;
use tengen_players::adapt::Habits;
use tengen_players::pool::{Finished, JobResult, Shortage};
use tengen_players::{
    Act, Adapting, Bound, Decision, Reason, Suggestion, Thinking, Thought, TreeNode, Units,
    Variation,
};
use tengen_rules::{Game, Move, Size};
use tengen_store::{StoreError, read_thought, thought_text};

/// Something to think about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum JobMessage {
    /// What an opponent does in a game.
    Decide {
        /// The game as its document.
        game: String,
        /// What time it is in that game.
        now: u64,
        /// What is left on the opponent's clock.
        clock_left_ms: Option<u64>,
        /// What is known about the person, in the document of a thought.
        habits: Option<String>,
        /// The table that the user allows.
        hash_mib: usize,
    },
    /// A suggestion.
    Suggest {
        /// The game as its document.
        game: String,
        /// What time it is in that game.
        now: u64,
    },
    /// A table is made before anybody's clock runs.
    Prepare {
        /// The game as its document.
        game: String,
        /// What time it is in that game.
        now: u64,
        /// The table that the user allows.
        hash_mib: usize,
    },
    /// A long job of a page.
    Work {
        /// By which its proof is asked for.
        serial: u64,
        /// The task, with a position that needs no library.
        task: Value,
        /// What the user allows.
        settings: UserSettings,
    },
    /// A step of a proof that a job has found here.
    Walk {
        /// Which job.
        serial: u64,
        /// What was replied.
        replies: Vec<Spot>,
    },
}

/// What a thinker says. `Thought` is the last of every job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ThinkerWord {
    /// How it stands.
    Progress {
        /// The document of a thought that is not finished.
        thought: String,
    },
    /// Something for the page.
    Says {
        /// What.
        says: Box<WorkSays>,
    },
    /// It is done.
    Thought {
        /// What came of it, for a game.
        result: Option<ResultMessage>,
        /// A table that came out smaller than allowed: wanted and got.
        shortage: Option<(usize, usize)>,
    },
}

/// A decision or a suggestion, in the document of a thought.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ResultMessage {
    is_suggestion: bool,
    thought: String,
    /// Whether that is the record of the move, or only carries what is known of it.
    is_recorded: bool,
    has_reason: bool,
    /// Where a step of an opening was decided.
    opening: Option<OpeningAction>,
    n_panics: u32,
}

/// A thought of which nothing is known yet.
fn blank(game: &Game, thinking: Thinking) -> Thought {
    Thought {
        ply: game.next_ply(),
        player: String::new(),
        color: game.to_move(),
        choice: None,
        why: Reason::default(),
        units: thinking.value.map_or(Units::Engine, |value| value.units),
        thinking,
        cutoffs: BTreeMap::new(),
        figures: BTreeMap::new(),
        notes: Vec::new(),
        evaluation: None,
        adapting: None,
        tree: Vec::new(),
    }
}

/// How a thought stands, as a document.
pub(crate) fn progress_text(
    game: &Game,
    thinking: Thinking,
    tree: Vec<TreeNode>,
) -> Result<String, StoreError> {
    thought_text(game.size(), &Thought { tree, ..blank(game, thinking) })
}

/// What is known about a person, as a document.
pub(crate) fn habits_text(game: &Game, habits: &Habits) -> Result<String, StoreError> {
    let adapting = Some(Adapting { habits: habits.clone(), adapted: None });
    thought_text(game.size(), &Thought { adapting, ..blank(game, Thinking::default()) })
}

/// The same back.
pub(crate) fn read_habits(text: &str, size: Size) -> Option<Habits> {
    Some(read_thought(text, size).ok()?.adapting?.habits)
}

impl ResultMessage {
    pub(crate) fn of(game: &Game, finished: &Finished) -> Result<Self, StoreError> {
        let Finished { result, n_panics } = finished;
        let (is_suggestion, thought, act, is_recorded, has_reason) = match result {
            JobResult::Decided(decision) => {
                let Decision { act, value, reason, thought } = &**decision;
                let carried = || Thought {
                    choice: move_of(act),
                    why: reason.clone().unwrap_or_default(),
                    ..blank(game, Thinking { value: *value, ..Thinking::default() })
                };
                let recorded = thought.as_deref().cloned();
                let is_recorded = recorded.is_some();
                let thought = recorded.unwrap_or_else(carried);
                (false, thought, Some(act), is_recorded, reason.is_some())
            }
            JobResult::Suggested(suggestion) => {
                let Suggestion { act, reason, value, line, time, ply, color } = &**suggestion;
                let lines = value.map(|value| Variation {
                    moves: line.clone(),
                    value,
                    bound: Bound::Exact,
                    depth: 0,
                });
                let thinking = Thinking {
                    value: *value,
                    elapsed: *time,
                    lines: lines.into_iter().collect(),
                    ..Thinking::default()
                };
                let thought = Thought {
                    ply: *ply,
                    color: *color,
                    choice: act.as_ref().and_then(move_of),
                    why: reason.clone(),
                    ..blank(game, thinking)
                };
                (true, thought, act.as_ref(), false, true)
            }
        };
        let opening = match act {
            Some(Act::Opening(action)) => Some(OpeningAction::from_domain(game.size(), action)),
            _ => None,
        };
        let thought = thought_text(game.size(), &thought)?;
        let n_panics = *n_panics;
        Ok(Self { is_suggestion, thought, is_recorded, has_reason, opening, n_panics })
    }

    /// What the driver of the game is told.
    pub(crate) fn read(&self, size: Size) -> Result<Finished, ActionError> {
        let unreadable = |error: StoreError| ActionError::Internal(error.to_string());
        let thought = read_thought(&self.thought, size).map_err(unreadable)?;
        let opening = self.opening.as_ref().map(|action| action.to_domain(size)).transpose()?;
        let act = opening.map(Act::Opening).or(thought.choice.map(Act::Move));
        let result = if self.is_suggestion {
            let Thought { ply, color, why, thinking, .. } = thought;
            let line = thinking.lines.into_iter().next().map(|line| line.moves);
            let chosen = match &act {
                Some(Act::Move(Move::Place(point))) => vec![*point],
                _ => Vec::new(),
            };
            JobResult::Suggested(Box::new(Suggestion {
                ply,
                color,
                act,
                reason: why,
                value: thinking.value,
                line: line.unwrap_or(chosen),
                time: thinking.elapsed,
            }))
        } else {
            let act = act.ok_or_else(|| ActionError::Internal("nothing was decided".to_owned()))?;
            JobResult::Decided(Box::new(Decision {
                act,
                value: thought.thinking.value,
                reason: self.has_reason.then(|| thought.why.clone()),
                thought: self.is_recorded.then(|| Box::new(thought)),
            }))
        };
        Ok(Finished { result, n_panics: self.n_panics })
    }
}

fn move_of(act: &Act) -> Option<Move> {
    match act {
        Act::Move(mv) => Some(*mv),
        Act::Opening(_) => None,
    }
}

/// The best move of a thought that was broken off, as a decision.
pub(crate) fn decision_of(game: &Game, player: &str, thinking: &Thinking) -> Option<Finished> {
    let point = *thinking.lines.first()?.moves.first()?;
    let mv = Move::Place(point);
    game.is_legal(point).then_some(())?;
    let why = tengen_players::reason_for(game, mv, None);
    let thought = Thought {
        player: player.to_owned(),
        choice: Some(mv),
        why: why.clone(),
        ..blank(game, thinking.clone())
    };
    let decision = Decision {
        act: Act::Move(mv),
        value: thinking.value,
        reason: Some(why),
        thought: Some(Box::new(thought)),
    };
    Some(Finished { result: JobResult::Decided(Box::new(decision)), n_panics: 0 })
}

pub(crate) fn shortage_of(shortage: Option<(usize, usize)>) -> Option<Shortage> {
    shortage.map(|(wanted_mib, got_mib)| Shortage { wanted_mib, got_mib })
}

pub(crate) const fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}
