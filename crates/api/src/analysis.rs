//! Work on positions: analysis, solving, reviewing. One live connection carries any number of jobs.

use serde::{Deserialize, Serialize};

use super::{
    ApiError, BookView, MoveReasoning, Notice, PositionInput, ProofStep, ProofView, Review, Spot,
    SurveyView, ThinkingView, Verdict,
};

/// What the page sends over `/api/v1/work`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkRequest {
    /// The job's number, chosen by the page. A number that is in use is stopped and begun anew.
    pub job: u32,
    /// What to do.
    pub task: WorkTask,
}

/// What can be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum WorkTask {
    /// Thinks about a position: endlessly, unless a limit is given. Lines that are decided stay as
    /// they are, and the search goes on with the other moves until nothing is left to look at.
    Analyze {
        /// The position.
        position: PositionInput,
        /// How many lines are wanted.
        #[serde(default)]
        lines: Option<u32>,
        /// How long at most.
        #[serde(default)]
        time_ms: Option<u64>,
        /// How deep at most.
        #[serde(default)]
        depth: Option<u32>,
        /// The only moves to look at; all if empty.
        #[serde(default)]
        only: Vec<Spot>,
        /// Moves to leave out.
        #[serde(default)]
        without: Vec<Spot>,
    },
    /// Looks for a forced win of the side to move, or of the other side if it had the move.
    Solve {
        /// The position.
        position: PositionInput,
        /// By which moves.
        kind: SolveKind,
        /// Whether to look for the other side instead: what does it threaten?
        #[serde(default)]
        threat: bool,
        /// How long at most; 30 seconds if missing.
        #[serde(default)]
        time_ms: Option<u64>,
    },
    /// Looks a position up in the books of proven wins.
    Book {
        /// The position.
        position: PositionInput,
    },
    /// Walks the proof that this job has found: the answer to these replies of the defender, from
    /// the start.
    Walk {
        /// The defender's replies so far, in order.
        replies: Vec<Spot>,
    },
    /// Goes through a game and tells what mattered.
    Review {
        /// The game, usually `{"type":"game","id":…}`.
        position: PositionInput,
        /// How long to think about each position; 200 ms if missing.
        #[serde(default)]
        time_ms: Option<u64>,
    },
    /// Says whether a move is good, as a review would: for somebody who tries again.
    Judge {
        /// The position before the move.
        position: PositionInput,
        /// The move.
        point: Spot,
        /// How long to think about each position; 200 ms if missing.
        #[serde(default)]
        time_ms: Option<u64>,
    },
    /// Lets an opponent explain what it would play.
    Explain {
        /// The position.
        position: PositionInput,
        /// The opponent of the catalogue.
        opponent: String,
        /// How long at most.
        #[serde(default)]
        time_ms: Option<u64>,
        /// How many plies it looks ahead, instead of its habit.
        #[serde(default)]
        depth: Option<u32>,
        /// How many positions it looks at, instead of its habit.
        #[serde(default)]
        nodes: Option<u64>,
        /// How many moves of each position it looks at, instead of its habit.
        #[serde(default)]
        width: Option<u32>,
    },
    /// Ends the job; what it has found stays.
    Stop,
}

/// By which moves a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SolveKind {
    /// Fours only.
    Vcf,
    /// Fours and threats of fours.
    Vct,
    /// Fours first, then threats.
    Any,
}

/// What the page receives over `/api/v1/work`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkMessage {
    /// The job.
    pub job: u32,
    /// What it says.
    pub says: WorkSays,
}

/// What a job says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum WorkSays {
    /// How an analysis or explanation stands, at most about 20 times a second.
    Thinking {
        /// The thought.
        thinking: Box<ThinkingView>,
    },
    /// The result of solving.
    Proof {
        /// The result.
        proof: Box<ProofView>,
    },
    /// What the books of proven wins know about the position; nothing if they do not know it.
    Book {
        /// What they know.
        book: Option<Box<BookView>>,
    },
    /// A step of a walk.
    Step {
        /// The step.
        step: Box<ProofStep>,
    },
    /// How far a review or a solver has come.
    Progress {
        /// What is done.
        done: u64,
        /// Of how much, where that is known.
        total: Option<u64>,
        /// In words.
        text: String,
    },
    /// The result of a review. It also comes without moments while it grows.
    Review {
        /// The review.
        review: Box<Review>,
    },
    /// What a move that was tried again is worth.
    Judged {
        /// The verdict.
        verdict: Box<Verdict>,
    },
    /// What stands on the board and how it is judged without looking ahead; an analysis begins with it.
    Surveyed {
        /// What there is to see.
        survey: Box<SurveyView>,
    },
    /// The result of an explanation.
    Explained {
        /// The explanation.
        reasoning: Box<MoveReasoning>,
    },
    /// Nothing happened; the connection is alive. It comes every few seconds, for job 0.
    StillHere,
    /// Something the user should know about the job, which goes on.
    Notice {
        /// What.
        notice: Notice,
    },
    /// The job is over: finished, or stopped.
    Ended,
    /// The job failed; it is over.
    Failed {
        /// Why.
        error: ApiError,
    },
}
