//! Hostile programs under real debuggers, with each kind of isolation: nothing of the user's is
//! harmed.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

const HOSTILE_C: &str = r#"
#include <stdio.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <arpa/inet.h>
int main(void) {
    open("VICTIM/new", O_WRONLY | O_CREAT, 0600);
    unlink("VICTIM/work");
    kill(PID, SIGKILL);
    struct sockaddr_in place = { .sin_family = AF_INET, .sin_port = htons(PORT) };
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    connect(s, (struct sockaddr *)&place, sizeof place);
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) {
            setsid();
            if (fork() == 0) { execlp("sleep", "sleep", "MARK", (char *)0); }
            _exit(0);
        }
    }
    int done = 1;
    printf("%d\n", done);
    return 0;
}
"#;

const HOSTILE_PYTHON: &str = r#"
import os, socket, subprocess
def attempt(action):
    try:
        action()
    except OSError:
        pass
attempt(lambda: open('VICTIM/new', 'w'))
attempt(lambda: os.remove('VICTIM/work'))
attempt(lambda: os.kill(PID, 9))
attempt(lambda: socket.create_connection(('127.0.0.1', PORT), 1))
attempt(lambda: subprocess.run(['setsid', '-f', 'sleep', 'MARK']))
done = 1
print(done)
"#;

const HOSTILE_JAVASCRIPT: &str = r#"
function reach() {
  try { return globalThis.process || print.constructor('return process')(); } catch (error) { return null; }
}
const found = reach();
try {
  const get = found.mainModule ? found.mainModule.require : found.getBuiltinModule;
  const fs = get('fs');
  try { fs.writeFileSync('VICTIM/new', 'x'); } catch (error) { }
  try { fs.unlinkSync('VICTIM/work'); } catch (error) { }
  try { found.kill(PID, 'SIGKILL'); } catch (error) { }
  get('child_process').spawn('setsid', ['sleep', 'MARK'], { detached: true });
} catch (error) { }
let done = 1;
print(done);
"#;

/// The processes with these arguments.
fn sleepers(mark: &str) -> usize {
    let wanted = format!("sleep\0{mark}\0");
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    entries
        .filter(|entry| {
            fs::read(entry.path().join("cmdline")).is_ok_and(|line| line == wanted.as_bytes())
        })
        .count()
}

fn check(debugger: &str, name: &str, text: &str, mode: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let victim = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("victim-{debugger}-{mode}"));
    fs::create_dir_all(&victim).expect("a folder");
    fs::write(victim.join("work"), "months of work").expect("a file");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("an option");
    let port = listener.local_addr().expect("an address").port();
    let mut process = Command::new("sleep").arg("1000").spawn().expect("a process");
    let mark = format!("77{port}");
    let text = text
        .replace("VICTIM", &victim.to_string_lossy())
        .replace("PORT", &port.to_string())
        .replace("PID", &process.id().to_string())
        .replace("MARK", &mark);
    fs::write(folder.path().join(name), text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_debunk"))
        .args(["run", "-d", debugger, "--corpus", name, "-n", "2", "-j", "1"])
        .args(["--relations", "add-breakpoint", "--no-reduce", "--out", "out"])
        .env("DEBUNK_ISOLATION", mode)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("debunk runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // An adapter without its own network needs its connections.
    assert!(listener.accept().is_err(), "{debugger} {mode}: it connected: {said}");
    assert_eq!(sleepers(&mark), 0, "{debugger} {mode}: daemons are left: {said}");
    assert!(process.try_wait().expect("an answer").is_none(), "{debugger} {mode}: killed: {said}");
    assert!(
        victim.join("work").exists() && !victim.join("new").exists(),
        "{debugger} {mode}: {said}"
    );
    process.kill().expect("the test cleans up");
    process.wait().expect("the end");
    fs::remove_dir_all(victim).expect("the test cleans up");
}

#[test]
fn a_hostile_c_program_under_gdb_harms_nothing() {
    for mode in ["namespaces", "rules"] {
        check("gdb-mi", "hostile.c", HOSTILE_C, mode);
    }
}

#[test]
fn a_hostile_python_program_under_bdb_harms_nothing() {
    for mode in ["namespaces", "rules"] {
        check("bdb", "hostile.py", HOSTILE_PYTHON, mode);
    }
}

#[test]
fn a_hostile_javascript_program_under_node_harms_nothing() {
    for mode in ["namespaces", "rules"] {
        check("node", "hostile.js", HOSTILE_JAVASCRIPT, mode);
    }
}
