//! The verdicts on a position: may this stone be placed, and how does the game stand after it?
//!
//! Everything here is a pure question about stones and counters; [`Game`](crate::Game) only keeps
//! the books.

use alloc::vec::Vec;

use crate::capture::{captured_by, captures};
use crate::line::{FIVE, longest_run_at, winning_runs, wins_at};
use crate::{
    Ban, ByColor, CaptureSpec, Color, DrawReason, Forbidden, IllegalMove, Point, Rule, Status,
    Stones, WinReason, forbidden_at, free_three_axes,
};

/// Why `color` may not place a stone on `point`, as far as the board decides it.
pub(crate) fn illegal_placement(
    stones: &mut Stones,
    rule: Rule,
    color: Color,
    point: Point,
) -> Option<IllegalMove> {
    if !stones.size().contains(point) {
        Some(IllegalMove::OffBoard)
    } else if stones.get(point).is_some() {
        Some(IllegalMove::Occupied)
    } else {
        banned(stones, rule, color, point).map(IllegalMove::Forbidden)
    }
}

/// Why the rule closes the empty `point` to `color`.
pub(crate) fn banned(
    stones: &mut Stones,
    rule: Rule,
    color: Color,
    point: Point,
) -> Option<Forbidden> {
    match rule.spec().ban {
        Ban::RenjuForBlack if color == Color::Black => forbidden_at(stones, point),
        Ban::Nothing | Ban::RenjuForBlack => None,
        Ban::DoubleFreeThree => {
            let is_double = free_three_axes(stones, point, color).count() >= 2;
            (is_double && !is_exempt(stones, rule, color, point)).then_some(Forbidden::DoubleThree)
        }
    }
}

/// Whether a double free three is allowed because the move captures or completes a line.
fn is_exempt(stones: &mut Stones, rule: Rule, color: Color, point: Point) -> bool {
    rule.spec().capture.is_some_and(|spec| captures(stones, spec, point, color))
        || stones.with_stone(point, color, |stones| longest_run_at(stones, point) >= FIVE)
}

/// Whether `color` has any point to move to.
pub(crate) fn has_legal_point(stones: &mut Stones, rule: Rule, color: Color) -> bool {
    let empties: Vec<Point> = match rule.spec().ban {
        Ban::Nothing => return !stones.is_full(),
        _ => stones.empties().collect(),
    };
    empties.into_iter().any(|point| banned(stones, rule, color, point).is_none())
}

/// How the game stands after a stone, and whose five is waiting for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) status: Status,
    pub(crate) pending: Option<Color>,
}

impl Verdict {
    const ONGOING: Self = Self { status: Status::Ongoing, pending: None };

    fn won(winner: Color, by: WinReason) -> Self {
        Self { status: Status::Won { winner, by }, pending: None }
    }
}

/// The verdict after `mover` placed a stone on `last` and its captures were removed and counted.
/// `pending` is the player whose five was waiting when the move was made.
///
/// The steps R2 to R5 of RULES.md 2.5; rule sets without breakable fives never have one pending,
/// and those without captures never reach a capture count, so the order serves all of them.
pub(crate) fn after_stone(
    stones: &mut Stones,
    rule: Rule,
    mover: Color,
    last: Point,
    taken: ByColor<u32>,
    pending: Option<Color>,
) -> Verdict {
    let opponent = !mover;
    if has_enough_captures(rule, taken[mover]) {
        return Verdict::won(mover, WinReason::Capture);
    }
    if pending == Some(opponent) && winning_runs(stones, rule, opponent).next().is_some() {
        return Verdict::won(opponent, WinReason::Five);
    }
    // Only the stone just placed completes a line, with one exception: where fives can be broken,
    // a line that an earlier capture left standing counts as long as it stands.
    let has_line = if rule.spec().five_can_be_broken {
        winning_runs(stones, rule, mover).next().is_some()
    } else {
        wins_at(stones, rule, last)
    };
    if has_line {
        return judge_line(stones, rule, mover, taken);
    }
    judge_room(stones, rule, opponent)
}

/// The verdict on a position that nobody has seen arise, with `to_move` to move: a line or a
/// winning capture count of the other player is read as just made.
pub(crate) fn as_found(
    stones: &mut Stones,
    rule: Rule,
    to_move: Color,
    taken: ByColor<u32>,
) -> Verdict {
    let last_mover = !to_move;
    if has_enough_captures(rule, taken[last_mover]) {
        return Verdict::won(last_mover, WinReason::Capture);
    }
    if winning_runs(stones, rule, last_mover).next().is_some() {
        return judge_line(stones, rule, last_mover, taken);
    }
    judge_room(stones, rule, to_move)
}

fn has_enough_captures(rule: Rule, taken: u32) -> bool {
    rule.spec().capture.is_some_and(|spec| taken >= spec.stones_to_win)
}

/// R4: a line wins unless the rule gives the opponent an answer to it.
fn judge_line(stones: &mut Stones, rule: Rule, owner: Color, taken: ByColor<u32>) -> Verdict {
    let is_pending =
        rule.spec().five_can_be_broken && !answers(stones, rule, owner, taken).is_empty();
    if is_pending {
        Verdict { status: Status::Ongoing, pending: Some(owner) }
    } else {
        Verdict::won(owner, WinReason::Five)
    }
}

/// R5: without room to move the game is drawn. In renju a player without a legal point may pass.
fn judge_room(stones: &mut Stones, rule: Rule, to_move: Color) -> Verdict {
    if stones.is_full() {
        return Verdict { status: Status::Drawn(DrawReason::FullBoard), pending: None };
    }
    let may_pass = rule.spec().pass_from_stones.is_some();
    if !may_pass && !has_legal_point(stones, rule, to_move) {
        return Verdict { status: Status::Drawn(DrawReason::NoLegalMove), pending: None };
    }
    Verdict::ONGOING
}

/// The moves of the opponent of `owner` that answer his standing five: those that win by captures,
/// and those that capture so that no line of his is left anywhere.
pub(crate) fn answers(
    stones: &mut Stones,
    rule: Rule,
    owner: Color,
    taken: ByColor<u32>,
) -> Vec<Point> {
    let Some(spec) = rule.spec().capture else { return Vec::new() };
    let empties: Vec<Point> = stones.empties().collect();
    empties
        .into_iter()
        .filter(|&point| answers_at(stones, rule, spec, owner, taken[!owner], point))
        .collect()
}

fn answers_at(
    stones: &mut Stones,
    rule: Rule,
    spec: CaptureSpec,
    owner: Color,
    taken_before: u32,
    point: Point,
) -> bool {
    let captured = captured_by(stones, spec, point, !owner);
    if captured.is_empty() {
        return false;
    }
    if taken_before + captured.len() as u32 >= spec.stones_to_win {
        return true;
    }
    for &stone in &captured {
        stones.set(stone, None);
    }
    let is_broken = winning_runs(stones, rule, owner).next().is_none();
    for &stone in &captured {
        stones.set(stone, Some(owner));
    }
    is_broken
}
