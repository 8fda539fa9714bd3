//! Games, a thought, an analysis and settings in which every field of a document has a value.

use std::collections::BTreeMap;
use std::time::Duration;

use tengen_engine::{EvalParts, Score as EngineScore};
use tengen_game::{ClockSpec, NewGameSpec, Notice, Occupant, PlayerAction, Table, read_code};
use tengen_players::adapt::{Adapted, Compared, HabitCounts, Habits, Tally};
use tengen_players::{
    Act, Adapting, Bound, Candidate, Decision, Ending, Fact, FactKind, Figure, Iteration,
    MoveLimits, Part, Reason, RootMove, Score, Stage, Thinking, Thought, TreeNode, Units,
    Valuation, Variation,
};
use tengen_record::{Mark, MarkKind, NodeId, Record};
use tengen_rules::{Action, Axis, Color, Move, Notation, Opening, Point, Rule, Size};
use tengen_store::{Analysis, Settings};

pub(crate) const SIZE: Size = Size::literal(15);
const BEGINNING: u64 = 1_700_000_000_000;
/// How long everything takes.
const STEP_MS: u64 = 1_500;

pub(crate) fn point_on(size: Size, name: &str) -> Point {
    Notation::Renju.parse(size, name).unwrap()
}

pub(crate) fn point(name: &str) -> Point {
    point_on(SIZE, name)
}

fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(point).collect()
}

/// A game with the time that passes in it.
struct Playing {
    table: Table,
    now: u64,
}

impl Playing {
    fn begin(spec: NewGameSpec) -> Self {
        Self { table: Table::new(spec, false, BEGINNING).unwrap(), now: BEGINNING }
    }

    fn act(&mut self, action: &PlayerAction) {
        self.now += STEP_MS;
        self.table.act(action, self.now).unwrap();
    }

    fn play(&mut self, names: &str) {
        for name in names.split_whitespace() {
            let point = point_on(self.table.game().size(), name);
            self.act(&PlayerAction::Play(point));
        }
    }

    fn choose(&mut self, action: Action) {
        self.act(&PlayerAction::Opening(action));
    }

    /// The opponent's decision, with a thought if it is a move.
    fn decide(&mut self, act: Act, value: Valuation, reason: Reason) {
        self.now += STEP_MS;
        let epoch = self.table.pending_decision(self.now).unwrap().epoch;
        let thought = matches!(act, Act::Move(_)).then(|| Box::new(thought()));
        let decision = Decision { act, value: Some(value), reason: Some(reason), thought };
        assert_eq!(self.table.decide(epoch, &decision, self.now), Ok(true));
    }
}

fn engine_value(score: i64) -> Valuation {
    Valuation { score: Score(score), units: Units::Engine }
}

fn for_two(rule: Rule, opening: Opening) -> NewGameSpec {
    NewGameSpec {
        rule: Some(rule),
        opening: Some(opening),
        first: Some(Occupant::Person { name: Some("Ana".to_owned()) }),
        second: Some(Occupant::Person { name: Some("李雷".to_owned()) }),
        ..NewGameSpec::default()
    }
}

/// A set-up position with captures and a move on it, a clock, a draw on offer, a move taken back.
pub(crate) fn from_a_position() -> Table {
    let mut game = Playing::begin(NewGameSpec {
        first: Some(Occupant::person()),
        second: Some(Occupant::person()),
        clock: Some(ClockSpec {
            main_ms: 600_000,
            increment_ms: 2_000,
            byoyomi_ms: 30_000,
            byoyomi_periods: 3,
        }),
        start: Some(read_code("pente-19-set.w.2.4-m14j10k10-i10d4-d16").unwrap()),
        title: Some("From a position – été".to_owned()),
        ..NewGameSpec::default()
    });
    game.play("E5 L10 A1");
    game.act(&PlayerAction::Undo);
    game.act(&PlayerAction::OfferDraw);
    game.table
}

/// Against an opponent with a time of its own, who chooses Black, thinks, fails and is given up to.
pub(crate) fn against_an_opponent() -> Table {
    let limits = MoveLimits::within(Duration::from_millis(50));
    let mut game = Playing::begin(NewGameSpec {
        rule: Some(Rule::Freestyle),
        opening: Some(Opening::Swap2),
        first: Some(Occupant::person()),
        second: Some(Occupant::Opponent { name: "champion".to_owned(), limits }),
        ..NewGameSpec::default()
    });
    game.play("H8 I9 J7");
    let fact = |kind, count| Fact { count, ..Fact::plain(kind) };
    let better = Reason::of(fact(FactKind::BetterColor, Some(61)));
    game.decide(Act::Opening(Action::Take(Color::Black)), engine_value(34), better);
    game.play("I8");
    let four = Fact {
        kind: FactKind::MakesFour,
        points: points("H8 H9"),
        axis: Some(Axis::Vertical),
        count: None,
    };
    game.decide(Act::Move(Move::Place(point("H9"))), engine_value(-120), Reason::of(four));
    game.play("A1");
    let own = Valuation::own(Score(15_124));
    game.decide(Act::Move(Move::Place(point("H10"))), own, Reason::default());
    for notice in [
        Notice::OpponentFailed { times: 2 },
        Notice::OpponentPlayedIllegally,
        Notice::MemoryShort { wanted_mib: 64, got_mib: 16 },
    ] {
        game.table.add_notice(notice, game.now);
    }
    game.act(&PlayerAction::Resign);
    game.table
}

/// Swap2 with two more stones; a draw was agreed on.
pub(crate) fn with_two_more_stones() -> Table {
    let mut game = Playing::begin(for_two(Rule::Standard, Opening::Swap2));
    game.play("H8 I9 J7");
    game.choose(Action::PutTwo);
    game.play("A1 O15");
    game.choose(Action::Take(Color::White));
    game.play("H9");
    game.act(&PlayerAction::OfferDraw);
    game.act(&PlayerAction::AcceptDraw);
    game.table
}

/// Soosorv-8 to the end of the opening, a pass, and a clock that has run out.
pub(crate) fn with_offers() -> Table {
    let clock = ClockSpec { main_ms: 60_000, ..ClockSpec::default() };
    let mut game = Playing::begin(NewGameSpec {
        clock: Some(clock),
        ..for_two(Rule::Renju, Opening::Soosorv8)
    });
    game.play("H8 I9 J8");
    game.choose(Action::Swap);
    game.play("G7");
    game.choose(Action::Declare(3));
    game.choose(Action::Stay);
    game.choose(Action::Offer(points("K10 F9 H6")));
    game.choose(Action::Pick(point("F9")));
    game.play("A1 O15 B3");
    game.act(&PlayerAction::Pass);
    assert!(game.table.tick(game.now + 100_000));
    game.table
}

/// Taraguchi-10 up to the ten fifth moves.
pub(crate) fn with_ten_offers() -> Table {
    let mut game = Playing::begin(for_two(Rule::Renju, Opening::Taraguchi10));
    for name in ["H8", "H9", "J10"] {
        game.play(name);
        game.choose(Action::Stay);
    }
    game.play("K8");
    game.choose(Action::OfferTen);
    game.choose(Action::Offer(points("A1 B2 C4 D7 E5 F6 G7 K11 L3 M4")));
    game.table
}

/// A thought of an engine, with more in it than any player has to say.
pub(crate) fn thought() -> Thought {
    let fact = |(kind, i): (FactKind, usize)| Fact {
        kind,
        points: points(["", "H8", "H8 I8"][i % 3]),
        axis: (i % 5 > 0).then(|| Axis::ALL[i % 5 - 1]),
        count: (i % 2 > 0).then_some(i as u32),
    };
    let root_move = |name: &str, bound, depth, parts| RootMove {
        candidate: Candidate { point: point(name), score: Score(12), bound, parts },
        units: Units::Engine,
        depth,
    };
    let part = |name: &str, value| Part::new(name.to_owned(), value);
    let figures = [
        ("number", Figure::Number(-3)),
        ("text", Figure::Text("two lines\nof text".to_owned())),
        ("points", Figure::Points(points("H8 I9"))),
        ("groups", Figure::Groups(vec![points("A1"), points("B2 C3")])),
    ];
    Thought {
        ply: 6,
        player: "champion".to_owned(),
        color: Color::White,
        choice: Some(Move::Place(point("H9"))),
        why: Reason { facts: FactKind::ALL.into_iter().zip(0..).map(fact).collect() },
        thinking: Thinking {
            stage: Stage::Search,
            limit: Some(Duration::from_millis(1_500)),
            elapsed: Duration::from_millis(498),
            depth: 9,
            deepest: 17,
            value: Some(engine_value(-42)),
            nodes: 123_456,
            nodes_per_second: 654_321,
            table_permille: 37,
            lines: vec![Variation {
                moves: points("H9 I10"),
                value: engine_value(-42),
                bound: Bound::AtLeast,
                depth: 9,
            }],
            candidates: vec![
                root_move("H9", Bound::Exact, Some(9), vec![part("own", 40), part("theirs", -28)]),
                root_move("I7", Bound::AtMost, None, vec![part("theirs", 2)]),
            ],
            trying: Some(point("G6")),
            depths: vec![Iteration {
                depth: 8,
                time: Duration::from_millis(210),
                nodes: 60_000,
                value: Valuation { score: Score::win_in(7), units: Units::Engine },
                line: points("H9 I10 J11"),
            }],
        },
        cutoffs: BTreeMap::from([("alpha".to_owned(), 3), ("beta".to_owned(), 1_000)]),
        figures: figures.map(|(name, figure)| (name.to_owned(), figure)).into(),
        notes: vec!["a remark".to_owned()],
        evaluation: Some(EvalParts {
            own_lines: 30,
            their_lines: -25,
            threats: 7,
            captures: 1,
            rest: -4,
        }),
        adapting: Some(adapting()),
        tree: Ending::ALL.into_iter().zip(1..).map(|(ending, n)| node(n, ending)).collect(),
        units: Units::Engine,
    }
}

fn adapting() -> Adapting {
    let mut counts = HabitCounts { n_games: 4, replies: [1, 2, 3], ..HabitCounts::default() };
    counts.threats[1][2] = Tally { seen: 5, missed: 2 };
    counts.zones[8] = Tally { seen: 9, missed: 8 };
    counts.reaches[0] = Tally { seen: 3, missed: 0 };
    let compared = |name: &str, score, promise| Compared { point: point(name), score, promise };
    let adapted = Adapted {
        compared: vec![
            compared("H9", EngineScore::of_eval(20), 0),
            compared("I7", EngineScore::of_eval(12), 70),
        ],
        chosen: 1,
        depth: 96,
    };
    Adapting { habits: Habits::from(counts), adapted: Some(adapted) }
}

fn node(number: u8, ending: Ending) -> TreeNode {
    let leaf = TreeNode {
        point: Point::new(number, 1),
        color: Color::Black,
        score: -Score::win_in(4),
        bound: Bound::Exact,
        depth: None,
        ending: Ending::Depth,
        children: Vec::new(),
        n_omitted: 0,
    };
    TreeNode {
        point: Point::new(number, 0),
        color: Color::White,
        score: Score(i64::from(number)),
        bound: Bound::AtMost,
        depth: Some(3),
        ending,
        children: vec![leaf],
        n_omitted: 2,
    }
}

/// A tree of variations on a set-up position.
pub(crate) fn analysis() -> Analysis {
    let start = read_code("renju-15-set.w.0.0-h8j9-i9-").unwrap();
    let mut record = Record::from_game(&start);
    record.header.players.black = Some("Élodie".into());
    record.header.date = Some("2024-02-29".into());
    record.header.event = Some("Club evening".into());
    let place = |name| Move::Place(point(name));
    let first = record.add_ply(NodeId::ROOT, Color::White, place("H9"));
    let reply = record.add_ply(first, Color::Black, Move::Pass);
    record.add_ply(NodeId::ROOT, Color::White, place("G7"));
    let notes = record.tree[first].notes_mut();
    notes.comment = Some("直接打法\nsecond line".into());
    notes.time_ms = Some(1_500);
    let kinds = [
        MarkKind::Cross,
        MarkKind::Triangle,
        MarkKind::Square,
        MarkKind::Circle,
        MarkKind::Label("A".into()),
    ];
    *record.tree[reply].notes_mut().marks_mut() = kinds
        .into_iter()
        .zip(["A1", "B2", "C3", "D4", "E5"])
        .map(|(kind, name)| Mark { point: point(name), kind })
        .collect();
    Analysis { title: "Variations – 研究".to_owned(), record }
}

pub(crate) fn settings() -> Settings {
    Settings {
        threads: 2,
        hash_mib: 128,
        adapt: false,
        language: Some("zh".to_owned()),
        page: BTreeMap::from([("settings".to_owned(), "{\"theme\":\"dark\"}".to_owned())]),
    }
}
