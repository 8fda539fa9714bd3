//! The games that are awake, and how to wake the others.

use std::collections::HashMap;
use std::sync::Arc;

use tengen_api::{LibraryKind, NewGame, PositionInput};
use tengen_game::{Refusal, Table, TableDoc, read_position};
use tengen_rules::{Game, Rule};
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::game::{Actor, Command};
use crate::state::Shared;
use crate::warm::warm_up;
use tengen_minds::new_seed;
use tengen_store::{Saved, new_id};

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
    ) -> Result<String, Refusal> {
        let wish = match wish.start {
            Some(start) => {
                let game = self.position(shared, &start).await?;
                NewGame { start: Some(tengen_game::input_of(&game)), ..wish }
            }
            None => wish,
        };
        let table = Table::new(&wish, new_seed().is_multiple_of(2), shared.clock.now())?;
        self.warm_up_for(table.game()).await;
        let id = new_id().map_err(|error| Refusal::Internal(error.to_string()))?;
        let first =
            Saved::game(&id, &table).map_err(|error| Refusal::Internal(error.to_string()))?;
        // If it cannot be saved now, the first move says so; the game goes on in memory.
        let _ = shared.store.save(first).await;
        Self::wake(shared, &mut *self.awake.lock().await, &id, table);
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
    ) -> mpsc::Sender<Command> {
        let (sender, inbox) = mpsc::channel(WAITING);
        let actor = Actor::new(id.to_owned(), table, Arc::clone(shared), inbox);
        tokio::spawn(actor.run());
        awake.insert(id.to_owned(), sender.clone());
        sender
    }

    /// The game's ear, waking it if it sleeps.
    #[expect(
        clippy::significant_drop_tightening,
        reason = "held until the game is awake, so that nobody wakes it a second time"
    )]
    async fn ear(&self, shared: &Arc<Shared>, id: &str) -> Result<mpsc::Sender<Command>, Refusal> {
        let mut awake = self.awake.lock().await;
        awake.retain(|_, sender| !sender.is_closed());
        if let Some(sender) = awake.get(id) {
            return Ok(sender.clone());
        }
        let stored = shared.store.load::<TableDoc>(id, LibraryKind::Game).await;
        let doc = stored.map_err(|error| Refusal::Internal(error.to_string()))?;
        let doc = doc.ok_or_else(|| Refusal::Missing("there is no such game".to_owned()))?;
        let table = Table::from_doc(doc, shared.clock.now())?;
        Ok(Self::wake(shared, &mut awake, id, table))
    }

    /// Asks a game something.
    pub(crate) async fn ask<T>(
        &self,
        shared: &Arc<Shared>,
        id: &str,
        command: impl FnOnce(oneshot::Sender<T>) -> Command,
    ) -> Result<T, Refusal> {
        let gone = || Refusal::Internal("the game was closed in the meantime".to_owned());
        let (reply, wait) = oneshot::channel();
        let ear = self.ear(shared, id).await?;
        ear.send(command(reply)).await.map_err(|_| gone())?;
        wait.await.map_err(|_| gone())
    }

    /// Forgets a game.
    pub(crate) async fn delete(&self, shared: &Arc<Shared>, id: &str) -> Result<(), Refusal> {
        let sender = self.awake.lock().await.remove(id);
        if let Some(sender) = sender {
            // A game that has just gone to sleep need not be closed.
            let _ = sender.send(Command::Close).await;
            sender.closed().await;
        }
        let deleted = shared.store.delete(id).await;
        if deleted.map_err(|error| Refusal::Internal(error.to_string()))? {
            Ok(())
        } else {
            Err(Refusal::Missing("there is no such game".to_owned()))
        }
    }

    /// The position that is meant, games of the library included.
    pub(crate) async fn position(
        &self,
        shared: &Arc<Shared>,
        input: &PositionInput,
    ) -> Result<Game, Refusal> {
        let PositionInput::Game { id, ply } = input else { return read_position(input) };
        let table = self.ask(shared, id, Command::Copy).await?;
        let mut game = table.game().clone();
        while ply.is_some_and(|ply| game.turns().len() as u32 > ply) && game.undo().is_some() {}
        Ok(game)
    }
}
