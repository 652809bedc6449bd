//! One test: an initial run, then relation after relation until one is violated.

use crate::guide::TestCoverage;
use crate::replay;
use crate::runner::TestRunner;
use crate::session_run::{FollowUp, SessionEnd, run_follow_up, run_session};
use crate::verdict::{Contradiction, judge};
use debunk_base::Bits;
use debunk_batch::CheckedProgram;
use debunk_languages::may_run_threads;
use debunk_model::{
    Action, LineIndex, Observation, Outcome, Program, Quirks, Seed, Sites, Span, Trace, TraceStep,
};
use debunk_relations::{
    Application, Generator, GeneratorOptions, Group, Initial, Plan, Relation, SLIDE_BREAKPOINTS,
    Violation, ViolationKind, self_evident,
};
use debunk_results::{
    Class, Finding, Guard, Rejected, SCHEMA_VERSION, Side, Tally, Transformation,
};
use debunk_session::{Debugger, OpenError};
use debunk_testimony::{Excerpt, Liar, Log, Testimony, Verdict, WitnessRecord, same_run};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What all tests of a campaign have in common.
#[derive(Clone, Copy)]
pub struct TestContext<'campaign> {
    /// The campaign's seed.
    pub seed: Seed,
    /// Transformations per test, at most.
    pub rounds: u32,
    /// The relations to choose from.
    pub relations: &'campaign [&'static dyn Relation],
    /// How initial runs are generated.
    pub generator: GeneratorOptions,
}

/// The result of a test.
#[derive(Debug)]
pub enum TestOutcome {
    /// No contradiction.
    Passed,
    /// A contradiction that passed the guards.
    Found(Box<Finding>),
    /// The test could not be run.
    Skipped(String),
}

/// A test's outcome with its counts.
#[derive(Debug)]
pub struct TestRun {
    /// The result.
    pub outcome: TestOutcome,
    /// What it counted.
    pub tally: Tally,
    /// Violations that a guard rejected.
    pub rejected: Vec<Rejected>,
    /// What its sessions covered, if the debugger can report it.
    pub coverage: Option<TestCoverage>,
    /// The actions of the initial run.
    pub initial_actions: Vec<Action>,
}

/// How the initial run of a test begins.
#[derive(Clone, Copy)]
pub(crate) struct Script<'test> {
    /// The first actions.
    pub actions: &'test [Action],
    /// Whether others follow.
    pub may_extend: bool,
}

/// A session with what is known of its program.
struct Run {
    program: Program,
    sites: Arc<Sites>,
    lines: LineIndex,
    trace: Trace,
    /// What it covered of the debugger's own code.
    coverage: Option<Bits>,
}

impl Run {
    fn new(program: Program, sites: Arc<Sites>, trace: Trace, coverage: Option<Bits>) -> Self {
        let lines = program.lines();
        Self { program, sites, lines, trace, coverage }
    }

    fn side(&self) -> Side {
        Side { program: self.program.clone(), trace: self.trace.clone() }
    }

    fn initial<'run>(
        &'run self,
        dead: Option<&'run [Span]>,
        plain: Option<&'run Outcome>,
        log: Option<&'run Log>,
        debugger: &dyn Debugger,
    ) -> Initial<'run> {
        Initial {
            program: &self.program,
            sites: &self.sites,
            lines: &self.lines,
            trace: &self.trace,
            dead,
            plain,
            log,
            quirks: debugger.quirks(),
            capabilities: debugger.capabilities(),
        }
    }
}

/// The name under which observations that are wrong by themselves are reported.
pub(crate) const SELF_EVIDENT: &str = "self-evident";

struct Test<'test, 'campaign> {
    runner: &'test mut TestRunner<'campaign>,
    context: &'test TestContext<'campaign>,
    number: u64,
    script: Script<'test>,
    plain: &'test Outcome,
    coverage: Option<TestCoverage>,
    initial_actions: Vec<Action>,
    tally: Tally,
    rejected: Vec<Rejected>,
    history: Vec<String>,
}

/// In how many of the sessions that evaluate expressions some are inserted into the program, in percent: each
/// costs a run of it.
const INSERTED_PERCENT: u32 = 10;

/// How often a violation has to be reproduced. Threads can run in one order twice by chance.
fn reruns(program: &Program) -> u32 {
    const WITH_THREADS: u32 = 6;
    if may_run_threads(program) { WITH_THREADS } else { 1 }
}

/// Runs one test. If a violation is not reproducible, earlier sessions left something in the
/// process: the whole test is rerun in a new one, and that counts.
pub(crate) fn run_test<'campaign>(
    runner: &mut TestRunner<'campaign>,
    context: &TestContext<'campaign>,
    number: u64,
    material: &CheckedProgram,
    script: Script<'_>,
) -> TestRun {
    let result = run_once(runner, context, number, material, script);
    if result.tally.not_reproduced == 0 {
        return result;
    }
    runner.tools.driver.discard();
    run_once(runner, context, number, material, script)
}

fn run_once<'campaign>(
    runner: &mut TestRunner<'campaign>,
    context: &TestContext<'campaign>,
    number: u64,
    material: &CheckedProgram,
    script: Script<'_>,
) -> TestRun {
    let mut test = Test {
        runner,
        context,
        number,
        script,
        coverage: None,
        initial_actions: Vec::new(),
        plain: &material.plain,
        tally: Tally { tests: 1, ..Tally::default() },
        rejected: Vec::new(),
        history: Vec::new(),
    };
    let outcome = test.run(material).unwrap_or_else(|reason| {
        test.tally.skipped += 1;
        TestOutcome::Skipped(reason)
    });
    let Test { mut tally, rejected, coverage, initial_actions, .. } = test;
    if let TestOutcome::Found(finding) = &outcome {
        tally.findings += 1;
        tally.relation(&finding.relation).found += 1;
        *tally.classes.entry(finding.class.to_string()).or_default() += 1;
        *tally.rounds.entry(finding.round).or_default() += 1;
        tally.interactive_findings += u64::from(finding.interactive);
    }
    TestRun { outcome, tally, rejected, coverage, initial_actions }
}

impl Test<'_, '_> {
    fn seed(&self) -> Seed {
        self.context.seed.split("test", self.number)
    }

    fn run(&mut self, material: &CheckedProgram) -> Result<TestOutcome, String> {
        let mut run = self.initial_run(material)?;
        if let Some(finding) = self.check_alone(&run, 0) {
            return Ok(TestOutcome::Found(finding));
        }
        for round in 1..=self.context.rounds {
            match self.round(&mut run, round)? {
                Some(finding) => return Ok(TestOutcome::Found(finding)),
                None if run.trace.last_observation().is_none() => break,
                None => {}
            }
        }
        Ok(TestOutcome::Passed)
    }

    fn initial_run(&mut self, material: &CheckedProgram) -> Result<Run, String> {
        let CheckedProgram { program, lines, sites, .. } = material;
        self.runner.tools.know_sites(program, sites);
        let rng = self.seed().split("initial", 0).rng();
        let options = self.context.generator;
        let granularity = options.granularity.and(self.runner.debugger.quirks().granularity);
        let options = GeneratorOptions { granularity, ..options };
        let mut generator = Generator::new(program, sites, lines, rng, options);
        if !self.script.actions.is_empty() {
            generator = generator.following(self.script.actions, self.script.may_extend);
        }
        let driver = &mut *self.runner.tools.driver;
        let (trace, _) =
            run_session(driver, program, &mut generator).map_err(|error| error.to_string())?;
        self.count_session(&trace);
        self.initial_actions = trace.steps.iter().map(|step| step.action.clone()).collect();
        let coverage = self.note_coverage(None);
        Ok(Run::new(program.clone(), sites.clone(), trace, coverage))
    }

    /// Records what the last closed session covered, along with the one that it forms a pair with.
    fn note_coverage(&mut self, partner: Option<&Bits>) -> Option<Bits> {
        let coverage = self.runner.tools.driver.coverage()?;
        let sums = self.coverage.get_or_insert_default();
        sums.covered.gain(&coverage);
        if let Some(partner) = partner {
            sums.mc.gain(&coverage.difference(partner));
        }
        Some(coverage)
    }

    fn count_session(&mut self, trace: &Trace) {
        self.tally.sessions += 1;
        self.tally.actions += trace.steps.len() as u64;
    }

    /// Checks that need no follow-up: answers that are wrong by themselves, and the invariants.
    fn check_alone(&mut self, run: &Run, round: u32) -> Option<Box<Finding>> {
        if let Some(violation) = self_evident(&run.trace) {
            return self.guard_alone(run, SELF_EVIDENT, violation, round);
        }
        for relation in self.context.relations {
            if relation.group() != Group::Invariant || !relation.is_for(run.program.language) {
                continue;
            }
            let quirks = self.runner.debugger.quirks();
            // A copy of a compiled program costs as much as a test, so changed programs get none;
            // findings get one in any case.
            let is_worth = round == 0
                || quirks.granularity.is_columns()
                || self.runner.tools.has_log(&run.program);
            let log = if relation.needs().log && is_worth {
                self.runner.tools.log(&run.program)
            } else {
                None
            };
            let log = log.map(|log| self.with_expressions(run, log, round));
            let initial = run.initial(None, Some(self.plain), log.as_deref(), self.runner.debugger);
            let mut rng = self.seed().split("invariant", u64::from(round)).rng();
            match relation.apply(&initial, &mut rng) {
                Ok(Application::Checked(violation)) => {
                    self.tally.relation(relation.name()).applied += 1;
                    for (quirk, uses) in log.iter().flat_map(|log| uses(run, log, quirks)) {
                        *self.tally.by_design.entry(quirk.to_owned()).or_default() += uses;
                    }
                    if let Some(violation) = violation {
                        return self.guard_alone(run, relation.name(), *violation, round);
                    }
                }
                Ok(Application::FollowUp(_)) | Err(_) => {
                    self.tally.relation(relation.name()).inapplicable += 1;
                }
            }
        }
        None
    }

    /// In a share of sessions, the log with what those expressions are worth whose values do not follow from
    /// it.
    fn with_expressions(&mut self, run: &Run, log: Arc<Log>, round: u32) -> Arc<Log> {
        let mut rng = self.seed().split("inserted", u64::from(round)).rng();
        let evaluates = |step: &TraceStep| matches!(step.action, Action::Evaluate(_));
        if !run.trace.steps.iter().any(evaluates) || !rng.chance(INSERTED_PERCENT) {
            return log;
        }
        let mut undecided = Testimony::new(&log, &run.program, &run.lines, &run.sites)
            .with_quirks(self.runner.debugger.quirks())
            .undecided(&run.trace);
        rng.shuffle(&mut undecided);
        let found = self.runner.tools.log_with(&run.program, &undecided);
        found.filter(|_| !undecided.is_empty()).unwrap_or(log)
    }

    /// Applies one relation; the follow-up becomes the next initial run.
    ///
    /// # Errors
    /// When the debugger cannot be started.
    fn round(&mut self, run: &mut Run, round: u32) -> Result<Option<Box<Finding>>, String> {
        let Some((relation, plan)) = self.choose(run, round) else { return Ok(None) };
        self.tally.relation(relation.name()).applied += 1;
        let sites = match self.runner.tools.sites(&plan.program) {
            Ok(sites) => sites,
            Err(_) => {
                self.gave_up(relation, "changed program does not parse");
                return Ok(None);
            }
        };
        let driver = &mut *self.runner.tools.driver;
        let FollowUp { trace, ended, cut_contents } = match run_follow_up(driver, &plan) {
            Ok(result) => result,
            Err(error @ OpenError::Dead(_)) => return Err(error.to_string()),
            Err(_) => {
                self.gave_up(relation, "changed program does not load");
                return Ok(None);
            }
        };
        self.count_session(&trace);
        if cut_contents > 0 {
            *self.tally.by_design.entry("cuts-contents".to_owned()).or_default() += cut_contents;
        }
        let coverage = self.note_coverage(run.coverage.as_ref());
        Ok(match ended {
            SessionEnd::GaveUp(reason) => {
                self.gave_up(relation, reason);
                None
            }
            SessionEnd::Violated(violation) => {
                let follow_up = Run::new(plan.program.clone(), sites, trace, coverage);
                self.guard_pair(run, &follow_up, relation, &plan, *violation, round)
            }
            // A run within a session that had another one before is not an initial run.
            SessionEnd::Done if trace.restart_index().is_some() => None,
            SessionEnd::Done => {
                self.history.push(format!("{}: {}", relation.name(), plan.note));
                *run = Run::new(plan.program.clone(), sites, trace, coverage);
                self.check_alone(run, round)
            }
        })
    }

    fn gave_up(&mut self, relation: &dyn Relation, reason: &str) {
        self.tally.relation(relation.name()).gave_up += 1;
        *self.tally.give_ups.entry(reason.to_owned()).or_default() += 1;
    }

    /// The first applicable relation in a random order.
    fn choose(&mut self, run: &Run, round: u32) -> Option<(&'static dyn Relation, Box<Plan>)> {
        let mut rng = self.seed().split("relation", u64::from(round)).rng();
        let mut candidates: Vec<&'static dyn Relation> = self
            .context
            .relations
            .iter()
            .copied()
            .filter(|relation| relation.group() != Group::Invariant)
            .filter(|relation| relation.is_for(run.program.language))
            .collect();
        rng.shuffle(&mut candidates);
        for mut relation in candidates {
            let needs = relation.needs();
            if needs.exact_breakpoints && run.trace.has_slid_breakpoints() {
                relation = SLIDE_BREAKPOINTS;
            }
            let dead =
                if needs.dead_code { self.runner.tools.dead_spans(&run.program) } else { None };
            let initial = run.initial(dead.as_deref(), None, None, self.runner.debugger);
            match relation.apply(&initial, &mut rng) {
                Ok(Application::FollowUp(plan)) => return Some((relation, plan)),
                Ok(Application::Checked(_)) | Err(_) => {
                    self.tally.relation(relation.name()).inapplicable += 1;
                }
            }
        }
        None
    }

    /// Guards a violation in one session: it must be reproducible in a fresh process, and without a
    /// debugger the program must behave like the one it was made from.
    fn guard_alone(
        &mut self,
        run: &Run,
        relation: &str,
        violation: Violation,
        round: u32,
    ) -> Option<Box<Finding>> {
        if self.may_only_be_slow(&violation, run) {
            return None;
        }
        if self.runner.tools.plain(&run.program).as_ref() != Some(self.plain) {
            return self.reject(relation, Guard::Neutrality, &violation);
        }
        for _ in 0..reruns(&run.program) {
            let driver = &mut *self.runner.tools.driver;
            driver.discard();
            let again = replay::again(driver, &run.program, &run.trace);
            self.count_session(&run.trace);
            if again.as_ref() != Some(&run.trace) {
                return self.reject(relation, Guard::Rerun, &violation);
            }
        }
        let log = self.runner.tools.log(&run.program);
        let excerpt = log.map(|log| Excerpt::around(&log, &run.trace, Some(violation.step)));
        let proof = vec![violation.detail.clone()];
        Some(self.finding(Material {
            relation,
            is_interactive: false,
            round,
            violation,
            verdict: Verdict { liar: Liar::First, proof },
            sites: &run.sites,
            initial: run.side(),
            follow_up: None,
            transformation: None,
            witness: WitnessRecord { first: excerpt, second: None },
        }))
    }

    /// Guards a violation between two sessions: both must be reproducible in a fresh process, and
    /// both programs must behave the same without a debugger.
    fn guard_pair(
        &mut self,
        run: &Run,
        follow_up: &Run,
        relation: &'static dyn Relation,
        plan: &Plan,
        violation: Violation,
        round: u32,
    ) -> Option<Box<Finding>> {
        if self.may_only_be_slow(&violation, follow_up) {
            return None;
        }
        let tools = &mut self.runner.tools;
        if tools.plain(&run.program) != tools.plain(&follow_up.program) {
            return self.reject(relation.name(), Guard::Neutrality, &violation);
        }
        let logs = (tools.log(&run.program), tools.log(&follow_up.program));
        if let (Some(before), Some(after)) = &logs
            && same_run(before, after, &plan.map).is_err()
        {
            return self.reject(relation.name(), Guard::Neutrality, &violation);
        }
        for _ in 0..reruns(&run.program) {
            let driver = &mut *self.runner.tools.driver;
            driver.discard();
            let initial_again = replay::again(driver, &run.program, &run.trace);
            driver.discard();
            let second = run_follow_up(driver, plan);
            self.count_session(&run.trace);
            self.count_session(&follow_up.trace);
            let is_same = initial_again.as_ref() == Some(&run.trace)
                && matches!(&second, Ok(FollowUp { trace, ended: SessionEnd::Violated(other), .. })
                    if *trace == follow_up.trace && **other == violation);
            if !is_same {
                return self.reject(relation.name(), Guard::Rerun, &violation);
            }
        }
        let excerpt =
            |log: Option<Arc<Log>>, trace, step| log.map(|log| Excerpt::around(&log, trace, step));
        let witness = WitnessRecord {
            first: excerpt(logs.0, &run.trace, violation.expected_step),
            second: excerpt(logs.1, &follow_up.trace, Some(violation.step)),
        };
        let (initial, second) = (run.side(), follow_up.side());
        let transformation = Transformation::of(plan);
        let contradiction = Contradiction {
            violation: &violation,
            initial: &initial,
            follow_up: Some(&second),
            transformation: Some(&transformation),
        };
        let verdict = judge(self.runner.debugger, &mut self.runner.tools, &contradiction);
        Some(self.finding(Material {
            relation: relation.name(),
            is_interactive: relation.is_interactive(),
            round,
            violation,
            verdict,
            sites: &follow_up.sites,
            initial,
            follow_up: Some(second),
            transformation: Some(transformation),
            witness,
        }))
    }

    /// Whether a debugger that does not answer may still be at work: debuggers of lines step by single
    /// instructions over a loop on one line, or check a condition each time, which takes minutes in a
    /// long loop. Such a violation is given up.
    fn may_only_be_slow(&mut self, violation: &Violation, run: &Run) -> bool {
        if violation.kind != ViolationKind::Hung {
            return false;
        }
        let before = run.trace.steps[..violation.step].iter().rev();
        let line = before.map(|step| &step.observation).find_map(|observation| match observation {
            Observation::Paused(pause) => pause.location().map(|at| at.line),
            _ => None,
        });
        let is_plain = line.is_some_and(|line| run.sites.plain_lines.contains(&line));
        let knows_lines = !self.runner.debugger.quirks().granularity.is_columns();
        let is_slow = (knows_lines && violation.action.is_step() && !is_plain)
            || self.runner.tools.runs_long(&run.program);
        if is_slow {
            let reason = "no answer in time, where a loop may take long";
            *self.tally.give_ups.entry(reason.to_owned()).or_default() += 1;
        }
        is_slow
    }

    fn reject(
        &mut self,
        relation: &str,
        guard: Guard,
        violation: &Violation,
    ) -> Option<Box<Finding>> {
        match guard {
            Guard::Rerun => self.tally.not_reproduced += 1,
            Guard::Neutrality => self.tally.not_neutral += 1,
        }
        let (relation, detail) = (relation.to_owned(), violation.detail.clone());
        self.rejected.push(Rejected { relation, guard, detail });
        None
    }

    /// A violation that passed the guards.
    fn finding(&self, material: Material<'_>) -> Box<Finding> {
        let Material { relation, violation, initial, follow_up, .. } = material;
        let showing = follow_up.as_ref().unwrap_or(&initial);
        Box::new(Finding {
            schema: SCHEMA_VERSION,
            debugger: self.runner.debugger.info().clone(),
            relation: relation.to_owned(),
            interactive: material.is_interactive,
            test: self.number,
            seed: self.context.seed.value(),
            round: material.round,
            history: self.history.clone(),
            class: class_of(showing, material.sites, relation, &violation),
            violation,
            verdict: material.verdict,
            recipe: self.runner.debugger.recipe(initial.program.language),
            initial,
            follow_up,
            transformation: material.transformation,
            witness: Some(material.witness),
        })
    }
}

/// What a finding is made of, besides what it has in common with all others of its test.
struct Material<'test> {
    relation: &'test str,
    is_interactive: bool,
    round: u32,
    violation: Violation,
    verdict: Verdict,
    /// What is known of the program of the session that shows the violation.
    sites: &'test Sites,
    initial: Side,
    follow_up: Option<Side>,
    transformation: Option<Transformation>,
    witness: WitnessRecord,
}

/// The answers of a session that are accepted only because the debugger gives them by design.
fn uses(run: &Run, log: &Log, quirks: Quirks) -> BTreeMap<&'static str, u64> {
    Testimony::new(log, &run.program, &run.lines, &run.sites).with_quirks(quirks).uses(&run.trace)
}

/// The class of a violation that shows in a session.
pub fn class_of(side: &Side, sites: &Sites, relation: &str, violation: &Violation) -> Class {
    let Side { program, trace } = side;
    let before = &trace.steps[..violation.step.min(trace.steps.len())];
    let triggered_at = before.iter().rev().find_map(|step| step.observation.pause()?.location());
    let node = match (triggered_at, &violation.action) {
        (Some(location), action) if *action != Action::Start => {
            sites.line_kind(&program.text, &program.lines(), location.line)
        }
        _ => "Program",
    };
    Class {
        relation: relation.to_owned(),
        kind: violation.kind.name().to_owned(),
        action: violation.action.kind().to_owned(),
        node: node.to_owned(),
    }
}
