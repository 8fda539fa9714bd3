//! Opening a browser.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A browser that fails does so within this time; one that still runs after it is open.
const TRIAL: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(25);

/// Opens an address: in a window without tabs if there is Chromium, else in whatever browser there
/// is. Whether there was one.
pub(crate) fn open(url: &str) -> bool {
    let app = format!("--app={url}");
    let ways: [(&str, &[&str]); 6] = [
        ("chromium", &[&app, "--no-first-run"]),
        ("chromium-browser", &[&app, "--no-first-run"]),
        ("google-chrome", &[&app, "--no-first-run"]),
        ("firefox", &[url]),
        ("xdg-open", &[url]),
        ("open", &[url]),
    ];
    ways.iter().any(|(program, arguments)| is_started(program, arguments))
}

fn is_started(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    crate::watch::keep_secrets_from(&mut command);
    command.spawn().is_ok_and(stays)
}

/// Whether it still runs after a while, or has handed the address on to one that does.
fn stays(mut browser: Child) -> bool {
    let end = Instant::now() + TRIAL;
    while Instant::now() < end {
        match browser.try_wait() {
            Ok(None) => sleep(PAUSE),
            Ok(Some(status)) => return status.success(),
            Err(_) => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_browser_that_fails_at_once_is_none() {
        assert!(!is_started("false", &[]));
        assert!(!is_started("/no/such/browser", &[]));
        assert!(is_started("true", &[]));
        assert!(is_started("sleep", &["3"]));
    }
}
