//! The page's types. A test of the crate with the wire types compares them with what the page has,
//! and writes them where it is told to; this only starts it.

use std::path::Path;

use anyhow::{Result, bail};

use crate::process::{cargo, output};

/// The package with the wire types, and the test in it.
const PACKAGE: &str = "tengen-api";
const TEST: &str = "the_page_has_the_same_types";
/// With this in the environment the test writes instead of comparing.
const UPDATE: &str = "UPDATE_API_TYPES";

/// Writes the page's types.
pub(crate) fn make(root: &Path) -> Result<()> {
    run(root, true)
}

/// Fails if the page's types are not those of the wire.
pub(crate) fn check(root: &Path) -> Result<()> {
    run(root, false)
}

fn run(root: &Path, writes: bool) -> Result<()> {
    let mut command = cargo();
    command.args(["test", "--quiet", "--locked", "--package", PACKAGE, "--lib", TEST]);
    command.current_dir(root).env_remove(UPDATE);
    if writes {
        command.env(UPDATE, "1");
    }
    let said = output(&mut command)?;
    // A filter that matches nothing is a success for cargo.
    if !said.contains("1 passed") {
        bail!("{PACKAGE} has no test {TEST}\n{said}");
    }
    Ok(())
}
