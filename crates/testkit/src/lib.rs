//! Development-only test kit of the workspace.
//!
//! It holds [`oracle`], a second implementation of the rules text
//! (`docs/RULES.md`), written from that text alone and without a look at
//! `tengen-rules`. The real crate is tested against it: where the two disagree,
//! one of them (or the text) is wrong.
//!
//! The oracle is **slow on purpose**. It renders lines to byte strings and
//! compares windows of them with the drawings of the rules text, clones the
//! board instead of undoing moves, rescans the board instead of caching, and
//! reads the opening protocols from one-line scripts. Do not optimise it and do
//! not let it share code with what it checks; never make it a normal dependency.

#![forbid(unsafe_code)]

pub mod oracle;
