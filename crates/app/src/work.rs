//! Long jobs: analysis, solving, reviews and explanations.

mod analyst;
mod deepening;
mod jobs;

use std::sync::Arc;

use tengen_api::{Spot, WorkSays, WorkTask, point_of, proof_step};
use tengen_engine::solver::Certificate;
use tengen_game::{ActionError, walk};
use tengen_rules::Point;

pub use jobs::{check, run};

/// How many jobs one page may have at once, counting those that were told to stop and have not yet.
pub const MOST_JOBS: usize = 4;
/// How many jobs that have ended are remembered, for walks along what they proved.
pub const MOST_ENDED: usize = 16;

/// What comes of a job while it runs.
#[derive(Debug)]
pub enum Word {
    /// Something for the page.
    Says(WorkSays),
    /// A proof to be walked later.
    Proof(Arc<Certificate>),
}

/// The position that a job is about; nothing where the task is no job of its own.
pub fn position_of(task: &WorkTask) -> Option<&tengen_api::PositionInput> {
    match task {
        WorkTask::Analyze { position, .. }
        | WorkTask::Book { position }
        | WorkTask::Solve { position, .. }
        | WorkTask::Review { position, .. }
        | WorkTask::Judge { position, .. }
        | WorkTask::Explain { position, .. } => Some(position),
        WorkTask::Walk { .. } | WorkTask::Stop => None,
    }
}

/// A step of a proof that a job has found.
pub fn walk_proof(proof: Option<&Certificate>, replies: &[Spot]) -> Result<WorkSays, ActionError> {
    let missing = || ActionError::Missing("this job has found no win to walk".to_owned());
    let proof = proof.ok_or_else(missing)?;
    let size = proof.game().ok_or_else(missing)?.size();
    let replies: Vec<Point> =
        replies.iter().map(|spot| point_of(size, spot)).collect::<Result<_, _>>()?;
    let step = Box::new(proof_step(&walk(proof, &replies)?));
    Ok(WorkSays::Step { step })
}

/// Said where one page wants too much at once.
pub fn too_many_jobs() -> ActionError {
    ActionError::NotNow("too many jobs at once; stop one first".to_owned())
}
