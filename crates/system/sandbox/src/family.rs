//! Walks the descendants of a process through /proc.

use std::fs;

/// A fork bomb must not keep debunk busy for ever.
const FAMILY_LIMIT: usize = 4096;

/// The process itself and every descendant that can still be traced to it.
pub fn family(pid: libc::pid_t) -> Vec<libc::pid_t> {
    let mut members = vec![pid];
    let mut next = 0;
    while next < members.len() && members.len() < FAMILY_LIMIT {
        let children = children(members[next]);
        members.extend(children);
        next += 1;
    }
    members
}

/// The children of all threads of a process, since each thread has its own list.
pub(crate) fn children(pid: libc::pid_t) -> Vec<libc::pid_t> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok())
        .flat_map(|list| list.split_whitespace().flat_map(str::parse).collect::<Vec<_>>())
        .collect()
}

/// The resident memory of one process in KiB, or `None` if it is gone.
pub(crate) fn resident_kib(pid: libc::pid_t) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}
