//! The fitted numbers of each rule, part of the executable.

use std::sync::LazyLock;

use tengen_board::{Family, Variant, for_rule};
use tengen_rules::Rule;
use tengen_search::Weights;

/// The weights the engine plays a rule with. Those of a family were fitted under one of its rules and
/// are borrowed by the others: patterns are defined by play, so they mean nearly the same there.
pub fn weights_of(rule: Rule) -> &'static Weights {
    static FREESTYLE: LazyLock<Weights> =
        LazyLock::new(|| built_in(include_bytes!("../weights/freestyle.bin")));
    static NINUKI42: LazyLock<Weights> =
        LazyLock::new(|| built_in(include_bytes!("../weights/ninuki42.bin")));
    match for_rule!(rule, V => V::FAMILY) {
        Family::Lines => &FREESTYLE,
        Family::Captures => &NINUKI42,
    }
}

fn built_in(bytes: &[u8]) -> Weights {
    Weights::from_bytes(bytes).expect("the built-in weights were written by this program")
}
