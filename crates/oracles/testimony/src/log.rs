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
    /// The value, an index into [`Log::texts`]; `None` if it was not logged.
    pub value: Option<u32>,
}

/// What the keys of logged children say of their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChildOrder {
    /// Integers among them are indices, which ascend.
    #[default]
    Ascending,
    /// Nothing: they are the keys of a dictionary.
    Free,
    /// Nothing, and neither do the keys: the children are the members of a set.
    Unnamed,
}

/// What a logged value held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedContents {
    /// Its children in the order of the program: their keys, as in
    /// [`ValueChild::key`](debunk_model::ValueChild), and their values.
    pub children: Vec<(String, LoggedChild)>,
    /// Whether these are all of them.
    pub is_whole: bool,
    /// What the keys say of the order.
    pub order: ChildOrder,
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
    /// What expressions were worth where a statement began, as far as copies of the program found that
    /// out in which they were inserted there: by expression, and by entry.
    pub inserted: BTreeMap<String, BTreeMap<usize, String>>,
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

    /// What an expression was worth at entry `index` in a copy of the program.
    pub fn inserted_at(&self, index: usize, expression: &str) -> Option<&str> {
        let value = self.inserted.get(expression)?.get(&index)?;
        (value != UNKNOWN).then_some(value)
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
/// know. There is more than one way to write the same string, character or fraction.
pub fn agrees(logged: &str, reported: &str) -> Option<bool> {
    let string = |text: &str| serde_json::from_str::<String>(text).ok();
    if logged == UNKNOWN {
        return None;
    }
    if logged == reported || string(logged).is_some_and(|logged| string(reported) == Some(logged)) {
        return Some(true);
    }
    if let Some(character) = same_character(logged, reported) {
        return character;
    }
    // An address is reported without its digits, that of nothing perhaps with all of them.
    if logged == "0x0" && reported.starts_with("0x") {
        return None;
    }
    Some(same_fraction(logged, reported))
}

/// Whether a report means a character that is logged as its number and itself, such as `97 'a'`; the
/// outer `None` if that is not what is logged, the inner one if the report is written otherwise.
fn same_character(logged: &str, reported: &str) -> Option<Option<bool>> {
    let (number, character) = logged.strip_suffix('\'')?.split_once(" '")?;
    let number: i64 = number.parse().ok()?;
    let (reported_number, quoted) = match reported.split_once(' ') {
        Some((number, quoted)) if number.parse::<i64>().is_ok() => (number, quoted),
        _ => (reported, reported),
    };
    if let Ok(reported) = reported_number.parse::<i64>() {
        return Some(Some(reported == number));
    }
    let inner = quoted.strip_prefix('\'').and_then(|it| it.strip_suffix('\''));
    let inner = inner.filter(|it| it.chars().count() == 1);
    Some(match character.strip_prefix('\\').filter(|escaped| !escaped.is_empty()) {
        // Not everybody escapes a quote or a backslash.
        Some(escaped @ ("'" | "\\")) => inner.map(|inner| inner == escaped),
        Some(_) => None,
        None => inner.map(|inner| inner == character),
    })
}

/// How many digits distinguish the smaller kind of numbers with a fraction.
const SMALL_DIGITS: usize = 9;

/// Whether two texts are the same number with a fraction or an exponent. What is logged with more
/// digits than its kind needs may be reported with fewer.
fn same_fraction(logged: &str, reported: &str) -> bool {
    let is_written_so = |text: &str| text.contains(['.', 'e', 'E']);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    if !is_written_so(logged) && !is_written_so(reported) {
        return false;
    }
    let (Ok(exact), Ok(other)) = (logged.parse::<f64>(), reported.parse::<f64>()) else {
        return false;
    };
    let is_small = f64::from(exact as f32) == exact
        && digits(logged) > SMALL_DIGITS
        && digits(reported) <= SMALL_DIGITS + 1;
    exact == other || is_small && exact as f32 == other as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(logged: &str, reported: &str, expected: Option<bool>) {
        assert_eq!(agrees(logged, reported), expected, "{logged} is reported as {reported}");
    }

    #[test]
    fn a_character_agrees_by_its_number_or_by_itself() {
        check("97 'a'", "97 'a'", Some(true));
        check("97 'a'", "'a'", Some(true));
        check("97 'a'", "97", Some(true));
        check("97 'a'", "98 'b'", Some(false));
        check("97 'a'", "'b'", Some(false));
        check("0 '\\000'", "'\\0'", None);
        check("32 ' '", "' '", Some(true));
        check("39 '\\''", "'''", Some(true));
        check("92 '\\\\'", "'\\'", Some(true));
        check("92 '\\\\'", "'a'", Some(false));
        check("10 '\\n'", "'n'", None);
    }

    #[test]
    fn a_fraction_agrees_by_its_value_in_its_own_precision() {
        check("0.1", "0.10000000000000001", Some(true));
        check("0.1", "0.100000001", Some(false));
        check("0.10000000149011612", "0.100000001", Some(true));
        check("1", "1", Some(true));
        check("1", "2", Some(false));
        check("1", "1.00000001", Some(false));
        check("9007199254740993", "9007199254740992", Some(false));
        check("100000000000000000", "1e+17", Some(true));
        check("0.0000001", "9.9999999999999995E-8", Some(true));
    }

    #[test]
    fn whether_an_address_is_nothing_is_not_always_reported() {
        check("0x0", "0x0", Some(true));
        check("0x0", "0x…", None);
        check("?", "7", None);
    }
}
