//! The live connection of a game.

use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tengen_api::{GameAction, GameMessage, GameRequest};
use tengen_game::ActionError;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout};

use crate::failure::Failure;
use crate::game::{Command, Done, Watch, to_text};
use crate::serve::Visit;
use crate::state::{AppState, MOST_BYTES};

/// A page that has heard nothing for a few of these knows that the connection is dead, as after the
/// sleep of a laptop.
const HEARTBEAT: Duration = Duration::from_secs(10);

pub(crate) fn heartbeat() -> Interval {
    let mut beats = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beats
}

/// How many answers may wait for a slow page.
const WAITING: usize = 64;
/// A page that takes nothing for this long is given up.
const SLOWEST_READER: Duration = Duration::from_secs(20);

#[derive(Debug, Deserialize)]
pub(crate) struct After {
    after: Option<u64>,
}

/// `GET /games/{id}/live`.
pub(crate) async fn connect(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(After { after }): Query<After>,
    visit: Option<Extension<Visit>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    match watch(&state, &id, after).await {
        Err(error) => Failure::from(error).into_response(),
        Ok(watch) => upgrade.max_message_size(MOST_BYTES).on_upgrade(move |socket| async move {
            talk(state, id, socket, watch).await;
            drop(visit);
        }),
    }
}

/// Sends something. Whoever does not take it for this long is given up, and gets everything anew when
/// he comes back.
pub(crate) async fn send_in_time(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    timeout(SLOWEST_READER, socket.send(Message::Text(text))).await.is_ok_and(|sent| sent.is_ok())
}

async fn watch(state: &AppState, id: &str, after: Option<u64>) -> Result<Watch, ActionError> {
    state.games().ask(state.shared(), id, |reply| Command::Watch(after, reply)).await
}

async fn talk(state: AppState, id: String, mut socket: WebSocket, watch: Watch) {
    let Watch { first, mut rest } = watch;
    let (answers, mut inbox) = mpsc::channel::<Utf8Bytes>(WAITING);
    if !send_in_time(&mut socket, first).await {
        return;
    }
    let mut beats = heartbeat();
    loop {
        // What happened goes out before the answer to the request that made it happen.
        let outgoing = tokio::select! {
            biased;
            message = rest.recv() => match message {
                Ok(text) => text,
                Err(RecvError::Closed) => break,
                Err(RecvError::Lagged(_)) => match self::watch(&state, &id, None).await {
                    Ok(again) => {
                        rest = again.rest;
                        again.first
                    }
                    Err(_) => break,
                },
            },
            Some(answer) = inbox.recv() => answer,
            _ = beats.tick() => to_text(&GameMessage::StillHere),
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    take(&state, &id, &text, &answers).await;
                    continue;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => continue,
            },
        };
        if !send_in_time(&mut socket, outgoing).await {
            break;
        }
    }
}

/// Has a request answered. Requests are taken one by one, so that their order counts; only a
/// suggestion, which takes a while, is waited for on the side.
async fn take(state: &AppState, id: &str, text: &str, answers: &mpsc::Sender<Utf8Bytes>) {
    let request: GameRequest = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => {
            let error = ActionError::Request(format!("the message cannot be read: {error}"));
            let refused = GameMessage::Refused { request: 0, error: (&error).into() };
            return send(answers, to_text(&refused)).await;
        }
    };
    if request.action == GameAction::Hint {
        let (state, id, answers) = (state.clone(), id.to_owned(), answers.clone());
        tokio::spawn(async move { send(&answers, answer(&state, &id, request).await).await });
    } else {
        send(answers, answer(state, id, request).await).await;
    }
}

/// The page may be gone when its answer comes.
async fn send(answers: &mpsc::Sender<Utf8Bytes>, text: Utf8Bytes) {
    let _ = answers.send(text).await;
}

async fn answer(state: &AppState, id: &str, request: GameRequest) -> Utf8Bytes {
    let number = request.request;
    let ask = |reply| Command::Act(Box::new(request), reply);
    let asked = state.games().ask(state.shared(), id, ask).await;
    to_text(&match asked.and_then(|done| done) {
        Ok(Done::Changed { unsaved, .. }) => GameMessage::Done { request: number, notice: unsaved },
        Ok(Done::Suggested(hint)) => GameMessage::Hint { request: number, hint },
        Err(error) => GameMessage::Refused { request: number, error: (&error).into() },
    })
}
