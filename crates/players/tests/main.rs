//! The players from outside.

#[cfg(test)]
mod adapting;
#[cfg(test)]
mod bots;
