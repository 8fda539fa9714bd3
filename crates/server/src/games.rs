//! The games that are awake, and how to wake the others.

use std::collections::HashMap;
use std::sync::Arc;

use tengen_api::{NewGame, PositionInput, input_of, new_game_spec, read_position};
use tengen_app::refusal;
use tengen_game::{ActionError, Notice, Table};
use tengen_rules::{Game, Rule};
use tengen_store::{Expected, new_id};
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::game::{Actor, Command, no_such_game};
use crate::state::{Shared, new_seed};
use crate::warm::{prepare, warm_up};

/// How many requests may wait for one game.
const WAITING: usize = 64;

/// The games that are awake.
#[derive(Debug, Default)]
pub(crate) struct Games {
    awake: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    /// The rules for which the engine was made ready.
    warm: Mutex<Vec<Rule>>,
}

impl Games {
    /// Begins a game and says its name.
    pub(crate) async fn create(
        &self,
        shared: &Arc<Shared>,
        wish: NewGame,
    ) -> Result<String, ActionError> {
        let wish = match wish.start {
            Some(start) => {
                let game = self.position(shared, &start).await?;
                NewGame { start: Some(input_of(&game)), ..wish }
            }
            None => wish,
        };
        let coin = new_seed().is_multiple_of(2);
        let table = Table::new(new_game_spec(&wish)?, coin, shared.clock.now())?;
        self.warm_up_for(table.game()).await;
        let id = new_id().map_err(|error| ActionError::Internal(error.to_string()))?;
        // If it cannot be saved now, everybody is told; the game goes on in memory.
        let saved = shared.store.save_game(&id, &table, Expected::Nothing, &[]).await;
        let saved = saved.map(drop).map_err(|error| error.to_string());
        Self::wake(shared, &mut *self.awake.lock().await, &id, table, saved);
        Ok(id)
    }

    /// Makes the engine ready for a game's rule, once.
    pub(crate) async fn warm_up_for(&self, game: &Game) {
        let mut warm = self.warm.lock().await;
        if !warm.contains(&game.rule()) {
            warm.push(game.rule());
            drop(warm);
            warm_up(game);
        }
    }

    fn wake(
        shared: &Arc<Shared>,
        awake: &mut HashMap<String, mpsc::Sender<Command>>,
        id: &str,
        table: Table,
        saved: Result<(), String>,
    ) -> mpsc::Sender<Command> {
        prepare(&shared.engines, &table);
        let (sender, inbox) = mpsc::channel(WAITING);
        let actor = Actor::new(id.to_owned(), table, saved, Arc::clone(shared), inbox);
        tokio::spawn(actor.run());
        awake.retain(|_, sender| !sender.is_closed());
        awake.insert(id.to_owned(), sender.clone());
        sender
    }

    /// Where a game takes messages, waking it if it sleeps.
    #[expect(
        clippy::significant_drop_tightening,
        reason = "held until the game is awake, so that nobody wakes it a second time"
    )]
    async fn mailbox(
        &self,
        shared: &Arc<Shared>,
        id: &str,
    ) -> Result<mpsc::Sender<Command>, ActionError> {
        let mut awake = self.awake.lock().await;
        if let Some(sender) = awake.get(id).filter(|sender| !sender.is_closed()) {
            return Ok(sender.clone());
        }
        let stored = shared.store.load_game(id, shared.clock.now()).await;
        let table = stored.map_err(|error| refusal(&error))?;
        let table = table.ok_or_else(no_such_game)?;
        Ok(Self::wake(shared, &mut awake, id, table, Ok(())))
    }

    /// Asks a game something.
    pub(crate) async fn ask<T>(
        &self,
        shared: &Arc<Shared>,
        id: &str,
        command: impl FnOnce(oneshot::Sender<T>) -> Command,
    ) -> Result<T, ActionError> {
        let (reply, wait) = oneshot::channel();
        let mut command = command(reply);
        loop {
            match self.mailbox(shared, id).await?.send(command).await {
                Ok(()) => break,
                // It went to sleep at this moment, and is woken again.
                Err(mpsc::error::SendError(unread)) => command = unread,
            }
        }
        if let Ok(answer) = wait.await {
            return Ok(answer);
        }
        // It was closed before it came to this command: it is being deleted, or has gone to sleep.
        match shared.store.seq_of(id).await {
            Ok(None) => Err(no_such_game()),
            _ => Err(ActionError::Stale),
        }
    }

    /// Forgets a game.
    pub(crate) async fn delete(&self, shared: &Arc<Shared>, id: &str) -> Result<(), ActionError> {
        check_lasting(shared)?;
        let sender = self.awake.lock().await.remove(id);
        let was_awake = sender.is_some();
        if let Some(sender) = sender {
            // A game that has just gone to sleep need not be closed.
            let _ = sender.send(Command::Close).await;
            sender.closed().await;
        }
        // Whoever takes it up between these two lines finds that it is gone when he plays.
        let deleted = shared.store.delete(id).await;
        let was_kept = deleted.map_err(|error| refusal(&error))?;
        if was_kept || was_awake { Ok(()) } else { Err(no_such_game()) }
    }

    /// The position that is meant, games of the library included.
    pub(crate) async fn position(
        &self,
        shared: &Arc<Shared>,
        input: &PositionInput,
    ) -> Result<Game, ActionError> {
        let PositionInput::Game { id, ply } = input else { return read_position(input) };
        let table = self.ask(shared, id, Command::Copy).await?;
        let mut game = table.game().clone();
        while ply.is_some_and(|ply| game.turns().len() as u32 > ply) && game.undo().is_some() {}
        Ok(game)
    }
}

/// Refuses what would be undone by the next start, because it would not reach the disk.
pub(crate) fn check_lasting(shared: &Shared) -> Result<(), ActionError> {
    let trouble = shared.store.trouble().filter(|_| shared.store.is_in_memory());
    trouble.map_or(Ok(()), |notice| Err(ActionError::NotSaved(why(&notice))))
}

/// Half a sentence about why nothing can be saved.
fn why(notice: &Notice) -> String {
    match notice {
        Notice::LibraryUnusable { error, .. } => error.clone(),
        notice => notice.text(),
    }
}
