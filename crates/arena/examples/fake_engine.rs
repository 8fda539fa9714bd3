//! A Gomocup program that behaves, or misbehaves in exactly one way: the opponent of the match
//! runner's own tests. Not a player; its moves are random.
//!
//! `fake_engine MODE [AFTER]`: the mode shows at the answer after `AFTER` good ones (0 if not
//! given). The modes are the arms of `misbehave` below.
#![expect(clippy::print_stdout, reason = "the protocol is spoken on the standard output")]

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use tengen_rules::{Game, Point, Rule, Size, SplitMix64};

struct Engine {
    mode: String,
    after: usize,
    n_answers: usize,
    game: Game,
    random: SplitMix64,
    seed: u64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_else(|| "random".to_owned());
    match mode.as_str() {
        "guard" => std::process::exit(be_guard(arguments)),
        "match" => return run_match(arguments.next()),
        _ => {}
    }
    let after = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let tag = arguments.next();
    let game = Game::new(Rule::Freestyle, Size::literal(15));
    let mut engine =
        Engine { mode, after, n_answers: 0, game, random: SplitMix64::new(0), seed: 0 };
    let mut lines = io::stdin().lock().lines();
    while let Some(Ok(line)) = lines.next() {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word.to_ascii_uppercase().as_str() {
            "ABOUT" => say("name=\"Fake\", version=\"1\""),
            "START" => {
                if let ("brood", Some(tag)) = (engine.mode.as_str(), &tag) {
                    leave_children(tag);
                }
                engine.start(rest);
            }
            "INFO" => engine.info(rest),
            "BEGIN" => engine.answer(),
            "TURN" => {
                engine.put(rest);
                engine.answer();
            }
            "BOARD" => {
                engine.game = Game::new(engine.game.rule(), engine.game.size());
                for line in lines.by_ref().map_while(Result::ok) {
                    if line.trim() == "DONE" {
                        break;
                    }
                    // The third field says whose stone it is; the order says it as well.
                    engine.put(line.rsplit_once(',').map_or("", |(xy, _)| xy));
                }
                engine.answer();
            }
            "END" if engine.mode != "deaf" => return,
            _ => say("UNKNOWN"),
        }
    }
    if engine.mode == "deaf" {
        thread::sleep(Duration::from_secs(100));
    }
}

fn be_guard(mut arguments: impl Iterator<Item = String>) -> i32 {
    let runner = arguments.next().and_then(|text| text.parse().ok()).expect("a process number");
    let command: Vec<_> = arguments.map(Into::into).collect();
    i32::from(tengen_arena::guard(runner, &command))
}

/// A match between two programs with broods, which goes on until somebody ends it.
fn run_match(tag: Option<String>) {
    use tengen_arena::{Arena, GuardCommand, MatchConfig, PlayerConfig, TimeControl};

    let here = std::env::current_exe().expect("a program has a path");
    let here = here.to_string_lossy().into_owned();
    let tag = tag.expect("a tag");
    let mut player = PlayerConfig::program([here, "brood".to_owned(), "0".to_owned(), tag]);
    player.time = TimeControl::per_turn_ms(20_000);
    let players = vec![player.clone(), player];
    let config = MatchConfig { players, size: 15, pairs: Some(10_000), ..MatchConfig::default() };
    let arena = Arena::new(config).guarded_by(GuardCommand::this_program(["guard"]));
    arena.run(&mut ()).expect("the match can be played");
}

/// Starts processes that do all they can not to be found: in the background, orphaned, and in a
/// session of their own.
fn leave_children(tag: &str) {
    let script = format!(
        "sleep {tag} & (sleep {tag} &) ; setsid sleep {tag} & (setsid sh -c 'sleep {tag}; true' &)"
    );
    let left = std::process::Command::new("sh")
        .args(["-c", &script])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
    assert!(left.is_ok_and(|status| status.success()), "there is a shell");
}

fn say(text: &str) {
    // One write for everything; a closed pipe means that nobody wants the answer.
    let text = format!("{text}\n");
    let written = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
    assert!(written.is_ok(), "the match runner is gone");
}

/// The processor time of this program, from the scheduler of Linux; elsewhere there is none.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse().ok());
    nanoseconds.map_or(Duration::MAX, Duration::from_nanos)
}

impl Engine {
    fn start(&mut self, rest: &str) {
        match rest.trim().parse().ok().and_then(|side| Size::new(side).ok()) {
            Some(_) if self.mode == "refuse" => say("ERROR I do not like this board"),
            Some(_) if self.mode == "mute" => {}
            Some(size) => {
                self.game = Game::new(self.game.rule(), size);
                self.random = SplitMix64::new(self.seed);
                self.n_answers = 0;
                say("OK");
            }
            None => say("ERROR size"),
        }
    }

    fn info(&mut self, rest: &str) {
        match rest.split_once(' ') {
            Some(("seed", value)) => {
                self.seed = value.parse().unwrap_or(0);
                self.random = SplitMix64::new(self.seed);
            }
            Some(("rule", value)) => {
                let code = value.parse().ok().and_then(Rule::from_gomocup_code);
                if let Some(rule) = code.or_else(|| value.parse().ok()) {
                    self.game = Game::new(rule, self.game.size());
                }
            }
            _ => {}
        }
    }

    fn put(&mut self, text: &str) {
        let number = |text: &str| text.trim().parse::<i64>().ok();
        let point =
            text.split_once(',').and_then(|(x, y)| self.game.size().point(number(x)?, number(y)?));
        if point.is_none_or(|point| self.game.try_play(point).is_err()) {
            say("DEBUG the manager played something illegal");
        }
    }

    fn answer(&mut self) {
        self.n_answers += 1;
        if self.n_answers > self.after && self.misbehave() {
            return;
        }
        let legal = self.game.legal_points();
        let wins = |&&point: &&Point| {
            self.game.clone().try_play(point).is_ok_and(|played| played.status.winner().is_some())
        };
        // A random game rarely ends by itself, so wins at hand are taken.
        let choice = match self.mode.as_str() {
            "first" => legal.first(),
            _ => legal.iter().find(wins).or_else(|| self.random.pick(&legal)),
        };
        if let Some(&point) = choice {
            self.game.try_play(point).expect("the point is legal");
            say(&format!("{},{}", point.x(), point.y()));
        }
    }

    /// Whether that was all there is to say.
    fn misbehave(&mut self) -> bool {
        let stone = self.game.turns().first().map(|_| {
            let (point, _) = self.game.stones().iter().next().expect("there is a stone");
            format!("{},{}", point.x(), point.y())
        });
        match self.mode.as_str() {
            "illegal" => say("99,3"),
            "negative" => say("-1,3"),
            "occupied" => say(stone.as_deref().unwrap_or("0,0")),
            "forbidden" => match self.game.forbidden_points().first() {
                Some((point, _)) => say(&format!("{},{}", point.x(), point.y())),
                None => return false,
            },
            "silent" => {}
            "complain" => say("ERROR I have no idea"),
            "crash" => panic!("on purpose"),
            "exit" => std::process::exit(7),
            "slow" => {
                thread::sleep(Duration::from_millis(400));
                return false;
            }
            "burn" => {
                let until = processor_time().saturating_add(Duration::from_millis(400));
                while processor_time() < until {
                    std::hint::black_box((0..1000).sum::<u64>());
                }
                return false;
            }
            "spin" => {
                let mut n = 0_u64;
                while std::hint::black_box(n) < u64::MAX {
                    n = n.wrapping_add(1) & 0xffff;
                }
            }
            "flood" => {
                let line = "MESSAGE ".to_owned() + &"x".repeat(4000);
                for _ in 0..10_000_000 {
                    say(&line);
                }
            }
            "endless" => {
                let text = "x".repeat(8000);
                for _ in 0..10_000_000 {
                    print!("{text}");
                }
            }
            "chatter" => {
                say("MESSAGE thinking hard");
                say("DEBUG nothing");
                return false;
            }
            "garbage" => {
                for _ in 0..5 {
                    say("la la la");
                }
                return false;
            }
            "babble" => {
                for _ in 0..10_000_000 {
                    say("la la la");
                }
            }
            "partial" => {
                print!("7,");
                if io::stdout().flush().is_err() {
                    return true;
                }
            }
            // Two moves at once: the second must not be taken for the next answer.
            "double" => {
                let legal = self.game.legal_points();
                let [first, .., last] = &legal[..] else { return false };
                self.game.try_play(*first).expect("the point is legal");
                let text = format!("{},{}\n{},{}", first.x(), first.y(), last.x(), last.y());
                say(&text);
            }
            _ => return false,
        }
        true
    }
}
