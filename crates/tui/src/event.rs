//! What happens to the app and what it asks for in return.

use std::sync::Arc;

use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use tengen_game::{Input, JobId, Notice, Table};
use tengen_players::adapt::Habits;
use tengen_players::pool::Job;
use tengen_players::{Thinking, Thought, TreeNode};
use tengen_store::Entry;

/// The number of a game within one run of the program. What belongs to a game that was left is
/// recognised by it.
pub type GameNumber = u64;

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Something was pasted.
    Paste,
    /// The terminal has so many columns and rows now.
    Resize(u16, u16),
    /// Time has passed.
    Tick,
    /// Something that the driver of this game waits for.
    Game(GameNumber, Input),
    /// How the thought about this job of this game looks now, and its tree as far as it has grown.
    Thinking(GameNumber, JobId, Box<Thinking>, Vec<TreeNode>),
    /// The games that are kept, the newest first.
    Library(Vec<Entry>),
    /// The kept game that was asked for under this number.
    Opened(GameNumber, Box<Opened>),
    /// Another program has gone further with the game of this number.
    Overtaken(GameNumber, Box<Opened>),
    /// What earlier games say about the person in the game of this number.
    Habits(GameNumber, Arc<Habits>),
    /// Something the user should know that concerns no game.
    Notice(Notice),
    /// Something that was asked for is not to be had, in a sentence.
    Trouble(String),
    /// The terminal is gone, or somebody wants the program to end.
    End,
}

/// A game that was kept, with the thoughts behind its moves.
#[derive(Debug)]
pub struct Opened {
    /// The game.
    pub table: Table,
    /// How opponents thought about their moves.
    pub thoughts: Vec<Thought>,
}

/// Something to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// Have this thought about; [`Input::JobDone`] comes back.
    Think {
        /// For which game.
        game: GameNumber,
        /// The number of the job in that game.
        job: JobId,
        /// What.
        work: Job,
    },
    /// Ask whoever thinks about this job to come to an end; an answer still comes back.
    Stop {
        /// For which game.
        game: GameNumber,
        /// Which job of that game.
        job: JobId,
    },
    /// Keep a game; [`Input::Saved`] or [`Event::Overtaken`] comes back.
    Save {
        /// Which game.
        game: GameNumber,
        /// How it stands.
        table: Box<Table>,
    },
    /// Keep the thought behind a move with the next save; [`Input::RecordFailed`] comes back if that
    /// fails.
    Record {
        /// Of which game.
        game: GameNumber,
        /// The thought.
        thought: Box<Thought>,
    },
    /// Say which games are kept: [`Event::Library`].
    List,
    /// Open a kept game: [`Event::Opened`].
    Open {
        /// The number it gets.
        game: GameNumber,
        /// Its name in the library.
        id: String,
    },
    /// Collect what earlier games say about the person in a game, if opponents may adapt:
    /// [`Event::Habits`].
    Recall {
        /// Which game, whose own moves do not count.
        game: GameNumber,
        /// The name the person plays under, if any.
        person: Option<String>,
    },
    /// Give the terminal to the shell until the user comes back.
    Suspend,
}
