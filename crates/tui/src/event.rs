//! What happens to the app and what it asks for in return.

use std::sync::Arc;

use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use tengen_api::{LibraryEntry, MoveReasoning, ThinkingView};
use tengen_game::{Table, TableDoc};
use tengen_minds::{Finished, Job, Recorded};
use tengen_players::adapt::Habits;

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
    /// How the running thought looks now.
    Thinking(Box<ThinkingView>),
    /// The thought of this number is finished.
    Thought(u64, Box<Finished>),
    /// The games that are kept, the newest first.
    Library(Vec<LibraryEntry>),
    /// The kept game that was asked for under this number.
    Opened(u64, Box<Opened>),
    /// Another program has gone further with the game of this number.
    Overtaken(u64, Box<Opened>),
    /// What earlier games say about the player of the game with this number.
    Habits(u64, Arc<Habits>),
    /// Something went wrong that the user should know.
    Trouble(String),
    /// The terminal is gone, or somebody wants the program to end.
    End,
}

/// A game that was kept, with the reasons of its moves.
#[derive(Debug)]
pub struct Opened {
    /// The game.
    pub doc: TableDoc,
    /// How the AI thought about its moves.
    pub reasonings: Vec<MoveReasoning>,
}

/// Something to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// Think about this; the answer comes back with the number.
    Think(u64, Box<Job>),
    /// The running thought shall come to an end; what it has found still counts if it is asked for.
    Stop,
    /// Keep the game of this number.
    Save(u64, Box<Table>),
    /// Keep how a move of the game of this number came about.
    Record(u64, Box<Recorded>),
    /// Say which games are kept.
    List,
    /// Open a kept game, which gets this number.
    Open(u64, String),
    /// Collect what earlier games say about the player of this name in the game of this number.
    Recall(u64, Option<String>),
    /// Give the terminal to the shell until the user comes back.
    Suspend,
}
