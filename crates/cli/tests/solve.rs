//! `Gomoku solve` from outside: answers, certificates, exit codes.
#![cfg(test)]

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn solve(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_Gomoku");
    Command::new(program).arg("solve").args(args).output().expect("the program starts")
}

fn json(args: &[&str]) -> Value {
    let output = solve(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one line of JSON")
}

/// A file of this test that nobody else uses.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

const DOUBLE_THREE: &str = "f8 d3 g8 l3 h9 m12 h10 a1";

#[test]
fn a_win_has_a_line_that_ends_with_five() {
    let answer = json(&["--rule", "freestyle", "--size", "15", "--moves", DOUBLE_THREE]);
    assert_eq!(answer["result"], "win");
    assert_eq!(answer["kind"], "vct");
    let line = answer["line"].as_array().expect("a list of moves");
    assert_eq!(answer["plies"].as_u64(), Some(line.len() as u64));
    assert!(answer["nodes"].is_u64() && answer["time_ms"].is_number());
}

#[test]
fn no_win_and_not_known_are_different_answers() {
    let none = json(&["--vcf", "--moves", "h8 i9"]);
    assert_eq!((&none["result"], &none["plies"]), (&"none".into(), &Value::Null));
    let moves = "h8 f8 h9 d8 f10 g9 h10 h11";
    let unknown = json(&["--vct", "--rule", "renju", "--moves", moves, "--nodes", "50"]);
    assert_eq!(unknown["result"], "unknown");
}

#[test]
fn certificates_are_written_and_checked() {
    let (good, bad) = (scratch("double_three.json"), scratch("double_three_bad.json"));
    let [good_name, bad_name] = [&good, &bad].map(|path| path.to_str().expect("a plain path"));
    let answer = json(&["--moves", DOUBLE_THREE, "--certificate", good_name]);
    assert_eq!(answer["checked"], true);
    let output = solve(&["--check", good_name]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stdout.starts_with(b"black wins in "));
    let text = std::fs::read_to_string(&good).expect("the certificate is there");
    std::fs::write(&bad, text.replace("\"h9\"", "\"h12\"")).expect("a scratch file");
    assert_eq!(solve(&["--check", bad_name]).status.code(), Some(1));
    std::fs::write(&bad, "{}").expect("a scratch file");
    assert_eq!(solve(&["--check", bad_name]).status.code(), Some(1));
}

#[test]
fn a_board_file_with_any_numbers_of_stones_is_accepted() {
    let path = scratch("block_is_forbidden.txt");
    let mut rows = vec![".".repeat(15); 15];
    for (row, text) in [(5, "........X......"), (6, "........X......"), (7, "...XOOO........")] {
        rows[row] = text.to_owned();
    }
    for row in [8, 9, 10] {
        rows[row] = "........X......".to_owned();
    }
    std::fs::write(&path, rows.join("\n")).expect("a scratch file");
    let name = path.to_str().expect("a plain path");
    // The only block of White's four would make six in a row, which Black may not.
    let answer = json(&["--vcf", "--rule", "renju", "--board", name, "--color", "white"]);
    assert_eq!((&answer["result"], &answer["plies"]), (&"win".into(), &3.into()));
    assert_eq!(answer["line"][0], "h8");
    let answer = json(&["--vcf", "--rule", "freestyle", "--board", name, "--color", "white"]);
    assert_eq!(answer["result"], "none");
}

#[test]
fn nonsense_is_a_usage_error() {
    for args in [
        &["--vcf", "--vct", "--moves", "h8"][..],
        &["--moves", "zz"],
        &["--rule", "pente", "--moves", "h8"],
        &["--nodes", "many", "--moves", "h8"],
    ] {
        assert_eq!(solve(args).status.code(), Some(2), "{args:?}");
    }
    assert_eq!(solve(&["--check", "/nowhere/at/all.json"]).status.code(), Some(1));
}

/// It was ended by the system before: the table for fours was asked for whatever there was.
#[cfg(target_os = "linux")]
#[test]
fn solving_with_little_memory_takes_smaller_tables_and_says_so() {
    for kilobytes in [60_000, 81_920] {
        for kind in ["--vcf", "--vct"] {
            let script = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
            let output = Command::new("sh")
                .args(["-c", &script, env!("CARGO_BIN_EXE_Gomoku"), "solve", kind])
                .args(["--moves", "h8 i9 h9 i10 h10 a1", "--nodes", "20000"])
                .output()
                .unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{kilobytes} {kind}: {message}");
            assert!(message.contains("memory is short"), "{kilobytes} {kind}: {message}");
            assert!(String::from_utf8_lossy(&output.stdout).starts_with("win"), "{kind}");
        }
    }
}
