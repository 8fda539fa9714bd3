//! Games from outside.

#[cfg(test)]
mod driver;
#[cfg(test)]
mod games;
#[cfg(test)]
mod table;
