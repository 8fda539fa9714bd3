//! What the proofs rest on, tried on random positions: the zone is complete, patterns only weaken
//! under enemy stones, open fours win.

use tengen_board::{Bits, Board, Caro, Caro6, Cell, Freestyle, Renju, Standard, Threat, Variant};
use tengen_rules::{Color, Size, SplitMix64};

use super::attacks::{answers_to_open_fours, four_cells, is_restricted, legal};
use super::meter::Meter;
use super::vcf::{EXHAUSTIVE, Search, Vcf};
use crate::control::NeverStop;
use crate::node::four_three_defense;

/// A random position in which neither side can make five.
fn random_board<V: Variant>(side: u8, random: &mut SplitMix64) -> Board<V> {
    let size = Size::literal(side);
    loop {
        let mut board = Board::<V>::new(size).unwrap();
        let mut cells: Vec<Cell> = Cell::all(size).collect();
        random.shuffle(&mut cells);
        let n_stones = cells.len() / 5 + random.below(cells.len() / 3);
        let stones = cells[..n_stones].iter().enumerate();
        let color = |i| if i % 2 == 0 { Color::Black } else { Color::White };
        let to_move = if random.below(2) == 0 { Color::Black } else { Color::White };
        board.set_stones(stones.map(|(i, &cell)| (cell, color(i))), to_move);
        if Color::ALL.into_iter().all(|color| board.count(color, Threat::Five) == 0) {
            return board;
        }
    }
}

fn wins<V: Variant>(board: &mut Board<V>) -> bool {
    let mut meter = Meter::new(u64::MAX, &NeverStop);
    Vcf::new(1).wins(board, &mut meter, EXHAUSTIVE) == Search::Win(())
}

/// Every legal reply outside of the defenses leaves the attacker a win by fours. Positions without
/// defenses have no threat and are passed over.
fn assert_defenses_are_complete<V: Variant>(
    side: u8,
    seed: u64,
    n_wanted: usize,
    defenses: impl Fn(&mut Board<V>) -> Option<Bits>,
) {
    let mut random = SplitMix64::new(seed);
    let (mut n_threats, mut n_outside) = (0, 0);
    while n_threats < n_wanted {
        let mut board = random_board::<V>(side, &mut random);
        let Some(defenses) = defenses(&mut board) else { continue };
        n_threats += 1;
        let replies: Bits = board.empties().collect();
        for reply in &legal(&mut board, replies).without(&defenses) {
            n_outside += 1;
            assert!(
                board.scoped(reply, wins),
                "{} {}: a stone on {reply:?} stops it and is not among {defenses:?}\n{board:?}",
                V::RULE,
                board.to_move()
            );
        }
    }
    assert!(n_outside > n_wanted, "the defenses leave nothing outside");
}

#[test]
fn answers_to_a_four_with_a_three_are_complete() {
    assert_defenses_are_complete::<Freestyle>(9, 1, 60, four_three_defense::answers);
    assert_defenses_are_complete::<Standard>(9, 2, 60, four_three_defense::answers);
    assert_defenses_are_complete::<Renju>(9, 3, 60, four_three_defense::answers);
    let mut random = SplitMix64::new(4);
    for _ in 0..100 {
        assert_eq!(four_three_defense::answers(&mut random_board::<Caro>(9, &mut random)), None);
    }
}

fn assert_zone_is_complete<V: Variant>(seed: u64, n_wanted: usize) {
    assert_defenses_are_complete::<V>(8, seed, n_wanted, |board| {
        let mut meter = Meter::new(2_000, &NeverStop);
        board.make_pass();
        let search = Vcf::new(1).zone(board, &mut meter, EXHAUSTIVE, false);
        board.unmake();
        if let Search::Win((_, zone)) = search { Some(zone) } else { None }
    });
}

#[test]
fn zones_are_complete() {
    assert_zone_is_complete::<Freestyle>(1, 40);
    assert_zone_is_complete::<Standard>(2, 40);
    assert_zone_is_complete::<Caro>(3, 60);
    assert_zone_is_complete::<Caro6>(4, 60);
    assert_zone_is_complete::<Renju>(5, 150);
}

/// The shortcut for open fours is complete too: a reply that neither stops one nor makes a four
/// leaves a win.
fn assert_answers_to_open_fours_are_complete<V: Variant>(seed: u64) {
    let mut random = SplitMix64::new(seed);
    let mut n_threats = 0;
    while n_threats < 30 {
        let mut board = random_board::<V>(8, &mut random);
        let us = board.to_move();
        if board.count(!us, Threat::OpenFour) == 0 {
            continue;
        }
        n_threats += 1;
        let answers = answers_to_open_fours(&board, !us).or(&four_cells(&board, us));
        let replies: Bits = board.empties().collect();
        for reply in &legal(&mut board, replies).without(&answers) {
            assert!(board.scoped(reply, wins), "{} {us}: {reply:?}\n{board:?}", V::RULE);
        }
    }
}

#[test]
fn answers_to_open_fours_are_complete() {
    assert_answers_to_open_fours_are_complete::<Freestyle>(11);
    assert_answers_to_open_fours_are_complete::<Standard>(12);
    assert_answers_to_open_fours_are_complete::<Caro>(13);
    assert_answers_to_open_fours_are_complete::<Caro6>(14);
    assert_answers_to_open_fours_are_complete::<Renju>(15);
}

/// The zone of an attack on an unsuspected cell does not fear that the cell becomes forbidden.
#[test]
fn a_white_stone_makes_no_cell_suspected() {
    let mut random = SplitMix64::new(21);
    for _ in 0..60 {
        let mut board = random_board::<Renju>(9, &mut random);
        board.set_to_move(Color::White);
        let suspects = *board.of_threat(Color::Black, Threat::Forbidden);
        let cells: Vec<Cell> = board.empties().collect();
        for cell in cells {
            let after =
                board.scoped(cell, |board| *board.of_threat(Color::Black, Threat::Forbidden));
            assert!(after.without(&suspects).is_empty(), "{cell:?}\n{board:?}");
        }
    }
}

/// An open four that the classes show is a win, and in renju it is legal.
#[test]
fn open_fours_are_legal_and_win() {
    let mut random = SplitMix64::new(31);
    let mut n_seen = 0;
    while n_seen < 40 {
        let mut board = random_board::<Renju>(8, &mut random);
        let us = board.to_move();
        for cell in &board.of_threat(us, Threat::OpenFour).clone() {
            n_seen += 1;
            assert!(!is_restricted::<Renju>(us) || board.is_legal(cell));
            assert!(board.scoped(cell, |board| {
                let replies: Vec<Cell> = board.empties().collect();
                replies
                    .into_iter()
                    .all(|reply| board.scoped(reply, |board| board.count(us, Threat::Five) > 0))
            }));
        }
    }
}
