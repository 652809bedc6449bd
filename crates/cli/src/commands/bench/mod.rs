//! `debunk bench`: how fast debunk is, against the raw floor of the protocol.

mod isolation;
mod questions;
mod turns;

use crate::args::BenchArgs;
use crate::commands::jobs;
use crate::debuggers::{self, Concrete, Ready};
use crate::exit::Exit;
use crate::interrupt;
use crate::table::layout;
use anyhow::{Result, anyhow, bail};
use debunk_campaign::{Campaign, Guide, Options};
use debunk_corpus::{Corpus, CorpusEntry};
use debunk_languages::bench_program;
use debunk_model::{Action, Goal, Language, Location, Program};
use debunk_native::FixedSession;
use debunk_relations::{ALL, GeneratorOptions};
use debunk_results::{Event, Share};
use debunk_session::{Debugger, Driver, Session};
use debunk_v8::raw::RawSession;
use serde_json::json;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The number of alternating rounds of the standard session, raw and debunk's, so that changes in
/// the machine's speed affect both.
const TURNS: u64 = 4;
const WARM_UP_SESSIONS: u64 = 40;
/// The other debuggers take longer and warm up sooner.
const NATIVE_WARM_UP_SESSIONS: u64 = 2;

/// The numbers of tests that show how time grows, unless the user names others.
const TESTS: [u64; 2] = [500, 1000];
/// The number of tests of one turn, unless the user names another.
const TESTS_PER_TURN: u64 = 40;

/// The actions of every session.
fn ten_actions() -> Vec<Action> {
    let step = [Action::StepOver, Action::StepIn, Action::StepOver, Action::Continue];
    (0..10).map(|index| step[index % step.len()].clone()).collect()
}

/// A session with a program of 31 lines, with calls, a loop and a closure.
fn standard_session() -> RawSession {
    RawSession {
        text: bench_program(Language::JavaScript).to_owned(),
        breakpoints: [5, 14, 24].map(|line| Location::new(line, 0)).to_vec(),
        actions: ten_actions(),
    }
}

/// The same for debuggers that know lines, in every language. The breakpoints are in the line that
/// squares, in the loop, and at the end.
fn fixed_session(language: Language) -> FixedSession {
    if language == Language::JavaScript {
        let session = standard_session();
        return FixedSession {
            program: Program::javascript("bench", Goal::Script, session.text),
            lines: session.breakpoints.iter().map(|at| at.line).collect(),
            actions: session.actions,
        };
    }
    let text = bench_program(language);
    let line =
        |part: &str| text.lines().position(|line| line.contains(part)).unwrap_or(0) as u32 + 1;
    FixedSession {
        program: Program::script("bench", language, text),
        lines: vec![line("value * value"), line("sum -= 1"), line("first + second")],
        actions: ten_actions(),
    }
}

struct Rates {
    /// `None` if the messages are debunk's own.
    floor: Option<f64>,
    own: f64,
}

impl Rates {
    fn ratio(&self) -> Option<f64> {
        self.floor.map(|floor| self.own / floor)
    }
}

/// Measures and prints.
pub(crate) fn bench(args: &BenchArgs) -> Result<Exit> {
    if args.isolation {
        return isolation::bench_isolation(args);
    }
    let ready = debuggers::find(args.debugger.as_deref(), &args.cache)?;
    if args.questions {
        return questions::bench_questions(&ready, args);
    }
    let rates = session_rates(&ready, args.sessions)?;
    let growth = growth(&ready, args)?;
    let mut out = anstream::stdout().lock();
    let info = ready.debugger.info();
    if args.json {
        let rows: Vec<_> = growth
            .iter()
            .map(|row| {
                json!({ "tests": row.tests, "testsPerSecond": row.tests_per_s,
                        "firstTenthPerSecond": row.first_tenth_per_s,
                        "lastTenthPerSecond": row.last_tenth_per_s,
                        "processorMillisecondsPerTest": row.processor_ms_per_test,
                        "sessionsPerSecond": row.sessions_per_s, "residentKib": row.resident_kib })
            })
            .collect();
        let result = json!({
            "debugger": info, "floorSessionsPerSecond": rates.floor,
            "sessionsPerSecond": rates.own, "ratio": rates.ratio(), "growth": rows,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&result)?)?;
        return Ok(Exit::Nothing);
    }
    writeln!(out, "{info}, sessions of 3 breakpoints and 10 actions, one process:")?;
    match rates.floor {
        Some(floor) => writeln!(out, "    raw floor  {floor:7.1} sessions/s")?,
        None => writeln!(out, "    raw floor  none: the messages are debunk's own")?,
    }
    writeln!(out, "    debunk     {:7.1} sessions/s", rates.own)?;
    if let Some(ratio) = rates.ratio() {
        writeln!(out, "    ratio      {ratio:7.2}")?;
    }
    writeln!(out)?;
    let heading = [
        "tests",
        "tests/s",
        "in the first tenth",
        "in the last tenth",
        "sessions/s",
        "processor ms per test",
        "memory of debunk, KiB",
    ];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for row in &growth {
        rows.push(vec![
            row.tests.to_string(),
            format!("{:.1}", row.tests_per_s),
            format!("{:.1}", row.first_tenth_per_s),
            format!("{:.1}", row.last_tenth_per_s),
            format!("{:.1}", row.sessions_per_s),
            format!("{:.2}", row.processor_ms_per_test),
            row.resident_kib.to_string(),
        ]);
    }
    write!(out, "{}", layout(&rows))?;
    Ok(Exit::Nothing)
}

fn session_rates(ready: &Ready, sessions: u64) -> Result<Rates> {
    match &ready.concrete {
        Concrete::V8(v8) => {
            let session = standard_session();
            let program = Program::javascript("bench", Goal::Script, session.text.as_str());
            let plan = Plan {
                program,
                breakpoints: session.breakpoints.clone(),
                actions: session.actions.clone(),
                warm_up: WARM_UP_SESSIONS,
            };
            let floor = |share| Ok(v8.raw_floor(&session, share)?.elapsed.as_secs_f64());
            measure(ready, &plan, sessions, Some(&floor))
        }
        other => {
            let language = ready.debugger.languages().first().copied();
            let Some(session) = language.map(fixed_session) else {
                bail!("measure {}: there is no session for it", ready.debugger.info().name);
            };
            let plan = Plan {
                program: session.program.clone(),
                breakpoints: session.lines.iter().map(|line| Location::new(*line, 0)).collect(),
                actions: session.actions.clone(),
                warm_up: NATIVE_WARM_UP_SESSIONS,
            };
            let seconds = |time: Duration| time.as_secs_f64();
            match other {
                Concrete::GdbMi(gdb) => {
                    let floor = |share| gdb.raw_floor(&session, share).map(seconds);
                    measure(ready, &plan, sessions, Some(&floor))
                }
                Concrete::Dap(adapter) => {
                    let floor = |share| adapter.raw_floor(&session, share).map(seconds);
                    measure(ready, &plan, sessions, Some(&floor))
                }
                _ => measure(ready, &plan, sessions, None),
            }
        }
    }
}

/// What debunk runs.
struct Plan {
    program: Program,
    breakpoints: Vec<Location>,
    actions: Vec<Action>,
    /// Sessions that start the process and warm it up.
    warm_up: u64,
}

/// Runs this many sessions with nothing around them and returns the seconds.
type Floor<'debugger> = &'debugger dyn Fn(u64) -> Result<f64, String>;

fn measure(ready: &Ready, plan: &Plan, sessions: u64, floor: Option<Floor<'_>>) -> Result<Rates> {
    let mut driver = ready.debugger.driver();
    for _ in 0..plan.warm_up {
        run_own(&mut *driver, plan)?;
    }
    let share = (sessions / TURNS).max(1);
    let (mut floor_s, mut own_s) = (0.0, 0.0);
    for _ in 0..TURNS {
        if let Some(floor) = floor {
            floor_s += floor(share).map_err(|error| anyhow!(error))?;
        }
        let started = Instant::now();
        for _ in 0..share {
            run_own(&mut *driver, plan)?;
        }
        own_s += started.elapsed().as_secs_f64();
    }
    let count = (share * TURNS) as f64;
    Ok(Rates { floor: floor.map(|_| count / floor_s), own: count / own_s })
}

fn run_own(driver: &mut dyn Driver, plan: &Plan) -> Result<()> {
    let mut own = Session::open(driver, &plan.program)?;
    let mut first: Vec<Action> =
        plan.breakpoints.iter().copied().map(Action::add_breakpoint).collect();
    first.push(Action::Start);
    own.act(&first)?;
    for action in &plan.actions {
        own.act(std::slice::from_ref(action))?;
    }
    Ok(())
}

struct Growth {
    tests: u64,
    tests_per_s: f64,
    first_tenth_per_s: f64,
    last_tenth_per_s: f64,
    sessions_per_s: f64,
    /// What debunk and the debuggers used together; other load on the machine changes it less than
    /// it changes the time.
    processor_ms_per_test: f64,
    resident_kib: u64,
}

fn growth(ready: &Ready, args: &BenchArgs) -> Result<Vec<Growth>> {
    let stop = interrupt::watch();
    let debugger = &*ready.debugger;
    let corpus = corpus_of(debugger);
    let make_driver = || debugger.driver();
    let mut rows = Vec::new();
    let numbers = if args.tests.is_empty() { &TESTS[..] } else { &args.tests };
    for &tests in numbers {
        anstream::eprintln!("running {tests} tests");
        let options = Options {
            tests,
            ..campaign_options(debugger, &make_driver, &corpus.entries, args, &stop)
        };
        let mut campaign = Campaign::prepare(options, None, false, &mut |_| {})?;
        let (started, used) = (Instant::now(), processor_s());
        let mut ends = Vec::with_capacity(tests as usize);
        let mut note = |event: &Event| {
            if matches!(event, Event::Test { .. }) {
                ends.push(started.elapsed().as_secs_f64());
            }
        };
        let summary = campaign.run(&mut note, |_| {})?;
        let seconds = started.elapsed().as_secs_f64();
        let tenth = (ends.len() / 10).max(1);
        let between = |from: usize, to: usize| {
            let at = |index: usize| ends.get(index).copied().unwrap_or(seconds);
            (to - from) as f64 / (at(to) - at(from)).max(f64::EPSILON)
        };
        let last = ends.len().saturating_sub(1);
        rows.push(Growth {
            tests: summary.tests_now,
            tests_per_s: summary.tests_now as f64 / seconds,
            first_tenth_per_s: between(0, tenth.min(last)),
            last_tenth_per_s: between(last.saturating_sub(tenth), last),
            sessions_per_s: summary.sessions_now as f64 / seconds,
            processor_ms_per_test: (processor_s() - used) * 1000.0
                / summary.tests_now.max(1) as f64,
            resident_kib: resident_kib(),
        });
    }
    Ok(rows)
}

/// The built-in programs in the debugger's first language.
fn corpus_of(debugger: &dyn Debugger) -> Corpus {
    let language = debugger.languages().first().copied().unwrap_or(Language::JavaScript);
    debunk_corpus::built_in_of(language)
}

/// A campaign whose findings are not kept.
fn campaign_options<'run>(
    debugger: &'run dyn Debugger,
    make_driver: &'run (dyn Fn() -> Box<dyn Driver> + Sync),
    entries: &'run [CorpusEntry],
    args: &BenchArgs,
    stop: &'run AtomicBool,
) -> Options<'run> {
    Options {
        debugger,
        make_driver,
        entries,
        unreadable: &[],
        tests: 0,
        seed: 1,
        rounds: 5,
        relations: &ALL,
        generator: GeneratorOptions::default(),
        guide: Guide::None,
        jobs: jobs(args.jobs),
        keep_per_class: 0,
        allow_skips: Share::default(),
        stop,
    }
}

/// The processor time of debunk and of all its children that have ended.
fn processor_s() -> f64 {
    [libc::RUSAGE_SELF, libc::RUSAGE_CHILDREN]
        .into_iter()
        .map(|whose| {
            // SAFETY: all bits zero are a valid rusage, and the pointer outlives the call.
            let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
            // SAFETY: as above.
            unsafe { libc::getrusage(whose, &raw mut usage) };
            let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
            seconds(usage.ru_utime) + seconds(usage.ru_stime)
        })
        .sum()
}

/// The memory that debunk itself holds now.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(0)
}
