//! The fast position against the judge. Everything random is seeded, so a failure repeats.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "long tests are asked for by the environment")]

mod against_rules;
mod captures_against_rules;
