//! Values with what they hold, as far as it was expanded.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The text of a value that the debugger no longer has.
pub const OPTIMISED_AWAY: &str = "optimised away";

/// The text of a value that a getter computes, which was not run.
pub const ACCESSOR: &str = "accessor";

/// A value and what it holds, in normal form: no object ids, no addresses, no source text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Value {
    /// What is shown of it while it is folded.
    pub text: String,
    /// What it holds.
    #[serde(default, skip_serializing_if = "Contents::is_nothing")]
    pub contents: Contents,
}

/// What a value holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "holds", rename_all = "kebab-case")]
pub enum Contents {
    /// Nothing: its text says everything.
    #[default]
    Nothing,
    /// Something that was not requested, since it is too deep.
    Folded,
    /// Whatever a getter returns, which was not run: its text is [`ACCESSOR`].
    Accessor,
    /// Something that the debugger could not read.
    Unreadable {
        /// The debugger's reason.
        reason: String,
    },
    /// Children.
    Children {
        /// Those that were requested, in the debugger's order.
        children: Vec<ValueChild>,
        /// Whether there are more, which were not requested.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        has_more: bool,
    },
}

/// One of the values that another one holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValueChild {
    /// Its index, in digits, or its name. What a pointer points to has the name `*`.
    pub key: String,
    /// The expression that denotes it, if the debugger offers one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// The value.
    pub value: Value,
}

impl ValueChild {
    /// A child without an expression.
    pub fn new(key: impl Into<String>, value: Value) -> Self {
        Self { key: key.into(), expression: None, value }
    }
}

impl Contents {
    /// Whether there is nothing in it.
    pub const fn is_nothing(&self) -> bool {
        matches!(self, Contents::Nothing)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self { text, contents: Contents::Nothing }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl Value {
    /// A value with all its children.
    pub fn with_children(text: impl Into<String>, children: Vec<ValueChild>) -> Self {
        let contents = Contents::Children { children, has_more: false };
        Self { text: text.into(), contents }
    }

    /// A value whose contents were not requested.
    pub fn folded(text: impl Into<String>) -> Self {
        Self { text: text.into(), contents: Contents::Folded }
    }

    /// The children that were read; none if there are none or they were not requested.
    pub fn children(&self) -> &[ValueChild] {
        match &self.contents {
            Contents::Children { children, .. } => children,
            _ => &[],
        }
    }

    /// Whether everything directly in it was read.
    pub const fn is_whole(&self) -> bool {
        !matches!(
            self.contents,
            Contents::Folded
                | Contents::Unreadable { .. }
                | Contents::Children { has_more: true, .. }
        )
    }

    /// The child of that key.
    pub fn child(&self, key: &str) -> Option<&ValueChild> {
        self.children().iter().find(|child| child.key == key)
    }

    /// How this value differs from the expected one, where both were read, with the path from the
    /// value that `path` names. Where one has more children than were requested, only the common
    /// ones count. `same` decides whether a text is the same as the expected one.
    pub fn first_difference(
        &self,
        expected: &Value,
        path: &str,
        same: &dyn Fn(&str, &str) -> bool,
    ) -> Option<String> {
        // How a debugger abbreviates what it also lists may depend on how much was requested.
        let is_plain = self.contents.is_nothing() || expected.contents.is_nothing();
        if is_plain && !same(&self.text, &expected.text) {
            return Some(format!("{path} is {}, expected {}", self.text, expected.text));
        }
        let (Contents::Children { children: actual, .. }, Contents::Children { children, .. }) =
            (&self.contents, &expected.contents)
        else {
            return self.other_contents(expected, path);
        };
        for (actual, expected) in actual.iter().zip(children) {
            if actual.key != expected.key {
                let (actual, expected) = (path_to(path, &actual.key), path_to(path, &expected.key));
                return Some(format!("{actual} is shown where {expected} was expected"));
            }
            let path = path_to(path, &actual.key);
            if let Some(difference) = actual.value.first_difference(&expected.value, &path, same) {
                return Some(difference);
            }
        }
        if let (Some(missing), true) = (children.get(actual.len()), self.is_whole()) {
            return Some(format!("{} is missing", path_to(path, &missing.key)));
        }
        let added = actual.get(children.len()).filter(|_| expected.is_whole())?;
        Some(format!("{} is shown, expected no such child", path_to(path, &added.key)))
    }

    /// The difference of two values of which at least one has no children that were read.
    fn other_contents(&self, expected: &Value, path: &str) -> Option<String> {
        let is_cut = |value: &Value| matches!(value.contents, Contents::Folded);
        if self.contents == expected.contents || is_cut(self) || is_cut(expected) {
            return None;
        }
        let words = |value: &Value| match &value.contents {
            Contents::Nothing | Contents::Folded => "holds nothing".to_owned(),
            Contents::Accessor => "is an accessor".to_owned(),
            Contents::Unreadable { reason } => format!("is unreadable: {reason}"),
            Contents::Children { children, .. } => format!("has {} children", children.len()),
        };
        Some(format!("{path} {}; expected: it {}", words(self), words(expected)))
    }
}

/// The path of a child: an index in brackets, a name after a dot.
pub fn path_to(path: &str, key: &str) -> String {
    let is_index = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    let mut characters = key.chars();
    let begins = |first: char| first.is_alphabetic() || matches!(first, '_' | '$' | '#' | '*');
    let is_name = characters.next().is_some_and(begins)
        && characters.all(|next| next.is_alphanumeric() || matches!(next, '_' | '$'));
    match (is_index, is_name) {
        (true, _) => format!("{path}[{key}]"),
        (false, true) => format!("{path}.{key}"),
        (false, false) => format!("{path}[{key}]"),
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)?;
        let Contents::Children { children, has_more } = &self.contents else { return Ok(()) };
        formatter.write_str(" {")?;
        for (index, child) in children.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(formatter, "{comma}{}: {}", child.key, child.value)?;
        }
        formatter.write_str(if *has_more { ", …}" } else { "}" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[&str]) -> Value {
        let children = items.iter().enumerate();
        let children =
            children.map(|(index, item)| ValueChild::new(index.to_string(), (*item).into()));
        Value::with_children(format!("Array({})", items.len()), children.collect())
    }

    #[track_caller]
    fn check(actual: &Value, expected: &Value, difference: Option<&str>) {
        assert_eq!(actual.first_difference(expected, "it", &|a, b| a == b).as_deref(), difference);
    }

    #[test]
    fn a_difference_names_its_path() {
        let order = |amount: &str| {
            Value::with_children("Object", vec![ValueChild::new("amount", amount.into())])
        };
        let orders = |amount: &str| {
            Value::with_children("Array(1)", vec![ValueChild::new("0", order(amount))])
        };
        check(&orders("3"), &orders("3"), None);
        check(&orders("3"), &orders("4"), Some("it[0].amount is 3, expected 4"));
    }

    #[test]
    fn a_child_that_is_missing_added_or_out_of_order_is_a_difference() {
        let mut short = list(&["1", "2"]);
        short.text = "Array(3)".to_owned();
        check(&short, &list(&["1", "2", "3"]), Some("it[2] is missing"));
        check(
            &list(&["1", "2", "3"]),
            &{
                let mut it = short.clone();
                it.text = "Array(3)".to_owned();
                it
            },
            Some("it[2] is shown, expected no such child"),
        );
        let pair = |first: &str, second: &str| {
            let child = |key: &str| ValueChild::new(key, "0".into());
            Value::with_children("Object", vec![child(first), child(second)])
        };
        check(&pair("b", "a"), &pair("a", "b"), Some("it.b is shown where it.a was expected"));
    }

    #[test]
    fn what_was_not_requested_is_no_difference() {
        let mut cut = list(&["1"]);
        cut.text = "Array(2)".to_owned();
        cut.contents = Contents::Children { children: cut.children().to_vec(), has_more: true };
        check(&cut, &list(&["1", "2"]), None);
        check(&list(&["1", "2"]), &cut, None);
        check(&Value::folded("Array(2)"), &list(&["1", "2"]), None);
        let unreadable = Contents::Unreadable { reason: "gone".to_owned() };
        let lost = Value { text: "Array(2)".to_owned(), contents: unreadable };
        let difference = "it is unreadable: gone; expected: it has 2 children";
        check(&lost, &list(&["1", "2"]), Some(difference));
    }

    #[test]
    fn keys_that_are_no_names_are_in_brackets() {
        assert_eq!(path_to("a", "0"), "a[0]");
        assert_eq!(path_to("a", "b1"), "a.b1");
        assert_eq!(path_to("a", "*"), "a.*");
        assert_eq!(path_to("a", "two words"), "a[two words]");
    }

    #[test]
    fn findings_keep_values_short() {
        let text = serde_json::to_string(&list(&["1"])).expect("JSON");
        assert_eq!(
            text,
            r#"{"text":"Array(1)","contents":{"holds":"children","children":[{"key":"0","value":{"text":"1"}}]}}"#
        );
        assert_eq!(serde_json::from_str::<Value>(&text).expect("a value"), list(&["1"]));
        assert_eq!(list(&["1", "2"]).to_string(), "Array(2) {0: 1, 1: 2}");
    }
}
