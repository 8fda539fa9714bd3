//! The app in a terminal from outside: what people see, what is kept, a panic, and a
//! game that is played word by word.

#[cfg(test)]
mod desk;

#[cfg(test)]
mod keeping;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod panic;
#[cfg(test)]
mod screens;
#[cfg(test)]
mod script;
