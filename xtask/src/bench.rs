//! The signature of the search: the same on every machine until a commit changes it on purpose.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, output};

/// The nodes and the hash that `Gomoku bench` ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    nodes: u64,
    hash: String,
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.nodes, self.hash)
    }
}

/// Compares the signature of an executable, or of one that is built now, with the recorded one.
pub(crate) fn check(root: &Path, executable: Option<&Path>) -> Result<()> {
    let expected = recorded(root)?;
    let mut command = executable.map_or_else(
        || {
            let mut command = cargo();
            command.args(["run", "--quiet", "--release", "--locked", "--package", "tengen-cli"]);
            command.args(["--bin", "Gomoku", "--"]).current_dir(root);
            command
        },
        Command::new,
    );
    compare(&mut command, &expected)?;
    println!("bench: {expected}, as recorded");
    Ok(())
}

/// Fails if the program, given as the start of a command, does not search as recorded.
pub(crate) fn compare(program: &mut Command, expected: &Signature) -> Result<()> {
    let said = output(program.arg("bench"))?;
    let found = printed(&said).with_context(|| format!("no signature in\n{said}"))?;
    if found != *expected {
        bail!("the signature is {found}, but {expected} is recorded");
    }
    Ok(())
}

/// The signature of the last functional change: the newest `Bench:` line of a commit message.
pub(crate) fn recorded(root: &Path) -> Result<Signature> {
    let mut command = Command::new("git");
    command.args(["log", "-1", "--extended-regexp", "--format=%B"]).current_dir(root);
    command.arg("--grep=^Bench: [0-9]+ [0-9a-f]{8}$");
    trailer(&output(&mut command)?).context(
        "no commit message has a line `Bench: NODES HASH`; a shallow clone does not reach back to it",
    )
}

fn trailer(message: &str) -> Option<Signature> {
    message.lines().rev().find_map(|line| {
        let (nodes, hash) = line.strip_prefix("Bench: ")?.trim_end().split_once(' ')?;
        let is_hash = hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hash.then_some(Signature { nodes: nodes.parse().ok()?, hash: hash.to_owned() })
    })
}

/// The signature in what `Gomoku bench` printed: `N nodes M nps`, then `sig HASH`.
fn printed(output: &str) -> Option<Signature> {
    let nodes = output.lines().rev().find(|line| line.ends_with(" nps"))?.split(' ').next()?;
    let hash = output.lines().rev().find_map(|line| line.strip_prefix("sig "))?;
    Some(Signature { nodes: nodes.parse().ok()?, hash: hash.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(nodes: u64, hash: &str) -> Signature {
        Signature { nodes, hash: hash.to_owned() }
    }

    #[test]
    fn a_signature_is_read_from_the_message_and_from_the_bench() {
        let message = "search: look less\n\nBench: 42 0badcafe\nBench: 1 is no signature\n";
        assert_eq!(trailer(message), Some(signature(42, "0badcafe")));
        assert_eq!(trailer("docs: a word\n\nNo functional change\n"), None);
        let bench =
            "opening   21 nodes  -3 H8\nfours     21 nodes  9 I9\n42 nodes 7 nps\nsig 0badcafe\n";
        assert_eq!(printed(bench), Some(signature(42, "0badcafe")));
        assert_eq!(printed("42 nodes 7 nps\n"), None);
    }
}
