//! What a JavaScript value holds, read level by level, whatever the protocol.
//!
//! A driver reads what the values of one level hold, as [`Inspect`]; [`expand`] makes the tree.

use debunk_model::{ACCESSOR, Contents, Expansion, Value, ValueChild};
use debunk_wire::ChannelError;
use std::collections::VecDeque;

/// No value is read deeper than this.
const DEPTH_LIMIT: u32 = 64;
/// Once a tree has this many values, no further level is read.
const VALUES_LIMIT: usize = 20_000;

/// The text of a variable that has no value yet.
pub const UNINITIALISED: &str = "uninitialised";
/// The text of an entry of a map.
const ENTRY: &str = "entry";

/// What an engine keeps in errors as properties, for itself.
const ERROR_DETAILS: [&str; 10] = [
    "stack",
    "message",
    "line",
    "column",
    "sourceURL",
    "fileName",
    "lineNumber",
    "columnNumber",
    "originalLine",
    "originalColumn",
];

/// A value with a way to what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported<H> {
    /// Its text.
    pub text: String,
    /// What it holds.
    pub held: Held<H>,
}

/// What a value holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held<H> {
    /// Nothing, or nothing that is shown.
    Nothing,
    /// Whatever a getter returns.
    Accessor,
    /// Something that the debugger could not read, for this reason.
    Unreadable(String),
    /// What the debugger reports of this handle.
    Object(H),
    /// These parts.
    Parts(Vec<HeldPart<H>>),
}

/// One of the values that another one holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldPart<H> {
    key: String,
    /// Whether an expression denotes it.
    is_property: bool,
    value: Reported<H>,
}

/// Which of an object's own properties are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All.
    All,
    /// All but the length, which its text or the number of its elements says.
    WithoutLength,
    /// What the program added to an error.
    AddedToError,
}

impl Shown {
    /// Whether a property of this name is shown.
    pub fn has(self, name: &str) -> bool {
        let is_hidden = match self {
            Shown::All => false,
            Shown::WithoutLength => name == "length",
            Shown::AddedToError => ERROR_DETAILS.contains(&name),
        };
        !is_hidden && name != "__proto__"
    }
}

impl<H> Reported<H> {
    /// A value that holds nothing.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), held: Held::Nothing }
    }

    /// A property with code in place of a value.
    pub fn accessor() -> Self {
        Self { text: ACCESSOR.to_owned(), held: Held::Accessor }
    }

    /// A value that holds what a handle leads to.
    pub fn object(text: impl Into<String>, handle: H) -> Self {
        Self { text: text.into(), held: Held::Object(handle) }
    }

    /// An entry of a map, which leads to its key and its value.
    pub fn entry(held: Held<H>) -> Self {
        Self { text: ENTRY.to_owned(), held }
    }
}

impl<H> HeldPart<H> {
    /// A property with a name or an index.
    pub fn property(key: impl Into<String>, value: Reported<H>) -> Self {
        Self { key: key.into(), is_property: true, value }
    }

    /// Anything else: an entry, a private field, or what a symbol leads to.
    pub fn inner(key: impl Into<String>, value: Reported<H>) -> Self {
        Self { key: key.into(), is_property: false, value }
    }

    /// Whether it is a private field.
    pub fn is_private(&self) -> bool {
        !self.is_property && self.key.starts_with('#')
    }

    /// Its value.
    pub fn value(&mut self) -> &mut Reported<H> {
        &mut self.value
    }

    /// Elements of a collection.
    pub fn elements(values: impl IntoIterator<Item = Reported<H>>) -> Vec<Self> {
        let numbered = values.into_iter().enumerate();
        numbered.map(|(index, value)| Self::inner(index.to_string(), value)).collect()
    }
}

/// What a value holds, or why the debugger does not say.
pub type Parts<H> = Result<Vec<HeldPart<H>>, String>;

/// A debugger that can be asked what values hold.
pub trait Inspect {
    /// What leads to the contents of a value.
    type Handle;

    /// Reads what each of these holds, with as few waits as possible. Of each, as many parts are
    /// read as the width of the expansion allows, and one more if there are more.
    ///
    /// # Errors
    /// If the debugger does not answer in time or is gone.
    fn inspect(
        &mut self,
        handles: Vec<Self::Handle>,
    ) -> Result<Vec<Parts<Self::Handle>>, ChannelError>;
}

/// A value of the tree; its children are a run of later nodes.
struct Node {
    key: String,
    expression: Option<String>,
    value: Value,
    first_child: usize,
    child_count: usize,
}

/// The values that were read so far, each level behind the one above it.
struct Tree<H> {
    nodes: Vec<Node>,
    /// The nodes that hold something and were not read, with what that is.
    pending: Pending<(usize, Held<H>)>,
    width: usize,
}

/// What is still to be read: level by level, or the children of each value before its siblings.
pub struct Pending<T> {
    /// Groups of the same depth; the next one is last if the order is by depth.
    groups: VecDeque<(u32, Vec<T>)>,
    depth_first: bool,
    depth_limit: u32,
}

impl<T> Pending<T> {
    /// Nothing, in the order that an expansion asks for and no deeper than it does, or than a limit.
    pub fn new(expansion: &Expansion, depth_limit: u32) -> Self {
        let depth_limit = expansion.depth.min(depth_limit);
        Self { groups: VecDeque::new(), depth_first: expansion.depth_first, depth_limit }
    }

    /// Adds values at a depth, unless they are too deep.
    pub fn add(&mut self, depth: u32, values: Vec<T>) {
        if depth >= self.depth_limit {
            return;
        }
        if self.depth_first {
            self.groups.extend(values.into_iter().rev().map(|value| (depth, vec![value])));
            return;
        }
        match self.groups.back_mut().filter(|(last, _)| *last == depth) {
            Some((_, group)) => group.extend(values),
            None if values.is_empty() => {}
            None => self.groups.push_back((depth, values)),
        }
    }

    /// What is read next, all together, and how deep it is.
    pub fn take(&mut self) -> Option<(u32, Vec<T>)> {
        if self.depth_first { self.groups.pop_back() } else { self.groups.pop_front() }
    }
}

/// Reads a value as deep and as wide as requested.
///
/// # Errors
/// If the debugger does not answer in time or is gone.
pub fn expand<I: Inspect>(
    debugger: &mut I,
    root: Reported<I::Handle>,
    expansion: &Expansion,
) -> Result<Value, ChannelError> {
    let width = usize::try_from(expansion.width).unwrap_or(usize::MAX);
    let pending = Pending::new(expansion, DEPTH_LIMIT);
    let mut tree = Tree { nodes: Vec::new(), pending, width };
    let held = tree.add(String::new(), Some(expansion.name.clone()), root);
    tree.pending.add(0, held.into_iter().collect());
    while tree.nodes.len() < VALUES_LIMIT {
        let Some((depth, group)) = tree.pending.take() else { break };
        tree.read_group(debugger, depth, group)?;
    }
    Ok(tree.into_value())
}

impl<H> Tree<H> {
    /// Adds a node; returns what it holds if that is not known yet.
    fn add(
        &mut self,
        key: String,
        expression: Option<String>,
        reported: Reported<H>,
    ) -> Option<(usize, Held<H>)> {
        let Reported { text, held } = reported;
        let contents = match &held {
            Held::Nothing => Contents::Nothing,
            Held::Accessor => Contents::Accessor,
            Held::Unreadable(reason) => Contents::Unreadable { reason: reason.clone() },
            Held::Object(_) | Held::Parts(_) => Contents::Folded,
        };
        let pending = (contents == Contents::Folded).then_some((self.nodes.len(), held));
        let value = Value { text, contents };
        self.nodes.push(Node { key, expression, value, first_child: 0, child_count: 0 });
        pending
    }

    fn read_group<I: Inspect<Handle = H>>(
        &mut self,
        debugger: &mut I,
        depth: u32,
        group: Vec<(usize, Held<H>)>,
    ) -> Result<(), ChannelError> {
        let mut handles = Vec::new();
        let mut known = Vec::new();
        for (node, held) in group {
            match held {
                Held::Parts(parts) => known.push((node, Some(parts))),
                Held::Object(handle) => {
                    handles.push(handle);
                    known.push((node, None));
                }
                _ => {}
            }
        }
        let mut answers = if handles.is_empty() {
            Vec::new().into_iter()
        } else {
            debugger.inspect(handles)?.into_iter()
        };
        for (node, parts) in known {
            match parts.map_or_else(|| answers.next().unwrap_or_else(|| Ok(Vec::new())), Ok) {
                Ok(parts) => {
                    let held = self.add_children(node, parts);
                    self.pending.add(depth + 1, held);
                }
                Err(reason) => self.nodes[node].value.contents = Contents::Unreadable { reason },
            }
        }
        Ok(())
    }

    fn add_children(&mut self, node: usize, parts: Vec<HeldPart<H>>) -> Vec<(usize, Held<H>)> {
        let has_more = parts.len() > self.width;
        let first_child = self.nodes.len();
        self.nodes[node].first_child = first_child;
        self.nodes[node].value.contents = Contents::Children { children: Vec::new(), has_more };
        let mut pending = Vec::new();
        for HeldPart { key, is_property, value } in parts.into_iter().take(self.width) {
            let path = self.nodes[node].expression.as_deref().filter(|_| is_property);
            let expression = path.map(|path| member(path, &key));
            pending.extend(self.add(key, expression, value));
        }
        self.nodes[node].child_count = self.nodes.len() - first_child;
        pending
    }

    /// Puts children into their parents, those that were read last first.
    fn into_value(self) -> Value {
        let mut nodes = self.nodes;
        let mut parents: Vec<usize> =
            (0..nodes.len()).filter(|&index| nodes[index].child_count > 0).collect();
        parents.sort_by_key(|&index| std::cmp::Reverse(nodes[index].first_child));
        for index in parents {
            let first_child = nodes[index].first_child;
            let held = nodes.split_off(first_child).into_iter();
            let held = held.map(|Node { key, expression, value, .. }| ValueChild {
                key,
                expression,
                value,
            });
            if let Contents::Children { children, .. } = &mut nodes[index].value.contents {
                *children = held.collect();
            }
        }
        nodes.swap_remove(0).value
    }
}

/// The expression for a property of what another one denotes.
fn member(path: &str, key: &str) -> String {
    let is_index = key == "0"
        || key.len() < 10
            && !key.starts_with('0')
            && !key.is_empty()
            && key.bytes().all(|byte| byte.is_ascii_digit());
    let begins = |first: char| first.is_ascii_alphabetic() || matches!(first, '_' | '$');
    let is_name = key.starts_with(begins)
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'));
    match (is_index, is_name) {
        (true, _) => format!("{path}[{key}]"),
        (false, true) => format!("{path}.{key}"),
        (false, false) => format!("{path}[{}]", serde_json::Value::from(key)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that hold the smaller numbers; 9 cannot be read.
    struct Numbers(Vec<usize>);

    fn number(number: u32) -> Reported<u32> {
        match number {
            0 => Reported::plain("0"),
            _ => Reported::object(number.to_string(), number),
        }
    }

    impl Inspect for Numbers {
        type Handle = u32;

        fn inspect(&mut self, handles: Vec<u32>) -> Result<Vec<Parts<u32>>, ChannelError> {
            self.0.push(handles.len());
            let parts = |handle| match handle {
                9 => Err("too large".to_owned()),
                _ => {
                    Ok((0..handle).map(|n| HeldPart::property(n.to_string(), number(n))).collect())
                }
            };
            Ok(handles.into_iter().map(parts).collect())
        }
    }

    fn read(root: Reported<u32>, depth: u32, width: u32) -> (Value, Vec<usize>) {
        let expansion = Expansion {
            name: "it".to_owned(),
            frame: 0,
            depth,
            width,
            page: 0,
            depth_first: false,
        };
        read_as(root, &expansion)
    }

    fn read_as(root: Reported<u32>, expansion: &Expansion) -> (Value, Vec<usize>) {
        let mut numbers = Numbers(Vec::new());
        let value = expand(&mut numbers, root, expansion).expect("an answer");
        (value, numbers.0)
    }

    #[test]
    fn children_before_siblings_make_the_same_tree() {
        let by_levels = Expansion {
            name: "it".to_owned(),
            frame: 0,
            depth: 3,
            width: 100,
            page: 0,
            depth_first: false,
        };
        let by_depth = Expansion { depth_first: true, ..by_levels.clone() };
        let (levels, together) = read_as(number(4), &by_levels);
        let (depth, one_by_one) = read_as(number(4), &by_depth);
        assert_eq!(levels, depth);
        assert_eq!(together, [1, 3, 3]);
        assert_eq!(one_by_one, [1; 7]);
    }

    fn property(path: &str, key: &str, value: Value) -> ValueChild {
        ValueChild { key: key.to_owned(), expression: Some(path.to_owned()), value }
    }

    #[test]
    fn a_level_is_read_at_once_and_below_the_last_is_folded() {
        let (value, waits) = read(number(3), 2, 9);
        let one = Value::with_children("1", vec![property("it[1][0]", "0", "0".into())]);
        let two = Value::with_children(
            "2",
            vec![
                property("it[2][0]", "0", "0".into()),
                property("it[2][1]", "1", Value::folded("1")),
            ],
        );
        let children = vec![
            property("it[0]", "0", "0".into()),
            property("it[1]", "1", one),
            property("it[2]", "2", two),
        ];
        assert_eq!(value, Value::with_children("3", children));
        assert_eq!(waits, [1, 2]);
        assert_eq!(read(number(3), 0, 9), (Value::folded("3"), vec![]));
    }

    #[test]
    fn the_width_cuts_and_an_error_concerns_one_value() {
        let (value, _) = read(number(3), 1, 2);
        assert!(
            matches!(&value.contents, Contents::Children { children, has_more: true } if children.len() == 2)
        );
        let parts =
            vec![HeldPart::inner("0", number(9)), HeldPart::inner("#x", Reported::accessor())];
        let (value, waits) = read(Reported::entry(Held::Parts(parts)), 2, 9);
        let reason = "too large".to_owned();
        let lost = Value { text: "9".to_owned(), contents: Contents::Unreadable { reason } };
        let accessor = Value { text: ACCESSOR.to_owned(), contents: Contents::Accessor };
        let children = vec![ValueChild::new("0", lost), ValueChild::new("#x", accessor)];
        assert_eq!(value, Value::with_children("entry", children));
        assert_eq!(waits, [1]);
    }

    #[test]
    fn expressions_denote_properties() {
        let check = |key: &str, expected: &str| assert_eq!(member("a", key), expected);
        check("0", "a[0]");
        check("12", "a[12]");
        check("012", "a[\"012\"]");
        check("b1", "a.b1");
        check("two \"words\"", "a[\"two \\\"words\\\"\"]");
        check("", "a[\"\"]");
        check("é", "a[\"é\"]");
    }
}
