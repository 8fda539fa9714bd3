//! What happens to the app and what it asks for in return.

use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use tengen_minds::{Finished, Job};
use tengen_proto::app::ThinkingView;

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
    /// The terminal is gone, or somebody wants the program to end.
    End,
}

/// Something to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// Think about this; the answer comes back with the number.
    Think(u64, Box<Job>),
    /// The running thought shall come to an end; what it has found still counts if it is asked for.
    Stop,
    /// Give the terminal to the shell until the user comes back.
    Suspend,
}
