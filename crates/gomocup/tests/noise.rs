//! Noise: whatever arrives, nothing breaks, grows without bound or writes a bad line.

use tengen_gomocup::botzone::{BotzoneGame, Framer, Message, Variant};
use tengen_gomocup::{Answer, Effect, Event, Host, LineSplitter, Session, ThinkKind, ThinkRequest};
use tengen_rules::{Point, SplitMix64};

const WORDS: [&str; 64] = [
    "START",
    "START 15",
    "START 20",
    "START 5",
    "START 6",
    "RECTSTART 7,7",
    "RESTART",
    "BEGIN",
    "TURN",
    "PLAY",
    "TAKEBACK",
    "BOARD",
    "SWAP2BOARD",
    "DONE",
    "DONE",
    "INFO",
    "ABOUT",
    "END.",
    "STOP",
    "YXSTOP",
    "YXBOARD",
    "YXNBEST 2",
    "YXSHOWFORBID",
    "YXSHOWINFO",
    "YXBALANCEONE 3",
    "YXBALANCETWO 1",
    "YXSWAP2STEP1",
    "YXSWAP2STEP2",
    "YXSWAP2STEP3",
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXBLOCKRESET",
    "YXQUERYDATABASEALL",
    "YXHASHDUMP",
    "YXHASHCLEAR",
    "YXDRAW",
    "YXSOOSORVSTEP3",
    "rule 0",
    "rule 1",
    "rule 4",
    "rule 9",
    "rule pente",
    "rule ninuki42",
    "rule keryo",
    "rule renju",
    "timeout_turn 0",
    "timeout_turn 99999999999999999999",
    "time_left -5",
    "max_memory 80000000",
    "show_detail 3",
    ",",
    "1",
    "2",
    "3",
    "4",
    "-1",
    "7,7",
    "\r",
    "\u{e9}",
    "\0",
    "1,",
    ",2",
    "9999999999999999999999",
    "x",
];

/// A driver with an engine that answers at random, often nonsense.
struct Driver {
    session: Session,
    random: SplitMix64,
    request: Option<Box<ThinkRequest>>,
    n_replies: usize,
}

impl Driver {
    fn new(seed: u64) -> Self {
        let random = SplitMix64::new(seed);
        Self { session: Session::new(Host::default()), random, request: None, n_replies: 0 }
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Write(reply) => {
                    self.n_replies += 1;
                    let line = reply.to_line();
                    assert!(line.is_ascii() && line.len() <= 1100, "{line:?}");
                    assert_eq!(line.matches('\n').count(), 1, "{line:?}");
                    assert!(!line.contains('\r') && line.len() > 1, "{line:?}");
                    assert!(!line.ends_with(" \n"), "{line:?}");
                }
                Effect::Think(request) => {
                    assert!(self.request.is_none(), "one search at a time");
                    if matches!(request.kind, ThinkKind::BestMove | ThinkKind::NBest(_)) {
                        assert!(request.game.status().is_ongoing());
                        assert!(!request.candidates().is_empty());
                    }
                    let left_ms = request.limits.left().map(|left| left.as_millis());
                    assert!(left_ms.is_none_or(|ms| ms < 2_147_483_647), "{left_ms:?}");
                    self.request = Some(request);
                }
                Effect::StopThinking => assert!(self.request.is_some(), "something is stopped"),
                _ => {}
            }
        }
    }

    fn line(&mut self, line: &[u8]) {
        let effects = self.session.line(line);
        self.perform(effects);
    }

    fn answer(&mut self) {
        let Some(request) = self.request.take() else { return };
        let mut point = || Point::new(self.random.below(26) as u8, self.random.below(26) as u8);
        let points = [point(), point(), point()];
        let answer = match self.random.below(6) {
            0 => Answer::Point(points[0]),
            1 => Answer::Two([points[0], points[1]]),
            2 => Answer::Three(points),
            3 => Answer::Swap,
            4 => Answer::Nothing,
            _ => request.candidates().first().map_or(Answer::Nothing, |&p| Answer::Point(p)),
        };
        let before = self.n_replies;
        let effects = self.session.event(Event::Answer { id: request.id, answer, elapsed_ms: 3 });
        self.perform(effects);
        assert!(self.n_replies > before, "every question of the manager is answered");
        // An answer that comes twice is nobody's.
        let again = Event::Answer { id: request.id, answer, elapsed_ms: 3 };
        assert_eq!(self.session.event(again), []);
    }
}

#[test]
fn random_words_in_random_order() {
    for seed in 0..60 {
        let mut driver = Driver::new(seed);
        let mut random = SplitMix64::new(seed + 1000);
        for _ in 0..400 {
            let mut line = String::new();
            for _ in 0..=random.below(3) {
                let word = if random.below(4) == 0 {
                    format!("{},{},{}", random.below(17), random.below(17), random.below(4))
                } else {
                    WORDS[random.below(WORDS.len())].to_owned()
                };
                line.push_str(&word);
                line.push(' ');
            }
            driver.line(line.as_bytes());
            if random.below(2) == 0 {
                driver.answer();
            }
        }
    }
}

#[test]
fn whole_games_with_a_broken_engine() {
    for (seed, rule) in (0..8).flat_map(|seed| ["0", "1", "4", "9", "ninuki42"].map(|r| (seed, r)))
    {
        let mut driver = Driver::new(seed);
        let mut random = SplitMix64::new(seed + 77);
        driver.line(format!("START {}", 6 + random.below(4)).as_bytes());
        driver.line(format!("INFO rule {rule}").as_bytes());
        for _ in 0..60 {
            driver.line(format!("TURN {},{}", random.below(9), random.below(9)).as_bytes());
            driver.answer();
        }
    }
}

#[test]
fn random_bytes() {
    let mut random = SplitMix64::new(5);
    for _ in 0..40 {
        let mut driver = Driver::new(9);
        let mut splitter = LineSplitter::default();
        let bytes: Vec<u8> = (0..20_000).map(|_| random.next_u64() as u8).collect();
        for chunk in bytes.chunks(1 + random.below(100)) {
            let mut lines = Vec::new();
            splitter.push(chunk, |line| lines.push(line.to_vec()));
            for line in lines {
                driver.line(&line);
                driver.answer();
            }
        }
        for variant in Variant::ALL {
            let mut game = BotzoneGame::new(variant);
            let mut framer = Framer::default();
            let mut frame = framer.push(&bytes);
            while let Ok(Some(text)) = frame {
                if let Ok((message, _)) = Message::parse(&text) {
                    _ = game.take(&message);
                }
                frame = framer.push(b"");
            }
        }
    }
}

#[test]
fn a_line_of_a_hundred_thousand_bytes_is_just_a_line() {
    let long = "x".repeat(100_000);
    let blanks = " ".repeat(100_000);
    let mut driver = Driver::new(1);
    driver.line(long.as_bytes());
    driver.line(format!("START 15{blanks}").as_bytes());
    driver.line(format!("INFO folder {long}").as_bytes());
    driver.line(format!("INFO {long} 1").as_bytes());
    driver.line(format!("BOARD 7,7,1{blanks}8,8,2 DONE").as_bytes());
    assert!(driver.request.is_some());
    driver.answer();
    driver.line(format!("BOARD {long} DONE").as_bytes());
    driver.line(format!("TURN {}", "7".repeat(100_000)).as_bytes());
    driver.line(&vec![0xff; 100_000]);
    assert!(driver.request.is_none());
    driver.line(b"BEGIN");
    assert!(driver.request.is_some());
}

#[test]
fn a_flood_during_a_search_is_bounded() {
    let mut driver = Driver::new(1);
    driver.line(b"START 15");
    driver.line(b"BEGIN");
    let block = format!("BOARD {} DONE", "1,1,1 ".repeat(4000));
    for _ in 0..2000 {
        driver.line(block.as_bytes());
        driver.line(format!("INFO folder {}", "y".repeat(10_000)).as_bytes());
    }
    assert!(driver.session.queued_bytes() <= 4 << 20);
    driver.answer();
    assert!(driver.n_replies < 2000);
}
