//! Running other programs.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Cargo, the one that started us if there is one.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").as_deref().unwrap_or(OsStr::new("cargo")))
}

/// Runs a program to its end; what it says is shown.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}

/// Runs a program to its end and takes what it writes to standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    command.stderr(Stdio::inherit());
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("{command:?} wrote no UTF-8"))
}
