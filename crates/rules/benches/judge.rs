//! How long the judge takes, for the two figures we promise: a whole random `ninuki42` game and
//! the forbidden points of a renju middle game.

use criterion::{Criterion, criterion_group, criterion_main};
use tengen_rules::{Game, Rule, Size, SplitMix64, Stones, forbidden_points};

/// The "multiple-nested forbidden moves" position of the public test vectors.
const RENJU_MIDDLE_GAME: &str = "
...............
...............
...............
.......X.......
............X..
.....O......OX.
..OX..XOXXXOX..
...XOO.XO......
.O..XX...X.....
......X...XXO..
....O..........
...............
...............
...............
...............
";

fn random_game(rule: Rule, size: Size, seed: u64) -> Game {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::new(rule, size);
    while let Some(&point) = random.pick(&game.legal_points()) {
        game.try_play(point).expect("a legal point is legal");
    }
    game
}

fn judge(c: &mut Criterion) {
    let mut seed = 0;
    c.bench_function("complete random 19x19 ninuki42 game", |b| {
        b.iter(|| {
            seed += 1;
            random_game(Rule::Ninuki42, Size::literal(19), seed)
        });
    });
    let mut stones: Stones = RENJU_MIDDLE_GAME.parse().expect("the board is well formed");
    c.bench_function("renju forbidden_set, middle game", |b| {
        b.iter(|| forbidden_points(&mut stones));
    });
}

criterion_group!(benches, judge);
criterion_main!(benches);
