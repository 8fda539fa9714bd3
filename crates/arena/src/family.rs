//! A process with everything it started, read from `/proc`.
//!
//! Below a process that is a child subreaper ([`crate::guard`]) nothing gets lost: what forks, changes
//! its group or session, or outlives its parent stays a descendant. Elsewhere than on Linux there is
//! no such thing, and a family is a group of processes.

#[cfg(unix)]
use crate::nevermind::Nevermind;

/// Ends everything that a process has started, but not the process itself.
#[cfg(target_os = "linux")]
pub(crate) fn end_descendants(root: u32) {
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process};

    // What forks while it is being ended is met on the next round.
    const PATIENCE: Duration = Duration::from_secs(5);
    let begin = Instant::now();
    loop {
        let living = living_descendants(root);
        if living.is_empty() || begin.elapsed() > PATIENCE {
            return;
        }
        for pid in living {
            if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
                kill_process(pid, Signal::KILL).nevermind("it may have ended just now");
            }
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The descendants that have not ended yet, by a walk through all processes.
#[cfg(target_os = "linux")]
fn living_descendants(root: u32) -> Vec<u32> {
    let all: Vec<Process> = std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Process::read(entry.file_name().to_str()?.parse().ok()?))
        .collect();
    let mut family = vec![root];
    let mut next = 0;
    while let Some(&parent) = family.get(next) {
        family.extend(all.iter().filter(|process| process.parent == parent).map(|p| p.pid));
        next += 1;
    }
    let is_living = |pid: &u32| all.iter().any(|process| process.pid == *pid && process.is_living);
    family.into_iter().skip(1).filter(is_living).collect()
}

#[cfg(target_os = "linux")]
struct Process {
    pid: u32,
    parent: u32,
    is_living: bool,
}

#[cfg(target_os = "linux")]
impl Process {
    fn read(pid: u32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name is in parentheses and may hold some itself.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_whitespace();
        let is_living = !matches!(fields.next()?, "Z" | "X" | "x");
        Some(Self { pid, parent: fields.next()?.parse().ok()?, is_living })
    }
}

/// The descendants of a process by what the system says of each one's children, which is quick. Those
/// that have just been started may be missing.
pub(crate) fn descendants(root: u32) -> Vec<u32> {
    let mut family = vec![root];
    let mut next = 0;
    while let Some(&parent) = family.get(next) {
        let tasks = std::fs::read_dir(format!("/proc/{parent}/task"));
        for task in tasks.into_iter().flatten().flatten() {
            let children = std::fs::read_to_string(task.path().join("children"));
            let children = children.unwrap_or_default();
            let pids = children.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok());
            let pids: Vec<u32> = pids.filter(|pid| !family.contains(pid)).collect();
            family.extend(pids);
        }
        next += 1;
    }
    family.split_off(1)
}

/// Ends a group of processes, the leader included.
#[cfg(unix)]
pub(crate) fn end_group(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    if let Some(leader) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        kill_process_group(leader, Signal::KILL).nevermind("it may have ended just now");
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn children_and_their_children_are_ended_and_the_root_is_not() {
        let mut child = Command::new("sh")
            .args(["-c", "sh -c 'sleep 60; true' & wait; exit 0"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        while living_descendants(child.id()).len() < 2 && begin.elapsed() < Duration::from_secs(20)
        {
            std::thread::sleep(Duration::from_millis(2));
        }
        assert_eq!(descendants(child.id()).len(), 2);
        end_descendants(child.id());
        assert!(living_descendants(child.id()).is_empty());
        assert!(child.wait().unwrap().success(), "the root itself was not ended");
    }
}
