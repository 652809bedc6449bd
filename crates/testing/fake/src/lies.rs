//! The lies that are built into the fake debugger, because no layer over a driver can make them up: they
//! change how the program runs.

use debunk_session::BuiltInFault;

/// A lie of the debugger's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    /// See [`ALL`].
    EvaluationChangesValue,
    /// See [`ALL`].
    ConditionChangesValue,
    /// See [`ALL`].
    LoopsShareVariables,
}

/// The lies, with their numbers.
pub(crate) const ALL: [(Lie, BuiltInFault); 3] = [
    (
        Lie::EvaluationChangesValue,
        BuiltInFault {
            name: "evaluation-changes-value",
            summary: "evaluating the name of a number adds one to the variable",
            number: 1,
        },
    ),
    (
        Lie::ConditionChangesValue,
        BuiltInFault {
            name: "condition-changes-value",
            summary: "evaluating a condition adds one to the first number in the innermost scope",
            number: 2,
        },
    ),
    (
        Lie::LoopsShareVariables,
        BuiltInFault {
            name: "loops-share-variables",
            summary: "closures made in a loop share its variable while two breakpoints stand",
            number: 3,
        },
    ),
];

/// All of them, as the traits of a session know them.
pub(crate) const FAULTS: [BuiltInFault; 3] = [ALL[0].1, ALL[1].1, ALL[2].1];

/// The lie of a number.
pub(crate) fn by_number(number: u32) -> Option<Lie> {
    ALL.into_iter().find(|(_, fault)| fault.number == number).map(|(lie, _)| lie)
}
