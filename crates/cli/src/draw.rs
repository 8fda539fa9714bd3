//! `Gomoku draw`: a position as a picture.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use tengen_record::Picture;
use tengen_rules::{Color, Move, Notation, Point, Size};

use crate::input::{PositionArgs, UsageError};

/// What `draw` is asked.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Write the number of each move on its stone.
    #[arg(long)]
    numbers: bool,
    /// Words on points, as in `h8=1,i9=A`.
    #[arg(long, value_delimiter = ',', value_name = "POINT=WORD")]
    label: Vec<String>,
    /// Hollow stones, as in `h8=black,i9=white`.
    #[arg(long, value_delimiter = ',', value_name = "POINT=COLOR")]
    ghost: Vec<String>,
    /// Lines between points, as in `e5-i9`.
    #[arg(long, value_delimiter = ',', value_name = "POINT-POINT")]
    line: Vec<String>,
    /// Show only what is within so many points of the stones and marks.
    #[arg(long)]
    margin: Option<u8>,
    /// Where the SVG goes [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Draws the picture.
pub(crate) fn run(args: &Args) -> Result<()> {
    let game = args.position.game()?;
    let size = game.size();
    let mut picture = Picture { margin: args.margin, ..Picture::default() };
    if args.numbers {
        for (number, turn) in (1..).zip(game.turns()) {
            if let Move::Place(point) = turn.mv {
                picture.labels.push((point, format!("{number}")));
            }
        }
    }
    for word in &args.label {
        let (point, text) = split(word, '=')?;
        picture.labels.push((point_of(size, point)?, text.to_owned()));
    }
    for word in &args.ghost {
        let (point, color) = split(word, '=')?;
        let color = Color::from_name(color)
            .ok_or_else(|| UsageError("the colors are black and white".to_owned()))?;
        picture.ghosts.push((point_of(size, point)?, color));
    }
    for word in &args.line {
        let (from, to) = split(word, '-')?;
        picture.lines.push((point_of(size, from)?, point_of(size, to)?));
    }
    let svg = picture.to_svg(game.stones());
    if let Some(path) = &args.out {
        std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    } else {
        std::io::stdout().write_all(svg.as_bytes())?;
    }
    Ok(())
}

fn split(word: &str, between: char) -> Result<(&str, &str), UsageError> {
    word.split_once(between)
        .ok_or_else(|| UsageError(format!("`{word}` has no `{between}` between its two parts")))
}

fn point_of(size: Size, text: &str) -> Result<Point, UsageError> {
    Notation::Renju
        .parse(size, text)
        .map_err(|_| UsageError(format!("`{text}` is no point of a {size} board")))
}
