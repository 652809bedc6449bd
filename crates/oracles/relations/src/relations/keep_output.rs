//! Compares the debugged run with one without a debugger: the program behaves the same.

use crate::{
    Application, Group, Inapplicable, Initial, Needs, Relation, Rules, Violation, ViolationKind,
    compare,
};
use debunk_model::{Action, Observation, SourceMap, TestRng};

/// Compares output and error of the debugged run with those of a plain run.
///
/// ```text
/// before: run
/// after:  break 3; start; continue
/// ```
pub(super) struct KeepOutput;

impl Relation for KeepOutput {
    fn name(&self) -> &'static str {
        "keep-output"
    }

    fn group(&self) -> Group {
        Group::Invariant
    }

    fn summary(&self) -> &'static str {
        "a program behaves the same with and without the debugger"
    }

    fn example(&self) -> &'static str {
        "run  ->  break 3, start, continue"
    }

    fn holds_optimised(&self) -> bool {
        // A program behaves the same however it is compiled.
        true
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn needs(&self) -> Needs {
        Needs { plain_outcome: true, ..Needs::default() }
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let _ = rng;
        let plain = initial.plain.ok_or(Inapplicable("no plain run"))?;
        let (step, end) = initial
            .trace
            .steps
            .iter()
            .enumerate()
            .find(|(_, step)| matches!(step.observation, Observation::Finished(_)))
            .ok_or(Inapplicable("the run was not finished"))?;
        let expected = Observation::Finished(plain.clone());
        let map = SourceMap::identity(&initial.program.text);
        let violation =
            compare(&expected, &end.observation, &map, &Rules::default()).err().map(|difference| {
                Box::new(Violation {
                    kind: ViolationKind::OutputChanged,
                    action: Action::Start,
                    step,
                    expected_step: None,
                    detail: difference.detail,
                })
            });
        Ok(Application::Checked(violation))
    }
}
