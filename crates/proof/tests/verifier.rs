//! The fast verifier says what the slow judge says, of sound certificates and of spoiled ones.
#![cfg(test)]

use std::sync::atomic::AtomicBool;

use tengen_engine::solver::{Answer, Certificate, check};
use tengen_engine::{Position, SolveRequest, solve_position};
use tengen_proof::{covers, verify};
use tengen_rules::{ByColor, Color, Point, Rule, Size, SplitMix64};

/// A win in a random position of a small board, if there is one.
fn random_certificate(rule: Rule, random: &mut SplitMix64) -> Option<Certificate> {
    let size = Size::literal(8);
    let mut points: Vec<Point> = size.points().collect();
    random.shuffle(&mut points);
    let n_stones = 10 + 2 * random.below(4);
    let colors = [Color::Black, Color::White].into_iter().cycle();
    let stones = points.into_iter().zip(colors).take(n_stones).collect();
    let taken = ByColor::from_fn(|_| 0);
    let position = Position { rule, size, stones, to_move: Color::Black, taken };
    let request = SolveRequest { nodes: Some(300), ..SolveRequest::default() };
    match solve_position(&position, &request, &AtomicBool::new(false)).ok()?.answer {
        Answer::Win(certificate) => Some(*certificate),
        Answer::None | Answer::Unknown => None,
    }
}

/// Changes something that a certificate says.
fn spoil(certificate: &mut Certificate, random: &mut SplitMix64) {
    let n_nodes = certificate.nodes.len();
    let point = Point::new(random.below(9) as u8, random.below(8) as u8);
    let other = random.below(n_nodes + 1) as u32;
    let node = &mut certificate.nodes[random.below(n_nodes)];
    match random.below(7) {
        0 => node.attack = point,
        1 => node.otherwise = None,
        2 => node.otherwise = Some(other),
        3 => {
            let at = random.below(node.replies.len() + 1);
            if at < node.replies.len() {
                node.replies.remove(at);
            }
        }
        4 => node.replies.push((point, other)),
        5 => {
            let at = random.below(certificate.stones.len());
            let stone = &mut certificate.stones[at];
            stone.1 = !stone.1;
        }
        _ => certificate.stones.push((point, Color::White)),
    }
}

#[test]
fn the_fast_verifier_agrees_with_the_slow_judge() {
    let mut random = SplitMix64::new(3);
    let (mut n_sound, mut n_unsound) = (0, 0);
    for rule in [Rule::Freestyle, Rule::Standard] {
        let mut n_wins = 0;
        while n_wins < 20 {
            let Some(certificate) = random_certificate(rule, &mut random) else { continue };
            n_wins += 1;
            assert!(check(&certificate).is_ok() && verify(&certificate), "{certificate:?}");
            for _ in 0..40 {
                let mut spoiled = certificate.clone();
                spoil(&mut spoiled, &mut random);
                let is_sound = check(&spoiled).is_ok();
                assert_eq!(verify(&spoiled), is_sound, "{spoiled:?}\n{:?}", check(&spoiled));
                n_sound += usize::from(is_sound);
                n_unsound += usize::from(!is_sound);
            }
        }
    }
    assert!(n_sound > 20 && n_unsound > 200, "{n_sound} sound, {n_unsound} not");
}

#[test]
fn what_the_fast_verifier_does_not_cover_it_does_not_believe() {
    let mut random = SplitMix64::new(5);
    let covered = Rule::Freestyle;
    let mut certificate = loop {
        if let Some(certificate) = random_certificate(covered, &mut random) {
            break certificate;
        }
    };
    assert!(verify(&certificate));
    for rule in [Rule::Renju, Rule::Caro, Rule::Pente] {
        assert!(!covers(rule));
        certificate.rule = rule;
        assert!(!verify(&certificate));
    }
}
