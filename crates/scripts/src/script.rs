//! What a script says.

use tengen_game::{NewGameSpec, Phase, PlayerAction};
use tengen_players::Valuation;
use tengen_rules::{Action, ByColor, Point};
use thiserror::Error;

/// A game with everything that is done and seen in it. The words are explained at the top of the
/// file `tests/data/script/capture-game.txt`.
#[derive(Clone, Debug)]
pub struct Script {
    /// The game to begin.
    pub spec: NewGameSpec,
    /// What is done and seen, in order.
    pub lines: Vec<Line>,
}

impl Script {
    /// The capture game that every edge replays: swap2, taking back, a hint, a draw offer, panics
    /// and an illegal answer of the thinker.
    ///
    /// # Panics
    /// If the file of this repository cannot be read, which a test rules out.
    pub fn capture_game() -> Self {
        let text = include_str!("../../../tests/data/script/capture-game.txt");
        text.parse().expect("the repository's own script can be read")
    }
}

/// A line of a script.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its number in the file.
    pub number: usize,
    /// What it says.
    pub step: Step,
}

/// What is done or seen.
#[derive(Clone, Debug)]
pub enum Step {
    /// The person does something.
    Person {
        /// What.
        action: PlayerAction,
        /// The sentence of the refusal; nothing if it is done.
        refused: Option<String>,
    },
    /// A thinker answers what it was asked last.
    Thinker(Answer),
    /// Something is seen.
    Expect(Expectation),
}

/// What a thinker does when it is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// How often it panics before it answers. After the second time it is asked no more.
    pub n_panics: u32,
    /// What it answers then.
    pub reply: Option<Reply>,
}

/// What a thinker answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What it was asked for.
    pub purpose: Purpose,
    /// What it chooses, legal or not.
    pub choice: Choice,
    /// What it thinks of it.
    pub value: Option<Valuation>,
}

/// What a thinker is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A decision of the opponent.
    Decision,
    /// A suggestion for the person.
    Suggestion,
}

/// Something that can be chosen in a game, whatever is asked just then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A stone; in an opening it is placed or picked.
    Play(Point),
    /// A pass.
    Pass,
    /// The exchange of the colors.
    Swap,
    /// The colors as they are.
    Stay,
    /// Black.
    TakeBlack,
    /// White.
    TakeWhite,
    /// Two more stones.
    PutTwo,
}

impl Choice {
    /// The choice as a step of an opening, unless it is a stone or a pass.
    pub(crate) const fn opening_action(self) -> Option<Action> {
        use tengen_rules::Color;
        Some(match self {
            Self::Play(_) | Self::Pass => return None,
            Self::Swap => Action::Swap,
            Self::Stay => Action::Stay,
            Self::TakeBlack => Action::Take(Color::Black),
            Self::TakeWhite => Action::Take(Color::White),
            Self::PutTwo => Action::PutTwo,
        })
    }
}

/// Something that is seen. Points are names as people write them: `H8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The name of the game.
    Title(String),
    /// The part of the game.
    Phase(Phase),
    /// All moves.
    Moves(Vec<String>),
    /// The moves that were taken back, the next to be played again first.
    Undone(Vec<String>),
    /// The stones that each color has captured.
    Captured(ByColor<u32>),
    /// What the opening asks now, as a sentence.
    Prompt(String),
    /// What was done last in the opening, as a sentence.
    Log(String),
    /// The events since the last line like this, by name.
    Events(Vec<String>),
    /// The next notice of the game that no line has named yet, as a sentence.
    Notice(String),
    /// The last suggestion: the point, and why.
    Hint(String, String),
    /// How the game ended, as a sentence.
    Outcome(String),
}

/// Why a text is no script.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}: {text}")]
pub struct ScriptError {
    /// The number of the line.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
    /// The line.
    pub text: String,
}
