//! The driver with streams that a test holds in its hands.

use std::sync::mpsc::{Receiver, channel};

use super::*;

/// An input that a test feeds and closes.
struct Feed {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Ok(chunk) = self.chunks.recv() else { return Ok(0) };
            self.rest = chunk;
        }
        let n = self.rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&self.rest[..n]);
        self.rest.drain(..n);
        Ok(n)
    }
}

/// An output that counts its writes.
struct Sink(Sender<String>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Talk {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    driver: thread::JoinHandle<Result<()>>,
}

impl Talk {
    fn start(thinker: impl Thinker + 'static) -> Self {
        let (input, chunks) = channel();
        let (writes, output) = channel();
        let feed = Feed { chunks, rest: Vec::new() };
        let driver = thread::spawn(move || drive(Host::default(), thinker, feed, Sink(writes)));
        Self { input: Some(input), output, driver }
    }

    fn say(&self, text: &str) {
        self.input.as_ref().expect("the input is open").send(text.into()).expect("somebody reads");
    }

    /// The next line that is not chatter; one write is one line.
    fn hear(&self) -> String {
        loop {
            let write = self.output.recv_timeout(Duration::from_secs(20)).expect("an answer");
            let line = write.strip_suffix('\n').expect("a write is a line");
            assert!(!line.contains('\n'), "{line:?}");
            if !line.starts_with("MESSAGE ") {
                return line.to_owned();
            }
        }
    }

    fn finish(self) -> (Vec<String>, Duration) {
        let began = Instant::now();
        self.driver.join().expect("no panic").expect("no error");
        (self.output.try_iter().collect(), began.elapsed())
    }
}

/// Thinks until it is stopped or the last moment, then plays the first free point.
struct Stubborn;

impl Thinker for Stubborn {
    fn think(&mut self, search: &Search<'_>) -> Answer {
        let hard = search.budget.hard.unwrap_or(Duration::MAX);
        while !search.stop.load(Ordering::Relaxed) && search.started.elapsed() < hard {
            thread::sleep(Duration::from_millis(1));
        }
        search.request.candidates().first().map_or(Answer::Nothing, |&point| Answer::Point(point))
    }
}

/// Dies at every question.
struct Panicking;

impl Thinker for Panicking {
    fn think(&mut self, _search: &Search<'_>) -> Answer {
        panic!("a bug")
    }
}

#[test]
fn a_game_with_the_bots() {
    let talk = Talk::start(Bots::default());
    talk.say("START 15\nINFO timeout_turn 100\nTURN 7,7\n");
    assert_eq!(talk.hear(), "OK");
    assert_ne!(talk.hear(), "7,7");
    talk.say("ABOUT\r\nEND\r\n");
    assert!(talk.hear().starts_with("name=\"Gomoku\""));
    assert_eq!(talk.finish().0, [""; 0]);
}

#[test]
fn end_during_a_search_is_quick_and_silent() {
    let talk = Talk::start(Stubborn);
    talk.say("START 15\nINFO timeout_turn 60000\nBEGIN\n");
    assert_eq!(talk.hear(), "OK");
    thread::sleep(Duration::from_millis(30));
    talk.say("END\n");
    let (rest, elapsed) = talk.finish();
    assert!(rest.is_empty(), "{rest:?}");
    assert!(elapsed < Duration::from_millis(400), "{elapsed:?}");
}

#[test]
fn the_end_of_the_input_means_end() {
    let mut talk = Talk::start(Stubborn);
    talk.say("START 15\nBEGIN");
    talk.input = None;
    assert_eq!(talk.hear(), "OK");
    assert!(talk.finish().0.is_empty());
}

#[test]
fn the_clock_stops_a_search_and_news_of_it_too() {
    let talk = Talk::start(Stubborn);
    talk.say("START 15\nINFO timeout_turn 100\nBEGIN\n");
    assert_eq!(talk.hear(), "OK");
    assert_eq!(talk.hear(), "0,0");
    talk.say("INFO timeout_turn 600000\nTURN 7,7\nINFO timeout_turn 50\n");
    assert_eq!(talk.hear(), "1,0");
    talk.say("INFO timeout_turn 600000\nTURN 7,8\n");
    thread::sleep(Duration::from_millis(20));
    talk.say("YXSTOP\n");
    assert_eq!(talk.hear(), "2,0");
    talk.say("END\n");
    assert!(talk.finish().0.is_empty());
}

#[test]
fn pondering_ends_with_the_next_line() {
    let talk = Talk::start(Stubborn);
    talk.say("START 15\nINFO pondering 1\nINFO timeout_turn 50\nBEGIN\n");
    assert_eq!(talk.hear(), "OK");
    assert_eq!(talk.hear(), "0,0");
    thread::sleep(Duration::from_millis(30));
    talk.say("TURN 7,7\n");
    assert_eq!(talk.hear(), "1,0");
    talk.say("END\n");
    assert!(talk.finish().0.is_empty());
}

#[test]
fn a_thinker_that_dies_does_not_lose_the_game() {
    std::panic::set_hook(Box::new(|_| {}));
    let talk = Talk::start(Panicking);
    talk.say("START 15\nBEGIN\nTURN 0,0\n");
    assert_eq!(talk.hear(), "OK");
    assert_eq!(talk.hear(), "7,7");
    assert_eq!(talk.hear(), "6,6");
    talk.say("END\n");
    assert!(talk.finish().0.is_empty());
}

#[test]
fn a_brain_is_known_by_its_file_name() {
    for name in ["pbrain-Gomoku", "/some/where/PBRAIN-x.exe", "Pbrain-"] {
        assert!(is_brain_name(OsStr::new(name)), "{name}");
    }
    for name in ["Gomoku", "/pbrain-folder/Gomoku", "pbrain", ""] {
        assert!(!is_brain_name(OsStr::new(name)), "{name}");
    }
}

#[test]
fn limits_of_a_manager_become_a_budget() {
    let hard = |turn_ms, left_ms| {
        let limits = Limits { turn_ms, left_ms, ..Limits::default() };
        budget_of(&limits).hard.map(|hard| hard.as_millis())
    };
    assert!(hard(Some(30_000), Some(100)) <= Some(54));
    assert_eq!(hard(Some(30_000), Some(0)), Some(0));
    assert_eq!(hard(Some(30_000), Some(-500)), Some(0));
    assert_eq!(hard(Some(0), Some(10_000)), Some(0));
    assert_eq!(hard(Some(1000), Some(2_147_483_647)), Some(870));
    assert_eq!(hard(None, Some(2_147_483_647)), None);
    assert_eq!(hard(None, None), None);
    let board = Limits {
        turn_ms: Some(2_000_000),
        match_ms: Some(100_000_000),
        left_ms: Some(100_000_000),
        is_board: true,
        ..Limits::default()
    };
    assert_eq!(budget_of(&board), Budget::UNLIMITED);
    assert!(budget_of(&Limits { is_board: false, ..board }).hard.is_some());
}

#[test]
fn an_opening_is_answered_at_every_step() {
    let stones = |line: &str| line.split(' ').count();
    for strength in [0, 100] {
        let talk = Talk::start(Champion::default());
        talk.say(&format!("START 15\nINFO strength {strength}\nINFO timeout_turn 300\n"));
        assert_eq!(talk.hear(), "OK");
        talk.say("SWAP2BOARD\nDONE\n");
        let proposal = talk.hear();
        assert_eq!(stones(&proposal), 3, "{proposal}");
        talk.say(&format!("SWAP2BOARD\n{}\nDONE\n", proposal.replace(' ', "\n")));
        let answer = talk.hear();
        assert!(answer == "SWAP" || stones(&answer) <= 2, "{answer}");
        // So clear that it does not matter how far somebody gets in the time.
        talk.say("SWAP2BOARD\n6,6\n0,0\n7,7\n14,0\n8,8\nDONE\n");
        assert_eq!(talk.hear(), "SWAP", "Black has an open three and White the corners");
        talk.say("SWAP2BOARD\n0,0\n7,7\n14,14\nDONE\n");
        assert_eq!(stones(&talk.hear()), 1, "White has the middle and is to move");
        talk.say("END\n");
        assert!(talk.finish().0.is_empty());
    }
}
