//! Compares the logs of two copies whose texts differ, and keeps what does not depend on that.

use debunk_model::NeutralityDoubt;
use debunk_testimony::{Log, LogEntry, LoggedChild, LoggedContents, ReturnEntry, UNKNOWN};
use std::collections::BTreeMap;

/// The log without the error messages that quote the program's text, as JavaScriptCore's do.
///
/// # Errors
/// If anything else differs: the program looks at its own text.
pub(crate) fn reconcile(log: Log, other: &Log) -> Result<Log, NeutralityDoubt> {
    agreed(log, other, |text, twin| is_error(text) && is_error(twin))
        .ok_or_else(|| NeutralityDoubt::because("looks at its own text"))
}

/// The log without the values that differ in the decoy: stacks show what is below the program.
///
/// # Errors
/// If something else ran there: the program depends on what it sees.
pub(crate) fn reconcile_with_decoy(log: Log, other: &Log) -> Result<Log, NeutralityDoubt> {
    agreed(log, other, |_, _| true)
        .ok_or_else(|| NeutralityDoubt::because("looks at how it is run"))
}

/// What two logs agree on, if the same ran in both and no value differs that must not.
fn agreed(mut log: Log, other: &Log, may_differ: fn(&str, &str) -> bool) -> Option<Log> {
    let unknown = log.texts.len() as u32;
    log.texts.push(UNKNOWN.to_owned());
    let returned = |it: &ReturnEntry| (it.activation, it.time);
    let is_same = log.entries.len() == other.entries.len()
        && log.returns.iter().map(returned).eq(other.returns.iter().map(returned));
    if !is_same {
        return None;
    }
    for (entry, twin) in log.returns.iter_mut().zip(&other.returns) {
        let text = |log: &[String], value: Option<u32>| Some(log.get(value? as usize)?.clone());
        if text(&log.texts, entry.value) != text(&other.texts, twin.value) {
            entry.value = None;
        }
    }
    for (entry, twin) in log.entries.iter_mut().zip(&other.entries) {
        let point = |it: &LogEntry| (it.statement, it.activation, it.depth);
        if point(entry) != point(twin) {
            return None;
        }
        for (value, twin) in entry.values.iter_mut().zip(&twin.values) {
            let numbers = (*value, *twin);
            let (text, twin) = (&log.texts[*value as usize], &other.texts[*twin as usize]);
            if text == twin {
                same_contents(&mut log.contents, &log.texts, other, numbers);
                continue;
            }
            if !may_differ(text, twin) {
                return None;
            }
            *value = unknown;
        }
    }
    Some(log)
}

/// Whether two values hold the same. What differs is no longer known.
fn same_contents(
    contents: &mut BTreeMap<u32, LoggedContents>,
    texts: &[String],
    other: &Log,
    (value, twin): (u32, u32),
) -> bool {
    if texts[value as usize] != other.texts[twin as usize] {
        return false;
    }
    let own = contents.get(&value).map(|it| it.children.clone());
    let (own, others) = match (own, other.contents.get(&twin)) {
        (None, None) => return true,
        (Some(own), Some(others)) if own.len() == others.children.len() => (own, &others.children),
        _ => {
            contents.remove(&value);
            return false;
        }
    };
    let is_same = own.iter().zip(others).all(|((key, child), (other_key, twin))| {
        key == other_key
            && match (child, twin) {
                (LoggedChild::Value(child), LoggedChild::Value(twin)) => {
                    same_contents(contents, texts, other, (*child, *twin))
                }
                (child, twin) => child == twin,
            }
    });
    if !is_same {
        contents.remove(&value);
    }
    is_same
}

/// Where two logs of the same copy part for the first time, in words.
pub(crate) fn first_difference(log: &Log, other: &Log) -> Option<String> {
    let line = |entry: &LogEntry| log.statements[entry.statement].start.line;
    for (entry, twin) in log.entries.iter().zip(&other.entries) {
        if (entry.statement, entry.depth) != (twin.statement, twin.depth) {
            return Some(format!("it comes to line {} in place of {}", line(twin), line(entry)));
        }
        let names = &log.statements[entry.statement].variables;
        for ((name, value), twin) in names.iter().zip(&entry.values).zip(&twin.values) {
            let (text, twin_text) = (&log.texts[*value as usize], &other.texts[*twin as usize]);
            if text != twin_text {
                let line = line(entry);
                return Some(format!("{name} is {twin_text} on line {line} in place of {text}"));
            }
            if !holds_the_same(log, *value, other, *twin) {
                return Some(format!("{name} holds something else on line {}", line(entry)));
            }
        }
    }
    (log.entries.len() != other.entries.len()).then(|| {
        format!("it runs {} statements in place of {}", other.entries.len(), log.entries.len())
    })
}

/// Whether two values have the same text and hold the same.
fn holds_the_same(log: &Log, value: u32, other: &Log, twin: u32) -> bool {
    let is_same_child = |child: &LoggedChild, twin: &LoggedChild| match (child, twin) {
        (LoggedChild::Value(child), LoggedChild::Value(twin)) => {
            holds_the_same(log, *child, other, *twin)
        }
        (child, twin) => child == twin,
    };
    log.texts[value as usize] == other.texts[twin as usize]
        && match (log.contents.get(&value), other.contents.get(&twin)) {
            (None, None) => true,
            (Some(own), Some(others)) if own.children.len() == others.children.len() => {
                let mut both = own.children.iter().zip(&others.children);
                both.all(|((key, child), (other_key, twin))| {
                    key == other_key && is_same_child(child, twin)
                })
            }
            _ => false,
        }
}

/// Whether a value is shown as an error with its message.
fn is_error(text: &str) -> bool {
    text.split_once(": ").is_some_and(|(name, _)| name.ends_with("Error") && !name.contains('"'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Location, LoggedStatement, Outcome, Span, StatementKind};
    use debunk_testimony::Activation;

    /// One statement that runs once, with one variable.
    fn log(value: &str) -> Log {
        Log {
            statements: vec![LoggedStatement {
                span: Span::new(0, 4),
                start: Location::new(1, 0),
                kind: StatementKind::Expression,
                function: 0,
                variables: vec!["a".into()],
                constants: Vec::new(),
            }],
            functions: Vec::new(),
            activations: vec![Activation { function: 0, parent: None }],
            entries: vec![LogEntry { statement: 0, activation: 0, depth: 1, values: vec![0] }],
            texts: vec![value.to_owned()],
            contents: Default::default(),
            headings: BTreeMap::new(),
            inserted: BTreeMap::new(),
            outcome: Outcome::default(),
            truncated: false,
            size_bytes: 0,
            returns: Vec::new(),
            resumptions: Vec::new(),
        }
    }

    #[test]
    fn only_error_messages_may_quote_the_text() {
        let merged = reconcile(log("TypeError: in 'a'"), &log("TypeError: in 'b'"));
        assert_eq!(merged.expect("a log").value_at(0, "a"), None);
        assert!(reconcile(log("12"), &log("13")).is_err());
        assert!(reconcile(log("\"Error: a\""), &log("\"Error: b\"")).is_err());
        let mut shorter = log("1");
        shorter.entries.pop();
        assert!(reconcile(log("1"), &shorter).is_err());
    }

    /// The same with a variable that holds one child.
    fn holding(child: &str) -> Log {
        let mut log = log("Object");
        log.texts.push(child.to_owned());
        let children = vec![("a".to_owned(), LoggedChild::Value(1))];
        log.contents.insert(0, LoggedContents { children, is_whole: true, ..Default::default() });
        log
    }

    #[test]
    fn what_values_hold_is_known_only_if_it_is_the_same() {
        let kept = reconcile(holding("1"), &holding("1")).expect("a log");
        assert!(kept.contents.contains_key(&0));
        let lost = reconcile(holding("1"), &holding("2")).expect("a log");
        assert!(!lost.contents.contains_key(&0));
        assert_eq!(first_difference(&holding("1"), &holding("1")), None);
        let difference = first_difference(&holding("1"), &holding("2"));
        assert_eq!(difference.as_deref(), Some("a holds something else on line 1"));
    }
}
