//! Reviews for the page.

use tengen_game::{
    GraphPoint as DomainPoint, KeyMoment, MomentKind as DomainKind, Review as DomainReview,
};
use tengen_rules::Size;

use super::names::{spot_of, spots_of, stone_of};
use crate::{Fact, FactKind, GraphPoint, Moment, MomentKind, Reason, Review};

/// A review of a game on a board of this size.
pub fn review_view(size: Size, review: &DomainReview) -> Review {
    Review {
        graph: review.graph.iter().map(|point| graph_point(size, point)).collect(),
        moments: review.moments.iter().map(|moment| moment_view(size, moment)).collect(),
        summary: review.summary.clone(),
        is_complete: review.is_complete,
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
        reason: Reason { text: moment.text.clone(), facts: proof.into_iter().collect() },
    }
}
