//! What is kept comes back as it was.

use std::collections::BTreeSet;

use serde_json::Value;
use tengen_rules::{Opening, Rule};

use crate::random_tables::RandomGame;
use crate::support::{Library, NOW, Place, keep};

const ID: &str = "random";
/// How many games are played with each opening under each rule, without an opening, and how long.
const N_GAMES: u64 = 2;
const N_FREE_GAMES: u64 = 12;
const N_STEPS: u32 = 70;

/// The names of what a document says, so that the test can show that everything came up.
fn names_in(document: &Value, names: &mut BTreeSet<String>) {
    for steps in ["steps", "undone"] {
        for step in document[steps].as_array().into_iter().flatten() {
            let act = &step["act"];
            let name = act.as_str().or_else(|| act.as_object()?.keys().next().map(String::as_str));
            names.extend(name.map(str::to_owned));
        }
    }
    let ending = &document["ending"];
    let ended = ending.as_str().or_else(|| ending.as_object()?.keys().next().map(String::as_str));
    names.extend(ended.map(str::to_owned));
    let fields = document.as_object().unwrap().keys();
    let optional = ["clock", "draw_offer", "notices", "start", "undone"];
    names.extend(fields.filter(|name| optional.contains(&name.as_str())).cloned());
    let captured = document["start"]["captured"].as_array().into_iter().flatten();
    if captured.into_iter().any(|n| n != 0) {
        names.insert("captured".to_owned());
    }
}

#[test]
fn random_games_come_back_as_they_were() {
    let library = Library::new();
    let db = library.open();
    let mut names = BTreeSet::new();
    let n_games = |opening| if opening == Opening::Free { N_FREE_GAMES } else { N_GAMES };
    let kinds = Rule::ALL.into_iter().flat_map(|rule| Opening::ALL.map(|opening| (rule, opening)));
    let games =
        kinds.flat_map(|(rule, opening)| (0..n_games(opening)).map(move |_| (rule, opening)));
    for ((rule, opening), seed) in games.zip(0..) {
        let mut game = RandomGame::begin(rule, opening, seed);
        for n_steps in 1..=N_STEPS {
            game.step();
            if n_steps % 10 > 0 {
                continue;
            }
            let (table, context) = (&game.table, format!("{rule} {opening} {seed} {n_steps}"));
            keep(&db, ID, table).unwrap();
            let text = library.document(&Place::Entry(ID.to_owned()));
            let read = db.load_game(ID, NOW).unwrap().unwrap();
            assert_eq!(
                format!("{:?}", read.history()),
                format!("{:?}", table.history()),
                "{context}"
            );
            assert_eq!(read.game(), table.game(), "{context}");
            assert_eq!((read.turn(), read.phase()), (table.turn(), table.phase()), "{context}");
            keep(&db, ID, &read).unwrap();
            assert_eq!(library.document(&Place::Entry(ID.to_owned())), text, "{context}");
            names_in(&serde_json::from_str(&text).unwrap(), &mut names);
        }
    }
    let expected = [
        "agreed",
        "captured",
        "clock",
        "declare",
        "draw_offer",
        "notices",
        "offer",
        "offer_ten",
        "pass",
        "pick",
        "place",
        "play",
        "put_two",
        "resigned",
        "start",
        "stay",
        "swap",
        "take_black",
        "take_white",
        "timed_out",
        "undone",
    ];
    assert_eq!(names.into_iter().collect::<Vec<_>>(), expected, "everything came up");
}
