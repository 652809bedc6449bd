//! The failing object: a program, its actions, and their transformation.

use debunk_model::{Action, Location, Program};
use debunk_relations::PlannedStep;
use debunk_results::{Size, Transformation};
use std::hash::{Hash, Hasher};

/// A program, the actions of the initial session, and how the follow-up is made from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// The actions of the initial session.
    pub actions: Vec<Action>,
    /// How the follow-up is made; `None` if one session is enough.
    pub change: Option<Transformation>,
}

/// One thing that can be left out of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Droppable {
    /// An action of the initial session, by its position.
    Action(usize),
    /// A request that only the follow-up makes, by its position in the plan.
    Question(usize),
}

impl Case {
    /// How large it is.
    pub fn size(&self) -> Size {
        let statements =
            debunk_languages::analyse(&self.program).map_or(0, |sites| sites.statements.len());
        let changes = self.change.as_ref().map_or(0, |change| {
            let is_own = |step: &&PlannedStep| !matches!(step, PlannedStep::Same { .. });
            change.edits.len() + change.steps.iter().filter(is_own).count()
        });
        Size { bytes: self.program.text.len(), statements, actions: self.actions.len(), changes }
    }

    /// What can be left out of the sessions. A breakpoint that only the follow-up has stays: a
    /// relation depends on it.
    pub(crate) fn droppable(&self) -> Vec<Droppable> {
        let actions = self.actions.iter().enumerate();
        let mut droppable: Vec<Droppable> = actions
            .filter(|(_, action)| **action != Action::Start)
            .map(|(position, _)| Droppable::Action(position))
            .collect();
        let steps = self.change.iter().flat_map(|change| change.steps.iter().enumerate());
        droppable.extend(steps.filter_map(|(position, step)| {
            let is_question = matches!(
                step,
                PlannedStep::LookAgain { .. }
                    | PlannedStep::EvaluateName { .. }
                    | PlannedStep::Ask { .. }
            );
            is_question.then_some(Droppable::Question(position))
        }));
        droppable
    }

    /// The case without these.
    pub(crate) fn without(&self, dropped: &[Droppable]) -> Case {
        let mut case = self.clone();
        if let Some(change) = &mut case.change {
            let mut position = 0;
            change.steps.retain(|_| {
                position += 1;
                !dropped.contains(&Droppable::Question(position - 1))
            });
        }
        let keeps = |position: usize| !dropped.contains(&Droppable::Action(position));
        let actions = (0..self.actions.len())
            .map(|position| keeps(position).then(|| self.actions[position].clone()));
        case.set_actions(actions.collect());
        case
    }

    /// Replaces actions of the initial session; `None` removes one. Actions that became
    /// impossible are dropped as well, and the plan is renumbered.
    pub(crate) fn set_actions(&mut self, actions: Vec<Option<Action>>) {
        let legal = legal(actions);
        let mut numbers: Vec<Option<usize>> = Vec::with_capacity(legal.len());
        let mut count = 0;
        for action in &legal {
            numbers.push(action.is_some().then_some(count));
            count += usize::from(action.is_some());
        }
        if let Some(change) = &mut self.change {
            let steps = std::mem::take(&mut change.steps);
            change.steps = steps.iter().filter_map(|step| renumbered(step, &numbers)).collect();
        }
        self.actions = legal.into_iter().flatten().collect();
    }
}

/// Removes what the session would reject: a breakpoint that is already set, and the removal of one
/// that is not.
fn legal(actions: Vec<Option<Action>>) -> Vec<Option<Action>> {
    let mut standing: Vec<Location> = Vec::new();
    let is_legal = |action: &Action| match action {
        Action::AddBreakpoint { at, .. } | Action::AddLogpoint { at } => {
            let is_new = !standing.contains(at);
            standing.push(*at);
            is_new
        }
        Action::RemoveBreakpoint { at } => {
            let stands = standing.contains(at);
            standing.retain(|other| other != at);
            stands
        }
        _ => true,
    };
    let mut is_legal = is_legal;
    actions.into_iter().map(|action| action.filter(&mut is_legal)).collect()
}

fn renumbered(step: &PlannedStep, numbers: &[Option<usize>]) -> Option<PlannedStep> {
    let mut step = step.clone();
    match &mut step {
        PlannedStep::Same { index, .. }
        | PlannedStep::Finer { index, .. }
        | PlannedStep::LookAgain { index }
        | PlannedStep::EvaluateName { index, .. }
        | PlannedStep::Ask { index, .. } => *index = (*numbers.get(*index)?)?,
        PlannedStep::Extra { .. } => {}
    }
    Some(step)
}

impl Hash for Case {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.program.text.hash(state);
        serde_json::to_string(&self.actions).unwrap_or_default().hash(state);
        let change = self.change.as_ref().map(|change| (&change.edits, &change.steps));
        serde_json::to_string(&change).unwrap_or_default().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::Goal;
    use debunk_relations::Rules;

    fn at(line: u32) -> Location {
        Location::new(line, 0)
    }

    fn case() -> Case {
        let actions = vec![
            Action::add_breakpoint(at(1)),
            Action::add_breakpoint(at(2)),
            Action::Start,
            Action::RemoveBreakpoint { at: at(1) },
            Action::Continue,
        ];
        let mut steps: Vec<PlannedStep> = (0..actions.len())
            .map(|index| PlannedStep::Same { action: actions[index].clone(), index })
            .collect();
        steps.insert(3, PlannedStep::LookAgain { index: 2 });
        let change = Transformation {
            edits: Vec::new(),
            steps,
            rules: Rules::default(),
            may_pause_within: None,
            note: String::new(),
        };
        let program = Program::javascript("p.js", Goal::Script, "a();\nb();\n");
        Case { program, actions, change: Some(change) }
    }

    fn kinds(case: &Case) -> Vec<&'static str> {
        case.actions.iter().map(Action::kind).collect()
    }

    #[test]
    fn the_removal_of_a_breakpoint_goes_with_it() {
        let smaller = case().without(&[Droppable::Action(0)]);
        assert_eq!(kinds(&smaller), ["add-breakpoint", "start", "continue"]);
        let steps = smaller.change.expect("there").steps;
        let indexes: Vec<String> = steps
            .iter()
            .map(|step| match step {
                PlannedStep::Same { index, action } => format!("{index} {}", action.kind()),
                PlannedStep::LookAgain { index } => format!("{index} look"),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(indexes, ["0 add-breakpoint", "1 start", "1 look", "2 continue"]);
    }

    #[test]
    fn questions_and_actions_can_be_dropped_and_the_start_cannot() {
        let case = case();
        assert_eq!(case.droppable().len(), 5);
        let smaller = case.without(&[Droppable::Question(3), Droppable::Action(4)]);
        assert_eq!(smaller.size().changes, 0);
        assert_eq!(smaller.actions.len(), 4);
    }
}
