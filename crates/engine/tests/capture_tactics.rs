//! Tactics of the 42 game, each with a twin that differs by a stone or a count.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Report, Settings, Think};
use tengen_rules::{
    ByColor, Color, Game, Point, Rule, Setup, SetupFault, SetupFaults, Status, Stones,
};

/// A game that goes on from these rows with Black (`X`) to move. Stone counts are not balanced.
fn game(rows: &[&str], taken: [u32; 2]) -> Game {
    let stones = Stones::from_rows(rows).expect("the diagram is a board");
    let captures = ByColor::new(taken[0], taken[1]);
    let setup = Setup { rule: Rule::Ninuki42, stones, to_move: Color::Black, captures };
    let forgiven = SetupFaults::NONE.with(SetupFault::StoneCount).with(SetupFault::Captures);
    Game::from_setup_forgiving(setup, forgiven).expect("nothing else is wrong with it")
}

fn think(game: &Game, only: Vec<Point>) -> Report {
    let engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    let think = Think { nodes: Some(20_000), only, ..Think::default() };
    engine
        .think(&Position::of(game), &think, &AtomicBool::new(false), &mut |_| {})
        .expect("the engine plays the 42 game")
}

fn best(game: &Game) -> Option<Point> {
    think(game, Vec::new()).best()
}

const EMPTY: &str = "...........";

#[test]
fn a_five_is_broken_by_a_capture() {
    // White's row of five stands on trial; the pair in the third column can be taken from below.
    let on_trial = [
        EMPTY,
        EMPTY,
        "...X.......",
        "...O.......",
        "..OOOOO....",
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
    ];
    let answerable = game(&on_trial, [0, 0]);
    assert_eq!(answerable.answers(), [Point::new(3, 5)]);
    assert_eq!(best(&answerable), Some(Point::new(3, 5)));
    // Without the stone above the pair nothing can be taken: the five has won.
    let mut twin = on_trial;
    twin[2] = EMPTY;
    assert!(matches!(game(&twin, [0, 0]).status(), Status::Won { winner: Color::White, .. }));
}

#[test]
fn a_five_that_breaks_the_one_on_trial_wins() {
    // White's row stands on trial. Both columns can be taken from below; the right one with five.
    let rows = [
        EMPTY,
        EMPTY,
        "...X..X....",
        "...O..O....",
        "..OOOOO....",
        ".......XXXX",
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
    ];
    let answerable = game(&rows, [0, 0]);
    assert_eq!(answerable.answers(), [Point::new(3, 5), Point::new(6, 5)]);
    let report = think(&answerable, Vec::new());
    assert_eq!((report.best(), report.score().mate()), (Some(Point::new(6, 5)), Some(1)));
    // With three stones in the row it is an answer like the other.
    let mut twin = rows;
    twin[5] = ".......XXX.";
    assert_ne!(think(&game(&twin, [0, 0]), Vec::new()).score().mate(), Some(1));
}

#[test]
fn ten_stones_win_instead_of_answering() {
    // The capture in the corner breaks nothing.
    let rows = [
        "XOO........",
        EMPTY,
        "...X.......",
        "...O.......",
        "..OOOOO....",
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
    ];
    let with_eight = game(&rows, [8, 0]);
    let report = think(&with_eight, Vec::new());
    assert_eq!(report.score().mate(), Some(1));
    // With six it is not enough: the five has to be broken.
    assert_eq!(best(&game(&rows, [6, 0])), Some(Point::new(3, 5)));
}

#[test]
fn a_five_that_loses_to_the_tenth_stone_is_refused() {
    // Black can make five in the fifth row; White takes the pair in the corner.
    let rows = [
        ".XXO.......",
        EMPTY,
        EMPTY,
        EMPTY,
        "..XXXX.....",
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
    ];
    let bait = game(&rows, [0, 8]);
    assert_eq!(best(&bait), Some(Point::new(0, 0)), "the tenth stone has to be stopped");
    // With six taken the corner is harmless and five wins.
    let report = think(&game(&rows, [0, 6]), Vec::new());
    assert_eq!(report.score().mate(), Some(1));
    assert!([Some(Point::new(1, 4)), Some(Point::new(6, 4))].contains(&report.best()));
}

#[test]
fn a_capture_makes_a_double_three_legal() {
    let rows = [
        EMPTY,
        EMPTY,
        EMPTY,
        "..X.X......",
        "...XX......",
        ".....OOX...",
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
    ];
    let crossing = Point::new(4, 5);
    let capturing = game(&rows, [0, 0]);
    assert!(capturing.is_legal(crossing));
    assert_eq!(think(&capturing, vec![crossing]).best(), Some(crossing));
    let mut twin = rows;
    twin[5] = EMPTY;
    let banned = game(&twin, [0, 0]);
    assert!(!banned.is_legal(crossing));
    assert_ne!(think(&banned, vec![crossing]).best(), Some(crossing));
}

#[test]
fn an_open_four_is_stopped_by_taking_a_pair_of_it() {
    // The stone that takes the pair makes an open four of Black's own, so White has no time to fill
    // the gap.
    let rows = [
        EMPTY,
        EMPTY,
        "....X......",
        "....O......",
        "..OOOO.....",
        ".XXX.......",
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
    ];
    let open = think(&game(&rows, [0, 0]), Vec::new());
    assert_eq!(open.best(), Some(Point::new(4, 5)));
    assert!(open.score().mate().is_some_and(|plies| plies > 0), "{:?}", open.score());
    // Without the pair the open four cannot be stopped.
    let mut twin = rows;
    twin[2] = EMPTY;
    twin[3] = EMPTY;
    assert_eq!(think(&game(&twin, [0, 0]), Vec::new()).score().mate(), Some(-2));
}

#[test]
fn the_last_pair_is_saved_by_making_it_three() {
    // White takes the pair on (0, 5) next; Black has an open four to make in the eighth row.
    let rows = [
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        ".XXO.......",
        EMPTY,
        "...XXX.....",
        EMPTY,
        EMPTY,
        EMPTY,
    ];
    assert_eq!(best(&game(&rows, [0, 8])), Some(Point::new(0, 5)));
    // With four taken there is time for the attack.
    let report = think(&game(&rows, [0, 4]), Vec::new());
    assert!(report.score().is_win(), "{:?}", report.lines);
}
