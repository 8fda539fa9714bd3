//! What a format cannot hold.

use std::fmt;

use tengen_rules::{ByColor, Color, Size};

use super::Record;
use crate::format::Format;

/// A kind of thing that gets lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LossKind {
    /// The rule set.
    Rule,
    /// The board size.
    Size,
    /// Who begins.
    FirstToMove,
    /// Stones taken before the first move.
    Captures,
    /// Players' names.
    PlayerNames,
    /// The result.
    Result,
    /// The date.
    Date,
    /// The event.
    Event,
    /// The opening procedure.
    Opening,
    /// Nodes outside the main line.
    Variations,
    /// Comments, or characters of them that the format cannot write.
    Comments,
    /// Thinking times.
    Times,
    /// Marks on the board.
    Marks,
    /// Properties that only another format understands.
    Properties,
}

impl LossKind {
    /// What it is, for one and for several.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Rule => ["the rule"; 2],
            Self::Size => ["the board size"; 2],
            Self::FirstToMove => ["who begins"; 2],
            Self::Captures => ["the stones taken before the start"; 2],
            Self::PlayerNames => ["player name", "player names"],
            Self::Result => ["the result"; 2],
            Self::Date => ["the date"; 2],
            Self::Event => ["the event"; 2],
            Self::Opening => ["the opening procedure"; 2],
            Self::Variations => ["move of the variations", "moves of the variations"],
            Self::Comments => ["comment", "comments"],
            Self::Times => ["thinking time", "thinking times"],
            Self::Marks => ["mark", "marks"],
            Self::Properties => ["property of another format", "properties of other formats"],
        }
    }
}

/// Something that gets lost, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What.
    pub kind: LossKind,
    /// How many.
    pub count: usize,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, many] = self.kind.words();
        match self.count {
            1 if one == many => f.write_str(one),
            1 => write!(f, "1 {one}"),
            count if one == many => write!(f, "{one} of {count} games"),
            count => write!(f, "{count} {many}"),
        }
    }
}

/// Everything that gets lost, each kind once, in the order of [`LossKind`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(Vec<Loss>);

impl Losses {
    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is lost.
    pub fn iter(&self) -> impl Iterator<Item = Loss> {
        self.0.iter().copied()
    }

    /// Whether something of this kind is lost.
    pub fn contains(&self, kind: LossKind) -> bool {
        self.0.iter().any(|loss| loss.kind == kind)
    }

    pub(crate) fn add(&mut self, kind: LossKind, count: usize) {
        if count == 0 {
            return;
        }
        match self.0.binary_search_by_key(&kind, |loss| loss.kind) {
            Ok(at) => self.0[at].count += count,
            Err(at) => self.0.insert(at, Loss { kind, count }),
        }
    }

    /// Adds what is lost elsewhere.
    pub fn extend(&mut self, other: &Self) {
        for loss in other.iter() {
            self.add(loss.kind, loss.count);
        }
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, loss) in self.iter().enumerate() {
            write!(f, "{}{loss}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// What a format holds, as data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holds {
    pub(crate) format: Format,
    /// Rule, result, date, event, opening, who begins, captures.
    pub(crate) header: bool,
    pub(crate) size: bool,
    pub(crate) players: bool,
    pub(crate) variations: bool,
    pub(crate) comments: bool,
    pub(crate) times: bool,
    pub(crate) marks: bool,
}

impl Holds {
    /// A format of moves and nothing else.
    pub(crate) const fn moves(format: Format) -> Self {
        Self {
            format,
            header: false,
            size: false,
            players: false,
            variations: false,
            comments: false,
            times: false,
            marks: false,
        }
    }

    /// What of a record the format does not hold. Formats that do not store the size are read as
    /// the usual one.
    pub(crate) fn losses(self, record: &Record) -> Losses {
        let mut losses = Losses::default();
        let header = &record.header;
        let mut lose_if = |is_lost: bool, kind| losses.add(kind, usize::from(is_lost));
        if !self.header {
            lose_if(header.rule.is_some(), LossKind::Rule);
            lose_if(header.result.is_some(), LossKind::Result);
            lose_if(header.date.is_some(), LossKind::Date);
            lose_if(header.event.is_some(), LossKind::Event);
            lose_if(header.opening.is_some(), LossKind::Opening);
            lose_if(header.to_move == Some(Color::White), LossKind::FirstToMove);
            lose_if(header.captures != ByColor::default(), LossKind::Captures);
        }
        lose_if(!self.size && header.size != USUAL_SIZE, LossKind::Size);
        if !self.players {
            for color in Color::ALL {
                lose_if(header.players[color].is_some(), LossKind::PlayerNames);
            }
        }
        let foreign =
            |extra: &super::Properties| extra.iter().filter(|p| p.origin != self.format).count();
        losses.add(LossKind::Properties, foreign(&header.extra));
        let mut n_kept = 0;
        let mut look_at = |id| {
            let notes = record.tree[id].notes();
            n_kept += 1;
            losses.add(LossKind::Properties, foreign(&notes.extra));
            if !self.comments {
                losses.add(LossKind::Comments, usize::from(notes.comment.is_some()));
            }
            if !self.times {
                losses.add(LossKind::Times, usize::from(notes.time_ms.is_some()));
            }
            if !self.marks {
                losses.add(LossKind::Marks, notes.marks().len());
            }
        };
        if self.variations {
            record.tree.pre_order().for_each(|visit| look_at(visit.id));
        } else {
            record.tree.main_line().for_each(look_at);
            losses.add(LossKind::Variations, record.tree.n_nodes() - n_kept);
        }
        losses
    }
}

/// The board of formats that do not say.
pub(crate) const USUAL_SIZE: Size = Size::literal(15);
