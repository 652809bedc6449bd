//! Checks with real processes that children are scrubbed, limited and killed as a whole.

mod support;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use debunk_sandbox::{
    ExitInfo, IsolationMode, OUTPUT_CAP_BYTES, SandboxError, Spawn, TempArea, read_line_matching,
    run_to_end,
};
use support::{PATIENCE, eventually, is_alive};

fn area() -> TempArea {
    TempArea::new().expect("an area")
}

fn shell(script: &str) -> Spawn {
    Spawn::new("/bin/sh").args(["-c", script])
}

/// Reads the numbers that a script prints, one per line.
fn read_numbers(file: &mut std::fs::File, count: usize) -> Vec<u32> {
    let deadline = Instant::now() + PATIENCE;
    let mut read = || read_line_matching(file, deadline, |line| Some(line.to_owned()));
    (0..count).map(|_| read().expect("a line").trim().parse().expect("a number")).collect()
}

#[test]
fn kill_reaches_grandchildren_even_in_their_own_session() {
    let area = area();
    let script = "sleep 1000 & echo $!; setsid -f true; setsid sleep 1000 & echo $!; wait";
    // Inside a namespace, processes have other IDs than outside.
    let spawn = shell(script).isolated_by(IsolationMode::Off);
    let mut child = spawn.stdout(true).spawn(&area).expect("a child");
    let mut stdout = child.take_stdout().expect("its output");
    let grandchildren = read_numbers(&mut stdout, 2);
    assert!(grandchildren.iter().all(|pid| is_alive(*pid)));
    let resident = child.resident_kib().expect("a size");
    assert!(resident > 500, "{resident} KiB cannot be three processes");

    let exit = child.kill();
    assert_eq!(exit, ExitInfo { code: None, signal: Some(9) });
    assert_eq!(child.kill(), exit, "a second kill changes nothing");
    assert_eq!(child.try_wait(), Some(exit));
    assert_eq!(child.resident_kib(), None);
    for pid in grandchildren {
        eventually("the grandchildren are killed", || !is_alive(pid));
    }
}

#[test]
fn the_end_of_the_leader_is_the_end_of_its_group() {
    let area = area();
    let spawn = shell("sleep 1000 & echo $!; exit 7").isolated_by(IsolationMode::Off);
    let mut child = spawn.stdout(true).spawn(&area).expect("a child");
    let left_behind = read_numbers(&mut child.take_stdout().expect("its output"), 1)[0];
    let exit = child.wait_timeout(PATIENCE).expect("the end");
    assert_eq!(exit.to_string(), "exit code 7");
    eventually("what was left behind is killed", || !is_alive(left_behind));
}

#[test]
fn drop_kills() {
    let area = area();
    let child = shell("sleep 1000").spawn(&area).expect("a child");
    let pid = child.pid();
    assert!(is_alive(pid));
    drop(child);
    assert!(!is_alive(pid));
}

#[test]
fn a_child_outlives_the_thread_that_started_it() {
    let area = area();
    let there = area.clone();
    let spawn = move || shell("sleep 1000").spawn(&there).expect("a child");
    let mut child = std::thread::spawn(spawn).join().expect("the thread ends");
    assert_eq!(child.wait_timeout(Duration::from_millis(200)), None, "it must still run");
}

#[test]
fn the_environment_has_no_secrets() {
    let area = area();
    // Cargo sets this one for every test, so it stands for what a user may have set.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let spawn = Spawn::new("env").env("GIVEN", "yes").env("TZ", "Asia/Tokyo");
    let run = run_to_end(spawn, &area, b"", PATIENCE).expect("a run");
    let text = run.stdout_text();
    let seen: BTreeMap<_, _> = text.lines().filter_map(|line| line.split_once('=')).collect();
    let keys: Vec<_> = seen.keys().copied().collect();
    assert_eq!(keys, ["GIVEN", "HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ"]);
    assert_eq!((seen["LANG"], seen["TZ"]), ("C.UTF-8", "Asia/Tokyo"));
    for folder in ["HOME", "TMPDIR"] {
        assert!(seen[folder].starts_with(&area.path().display().to_string()), "{text}");
    }
}

#[test]
fn tools_of_the_user_may_see_the_whole_environment() {
    let spawn = Spawn::new("env").inherit_environment();
    let run = run_to_end(spawn, &area(), b"", PATIENCE).expect("a run");
    assert!(run.stdout_text().contains("CARGO_MANIFEST_DIR="));
}

#[test]
fn a_child_has_only_the_descriptors_that_it_was_given() {
    let area = area();
    let leak = std::fs::File::open("/dev/null").expect("a file");
    // SAFETY: clearing the flag of an open descriptor touches no memory.
    assert_eq!(unsafe { libc::fcntl(leak.as_raw_fd(), libc::F_SETFD, 0) }, 0);
    let list = |spawn: Spawn| {
        let run = run_to_end(spawn, &area, b"", PATIENCE).expect("a run");
        run.stdout_text().split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    // The shell expands the pattern by reading the folder, which takes one more descriptor.
    let script = "cd /proc/$$/fd && echo *";
    assert_eq!(list(shell(script))[..3], ["0", "1", "2"]);
    assert!(list(shell(script)).len() <= 4);
    assert_eq!(list(shell(script).open_pipes())[..5], ["0", "1", "2", "3", "4"]);
    assert!(list(shell(script).open_pipes()).len() <= 6);
}

#[test]
fn signals_are_as_a_program_expects_them() {
    // The Rust runtime ignores SIGPIPE; a child that inherited this would never notice a closed
    // pipe.
    let run = run_to_end(shell("kill -PIPE $$; echo alive"), &area(), b"", PATIENCE).expect("run");
    assert_eq!(run.exit.to_string(), "killed by SIGPIPE (signal 13)");
}

#[test]
fn pipes_three_and_four_echo() {
    let area = area();
    let mut child = shell("cat <&3 >&4").open_pipes().spawn(&area).expect("a child");
    let (mut to_child, mut from_child) = child.take_pipes().expect("the pipes");
    assert!(child.take_pipes().is_none());
    to_child.write_all(b"ping\0pong").expect("room in the pipe");
    drop(to_child);
    let mut echo = Vec::new();
    from_child.read_to_end(&mut echo).expect("an echo");
    assert_eq!(echo, b"ping\0pong");
    assert_eq!(child.wait_timeout(PATIENCE).map(|exit| exit.success()), Some(true));
}

#[test]
fn time_outs_end_a_run() {
    let start = Instant::now();
    let script = "echo before; sleep 1000; echo after";
    let run = run_to_end(shell(script), &area(), b"", Duration::from_millis(300)).expect("a run");
    assert!(run.timed_out);
    assert_eq!(run.stdout, b"before\n");
    assert_eq!(run.exit.signal, Some(libc::SIGKILL));
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn a_run_moves_more_than_a_pipe_holds() {
    let input = vec![b'x'; 1_000_000];
    let run = run_to_end(shell("cat; cat >&2 </dev/null; echo end >&2"), &area(), &input, PATIENCE)
        .expect("a run");
    assert_eq!((run.stdout.len(), run.stderr_text().as_str()), (input.len(), "end\n"));
    assert!(run.exit.success() && !run.timed_out);
}

#[test]
fn output_is_capped_without_blocking_the_child() {
    let run = run_to_end(shell("head -c 20000000 /dev/zero"), &area(), b"unread", PATIENCE)
        .expect("a run");
    assert_eq!(run.stdout.len(), OUTPUT_CAP_BYTES);
    assert!(run.exit.success());
}

#[test]
fn the_memory_limit_stops_a_program_that_allocates() {
    let area = area();
    let script = "console.log('started'); const all = []; \
                  for (let i = 0; i < 3000; i++) all.push(Buffer.alloc(1 << 20)); \
                  console.log('allocated ' + all.length)";
    let node = |limit| Spawn::new("node").args(["-e", script]).memory_limit_mib(limit);
    let free = run_to_end(node(None), &area, b"", PATIENCE).expect("a run");
    assert_eq!(free.stdout_text(), "started\nallocated 3000\n", "{}", free.stderr_text());
    let limited = run_to_end(node(Some(1024)), &area, b"", PATIENCE).expect("a run");
    assert!(!limited.exit.success() && !limited.timed_out, "{limited:?}");
    assert_eq!(limited.stdout_text(), "started\n");
}

#[test]
fn the_processor_time_and_the_size_of_files_are_limited() {
    let area = area();
    let spawn = shell("while :; do :; done").cpu_limit_s(Some(1));
    let run = run_to_end(spawn, &area, b"", PATIENCE).expect("a run");
    assert_eq!(run.exit.to_string(), "killed by SIGKILL (signal 9)");
    assert!(!run.timed_out);
    let spawn = Spawn::new("head").args(["-c", "2000000", "/dev/zero"]);
    let run = run_to_end(spawn, &area, b"", PATIENCE).expect("a run");
    assert!(run.exit.success(), "a pipe is not a file");
    let spawn = shell("head -c 2000000 /dev/zero >big; wc -c <big").file_size_limit_mib(Some(1));
    let run = run_to_end(spawn, &area, b"", PATIENCE).expect("a run");
    assert_eq!(run.stdout_text().trim(), "1048576");
}

#[test]
fn failures_to_start_say_why() {
    let area = area();
    let fail = |spawn: Spawn| spawn.spawn(&area).expect_err("a failure").to_string();
    let text = fail(Spawn::new("no-such-program-anywhere"));
    assert!(text.starts_with("find the program no-such-program-anywhere on the PATH"), "{text}");
    let text = fail(shell("true").current_dir("/no/such/folder"));
    assert!(text.starts_with("start /bin/sh (folder): No such file"), "{text}");
    let text = fail(shell("true\0"));
    assert!(text.contains("an argument contains a zero byte"), "{text}");

    let broken = area.subfolder("broken").expect("a folder");
    let program = broken.path().join("program");
    std::fs::write(&program, "\u{7f}ELF nothing").expect("a file");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, mode).expect("a program");
    let error = Spawn::new(&program).spawn(&area).expect_err("a failure");
    assert!(matches!(error, SandboxError::Start { step: "exec", .. }), "{error}");
}
