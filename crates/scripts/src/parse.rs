//! From the text of a script to its steps.

use std::error::Error;
use std::str::FromStr;

use tengen_game::{NewGameSpec, Occupant, Phase, PlayerAction};
use tengen_players::{Score, Units, Valuation};
use tengen_rules::{ByColor, Notation, Point, Size};

use crate::script::{Answer, Choice, Expectation, Line, Purpose, Reply, Script, ScriptError, Step};

/// What is wrong with a line.
type Parsed<T> = Result<T, Box<dyn Error>>;

impl FromStr for Script {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Self, ScriptError> {
        let mut script = Self { spec: NewGameSpec::default(), lines: Vec::new() };
        for (line, number) in text.lines().zip(1..) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                script.read_line(number, line).map_err(|reason| ScriptError {
                    line: number,
                    reason: reason.to_string(),
                    text: line.to_owned(),
                })?;
            }
        }
        Ok(script)
    }
}

/// The first word of a line, and the rest.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}

fn unknown(what: &str) -> Box<dyn Error> {
    format!("{what:?} says nothing here").into()
}

impl Script {
    fn read_line(&mut self, number: usize, line: &str) -> Parsed<()> {
        let (subject, rest) = split(line);
        let step = match subject {
            "person" => Step::Person { action: self.action(rest)?, refused: None },
            "opponent" => Step::Thinker(Answer { n_panics: 0, reply: Some(self.answer(rest)?) }),
            "thinker" => Step::Thinker(self.thinker(rest)?),
            "expect" => match split(rest) {
                ("refused", sentence) => return self.refuse_last(quoted(sentence)?),
                _ => Step::Expect(self.expectation(rest)?),
            },
            _ => return self.agree(subject, rest),
        };
        self.lines.push(Line { number, step });
        Ok(())
    }

    /// What is agreed on before the game.
    fn agree(&mut self, what: &str, how: &str) -> Parsed<()> {
        if !self.lines.is_empty() {
            return Err(unknown(what));
        }
        let spec = &mut self.spec;
        match what {
            "rule" => spec.rule = Some(how.parse()?),
            "size" => {
                let side = how.parse()?;
                spec.size = Some(Size::new(side)?);
            }
            "opening" => spec.opening = Some(how.parse()?),
            "first" => spec.first = Some(occupant(how)?),
            "second" => spec.second = Some(occupant(how)?),
            "title" => spec.title = Some(quoted(how)?),
            _ => return Err(unknown(what)),
        }
        Ok(())
    }

    /// The last thing that the person did is refused.
    fn refuse_last(&mut self, sentence: String) -> Parsed<()> {
        let last = self.lines.last_mut().map(|line| &mut line.step);
        let Some(Step::Person { refused, .. }) = last else {
            return Err("only what the person did just before can be refused".into());
        };
        *refused = Some(sentence);
        Ok(())
    }

    fn action(&self, text: &str) -> Parsed<PlayerAction> {
        let (verb, rest) = split(text);
        Ok(match (verb, rest) {
            ("plays" | "chooses", choice) => {
                let choice = self.choice(choice)?;
                match (choice, choice.opening_action()) {
                    (Choice::Play(point), _) => PlayerAction::Play(point),
                    (_, Some(action)) => PlayerAction::Opening(action),
                    (_, None) => PlayerAction::Pass,
                }
            }
            ("takes", "back") => PlayerAction::Undo,
            ("repeats", "") => PlayerAction::Redo,
            ("resigns", "") => PlayerAction::Resign,
            ("offers", "a draw") => PlayerAction::OfferDraw,
            ("asks", "for a hint") => PlayerAction::Hint,
            ("hurries", "the opponent") => PlayerAction::MoveNow,
            ("pauses", "") => PlayerAction::Pause,
            ("resumes", "") => PlayerAction::Resume,
            ("renames", title) => PlayerAction::Rename(quoted(title)?),
            _ => return Err(unknown(text)),
        })
    }

    fn thinker(&self, text: &str) -> Parsed<Answer> {
        match split(text) {
            ("suggests", _) => {
                Ok(Answer { n_panics: 0, reply: Some(self.reply(Purpose::Suggestion, text)?) })
            }
            ("panics", "twice") => Ok(Answer { n_panics: 2, reply: None }),
            ("panics", rest) => {
                let then = rest.strip_prefix("once then ").ok_or_else(|| unknown(rest))?;
                Ok(Answer { n_panics: 1, reply: Some(self.answer(then)?) })
            }
            _ => Err(unknown(text)),
        }
    }

    fn answer(&self, text: &str) -> Parsed<Reply> {
        match split(text) {
            ("answers", _) => self.reply(Purpose::Decision, text),
            _ => Err(unknown(text)),
        }
    }

    /// A verb, a choice and perhaps a score.
    fn reply(&self, purpose: Purpose, text: &str) -> Parsed<Reply> {
        let (_, rest) = split(text);
        let (choice, score) = match rest.split_once(" score ") {
            Some((choice, score)) => (choice, Some(score)),
            None => (rest, None),
        };
        let value = score
            .map(|score| score.trim().parse())
            .transpose()?
            .map(|score| Valuation { score: Score(score), units: Units::Engine });
        Ok(Reply { purpose, choice: self.choice(choice.trim())?, value })
    }

    fn choice(&self, text: &str) -> Parsed<Choice> {
        Ok(match text {
            "pass" => Choice::Pass,
            "swap" => Choice::Swap,
            "stay" => Choice::Stay,
            "black" => Choice::TakeBlack,
            "white" => Choice::TakeWhite,
            "two more stones" => Choice::PutTwo,
            name => Choice::Play(self.point(name)?),
        })
    }

    fn size(&self) -> Parsed<Size> {
        self.spec.size.ok_or_else(|| "the size of the board must be said first".into())
    }

    fn point(&self, name: &str) -> Parsed<Point> {
        Ok(Notation::Renju.parse(self.size()?, name)?)
    }

    /// Names of moves, as everybody writes them.
    fn names(&self, text: &str) -> Parsed<Vec<String>> {
        let size = self.size()?;
        let name = |word: &str| match word {
            "pass" => Ok(word.to_owned()),
            _ => self.point(word).map(|point| Notation::Renju.format(size, point)),
        };
        text.split_whitespace().map(name).collect()
    }

    fn expectation(&self, text: &str) -> Parsed<Expectation> {
        let (what, rest) = split(text);
        Ok(match what {
            "title" => Expectation::Title(quoted(rest)?),
            "phase" => Expectation::Phase(match rest {
                "opening" => Phase::Opening,
                "play" => Phase::Play,
                "over" => Phase::Over,
                _ => return Err(unknown(rest)),
            }),
            "moves" => Expectation::Moves(self.names(rest)?),
            "undone" => Expectation::Undone(self.names(rest)?),
            "captured" => {
                let ["black", black, "white", white] =
                    rest.split_whitespace().collect::<Vec<_>>()[..]
                else {
                    return Err(unknown(rest));
                };
                Expectation::Captured(ByColor::new(black.parse()?, white.parse()?))
            }
            "prompt" => Expectation::Prompt(quoted(rest)?),
            "log" => Expectation::Log(quoted(rest)?),
            "events" => Expectation::Events(rest.split_whitespace().map(str::to_owned).collect()),
            "notice" => Expectation::Notice(quoted(rest)?),
            "hint" => {
                let (name, why) = split(rest);
                let [name] = &self.names(name)?[..] else { return Err(unknown(rest)) };
                Expectation::Hint(name.clone(), quoted(why)?)
            }
            "outcome" => Expectation::Outcome(quoted(rest)?),
            _ => return Err(unknown(what)),
        })
    }
}

/// The text between quotation marks.
fn quoted(text: &str) -> Parsed<String> {
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.map(str::to_owned).ok_or_else(|| format!("{text:?} must be in quotation marks").into())
}

fn occupant(text: &str) -> Parsed<Occupant> {
    match split(text) {
        ("person", "") => Ok(Occupant::person()),
        ("person", name) => Ok(Occupant::Person { name: Some(name.to_owned()) }),
        ("opponent", name) => Ok(Occupant::opponent(name)),
        _ => Err(unknown(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repositorys_script_can_be_read() {
        let script = Script::capture_game();
        assert!(script.lines.len() > 50);
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_the_number_of_its_line() {
        for text in [
            "person plays H8",
            "size 15\nperson dances",
            "size 15\nexpect refused \"No.\"",
            "size 15\nperson renames quietly",
            "size 15\nopponent answers Z99",
            "size 15\nopponent answers H8 score high",
            "size 15\nthinker panics thrice",
            "size 15\nexpect captured black 2",
            "size 15\nperson resigns\nrule renju",
            "rule chess",
        ] {
            let error = text.parse::<Script>().unwrap_err();
            assert_eq!(error.line, text.lines().count(), "{error}");
        }
    }
}
