//! Which variant of an enumeration a debugger shows, in each of the forms in which debuggers of Rust show one.
//!
//! A log names the variant that a value has, and then the others. gdb shows the variant as a child with its name.
//! LLDB without formatters shows all variants, each with the number of the one that the value has, and how the
//! debug information numbers it. A variant without data may be a text. In any other form it is unknown.

use crate::contents::{Comparison, only};
use crate::log::{LoggedChild, LoggedContents};
use debunk_model::{Contents, Value, ValueChild, path_to};

/// What the key of a variant begins with in a log.
const MARK: &str = "::";
/// The key of all variants in LLDB.
const ALL: &str = "$variants$";
/// What the key of each of them begins with; the number follows, unless all other numbers mean this one.
const EACH: &str = "$variant$";
/// The number of the variant that the value has.
const NUMBER: &str = "$discr$";
/// What a variant holds in LLDB.
const HELD: &str = "value";

/// What a debugger shows of an enumeration.
#[derive(Debug, PartialEq)]
enum Shown<'shown> {
    /// A variant that the value does not have.
    Other(&'shown str),
    /// What the variant holds that the value has.
    Held(&'shown Value),
}

impl Comparison<'_> {
    /// What is wrong with the variant of the last of these values, or with what it is shown to hold.
    pub(crate) fn variant(
        &self,
        around: &[u32],
        contents: &LoggedContents,
        shown: &Value,
        path: &str,
    ) -> Option<String> {
        // Elsewhere, a key of the program may look like that.
        if !self.has_variants() {
            return None;
        }
        let mut keys = contents.children.iter();
        let (names, child) =
            keys.find_map(|(key, child)| Some((key.strip_prefix(MARK)?, child)))?;
        let LoggedChild::Value(fields) = child else { return None };
        let names: Vec<&str> = names.split(' ').collect();
        let (name, others) = names.split_first()?;
        match shown_variant(shown, name, others)? {
            Shown::Other(other) => {
                Some(format!("{path} is {name} there, the debugger shows {other}"))
            }
            Shown::Held(value) => {
                self.value(&[around, &[*fields]].concat(), value, &path_to(path, name))
            }
        }
    }
}

fn shown_variant<'shown>(
    shown: &'shown Value,
    name: &str,
    others: &[&str],
) -> Option<Shown<'shown>> {
    let (children, has_more) = match &shown.contents {
        Contents::Children { children, has_more } => (children.as_slice(), *has_more),
        Contents::Nothing => (&[][..], false),
        Contents::Folded | Contents::Accessor | Contents::Unreadable { .. } => return None,
    };
    let is_other = |key: &str| others.contains(&key);
    if let Some(all) = only(children, ALL) {
        let held = only(numbered(&all.value)?.value.children(), HELD)?;
        let shown_name = last_name(&held.value.text).filter(|shown_name| is_other(shown_name));
        return Some(shown_name.map_or(Shown::Held(&held.value), Shown::Other));
    }
    let mut of_others = children.iter().filter(|child| is_other(&child.key));
    match (only(children, name), of_others.next(), of_others.next()) {
        (Some(own), None, _) => Some(Shown::Held(&own.value)),
        (None, Some(other), None) if !has_more => Some(Shown::Other(&other.key)),
        _ if children.is_empty() => {
            last_name(&shown.text).filter(|shown_name| is_other(shown_name)).map(Shown::Other)
        }
        _ => None,
    }
}

/// The variant whose number the value has, among all of them. LLDB writes half of a long number in the key: then
/// it is known only which variants the value does not have.
fn numbered(all: &Value) -> Option<&ValueChild> {
    let Contents::Children { children, has_more: false } = &all.contents else { return None };
    let (mut same, mut rest, mut may_be_half) = (Vec::new(), None, false);
    for child in children {
        let number = child.key.strip_prefix(EACH)?;
        if number.is_empty() {
            rest = Some(child);
            continue;
        }
        let shown = &only(child.value.children(), NUMBER)?.value.text;
        may_be_half |= !shown.starts_with('\'');
        let half = |number: u128| number & u128::from(u32::MAX);
        if half(number_of(shown)?) == half(number.parse().ok()?) {
            same.push(child);
        }
    }
    match same[..] {
        [] => rest,
        [one] if rest.is_none() || !may_be_half => Some(one),
        _ => None,
    }
}

/// The number that a text is, which LLDB writes as a character if it has one byte.
fn number_of(text: &str) -> Option<u128> {
    let Some(quoted) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) else {
        return text.parse().ok();
    };
    let of_sign = |text: &str| {
        let mut signs = text.chars();
        signs.next().filter(|sign| signs.next().is_none() && sign.is_ascii()).map(u128::from)
    };
    let Some(escaped) = quoted.strip_prefix('\\') else { return of_sign(quoted) };
    if let Some(digits) = escaped.strip_prefix('x') {
        return u128::from_str_radix(digits, 16).ok();
    }
    match escaped {
        "0" => Some(0),
        "a" => Some(7),
        "b" => Some(8),
        "t" => Some(9),
        "n" => Some(10),
        "v" => Some(11),
        "f" => Some(12),
        "r" => Some(13),
        "e" => Some(27),
        "\\" | "'" | "\"" => of_sign(escaped),
        _ => None,
    }
}

/// The last name of a path, such as `core::option::Option<i32>::None<int>`, before anything that is no name.
fn last_name(text: &str) -> Option<&str> {
    let (mut depth, mut start, mut end) = (0_i32, 0, None);
    for (at, sign) in text.char_indices() {
        let is_name = sign.is_alphanumeric() || sign == '_';
        match sign {
            '<' => {
                end = end.or((depth == 0).then_some(at));
                depth += 1;
            }
            '>' => depth -= 1,
            _ if depth > 0 => {}
            ':' => (start, end) = (at + 1, None),
            _ if is_name && end.is_none() => {}
            _ => {
                end = end.or(Some(at));
                break;
            }
        }
    }
    let name = text.get(start..end.unwrap_or(text.len()))?;
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(key: &str, value: Value) -> ValueChild {
        ValueChild::new(key, value)
    }

    fn holds(children: Vec<ValueChild>) -> Value {
        Value::with_children("{...}", children)
    }

    /// All variants as LLDB shows them: the numbers in their keys, the number of the value, and what they hold.
    fn in_lldb(variants: &[(&str, &str)], has: &str) -> Value {
        let each = |(number, held): &(&str, &str)| {
            let mut children = vec![child(HELD, (*held).into())];
            if !number.is_empty() {
                children.insert(0, child(NUMBER, has.into()));
            }
            child(&format!("{EACH}{number}"), holds(children))
        };
        holds(vec![child(ALL, holds(variants.iter().map(each).collect()))])
    }

    #[track_caller]
    fn check(shown: &Value, expected: Option<Result<&str, &str>>) {
        let found = shown_variant(shown, "Some", &["None", "Other"]);
        let found = found.as_ref().map(|shown| match shown {
            Shown::Held(value) => Ok(value.text.as_str()),
            Shown::Other(name) => Err(*name),
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn gdb_shows_the_variant_as_a_child_with_its_name() {
        let number = || child("<anonymous union>", "1".into());
        check(&holds(vec![number(), child("Some", "a".into())]), Some(Ok("a")));
        check(&holds(vec![number(), child("None", "a".into())]), Some(Err("None")));
        check(&holds(vec![child("None", "a".into()), child("Some", "b".into())]), None);
        check(&holds(vec![child("None", "a".into()), child("Other", "b".into())]), None);
        check(&holds(vec![child("__0", "1".into())]), None);
    }

    #[test]
    fn lldb_shows_all_variants_and_the_number_of_one() {
        let all = [("0", "p::Option<i32>::None<int>"), ("1", "{1}")];
        check(&in_lldb(&all, "1"), Some(Ok("{1}")));
        check(&in_lldb(&all, "'\\x01'"), Some(Ok("{1}")));
        check(&in_lldb(&all, "0"), Some(Err("None")));
        check(&in_lldb(&all, "7"), None);
        check(&in_lldb(&all, "?"), None);
        let rest = [("2", "p::Option<bool>::None<bool>"), ("", "{true}")];
        check(&in_lldb(&rest, "'\\x01'"), Some(Ok("{true}")));
        check(&in_lldb(&rest, "'\\x02'"), Some(Err("None")));
        check(&in_lldb(&[("", "{5}")], ""), Some(Ok("{5}")));
    }

    #[test]
    fn a_number_that_may_be_half_of_another_means_no_variant() {
        let all = [("0", "p::Option<String>::None<String>"), ("", "{...}")];
        check(&in_lldb(&all, "9223372036854775808"), None);
        check(&in_lldb(&all, "0"), None);
        check(&in_lldb(&all, "3"), Some(Ok("{...}")));
        check(&in_lldb(&[("1", "{1}"), ("1", "{2}")], "1"), None);
    }

    #[test]
    fn a_variant_without_data_may_be_a_text() {
        check(&"p::Colour::Other".into(), Some(Err("Other")));
        check(&"None".into(), Some(Err("None")));
        check(&"Some".into(), None);
        check(&"7".into(), None);
        check(&Value::folded("None"), None);
    }

    #[test]
    fn names_and_numbers_are_read_in_each_form() {
        let name = |text: &str| last_name(text).unwrap_or("-").to_owned();
        assert_eq!(name("a::Option<a::B<c::D>>::None<a::P *>"), "None");
        assert_eq!(name("a::Shape::Dot @ 0x7ff"), "Dot");
        assert_eq!(name("Shape(1)"), "Shape");
        assert_eq!(name("{...}"), "-");
        assert_eq!(name("<not available>"), "-");
        for (text, number) in [("'\\0'", 0), ("'\\b'", 8), ("'A'", 65), ("'\\xff'", 255), ("9", 9)]
        {
            assert_eq!(number_of(text), Some(number), "{text}");
        }
        for text in ["'ab'", "''", "-1", "{...}", "'\\q'"] {
            assert_eq!(number_of(text), None, "{text}");
        }
    }
}
