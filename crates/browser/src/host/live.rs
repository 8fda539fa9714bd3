//! The connections of the page: to a game, and for long jobs.

use serde_json::{Value, json};
use tengen_api::{GameMessage, GameRequest, WorkMessage, WorkSays};
use tengen_app::Failure;
use tengen_game::ActionError;

use super::query::split;
use super::session::{Item, Target};
use super::work::Jobs;
use super::{HEARTBEAT, Host, SocketNumber, number, to_json};

/// A connection of the page.
#[derive(Debug)]
pub(super) enum Socket {
    /// To a game.
    Game(String),
    /// For long jobs.
    Work(Jobs),
}

impl Host {
    pub(super) fn open(&mut self, message: &Value) {
        let socket = number(&message["socket"]);
        let (path, query) = split(message["path"].as_str().unwrap_or_default());
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let opened = match parts.as_slice() {
            ["work"] => {
                self.sockets.insert(socket, Socket::Work(Jobs::default()));
                Ok(())
            }
            ["games", id, "live"] => self.wake(id).map(|()| {
                self.sockets.insert(socket, Socket::Game((*id).to_owned()));
                self.tell_game(id, Item::Watch(socket, query["after"].as_u64()));
            }),
            _ => Err(ActionError::Missing("there is nothing at this address".to_owned())),
        };
        match opened {
            Ok(()) => {
                self.beat_at.get_or_insert(self.world.monotonic() + HEARTBEAT);
            }
            Err(error) => {
                let Failure { status, error } = error.into();
                let body = to_json(&error);
                let refused =
                    json!({ "type": "refused", "socket": socket, "status": status, "body": body });
                self.emit(&refused);
            }
        }
    }

    pub(super) fn receive(&mut self, message: &Value) {
        let socket = number(&message["socket"]);
        match self.sockets.get(&socket) {
            Some(Socket::Game(id)) => {
                let id = id.clone();
                self.act(socket, &id, &message["data"]);
            }
            Some(Socket::Work(_)) => self.work_request(socket, &message["data"]),
            None => {}
        }
    }

    fn act(&mut self, socket: SocketNumber, id: &str, data: &Value) {
        let unreadable = |error: serde_json::Error| {
            (0, ActionError::Request(format!("the message cannot be read: {error}")))
        };
        let request = serde_json::from_value::<GameRequest>(data.clone()).map_err(unreadable);
        let wished = request.and_then(|request| {
            let number = request.request;
            let size = self.table(id).map(|table| table.game().size());
            let action = size.and_then(|size| request.action.to_domain(size));
            action.map(|action| (request, action)).map_err(|error| (number, error))
        });
        match wished {
            Ok((request, action)) => {
                let target = Target::Socket(socket, request.request);
                let expected_seq = request.seq;
                self.tell_game(id, Item::Act { target, action, expected_seq });
            }
            Err((request, error)) => {
                self.send(socket, &GameMessage::Refused { request, error: (&error).into() });
            }
        }
    }

    /// The page has closed a connection.
    pub(super) fn close(&mut self, socket: SocketNumber) {
        match self.sockets.remove(&socket) {
            Some(Socket::Game(id)) => {
                if let Some(session) = self.games.get_mut(&id) {
                    session.pages.remove(&socket);
                }
            }
            Some(Socket::Work(jobs)) => {
                for serial in jobs.running() {
                    self.stop_thinking(serial);
                }
            }
            None => {}
        }
    }

    /// Closes a connection from here.
    pub(super) fn hang_up(&mut self, socket: SocketNumber) {
        self.sockets.remove(&socket);
        let closed = json!({ "type": "closed", "socket": socket, "code": 1000, "reason": "" });
        self.emit(&closed);
    }

    /// Says to every page that the worker lives.
    pub(super) fn beat(&mut self) {
        let now = self.world.monotonic();
        if self.beat_at.is_none_or(|at| now < at) {
            return;
        }
        for (&socket, kind) in &self.sockets {
            match kind {
                Socket::Game(_) => self.send(socket, &GameMessage::StillHere),
                Socket::Work(_) => {
                    self.send(socket, &WorkMessage { job: 0, says: WorkSays::StillHere });
                }
            }
        }
        self.beat_at = (!self.sockets.is_empty()).then(|| now + HEARTBEAT);
    }
}
