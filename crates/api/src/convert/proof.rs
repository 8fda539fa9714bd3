//! Proofs for the page.

use tengen_engine::Solved;
use tengen_engine::solver::{Answer, Kind};
use tengen_game::{ProofStep as DomainStep, summarize_proof};
use tengen_rules::Game;

use super::names::{spot_of, spots_of, stone_of};
use super::position_view::position_view;
use crate::{ProofAnswer, ProofStep, ProofView, ReplyView, SolveKind};

/// What a solver found about a position.
pub fn proof_view(game: &Game, solved: &Solved) -> ProofView {
    let size = game.size();
    let summary = summarize_proof(game, solved);
    let win = summary.win.as_ref();
    ProofView {
        answer: match solved.answer {
            Answer::Unknown => ProofAnswer::Unknown,
            Answer::None => ProofAnswer::None,
            Answer::Win(_) => ProofAnswer::Win,
        },
        kind: match solved.kind {
            Kind::Vcf => SolveKind::Vcf,
            Kind::Vct => SolveKind::Vct,
        },
        attacker: stone_of(summary.attacker),
        text: summary.text,
        plies: win.map(|win| win.plies),
        line: win.map_or_else(Vec::new, |win| spots_of(size, win.line.iter().copied())),
        n_nodes: win.map_or(0, |win| win.n_nodes),
        is_checked: win.is_some_and(|win| win.is_checked),
        nodes: solved.nodes,
        time_ms: solved.time.as_millis() as u64,
        first: win.and_then(|win| win.first.as_ref()).map(proof_step),
    }
}

/// A position of a proof.
pub fn proof_step(step: &DomainStep) -> ProofStep {
    let size = step.game.size();
    let reply = |&(point, plies_left)| ReplyView { point: spot_of(size, point), plies_left };
    ProofStep {
        moves: spots_of(size, step.moves.iter().copied()),
        attack: spot_of(size, step.attack),
        position: position_view(&step.game, None),
        replies: step.replies.iter().map(reply).collect(),
        plies_left: step.plies_left,
        is_won: step.is_won,
        text: step.text.clone(),
    }
}
