//! Processor time and memory of a process, read from `/proc`.
//!
//! Two sources are combined. `schedstat` counts nanoseconds, but per thread, and forgets threads
//! that have ended; `stat` counts the whole process, but in ticks of 10 ms, rounded down. Both are
//! lower bounds of the truth, so the larger one is taken: exact as long as threads live on, off by
//! at most two ticks otherwise. On other systems there is neither, and the caller falls back to
//! the clock on the wall.

use std::fs;
use std::time::Duration;

use crate::family;

/// Whether processor time can be told on this system.
pub(crate) fn is_supported() -> bool {
    of_process(std::process::id()).is_some()
}

/// The processor time that a process with all its threads has used.
pub(crate) fn of_process(pid: u32) -> Option<Duration> {
    let in_ticks = fs::read_to_string(format!("/proc/{pid}/stat")).ok().and_then(|s| ticks(&s));
    let by_threads = fs::read_dir(format!("/proc/{pid}/task")).ok().map(|tasks| {
        tasks
            .flatten()
            .filter_map(|task| fs::read_to_string(task.path().join("schedstat")).ok())
            .filter_map(|line| nanoseconds(&line))
            .sum::<Duration>()
    });
    // A zombie has no tasks left to ask; then the ticks are all there is.
    in_ticks.max(by_threads)
}

/// The processor time that a program has used, with everything it started: what still runs, and what
/// has ended and was waited for. A guard's own time is not charged.
pub(crate) fn of_family(root: u32, is_guard: bool) -> Option<Duration> {
    let own = if is_guard { Duration::ZERO } else { of_process(root)? };
    let members = family::descendants(root);
    let living: Duration = members.iter().filter_map(|&pid| of_process(pid)).sum();
    let ended: Duration = members.iter().chain([&root]).filter_map(|&pid| of_reaped(pid)).sum();
    // Before a guard has started its program there is nothing to charge, and that is known.
    Some(own + living + ended).filter(|_| !is_guard || is_supported())
}

/// The processor time of the children that a process has waited for.
fn of_reaped(pid: u32) -> Option<Duration> {
    fs::read_to_string(format!("/proc/{pid}/stat")).ok().and_then(|stat| ticks_from(&stat, 13))
}

/// The most memory that a process of a program has held, in KiB.
pub(crate) fn peak_kib_of_family(root: u32, is_guard: bool) -> Option<u64> {
    let own = if is_guard { None } else { peak_kib(root) };
    family::descendants(root).into_iter().filter_map(peak_kib).chain(own).max()
}

/// The processor time that the calling thread has used.
pub(crate) fn of_this_thread() -> Option<Duration> {
    nanoseconds(&fs::read_to_string("/proc/thread-self/schedstat").ok()?)
}

/// The most memory that a process has held, in KiB.
pub(crate) fn peak_kib(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn nanoseconds(schedstat: &str) -> Option<Duration> {
    schedstat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// User and system time, the 14th and 15th field. The second is the file name in parentheses and
/// may hold blanks and parentheses itself, so counting starts after the last one.
fn ticks(stat: &str) -> Option<Duration> {
    ticks_from(stat, 11)
}

/// Two fields, counted from the first after the name.
fn ticks_from(stat: &str, first: usize) -> Option<Duration> {
    // USER_HZ, which Linux fixes at 100 for everything that reads `/proc` on the usual machines.
    const TICK_MS: u64 = 10;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(first);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((next()? + next()?) * TICK_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_counted_after_the_name() {
        let stat = "77 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 123 45 0 0 20 0 1";
        assert_eq!(ticks(stat), Some(Duration::from_millis(1680)));
        assert_eq!(ticks("nonsense"), None);
        assert_eq!(nanoseconds("1500000 7 8\n"), Some(Duration::from_micros(1500)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn burning_is_counted_and_sleeping_is_not() {
        let before = of_this_thread().unwrap();
        std::thread::sleep(Duration::from_millis(40));
        let used = || of_this_thread().unwrap().saturating_sub(before);
        let slept = used();
        assert!(slept < Duration::from_millis(15), "{slept:?}");
        while used() < Duration::from_millis(60) {
            std::hint::black_box((0..1000).sum::<u64>());
        }
        assert!(of_process(std::process::id()).unwrap() >= Duration::from_millis(50));
        assert!(is_supported());
        assert!(peak_kib(std::process::id()).unwrap() > 100);
    }
}
