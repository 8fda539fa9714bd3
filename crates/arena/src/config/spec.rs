//! Players as a person writes them: `cmd=./engine name=A nodes=10000 option.hash=16`.
//!
//! The words are those of c-gomoku-cli where it has one, so that command lines can be carried
//! over. A specification is a list of settings that is laid over defaults (`--each`).

use std::path::PathBuf;

use thiserror::Error;

use super::{PlayerConfig, PlayerSource};
use crate::time::{TimeControl, seconds_to_ms};

/// The settings of one player or of all, in the order they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSpec(Vec<(String, String)>);

/// A specification that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// Quotes that do not close.
    #[error("a quote in `{0}` is not closed")]
    Quote(String),
    /// A setting that does not exist.
    #[error(
        "`{0}` is no setting of a player; there are cmd, bot, name, dir, env.NAME, tc, st, nodes, \
         depth, width, threads, memory, board and option.NAME"
    )]
    Unknown(String),
    /// A value that does not fit its setting.
    #[error("`{value}` is no value for `{key}`: {hint}")]
    Value {
        /// The setting.
        key: String,
        /// What was written.
        value: String,
        /// What would have been right.
        hint: &'static str,
    },
    /// Neither a program nor a player of our own.
    #[error("a player needs cmd=PROGRAM or bot=NAME")]
    Nobody,
}

impl PlayerSpec {
    /// Splits a specification into settings. Words are separated by blanks; quotes keep blanks
    /// together. A first word without `=` is the command.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let mut settings = Vec::new();
        for word in split_words(text)? {
            match word.split_once('=') {
                Some((key, value)) => settings.push((key.to_owned(), value.to_owned())),
                None if settings.is_empty() => settings.push(("cmd".to_owned(), word)),
                None => return Err(SpecError::Unknown(word)),
            }
        }
        let spec = Self(settings);
        // Mistakes in `--each` are reported even if every player overrides them.
        spec.apply(&mut PlayerConfig::program(["?"]))?;
        Ok(spec)
    }

    /// The player that these settings describe, laid over the ones for all.
    pub fn player(&self, each: &Self) -> Result<PlayerConfig, SpecError> {
        let mut player = PlayerConfig::program(Vec::<String>::new());
        each.apply(&mut player)?;
        self.apply(&mut player)?;
        match &player.source {
            PlayerSource::Program { command, .. } if command.is_empty() => Err(SpecError::Nobody),
            _ => Ok(player),
        }
    }

    fn apply(&self, player: &mut PlayerConfig) -> Result<(), SpecError> {
        self.0.iter().try_for_each(|(key, value)| apply_setting(player, key, value))
    }
}

fn apply_setting(player: &mut PlayerConfig, key: &str, value: &str) -> Result<(), SpecError> {
    let wrong = |hint| SpecError::Value { key: key.to_owned(), value: value.to_owned(), hint };
    let count = || value.parse::<u64>().map_err(|_| wrong("a whole number is expected"));
    let small = || value.parse::<u32>().map_err(|_| wrong("a whole number is expected"));
    if let Some(name) = key.strip_prefix("option.") {
        player.options.retain(|(known, _)| known != name);
        player.options.push((name.to_owned(), value.to_owned()));
        return Ok(());
    }
    if let Some(name) = key.strip_prefix("env.") {
        if let PlayerSource::Program { env, .. } = &mut player.source {
            env.insert(name.to_owned(), value.to_owned());
        }
        return Ok(());
    }
    match key {
        "cmd" => {
            let words = split_words(value)?;
            if let PlayerSource::Program { command, .. } = &mut player.source {
                *command = words;
            } else {
                player.source = PlayerConfig::program(words).source;
            }
        }
        "bot" => player.source = PlayerSource::InProcess(value.to_owned()),
        "name" => player.name = Some(value.to_owned()),
        "dir" => {
            if let PlayerSource::Program { dir, .. } = &mut player.source {
                *dir = Some(PathBuf::from(value));
            }
        }
        "tc" => {
            player.time = value
                .parse::<TimeControl>()
                .map_err(|_| wrong("MATCH[/TURN][+INCREMENT] in seconds is expected"))?;
        }
        "st" => {
            let turn = seconds_to_ms(value).ok_or_else(|| wrong("seconds are expected"))?;
            player.time.turn_ms = (turn > 0).then_some(turn);
        }
        "nodes" => player.nodes = Some(count()?),
        "depth" => player.depth = Some(small()?),
        "width" => player.width = Some(small()?),
        "threads" | "thread" => player.threads = Some(small()?),
        "memory" => {
            let bytes = parse_bytes(value);
            player.memory_bytes = bytes.ok_or_else(|| wrong("bytes, or 350M, are expected"))?;
        }
        "maxmemory" => player.memory_bytes = count()?,
        "board" => {
            player.send_by_board =
                value.parse().map_err(|_| wrong("`true` or `false` is expected"))?;
        }
        _ => return Err(SpecError::Unknown(key.to_owned())),
    }
    Ok(())
}

/// A number of bytes, with an optional binary suffix.
fn parse_bytes(text: &str) -> Option<u64> {
    let (digits, shift) = match text.as_bytes().last()? {
        b'K' | b'k' => (text.split_at(text.len() - 1).0, 10),
        b'M' | b'm' => (text.split_at(text.len() - 1).0, 20),
        b'G' | b'g' => (text.split_at(text.len() - 1).0, 30),
        _ => (text, 0),
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

/// Splits at blanks as a shell does, with single and double quotes and nothing else: a backslash
/// is a character of Windows paths.
fn split_words(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(SpecError::Quote(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(each: &str, spec: &str) -> Result<PlayerConfig, SpecError> {
        PlayerSpec::parse(spec)?.player(&PlayerSpec::parse(each)?)
    }

    #[test]
    fn a_full_specification_is_read() {
        let each = "tc=10/2+0.5 memory=100M option.hash=16 threads=1";
        let spec = r#"cmd="'./my engine' --fast" name="The One" nodes=5000 depth=9 env.A=b
                      option.hash=32 option.style=wild dir=/tmp board=true"#;
        let player = player(each, spec).unwrap();
        let PlayerSource::Program { command, dir, env } = &player.source else { unreachable!() };
        assert_eq!(command, &["./my engine", "--fast"]);
        assert_eq!(dir.as_deref(), Some(std::path::Path::new("/tmp")));
        assert_eq!(env.get("A").map(String::as_str), Some("b"));
        assert_eq!(player.name.as_deref(), Some("The One"));
        assert_eq!(player.time, "10/2+0.5".parse().unwrap());
        assert_eq!((player.nodes, player.depth, player.threads), (Some(5000), Some(9), Some(1)));
        assert_eq!(player.memory_bytes, 100 << 20);
        let options = [("hash", "32"), ("style", "wild")];
        assert_eq!(player.options, options.map(|(k, v)| (k.to_owned(), v.to_owned())));
        assert!(player.send_by_board);
    }

    #[test]
    fn the_short_form_is_a_command() {
        let short = player("st=0.1", "./pbrain-x").unwrap();
        assert_eq!(short.source, PlayerConfig::program(["./pbrain-x"]).source);
        assert_eq!(short.time, TimeControl::per_turn_ms(100));
        assert_eq!(player("", "bot=random").unwrap(), PlayerConfig::in_process("random"));
        assert_eq!(player("width=5", "bot=random width=4").unwrap().width, Some(4));
    }

    #[test]
    fn mistakes_are_named() {
        let value = |key: &str, value: &str, hint| SpecError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            hint,
        };
        let check =
            |spec: &str, error: SpecError| assert_eq!(player("", spec), Err(error), "{spec}");
        check("cmd='x", SpecError::Quote("cmd='x".to_owned()));
        check("cmd=x speed=3", SpecError::Unknown("speed".to_owned()));
        check("cmd=x y", SpecError::Unknown("y".to_owned()));
        check("cmd=x nodes=many", value("nodes", "many", "a whole number is expected"));
        check("cmd=x memory=1X", value("memory", "1X", "bytes, or 350M, are expected"));
        check("name=x", SpecError::Nobody);
        assert!(PlayerSpec::parse("tc=x").is_err());
    }
}
