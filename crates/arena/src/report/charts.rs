//! The plots of the report.

use std::collections::BTreeMap;

use super::escape::Escaped;
use super::svg::{Chart, plain};
use crate::result::{GameRecord, Outcome};
use crate::stats::EloEstimate;
use crate::summary::Summary;
use crate::tally::Tally;

/// Beyond this, Elo differences are drawn at the edge: a clean sweep is infinite.
const ELO_EDGE: f64 = 800.0;

fn at_most_edge(elo: f64) -> f64 {
    elo.clamp(-ELO_EDGE, ELO_EDGE)
}

/// A range that holds these values with some air, and is never empty.
fn range(values: impl Iterator<Item = f64>, least: f64) -> (f64, f64) {
    let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
    let air = (high - low).max(least) * 0.06;
    (low.min(-least / 2.0) - air, high.max(least / 2.0) + air)
}

/// The Elo of each player with its error bar.
pub(super) fn elo_bars(summary: &Summary) -> String {
    let rows: Vec<(&str, EloEstimate)> = summary
        .standings
        .iter()
        .filter_map(|standing| Some((standing.name.as_str(), standing.elo?)))
        .collect();
    // With two players the second would be the mirror image of the first.
    let rows = if summary.standings.len() == 2 { &rows[..rows.len().min(1)] } else { &rows[..] };
    let ends = rows.iter().flat_map(|(_, elo)| [at_most_edge(elo.lower), at_most_edge(elo.upper)]);
    let x = range(ends, 40.0);
    let n = rows.len() as f64;
    let mut chart = Chart::new(52.0 + 44.0 * n, x, (0.0, n.max(1.0)));
    let zero = chart.x(0.0);
    let (top, floor) = (chart.y(n), chart.y(0.0));
    chart.raw(format_args!(
        r#"<line class="zero" x1="{zero:.1}" x2="{zero:.1}" y1="{top:.1}" y2="{floor:.1}"/>"#
    ));
    for (i, (name, elo)) in rows.iter().enumerate() {
        let y = chart.y(n - i as f64 - 0.68);
        let middle = chart.x(at_most_edge(elo.elo));
        let (left, right) = (chart.x(at_most_edge(elo.lower)), chart.x(at_most_edge(elo.upper)));
        chart.raw(format_args!(
            r#"<path class="line-one" d="M{left:.1} {y:.1}H{right:.1}M{left:.1} {:.1}v10M{right:.1} {:.1}v10"/><circle class="one" cx="{middle:.1}" cy="{y:.1}" r="5"/>"#,
            y - 5.0,
            y - 5.0
        ));
        chart.text(56.0, y - 12.0, "start", "strong", &format!("{name}: {elo}").replace("+-", "±"));
    }
    chart.x_axis("Elo difference to the opponents, 95 % interval", plain);
    chart.finish("Elo differences with error bars")
}

/// How the first player's Elo settled, pair by pair.
pub(super) fn elo_history(names: &[String], records: &[GameRecord]) -> Option<String> {
    let mut tally = Tally::new(names);
    let mut history: Vec<(f64, EloEstimate)> = Vec::new();
    for record in records {
        let is_own = record.black == 0 || record.white == 0;
        if tally.add(record) && is_own {
            let pairs = tally.total(0).pairs;
            history.extend(pairs.elo().map(|elo| (pairs.pairs() as f64, elo)));
        }
    }
    // The first few pairs say nothing and would stretch the scale.
    let calm = history.len().min(4).min(history.len() / 4);
    let history = &history[calm..];
    let (first, last) = (history.first()?.0, history.last()?.0);
    let of = |value: fn(&EloEstimate) -> f64| -> Vec<(f64, f64)> {
        history.iter().map(|(n, elo)| (*n, at_most_edge(value(elo)))).collect()
    };
    let (lower, upper) = (of(|elo| elo.lower), of(|elo| elo.upper));
    let y = range(lower.iter().chain(&upper).map(|point| point.1), 40.0);
    let mut chart = Chart::new(260.0, (first, last.max(first + 1.0)), y);
    chart.y_axis(plain);
    chart.band(&lower, &upper);
    chart.level(0.0);
    chart.line("line-one", &of(|elo| elo.elo));
    chart.x_axis("pairs", plain);
    Some(chart.finish("Elo after each pair with its 95 % band"))
}

/// How many pairs ended with how many points.
pub(super) fn pentanomial(summary: &Summary) -> String {
    let counts = summary.standings.first().map_or([0; 5], |standing| standing.pairs.0);
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let mut chart = Chart::new(260.0, (-0.6, 4.6), (0.0, most * 1.12));
    chart.y_axis(plain);
    for (i, (count, label)) in counts.iter().zip(["0", "½", "1", "1½", "2"]).enumerate() {
        let at = i as f64;
        let title = format!("{count} pairs with {label} points");
        chart.bar("one", (at - 0.4, at + 0.4), (0.0, *count as f64), &title);
        let x = chart.x(at);
        let y = chart.y(*count as f64) - 5.0;
        chart.text(x, y, "middle", "strong", &count.to_string());
        chart.text(x, 241.0, "middle", "", label);
    }
    chart.text(320.0, 256.0, "middle", "", "points of a pair");
    chart.finish("Pairs by points")
}

/// The first player's share of the points in each opening.
pub(super) fn by_opening(records: &[GameRecord]) -> Option<String> {
    let mut openings: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for record in records {
        let color = match (record.black, record.white) {
            (0, _) => tengen_rules::Color::Black,
            (_, 0) => tengen_rules::Color::White,
            _ => continue,
        };
        let (points, games) = openings.entry(record.opening).or_default();
        *points += u32::from(record.result.half_points(color));
        *games += 2;
    }
    let last = openings.len();
    if last == 0 {
        return None;
    }
    let mut chart = Chart::new(260.0, (0.0, last as f64), (0.0, 100.0));
    chart.y_axis(|percent| format!("{percent} %"));
    for (i, (opening, (points, games))) in openings.iter().enumerate() {
        let percent = f64::from(*points) / f64::from(*games) * 100.0;
        let class = if percent >= 50.0 { "one" } else { "two" };
        // A bar of no height would be taken for a missing opening.
        let shown = if (percent - 50.0).abs() < 1.0 { 51.0 } else { percent };
        let class = if (percent - 50.0).abs() < 1.0 { "three" } else { class };
        let title = format!("opening {opening}: {percent:.0} % of {} games", games / 2);
        let at = i as f64;
        chart.bar(class, (at + 0.05, at + 0.95), (50.0, shown), &title);
        if i % last.div_ceil(20) == 0 {
            chart.text(chart.x(at + 0.5), 241.0, "middle", "", &opening.to_string());
        }
    }
    chart.level(50.0);
    chart.text(345.0, 256.0, "middle", "", "number of the opening");
    Some(chart.finish("Score by opening"))
}

/// How long the games were, by who won.
pub(super) fn lengths(records: &[GameRecord]) -> String {
    let longest = records.iter().map(|record| record.plies).max().unwrap_or(1).max(1);
    let width = longest.div_ceil(32).max(1);
    let n_bins = longest / width + 1;
    let mut bins = vec![[0_u32; 3]; n_bins as usize];
    for record in records {
        let kind = match record.result {
            Outcome::BlackWin => 0,
            Outcome::WhiteWin => 1,
            Outcome::Draw => 2,
        };
        bins[(record.plies / width) as usize][kind] += 1;
    }
    let most = bins.iter().map(|bin| bin.iter().sum::<u32>()).max().unwrap_or(0).max(1);
    let span = f64::from(n_bins * width);
    let mut chart = Chart::new(260.0, (0.0, span), (0.0, f64::from(most) * 1.06));
    chart.y_axis(plain);
    for (i, bin) in (0_u32..).zip(&bins) {
        let (from, to) = (i * width, (i + 1) * width);
        let mut floor = 0;
        let kinds = [("one", "Black won"), ("two", "White won"), ("three", "drawn")];
        for (&count, (class, words)) in bin.iter().zip(kinds) {
            if count > 0 {
                let title = format!("{count} games of {from} to {} plies: {words}", to - 1);
                let (low, high) = (f64::from(floor), f64::from(floor + count));
                chart.bar(class, (f64::from(from), f64::from(to)), (low, high), &title);
            }
            floor += count;
        }
    }
    chart.x_axis("stones on the board at the end", plain);
    chart.finish("Game lengths")
}

/// The mean time per move over the course of the games, for the first three players.
pub(super) fn times(names: &[String], records: &[GameRecord]) -> String {
    let mut sums: Vec<Vec<(f64, u32)>> = vec![Vec::new(); names.len()];
    for record in records {
        let own = record.ms.iter().enumerate().skip(record.opening_plies as usize);
        for (ply, ms) in own {
            let player = if ply % 2 == 0 { record.black } else { record.white };
            let sums = &mut sums[player];
            // Ten plies to a point: single plies are noise.
            sums.resize(sums.len().max(ply / 10 + 1), (0.0, 0));
            sums[ply / 10].0 += ms;
            sums[ply / 10].1 += 1;
        }
    }
    let lines: Vec<Vec<(f64, f64)>> = sums
        .iter()
        .take(3)
        .map(|bins| {
            let filled = bins.iter().enumerate().filter(|(_, (_, n))| *n > 0);
            filled.map(|(i, (sum, n))| (i as f64 * 10.0 + 5.0, sum / f64::from(*n))).collect()
        })
        .collect();
    let points = || lines.iter().flatten();
    let last = points().map(|point| point.0).fold(10.0, f64::max);
    let most = points().map(|point| point.1).fold(1e-3, f64::max);
    let mut chart = Chart::new(260.0, (0.0, last + 5.0), (0.0, most * 1.08));
    chart.y_axis(plain);
    for (line, (class, dot)) in
        lines.iter().zip([("line-one", "one"), ("line-two", "two"), ("line-three", "three")])
    {
        chart.line(class, line);
        for &(ply, ms) in line {
            let (x, y) = (chart.x(ply), chart.y(ms));
            let title = format!("plies {} to {}: {ms:.1} ms", ply - 4.0, ply + 5.0);
            let title = Escaped(&title);
            chart.raw(format_args!(
                r#"<circle class="{dot}" cx="{x:.1}" cy="{y:.1}" r="3"><title>{title}</title></circle>"#
            ));
        }
    }
    chart.x_axis("ply", plain);
    chart.finish("Mean milliseconds per move over the game")
}
