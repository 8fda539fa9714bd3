//! What happens in a game, for those who watch it.

use tengen_players::Act;
use tengen_rules::{Point, Seat};

use crate::table::Moment;

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEvent {
    /// Its number: 1 for the first of the game, without gaps.
    pub seq: u64,
    /// When.
    pub at: Moment,
    /// What.
    pub what: Happening,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The game was begun.
    Begun,
    /// A stone was placed.
    Played {
        /// By whom.
        seat: Seat,
        /// Where.
        point: Point,
        /// The stones it took.
        captured: Vec<Point>,
    },
    /// Somebody passed.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A step of the opening that places no stone.
    Chosen {
        /// By whom.
        seat: Seat,
        /// What.
        act: Act,
    },
    /// Steps were taken back.
    Undone {
        /// How many.
        count: u32,
    },
    /// Steps were played again.
    Redone {
        /// How many.
        count: u32,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        seat: Seat,
    },
    /// The offer was declined.
    DrawDeclined {
        /// By whom.
        seat: Seat,
    },
    /// The game is over.
    Ended,
    /// The game was paused.
    Paused,
    /// The game goes on.
    Resumed,
    /// The game was renamed.
    Renamed,
    /// Something went wrong that the game survived; the last notice says what.
    Trouble,
}

/// What a person does in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerAction {
    /// Places a stone; in an opening it places or picks, whatever is asked.
    Play(Point),
    /// Passes.
    Pass,
    /// Does a step of the opening.
    Opening(tengen_rules::Action),
    /// Takes the last move back; against an opponent also its reply, so that the person is to move.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Gives up. In hotseat the side to move does.
    Resign,
    /// Offers a draw. In hotseat the other person has to accept it; an opponent does so only
    /// where nobody can win any more, or late in a game that was even for long.
    OfferDraw,
    /// Accepts the draw on offer.
    AcceptDraw,
    /// Declines it.
    DeclineDraw,
    /// Asks for a suggestion for the side to move.
    Hint,
    /// Makes the opponent move at once with what it has found.
    MoveNow,
    /// Stops the clock and the opponent.
    Pause,
    /// Goes on.
    Resume,
    /// Gives the game a name.
    Rename(String),
}
