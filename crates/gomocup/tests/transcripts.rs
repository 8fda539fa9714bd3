//! Conversations as data: every file of `transcripts/` is replayed in many ways.
//!
//! `> ` is a line of the manager, `< ` a line we must write then, `! ` something the engine says
//! (a move, several, `swap`, `nothing`, or news of a search), `= ` an effect that must have
//! happened since the last input, `#` a comment. A `= think` line lists words that must all
//! describe the request.

use std::path::Path;

use crate::script::{Script, Style};

fn scripts() -> Vec<Script> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() > 20, "the transcripts are found");
    paths.iter().map(|path| Script::read(path)).collect()
}

#[test]
fn every_transcript_holds_line_by_line() {
    for script in scripts() {
        script.replay();
    }
}

#[test]
fn chunks_and_terminators_make_no_difference() {
    for script in scripts() {
        let expected = script.expected_output();
        for style in Style::ALL {
            assert_eq!(script.output(style), expected, "{} as {style:?}", script.name);
        }
    }
}

#[test]
fn late_answers_make_no_difference() {
    for script in scripts().into_iter().filter(Script::is_pipelined) {
        assert_eq!(script.output_with_late_answers(), script.expected_output(), "{}", script.name);
    }
}
