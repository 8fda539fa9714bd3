//! Opening procedures as state machines (RULES.md section 4).
//!
//! A procedure is a list of steps; a choice may put further steps in front of the rest. Who acts
//! is a player or the holder of a color, and a swap only exchanges who holds which.

mod procedure;
mod state;
mod symmetric;

use core::fmt;
use core::str::FromStr;

pub use state::{NextStep, OpeningState};

use crate::{Color, Point};

/// An opening procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opening {
    /// None: the game starts on the empty board.
    Free,
    /// First stone on the centre, third at least three away.
    Pro,
    /// First stone on the centre, third at least four away.
    LongPro,
    /// One stone, then the other player may swap.
    Pie,
    /// Three stones, then the other player chooses his color.
    Swap,
    /// As swap, with the third option of placing two more stones.
    Swap2,
    /// The classical rule: three stones, swap, two fifth moves offered.
    Rif,
    /// The opener declares the number of fifth moves.
    Yamaguchi,
    /// White declares the number of fifth moves, up to eight.
    Soosorv8,
    /// A swap after each of the first five stones.
    Tarannikov,
    /// Tarannikov with the choice of offering ten fifth moves.
    Taraguchi10,
}

impl Opening {
    /// All procedures.
    pub const ALL: [Self; 11] = [
        Self::Free,
        Self::Pro,
        Self::LongPro,
        Self::Pie,
        Self::Swap,
        Self::Swap2,
        Self::Rif,
        Self::Yamaguchi,
        Self::Soosorv8,
        Self::Tarannikov,
        Self::Taraguchi10,
    ];

    /// The word used in every text format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro => "pro",
            Self::LongPro => "longpro",
            Self::Pie => "pie",
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Rif => "rif",
            Self::Yamaguchi => "yamaguchi",
            Self::Soosorv8 => "soosorv8",
            Self::Tarannikov => "tarannikov",
            Self::Taraguchi10 => "taraguchi10",
        }
    }

    /// Whether the procedure measures from a centre and so needs an odd board.
    pub const fn needs_center(self) -> bool {
        !matches!(self, Self::Free | Self::Pie | Self::Swap | Self::Swap2)
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Opening {
    type Err = UnsupportedOpening;

    fn from_str(text: &str) -> Result<Self, UnsupportedOpening> {
        Self::ALL
            .into_iter()
            .find(|opening| opening.name().eq_ignore_ascii_case(text))
            .ok_or(UnsupportedOpening::Unknown)
    }
}

/// Why an opening cannot be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsupportedOpening {
    /// There is no procedure of this name.
    Unknown,
    /// The procedure measures from the centre, which an even board has not.
    NeedsOddBoard(Opening),
}

impl fmt::Display for UnsupportedOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                f.write_str("unknown opening procedure; they are")?;
                for (i, opening) in Opening::ALL.into_iter().enumerate() {
                    write!(f, "{} {opening}", if i == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::NeedsOddBoard(opening) => {
                write!(f, "the opening {opening} needs a board with a centre point")
            }
        }
    }
}

impl core::error::Error for UnsupportedOpening {}

/// One of the two seats at the board, whatever color is held there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Opens, holding Black at first.
    First,
    /// Answers.
    Second,
}

impl Seat {
    /// The word used in every text format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "P1",
            Self::Second => "P2",
        }
    }
}

impl core::ops::Not for Seat {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Something a player does in an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Action {
    /// Places the next stone.
    Place(Point),
    /// Exchanges the colors.
    Swap,
    /// Leaves the colors as they are.
    Stay,
    /// Takes this color.
    Take(Color),
    /// Places two more stones and lets the other choose.
    #[cfg_attr(feature = "serde", serde(rename = "put2"))]
    PutTwo,
    /// Announces how many fifth moves will be offered.
    Declare(u32),
    /// Chooses to offer ten fifth moves.
    #[cfg_attr(feature = "serde", serde(rename = "offer10"))]
    OfferTen,
    /// Offers fifth moves.
    Offer(alloc::vec::Vec<Point>),
    /// Picks one of the offers.
    Pick(Point),
}

/// The kind of an [`Action`], in the alphabetical order of the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionKind {
    /// Takes Black.
    Black,
    /// Announces a number of fifth moves.
    Declare,
    /// Offers fifth moves.
    Offer,
    /// Chooses to offer ten fifth moves.
    OfferTen,
    /// Picks one of the offers.
    Pick,
    /// Places a stone.
    Place,
    /// Places two more stones and lets the other choose.
    PutTwo,
    /// Leaves the colors as they are.
    Stay,
    /// Exchanges the colors.
    Swap,
    /// Takes White.
    White,
}

impl ActionKind {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::Black,
        Self::Declare,
        Self::Offer,
        Self::OfferTen,
        Self::Pick,
        Self::Place,
        Self::PutTwo,
        Self::Stay,
        Self::Swap,
        Self::White,
    ];

    /// The word used in every text format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Declare => "declare",
            Self::Offer => "offer",
            Self::OfferTen => "offer10",
            Self::Pick => "pick",
            Self::Place => "place",
            Self::PutTwo => "put2",
            Self::Stay => "stay",
            Self::Swap => "swap",
            Self::White => "white",
        }
    }
}

impl Action {
    /// What kind of action it is.
    pub fn kind(&self) -> ActionKind {
        match self {
            Self::Place(_) => ActionKind::Place,
            Self::Swap => ActionKind::Swap,
            Self::Stay => ActionKind::Stay,
            Self::Take(Color::Black) => ActionKind::Black,
            Self::Take(Color::White) => ActionKind::White,
            Self::PutTwo => ActionKind::PutTwo,
            Self::Declare(_) => ActionKind::Declare,
            Self::OfferTen => ActionKind::OfferTen,
            Self::Offer(_) => ActionKind::Offer,
            Self::Pick(_) => ActionKind::Pick,
        }
    }
}

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningError {
    /// The opening is over.
    Finished,
    /// It is the other player's step.
    WrongPlayer,
    /// The step asks for something else.
    WrongAction,
    /// The board has no such point.
    OffBoard,
    /// There is a stone already.
    Occupied,
    /// The point is outside the zone of this stone.
    Zone,
    /// The number is out of bounds, or not as many points as required were offered.
    Count,
    /// A point was offered twice.
    Duplicate,
    /// Two offers are the same up to symmetry.
    Symmetric,
    /// The point was not offered.
    NotOffered,
}

impl OpeningError {
    /// All reasons.
    pub const ALL: [Self; 10] = [
        Self::Finished,
        Self::WrongPlayer,
        Self::WrongAction,
        Self::OffBoard,
        Self::Occupied,
        Self::Zone,
        Self::Count,
        Self::Duplicate,
        Self::Symmetric,
        Self::NotOffered,
    ];

    /// The word used in every text format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::WrongPlayer => "wrong-player",
            Self::WrongAction => "wrong-action",
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::Zone => "zone",
            Self::Count => "count",
            Self::Duplicate => "duplicate",
            Self::Symmetric => "symmetric",
            Self::NotOffered => "not-offered",
        }
    }
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Finished => "the opening is over",
            Self::WrongPlayer => "it is the other player's step",
            Self::WrongAction => "this step asks for something else",
            Self::OffBoard => "the point is not on the board",
            Self::Occupied => "the point is occupied",
            Self::Zone => "the point is outside the zone of this stone",
            Self::Count => "the number is not the required one",
            Self::Duplicate => "a point is offered twice",
            Self::Symmetric => "two offers are the same up to symmetry",
            Self::NotOffered => "the point was not offered",
        })
    }
}

impl core::error::Error for OpeningError {}
