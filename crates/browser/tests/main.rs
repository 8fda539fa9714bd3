//! The host and those who think, without a browser: messages in, messages out.

#[cfg(test)]
mod routes;
#[cfg(test)]
mod script;
#[cfg(test)]
mod worker;
