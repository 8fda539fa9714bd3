//! What the books of proven wins know about a game.

use std::cmp::Reverse;

use tengen_engine::{Line, Report, Score, Think};
use tengen_proof::{Answer, Book, Lost, NoBooks};
use tengen_rules::{Color, Game, Move, Point, Rule, Size};

use crate::engine_player::Considered;
use crate::reason::{Fact, FactKind, Reason};
use crate::reason_for;

pub use tengen_proof::AnswerKind;

/// A position that is proven to be won for Black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// How many plies the win takes at most, the next one included.
    pub plies: u32,
    /// Black's winning move, if he is to move, and where it comes from.
    pub answer: Option<(Point, AnswerKind)>,
}

/// Replies of White that Black answers alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idea {
    /// What Black answers.
    pub answer: Point,
    /// Where the answer comes from.
    pub kind: AnswerKind,
    /// How many plies the win takes at most, Black's answer included.
    pub plies: u32,
    /// White's moves, those that hold out longest first.
    pub replies: Vec<Point>,
}

/// The moves of a game that can be followed from the empty board.
fn moves_of(game: &Game) -> Option<Vec<Point>> {
    let point = |mv| match mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    };
    let moves: Vec<Point> =
        game.turns().iter().map(|turn| point(turn.mv)).collect::<Option<_>>()?;
    let is_whole = moves.len() == game.stones().n_stones();
    let is_blacks = game.to_move() == Color::Black;
    let by_turns = moves.len().is_multiple_of(2) == is_blacks;
    (is_whole && by_turns && game.status().is_ongoing()).then_some(moves)
}

/// What the first book says that knows something.
fn ask<T>(
    game: &Game,
    moves: &[Point],
    question: impl Fn(&Book, &[Point]) -> Result<Option<T>, NoBooks>,
) -> Option<T> {
    let mut books = tengen_proof::built_in_after(game.rule(), game.size(), moves);
    books.find_map(|book| question(book, moves).ok()?)
}

fn answer_in(game: &Game) -> Option<Answer> {
    ask(game, &moves_of(game)?, tengen_proof::answer)
}

/// Whether a position is proven, by the books that come with the program.
pub fn proven(game: &Game) -> Option<Proven> {
    if game.to_move() == Color::Black {
        let Answer { point, kind, plies, .. } = answer_in(game)?;
        return Some(Proven { plies, answer: Some((point, kind)) });
    }
    let moves = moves_of(game)?;
    if let Some(Lost { plies, .. }) = ask(game, &moves, tengen_proof::lost) {
        return Some(Proven { plies, answer: None });
    }
    // A forced win is under way if the last move was its move.
    let (&last, before) = moves.split_last()?;
    let Answer { point, plies, .. } = ask(game, before, tengen_proof::answer)?;
    (point == last).then_some(Proven { plies: plies.saturating_sub(1), answer: None })
}

/// What becomes of every reply, where White is to move and the book knows the position: those that
/// hold out longest first.
pub fn ideas(game: &Game) -> Vec<Idea> {
    let moves = moves_of(game).filter(|_| game.to_move() == Color::White);
    let replies = moves.and_then(|moves| ask(game, &moves, tengen_proof::replies));
    let mut replies = replies.unwrap_or_default();
    replies.sort_by_key(|reply| Reverse(reply.answer.plies));
    let mut ideas: Vec<Idea> = Vec::new();
    for reply in replies {
        let (answer, kind) = (reply.answer.point, reply.answer.kind);
        let alike = ideas.iter_mut().find(|idea| (idea.answer, idea.kind) == (answer, kind));
        if let Some(idea) = alike {
            idea.replies.push(reply.point);
        } else {
            let plies = reply.answer.plies;
            ideas.push(Idea { answer, kind, plies, replies: vec![reply.point] });
        }
    }
    ideas
}

/// Moves after which a proof begins: of those that come with the program the longest.
pub fn proven_example(rule: Rule, size: Size) -> Option<Vec<Point>> {
    let books = tengen_proof::built_in(rule, size).iter();
    books.max_by_key(|book| book.entries.len()).map(|book| book.opening.clone())
}

/// Whether books come with the program for games of this kind.
pub fn has_book(rule: Rule, size: Size) -> bool {
    !tengen_proof::built_in_bytes(rule, size).is_empty()
}

impl Considered {
    /// The move of the proof, if there is one and it is among those that may be played.
    pub fn by_proof(game: &Game, think: &Think) -> Option<Self> {
        let Answer { point, plies, .. } = answer_in(game)?;
        let is_asked_for = think.only.is_empty() || think.only.contains(&point);
        if !is_asked_for || think.without.contains(&point) || !game.is_legal(point) {
            return None;
        }
        let most = i32::try_from(plies).unwrap_or(i32::MAX);
        let line = Line { points: vec![point], score: Score::win_in(most) };
        let report = Report { lines: vec![line], ..Report::default() };
        Some(Self { report, best: Some(point), is_proven: true, ..Self::default() })
    }

    /// Why its move is played.
    pub fn reason(&self, game: &Game, best: Point) -> Reason {
        let mate = self.report.score().mate();
        if !self.is_proven {
            return reason_for(game, Move::Place(best), mate);
        }
        let moves = mate.unwrap_or_default().unsigned_abs().div_ceil(2);
        let mut reason = reason_for(game, Move::Place(best), None);
        reason.facts.retain(|fact| fact.kind < FactKind::OnlyMove);
        reason.facts.push(Fact::counted(FactKind::Proven, moves));
        reason
    }
}
