//! Runs sessions and findings again.

use crate::runner::WorkerTools;
use crate::session_run::{Ended, run_session};
use crate::test_run::SELF_EVIDENT;
use debunk_findings::{Finding, Transformation};
use debunk_javascript::analyse;
use debunk_model::{Action, Observation, Program, SourceMap, TestRng, Trace, TraceStep};
use debunk_model::{Seed, VariableView};
use debunk_relations::{
    Applied, Follower, Initial, Next, Plan, PlannedStep, Policy, SLIDE_BREAKPOINTS, Violation,
    by_name, self_evident,
};
use debunk_session::{Debugger, Driver};

/// Performs the actions of a trace, as far as they are legal.
struct Replayer<'trace> {
    actions: std::slice::Iter<'trace, TraceStep>,
}

impl Policy for Replayer<'_> {
    fn next(&mut self, steps: &[TraceStep]) -> Next {
        let is_over = steps.last().is_some_and(|step| step.observation.is_end());
        match self.actions.next() {
            Some(step) if !is_over => Next::Act(vec![step.action.clone()]),
            _ => Next::Done,
        }
    }
}

/// Performs the actions of a trace on a program; none when it cannot be opened.
pub fn again(driver: &mut dyn Driver, program: &Program, trace: &Trace) -> Option<Trace> {
    let mut replayer = Replayer { actions: trace.steps.iter() };
    run_session(driver, program, &mut replayer).ok().map(|(trace, _)| trace)
}

/// What running a finding again showed.
#[derive(Debug)]
pub enum Replayed {
    /// The contradiction is there.
    Holds {
        /// As it shows now.
        violation: Box<Violation>,
        /// Whether both traces are exactly those of the finding.
        identical: bool,
    },
    /// It is gone.
    Gone,
    /// It cannot be said.
    Unknown(String),
}

/// Runs a finding again, on the debugger it was found on or on another one.
pub fn replay(debugger: &dyn Debugger, driver: Box<dyn Driver>, finding: &Finding) -> Replayed {
    let mut tools = WorkerTools::new(debugger, driver);
    let initial = &finding.initial;
    let Some(trace) = again(&mut *tools.driver, &initial.program, &initial.trace) else {
        return Replayed::Unknown("the debugger does not load the program".to_owned());
    };
    match &finding.transformation {
        None => replay_alone(debugger, &mut tools, finding, &trace),
        Some(transformation) => replay_pair(debugger, &mut tools, finding, transformation, trace),
    }
}

fn replay_alone(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    finding: &Finding,
    trace: &Trace,
) -> Replayed {
    let violation = if finding.relation == SELF_EVIDENT {
        self_evident(trace)
    } else {
        let plain = tools.plain(&finding.initial.program);
        let log = tools.log(&finding.initial.program);
        match applied(debugger, finding, trace, plain.as_ref(), log.as_deref()) {
            Ok(Applied::Checked(violation)) => violation.map(|violation| *violation),
            Ok(Applied::FollowUp(_)) => None,
            Err(reason) => return Replayed::Unknown(reason),
        }
    };
    match violation {
        Some(violation) => Replayed::Holds {
            violation: Box::new(violation),
            identical: *trace == finding.initial.trace,
        },
        None => Replayed::Gone,
    }
}

fn applied(
    debugger: &dyn Debugger,
    finding: &Finding,
    trace: &Trace,
    plain: Option<&debunk_model::Outcome>,
    log: Option<&debunk_testimony::Log>,
) -> Result<Applied, String> {
    let relation = by_name(&finding.relation)
        .ok_or_else(|| format!("this debunk has no relation {}", finding.relation))?;
    let program = &finding.initial.program;
    let sites = analyse(program).map_err(|error| error.to_string())?;
    let initial = Initial {
        program,
        sites: &sites,
        lines: &program.lines(),
        trace,
        dead: None,
        plain,
        log,
        outer_scopes_partial: debugger.quirks().outer_scopes_partial,
        tail_calls: debugger.quirks().tail_calls,
    };
    let mut rng: TestRng = Seed::new(0).rng();
    relation.apply(&initial, &mut rng).map_err(|why| why.0.to_owned())
}

fn replay_pair(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    finding: &Finding,
    transformation: &Transformation,
    trace: Trace,
) -> Replayed {
    let is_same_initial = trace == finding.initial.trace;
    // Where breakpoints slide is the debugger's own choice, so that this one is made anew.
    let plan = if finding.relation == SLIDE_BREAKPOINTS.name() && !is_same_initial {
        match applied(debugger, finding, &trace, None, None) {
            Ok(Applied::FollowUp(plan)) => *plan,
            Ok(Applied::Checked(_)) => return Replayed::Gone,
            Err(reason) => return Replayed::Unknown(reason),
        }
    } else {
        match plan_again(&finding.initial.program, transformation, trace) {
            Ok(plan) => plan,
            Err(reason) => return Replayed::Unknown(reason),
        }
    };
    match run_session(&mut *tools.driver, &plan.program, &mut Follower::new(&plan)) {
        Err(error) => Replayed::Unknown(error.to_string()),
        Ok((_, Ended::Done)) => Replayed::Gone,
        Ok((_, Ended::GaveUp(reason))) => Replayed::Unknown(reason.to_owned()),
        Ok((follow_up, Ended::Violated(violation))) => Replayed::Holds {
            identical: is_same_initial
                && finding.follow_up.as_ref().is_some_and(|side| side.trace == follow_up),
            violation,
        },
    }
}

/// The plan of a finding for an initial trace that may be another one than it was made for.
fn plan_again(
    program: &Program,
    transformation: &Transformation,
    initial: Trace,
) -> Result<Plan, String> {
    let map = SourceMap::apply(&program.text, transformation.edits.clone())
        .map_err(|_| "the edits do not fit the program".to_owned())?;
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
        (same.action.kind() == action.kind()).then_some(())
    };
    match step {
        PlannedStep::Same { action, index } => happened(*index, action)?,
        PlannedStep::Finer { index, .. } | PlannedStep::LookAgain { index } => {
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
