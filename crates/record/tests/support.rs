//! Random games and records for the tests.

use tengen_record::{
    Format, GameResult, Mark, MarkKind, NodeId, OpeningLog, Properties, Record, Text,
};
use tengen_rules::{
    Action, ActionKind, ByColor, Color, Game, Move, Opening, OpeningState, Point, Rule, Size,
    SplitMix64,
};

/// A game of random legal moves, of a random length, passes included where the rule has them.
pub(crate) fn random_game(random: &mut SplitMix64, rule: Rule, size: Size) -> Game {
    let mut game = Game::new(rule, size);
    let length = random.below(60);
    while game.turns().len() < length && game.status().is_ongoing() {
        if game.may_pass() && random.below(10) == 0 {
            game.try_move(Move::Pass).unwrap();
        } else {
            let Some(&point) = random.pick(&game.legal_points()) else { break };
            game.try_play(point).unwrap();
        }
    }
    if game.status().is_ongoing() && random.below(4) == 0 {
        let loser = *random.pick(&Color::ALL).unwrap();
        game.forfeit(loser, tengen_rules::LossReason::Timeout).unwrap();
    }
    game
}

pub(crate) fn random_rule(random: &mut SplitMix64) -> Rule {
    *random.pick(&Rule::ALL).unwrap()
}

pub(crate) fn random_size(random: &mut SplitMix64) -> Size {
    Size::new(5 + random.below(22) as u64).unwrap()
}

fn random_point(random: &mut SplitMix64, size: Size) -> Point {
    size.points().nth(random.below(size.n_points())).unwrap()
}

/// Text with everything that a format may trip over.
pub(crate) fn random_text(random: &mut SplitMix64) -> Text {
    const PIECES: [&[u8]; 14] = [
        b"a",
        b"]",
        b"\\",
        b":",
        b"[",
        b"\n",
        b"\r\n",
        b"\t",
        b" ",
        b";",
        b"(",
        b"\xC3\xA9",
        b"\xFF",
        b"\"",
    ];
    let bytes: Vec<u8> =
        (0..=random.below(8)).flat_map(|_| random.pick(&PIECES).unwrap().to_vec()).collect();
    bytes.into()
}

fn perhaps<T>(random: &mut SplitMix64, make: impl Fn(&mut SplitMix64) -> T) -> Option<T> {
    (random.below(3) == 0).then(|| make(random))
}

/// A record with everything in it and fewer than so many moves, which makes no sense as a game.
pub(crate) fn random_record(random: &mut SplitMix64, size: Size, n_moves: usize) -> Record {
    let mut record = Record::new(size);
    record.header.rule = perhaps(random, random_rule);
    record.header.players =
        ByColor::new(perhaps(random, random_text), perhaps(random, random_text));
    record.header.date = perhaps(random, random_text);
    record.header.event = perhaps(random, random_text);
    record.header.to_move = perhaps(random, |r| *r.pick(&Color::ALL).unwrap());
    record.header.captures = ByColor::new(random.below(3) as u32, random.below(3) as u32);
    record.header.result =
        perhaps(random, |r| GameResult::of(random_game(r, Rule::Renju, size).status())).flatten();
    record.header.opening = perhaps(random, |r| random_opening(r, size).0);
    for _ in 0..random.below(n_moves) {
        let parent = record.tree.pre_order().nth(random.below(record.tree.n_nodes())).unwrap().id;
        let color = *random.pick(&Color::ALL).unwrap();
        let mv = match random.below(10) {
            0 => Move::Pass,
            _ => Move::Place(random_point(random, size)),
        };
        let id = record.add_ply(parent, color, mv);
        annotate(random, &mut record, id);
    }
    annotate(random, &mut record, NodeId::ROOT);
    record
}

fn annotate(random: &mut SplitMix64, record: &mut Record, id: NodeId) {
    let size = record.header.size;
    let comment = perhaps(random, random_text);
    let time_ms = perhaps(random, SplitMix64::next_u64);
    let point = random_point(random, size);
    let label = random_text(random);
    let kinds = [MarkKind::Cross, MarkKind::Circle, MarkKind::Label(label)];
    let marks: Vec<Mark> = kinds
        .into_iter()
        .filter(|_| random.below(4) == 0)
        .map(|kind| Mark { point, kind })
        .collect();
    let setup = perhaps(random, |r| (random_point(r, size), r.pick(&Color::ALL).copied()));
    let has_extra = random.below(3) == 0;
    let notes = record.tree[id].notes_mut();
    notes.comment = comment;
    notes.time_ms = time_ms;
    notes.set_marks(marks);
    notes.setup_mut().extend(setup);
    if has_extra {
        notes.extra.push(Format::Sgf, "XX", ["a\\]", ""]);
    }
}

/// Adds a property as a changed record may have it: words of SGF that hold or do not hold any more, words
/// that only somebody else understands, and what no file can hold.
pub(crate) fn add_random_property(random: &mut SplitMix64, to: &mut Properties) {
    // A comment that says "aa" is the one that most often holds.
    const NAMES: [&str; 16] = [
        "C", "C", "C", "XX", "N", "RE", "XREASON", "RU", "SZ", "B", "AB", "LB", "XTIME",
        "XOPENING", "", "X]",
    ];
    const VALUES: [&str; 14] = [
        "aa", "aa", "aa", "B+R", "b\\+", "0", "five", "renju", "15:15", "", "aa:x", "pie", "]",
        "\\",
    ];
    let origin = if random.below(10) == 0 { Format::Psq } else { Format::Sgf };
    let name = *random.pick(&NAMES).unwrap();
    let values: Vec<&str> = (0..random.below(3)).map(|_| *random.pick(&VALUES).unwrap()).collect();
    to.push(origin, name, values);
}

/// A random opening procedure, done or not, and the game after it.
pub(crate) fn random_opening(random: &mut SplitMix64, size: Size) -> (OpeningLog, Vec<Point>) {
    let procedures: Vec<Opening> = Opening::ALL
        .into_iter()
        .filter(|opening| !opening.needs_center() || size.center().is_some())
        .collect();
    let procedure = *random.pick(&procedures).unwrap();
    let mut state = OpeningState::new(procedure, size).unwrap();
    let mut actions = Vec::new();
    while !state.is_done() {
        let next = state.next();
        let action = match random.pick(&next.actions).unwrap() {
            ActionKind::Place => {
                let Some(&point) = random.pick(&state.allowed_points()) else { break };
                Action::Place(point)
            }
            ActionKind::Black => Action::Take(Color::Black),
            ActionKind::White => Action::Take(Color::White),
            ActionKind::Declare => Action::Declare(1 + random.below(3) as u32),
            ActionKind::Offer => {
                let count = next.count.unwrap() as usize;
                Action::Offer((0..count).map(|_| random_point(random, size)).collect())
            }
            ActionKind::OfferTen => Action::OfferTen,
            ActionKind::Pick => Action::Pick(*random.pick(state.offers()).unwrap()),
            ActionKind::PutTwo => Action::PutTwo,
            ActionKind::Stay => Action::Stay,
            ActionKind::Swap => Action::Swap,
        };
        if state.act(next.player, &action).is_ok() {
            actions.push(action);
        }
    }
    (OpeningLog { procedure, actions }, state.stones().to_vec())
}
