//! Asking a bot why, for people and for programs.

use crate::{Choice, Detail, Limits, Reasoning};
use serde_json::{Map, Value};
use tengen_rules::Game;

use crate::bots::{UnknownBot, by_name, fivetuple, scorer};

/// What a bot would do and why.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Its answer.
    pub choice: Choice,
    /// Its reasons.
    pub reasoning: Reasoning,
    // What only this bot's document has, beside the fields of the record.
    pub(crate) own_fields: Map<String, Value>,
    /// The choice in words.
    pub why: String,
}

impl Explanation {
    /// One JSON document: the fields of the [`Reasoning`] record and, for `scorer` and
    /// `fivetuple`, the numbers of every empty cell with a `schema` and a `note` on how to read
    /// them.
    pub fn to_json(&self) -> Value {
        let mut document = serde_json::to_value(&self.reasoning).unwrap_or_default();
        if let Value::Object(fields) = &mut document {
            fields.insert("why".to_owned(), Value::from(self.why.as_str()));
            fields.extend(self.own_fields.clone());
        }
        document
    }

    /// The record drawn for people.
    pub fn to_text(&self, game: &Game) -> String {
        self.reasoning.to_text(game)
    }
}

/// Asks the bot with this name. A game that is over has no move, but the numbers of its empty
/// cells are still given: a board file may hold anything.
pub fn explain(
    bot: &str,
    game: &Game,
    limits: &Limits<'_>,
    detail: Detail,
) -> Result<Explanation, UnknownBot> {
    let mut player = by_name(bot).ok_or_else(|| UnknownBot(bot.to_owned()))?;
    let mut reasoning = Reasoning::new(detail);
    let choice = player.choose(game, limits, Some(&mut reasoning));
    let own_fields = match bot {
        "scorer" => scorer::json::fields(game),
        "fivetuple" => fivetuple::json::fields(game),
        _ => Map::new(),
    };
    let why = reasoning.in_words(game);
    Ok(Explanation { choice, reasoning, own_fields, why })
}

/// As [`explain`] with the bot's own limits, as JSON.
pub fn explain_json(bot: &str, game: &Game) -> Result<Value, UnknownBot> {
    explain(bot, game, &Limits::default(), Detail::default()).map(|answer| answer.to_json())
}

/// As [`explain`] with the bot's own limits, as text.
pub fn explain_text(bot: &str, game: &Game) -> Result<String, UnknownBot> {
    explain(bot, game, &Limits::default(), Detail::default()).map(|answer| answer.to_text(game))
}
