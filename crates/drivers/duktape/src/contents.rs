//! What objects hold, from the tables of their properties.
//!
//! The tables say nothing about elements that the engine computes: those of typed arrays, and the
//! characters of a string that is an object.

use crate::driver::Live;
use crate::process::HostProcess;
use crate::value::{Value, normal_form, symbol_form};
use debunk_model::Expansion;
use debunk_shell::contents::{Held, HeldPart, Inspect, Parts, Reported, Shown};
use debunk_wire::ChannelError;

const GET_HEAP_OBJECT: i32 = 0x23;
const GET_PROPERTIES: i32 = 0x25;
/// How many requests are sent before their replies are read.
const REQUESTS_TOGETHER_MAX: usize = 256;
/// The index after the last property that is requested.
const END_MAX: i32 = 1_000_000;

/// The flag of a property with code in place of a value.
pub(crate) const ACCESSOR: i32 = 0x08;
const SYMBOL: i32 = 0x100;
const HIDDEN_SYMBOL: i32 = 0x200;

/// The engine's number for objects without a class of their own.
const PLAIN: u8 = 1;
/// What the engine's own list calls a proxy.
const PROXY_FLAG: &str = "exotic_proxyobj";

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Handle {
    class: u8,
    object: Value,
}

impl Handle {
    fn of(value: &Value) -> Option<Self> {
        match value {
            // Functions, dates and patterns.
            Value::Object { class: 3 | 6 | 11, .. } => None,
            Value::Object { class, .. } => Some(Self { class: *class, object: value.clone() }),
            _ => None,
        }
    }

    const fn shown(&self) -> Shown {
        match self.class {
            2 | 4 | 12 => Shown::WithoutLength,
            7 => Shown::AddedToError,
            _ => Shown::All,
        }
    }

    /// Whether the tables do not have its elements.
    const fn computes_elements(&self) -> bool {
        matches!(self.class, 12 | 21..=29)
    }
}

/// A value with the way to what it holds.
pub(crate) fn reported(value: &Value) -> Reported<Handle> {
    let text = normal_form(value);
    match Handle::of(value) {
        Some(handle) if handle.computes_elements() => {
            let reason = "the debugger does not list its elements".to_owned();
            Reported { text, held: Held::Unreadable(reason) }
        }
        Some(handle) => Reported::object(text, handle),
        None => Reported::plain(text),
    }
}

/// The objects of a paused program, as far as an expansion wants them.
pub(crate) struct Objects<'session> {
    pub live: &'session mut Live,
    pub process: &'session mut HostProcess,
    pub expansion: &'session Expansion,
}

impl Objects<'_> {
    /// Sends the same command about several objects together.
    fn ask(
        &mut self,
        command: i32,
        objects: &[Value],
        more: &[Value],
    ) -> Result<Vec<Result<Vec<Value>, String>>, ChannelError> {
        let mut replies = Vec::with_capacity(objects.len());
        for together in objects.chunks(REQUESTS_TOGETHER_MAX) {
            for object in together {
                let values = [std::slice::from_ref(object), more].concat();
                self.live.request(self.process, command, &values);
            }
            for _ in together {
                replies.push(self.live.reply(self.process)?);
            }
        }
        Ok(replies)
    }

    /// Takes the way to what it holds from every proxy: its class does not distinguish it.
    pub fn close_proxies(
        &mut self,
        mut values: Vec<&mut Reported<Handle>>,
    ) -> Result<(), ChannelError> {
        values.retain(|value| matches!(&value.held, Held::Object(handle) if handle.class == PLAIN));
        let object = |value: &&mut Reported<Handle>| match &value.held {
            Held::Object(handle) => handle.object.clone(),
            _ => Value::Null,
        };
        let objects: Vec<Value> = values.iter().map(object).collect();
        let answers = self.ask(GET_HEAP_OBJECT, &objects, &[])?;
        for (value, answer) in values.into_iter().zip(answers) {
            if answer.is_ok_and(|properties| is_proxy(&properties)) {
                value.held = Held::Nothing;
            }
        }
        Ok(())
    }
}

/// Whether an object's own list of flags says that it is a proxy.
fn is_proxy(properties: &[Value]) -> bool {
    let name = properties.iter().position(|value| *value == Value::Text(PROXY_FLAG.to_owned()));
    let flag = name.and_then(|name| properties.get(name + 1));
    matches!(flag, Some(Value::Boolean(true) | Value::Integer(1)))
}

impl Inspect for Objects<'_> {
    type Handle = Handle;

    /// One wait for properties, one for what is known of the objects among them.
    fn inspect(&mut self, handles: Vec<Handle>) -> Result<Vec<Parts<Handle>>, ChannelError> {
        let objects: Vec<Value> = handles.iter().map(|handle| handle.object.clone()).collect();
        let range = [Value::Integer(0), Value::Integer(END_MAX)];
        let answers = self.ask(GET_PROPERTIES, &objects, &range)?;
        let parts = |(handle, answer): (&Handle, Result<Vec<Value>, String>)| {
            answer.map(|values| read(handle.shown(), &values))
        };
        let mut all: Vec<Parts<Handle>> = handles.iter().zip(answers).map(parts).collect();
        let wanted = usize::try_from(self.expansion.width).unwrap_or(usize::MAX);
        let shown = all.iter_mut().flatten().flat_map(|parts| parts.iter_mut().take(wanted));
        self.close_proxies(shown.map(HeldPart::value).collect())?;
        Ok(all)
    }
}

/// Reads properties: flags, key and value each, or a getter and a setter in place of the value.
pub(crate) fn read(shown: Shown, mut values: &[Value]) -> Vec<HeldPart<Handle>> {
    let mut parts = Vec::new();
    while let [Value::Integer(flags), key, value, rest @ ..] = values {
        let is_accessor = flags & ACCESSOR != 0;
        values = rest.get(usize::from(is_accessor)..).unwrap_or_default();
        // A hole of an array, or the engine's own.
        if *value == Value::Unused || flags & HIDDEN_SYMBOL != 0 {
            continue;
        }
        let value = if is_accessor { Reported::accessor() } else { reported(value) };
        match key {
            Value::Integer(index) => parts.push(HeldPart::property(index.to_string(), value)),
            Value::Text(name) if flags & SYMBOL != 0 => {
                parts.push(HeldPart::inner(symbol_form(name), value));
            }
            Value::Text(name) if shown.has(name) => parts.push(HeldPart::property(name, value)),
            _ => {}
        }
    }
    parts
}
