#![no_main]

//! A whole conversation with a manager, Gomocup's or Yixin's, as bytes.

use libfuzzer_sys::fuzz_target;
use tengen_gomocup::{Answer, Effect, Event, Host, LineSplitter, Session, ThinkRequest};
use tengen_rules::Point;

/// The engine: it answers at once, or when something else has been said, well or badly.
struct Conversation {
    session: Session,
    waiting: Vec<(u64, Answer)>,
    manner: u8,
    n_asked: u8,
    has_quit: bool,
}

impl Conversation {
    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Write(reply) => {
                    let line = reply.to_string();
                    assert!(!line.contains(['\n', '\r']), "a reply is one line: {line:?}");
                }
                Effect::Think(request) => {
                    let answer = self.answer(&request);
                    self.waiting.push((request.id, answer));
                }
                Effect::Quit => self.has_quit = true,
                _ => {}
            }
        }
    }

    fn answer(&mut self, request: &ThinkRequest) -> Answer {
        self.n_asked = self.n_asked.wrapping_add(1);
        match self.manner.wrapping_add(self.n_asked) % 4 {
            0 => Answer::Nothing,
            1 => Answer::Point(Point::new(self.n_asked % 26, self.manner % 26)),
            _ => request.candidates().last().map_or(Answer::Nothing, |&point| Answer::Point(point)),
        }
    }

    fn answer_waiting(&mut self) {
        while let Some((id, answer)) = self.waiting.pop() {
            let effects = self.session.event(Event::Answer { id, answer, elapsed_ms: 5 });
            self.carry_out(effects);
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&manner, bytes)) = bytes.split_first() else { return };
    let session = Session::new(Host::default());
    let mut talk =
        Conversation { session, waiting: Vec::new(), manner, n_asked: 0, has_quit: false };
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let mut splitter = LineSplitter::default();
    for chunk in bytes.chunks(usize::from(manner) + 1) {
        splitter.push(chunk, |line| lines.push(line.to_vec()));
    }
    lines.extend(splitter.finish());
    for line in lines {
        let effects = talk.session.line(&line);
        talk.carry_out(effects);
        if manner & 1 == 0 {
            talk.answer_waiting();
        }
        if talk.has_quit {
            return;
        }
    }
    talk.answer_waiting();
    let effects = talk.session.end_of_input();
    talk.carry_out(effects);
});
