//! Reruns sessions and findings.

use crate::runner::WorkerTools;
use crate::session_run::{SessionEnd, run_follow_up, run_session};
use crate::test_run::SELF_EVIDENT;
use debunk_model::{Action, Observation, Program, SourceMap, TestRng, Trace};
use debunk_model::{Seed, VariableView};
use debunk_relations::{
    Application, FixedActions, Initial, Plan, PlannedStep, SLIDE_BREAKPOINTS, Violation, by_name,
    self_evident,
};
use debunk_results::{Finding, Transformation};
use debunk_session::{Debugger, Driver};

/// Performs the actions of a trace on a program; `None` if it cannot be opened.
pub fn again(driver: &mut dyn Driver, program: &Program, trace: &Trace) -> Option<Trace> {
    performed(driver, program, FixedActions::of(trace))
}

/// Performs actions on a program; `None` if it cannot be opened.
pub(crate) fn performed(
    driver: &mut dyn Driver,
    program: &Program,
    mut actions: FixedActions,
) -> Option<Trace> {
    run_session(driver, program, &mut actions).ok().map(|(trace, _)| trace)
}

/// The result of rerunning a finding.
#[derive(Debug)]
pub enum Replayed {
    /// The contradiction holds.
    Holds {
        /// Its current form.
        violation: Box<Violation>,
        /// Whether both traces are exactly those of the finding.
        identical: bool,
    },
    /// It does not hold.
    Gone,
    /// Inconclusive.
    Unknown(String),
}

/// Reruns a finding, on the debugger it was found on or on another one.
pub fn replay(debugger: &dyn Debugger, driver: Box<dyn Driver>, finding: &Finding) -> Replayed {
    let mut tools = WorkerTools::new(debugger, driver);
    let initial = &finding.initial;
    let actions: Vec<Action> = initial.trace.steps.iter().map(|step| step.action.clone()).collect();
    let attempt = Attempt {
        relation: &finding.relation,
        program: &initial.program,
        actions: &actions,
        known: Some(&initial.trace),
        transformation: finding.transformation.as_ref(),
    };
    let again = match attempt.run(debugger, &mut tools, |_| {}) {
        Ok(again) => again,
        Err(reason) => return Replayed::Unknown(reason),
    };
    let is_same = again.initial == initial.trace
        && again.follow_up.as_ref() == finding.follow_up.as_ref().map(|side| &side.trace);
    match again.violation {
        Some(violation) => Replayed::Holds { violation, identical: is_same },
        None => Replayed::Gone,
    }
}

/// A test that is known step by step, to be repeated.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'test> {
    /// The relation.
    pub relation: &'test str,
    /// The program of the initial session.
    pub program: &'test Program,
    /// Its actions.
    pub actions: &'test [Action],
    /// The initial session for which the transformation was made, if there was one.
    pub known: Option<&'test Trace>,
    /// How the follow-up is made from it; `None` if one session is enough.
    pub transformation: Option<&'test Transformation>,
}

/// The result of an attempt.
#[derive(Debug)]
pub struct Attempted {
    /// The initial session.
    pub initial: Trace,
    /// The follow-up session.
    pub follow_up: Option<Trace>,
    /// How the follow-up was made.
    pub plan: Option<Box<Plan>>,
    /// The contradiction, if there is one.
    pub violation: Option<Box<Violation>>,
}

impl Attempt<'_> {
    /// Runs it. `before` is called before each of its sessions.
    ///
    /// # Errors
    /// If it is inconclusive whether there is a contradiction.
    pub fn run(
        &self,
        debugger: &dyn Debugger,
        tools: &mut WorkerTools,
        before: impl Fn(&mut dyn Driver),
    ) -> Result<Attempted, String> {
        before(&mut *tools.driver);
        let Some(trace) =
            performed(&mut *tools.driver, self.program, FixedActions::new(self.actions.to_vec()))
        else {
            return Err("the debugger does not load the program".to_owned());
        };
        let Some(transformation) = self.transformation else {
            let violation = self.check_alone(debugger, tools, &trace)?;
            return Ok(Attempted { initial: trace, follow_up: None, plan: None, violation });
        };
        let Some(plan) = self.plan(debugger, tools, transformation, &trace)? else {
            return Ok(Attempted { initial: trace, follow_up: None, plan: None, violation: None });
        };
        before(&mut *tools.driver);
        let session = run_follow_up(&mut *tools.driver, &plan);
        let session = session.map_err(|error| error.to_string())?;
        let violation = match session.ended {
            SessionEnd::Done => None,
            SessionEnd::GaveUp(reason) => return Err(reason.to_owned()),
            SessionEnd::Violated(violation) => Some(violation),
        };
        Ok(Attempted {
            initial: trace,
            follow_up: Some(session.trace),
            plan: Some(plan),
            violation,
        })
    }

    fn check_alone(
        &self,
        debugger: &dyn Debugger,
        tools: &mut WorkerTools,
        trace: &Trace,
    ) -> Result<Option<Box<Violation>>, String> {
        if self.relation == SELF_EVIDENT {
            return Ok(self_evident(trace).map(Box::new));
        }
        let plain = tools.plain(self.program);
        let log = tools.log(self.program);
        match self.applied(debugger, tools, trace, plain.as_ref(), log.as_deref())? {
            Application::Checked(violation) => Ok(violation),
            Application::FollowUp(_) => Ok(None),
        }
    }

    /// The plan of the follow-up; `None` if there is none.
    fn plan(
        &self,
        debugger: &dyn Debugger,
        tools: &mut WorkerTools,
        transformation: &Transformation,
        trace: &Trace,
    ) -> Result<Option<Box<Plan>>, String> {
        // Where breakpoints slide is the debugger's own choice, so this plan is made afresh.
        if self.relation == SLIDE_BREAKPOINTS.name() && Some(trace) != self.known {
            return Ok(match self.applied(debugger, tools, trace, None, None)? {
                Application::FollowUp(plan) => Some(plan),
                Application::Checked(_) => None,
            });
        }
        plan_again(self.program, transformation, trace.clone()).map(|plan| Some(Box::new(plan)))
    }

    fn applied(
        &self,
        debugger: &dyn Debugger,
        tools: &mut WorkerTools,
        trace: &Trace,
        plain: Option<&debunk_model::Outcome>,
        log: Option<&debunk_testimony::Log>,
    ) -> Result<Application, String> {
        let relation = by_name(self.relation)
            .ok_or_else(|| format!("this debunk has no relation {}", self.relation))?;
        let program = self.program;
        let sites = tools.sites(program)?;
        let initial = Initial {
            program,
            sites: &sites,
            lines: &program.lines(),
            trace,
            dead: None,
            plain,
            log,
            quirks: debugger.quirks(),
            capabilities: debugger.capabilities(),
        };
        let mut rng: TestRng = Seed::new(0).rng();
        relation.apply(&initial, &mut rng).map_err(|why| why.0.to_owned())
    }
}

/// The plan of a finding for an initial trace that may differ from the original one.
fn plan_again(
    program: &Program,
    transformation: &Transformation,
    initial: Trace,
) -> Result<Plan, String> {
    let map = SourceMap::apply(&program.text, transformation.edits.clone())
        .map_err(|_| "the edits do not fit the program".to_owned())?;
    let map = transformation.rules.granularity.map(map);
    let steps = transformation.steps.iter().filter_map(|step| step_again(step, &initial)).collect();
    Ok(Plan {
        program: program.with_text(map.new_text().clone()),
        map,
        initial,
        steps,
        rules: transformation.rules.clone(),
        may_pause_within: transformation.may_pause_within,
        note: transformation.note.clone(),
    })
}

fn step_again(step: &PlannedStep, initial: &Trace) -> Option<PlannedStep> {
    let happened = |index: usize, action: &Action| {
        let same = initial.steps.get(index)?;
        let is_again = *action == Action::Restart && same.action == Action::Start;
        (is_again || same.action.kind() == action.kind()).then_some(())
    };
    match step {
        PlannedStep::Same { action, index } => happened(*index, action)?,
        PlannedStep::Finer { index, .. }
        | PlannedStep::LookAgain { index }
        | PlannedStep::Ask { index, .. } => {
            initial.steps.get(*index)?;
        }
        PlannedStep::EvaluateName { index, name, .. } => {
            let Observation::Paused(pause) = &initial.steps.get(*index)?.observation else {
                return None;
            };
            let (_, value) = pause.variables.lookup(name)?;
            return Some(PlannedStep::EvaluateName {
                index: *index,
                name: name.clone(),
                value: value.to_owned(),
            });
        }
        PlannedStep::Extra { .. } => {}
    }
    Some(step.clone())
}
