//! Books of proven wins for the page.

use tengen_players::{AnswerKind, Idea, Proven, ideas, proven};
use tengen_rules::{Game, Point};

use super::names::{spot_of, spots_of};
use crate::{BookAnswer, BookIdea, BookKind, BookView};

/// What the books know about a position, if they know it.
pub fn book_view(game: &Game) -> Option<BookView> {
    let size = game.size();
    let answer = |point: Point, kind| BookAnswer {
        point: spot_of(size, point),
        kind: match kind {
            AnswerKind::Book => BookKind::Book,
            AnswerKind::Forced => BookKind::Forced,
        },
    };
    let idea = |Idea { answer: point, kind, plies, replies }: Idea| BookIdea {
        answer: answer(point, kind),
        plies,
        replies: spots_of(size, replies),
    };
    let Proven { plies, answer: own } = proven(game)?;
    Some(BookView {
        plies,
        answer: own.map(|(point, kind)| answer(point, kind)),
        ideas: ideas(game).into_iter().map(idea).collect(),
    })
}
