//! `fivetuple` against the listing of seed 002, written a second time from the report.

use std::collections::BTreeSet;

use serde_json::Value;
use tengen_players::Limits;
use tengen_rules::{Color, Rule, Size, SplitMix64, Stones};

use crate::bots::{game_of, random_stones, spot, stones_at};

/// The class `gobang` of the appendix, with `rand()` replaced by "all of them".
struct Gobang {
    chalbox: Vec<Vec<i32>>,
    marklist: [i64; 5],
}

type Mark = (usize, usize, i64);

impl Gobang {
    fn new(stones: &Stones, bot: Color) -> Self {
        let side = usize::from(stones.size().get());
        let mut chalbox = vec![vec![0; side]; side];
        for (point, color) in stones.iter() {
            let who = if color == bot { 1 } else { -1 };
            chalbox[usize::from(point.y())][usize::from(point.x())] = who;
        }
        let mut marklist = [1; 5];
        for i in 1..5 {
            marklist[i] = 4 * marklist[i - 1];
        }
        Self { chalbox, marklist }
    }

    fn count_score(&mut self, x: usize, y: usize, who: i32) -> Mark {
        let side = self.chalbox.len() as i32;
        let mut score = 0;
        self.chalbox[x][y] = who;
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for i in 0..5 {
                let mut count = 0;
                let mut flag = true;
                for j in 0..5 {
                    let (a, b) = (x as i32 - (i - j) * dx, y as i32 - (i - j) * dy);
                    let is_on_board = a >= 0 && b >= 0 && a < side && b < side;
                    if is_on_board && self.chalbox[a as usize][b as usize] == who {
                        count += 1;
                    } else if !(is_on_board && self.chalbox[a as usize][b as usize] == 0) {
                        flag = false;
                        break;
                    }
                }
                if flag {
                    let worth = self.marklist[count - 1];
                    score += if count == 4 && who == 1 { worth + worth / 3 } else { worth };
                    if count == 5 && who == 1 {
                        score *= 2;
                    }
                }
            }
        }
        self.chalbox[x][y] = 0;
        (x, y, score)
    }

    fn max_mark(&mut self, who: i32) -> Vec<Mark> {
        let mut max_mark: Vec<Mark> = Vec::new();
        for x in 0..self.chalbox.len() {
            for y in 0..self.chalbox.len() {
                if self.chalbox[x][y] != 0 {
                    continue;
                }
                for side in [who, -who] {
                    let temp = self.count_score(x, y, side);
                    if max_mark.first().is_some_and(|first| first.2 < temp.2) {
                        max_mark.clear();
                    }
                    if max_mark.first().is_none_or(|first| first.2 == temp.2) {
                        max_mark.push(temp);
                    }
                }
            }
        }
        max_mark
    }

    /// All that `ajust()` may return.
    fn adjust(&mut self) -> BTreeSet<(usize, usize)> {
        let mut least = None;
        let mut max_score_2 = BTreeSet::new();
        for (x, y, _) in self.max_mark(1) {
            self.chalbox[x][y] = 1;
            let temp = self.max_mark(-1).first().map_or(-1, |first| first.2);
            self.chalbox[x][y] = 0;
            if least.is_some_and(|least| temp < least) {
                max_score_2.clear();
            }
            if least.is_none_or(|least| temp <= least) {
                least = Some(temp);
                max_score_2.insert((x, y));
            }
        }
        max_score_2
    }
}

fn pairs(value: &Value) -> BTreeSet<(usize, usize)> {
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let pairs = value.as_array().expect("a list");
    pairs.iter().map(|pair| (number(&pair[0]), number(&pair[1]))).collect()
}

fn check(stones: &Stones, bot: Color) {
    let mut gobang = Gobang::new(stones, bot);
    let game = game_of(Rule::Freestyle, stones.clone(), bot);
    let json = tengen_players::bots::explain_json("fivetuple", &game).expect("the bot exists");
    let cells = json["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), stones.empties().count());
    for cell in cells {
        let at = |name: &str| cell[name].as_i64().expect("a number");
        let (x, y) = (at("x") as usize, at("y") as usize);
        assert_eq!(at("own"), gobang.count_score(x, y, 1).2, "own ({x}, {y})\n{stones}");
        assert_eq!(at("opponent"), gobang.count_score(x, y, -1).2, "other ({x}, {y})\n{stones}");
    }
    let expected = gobang.adjust();
    assert_eq!(pairs(&json["choices"]), expected, "{bot} on\n{stones}");
    if game.status().is_ongoing() {
        let mut player = tengen_players::bots::by_name("fivetuple").expect("the bot exists");
        for seed in 0..3 {
            let choice = player.choose(&game, &Limits { seed, ..Limits::default() }, None);
            let (x, y) = spot(choice).expect("there is a move");
            assert!(expected.contains(&(x.into(), y.into())));
        }
    }
}

#[test]
fn marks_and_choices_of_random_boards_agree_with_the_listing() {
    let mut random = SplitMix64::new(2);
    for n in 0..1200 {
        let size = Size::literal([15, 15, 5, 9, 19][random.below(5)]);
        let density = [1, 10, 25, 50, 80, 97][random.below(6)];
        check(&random_stones(&mut random, size, density), Color::ALL[n % 2]);
    }
}

#[test]
fn positions_of_games_agree_with_the_listing() {
    let mut random = SplitMix64::new(3);
    for _ in 0..20 {
        let mut game = game_of(Rule::Freestyle, Stones::empty(Size::literal(15)), Color::Black);
        let mut player = tengen_players::bots::by_name("fivetuple").unwrap();
        for n in 0..25 {
            if !game.status().is_ongoing() {
                break;
            }
            if n % 5 == 4 {
                check(game.stones(), game.to_move());
            }
            let limits = Limits { seed: random.next_u64(), ..Limits::default() };
            let choice = player.choose(&game, &limits, None);
            game.try_move(choice.mv.unwrap()).unwrap();
        }
    }
}

#[test]
fn a_seed_decides_and_chance_reaches_every_choice() {
    let stones = stones_at(&[(7, 7)], &[]);
    let game = game_of(Rule::Freestyle, stones.clone(), Color::White);
    let expected = Gobang::new(&stones, Color::White).adjust();
    let mut player = tengen_players::bots::by_name("fivetuple").unwrap();
    let mut answer = |seed| {
        let choice = player.choose(&game, &Limits { seed, ..Limits::default() }, None);
        spot(choice).map(|(x, y)| (usize::from(x), usize::from(y))).unwrap()
    };
    assert_eq!(answer(9), answer(9));
    assert_eq!((0..200).map(answer).collect::<BTreeSet<_>>(), expected);
    assert!(expected.len() > 1);
}

/// Seed 002: a five of the bot doubles what was counted before it, one of the opponent does not.
#[test]
fn its_own_five_counts_twice() {
    let stones = stones_at(&[(7, 3), (7, 4), (7, 5), (7, 6)], &[(9, 3), (9, 4), (9, 5), (9, 6)]);
    for (bot, row) in [(Color::Black, 7), (Color::White, 9)] {
        let game = game_of(Rule::Freestyle, stones.clone(), bot);
        let json = tengen_players::bots::explain_json("fivetuple", &game).unwrap();
        for (x, y) in pairs(&json["choices"]) {
            assert!(x == row && (y == 2 || y == 7), "{bot} plays ({x}, {y})");
        }
    }
}
