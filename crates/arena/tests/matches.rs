//! Whole matches: results, rules, resuming, stopping, players of this process.
#![cfg(test)]

mod support;

use std::fs;
use std::time::Instant;

use support::{config, fake, folder, patient, play};
use tengen_arena::stats::{Pentanomial, Sprt, SprtVerdict};
use tengen_arena::{
    Answer, Arena, ArenaError, Ask, Completion, Contestant, Event, Fault, Format, MatchConfig,
    NewGame, OpeningKind, OpeningOrder, OpeningsConfig, PlayerConfig, Reason, StopToken,
    read_folder,
};
use tengen_rules::{Game, Rule, Size, SplitMix64};

/// Two copies of a seeded player mirror each other, so each pair is one to one exactly.
#[test]
fn identical_players_share_every_pair() {
    let mut config = config(vec![fake("random", 0), fake("random", 0)]);
    (config.pairs, config.concurrency) = (Some(8), 3);
    let (summary, records) = play("identical", config);
    assert_eq!(summary.completion, Completion::AllGames);
    assert_eq!(summary.standings[0].pairs, Pentanomial([0, 0, 8, 0, 0]));
    assert_eq!(summary.standings[0].score.rate(), Some(0.5));
    assert_eq!(summary.standings[0].as_black, summary.standings[1].as_black);
    assert_eq!(summary.n_faults(), 0);
    let names: Vec<_> = summary.standings.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["random", "random (2)"]);
    for pair in records.chunks(2) {
        assert_eq!(pair[0].moves, pair[1].moves);
    }
    assert_ne!(records[0].moves, records[2].moves, "each pair has its own seed");
}

#[test]
fn a_better_player_wins() {
    let mut config = config(vec![fake("random", 0), fake("illegal", 2)]);
    config.pairs = Some(8);
    let (summary, _) = play("better", config);
    assert_eq!(summary.standings[0].pairs, Pentanomial([0, 0, 0, 0, 8]));
    assert!(summary.standings[0].elo.unwrap().lower > 0.0);
}

/// The judge's verdict on the moves of the file is the recorded result, under every rule, and the
/// engines' own boards agree (a fake engine that sees an illegal stone says so).
#[test]
fn all_rules_are_played_and_told_to_the_programs() {
    for rule in Rule::ALL {
        let mut config = config(vec![fake("random", 0), fake("random", 0)]);
        (config.rule, config.size, config.keep_messages) = (rule, 8, true);
        config.players[1].send_by_board = true;
        let (summary, records) = play(&format!("rule-{rule}"), config);
        assert_eq!(summary.n_faults(), 0, "{rule}: {records:?}");
        for record in &records {
            let mut game = Game::new(rule, Size::literal(8));
            for point in record.points(Size::literal(8)).unwrap() {
                game.try_play(point).unwrap();
            }
            assert_eq!(game.status().winner(), record.result.winner(), "{rule}");
            assert_eq!(game.status().reason(), Some(record.reason.name()), "{rule}");
            assert_eq!(record.ms.len(), record.plies as usize);
        }
        let messages = folder_of(&format!("rule-{rule}")).join("messages");
        for file in fs::read_dir(messages).unwrap().flatten() {
            let text = fs::read_to_string(file.path()).unwrap();
            assert!(!text.contains("illegal"), "{rule}: {text}");
        }
    }
}

fn folder_of(test: &str) -> std::path::PathBuf {
    std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test)
}

#[test]
fn a_match_leaves_its_files() {
    let mut config = config(vec![fake("chatter", 0), fake("random", 0)]);
    (config.keep_messages, config.log_dialogue) = (true, true);
    let (_, records) = play("files", config);
    let folder = folder_of("files");
    let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    let sgf = read("games/00001-chatter-random.sgf");
    assert!(sgf.contains("PB[chatter]") && sgf.contains("SZ[9]"), "{sgf}");
    let psq = read("games/00001-chatter-random.psq");
    assert!(psq.starts_with("Piskvorky 9x9,"), "{psq}");
    assert_eq!(
        psq.lines().filter(|line| line.matches(',').count() == 2).count(),
        records[0].plies as usize + 1
    );
    assert!(read("messages/00002-random-chatter.txt").contains("chatter: MESSAGE thinking hard"));
    let log = read("logs/worker1-player1.log");
    assert!(log.contains("> START 9\n< OK\n> INFO rule 0\n"), "{log}");
    assert!(log.contains("\n> BEGIN\n< MESSAGE thinking hard\n"), "{log}");
    let report = read("report.html");
    assert!(report.contains("<svg") && report.contains("prefers-color-scheme"));
    assert!(serde_json::from_str::<serde_json::Value>(&read("summary.json")).is_ok());
}

#[test]
fn an_interrupted_match_goes_on_where_it_was() {
    let output = folder("resume");
    let mut config = config(vec![fake("random", 0), fake("random", 0)]);
    (config.pairs, config.output) = (Some(5), Some(output.clone()));
    // The person stops it after three games.
    let token = StopToken::new();
    let heard = token.clone();
    let mut n_finished = 0;
    let mut watch = |event: &Event<'_>| {
        if let Event::GameFinished { .. } = event {
            n_finished += 1;
            if n_finished == 3 {
                heard.stop();
            }
        }
    };
    let arena = Arena::new(config.clone()).stopped_by(token);
    let summary = arena.run(&mut watch).unwrap();
    assert_eq!((summary.completion, summary.n_games), (Completion::Interrupted, 3));

    // Not by accident, and not as another match.
    let again = |config: &MatchConfig| Arena::new(config.clone()).run(&mut ());
    assert!(matches!(again(&config), Err(ArenaError::Occupied(_))));
    config.resume = true;
    let other = MatchConfig { seed: 5, size: 10, ..config.clone() };
    match again(&other) {
        Err(ArenaError::Different { keys, .. }) => assert_eq!(keys, "seed, size"),
        result => panic!("{result:?}"),
    }

    // A line that was being written when the power went is played again.
    let file = output.join("results.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let (whole, _) = text.trim_end().rsplit_once('\n').unwrap();
    fs::write(&file, format!("{whole}\n{{\"game\":3,\"pa")).unwrap();
    let mut seen = Vec::new();
    let summary = Arena::new(config.clone())
        .run(&mut |event: &Event<'_>| {
            if let Event::GameFinished { record, .. } = event {
                seen.push(record.game);
            }
        })
        .unwrap();
    assert_eq!(seen, [3, 4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(summary.standings[0].pairs, Pentanomial([0, 0, 5, 0, 0]));

    // What was agreed can be read back.
    let agreed = fs::read_to_string(output.join("match.json")).unwrap();
    assert_eq!(MatchConfig::from_json(&agreed).unwrap(), config);

    // A finished match can be prolonged.
    config.pairs = Some(6);
    assert_eq!(again(&config).unwrap().n_games, 12);
    let games: Vec<u32> = read_folder(&output).unwrap().iter().map(|r| r.game).collect();
    assert_eq!(games, (1..=12).collect::<Vec<_>>());
}

#[test]
fn a_damaged_result_is_not_guessed_at() {
    let output = folder("damaged");
    let mut config = config(vec![fake("random", 0), fake("random", 0)]);
    config.draw_after_plies = Some(4);
    (config.resume, config.output) = (true, Some(output.clone()));
    Arena::new(config.clone()).run(&mut ()).unwrap();
    let file = output.join("results.jsonl");
    let text = fs::read_to_string(&file).unwrap().replacen("\"pair\"", "\"pear\"", 1);
    fs::write(&file, text).unwrap();
    let error = Arena::new(config).run(&mut ()).unwrap_err();
    assert!(matches!(error, ArenaError::Journal { line: 1, .. }), "{error}");
}

#[test]
fn a_test_ends_the_match() {
    let mut config = config(vec![fake("random", 0), fake("crash", 0)]);
    (config.pairs, config.concurrency) = (Some(500), 2);
    config.sprt = Some(Sprt { elo0: 0.0, elo1: 300.0, alpha: 0.05, beta: 0.05 });
    let (summary, _) = play("sprt", config);
    assert_eq!(summary.completion, Completion::Sprt);
    assert_eq!(summary.sprt.unwrap().verdict, SprtVerdict::AcceptH1);
    assert!(summary.n_games < 100, "{summary}");
}

#[test]
fn three_players_meet_each_other_or_the_first() {
    let mut config = config(vec![fake("random", 0), fake("first", 0), fake("illegal", 1)]);
    config.draw_after_plies = Some(10);
    let (summary, _) = play("robin", config.clone());
    assert_eq!(summary.n_games, 6);
    assert_eq!(summary.table[1][2].score.wins, 2);
    assert_eq!(summary.table[2][1].score.losses, 2);
    assert_eq!(summary.standings[2].score.losses, 4);
    config.format = Format::Gauntlet;
    let (summary, records) = play("gauntlet", config);
    assert_eq!(summary.n_games, 4);
    assert!(records.iter().all(|record| record.black == 0 || record.white == 0));
}

#[test]
fn openings_are_played_from() {
    let folder = folder("openings-file");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("openings.txt");
    fs::write(&file, "0,0, 1,1\n-1,0, 0,1, 2,2\n").unwrap();
    let mut config = config(vec![fake("random", 0), fake("random", 0)]);
    config.draw_after_plies = Some(8);
    let kind = OpeningKind::Offset;
    config.openings = Some(OpeningsConfig { file, kind, order: OpeningOrder::Sequential });
    let (summary, records) = play("openings", config);
    assert_eq!((summary.n_games, summary.n_faults()), (4, 0), "{records:?}");
    assert!(records[0].moves.starts_with("e5 f4 "), "{}", records[0].moves);
    assert!(records[3].moves.starts_with("d5 e4 g3 "), "{}", records[3].moves);
    assert_eq!((records[3].opening, records[3].opening_plies), (2, 3));
    assert!(records[3].ms[..3].iter().all(|&ms| ms == 0.0));
}

#[test]
fn what_cannot_begin_is_an_error() {
    let run = |players| Arena::new(config(players)).run(&mut ());
    let missing = PlayerConfig::program(["./no/such/engine"]);
    assert!(matches!(run(vec![fake("random", 0), missing]), Err(ArenaError::Start { .. })));
    let unknown = PlayerConfig::in_process("nobody");
    assert!(matches!(run(vec![fake("random", 0), unknown]), Err(ArenaError::UnknownPlayer(_))));
    assert!(matches!(run(vec![fake("random", 0)]), Err(ArenaError::Config(_))));
}

/// A program that is not told a name introduces itself.
#[test]
fn names_come_from_about() {
    let mut config = config(vec![fake("random", 0), fake("random", 0)]);
    config.draw_after_plies = Some(2);
    config.players[0].name = None;
    let (summary, _) = play("about", config);
    assert_eq!(summary.standings[0].name, "Fake");
}

/// A player of this process: random, and clumsy if asked.
struct House {
    random: SplitMix64,
    panics: bool,
}

impl Contestant for House {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.random = SplitMix64::new(game.seed);
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>) -> Result<Answer, Fault> {
        assert!(!self.panics || ask.game.turns().len() < 4, "too hard");
        let points = ask.game.legal_points();
        let point = self.random.pick(&points).copied();
        point.map(Answer::from).ok_or_else(|| Fault::lost(Reason::Crash, "nothing to play"))
    }
}

#[test]
fn players_of_this_process_take_part_and_may_panic() {
    let players = vec![PlayerConfig::in_process("calm"), PlayerConfig::in_process("nervous")];
    let mut config = MatchConfig { players, size: 7, limits: patient(), ..MatchConfig::default() };
    config.pairs = Some(3);
    let house = |panics| {
        move |_: &PlayerConfig| -> Box<dyn Contestant> {
            Box::new(House { random: SplitMix64::new(0), panics })
        }
    };
    let arena = Arena::new(config).register("calm", house(false)).register("nervous", house(true));
    let summary = arena.run(&mut ()).unwrap();
    assert_eq!(summary.standings[1].faults.get("crash"), Some(&6));
    assert_eq!(summary.standings[0].score.wins, 6);
}

#[test]
fn stopping_is_quick_even_if_a_program_hangs() {
    let mut config = config(vec![fake("silent", 0), fake("random", 0)]);
    config.players[0].time.turn_ms = Some(600_000);
    let token = StopToken::new();
    let heard = token.clone();
    let clock = Instant::now();
    let waiter = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(1500));
        heard.stop();
    });
    let summary = Arena::new(config).stopped_by(token).run(&mut ()).unwrap();
    waiter.join().unwrap();
    assert_eq!((summary.completion, summary.n_games), (Completion::Interrupted, 0));
    assert!(clock.elapsed().as_secs() < 10);
}
