//! Walking a proof by playing the defense oneself.

use tengen_engine::Solved;
use tengen_engine::solver::{Answer, Certificate, Kind, NodeId, check_with_limit};
use tengen_rules::{Color, Game, Notation, Point};

use crate::error::ActionError;
use crate::words::color_title;

/// The slow judge gives up after so many positions; the solver's own replay has to do then.
const MOST_CHECKED: u64 = 300_000;

/// What a solver found, in words and with the first step of the proof.
#[derive(Clone, Debug)]
pub struct ProofSummary {
    /// For whom.
    pub attacker: Color,
    /// What was found, as a sentence.
    pub text: String,
    /// The proven win, if there is one.
    pub win: Option<ProvenWin>,
}

/// A proven win.
#[derive(Clone, Debug)]
pub struct ProvenWin {
    /// How many plies it takes at most.
    pub plies: u32,
    /// The line against the longest defense.
    pub line: Vec<Point>,
    /// The size of the proof.
    pub n_nodes: u32,
    /// Whether the judge has checked it to the end.
    pub is_checked: bool,
    /// The first step.
    pub first: Option<ProofStep>,
}

/// A position of a proof, after a move of the attacker.
#[derive(Clone, Debug)]
pub struct ProofStep {
    /// The moves that lead to it.
    pub moves: Vec<Point>,
    /// The attacker's last move.
    pub attack: Point,
    /// The position.
    pub game: Game,
    /// The replies that the proof answers one by one with the plies left after each, the longest
    /// first.
    pub replies: Vec<(Point, u32)>,
    /// How many plies are left at most.
    pub plies_left: u32,
    /// Whether the attacker has won.
    pub is_won: bool,
    /// The whole, as a sentence.
    pub text: String,
}

/// What a solver found.
pub fn summarize_proof(game: &Game, solved: &Solved) -> ProofSummary {
    let attacker = game.to_move();
    let who = color_title(attacker);
    let by = match solved.kind {
        Kind::Vcf => "continuous fours",
        Kind::Vct => "continuous threats",
    };
    let (text, win) = match &solved.answer {
        Answer::Unknown => {
            (format!("Not decided within the limits whether {who} wins by {by}."), None)
        }
        Answer::None => (format!("{who} has no win by {by}."), None),
        Answer::Win(certificate) => {
            let plies = certificate.plies();
            let win = ProvenWin {
                plies,
                line: certificate.line(),
                n_nodes: certificate.nodes.len() as u32,
                is_checked: check_with_limit(certificate, MOST_CHECKED).is_ok(),
                first: walk(certificate, &[]).ok(),
            };
            (format!("{who} wins by {by} in at most {}.", tengen_players::plies(plies)), Some(win))
        }
    };
    ProofSummary { attacker, text, win }
}

/// The answer to these replies of the defender.
pub fn walk(certificate: &Certificate, replies: &[Point]) -> Result<ProofStep, ActionError> {
    let plies = plies_of_nodes(certificate);
    let mut game = certificate
        .game()
        .ok_or_else(|| ActionError::Internal("the proof is about no position".to_owned()))?;
    let mut at = certificate.root;
    let mut moves: Vec<Point> = Vec::new();
    let mut attack = attack_of(certificate, at)?;
    play(&mut game, attack)?;
    moves.push(attack);
    for &reply in replies {
        let node = &certificate.nodes[at as usize];
        let listed = node.replies.iter().find(|(point, _)| *point == reply).map(|&(_, id)| id);
        at = listed
            .or(node.otherwise)
            .ok_or_else(|| ActionError::NotNow("the attack has won already".to_owned()))?;
        game.try_play(reply)?;
        attack = attack_of(certificate, at)?;
        play(&mut game, attack)?;
        moves.extend([reply, attack]);
    }
    let is_won = !game.status().is_ongoing();
    let node = &certificate.nodes[at as usize];
    let mut listed: Vec<(Point, u32)> = node
        .replies
        .iter()
        .filter(|(point, _)| game.is_legal(*point))
        .map(|&(point, id)| (point, plies[id as usize]))
        .collect();
    listed.sort_by_key(|&(_, plies_left)| core::cmp::Reverse(plies_left));
    let text = step_text(certificate, &game, attack, plies[at as usize], is_won);
    Ok(ProofStep {
        moves,
        attack,
        game,
        replies: listed,
        plies_left: plies[at as usize].saturating_sub(1),
        is_won,
        text,
    })
}

fn step_text(
    certificate: &Certificate,
    game: &Game,
    attack: Point,
    plies: u32,
    is_won: bool,
) -> String {
    let (who, name) =
        (color_title(certificate.attacker), Notation::Renju.format(game.size(), attack));
    if is_won {
        format!("{who} plays {name} and has won.")
    } else {
        let rest = plies.saturating_sub(1);
        let noun = if rest == 1 { "ply" } else { "plies" };
        format!("{who} plays {name} and wins in at most {rest} more {noun}, whatever you do.")
    }
}

fn attack_of(certificate: &Certificate, id: NodeId) -> Result<Point, ActionError> {
    let node = certificate.nodes.get(id as usize);
    node.map(|node| node.attack)
        .ok_or_else(|| ActionError::Internal("the proof has a hole".to_owned()))
}

fn play(game: &mut Game, point: Point) -> Result<(), ActionError> {
    game.try_play(point)
        .map(drop)
        .map_err(|reason| ActionError::Internal(format!("the proof is wrong: {reason}")))
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

    use tengen_engine::{Position, SolveRequest, solve_position};
    use tengen_rules::{Status, WinReason};

    use super::*;
    use crate::code::read_code;

    #[test]
    fn a_proof_can_be_walked_to_its_end_against_any_defense() {
        // An open three of Black with the move.
        let game = read_code("freestyle-15-h8a1i8a3j8a5").unwrap();
        let solved =
            solve_position(&Position::of(&game), &SolveRequest::default(), &AtomicBool::new(false))
                .unwrap();
        let summary = summarize_proof(&game, &solved);
        let win = summary.win.expect("an open three wins");
        assert!(win.is_checked);
        let Answer::Win(certificate) = solved.answer else { panic!("a win") };
        let mut replies = Vec::new();
        let mut step = win.first.unwrap();
        while !step.is_won {
            let listed = step.replies.first().map(|&(point, _)| point);
            replies.push(listed.unwrap_or_else(|| game.size().point(14, 0).unwrap()));
            step = walk(&certificate, &replies).unwrap();
            assert!(replies.len() < 10);
        }
        assert!(matches!(step.game.status(), Status::Won { by: WinReason::Five, .. }));
    }
}
