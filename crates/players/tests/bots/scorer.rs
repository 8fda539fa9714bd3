//! `scorer` against the numbers of seed 000 and against its listing written a second time.

use std::fmt::Write as _;

use serde_json::Value;
use tengen_players::bots::probe;
use tengen_players::bots::scorer::{PARAMETERS, ScoreSheet};
use tengen_rules::{Color, Point, Rule, Size, SplitMix64, Stones};

use crate::bots::{answer, game_of, random_stones, spot, stones_at};

fn score_at(stones: &Stones, color: Color, at: (u8, u8)) -> i64 {
    let sheet = ScoreSheet::new(stones, color);
    let cell = sheet.cells().iter().find(|cell| (cell.point.y(), cell.point.x()) == at);
    cell.expect("the point is empty").score.0
}

/// Seed 000, 3.1.3, test case 3: boards that give the printed compositions.
#[test]
fn the_four_sums_of_test_case_3() {
    let at_3_4 = stones_at(&[(3, 3), (3, 5), (3, 6), (4, 4), (4, 5), (1, 6)], &[(5, 4), (2, 3)]);
    assert_eq!(score_at(&at_3_4, Color::Black, (3, 4)), 15124);
    assert_eq!(score_at(&at_3_4, Color::White, (3, 4)), 6107);
    let at_4_3 = stones_at(&[(4, 4), (3, 3), (5, 3), (6, 3), (3, 4)], &[(4, 5), (2, 3), (5, 4)]);
    assert_eq!(score_at(&at_4_3, Color::Black, (4, 3)), 3154);
    let at_7_2 = stones_at(&[(5, 2), (3, 6)], &[(6, 2), (6, 3), (5, 4), (4, 5)]);
    assert_eq!(score_at(&at_7_2, Color::White, (7, 2)), 3038);
}

/// The one board that gives everything the report prints for test case 3.
pub(super) fn test_case_3() -> Stones {
    stones_at(
        &[(2, 3), (3, 3), (3, 5), (3, 6), (4, 4), (5, 2), (5, 3)],
        &[(4, 5), (5, 4), (6, 2), (6, 3)],
    )
}

/// Seed 000, 3.1.3: the four traces as they are printed, name by name.
#[test]
fn one_board_prints_the_four_traces_of_test_case_3() {
    let printed = [
        (Color::Black, (3, 4), [4, 2, 2, 2, 2, 1, 1, 2, 1, 1, 2, 1, 0, 1, 1, 2], 15124),
        (Color::Black, (4, 3), [2, 4, 1, 2, 1, 1, 1, 2, 1, 1, 2, 1, 1, 0, 2, 1], 3154),
        (Color::White, (3, 4), [1, 1, 2, 1, 0, 1, 1, 2, 4, 2, 2, 2, 2, 1, 1, 2], 6107),
        (Color::White, (7, 2), [1, 2, 1, 4, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1, 2, 1], 3038),
    ];
    for (color, (row, column), numbers, sum) in printed {
        let game = game_of(Rule::Freestyle, test_case_3(), color);
        let told = probe("scorer", &game, Point::new(column, row)).unwrap();
        let mut expected = String::new();
        let suffixes = ["c", "emp", "unc", "emp_unc"];
        let directions = ["hang", "lie", "youxia", "youshang"];
        let names =
            suffixes.iter().flat_map(|suffix| directions.map(|it| format!("{it}_{suffix}")));
        for (name, number) in names.zip(numbers) {
            writeln!(expected, "{name} = {number}").unwrap();
            assert_eq!(told.json[&name], number);
        }
        writeln!(expected, "sum_score {sum}").unwrap();
        assert_eq!(told.text.split_once('\n').unwrap().1, expected, "({row}, {column}) {color}");
    }
    for color in Color::ALL {
        let game = game_of(Rule::Freestyle, test_case_3(), color);
        assert_eq!(spot(answer("scorer", &game)), Some((3, 4)), "{color}");
    }
}

/// Seed 000, test case 2: one point wins for either side or stops the other.
#[test]
fn test_case_2_takes_the_point_that_wins_or_stops() {
    let stones = stones_at(
        &[(3, 0), (3, 1), (3, 3), (3, 4), (9, 9)],
        &[(1, 2), (2, 2), (4, 2), (5, 2), (9, 10)],
    );
    for color in Color::ALL {
        let game = game_of(Rule::Freestyle, stones.clone(), color);
        assert_eq!(spot(answer("scorer", &game)), Some((3, 2)), "{color}");
    }
}

/// Seed 000, 3.1.2: the inequalities that the author wants of his parameters. His own numbers break
/// one of them: g > 2h, an open three of one's own against two of the opponent's.
#[test]
fn the_parameters_keep_all_inequalities_but_one() {
    let value = |letter: char| PARAMETERS.iter().find(|it| it.0 == letter).unwrap().1;
    let [a, b, c, d, e, f, g, h] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(value);
    let first = [2 * a > a, a > 2 * b, 2 * b > b, b > 2 * c, c > 2 * d, c > 2 * e, c > 2 * f];
    assert_eq!(first, [true; 7]);
    assert!(d > e && e > f);
    assert_eq!([2 * g > g, g > 2 * h, 2 * h > f, f > h], [true, false, true, true]);
    assert!(2 * g > e);
    assert_eq!(PARAMETERS.len(), 18);
}

/// What "it never overlooks a four" would be: false, because of the jump.
#[test]
fn a_jump_can_outrank_a_real_five() {
    // White's four has to be stopped at (7, 7); Black's (2, 7) is no five, but the gap is not seen.
    let white_four = [(7, 3), (7, 4), (7, 5), (7, 6)];
    let stones = stones_at(&[(7, 2), (2, 4), (2, 5), (2, 6), (2, 9)], &white_four);
    let game = game_of(Rule::Freestyle, stones, Color::Black);
    assert_eq!(spot(answer("scorer", &game)), Some((2, 7)));
    // Even its own five at (7, 7) is worth less than one with a gap and stones on both sides.
    let mut black = white_four.to_vec();
    black.extend([(2, 4), (2, 5), (2, 7), (2, 9)]);
    let game = game_of(Rule::Freestyle, stones_at(&black, &[(7, 2)]), Color::Black);
    assert_eq!(spot(answer("scorer", &game)), Some((2, 6)));
}

/// The printed compositions themselves, for the first of the four.
#[test]
fn the_compositions_of_test_case_3() {
    let stones = stones_at(&[(3, 3), (3, 5), (3, 6), (4, 4), (4, 5), (1, 6)], &[(5, 4), (2, 3)]);
    let sheet = ScoreSheet::new(&stones, Color::Black);
    let cell = sheet.cells().iter().find(|c| (c.point.y(), c.point.x()) == (3, 4)).unwrap();
    let own = cell.lines.map(|line| (line.own.stones, line.own.empty_sides));
    let other = cell.lines.map(|line| (line.other.stones, line.other.empty_sides));
    // hang, lie, youxia, youshang
    assert_eq!(own, [(4, 2), (2, 1), (2, 1), (2, 2)]);
    assert_eq!(other, [(1, 0), (1, 1), (2, 1), (1, 2)]);
}

/// Seed 000, test case 1: with a three on either side the bot makes its own open four.
#[test]
fn test_case_1_makes_four_before_blocking_a_three() {
    let stones = stones_at(&[(3, 3), (3, 4), (3, 5)], &[(4, 3), (4, 4), (4, 5)]);
    for (color, expected) in [(Color::White, (4, 6)), (Color::Black, (3, 6))] {
        let game = game_of(Rule::Freestyle, stones.clone(), color);
        assert_eq!(spot(answer("scorer", &game)), Some(expected), "{color}");
    }
}

#[test]
fn a_jump_can_make_five() {
    let stones = stones_at(&[(7, 4), (7, 5), (7, 6), (7, 9)], &[]);
    // Four stones with the point and one behind the gap: the listing calls it five.
    let score = score_at(&stones, Color::Black, (7, 7));
    assert!((1_000_000..2_000_000).contains(&score), "{score}");
}

#[test]
fn a_stone_on_the_edge_is_not_jumped_to() {
    // A pair more; the lone stones of the other three directions count twice either way.
    let own_pair = 70;
    let at_edge = score_at(&stones_at(&[(7, 0)], &[]), Color::Black, (7, 2));
    let inside = score_at(&stones_at(&[(7, 1)], &[]), Color::Black, (7, 3));
    assert_eq!(inside - at_edge, own_pair);
}

#[test]
fn jumps_on_both_ends_count_once() {
    let stones = stones_at(&[(7, 5), (7, 9)], &[]);
    let sheet = ScoreSheet::new(&stones, Color::Black);
    let cell = sheet.cells().iter().find(|c| (c.point.y(), c.point.x()) == (7, 7)).unwrap();
    assert_eq!(cell.lines[0].own.stones, 2);
}

#[test]
fn more_than_two_of_a_kind_count_as_two() {
    // Four pairs that cross in one point: twice 70 of four, and for White four lone stones, twice.
    let stones = stones_at(&[(7, 8), (8, 7), (8, 8), (6, 8)], &[]);
    let score = score_at(&stones, Color::Black, (7, 7));
    // Blocked for White at once: one empty side in each direction.
    assert_eq!(score, 2 * 70 + 2);
}

/// The listing of 2.3.2 to 2.3.4 again, from the report, without a look at the crate: plain loops
/// over `chessboard[x][y]` with 1, -1 and 0.
mod listing {
    pub(super) type Chessboard = Vec<Vec<i32>>;

    const SCORES_C: [i64; 8] = [10000, 3000, 1700, 50, 70, 20, 5, 2];
    const SCORES_UNC: [i64; 8] = [4000, 1800, 1000, 40, 60, 10, 3, 1];

    struct Seen {
        c: i32,
        unc: i32,
        empty_c: i32,
        empty_unc: i32,
        tiao: i32,
        un_tiao: i32,
    }

    /// One of the two `while` loops of the listing.
    fn walk(board: &Chessboard, color: i32, at: (i32, i32), dir: (i32, i32)) -> Seen {
        let size = board.len() as i32;
        let on_board = |k: i32| {
            let (x, y) = (at.0 + k * dir.0, at.1 + k * dir.1);
            x >= 0 && y >= 0 && x < size && y < size
        };
        let cell = |k: i32| board[(at.0 + k * dir.0) as usize][(at.1 + k * dir.1) as usize];
        let mut seen = Seen { c: 0, unc: 0, empty_c: 0, empty_unc: 0, tiao: 0, un_tiao: 0 };
        let mut k = 0;
        while on_board(k + 1) {
            k += 1;
            if cell(k) == color {
                seen.c += 1;
            } else if cell(k) == 0 {
                seen.empty_c += 1;
                if k == 1 {
                    seen.empty_unc += 1;
                }
                if on_board(k + 2) {
                    if cell(k + 1) == color && cell(k + 2) != -color {
                        seen.tiao += 1;
                    }
                    if cell(k + 1) == -color && cell(k + 2) != color {
                        seen.un_tiao += 1;
                    }
                }
                break;
            } else {
                if k == 1 {
                    seen.unc += 1;
                    while on_board(k + 1) {
                        k += 1;
                        if cell(k) == -color {
                            seen.unc += 1;
                        } else if cell(k) == 0 {
                            seen.empty_unc += 1;
                            if on_board(k + 2) && cell(k + 1) == -color && cell(k + 2) != color {
                                seen.un_tiao += 1;
                            }
                            break;
                        } else {
                            break;
                        }
                    }
                }
                break;
            }
        }
        seen
    }

    pub(super) fn score(board: &Chessboard, color: i32, at: (i32, i32)) -> i64 {
        let mut sum_score = 0;
        let (mut num_c, mut num_unc) = ([0; 8], [0; 8]);
        for dir in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
            let zuo = walk(board, color, at, (-dir.0, -dir.1));
            let you = walk(board, color, at, dir);
            let tiao = (zuo.tiao + you.tiao).min(1);
            let un_tiao = (zuo.un_tiao + you.un_tiao).min(1);
            let c = zuo.c + you.c + 1 + tiao;
            let unc = zuo.unc + you.unc + 1 + un_tiao;
            let (empty_c, empty_unc) = (zuo.empty_c + you.empty_c, zuo.empty_unc + you.empty_unc);
            let (mid_c, mid_unc) = (zuo.c > 0 && you.c > 0, zuo.unc > 0 && you.unc > 0);
            if c >= 5 {
                sum_score += 1000000;
                if mid_c {
                    sum_score += 3000000;
                }
            } else if empty_c > 0 {
                num_c[((4 - c) * 2 + 2 - empty_c) as usize] += 1;
            }
            if unc >= 5 {
                sum_score += 30000;
                if mid_unc {
                    sum_score += 50000;
                }
            } else if empty_unc > 0 {
                num_unc[((4 - unc) * 2 + 2 - empty_unc) as usize] += 1;
            }
            if c == 4 && empty_c == 2 && mid_c {
                sum_score += 5000;
            }
            if unc == 4 && empty_unc == 2 && mid_unc {
                sum_score += 2000;
            }
            if c == 3 && empty_c == 2 && mid_c {
                sum_score += 700;
            }
            if unc == 3 && empty_unc == 2 && mid_unc {
                sum_score += 400;
            }
        }
        for i in 0..8 {
            sum_score += SCORES_C[i] * num_c[i].min(2);
            sum_score += SCORES_UNC[i] * num_unc[i].min(2);
        }
        sum_score
    }
}

fn chessboard(stones: &Stones) -> listing::Chessboard {
    let side = usize::from(stones.size().get());
    let mut board = vec![vec![0; side]; side];
    for (point, color) in stones.iter() {
        let value = if color == Color::Black { -1 } else { 1 };
        board[usize::from(point.y())][usize::from(point.x())] = value;
    }
    board
}

#[test]
fn every_cell_of_4000_random_boards_agrees_with_the_listing() {
    let mut random = SplitMix64::new(0);
    for n in 0..4000 {
        let size = Size::literal([15, 15, 15, 5, 9, 19][random.below(6)]);
        let density = [2, 10, 25, 50, 80][random.below(5)];
        let stones = random_stones(&mut random, size, density);
        let color = Color::ALL[n % 2];
        let board = chessboard(&stones);
        let number = if color == Color::Black { -1 } else { 1 };
        let sheet = ScoreSheet::new(&stones, color);
        assert_eq!(sheet.cells().len(), stones.empties().count());
        for cell in sheet.cells() {
            let (x, y) = (i32::from(cell.point.y()), i32::from(cell.point.x()));
            let expected = listing::score(&board, number, (x, y));
            assert_eq!(cell.score.0, expected, "({x}, {y}) for {color} on\n{stones}");
            let sum: i64 = cell.parts().map(|(_, value)| value).sum();
            assert_eq!(sum, expected, "the parts add up");
        }
        let best = sheet.best(|_| true).map(|(_, score)| score);
        assert_eq!(best, sheet.cells().iter().map(|cell| cell.score).max());
    }
}

#[test]
fn the_json_holds_every_empty_cell_and_the_best() {
    let mut random = SplitMix64::new(1);
    for _ in 0..50 {
        let stones = random_stones(&mut random, Size::literal(15), 20);
        let game = game_of(Rule::Freestyle, stones.clone(), Color::White);
        let json = tengen_players::bots::explain_json("scorer", &game).unwrap();
        let board = chessboard(&stones);
        let cells = json["cells"].as_array().unwrap();
        assert_eq!(cells.len(), stones.empties().count());
        let number = |value: &Value| value.as_i64().unwrap();
        for cell in cells {
            let (x, y) = (number(&cell["x"]) as i32, number(&cell["y"]) as i32);
            assert_eq!(board[x as usize][y as usize], 0);
            let expected = listing::score(&board, 1, (x, y));
            assert_eq!(number(&cell["score"]), expected);
            let parts = cell["parts"].as_array().unwrap();
            assert_eq!(parts.iter().map(|part| number(&part["value"])).sum::<i64>(), expected);
        }
        let (x, y) = (number(&json["best"][0]) as i32, number(&json["best"][1]) as i32);
        let most = cells.iter().map(|cell| number(&cell["score"])).max().unwrap();
        assert_eq!(listing::score(&board, 1, (x, y)), most);
        assert!(json["note"].as_str().unwrap().contains("x is the row"));
    }
}

#[test]
fn equal_scores_go_to_the_point_nearest_the_center() {
    let game = game_of(Rule::Freestyle, Stones::empty(Size::literal(15)), Color::Black);
    assert_eq!(spot(answer("scorer", &game)), Some((7, 7)));
}
