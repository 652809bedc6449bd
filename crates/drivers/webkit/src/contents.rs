//! What objects hold, from the engine's lists of properties and entries.

use crate::events::Connection;
use crate::protocol::{Entries, Properties, Property, RemoteObject};
use crate::values::{property, reported};
use debunk_model::Expansion;
use debunk_shell::contents::{Held, Inspect, Part, Parts, Reported, Shown};
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

/// A list of the engine that is read, in pages if there are any.
trait List {
    const METHOD: &'static str;

    /// Adds the parts of an answer, and returns whether it had any.
    fn add(handle: &Handle, reply: Reply, parts: &mut Vec<Part<Handle>>) -> Result<bool, String>;
}

struct PropertyList;

impl List for PropertyList {
    const METHOD: &'static str = "Runtime.getProperties";

    fn add(handle: &Handle, reply: Reply, parts: &mut Vec<Part<Handle>>) -> Result<bool, String> {
        let properties = read::<Properties>(reply)?.properties;
        // The first page has the prototype in addition.
        let is_own = |property: &Property| property.name != "__proto__";
        let has_some = properties.iter().any(is_own);
        for listed in properties {
            let value = property(&listed);
            if let Some(symbol) = listed.symbol.and_then(|symbol| symbol.description) {
                parts.push(Part::inner(symbol, value));
            } else if listed.is_private {
                parts.push(Part::inner(listed.name, value));
            } else if handle.shown.has(&listed.name) {
                parts.push(Part::property(listed.name, value));
            }
        }
        Ok(has_some)
    }
}

struct EntryList;

impl List for EntryList {
    const METHOD: &'static str = "Runtime.getCollectionEntries";

    fn add(_: &Handle, reply: Reply, parts: &mut Vec<Part<Handle>>) -> Result<bool, String> {
        let entries = read::<Entries>(reply)?.entries;
        let has_some = !entries.is_empty();
        for entry in entries {
            let value = reported(&entry.value);
            let shown = match entry.key {
                None => value,
                Some(key) => Reported::entry(Held::Parts(vec![
                    Part::inner("key", reported(&key)),
                    Part::inner("value", value),
                ])),
            };
            parts.push(Part::inner(parts.len().to_string(), shown));
        }
        Ok(has_some)
    }
}

impl Objects<'_> {
    /// The parameters for the page of that number; everything at once if there are no pages.
    fn page(&self, handle: &Handle, number: u32) -> Value {
        let mut params = own_properties(&handle.object_id);
        let size = self.expansion.page;
        if size > 0 {
            params["fetchStart"] = json!(number.saturating_mul(size));
            params["fetchCount"] = json!(size);
        } else if handle.has_entries {
            params["fetchCount"] = json!(self.expansion.width.saturating_add(1));
        }
        params
    }

    /// Reads the lists of several objects together, page after page.
    fn read<L: List>(&mut self, handles: &[&Handle]) -> Result<Vec<Parts<Handle>>, ChannelError> {
        let wanted = usize::try_from(self.expansion.width).unwrap_or(usize::MAX);
        let mut lists: Vec<Parts<Handle>> = handles.iter().map(|_| Ok(Vec::new())).collect();
        let mut unfinished: Vec<usize> = (0..handles.len()).collect();
        for number in 0.. {
            if unfinished.is_empty() {
                break;
            }
            let params: Vec<Value> =
                unfinished.iter().map(|index| self.page(handles[*index], number)).collect();
            let replies = self.connection.call_all(L::METHOD, &params, self.deadline)?;
            let mut replies = replies.into_iter();
            unfinished.retain(|&index| {
                let (Ok(parts), Some(reply)) = (&mut lists[index], replies.next()) else {
                    return false;
                };
                match L::add(handles[index], reply, parts) {
                    Ok(had_some) => self.expansion.page > 0 && had_some && parts.len() <= wanted,
                    Err(reason) => {
                        lists[index] = Err(reason);
                        false
                    }
                }
            });
        }
        Ok(lists)
    }
}

impl Inspect for Objects<'_> {
    type Handle = Handle;

    fn inspect(&mut self, handles: Vec<Handle>) -> Result<Vec<Parts<Handle>>, ChannelError> {
        let collections: Vec<&Handle> =
            handles.iter().filter(|handle| handle.has_entries).collect();
        let mut entries = self.read::<EntryList>(&collections)?.into_iter();
        let properties = self.read::<PropertyList>(&handles.iter().collect::<Vec<_>>())?;
        let parts = |(handle, properties): (&Handle, Parts<Handle>)| {
            let mut parts = match handle.has_entries {
                true => entries.next().unwrap_or_else(|| Ok(Vec::new()))?,
                false => Vec::new(),
            };
            // The engine lists private fields first, others do so last.
            let (private, others): (Vec<_>, Vec<_>) =
                properties?.into_iter().partition(Part::is_private);
            parts.extend(others.into_iter().chain(private));
            Ok(parts)
        };
        Ok(handles.iter().zip(properties).map(parts).collect())
    }
}
