//! Scripts replayed by the driver.

#[cfg(test)]
mod replays {
    use std::thread;

    use tengen_game::{NewGameSpec, Occupant, Table};
    use tengen_players::SearchHandle;
    use tengen_players::pool::{Finished, Job, last_resort, think_safely};
    use tengen_scripts::{Answer, Answers, Script, ScriptedGame, Step};

    /// How far a script gets.
    fn replay(script: &Script) -> Result<ScriptedGame, String> {
        ScriptedGame::replay(script, ScriptedGame::look)
    }

    #[test]
    fn the_driver_plays_the_capture_game_word_by_word() {
        let game = replay(&Script::capture_game()).unwrap();
        assert!(game.table().is_over());
    }

    #[test]
    fn a_game_that_goes_another_way_is_told_with_the_line() {
        let agreed = "rule freestyle\nsize 15\nfirst person\nsecond opponent scorer\n";
        for (lines, said) in [
            ("opponent answers H8", "line 5: nobody is asked"),
            ("person plays H8", "at the end"),
            ("expect moves H8", "line 5: expected"),
            ("person repeats", "line 5: expected the refusal None"),
            ("person plays H8\nexpect refused \"No.\"", "line 5: expected the refusal Some"),
            ("expect events begun\nexpect notice \"Trouble.\"", "line 6: expected"),
        ] {
            let script = format!("{agreed}{lines}").parse().unwrap();
            let error = replay(&script).unwrap_err();
            assert!(error.starts_with(said), "{error}");
        }
    }

    /// Asks on a thread of its own, as a server does.
    fn ask(answers: &Answers, handle: &SearchHandle) -> (Job, thread::JoinHandle<Finished>) {
        let first = Some(Occupant::opponent("scorer"));
        let table = Table::new(NewGameSpec { first, ..NewGameSpec::default() }, false, 0).unwrap();
        let job = Job::Decide(Box::new(table.pending_decision(0).unwrap().request));
        let (work, make, handle) = (job.clone(), answers.thinkers(), handle.clone());
        (job, thread::spawn(move || think_safely(&mut None, &make, &work, &handle)))
    }

    #[test]
    fn a_thinker_that_is_asked_early_waits_for_its_answer() {
        let script: Script = "size 19\nthinker panics once then answers A1".parse().unwrap();
        let Step::Thinker(answer) = script.lines[0].step else { panic!("an answer") };
        let answers = Answers::default();
        let (job, thinker) = ask(&answers, &SearchHandle::default());
        assert!(!thinker.is_finished());
        answers.give(answer);
        let finished = thinker.join().unwrap();
        assert_eq!(finished.n_panics, 1);
        assert_ne!(finished.result, last_resort(&job), "the first corner is no rule of thumb");
    }

    #[test]
    fn a_thinker_that_is_stopped_waits_no_longer() {
        let (answers, handle) = (Answers::default(), SearchHandle::default());
        let (job, thinker) = ask(&answers, &handle);
        handle.stop();
        let finished = thinker.join().unwrap();
        assert_eq!((finished.n_panics, finished.result), (0, last_resort(&job)));
    }

    #[test]
    fn after_two_panics_nobody_is_asked_any_more() {
        let answers = Answers::default();
        answers.give(Answer { n_panics: 2, reply: None });
        let (job, thinker) = ask(&answers, &SearchHandle::default());
        let finished = thinker.join().unwrap();
        assert_eq!((finished.n_panics, finished.result), (2, last_resort(&job)));
    }

    #[test]
    fn a_thinker_that_is_stopped_leaves_the_answer_to_the_next_one() {
        let script: Script = "size 19\nopponent answers A1".parse().unwrap();
        let Step::Thinker(answer) = script.lines[0].step else { panic!("an answer") };
        let (answers, stopped) = (Answers::default(), SearchHandle::default());
        stopped.stop();
        answers.give(answer);
        let (job, thinker) = ask(&answers, &stopped);
        assert_eq!(thinker.join().unwrap().result, last_resort(&job));
        let (job, thinker) = ask(&answers, &SearchHandle::default());
        assert_ne!(thinker.join().unwrap().result, last_resort(&job));
    }
}
