//! `Gomoku convert`.

use anyhow::Result;

/// What `convert` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<()> {
    Ok(())
}
