//! The report of a match: one page that needs nothing but itself, and the summary as JSON.

mod charts;
mod escape;
mod svg;
mod tables;

use std::fs;
use std::path::Path;

use crate::ArenaError;
use crate::config::MatchConfig;
use crate::result::GameRecord;
use crate::stats::SprtVerdict;
use crate::summary::{Completion, Summary};
use escape::Escaped;

/// Writes `report.html` and `summary.json`.
pub(crate) fn write(
    folder: &Path,
    config: &MatchConfig,
    names: &[String],
    records: &[GameRecord],
    summary: &Summary,
) -> Result<(), ArenaError> {
    let page = folder.join("report.html");
    fs::write(&page, html(config, names, records, summary)).map_err(ArenaError::file(&page))?;
    let json = folder.join("summary.json");
    let text = serde_json::to_string_pretty(summary)
        .map_err(|error| ArenaError::Config(error.to_string()))?;
    fs::write(&json, text + "\n").map_err(ArenaError::file(&json))
}

/// The page.
fn html(
    config: &MatchConfig,
    names: &[String],
    records: &[GameRecord],
    summary: &Summary,
) -> String {
    let title = Escaped(&names.join(" – ")).to_string();
    let style = include_str!("report/style.css");
    let mut plots = String::new();
    let first = names.first().map_or("", String::as_str);
    let note = format!("the difference, and the pairs of games by the points of {first}");
    let elo = charts::elo_bars(summary) + &charts::pentanomial(summary);
    plots += &card("Elo", &note, &elo);
    if let Some(history) = charts::elo_history(names, records) {
        let note = format!("{first} after each pair, with the 95 % band");
        plots += &card("How the estimate settled", &note, &history);
    }
    if let Some(openings) = charts::by_opening(records) {
        let note = format!("share of the points that {first} took, around one half");
        plots += &card("Score by opening", &note, &openings);
    }
    let legend = legend(&["Black won", "White won", "drawn"].map(str::to_owned));
    plots += &card("Game length", "", &(legend + &charts::lengths(records)));
    let legend = self::legend(&names[..names.len().min(3)]);
    let time = legend + &charts::times(names, records) + &tables::times(names, records);
    plots += &card("Time per move", "mean of the charged milliseconds", &time);
    let mut rest = wide("Standings", &tables::standings(summary));
    if names.len() > 2 {
        rest += &wide("Cross table", &tables::cross_table(summary));
    }
    rest += &wide("How games ended", &tables::reasons(names, records));
    if let Some(faults) = tables::faults(records) {
        rest += &wide("Faults", &faults);
    }
    rest += &wide("Settings", &tables::settings(config, names));
    let games = tables::games(records);
    let games = format!("<details><summary>All games</summary>{games}</details>");
    rest += &wide("Games", &games);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title>\n<style>\n{style}</style></head>\n<body><main>\n\
         <h1>{title}</h1>\n<p class=\"sub\">{}</p>\n<div class=\"tiles\">{}</div>\n\
         <div class=\"grid\">\n{plots}</div>\n{rest}</main></body></html>\n",
        Escaped(&subtitle(config, summary)),
        tiles(summary)
    )
}

fn subtitle(config: &MatchConfig, summary: &Summary) -> String {
    let state = match summary.completion {
        Completion::AllGames => "complete",
        Completion::Sprt => "ended by its test",
        Completion::Interrupted => "interrupted, can be resumed",
    };
    let (rule, size) = (config.rule, config.size);
    let (played, planned) = (summary.n_games, summary.n_planned);
    format!("{rule}, {size}x{size} · {played} of {planned} games · {state}")
}

/// The numbers that matter most.
fn tiles(summary: &Summary) -> String {
    let mut tiles = Vec::new();
    let mut tile = |value: &str, label: &str| {
        let (value, label) = (Escaped(value), Escaped(label));
        tiles.push(format!("<div class=\"tile\"><b>{value}</b><span>{label}</span></div>"));
    };
    if let Some(first) = summary.standings.first() {
        let score = first.score;
        let rate = score.rate().map_or_else(|| "–".into(), |rate| format!("{:.1} %", rate * 100.0));
        tile(&rate, &format!("score of {}", first.name));
        let counts = format!("{} – {} – {}", score.wins, score.draws, score.losses);
        tile(&counts, "won – drawn – lost");
        if let Some(elo) = &first.elo {
            tile(&elo.to_string().replace("+-", "±"), "Elo, 95 % interval");
            tile(&format!("{:.1} %", elo.los * 100.0), "likelihood of superiority");
        }
    }
    if let Some(sprt) = &summary.sprt {
        let verdict = match sprt.verdict {
            SprtVerdict::Continue => "no answer yet",
            SprtVerdict::AcceptH0 => "H0 accepted",
            SprtVerdict::AcceptH1 => "H1 accepted",
        };
        let label = format!("LLR in ({:.2}, {:.2}): {verdict}", sprt.lower, sprt.upper);
        tile(&format!("{:.2}", sprt.llr), &label);
    }
    let black = summary.black.rate();
    let black = black.map_or_else(|| "–".into(), |rate| format!("{:.1} %", rate * 100.0));
    tile(&black, "score of Black");
    tile(&summary.n_faults().to_string(), "games lost by a fault");
    tiles.concat()
}

fn card(title: &str, note: &str, body: &str) -> String {
    let (title, note) = (Escaped(title), Escaped(note));
    format!("<section><h2>{title}</h2><p class=\"note\">{note}</p>\n{body}</section>\n")
}

fn wide(title: &str, body: &str) -> String {
    format!("<section class=\"wide\"><h2>{}</h2>\n{body}</section>\n", Escaped(title))
}

fn legend(names: &[String]) -> String {
    let colors = ["var(--one)", "var(--two)", "var(--three)"];
    let items: Vec<String> = names
        .iter()
        .zip(colors)
        .map(|(name, color)| {
            format!("<span><i style=\"background:{color}\"></i>{}</span>", Escaped(name))
        })
        .collect();
    format!("<div class=\"legend\">{}</div>\n", items.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::PlayerConfig;
    use crate::result::Outcome;
    use crate::tally::Tally;
    use crate::tally::tests::record;

    fn page(names: &[&str], records: &[GameRecord]) -> String {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let mut tally = Tally::new(&names);
        for record in records {
            tally.add(record);
        }
        let players = names.iter().map(|name| PlayerConfig::program([name])).collect();
        let config = MatchConfig { players, ..MatchConfig::default() };
        let summary = Summary::new(&tally, Completion::AllGames, records.len(), None, 1.0);
        html(&config, &names, records, &summary)
    }

    /// A page of one piece: no scripts, nothing fetched, and no number that is none.
    fn check(page: &str) {
        assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
        for wrong in ["<script", "http:", "https:", "NaN", "inf\"", "src=", "@import"] {
            assert!(!page.contains(wrong), "{wrong}");
        }
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        assert_eq!(page.matches("<section").count(), page.matches("</section>").count());
        assert_eq!(page.matches("<table").count(), page.matches("</table>").count());
    }

    #[test]
    fn a_page_stands_alone() {
        let mut records = Vec::new();
        for game in 1..=40 {
            let players = if game % 2 == 1 { (0, 1) } else { (1, 0) };
            let results = [Outcome::BlackWin, Outcome::Draw, Outcome::WhiteWin];
            let mut record = record(game, players, results[game as usize % 3]);
            record.plies = 20 + game * 3;
            records.push(record);
        }
        let page = page(&["A", "B"], &records);
        check(&page);
        assert!(page.contains("Score by opening") && !page.contains("Cross table"));
    }

    #[test]
    fn an_empty_match_and_a_clean_sweep_have_pages() {
        check(&page(&["A", "B"], &[]));
        let sweep: Vec<_> = (1..=6)
            .map(|game| match game % 2 {
                1 => record(game, (0, 1), Outcome::BlackWin),
                _ => record(game, (1, 0), Outcome::WhiteWin),
            })
            .collect();
        check(&page(&["A", "B"], &sweep));
    }

    #[test]
    fn names_are_escaped_and_three_players_get_a_cross_table() {
        let mut one = record(1, (0, 2), Outcome::BlackWin);
        one.reason = crate::Reason::Crash;
        one.detail = Some("<img src=x>".to_owned());
        let page = page(&["<b>", "B & C", "D"], &[one]);
        assert!(!page.contains("<img") && !page.contains("<b>:"));
        assert!(page.contains("&lt;b&gt;") && page.contains("Cross table"));
        assert!(page.contains("&lt;img src=x&gt;"));
    }
}
