//! The rules the fast position knows, as types: everything that differs is a constant.

use tengen_rules::{Ban, Color, Rule};

use crate::half::HalfSpec;
use crate::line::ColorSpec;
use crate::tables::Tables;

/// A rule set at compile time.
pub trait Variant: Copy + Default + core::fmt::Debug + Send + Sync + 'static {
    /// The rule set.
    const RULE: Rule;
    /// How far a stone is felt along a line. Where more than five wins, the fifth cell away can
    /// neither help nor hinder, and a fifth of the work is saved.
    const REACH: usize;
    /// Whether Black has forbidden points.
    const IS_RENJU: bool = false;

    /// The tables of the rule.
    fn tables() -> &'static Tables;
}

macro_rules! variants {
    ($($(#[$doc:meta])* $name:ident, reach $reach:literal, renju $renju:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Variant for $name {
            const RULE: Rule = Rule::$name;
            const REACH: usize = $reach;
            const IS_RENJU: bool = $renju;

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
    Freestyle, reach 4, renju false;
    /// Exactly five wins.
    Standard, reach 5, renju false;
    /// Exactly five wins unless both ends are held by the opponent.
    Caro, reach 5, renju false;
    /// As caro, and six or more win as well.
    Caro6, reach 5, renju false;
    /// Black is restricted by forbidden points.
    Renju, reach 5, renju true;
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
