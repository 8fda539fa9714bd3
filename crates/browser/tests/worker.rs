//! A browser that keeps rows, passes messages on, and has a clock.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tengen_browser::{Host, Mind, World};
use tengen_players::pool::MakeThinker;

/// What a worker gives; everything that is said is put down.
#[derive(Debug)]
struct Given {
    started: Instant,
    said: Mutex<VecDeque<Value>>,
    random: Mutex<u64>,
}

impl World for Given {
    fn now(&self) -> Duration {
        Duration::from_secs(1_700_000_000) + self.started.elapsed()
    }

    fn monotonic(&self) -> Duration {
        self.started.elapsed()
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        let mut state = self.random.lock().unwrap();
        for byte in bytes {
            *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *byte = (*state >> 56) as u8;
        }
    }

    fn emit(&self, message: &Value) {
        self.said.lock().unwrap().push_back(message.clone());
    }

    fn is_stop_requested(&self) -> bool {
        false
    }
}

fn world() -> Arc<Given> {
    Arc::new(Given { started: Instant::now(), said: Mutex::default(), random: Mutex::new(7) })
}

/// A page with its workers.
pub(crate) struct Browser {
    world: Arc<Given>,
    host: Host,
    /// Whether what is told to thinkers is thought about at once.
    pub(crate) thinks: bool,
    make: Option<MakeThinker>,
    minds: BTreeMap<u64, (Arc<Given>, Mind)>,
    pub(crate) rows: BTreeMap<String, String>,
    /// Why nothing can be kept, if so.
    pub(crate) full: Option<String>,
    n_requests: u64,
    /// Everything said to the page, oldest first.
    pub(crate) heard: Vec<Value>,
    /// Thoughts that were asked for and not thought yet.
    pub(crate) asked: VecDeque<(u64, Value)>,
    pub(crate) stopped: Vec<u64>,
}

impl Browser {
    pub(crate) fn new(rows: BTreeMap<String, String>, make: Option<MakeThinker>) -> Self {
        let world = world();
        let host = Host::new(Arc::clone(&world) as Arc<dyn World>);
        let mut browser = Self {
            world,
            host,
            thinks: true,
            make,
            minds: BTreeMap::new(),
            rows,
            full: None,
            n_requests: 0,
            heard: Vec::new(),
            asked: VecDeque::new(),
            stopped: Vec::new(),
        };
        let rows: Vec<Value> =
            browser.rows.iter().map(|(key, value)| json!({ "key": key, "value": value })).collect();
        browser.tell(&json!({ "type": "start", "settings": null, "language": "en", "cores": 4 }));
        browser.tell(&json!({ "type": "rows", "rows": rows, "done": true }));
        browser
    }

    /// Tells the host something, and does what it asks for.
    pub(crate) fn tell(&mut self, message: &Value) {
        self.host.message(&message.to_string());
        self.settle();
    }

    fn settle(&mut self) {
        loop {
            let message = self.world.said.lock().unwrap().pop_front();
            let Some(message) = message else { break };
            match message["type"].as_str().unwrap() {
                "store" => self.store(&message),
                "think" => {
                    let thinker = message["thinker"].as_u64().unwrap();
                    self.asked.push_back((thinker, message["job"].clone()));
                }
                "stop" => {
                    let thinker = message["thinker"].as_u64().unwrap();
                    self.stopped.push(thinker);
                    // A worker that nobody can interrupt is ended.
                    let n_asked = self.asked.len();
                    self.asked.retain(|(asked, _)| *asked != thinker);
                    if self.asked.len() < n_asked {
                        let lost = json!({ "type": "lost", "thinker": thinker });
                        self.host.message(&lost.to_string());
                    }
                }
                "tick_at" => {}
                _ => self.heard.push(message),
            }
        }
        if self.thinks
            && let Some((thinker, job)) = self.asked.pop_front()
        {
            self.think(thinker, &job);
        }
    }

    /// Has a thinker think, and tells the host what it says.
    pub(crate) fn think(&mut self, thinker: u64, job: &Value) {
        let make = self.make.clone();
        let (world, mind) = self.minds.entry(thinker).or_insert_with(|| {
            let world = world();
            let given = Arc::clone(&world) as Arc<dyn World>;
            let mind = match make {
                Some(make) => Mind::with_thinkers(given, make),
                None => Mind::new(given),
            };
            (world, mind)
        });
        mind.think(&job.to_string());
        let said: Vec<Value> = world.said.lock().unwrap().drain(..).collect();
        for data in said {
            let message = json!({ "type": "thinker", "thinker": thinker, "data": data });
            self.host.message(&message.to_string());
        }
        self.settle();
    }

    fn store(&mut self, message: &Value) {
        if self.full.is_none() {
            for row in message["put"].as_array().unwrap() {
                let (key, value) = (row["key"].as_str().unwrap(), row["value"].as_str().unwrap());
                self.rows.insert(key.to_owned(), value.to_owned());
            }
            for key in message["delete"].as_array().unwrap() {
                self.rows.remove(key.as_str().unwrap());
            }
        }
        let stored = json!({ "type": "stored", "ack": message["ack"], "error": self.full });
        self.host.message(&stored.to_string());
    }

    /// A request and its answer.
    pub(crate) fn request(&mut self, method: &str, path: &str, body: &Value) -> (u64, Value) {
        self.n_requests += 1;
        let id = self.n_requests;
        let message =
            json!({ "type": "request", "id": id, "method": method, "path": path, "body": body });
        self.tell(&message);
        let answer = self.heard.iter().find(|it| it["type"] == "response" && it["id"] == id);
        let answer = answer.unwrap_or_else(|| panic!("{method} {path} has an answer"));
        (answer["status"].as_u64().unwrap(), answer["body"].clone())
    }

    pub(crate) fn get(&mut self, path: &str) -> Value {
        let (status, body) = self.request("GET", path, &Value::Null);
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub(crate) fn open(&mut self, socket: u64, path: &str) {
        self.tell(&json!({ "type": "open", "socket": socket, "path": path }));
    }

    pub(crate) fn send(&mut self, socket: u64, data: &Value) {
        self.tell(&json!({ "type": "send", "socket": socket, "data": data }));
    }

    /// What was said over a connection, oldest first.
    pub(crate) fn over(&self, socket: u64) -> Vec<Value> {
        let is_it = |it: &&Value| it["type"] == "data" && it["socket"] == socket;
        self.heard.iter().filter(is_it).map(|it| it["data"].clone()).collect()
    }
}
