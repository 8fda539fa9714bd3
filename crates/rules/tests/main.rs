//! The tests of the judge against data, against the oracle and against itself.
//!
//! Everything random is seeded, so a failure repeats. `TENGEN_SLOW=1` lifts the ceilings that keep
//! the default run short.

#[cfg(test)]
mod common;

#[cfg(test)]
mod playouts;
#[cfg(test)]
mod vectors;

#[cfg(test)]
mod against_oracle;
#[cfg(test)]
mod openings;

#[cfg(test)]
mod diagrams;
#[cfg(test)]
mod perft;

#[cfg(test)]
mod endings;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod names;
#[cfg(test)]
mod parsers;
#[cfg(test)]
mod serde_forms;
#[cfg(test)]
mod setups;
#[cfg(test)]
mod symmetry;
