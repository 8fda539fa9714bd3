//! Counts made by a third program, a naive walker that checked itself on
//! tic-tac-toe and by all symmetries, to the depth that a debug build reaches in
//! seconds; the deeper columns are left to faster code.

use tengen_testkit::oracle::{OracleGame, OracleRule, PerftCounts, perft};

/// A row of the table: nodes, wins and overlines for depths 1, 2, 3, …
type Rows = [(u64, u64, u64)];

fn check(diagram: &str, black_to_move: bool, freestyle: &Rows, exact: &Rows) {
    let rows: Vec<String> = diagram.split_whitespace().map(str::to_uppercase).collect();
    for (rule, table) in [(OracleRule::Freestyle, freestyle), (OracleRule::Standard, exact)] {
        let game = OracleGame::from_board(rule, &rows, [0, 0], black_to_move);
        for (depth, row) in (1..).zip(table) {
            check_row(&game, depth, *row);
        }
    }
}

fn check_row(game: &OracleGame, depth: u32, (nodes, fives, overlines): (u64, u64, u64)) {
    // None of the recorded rows has a ban, a capture or a full board.
    let expected = PerftCounts { nodes, fives, overlines, ..PerftCounts::default() };
    assert_eq!(perft(game, depth), expected, "{} at depth {depth}", game.rule.id());
}

#[test]
fn open_four_on_7x7() {
    check(
        ".......
         .......
         .o.o.o.
         .xxxx..
         ..o....
         .......
         .......",
        true,
        &[(41, 2, 0), (1560, 0, 0), (60840, 3042, 39), (2196324, 2664, 0)],
        &[(41, 2, 0), (1560, 0, 0), (60840, 3003, 39), (2197806, 2666, 0)],
    );
}

#[test]
fn split_six_on_9x9() {
    check(
        ".........
         .o.....o.
         .........
         ...o.o...
         .xxx.xx..
         ...o.....
         .........
         .o.......
         .........",
        true,
        &[(70, 1, 1), (4761, 0, 0), (323748, 4692, 4692)],
        &[(70, 0, 1), (4830, 0, 0), (328440, 0, 4828)],
    );
}

#[test]
fn crossing_fours_on_9x9() {
    check(
        ".........
         .x..o....
         ..x.o....
         ...xo.x..
         .ooo.o...
         ....ox...
         ......x..
         ..x......
         .........",
        false,
        &[(66, 1, 0), (4225, 65, 65), (266240, 4160, 256)],
        &[(66, 1, 0), (4225, 0, 65), (270400, 4160, 256)],
    );
}

#[test]
fn edge_four_on_15x15() {
    check(
        "xxxx..........o
         o.............o
         ..............o
         ..............o
         ...............
         ...............
         ...............
         .......x.......
         ...............
         ...............
         ...............
         ...............
         ...............
         ...............
         o.............x",
        true,
        &[(213, 1, 0), (44944, 211, 0)],
        &[(213, 1, 0), (44944, 211, 0)],
    );
}

#[test]
fn nearly_full_6x6() {
    let diagram = "xoxoxo oxoxox xoxo.. ....xo xoxoxx ooxxo.";
    check(
        diagram,
        true,
        &[(7, 2, 0), (30, 4, 4), (130, 42, 4), (352, 48, 48)],
        &[(7, 2, 0), (30, 4, 4), (130, 38, 4), (368, 52, 52)],
    );
    let rows: Vec<String> = diagram.split_whitespace().map(str::to_uppercase).collect();
    let sixth =
        [(OracleRule::Freestyle, (1152, 144, 144)), (OracleRule::Standard, (1332, 198, 198))];
    for (rule, row) in sixth {
        let game = OracleGame::from_board(rule, &rows, [0, 0], true);
        check_row(&game, 6, row);
        let last = perft(&game, 7);
        assert!(last.full > 0);
        assert_eq!(last.full + last.fives, last.nodes, "ply seven wins or fills the board");
    }
}
