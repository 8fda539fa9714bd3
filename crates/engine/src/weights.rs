//! The fitted numbers of each rule, part of the executable.

use std::sync::LazyLock;

use tengen_rules::Rule;
use tengen_search::Weights;

/// The weights the engine plays a rule with. Every rule is named: one without a fit of its own borrows
/// that of a similar rule, because patterns are defined by play and mean nearly the same there.
pub fn weights_of(rule: Rule) -> &'static Weights {
    static FREESTYLE: LazyLock<Weights> =
        LazyLock::new(|| built_in(include_bytes!("../weights/freestyle.bin")));
    static NINUKI42: LazyLock<Weights> =
        LazyLock::new(|| built_in(include_bytes!("../weights/ninuki42.bin")));
    match rule {
        // Fitted on freestyle; the others borrow.
        Rule::Freestyle | Rule::Standard | Rule::Caro | Rule::Caro6 | Rule::Renju => &FREESTYLE,
        // Fitted on the 42 game; the others borrow.
        Rule::Ninuki42 | Rule::Pente | Rule::Keryo => &NINUKI42,
    }
}

fn built_in(bytes: &[u8]) -> Weights {
    Weights::from_bytes(bytes).expect("the built-in weights were written by this program")
}
