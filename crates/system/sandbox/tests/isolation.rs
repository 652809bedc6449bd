//! Hostile programs under every kind of isolation: each attack fails and says what stopped it.

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use debunk_sandbox::{
    FinishedRun, Isolation, IsolationMode, Spawn, TempArea, read_line_matching, run_to_end,
};
use support::{PATIENCE, eventually, is_alive};

const BOTH: [IsolationMode; 2] = [IsolationMode::Namespaces, IsolationMode::Rules];
const SECRET: &str = "the-secret-of-the-user";

fn area() -> TempArea {
    TempArea::new().expect("an area")
}

fn shell(mode: IsolationMode, script: &str) -> Spawn {
    Spawn::new("/bin/sh").args(["-c", script]).isolated_by(mode)
}

fn attack(mode: IsolationMode, script: &str) -> FinishedRun {
    run_to_end(shell(mode, script), &area(), b"", PATIENCE).expect("a run")
}

fn python(mode: IsolationMode, script: &str) -> FinishedRun {
    let spawn = Spawn::new("/usr/bin/python3").args(["-I", "-c", script]).isolated_by(mode);
    run_to_end(spawn, &area(), b"", PATIENCE).expect("a run")
}

/// A user file outside every temporary folder: in the folder of this crate.
struct Secret {
    path: PathBuf,
}

impl Secret {
    fn new(name: &str) -> Secret {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("home-{name}"));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("secret"), SECRET).expect("a file");
        Secret { path: folder.join("secret") }
    }

    fn folder(&self) -> &Path {
        self.path.parent().expect("a folder")
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.folder());
    }
}

#[test]
fn name_spaces_are_used_where_they_are_allowed() {
    let area = area();
    let isolation = Isolation::of(&area);
    assert_eq!(isolation.mode, IsolationMode::Namespaces, "{isolation:#?}");
    assert!(isolation.weakness().is_none());
}

#[test]
fn the_environment_of_debunk_and_of_the_keeper_cannot_be_read() {
    let own = std::process::id();
    for mode in BOTH {
        let script = format!(
            "for p in {own} 1 $PPID; do tr '\\0' '\\n' </proc/$p/environ; cat /proc/$p/maps; \
             readlink /proc/$p/fd/3; done; for p in /proc/[0-9]*; do cat $p/environ; done"
        );
        let run = attack(mode, &script);
        let text = run.stdout_text();
        // Cargo sets this one for every test, so it stands for what a user may have set.
        assert!(!text.contains("CARGO_MANIFEST_DIR"), "{mode}: {text}");
        assert!(!text.contains("r-xp") && !text.contains("socket:"), "{mode}: {text}");
    }
}

#[test]
fn files_of_the_user_cannot_be_read_or_written() {
    let secret = Secret::new("files");
    let victim = tempfile::tempdir().expect("a folder in the folder for temporary files");
    fs::write(victim.path().join("secret"), SECRET).expect("a file");
    for mode in BOTH {
        for folder in [secret.folder(), victim.path()] {
            let folder = folder.display();
            let script = format!(
                "cat {folder}/secret; echo gone >{folder}/secret; echo new >{folder}/new; \
                 rm {folder}/secret; echo x >/usr/x; echo x >/etc/x; ls -a {folder}"
            );
            let run = attack(mode, &script);
            assert!(!run.stdout_text().contains(SECRET), "{mode}: {}", run.stdout_text());
        }
        for folder in [secret.folder(), victim.path()] {
            assert_eq!(fs::read_to_string(folder.join("secret")).expect("still there"), SECRET);
            assert!(!folder.join("new").exists(), "{mode}");
        }
        assert!(!Path::new("/usr/x").exists() && !Path::new("/etc/x").exists());
        let run = attack(mode, "echo mine >file && cat file && echo $TMPDIR && touch $HOME/x");
        assert!(run.exit.success(), "{mode}: its own folder is its own: {}", run.stderr_text());
    }
}

#[test]
fn children_that_see_the_same_share_a_frame_and_see_what_is_new() {
    let (area, secret) = (area(), Secret::new("frame"));
    let shown = secret.folder().join("shown");
    let script = format!("cat {}/file; echo mine >own; ls", shown.display());
    let see = || {
        let spawn = shell(IsolationMode::Namespaces, &script).readable(&shown);
        run_to_end(spawn, &area, b"", PATIENCE).expect("a run").stdout_text()
    };
    assert_eq!(see(), "own\n", "there is nothing to be seen yet");
    fs::create_dir(&shown).expect("a folder");
    fs::write(shown.join("file"), "shown\n").expect("a file");
    assert_eq!(see(), "shown\nown\n");
    assert_eq!(see(), "shown\nown\n", "nothing of the child before is left");
    let frames = fs::read_dir(area.path()).expect("the area").flatten();
    let frames = frames.filter(|entry| entry.file_name().to_string_lossy().starts_with("root-"));
    assert_eq!(frames.count(), 2, "one without the folder, one with it");
}

#[test]
fn secrets_of_the_system_are_hidden_even_from_root() {
    let script = "cat /etc/shadow /etc/ssh/* /etc/ssl/private/*; \
                  echo 1 >/proc/sys/vm/overcommit_memory && echo written";
    for mode in BOTH {
        assert_eq!(attack(mode, script).stdout_text(), "", "{mode}");
        let others = attack(mode, "cat /etc/passwd && ls /etc");
        assert!(others.exit.success(), "{mode}: {}", others.stderr_text());
    }
}

#[test]
fn other_processes_cannot_be_killed_or_traced() {
    let mut victim = std::process::Command::new("sleep").arg("1000").spawn().expect("a process");
    let pid = victim.id();
    for mode in BOTH {
        let script = format!(
            "kill -9 {pid}; kill -9 {}; kill -9 $PPID; kill -9 -1; echo on",
            std::process::id()
        );
        let run = attack(mode, &script);
        // Killing everything in a program's own namespace includes the program itself.
        assert!(run.stdout_text().contains("on") || run.exit.signal == Some(9), "{mode}: {run:?}");
        let trace = format!(
            "import ctypes; libc = ctypes.CDLL(None, use_errno=True)\n\
             for pid in ({pid}, {}, 1): print(libc.ptrace(16, pid, 0, 0))",
            std::process::id()
        );
        assert_eq!(python(mode, &trace).stdout_text(), "-1\n-1\n-1\n", "{mode}");
        assert!(is_alive(pid), "{mode}");
    }
    victim.kill().expect("the test cleans up");
    victim.wait().expect("the end");
}

#[test]
fn a_child_without_sockets_gets_none_and_works_all_the_same() {
    let service = TcpListener::bind("127.0.0.1:0").expect("a service of the user");
    let port = service.local_addr().expect("its address").port();
    let script = format!(
        "import ctypes, socket\n\
         def attempt(name, make):\n\
         \x20   try: print(name, make())\n\
         \x20   except OSError as error: print(name, error.errno)\n\
         attempt('connect', lambda: socket.create_connection(('127.0.0.1', {port})))\n\
         attempt('inet', lambda: socket.socket(socket.AF_INET))\n\
         attempt('unix', lambda: socket.socket(socket.AF_UNIX))\n\
         attempt('netlink', lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))\n\
         attempt('pair', lambda: len(socket.socketpair()))\n\
         print('ring', ctypes.CDLL(None).syscall(425, 8, ctypes.create_string_buffer(128)))\n"
    );
    for mode in BOTH {
        let spawn = Spawn::new("/usr/bin/python3").args(["-I", "-c", &script]).isolated_by(mode);
        let run = run_to_end(spawn.without_sockets(), &area(), b"", PATIENCE).expect("a run");
        let expected = "connect 1\ninet 1\nunix 1\nnetlink 1\npair 2\nring -1\n";
        assert_eq!(run.stdout_text(), expected, "{mode}: {}", run.stderr_text());
    }
}

#[test]
fn daemons_end_with_the_program() {
    for mode in BOTH {
        let area = area();
        let script = "for i in $(seq 200); do setsid sh -c 'setsid sleep 54321 & exit' & done; wait; \
                      echo ready; sleep 1000";
        let mut child = shell(mode, script).stdout(true).spawn(&area).expect("a child");
        let mut stdout = child.take_stdout().expect("its output");
        let deadline = Instant::now() + PATIENCE;
        let ready = |line: &str| (line == "ready").then(|| line.to_owned());
        read_line_matching(&mut stdout, deadline, ready).expect("the daemons run");
        assert!(!daemons().is_empty(), "{mode}: they were started");
        child.kill();
        eventually("all daemons are gone", || daemons().is_empty());

        let script = "setsid sh -c 'setsid sleep 54321 & exit' & sleep 0.2";
        run_to_end(shell(mode, script), &area, b"", PATIENCE).expect("a run");
        eventually("a daemon ends with a program that ends", || daemons().is_empty());
    }
}

/// The processes that the test above leaves behind.
fn daemons() -> Vec<PathBuf> {
    let is_daemon = |path: &PathBuf| {
        fs::read(path.join("cmdline"))
            .is_ok_and(|line| line == b"sleep\0" as &[u8] || line == b"sleep\x0054321\0")
    };
    let entries = fs::read_dir("/proc").expect("processes").flatten().map(|entry| entry.path());
    entries.filter(is_daemon).collect()
}

#[test]
fn services_of_this_machine_cannot_be_reached() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("an option");
    let port = listener.local_addr().expect("an address").port();
    for mode in BOTH {
        let script = format!(
            "import socket\ntry:\n socket.create_connection(('127.0.0.1', {port}), 2)\n \
             print('connected')\nexcept OSError as e: print(e.errno)"
        );
        let run = python(mode, &script);
        assert!(!run.stdout_text().contains("connected"), "{mode}");
        assert!(listener.accept().is_err(), "{mode}: nobody came");
    }
}

#[test]
fn debunk_reaches_a_port_of_its_child_and_nobody_else_does() {
    let area = area();
    let script = "import socket\ns = socket.socket()\ns.bind(('127.0.0.1', 0))\ns.listen()\n\
                  print(s.getsockname()[1], flush=True)\nwhile True:\n c, _ = s.accept()\n \
                  c.sendall(c.recv(100).upper())\n c.close()";
    for mode in BOTH {
        let spawn = Spawn::new("/usr/bin/python3").args(["-I", "-c", script]).isolated_by(mode);
        let mut child = spawn.stdout(true).spawn(&area).expect("a child");
        let mut stdout = child.take_stdout().expect("its output");
        let deadline = Instant::now() + PATIENCE;
        let port = read_line_matching(&mut stdout, deadline, |line| Some(line.to_owned()));
        let port: u16 = port.expect("a line").trim().parse().expect("a port");
        for _ in 0..2 {
            let mut stream = child.connect(port).expect("a connection");
            stream.write_all(b"hello\n").expect("room");
            let mut line = String::new();
            BufReader::new(stream).read_line(&mut line).expect("an answer");
            assert_eq!(line, "HELLO\n", "{mode}");
        }
        assert!(child.connect(1).is_err(), "nobody listens there");
        if mode == IsolationMode::Namespaces {
            assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());
        }
    }
}

#[test]
fn debunk_can_listen_where_its_child_connects() {
    let area = area();
    for mode in BOTH {
        let port =
            TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("it").port();
        let script = format!(
            "import socket; socket.create_connection(('127.0.0.1', {port})).sendall(b'hi')"
        );
        let spawn = Spawn::new("/usr/bin/python3").args(["-I", "-c", &script]).isolated_by(mode);
        let mut child = spawn.connects().listen(port).spawn(&area).expect("a child");
        let listener = child.take_listener().expect("a listener");
        let (stream, _) = listener.accept().expect("a connection");
        let mut text = String::new();
        std::io::Read::read_to_string(&mut BufReader::new(stream), &mut text).expect("a text");
        assert_eq!(text, "hi", "{mode}");
    }
}

#[test]
fn a_fork_bomb_reaches_a_limit_and_ends() {
    let script = "import os, time\nn = 0\ntry:\n  while True:\n    if os.fork() == 0: time.sleep(100); os._exit(0)\n    n += 1\n\
                  except OSError as e: print(n, e.errno)";
    let run = python(IsolationMode::Namespaces, script);
    let text = run.stdout_text();
    let count: u32 = text.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    assert!((500..5000).contains(&count), "{text}");
}

#[test]
fn a_full_folder_ends_the_program() {
    for mode in BOTH {
        let script = "i=0; while :; do i=$((i+1)); head -c 64M /dev/zero >file$i || exit 3; done";
        let start = Instant::now();
        let run = attack(mode, script);
        assert_eq!(run.exit.signal, Some(9), "{mode}: {run:?}");
        assert!(!run.timed_out && start.elapsed() < PATIENCE, "{mode}");
        // Files in memory have their own limit.
        if mode == IsolationMode::Namespaces {
            let run =
                attack(mode, "head -c 1G /dev/zero >/tmp/big; head -c 1G /dev/zero >/dev/shm/big");
            assert!(!run.exit.success(), "{mode}");
        }
    }
}

#[test]
fn how_a_program_ends_is_seen_through_its_keeper() {
    for mode in BOTH {
        for (script, expected) in [
            ("exit 7", "exit code 7"),
            ("kill -ABRT $$", "killed by SIGABRT (signal 6)"),
            ("kill -TERM $$; echo alive", "killed by SIGTERM (signal 15)"),
        ] {
            assert_eq!(attack(mode, script).exit.to_string(), expected, "{mode}: {script}");
        }
    }
}

#[test]
fn a_program_does_not_always_have_the_same_number() {
    let numbers: std::collections::BTreeSet<String> =
        (0..3).map(|_| attack(IsolationMode::Namespaces, "echo $$").stdout_text()).collect();
    assert_eq!(numbers.len(), 3, "{numbers:?}");
}

#[test]
fn debuggers_work_inside() {
    for mode in BOTH {
        let spawn = Spawn::new("gdb").args(["-nx", "-batch", "-ex", "break main", "-ex", "run"]);
        let spawn = spawn.args(["-ex", "info registers rip", "--args", "/bin/true"]);
        let run = run_to_end(spawn.isolated_by(mode), &area(), b"", PATIENCE).expect("a run");
        let text = run.stdout_text();
        assert!(
            text.contains("exited normally") || text.contains("Breakpoint 1,"),
            "{mode}: {text} {}",
            run.stderr_text()
        );
    }
}

#[test]
fn a_tool_of_the_user_sees_what_the_user_sees() {
    let secret = Secret::new("tool");
    let spawn = Spawn::new("cat").arg(&secret.path).as_tool();
    let run = run_to_end(spawn, &area(), b"", Duration::from_secs(10)).expect("a run");
    assert_eq!(run.stdout_text(), SECRET);
}

/// Everything above also holds for a user without any rights. Only root can become one.
#[test]
fn it_works_for_a_user_without_rights_too() {
    // SAFETY: the call takes no arguments and cannot fail.
    if unsafe { libc::geteuid() } != 0 {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mode = |bits| std::os::unix::fs::PermissionsExt::from_mode(bits);
    fs::set_permissions(folder.path(), mode(0o777)).expect("a folder for all");
    let copy = folder.path().join("tests");
    fs::copy(std::env::current_exe().expect("this program"), &copy).expect("a copy");
    let tests = [
        "name_spaces_are_used_where_they_are_allowed",
        "the_environment_of_debunk_and_of_the_keeper_cannot_be_read",
        "other_processes_cannot_be_killed_or_traced",
        "debunk_reaches_a_port_of_its_child_and_nobody_else_does",
        "how_a_program_ends_is_seen_through_its_keeper",
        "debuggers_work_inside",
    ];
    let run = std::process::Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all"])
        .arg(&copy)
        .arg("--exact")
        .args(tests)
        .env("TMPDIR", folder.path())
        .env("HOME", folder.path())
        .env("PATH", "/usr/bin:/bin")
        .env("CARGO_MANIFEST_DIR", "a secret")
        .output()
        .expect("setpriv");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success() && text.contains("6 passed"), "{text}");
}

#[test]
fn what_a_command_names_can_be_read() {
    let secret = Secret::new("named");
    let folder = secret.folder().display();
    for mode in BOTH {
        for word in [format!("-I{folder}"), format!("--path={folder}"), format!("{folder}/secret")]
        {
            let script = "for w in \"$@\"; do cat /${w#*/}/secret /${w#*/}; done";
            let spawn = Spawn::new("/bin/sh").args(["-c", script, "sh", &word]).isolated_by(mode);
            let run = run_to_end(spawn, &area(), b"", PATIENCE).expect("a run");
            assert!(run.stdout_text().contains(SECRET), "{mode}: {word}: {}", run.stderr_text());
        }
    }
}
