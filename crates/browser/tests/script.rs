//! The capture game through the host: the same game and the same sentences.

use std::collections::BTreeMap;

use serde_json::{Value, json, to_value};
use tengen_api::{GameAction, OpeningAction, new_game_view, spot_of};
use tengen_game::PlayerAction;
use tengen_rules::Size;
use tengen_scripts::{Answers, Checker, Line, Script, Seen, Step};

use crate::worker::Browser;

const SOCKET: u64 = 1;

/// What the page sends for an action.
fn wire_action(size: Size, action: &PlayerAction) -> GameAction {
    match action {
        PlayerAction::Play(point) => GameAction::Play { point: spot_of(size, *point) },
        PlayerAction::Pass => GameAction::Pass,
        PlayerAction::Opening(action) => {
            GameAction::Opening { action: OpeningAction::from_domain(size, action) }
        }
        PlayerAction::Undo => GameAction::Undo,
        PlayerAction::Redo => GameAction::Redo,
        PlayerAction::Resign => GameAction::Resign,
        PlayerAction::OfferDraw => GameAction::OfferDraw,
        PlayerAction::AcceptDraw => GameAction::AcceptDraw,
        PlayerAction::DeclineDraw => GameAction::DeclineDraw,
        PlayerAction::Hint => GameAction::Hint,
        PlayerAction::MoveNow => GameAction::MoveNow,
        PlayerAction::Pause => GameAction::Pause,
        PlayerAction::Resume => GameAction::Resume,
        PlayerAction::Rename(title) => GameAction::Rename { title: title.clone() },
    }
}

/// What the page shows now.
fn look(browser: &Browser) -> (Value, Vec<Value>, Option<Value>) {
    let (mut game, mut events, mut hint) = (Value::Null, Vec::new(), None);
    for message in browser.over(SOCKET) {
        match message["type"].as_str() {
            Some("update") => {
                events.extend(message["events"].as_array().unwrap().iter().cloned());
                game = message["game"].clone();
            }
            Some("hint") => hint = Some(message["hint"].clone()),
            _ => {}
        }
    }
    (game, events, hint)
}

fn seen(browser: &Browser) -> Seen {
    let (game, events, hint) = look(browser);
    Seen::by_page(&game, &events, hint.as_ref()).expect("nothing is missing")
}

#[test]
fn the_browser_edition_plays_the_capture_game_word_by_word() {
    let script = Script::capture_game();
    let answers = Answers::default();
    let mut browser = Browser::new(BTreeMap::new(), Some(answers.thinkers()));
    // A thinker that is asked has to wait for its answer.
    browser.thinks = false;
    let wish = to_value(new_game_view(&script.spec)).unwrap();
    let (status, created) = browser.request("POST", "/games", &wish);
    assert_eq!(status, 201, "{created}");
    let id = created["id"].as_str().unwrap().to_owned();
    browser.open(SOCKET, &format!("/games/{id}/live?after=0"));
    let mut checker = Checker::default();
    let mut n_requests = 0;
    for Line { number, step } in &script.lines {
        let went = match step {
            Step::Person { action, refused } => {
                n_requests += 1;
                let (game, _, _) = look(&browser);
                let size = Size::new(game["position"]["size"].as_u64().unwrap()).unwrap();
                let action = wire_action(size, action);
                let wish = json!({ "request": n_requests, "seq": game["seq"], "action": action });
                browser.send(SOCKET, &wish);
                let answered = browser.over(SOCKET);
                let answer = answered.iter().find(|message| message["request"] == n_requests);
                let said = answer.and_then(|answer| answer["error"]["text"].as_str());
                if said == refused.as_deref() {
                    Ok(())
                } else {
                    Err(format!("expected the refusal {refused:?}, but there is {said:?}"))
                }
            }
            Step::Thinker(answer) => {
                answers.give(*answer);
                while let Some((thinker, job)) = browser.asked.pop_front() {
                    if job["kind"] == "prepare" {
                        let done = json!({ "type": "thought", "result": null, "shortage": null });
                        let word = json!({ "type": "thinker", "thinker": thinker, "data": done });
                        browser.tell(&word);
                        continue;
                    }
                    browser.think(thinker, &job);
                    break;
                }
                Ok(())
            }
            Step::Expect(expected) => checker.check(expected, &seen(&browser)),
        };
        went.unwrap_or_else(|error| panic!("line {number}: {error}"));
    }
    let last = seen(&browser);
    checker.finish(&last).unwrap();

    // What was kept on the way is the same game, with the same sentences.
    let (_, events, hint) = look(&browser);
    let mut again = Browser::new(browser.rows.clone(), None);
    again.thinks = false;
    let game = again.get(&format!("/games/{id}"));
    assert_eq!(Seen::by_page(&game, &events, hint.as_ref()), Some(last));
}
