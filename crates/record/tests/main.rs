//! The formats against random games, against each other and against damage.
//!
//! Everything random is seeded, so a failure repeats.

#[cfg(test)]
mod support;

#[cfg(test)]
mod damage;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod replay;
#[cfg(test)]
mod round_trips;
