//! A panic while the terminal is held, in a real pseudo-terminal.

use std::env;
use std::io::Read;

use pty_process::blocking::{Command, open};
use rustix::fs::{Mode, OFlags};
use rustix::pty::ptsname;
use rustix::termios::{LocalModes, tcgetattr};
use tengen_tui::Held;

/// Set for the process that panics: this very test, started once more.
const PANICS: &str = "TENGEN_TEST_PANICS";

#[test]
fn a_panic_is_told_on_a_restored_terminal() {
    if env::var_os(PANICS).is_some() {
        let _held = Held::take().unwrap();
        panic!("as asked for");
    }
    let (mut pty, pts) = open().unwrap();
    let name = ptsname(&pty, Vec::new()).unwrap();
    // Held open, because the kernel forgets the modes when nobody holds the terminal any more.
    let terminal = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let modes = tcgetattr(&terminal).unwrap();
    assert!(modes.local_modes.contains(LocalModes::ICANON | LocalModes::ECHO));
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "panic::a_panic_is_told_on_a_restored_terminal", "--nocapture"])
        .env(PANICS, "yes")
        .env("RUST_BACKTRACE", "0")
        .spawn(pts)
        .unwrap();
    let mut output = Vec::new();
    let mut bytes = [0; 4096];
    while !String::from_utf8_lossy(&output).contains("test result") {
        let n = pty.read(&mut bytes).unwrap();
        output.extend_from_slice(&bytes[..n]);
    }
    assert!(!child.wait().unwrap().success());
    assert_eq!(tcgetattr(&terminal).unwrap().local_modes, modes.local_modes);
    let output = String::from_utf8_lossy(&output);
    let place = |text: &str| output.find(text).unwrap_or_else(|| panic!("no {text:?}: {output}"));
    assert!(place("\x1b[?1049h") < place("\x1b[?1049l"));
    assert!(place("\x1b[?1049l") < place("as asked for"), "{output}");
}
