//! Counts what can happen in a number of plies, by kind:
//!
//! ```sh
//! cargo run --release --example count_perft -- ninuki42 9 3
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use tengen_rules::perft::perft;
use tengen_rules::{Game, Rule, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [rule, side, depth] = words.as_slice() else {
        return Err("usage: count_perft RULE SIDE DEPTH".into());
    };
    let game = Game::new(rule.parse::<Rule>()?, Size::new(side.parse()?)?);
    for depth in 1..=depth.parse()? {
        let counts = perft(&game, depth).named();
        let seen = counts.iter().filter(|(_, count)| *count > 0);
        let words: Vec<String> = seen.map(|(name, count)| format!("{name} {count}")).collect();
        println!("depth {depth}: {}", words.join(", "));
    }
    Ok(())
}
