//! `debunk selftest`: plants faults and shows which relation finds them.

mod against;
mod excerpt;
mod report;
mod verdicts;

use crate::args::SelftestArgs;
use crate::commands::print_problem;
use crate::commands::{driver, jobs};
use crate::debuggers;
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Result, bail};
use debunk_batch::foreign_file;
use debunk_campaign::{Campaign, Guide, Options, Replayed, replay};
use debunk_faults::{ALL as FAULTS, Fault, Setting, by_name};
use debunk_model::Language;
use debunk_relations::GeneratorOptions;
use debunk_results::{Cut, Event, Execution, Finding, write};
use debunk_session::{Debugger, Driver};
use excerpt::FindingExcerpt;
use report::{Report, Row};
use std::cell::RefCell;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use verdicts::VerdictTable;

/// Transformations per test, at most; the same as in a campaign.
const ROUNDS: u32 = 5;

/// Plants every fault.
pub(crate) fn selftest(args: &SelftestArgs) -> Result<Exit> {
    let faults = chosen(&args.faults)?;
    let relations = crate::commands::run::chosen(&args.relations)?;
    let ready = debuggers::find(args.debugger.as_deref(), &args.cache)?;
    let debugger = &*ready.debugger;
    let language = debugger.languages().first().copied().unwrap_or(Language::JavaScript);
    let corpus = crate::commands::corpus(&args.corpus, debugger.languages(), &[debugger.info()])?;
    let interrupted = interrupt::watch();
    let planted = Planted::default();
    let enough = AtomicBool::new(false);
    let options = Options {
        debugger,
        make_driver: &|| planted.driver(debugger),
        entries: &corpus.entries,
        unreadable: &[],
        tests: args.tests,
        seed: args.seed,
        rounds: ROUNDS,
        relations: &relations,
        generator: GeneratorOptions::default(),
        guide: Guide::None,
        jobs: jobs(args.jobs),
        keep_per_class: 0,
        allow_skips: args.skips.allow_skips,
        stop: &enough,
    };
    if let Some(out) = &args.out
        && let Some(file) = foreign_file(out)?
    {
        bail!("use {} for the findings: it holds {file} already; give a new folder", out.display());
    }
    // The programs are checked once; the campaign is then rerun for each fault.
    let campaign = Campaign::prepare(options, None, false, &mut |_| {
        enough.fetch_or(interrupted.load(Ordering::Relaxed), Ordering::Relaxed);
    })?;
    let reference = args.against.as_deref().map(|name| debuggers::find(Some(name), &args.cache));
    let mut test = Selftest {
        debugger,
        campaign,
        planted: &planted,
        enough: &enough,
        interrupted: &interrupted,
        tests: args.tests,
        further: args.further,
        out: args.out.as_deref(),
        execution: Execution {
            allow_skips: args.skips.allow_skips,
            ..Execution::new("tests", 0, 0)
        },
    };
    if let Some(reference) = reference.transpose()? {
        let heard = test.hear_against(&*reference.debugger)?;
        against::print(&heard, args.seed, args.json)?;
        print_problem(&mut anstream::stderr(), &test.execution, false)?;
        return Ok(Exit::of(&test.execution, !heard.verdicts.is_just()));
    }
    let (faults, left_out) = applicable(faults, debugger, language);
    let report = test.run(&faults, left_out, args.seed)?;
    report::print(&report, args.verdicts, args.json)?;
    print_problem(&mut anstream::stderr(), &report.execution, false)?;
    let is_good = report.by_relation.is_just() && (args.verdicts || report.is_complete());
    Ok(Exit::of(&report.execution, !is_good))
}

/// The faults whose situation can occur, and the others with the reason.
fn applicable(
    faults: Vec<Fault>,
    debugger: &dyn Debugger,
    language: Language,
) -> (Vec<Fault>, Vec<(Fault, &'static str)>) {
    let setting =
        Setting { quirks: debugger.quirks(), capabilities: debugger.capabilities(), language };
    let mut left_out = Vec::new();
    let mut applicable = Vec::new();
    for fault in faults {
        match fault.applies(&setting) {
            Ok(()) => applicable.push(fault),
            Err(reason) => left_out.push((fault, reason)),
        }
    }
    (applicable, left_out)
}

fn chosen(names: &[String]) -> Result<Vec<Fault>> {
    if names.is_empty() {
        return Ok(FAULTS.to_vec());
    }
    let mut faults = Vec::new();
    for name in names {
        match by_name(name) {
            Some(fault) => faults.push(fault),
            None => {
                let all: Vec<&str> = FAULTS.iter().map(|fault| fault.name).collect();
                bail!("find the fault {name}: available are {}", all.join(", "));
            }
        }
    }
    Ok(faults)
}

/// The fault that new drivers get, if any.
#[derive(Default)]
struct Planted {
    fault: Mutex<Option<Fault>>,
}

impl Planted {
    fn set(&self, fault: Option<Fault>) {
        *self.fault.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = fault;
    }

    fn driver(&self, debugger: &dyn Debugger) -> Box<dyn Driver> {
        let fault = *self.fault.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        driver(debugger, fault)
    }
}

/// The campaign that is run once for every fault.
struct Selftest<'test> {
    debugger: &'test dyn Debugger,
    campaign: Campaign<'test>,
    planted: &'test Planted,
    enough: &'test AtomicBool,
    interrupted: &'test AtomicBool,
    tests: u64,
    further: u64,
    out: Option<&'test Path>,
    /// The execution of all campaigns.
    execution: Execution,
}

impl Selftest<'_> {
    fn run(
        &mut self,
        faults: &[Fault],
        left_out: Vec<(Fault, &'static str)>,
        seed: u64,
    ) -> Result<Report> {
        let started = Instant::now();
        let honest = self.plant_nothing()?;
        let seconds = started.elapsed().as_secs_f64();
        anstream::eprintln!("nothing planted: {} findings ({seconds:.1} s)", honest.len());
        let mut rows = Vec::new();
        let mut by_relation = VerdictTable::default();
        for (index, fault) in faults.iter().enumerate() {
            let started = Instant::now();
            if self.execution.cut.is_some() {
                break;
            }
            let row = self.plant(*fault, &honest, &mut by_relation)?;
            let seconds = started.elapsed().as_secs_f64();
            anstream::eprintln!("{}/{} {row} ({seconds:.1} s)", index + 1, faults.len());
            rows.push(row);
        }
        let debugger = self.debugger.info().clone();
        let execution = self.execution.clone();
        let tests = self.tests;
        Ok(Report { debugger, seed, tests, rows, left_out, honest, execution, by_relation })
    }

    /// Runs the campaign with a fault until it is found, and a little further. A bug of the
    /// debugger itself may show through other actions once a fault has changed them; that does not
    /// count for the fault.
    fn plant(
        &mut self,
        fault: Fault,
        honest: &[FindingExcerpt],
        by_relation: &mut VerdictTable,
    ) -> Result<Row> {
        let row = RefCell::new(Row::new(fault, self.tests));
        let (debugger, further, interrupted) = (self.debugger, self.further, self.interrupted);
        let folder = self.out.map(|out| out.join(fault.name));
        let mut kept = Ok(());
        self.campaign_with(Some(fault), &|| row.borrow().last_test, |finding| {
            let mut row = row.borrow_mut();
            if row.can_be_caused_by_fault(finding)
                && !honest.iter().any(|excerpt| excerpt.is_like(finding))
                && !holds(debugger, debugger.driver(), finding)
                && holds(debugger, driver(debugger, Some(fault)), finding)
            {
                let liars = against::liars(debugger, finding);
                if interrupted.load(Ordering::Relaxed) {
                    return;
                }
                row.take(finding, further);
                let lies_later = |side| against::lies_later(debugger, finding, side);
                if !liars.is_empty() {
                    row.hear(finding, &liars, &lies_later);
                }
                by_relation.hear(finding, &liars, &lies_later);
                if let (Some(folder), Ok(())) = (&folder, &kept) {
                    kept = write(folder, finding).map(drop);
                }
            }
        })?;
        kept?;
        Ok(row.into_inner())
    }

    /// What the debugger does wrong by itself.
    fn plant_nothing(&mut self) -> Result<Vec<FindingExcerpt>> {
        let mut findings = Vec::new();
        let last = self.tests;
        self.campaign_with(None, &|| last, |finding| findings.push(FindingExcerpt::new(finding)))?;
        Ok(findings)
    }

    fn campaign_with(
        &mut self,
        fault: Option<Fault>,
        last_test: &dyn Fn() -> u64,
        on_finding: impl FnMut(&Finding),
    ) -> Result<()> {
        self.planted.set(fault);
        self.enough.store(false, Ordering::Relaxed);
        let (enough, interrupted) = (self.enough, self.interrupted);
        let summary = self.campaign.run(
            &mut |event| {
                let is_last =
                    matches!(event, Event::Test { number, .. } if number + 1 >= last_test());
                if is_last || interrupted.load(Ordering::Relaxed) {
                    enough.store(true, Ordering::Relaxed);
                }
            },
            on_finding,
        )?;
        let Execution { done, skipped, cut, programs, .. } = summary.execution;
        self.execution.planned += done + skipped.len() as u64;
        self.execution.done += done;
        self.execution.skipped.extend(skipped);
        self.execution.programs = programs;
        // A campaign that has found enough was not cut short.
        self.execution.cut = cut.filter(|cut| !matches!(cut, Cut::Signal { .. }));
        self.execution.note_signal(interrupt::signal());
        Ok(())
    }
}

/// Whether a finding shows with this driver. If it also shows with the honest driver, it is a bug
/// of the debugger itself and does not count for the planted one.
fn holds(debugger: &dyn Debugger, driver: Box<dyn Driver>, finding: &Finding) -> bool {
    matches!(replay(debugger, driver, finding), Replayed::Holds { .. })
}
