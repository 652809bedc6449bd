//! Two concurrent programs under shuttle's control, run by a schedule from a file: what `debunk dd
//! schedule` needs from a scheduler.
//!
//! `shuttle_programs NAME FILE` runs the schedule in the file as far as possible and prints the one
//! that it really ran. `shuttle_programs NAME --random SEED` runs a random one.

use shuttle::scheduler::{Schedule, Scheduler, Task, TaskId};
use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use shuttle::{Config, Runner, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;

/// Two tellers each add to an account; one addition can be lost.
fn lost_update() {
    let balance = Arc::new(AtomicU32::new(0));
    let visits = Arc::new(AtomicU32::new(0));
    let tellers: Vec<_> = (0..2)
        .map(|_| {
            let (balance, visits) = (balance.clone(), visits.clone());
            thread::spawn(move || {
                for _ in 0..4 {
                    visits.fetch_add(1, Ordering::SeqCst);
                }
                let before = balance.load(Ordering::SeqCst);
                balance.store(before + 10, Ordering::SeqCst);
                for _ in 0..4 {
                    visits.fetch_add(1, Ordering::SeqCst);
                }
            })
        })
        .collect();
    for teller in tellers {
        teller.join().expect("a teller ends");
    }
    assert_eq!(balance.load(Ordering::SeqCst), 20, "an update was lost");
}

/// A writer says that its data is ready before it is.
fn early_flag() {
    let (ready, data) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let writer = {
        let (ready, data) = (ready.clone(), data.clone());
        thread::spawn(move || {
            ready.store(true, Ordering::SeqCst);
            data.store(42, Ordering::SeqCst);
        })
    };
    let reader = thread::spawn(move || {
        for _ in 0..6 {
            if ready.load(Ordering::SeqCst) {
                assert_eq!(data.load(Ordering::SeqCst), 42, "the flag was up too early");
            }
        }
    });
    writer.join().expect("the writer ends");
    reader.join().expect("the reader ends");
}

/// Chooses tasks as a file says, else at random, and records what really ran.
struct Noted {
    wanted: Vec<usize>,
    random: Option<u64>,
    ran: std::sync::Arc<Mutex<Vec<usize>>>,
    has_run: bool,
}

impl Scheduler for Noted {
    fn new_execution(&mut self) -> Option<Schedule> {
        (!std::mem::replace(&mut self.has_run, true)).then(|| Schedule::new(0))
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        _is_yielding: bool,
    ) -> Option<TaskId> {
        let mut ran = self.ran.lock().expect("no panic while it is held");
        let can_run = |id: usize| runnable.iter().any(|task| usize::from(task.id()) == id);
        let first = usize::from(runnable[0].id());
        let wanted = match &mut self.random {
            Some(state) => {
                *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                Some(usize::from(runnable[(*state >> 33) as usize % runnable.len()].id()))
            }
            None => self.wanted.get(ran.len()).copied(),
        };
        let stay = current.map(usize::from).filter(|&id| can_run(id)).unwrap_or(first);
        let chosen = wanted.filter(|&id| can_run(id)).unwrap_or(stay);
        ran.push(chosen);
        Some(chosen.into())
    }

    fn next_u64(&mut self) -> u64 {
        0
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (program, wanted, random): (fn(), _, _) = match arguments.as_slice() {
        [name, option, seed] if option == "--random" => {
            (program(name), Vec::new(), seed.parse::<u64>().ok())
        }
        [name, file] => {
            let text = std::fs::read_to_string(file).expect("a file with a schedule");
            let wanted = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            (program(name), wanted, None)
        }
        _ => panic!("shuttle_programs lost-update|early-flag FILE, or --random SEED"),
    };
    let ran = std::sync::Arc::new(Mutex::new(Vec::new()));
    let scheduler = Noted { wanted, random, ran: ran.clone(), has_run: false };
    std::panic::set_hook(Box::new(|_| {}));
    let mut config = Config::new();
    config.failure_persistence = shuttle::FailurePersistence::None;
    let end = catch_unwind(AssertUnwindSafe(|| {
        Runner::new(scheduler, config).run(program);
    }));
    let ran: Vec<String> =
        ran.lock().expect("the run is over").iter().map(usize::to_string).collect();
    println!("schedule: {}", ran.join(" "));
    if end.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn program(name: &str) -> fn() {
    match name {
        "lost-update" => lost_update,
        "early-flag" => early_flag,
        other => panic!("there is no program {other}"),
    }
}
