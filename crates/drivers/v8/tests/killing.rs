//! A debugger that is killed from outside. Alone in its process: other tests would lose theirs.

mod support;

use debunk_kit::sessions::{act, script};
use debunk_model::{Action, Location, Observation};
use debunk_session::{Debugger, Session};
use support::find;

/// The ID of the process that started another.
fn parent_of(pid: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(')').next()?.split_whitespace().nth(1)?.parse().ok()
}

/// The processes with that name that this one, or a keeper for it, has started.
fn children(name: &str) -> Vec<i32> {
    let own = std::process::id();
    std::fs::read_dir("/proc")
        .expect("proc")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid: &i32| {
            let comm = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
            let parent = parent_of(pid.unsigned_abs());
            comm.trim() == name && (parent == Some(own) || parent.and_then(parent_of) == Some(own))
        })
        .collect()
}

#[test]
fn a_killed_debugger_is_an_observation_and_is_replaced() {
    let debugger = find("node");
    let program = script("let total = 0;\ntotal += 1;\ntotal += 2;\nprint(total);\n");
    let mut driver = debugger.driver();
    let before = children("node");
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let first = [Action::add_breakpoint(Location::new(3, 0)), Action::Start];
    session.act(&first).expect("legal");
    for pid in children("node").into_iter().filter(|pid| !before.contains(pid)) {
        // SAFETY: the process is a child of this test.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
    let seen = act(&mut session, Action::Continue);
    assert!(
        matches!(&seen, Observation::Crashed { detail } if detail.contains("SIGKILL")),
        "{seen}"
    );
    drop(session);
    let mut session = Session::open(&mut *driver, &program).expect("a new process");
    assert!(session.act(&first).expect("legal")[1].observation.pause().is_some());
}
