//! What an expanded value holds, against what was logged.

use crate::log::{ChildOrder, LoggedChild, LoggedContents, UNINITIALISED, UNKNOWN};
use crate::places::LoggedText;
use debunk_model::{ACCESSOR, Contents, Language, Value, ValueChild, Words, path_to};
use std::collections::BTreeSet;

/// How two texts of a value without children contradict each other.
pub(crate) type Contradicts<'run> = &'run dyn Fn(&str, &str) -> bool;

impl LoggedText<'_> {
    /// The first thing in a value that is not as it was logged, with its path from the variable
    /// that `path` names. Wherever the log or the debugger shows only a part, the other may have
    /// more.
    pub(crate) fn wrong_contents(
        &self,
        number: u32,
        shown: &Value,
        path: &str,
        contradicts: Contradicts<'_>,
    ) -> Option<String> {
        Comparison { places: *self, contradicts }.value(&[number], shown, path)
    }
}

pub(crate) struct Comparison<'run> {
    places: LoggedText<'run>,
    contradicts: Contradicts<'run>,
}

impl Comparison<'_> {
    /// What is wrong with the last of these values, which are each in the one before.
    pub(crate) fn value(&self, around: &[u32], shown: &Value, path: &str) -> Option<String> {
        let log = self.places.log;
        let number = *around.last()?;
        let text = log.texts.get(number as usize)?.as_str();
        if text == UNINITIALISED {
            return None;
        }
        if text == ACCESSOR {
            return wrong_accessor(shown, path);
        }
        // The text of what holds others may be unknown although these are known.
        if text != UNKNOWN && (self.contradicts)(text, &shown.text) {
            return Some(format!("{path} is {text} there, the debugger shows {}", shown.text));
        }
        self.held(around, shown, path)
    }

    /// The text of a logged value.
    pub(crate) fn text(&self, number: u32) -> Option<&str> {
        self.places.log.texts.get(number as usize).map(String::as_str)
    }

    /// Whether a shown text is not the logged one, whichever way it is written.
    pub(crate) fn is_other(&self, logged: &str, shown: &str) -> bool {
        (self.contradicts)(logged, shown)
    }

    /// What is wrong with what the last of these values is shown to hold.
    pub(crate) fn held(&self, around: &[u32], shown: &Value, path: &str) -> Option<String> {
        let log = self.places.log;
        let number = *around.last()?;
        let contents = log.contents.get(&number)?;
        let (children, has_more) = match &shown.contents {
            Contents::Children { children, has_more } => (children.as_slice(), *has_more),
            Contents::Nothing => (&[][..], false),
            Contents::Folded | Contents::Accessor | Contents::Unreadable { .. } => return None,
        };
        if let Some(found) = self.in_layout(around, contents, shown, path) {
            return found;
        }
        if let Some(pointee) = pointee_in_place(contents, children) {
            let around = [around, &[pointee]].concat();
            return (!children.is_empty()).then(|| self.held(&around, shown, path))?;
        }
        if contents.order == ChildOrder::Unnamed {
            return self.members(contents, (children, has_more), path);
        }
        let is_plain = log.texts.get(number as usize).is_some_and(|text| text == "Object");
        self.variant(around, contents, shown, path)
            .or_else(|| self.children(around, contents, children, path))
            .or_else(|| self.missing(contents, (children, has_more), path, is_plain))
            .or_else(|| self.added(contents, children, path, is_plain))
            .or_else(|| {
                let has_order = match contents.order {
                    ChildOrder::Free => self.is_python(),
                    _ => is_plain || self.declares_order(),
                };
                wrong_order(has_order, contents, children, path)
            })
    }

    /// The first child that both have and that differs.
    fn children(
        &self,
        around: &[u32],
        contents: &LoggedContents,
        shown: &[ValueChild],
        path: &str,
    ) -> Option<String> {
        contents.children.iter().find_map(|(key, child)| {
            let shown = only(shown, key)?;
            let inner = match child {
                _ if !is_clear(contents, key) => return None,
                LoggedChild::Value(number) => [around, &[*number]].concat(),
                LoggedChild::Ancestor(up) => {
                    let kept = around.len().checked_sub(*up as usize).filter(|kept| *kept > 0)?;
                    around[..kept].to_vec()
                }
            };
            self.value(&inner, &shown.value, &path_to(path, key))
        })
    }

    /// The first logged child that is not shown.
    fn missing(
        &self,
        contents: &LoggedContents,
        (shown, has_more): (&[ValueChild], bool),
        path: &str,
        is_plain: bool,
    ) -> Option<String> {
        let position = |key: &str| index_of(key).filter(|_| has_positions(contents));
        let last = shown.iter().filter_map(|child| position(&child.key)).max();
        let is_known = |key: &str| contents.children.iter().any(|(known, _)| known == key);
        let may_be_layout = self.shows_layouts() && !shown.iter().any(|it| is_known(&it.key));
        let is_all = !has_more && contents.is_whole;
        let (missing, _) = contents.children.iter().find(|(key, child)| {
            let must_be_shown = match position(key) {
                _ if may_be_layout => false,
                _ if contents.order == ChildOrder::Free => is_all,
                // What comes later is shown, so this is no longer to come.
                Some(index) if last.is_some() => !has_more || last > Some(index),
                Some(_) => !has_more && !self.shows_layouts(),
                None => is_all && !self.is_of_engine(key, is_plain) && !self.may_be_method(child),
            };
            must_be_shown && shown.iter().all(|child| child.key != *key)
        })?;
        Some(format!("{} is missing in what the debugger shows", path_to(path, missing)))
    }

    /// The first child that is shown and does not exist.
    fn added(
        &self,
        contents: &LoggedContents,
        shown: &[ValueChild],
        path: &str,
        is_plain: bool,
    ) -> Option<String> {
        let logged: BTreeSet<&str> = contents.children.iter().map(|(key, _)| &**key).collect();
        let position = |key: &str| index_of(key).filter(|_| has_positions(contents));
        let last = logged.iter().filter_map(|key| position(key)).max();
        let added = shown.iter().map(|child| child.key.as_str()).find(|key| {
            let is_known = match position(key) {
                Some(index) => contents.is_whole || Some(index) < last,
                None if self.shows_layouts() => false,
                // An attribute of Python has no quotes, and the key of a dictionary is no attribute.
                None if self.is_python() && contents.order == ChildOrder::Free => {
                    contents.is_whole && !self.may_be_attribute(key)
                }
                None => {
                    let is_whole = contents.is_whole && !self.may_be_attribute(key);
                    is_whole && !self.is_of_engine(key, is_plain)
                }
            };
            is_known && !logged.contains(key)
        })?;
        let name = path_to("", added);
        let name = name.trim_start_matches('.');
        Some(format!("{path} has no child {name}, the debugger shows one"))
    }

    /// Whether debuggers may show something else than what a value holds.
    fn shows_layouts(&self) -> bool {
        Words::of(self.places.program.language).shows_layouts
    }

    /// Whether the members of whatever has names are shown in the order of their declaration.
    fn declares_order(&self) -> bool {
        Words::of(self.places.program.language).declares_order
    }

    /// Whether values are variants of their types.
    pub(crate) fn has_variants(&self) -> bool {
        Words::of(self.places.program.language).has_variants
    }

    /// Whether the program is in a language.
    pub(crate) fn is_in(&self, language: Language) -> bool {
        self.places.program.language == language
    }

    fn is_python(&self) -> bool {
        self.is_in(Language::Python)
    }

    /// Whether a key may be that of an attribute of Python, of which objects have more than their own: those
    /// of their classes.
    fn may_be_attribute(&self, key: &str) -> bool {
        let begins = key.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let is_constant = matches!(key, "True" | "False" | "None");
        self.is_python()
            && (begins && !key.contains(['\'', '"']) && !is_constant || key.contains(' '))
    }

    /// Whether an attribute of Python may be a method, which debuggers leave out.
    fn may_be_method(&self, child: &LoggedChild) -> bool {
        let log = self.places.log;
        let is_unknown = |number: &u32| {
            log.texts.get(*number as usize).is_none_or(|text| text == UNKNOWN)
                && !log.contents.contains_key(number)
        };
        self.is_python() && matches!(child, LoggedChild::Value(number) if is_unknown(number))
    }

    /// What is wrong with the members of a set, which have no keys and no order.
    fn members(
        &self,
        contents: &LoggedContents,
        (shown, has_more): (&[ValueChild], bool),
        path: &str,
    ) -> Option<String> {
        let texts = &self.places.log.texts;
        let text = |child: &LoggedChild| match child {
            LoggedChild::Value(number) => texts.get(*number as usize).map(String::as_str),
            LoggedChild::Ancestor(_) => None,
        };
        let logged: Option<Vec<&str>> = contents.children.iter().map(|(_, it)| text(it)).collect();
        let logged = logged.filter(|all| all.iter().all(|text| *text != UNKNOWN))?;
        let members = shown.iter().filter(|child| index_of(&child.key).is_some());
        let members: Vec<&str> = members.map(|child| child.value.text.as_str()).collect();
        let is_same = |logged: &str, shown: &str| !(self.contradicts)(logged, shown);
        let missing = logged
            .iter()
            .find(|logged| !has_more && members.iter().all(|shown| !is_same(logged, shown)));
        if let Some(missing) = missing {
            return Some(format!("{path} has the member {missing}, the debugger shows none"));
        }
        if contents.is_whole && !has_more && members.len() != logged.len() {
            let (held, shown) = (logged.len(), members.len());
            return Some(format!("{path} has {held} members, the debugger shows {shown}"));
        }
        let is_added = |shown: &&&str| {
            contents.is_whole && logged.iter().all(|logged| !is_same(logged, shown))
        };
        let added = members.iter().find(is_added)?;
        Some(format!("{path} has no member {added}, the debugger shows one"))
    }

    /// Whether debuggers may show or leave out such a child, which need not be the program's.
    fn is_of_engine(&self, key: &str, is_plain: bool) -> bool {
        match self.places.program.language {
            // Slots of the engine, prototypes, private fields, which only the class can read, and
            // what engines define on or show of objects of their own kinds.
            Language::JavaScript => {
                const NAMES: [&str; 4] = ["length", "size", "constructor", "lastIndex"];
                let is_special = !is_plain && NAMES.contains(&key);
                is_special || key == "__proto__" || key.starts_with(['[', '<', '#'])
            }
            // Attributes of the class, sizes, and groups of attributes.
            Language::Python => {
                key.starts_with("__") || key.contains(' ') || matches!(key, "len()" | "len")
            }
            // Debuggers give names to what has none, to bases, and to what they compute.
            _ => key.is_empty() || key.contains(['<', ' ', '(']),
        }
    }
}

/// What a logged address leads to, if a debugger shows what that holds in its place, and not as its child.
fn pointee_in_place(contents: &LoggedContents, shown: &[ValueChild]) -> Option<u32> {
    const POINTEE: &str = "*";
    match &contents.children[..] {
        [(key, LoggedChild::Value(number))] if key == POINTEE => {
            shown.iter().all(|child| child.key != POINTEE).then_some(*number)
        }
        _ => None,
    }
}

/// What is wrong with how an accessor is shown, whose getter must not run because somebody looks.
fn wrong_accessor(shown: &Value, path: &str) -> Option<String> {
    let is_left_alone = matches!(
        shown.contents,
        Contents::Accessor | Contents::Unreadable { .. } | Contents::Folded
    );
    // A setter alone has no value.
    let is_empty = shown.text == "undefined";
    let words = || format!("{path} is an accessor there, the debugger shows {}", shown.text);
    (!is_left_alone && !is_empty).then(words)
}

/// The first children that are in another order than in the program: indices ascend, and the names
/// in a plain object and the keys of a dictionary of Python have the order in which they were added, those
/// in a structure that of their declaration.
fn wrong_order(
    has_order: bool,
    contents: &LoggedContents,
    shown: &[ValueChild],
    path: &str,
) -> Option<String> {
    let in_words = |before: &str, after: &str| {
        let (before, after) = (path_to(path, before), path_to(path, after));
        format!("{before} comes before {after} there, the debugger shows {after} first")
    };
    let is_dictionary = contents.order == ChildOrder::Free;
    if contents.order == ChildOrder::Unnamed || is_dictionary && !has_order {
        return None;
    }
    let indices: Vec<&ValueChild> = shown.iter().filter(|it| index_of(&it.key).is_some()).collect();
    let falling = indices
        .windows(2)
        .find(|pair| has_positions(contents) && index_of(&pair[0].key) > index_of(&pair[1].key));
    if let Some([after, before]) = falling {
        return Some(in_words(&before.key, &after.key));
    }
    let place = |child: &ValueChild| {
        let is_index = index_of(&child.key).is_some() && !is_dictionary;
        let is_name = !is_index && !child.key.starts_with("Symbol(");
        let is_clear =
            is_name && is_clear(contents, &child.key) && only(shown, &child.key).is_some();
        is_clear.then(|| contents.children.iter().position(|(key, _)| *key == child.key))?
    };
    let places: Vec<(usize, &str)> =
        shown.iter().filter_map(|child| Some((place(child)?, &*child.key))).collect();
    let pair = places.windows(2).find(|pair| has_order && pair[0].0 > pair[1].0)?;
    Some(in_words(pair[1].1, pair[0].1))
}

/// Whether numbers among the keys are positions: those of a mapping are not, and may descend.
fn has_positions(contents: &LoggedContents) -> bool {
    let numbers = contents.children.iter().filter_map(|(key, _)| index_of(key));
    contents.order != ChildOrder::Free && numbers.is_sorted()
}

/// The integer index that a key is.
fn index_of(key: &str) -> Option<u32> {
    key.parse().ok().filter(|index: &u32| index.to_string() == key)
}

/// Whether a logged key means one child: a private field may have the name of another one, or of a property.
fn is_clear(contents: &LoggedContents, key: &str) -> bool {
    contents.children.iter().filter(|(other, _)| other == key).count() == 1
}

/// The shown child of that key, if there is exactly one.
pub(crate) fn only<'shown>(shown: &'shown [ValueChild], key: &str) -> Option<&'shown ValueChild> {
    let mut same = shown.iter().filter(|child| child.key == key);
    same.next().filter(|_| same.next().is_none())
}

#[cfg(test)]
mod tests;
