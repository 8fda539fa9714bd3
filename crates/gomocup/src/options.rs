//! Every setting of the program, defined once.
//!
//! The command line, the protocols, the JSON of the server and the documents read this table, so
//! that a setting has one type, one range and one sentence of help everywhere.

use serde::Serialize;
use tengen_rules::Rule;

use crate::wire::whole_int;

/// Which setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the help text of each is in the table below")]
pub enum OptionId {
    TimeoutTurn,
    TimeoutMatch,
    TimeLeft,
    TimeIncrement,
    MaxMemory,
    GameType,
    Rule,
    Folder,
    MaxDepth,
    StartDepth,
    MaxNode,
    ThreadNum,
    HashSize,
    ShowDetail,
    Strength,
    Bot,
    Pondering,
    CautionFactor,
    NBestSym,
    UseDatabase,
    Swapable,
}

/// What kind of value a setting has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionKind {
    /// A whole number in a range, both ends included.
    Integer {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// Off or on: `0`, `1`, `false`, `true`, `off`, `on`.
    Flag,
    /// Any text up to the end of the line.
    Text,
    /// A rule set by name, or by the number the protocol in use gives it.
    Rule,
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A whole number.
    Integer(i64),
    /// Off or on.
    Flag(bool),
    /// Text.
    Text(String),
    /// A rule set by name.
    Rule(Rule),
    /// A rule set by number; what it means depends on the dialect.
    RuleNumber(i64),
}

/// The definition of a setting.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionSpec {
    /// Which one.
    pub id: OptionId,
    /// The name in `INFO` lines and in JSON.
    pub name: &'static str,
    /// Other names that `INFO` accepts.
    pub aliases: &'static [&'static str],
    /// The name of the command-line option, if it is one.
    pub flag: Option<&'static str>,
    /// What values it has.
    pub kind: OptionKind,
    /// What it is when nobody says anything, as text.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
}

const MILLISECONDS: OptionKind = OptionKind::Integer { min: i64::MIN, max: i64::MAX };
const COUNT: OptionKind = OptionKind::Integer { min: i64::MIN, max: i64::MAX };

const fn option(
    id: OptionId,
    name: &'static str,
    kind: OptionKind,
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    OptionSpec { id, name, aliases: &[], flag: None, kind, default, help }
}

const fn with_flag(spec: OptionSpec, flag: &'static str) -> OptionSpec {
    OptionSpec { flag: Some(flag), ..spec }
}

const fn with_aliases(spec: OptionSpec, aliases: &'static [&'static str]) -> OptionSpec {
    OptionSpec { aliases, ..spec }
}

const fn range(min: i64, max: i64) -> OptionKind {
    OptionKind::Integer { min, max }
}

/// The table.
pub static OPTIONS: [OptionSpec; 21] = [
    with_flag(
        option(
            OptionId::TimeoutTurn,
            "timeout_turn",
            MILLISECONDS,
            "30000",
            "Milliseconds for one move; 0 answers at once, a negative value is no limit.",
        ),
        "turn-ms",
    ),
    with_flag(
        option(
            OptionId::TimeoutMatch,
            "timeout_match",
            MILLISECONDS,
            "0",
            "Milliseconds for the whole game; 0 is no limit.",
        ),
        "match-ms",
    ),
    option(
        OptionId::TimeLeft,
        "time_left",
        MILLISECONDS,
        "2147483647",
        "Milliseconds left of the game clock; 2147483647 is no limit.",
    ),
    with_flag(
        option(
            OptionId::TimeIncrement,
            "time_increment",
            range(0, i64::MAX),
            "0",
            "Milliseconds that every move adds to the game clock.",
        ),
        "increment-ms",
    ),
    with_flag(
        option(
            OptionId::MaxMemory,
            "max_memory",
            range(0, i64::MAX),
            "0",
            "Bytes the whole process may use, tables and network included; 0 is no limit.",
        ),
        "max-memory",
    ),
    option(
        OptionId::GameType,
        "game_type",
        range(0, 3),
        "1",
        "The opponent: 0 human, 1 engine, 2 tournament, 3 network tournament.",
    ),
    with_flag(
        option(
            OptionId::Rule,
            "rule",
            OptionKind::Rule,
            "freestyle",
            "The rule set, by name or by the number of the protocol.",
        ),
        "rule",
    ),
    option(OptionId::Folder, "folder", OptionKind::Text, "", "Where files may be kept."),
    with_flag(
        with_aliases(
            option(
                OptionId::MaxDepth,
                "max_depth",
                COUNT,
                "0",
                "The largest search depth in plies; 0 or less is no limit.",
            ),
            &["depth"],
        ),
        "depth",
    ),
    option(
        OptionId::StartDepth,
        "start_depth",
        COUNT,
        "0",
        "The depth of the first iteration; 0 or less is the engine's choice.",
    ),
    with_flag(
        with_aliases(
            option(
                OptionId::MaxNode,
                "max_node",
                COUNT,
                "-1",
                "The largest number of nodes; 0 or less is no limit.",
            ),
            &["max_nodes", "nodes"],
        ),
        "nodes",
    ),
    with_flag(
        with_aliases(
            option(OptionId::ThreadNum, "thread_num", range(1, 1024), "1", "Search threads."),
            &["threads"],
        ),
        "threads",
    ),
    with_flag(
        option(
            OptionId::HashSize,
            "hash_size",
            range(0, i64::MAX),
            "0",
            "KiB for the hash table; 0 is the engine's choice.",
        ),
        "hash-kib",
    ),
    option(
        OptionId::ShowDetail,
        "show_detail",
        range(0, 3),
        "0",
        "Live output: bit 0 marks on the board, bit 1 reports on lines of play.",
    ),
    with_flag(
        option(
            OptionId::Strength,
            "strength",
            range(0, 100),
            "100",
            "Playing strength, 0 for a beginner, 100 for all we have.",
        ),
        "strength",
    ),
    with_flag(
        option(
            OptionId::Bot,
            "bot",
            OptionKind::Text,
            "",
            "The player by name; empty: the engine.",
        ),
        "bot",
    ),
    option(
        OptionId::Pondering,
        "pondering",
        OptionKind::Flag,
        "0",
        "Whether to think on the opponent's time.",
    ),
    option(
        OptionId::CautionFactor,
        "caution_factor",
        range(0, 5),
        "1",
        "How broadly candidate moves are chosen.",
    ),
    option(
        OptionId::NBestSym,
        "nbestsym",
        OptionKind::Flag,
        "0",
        "Whether symmetric moves count separately among the best.",
    ),
    with_aliases(
        option(
            OptionId::UseDatabase,
            "usedatabase",
            OptionKind::Flag,
            "0",
            "Whether a position database may be used.",
        ),
        &["use_database"],
    ),
    with_aliases(
        option(
            OptionId::Swapable,
            "swapable",
            OptionKind::Flag,
            "0",
            "Whether the colors may still be exchanged.",
        ),
        &["swappable"],
    ),
];

/// The definition with this name or alias, in any case.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    OPTIONS.iter().find(|spec| {
        std::iter::once(&spec.name)
            .chain(spec.aliases)
            .any(|known| known.eq_ignore_ascii_case(name))
    })
}

impl OptionSpec {
    /// Reads a value; `None` if it is none of this setting's.
    ///
    /// ```
    /// use tengen_gomocup::options::{OptionValue, find};
    ///
    /// let strength = find("STRENGTH").unwrap();
    /// assert_eq!(strength.parse("40"), Some(OptionValue::Integer(40)));
    /// assert_eq!(strength.parse("400"), None);
    /// ```
    pub fn parse(&self, text: &str) -> Option<OptionValue> {
        let text = text.trim();
        match self.kind {
            OptionKind::Integer { min, max } => whole_int(text)
                .filter(|value| (min..=max).contains(value))
                .map(OptionValue::Integer),
            OptionKind::Flag => flag(text).map(OptionValue::Flag),
            OptionKind::Text => Some(OptionValue::Text(text.to_owned())),
            OptionKind::Rule => rule_by_name(text)
                .map(OptionValue::Rule)
                .or_else(|| whole_int(text).map(OptionValue::RuleNumber)),
        }
    }
}

fn flag(text: &str) -> Option<bool> {
    let is_one_of = |words: [&str; 4]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_one_of(["1", "true", "on", "yes"]) {
        Some(true)
    } else if is_one_of(["0", "false", "off", "no"]) {
        Some(false)
    } else {
        None
    }
}

/// A rule set by its name; the rules document writes some of them with a hyphen.
pub fn rule_by_name(text: &str) -> Option<Rule> {
    let name: String = text.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).collect();
    match name.to_ascii_lowercase().as_str() {
        "keryopente" => Some(Rule::Keryo),
        "freerenju" => Some(Rule::Renju),
        name => name.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_values() {
        for spec in &OPTIONS {
            assert!(spec.parse(spec.default).is_some(), "{}", spec.name);
            assert!(spec.help.ends_with('.'), "{}", spec.name);
        }
    }

    #[test]
    fn the_table_is_data_for_other_programs() {
        let table = serde_json::to_value(OPTIONS).expect("plain data");
        let strength =
            table.as_array().and_then(|rows| rows.iter().find(|r| r["name"] == "strength"));
        let kind = strength.map(|row| row["kind"].clone());
        assert_eq!(kind, Some(serde_json::json!({ "integer": { "min": 0, "max": 100 } })));
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = OPTIONS
            .iter()
            .flat_map(|spec| std::iter::once(spec.name).chain(spec.aliases.iter().copied()))
            .collect();
        names.sort_unstable();
        let n_names = names.len();
        names.dedup();
        assert_eq!(names.len(), n_names);
    }

    #[test]
    fn every_rule_is_known_by_name() {
        for rule in Rule::ALL {
            assert_eq!(rule_by_name(rule.name()), Some(rule));
            assert_eq!(rule_by_name(&rule.name().to_ascii_uppercase()), Some(rule));
        }
        assert_eq!(rule_by_name("ninuki-42"), Some(Rule::Ninuki42));
        assert_eq!(rule_by_name("keryo-pente"), Some(Rule::Keryo));
        assert_eq!(rule_by_name("go"), None);
    }

    #[test]
    fn huge_numbers_are_the_largest() {
        let memory = find("max_memory").expect("it is in the table");
        assert_eq!(memory.parse("18446744073709551615"), Some(OptionValue::Integer(i64::MAX)));
        assert_eq!(memory.parse("-1"), None);
        assert_eq!(memory.parse("12 MB"), None);
    }
}
