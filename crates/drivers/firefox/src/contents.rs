//! What objects hold, from the server's lists and iterators.

use crate::connection::{Answer, Connection};
use crate::values::{Headings, normal_form};
use debunk_model::Expansion;
use debunk_shell::contents::{Held, HeldPart, Inspect, Parts, Reported, Shown};
use debunk_wire::ChannelError;
use serde_json::{Value, json};
use std::time::Instant;

/// An object by its actor.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    actor: String,
    shown: Shown,
    has_entries: bool,
    has_private_fields: bool,
}

/// A grip with the way to what it holds. None leads through a proxy, and none into what the text of
/// the grip shows.
pub(crate) fn reported(grip: &Value, headings: &Headings<'_>) -> Reported<Handle> {
    let text = normal_form(grip, headings);
    match handle(grip) {
        Some(handle) => Reported::object(text, handle),
        None => Reported::plain(text),
    }
}

fn handle(grip: &Value) -> Option<Handle> {
    let class = grip["class"].as_str().filter(|_| grip["type"] == "object")?;
    let shown = match class {
        "Function" | "BoundFunctionObject" | "RegExp" | "Date" | "Proxy" => return None,
        "Array" | "Arguments" | "String" => Shown::WithoutLength,
        _ if grip["isError"] == true => Shown::AddedToError,
        _ => Shown::All,
    };
    Some(Handle {
        actor: grip["actor"].as_str()?.to_owned(),
        shown,
        has_entries: matches!(class, "Map" | "Set"),
        has_private_fields: grip["preview"]["privatePropertiesLength"].as_u64() > Some(0),
    })
}

/// A property's value with the way to what it holds; nothing if it is one of the getters that the
/// server runs by itself.
pub(crate) fn property(descriptor: &Value, headings: &Headings<'_>) -> Option<Reported<Handle>> {
    let value = &descriptor["value"];
    if value["type"] == "mapEntry" {
        let side = |name: &str| HeldPart::inner(name, reported(&value["preview"][name], headings));
        return Some(Reported::entry(Held::Parts(vec![side("key"), side("value")])));
    }
    match descriptor {
        Value::Object(map) if map.contains_key("value") => Some(reported(value, headings)),
        Value::Object(map) if map.contains_key("get") || map.contains_key("set") => {
            Some(Reported::accessor())
        }
        _ => None,
    }
}

/// The objects of a paused program, as far as an expansion wants them.
pub(crate) struct Objects<'session> {
    pub connection: &'session mut Connection,
    pub headings: Headings<'session>,
    pub expansion: &'session Expansion,
    pub deadline: Instant,
}

/// What the server lists of an object. The properties have two lists of their own if they come in
/// pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Entries,
    Properties,
    Names,
    Symbols,
    PrivateFields,
}

impl List {
    /// The lists to request, in the order in which they are shown.
    fn of(handle: &Handle, in_pages: bool) -> impl Iterator<Item = List> {
        let lists = [
            (List::Entries, handle.has_entries),
            (List::Properties, !in_pages),
            (List::Names, in_pages),
            (List::Symbols, in_pages),
            (List::PrivateFields, handle.has_private_fields),
        ];
        lists.into_iter().filter(|(_, is_wanted)| *is_wanted).map(|(list, _)| list)
    }

    const fn method(self) -> &'static str {
        match self {
            List::Entries => "enumEntries",
            List::Properties => "prototypeAndProperties",
            List::Names => "enumProperties",
            List::Symbols => "enumSymbols",
            List::PrivateFields => "enumPrivateProperties",
        }
    }
}

/// The lists that were requested of an object.
struct Requested {
    handle: Handle,
    lists: Vec<(List, u64)>,
}

/// The parts of one list: the list itself, or the pages of its iterator.
enum Pages {
    Whole(Answer),
    Requested(Vec<u64>),
}

impl Objects<'_> {
    fn request(&mut self, handle: Handle) -> Requested {
        let options = || json!({ "options": {} });
        let lists = List::of(&handle, self.expansion.page > 0);
        let request =
            |list: List| (list, self.connection.request(&handle.actor, list.method(), options()));
        Requested { lists: lists.map(request).collect(), handle }
    }

    /// Waits for lists, and requests the pages of those that have an iterator.
    fn request_pages(&mut self, requested: &Requested) -> Result<Vec<Pages>, ChannelError> {
        let mut all = Vec::with_capacity(requested.lists.len());
        for (list, id) in &requested.lists {
            all.push(match self.connection.answer(*id, self.deadline)? {
                Ok(answer) if *list != List::Properties => {
                    Pages::Requested(self.slices(&answer["iterator"]))
                }
                answer => Pages::Whole(answer),
            });
        }
        Ok(all)
    }

    /// Requests as much of an iterator as is wanted, and one more.
    fn slices(&mut self, iterator: &Value) -> Vec<u64> {
        let Some(actor) = iterator["actor"].as_str() else { return Vec::new() };
        let wanted = u64::from(self.expansion.width) + 1;
        let end = iterator["count"].as_u64().unwrap_or_default().min(wanted);
        let page = match self.expansion.page {
            0 => end.max(1),
            page => u64::from(page),
        };
        let starts = (0..end).step_by(usize::try_from(page).unwrap_or(usize::MAX));
        let slice = |start: u64| json!({ "start": start, "count": page.min(end - start) });
        starts.map(|start| self.connection.request(actor, "slice", slice(start))).collect()
    }

    /// Waits for the pages of an object, and reads everything about it.
    fn parts(
        &mut self,
        requested: Requested,
        pages: Vec<Pages>,
    ) -> Result<Parts<Handle>, ChannelError> {
        let mut parts = Vec::new();
        let mut failure = None;
        for ((list, _), pages) in requested.lists.iter().zip(pages) {
            let answers = match pages {
                Pages::Whole(answer) => vec![answer],
                Pages::Requested(ids) => {
                    let answers =
                        ids.into_iter().map(|id| self.connection.answer(id, self.deadline));
                    answers.collect::<Result<_, _>>()?
                }
            };
            for answer in answers {
                match answer {
                    Ok(answer) => self.read(*list, requested.handle.shown, &answer, &mut parts),
                    Err(reason) => failure = Some(reason),
                }
            }
        }
        Ok(failure.map_or(Ok(parts), Err))
    }

    fn read(&self, list: List, shown: Shown, answer: &Value, parts: &mut Vec<HeldPart<Handle>>) {
        for (name, descriptor) in answer["ownProperties"].as_object().into_iter().flatten() {
            let Some(value) = property(descriptor, &self.headings) else { continue };
            if list == List::Entries {
                parts.push(HeldPart::inner(name, value));
            } else if shown.has(name) {
                parts.push(HeldPart::property(name, value));
            }
        }
        let lists = ["ownSymbols", "privateProperties"];
        for named in lists.iter().filter_map(|list| answer[*list].as_array()).flatten() {
            let name = named["name"].as_str().unwrap_or_default();
            let value = property(&named["descriptor"], &self.headings);
            parts.extend(value.map(|value| HeldPart::inner(name, value)));
        }
    }
}

impl Inspect for Objects<'_> {
    type Handle = Handle;

    /// Lists come with one wait, and what has to be iterated with one more.
    fn inspect(&mut self, handles: Vec<Handle>) -> Result<Vec<Parts<Handle>>, ChannelError> {
        let requested: Vec<Requested> =
            handles.into_iter().map(|handle| self.request(handle)).collect();
        self.connection.flush(self.deadline)?;
        let pages = requested.iter().map(|requested| self.request_pages(requested));
        let pages: Vec<Vec<Pages>> = pages.collect::<Result<_, _>>()?;
        self.connection.flush(self.deadline)?;
        let both = requested.into_iter().zip(pages);
        both.map(|(requested, pages)| self.parts(requested, pages)).collect()
    }
}
