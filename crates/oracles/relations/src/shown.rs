//! What a frame shows at a pause, as values for expressions.

use crate::Rules;
use crate::compare::is_uninitialised;
use crate::inquiry::is_name;
use debunk_model::{Contents, Expansion, ScopeKind, Value, VariableView, Variables, Words};
use debunk_testimony::{ExpressionEvaluator, ExpressionValue, ValueSource};

/// How sequences begin where debuggers show them, in some language.
const SEQUENCES: [&str; 4] = ["Array(", "[", "(", "{"];

/// The variables of a frame, and what was read of them.
pub(crate) struct ShownValues<'answers> {
    /// The variables.
    pub variables: &'answers Variables,
    /// What some of them hold.
    pub readings: Vec<&'answers (Expansion, Value)>,
    /// The line of the frame.
    pub line: u32,
    /// What may differ.
    pub rules: &'answers Rules,
}

/// A value that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ShownValue<'answers> {
    /// Only its text.
    Text(&'answers str),
    /// With what it holds.
    Read(&'answers Value),
}

impl<'answers> ShownValues<'answers> {
    /// The value of a variable that certainly has one. In scopes of enclosing functions, a change of
    /// the program decides what is shown.
    fn value(&self, name: &str) -> Option<ShownValue<'answers>> {
        let read = self.readings.iter().find(|(reading, _)| reading.name == name);
        let read = read.map(|(_, value)| ShownValue::Read(value));
        // A variable of the global object is not shown, and may be read.
        let Some((kind, text)) = self.variables.lookup(name) else {
            return read.filter(|_| self.rules.is_certain(name, Some(self.line)));
        };
        // Engines show a variable before its declaration ran as undefined, or as what it is.
        let is_certain = self.rules.is_certain(name, Some(self.line)) && !is_uninitialised(text);
        if kind == ScopeKind::Outer || !is_certain {
            return None;
        }
        Some(read.unwrap_or(ShownValue::Text(text)))
    }

    /// The expressions for what was read that holds nothing itself, with their values.
    pub fn paths(&self, evaluator: &ExpressionEvaluator) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (reading, value) in &self.readings {
            if value.contents.is_nothing() {
                found.push((reading.name.clone(), value.text.clone()));
            }
            add_paths(&reading.name, value, &mut found);
        }
        let is_denoted = |(path, text): &(String, String)| {
            evaluator.evaluate(path, self) == Some(ExpressionValue::Exact(text.clone()))
        };
        found.retain(is_denoted);
        found
    }

    /// The lengths of the sequences that were read as a whole.
    pub fn lengths(&self, evaluator: &ExpressionEvaluator) -> Vec<(String, String)> {
        let Some(words) = Words::of(evaluator.language()).expressions else { return Vec::new() };
        let length = |(reading, value): &&(Expansion, Value)| {
            let is_denoted =
                matches!(evaluator.evaluate(&reading.name, self), Some(ExpressionValue::Holder(_)));
            let elements = (0..).zip(value.children());
            let is_sequence =
                { elements }.all(|(index, child): (usize, _)| child.key == index.to_string());
            let begins = SEQUENCES.iter().any(|it| value.text.starts_with(it));
            let is_known = is_denoted && is_sequence && begins && value.is_whole();
            let length = value.children().len();
            let expression = words.length(&reading.name).filter(|_| is_known && length > 0)?;
            Some((expression, length.to_string()))
        };
        let is_measured = evaluator.measures();
        self.readings.iter().copied().filter(|_| is_measured).filter_map(|it| length(&it)).collect()
    }
}

/// The expressions for what a value holds, as far as they can be written.
fn add_paths(path: &str, value: &Value, found: &mut Vec<(String, String)>) {
    let dot = if value.text.starts_with("0x") { "->" } else { "." };
    for child in value.children() {
        let key = child.key.as_str();
        let is_index = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
        let inner = if is_index || key.starts_with('\'') {
            format!("{path}[{key}]")
        } else if is_name(key) {
            format!("{path}{dot}{key}")
        } else {
            continue;
        };
        if child.value.contents.is_nothing() {
            found.push((inner.clone(), child.value.text.clone()));
        }
        add_paths(&inner, &child.value, found);
    }
}

impl<'answers> ValueSource for ShownValues<'answers> {
    type Handle = ShownValue<'answers>;

    fn variable(&self, name: &str) -> Option<ShownValue<'answers>> {
        self.value(name)
    }

    fn text<'text>(&'text self, handle: &'text ShownValue<'answers>) -> Option<&'text str> {
        Some(match handle {
            ShownValue::Text(text) => text,
            ShownValue::Read(value) => &value.text,
        })
    }

    fn child(&self, handle: &ShownValue<'answers>, key: &str) -> Option<ShownValue<'answers>> {
        let ShownValue::Read(value) = handle else { return None };
        let mut same = value.children().iter().filter(|child| child.key == key);
        let child = same.next().filter(|_| same.next().is_none())?;
        Some(ShownValue::Read(&child.value))
    }

    fn is_holder(&self, handle: &ShownValue<'answers>) -> bool {
        matches!(handle, ShownValue::Read(value) if matches!(value.contents, Contents::Children { .. }))
    }

    fn is_whole(&self, handle: &ShownValue<'answers>) -> bool {
        matches!(handle, ShownValue::Read(value) if value.is_whole())
    }
}
