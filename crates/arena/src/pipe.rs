//! A program behind a pipe.
//!
//! Two threads serve it, so that neither a program that does not read nor one that does not stop
//! writing can block the referee. What they hold is bounded: lines are cut, and a full channel
//! makes the program wait. The process never outlives its [`Pipe`].

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::cpu;
use crate::guard::GuardCommand;
use crate::nevermind::Nevermind;
use crate::printable::printable;

/// How long a program may take to end after END. Piskvork grants 0.7 s, `GomocupJudge` 0.5 s.
const FAREWELL: Duration = Duration::from_millis(600);

/// How long a guard may take to end after its program.
const GUARD_ENDS: Duration = Duration::from_secs(2);

/// What to start, and where.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub(crate) command: Vec<String>,
    pub(crate) dir: Option<PathBuf>,
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) max_line_bytes: usize,
    /// Where the dialogue is logged; standard error goes beside it.
    pub(crate) log: Option<PathBuf>,
    /// Who sees to it that nothing of the program is left behind.
    pub(crate) guard: Option<GuardCommand>,
}

/// A line of a program.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    /// Whether it was longer than allowed.
    pub(crate) is_cut: bool,
    pub(crate) received: Instant,
}

/// A running program.
#[derive(Debug)]
pub(crate) struct Pipe {
    // The program, or its guard.
    child: Child,
    is_guarded: bool,
    exit: Option<ExitStatus>,
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    seen: Arc<Seen>,
}

/// What the reading thread knows beyond complete lines.
#[derive(Debug, Default)]
struct Seen {
    n_bytes: AtomicU64,
    unfinished: Mutex<Vec<u8>>,
}

type Log = Option<Arc<Mutex<File>>>;

impl Pipe {
    pub(crate) fn start(launch: &Launch) -> io::Result<Self> {
        let (program, arguments) = launch
            .command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program"))?;
        let is_path = is_path(program);
        let program = located(program, &launch.env)?;
        let mut command = match &launch.guard {
            None => Command::new(&program),
            Some(guard) => {
                let mut command = Command::new(&guard.program);
                let runner = std::process::id().to_string();
                command.args(&guard.arguments).arg(runner).arg(&program);
                command
            }
        };
        command.args(arguments).envs(&launch.env).stdin(Stdio::piped()).stdout(Stdio::piped());
        let home = program.parent().filter(|_| is_path);
        if let Some(dir) = launch.dir.as_deref().or(home) {
            command.current_dir(dir);
        }
        let (log, stderr) = open_log(launch.log.as_deref())?;
        command.stderr(stderr);
        own_group(&mut command);
        let mut child = command.spawn()?;
        let seen = Arc::new(Seen::default());
        let (input, to_write) = mpsc::channel();
        let (lines, output) = mpsc::sync_channel(256);
        if let Some(stdin) = child.stdin.take() {
            let log = log.clone();
            thread::spawn(move || write_all(stdin, &to_write, &log));
        }
        if let Some(stdout) = child.stdout.take() {
            let reader = Reader {
                lines,
                seen: Arc::clone(&seen),
                max_line_bytes: launch.max_line_bytes,
                log,
            };
            thread::spawn(move || reader.read_all(stdout));
        }
        let is_guarded = launch.guard.is_some();
        Ok(Self { child, is_guarded, exit: None, input: Some(input), output, seen })
    }

    /// Sends lines without waiting for anybody to read them.
    pub(crate) fn send(&self, text: String) {
        if let Some(input) = &self.input {
            input.send(text).nevermind("a dead program is found out by its silence");
        }
    }

    /// The next line, or that there is none yet or will never be one.
    pub(crate) fn receive(&self, wait: Duration) -> Result<Line, RecvTimeoutError> {
        self.output.recv_timeout(wait)
    }

    /// Everything that was said since the last look.
    pub(crate) fn leftovers(&self) -> impl Iterator<Item = Line> + '_ {
        self.output.try_iter()
    }

    /// How many bytes the program has written.
    pub(crate) fn n_bytes(&self) -> u64 {
        self.seen.n_bytes.load(Ordering::Relaxed)
    }

    /// The beginning of a line that was never finished.
    pub(crate) fn unfinished(&self) -> Option<String> {
        let bytes = self.seen.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        (!bytes.is_empty()).then(|| shortened(&String::from_utf8_lossy(&bytes)))
    }

    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        cpu::of_family(self.child.id(), self.is_guarded)
    }

    pub(crate) fn peak_kib(&self) -> Option<u64> {
        cpu::peak_kib_of_family(self.child.id(), self.is_guarded)
    }

    /// Whether the program has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.poll_exit().is_some()
    }

    /// How the program ended, in words. The pipe closes a moment before the process is gone, so
    /// this waits a little.
    pub(crate) fn ending(&mut self) -> String {
        if self.wait_exit(Duration::from_millis(300)) {
            self.exit.map_or_else(String::new, |status| status.to_string())
        } else {
            "it closed its output and runs on".to_owned()
        }
    }

    fn poll_exit(&mut self) -> Option<ExitStatus> {
        if self.exit.is_none() {
            // An error here means that there is no such process: as gone as can be.
            self.exit = self.child.try_wait().unwrap_or(Some(ExitStatus::default()));
        }
        self.exit
    }

    fn wait_exit(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        while self.poll_exit().is_none() {
            if start.elapsed() >= patience {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    /// Ends the program at once, with everything it started.
    pub(crate) fn kill(&mut self) {
        self.input = None;
        if self.exit.is_none() {
            // Before the process is reaped: until then nobody else can get its number.
            end_family(self.child.id(), self.is_guarded);
            // A guard ends when its program has, and it may still be reaping.
            if self.is_guarded && self.wait_exit(GUARD_ENDS) {
                return;
            }
            self.child.kill().nevermind("it may have ended just now");
            self.exit = self.child.wait().ok().or_else(|| Some(ExitStatus::default()));
        }
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.send("END\n".to_owned());
        // Closing the input is the second hint, for programs that do not know the word.
        self.input = None;
        if !self.wait_exit(FAREWELL) {
            self.kill();
        }
    }
}

/// A program given by a path is made absolute, since it will be started from another folder; a bare
/// name is looked up as the system would.
fn located(program: &str, env: &BTreeMap<String, String>) -> io::Result<PathBuf> {
    if is_path(program) {
        let path = Path::new(program).canonicalize()?;
        return if is_executable(&path) { Ok(path) } else { Err(not_executable()) };
    }
    let folders = env.get("PATH").map(Into::into).or_else(|| std::env::var_os("PATH"));
    let folders = folders.unwrap_or_default();
    let mut choices = std::env::split_paths(&folders)
        .flat_map(|folder| [folder.join(program), folder.join(format!("{program}.exe"))]);
    choices
        .find(|choice| is_executable(choice))
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such program"))
}

/// Whether a program is given by a path: then it runs in the folder it lies in.
fn is_path(program: &str) -> bool {
    Path::new(program).components().count() > 1
}

fn not_executable() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "the file cannot be executed")
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

fn open_log(path: Option<&Path>) -> io::Result<(Log, Stdio)> {
    let Some(path) = path else { return Ok((None, Stdio::null())) };
    let open = |path: &Path| File::options().create(true).append(true).open(path);
    let stderr = open(&path.with_extension("stderr"))?;
    Ok((Some(Arc::new(Mutex::new(open(path)?))), Stdio::from(stderr)))
}

fn note(log: &Log, mark: char, text: &str) {
    if let Some(log) = log {
        let lines: Vec<String> = text.lines().map(|line| format!("{mark} {line}\n")).collect();
        log.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .write_all(lines.concat().as_bytes())
            .nevermind("a full disk shows in the results first");
    }
}

fn write_all(mut stdin: ChildStdin, lines: &Receiver<String>, log: &Log) {
    for text in lines {
        note(log, '>', &text);
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

struct Reader {
    lines: SyncSender<Line>,
    seen: Arc<Seen>,
    max_line_bytes: usize,
    log: Log,
}

impl Reader {
    fn read_all(self, mut stdout: ChildStdout) {
        let mut chunk = [0; 8192];
        let mut line = Vec::new();
        let mut is_cut = false;
        loop {
            let n = match stdout.read(&mut chunk) {
                Ok(0) => return,
                Ok(n) => n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return,
            };
            // One time for the whole chunk: what was written together arrived together.
            let received = Instant::now();
            self.seen.n_bytes.fetch_add(n as u64, Ordering::Relaxed);
            for &byte in &chunk[..n] {
                if byte == b'\n' || byte == b'\r' {
                    if !line.is_empty() && !self.hand_over(&line, is_cut, received) {
                        return;
                    }
                    line.clear();
                    is_cut = false;
                } else if line.len() < self.max_line_bytes {
                    line.push(byte);
                } else {
                    is_cut = true;
                }
            }
            let begun = line.iter().take(200).copied().collect();
            *self.seen.unfinished.lock().unwrap_or_else(PoisonError::into_inner) = begun;
        }
    }

    /// Whether anybody still listens.
    fn hand_over(&self, line: &[u8], is_cut: bool, received: Instant) -> bool {
        let text = String::from_utf8_lossy(line).trim().to_owned();
        note(&self.log, '<', &text);
        self.lines.send(Line { text, is_cut, received }).is_ok()
    }
}

/// The beginning of a text, for messages, fit to be shown.
pub(crate) fn shortened(text: &str) -> String {
    const LENGTH: usize = 80;
    let mut start: String = printable(text).chars().take(LENGTH).collect();
    if text.chars().nth(LENGTH).is_some() {
        start.push('…');
    }
    start
}

/// A group of its own keeps Ctrl-C in the terminal from reaching the program before we have
/// decided what to do, and lets us end whatever the program started.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

/// Ends what a program or its guard has started. On Windows the job does, when the guard is ended.
#[cfg(target_os = "linux")]
fn end_family(root: u32, is_guard: bool) {
    crate::family::end_descendants(root);
    if !is_guard {
        crate::family::end_group(root);
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn end_family(root: u32, _is_guard: bool) {
    crate::family::end_group(root);
}

#[cfg(not(unix))]
fn end_family(_root: u32, _is_guard: bool) {}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn start(script: &str) -> Pipe {
        Pipe::start(&Launch {
            command: ["sh", "-c", script].map(str::to_owned).to_vec(),
            dir: None,
            env: BTreeMap::from([("TONE".to_owned(), "low".to_owned())]),
            max_line_bytes: 10,
            log: None,
            guard: None,
        })
        .unwrap()
    }

    fn next(pipe: &Pipe) -> Option<(String, bool)> {
        pipe.receive(Duration::from_secs(5)).ok().map(|line| (line.text, line.is_cut))
    }

    #[test]
    fn lines_are_told_apart_and_cut() {
        let pipe = start(r"printf 'a\r\n b \n\n0123456789abc\ncd'; read x; echo $x $TONE");
        assert_eq!(next(&pipe), Some(("a".to_owned(), false)));
        assert_eq!(next(&pipe), Some(("b".to_owned(), false)));
        assert_eq!(next(&pipe), Some(("0123456789".to_owned(), true)));
        while pipe.unfinished().is_none() {
            thread::sleep(Duration::from_millis(2));
        }
        assert_eq!(pipe.unfinished().as_deref(), Some("cd"));
        pipe.send("hi\n".to_owned());
        assert_eq!(next(&pipe), Some(("cdhi low".to_owned(), false)));
        assert_eq!(next(&pipe), None);
        assert_eq!(pipe.n_bytes(), 31);
    }

    #[test]
    fn the_ending_is_told() {
        let mut pipe = start("exit 3");
        assert_eq!(next(&pipe), None);
        assert!(pipe.ending().contains('3'), "{}", pipe.ending());
        assert!(pipe.has_ended());
    }

    #[test]
    fn a_deaf_program_goes_with_its_children() {
        let pipe = start("trap '' TERM HUP INT; sleep 60 & echo $!; sleep 60");
        let (child, _) = next(&pipe).unwrap();
        let is_there = |pid: &str| Path::new(&format!("/proc/{pid}/exe")).exists();
        let leader = pipe.child.id().to_string();
        let start = Instant::now();
        drop(pipe);
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(!is_there(&leader));
        while is_there(&child) && start.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!is_there(&child));
    }

    #[test]
    fn a_program_that_never_reads_does_not_block() {
        let pipe = start("sleep 60");
        for _ in 0..100 {
            pipe.send("x".repeat(10_000));
        }
        drop(pipe);
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let launch = Launch {
            command: vec!["./no/such/program".to_owned()],
            dir: None,
            env: BTreeMap::new(),
            max_line_bytes: 10,
            log: None,
            guard: None,
        };
        assert!(Pipe::start(&launch).is_err());
    }
}
