//! Certificates as JSON.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use tengen_engine::solver::{Certificate, NodeId, ProofNode};
use tengen_rules::{Color, Notation, Point, Size};

const FORMAT: &str = "tengen-certificate";
const VERSION: u32 = 1;

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    rule: String,
    size: u8,
    /// Who is to move and wins.
    attacker: String,
    black: Vec<String>,
    white: Vec<String>,
    /// Below each other in order: a node only refers to earlier ones.
    nodes: Vec<Node>,
    root: NodeId,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Node {
    attack: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    replies: Vec<(String, NodeId)>,
    /// The answer to every reply that is not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    otherwise: Option<NodeId>,
}

/// The text of a certificate.
pub(super) fn to_text(certificate: &Certificate) -> Result<String> {
    let name = |point| Notation::Renju.format(certificate.size, point).to_ascii_lowercase();
    let stones = |color| {
        let of_color = certificate.stones.iter().filter(|stone| stone.1 == color);
        of_color.map(|stone| name(stone.0)).collect()
    };
    let nodes = certificate.nodes.iter().map(|node| Node {
        attack: name(node.attack),
        replies: node.replies.iter().map(|&(point, below)| (name(point), below)).collect(),
        otherwise: node.otherwise,
    });
    let file = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        rule: certificate.rule.name().to_owned(),
        size: certificate.size.get(),
        attacker: certificate.attacker.to_string(),
        black: stones(Color::Black),
        white: stones(Color::White),
        nodes: nodes.collect(),
        root: certificate.root,
    };
    Ok(serde_json::to_string(&file)? + "\n")
}

/// Reads what [`to_text`] wrote. Whether it proves anything is for the judge to say.
pub(super) fn from_text(text: &str) -> Result<Certificate> {
    let file: File = serde_json::from_str(text)?;
    if file.format != FORMAT || file.version != VERSION {
        bail!("the format is {} {}, not {FORMAT} {VERSION}", file.format, file.version);
    }
    let size = Size::new(u64::from(file.size))?;
    let parse = |word: &str| -> Result<Point> {
        Notation::Renju.parse(size, word).with_context(|| format!("{word} is no point"))
    };
    let mut stones = Vec::new();
    for (words, color) in [(&file.black, Color::Black), (&file.white, Color::White)] {
        for word in words {
            stones.push((parse(word)?, color));
        }
    }
    let mut nodes = Vec::with_capacity(file.nodes.len());
    for node in &file.nodes {
        let replies = node.replies.iter().map(|(word, below)| Ok((parse(word)?, *below)));
        nodes.push(ProofNode {
            attack: parse(&node.attack)?,
            replies: replies.collect::<Result<_>>()?,
            otherwise: node.otherwise,
        });
    }
    let attacker = Color::from_name(&file.attacker).context("the attacker is black or white")?;
    Ok(Certificate { rule: file.rule.parse()?, size, stones, attacker, nodes, root: file.root })
}
