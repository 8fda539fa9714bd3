//! The engine as a whole: what it promises in every game, and what it finds.
#![cfg(test)]

mod capture_depth;
mod capture_games;
mod capture_tactics;
mod searching;
