//! The text of the transports.

use serde::Deserialize;
use serde_json::Value;

use super::BotzoneError;

/// A message of the judge or of a player: a point, or (-1, -1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Xy {
    /// The column.
    pub x: i64,
    /// The row.
    pub y: i64,
}

impl Xy {
    /// "You begin" as the first request, "swap" later.
    pub const NONE: Self = Self { x: -1, y: -1 };
}

/// How the text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// JSON objects.
    Json,
    /// Numbers and line ends.
    Simple,
}

/// A history: what the judge asked and what we answered, in turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What we were sent.
    pub requests: Vec<Xy>,
    /// What we answered; one less.
    pub responses: Vec<Xy>,
}

/// What arrives in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Everything so far.
    Full(Record),
    /// Only the newest request.
    Bare(Xy),
}

#[derive(Deserialize)]
struct Envelope {
    requests: Vec<Value>,
    #[serde(default)]
    responses: Vec<Value>,
    // data, globaldata and the limits are allowed in any type and not used.
}

impl Message {
    /// Reads one complete frame.
    ///
    /// ```
    /// use tengen_gomocup::botzone::{Message, Transport, Xy};
    ///
    /// let text = r#"{"requests":[{"x":-1,"y":-1}],"responses":[]}"#;
    /// let (message, transport) = Message::parse(text).unwrap();
    /// assert_eq!(transport, Transport::Json);
    /// assert!(matches!(message, Message::Full(record) if record.requests == [Xy::NONE]));
    /// ```
    pub fn parse(text: &str) -> Result<(Self, Transport), BotzoneError> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        match text.bytes().next() {
            Some(b'{') => Ok((Self::parse_json(text)?, Transport::Json)),
            Some(b'-' | b'0'..=b'9') => Ok((Self::parse_simple(text)?, Transport::Simple)),
            Some(_) => Err(BotzoneError::UnknownTransport),
            None => Err(BotzoneError::Incomplete),
        }
    }

    fn parse_json(text: &str) -> Result<Self, BotzoneError> {
        let bad = |error: serde_json::Error| BotzoneError::Json(error.to_string());
        let value: Value = serde_json::from_str(text).map_err(bad)?;
        if value.get("requests").is_none() {
            return Ok(Self::Bare(xy(&value)?));
        }
        let Envelope { requests, responses } = serde_json::from_value(value).map_err(bad)?;
        let record = Record {
            requests: requests.iter().map(xy).collect::<Result<_, _>>()?,
            responses: responses.iter().map(xy).collect::<Result<_, _>>()?,
        };
        record.checked().map(Self::Full)
    }

    fn parse_simple(text: &str) -> Result<Self, BotzoneError> {
        // Blank lines are what `echo` and empty data leave behind.
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or(BotzoneError::Incomplete)?;
        if let Some(request) = two_numbers(first) {
            return Ok(Self::Bare(request));
        }
        let n_turns = first.trim().parse::<usize>().ok().filter(|n| (1..=MAX_TURNS).contains(n));
        let n_turns = n_turns.ok_or(BotzoneError::Line { line: 1, expected: "a turn number" })?;
        let mut record = Record::default();
        for i in 0..2 * n_turns - 1 {
            let (number, line) = lines.next().ok_or(BotzoneError::Incomplete)?;
            let bad = BotzoneError::Line { line: number + 1, expected: "two numbers" };
            let message = two_numbers(line).ok_or(bad)?;
            if i % 2 == 0 { &mut record.requests } else { &mut record.responses }.push(message);
        }
        record.checked().map(Self::Full)
    }
}

/// A game of 15x15 has at most 225 stones and one swap.
pub(super) const MAX_TURNS: usize = 120;

impl Record {
    fn checked(self) -> Result<Self, BotzoneError> {
        let (requests, responses) = (self.requests.len(), self.responses.len());
        if requests == responses + 1 && requests <= MAX_TURNS {
            Ok(self)
        } else {
            Err(BotzoneError::Counts { requests, responses })
        }
    }
}

pub(super) fn two_numbers(line: &str) -> Option<Xy> {
    let mut words = line.split_whitespace().map(str::parse::<i64>);
    match (words.next(), words.next(), words.next()) {
        (Some(Ok(x)), Some(Ok(y)), None) => Some(Xy { x, y }),
        _ => None,
    }
}

fn xy(value: &Value) -> Result<Xy, BotzoneError> {
    let coordinate = |key: &str| value.get(key).and_then(whole_number);
    coordinate("x")
        .zip(coordinate("y"))
        .map(|(x, y)| Xy { x, y })
        .ok_or_else(|| BotzoneError::Json("a message needs whole numbers x and y".into()))
}

/// The judge accepts `7.0`, so we do; `"7"` and `7.5` lose there and are errors here.
fn whole_number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64()?;
        (number.fract() == 0.0 && number.abs() < 1e9).then_some(number as i64)
    })
}

impl Transport {
    /// Our answer as the judge wants it, terminator included.
    pub fn format(self, answer: Xy, debug: Option<&str>) -> String {
        let Xy { x, y } = answer;
        match self {
            Self::Json => {
                let mut envelope = serde_json::json!({ "response": { "x": x, "y": y } });
                if let (Some(debug), Some(object)) = (debug, envelope.as_object_mut()) {
                    // The judge keeps a kilobyte.
                    let debug: String = debug.chars().take(200).collect();
                    object.insert("debug".into(), debug.into());
                }
                format!("{envelope}\n")
            }
            Self::Simple => format!("{x} {y}\n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(requests: &[(i64, i64)], responses: &[(i64, i64)]) -> Message {
        let points = |list: &[(i64, i64)]| list.iter().map(|&(x, y)| Xy { x, y }).collect();
        Message::Full(Record { requests: points(requests), responses: points(responses) })
    }

    #[test]
    fn all_transports_say_the_same() {
        let expected = full(&[(-1, -1), (8, 7)], &[(7, 7)]);
        let json = r#" {"requests":[{"x":-1,"y":-1},{"x":8,"y":7.0}],"responses":[{"x":7,"y":7}],
            "data":"d","globaldata":null,"time_limit":"","memory_limit":256}"#;
        assert_eq!(Message::parse(json), Ok((expected.clone(), Transport::Json)));
        let simple = "2\n-1 -1\n7 7\n8 7\ndata\nglobal\n";
        assert_eq!(Message::parse(simple), Ok((expected, Transport::Simple)));
    }

    #[test]
    fn bare_requests() {
        let bare = Message::Bare(Xy { x: 9, y: 3 });
        assert_eq!(Message::parse("{\"x\":9,\"y\":3}\n"), Ok((bare.clone(), Transport::Json)));
        assert_eq!(Message::parse("9 3\n"), Ok((bare, Transport::Simple)));
        assert_eq!(Message::parse("-1 -1\r\n"), Ok((Message::Bare(Xy::NONE), Transport::Simple)));
    }

    #[test]
    fn malformed_text_is_an_error() {
        for text in [
            "",
            "   \n",
            "hello",
            "[1]",
            "{",
            "{}",
            "{\"x\":1}",
            "{\"x\":\"1\",\"y\":2}",
            "{\"x\":1.5,\"y\":2}",
            "{\"x\":null,\"y\":2}",
            "{\"requests\":[]}",
            "{\"requests\":{}}",
            "{\"requests\":[{\"x\":1,\"y\":1}],\"responses\":[{\"x\":2,\"y\":2}]}",
            "{\"requests\":[{\"x\":1,\"y\":1}]} trailing",
            "0\n",
            "2\n-1 -1\n7 7\n",
            "1\n1 2 3\n",
            "1\nx y\n",
            "999999999999\n1 1\n",
            "-5\n",
            "1e9 2\n",
        ] {
            assert!(Message::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn answers() {
        let answer = Xy { x: 8, y: 8 };
        assert_eq!(Transport::Json.format(answer, None), "{\"response\":{\"x\":8,\"y\":8}}\n");
        let with_debug = Transport::Json.format(answer, Some("d=9 \"q\"\n"));
        let value: Value = serde_json::from_str(&with_debug).unwrap();
        assert_eq!(value["debug"], "d=9 \"q\"\n");
        assert_eq!(with_debug.lines().count(), 1);
        assert_eq!(Transport::Simple.format(Xy::NONE, Some("x")), "-1 -1\n");
    }
}
