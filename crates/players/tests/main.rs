//! The players from outside.

#[cfg(test)]
mod adapting;
#[cfg(test)]
mod bots;
#[cfg(test)]
mod ladder;
#[cfg(test)]
mod solved;
#[cfg(test)]
mod thoughts;
