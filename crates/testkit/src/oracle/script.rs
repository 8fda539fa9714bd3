//! Section 4: the opening protocols as one-line scripts.
//!
//! A script is the row of the protocol table: steps separated by `;`, each
//! `who verbs argument`. `who` is a player (`P1`, `P2`) or the holder of a colour
//! (`B`, `W`) at that moment, so swaps need no bookkeeping. Verbs are separated
//! by `/`. The argument is a zone of a placement (distance to the centre), the
//! upper bound of a declaration or the number of offers (`k` = as declared).

use std::collections::VecDeque;

/// The eleven protocols with their scripts.
pub const PROTOCOLS: [(&str, &str); 11] = [
    ("free", ""),
    ("pro", "P1 place <=0; P2 place any; P1 place >=3"),
    ("longpro", "P1 place <=0; P2 place any; P1 place >=4"),
    ("pie", "P1 place any; P2 stay/swap"),
    ("swap", "P1 place any; P1 place any; P1 place any; P2 black/white"),
    ("swap2", "P1 place any; P1 place any; P1 place any; P2 black/put2/white"),
    (
        "rif",
        "P1 place <=0; P1 place <=1; P1 place <=2; P2 stay/swap; W place any; B offer 2; W pick",
    ),
    (
        "yamaguchi",
        "P1 place <=0; P1 place <=1; P1 place <=2; P1 declare 12; P2 stay/swap; \
         W place any; B offer k; W pick",
    ),
    (
        "soosorv8",
        "P1 place <=0; P1 place <=1; P1 place <=2; P2 stay/swap; \
         W place any; W declare 8; B stay/swap; B offer k; W pick",
    ),
    (
        "tarannikov",
        "B place <=0; W stay/swap; W place <=1; B stay/swap; B place <=2; W stay/swap; \
         W place <=3; B stay/swap; B place <=4; W stay/swap",
    ),
    (
        "taraguchi10",
        "B place <=0; W stay/swap; W place <=1; B stay/swap; B place <=2; W stay/swap; \
         W place <=3; B offer10/stay/swap; B place <=4; W stay/swap",
    ),
];

/// What replaces the rest of the script after `put2`.
pub(super) const AFTER_PUT2: &str = "P2 place any; P2 place any; P1 black/white";
/// What replaces the rest of the script after `offer10`.
pub(super) const AFTER_OFFER10: &str = "B offer 10; W pick";

/// One step of a script.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) who: &'static str,
    pub(super) verbs: Vec<&'static str>,
    pub(super) argument: &'static str,
}

/// The steps of a script in order.
pub(super) fn read_script(script: &'static str) -> VecDeque<Step> {
    let mut steps = VecDeque::new();
    for text in script.split(';').filter(|text| !text.trim().is_empty()) {
        let mut words = text.split_whitespace();
        let who = words.next().unwrap_or_default();
        let verbs = words.next().unwrap_or_default().split('/').collect();
        steps.push_back(Step { who, verbs, argument: words.next().unwrap_or_default() });
    }
    steps
}

/// The number in an argument.
pub(super) fn number(text: &str) -> usize {
    text.parse().expect("the scripts of this file hold numbers here")
}
