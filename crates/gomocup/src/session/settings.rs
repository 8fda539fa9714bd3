//! The settings a manager makes with `INFO`.

use tengen_rules::Rule;

use crate::limits::{ENDLESS_MS, Limits};
use crate::options::{self, OptionId, OptionValue};

/// Which protocol the other side turned out to speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Plain Gomocup.
    #[default]
    Gomocup,
    /// The Yixin extension, for the rest of the process.
    Yixin,
}

/// Every setting, with its meaning worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Milliseconds for a move; `None` is no limit.
    pub timeout_turn_ms: Option<u64>,
    /// Milliseconds for the game; `None` is no limit.
    pub timeout_match_ms: Option<u64>,
    /// Milliseconds left of the game, as told or as counted by ourselves.
    pub time_left_ms: Option<i64>,
    /// Milliseconds every move gives back.
    pub time_increment_ms: u64,
    /// Bytes for the whole process; `None` is no limit.
    pub max_memory: Option<u64>,
    /// 0 human, 1 engine, 2 tournament, 3 network tournament.
    pub game_type: u8,
    /// Where files may be kept.
    pub folder: Option<String>,
    /// The largest depth.
    pub max_depth: Option<u32>,
    /// The first depth.
    pub start_depth: Option<u32>,
    /// The largest number of nodes.
    pub max_nodes: Option<u64>,
    /// Search threads; `None` is the engine's choice.
    pub threads: Option<u32>,
    /// KiB for the hash table; `None` is the engine's choice.
    pub hash_kib: Option<u64>,
    /// Whether marks on the board are wanted.
    pub shows_realtime: bool,
    /// Whether reports on lines of play are wanted.
    pub shows_detail: bool,
    /// 0 to 100; `None` if nobody asked for less than everything.
    pub strength: Option<u8>,
    /// The player by name.
    pub bot: Option<String>,
    /// Whether to think on the opponent's time.
    pub pondering: bool,
    /// How broadly candidates are chosen.
    pub caution_factor: u8,
    /// Whether symmetric moves count separately.
    pub nbest_symmetric: bool,
    rule: RuleChoice,
    // Whether `time_left` was said since our last answer.
    is_time_left_fresh: bool,
}

/// The rule as it was asked for: a number is only understood once the dialect is known, and boards
/// send `rule 2` before the line that gives them away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleChoice {
    Named(Rule),
    Number(i64),
}

impl Default for Settings {
    /// What the reference program assumes when nothing is sent.
    fn default() -> Self {
        Self {
            timeout_turn_ms: Some(30_000),
            timeout_match_ms: None,
            time_left_ms: None,
            time_increment_ms: 0,
            max_memory: None,
            game_type: 1,
            folder: None,
            max_depth: None,
            start_depth: None,
            max_nodes: None,
            threads: None,
            hash_kib: None,
            shows_realtime: false,
            shows_detail: false,
            strength: None,
            bot: None,
            pondering: false,
            caution_factor: 1,
            nbest_symmetric: false,
            rule: RuleChoice::Number(0),
            is_time_left_fresh: false,
        }
    }
}

impl Settings {
    /// The rule set in force.
    pub fn rule(&self, dialect: Dialect) -> Rule {
        match self.rule {
            RuleChoice::Named(rule) => rule,
            RuleChoice::Number(number) => {
                rule_by_number(number, dialect).unwrap_or(Rule::Freestyle)
            }
        }
    }

    /// The limits for a search that starts now.
    pub(super) fn limits(&self, dialect: Dialect) -> Limits {
        Limits {
            turn_ms: self.timeout_turn_ms,
            match_ms: self.timeout_match_ms,
            left_ms: self.time_left_ms,
            increment_ms: self.time_increment_ms,
            is_board: dialect == Dialect::Yixin,
            max_depth: self.max_depth,
            start_depth: self.start_depth,
            max_nodes: self.max_nodes,
        }
    }

    /// Takes an `INFO` line; what is not understood is ignored, as the protocol asks. Returns
    /// which setting was changed.
    pub(super) fn apply(&mut self, key: &str, value: &str, dialect: Dialect) -> Option<OptionId> {
        let spec = options::find(key)?;
        match spec.parse(value)? {
            OptionValue::Integer(value) => self.set_integer(spec.id, value),
            OptionValue::Flag(value) => self.set_flag(spec.id, value),
            OptionValue::Text(value) => self.set_text(spec.id, value),
            OptionValue::Rule(rule) => self.rule = RuleChoice::Named(rule),
            OptionValue::RuleNumber(number) => {
                // A number that means something in either dialect is kept until we know which.
                let means_something = [dialect, Dialect::Yixin]
                    .into_iter()
                    .any(|dialect| rule_by_number(number, dialect).is_some());
                if !means_something {
                    return None;
                }
                self.rule = RuleChoice::Number(number);
            }
        }
        Some(spec.id)
    }

    fn set_integer(&mut self, id: OptionId, value: i64) {
        let positive = u64::try_from(value).ok().filter(|&value| value > 0);
        let depth = positive.map(|value| u32::try_from(value).unwrap_or(u32::MAX));
        match id {
            OptionId::TimeoutTurn => self.timeout_turn_ms = u64::try_from(value).ok(),
            OptionId::TimeoutMatch => self.timeout_match_ms = positive,
            OptionId::TimeLeft => {
                self.time_left_ms = Some(value);
                self.is_time_left_fresh = true;
            }
            OptionId::TimeIncrement => self.time_increment_ms = positive.unwrap_or(0),
            OptionId::MaxMemory => self.max_memory = positive,
            OptionId::GameType => self.game_type = value as u8,
            OptionId::MaxDepth => self.max_depth = depth,
            OptionId::StartDepth => self.start_depth = depth,
            OptionId::MaxNode => self.max_nodes = positive,
            OptionId::ThreadNum => self.threads = depth,
            OptionId::HashSize => self.hash_kib = positive,
            OptionId::ShowDetail => {
                self.shows_realtime = value & 1 != 0;
                self.shows_detail = value & 2 != 0;
            }
            OptionId::Strength => self.strength = Some(value as u8),
            OptionId::CautionFactor => self.caution_factor = value as u8,
            _ => {}
        }
    }

    fn set_flag(&mut self, id: OptionId, value: bool) {
        match id {
            OptionId::Pondering => self.pondering = value,
            OptionId::NBestSym => self.nbest_symmetric = value,
            // There is no database, and whether a swap is allowed follows from the commands.
            _ => {}
        }
    }

    fn set_text(&mut self, id: OptionId, value: String) {
        let value = Some(value).filter(|value| !value.is_empty());
        match id {
            OptionId::Folder => self.folder = value,
            OptionId::Bot => self.bot = value,
            _ => {}
        }
    }

    /// Charges our own clock for a move, for managers that never send `time_left` again.
    pub(super) fn charge(&mut self, elapsed_ms: u64) {
        let left = self.time_left_ms.or_else(|| self.timeout_match_ms.map(|ms| ms as i64));
        // The word "unlimited" is a number too and must not be counted down.
        self.time_left_ms = left.map(|left| {
            if left >= ENDLESS_MS {
                return left;
            }
            left.saturating_sub_unsigned(elapsed_ms).saturating_add_unsigned(self.time_increment_ms)
        });
        self.is_time_left_fresh = false;
    }

    /// A new game begins: its clock is full, unless somebody just said what is left of it
    /// (Yixin-Board does so before `START`).
    pub(super) fn new_game(&mut self) {
        if !self.is_time_left_fresh {
            self.time_left_ms = None;
        }
    }
}

/// The rule set with this number: a bit mask in Gomocup, a list in Yixin and Rapfi.
fn rule_by_number(number: i64, dialect: Dialect) -> Option<Rule> {
    match (dialect, number) {
        (Dialect::Yixin, 2) => Some(Rule::Renju),
        // Freestyle with swap after one and with swap2: the swap is asked for by commands.
        (Dialect::Yixin, 5 | 6) => Some(Rule::Freestyle),
        (Dialect::Yixin, 3) => None,
        // Bit 1 is the continuous game, which does not change what wins; renju includes the exact
        // five, so bit 0 adds nothing to it.
        _ => match number & !2 {
            5 => Some(Rule::Renju),
            code => u8::try_from(code).ok().and_then(Rule::from_gomocup_code),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_dialect() {
        for (number, gomocup, yixin) in [
            (0, Some(Rule::Freestyle), Some(Rule::Freestyle)),
            (1, Some(Rule::Standard), Some(Rule::Standard)),
            (2, Some(Rule::Freestyle), Some(Rule::Renju)),
            (3, Some(Rule::Standard), None),
            (4, Some(Rule::Renju), Some(Rule::Renju)),
            (5, Some(Rule::Renju), Some(Rule::Freestyle)),
            (6, Some(Rule::Renju), Some(Rule::Freestyle)),
            (8, Some(Rule::Caro6), Some(Rule::Caro6)),
            (9, Some(Rule::Caro), Some(Rule::Caro)),
            (11, Some(Rule::Caro), Some(Rule::Caro)),
            (12, None, None),
            (64, None, None),
            (-1, None, None),
        ] {
            assert_eq!(rule_by_number(number, Dialect::Gomocup), gomocup, "{number}");
            assert_eq!(rule_by_number(number, Dialect::Yixin), yixin, "{number}");
        }
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut settings = Settings::default();
        for (key, value) in [
            ("timeout_turn", "soon"),
            ("timeout_turn", ""),
            ("max_memory", "-5"),
            ("strength", "101"),
            ("thread_num", "0"),
            ("rule", "chess"),
            ("rule", "77"),
            ("game_type", "9"),
            ("nonsense", "1"),
            ("pondering", "maybe"),
        ] {
            assert_eq!(settings.apply(key, value, Dialect::Gomocup), None, "{key} {value}");
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn unlimited_has_many_names() {
        let mut settings = Settings::default();
        for (key, value) in [
            ("timeout_turn", "-1"),
            ("timeout_match", "0"),
            ("max_node", "-1"),
            ("max_depth", "0"),
            ("max_memory", "0"),
            ("hash_size", "0"),
        ] {
            assert!(settings.apply(key, value, Dialect::Gomocup).is_some(), "{key} {value}");
        }
        assert_eq!(settings.timeout_turn_ms, None);
        assert_eq!(settings.timeout_match_ms, None);
        assert_eq!(settings.max_nodes, None);
        assert_eq!(settings.max_depth, None);
        assert_eq!(settings.max_memory, None);
        assert_eq!(settings.hash_kib, None);
    }

    #[test]
    fn our_own_clock_runs_when_nobody_tells_the_time() {
        let mut settings = Settings::default();
        settings.apply("timeout_match", "10000", Dialect::Gomocup);
        settings.apply("time_increment", "100", Dialect::Gomocup);
        settings.charge(1500);
        assert_eq!(settings.time_left_ms, Some(8600));
        settings.new_game();
        assert_eq!(settings.time_left_ms, None, "a new game has a full clock");
        settings.apply("time_left", "5000", Dialect::Gomocup);
        settings.new_game();
        assert_eq!(settings.time_left_ms, Some(5000), "it was said for this game");
    }
}
