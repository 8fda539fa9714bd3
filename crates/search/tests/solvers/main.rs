//! The solvers against problems whose answers are known, against brute force, and against a judge
//! that knows nothing but the rules.
#![cfg(test)]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "measuring tests are told what to do by the environment, and take the time"
)]

mod brute;
mod generate;
mod measure;
mod problem;
mod suites;
mod tamper;
