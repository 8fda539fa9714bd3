//! What one evaluation costs with each idea of seed 004.
//!
//! `cargo bench -p tengen-players --bench patterns`; the outcome is written down in
//! `docs/players/patterns.md`.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use tengen_players::bots::patterns::{BoardKind, Evaluator, Heuristic};
use tengen_rules::{Color, Point, Size, Stones};

/// Seed 004's board of the adjacent heuristic, with its 15 stones.
const BOARD: [&str; 15] = [
    "...............",
    "...............",
    "...............",
    "........O......",
    ".......XXO.....",
    "......OOOX.....",
    ".......XO......",
    ".......XOX.....",
    ".......XX......",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
];

fn evaluations(criterion: &mut Criterion) {
    let stones = Stones::from_rows(&BOARD).expect("the board is drawn right");
    let size = Size::literal(15);
    // The report looks around the stone in row 8, column 7.
    let (mover, last) = (Color::White, Point::new(7, 8));
    let mut group = criterion.benchmark_group("evaluation");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    for (name, heuristic, board) in [
        ("per-cell array on a char array", Heuristic::PerCell, BoardKind::Array),
        ("per-cell array on a bitboard pair", Heuristic::PerCell, BoardKind::BitboardPair),
        ("per-cell array on a char matrix", Heuristic::PerCell, BoardKind::CharMatrix),
        ("adjacent on a char array", Heuristic::Adjacent, BoardKind::Array),
        ("adjacent on a bitboard pair", Heuristic::Adjacent, BoardKind::BitboardPair),
        ("regex count, compiled before", Heuristic::RegexCount, BoardKind::Array),
    ] {
        let evaluator = Evaluator::new(heuristic, size);
        let evaluate = evaluator.on(board, &stones, mover, last);
        group.bench_function(name, |bencher| bencher.iter(|| black_box(evaluate())));
    }
    group.sample_size(10);
    group.bench_function("regex count, compiled each time", |bencher| {
        bencher.iter(|| {
            let evaluator = Evaluator::new(Heuristic::RegexCount, size);
            black_box(evaluator.on(BoardKind::Array, &stones, mover, last)())
        });
    });
    group.finish();
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
