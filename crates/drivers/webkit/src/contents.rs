//! What objects hold, from the engine's lists of properties and entries.

use crate::events::Connection;
use crate::protocol::{Entries, Entry, Properties, Property, RemoteObject};
use crate::values::{property, reported};
use debunk_model::Expansion;
use debunk_shell::contents::{Held, HeldPart, Inspect, Parts, Reported, Shown};
use debunk_shell::inspector::{Reply, own_properties, read};
use debunk_wire::ChannelError;
use serde_json::{Value, json};
use std::time::Instant;

/// An object by its number.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    object_id: String,
    shown: Shown,
    has_entries: bool,
}

impl Handle {
    /// The way to what a value holds; none leads through a proxy, and none into what its text shows.
    pub fn of(object: &RemoteObject) -> Option<Self> {
        let is = |class: &str| object.description.as_deref() == Some(class);
        let shown = match (object.kind.as_str(), object.subtype.as_deref()) {
            ("object", Some("null" | "date" | "regexp" | "proxy")) => return None,
            ("object", Some("array")) => Shown::WithoutLength,
            ("object", Some("error")) => Shown::AddedToError,
            ("object", None) if is("Arguments") || is("String") => Shown::WithoutLength,
            ("object", _) => Shown::All,
            _ => return None,
        };
        let has_entries = matches!(object.subtype.as_deref(), Some("map" | "set"));
        Some(Self { object_id: object.object_id.clone()?, shown, has_entries })
    }
}

/// The objects of a paused program, as far as an expansion wants them.
pub(crate) struct Objects<'session> {
    pub connection: &'session mut Connection,
    pub deadline: Instant,
    pub expansion: &'session Expansion,
}

/// A list of the engine, which has pages.
#[derive(Clone, Copy)]
enum List {
    Entries,
    Properties,
}

impl List {
    /// The lists of an object.
    fn of(handle: &Handle) -> impl Iterator<Item = (List, &Handle)> {
        let entries = handle.has_entries.then_some((List::Entries, handle));
        entries.into_iter().chain([(List::Properties, handle)])
    }

    /// Adds the parts of an answer, and returns whether it had any.
    fn add(
        self,
        shown: Shown,
        reply: Reply,
        parts: &mut Vec<HeldPart<Handle>>,
    ) -> Result<bool, String> {
        match self {
            List::Entries => {
                let entries = read::<Entries>(reply)?.entries;
                let has_some = !entries.is_empty();
                for listed in entries {
                    parts.push(HeldPart::inner(parts.len().to_string(), entry(listed)));
                }
                Ok(has_some)
            }
            List::Properties => {
                let properties = read::<Properties>(reply)?.properties;
                // The first page has the prototype in addition.
                let has_some = properties.iter().any(|property| property.name != "__proto__");
                parts.extend(properties.into_iter().filter_map(|listed| part(shown, listed)));
                Ok(has_some)
            }
        }
    }
}

fn entry(listed: Entry) -> Reported<Handle> {
    let value = reported(&listed.value);
    let Some(key) = listed.key else { return value };
    let sides = vec![HeldPart::inner("key", reported(&key)), HeldPart::inner("value", value)];
    Reported::entry(Held::Parts(sides))
}

fn part(shown: Shown, listed: Property) -> Option<HeldPart<Handle>> {
    let value = property(&listed);
    if let Some(symbol) = listed.symbol.and_then(|symbol| symbol.description) {
        Some(HeldPart::inner(symbol, value))
    } else if listed.is_private {
        Some(HeldPart::inner(listed.name, value))
    } else {
        shown.has(&listed.name).then(|| HeldPart::property(listed.name, value))
    }
}

impl Objects<'_> {
    /// The request for the page of that number; everything at once if there are no pages.
    fn page(&self, list: List, handle: &Handle, number: u32) -> (&'static str, Value) {
        let (mut method, mut params) = own_properties(&handle.object_id);
        if matches!(list, List::Entries) {
            method = "Runtime.getCollectionEntries";
            params["fetchCount"] = json!(self.expansion.width.saturating_add(1));
        }
        let size = self.expansion.page;
        if size > 0 {
            params["fetchStart"] = json!(number.saturating_mul(size));
            params["fetchCount"] = json!(size);
        }
        (method, params)
    }

    /// Reads several lists together, page after page.
    fn read(&mut self, lists: &[(List, &Handle)]) -> Result<Vec<Parts<Handle>>, ChannelError> {
        let wanted = usize::try_from(self.expansion.width).unwrap_or(usize::MAX);
        let mut all: Vec<Parts<Handle>> = lists.iter().map(|_| Ok(Vec::new())).collect();
        let mut unfinished: Vec<usize> = (0..lists.len()).collect();
        let mut number = 0;
        while !unfinished.is_empty() {
            let page = |index: &usize| self.page(lists[*index].0, lists[*index].1, number);
            let requests: Vec<_> = unfinished.iter().map(page).collect();
            let mut replies = self.connection.call_all(&requests, self.deadline)?.into_iter();
            unfinished.retain(|&index| {
                let (list, handle) = lists[index];
                let (Ok(parts), Some(reply)) = (&mut all[index], replies.next()) else {
                    return false;
                };
                match list.add(handle.shown, reply, parts) {
                    Ok(had_some) => self.expansion.page > 0 && had_some && parts.len() <= wanted,
                    Err(reason) => {
                        all[index] = Err(reason);
                        false
                    }
                }
            });
            number += 1;
        }
        Ok(all)
    }
}

impl Inspect for Objects<'_> {
    type Handle = Handle;

    fn inspect(&mut self, handles: Vec<Handle>) -> Result<Vec<Parts<Handle>>, ChannelError> {
        let lists: Vec<(List, &Handle)> = handles.iter().flat_map(List::of).collect();
        let mut answers = self.read(&lists)?.into_iter();
        let mut next = || answers.next().unwrap_or_else(|| Ok(Vec::new()));
        let parts = |handle: &Handle| {
            let entries = if handle.has_entries { next() } else { Ok(Vec::new()) };
            let properties = next();
            // The engine lists private fields first, others do so last.
            let (private, others): (Vec<_>, Vec<_>) =
                properties?.into_iter().partition(HeldPart::is_private);
            Ok(entries?.into_iter().chain(others).chain(private).collect())
        };
        Ok(handles.iter().map(parts).collect())
    }
}
