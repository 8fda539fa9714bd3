//! The rules the fast position knows, as types: everything that differs is a constant.

use tengen_rules::{Ban, Color, Rule};

use crate::half::HalfSpec;
use crate::line::ColorSpec;
use crate::tables::Tables;

/// Rules under which stones and lines mean nearly the same. What was learned under one serves the
/// others: they share the numbering of lines and, as long as they have none of their own, weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Only lines count.
    Lines,
    /// Stones are captured.
    Captures,
}

/// A rule set at compile time.
pub trait Variant: Copy + Default + core::fmt::Debug + Send + Sync + 'static {
    /// The rule set.
    const RULE: Rule;
    /// The rules that it is like.
    const FAMILY: Family;
    /// How far a stone is felt along a line. Where more than five wins, the fifth cell away can
    /// neither help nor hinder, and a fifth of the work is saved.
    const REACH: usize;
    /// Whether Black has forbidden points.
    const IS_RENJU: bool = false;
    /// Whether stones are captured.
    const CAPTURES: bool = false;
    /// Whether groups of three are captured as well as pairs.
    const TAKES_THREES: bool = false;
    /// How many captured stones win.
    const STONES_TO_WIN: u8 = u8::MAX;
    /// Whether a five stands only if the reply cannot break it.
    const FIVE_CAN_BE_BROKEN: bool = false;
    /// Whether exactly five stones do not win with opponent stones at both ends.
    const FIVE_NEEDS_OPEN_END: bool = false;
    /// Whether a double free three is no move, unless it captures or makes five.
    const BANS_DOUBLE_THREES: bool = false;

    /// The tables of the rule.
    fn tables() -> &'static Tables;
}

macro_rules! variants {
    ($($(#[$doc:meta])* $name:ident, family $family:ident, reach $reach:literal
        $(, $constant:ident: $kind:ty = $value:expr)*;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Variant for $name {
            const RULE: Rule = Rule::$name;
            const FAMILY: Family = Family::$family;
            const REACH: usize = $reach;
            $(const $constant: $kind = $value;)*

            fn tables() -> &'static Tables {
                static TABLES: std::sync::LazyLock<Tables> =
                    std::sync::LazyLock::new(|| Tables::new(Rule::$name));
                &TABLES
            }
        }
    )*};
}

variants! {
    /// Five or more win.
    Freestyle, family Lines, reach 4;
    /// Exactly five wins.
    Standard, family Lines, reach 5;
    /// Exactly five wins unless both ends are held by the opponent.
    Caro, family Lines, reach 5, FIVE_NEEDS_OPEN_END: bool = true;
    /// As caro, and six or more win as well.
    Caro6, family Lines, reach 5, FIVE_NEEDS_OPEN_END: bool = true;
    /// Black is restricted by forbidden points.
    Renju, family Lines, reach 5, IS_RENJU: bool = true;
    /// The 42-school game: pair captures, breakable fives, no double-threes.
    Ninuki42, family Captures, reach 4, CAPTURES: bool = true, STONES_TO_WIN: u8 = 10,
        FIVE_CAN_BE_BROKEN: bool = true, BANS_DOUBLE_THREES: bool = true;
    /// Pair captures, ten captured stones win, a five wins at once.
    Pente, family Captures, reach 4, CAPTURES: bool = true, STONES_TO_WIN: u8 = 10;
    /// Pente that also captures threes; fifteen captured stones win.
    Keryo, family Captures, reach 4, CAPTURES: bool = true, STONES_TO_WIN: u8 = 15,
        TAKES_THREES: bool = true;
}

/// Runs code made for a rule that is only known when the program runs: the rule becomes a type that
/// the code may use as its [`Variant`].
///
/// ```
/// use tengen_board::{Variant, for_rule};
/// use tengen_rules::Rule;
///
/// let rule: Rule = "pente".parse()?;
/// assert_eq!(for_rule!(rule, V => V::STONES_TO_WIN), 10);
/// # Ok::<(), tengen_rules::UnknownRule>(())
/// ```
///
/// A rule that is missing here is a compile error wherever the macro is used.
#[macro_export]
macro_rules! for_rule {
    ($rule:expr, $variant:ident => $code:expr) => {
        $crate::for_rule!(@among Freestyle, Standard, Caro, Caro6, Renju, Ninuki42, Pente, Keryo;
            $rule, $variant => $code)
    };
    (@among $($name:ident),*; $rule:expr, $variant:ident => $code:expr) => {
        match $rule {
            $($crate::Rule::$name => {
                type $variant = $crate::$name;
                $code
            })*
        }
    };
}

/// How far a stone is felt along a line under a rule.
pub(crate) fn reach(rule: Rule) -> usize {
    for_rule!(rule, V => V::REACH)
}

/// How a rule reads half-lines.
pub(crate) fn half_spec(rule: Rule) -> HalfSpec {
    let line = rule.spec().line;
    let keeps_blocker = line.black.five_needs_open_end || line.white.five_needs_open_end;
    HalfSpec { keeps_blocker: keeps_blocker || rule.spec().capture.is_some() }
}

/// How a rule reads whole lines for a color.
pub(crate) fn color_spec(rule: Rule, color: Color) -> ColorSpec {
    let spec = rule.spec();
    ColorSpec {
        line: spec.line[color],
        is_restricted: spec.ban == Ban::RenjuForBlack && color == Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_as_the_rules_say<V: Variant>() {
        let spec = V::RULE.spec();
        assert_eq!(V::CAPTURES, spec.capture.is_some());
        assert_eq!(V::CAPTURES, V::FAMILY == Family::Captures);
        if let Some(capture) = spec.capture {
            assert_eq!(u32::from(V::STONES_TO_WIN), capture.stones_to_win);
            assert_eq!(V::TAKES_THREES, capture.group_lengths.contains(&3));
        }
        assert_eq!(V::FIVE_CAN_BE_BROKEN, spec.five_can_be_broken);
        for color in Color::ALL {
            assert_eq!(V::FIVE_NEEDS_OPEN_END, spec.line[color].five_needs_open_end);
        }
        assert_eq!(V::BANS_DOUBLE_THREES, spec.ban == Ban::DoubleFreeThree);
        assert_eq!(V::IS_RENJU, spec.ban == Ban::RenjuForBlack);
    }

    #[test]
    fn the_constants_are_those_of_the_rules() {
        for rule in Rule::ALL {
            for_rule!(rule, V => {
                assert_eq!(V::RULE, rule);
                assert_as_the_rules_say::<V>();
            });
        }
    }
}
