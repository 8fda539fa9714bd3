//! The jobs themselves.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use tengen_api::{SeatName, SolveKind, Spot, UserSettings, WorkSays, WorkTask};
use tengen_engine::solver::{Answer, Kind};
use tengen_engine::{
    Budget, Engine, Pace, Position, Settings, SolveRequest, Think, affordable_mib, solve_position,
    solves, supports,
};
use tengen_game::{
    Refusal, Reviewer, Spent, Task, Wanted, point_of, proof_view, with_the_other_to_move,
};
use tengen_players::{LADDER, Rung};
use tengen_rules::{Game, Point, SetupFaults};

use super::Word;
use crate::analyst::EngineAnalyst;
use tengen_minds::{Live, Minds, Shortage, decide_move, show_event};

const SOLVE_TIME_MS: u64 = 30_000;
const REVIEW_TIME_MS: u64 = 200;
const MOST_LINES: u32 = 20;

/// Whether the job can be done at all, before a thread is started for it.
pub(super) fn check(task: &WorkTask, game: &Game) -> Result<(), Refusal> {
    if let WorkTask::Explain { opponent, .. } = task {
        let rung = LADDER.iter().find(|rung| rung.name == *opponent);
        let player = rung.ok_or_else(|| {
            Refusal::Unsupported(format!("there is no opponent named {opponent:?}"))
        })?;
        let supported = player.player().supports(game.rule(), game.size());
        supported.map_err(|error| Refusal::Unsupported(error.to_string()))?;
    } else {
        let able = if matches!(task, WorkTask::Solve { .. }) { solves } else { supports };
        able(game.rule(), game.size()).map_err(|error| Refusal::Unsupported(error.to_string()))?;
    }
    if !matches!(task, WorkTask::Review { .. }) && !game.status().is_ongoing() {
        return Err(Refusal::Move(tengen_rules::IllegalMove::GameOver));
    }
    Ok(())
}

/// Starts a job on a thread of its own. A panic ends the job and is told, nothing else.
pub(super) fn spawn(
    task: WorkTask,
    game: Game,
    settings: UserSettings,
    live: Live,
    report: impl Fn(Word) + Clone + Send + 'static,
) {
    let report_failure = report.clone();
    let work = move || {
        let run = || run(&task, &game, &settings, &live, &report);
        let error = match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(())) => None,
            Ok(Err(refusal)) => Some(refusal),
            Err(_) => Some(Refusal::Internal("the engine failed on this position".to_owned())),
        };
        if let Some(refusal) = error {
            report(Word::Says(WorkSays::Failed { error: refusal.to_api() }));
        }
        report(Word::End);
    };
    if std::thread::Builder::new().name("job".to_owned()).spawn(work).is_err() {
        let refusal = Refusal::Internal("there is no memory for another thread".to_owned());
        report_failure(Word::Says(WorkSays::Failed { error: refusal.to_api() }));
        report_failure(Word::End);
    }
}

fn run(
    task: &WorkTask,
    game: &Game,
    settings: &UserSettings,
    live: &Live,
    report: &dyn Fn(Word),
) -> Result<(), Refusal> {
    match task {
        WorkTask::Analyze { lines, time_ms, depth, only, without, .. } => {
            let points = |spots: &[Spot]| -> Result<Vec<Point>, Refusal> {
                spots.iter().map(|spot| point_of(game.size(), spot)).collect()
            };
            let limit = time_ms.map(Duration::from_millis);
            let think = Think {
                budget: Budget { soft: limit, hard: limit },
                depth: depth.map(|depth| depth.min(99) as i32),
                nodes: None,
                lines: lines.unwrap_or(1).clamp(1, MOST_LINES) as usize,
                only: points(only)?,
                without: points(without)?,
                pace: Pace::Usual,
                stops_when_alone: false,
            };
            analyze(game, &think, settings, live, report);
            Ok(())
        }
        WorkTask::Solve { kind, threat, time_ms, .. } => {
            solve(game, *kind, *threat, time_ms.unwrap_or(SOLVE_TIME_MS), settings, live, report)
        }
        WorkTask::Review { time_ms, .. } => {
            review(game, time_ms.unwrap_or(REVIEW_TIME_MS), settings, live, report);
            Ok(())
        }
        WorkTask::Explain { opponent, time_ms, .. } => {
            explain(game, opponent, *time_ms, settings, live, report)
        }
        WorkTask::Walk { .. } | WorkTask::Stop => Ok(()),
    }
}

/// The engine of a job. If there is less memory for it than the user allows, that is told.
fn engine(settings: &UserSettings, report: &dyn Fn(Word)) -> Engine {
    let engine = Engine::new(Settings {
        hash_mib: settings.hash_mib as usize,
        threads: settings.threads as usize,
        ..Settings::default()
    });
    tell(Shortage::of(&engine), report);
    engine
}

fn tell(shortage: Option<Shortage>, report: &dyn Fn(Word)) {
    if let Some(shortage) = shortage {
        report(Word::Says(WorkSays::Notice { notice: shortage.notice() }));
    }
}

fn analyze(
    game: &Game,
    think: &Think,
    settings: &UserSettings,
    live: &Live,
    report: &dyn Fn(Word),
) {
    let engine = engine(settings, report);
    let position = Position::of(game);
    live.change(|view| {
        view.ply = game.turns().len() as u32 + 1;
        "search".clone_into(&mut view.stage);
    });
    let mut show = |event| show_event(&engine, &position, event, live);
    // The rule is known to the engine: that was checked before.
    let _ = engine.think(&position, think, live.stop_flag(), &mut show);
}

fn solve(
    game: &Game,
    kind: SolveKind,
    is_threat: bool,
    time_ms: u64,
    settings: &UserSettings,
    live: &Live,
    report: &dyn Fn(Word),
) -> Result<(), Refusal> {
    let game = if is_threat {
        with_the_other_to_move(game, SetupFaults::NONE)
            .map_err(|faults| Refusal::Position(faults.to_string()))?
    } else {
        game.clone()
    };
    live.change(|view| {
        let stage = if kind == SolveKind::Vcf { "vcf" } else { "vct" };
        stage.clone_into(&mut view.stage);
        view.limit_ms = Some(time_ms);
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
    let solved = solve_position(&Position::of(&game), &request, live.stop_flag())
        .map_err(|error| Refusal::Unsupported(error.to_string()))?;
    let proof = Box::new(proof_view(&game, &solved));
    if let Answer::Win(certificate) = solved.answer {
        report(Word::Proof(Arc::from(certificate)));
    }
    report(Word::Says(WorkSays::Proof { proof }));
    Ok(())
}

fn review(game: &Game, time_ms: u64, settings: &UserSettings, live: &Live, report: &dyn Fn(Word)) {
    let engine = engine(settings, report);
    let time = Duration::from_millis(time_ms.clamp(10, 10_000));
    let mut analyst = EngineAnalyst { engine: &engine, time, live };
    let mut reviewer = Reviewer::new(game);
    let mut is_going = true;
    while is_going && !live.is_stopped() {
        is_going = reviewer.step(&mut analyst);
        let (done, total) = (reviewer.done() as u64, reviewer.total() as u64);
        let text = format!("Looked at {done} of {total} positions.");
        report(Word::Says(WorkSays::Progress { done, total: Some(total), text }));
        report(Word::Says(WorkSays::Review { review: Box::new(reviewer.so_far()) }));
    }
    if !live.is_stopped() {
        let review = Box::new(reviewer.finish(&mut analyst));
        report(Word::Says(WorkSays::Review { review }));
    }
}

fn explain(
    game: &Game,
    opponent: &str,
    time_ms: Option<u64>,
    settings: &UserSettings,
    live: &Live,
    report: &dyn Fn(Word),
) -> Result<(), Refusal> {
    let usual = LADDER.iter().find(|rung| rung.name == opponent).and_then(Rung::usual_time);
    let wanted = Wanted {
        epoch: 0,
        seat: SeatName::First,
        opponent: opponent.to_owned(),
        game: game.clone(),
        ply: game.turns().len() as u32 + 1,
        task: Task::Move,
        limit: time_ms.map(Duration::from_millis).or(usual),
        clock: None,
        spent: Spent::default(),
    };
    let mut minds = Minds::new(settings.hash_mib as usize, settings.threads as usize);
    let (_, recorded) = decide_move(&mut minds, &wanted, None, live);
    tell(live.shortage(), report);
    let recorded =
        recorded.ok_or_else(|| Refusal::Internal("the opponent gave no reasons".to_owned()))?;
    report(Word::Says(WorkSays::Explained { reasoning: Box::new(recorded.view) }));
    Ok(())
}
