//! What a rule is meant for and its near misses, as data: every shipped rule is tested by its own
//! examples.

use serde::{Deserialize, Serialize};

/// Two answers to one action. A pause is written as the places of its frames, `3:2 < 9:0`, with the
/// name of a function before its place if that matters and `eval` before a place in code made at
/// run time; the end of the program as `ended`, a breakpoint as its place or as `refused`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Example {
    /// The program.
    pub code: String,
    /// The program's language by its file extension; JavaScript if there is none.
    pub language: String,
    /// The action; a breakpoint if there is none.
    pub action: String,
    /// Where both paused before, or where a breakpoint was requested.
    pub from: String,
    /// What the first debugger answers.
    pub a: String,
    /// What the second debugger answers.
    pub b: String,
    /// The variable, if its values are what differs; `a` and `b` are then its values, and both
    /// pause at `from`.
    pub name: String,
    /// The scope of the variable is one around the function.
    pub outer: bool,
    /// Breakpoints that are set.
    pub breakpoints: Vec<String>,
    /// Where both paused before `from`, the first by a start, the rest by steps.
    pub before: Vec<String>,
    /// A breakpoint that both set while they pause at `from`.
    pub set: String,
    /// Near misses: everything that is not given is as in the example. No rule accepts them.
    pub no: Vec<Beside>,
}

/// A near miss of an example.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Beside {
    /// Another program.
    pub code: Option<String>,
    /// Another action.
    pub action: Option<String>,
    /// Another place before.
    pub from: Option<String>,
    /// Another answer of the first debugger.
    pub a: Option<String>,
    /// Another answer of the second debugger.
    pub b: Option<String>,
    /// Another variable.
    pub name: Option<String>,
    /// Other breakpoints.
    pub breakpoints: Option<Vec<String>>,
    /// Other pauses before.
    pub before: Option<Vec<String>>,
    /// Another breakpoint that is set during the pause.
    pub set: Option<String>,
}

impl Example {
    /// The same with the two debuggers swapped.
    pub(crate) fn swapped(self) -> Self {
        let no = self.no.into_iter().map(|it| Beside { a: it.b, b: it.a, ..it }).collect();
        Self { a: self.b, b: self.a, no, ..self }
    }

    /// The near misses of this example.
    pub fn besides(&self) -> Vec<Example> {
        fn or<Item: Clone>(given: &Option<Item>, own: &Item) -> Item {
            given.as_ref().unwrap_or(own).clone()
        }
        let beside = |it: &Beside| Example {
            code: or(&it.code, &self.code),
            action: or(&it.action, &self.action),
            from: or(&it.from, &self.from),
            a: or(&it.a, &self.a),
            b: or(&it.b, &self.b),
            name: or(&it.name, &self.name),
            breakpoints: or(&it.breakpoints, &self.breakpoints),
            before: or(&it.before, &self.before),
            set: or(&it.set, &self.set),
            no: Vec::new(),
            ..self.clone()
        };
        self.no.iter().map(beside).collect()
    }
}
