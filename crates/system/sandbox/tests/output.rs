//! Checks how the output of children is read.

use std::io::Read;
use std::time::{Duration, Instant};

use debunk_sandbox::{
    Child, SandboxError, Spawn, TempArea, drain_in_background, read_answer, read_line_matching,
};

const PATIENCE: Duration = Duration::from_secs(20);

fn start(script: &str) -> Child {
    let area = TempArea::new().expect("an area");
    Spawn::new("/bin/sh").args(["-c", script]).stderr(true).spawn(&area).expect("a child")
}

fn port(line: &str) -> Option<String> {
    line.strip_prefix("listening on ").map(str::to_owned)
}

#[test]
fn finds_the_line_and_leaves_the_rest() {
    let mut child = start("echo noise >&2; echo listening on 17 >&2; echo rest >&2");
    let mut stderr = child.take_stderr().expect("its output");
    let found = read_line_matching(&mut stderr, Instant::now() + PATIENCE, port);
    assert_eq!(found.expect("the line"), "17");
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("the rest");
    assert_eq!(rest, "rest\n");
}

#[test]
fn the_last_line_needs_no_line_end() {
    let mut child = start("printf 'listening on 18' >&2");
    let mut stderr = child.take_stderr().expect("its output");
    let found = read_line_matching(&mut stderr, Instant::now() + PATIENCE, port);
    assert_eq!(found.expect("the line"), "18");
}

#[test]
fn an_answer_may_be_long() {
    let mut child = start("head -c 300000 /dev/zero | tr '\\0' x >&2; echo >&2; sleep 60");
    let mut stderr = child.take_stderr().expect("its output");
    let answer = read_answer(&mut stderr, Instant::now() + PATIENCE).expect("the answer");
    assert_eq!(answer.len(), 300_000);
}

#[test]
fn an_answer_without_a_line_end_is_cut() {
    let mut child = start("printf 'half an answer' >&2");
    let mut stderr = child.take_stderr().expect("its output");
    match read_answer(&mut stderr, Instant::now() + PATIENCE) {
        Err(SandboxError::OutputEnded { text }) => assert_eq!(text, "half an answer"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_answer_that_does_not_come_is_late() {
    let mut child = start("sleep 60");
    let mut stderr = child.take_stderr().expect("its output");
    let answer = read_answer(&mut stderr, Instant::now() + Duration::from_millis(50));
    assert!(matches!(answer, Err(SandboxError::OutputLate { .. })), "{answer:?}");
}

#[test]
fn an_early_end_carries_the_last_text() {
    let mut child = start("i=0; while [ $i -lt 3000 ]; do echo $i >&2; i=$((i+1)); done");
    let mut stderr = child.take_stderr().expect("its output");
    match read_line_matching(&mut stderr, Instant::now() + PATIENCE, port) {
        Err(SandboxError::OutputEnded { text }) => {
            assert_eq!(text.len(), 4096);
            assert!(text.ends_with("2998\n2999\n"), "{text}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn silence_ends_at_the_deadline() {
    let mut child = start("echo hello >&2; sleep 1000");
    let mut stderr = child.take_stderr().expect("its output");
    let deadline = Instant::now() + Duration::from_millis(500);
    match read_line_matching(&mut stderr, deadline, port) {
        Err(SandboxError::OutputLate { text }) => assert_eq!(text, "hello\n"),
        other => panic!("{other:?}"),
    }
    assert!(deadline.elapsed() < PATIENCE);
}

#[test]
fn draining_never_blocks_the_child() {
    let mut child = start("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo last words >&2");
    let tail = drain_in_background(child.take_stderr().expect("its output"));
    assert!(child.wait_timeout(PATIENCE).expect("the end").success());
    let text = tail.text_at_end(PATIENCE);
    assert_eq!(text.len(), 16 * 1024);
    assert!(text.ends_with("last words\n"));
    assert_eq!(tail.text(), text);
}
