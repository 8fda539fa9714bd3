//! Drawing by hand: a frame with two axes, and what can be put in it.

use std::fmt::{self, Write};

use super::escape::Escaped;
use crate::nevermind::Nevermind;

const WIDTH: f64 = 640.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 34.0;

/// A chart in the making.
#[derive(Debug)]
pub(super) struct Chart {
    body: String,
    height: f64,
    x: (f64, f64),
    y: (f64, f64),
}

impl Chart {
    /// A frame for values in these ranges, which must not be empty.
    pub(super) fn new(height: f64, x: (f64, f64), y: (f64, f64)) -> Self {
        Self { body: String::new(), height, x, y }
    }

    pub(super) fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        let inner = self.height - TOP - BOTTOM;
        TOP + inner - (value - self.y.0) / (self.y.1 - self.y.0) * inner
    }

    pub(super) fn raw(&mut self, text: fmt::Arguments<'_>) {
        self.body.write_fmt(text).nevermind("a string takes everything");
        self.body.push('\n');
    }

    /// Lines and numbers for the vertical axis.
    pub(super) fn y_axis(&mut self, label: impl Fn(f64) -> String) {
        for tick in ticks(self.y.0, self.y.1, 5) {
            let y = self.y(tick);
            let right = WIDTH - RIGHT;
            self.raw(format_args!(
                r#"<line class="axis" x1="{LEFT}" x2="{right}" y1="{y:.1}" y2="{y:.1}"/>"#
            ));
            self.text(LEFT - 6.0, y + 4.0, "end", "", &label(tick));
        }
    }

    /// Numbers for the horizontal axis, and what they mean.
    pub(super) fn x_axis(&mut self, name: &str, label: impl Fn(f64) -> String) {
        let floor = self.height - BOTTOM;
        for tick in ticks(self.x.0, self.x.1, 8) {
            let x = self.x(tick);
            self.text(x, floor + 15.0, "middle", "", &label(tick));
        }
        self.text((LEFT + WIDTH - RIGHT) / 2.0, self.height - 4.0, "middle", "", name);
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: &str, class: &str, text: &str) {
        let text = Escaped(text);
        self.raw(format_args!(
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    /// A dashed line across at a value.
    pub(super) fn level(&mut self, value: f64) {
        if (self.y.0..=self.y.1).contains(&value) {
            let (y, right) = (self.y(value), WIDTH - RIGHT);
            self.raw(format_args!(
                r#"<line class="zero" x1="{LEFT}" x2="{right}" y1="{y:.1}" y2="{y:.1}"/>"#
            ));
        }
    }

    /// A bar between two values of each axis, with a text for the mouse.
    pub(super) fn bar(&mut self, class: &str, x: (f64, f64), y: (f64, f64), title: &str) {
        let (left, right) = (self.x(x.0), self.x(x.1));
        let (low, high) = (self.y(y.0.min(y.1)), self.y(y.0.max(y.1)));
        // A gap of a pixel keeps neighbors apart unless they are thinner than that.
        let width = (right - left - 1.0).max(0.5);
        let height = (low - high).max(0.0);
        let title = Escaped(title);
        self.raw(format_args!(
            r#"<rect class="{class}" x="{left:.1}" y="{high:.1}" width="{width:.1}" height="{height:.1}"><title>{title}</title></rect>"#
        ));
    }

    /// A line through points.
    pub(super) fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let points = self.places(points.iter());
        self.raw(format_args!(r#"<polyline class="{class}" points="{points}"/>"#));
    }

    /// The area between two lines.
    pub(super) fn band(&mut self, lower: &[(f64, f64)], upper: &[(f64, f64)]) {
        let points = self.places(lower.iter().chain(upper.iter().rev()));
        self.raw(format_args!(r#"<polygon class="band" points="{points}"/>"#));
    }

    fn places<'a>(&self, points: impl Iterator<Item = &'a (f64, f64)>) -> String {
        let places = points.map(|&(x, y)| format!("{:.1},{:.1}", self.x(x), self.y(y)));
        places.collect::<Vec<_>>().join(" ")
    }

    pub(super) fn finish(self, label: &str) -> String {
        let Self { body, height, .. } = self;
        let label = Escaped(label);
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{label}\">\n{body}</svg>\n"
        )
    }
}

/// Round numbers inside a range, about `n` of them.
pub(super) fn ticks(low: f64, high: f64, n: u32) -> Vec<f64> {
    let rough = (high - low) / f64::from(n);
    if !(rough.is_finite() && rough > 0.0) {
        return vec![low];
    }
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|i| i as f64 * step).collect()
}

/// A number without needless decimals.
pub(super) fn plain(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Minus zero is zero.
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(low: f64, high: f64, expected: &[f64]) {
        let found = ticks(low, high, 5);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn ticks_are_round() {
        check(0.0, 10.0, &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        check(-130.0, 60.0, &[-100.0, -50.0, 0.0, 50.0]);
        check(0.0, 0.5, &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5]);
        check(3.0, 3.0, &[3.0]);
    }

    #[test]
    fn names_cannot_break_the_page() {
        let mut chart = Chart::new(100.0, (0.0, 1.0), (0.0, 1.0));
        chart.text(0.0, 0.0, "start", "", "<script>\"&");
        assert!(chart.finish("a").contains("&lt;script&gt;&quot;&amp;"));
    }
}
