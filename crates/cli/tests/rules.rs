//! The public vectors and playouts through the executable, as anybody else would ask it.
#![cfg(test)]

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Map, Value};

/// The answers of `Gomoku rules` to these lines.
fn ask(lines: &[Value]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_Gomoku"))
        .arg("rules")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the executable starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let text = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the executable ends");
    writer.join().expect("the writer does not panic").expect("all lines are read");
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).expect("answers are text");
    answers.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect()
}

fn data(name: &str) -> String {
    let path = format!("{}/../../tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the test data is part of the project")
}

fn without(object: &Value, names: &[&str]) -> Value {
    let fields = object.as_object().expect("a line is an object");
    let kept: Map<String, Value> = fields
        .iter()
        .filter(|(name, _)| !names.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    Value::Object(kept)
}

#[test]
fn all_public_vectors_agree() {
    let file: Value = serde_json::from_str(&data("vectors_public.json")).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 309);
    let questions: Vec<Value> =
        vectors.iter().map(|v| without(v, &["expect", "note", "source", "depth"])).collect();
    let answers = ask(&questions);
    assert_eq!(answers.len(), vectors.len());
    for (vector, answer) in vectors.iter().zip(&answers) {
        assert_eq!(vector["id"], answer["id"]);
        for (name, expected) in vector["expect"].as_object().unwrap() {
            assert_eq!(&answer["answer"][name], expected, "{name} of {}", vector["id"]);
        }
    }
}

#[test]
fn all_public_playouts_agree() {
    let text = data("playouts_public.jsonl");
    let playouts: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(playouts.len(), 8000);
    let questions: Vec<Value> = playouts
        .iter()
        .map(|p| without(p, &["t", "s", "w", "l", "h", "c", "k", "p", "f"]))
        .collect();
    let answers = ask(&questions);
    assert_eq!(answers.len(), playouts.len());
    for (playout, answer) in playouts.iter().zip(&answers) {
        assert_eq!(&without(playout, &["r", "n", "m"]), answer, "{playout}");
    }
}
