//! The jobs themselves.

use std::sync::Arc;
use std::time::Duration;

use tengen_api::{
    SolveKind, Spot, WorkSays, WorkTask, book_view, move_reasoning, point_of, proof_view,
    review_view, survey_view, verdict_view,
};
use tengen_engine::solver::{Answer, Kind};
use tengen_engine::{
    Budget, Engine, Pace, Position, Settings as EngineSettings, SolveRequest, Think,
    affordable_mib, solve_position, solves, supports,
};
use tengen_game::{ActionError, Notice, Review, Reviewer, judge_move};
use tengen_players::pool::{Job, JobResult, LadderThinker, Shortage, Thinker};
use tengen_players::{DecisionRequest, MoveLimits, Rung, SearchHandle, Spent, Stage, Task};
use tengen_rules::{Game, Point, SetupFaults};
use tengen_store::Settings;

use super::analyst::EngineAnalyst;
use super::{Word, deepening};
use crate::settings::allowance_of;

const SOLVE_TIME_MS: u64 = 30_000;
const REVIEW_TIME_MS: u64 = 200;
const MOST_LINES: u32 = 20;

/// Whether the job can be done at all, before it is begun.
pub fn check(task: &WorkTask, game: &Game) -> Result<(), ActionError> {
    if let WorkTask::Explain { opponent, .. } = task {
        let player = Rung::named(opponent).ok_or_else(|| {
            ActionError::Unsupported(format!("there is no opponent named {opponent:?}"))
        })?;
        let supported = player.player().supports(game.rule(), game.size());
        supported.map_err(|error| ActionError::Unsupported(error.to_string()))?;
    } else if !matches!(task, WorkTask::Book { .. }) {
        let able = if matches!(task, WorkTask::Solve { .. }) { solves } else { supports };
        able(game.rule(), game.size())
            .map_err(|error| ActionError::Unsupported(error.to_string()))?;
    }
    if !matches!(task, WorkTask::Review { .. }) && !game.status().is_ongoing() {
        return Err(ActionError::Move(tengen_rules::IllegalMove::GameOver));
    }
    Ok(())
}

/// Does a job, telling `report` what comes of it. `seed` is for whatever is left to chance.
pub fn run(
    task: &WorkTask,
    game: &Game,
    settings: &Settings,
    seed: u64,
    handle: &SearchHandle,
    report: &dyn Fn(Word),
) -> Result<(), ActionError> {
    match task {
        WorkTask::Analyze { lines, time_ms, depth, only, without, .. } => {
            let points = |spots: &[Spot]| -> Result<Vec<Point>, ActionError> {
                spots.iter().map(|spot| point_of(game.size(), spot)).collect()
            };
            let limit = time_ms.map(Duration::from_millis);
            let think = Think {
                budget: limit.map_or(Budget::UNLIMITED, Budget::exactly),
                depth: depth.map(|depth| depth.min(99) as i32),
                nodes: None,
                lines: lines.unwrap_or(1).clamp(1, MOST_LINES) as usize,
                only: points(only)?,
                without: points(without)?,
                pace: Pace::Usual,
                stops_when_alone: false,
            };
            analyze(game, &think, settings, handle, report);
            Ok(())
        }
        WorkTask::Solve { kind, threat, time_ms, .. } => {
            solve(game, *kind, *threat, time_ms.unwrap_or(SOLVE_TIME_MS), settings, handle, report)
        }
        WorkTask::Book { .. } => {
            let book = book_view(game).map(Box::new);
            report(Word::Says(WorkSays::Book { book }));
            Ok(())
        }
        WorkTask::Review { time_ms, .. } => {
            review(game, time_ms.unwrap_or(REVIEW_TIME_MS), settings, handle, report);
            Ok(())
        }
        WorkTask::Judge { point, time_ms, .. } => {
            let point = point_of(game.size(), point)?;
            judge(game, point, time_ms.unwrap_or(REVIEW_TIME_MS), settings, handle, report)
        }
        WorkTask::Explain { opponent, time_ms, depth, nodes, width, .. } => {
            let time = time_ms.map(Duration::from_millis);
            let limits = MoveLimits { time, depth: *depth, nodes: *nodes, width: *width };
            explain(game, opponent, limits, settings, seed, handle, report)
        }
        WorkTask::Walk { .. } | WorkTask::Stop => Ok(()),
    }
}

/// The engine of a job. If there is less memory for it than the user allows, that is told.
fn engine(settings: &Settings, report: &dyn Fn(Word)) -> Engine {
    let engine = Engine::new(EngineSettings {
        hash_mib: settings.hash_mib as usize,
        threads: settings.threads as usize,
        ..EngineSettings::default()
    });
    tell(Shortage::of(&engine), report);
    engine
}

fn tell(shortage: Option<Shortage>, report: &dyn Fn(Word)) {
    if let Some(shortage) = shortage {
        report(Word::Says(WorkSays::Notice { notice: (&Notice::from(shortage)).into() }));
    }
}

fn analyze(
    game: &Game,
    think: &Think,
    settings: &Settings,
    handle: &SearchHandle,
    report: &dyn Fn(Word),
) {
    let engine = engine(settings, report);
    let position = Position::of(game);
    handle.change(|thinking| thinking.stage = Stage::Search);
    if let Ok(parts) = engine.evaluate(&position) {
        report(Word::Says(WorkSays::Surveyed { survey: Box::new(survey_view(game, parts)) }));
    }
    deepening::analyze(&engine, &position, think, handle);
}

fn solve(
    game: &Game,
    kind: SolveKind,
    is_threat: bool,
    time_ms: u64,
    settings: &Settings,
    handle: &SearchHandle,
    report: &dyn Fn(Word),
) -> Result<(), ActionError> {
    let game = if is_threat {
        game.with_other_to_move(SetupFaults::NONE)
            .map_err(|faults| ActionError::Position(faults.to_string()))?
    } else {
        game.clone()
    };
    handle.change(|thinking| {
        thinking.stage = if kind == SolveKind::Vcf { Stage::Vcf } else { Stage::Vct };
        thinking.limit = Some(Duration::from_millis(time_ms));
    });
    let wanted_mib = settings.hash_mib as usize;
    let hash_mib = affordable_mib(wanted_mib);
    tell((hash_mib < wanted_mib).then_some(Shortage { wanted_mib, got_mib: hash_mib }), report);
    let request = SolveRequest {
        kind: match kind {
            SolveKind::Vcf => Some(Kind::Vcf),
            SolveKind::Vct => Some(Kind::Vct),
            SolveKind::Any => None,
        },
        nodes: None,
        time: Some(Duration::from_millis(time_ms)),
        hash_mib,
    };
    let solved = solve_position(&Position::of(&game), &request, handle.stop_sign())
        .map_err(|error| ActionError::Unsupported(error.to_string()))?;
    let proof = Box::new(proof_view(&game, &solved));
    if let Answer::Win(certificate) = solved.answer {
        report(Word::Proof(Arc::from(certificate)));
    }
    report(Word::Says(WorkSays::Proof { proof }));
    Ok(())
}

/// How long a position of a review is thought about.
fn review_time(time_ms: u64) -> Duration {
    Duration::from_millis(time_ms.clamp(10, 10_000))
}

fn review(
    game: &Game,
    time_ms: u64,
    settings: &Settings,
    handle: &SearchHandle,
    report: &dyn Fn(Word),
) {
    let engine = engine(settings, report);
    let mut analyst = EngineAnalyst { engine: &engine, time: review_time(time_ms), handle };
    let mut reviewer = Reviewer::new(game);
    let view = |review: &Review| Box::new(review_view(game.size(), review));
    let mut is_going = true;
    while is_going && !handle.is_stopped() {
        is_going = reviewer.step(&mut analyst);
        let (done, total) = (reviewer.done() as u64, reviewer.total() as u64);
        let text = format!("Looked at {done} of {total} positions.");
        report(Word::Says(WorkSays::Progress { done, total: Some(total), text }));
        report(Word::Says(WorkSays::Review { review: view(&reviewer.so_far()) }));
    }
    if !handle.is_stopped() {
        let review = view(&reviewer.finish(&mut analyst));
        report(Word::Says(WorkSays::Review { review }));
    }
}

fn judge(
    game: &Game,
    point: Point,
    time_ms: u64,
    settings: &Settings,
    handle: &SearchHandle,
    report: &dyn Fn(Word),
) -> Result<(), ActionError> {
    let engine = engine(settings, report);
    let mut analyst = EngineAnalyst { engine: &engine, time: review_time(time_ms), handle };
    let verdict = judge_move(game, point, &mut analyst).map_err(ActionError::Move)?;
    if !handle.is_stopped() {
        let verdict = Box::new(verdict_view(game.size(), &verdict));
        report(Word::Says(WorkSays::Judged { verdict }));
    }
    Ok(())
}

fn explain(
    game: &Game,
    opponent: &str,
    limits: MoveLimits,
    settings: &Settings,
    seed: u64,
    handle: &SearchHandle,
    report: &dyn Fn(Word),
) -> Result<(), ActionError> {
    let usual = Rung::named(opponent).and_then(Rung::longest_time);
    let is_chosen = limits.says_when_to_stop();
    let request = DecisionRequest {
        opponent: opponent.to_owned(),
        game: game.clone(),
        task: Task::Move,
        limit: if is_chosen { limits.time } else { usual },
        limits,
        clock: None,
        spent: Spent::default(),
        habits: None,
    };
    let mut thinker = LadderThinker::new(allowance_of(settings), seed);
    let result = thinker.think(&Job::Decide(Box::new(request)), handle);
    tell(handle.shortage(), report);
    let thought = match result {
        JobResult::Decided(decision) => decision.thought,
        JobResult::Suggested(_) => None,
    };
    let thought =
        thought.ok_or_else(|| ActionError::Internal("the opponent gave no reasons".to_owned()))?;
    let reasoning = Box::new(move_reasoning(game, None, &thought));
    report(Word::Says(WorkSays::Explained { reasoning }));
    Ok(())
}
