//! What the rules text says and the public vectors do not touch: refused and
//! double passes, the ends of the offering protocols, even boards, and the proof
//! that ninuki-42 always leaves a legal move.

use tengen_testkit::oracle::{
    BLACK, EMPTY, Grid, OracleAction, OracleGame, OracleOpening, OraclePlayer, OracleRule,
    PROTOCOLS, WHITE, double_three_banned,
};

use OracleAction::{Declare, Offer, Offer10, Pick, Place, Stay, Swap};
use OraclePlayer::{P1, P2};

#[test]
fn two_passes_in_a_row_draw_a_renju_game() {
    let mut game = OracleGame::new(OracleRule::Renju, 15);
    for (x, y) in [(7, 7), (0, 0), (8, 8), (2, 0), (7, 9)] {
        game.play(x, y).expect("a legal move");
    }
    assert_eq!(game.pass(), Err("no-pass"), "five stones are not enough");
    game.play(4, 0).expect("a legal move");
    assert_eq!(game.pass(), Ok(()));
    assert_eq!((game.status, game.black_to_move), ("ongoing", false));
    assert_eq!(game.pass(), Ok(()));
    assert_eq!((game.status, game.reason), ("draw", Some("two-passes")));
    assert_eq!(game.pass(), Err("game-over"));
    assert_eq!(game.play(3, 3), Err("game-over"));
}

#[test]
fn only_renju_has_passes() {
    for rule in OracleRule::ALL.into_iter().filter(|&rule| rule != OracleRule::Renju) {
        let mut game = OracleGame::new(rule, 15);
        for step in 0..8 {
            game.play(2 * step % 15, 2 * (step / 4)).expect("a legal move");
        }
        assert_eq!(game.pass(), Err("no-pass"), "{}", rule.id());
    }
}

/// Plays the actions, all of which must be accepted.
fn run(protocol: &str, actions: &[(OraclePlayer, OracleAction)]) -> OracleOpening {
    let mut opening = OracleOpening::new(protocol, 15).expect("a known protocol");
    for (player, action) in actions {
        assert_eq!(opening.act(*player, action), Ok(()), "{player:?} {action:?}");
    }
    opening
}

/// The opening is over with five stones and White, held by `white`, to move.
fn assert_five_stones(opening: &OracleOpening, white: OraclePlayer) {
    assert!(opening.is_done());
    assert_eq!(opening.board.stones(), 5);
    assert_eq!(opening.next(), (white, vec!["place"]));
    assert!(!opening.to_game(OracleRule::Renju).black_to_move);
}

#[test]
fn offering_protocols_end_with_the_picked_fifth_stone() {
    let three = [(P1, Place(7, 7)), (P1, Place(8, 8)), (P1, Place(9, 9))];
    let rif = [(P2, Stay), (P2, Place(5, 9)), (P1, Offer(vec![(4, 4), (0, 1)])), (P2, Pick(0, 1))];
    let opening = run("rif", &[&three[..], &rif[..]].concat());
    assert_eq!(opening.board.at((0, 1)), BLACK);
    assert_eq!(opening.board.at((4, 4)), EMPTY);
    assert_five_stones(&opening, P2);

    let yamaguchi = [(P1, Declare(1)), (P2, Swap), (P1, Place(5, 9)), (P2, Offer(vec![(0, 1)]))];
    let mut opening = run("yamaguchi", &[&three[..], &yamaguchi[..]].concat());
    assert_eq!(opening.act(P1, &Pick(3, 3)), Err("not-offered"));
    assert_eq!(opening.act(P1, &Pick(0, 1)), Ok(()));
    assert_eq!(opening.act(P1, &Place(3, 3)), Err("done"));
    assert_five_stones(&opening, P1);

    let soosorv = [(P2, Swap), (P1, Place(5, 9)), (P1, Declare(8)), (P2, Swap)];
    let mut opening = run("soosorv8", &[&three[..], &soosorv[..]].concat());
    assert_eq!(opening.act(P1, &Offer(vec![(0, 0)])), Err("count"));
    let eight = (0..8).map(|x| (x, 0)).collect();
    assert_eq!(opening.act(P1, &Offer(eight)), Ok(()));
    assert_eq!(opening.act(P2, &Pick(7, 0)), Ok(()));
    assert_five_stones(&opening, P2);
}

#[test]
fn taraguchi_offers_ten_only_without_a_swap() {
    let first_four = [
        (P1, Place(7, 7)),
        (P2, Stay),
        (P2, Place(8, 7)),
        (P1, Stay),
        (P1, Place(7, 9)),
        (P2, Stay),
        (P2, Place(10, 7)),
    ];
    let mut opening = run("taraguchi10", &first_four);
    assert_eq!(opening.next(), (P1, vec!["offer10", "stay", "swap"]));
    assert_eq!(opening.act(P1, &Offer10), Ok(()));
    let ten = (0..10).map(|x| (x, 0)).collect();
    assert_eq!(opening.act(P1, &Offer(ten)), Ok(()));
    assert_eq!(opening.act(P2, &Pick(3, 0)), Ok(()));
    assert_five_stones(&opening, P2);

    let swapped = [(P1, Swap), (P2, Place(11, 11)), (P1, Swap)];
    let opening = run("taraguchi10", &[&first_four[..], &swapped[..]].concat());
    assert_eq!(opening.black, P1);
    assert_five_stones(&opening, P2);
}

#[test]
fn protocols_with_a_centre_need_an_odd_board() {
    let on_even = PROTOCOLS.iter().map(|(name, _)| *name);
    let on_even: Vec<&str> = on_even.filter(|name| OracleOpening::new(name, 20).is_ok()).collect();
    assert_eq!(on_even, ["free", "pie", "swap", "swap2"]);
}

/// Hence the draw by `no-legal-move` cannot occur; see the comment in `ending`.
#[test]
fn first_empty_point_is_never_a_double_three() {
    let mut state = 42_u64;
    let mut random = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 33
    };
    let mut banned_elsewhere = 0;
    for _ in 0..300 {
        let size = 7 + random() as usize % 4;
        let mut grid = Grid::new(size);
        for cell in &mut grid.cells {
            *cell = [BLACK, BLACK, WHITE, EMPTY, EMPTY, EMPTY][random() as usize % 6];
        }
        let empty = grid.points().filter(|&point| grid.at(point) == EMPTY);
        let banned: Vec<bool> =
            empty.map(|point| double_three_banned(&grid, point, BLACK)).collect();
        assert_ne!(banned.first(), Some(&true), "{grid:?}");
        banned_elsewhere += banned.into_iter().filter(|&is_banned| is_banned).count();
    }
    assert!(banned_elsewhere > 20, "the boards must contain banned points");
}
