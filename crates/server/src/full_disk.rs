//! A disk that is full and gets room again, with a game under way.

use std::sync::Arc;

use serde_json::{Value, json};
use tengen_api::{GameRequest, NewGame};

use crate::game::{Command, Done, Watch};
use crate::{Access, AppState, Reunion, Secrets, Store};

/// Lets the file have no more pages than it has, or as many as it wants.
async fn set_full(store: &Store, is_full: bool) {
    let limit = if is_full { 1 } else { 1 << 20 };
    store.limit_pages(limit).await.unwrap();
}

fn hotseat() -> NewGame {
    let human = json!({ "type": "human" });
    let wish = json!({ "rule": "freestyle", "size": 19, "first": human, "second": human });
    serde_json::from_value(wish).unwrap()
}

async fn play(state: &AppState, id: &str, point: &str) -> Vec<String> {
    let action = json!({ "request": 1, "action": { "type": "play", "point": point } });
    let request: GameRequest = serde_json::from_value(action).unwrap();
    let ask = |reply| Command::Act(Box::new(request), reply);
    let done = state.games().ask(state.shared(), id, ask).await.unwrap().unwrap();
    let Done::Changed { game, .. } = done else { panic!("a move was played") };
    game.notices.into_iter().map(|notice| notice.code).collect()
}

/// The code of the next notice among the messages there are.
fn next_notice(watch: &mut Watch) -> Option<String> {
    while let Ok(message) = watch.rest.try_recv() {
        let message: Value = serde_json::from_str(&message).unwrap();
        if message["type"] == "notice" {
            return message["notice"]["code"].as_str().map(str::to_owned);
        }
    }
    None
}

async fn watch(state: &AppState, id: &str) -> Watch {
    state.games().ask(state.shared(), id, |reply| Command::Watch(None, reply)).await.unwrap()
}

#[tokio::test]
async fn a_full_disk_is_told_the_game_goes_on_and_is_saved_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let (store, notices) = Store::open(&folder.path().join("games.db"));
    let reunion = Reunion::new(0, Vec::new()).unwrap();
    let access = Access::new(Secrets::new().unwrap(), 0, false, reunion);
    let state = AppState::new(store, notices, access);
    let id = state.games().create(&Arc::clone(state.shared()), hotseat()).await.unwrap();
    let mut page = watch(&state, &id).await;
    set_full(state.store(), true).await;
    // The free room inside the file lasts for a few moves.
    let size = tengen_rules::Size::new(19).unwrap();
    // Far from each other, so that nobody wins.
    let all: Vec<_> = size.points().collect();
    let mut points = (0..all.len()).map(|i| tengen_api::spot_of(size, all[i * 50 % all.len()]).0);
    let mut n_moves = 0;
    while next_notice(&mut page).is_none_or(|code| code != "not_saved") {
        play(&state, &id, &points.next().unwrap()).await;
        n_moves += 1;
        assert!(n_moves < 100, "the file never gets full");
    }
    let answered = play(&state, &id, &points.next().unwrap()).await;
    assert_eq!(answered, ["not_saved"], "the answer does not promise what is not so");
    assert_eq!(next_notice(&mut page), None, "it is told once");
    assert_eq!(state.notices().len(), 1, "and to everybody who says hello");
    let mut latecomer = watch(&state, &id).await;
    assert_eq!(next_notice(&mut latecomer).as_deref(), Some("not_saved"));

    set_full(state.store(), false).await;
    next_notice(&mut page);
    let answered = play(&state, &id, &points.next().unwrap()).await;
    assert_eq!(answered, Vec::<String>::new());
    assert_eq!(state.notices(), []);
    assert_eq!(next_notice(&mut page).as_deref(), Some("saved_again"));
    let table = state.store().load_game(&id, 0).await.unwrap().unwrap();
    assert_eq!(table.game().turns().len(), n_moves + 2, "no move is lost");
}
