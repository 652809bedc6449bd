//! The log of one run: entries in the order in which they happened.

use debunk_model::{LoggedFunction, LoggedStatement, Outcome, Span};
use std::collections::BTreeMap;

/// The logged value of a variable whose declaration has not run yet.
pub const UNINITIALISED: &str = "uninitialised";
/// The logged value of a variable that could not be read without running code of the program, or
/// that debuggers report in more than one way. It proves nothing.
pub const UNKNOWN: &str = "?";

/// One statement that was about to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Which one, an index into [`Log::statements`].
    pub statement: usize,
    /// In which activation of its function, an index into [`Log::activations`].
    pub activation: usize,
    /// How many activations were running, this one included.
    pub depth: u32,
    /// The values of the statement's variables, as indices into [`Log::texts`].
    pub values: Vec<u32>,
}

/// One call of a function. A generator or an asynchronous function that resumes after a suspension
/// is still the same activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Which function, an index into [`Log::functions`].
    pub function: usize,
    /// The activation that called it; `None` if the engine did, such as for a job.
    pub parent: Option<usize>,
}

/// An activation that resumed after a suspension, called by another one than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumption {
    /// Which one, an index into [`Log::activations`].
    pub activation: usize,
    /// The activation that resumed it; `None` if the engine did.
    pub parent: Option<usize>,
    /// How many entries had been written by then.
    pub time: usize,
}

/// A `return` whose value was computed: the function is left by it, unless a later block prevents
/// that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnEntry {
    /// In which activation, an index into [`Log::activations`].
    pub activation: usize,
    /// How many entries had been written by then.
    pub time: usize,
}

/// What a logged value held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedContents {
    /// Its children in the order of the program: their keys, as in
    /// [`Child::key`](debunk_model::Child), and their values.
    pub children: Vec<(String, LoggedChild)>,
    /// Whether these are all of them.
    pub is_whole: bool,
}

/// A value that another one held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoggedChild {
    /// An index into [`Log::texts`].
    Value(u32),
    /// The value around it, by the number of levels between them: 0 is the one that holds it.
    Ancestor(u32),
}

/// What happened in one run of a program.
#[derive(Clone, Debug)]
pub struct Log {
    /// The entries in order.
    pub entries: Vec<LogEntry>,
    /// The activations by number; 0 is the top level.
    pub activations: Vec<Activation>,
    /// The resumptions that changed the caller of an activation, in order, as far as they are known.
    pub resumptions: Vec<Resumption>,
    /// The returns, in order. If a function was left without one and without reaching its end, an
    /// error left it.
    pub returns: Vec<ReturnEntry>,
    /// The points of the program, by number.
    pub statements: Vec<LoggedStatement>,
    /// The functions of the program, by number; 0 is the top level.
    pub functions: Vec<LoggedFunction>,
    /// Every value that occurs, each once.
    pub texts: Vec<String>,
    /// What those values held that hold anything, by their index in [`Log::texts`].
    pub contents: BTreeMap<u32, LoggedContents>,
    /// How constant functions are reported, by their text.
    pub headings: BTreeMap<Span, String>,
    /// What the program printed, and the error it did not catch.
    pub outcome: Outcome,
    /// Whether more happened than a log can hold. What is missing may be true nevertheless.
    pub truncated: bool,
    /// How long the log was in the engine's own output, in bytes.
    pub size_bytes: usize,
}

impl Log {
    /// The variables that can be read at entry `index`, with their values in normal form.
    pub fn values_at(&self, index: usize) -> Vec<(&str, &str)> {
        let Some(entry) = self.entries.get(index) else { return Vec::new() };
        let Some(statement) = self.statements.get(entry.statement) else { return Vec::new() };
        let texts = entry.values.iter().filter_map(|&text| self.texts.get(text as usize));
        let logged = statement.variables.iter().map(|name| &**name);
        let constant = statement.constants.iter().filter_map(|constant| {
            Some((&*constant.name, self.headings.get(&constant.span)?.as_str()))
        });
        logged.zip(texts.map(String::as_str)).chain(constant).collect()
    }

    /// The number of a logged variable's value at entry `index`, an index into [`Log::texts`].
    pub fn number_at(&self, index: usize, name: &str) -> Option<u32> {
        let entry = self.entries.get(index)?;
        let names = &self.statements.get(entry.statement)?.variables;
        let position = names.iter().position(|known| &**known == name)?;
        entry.values.get(position).copied()
    }

    /// The value of one variable at entry `index`; `None` if it is not visible there or cannot be
    /// reported.
    pub fn value_at(&self, index: usize, name: &str) -> Option<&str> {
        self.values_at(index)
            .into_iter()
            .find(|(known, value)| *known == name && *value != UNKNOWN)
            .map(|(_, value)| value)
    }
}

/// Whether a debugger that reports `reported` agrees with a logged value; `None` if the log does not
/// know. There is more than one way to write the same string.
pub fn agrees(logged: &str, reported: &str) -> Option<bool> {
    let string = |text: &str| serde_json::from_str::<String>(text).ok();
    match logged {
        UNKNOWN => None,
        _ if logged == reported => Some(true),
        _ => Some(string(logged).is_some_and(|logged| string(reported) == Some(logged))),
    }
}
