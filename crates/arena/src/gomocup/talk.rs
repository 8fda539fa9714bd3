//! The words of the protocol: what is sent, and what a line means.

use std::fmt::Write;
use std::time::Duration;

use tengen_rules::{Color, Game, Move, Point};

use super::Heard;
use crate::config::PlayerConfig;
use crate::contestant::NewGame;

/// How unlimited time for the game is written.
pub(super) const UNLIMITED_LEFT: u64 = i32::MAX as u64;

/// How unlimited time for a move is written: 0 would mean "at once", and the largest number
/// overflows in programs that add something to it. The reference program's default for a game.
const UNLIMITED_TURN: u64 = 1_000_000_000;

pub(super) fn whole_ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(UNLIMITED_LEFT).min(UNLIMITED_LEFT)
}

/// Whether a line is this word, alone or followed by something.
pub(super) fn has_keyword(text: &str, keyword: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case(keyword))
}

/// What a line means that is no answer: a complaint is part of the protocol, the rest is not.
pub(super) fn classify_noise<T>(text: &str) -> Heard<T> {
    let is_complaint = ["ERROR", "UNKNOWN", "SUGGEST"].iter().any(|word| has_keyword(text, word));
    if is_complaint { Heard::Complaint } else { Heard::Garbage }
}

/// The two numbers of `7,7`. Blanks around them are forgiven as in Piskvork; numbers too large to
/// be read are still a move, only not one on the board.
pub(super) fn coordinates(text: &str) -> Option<(i64, i64)> {
    let number = |text: &str| {
        let text = text.trim();
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| text.parse().unwrap_or(i64::MAX))
    };
    let (x, y) = text.split_once(',')?;
    Some((number(x)?, number(y)?))
}

/// The settings of a game: sent after START, as c-gomoku-cli does.
pub(super) fn settings(config: &PlayerConfig, game: &NewGame) -> String {
    let mut text = String::new();
    let mut info = |key: &str, value: &dyn std::fmt::Display| {
        writeln!(text, "INFO {key} {value}").expect("writing to a string cannot fail");
    };
    match game.rule.spec().gomocup_code {
        Some(code) => info("rule", &code),
        None => info("rule", &game.rule.name()),
    }
    let turn = config.time.turn_ms.or(config.time.match_ms).unwrap_or(UNLIMITED_TURN);
    info("timeout_turn", &turn);
    info("timeout_match", &config.time.match_ms.unwrap_or(0));
    if config.time.increment_ms > 0 {
        info("time_increment", &config.time.increment_ms);
    }
    if let Some(depth) = config.depth {
        info("max_depth", &depth);
    }
    if let Some(nodes) = config.nodes {
        info("max_node", &nodes);
    }
    info("max_memory", &config.memory_bytes);
    if let Some(threads) = config.threads {
        info("thread_num", &threads);
    }
    info("game_type", &1);
    for (key, value) in &config.options {
        info(key, &value.replace("{seed}", &game.seed.to_string()));
    }
    text
}

/// The opponent's move.
pub(super) fn turn(point: Point) -> String {
    format!("TURN {},{}\n", point.x(), point.y())
}

/// The whole position: every stone in the order it was set. Under capture rules that is the only
/// way to tell it, since the stones on the board do not say what was taken.
pub(super) fn board(game: &Game, own: Color) -> String {
    let mut text = String::from("BOARD\n");
    for turn in game.turns() {
        if let Move::Place(point) = turn.mv {
            let field = if turn.color == own { 1 } else { 2 };
            writeln!(text, "{},{},{field}", point.x(), point.y())
                .expect("writing to a string cannot fail");
        }
    }
    text.push_str("DONE\n");
    text
}

/// The name in an answer to ABOUT.
pub(crate) fn name_in_about(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let at = lower
        .match_indices("name")
        .map(|(at, word)| at + word.len())
        .find(|&end| lower.split_at(end).1.trim_start().starts_with('='))?;
    let value = text.split_at(at).1.trim_start().strip_prefix('=')?.trim_start();
    let name = match value.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => value.split(',').next(),
    };
    name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::{Rule, Size};

    #[test]
    fn coordinates_are_read_strictly() {
        let check = |text: &str, expected| assert_eq!(coordinates(text), expected, "{text}");
        check("7,8", Some((7, 8)));
        check("7, 8", Some((7, 8)));
        check("-1,99", Some((-1, 99)));
        check("99999999999999999999,0", Some((i64::MAX, 0)));
        for text in ["", "7", "7,", ",7", "7,8,9", "a,b", "7.0,8", "+7,8", "7,8 9,9", "OK", "--7,8"]
        {
            check(text, None);
        }
    }

    #[test]
    fn the_name_is_found() {
        let check = |text, name: Option<&str>| assert_eq!(name_in_about(text).as_deref(), name);
        check(r#"name="Lotus", version="0.1", author="Team""#, Some("Lotus"));
        check(r#"version="1", name = "A B, C""#, Some("A B, C"));
        check("name=plain, version=2", Some("plain"));
        check(r#"codename, Name="X""#, Some("X"));
        check("UNKNOWN", None);
        check(r#"name="""#, None);
    }

    fn new_game(rule: Rule) -> NewGame {
        NewGame { rule, size: Size::literal(15), color: Color::Black, seed: 42 }
    }

    #[test]
    fn settings_are_told_in_order() {
        let mut config = PlayerConfig::program(["x"]);
        config.time = "10/2+0.5".parse().unwrap();
        config.nodes = Some(5000);
        config.depth = Some(4);
        config.threads = Some(1);
        config.memory_bytes = 1000;
        config.options = vec![("seed".into(), "{seed}".into())];
        let expected = "INFO rule 1\nINFO timeout_turn 2000\nINFO timeout_match 10000\n\
            INFO time_increment 500\nINFO max_depth 4\nINFO max_node 5000\nINFO max_memory 1000\n\
            INFO thread_num 1\nINFO game_type 1\nINFO seed 42\n";
        assert_eq!(settings(&config, &new_game(Rule::Standard)), expected);
    }

    #[test]
    fn rules_without_a_number_are_told_by_name() {
        let config = PlayerConfig::program(["x"]);
        for (rule, line) in [
            (Rule::Freestyle, "INFO rule 0\n"),
            (Rule::Standard, "INFO rule 1\n"),
            (Rule::Caro, "INFO rule 9\n"),
            (Rule::Caro6, "INFO rule 8\n"),
            (Rule::Renju, "INFO rule 4\n"),
            (Rule::Ninuki42, "INFO rule ninuki42\n"),
            (Rule::Pente, "INFO rule pente\n"),
            (Rule::Keryo, "INFO rule keryo\n"),
        ] {
            let text = settings(&config, &new_game(rule));
            assert!(text.starts_with(line), "{text}");
            assert!(text.contains("timeout_turn 1000000000\nINFO timeout_match 0\n"));
        }
    }

    #[test]
    fn captured_stones_are_still_listed() {
        let size = Size::literal(19);
        let mut game = Game::new(Rule::Pente, size);
        for (x, y) in [(9, 9), (10, 9), (0, 0), (11, 9), (12, 9)] {
            game.try_play(size.point(x, y).unwrap()).unwrap();
        }
        assert_eq!(game.captures().black, 2);
        let expected = "BOARD\n9,9,2\n10,9,1\n0,0,2\n11,9,1\n12,9,2\nDONE\n";
        assert_eq!(board(&game, Color::White), expected);
    }
}
