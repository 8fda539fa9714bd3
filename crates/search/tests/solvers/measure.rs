//! Figures, on demand: `cargo test --release -p tengen-search --test solvers -- --ignored measure
//! --nocapture`, with `FILE` and `NODES` in the environment.

use tengen_search::solve::{Answer, check_with_limit};

use crate::problem::{Problem, word};

#[test]
#[ignore = "prints figures, asserts nothing but soundness"]
fn measure() {
    let nodes = std::env::var("NODES").map_or(20_000, |nodes| nodes.parse().unwrap());
    let path = std::env::var("FILE").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/solvers/data/public.txt").to_owned()
    });
    let text = std::fs::read_to_string(path).unwrap();
    let is_checked = std::env::var("CHECK").is_ok();
    let (mut solved, mut total) = (0, 0);
    let (mut sum_nodes, mut sum_us) = (0, 0);
    for problem in Problem::all(&text) {
        let (solution, time) = problem.solve(nodes);
        let mut note = String::new();
        if let Answer::Win(certificate) = &solution.answer {
            note = format!("{} plies, {} tree", certificate.plies(), certificate.nodes.len());
            if is_checked {
                let start = std::time::Instant::now();
                let checked = check_with_limit(certificate, 20_000_000);
                note = format!("{note}, check {checked:?} in {:?}", start.elapsed());
            }
        }
        total += 1;
        solved += usize::from(solution.answer != Answer::Unknown);
        sum_nodes += solution.nodes;
        sum_us += time.as_micros();
        println!(
            "{:<32} {:<8} {:>9} + {:>7} nodes {:>8} us  {note}",
            problem.name,
            word(&solution.answer),
            solution.nodes,
            solution.extraction_nodes,
            time.as_micros()
        );
    }
    println!("{solved} of {total} answered, {sum_nodes} nodes, {} ms", sum_us / 1000);
}
