//! `Gomoku rules`: questions about the rules as JSON lines, answers as JSON lines.
//!
//! A line with `query` is a vector, a line with `m` a playout (RULES.md section 6).

mod opening;
mod playout;
mod vector;

use std::io::{self, BufRead, Write};

use anyhow::Result;
use serde_json::{Value, json};

/// `rules` takes no words; the questions come on standard input.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Answers every line of standard input, one line each.
pub(crate) fn run(Args {}: &Args) -> Result<()> {
    answer_lines(io::stdin().lock(), io::stdout().lock())?;
    Ok(())
}

/// A broken line is answered too, and the next one is still read.
fn answer_lines(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        writeln!(output, "{}", answer_line(&line))?;
        output.flush()?;
    }
}

fn answer_line(line: &[u8]) -> Value {
    let question: Value = match serde_json::from_slice(line) {
        Ok(question) => question,
        Err(error) => return json!({ "error": format!("not a JSON line: {error}") }),
    };
    let answer = if question.get("query").is_some() {
        vector::answer(&question).map(|answer| match question.get("id") {
            Some(id) => json!({ "id": id, "answer": answer }),
            None => json!({ "answer": answer }),
        })
    } else if question.get("m").is_some() {
        playout::answer(&question)
    } else {
        Err("neither a vector (with \"query\") nor a playout (with \"r\", \"n\", \"m\")".to_owned())
    };
    answer.unwrap_or_else(|error| match question.get("id") {
        Some(id) => json!({ "id": id, "error": error }),
        None => json!({ "error": error }),
    })
}

/// A field that must be there.
fn field<'v>(object: &'v Value, name: &str) -> Result<&'v Value, String> {
    object.get(name).ok_or_else(|| format!("the field {name:?} is missing"))
}

/// A text field that must be there.
fn text<'v>(object: &'v Value, name: &str) -> Result<&'v str, String> {
    field(object, name)?.as_str().ok_or_else(|| format!("the field {name:?} is not a string"))
}

/// The board size in a field.
fn size(object: &Value, name: &str) -> Result<tengen_rules::Size, String> {
    let side = field(object, name)?
        .as_u64()
        .ok_or_else(|| format!("the field {name:?} is not a board size"))?;
    tengen_rules::Size::new(side).map_err(|error| error.to_string())
}

/// A pair of whole numbers, whether they lie on a board or not.
fn coordinates(value: &Value) -> Result<(i64, i64), String> {
    value
        .as_array()
        .filter(|pair| pair.len() == 2)
        .and_then(|pair| Some((pair[0].as_i64()?, pair[1].as_i64()?)))
        .ok_or_else(|| format!("{value} is not a point [x, y]"))
}

fn point_json(point: tengen_rules::Point) -> Value {
    json!([point.x(), point.y()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_gets_one_line_and_broken_ones_do_not_stop_the_rest() {
        let input: &[u8] = b"{\"r\":\"freestyle\",\"n\":15,\"m\":\"\"}\n\
            nonsense\n\n[]\n{\"n\":15}\n\xff\xfe\n{\"r\":\"go\",\"n\":15,\"m\":\"\"}\n\
            {\"r\":\"freestyle\",\"n\":4294967295,\"m\":\"\"}\n\
            {\"r\":\"freestyle\",\"n\":15,\"m\":\"hhi\"}\n\
            {\"r\":\"freestyle\",\"n\":15,\"m\":\"hhhh\"}\n\
            {\"id\":7,\"query\":{}}\n\
            {\"r\":\"freestyle\",\"n\":15,\"m\":\"hh\"}";
        let mut output = Vec::new();
        answer_lines(input, &mut output).unwrap();
        let lines: Vec<Value> = String::from_utf8(output)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines.len(), 12);
        assert_eq!(lines[0]["l"], 225);
        for broken in &lines[1..11] {
            assert!(broken["error"].is_string(), "{broken}");
        }
        assert_eq!(lines[10]["id"], 7);
        assert_eq!(lines[11]["t"], "w");
    }
}
