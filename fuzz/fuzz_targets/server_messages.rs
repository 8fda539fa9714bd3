#![no_main]

//! What pages send: a game to begin, then what is done in it, one message a line. Opponents are
//! always lost, so that nothing here takes time.

use libfuzzer_sys::fuzz_target;
use tengen_api::{GameRequest, NewGame, events_view, new_game_spec};
use tengen_game::{Driver, Effect, Input, News, Table};

struct Played {
    driver: Driver,
    now: u64,
}

impl Played {
    fn feed(&mut self, input: Input) {
        self.now += 7;
        let mut todo = self.driver.update(input, self.now);
        for _ in 0..1000 {
            let Some(effect) = todo.pop() else { return };
            let input = match effect {
                Effect::Think { job, .. } => Input::JobLost { job },
                Effect::Save => Input::Saved(Ok(())),
                Effect::Record(thought) => Input::RecordFailed { ply: thought.ply },
                Effect::Tell(News::Changed { events }) => {
                    let _ = events_view(self.driver.table(), &events);
                    continue;
                }
                _ => continue,
            };
            todo.extend(self.driver.update(input, self.now));
        }
        panic!("the driver goes round in circles");
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let Some(Ok(wish)) = lines.next().map(serde_json::from_str::<NewGame>) else { return };
    let Ok(spec) = new_game_spec(&wish) else { return };
    let Ok(table) = Table::new(spec, false, 0) else { return };
    let mut played = Played { driver: Driver::new(table, true), now: 1 };
    played.driver.start(1);
    for (request, line) in (1..).zip(lines) {
        let Ok(wish) = serde_json::from_str::<GameRequest>(line) else { continue };
        let size = played.driver.table().game().size();
        let Ok(action) = wish.action.to_domain(size) else { continue };
        played.feed(Input::Act { request, action, expected_seq: wish.seq });
        played.feed(Input::Tick);
    }
    let _ = played.driver.table().to_record();
});
