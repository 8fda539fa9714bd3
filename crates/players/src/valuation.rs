//! What a move or position is worth to somebody, together with whose numbers these are.

use core::fmt;

use tengen_engine::Score as EngineScore;

use crate::Score;

/// Whose numbers a score is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Units {
    /// The engine's, which say what share of the points to expect.
    Engine,
    /// A seed player's own, which compare with nothing else.
    #[default]
    Own,
}

/// A score with its units, from the view of the side it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Valuation {
    /// The number.
    pub score: Score,
    /// Whose number it is.
    pub units: Units,
}

impl From<EngineScore> for Score {
    fn from(score: EngineScore) -> Self {
        match score.mate() {
            Some(plies) if plies > 0 => Self::win_in(plies.unsigned_abs()),
            Some(plies) => -Self::win_in(plies.unsigned_abs()),
            None => Self(i64::from(score.get())),
        }
    }
}

impl From<EngineScore> for Valuation {
    fn from(score: EngineScore) -> Self {
        Self { score: score.into(), units: Units::Engine }
    }
}

impl Valuation {
    /// A score in a player's own units.
    pub const fn own(score: Score) -> Self {
        Self { score, units: Units::Own }
    }

    /// Plies to the end where it is decided: positive for a win, negative for a loss.
    pub fn plies_to_end(self) -> Option<i32> {
        let Score(value) = self.score;
        self.score.is_decided().then(|| {
            let plies = i32::try_from(Score::WIN.0 - value.abs()).unwrap_or(i32::MAX);
            if value > 0 { plies } else { -plies }
        })
    }

    /// The share of points to expect, 0 to 1, where that can be told.
    pub fn win_rate(self) -> Option<f64> {
        match (self.plies_to_end(), self.units) {
            (Some(_), _) => Some(if self.score > Score(0) { 1.0 } else { 0.0 }),
            (None, Units::Engine) => self.engine_score().map(EngineScore::win_rate),
            (None, Units::Own) => None,
        }
    }

    /// The value as people read it: `52 %` of the engine, `win in 7`, a seed player's bare number.
    pub fn in_plain_words(self) -> String {
        match self.win_rate().filter(|_| !self.score.is_decided()) {
            Some(rate) => format!("{:.0} %", rate * 100.0),
            None => self.score.to_string(),
        }
    }

    /// The bare number that goes with the text.
    pub fn value(self) -> i64 {
        self.engine_score().map_or(self.score.0, |score| i64::from(score.get()))
    }

    /// The engine's score it was made of.
    fn engine_score(self) -> Option<EngineScore> {
        if self.units == Units::Own {
            return None;
        }
        match self.plies_to_end() {
            Some(plies) if self.score > Score(0) => Some(EngineScore::win_in(plies)),
            Some(plies) => Some(EngineScore::loss_in(-plies)),
            None => i32::try_from(self.score.0).ok().map(EngineScore::of_eval),
        }
    }
}

/// `+120`, `win in 7`, `loss in 4`; a seed player's number without a sign.
impl fmt::Display for Valuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.units, self.score.is_decided()) {
            (Units::Engine, false) => f.pad(&format!("{:+}", self.score.0)),
            (Units::Engine, true) | (Units::Own, _) => self.score.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_numbers_come_back_as_they_were() {
        for score in [
            EngineScore::of_eval(120),
            EngineScore::of_eval(-7),
            EngineScore::win_in(7),
            EngineScore::loss_in(4),
        ] {
            let valuation = Valuation::from(score);
            assert_eq!(valuation.value(), i64::from(score.get()));
            assert_eq!(valuation.plies_to_end(), score.mate());
            let rates = (valuation.win_rate().unwrap(), score.win_rate());
            assert!((rates.0 - rates.1).abs() < 1e-9, "{rates:?}");
        }
        assert_eq!(Valuation::from(EngineScore::of_eval(120)).to_string(), "+120");
        assert_eq!(Valuation::from(EngineScore::loss_in(4)).to_string(), "loss in 4");
    }

    #[test]
    fn a_seed_players_number_promises_no_share() {
        let valuation = Valuation::own(Score(15124));
        assert_eq!((valuation.to_string().as_str(), valuation.win_rate()), ("15124", None));
        assert_eq!(Valuation::own(Score::win_in(3)).win_rate(), Some(1.0));
    }
}
