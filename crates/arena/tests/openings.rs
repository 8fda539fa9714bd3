//! The openings that come with the program can be played and are all different.
#![cfg(test)]

use std::collections::BTreeSet;

use tengen_arena::{OpeningKind, parse_openings};
use tengen_rules::{Game, Point, Rule, Size, Symmetry};

const SETS: [(&str, Rule, u8, &str); 5] = [
    ("freestyle-15", Rule::Freestyle, 15, include_str!("../../../data/openings/freestyle-15.txt")),
    ("freestyle-20", Rule::Freestyle, 20, include_str!("../../../data/openings/freestyle-20.txt")),
    ("standard-15", Rule::Standard, 15, include_str!("../../../data/openings/standard-15.txt")),
    ("renju-15", Rule::Renju, 15, include_str!("../../../data/openings/renju-15.txt")),
    ("caro-15", Rule::Caro, 15, include_str!("../../../data/openings/caro-15.txt")),
];

/// The same for an opening and its mirror images, whatever the order of the stones.
fn shape(size: Size, opening: &[Point]) -> Vec<(usize, usize)> {
    Symmetry::all()
        .map(|symmetry| {
            let mut stones: Vec<_> = opening
                .iter()
                .enumerate()
                .map(|(i, &point)| (i % 2, size.index(symmetry.apply(size, point))))
                .collect();
            stones.sort_unstable();
            stones
        })
        .min()
        .expect("there are eight symmetries")
}

#[test]
fn the_openings_that_come_along_are_legal_and_different() {
    for (name, rule, side, text) in SETS {
        let size = Size::literal(side);
        let openings = parse_openings(text, OpeningKind::Offset, rule, size).expect(name);
        assert!(openings.len() >= 200, "{name} has {}", openings.len());
        for opening in &openings {
            let mut game = Game::new(rule, size);
            for &point in opening {
                game.try_play(point).unwrap_or_else(|why| panic!("{name}: {why}"));
            }
            assert!(game.status().is_ongoing(), "{name}: a game ends in its opening");
        }
        let shapes: BTreeSet<_> = openings.iter().map(|opening| shape(size, opening)).collect();
        assert_eq!(shapes.len(), openings.len(), "{name} has mirror images");
    }
}
