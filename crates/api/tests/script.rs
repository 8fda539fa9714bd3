//! The capture game as the page sees it: the same game and the same sentences.

use serde_json::{Value, to_value};
use tengen_api::{events_view, hint_view, snapshot};
use tengen_scripts::{Script, ScriptedGame, Seen};

#[test]
fn the_page_sees_the_capture_game_word_by_word() {
    let look = |game: &ScriptedGame| {
        let table = game.table();
        let shown = to_value(snapshot(table, "x", None, 0)).unwrap();
        let events: Vec<Value> = events_view(table, &table.events_after(0).unwrap())
            .iter()
            .map(|event| to_value(event).unwrap())
            .collect();
        let hint = game.hint().map(|hint| to_value(hint_view(table.game().size(), hint)).unwrap());
        let seen = Seen::by_page(&shown, &events, hint.as_ref()).unwrap();
        assert_eq!(seen, game.look(), "the page and the table say the same");
        seen
    };
    ScriptedGame::replay(&Script::capture_game(), look).unwrap();
}
