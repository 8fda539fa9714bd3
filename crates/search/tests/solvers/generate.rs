//! Makes problems: the engine plays quick games from random openings, and the first position of a
//! game from which the side to move has a forced win that takes some finding is kept.
//!
//! `RULE=renju SIZE=15 KIND=vct SEED=1 COUNT=20 cargo test --release -p tengen-search --test solvers
//! -- --ignored generate --nocapture`

use tengen_board::{Board, Cell, NoObserver, Threat, Variant, for_rule};
use tengen_rules::{Color, Rule, Size, SplitMix64};
use tengen_search::solve::{Answer, Kind, SolveLimits, check_with_limit, solve};
use tengen_search::{Limits, NeverStop, Params, Table, Team, Weights, search};

use crate::problem::{Problem, WEIGHTS};

struct Wanted {
    kind: Kind,
    size: Size,
    seed: u64,
    count: usize,
    nodes: u64,
}

#[test]
#[ignore = "writes problems to the standard output"]
fn generate() {
    let word = |name: &str, default: &str| std::env::var(name).unwrap_or(default.to_owned());
    let wanted = Wanted {
        kind: if word("KIND", "vcf") == "vcf" { Kind::Vcf } else { Kind::Vct },
        size: Size::new(word("SIZE", "15").parse().unwrap()).unwrap(),
        seed: word("SEED", "1").parse().unwrap(),
        count: word("COUNT", "10").parse().unwrap(),
        nodes: word("NODES", "20000").parse().unwrap(),
    };
    let rule: Rule = word("RULE", "renju").parse().unwrap();
    for_rule!(rule, V => generate_as::<V>(&wanted));
}

fn generate_as<V: Variant>(wanted: &Wanted) {
    assert!(!V::CAPTURES, "no solver for {}", V::RULE);
    let mut n_found = 0;
    for game in 0.. {
        if n_found == wanted.count {
            break;
        }
        let mut random = SplitMix64::new(wanted.seed << 32 | game);
        if let Some(mut problem) = play::<V>(wanted, &mut random) {
            n_found += 1;
            let (kind, rule) = (problem.kind.name(), problem.rule);
            problem.name = format!("{kind}-{rule}-{}-{game}", wanted.seed);
            println!("{}", problem.to_line());
        }
    }
}

fn play<V: Variant>(wanted: &Wanted, random: &mut SplitMix64) -> Option<Problem> {
    let mut board = Board::<V>::new(wanted.size)?;
    let n_opening = 3 + random.below(6);
    let weights = Weights::untrained();
    let table = Table::new(4);
    for ply in 0..wanted.size.n_points() {
        let cell = if ply < n_opening {
            random_cell(&mut board, random)?
        } else {
            if board.count(board.to_move(), Threat::Five) > 0 {
                return None;
            }
            if let Ok(found) = problem_here(&mut board, wanted) {
                return found;
            }
            let limits = Limits { nodes: 200, ..Limits::default() };
            let params = Params::default();
            let team = Team::new(wanted.size, 1, &weights, &table, &params);
            search(board.clone(), &limits, &team, &NeverStop, &mut ())
                .lines
                .first()?
                .cells
                .first()
                .copied()?
        };
        board.make(cell, &mut NoObserver);
    }
    None
}

/// A problem if the position is one; `Ok(None)` if the game is not worth going on with.
fn problem_here<V: Variant>(board: &mut Board<V>, wanted: &Wanted) -> Result<Option<Problem>, ()> {
    let limits = SolveLimits { nodes: wanted.nodes, hash_mib: 8 };
    let fours = solve(board, Kind::Vcf, limits, &WEIGHTS, &NeverStop);
    let solution = match (wanted.kind, fours.answer) {
        (Kind::Vcf, _) => solve(board, Kind::Vcf, limits, &WEIGHTS, &NeverStop),
        (Kind::Vct, Answer::Win(_)) => return Ok(None),
        (Kind::Vct, _) => solve(board, Kind::Vct, limits, &WEIGHTS, &NeverStop),
    };
    let Answer::Win(certificate) = solution.answer else { return Err(()) };
    let least = if wanted.kind == Kind::Vcf { 7 } else { 9 };
    if certificate.plies() < least || check_with_limit(&certificate, 3_000_000).is_err() {
        return Ok(None);
    }
    Ok(Some(Problem {
        name: String::new(),
        rule: V::RULE,
        size: wanted.size,
        to_move: board.to_move(),
        kind: wanted.kind,
        wins: true,
        plies: certificate.plies(),
        stones: certificate.stones.clone(),
    }))
}

/// An opening stone near the middle.
fn random_cell<V: Variant>(board: &mut Board<V>, random: &mut SplitMix64) -> Option<Cell> {
    let side = usize::from(board.size().get());
    let reach = side.min(7);
    for _ in 0..100 {
        let mut coordinate = || ((side - reach) / 2 + random.below(reach)) as i64;
        let (x, y) = (coordinate(), coordinate());
        let cell = board.cell(board.size().point(x, y)?);
        if board.is_empty(cell) && (board.to_move() == Color::White || board.is_legal(cell)) {
            return Some(cell);
        }
    }
    None
}
