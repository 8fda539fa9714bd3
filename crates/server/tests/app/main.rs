//! The server from outside: a real listener, real connections, a real file.
#![cfg(test)]

mod access;
mod adapting;
mod bad_days;
mod client;
mod crowd;
mod games;
#[cfg(unix)]
mod killed;
mod library_v1;
mod restart;
mod rivals;
mod script;
mod siege;
mod work;
