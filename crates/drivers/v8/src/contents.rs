//! What objects hold, from the engine's lists of their properties.

use crate::events::Connection;
use crate::protocol::{Properties, Property, RemoteObject};
use crate::values;
use debunk_model::Expansion;
use debunk_shell::contents::{Held, HeldPart, Inspect, Parts, Reported, Shown};
use debunk_shell::inspector::{own_properties, read};
use debunk_wire::ChannelError;
use std::time::Instant;

/// What kind of object there is to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One with properties only.
    Plain(Shown),
    Map,
    Set,
    /// The engine's own object for an entry of a map.
    Entry,
}

/// An object by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Handle {
    pub object_id: String,
    pub kind: Kind,
}

impl Handle {
    /// The way to what a value holds; none leads through a proxy, and none into what its text shows.
    pub fn of(object: &RemoteObject) -> Option<Self> {
        let kind = match (object.kind.as_str(), object.subtype.as_deref()) {
            ("object", Some("null" | "date" | "regexp" | "proxy")) => return None,
            ("object", Some("map")) => Kind::Map,
            ("object", Some("set")) => Kind::Set,
            ("object", Some("array")) => Kind::Plain(Shown::WithoutLength),
            ("object", Some("error")) => Kind::Plain(Shown::AddedToError),
            ("object", _) => Kind::Plain(Shown::All),
            _ => return None,
        };
        Some(Self { object_id: object.object_id.clone()?, kind })
    }
}

/// The objects of a paused program, as far as an expansion wants them.
pub(crate) struct Objects<'session> {
    pub connection: &'session mut Connection,
    pub deadline: Instant,
    pub expansion: &'session Expansion,
}

impl Objects<'_> {
    /// Reads the properties of some objects together.
    pub fn properties<'id>(
        &mut self,
        object_ids: impl Iterator<Item = &'id str>,
    ) -> Result<Vec<Result<Properties, String>>, ChannelError> {
        let requests: Vec<_> = object_ids.map(own_properties).collect();
        let replies = self.connection.call_all(&requests, self.deadline)?;
        Ok(replies.into_iter().map(read).collect())
    }

    /// The engine's own objects for the entries of collections, as many as are wanted.
    fn entries(&mut self, lists: &[&str]) -> Result<Vec<Vec<String>>, ChannelError> {
        let wanted = usize::try_from(self.expansion.width).unwrap_or(usize::MAX);
        let entry = |property: Property| property.value?.object_id;
        let answers = self.properties(lists.iter().copied())?.into_iter();
        Ok(answers
            .map(|list| list.map(|list| list.result).unwrap_or_default())
            .map(|list| list.into_iter().filter_map(entry).take(wanted.saturating_add(1)).collect())
            .collect())
    }

    /// The elements of sets, from the engine's own objects for them.
    fn elements(
        &mut self,
        sets: &[Vec<String>],
    ) -> Result<Vec<Vec<HeldPart<Handle>>>, ChannelError> {
        let answers = self.properties(sets.iter().flatten().map(String::as_str))?;
        let mut answers = answers.into_iter();
        let element = |answer: Result<Properties, String>| match answer {
            Ok(entry) => entry.result.iter().find(|it| it.name == "value").map(values::property),
            Err(reason) => Some(Reported { text: String::new(), held: Held::Unreadable(reason) }),
        };
        let of_set = |set: &Vec<String>| {
            answers.by_ref().take(set.len()).filter_map(element).collect::<Vec<_>>()
        };
        Ok(sets.iter().map(of_set).map(HeldPart::elements).collect())
    }
}

impl Inspect for Objects<'_> {
    type Handle = Handle;

    /// Collections take another request for their entries, and sets one more for their elements.
    fn inspect(&mut self, handles: Vec<Handle>) -> Result<Vec<Parts<Handle>>, ChannelError> {
        let answers = self.properties(handles.iter().map(|handle| &*handle.object_id))?;
        let lists = |kind| -> Vec<&str> {
            let of_kind = handles.iter().zip(&answers).filter(|(handle, _)| handle.kind == kind);
            of_kind.filter_map(|(_, answer)| answer.as_ref().ok()?.entries()).collect()
        };
        let (maps, sets) = (lists(Kind::Map), lists(Kind::Set));
        let mut maps_then_sets = self.entries(&[&maps[..], &sets].concat())?;
        let sets = maps_then_sets.split_off(maps.len());
        let sets = self.elements(&sets)?;
        let (mut maps, mut sets) = (maps_then_sets.into_iter(), sets.into_iter());
        let parts = |(handle, answer): (Handle, Result<Properties, String>)| {
            let answer = answer?;
            let has_entries = answer.entries().is_some();
            let mut parts = match handle.kind {
                Kind::Map if has_entries => entries_of_map(maps.next().unwrap_or_default()),
                Kind::Set if has_entries => sets.next().unwrap_or_default(),
                _ => Vec::new(),
            };
            add_properties(&mut parts, handle.kind, answer);
            Ok(parts)
        };
        Ok(handles.iter().cloned().zip(answers).map(parts).collect())
    }
}

fn entries_of_map(entries: Vec<String>) -> Vec<HeldPart<Handle>> {
    let entry = |object_id| Reported::entry(Held::Object(Handle { object_id, kind: Kind::Entry }));
    HeldPart::elements(entries.into_iter().map(entry))
}

fn add_properties(parts: &mut Vec<HeldPart<Handle>>, kind: Kind, properties: Properties) {
    let shown = match kind {
        Kind::Plain(_) if properties.is_of_string() => Shown::WithoutLength,
        Kind::Plain(shown) => shown,
        Kind::Map | Kind::Set | Kind::Entry => Shown::All,
    };
    for property in properties.result {
        let value = values::property(&property);
        match &property.symbol {
            Some(symbol) => {
                parts.push(HeldPart::inner(values::normal_form(symbol), value));
            }
            None if kind == Kind::Entry => parts.push(HeldPart::inner(property.name, value)),
            None if shown.has(&property.name) => {
                parts.push(HeldPart::property(property.name, value))
            }
            None => {}
        }
    }
    for field in properties.private_properties {
        let value = values::property(&field);
        parts.push(HeldPart::inner(field.name, value));
    }
}
