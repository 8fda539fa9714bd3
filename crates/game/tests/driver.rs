//! The driver: what goes in, and which effects come out in which order.

use tengen_game::{
    ActionError, ClockSpec, Done, Driver, Effect, Ending, Happening, Input, JobId, Moment,
    NewGameSpec, News, Notice, Occupant, Phase, PlayerAction, RequestId, Table, read_code,
};
use tengen_players::pool::{Finished, Job, JobResult, Shortage, last_resort};
use tengen_players::{Act, Decision, Suggestion, Task};
use tengen_rules::{Action, Color, Move, Opening, Point, Rule, Seat, Status};

use crate::games::{
    BEGINNING, against, against_scorer, bare, hotseat, moves, play, point, stones, thought_through,
    with_clock,
};

/// Whoever owns a driver, with a clock of their own.
struct Owner {
    driver: Driver,
    now: Moment,
    n_requests: RequestId,
}

impl Owner {
    /// Takes up a game that was never kept.
    fn of(table: Table) -> (Self, Vec<Effect>) {
        let mut driver = Driver::new(table, false);
        let effects = driver.start(BEGINNING);
        (Self { driver, now: BEGINNING, n_requests: 0 }, effects)
    }

    /// A game against a seed player, in which a person begins.
    fn against_scorer() -> Self {
        let (owner, effects) = Self::of(against_scorer());
        assert!(effects.is_empty(), "it is the person's turn");
        owner
    }

    fn table(&self) -> &Table {
        self.driver.table()
    }

    fn tell(&mut self, input: Input) -> Vec<Effect> {
        self.now += 100;
        self.driver.update(input, self.now)
    }

    /// A person does something that is not refused.
    fn act(&mut self, action: &PlayerAction) -> Vec<Effect> {
        let effects = self.try_act(action.clone(), None);
        let refused = replies(&effects).into_iter().any(|(_, result)| result.is_err());
        assert!(!refused, "{action:?}: {effects:?}");
        effects
    }

    fn try_act(&mut self, action: PlayerAction, expected_seq: Option<u64>) -> Vec<Effect> {
        self.n_requests += 1;
        self.tell(Input::Act { request: self.n_requests, action, expected_seq })
    }

    /// The job of the opponent that thinks.
    fn job(&self) -> JobId {
        self.driver.deciding().expect("somebody thinks").0
    }

    /// The opponent that thinks comes to a decision.
    fn decided(&mut self, decision: Decision) -> Vec<Effect> {
        let job = self.job();
        self.tell(decided(job, decision, 0))
    }
}

fn decided(job: JobId, decision: Decision, n_panics: u32) -> Input {
    let result = JobResult::Decided(Box::new(decision));
    Input::JobDone { job, finished: Finished { result, n_panics }, shortage: None }
}

fn suggested(job: JobId, suggestion: Suggestion) -> Input {
    let result = JobResult::Suggested(Box::new(suggestion));
    Input::JobDone { job, finished: Finished { result, n_panics: 0 }, shortage: None }
}

/// What comes out, by the kind of it.
fn kinds(effects: &[Effect]) -> Vec<&'static str> {
    let kind = |effect: &Effect| match effect {
        Effect::Think { .. } => "think",
        Effect::Stop { .. } => "stop",
        Effect::Record(_) => "record",
        Effect::Save => "save",
        Effect::Tell(_) => "tell",
        Effect::Reply { .. } => "reply",
    };
    effects.iter().map(kind).collect()
}

/// The only job that is given out.
fn thinks(effects: &[Effect]) -> (JobId, &Job) {
    let mut jobs = effects.iter().filter_map(|effect| match effect {
        Effect::Think { job, work, .. } => Some((*job, work)),
        _ => None,
    });
    let one = jobs.next().expect("a job is given out");
    assert!(jobs.next().is_none(), "only one job is given out");
    one
}

/// Those that an opponent may adapt to, by name if they have one.
fn adapted_to(effects: &[Effect]) -> Vec<Option<String>> {
    let person = |effect: &Effect| match effect {
        Effect::Think { adapts_to, .. } => adapts_to.clone(),
        _ => None,
    };
    effects.iter().filter_map(person).collect()
}

fn stopped(effects: &[Effect]) -> Vec<JobId> {
    let job = |effect: &Effect| match effect {
        Effect::Stop { job } => Some(*job),
        _ => None,
    };
    effects.iter().filter_map(job).collect()
}

fn replies(effects: &[Effect]) -> Vec<(RequestId, Result<Done, ActionError>)> {
    let reply = |effect: &Effect| match effect {
        Effect::Reply { request, result } => Some((*request, result.clone())),
        _ => None,
    };
    effects.iter().filter_map(reply).collect()
}

/// What everybody is told happened.
fn happenings(effects: &[Effect]) -> Vec<Happening> {
    let events = |effect: &Effect| match effect {
        Effect::Tell(News::Changed { events }) => events.clone(),
        _ => Vec::new(),
    };
    effects.iter().flat_map(events).map(|event| event.what).collect()
}

/// The notices that everybody is told beside the game.
fn notices(effects: &[Effect]) -> Vec<Notice> {
    let notice = |effect: &Effect| match effect {
        Effect::Tell(News::Notice(notice)) => Some(notice.clone()),
        _ => None,
    };
    effects.iter().filter_map(notice).collect()
}

fn suggestion(work: &Job) -> Suggestion {
    let JobResult::Suggested(suggestion) = last_resort(work) else { panic!("a suggestion") };
    *suggestion
}

// The order of effects.

#[test]
fn effects_come_in_the_order_record_save_stop_think_tell_reply() {
    let mut owner = Owner::against_scorer();
    assert_eq!(kinds(&owner.act(&play("H8"))), ["save", "think", "tell", "reply"]);
    let decision = thought_through(owner.table(), "I9");
    assert_eq!(kinds(&owner.decided(decision)), ["record", "save", "tell"]);
    owner.act(&PlayerAction::Hint);
    assert_eq!(kinds(&owner.act(&play("G7"))), ["save", "stop", "think", "tell", "reply"]);
    assert_eq!(kinds(&owner.act(&PlayerAction::Undo)), ["save", "stop", "tell", "reply"]);
}

#[test]
fn two_opponents_go_on_by_themselves() {
    let wish = NewGameSpec {
        rule: Some(Rule::Freestyle),
        first: Some(Occupant::opponent("scorer")),
        second: Some(Occupant::opponent("patterns")),
        ..NewGameSpec::default()
    };
    let (mut owner, effects) = Owner::of(Table::new(wish, false, BEGINNING).unwrap());
    assert_eq!(kinds(&effects), ["think"]);
    let decision = thought_through(owner.table(), "H8");
    let effects = owner.decided(decision);
    assert_eq!(kinds(&effects), ["record", "save", "think", "tell"]);
    let (_, Job::Decide(request)) = thinks(&effects) else { panic!("a decision") };
    assert_eq!(request.opponent, "patterns");
}

#[test]
fn every_change_is_saved_before_it_is_told() {
    let mut owner = Owner::against_scorer();
    let check = |effects: &[Effect]| {
        let kinds = kinds(effects);
        let place = |wanted| kinds.iter().position(|&kind| kind == wanted);
        assert!(place("save").unwrap() < place("tell").unwrap(), "{kinds:?}");
        assert_eq!(kinds.iter().filter(|&&kind| kind == "tell").count(), 1, "{kinds:?}");
    };
    check(&owner.act(&play("H8")));
    check(&owner.decided(bare("I9")));
    for action in [
        PlayerAction::Undo,
        PlayerAction::Redo,
        PlayerAction::Pause,
        PlayerAction::Resume,
        PlayerAction::Rename("A quiet game".to_owned()),
        PlayerAction::OfferDraw,
        PlayerAction::Resign,
    ] {
        check(&owner.act(&action));
    }
}

// Thinking.

#[test]
fn the_answer_of_an_old_job_is_ignored() {
    let mut owner = Owner::against_scorer();
    owner.act(&play("H8"));
    let old = owner.job();
    owner.act(&PlayerAction::Undo);
    assert_eq!(kinds(&owner.tell(decided(old, bare("I9"), 1))), [""; 0]);
    owner.act(&play("G7"));
    assert_ne!(owner.job(), old);
    assert_eq!(kinds(&owner.tell(decided(old, bare("I9"), 0))), [""; 0]);
    assert_eq!(kinds(&owner.tell(Input::JobLost { job: old })), [""; 0]);
    assert_eq!(moves(owner.table()), stones("G7"));
    owner.decided(bare("I9"));
    assert_eq!(moves(owner.table()), stones("G7 I9"));
    assert!(owner.table().history().notices.is_empty());
}

#[test]
fn taking_back_while_the_opponent_thinks_stops_it() {
    let mut owner = Owner::against_scorer();
    let (job, _) = thinks(&owner.act(&play("H8")));
    let effects = owner.act(&PlayerAction::Undo);
    assert_eq!(stopped(&effects), [job]);
    assert_eq!(happenings(&effects), [Happening::Undone { count: 1 }]);
    assert!(!owner.driver.is_busy());
}

#[test]
fn what_does_not_touch_the_position_lets_the_opponent_think_on() {
    let mut owner = Owner::against_scorer();
    let (job, _) = thinks(&owner.act(&play("H8")));
    let rename = PlayerAction::Rename("A quiet game".to_owned());
    for action in [rename, PlayerAction::OfferDraw] {
        assert_eq!(kinds(&owner.act(&action)), ["save", "tell", "reply"]);
        assert_eq!(owner.job(), job);
    }
}

#[test]
fn a_lost_thinker_is_asked_again() {
    let mut owner = Owner::against_scorer();
    let (lost, _) = thinks(&owner.act(&play("H8")));
    let effects = owner.tell(Input::JobLost { job: lost });
    assert_eq!(kinds(&effects), ["think"]);
    let (job, Job::Decide(request)) = thinks(&effects) else { panic!("a decision") };
    assert_ne!(job, lost);
    assert_eq!(request.game.turns().len(), 1);
    owner.decided(bare("I9"));
    assert_eq!(moves(owner.table()), stones("H8 I9"));
}

#[test]
fn a_thinker_that_is_lost_time_and_again_pauses_the_game_and_people_go_on() {
    let mut owner = Owner::against_scorer();
    owner.act(&play("H8"));
    let lose_all = |owner: &mut Owner| {
        let mut effects = Vec::new();
        for n_lost in 1.. {
            assert!(n_lost < 10, "it is asked without end");
            let job = owner.job();
            effects = owner.tell(Input::JobLost { job });
            if !owner.driver.is_busy() {
                break;
            }
        }
        effects
    };
    let effects = lose_all(&mut owner);
    assert_eq!(kinds(&effects), ["save", "tell"]);
    assert_eq!(happenings(&effects), [Happening::Trouble, Happening::Paused]);
    assert!(owner.table().is_paused());
    assert_eq!(owner.table().history().notices, [Notice::OpponentLost]);
    // Whoever resumes has it asked again, as often as before.
    thinks(&owner.act(&PlayerAction::Resume));
    lose_all(&mut owner);
    assert!(owner.table().is_paused());
    // The game is as usable as any other.
    owner.act(&PlayerAction::Undo);
    thinks(&owner.act(&PlayerAction::Hint));
    owner.act(&play("G7"));
    owner.decided(bare("I9"));
    assert_eq!(moves(owner.table()), stones("G7 I9"));
    owner.act(&PlayerAction::Resign);
    assert_eq!(owner.table().turn(), None);
}

#[test]
fn only_losses_in_a_row_pause_the_game() {
    let mut owner = Owner::against_scorer();
    for (ours, theirs) in [("H8", "I9"), ("G7", "A1"), ("H6", "A3")] {
        owner.act(&play(ours));
        let job = owner.job();
        owner.tell(Input::JobLost { job });
        let job = owner.job();
        owner.tell(Input::JobLost { job });
        owner.decided(bare(theirs));
    }
    assert!(owner.table().history().notices.is_empty());
    assert_eq!(moves(owner.table()), stones("H8 I9 G7 A1 H6 A3"));
}

#[test]
fn move_now_stops_the_opponent_whose_answer_still_counts() {
    let mut owner = Owner::against_scorer();
    let refused = owner.try_act(PlayerAction::MoveNow, None);
    assert!(matches!(replies(&refused)[..], [(_, Err(ActionError::NotNow(_)))]));
    let (job, _) = thinks(&owner.act(&play("H8")));
    let effects = owner.act(&PlayerAction::MoveNow);
    assert_eq!(kinds(&effects), ["stop", "reply"]);
    assert_eq!((stopped(&effects), owner.job()), (vec![job], job));
    owner.decided(bare("I9"));
    assert_eq!(moves(owner.table()), stones("H8 I9"));
}

#[test]
fn a_panic_is_told_once_and_another_one_again() {
    let mut owner = Owner::against_scorer();
    owner.act(&play("H8"));
    let (job, failed_once) = (owner.job(), Notice::OpponentFailed { times: 1 });
    let effects = owner.tell(decided(job, bare("I9"), 1));
    let played = Happening::Played { seat: Seat::Second, point: point("I9"), captured: vec![] };
    assert_eq!(happenings(&effects), [Happening::Trouble, played]);
    assert_eq!(owner.table().history().notices, std::slice::from_ref(&failed_once));
    assert_eq!(
        failed_once.text(),
        "The opponent's program failed and was started again; the game goes on."
    );
    owner.act(&play("G7"));
    owner.decided(bare("F6"));
    assert_eq!(owner.table().history().notices.len(), 1, "nothing failed this time");
    owner.act(&play("A1"));
    let job = owner.job();
    owner.tell(decided(job, bare("B1"), 2));
    assert_eq!(owner.table().history().notices, [failed_once, Notice::OpponentFailed { times: 2 }]);
}

#[test]
fn a_shortage_of_memory_is_told_once() {
    let mut owner = Owner::against_scorer();
    let shortage = Shortage { wanted_mib: 512, got_mib: 64 };
    for (person, opponent) in [("H8", "I9"), ("G7", "F6")] {
        owner.act(&play(person));
        let result = JobResult::Decided(Box::new(bare(opponent)));
        let finished = Finished { result, n_panics: 0 };
        let job = owner.job();
        owner.tell(Input::JobDone { job, finished, shortage: Some(shortage) });
    }
    let told = Notice::MemoryShort { wanted_mib: 512, got_mib: 64 };
    assert_eq!(owner.table().history().notices, [told]);
}

#[test]
fn an_illegal_move_is_replaced_by_a_legal_one_with_a_notice() {
    let opening_step = Decision::bare(Act::Opening(Action::Swap));
    let off_board = Decision::bare(Act::Move(Move::Place(Point::new(15, 15))));
    let pass = Decision::bare(Act::Move(Move::Pass));
    for illegal in [bare("H8"), off_board, pass, opening_step] {
        let mut owner = Owner::against_scorer();
        owner.act(&play("H8"));
        let thought = thought_through(owner.table(), "H8").thought;
        let effects = owner.decided(Decision { thought, ..illegal });
        assert_eq!(kinds(&effects), ["save", "tell"], "no thought led to the move that is played");
        let [Happening::Trouble, Happening::Played { seat: Seat::Second, point, .. }] =
            happenings(&effects)[..]
        else {
            panic!("{effects:?}")
        };
        assert_eq!(moves(owner.table())[1], Move::Place(point));
        assert_eq!(owner.table().turn(), Some(Seat::First));
        assert_eq!(owner.table().history().notices, [Notice::OpponentPlayedIllegally]);
        assert!(!owner.table().history().steps[1].has_thought);
    }
}

#[test]
fn an_illegal_step_of_an_opening_is_replaced_by_a_legal_one_with_a_notice() {
    let place = |name| Decision::bare(Act::Opening(Action::Place(point(name))));
    for illegal in [place("H8"), bare("A1"), Decision::bare(Act::Opening(Action::Swap))] {
        let (mut owner, _) = Owner::of(against("scorer", Seat::First, Opening::Swap2));
        owner.decided(place("H8"));
        let effects = owner.decided(illegal);
        let happened = happenings(&effects);
        assert!(
            matches!(happened[..], [Happening::Trouble, Happening::Played { .. }]),
            "{happened:?}"
        );
        assert_eq!(owner.table().history().notices, [Notice::OpponentPlayedIllegally]);
        let opening = owner.table().opening_in_progress().unwrap();
        assert_eq!(opening.stones().len(), 2);
        // The third stone is the opponent's too.
        assert!(matches!(thinks(&effects).1, Job::Decide(_)));
    }
}

// Suggestions.

#[test]
fn two_hints_for_the_same_position_get_one_job_and_two_replies() {
    let mut owner = Owner::against_scorer();
    let effects = owner.act(&PlayerAction::Hint);
    let (job, work) = thinks(&effects);
    let Job::Suggest(request) = work else { panic!("a suggestion") };
    assert!(matches!(request.task, Task::Move));
    assert_eq!(adapted_to(&effects), []);
    // A new name is no new position.
    owner.act(&PlayerAction::Rename("A quiet game".to_owned()));
    assert_eq!(kinds(&owner.act(&PlayerAction::Hint)), [""; 0]);
    let found = suggestion(work);
    let effects = owner.tell(suggested(job, found.clone()));
    let reply = Ok(Done::Suggested(Box::new(found.clone())));
    assert_eq!(replies(&effects), [(1, reply.clone()), (3, reply)]);
    assert!(!owner.driver.is_busy());
    assert_eq!(kinds(&owner.tell(suggested(job, found))), [""; 0], "nobody waits any more");
}

#[test]
fn a_hint_that_outlives_its_position_is_stopped_and_still_replied() {
    // Against an opponent that is to think next, and between two people.
    for table in [against_scorer(), hotseat(Rule::Freestyle, Opening::Free)] {
        let (mut owner, _) = Owner::of(table);
        let effects = owner.act(&PlayerAction::Hint);
        let (job, work) = thinks(&effects);
        let effects = owner.act(&play("H8"));
        assert_eq!(stopped(&effects), [job]);
        let effects = owner.act(&PlayerAction::Undo);
        assert!(!stopped(&effects).contains(&job), "once is enough");
        // The position is another one now, even if it looks the same.
        let (later, _) = thinks(&owner.act(&PlayerAction::Hint));
        assert_ne!(later, job);
        let found = suggestion(work);
        let effects = owner.tell(suggested(job, found.clone()));
        assert_eq!(replies(&effects), [(1, Ok(Done::Suggested(Box::new(found))))]);
        assert!(owner.driver.is_busy());
    }
}

#[test]
fn a_hint_whose_thinker_is_lost_is_replied_with_an_error() {
    let mut owner = Owner::against_scorer();
    let (job, _) = thinks(&owner.act(&PlayerAction::Hint));
    let effects = owner.tell(Input::JobLost { job });
    assert!(matches!(replies(&effects)[..], [(1, Err(ActionError::Internal(_)))]));
    assert!(!owner.driver.is_busy());
}

// People.

#[test]
fn of_two_clients_that_answer_the_same_position_the_second_is_refused() {
    let (mut owner, _) = Owner::of(hotseat(Rule::Freestyle, Opening::Free));
    let seen = owner.table().seq();
    let first = owner.try_act(play("H8"), Some(seen));
    assert_eq!(replies(&first), [(1, Ok(Done::Changed))]);
    let second = owner.try_act(play("I9"), Some(seen));
    assert_eq!(kinds(&second), ["reply"], "a refusal changes nothing");
    assert_eq!(replies(&second), [(2, Err(ActionError::Stale))]);
    assert_eq!(moves(owner.table()), stones("H8"));
    let again = owner.try_act(play("I9"), Some(owner.table().seq()));
    assert_eq!(replies(&again), [(3, Ok(Done::Changed))]);
}

#[test]
fn a_refused_action_changes_and_tells_nothing() {
    let mut owner = Owner::against_scorer();
    owner.act(&play("H8"));
    let (job, seq) = (owner.job(), owner.table().seq());
    for action in [play("A1"), PlayerAction::Hint, PlayerAction::Redo, PlayerAction::Resume] {
        assert_eq!(kinds(&owner.try_act(action, None)), ["reply"]);
    }
    assert_eq!((owner.job(), owner.table().seq()), (job, seq));
}

#[test]
fn a_pause_stops_the_opponent_and_going_on_has_it_think_anew() {
    let mut owner = Owner::against_scorer();
    let (job, _) = thinks(&owner.act(&play("H8")));
    let effects = owner.act(&PlayerAction::Pause);
    assert_eq!((stopped(&effects), owner.driver.is_busy()), (vec![job], false));
    assert_eq!(kinds(&owner.tell(decided(job, bare("I9"), 0))), [""; 0]);
    let (later, _) = thinks(&owner.act(&PlayerAction::Resume));
    assert_ne!(later, job);
    owner.decided(bare("I9"));
    assert_eq!(moves(owner.table()), stones("H8 I9"));
}

#[test]
fn a_clock_that_runs_out_ends_the_game_and_saves_it() {
    let clock = ClockSpec { main_ms: 1_000, ..ClockSpec::default() };
    let (mut owner, _) = Owner::of(with_clock(clock));
    owner.act(&play("H8"));
    assert_eq!(kinds(&owner.tell(Input::Tick)), [""; 0]);
    owner.now += 1_000;
    let effects = owner.tell(Input::Tick);
    assert_eq!(kinds(&effects), ["save", "tell"]);
    assert_eq!(happenings(&effects), [Happening::Ended]);
    assert_eq!(owner.table().history().ending, Some(Ending::TimedOut { seat: Seat::Second }));
    assert_eq!(kinds(&owner.tell(Input::Tick)), [""; 0], "a game ends once");
}

#[test]
fn a_move_that_comes_after_the_clock_ran_out_is_too_late_also_before_a_tick() {
    let clock = ClockSpec { main_ms: 1_000, ..ClockSpec::default() };
    let (mut owner, _) = Owner::of(with_clock(clock));
    owner.now += 5_000;
    let effects = owner.try_act(play("H8"), None);
    assert!(replies(&effects).iter().all(|(_, result)| result.is_err()), "{effects:?}");
    assert_eq!(kinds(&effects), ["save", "tell", "reply"]);
    assert!(matches!(owner.table().history().ending, Some(Ending::TimedOut { .. })));
    assert!(owner.table().history().steps.is_empty());
}

#[test]
fn the_clock_of_an_opponent_runs_out_too() {
    let wish = NewGameSpec {
        rule: Some(Rule::Freestyle),
        second: Some(Occupant::opponent("scorer")),
        clock: Some(ClockSpec { main_ms: 1_000, ..ClockSpec::default() }),
        ..NewGameSpec::default()
    };
    let (mut owner, _) = Owner::of(Table::new(wish, false, BEGINNING).unwrap());
    let (job, _) = thinks(&owner.act(&play("H8")));
    owner.now += 1_000;
    let effects = owner.tell(Input::Tick);
    assert_eq!((kinds(&effects), stopped(&effects)), (vec!["save", "stop", "tell"], vec![job]));
    assert_eq!(owner.table().phase(), Phase::Over);
}

// Keeping the game.

#[test]
fn an_empty_game_is_not_saved_until_something_is_done_in_it() {
    let (mut owner, _) = Owner::of(hotseat(Rule::Freestyle, Opening::Free));
    let rename = || PlayerAction::Rename("A quiet game".to_owned());
    assert_eq!(kinds(&owner.act(&rename())), ["tell", "reply"]);
    assert_eq!(kinds(&owner.act(&play("H8"))), ["save", "tell", "reply"]);
    // Also when the board is empty again: the stone can be played once more.
    assert_eq!(kinds(&owner.act(&PlayerAction::Undo)), ["save", "tell", "reply"]);
    assert_eq!(kinds(&owner.act(&rename())), ["save", "tell", "reply"]);

    let (mut owner, _) = Owner::of(hotseat(Rule::Freestyle, Opening::Free));
    assert_eq!(kinds(&owner.act(&PlayerAction::Resign)), ["save", "tell", "reply"]);
}

#[test]
fn a_game_of_the_library_is_saved_even_if_it_is_empty() {
    let driver = Driver::new(hotseat(Rule::Freestyle, Opening::Free), true);
    let mut owner = Owner { driver, now: BEGINNING, n_requests: 0 };
    let rename = PlayerAction::Rename("A quiet game".to_owned());
    assert_eq!(kinds(&owner.act(&rename)), ["save", "tell", "reply"]);
}

#[test]
fn a_failed_save_is_told_once_and_so_is_its_recovery() {
    let mut owner = Owner::against_scorer();
    let fails = || Input::Saved(Err("the disk is full".to_owned()));
    owner.act(&play("H8"));
    assert_eq!(kinds(&owner.tell(Input::Saved(Ok(())))), [""; 0]);
    assert_eq!(owner.driver.unsaved(), None);
    let not_saved = Notice::NotSaved { error: "the disk is full".to_owned() };
    assert_eq!(notices(&owner.tell(fails())), std::slice::from_ref(&not_saved));
    assert_eq!(kinds(&owner.tell(fails())), [""; 0], "once is enough");
    assert_eq!(owner.driver.unsaved(), Some(&not_saved), "who comes later can learn it");
    assert_eq!(notices(&owner.tell(Input::Saved(Ok(())))), [Notice::SavedAgain]);
    assert_eq!(owner.driver.unsaved(), None);
    assert_eq!(kinds(&owner.tell(Input::Saved(Ok(())))), [""; 0]);
    assert!(owner.table().history().notices.is_empty(), "the game itself has no trouble");
    assert_eq!(notices(&owner.tell(fails())), [not_saved], "a new failure is news");
}

#[test]
fn a_thought_that_could_not_be_recorded_is_not_offered() {
    let three_stones = read_code("freestyle-15-a1b1a2").unwrap();
    for start in [None, Some(three_stones)] {
        let n_before = start.as_ref().map_or(0, |game| game.turns().len());
        let wish = NewGameSpec {
            rule: Some(Rule::Freestyle),
            first: Some(Occupant::opponent("scorer")),
            second: Some(Occupant::opponent("patterns")),
            start,
            ..NewGameSpec::default()
        };
        let (mut owner, _) = Owner::of(Table::new(wish, false, BEGINNING).unwrap());
        for name in ["H8", "I9", "G7"] {
            let decision = thought_through(owner.table(), name);
            owner.decided(decision);
        }
        let recorded = |owner: &Owner| -> Vec<bool> {
            owner.table().turn_steps().map(|step| step.has_thought).collect()
        };
        assert_eq!(recorded(&owner), [true, true, true]);
        for ply in 0..=n_before as u32 {
            assert_eq!(kinds(&owner.tell(Input::RecordFailed { ply })), [""; 0]);
        }
        assert_eq!(recorded(&owner), [true, true, true], "plies of the position are no moves");
        owner.tell(Input::RecordFailed { ply: n_before as u32 + 2 });
        assert_eq!(recorded(&owner), [true, false, true]);
    }
}

#[test]
fn a_game_that_went_on_elsewhere_replaces_the_table_and_stops_the_jobs() {
    let mut owner = Owner::against_scorer();
    let (hint, _) = thinks(&owner.act(&PlayerAction::Hint));
    let mut elsewhere = Table::restore(owner.table().history().clone(), owner.now).unwrap();
    let (job, _) = thinks(&owner.act(&play("H8")));
    elsewhere.act(&play("G7"), owner.now).unwrap();
    elsewhere.act(&PlayerAction::Undo, owner.now).unwrap();
    elsewhere.act(&play("F6"), owner.now).unwrap();
    let effects = owner.tell(Input::Overtaken(Box::new(elsewhere)));
    assert_eq!(kinds(&effects), ["stop", "stop", "reply", "think", "tell"]);
    assert_eq!(stopped(&effects), [job, hint]);
    assert_eq!(replies(&effects), [(1, Err(ActionError::Stale))]);
    let (later, Job::Decide(request)) = thinks(&effects) else { panic!("a decision") };
    assert_eq!(request.game.turns().len(), 1);
    assert_eq!(happenings(&effects), [], "what happened elsewhere is in the position");
    assert_eq!(moves(owner.table()), stones("F6"));
    assert_eq!(kinds(&owner.tell(decided(job, bare("I9"), 0))), [""; 0]);
    assert_eq!(owner.job(), later);
}

#[test]
fn stopping_stops_everybody_who_thinks() {
    let (mut owner, _) = Owner::of(hotseat(Rule::Freestyle, Opening::Free));
    let (early, _) = thinks(&owner.act(&PlayerAction::Hint));
    owner.act(&play("H8"));
    let (late, _) = thinks(&owner.act(&PlayerAction::Hint));
    assert_eq!(stopped(&owner.driver.stop()), [early, late]);
    assert!(!owner.driver.is_busy());

    let mut owner = Owner::against_scorer();
    let (job, _) = thinks(&owner.act(&play("H8")));
    assert_eq!(stopped(&owner.driver.stop()), [job]);
    assert_eq!(kinds(&owner.driver.stop()), [""; 0]);
    // Taken up again, it goes on where it was.
    assert_eq!(kinds(&owner.driver.start(owner.now)), ["think"]);
}

// Openings.

#[test]
fn swap2_with_an_opponent_that_opens() {
    let (mut owner, effects) = Owner::of(against("scorer", Seat::First, Opening::Swap2));
    let (_, Job::Decide(request)) = thinks(&effects) else { panic!("a decision") };
    assert!(matches!(request.task, Task::Opening(_)));
    for name in ["H8", "I9", "G7"] {
        owner.decided(Decision::bare(Act::Opening(Action::Place(point(name)))));
    }
    assert!(!owner.driver.is_busy(), "the person chooses");
    let effects = owner.act(&PlayerAction::Opening(Action::Take(Color::White)));
    let took = Act::Opening(Action::Take(Color::White));
    assert_eq!(happenings(&effects), [Happening::Chosen { seat: Seat::Second, act: took }]);
    assert_eq!((owner.table().phase(), owner.table().turn()), (Phase::Play, Some(Seat::Second)));
    let effects = owner.act(&play("A1"));
    let (_, Job::Decide(request)) = thinks(&effects) else { panic!("a decision") };
    assert!(matches!(request.task, Task::Move));
}

#[test]
fn swap2_with_an_opponent_that_places_two_more() {
    let (mut owner, effects) = Owner::of(against("scorer", Seat::Second, Opening::Swap2));
    assert_eq!(kinds(&effects), [""; 0]);
    owner.act(&play("H8"));
    owner.act(&play("I9"));
    let effects = owner.act(&play("G7"));
    assert_eq!(kinds(&effects), ["save", "think", "tell", "reply"]);
    for action in [Action::PutTwo, Action::Place(point("A1")), Action::Place(point("O15"))] {
        owner.decided(Decision::bare(Act::Opening(action)));
    }
    // The person takes Black, so the opponent goes on with White.
    let effects = owner.act(&PlayerAction::Opening(Action::Take(Color::Black)));
    let (_, Job::Decide(request)) = thinks(&effects) else { panic!("a decision") };
    assert!(matches!(request.task, Task::Move));
    assert_eq!(request.game.to_move(), Color::White);
    owner.decided(bare("A2"));
    assert_eq!(moves(owner.table()), stones("H8 I9 G7 A1 O15 A2"));
    assert_eq!(owner.table().game().status(), Status::Ongoing);
}

// Adapting.

#[test]
fn only_an_engine_adapts_and_only_to_one_person() {
    let person = || Occupant::Person { name: Some("Ada".to_owned()) };
    let first_job = |first: Occupant, second: Occupant, opening: Opening| {
        let wish = NewGameSpec {
            rule: Some(Rule::Freestyle),
            opening: Some(opening),
            first: Some(first),
            second: Some(second),
            ..NewGameSpec::default()
        };
        let (_, effects) = Owner::of(Table::new(wish, false, BEGINNING).unwrap());
        adapted_to(&effects)
    };
    let adept = || Occupant::opponent("adept");
    let scorer = || Occupant::opponent("scorer");
    let ada = Some("Ada".to_owned());
    assert_eq!(first_job(adept(), person(), Opening::Free), [ada]);
    assert_eq!(first_job(adept(), Occupant::person(), Opening::Free), [None]);
    assert_eq!(first_job(scorer(), person(), Opening::Free), [], "a seed player");
    assert_eq!(first_job(adept(), scorer(), Opening::Free), [], "nobody to adapt to");
    assert_eq!(first_job(adept(), person(), Opening::Swap2), [], "an opening");
}
