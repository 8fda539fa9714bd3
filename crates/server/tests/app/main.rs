//! The server from outside: a real listener, real connections, a real file.
#![cfg(test)]

mod access;
mod adapting;
mod bad_days;
mod client;
mod crowd;
mod games;
mod library_v1;
mod restart;
mod script;
mod work;
