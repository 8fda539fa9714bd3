//! Reading and replaying one transcript with a fake engine.

use std::collections::VecDeque;
use std::path::Path;

use tengen_gomocup::yixin::{Detail, Evaluation, Realtime};
use tengen_gomocup::{
    Answer, Effect, Event, Host, Identity, LineSplitter, Pair, Progress, Session, Summary,
    ThinkRequest,
};
use tengen_rules::{Point, Size};

#[derive(Clone, Debug)]
enum Step {
    Input(String),
    Output(String),
    Engine(String),
    Effect(String),
}

pub(crate) struct Script {
    pub(crate) name: String,
    steps: Vec<Step>,
}

/// A way for the same bytes to arrive.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    OneWrite,
    ByteByByte,
    CarriageReturns,
    WindowsLines,
    BlankLinesAndSpaces,
    LowerCase,
    MixedCase,
}

impl Style {
    pub(crate) const ALL: [Self; 7] = [
        Self::OneWrite,
        Self::ByteByByte,
        Self::CarriageReturns,
        Self::WindowsLines,
        Self::BlankLinesAndSpaces,
        Self::LowerCase,
        Self::MixedCase,
    ];

    fn line(self, line: &str) -> String {
        match self {
            Self::OneWrite | Self::ByteByByte => format!("{line}\n"),
            Self::CarriageReturns => format!("{line}\r"),
            Self::WindowsLines => format!("{line}\r\n"),
            Self::BlankLinesAndSpaces => format!(" \t{line}  \n"),
            Self::LowerCase => format!("{}\n", line.to_ascii_lowercase()),
            Self::MixedCase => {
                let flip = |(i, c): (usize, char)| {
                    if i % 2 == 0 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
                };
                format!("{}\n", line.chars().enumerate().map(flip).collect::<String>())
            }
        }
    }
}

fn host() -> Host {
    let identity = Identity {
        name: "Lotus".into(),
        version: "0.1".into(),
        author: "Team".into(),
        country: "EU".into(),
        www: String::new(),
    };
    let bots = vec!["scorer".to_owned(), "Random".to_owned()];
    Host { identity, max_threads: 8, max_hash_log2_kib: 22, bots }
}

impl Script {
    pub(crate) fn read(path: &Path) -> Self {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).expect("a transcript is text");
        let step = |line: &str| {
            let rest = line.get(2..).unwrap_or("").to_owned();
            match line.chars().next() {
                Some('>') => Some(Step::Input(rest)),
                Some('<') => Some(Step::Output(rest)),
                Some('!') => Some(Step::Engine(rest)),
                Some('=') => Some(Step::Effect(rest)),
                Some('#') | None => None,
                Some(_) => panic!("{name}: what is {line:?}?"),
            }
        };
        let steps = text.lines().filter_map(step).collect();
        Self { name, steps }
    }

    pub(crate) fn expected_output(&self) -> Vec<String> {
        let outputs = self.steps.iter().filter_map(|step| match step {
            Step::Output(line) => Some(line.clone()),
            _ => None,
        });
        outputs.collect()
    }

    fn inputs(&self) -> impl Iterator<Item = &String> {
        self.steps.iter().filter_map(|step| match step {
            Step::Input(line) => Some(line),
            _ => None,
        })
    }

    /// Whether all input could be written before the first answer: nothing in it acts at once.
    pub(crate) fn is_pipelined(&self) -> bool {
        let news = |line: &str| line.starts_with("late ");
        let acts_at_once = |line: &str| {
            ["END", "STOP", "YXSTOP"].iter().any(|word| line.trim().eq_ignore_ascii_case(word))
        };
        let n_inputs = self.inputs().count();
        self.inputs().take(n_inputs - 1).all(|line| !acts_at_once(line))
            && !self.steps.iter().any(|step| matches!(step, Step::Engine(line) if news(line)))
    }

    /// Plays the steps in their order and compares after every one.
    pub(crate) fn replay(&self) {
        let mut run = Run::new();
        for (i, step) in self.steps.iter().enumerate() {
            let place = format!("{}, step {}: {step:?}", self.name, i + 1);
            match step {
                Step::Input(line) => {
                    run.expect_silence(&place);
                    run.recent.clear();
                    run.line(line.as_bytes());
                }
                Step::Output(line) => {
                    assert_eq!(run.output.pop_front().as_ref(), Some(line), "{place}");
                }
                Step::Engine(line) => {
                    run.expect_silence(&place);
                    run.recent.clear();
                    run.engine(line);
                }
                Step::Effect(words) => run.expect_effect(words, &place),
            }
        }
        run.expect_silence(&format!("{}, at the end", self.name));
    }

    /// The output when the bytes arrive in another way and the engine answers at once.
    pub(crate) fn output(&self, style: Style) -> Vec<String> {
        let text: String = self.inputs().map(|line| style.line(line)).collect();
        let mut run = Run::new();
        run.answers = self.engine_lines();
        let mut splitter = LineSplitter::default();
        let n_chunk = if matches!(style, Style::ByteByByte) { 1 } else { text.len() };
        for chunk in text.as_bytes().chunks(n_chunk) {
            splitter.push(chunk, |line| {
                run.line(line);
                run.answer_at_once();
            });
        }
        run.output.into()
    }

    /// The output when all input is there before the engine says its first word.
    pub(crate) fn output_with_late_answers(&self) -> Vec<String> {
        let mut run = Run::new();
        run.answers = self.engine_lines();
        let is_end = |line: &&String| line.trim().eq_ignore_ascii_case("END");
        for line in self.inputs().filter(|line| !is_end(line)) {
            run.line(line.as_bytes());
        }
        run.answer_at_once();
        run.output.into()
    }

    fn engine_lines(&self) -> VecDeque<String> {
        let lines = self.steps.iter().filter_map(|step| match step {
            Step::Engine(line) => Some(line.clone()),
            _ => None,
        });
        lines.collect()
    }
}

/// A session with its fake engine.
struct Run {
    session: Session,
    request: Option<ThinkRequest>,
    output: VecDeque<String>,
    /// What happened since the last input besides output.
    recent: Vec<String>,
    answers: VecDeque<String>,
}

impl Run {
    fn new() -> Self {
        Self {
            session: Session::new(host()),
            request: None,
            output: VecDeque::new(),
            recent: Vec::new(),
            answers: VecDeque::new(),
        }
    }

    fn line(&mut self, line: &[u8]) {
        let effects = self.session.line(line);
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Write(reply) => {
                    let line = reply.to_line();
                    let text = line.strip_suffix('\n').expect("a line ends");
                    assert!(!text.contains('\n') && text.is_ascii(), "{text:?}");
                    self.output.push_back(text.to_owned());
                }
                Effect::Think(request) => {
                    self.recent.push(describe(&request));
                    self.request = Some(*request);
                }
                Effect::Ponder(request) => {
                    self.recent.push(describe(&request).replace("think", "ponder"));
                }
                Effect::UpdateLimits(limits) => {
                    self.recent.push(format!("limits {}", describe_limits(&limits)));
                }
                Effect::StopThinking => self.recent.push("stop".into()),
                Effect::NewGame => self.recent.push("new-game".into()),
                Effect::ClearHash => self.recent.push("clear-hash".into()),
                Effect::Quit => self.recent.push("quit".into()),
            }
        }
    }

    /// Lets the engine say what the script has for the question, up to its answer.
    fn answer_at_once(&mut self) {
        while self.session.is_thinking() {
            // A script that ends in the middle of a search has no answer for it.
            let Some(line) = self.answers.pop_front() else { break };
            self.engine(&line);
        }
    }

    fn engine(&mut self, line: &str) {
        let line = line.strip_prefix("late ").unwrap_or(line);
        let request = self.request.clone().expect("the engine was asked");
        let event = event(&request, line);
        let effects = self.session.event(event);
        self.perform(effects);
    }

    fn expect_silence(&self, place: &str) {
        assert!(self.output.is_empty(), "{place}: unexpected {:?}", self.output);
    }

    fn expect_effect(&self, words: &str, place: &str) {
        let holds = |seen: &String| {
            words.split_whitespace().all(|word| seen.split_whitespace().any(|w| w == word))
        };
        let is_met = match words.strip_prefix("no ") {
            Some(words) => !self.recent.iter().any(|seen| seen.starts_with(words)),
            None => self.recent.iter().any(holds),
        };
        assert!(is_met, "{place}: there was {:?}", self.recent);
    }
}

fn describe(request: &ThinkRequest) -> String {
    let game = &request.game;
    let captures = game.captures();
    format!(
        "think {:?} rule={} size={} to_move={} stones={} turns={} captures={}/{} blocked={:?} \
         excluded={:?} pv={} threads={} memory={:?} hash={:?} caution={} bot={} strength={} {}",
        request.kind,
        game.rule(),
        game.size().get(),
        game.to_move(),
        game.stones().n_stones(),
        game.turns().len(),
        captures.black,
        captures.white,
        request.blocked.len(),
        request.excluded.len(),
        request.multi_pv,
        request.threads,
        request.max_memory,
        request.hash_kib,
        request.caution_factor,
        request.opponent.bot.as_deref().unwrap_or("-"),
        request.opponent.strength,
        describe_limits(&request.limits),
    )
}

fn describe_limits(limits: &tengen_gomocup::Limits) -> String {
    format!(
        "turn={:?} match={:?} left={:?} increment={} depth={:?} start={:?} nodes={:?}",
        limits.turn_ms,
        limits.match_ms,
        limits.left_ms,
        limits.increment_ms,
        limits.max_depth,
        limits.start_depth,
        limits.max_nodes
    )
}

fn points(text: &str) -> Option<Vec<Point>> {
    text.split_whitespace().map(|word| Pair::parse(word)?.point(Size::literal(26))).collect()
}

fn event(request: &ThinkRequest, line: &str) -> Event {
    let id = request.id;
    let progress = |progress| Event::Progress { id, progress };
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let here = points(rest).unwrap_or_default();
    match word {
        "message" => return progress(Progress::Message(rest.into())),
        "best" => return progress(Progress::Realtime(Realtime::Best(here[0]))),
        "pos" => return progress(Progress::Realtime(Realtime::Searching(here[0]))),
        "refresh" => return progress(Progress::Realtime(Realtime::Refresh)),
        "detail" => {
            return progress(Progress::Detail(Box::new(Detail {
                pv_index: 0,
                n_pvs: request.multi_pv,
                depth: 9,
                selective_depth: 14,
                nodes: 2546,
                total_nodes: 8735,
                total_ms: 113,
                evaluation: Evaluation::Score(169),
                win_rate: 0.662845,
                best_line: here,
            })));
        }
        "summary" => {
            return progress(Progress::Summary(Summary {
                depth: 10,
                evaluation: Evaluation::Score(12),
                nodes: 120_000,
                elapsed_ms: 800,
                pv: here,
            }));
        }
        _ => {}
    }
    let fourth = || rest.split_once(' ').and_then(|(_, n)| n.parse().ok());
    let answer = match (word, points(line).as_deref()) {
        ("fourth", _) => {
            let at = points(rest.split(' ').next().unwrap_or("")).expect("a point")[0];
            Answer::Fourth(at, fourth().expect("a number"))
        }
        ("fifths", _) => Answer::Fifths(tengen_gomocup::Few::new(&here)),
        ("swap", _) => Answer::Swap,
        ("nothing", _) => Answer::Nothing,
        (_, Some(&[a])) => Answer::Point(a),
        (_, Some(&[a, b])) => Answer::Two([a, b]),
        (_, Some(&[a, b, c])) => Answer::Three([a, b, c]),
        _ => panic!("what does the engine say with {line:?}?"),
    };
    Event::Answer { id, answer, elapsed_ms: 100 }
}
