//! Problems with known answers: solved within 20,000 nodes, not much longer than known, and every
//! win accepted by the slow judge.

use tengen_search::solve::{Answer, Kind, check};

use crate::problem::Problem;

const NODES: u64 = 20_000;

fn assert_solved(text: &str, kind: Kind, least_problems: usize) {
    let problems = Problem::all(text);
    assert!(problems.len() >= least_problems, "{} problems", problems.len());
    for problem in problems {
        assert_eq!(problem.kind, kind, "{}", problem.name);
        let (solution, _) = problem.solve(NODES);
        match solution.answer {
            Answer::Win(certificate) => {
                assert!(problem.wins, "{} has no win", problem.name);
                assert_eq!(certificate.attacker, problem.to_move, "{}", problem.name);
                let checked = check(&certificate);
                let checked = checked.unwrap_or_else(|why| panic!("{}: {why}", problem.name));
                assert_eq!(checked.plies, certificate.plies(), "{}", problem.name);
                // Wins are found, not optimized; but a detour should stay within sight.
                let most = 2 * problem.plies + 4;
                assert!(checked.plies <= most, "{}: {} plies", problem.name, checked.plies);
                let line = certificate.line();
                assert_eq!(line.len() as u32, checked.plies, "{}", problem.name);
            }
            Answer::None => assert!(!problem.wins, "{} has a win", problem.name),
            Answer::Unknown => panic!("{} was not solved", problem.name),
        }
    }
}

#[test]
fn wins_by_fours_are_found_and_proven() {
    assert_solved(include_str!("data/vcf.txt"), Kind::Vcf, 90);
}

#[test]
fn wins_by_threats_are_found_and_proven() {
    assert_solved(include_str!("data/vct.txt"), Kind::Vct, 50);
}

#[test]
fn hand_made_cases_of_every_rule_are_answered() {
    for (kind, text) in [
        (Kind::Vcf, include_str!("data/hand_vcf.txt")),
        (Kind::Vct, include_str!("data/hand_vct.txt")),
    ] {
        assert_solved(text, kind, 10);
    }
}

/// Public problems that other solvers use; the long ones are left to `measure`.
#[test]
fn public_problems_by_fours_are_solved() {
    for problem in Problem::all(include_str!("data/public.txt")) {
        if problem.kind == Kind::Vcf && !problem.name.starts_with("mintaka/deep") {
            let (solution, _) = problem.solve(NODES);
            let Answer::Win(certificate) = solution.answer else {
                panic!("{} was not solved", problem.name)
            };
            assert!(check(&certificate).is_ok(), "{}", problem.name);
        }
    }
}

/// The same question costs the same, and a limit ends the search in time: without an answer, or with
/// the right one.
#[test]
fn answers_are_reproducible_and_limits_are_kept() {
    for problem in Problem::all(include_str!("data/vct.txt")).into_iter().step_by(7) {
        let (first, _) = problem.solve(NODES);
        let (second, _) = problem.solve(NODES);
        assert_eq!(first, second, "{}", problem.name);
        for limit in [0, 1, first.nodes / 4, first.nodes / 2, first.nodes] {
            let (short, _) = problem.solve(limit);
            assert!(short.answer != Answer::None, "{} at {limit}", problem.name);
            // The cells that lift a ban are tried to the end once begun.
            assert!(short.nodes <= limit + 225, "{} at {limit}: {}", problem.name, short.nodes);
        }
    }
}
