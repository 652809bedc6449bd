//! What a Firefox must survive: hangs, kills, and many sessions in a row, with the same trace each
//! time and nothing left behind.

mod support;

use debunk_kit::sessions::{act, script};
use debunk_languages::analyse;
use debunk_model::{Action, Observation, Outcome, Program, Seed, Trace};
use debunk_relations::{Generator, GeneratorOptions, Next, Policy};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, Driver, PlainRun, Session};
use std::time::{Duration, Instant};
use support::{add_breakpoint, find, find_in};

/// The processes whose command line has this text in it.
fn processes(text: &str) -> Vec<i32> {
    std::fs::read_dir("/proc")
        .expect("proc")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid: &i32| {
            let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(text)
        })
        .collect()
}

/// The session of a process; each browser has its own.
fn session_of(pid: i32) -> i32 {
    // SAFETY: the call takes a number only.
    unsafe { libc::getsid(pid) }
}

fn pauses_on_first_line(driver: &mut dyn Driver) {
    let mut session = Session::open(driver, &script("print(1);")).expect("a new browser");
    session.act(&[add_breakpoint(1, 0)]).expect("legal");
    assert!(act(&mut session, Action::Start).pause().is_some());
}

#[test]
fn a_killed_browser_is_an_observation_and_is_replaced() {
    let area = TempArea::new().expect("temporary folder");
    let debugger = find_in(&area);
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &script("print(1);\nprint(2);")).expect("opens");
    session.act(&[add_breakpoint(1, 0), Action::Start]).expect("legal");
    let folder = area.path().to_string_lossy().into_owned();
    for pid in processes(&format!("--profile\0{folder}")) {
        // SAFETY: the call takes numbers only, and the process belongs to this test.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
    let seen = act(&mut session, Action::Continue);
    assert!(
        matches!(&seen, Observation::Crashed { detail } if detail.contains("SIGKILL")),
        "{seen}"
    );
    drop(session);
    pauses_on_first_line(&mut *driver);
}

#[test]
fn an_endless_loop_hangs_and_the_browser_is_replaced() {
    let debugger = find();
    let endless = script("print(1); for (;;) {}");
    let mut runner = debugger.runner();
    assert_eq!(runner.run(&endless), PlainRun::TimedOut);
    assert!(matches!(runner.run(&script("print(1)")), PlainRun::Ended(_)));
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &endless).expect("opens");
    assert_eq!(act(&mut session, Action::Start), Observation::Hung);
    drop(session);
    pauses_on_first_line(&mut *driver);
}

#[test]
fn a_dead_page_is_a_crash_and_is_replaced() {
    let area = TempArea::new().expect("temporary folder");
    let debugger = find_in(&area);
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &script("print(1);\nprint(2);")).expect("opens");
    session.act(&[add_breakpoint(1, 0), Action::Start]).expect("legal");
    let folder = area.path().to_string_lossy().into_owned();
    let browser = processes(&format!("--profile\0{folder}"))[0];
    for pid in processes("-contentproc").into_iter().filter(|pid| session_of(*pid) == browser) {
        // SAFETY: the call takes numbers only, and the process belongs to this test.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
    let seen = act(&mut session, Action::Continue);
    assert!(matches!(&seen, Observation::Crashed { .. }), "{seen}");
    drop(session);
    pauses_on_first_line(&mut *driver);
}

#[test]
fn a_paused_program_can_be_left() {
    let debugger = find();
    let mut driver = debugger.driver();
    let left =
        "print(1);\nsetTimeout(() => { throw new Error('late'); }, 1);\nthrow new Error('x');";
    for text in [left, left, "print(1);\nfor (;;) {}", left] {
        let mut session = Session::open(&mut *driver, &script(text)).expect("opens");
        session.act(&[add_breakpoint(1, 0), Action::Start]).expect("legal");
        assert!(session.trace().steps[1].observation.pause().is_some());
    }
    let mut session = Session::open(&mut *driver, &script("print(2);")).expect("opens");
    let end = act(&mut session, Action::Start);
    let expected = Outcome { output: vec!["2".to_owned()], error: None };
    assert_eq!(end, Observation::Finished(expected), "nothing came from the programs before");
}

#[test]
fn nothing_is_left_behind() {
    let area = TempArea::new().expect("temporary folder");
    let folder = area.path().to_string_lossy().into_owned();
    let count = || {
        let entries = std::fs::read_dir(area.path()).expect("folder").flatten();
        // What all isolated children share stays as long as the area.
        entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with("root-")).count()
    };
    let before = count();
    let debugger = find_in(&area);
    let mut driver = debugger.driver();
    pauses_on_first_line(&mut *driver);
    assert!(processes(&folder).len() > 1);
    driver.discard();
    assert_eq!(count(), before, "the profile is gone");
    pauses_on_first_line(&mut *driver);
    let mut runner = debugger.runner();
    runner.run(&script("print(1)"));
    drop(driver);
    drop(runner);
    assert_eq!(count(), before, "the profiles are gone");
    // The janitor of the area has the folder's name as well.
    let left = || {
        processes(&folder).into_iter().filter(|pid| {
            std::fs::read_to_string(format!("/proc/{pid}/comm"))
                .is_ok_and(|name| name.starts_with("firefox"))
        })
    };
    let deadline = Instant::now() + Duration::from_secs(5);
    while left().count() > 0 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(left().count(), 0, "the processes are gone");
}

#[test]
fn many_sessions_are_all_alike() {
    const SESSIONS: u32 = 300;
    let debugger = find();
    let mut driver = debugger.driver();
    let program = script(
        "let total = 0;\nfunction add(n) {\n  let twice = n * 2;\n  total += twice;\n}\n\
         for (const n of [1, 2, 3]) {\n  add(n);\n}\nprint(total);\n",
    );
    let steps = [Action::StepOver, Action::StepIn, Action::StepOut, Action::Continue];
    let mut first: Option<Trace> = None;
    let mut times_ms = Vec::new();
    for number in 0..SESSIONS {
        let started = Instant::now();
        let mut session = Session::open(&mut *driver, &program).expect("opens");
        session.act(&[add_breakpoint(3, 0), Action::Start]).expect("legal");
        for action in steps.iter().cycle().take(6) {
            if session.act(std::slice::from_ref(action)).is_err() {
                break;
            }
        }
        let trace = session.finish();
        times_ms.push(started.elapsed().as_millis());
        assert_eq!(*first.get_or_insert_with(|| trace.clone()), trace, "session {number}");
    }
    let middle = |times: &[u128]| {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        sorted[sorted.len() / 2]
    };
    let (early, late) = (middle(&times_ms[10..60]), middle(&times_ms[250..]));
    assert!(late < early * 3 + 20, "{early} ms per session at first, {late} ms at last");
}

fn run(driver: &mut dyn Driver, program: &Program, policy: &mut dyn Policy) -> Trace {
    let mut session = Session::open(driver, program).expect("opens");
    let mut next = policy.next(&[]);
    while let Next::Act(actions) = next {
        let Ok(steps) = session.act(&actions) else { break };
        next = policy.next(steps);
    }
    session.finish()
}

#[test]
fn random_sessions_give_the_same_trace_twice() {
    /// One of this many programs is tried.
    const STRIDE: usize = 12;
    let debugger = find();
    let mut one = debugger.driver();
    let mut other = debugger.driver();
    let corpus = debunk_corpus::built_in();
    let programs = corpus.entries.iter().map(|entry| &entry.program);
    for program in programs.step_by(STRIDE).filter(|program| debugger.supports(program.goal)) {
        let sites = analyse(program).expect("sites");
        let lines = program.lines();
        let traces = [&mut one, &mut other].map(|driver| {
            let rng = Seed::new(1).split(&program.name, 0).rng();
            let options = GeneratorOptions::default();
            let mut generator = Generator::new(program, &sites, &lines, rng, options);
            run(&mut **driver, program, &mut generator)
        });
        assert_eq!(traces[0], traces[1], "{}", program.name);
        assert!(!traces[0].steps.is_empty());
    }
}
