//! Plays points given on the command line and says what the judge thinks of each:
//!
//! ```sh
//! cargo run --example judge_a_game -- renju 15 H8 I9 H9 I8
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use tengen_rules::{Game, Notation, Rule, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let rule: Rule = words.next().as_deref().unwrap_or("freestyle").parse()?;
    let size = match words.next() {
        Some(side) => Size::new(side.parse()?)?,
        None => rule.spec().default_size,
    };
    let mut game = Game::new(rule, size);
    for word in words {
        let point = Notation::Renju.parse(size, &word)?;
        let mover = game.to_move();
        match game.try_play(point) {
            Ok(played) => {
                let n_taken = played.captured.len();
                println!("{mover} {word}: {}, takes {n_taken}", played.status.name());
            }
            Err(reason) => println!("{mover} {word}: {reason}"),
        }
    }
    for (point, kind) in game.forbidden_points() {
        println!("{} is closed to {}: {kind}", Notation::Renju.format(size, point), game.to_move());
    }
    println!("{}", game.stones());
    Ok(())
}
