//! The fields of the JSON, as they are written and read.

use std::borrow::Cow;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use tengen_rules::ByColor;

use crate::record::Property;
use crate::text::Text;

/// Only enough to know whether the rest is worth reading.
#[derive(Deserialize)]
pub(super) struct Probe<'a> {
    #[serde(borrow)]
    pub(super) format: Cow<'a, str>,
    pub(super) version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game<'a> {
    #[serde(borrow)]
    pub(super) format: Cow<'a, str>,
    pub(super) version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<String>,
    pub(super) size: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) to_move: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) captures: Option<Pair<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<Opening>,
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub(super) players: Pair<Option<JsonText>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<Outcome>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) date: Option<JsonText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<JsonText>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) properties: Vec<JsonProperty>,
    /// The start, if anything is noted there.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<Nodes<'a>>,
    #[serde(borrow)]
    pub(super) moves: Vec<Nodes<'a>>,
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub(super) variations: Vec<Variation<'a>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Variation<'a> {
    pub(super) after: usize,
    #[serde(borrow)]
    pub(super) moves: Vec<Nodes<'a>>,
}

/// A node. It is read in two steps, for its place in the file is only known before the second.
pub(super) enum Nodes<'a> {
    Raw(&'a RawValue),
    Made(Box<JsonNode>),
}

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Raw(raw) => raw.serialize(serializer),
            Self::Made(node) => node.serialize(serializer),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Nodes<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(Self::Raw)
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NodeFields {
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub(super) mv: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) setup: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) time_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) comment: Option<JsonText>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<JsonMark>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) properties: Vec<JsonProperty>,
}

/// A node, which is a mere word if it is a mere move.
#[derive(Default)]
pub(super) struct JsonNode(pub(super) NodeFields);

impl Serialize for JsonNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            NodeFields {
                mv: Some(mv),
                color: None,
                setup,
                time_ms: None,
                comment: None,
                marks,
                properties,
            } if setup.is_empty() && marks.is_empty() && properties.is_empty() => {
                serializer.serialize_str(mv)
            }
            fields => fields.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for JsonNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NodeVisitor;

        impl<'de> Visitor<'de> for NodeVisitor {
            type Value = JsonNode;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a move or an object")
            }

            fn visit_str<E: de::Error>(self, mv: &str) -> Result<JsonNode, E> {
                Ok(JsonNode(NodeFields { mv: Some(mv.into()), ..NodeFields::default() }))
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<JsonNode, M::Error> {
                let fields = de::value::MapAccessDeserializer::new(map);
                NodeFields::deserialize(fields).map(JsonNode)
            }
        }

        deserializer.deserialize_any(NodeVisitor)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonMark {
    pub(super) kind: String,
    pub(super) point: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<JsonText>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonProperty {
    pub(super) format: String,
    pub(super) name: String,
    pub(super) values: Vec<JsonText>,
}

impl From<Property<'_>> for JsonProperty {
    fn from(property: Property<'_>) -> Self {
        Self {
            format: property.origin.name().into(),
            name: property.name.into(),
            values: property.values().map(|value| JsonText(value.into())).collect(),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Opening {
    pub(super) procedure: String,
    pub(super) actions: Vec<String>,
}

/// How a game ended: `{"winner":"black","reason":"five"}`, a winner of `null` being a draw, or
/// `{"other":"Void"}`.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Outcome {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) winner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) other: Option<JsonText>,
}

/// A value for each color.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pair<T> {
    pub(super) black: T,
    pub(super) white: T,
}

impl<T> From<ByColor<T>> for Pair<T> {
    fn from(pair: ByColor<T>) -> Self {
        Self { black: pair.black, white: pair.white }
    }
}

impl<T> From<Pair<T>> for ByColor<T> {
    fn from(pair: Pair<T>) -> Self {
        Self { black: pair.black, white: pair.white }
    }
}

fn is_nobody(players: &Pair<Option<JsonText>>) -> bool {
    players.black.is_none() && players.white.is_none()
}

/// Text that may not be UTF-8.
pub(super) struct JsonText(pub(super) Text);

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(text) = self.0.as_str() {
            return serializer.serialize_str(text);
        }
        let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
        let bytes = self.0.as_bytes().iter();
        let hex: String = bytes.flat_map(|byte| [digit(byte >> 4), digit(byte & 0x0F)]).collect();
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("hex", &hex)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Bytes {
            hex: String,
        }

        struct TextVisitor;

        impl<'de> Visitor<'de> for TextVisitor {
            type Value = JsonText;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text or {\"hex\":...}")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<JsonText, E> {
                Ok(JsonText(text.into()))
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<JsonText, M::Error> {
                let Bytes { hex } = Bytes::deserialize(de::value::MapAccessDeserializer::new(map))?;
                let wrong = || de::Error::invalid_value(de::Unexpected::Str(&hex), &self);
                from_hex(&hex).map(|bytes| JsonText(bytes.into())).ok_or_else(wrong)
            }
        }

        deserializer.deserialize_any(TextVisitor)
    }
}

fn from_hex(hex: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let (pairs, []) = hex.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|&[high, low]| Some((16 * digit(high)? + digit(low)?) as u8)).collect()
}
