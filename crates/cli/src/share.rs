//! `Gomoku share`: a link that holds a whole game.

use std::io::Write;

use anyhow::{Context, Result};
use tengen_record::link;

use crate::source::RecordArgs;

/// What `share` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    record: RecordArgs,
    /// The address of the page that the link opens.
    #[arg(long, value_name = "ADDRESS", default_value = link::SITE, hide_default_value = true)]
    site: String,
}

/// Prints the link.
pub(crate) fn run(args: &Args) -> Result<()> {
    let record = args.record.record()?;
    let address = link::address(&args.site, &record).context("there is no link to it")?;
    writeln!(std::io::stdout(), "{address}")?;
    if args.site.is_empty() {
        eprintln!("Gomoku: put this behind the address of a page of Tengen, or name it by --site");
    }
    Ok(())
}
