//! Nobody else on the machine can find Node's inspector and run code there. Alone in its process:
//! it looks at everything that this process has started.

mod support;

use debunk_kit::sessions::{act, script};
use debunk_model::{Action, Location};
use debunk_session::{Debugger, Session};
use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;
use support::find;

const MODE_VARIABLE: &str = "DEBUNK_ISOLATION";

fn parent_of(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(')').next()?.split_whitespace().nth(1)?.parse().ok()
}

/// The Node that a keeper of this process has started and that listens, with its port. Another one may
/// only be starting.
fn node() -> (u32, u16) {
    let own = Some(std::process::id());
    let is_ours = |pid: &u32| parent_of(*pid).and_then(parent_of) == own;
    let is_node = |pid: &u32| {
        fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.contains("node"))
    };
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut nodes = pids.filter(|pid| is_ours(pid) && is_node(pid));
    nodes.find_map(|pid| Some((pid, port_of(pid)?))).expect("a Node that listens")
}

/// The port on which a process listens, in its own network.
fn port_of(pid: u32) -> Option<u16> {
    let links = fs::read_dir(format!("/proc/{pid}/fd")).ok()?.flatten();
    let sockets: BTreeSet<String> = links
        .filter_map(|link| fs::read_link(link.path()).ok()?.to_str().map(str::to_owned))
        .filter_map(|link| Some(link.strip_prefix("socket:[")?.trim_end_matches(']').to_owned()))
        .collect();
    let table = fs::read_to_string(format!("/proc/{pid}/net/tcp")).ok()?;
    let listening = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut ports = listening
        .filter(|fields| fields.get(3) == Some(&"0A") && sockets.contains(fields[9]))
        .filter_map(|fields| u16::from_str_radix(fields[1].rsplit(':').next()?, 16).ok());
    ports.next()
}

fn network_of(pid: u32) -> String {
    let link = fs::read_link(format!("/proc/{pid}/ns/net")).expect("a network");
    link.to_string_lossy().into_owned()
}

#[test]
fn nobody_finds_the_inspector() {
    let debugger = find("node");
    let program = script("let total = 0;\ntotal += 1;\nprint(total);\n");
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    act(&mut session, Action::add_breakpoint(Location::new(2, 0)));
    act(&mut session, Action::Start);
    let (node, port) = node();
    let reached = TcpStream::connect(("127.0.0.1", port));
    if network_of(node) != network_of(std::process::id()) {
        assert!(std::env::var(MODE_VARIABLE).is_err(), "rules have no network of their own");
        assert!(reached.is_err(), "it is out of reach");
        return;
    }
    assert_eq!(std::env::var(MODE_VARIABLE).as_deref(), Ok("rules"));
    drop(reached);
    for path in ["/json", "/json/list"] {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(2))).expect("an option");
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("room");
        let mut answer = Vec::new();
        // The connection may stay open until the time is over.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.contains("ws:") && !answer.contains("webSocket"), "{path}: {answer}");
    }
}

#[test]
fn nobody_finds_the_inspector_without_name_spaces() {
    let run = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "nobody_finds_the_inspector"])
        .env(MODE_VARIABLE, "rules")
        .output()
        .expect("a run");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && text.contains("1 passed"), "{text}");
}
