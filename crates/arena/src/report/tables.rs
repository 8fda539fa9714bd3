//! The tables of the report.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::escape::Escaped;
use crate::config::MatchConfig;
use crate::nevermind::Nevermind;
use crate::reason::Reason;
use crate::result::GameRecord;
use crate::summary::Summary;
use crate::time::ClockKind;

/// A table in the making. Cells are HTML; text has to be escaped by whoever puts it in.
struct Table(String);

impl Table {
    fn new(heads: &[&str]) -> Self {
        let heads: Vec<String> =
            heads.iter().map(|head| format!("<th>{}</th>", Escaped(head))).collect();
        Self(format!("<div class=\"scroll\"><table><tr>{}</tr>\n", heads.concat()))
    }

    fn row(&mut self, cells: &[String]) {
        let cells: Vec<String> = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        writeln!(self.0, "<tr>{}</tr>", cells.concat()).nevermind("a string takes everything");
    }

    fn finish(self) -> String {
        self.0 + "</table></div>\n"
    }
}

fn text(text: &str) -> String {
    Escaped(text).to_string()
}

fn percent(rate: Option<f64>) -> String {
    rate.map_or_else(|| "–".to_owned(), |rate| format!("{:.1} %", rate * 100.0))
}

/// One line per player.
pub(super) fn standings(summary: &Summary) -> String {
    let heads = ["player", "score", "W", "D", "L", "as Black", "as White", "Elo", "LOS", "faults"];
    let mut table = Table::new(&heads);
    for standing in &summary.standings {
        let score = standing.score;
        let n_faults: u64 = standing.faults.values().sum();
        let elo = standing.elo.as_ref();
        table.row(&[
            text(&standing.name),
            percent(score.rate()),
            score.wins.to_string(),
            score.draws.to_string(),
            score.losses.to_string(),
            percent(standing.as_black.rate()),
            percent(standing.as_white.rate()),
            elo.map_or_else(|| "–".to_owned(), |elo| text(&elo.to_string())),
            percent(elo.map(|elo| elo.los)),
            format!("<span class=\"{}\">{n_faults}</span>", if n_faults > 0 { "bad" } else { "" }),
        ]);
    }
    table.finish()
}

/// Everybody against everybody.
pub(super) fn cross_table(summary: &Summary) -> String {
    let mut heads = vec!["row against column"];
    heads.extend(summary.standings.iter().map(|standing| standing.name.as_str()));
    let mut table = Table::new(&heads);
    for (standing, row) in summary.standings.iter().zip(&summary.table) {
        let mut cells = vec![text(&standing.name)];
        cells.extend(row.iter().map(|duel| match duel.score.rate() {
            None => "–".to_owned(),
            rate @ Some(_) => {
                let games = duel.score.games();
                format!("{} / {games} ({})", duel.score.points(), percent(rate))
            }
        }));
        table.row(&cells);
    }
    table.finish()
}

/// How games ended, and who lost that way.
pub(super) fn reasons(names: &[String], records: &[GameRecord]) -> String {
    let mut counts: BTreeMap<Reason, (u64, Vec<u64>)> = BTreeMap::new();
    for record in records {
        let (n, lost) = counts.entry(record.reason).or_insert((0, vec![0; names.len()]));
        *n += 1;
        if let Some(winner) = record.result.winner() {
            lost[record.player(!winner)] += 1;
        }
    }
    let losers: Vec<String> = names.iter().map(|name| format!("{name} lost")).collect();
    let mut heads = vec!["reason", "games"];
    heads.extend(losers.iter().map(String::as_str));
    let mut table = Table::new(&heads);
    for (reason, (n, lost)) in counts {
        let class = if reason.is_fault() { "bad" } else { "" };
        let mut cells = vec![format!("<span class=\"{class}\">{reason}</span>"), n.to_string()];
        cells
            .extend(lost.iter().map(|n| if reason.is_draw() { "–".into() } else { n.to_string() }));
        table.row(&cells);
    }
    table.finish()
}

/// Mean, median and extremes of each player's time per move.
pub(super) fn times(names: &[String], records: &[GameRecord]) -> String {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    for record in records {
        for (ply, &ms) in record.ms.iter().enumerate().skip(record.opening_plies as usize) {
            times[if ply % 2 == 0 { record.black } else { record.white }].push(ms);
        }
    }
    let mut table = Table::new(&["ms per move", "moves", "mean", "median", "95 %", "most"]);
    for (name, mut times) in names.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        let share = |share: f64| {
            let at = ((times.len() as f64 - 1.0) * share).round() as usize;
            times.get(at).map_or_else(|| "–".to_owned(), |ms| format!("{ms:.1}"))
        };
        let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
        let n = times.len().to_string();
        table.row(&[text(name), n, format!("{mean:.1}"), share(0.5), share(0.95), share(1.0)]);
    }
    table.finish()
}

/// What went wrong, game by game; empty if nothing did.
pub(super) fn faults(records: &[GameRecord]) -> Option<String> {
    const SHOWN: usize = 100;
    let mut table = Table::new(&["game", "who", "reason", "what happened"]);
    let faults: Vec<_> = records.iter().filter_map(|r| Some((r, r.at_fault()?))).collect();
    for (record, loser) in faults.iter().take(SHOWN) {
        table.row(&[
            record.game.to_string(),
            text(record.name(*loser)),
            format!("<span class=\"bad\">{}</span>", record.reason),
            text(record.detail.as_deref().unwrap_or("")),
        ]);
    }
    (!faults.is_empty()).then(|| table.finish())
}

/// The settings that decide what was measured.
pub(super) fn settings(config: &MatchConfig, names: &[String]) -> String {
    let mut table = Table::new(&["setting", "value"]);
    let mut row = |key: &str, value: String| table.row(&[text(key), text(&value)]);
    row("rule and board", format!("{}, {1}x{1}", config.rule, config.size));
    let clock = match config.clock {
        ClockKind::Wall => "wall",
        ClockKind::Cpu => "processor time of the program",
    };
    row("clock", clock.to_owned());
    row("tolerance", format!("{} ms", config.limits.tolerance_ms));
    let openings = config.openings.as_ref();
    let name = openings.and_then(|from| from.file.file_name());
    row("openings", name.map_or_else(|| "none".into(), |name| name.to_string_lossy().into_owned()));
    row("seed", config.seed.to_string());
    if let Some(sprt) = &config.sprt {
        let (elo0, elo1) = (sprt.elo0, sprt.elo1);
        row("test", format!("[{elo0}, {elo1}] α {} β {}", sprt.alpha, sprt.beta));
    }
    for (player, name) in config.players.iter().zip(names) {
        let mut value = player.time.to_string();
        let mut add = |what: String| value.push_str(&what);
        player.nodes.into_iter().for_each(|n| add(format!(", {n} nodes")));
        player.depth.into_iter().for_each(|n| add(format!(", depth {n}")));
        player.width.into_iter().for_each(|n| add(format!(", width {n}")));
        player.threads.into_iter().for_each(|n| add(format!(", {n} threads")));
        add(format!(", {} MiB", player.memory_bytes >> 20));
        player.options.iter().for_each(|(k, v)| add(format!(", {k}={v}")));
        row(name, value);
    }
    table.finish()
}

/// Every game with its moves.
pub(super) fn games(records: &[GameRecord]) -> String {
    let mut table = Table::new(&["game", "Black", "White", "result", "reason", "plies", "moves"]);
    for record in records {
        table.row(&[
            record.game.to_string(),
            text(&record.black_name),
            text(&record.white_name),
            record.result.score().to_owned(),
            record.reason.to_string(),
            record.plies.to_string(),
            format!("<code>{}</code>", Escaped(&record.moves)),
        ]);
    }
    table.finish()
}
