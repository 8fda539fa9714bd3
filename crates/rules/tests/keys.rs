//! The promise of [`PositionKey`]: recorded keys never change, and they are what the documented
//! formula says.

use std::collections::BTreeSet;

use tengen_rules::{ByColor, Color, Game, Notation, PositionKey, Rule, Setup, Size, Symmetry};

use crate::common::random_game;

/// `rule size moves key canonical`, recorded from random games; see `record`.
const RECORDED: &str = include_str!("keys.txt");

/// Each line with the position that its moves lead to.
fn recorded() -> impl Iterator<Item = (Game, u64, u64)> {
    RECORDED.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let &[rule, side, moves, key, canonical] = &words[..] else { panic!("{line}") };
        let size = Size::new(side.parse().expect("a number")).expect("a size");
        let mut game = Game::new(rule.parse().expect("a rule"), size);
        for letters in moves.as_bytes().chunks(2).filter(|_| moves != "-") {
            let letters = std::str::from_utf8(letters).expect("letters");
            let point = Notation::Sgf.parse(size, letters).expect("a point");
            game.try_play(point).unwrap_or_else(|reason| panic!("{reason}: {line}"));
        }
        let hexadecimal = |text| u64::from_str_radix(text, 16).expect("a key");
        (game, hexadecimal(key), hexadecimal(canonical))
    })
}

/// The formula of the documentation, written a second time.
fn key_by_formula(setup: &Setup) -> u64 {
    let mix = |mut z: u64| {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    };
    let mut parts: Vec<(u64, u64)> = Vec::new();
    for (point, color) in setup.stones.iter() {
        let tag = if color == Color::Black { 1 } else { 2 };
        parts.push((tag, u64::from(point.y()) * 26 + u64::from(point.x())));
    }
    parts.push((3, u64::from(setup.captures.black)));
    parts.push((4, u64::from(setup.captures.white)));
    parts.push((5, u64::from(setup.to_move != Color::Black)));
    parts.push((6, u64::from(setup.stones.size().get())));
    let place = Rule::ALL.iter().position(|&rule| rule == setup.rule).expect("it is in the list");
    parts.push((7, place as u64));
    parts.into_iter().fold(0, |key, (tag, value)| key ^ mix((tag << 32) + value))
}

#[test]
fn recorded_keys_have_not_changed() {
    let mut rules = BTreeSet::new();
    let (mut n_lines, mut n_with_captures) = (0, 0);
    for (game, key, canonical) in recorded() {
        assert_eq!(game.key(), PositionKey(key), "{}\n{}", game.rule(), game.stones());
        assert_eq!(PositionKey::of(&game.to_setup()).0, key_by_formula(&game.to_setup()));
        assert_eq!(PositionKey::canonical(&game.to_setup()), PositionKey(canonical));
        rules.insert(game.rule());
        n_lines += 1;
        n_with_captures += u32::from(game.captures() != ByColor::default());
    }
    assert_eq!((n_lines, rules.len()), (104, 8));
    assert!(n_with_captures > 5, "captures are part of the key");
}

#[test]
fn canonical_key_is_the_smallest_of_the_eight_and_equal_for_all() {
    for (game, _, canonical) in recorded() {
        let setup = game.to_setup();
        let images: Vec<Setup> = Symmetry::all()
            .map(|symmetry| Setup {
                stones: symmetry.apply_to_stones(&setup.stones),
                ..setup.clone()
            })
            .collect();
        let keys = images.iter().map(key_by_formula);
        assert_eq!(keys.min(), Some(canonical));
        assert!(images.iter().all(|image| PositionKey::canonical(image).0 == canonical));
    }
}

#[test]
fn everything_in_a_position_changes_its_key() {
    let setup = Setup::empty(Rule::Pente, Size::literal(15));
    let mut others = vec![
        setup.clone(),
        Setup { to_move: Color::White, ..setup.clone() },
        Setup { captures: ByColor::new(2, 0), ..setup.clone() },
        Setup { captures: ByColor::new(0, 2), ..setup.clone() },
        Setup::empty(Rule::Pente, Size::literal(16)),
        Setup::empty(Rule::Keryo, Size::literal(15)),
    ];
    for color in Color::ALL {
        for point in setup.stones.size().points() {
            let mut other = setup.clone();
            other.stones.set(point, Some(color));
            others.push(other);
        }
    }
    let keys: BTreeSet<PositionKey> = others.iter().map(PositionKey::of).collect();
    assert_eq!(keys.len(), others.len());
}

#[test]
fn keys_are_written_as_sixteen_digits() {
    let key = PositionKey(0xabc);
    assert_eq!((key.to_string(), format!("{key:?}")), ("0000000000000abc".into(), key.to_string()));
}

/// How the file was made. Run with `--ignored --nocapture` to see the lines; adding lines is fine,
/// changing one breaks the promise.
#[test]
#[ignore = "prints new lines for the data file"]
fn record() {
    for rule in Rule::ALL {
        for (seed, side) in (0..).zip([5, 6, 7, 8, 9, 10, 11, 13, 15, 19, 20, 25, 26]) {
            let size = Size::literal(side);
            let target = 3 * seed as usize;
            let mut line = String::new();
            random_game(rule, size, seed, |game| {
                if game.turns().len() > target {
                    return;
                }
                let moves: String = game
                    .turns()
                    .iter()
                    .filter_map(|turn| match turn.mv {
                        tengen_rules::Move::Place(point) => Some(Notation::Sgf.format(size, point)),
                        tengen_rules::Move::Pass => None,
                    })
                    .collect();
                let moves = if moves.is_empty() { "-" } else { &moves };
                let canonical = PositionKey::canonical(&game.to_setup());
                line = format!("{rule} {side} {moves} {} {canonical}", game.key());
            });
            println!("{line}");
        }
    }
}
