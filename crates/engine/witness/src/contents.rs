//! Reads what logged values held.
//!
//! A value that holds others is `[text, [[key, child], ...], flags]`. A copy that numbers its values
//! writes the number of a child, or -1 for the value around it, -2 for the one around that. A copy
//! that writes its log at the end writes every value in full: a number or a text in JSON, `null` if it
//! is not known, or a value that holds others; a child may be `-1` and so on, as a text with a `^`
//! before it. `{"bits": n}` is a number with a fraction in IEEE 754, `{"value": v, "slot": n}` is `v`, and
//! `{"same": n}` is what came last with that slot.
//!
//! Keys that no program can give are what the language or its library has: `::Some None` is a variant of Rust, before
//! the names of the others, and `<referent>`, `<value>`, `<owned>` and `<entries>` are what a reference, an optional
//! value, an owner and a container hold.

use debunk_shell::javascript::without_halves;
use debunk_testimony::{ChildOrder, Log, LoggedChild, LoggedContents, UNKNOWN};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Values deeper than this are malformed.
const DEPTH_LIMIT: u32 = 64;

/// Adds a value of a log that numbers its values; returns its number with what it held.
pub(crate) fn numbered(
    log: &mut Log,
    shown: fn(&str) -> String,
    line: &str,
) -> Option<(u32, LoggedContents)> {
    let (text, mut pairs, flags): (String, Vec<(String, i64)>, u8) =
        serde_json::from_str(&without_halves(line)).ok()?;
    let count = pairs.len();
    let LoggedContents { is_whole, order, .. } = flagged(flags);
    // A key that is an address differs between sessions.
    pairs.retain(|(key, _)| shown(key) == *key);
    let is_whole = is_whole && pairs.len() == count;
    let limit = log.texts.len() as i64;
    let child = |number: i64| match number {
        0.. => (number < limit).then_some(LoggedChild::Value(number as u32)),
        up => Some(LoggedChild::Ancestor(u32::try_from(-1 - up).ok()?)),
    };
    let children = pairs.into_iter().map(|(key, number)| Some((key, child(number)?)));
    let children = children.collect::<Option<Vec<_>>>()?;
    log.texts.push(shown(&text));
    Some((limit as u32, LoggedContents { children, is_whole, order }))
}

/// The values that have a number already.
#[derive(Default)]
pub(crate) struct KnownValues {
    /// By how they are written.
    numbers: BTreeMap<String, u32>,
    /// By their slot, the last ones.
    slots: BTreeMap<u32, u32>,
}

/// The numbers of values that are written in full, separated by commas.
pub(crate) fn in_full(log: &mut Log, known: &mut KnownValues, values: &str) -> Option<Vec<u32>> {
    let text = format!("[{values}]");
    let values: Vec<&RawValue> = serde_json::from_str(&text).ok()?;
    values.into_iter().map(|value| number(log, known, value, 0)).collect()
}

/// The number of one value, which gets one if it has not occurred before.
fn number(log: &mut Log, known: &mut KnownValues, value: &RawValue, depth: u32) -> Option<u32> {
    let raw = value.get();
    if let Some(&number) = known.numbers.get(raw) {
        return Some(number);
    }
    let (text, contents) = match raw.as_bytes().first()? {
        b'{' => match serde_json::from_str(raw).ok()? {
            Marked { bits: Some(bits), .. } => (fraction(f64::from_bits(bits)), None),
            Marked { same: Some(slot), .. } => return known.slots.get(&slot).copied(),
            Marked { value, slot, .. } => {
                let number = self::number(log, known, value.unwrap_or(RawValue::NULL), depth)?;
                known.slots.insert(slot?, number);
                return Some(number);
            }
        },
        b'n' => (UNKNOWN.to_owned(), None),
        b'"' => (serde_json::from_str(raw).ok()?, None),
        b'[' => {
            let (text, contents) = holder(log, known, raw, depth)?;
            (text, Some(contents))
        }
        b'-' | b'0'..=b'9' => (raw.to_owned(), None),
        _ => return None,
    };
    log.texts.push(text);
    let number = log.texts.len() as u32 - 1;
    known.numbers.insert(raw.to_owned(), number);
    log.contents.extend(contents.map(|contents| (number, contents)));
    Some(number)
}

/// A number with a fraction, as `f64` shows it.
fn fraction(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { UNKNOWN.to_owned() }
}

/// A value with a mark.
#[derive(Deserialize)]
struct Marked<'line> {
    bits: Option<u64>,
    same: Option<u32>,
    slot: Option<u32>,
    #[serde(borrow)]
    value: Option<&'line RawValue>,
}

/// A value in full that holds others.
#[derive(Deserialize)]
struct Holder<'line>(String, #[serde(borrow)] Vec<(String, &'line RawValue)>, u8);

fn holder(
    log: &mut Log,
    known: &mut KnownValues,
    raw: &str,
    depth: u32,
) -> Option<(String, LoggedContents)> {
    if depth >= DEPTH_LIMIT {
        return None;
    }
    let Holder(text, pairs, flags) = serde_json::from_str(raw).ok()?;
    let mut children = Vec::with_capacity(pairs.len());
    for (key, value) in pairs {
        let ancestor = value.get().strip_prefix("\"^-").and_then(|it| it.strip_suffix('"'));
        let child = match ancestor {
            Some(up) => LoggedChild::Ancestor(up.parse::<u32>().ok()?.checked_sub(1)?),
            None => LoggedChild::Value(number(log, known, value, depth + 1)?),
        };
        children.push((key, child));
    }
    Some((text, LoggedContents { children, ..flagged(flags) }))
}

/// What is written behind the children: 1 if these are all of them, 2 more for the entries of a dictionary,
/// 4 more for the members of a set.
fn flagged(flags: u8) -> LoggedContents {
    let order = match flags {
        0..2 => ChildOrder::Ascending,
        2..4 => ChildOrder::Free,
        _ => ChildOrder::Unnamed,
    };
    LoggedContents { children: Vec::new(), is_whole: flags % 2 == 1, order }
}
