//! The capture game over a live connection: the same game and the same sentences.

use std::sync::Arc;

use serde_json::{Value, json, to_value};
use tempfile::TempDir;
use tengen_api::{GameAction, OpeningAction, new_game_view, spot_of};
use tengen_game::PlayerAction;
use tengen_rules::Size;
use tengen_scripts::{Answer, Answers, Checker, Line, Purpose, Script, Seen, Step};

use crate::client::{Page, TestServer};

/// A page that shows a game, and remembers what it was told.
struct Watcher {
    page: Page,
    n_requests: u32,
    game: Value,
    events: Vec<Value>,
    hint: Option<Value>,
}

impl Watcher {
    async fn of(server: &TestServer, id: &str) -> Self {
        // After nothing: the page wants to hear everything since the game began.
        let page = server.connect(&format!("/games/{id}/live?after=0")).await.unwrap();
        let (game, events, hint) = (Value::Null, Vec::new(), None);
        let mut watcher = Self { page, n_requests: 0, game, events, hint };
        watcher.until(|message| message["type"] == "update").await;
        watcher
    }

    /// Takes in what comes, until something is what is waited for.
    async fn until(&mut self, is_awaited: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.page.receive().await;
            match message["type"].as_str() {
                Some("update") => {
                    self.events.extend(message["events"].as_array().unwrap().iter().cloned());
                    self.game = message["game"].clone();
                }
                Some("hint") => self.hint = Some(message["hint"].clone()),
                _ => {}
            }
            if is_awaited(&message) {
                return message;
            }
        }
    }

    fn look(&self) -> Seen {
        Seen::by_page(&self.game, &self.events, self.hint.as_ref()).expect("nothing is missing")
    }

    /// The person does something, and is refused with this sentence or not at all.
    async fn act(&mut self, action: &PlayerAction, refused: Option<&str>) -> Result<(), String> {
        self.n_requests += 1;
        let number = self.n_requests;
        let size = self.game["position"]["size"].as_u64().unwrap();
        let action = wire_action(Size::new(size).unwrap(), action);
        let is_hint = action == GameAction::Hint;
        let request = json!({ "request": number, "seq": self.game["seq"], "action": action });
        self.page.send(&request).await;
        if is_hint && refused.is_none() {
            // It comes once the thinker has answered.
            return Ok(());
        }
        let answer = self.until(|message| message["request"] == number).await;
        let said = answer["error"]["text"].as_str();
        if said == refused {
            Ok(())
        } else {
            Err(format!("expected the refusal {refused:?}, but there is {said:?}"))
        }
    }

    /// Waits for what an answer of a thinker leads to.
    async fn wait_for(&mut self, answer: Answer) {
        if answer.reply.is_some_and(|reply| reply.purpose == Purpose::Suggestion) {
            self.until(|message| message["type"] == "hint").await;
        } else {
            let seq = self.game["seq"].as_u64();
            self.until(|message| message["game"]["seq"].as_u64() > seq).await;
        }
    }
}

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

#[tokio::test]
async fn the_server_plays_the_capture_game_word_by_word() {
    let script = Script::capture_game();
    let answers = Answers::default();
    let make = answers.thinkers();
    let folder = Arc::new(TempDir::new().unwrap());
    let server = TestServer::thinking(Arc::clone(&folder), move || make()).await;
    let id = server.create(&to_value(new_game_view(&script.spec)).unwrap()).await;
    let mut watcher = Watcher::of(&server, &id).await;
    let mut checker = Checker::default();
    for Line { number, step } in &script.lines {
        let went = match step {
            Step::Person { action, refused } => watcher.act(action, refused.as_deref()).await,
            Step::Thinker(answer) => {
                answers.give(*answer);
                watcher.wait_for(*answer).await;
                Ok(())
            }
            Step::Expect(expected) => checker.check(expected, &watcher.look()),
        };
        went.unwrap_or_else(|error| panic!("line {number}: {error}"));
    }
    let seen = watcher.look();
    checker.finish(&seen).unwrap();

    // What was saved on the way is the same game, with the same sentences.
    let again = TestServer::in_folder(folder).await;
    let game = again.get(&format!("/games/{id}")).await;
    assert_eq!(Seen::by_page(&game, &watcher.events, watcher.hint.as_ref()), Some(seen));
}
