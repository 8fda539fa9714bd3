//! The store from outside: files of today, of the first version, and of programs to come.
#![cfg(test)]

mod damage;
mod first_version;
mod last_words;
mod newer;
mod random_tables;
mod round_trips;
mod samples;
mod shapes;
mod support;
mod thoughts;
mod unknown_fields;
mod unwritable;
