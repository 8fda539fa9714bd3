//! Why a move is played: facts, from which the words of every language are made.

use tengen_rules::{Axis, Notation, Point, Size};

use crate::opening::OpeningChoice;

/// Why a move is played, or why an opening choice was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// What there is to say, the most important first.
    pub facts: Vec<Fact>,
}

/// One fact about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What kind of fact.
    pub kind: FactKind,
    /// The stones or points it is about, to be drawn on the board.
    pub points: Vec<Point>,
    /// The line it is about, if it is about one.
    pub axis: Option<Axis>,
    /// A number that belongs to it: plies of a forced win, stones captured, a percentage.
    pub count: Option<u32>,
}

/// What a fact says, the weightiest first. `Makes…` is about the mover's stones, `Blocks…` and `Leaves…`
/// about the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FactKind {
    /// It completes a winning line.
    MakesFive,
    /// It wins by the number of captured stones.
    WinsByCapture,
    /// It captures stones that hold a standing five.
    BreaksFive,
    /// It blocks a point where the opponent would complete a line.
    BlocksFive,
    /// It makes a four open at both ends.
    MakesOpenFour,
    /// It makes two fours at once.
    MakesDoubleFour,
    /// It makes a four and an open three at once.
    MakesFourThree,
    /// It makes two open threes at once.
    MakesDoubleThree,
    /// It makes a four that must be answered.
    MakesFour,
    /// It keeps the opponent from an open four.
    BlocksOpenFour,
    /// It blocks an open three.
    BlocksOpenThree,
    /// It takes a point where the opponent would make a double threat.
    BlocksDoubleThreat,
    /// It makes an open three.
    MakesOpenThree,
    /// It captures stones.
    Captures,
    /// It saves stones from being captured.
    SavesStones,
    /// It threatens to capture.
    ThreatensCapture,
    /// It begins a forced win of so many plies.
    ForcedWin,
    /// It follows the proof that Black wins, in so many moves at most.
    Proven,
    /// It delays a loss that is forced in so many plies.
    DelaysLoss,
    /// It is the only legal point.
    OnlyMove,
    /// It is near the middle of an open board.
    Center,
    /// It builds on the mover's own stones.
    Develops,
    /// It takes room from the opponent's stones.
    Restrains,
    /// The search prefers it, and nothing else is to be said.
    SearchPrefers,
    /// An opening choice: the position is about even. The count is what Black can expect, in percent.
    Even,
    /// An opening choice: the chosen color is better off. The count is what Black can expect.
    BetterColor,
    /// A pass.
    Passes,
    /// Looking back: it left a five of the opponent standing that it could have broken.
    LeavesFive,
    /// Looking back: it left a four, which one stone of the opponent completes.
    LeavesFour,
    /// Looking back: it left an open three of the opponent.
    LeavesOpenThree,
    /// Looking back: it left a point where the opponent threatens twice at once.
    LeavesDoubleThreat,
    /// Looking back: it left stones that the opponent can capture.
    LeavesCapture,
}

impl FactKind {
    /// All of them, in their order.
    pub const ALL: [Self; 32] = [
        Self::MakesFive,
        Self::WinsByCapture,
        Self::BreaksFive,
        Self::BlocksFive,
        Self::MakesOpenFour,
        Self::MakesDoubleFour,
        Self::MakesFourThree,
        Self::MakesDoubleThree,
        Self::MakesFour,
        Self::BlocksOpenFour,
        Self::BlocksOpenThree,
        Self::BlocksDoubleThreat,
        Self::MakesOpenThree,
        Self::Captures,
        Self::SavesStones,
        Self::ThreatensCapture,
        Self::ForcedWin,
        Self::Proven,
        Self::DelaysLoss,
        Self::OnlyMove,
        Self::Center,
        Self::Develops,
        Self::Restrains,
        Self::SearchPrefers,
        Self::Even,
        Self::BetterColor,
        Self::Passes,
        Self::LeavesFive,
        Self::LeavesFour,
        Self::LeavesOpenThree,
        Self::LeavesDoubleThreat,
        Self::LeavesCapture,
    ];

    /// The word that documents and programs go by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MakesFive => "makes_five",
            Self::WinsByCapture => "wins_by_capture",
            Self::BreaksFive => "breaks_five",
            Self::BlocksFive => "blocks_five",
            Self::MakesOpenFour => "makes_open_four",
            Self::MakesDoubleFour => "makes_double_four",
            Self::MakesFourThree => "makes_four_three",
            Self::MakesDoubleThree => "makes_double_three",
            Self::MakesFour => "makes_four",
            Self::BlocksOpenFour => "blocks_open_four",
            Self::BlocksOpenThree => "blocks_open_three",
            Self::BlocksDoubleThreat => "blocks_double_threat",
            Self::MakesOpenThree => "makes_open_three",
            Self::Captures => "captures",
            Self::SavesStones => "saves_stones",
            Self::ThreatensCapture => "threatens_capture",
            Self::ForcedWin => "forced_win",
            Self::Proven => "proven",
            Self::DelaysLoss => "delays_loss",
            Self::OnlyMove => "only_move",
            Self::Center => "center",
            Self::Develops => "develops",
            Self::Restrains => "restrains",
            Self::SearchPrefers => "search_prefers",
            Self::Even => "even",
            Self::BetterColor => "better_color",
            Self::Passes => "passes",
            Self::LeavesFive => "leaves_five",
            Self::LeavesFour => "leaves_four",
            Self::LeavesOpenThree => "leaves_open_three",
            Self::LeavesDoubleThreat => "leaves_double_threat",
            Self::LeavesCapture => "leaves_capture",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Fact {
    /// A fact without points, line or number.
    pub const fn plain(kind: FactKind) -> Self {
        Self { kind, points: Vec::new(), axis: None, count: None }
    }

    /// The fact with a number.
    pub const fn counted(kind: FactKind, count: u32) -> Self {
        Self { kind, points: Vec::new(), axis: None, count: Some(count) }
    }
}

impl Reason {
    /// A reason of one fact.
    pub fn of(fact: Fact) -> Self {
        Self { facts: vec![fact] }
    }

    /// Why an opening choice was made.
    pub fn of_opening(choice: &OpeningChoice) -> Self {
        let percent = (choice.black_rate() * 100.0).round().clamp(0.0, 100.0) as u32;
        let kind = if choice.is_even() { FactKind::Even } else { FactKind::BetterColor };
        Self::of(Fact::counted(kind, percent))
    }

    /// The reason as an English sentence: "Blocks the open three on the rising diagonal and makes a
    /// four." Nothing where there is nothing to say.
    pub fn text(&self) -> String {
        let parts: Vec<String> = self.facts.iter().map(Fact::words).collect();
        let text = match &parts[..] {
            [] => return String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        };
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| {
            format!("{}{}.", first.to_uppercase(), letters.as_str())
        })
    }
}

impl Fact {
    /// The fact in words, as they stand in the middle of a sentence.
    pub fn words(&self) -> String {
        let place =
            self.axis.map_or_else(String::new, |axis| format!(" on the {}", axis_words(axis)));
        self.words_with(&place)
    }

    /// The same with the names of the stones it is about: "leaves the open three on the row H8-J8".
    pub fn words_on(&self, size: Size) -> String {
        let name = |point: Point| Notation::Renju.format(size, point);
        let place = match (self.axis, &self.points[..]) {
            (Some(axis), [first, .., last]) => {
                format!(" on the {} {}-{}", axis_words(axis), name(*first), name(*last))
            }
            (Some(axis), _) => format!(" on the {}", axis_words(axis)),
            (None, [point]) if self.kind == FactKind::LeavesDoubleThreat => {
                format!(" at {}", name(*point))
            }
            (None, points) if self.kind == FactKind::LeavesCapture => {
                let names: Vec<String> = points.iter().map(|&point| name(point)).collect();
                format!(" {}", names.join(" "))
            }
            (None, _) => String::new(),
        };
        self.words_with(&place)
    }

    fn words_with(&self, place: &str) -> String {
        let count = self.count.unwrap_or(0);
        match self.kind {
            FactKind::MakesFive => format!("makes five{place} and wins"),
            FactKind::WinsByCapture => "captures enough stones to win".to_owned(),
            FactKind::BreaksFive => "breaks the standing five by capturing".to_owned(),
            FactKind::BlocksFive => format!("blocks the four{place}"),
            FactKind::MakesOpenFour => format!("makes an open four{place}"),
            FactKind::MakesDoubleFour => "makes two fours at once".to_owned(),
            FactKind::MakesFourThree => "makes a four and an open three at once".to_owned(),
            FactKind::MakesDoubleThree => "makes two open threes at once".to_owned(),
            FactKind::MakesFour => format!("makes a four{place}"),
            FactKind::BlocksOpenFour => format!("keeps the opponent from an open four{place}"),
            FactKind::BlocksOpenThree => format!("blocks the open three{place}"),
            FactKind::BlocksDoubleThreat => "takes the point of a double threat".to_owned(),
            FactKind::MakesOpenThree => format!("makes an open three{place}"),
            FactKind::Captures => format!("captures {count} stones"),
            FactKind::SavesStones => format!("saves {count} stones from capture"),
            FactKind::ThreatensCapture => format!("threatens to capture {count} stones"),
            FactKind::ForcedWin => format!("begins a forced win in {}", plies(count)),
            FactKind::Proven => {
                let moves = if count == 1 { "move" } else { "moves" };
                format!("follows the proof: it wins in {count} {moves} at most")
            }
            FactKind::DelaysLoss => {
                format!("holds out longest: the loss is forced in {}", plies(count))
            }
            FactKind::OnlyMove => "is the only legal point".to_owned(),
            FactKind::Center => "takes the middle of the open board".to_owned(),
            FactKind::Develops => "builds on its own stones".to_owned(),
            FactKind::Restrains => "takes room from the opponent's stones".to_owned(),
            FactKind::SearchPrefers => "is the move the search prefers".to_owned(),
            FactKind::Even => format!("Black can expect {count} % here: about even"),
            FactKind::BetterColor => {
                format!("Black can expect {count} % here, so this side is better off")
            }
            FactKind::Passes => "passes: every stone would do harm".to_owned(),
            FactKind::LeavesFive => format!("leaves the five{place} standing"),
            FactKind::LeavesFour => format!("leaves the four{place}"),
            FactKind::LeavesOpenThree => format!("leaves the open three{place}"),
            FactKind::LeavesDoubleThreat => format!("leaves the point of a double threat{place}"),
            FactKind::LeavesCapture => format!("leaves {count} stones to be captured{place}"),
        }
    }
}

/// A number of plies as people say it: "1 ply", "3 plies".
pub fn plies(n: u32) -> String {
    format!("{n} {}", if n == 1 { "ply" } else { "plies" })
}

/// An axis as people say it behind "on the".
pub const fn axis_words(axis: Axis) -> &'static str {
    match axis {
        Axis::Horizontal => "row",
        Axis::Vertical => "column",
        Axis::Diagonal => "falling diagonal",
        Axis::Antidiagonal => "rising diagonal",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name() {
        for (i, kind) in FactKind::ALL.into_iter().enumerate() {
            assert_eq!(FactKind::from_name(kind.name()), Some(kind));
            assert_eq!(kind as usize, i, "the order is that of the weight");
        }
    }

    #[test]
    fn one_ply_is_not_called_plies() {
        let text = |n| Reason::of(Fact::counted(FactKind::ForcedWin, n)).text();
        assert_eq!(text(1), "Begins a forced win in 1 ply.");
        assert_eq!(text(3), "Begins a forced win in 3 plies.");
    }

    #[test]
    fn an_opening_choice_says_what_black_can_expect() {
        let choice = |black| OpeningChoice {
            action: tengen_rules::Action::Stay,
            black: tengen_engine::Score::of_eval(black),
            best: None,
        };
        let even = Reason::of_opening(&choice(16));
        assert_eq!(even.text(), "Black can expect 52 % here: about even.");
        let better = Reason::of_opening(&choice(180));
        assert_eq!(better.text(), "Black can expect 71 % here, so this side is better off.");
        assert_eq!(Reason::default().text(), "");
    }
}
