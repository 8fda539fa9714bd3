//! The price of a move: make and unmake with all patterns kept, over a 24-stone middle game.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tengen_board::{Board, Cell, Freestyle, NoObserver, Renju, Standard, Variant};
use tengen_rules::{Size, SplitMix64};

/// A tangled middle game around the centre.
fn middle_game<V: Variant>(side: u8) -> Board<V> {
    let mut board = Board::new(Size::literal(side)).expect("the board is small enough");
    let mut random = SplitMix64::new(7);
    board.make(board.cell(board.size().middle()), &mut NoObserver);
    for _ in 1..24 {
        let near: Vec<Cell> = board.candidates().iter().collect();
        let cell = *random.pick(&near).expect("there is room");
        board.make(cell, &mut NoObserver);
    }
    board
}

fn pairs<V: Variant>(c: &mut Criterion, side: u8) {
    let board = middle_game::<V>(side);
    let cells: Vec<Cell> = board.candidates().iter().collect();
    let mut group = c.benchmark_group("make + unmake");
    group.throughput(Throughput::Elements(cells.len() as u64));
    group.bench_function(format!("{} {side}", V::RULE), |b| {
        b.iter_batched_ref(
            || board.clone(),
            |board| {
                for &cell in &cells {
                    board.make(cell, &mut NoObserver);
                    board.unmake();
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

fn make(c: &mut Criterion) {
    pairs::<Freestyle>(c, 15);
    pairs::<Freestyle>(c, 20);
    pairs::<Standard>(c, 15);
    pairs::<Renju>(c, 15);
}

criterion_group!(benches, make);
criterion_main!(benches);
