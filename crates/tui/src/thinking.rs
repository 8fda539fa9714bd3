//! The thread that thinks.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tengen_api::UserSettings;
use tengen_minds::{Job, LadderThinker, Live, MakeThinker, Thinker, think_safely};

use crate::event::{Effect, Event};

struct Order {
    number: u64,
    job: Box<Job>,
    live: Live,
}

/// The thread that thinks, and the thought it was given last.
#[derive(Debug)]
pub(crate) struct Thinking {
    orders: Sender<Order>,
    live: Live,
}

impl Thinking {
    /// Starts it; thoughts come back as events.
    pub(crate) fn start(events: Sender<Event>, allowed: &UserSettings) -> io::Result<Self> {
        let (orders, inbox) = channel::<Order>();
        let (hash_mib, threads) = (allowed.hash_mib as usize, allowed.threads as usize);
        let make: MakeThinker = Arc::new(move || Box::new(LadderThinker::new(hash_mib, threads)));
        thread::Builder::new().name("thinking".to_owned()).spawn(move || {
            let mut thinker: Option<Box<dyn Thinker>> = None;
            let mut is_short = false;
            for Order { number, job, live } in inbox {
                let finished = think_safely(&mut thinker, &make, &job, &live);
                if events.send(Event::Thought(number, Box::new(finished))).is_err() {
                    return;
                }
                if let Some(shortage) = live.shortage()
                    && !std::mem::replace(&mut is_short, true)
                {
                    // If nobody hears it, the next thought finds that out.
                    let _ = events.send(Event::Trouble(shortage.notice().text));
                }
            }
        })?;
        Ok(Self { orders, live: Live::default() })
    }

    /// Does what the app asks for.
    pub(crate) fn obey(&mut self, effect: Effect) {
        match effect {
            Effect::Stop => self.live.stop(),
            Effect::Think(number, job) => {
                self.live = Live::default();
                let wanted = job.wanted();
                self.live.change(|view| {
                    view.seat = Some(wanted.seat);
                    view.ply = wanted.ply;
                    view.limit_ms = wanted.limit.map(|limit| limit.as_millis() as u64);
                });
                // The thread lives as long as this, so somebody takes it.
                let _ = self.orders.send(Order { number, job, live: self.live.clone() });
            }
            _ => {}
        }
    }

    /// How the thought looks now.
    pub(crate) fn look(&self) -> Event {
        Event::Thinking(Box::new(self.live.look().1))
    }
}
