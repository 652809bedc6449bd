//! Plainer forms of what a session asks: less deep, in one piece, in the usual order, for the usual purpose.

use crate::case::{Case, Droppable};
use debunk_model::{Action, EvaluationContext, Expansion, FrameOrder};
use debunk_relations::{Inquiry, PlannedStep};

/// One way in which a question can become plainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plainer {
    /// Children are read all at once.
    Whole,
    /// Children are read level by level.
    ByLevels,
    /// Only the children of the variable itself are read.
    Shallow,
    /// Frames are read in the usual order.
    UsualOrder,
    /// An expression is evaluated for the usual purpose.
    UsualContext,
    /// The first of several things is asked about.
    First,
}

impl Plainer {
    const ALL: [Plainer; 6] = [
        Plainer::Whole,
        Plainer::ByLevels,
        Plainer::Shallow,
        Plainer::UsualOrder,
        Plainer::UsualContext,
        Plainer::First,
    ];
}

/// A question, and how it can become plainer.
pub(crate) type Simplification = (Droppable, Plainer);

impl Case {
    /// How the questions can become plainer, one by one.
    pub(crate) fn simplifications(&self) -> Vec<Simplification> {
        let found = self
            .droppable()
            .into_iter()
            .flat_map(|question| Plainer::ALL.into_iter().map(move |plainer| (question, plainer)));
        found.filter(|it| self.simplified(std::slice::from_ref(it)) != *self).collect()
    }

    /// The case with these questions in their plainer forms.
    pub(crate) fn simplified(&self, simplifications: &[Simplification]) -> Case {
        let mut case = self.clone();
        for (question, plainer) in simplifications {
            match question {
                Droppable::Action(position) => action(&mut case.actions[*position], *plainer),
                Droppable::Question(position) => {
                    let steps = case.change.as_mut().map(|change| &mut change.steps);
                    if let Some(PlannedStep::Ask { inquiry: asked, .. }) =
                        steps.and_then(|steps| steps.get_mut(*position))
                    {
                        inquiry(asked, *plainer);
                    }
                }
            }
        }
        case
    }
}

fn action(action: &mut Action, plainer: Plainer) {
    match action {
        Action::Expand(reading) => expansion(reading, plainer),
        Action::LookAtCallers { order } if plainer == Plainer::UsualOrder => {
            *order = FrameOrder::default();
        }
        Action::Evaluate(evaluation) if plainer == Plainer::UsualContext => {
            evaluation.context = EvaluationContext::default();
        }
        _ => {}
    }
}

fn inquiry(inquiry: &mut Inquiry, plainer: Plainer) {
    match (inquiry, plainer) {
        (
            Inquiry::Contents { expansion: reading } | Inquiry::Twin { expansion: reading, .. },
            _,
        ) => {
            expansion(reading, plainer);
        }
        (Inquiry::Callers { order }, Plainer::UsualOrder) => *order = FrameOrder::default(),
        (
            Inquiry::Value { evaluation, .. } | Inquiry::Expression { evaluation },
            Plainer::UsualContext,
        ) => evaluation.context = EvaluationContext::default(),
        (Inquiry::Made { context, .. }, Plainer::UsualContext) => {
            *context = EvaluationContext::default();
        }
        (
            Inquiry::Path { pick, .. } | Inquiry::CallerName { pick } | Inquiry::Made { pick, .. },
            Plainer::First,
        ) => *pick = 0,
        _ => {}
    }
}

fn expansion(expansion: &mut Expansion, plainer: Plainer) {
    match plainer {
        Plainer::Whole => expansion.page = 0,
        Plainer::ByLevels => expansion.depth_first = false,
        Plainer::Shallow => expansion.depth = 1,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Goal, Program};
    use debunk_relations::Rules;
    use debunk_results::Transformation;

    fn reading(depth: u32, page: u32) -> Expansion {
        Expansion { name: "a".to_owned(), frame: 0, depth, width: 100, page, depth_first: false }
    }

    #[test]
    fn a_question_becomes_plainer_in_each_way_that_it_can() {
        let asked = |inquiry| PlannedStep::Ask { index: 0, inquiry };
        let steps = vec![
            PlannedStep::Same { action: Action::Start, index: 0 },
            asked(Inquiry::Contents { expansion: reading(2, 3) }),
            asked(Inquiry::Path { name: "a".to_owned(), pick: 7 }),
            asked(Inquiry::Callers { order: FrameOrder::NearestFirst }),
        ];
        let change = Transformation {
            edits: Vec::new(),
            steps,
            rules: Rules::default(),
            may_pause_within: None,
            note: String::new(),
        };
        let case = Case {
            program: Program::javascript("p.js", Goal::Script, "a;"),
            actions: vec![Action::Start, Action::Expand(reading(2, 0))],
            change: Some(change),
        };
        let found = case.simplifications();
        let expected = [
            (Droppable::Action(1), Plainer::Shallow),
            (Droppable::Question(1), Plainer::Whole),
            (Droppable::Question(1), Plainer::Shallow),
            (Droppable::Question(2), Plainer::First),
        ];
        assert_eq!(found, expected);
        let plain = case.simplified(&found);
        assert!(plain.simplifications().is_empty());
        assert_eq!(plain.actions[1], Action::Expand(reading(1, 0)));
    }
}
