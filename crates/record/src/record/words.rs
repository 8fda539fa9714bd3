//! Words for results and opening actions, the same in every text format.

use tengen_rules::{
    Action, ActionKind, Color, DrawReason, Forbidden, LossReason, Notation, Point, Size, WinReason,
};

/// The way to win with this name.
pub(crate) fn win_reason(name: &str) -> Option<WinReason> {
    let losses = [
        LossReason::Resignation,
        LossReason::Timeout,
        LossReason::IllegalMove,
        LossReason::Forbidden(Forbidden::Overline),
        LossReason::Forbidden(Forbidden::DoubleFour),
        LossReason::Forbidden(Forbidden::DoubleThree),
        LossReason::Crash,
    ];
    [WinReason::Five, WinReason::Capture]
        .into_iter()
        .chain(losses.map(WinReason::Forfeit))
        .find(|reason| reason.name() == name)
}

/// The way to draw with this name.
pub(crate) fn draw_reason(name: &str) -> Option<DrawReason> {
    [DrawReason::FullBoard, DrawReason::NoLegalMove, DrawReason::TwoPasses, DrawReason::Agreement]
        .into_iter()
        .find(|reason| reason.name() == name)
}

/// An action as text: `place H8`, `swap`, `declare 3`, `offer H8 I9`.
pub(crate) fn action_to_text(size: Size, action: &Action) -> String {
    let mut text = String::from(action.kind().name());
    let mut push = |word: String| {
        text.push(' ');
        text.push_str(&word);
    };
    match action {
        Action::Place(point) | Action::Pick(point) => push(Notation::Renju.format(size, *point)),
        Action::Declare(count) => push(count.to_string()),
        Action::Offer(points) => {
            for &point in points {
                push(Notation::Renju.format(size, point));
            }
        }
        Action::Swap | Action::Stay | Action::Take(_) | Action::PutTwo | Action::OfferTen => {}
    }
    text
}

/// Reads what [`action_to_text`] writes.
pub(crate) fn action_from_text(size: Size, text: &str) -> Option<Action> {
    let mut words = text.split(' ');
    let name = words.next()?;
    let kind = ActionKind::ALL.into_iter().find(|kind| kind.name() == name)?;
    let point = |word: &str| Notation::Renju.parse(size, word).ok();
    let action = match kind {
        ActionKind::Place => Action::Place(point(words.next()?)?),
        ActionKind::Pick => Action::Pick(point(words.next()?)?),
        ActionKind::Declare => Action::Declare(words.next()?.parse().ok()?),
        ActionKind::Offer => {
            Action::Offer(words.by_ref().map(point).collect::<Option<Vec<Point>>>()?)
        }
        ActionKind::OfferTen => Action::OfferTen,
        ActionKind::PutTwo => Action::PutTwo,
        ActionKind::Stay => Action::Stay,
        ActionKind::Swap => Action::Swap,
        ActionKind::Black => Action::Take(Color::Black),
        ActionKind::White => Action::Take(Color::White),
    };
    words.next().is_none().then_some(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_read_back() {
        let size = Size::literal(15);
        let points = vec![Point::new(7, 7), Point::new(0, 14)];
        let actions = [
            Action::Place(points[1]),
            Action::Swap,
            Action::Stay,
            Action::Take(Color::Black),
            Action::Take(Color::White),
            Action::PutTwo,
            Action::Declare(12),
            Action::OfferTen,
            Action::Offer(points.clone()),
            Action::Offer(Vec::new()),
            Action::Pick(points[0]),
        ];
        for action in actions {
            let text = action_to_text(size, &action);
            assert_eq!(action_from_text(size, &text), Some(action), "{text}");
        }
        for text in ["", "place", "place H16", "swap H8", "place H8 H9", "declare x", "jump"] {
            assert_eq!(action_from_text(size, text), None, "{text}");
        }
    }
}
