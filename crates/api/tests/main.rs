//! The wire types and what they are made of, from outside.

#[cfg(test)]
mod games;

#[cfg(test)]
mod legal;
#[cfg(test)]
mod notices;
#[cfg(test)]
mod reasons;
#[cfg(test)]
mod records;
#[cfg(test)]
mod script;
#[cfg(test)]
mod snapshots;
