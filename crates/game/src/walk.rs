//! Walking a proof by playing the defense oneself.

use tengen_api::{ProofAnswer, ProofStep, ProofView, ReplyView, SolveKind, Spot};
use tengen_engine::Solved;
use tengen_engine::solver::{Answer, Certificate, Kind, NodeId, check_with_limit};
use tengen_rules::{Game, Point};

use crate::Refusal;
use crate::view::position_view;
use crate::words::{color_title, name_of, point_of, spot_of, spots_of, stone_of};

/// The slow judge gives up after so many positions; the solver's own replay has to do then.
const MOST_CHECKED: u64 = 300_000;

/// What a solver found, as the page shows it.
pub fn proof_view(game: &Game, solved: &Solved) -> ProofView {
    let who = color_title(game.to_move());
    let by = match solved.kind {
        Kind::Vcf => "continuous fours",
        Kind::Vct => "continuous threats",
    };
    let mut view = ProofView {
        answer: ProofAnswer::Unknown,
        kind: match solved.kind {
            Kind::Vcf => SolveKind::Vcf,
            Kind::Vct => SolveKind::Vct,
        },
        attacker: stone_of(game.to_move()),
        text: format!("Not decided within the limits whether {who} wins by {by}."),
        plies: None,
        line: Vec::new(),
        n_nodes: 0,
        is_checked: false,
        nodes: solved.nodes,
        time_ms: solved.time.as_millis() as u64,
        first: None,
    };
    match &solved.answer {
        Answer::Unknown => {}
        Answer::None => {
            view.answer = ProofAnswer::None;
            view.text = format!("{who} has no win by {by}.");
        }
        Answer::Win(certificate) => {
            let plies = certificate.plies();
            view.answer = ProofAnswer::Win;
            view.text = format!("{who} wins by {by} in at most {plies} plies.");
            view.plies = Some(plies);
            view.line = spots_of(game.size(), certificate.line());
            view.n_nodes = certificate.nodes.len() as u32;
            view.is_checked = check_with_limit(certificate, MOST_CHECKED).is_ok();
            view.first = walk(certificate, &[]).ok();
        }
    }
    view
}

/// The answer to these replies of the defender.
pub fn walk(certificate: &Certificate, replies: &[Spot]) -> Result<ProofStep, Refusal> {
    let plies = plies_of_nodes(certificate);
    let mut game = certificate
        .game()
        .ok_or_else(|| Refusal::Internal("the proof is about no position".to_owned()))?;
    let size = game.size();
    let mut at = certificate.root;
    let mut moves: Vec<Point> = Vec::new();
    let mut attack = attack_of(certificate, at)?;
    play(&mut game, attack)?;
    moves.push(attack);
    for spot in replies {
        let reply = point_of(size, spot)?;
        let node = &certificate.nodes[at as usize];
        let listed = node.replies.iter().find(|(point, _)| *point == reply).map(|&(_, id)| id);
        at = listed
            .or(node.otherwise)
            .ok_or_else(|| Refusal::Action("the attack has won already".to_owned()))?;
        game.try_play(reply)?;
        attack = attack_of(certificate, at)?;
        play(&mut game, attack)?;
        moves.extend([reply, attack]);
    }
    let is_won = !game.status().is_ongoing();
    let node = &certificate.nodes[at as usize];
    let mut listed: Vec<ReplyView> = node
        .replies
        .iter()
        .filter(|(point, _)| game.is_legal(*point))
        .map(|&(point, id)| ReplyView {
            point: spot_of(size, point),
            plies_left: plies[id as usize],
        })
        .collect();
    listed.sort_by_key(|reply| core::cmp::Reverse(reply.plies_left));
    Ok(ProofStep {
        moves: spots_of(size, moves),
        attack: spot_of(size, attack),
        position: position_view(&game, None),
        replies: listed,
        plies_left: plies[at as usize].saturating_sub(1),
        is_won,
        text: step_text(certificate, &game, attack, plies[at as usize], is_won),
    })
}

fn step_text(
    certificate: &Certificate,
    game: &Game,
    attack: Point,
    plies: u32,
    is_won: bool,
) -> String {
    let (who, name) = (color_title(certificate.attacker), name_of(game.size(), attack));
    if is_won {
        format!("{who} plays {name} and has won.")
    } else {
        let rest = plies.saturating_sub(1);
        format!("{who} plays {name} and wins in at most {rest} more plies, whatever you do.")
    }
}

fn attack_of(certificate: &Certificate, id: NodeId) -> Result<Point, Refusal> {
    let node = certificate.nodes.get(id as usize);
    node.map(|node| node.attack).ok_or_else(|| Refusal::Internal("the proof has a hole".to_owned()))
}

fn play(game: &mut Game, point: Point) -> Result<(), Refusal> {
    game.try_play(point)
        .map(drop)
        .map_err(|reason| Refusal::Internal(format!("the proof is wrong: {reason}")))
}

/// How many plies each node needs against the longest defense; a node only refers to earlier ones.
fn plies_of_nodes(certificate: &Certificate) -> Vec<u32> {
    let mut plies: Vec<u32> = Vec::with_capacity(certificate.nodes.len());
    for node in &certificate.nodes {
        let below = node.replies.iter().map(|&(_, id)| id).chain(node.otherwise);
        let longest = below.filter_map(|id| plies.get(id as usize)).max();
        plies.push(longest.map_or(1, |longest| longest + 2));
    }
    plies
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tengen_api::PositionInput;
    use tengen_engine::{Position, SolveRequest, solve_position};

    use super::*;
    use crate::read_position;

    #[test]
    fn a_proof_can_be_walked_to_its_end_against_any_defense() {
        // An open three of Black with the move.
        let code = "freestyle-15-h8a1i8a3j8a5".to_owned();
        let game = read_position(&PositionInput::Code { code }).unwrap();
        let solved =
            solve_position(&Position::of(&game), &SolveRequest::default(), &AtomicBool::new(false))
                .unwrap();
        let view = proof_view(&game, &solved);
        assert_eq!(view.answer, ProofAnswer::Win, "{}", view.text);
        assert!(view.is_checked);
        let Answer::Win(certificate) = solved.answer else { panic!("a win") };
        let mut replies = Vec::new();
        let mut step = view.first.unwrap();
        while !step.is_won {
            let listed = step.replies.first().map(|reply| reply.point.clone());
            replies.push(listed.unwrap_or_else(|| Spot("O15".to_owned())));
            step = walk(&certificate, &replies).unwrap();
            assert!(replies.len() < 10);
        }
        assert_eq!(step.position.outcome.unwrap().reason, "five");
    }
}
