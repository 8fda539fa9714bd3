//! What is wrong with positions that no game could have led to, and forgiving it.

use tengen_rules::{
    ByColor, Color, Game, Rule, Setup, SetupFault, SetupFaults, Size, Status, WinReason,
};

use crate::common::stones;

use SetupFault::{Captures, ForbiddenStones, LineOfMover, StoneCount};

/// Two black and two white stones, Black to move.
const EVEN: &str = ".......\n.X.O...\n.......\n.X.O...\n.......\n.......\n.......";
/// The same and one black stone more, White to move.
const ODD: &str = ".......\n.X.O...\n.......\n.X.O...\n.......\n......X\n.......";

fn setup(rule: Rule, board: &str, to_move: Color, taken: [u32; 2]) -> Setup {
    let captures = ByColor::new(taken[0], taken[1]);
    Setup { rule, stones: stones(board), to_move, captures }
}

#[track_caller]
fn check(setup: &Setup, expected: &[SetupFault]) {
    let faults: Vec<SetupFault> = setup.faults().iter().collect();
    assert_eq!(faults, expected, "{setup:?}");
    let judged = Game::from_setup(setup.clone());
    assert_eq!(judged.as_ref().err(), (!expected.is_empty()).then_some(&setup.faults()));
    assert!(Game::from_setup_forgiving(setup.clone(), setup.faults()).is_ok());
    for &fault in expected {
        let others = setup.faults().without(SetupFaults::NONE.with(fault));
        let refused = Game::from_setup_forgiving(setup.clone(), others);
        assert_eq!(refused, Err(SetupFaults::NONE.with(fault)), "one was not forgiven");
    }
}

#[test]
fn stone_counts_have_to_fit_the_side_to_move() {
    for rule in Rule::ALL {
        check(&setup(rule, EVEN, Color::Black, [0, 0]), &[]);
        check(&setup(rule, EVEN, Color::White, [0, 0]), &[StoneCount]);
        check(&setup(rule, ODD, Color::White, [0, 0]), &[]);
        check(&setup(rule, ODD, Color::Black, [0, 0]), &[StoneCount]);
    }
}

#[test]
fn captured_stones_count_as_placed() {
    for rule in [Rule::Ninuki42, Rule::Pente, Rule::Keryo] {
        check(&setup(rule, EVEN, Color::Black, [2, 2]), &[]);
        check(&setup(rule, EVEN, Color::Black, [2, 4]), &[StoneCount]);
        check(&setup(rule, EVEN, Color::Black, [4, 2]), &[StoneCount]);
        check(&setup(rule, ODD, Color::White, [4, 4]), &[]);
    }
}

#[test]
fn captures_have_to_be_possible() {
    for rule in Rule::ALL.into_iter().filter(|rule| rule.spec().capture.is_none()) {
        check(&setup(rule, EVEN, Color::Black, [2, 2]), &[Captures]);
    }
    for rule in [Rule::Ninuki42, Rule::Pente] {
        check(&setup(rule, EVEN, Color::Black, [3, 3]), &[Captures]);
        check(&setup(rule, EVEN, Color::Black, [8, 8]), &[]);
        check(&setup(rule, EVEN, Color::White, [8, 9]), &[Captures]);
    }
    check(&setup(Rule::Keryo, EVEN, Color::Black, [1, 1]), &[Captures]);
    check(&setup(Rule::Keryo, EVEN, Color::Black, [3, 3]), &[]);
    check(&setup(Rule::Keryo, EVEN, Color::Black, [14, 14]), &[]);
}

#[test]
fn the_side_to_move_cannot_have_captured_enough_already() {
    check(&setup(Rule::Pente, EVEN, Color::Black, [10, 8]), &[StoneCount, Captures]);
    check(&setup(Rule::Keryo, EVEN, Color::Black, [15, 15]), &[Captures]);
    // The player who has just moved may have captured enough: he has won.
    let won = setup(Rule::Pente, ODD, Color::White, [10, 8]);
    assert!(!won.faults().contains(Captures));
    let game = Game::from_setup_forgiving(won, SetupFaults::ALL).expect("forgiven");
    assert_eq!(game.status(), Status::Won { winner: Color::Black, by: WinReason::Capture });
}

/// One move takes at most eight groups, and the game was not over before it.
#[test]
fn captures_cannot_go_far_beyond_the_end() {
    let most = |rule, taken| {
        let setup = setup(rule, EVEN, Color::White, [taken, 0]);
        !setup.faults().contains(Captures)
    };
    assert!(most(Rule::Pente, 24));
    assert!(!most(Rule::Pente, 26));
    assert!(most(Rule::Keryo, 38));
    assert!(!most(Rule::Keryo, 39));
    assert!(!most(Rule::Keryo, u32::MAX));
}

#[test]
fn a_line_of_the_side_to_move_is_a_fault_and_one_of_the_other_is_a_result() {
    let board = ".......\n.XXXXX.\n.......\n.O.OO..\n....O..\n.......\nO......";
    for rule in Rule::ALL {
        check(&setup(rule, board, Color::Black, [0, 0]), &[LineOfMover]);
        let game = Game::from_setup_forgiving(
            setup(rule, board, Color::White, [0, 0]),
            SetupFaults::NONE.with(StoneCount),
        );
        let status = game.expect("only the count was wrong").status();
        assert_eq!(status, Status::Won { winner: Color::Black, by: WinReason::Five }, "{rule}");
    }
}

/// The one line of the side to move that a game can leave: White had the five, and Black answered
/// it by his tenth stone.
#[test]
fn a_five_answered_by_the_capture_win_still_stands() {
    let board = ".......\n.OOOOO.\n.......\n.X.XX.X\n.......\nXX.X.X.\n.......";
    let won = setup(Rule::Ninuki42, board, Color::White, [10, 8]);
    check(&won, &[]);
    let game = Game::from_setup(won).expect("no fault");
    assert_eq!(game.status(), Status::Won { winner: Color::Black, by: WinReason::Capture });
    for (rule, captures) in [(Rule::Ninuki42, [8, 8]), (Rule::Pente, [10, 8])] {
        assert!(
            setup(rule, board, Color::White, captures).faults().contains(LineOfMover),
            "{rule}"
        );
    }
}

#[test]
fn black_cannot_have_an_overline_in_renju() {
    let black = ".......\nXXXXXX.\n.......\n.O.OO.O\n....O..\n.......\n.O.....";
    check(&setup(Rule::Renju, black, Color::Black, [0, 0]), &[ForbiddenStones]);
    check(&setup(Rule::Standard, black, Color::Black, [0, 0]), &[]);
    let white = black.replace('X', "Y").replace('O', "X").replace('Y', "O");
    let six_of_white = setup(Rule::Renju, &white, Color::Black, [0, 0]);
    check(&six_of_white, &[]);
    let five = ".......\nXXXXX..\n.......\n.O.OO.O\n.......\n.......\n.......";
    check(&setup(Rule::Renju, five, Color::White, [0, 0]), &[]);
}

/// Exactly five beats everything: the stone where they cross made five and six, and won.
#[test]
fn black_may_have_won_by_a_stone_that_made_five_and_six() {
    let crossing = "O........\n....X..O.\n....X....\n....X.O..\n.XXXXXX..\n....X....\n.O...O.O.\n...O.....\n.O...O...";
    let won = setup(Rule::Renju, crossing, Color::White, [0, 0]);
    check(&won, &[]);
    let status = Game::from_setup(won).expect("no fault").status();
    assert_eq!(status, Status::Won { winner: Color::Black, by: WinReason::Five });

    let is_refused = |board: &str, to_move| {
        setup(Rule::Renju, board, to_move, [0, 0]).faults().contains(ForbiddenStones)
    };
    assert!(is_refused(crossing, Color::Black), "it was not the last stone");
    let no_five = crossing.replace("....X.O..", "......O..");
    assert!(is_refused(&no_five, Color::White));
    let apart = no_five.replace("O........", "XXXXX....");
    assert!(is_refused(&apart, Color::White), "no stone made both");
    let seven = "O........\n.........\n.X.......\n.X.......\n.XXXXXXX.\n.X.......\n.X.......\n.........\n.........";
    assert!(is_refused(seven, Color::White), "six stood there before the last stone");
}

#[test]
fn several_faults_are_all_named() {
    let board = ".......\nXXXXX..\n.XXXXXX\n.......\n.......\n.......\n.......";
    let nonsense = setup(Rule::Renju, board, Color::Black, [1, 0]);
    check(&nonsense, &[StoneCount, Captures, LineOfMover, ForbiddenStones]);
    assert_eq!(nonsense.faults(), SetupFaults::ALL);
    assert_eq!(
        nonsense.faults().to_string(),
        "the numbers of stones do not fit the side to move; \
         the numbers of captured stones are impossible; \
         the side to move has a winning line already; \
         Black has a row of six or more, which renju forbids"
    );
    assert_eq!(SetupFaults::NONE.to_string(), "");
    assert!(SetupFaults::NONE.is_empty());
    assert!(!SetupFaults::ALL.is_empty());
}

#[test]
fn a_fault_named_twice_is_one_fault() {
    let once = SetupFaults::NONE.with(StoneCount);
    assert_eq!(once.with(StoneCount), once);
    assert_eq!(once.with(Captures).without(once), SetupFaults::NONE.with(Captures));
    assert_eq!(SetupFaults::default(), SetupFaults::NONE);
}

#[test]
fn the_counts_say_whose_turn_it_is() {
    assert_eq!(Setup::from_stones(Rule::Renju, stones(EVEN)).to_move, Color::Black);
    assert_eq!(Setup::from_stones(Rule::Renju, stones(ODD)).to_move, Color::White);
    let empty = Setup::empty(Rule::Caro, Size::literal(9));
    assert_eq!((empty.to_move, empty.stones.n_stones()), (Color::Black, 0));
    check(&empty, &[]);
}
