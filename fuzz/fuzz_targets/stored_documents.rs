#![no_main]

//! What is found on a disk: never a panic, and what is read is written so that it is read the same.

use libfuzzer_sys::fuzz_target;
use tengen_rules::Size;
use tengen_store::{DocumentKind, rewrite_document};

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let kind = match kind {
        b'g' => DocumentKind::Game,
        b'a' => DocumentKind::Analysis,
        b's' => DocumentKind::Settings,
        b't' => DocumentKind::Thought(Size::literal(15)),
        _ => return,
    };
    let Ok(written) = rewrite_document(kind, text) else { return };
    let again = rewrite_document(kind, &written).expect("what we write is read");
    assert_eq!(again, written);
});
