//! The tests of the oracle itself: against the public data, and on what the data does not touch.

#[cfg(test)]
mod playouts;
#[cfg(test)]
mod vectors;

#[cfg(test)]
mod own_cases;
#[cfg(test)]
mod perft;
