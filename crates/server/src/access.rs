//! The secrets that let somebody in, and how long each of them is good.
//!
//! * The **key** of this start is for the user's own programs. It stands in `server.json`, which only
//!   the user can read, and nowhere else.
//! * The **token** in the printed address opens that address once and soon. A script that was given
//!   it may send it as a bearer as long as the program runs.
//! * A **ticket** is the token of any other address, as the one that the browser is started with:
//!   everybody on the machine can read a command line, so it opens its address once, within two
//!   minutes, and is good for nothing else.
//! * The **pass** is what an opened address is exchanged for, a cookie. It dies with the program: who
//!   listens on the port afterwards gets nothing from pages that are still open.
//!
//! How these pages come back without a secret that they would have to show first is in [`crate::again`].

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderValue;
use tengen_store::new_token;

use crate::again::Reunion;

/// The printed address can be opened this long after the start.
const LIFE_OF_THE_TOKEN: Duration = Duration::from_secs(600);
/// The address of a ticket can be opened this long.
const LIFE_OF_A_TICKET: Duration = Duration::from_secs(120);
/// So many tickets wait at once; of more the oldest go.
const MOST_TICKETS: usize = 64;

/// So many wrong secrets are answered at once ...
const WRONG_AT_ONCE: f64 = 30.0;
/// ... and so many more every second.
const WRONG_PER_SECOND: f64 = 2.0;

/// The secrets of one start.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// For the user's own programs.
    pub key: String,
    /// In the printed address.
    pub token: String,
    /// In the cookie of a page that was let in.
    pub pass: String,
}

impl Secrets {
    /// New ones that nobody can guess.
    pub fn new() -> Result<Self, getrandom::Error> {
        Ok(Self { key: new_token()?, token: new_token()?, pass: new_token()? })
    }
}

/// The conditions of access.
#[derive(Debug)]
pub struct Access {
    secrets: Secrets,
    /// The port, which also tells two servers' cookies apart.
    port: u16,
    /// Whether other machines may connect, so that any `Host` is ours.
    is_open: bool,
    addresses: Mutex<Addresses>,
    wrong: Mutex<Throttle>,
    reunion: Reunion,
}

/// The addresses that were not opened yet.
#[derive(Debug)]
struct Addresses(Vec<Ticket>);

#[derive(Debug)]
struct Ticket {
    secret: String,
    until: Instant,
}

impl Addresses {
    fn add(&mut self, secret: String, life: Duration) {
        let now = Instant::now();
        self.0.retain(|ticket| ticket.until > now);
        let n_too_many = (self.0.len() + 1).saturating_sub(MOST_TICKETS);
        self.0.drain(..n_too_many);
        self.0.push(Ticket { secret, until: now + life });
    }

    /// Whether this opens an address, which it then never does again.
    fn take(&mut self, secret: &str) -> bool {
        let now = Instant::now();
        let at = self.0.iter().position(|ticket| is_same(&ticket.secret, secret));
        at.is_some_and(|at| self.0.remove(at).until > now)
    }
}

impl Access {
    /// Access by these secrets, at this port. `reunion` knows the pages of earlier starts.
    pub fn new(secrets: Secrets, port: u16, is_open: bool, reunion: Reunion) -> Self {
        let mut addresses = Addresses(Vec::new());
        addresses.add(secrets.token.clone(), LIFE_OF_THE_TOKEN);
        Self {
            secrets,
            port,
            is_open,
            addresses: Mutex::new(addresses),
            wrong: Mutex::default(),
            reunion,
        }
    }

    /// The port.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Whether other machines may connect.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    pub(crate) fn reunion(&self) -> &Reunion {
        &self.reunion
    }

    /// The secret of one more address.
    pub(crate) fn new_ticket(&self) -> Result<String, getrandom::Error> {
        let secret = new_token()?;
        locked(&self.addresses).add(secret.clone(), LIFE_OF_A_TICKET);
        Ok(secret)
    }

    /// Opens the address with this secret, if it was not opened before and is not too old.
    pub(crate) fn open_address(&self, secret: &str) -> bool {
        locked(&self.addresses).take(secret)
    }

    /// Whether a bearer with this is let in.
    pub(crate) fn is_bearer(&self, given: &str) -> bool {
        // Both are looked at, so that the time tells nothing.
        is_same(given, &self.secrets.key) | is_same(given, &self.secrets.token)
    }

    pub(crate) fn is_pass(&self, given: &str) -> bool {
        is_same(given, &self.secrets.pass)
    }

    pub(crate) fn cookie_name(&self) -> String {
        format!("tengen-{}", self.port)
    }

    /// The cookie that lets a page in; nothing if the pass is no header value, which letters are.
    pub(crate) fn cookie(&self) -> Option<HeaderValue> {
        let (name, pass) = (self.cookie_name(), &self.secrets.pass);
        HeaderValue::from_str(&format!("{name}={pass}; Path=/; HttpOnly; SameSite=Strict")).ok()
    }

    /// Notes a wrong secret. Whether there were too many of them lately; whoever has a right one is
    /// never asked this.
    pub(crate) fn is_guessing(&self) -> bool {
        !locked(&self.wrong).take(Instant::now())
    }
}

/// Allows a number at once, and then a few every second.
#[derive(Debug)]
struct Throttle {
    left: f64,
    seen: Option<Instant>,
}

impl Default for Throttle {
    fn default() -> Self {
        Self { left: WRONG_AT_ONCE, seen: None }
    }
}

impl Throttle {
    fn take(&mut self, now: Instant) -> bool {
        let since = self.seen.map_or(Duration::ZERO, |seen| now.duration_since(seen));
        self.seen = Some(now);
        self.left = (self.left + since.as_secs_f64() * WRONG_PER_SECOND).min(WRONG_AT_ONCE);
        let is_allowed = self.left >= 1.0;
        if is_allowed {
            self.left -= 1.0;
        }
        is_allowed
    }
}

/// Compares without telling by its duration how much was right.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    let differing = a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y));
    a.len() == b.len() && differing == 0
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access() -> Access {
        let secrets = Secrets { key: "key".into(), token: "token".into(), pass: "pass".into() };
        Access::new(secrets, 1, false, Reunion::new(1, Vec::new()).unwrap())
    }

    #[test]
    fn an_address_opens_once_and_a_ticket_is_no_bearer() {
        let access = access();
        assert!(access.is_bearer("key") && access.is_bearer("token"));
        assert!(!access.is_bearer("pass") && !access.open_address("pass"));
        assert!(access.open_address("token"));
        assert!(!access.open_address("token"));
        assert!(!access.open_address("key"), "the key is in no address");
        let ticket = access.new_ticket().unwrap();
        assert!(!access.is_bearer(&ticket));
        assert!(access.open_address(&ticket) && !access.open_address(&ticket));
    }

    #[test]
    fn an_address_grows_old() {
        let mut addresses = Addresses(Vec::new());
        addresses.add("old".into(), Duration::ZERO);
        assert!(!addresses.take("old"));
        for n in 0..2 * MOST_TICKETS {
            addresses.add(n.to_string(), LIFE_OF_A_TICKET);
        }
        assert_eq!(addresses.0.len(), MOST_TICKETS);
        assert!(!addresses.take("0") && addresses.take("127"));
    }

    #[test]
    fn guesses_are_few() {
        let mut throttle = Throttle::default();
        let start = Instant::now();
        let n_allowed = (0..1000).filter(|_| throttle.take(start)).count();
        assert_eq!(n_allowed, WRONG_AT_ONCE as usize);
        assert!(throttle.take(start + Duration::from_secs(1)));
    }
}
