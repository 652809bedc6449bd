//! What references, and tuples, optional values and owners of the C++ library hold, in the forms in which debuggers
//! show them: with a formatter, or as GNU's library lays them out. Any other form is unknown.

use crate::contents::{Comparison, only};
use crate::log::{LoggedChild, LoggedContents, UNKNOWN};
use debunk_model::{Language, Value, ValueChild, path_to};

/// The keys in a log of what a reference refers to, of what an optional value holds, of what is there if it holds
/// nothing, and of the address that an owner has. No member has such a name.
const REFERENT: &str = "<referent>";
const HELD: &str = "<value>";
const NO_VALUE: &str = "<no value>";
const OWNED: &str = "<owned>";
/// The key of the value that an optional value has, and of the address that an owner has, with a formatter.
const VALUE: &str = "Value";
const ADDRESS: &str = "pointer";
/// The key of what an address leads to.
const POINTEE: &str = "*";

/// Keys that lead through a layout, of which those with `...` at their end are only the beginnings.
type Steps<'path> = &'path [&'path str];

impl Comparison<'_> {
    /// What is wrong with the last of these values, if it is shown in a form of its own.
    pub(crate) fn in_layout(
        &self,
        around: &[u32],
        contents: &LoggedContents,
        shown: &Value,
        path: &str,
    ) -> Option<Option<String>> {
        if !self.is_in(Language::Cpp) {
            return None;
        }
        let logged = |key: &str| match &contents.children[..] {
            [(only, LoggedChild::Value(number))] if only == key => Some(*number),
            _ => None,
        };
        let within = |number: u32| [around, &[number]].concat();
        if let Some(number) = logged(REFERENT) {
            return Some(self.referent(&within(number), shown, path));
        }
        if logged(HELD).is_some() || logged(NO_VALUE).is_some() {
            let number = logged(HELD);
            return Some(self.optional(number.map(within).as_deref(), shown, path));
        }
        if let Some(number) = logged(OWNED) {
            let owned = owned(shown)?;
            return Some(self.value(&within(number), owned, &path_to(path, ADDRESS)));
        }
        let outer = only_beginning(shown.children(), "std::_Tuple_impl<0,")?;
        Some(contents.children.iter().find_map(|(key, child)| {
            let LoggedChild::Value(number) = child else { return None };
            let part = part(&outer.value, key.parse().ok()?)?;
            self.value(&within(*number), part, &path_to(path, key))
        }))
    }

    /// What is wrong with a reference: a child is what it refers to, or it is shown in its place.
    fn referent(&self, around: &[u32], shown: &Value, path: &str) -> Option<String> {
        let children = shown.children();
        let is_referent = |child: &&ValueChild| child.key == POINTEE || child.key.starts_with('&');
        if let Some(child) = children.iter().find(is_referent) {
            return self.value(around, &child.value, path);
        }
        if shown.contents.is_nothing() {
            // A number in place of an address.
            let logged = self.text(*around.last()?).filter(|text| *text != UNKNOWN)?;
            return self
                .is_other(logged, &shown.text)
                .then(|| format!("{path} is {logged} there, the debugger shows {}", shown.text));
        }
        self.held(around, shown, path)
    }

    /// What is wrong with an optional value, which holds the last of these values or nothing.
    fn optional(&self, around: Option<&[u32]>, shown: &Value, path: &str) -> Option<String> {
        let (is_engaged, value) = optional(shown)?;
        match around {
            Some(_) if !is_engaged => {
                Some(format!("{path} has a value there, the debugger shows none"))
            }
            None if is_engaged => {
                Some(format!("{path} has no value there, the debugger shows one"))
            }
            Some(around) => self.value(around, value?, &path_to(path, VALUE)),
            None => None,
        }
    }
}

/// Whether an optional value is shown to have a value, and that.
fn optional(shown: &Value) -> Option<(bool, Option<&Value>)> {
    let value = only(shown.children(), VALUE).map(|child| &child.value);
    if shown.text.contains("Has Value=") {
        return Some((shown.text.contains("Has Value=true"), value));
    }
    let mut payload = at(shown, &["std::_Optional_base<...", "_M_payload"])?;
    while let Some(base) = only_beginning(payload.children(), "std::_Optional_payload") {
        payload = &base.value;
    }
    let engaged = match only(payload.children(), "_M_engaged")?.value.text.as_str() {
        "true" => true,
        "false" => false,
        _ => return None,
    };
    Some((engaged, at(payload, &["_M_payload", "_M_value"])))
}

/// The address that an owner is shown to have.
fn owned(shown: &Value) -> Option<&Value> {
    const UNIQUE: Steps<'_> = &[
        "_M_t",
        "std::__uniq_ptr_impl<...",
        "_M_t",
        "std::_Tuple_impl<0,...",
        "std::_Head_base<0,...",
        "_M_head_impl",
    ];
    const SHARED: Steps<'_> = &["std::__shared_ptr<...", "_M_ptr"];
    let plain = || only(shown.children(), ADDRESS).map(|child| &child.value);
    plain().or_else(|| at(shown, UNIQUE)).or_else(|| at(shown, SHARED))
}

/// A part of a tuple, whose layout has the later parts in the earlier ones.
fn part(outermost: &Value, number: u32) -> Option<&Value> {
    let mut outer = outermost;
    for inner in 1..=number {
        outer = &only_beginning(outer.children(), &format!("std::_Tuple_impl<{inner},"))?.value;
    }
    let head = only_beginning(outer.children(), &format!("std::_Head_base<{number},"))?;
    only(head.value.children(), "_M_head_impl").map(|child| &child.value)
}

/// What a path through a layout leads to.
fn at<'shown>(shown: &'shown Value, steps: Steps<'_>) -> Option<&'shown Value> {
    steps.iter().try_fold(shown, |value, step| {
        let child = match step.strip_suffix("...") {
            Some(beginning) => only_beginning(value.children(), beginning),
            None => only(value.children(), step),
        };
        child.map(|child| &child.value)
    })
}

/// The only child whose key begins so.
fn only_beginning<'shown>(
    children: &'shown [ValueChild],
    beginning: &str,
) -> Option<&'shown ValueChild> {
    let mut found = children.iter().filter(|child| child.key.starts_with(beginning));
    found.next().filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, children: &[(&str, Value)]) -> Value {
        let child = |(key, value): &(&str, Value)| ValueChild::new(*key, value.clone());
        Value::with_children(text, children.iter().map(child).collect())
    }

    /// A value at the end of a path.
    fn path(keys: &[&str], value: Value) -> Value {
        keys.iter().rev().fold(value, |value, key| holds("{...}", &[(key, value)]))
    }

    #[test]
    fn parts_of_tuples_are_in_bases() {
        let head = |number: u32, value: &str| {
            let inner = holds("{...}", &[("_M_head_impl", value.into())]);
            (format!("std::_Head_base<{number}, int, false>"), inner)
        };
        let (last, first) = (head(1, "9"), head(0, "8"));
        let inner = holds("{...}", &[(&last.0, last.1)]);
        let outer = holds("{...}", &[("std::_Tuple_impl<1, int>", inner), (&first.0, first.1)]);
        let text = |number| part(&outer, number).map(|value| value.text.as_str());
        assert_eq!([text(0), text(1), text(2)], [Some("8"), Some("9"), None]);
    }

    #[test]
    fn an_optional_value_says_whether_it_has_one() {
        let shown = holds(" Has Value=true ", &[("Value", "3".into())]);
        assert_eq!(optional(&shown), Some((true, Some(&"3".into()))));
        assert_eq!(optional(&" Has Value=false ".into()), Some((false, None)));
        let payload = |engaged: &str| {
            let value = holds("{...}", &[("_M_value", "3".into())]);
            let base = holds("{...}", &[("_M_payload", value), ("_M_engaged", engaged.into())]);
            let keys = ["std::_Optional_base<int, true, true>", "_M_payload"];
            path(&[&keys[..], &["std::_Optional_payload_base<int>"]].concat(), base)
        };
        assert_eq!(optional(&payload("true")), Some((true, Some(&"3".into()))));
        assert_eq!(optional(&payload("false")).map(|found| found.0), Some(false));
        assert_eq!(optional(&payload("?")), None);
        assert_eq!(optional(&"{...}".into()), None);
    }

    #[test]
    fn an_owner_has_an_address() {
        let keys = ["std::__shared_ptr<int, (__gnu_cxx::_Lock_policy)2>", "_M_ptr"];
        assert_eq!(owned(&path(&keys, "0x…".into())), Some(&"0x…".into()));
        assert_eq!(owned(&path(&["pointer"], "0x…".into())), Some(&"0x…".into()));
        assert_eq!(owned(&path(&["_M_t"], "0x…".into())), None);
    }
}
