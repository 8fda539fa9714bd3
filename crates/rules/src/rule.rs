//! The rule sets, as data.

use core::fmt;
use core::str::FromStr;

use crate::{ByColor, Color, Size};

/// What makes a line of one color win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSpec {
    /// Whether six or more win too.
    pub overline_wins: bool,
    /// Whether exactly five stones do not win with opponent stones at both ends.
    pub five_needs_open_end: bool,
}

/// How stones are captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureSpec {
    /// The lengths of flanked groups that are taken.
    pub group_lengths: &'static [i8],
    /// How many taken stones win the game.
    pub stones_to_win: u32,
}

/// Which points are closed to a player although they are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ban {
    /// None.
    Nothing,
    /// Renju's overline, double-four and double-three, for Black.
    RenjuForBlack,
    /// Two free threes at once, for both, unless the move captures or makes five.
    DoubleFreeThree,
}

/// Everything that distinguishes one rule set from another.
#[derive(Clone, Copy, Debug)]
pub struct RuleSpec {
    /// The name used in every text format.
    pub name: &'static str,
    /// Which lines win.
    pub line: ByColor<LineSpec>,
    /// Whether and how stones are captured.
    pub capture: Option<CaptureSpec>,
    /// Which empty points are closed.
    pub ban: Ban,
    /// Whether a five stands only if the opponent's reply cannot break it.
    pub five_can_be_broken: bool,
    /// From how many stones on the board a player may pass, if ever.
    pub pass_from_stones: Option<usize>,
    /// The board people expect.
    pub default_size: Size,
    /// The `INFO rule` number of the Gomocup protocol, if it has one.
    pub gomocup_code: Option<u8>,
}

const FIVE_OR_MORE: LineSpec = LineSpec { overline_wins: true, five_needs_open_end: false };
const EXACTLY_FIVE: LineSpec = LineSpec { overline_wins: false, five_needs_open_end: false };
const OPEN_FIVE: LineSpec = LineSpec { overline_wins: false, five_needs_open_end: true };
const OPEN_FIVE_OR_SIX: LineSpec = LineSpec { overline_wins: true, five_needs_open_end: true };

const PAIRS: CaptureSpec = CaptureSpec { group_lengths: &[2], stones_to_win: 10 };
const PAIRS_AND_THREES: CaptureSpec = CaptureSpec { group_lengths: &[2, 3], stones_to_win: 15 };

const fn both(line: LineSpec) -> ByColor<LineSpec> {
    ByColor::new(line, line)
}

/// The rule from which the others are written as differences.
const PLAIN: RuleSpec = RuleSpec {
    name: "freestyle",
    line: both(FIVE_OR_MORE),
    capture: None,
    ban: Ban::Nothing,
    five_can_be_broken: false,
    pass_from_stones: None,
    default_size: Size::literal(15),
    gomocup_code: Some(0),
};

/// Makes [`Rule`], the list of all rules and the way to their data from one table.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident: $spec:expr,)*) => {
        /// A rule set of the family.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $($(#[$doc])* $rule,)*
        }

        impl Rule {
            /// All rule sets.
            pub const ALL: [Self; [$(Self::$rule),*].len()] = [$(Self::$rule),*];

            /// The rule set as data.
            pub fn spec(self) -> &'static RuleSpec {
                match self {
                    $(Self::$rule => {
                        static SPEC: RuleSpec = $spec;
                        &SPEC
                    })*
                }
            }
        }
    };
}

// A new rule is a new row at the end: the place of a rule is part of position keys.
rules! {
    /// Five or more win.
    Freestyle: PLAIN,
    /// Exactly five wins.
    Standard: RuleSpec {
        name: "standard",
        line: both(EXACTLY_FIVE),
        gomocup_code: Some(1),
        ..PLAIN
    },
    /// Exactly five wins unless both ends are held by the opponent.
    Caro: RuleSpec {
        name: "caro",
        line: both(OPEN_FIVE),
        gomocup_code: Some(9),
        ..PLAIN
    },
    /// As caro, and six or more win as well.
    Caro6: RuleSpec {
        name: "caro6",
        line: both(OPEN_FIVE_OR_SIX),
        gomocup_code: Some(8),
        ..PLAIN
    },
    /// Black is restricted by forbidden points and needs exactly five.
    Renju: RuleSpec {
        name: "renju",
        line: ByColor::new(EXACTLY_FIVE, FIVE_OR_MORE),
        ban: Ban::RenjuForBlack,
        pass_from_stones: Some(6),
        gomocup_code: Some(4),
        ..PLAIN
    },
    /// The 42-school game: pair captures, breakable fives, no double-threes.
    Ninuki42: RuleSpec {
        name: "ninuki42",
        capture: Some(PAIRS),
        ban: Ban::DoubleFreeThree,
        five_can_be_broken: true,
        default_size: Size::literal(19),
        gomocup_code: None,
        ..PLAIN
    },
    /// Pair captures, ten captured stones win, a five wins at once.
    Pente: RuleSpec {
        name: "pente",
        capture: Some(PAIRS),
        default_size: Size::literal(19),
        gomocup_code: None,
        ..PLAIN
    },
    /// Pente that also captures threes; fifteen captured stones win.
    Keryo: RuleSpec {
        name: "keryo",
        capture: Some(PAIRS_AND_THREES),
        default_size: Size::literal(19),
        gomocup_code: None,
        ..PLAIN
    },
}

impl Rule {
    /// The name used in every text format.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The rule set with this Gomocup number.
    pub fn from_gomocup_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.spec().gomocup_code == Some(code))
    }

    /// Whether both players live under the same rules.
    pub fn treats_colors_alike(self) -> bool {
        let spec = self.spec();
        spec.line[Color::Black] == spec.line[Color::White] && spec.ban != Ban::RenjuForBlack
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRule;

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown rule; the rules are")?;
        for (i, rule) in Rule::ALL.into_iter().enumerate() {
            write!(f, "{} {rule}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownRule {}

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text)).ok_or(UnknownRule)
    }
}
