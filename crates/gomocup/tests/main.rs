//! Conversations from outside.

#[cfg(test)]
mod noise;
#[cfg(test)]
mod script;
#[cfg(test)]
mod transcripts;
