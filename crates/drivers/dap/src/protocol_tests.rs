//! Tests of the table: it is complete, its names resolve, and every field of it is checked.

use super::*;
use serde_json::{Map, json};
use std::collections::BTreeSet;

fn messages() -> impl Iterator<Item = (String, &'static MessageKind)> {
    let protocol = Protocol::get();
    let requests = protocol.requests.iter().map(|(name, kind)| (format!("request {name}"), kind));
    requests.chain(protocol.events.iter().map(|(name, kind)| (format!("event {name}"), kind)))
}

/// The arguments and the bodies of all messages.
fn parts() -> impl Iterator<Item = (String, &'static Part)> {
    messages().flat_map(|(name, kind)| {
        let arguments = kind.arguments.iter().map(|part| ("arguments", part));
        let parts: Vec<_> = arguments.chain(kind.body.iter().map(|part| ("body", part))).collect();
        parts.into_iter().map(move |(part_name, part)| (format!("{name} {part_name}"), part))
    })
}

/// A value of that type, with all fields or with the required ones only.
fn sample(shape: &Type, is_full: bool, depth: usize) -> Value {
    match Protocol::get().resolved(shape) {
        Type::Any | Type::Null | Type::Named(_) => Value::Null,
        Type::Boolean => json!(true),
        Type::Text => json!("text"),
        Type::Word(word) => json!(word),
        Type::Integer { .. } | Type::Number { .. } => json!(1),
        Type::Object => json!({ "any": 1 }),
        Type::Map(inner) => json!({ "key": sample(inner, is_full, depth) }),
        // Some types contain themselves.
        Type::List(_) if depth > 4 => json!([]),
        Type::List(inner) => json!([sample(inner, is_full, depth + 1)]),
        Type::OneOf(shapes) => sample(&shapes[0], is_full, depth),
        Type::Record(fields) => {
            let present = fields.iter().filter(|(_, field)| is_full || !field.is_optional);
            let fields = present
                .map(|(name, field)| (name.clone(), sample(&field.shape, is_full, depth + 1)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
    }
}

fn check(part: &Part, value: &Value) -> Vec<DepartureKind> {
    let mismatches = Protocol::get().check_part("it", "body", part, value);
    mismatches.into_iter().map(|one| one.kind).collect()
}

#[test]
fn the_table_has_all_requests_and_events() {
    let protocol = Protocol::get();
    assert_eq!(protocol.requests.len(), 45);
    assert_eq!(protocol.events.len(), 17);
    let of_adapters = protocol.requests.iter().filter(|(_, kind)| kind.from == Peer::Adapter);
    let of_adapters: Vec<&str> = of_adapters.map(|(name, _)| name.as_str()).collect();
    assert_eq!(of_adapters, ["runInTerminal", "startDebugging"]);
}

/// The names that a type mentions.
fn names(shape: &Type, to: &mut BTreeSet<String>) {
    match shape {
        Type::Named(name) => drop(to.insert(name.clone())),
        Type::Record(fields) => fields.values().for_each(|field| names(&field.shape, to)),
        Type::Map(inner) | Type::List(inner) => names(inner, to),
        Type::OneOf(shapes) => shapes.iter().for_each(|shape| names(shape, to)),
        _ => {}
    }
}

#[test]
fn every_name_is_in_the_table_and_every_type_of_the_table_is_used() {
    let mut used = BTreeSet::new();
    parts().for_each(|(_, part)| names(&part.shape, &mut used));
    Protocol::get().types.values().for_each(|shape| names(shape, &mut used));
    // Refusals carry it, whatever was requested.
    used.insert("Message".to_owned());
    let known: BTreeSet<String> = Protocol::get().types.keys().cloned().collect();
    assert_eq!(used, known);
}

#[test]
fn what_a_message_needs_is_a_capability_of_the_other_side() {
    let protocol = Protocol::get();
    let Type::Record(of_adapters) = &protocol.types["Capabilities"] else { panic!("no record") };
    let initialize = protocol.requests["initialize"].arguments.as_ref().expect("arguments");
    let Type::Record(of_clients) = &initialize.shape else { panic!("no record") };
    for (name, kind) in messages() {
        let Some(needs) = &kind.needs else { continue };
        let known = if kind.from == Peer::Client { of_adapters } else { of_clients };
        assert!(known.contains_key(needs), "{name} needs {needs}");
    }
}

#[test]
fn samples_of_every_message_pass() {
    for (name, part) in parts() {
        for is_full in [true, false] {
            let value = sample(&part.shape, is_full, 0);
            assert_eq!(check(part, &value), [], "{name}: {value}");
        }
        let of_none: &[DepartureKind] =
            if part.is_optional { &[] } else { &[DepartureKind::MissingField] };
        assert_eq!(check(part, &Value::Null), of_none, "{name}");
    }
}

/// Every place in a value of a record type, as a JSON pointer, with its field.
fn places(shape: &Type, value: &Value, at: &str, to: &mut Vec<(String, Field)>) {
    match (Protocol::get().resolved(shape), value) {
        (Type::Record(fields), Value::Object(object)) => {
            for (name, field) in fields {
                let Some(value) = object.get(name) else { continue };
                let at = format!("{at}/{name}");
                to.push((at.clone(), field.clone()));
                places(&field.shape, value, &at, to);
            }
        }
        (Type::List(inner), Value::Array(elements)) => {
            for (index, element) in elements.iter().enumerate() {
                places(inner, element, &format!("{at}/{index}"), to);
            }
        }
        _ => {}
    }
}

#[test]
fn every_field_of_every_message_is_checked() {
    let mut checked = 0;
    for (name, part) in parts() {
        let value = sample(&part.shape, true, 0);
        let mut all = Vec::new();
        places(&part.shape, &value, "", &mut all);
        for (at, field) in all {
            let (parent, last) = at.rsplit_once('/').expect("a pointer");
            let mut without = value.clone();
            let object = without.pointer_mut(parent).and_then(Value::as_object_mut);
            object.expect("an object").remove(last);
            let expected: &[DepartureKind] =
                if field.is_optional { &[] } else { &[DepartureKind::MissingField] };
            assert_eq!(check(part, &without), expected, "{name} without {at}");
            if field.shape == Type::Any {
                continue;
            }
            let mut wrong = value.clone();
            // No field is a list of lists, so this fits nowhere.
            *wrong.pointer_mut(&at).expect("a place") = json!([[7]]);
            assert_eq!(check(part, &wrong), [DepartureKind::WrongType], "{name} with {at}");
            checked += 1;
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn words_and_ranges_are_checked() {
    let is = |text: &str, value: Value, expected: Option<DepartureKind>| {
        let shape = parse(text).expect(text).shape;
        assert_eq!(Protocol::get().misfit(&shape, &value), expected, "{value} as {text}");
    };
    is("'new' | 'removed'", json!("new"), None);
    is("'new' | 'removed'", json!("old"), Some(DepartureKind::UnknownValue));
    is("'new' | 'removed'", json!(7), Some(DepartureKind::WrongType));
    is("'new' | string", json!("old"), None);
    is("SteppingGranularity", json!("page"), Some(DepartureKind::UnknownValue));
    is("natural32", json!(-1), Some(DepartureKind::OutOfRange));
    is("natural32", json!(1_u64 << 31), Some(DepartureKind::OutOfRange));
    is("integer", json!(u64::MAX), Some(DepartureKind::OutOfRange));
    is("integer", json!(1.5), Some(DepartureKind::WrongType));
    is("percent", json!(101), Some(DepartureKind::OutOfRange));
    is("percent", json!(99.5), None);
    is("string | null", json!(null), None);
    is("string", json!(null), Some(DepartureKind::WrongType));
}

#[test]
fn what_is_no_type_is_refused() {
    for text in ["", "?", "[string", "string]", "'open", "a |", "a | ", "(a", "a b"] {
        assert!(parse(text).is_err(), "{text}");
    }
}
