//! Converts a game record; the names of the files say from what to what:
//!
//! ```sh
//! cargo run --example convert -- game.psq game.sgf
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::fs;

use tengen_record::{Format, read, write};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = words.as_slice() else {
        return Err("usage: convert IN OUT".into());
    };
    let bytes = fs::read(from)?;
    let source = Format::from_path_extension(from)
        .or_else(|| Format::sniff(&bytes))
        .ok_or_else(|| format!("{from} has no format that is known here"))?;
    let target = Format::from_path_extension(to)
        .ok_or_else(|| format!("the name {to} does not say which format it has"))?;
    let records = read(&bytes, source)?;
    let written = write(&records, target)?;
    if !written.losses.is_empty() {
        println!("left out: {}", written.losses);
    }
    fs::write(to, written.bytes)?;
    println!("{} games from {source} to {target}", records.len());
    Ok(())
}
