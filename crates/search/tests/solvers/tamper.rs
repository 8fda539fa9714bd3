//! The judge must not believe a certificate that was tampered with.

use tengen_rules::{Rule, Size};
use tengen_search::solve::{Answer, Certificate, CheckError, check};

use crate::problem::Problem;

/// Certificates of both kinds and all rules, small ones.
fn certificates() -> Vec<Certificate> {
    let texts = [include_str!("data/hand_vcf.txt"), include_str!("data/hand_vct.txt")];
    let problems = texts.into_iter().flat_map(Problem::all).filter(|problem| problem.wins);
    problems
        .map(|problem| match problem.solve(20_000).0.answer {
            Answer::Win(certificate) => *certificate,
            Answer::None | Answer::Unknown => panic!("{} was not solved", problem.name),
        })
        .collect()
}

/// The nodes that the proof cannot do without.
fn inner_nodes(certificate: &Certificate) -> Vec<usize> {
    let nodes = certificate.nodes.iter().enumerate();
    nodes.filter(|(_, node)| node.otherwise.is_some()).map(|(id, _)| id).collect()
}

#[test]
fn sound_certificates_are_believed() {
    for certificate in certificates() {
        assert!(check(&certificate).is_ok());
    }
}

#[test]
fn a_wrong_side_is_refused() {
    for mut certificate in certificates() {
        certificate.attacker = !certificate.attacker;
        assert!(check(&certificate).is_err());
    }
}

#[test]
fn a_wrong_position_or_rule_is_refused() {
    for original in certificates() {
        let mut certificate = original.clone();
        certificate.stones.push(certificate.stones[0]);
        assert_eq!(check(&certificate), Err(CheckError::Position));
        let mut certificate = original.clone();
        certificate.rule = Rule::Pente;
        assert_eq!(check(&certificate), Err(CheckError::Rule(Rule::Pente)));
        let mut certificate = original.clone();
        certificate.stones.retain(|&(_, color)| color != certificate.attacker);
        assert!(check(&certificate).is_err());
        let mut certificate = original;
        certificate.size = Size::literal(5);
        assert!(check(&certificate).is_err());
    }
}

#[test]
fn a_dropped_defense_is_noticed() {
    let mut n_dropped = 0;
    for original in certificates() {
        let root = original.root as usize;
        for i in 0..original.nodes[root].replies.len() {
            let mut certificate = original.clone();
            let (reply, below) = certificate.nodes[root].replies.remove(i);
            // The default may happen to answer it as well; then nothing was lost.
            if let Err(why) = check(&certificate) {
                n_dropped += 1;
                let node = &original.nodes[below as usize];
                assert!(why != CheckError::TooLong, "{reply:?} {node:?}");
            }
        }
        if original.nodes[root].otherwise.is_some() {
            let mut certificate = original.clone();
            certificate.nodes[root].otherwise = None;
            assert!(check(&certificate).is_err());
        }
    }
    assert!(n_dropped > 20, "only {n_dropped} dropped defenses were noticed");
}

#[test]
fn a_changed_attack_is_noticed() {
    for original in certificates() {
        for id in inner_nodes(&original).into_iter().rev().take(3) {
            let mut certificate = original.clone();
            // A stone's own place is never a move.
            certificate.nodes[id].attack = certificate.stones[0].0;
            assert!(check(&certificate).is_err(), "node {id}");
        }
        // A five that is none.
        let mut certificate = original.clone();
        let is_free = |point| original.stones.iter().all(|stone| stone.0 != point);
        let corner = original.size.points().find(|&point| is_free(point)).unwrap();
        for node in certificate.nodes.iter_mut().filter(|node| node.otherwise.is_none()) {
            node.attack = corner;
        }
        assert!(check(&certificate).is_err());
    }
}

#[test]
fn circles_and_loose_ends_are_refused() {
    for original in certificates() {
        let root = original.root;
        let mut certificate = original.clone();
        certificate.nodes[root as usize].otherwise = Some(root);
        assert_eq!(check(&certificate), Err(CheckError::Reference(root)));
        let mut certificate = original.clone();
        certificate.root = certificate.nodes.len() as u32;
        assert!(matches!(check(&certificate), Err(CheckError::Reference(_))));
        let mut certificate = original;
        let node = &mut certificate.nodes[root as usize];
        node.replies.push((node.attack, 0));
        assert!(check(&certificate).is_err());
    }
}
