//! Numbers and choices in words.

use tengen_api::{ClockView, Hint, OpeningAction, SeatView, Spot, StoneColor, Worth};

/// A span of time in four letters at most: `0.42`, `12.3` in seconds, `1:05`, `12m`, `2h05`.
pub(crate) fn time_text(ms: u64) -> String {
    let (seconds, minutes) = (ms / 1_000, ms / 60_000);
    match ms {
        0..9_995 => format!("{:.2}", ms as f64 / 1e3),
        9_995..59_950 => format!("{:.1}", ms as f64 / 1e3),
        59_950..600_000 => format!("{minutes}:{:02}", seconds % 60),
        600_000..6_000_000 => format!("{minutes}m"),
        _ => format!("{}h{:02}", minutes / 60, minutes % 60),
    }
}

/// What is left on a clock.
pub(crate) fn clock_text(clock: &ClockView) -> String {
    if clock.main_ms == 0 && clock.byoyomi_ms > 0 {
        return format!("{}x{:.0} s", clock.periods, clock.byoyomi_ms as f64 / 1e3);
    }
    // Rounded up: as long as something is left, it is not nothing.
    let seconds = clock.main_ms.div_ceil(1_000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A large number, as `12 k` or `3.4 M`.
pub(crate) fn count_text(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{} k", count / 1_000),
        _ => format!("{:.1} M", count as f64 / 1e6),
    }
}

/// A score with the chance to win it stands for.
pub(crate) fn worth_text(worth: &Worth) -> String {
    match worth.win_rate {
        Some(rate) if worth.mate.is_none() => {
            format!("{} ({:.0} %)", worth.text, rate * 100.0)
        }
        _ => worth.text.clone(),
    }
}

/// Points one after another.
pub(crate) fn spots_text(spots: &[Spot]) -> String {
    let names: Vec<&str> = spots.iter().map(|spot| spot.0.as_str()).collect();
    names.join(" ")
}

/// A color's name.
pub(crate) const fn color_text(color: StoneColor) -> &'static str {
    match color {
        StoneColor::Black => "Black",
        StoneColor::White => "White",
    }
}

/// A suggestion in words.
pub(crate) fn hint_text(hint: &Hint) -> String {
    let what = match (&hint.point, &hint.action) {
        (Some(point), _) => format!("Hint: {}.", point.0),
        (None, Some(action)) => format!("Hint: {}.", action_text(action)),
        (None, None) => "There is nothing to suggest.".to_owned(),
    };
    let score = hint.score.as_ref().map(|score| format!(" [{}]", worth_text(score)));
    let time = format!(" Found in {} s.", time_text(hint.time_ms));
    let line = (hint.line.len() > 1).then(|| format!(" Then {}.", spots_text(&hint.line[1..])));
    let reason = format!(" {}", hint.reason.text);
    [what, reason, score.unwrap_or_default(), line.unwrap_or_default(), time].concat()
}

fn action_text(action: &OpeningAction) -> String {
    match action {
        OpeningAction::Place { point } => format!("place a stone on {}", point.0),
        OpeningAction::Swap => "swap the colors".to_owned(),
        OpeningAction::Stay => "keep the colors".to_owned(),
        OpeningAction::TakeBlack => "take Black".to_owned(),
        OpeningAction::TakeWhite => "take White".to_owned(),
        OpeningAction::PutTwo => "place two more stones".to_owned(),
        OpeningAction::Declare { count } => format!("ask for {count} fifth moves"),
        OpeningAction::OfferTen => "offer ten fifth moves".to_owned(),
        OpeningAction::Offer { points } => format!("offer {}", spots_text(points)),
        OpeningAction::Pick { point } => format!("pick {}", point.0),
    }
}

/// What a seat's moves take: the present one, the last, on average, the longest. Each has its
/// place, so nothing jumps while the time runs.
pub(crate) fn timer_text(seat: &SeatView) -> String {
    let timer = seat.timer;
    let part = |ms: Option<u64>| ms.map_or_else(|| "-".to_owned(), time_text);
    format!(
        "now {:>4} last {:>4} avg {:>4} max {:>4}",
        part(timer.current_ms),
        part(timer.last_ms),
        part(timer.average_ms),
        part(timer.longest_ms)
    )
}

/// What a seat's moves may take, if that is limited.
pub(crate) fn limit_text(seat: &SeatView) -> Option<String> {
    let limit = seat.timer.limit_ms.map(time_text)?;
    Some(match seat.timer.usual_ms.map(time_text) {
        Some(usual) => format!("{usual} s on average, at most {limit} s"),
        None => format!("at most {limit} s a move"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_counts_are_short() {
        assert_eq!(time_text(120), "0.12");
        assert_eq!(time_text(9_996), "10.0");
        assert_eq!(time_text(12_340), "12.3");
        assert_eq!(time_text(125_000), "2:05");
        assert_eq!(time_text(754_000), "12m");
        assert_eq!(time_text(7_500_000), "2h05");
        let clock = ClockView { main_ms: 61_001, byoyomi_ms: 30_000, periods: 3, is_running: true };
        assert_eq!(clock_text(&clock), "1:02");
        assert_eq!(clock_text(&ClockView { main_ms: 0, ..clock }), "3x30 s");
        assert_eq!(count_text(9_999), "9999");
        assert_eq!(count_text(250_700), "250 k");
        assert_eq!(count_text(3_400_000), "3.4 M");
    }
}
