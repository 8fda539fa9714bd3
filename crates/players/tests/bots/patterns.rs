//! What is particular to `patterns`: the examples of seed 004.

use tengen_players::bots::patterns::{
    BoardKind, Evaluator, Found, Heuristic, PatternCount, ROWS, RegexCounter, research, row_matches,
};
use tengen_players::bots::{count_pattern, probe};
use tengen_players::{Detail, Limits, Reasoning};
use tengen_rules::{Color, Point, Rule, Size, SplitMix64, Stones};

use crate::bots::{game_of, random_stones};

/// Seed 004, "Exemple"; rows A to G are rows 0 to 6, columns 1 to 7 are columns 0 to 6.
pub(crate) const EXAMPLE: &str = "
X O . . . . .
O X X X X . .
. X O O . . .
. . O O . . .
. X O O . . .
. X . . . . .
. . . . . . .
";

fn array(stones: &Stones, may_jump: bool) -> [(u8, u8, u8); 4] {
    let b2 = Point::new(1, 1);
    let found = research(stones, b2, may_jump).expect("a stone stands there");
    found.map(|Found { stones, blocks, jumps }| (stones, blocks, jumps))
}

#[test]
fn the_array_of_the_example() {
    let stones: Stones = EXAMPLE.parse().unwrap();
    assert_eq!(array(&stones, true), [(4, 1, 0), (4, 1, 1), (1, 0, 0), (2, 2, 0)]);
    assert_eq!(array(&stones, false), [(4, 1, 0), (2, 1, 0), (1, 0, 0), (2, 2, 0)]);
}

#[test]
fn the_rows_of_the_example() {
    let stones: Stones = EXAMPLE.parse().unwrap();
    let array = research(&stones, Point::new(1, 1), true).unwrap();
    let find = |first, second| {
        ROWS.iter().find(|row| (row.first, row.second) == (first, second)).expect("the row exists")
    };
    assert!(row_matches(find([1, 4, 1, 0], [1, 4, -1, 1]), &array), "once each: points");
    assert!(!row_matches(find([2, 4, 1, 0], [0; 4]), &array), "once, not twice: no points");
    let points: i64 = ROWS.iter().filter(|row| row_matches(row, &array)).map(|r| r.points).sum();
    assert_eq!(points, 700);
}

/// Seed 004, "Regex pattern".
pub(crate) const FLAT_EXAMPLE: [&str; 15] = [
    "...............",
    "...............",
    "..............O",
    "........O.....X",
    "........X.....O",
    "........O......",
    "...............",
    "........O......",
    "........X......",
    "........O......",
    "...............",
    "...............",
    "...............",
    "...............",
    ".............X.",
];

#[test]
fn seven_real_matches_and_three_across_the_edges() {
    let stones = Stones::from_rows(&FLAT_EXAMPLE).unwrap();
    assert_eq!(RegexCounter::count(&stones, "-X-"), PatternCount { real: 7, fake: 3 });
}

/// The regex count again by looking at every start and direction.
#[test]
fn the_regex_count_agrees_with_looking() {
    let mut random = SplitMix64::new(5);
    for _ in 0..300 {
        let size = Size::literal([5, 9, 15][random.below(3)]);
        let stones = random_stones(&mut random, size, 40);
        for pattern in ["-X-", "XX", "-XX-", "OX", "X-X", "-O-", "XXX"] {
            let mut expected = 0;
            for start in size.points() {
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let is_there = pattern.chars().enumerate().all(|(i, wanted)| {
                        let (x, y) = (i64::from(start.x()), i64::from(start.y()));
                        let point = size.point(x + dx * i as i64, y + dy * i as i64);
                        point.is_some_and(|point| {
                            stones.get(point).map_or('-', Color::letter) == wanted
                        })
                    });
                    expected += u32::from(is_there);
                }
            }
            assert_eq!(RegexCounter::count(&stones, pattern).real, expected, "{pattern}\n{stones}");
        }
    }
}

/// The value of a board again, from the text of the report: every stone, four directions, with and
/// without one space, compared with the eleven rows.
mod retold {
    use tengen_rules::{Color, Point, Stones};

    type Triple = (i64, i64, i64);

    fn at(stones: &Stones, x: i64, y: i64) -> char {
        let point = stones.size().point(x, y);
        point.map_or('#', |point| stones.get(point).map_or('.', Color::letter))
    }

    /// The cells of one direction as text around the stone, ours `m`, wall and opponent `#`.
    fn line(stones: &Stones, point: Point, color: Color, (dx, dy): (i64, i64)) -> Vec<char> {
        let cell = |i: i64| {
            let c = at(stones, i64::from(point.x()) + dx * i, i64::from(point.y()) + dy * i);
            if c == color.letter() {
                'm'
            } else if c == '.' {
                '.'
            } else {
                '#'
            }
        };
        (-30..=30).map(cell).collect()
    }

    /// From the middle of the text outward, every way to spend at most one space.
    fn triples(line: &[char], space: bool) -> Triple {
        let mut best: Option<Triple> = None;
        for gap_side in [None, Some(-1), Some(1)] {
            let (mut n, mut b, mut s) = (1, 0, 0);
            for side in [-1, 1] {
                let mut i = 30 + side;
                loop {
                    match line[i as usize] {
                        'm' => n += 1,
                        '.' if space
                            && gap_side == Some(side)
                            && s == 0
                            && line[(i + side) as usize] == 'm' =>
                        {
                            s += 1;
                        }
                        '.' => break,
                        _ => {
                            b += 1;
                            break;
                        }
                    }
                    i += side;
                }
            }
            if best.is_none_or(|(bn, bb, _)| (n, -b) > (bn, -bb)) {
                best = Some((n, b, s));
            }
        }
        best.expect("three tries")
    }

    const ROWS: [([i64; 8], i64); 11] = [
        ([1, 5, 0, 0, 0, 0, 0, 0], 10000),
        ([1, 4, 0, 0, 0, 0, 0, 0], 700),
        ([2, 4, 1, 0, 0, 0, 0, 0], 700),
        ([2, 4, -1, 1, 0, 0, 0, 0], 700),
        ([1, 4, 1, 0, 1, 4, -1, 1], 700),
        ([1, 4, 1, 0, 1, 3, 0, -1], 500),
        ([1, 4, -1, 1, 1, 3, 0, -1], 500),
        ([2, 3, 0, -1, 0, 0, 0, 0], 300),
        ([3, 2, 0, -1, 0, 0, 0, 0], 50),
        ([1, 3, 0, -1, 0, 0, 0, 0], 20),
        ([1, 2, 0, -1, 0, 0, 0, 0], 9),
    ];

    pub(super) fn value(stones: &Stones, mover: Color) -> i64 {
        let mut sum = 0;
        for (point, color) in stones.iter() {
            let arrays: Vec<[Triple; 2]> = [(1, 0), (0, 1), (1, 1), (1, -1)]
                .into_iter()
                .map(|dir| {
                    let line = line(stones, point, color, dir);
                    [triples(&line, false), triples(&line, true)]
                })
                .collect();
            let fits = |p: &[i64], (n, b, s): Triple| {
                p[1] == n && (p[2] == -1 || p[2] == b) && (p[3] == -1 || p[3] == s)
            };
            for (row, points) in ROWS {
                let found = |p: &[i64]| -> Vec<usize> {
                    (0..4).filter(|&d| arrays[d].iter().any(|&t| fits(p, t))).collect()
                };
                let (first, second) = (found(&row[..4]), found(&row[4..]));
                let is_match = first.len() as i64 >= row[0]
                    && (row[4] == 0 || first.iter().any(|a| second.iter().any(|b| a != b)));
                if is_match {
                    sum += if color == mover { points } else { -points };
                }
            }
        }
        sum
    }
}

#[test]
fn the_value_of_random_boards_agrees_with_the_report_retold() {
    let mut random = SplitMix64::new(6);
    for n in 0..2000 {
        let size = Size::literal([5, 7, 15, 15][random.below(4)]);
        let density = [5, 20, 40, 70][random.below(4)];
        let stones = random_stones(&mut random, size, density);
        let mover = Color::ALL[n % 2];
        let evaluator = Evaluator::new(Heuristic::PerCell, size);
        let value = |board| evaluator.on(board, &stones, mover, size.middle())().0;
        let expected = retold::value(&stones, mover);
        assert_eq!(value(BoardKind::Array), expected, "{mover}\n{stones}");
        assert_eq!(value(BoardKind::BitboardPair), expected);
        assert_eq!(value(BoardKind::CharMatrix), expected);
    }
}

#[test]
fn all_three_boards_search_the_same_tree() {
    let mut random = SplitMix64::new(7);
    for _ in 0..6 {
        let stones = random_stones(&mut random, Size::literal(15), 8);
        let game = game_of(Rule::Freestyle, stones, Color::Black);
        let names = ["patterns", "patterns-bitboard", "patterns-matrix"];
        let [array, pair, matrix] = names.map(|name| {
            let mut reasoning = Reasoning::new(Detail::default());
            let mut player = tengen_players::bots::by_name(name).unwrap();
            let choice = player.choose(&game, &Limits::to_depth(2), Some(&mut reasoning));
            (choice.mv, choice.score, choice.nodes, reasoning.tree)
        });
        assert_eq!(array, pair);
        assert_eq!(array, matrix);
    }
}

/// Alpha-beta is only a shortcut: the value is that of plain negamax.
#[test]
fn the_line_ends_in_the_value_of_the_search() {
    let stones = Stones::from_rows(&FLAT_EXAMPLE).unwrap();
    let game = game_of(Rule::Freestyle, stones, Color::Black);
    for depth in 1..=3 {
        let mut reasoning = Reasoning::new(Detail { depth: 3, width: 3 });
        let mut player = tengen_players::bots::by_name("patterns").unwrap();
        let choice = player.choose(&game, &Limits::to_depth(depth), Some(&mut reasoning));
        let line = &reasoning.lines.last().unwrap().moves;
        assert_eq!(line.len(), depth as usize);
        let mut end = game.clone();
        for point in line {
            end.try_play(*point).unwrap();
        }
        assert_eq!(choice.score.unwrap().0, retold::value(end.stones(), Color::Black));
    }
}

/// What the report prints can be asked for: the array at a stone, `countMatch` and `adjacent`.
#[test]
fn the_numbers_of_the_report_can_be_asked_for() {
    let stones: Stones = EXAMPLE.parse().unwrap();
    let game = game_of(Rule::Freestyle, stones, Color::Black);
    let told = probe("patterns", &game, Point::new(1, 1)).unwrap();
    // The report's array: the line without a space, the column with one.
    assert_eq!(told.json["no_space_allowed"][0], serde_json::json!([4, 1, 0]));
    assert_eq!(told.json["one_space_allowed"][1], serde_json::json!([4, 1, 1]));
    assert!(told.text.contains("700  black (1, 4, 1, 0) (1, 4, -1, 1)"), "{}", told.text);
    assert!(told.text.contains("adjacent(1, 1) for black: "), "{}", told.text);
    let flat = game_of(Rule::Freestyle, Stones::from_rows(&FLAT_EXAMPLE).unwrap(), Color::Black);
    let counted = count_pattern(&flat, "-X-").unwrap();
    let PatternCount { real, fake } = RegexCounter::count(flat.stones(), "-X-");
    assert_eq!(counted.json["matches"], real + fake);
    assert_eq!(count_pattern(&flat, "-.*-"), None);
}
