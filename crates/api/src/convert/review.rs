//! Reviews for the page.

use tengen_game::{
    GraphPoint as DomainPoint, KeyMoment, MomentKind as DomainKind, Review as DomainReview,
    Verdict as DomainVerdict,
};
use tengen_rules::Size;

use super::names::{fact_of, reason_of, spot_of, spots_of, stone_of};
use crate::{Fact, FactKind, GraphPoint, Moment, MomentKind, Reason, Review, Verdict};

/// A review of a game on a board of this size.
pub fn review_view(size: Size, review: &DomainReview) -> Review {
    Review {
        graph: review.graph.iter().map(|point| graph_point(size, point)).collect(),
        moments: review.moments.iter().map(|moment| moment_view(size, moment)).collect(),
        summary: review.summary.clone(),
        is_complete: review.is_complete,
    }
}

/// What is to be said about a move that was tried, on a board of this size.
pub fn verdict_view(size: Size, verdict: &DomainVerdict) -> Verdict {
    Verdict {
        ply: verdict.ply,
        point: spot_of(size, verdict.point),
        is_found: verdict.fault.is_none(),
        fault: verdict.fault.as_ref().map(|fault| moment_view(size, fault)),
        score: verdict.value.into(),
        line: spots_of(size, verdict.line.iter().copied()),
        why: reason_of(size, &verdict.why),
    }
}

fn graph_point(size: Size, point: &DomainPoint) -> GraphPoint {
    GraphPoint {
        ply: point.ply,
        score: point.value.into(),
        black_win_rate: point.black_win_rate,
        best: point.best.map(|best| spot_of(size, best)),
    }
}

fn moment_view(size: Size, moment: &KeyMoment) -> Moment {
    let line = spots_of(size, moment.line.iter().copied());
    let proof = moment.proven_plies.map(|plies| Fact {
        kind: FactKind::ForcedWin,
        points: line.clone(),
        direction: None,
        count: Some(plies),
    });
    Moment {
        ply: moment.ply,
        color: stone_of(moment.color),
        kind: match moment.kind {
            DomainKind::MissedWin => MomentKind::MissedWin,
            DomainKind::AvoidableLoss => MomentKind::AvoidableLoss,
            DomainKind::TurningPoint => MomentKind::TurningPoint,
            DomainKind::Mistake => MomentKind::Mistake,
            DomainKind::DecisiveWin => MomentKind::DecisiveWin,
        },
        played: moment.played.map(|point| spot_of(size, point)),
        better: moment.better.map(|point| spot_of(size, point)),
        line,
        loss: moment.loss,
        proven_plies: moment.proven_plies,
        reason: Reason {
            text: moment.text.clone(),
            facts: moment
                .left
                .facts
                .iter()
                .chain(&moment.why.facts)
                .map(|fact| fact_of(size, fact))
                .chain(proof)
                .collect(),
        },
    }
}
