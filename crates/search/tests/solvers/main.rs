//! The solvers against problems whose answers are known, against brute force, and against a judge
//! that knows nothing but the rules.
#![cfg(test)]

mod brute;
mod generate;
mod measure;
mod problem;
mod suites;
mod tamper;
