//! The fitted numbers of each rule, part of the executable.

use std::sync::LazyLock;

use tengen_rules::Rule;
use tengen_search::Weights;

/// The weights the engine plays a rule with. Rules without a fit of their own borrow the one of
/// freestyle, with captures that of the 42 game: the patterns are defined by play, so they mean nearly
/// the same everywhere.
pub fn weights_of(rule: Rule) -> &'static Weights {
    static FREESTYLE: LazyLock<Weights> =
        LazyLock::new(|| built_in(include_bytes!("../weights/freestyle.bin")));
    static NINUKI42: LazyLock<Weights> =
        LazyLock::new(|| built_in(include_bytes!("../weights/ninuki42.bin")));
    match rule {
        Rule::Ninuki42 | Rule::Pente | Rule::Keryo => &NINUKI42,
        _ => &FREESTYLE,
    }
}

fn built_in(bytes: &[u8]) -> Weights {
    Weights::from_bytes(bytes).expect("the built-in weights were written by this program")
}
