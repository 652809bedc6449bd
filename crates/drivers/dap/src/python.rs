//! Python values from debugpy, in debunk's form for the language: the members of sets have an order.
//!
//! In which order a set gives its members depends on what else the process has run: the same program in
//! a process that has run it before may show another order.

/// What stands in a set of which not all members are shown.
const CUT: &str = "...";
/// How a text says that something is left out.
const LEFT_OUT: [&str; 2] = [CUT, "…"];

/// A part of a text in brackets.
struct Group {
    bracket: char,
    /// Where its contents begin in the result.
    start: usize,
    /// Where the commas between its parts are.
    commas: Vec<usize>,
    /// Whether it has keys.
    has_keys: bool,
}

/// A value in normal form. What is not balanced stays as it is.
pub(crate) fn normal_form(value: &str) -> String {
    if !value.contains('{') {
        return value.to_owned();
    }
    sorted(value).unwrap_or_else(|| value.to_owned())
}

fn sorted(value: &str) -> Option<String> {
    let mut made = String::with_capacity(value.len());
    let mut groups: Vec<Group> = Vec::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '(' | '[' | '{' => {
                made.push(letter);
                let (start, commas) = (made.len(), Vec::new());
                groups.push(Group { bracket: letter, start, commas, has_keys: false });
                continue;
            }
            ')' | ']' | '}' => {
                let group = groups.pop().filter(|group| closes(group.bracket, letter))?;
                if letter == '}' && !group.has_keys {
                    sort(&mut made, &group);
                }
            }
            ',' | ':' => {
                if let Some(group) = groups.last_mut() {
                    group.has_keys |= letter == ':';
                    group.commas.extend((letter == ',').then_some(made.len()));
                }
            }
            '\'' | '"' => {
                made.push(letter);
                quoted(letter, &mut letters, &mut made)?;
                continue;
            }
            _ => {}
        }
        made.push(letter);
    }
    groups.is_empty().then_some(made)
}

fn closes(bracket: char, letter: char) -> bool {
    matches!((bracket, letter), ('(', ')') | ('[', ']') | ('{', '}'))
}

/// Copies a text with the quote at its end.
fn quoted(quote: char, letters: &mut std::str::Chars<'_>, made: &mut String) -> Option<()> {
    loop {
        let letter = letters.next()?;
        made.push(letter);
        match letter {
            '\\' => made.push(letters.next()?),
            _ if letter == quote => return Some(()),
            _ => {}
        }
    }
}

/// Sorts the members of a set, which are the end of the result.
fn sort(made: &mut String, group: &Group) {
    let ends = group.commas.iter().copied().chain([made.len()]);
    let mut start = group.start;
    let mut members = Vec::new();
    for end in ends {
        members.push(made[start..end].trim().to_owned());
        start = end + 1;
    }
    made.truncate(group.start);
    if members.iter().any(|member| LEFT_OUT.contains(&member.as_str())) {
        made.push_str(CUT);
    } else {
        members.sort_unstable();
        made.push_str(&members.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::normal_form;
    use proptest::prelude::*;

    #[track_caller]
    fn check(value: &str, expected: &str) {
        assert_eq!(normal_form(value), expected);
        assert_eq!(normal_form(expected), expected, "it is its own normal form");
    }

    #[test]
    fn the_members_of_sets_are_sorted() {
        check("{'red', 'blue', 'green'}", "{'blue', 'green', 'red'}");
        check(
            "[{3, 1}, frozenset({(2, 'b'), (1, 'a')})]",
            "[{1, 3}, frozenset({(1, 'a'), (2, 'b')})]",
        );
        check("{'a, b', '}', \"it's\"}", "{\"it's\", 'a, b', '}'}");
        check("{'\\'', 'a'}", "{'\\'', 'a'}");
        check("{frozenset({2, 1}), 'x'}", "{'x', frozenset({1, 2})}");
    }

    #[test]
    fn nothing_else_changes() {
        for text in [
            "{}",
            "{'b': 1, 'a': 2}",
            "{'b': {2: 1}}",
            "[3, 1]",
            "set()",
            "Point(x=2, y=1)",
            "{...}",
        ] {
            check(text, text);
        }
        check("{1, 2, ...}", "{...}");
        check("{'k': {2, 1}, 'j': 0}", "{'k': {1, 2}, 'j': 0}");
    }

    #[test]
    fn what_is_not_balanced_stays() {
        for text in ["{2, 1", "{2, 1]", "{'b, 1}", "}", "{2, 1}'"] {
            check(text, text);
        }
    }

    proptest! {
        #[test]
        fn any_text_has_a_normal_form(text in r#"[a-c{}()\[\]:,'"\\ .…]{0,40}"#) {
            let once = normal_form(&text);
            prop_assert_eq!(normal_form(&once), once);
        }
    }
}
