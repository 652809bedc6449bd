//! The values of Duktape's debug protocol ("dvalues"), read from and written to bytes. Pure.

use crate::frame::text_of;
use debunk_shell::javascript::mask_positions;

/// The names of Duktape's classes, by their numbers.
const CLASSES: [&str; 30] = [
    "none",
    "Object",
    "Array",
    "Function",
    "Arguments",
    "Boolean",
    "Date",
    "Error",
    "JSON",
    "Math",
    "Number",
    "RegExp",
    "String",
    "global",
    "Symbol",
    "ObjEnv",
    "DecEnv",
    "Pointer",
    "Thread",
    "ArrayBuffer",
    "DataView",
    "Int8Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "Int16Array",
    "Uint16Array",
    "Int32Array",
    "Uint32Array",
    "Float32Array",
    "Float64Array",
];

/// One value, or a mark of a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    EndOfMessage,
    Request,
    Reply,
    Error,
    Notify,
    Integer(i32),
    Number(f64),
    Text(String),
    Buffer(Vec<u8>),
    Unused,
    Undefined,
    Null,
    Boolean(bool),
    /// An object.
    Object {
        /// The number of its class.
        class: u8,
        /// Its address, which means something only to the engine.
        address: Vec<u8>,
    },
    /// A function that is a plain pointer.
    LightFunction,
    Pointer,
}

/// Reads the value at the front of `bytes`, and returns its length; `None` if it is incomplete.
pub(crate) fn read(bytes: &[u8]) -> Result<Option<(Value, usize)>, &'static str> {
    let Some((&first, rest)) = bytes.split_first() else { return Ok(None) };
    let short = |length: usize| rest.get(..length);
    let long = |width: usize| -> Option<(usize, &[u8])> {
        let length = short(width)?.iter().fold(0_usize, |sum, byte| sum << 8 | usize::from(*byte));
        Some((1 + width + length, rest.get(width..width + length)?))
    };
    // The length of an address precedes it.
    let address = |before: usize| -> Option<usize> {
        let length = usize::from(*rest.get(before)?);
        rest.get(before + 1..before + 1 + length).map(|_| before + 2 + length)
    };
    let read = match first {
        0x00 => Some((Value::EndOfMessage, 1)),
        0x01 => Some((Value::Request, 1)),
        0x02 => Some((Value::Reply, 1)),
        0x03 => Some((Value::Error, 1)),
        0x04 => Some((Value::Notify, 1)),
        0x10 => short(4)
            .and_then(|four| Some((Value::Integer(i32::from_be_bytes(four.try_into().ok()?)), 5))),
        0x11 => long(4).map(|(length, text)| (Value::Text(text_of(text)), length)),
        0x12 => long(2).map(|(length, text)| (Value::Text(text_of(text)), length)),
        0x13 => long(4).map(|(length, data)| (Value::Buffer(data.to_vec()), length)),
        0x14 => long(2).map(|(length, data)| (Value::Buffer(data.to_vec()), length)),
        0x15 => Some((Value::Unused, 1)),
        0x16 => Some((Value::Undefined, 1)),
        0x17 => Some((Value::Null, 1)),
        0x18 => Some((Value::Boolean(true), 1)),
        0x19 => Some((Value::Boolean(false), 1)),
        0x1a => short(8)
            .and_then(|eight| Some((Value::Number(f64::from_be_bytes(eight.try_into().ok()?)), 9))),
        0x1b => rest.first().and_then(|class| {
            let length = address(1)?;
            let address = rest.get(2..length - 1)?.to_vec();
            Some((Value::Object { class: *class, address }, length))
        }),
        0x1c | 0x1e => address(0).map(|length| (Value::Pointer, length)),
        0x1d => address(2).map(|length| (Value::LightFunction, length)),
        0x60..0x80 => {
            let length = usize::from(first - 0x60);
            short(length).map(|text| (Value::Text(text_of(text)), 1 + length))
        }
        0x80..0xc0 => Some((Value::Integer(i32::from(first - 0x80)), 1)),
        0xc0.. => rest
            .first()
            .map(|low| (Value::Integer(i32::from(first - 0xc0) << 8 | i32::from(*low)), 2)),
        _ => return Err("a value of an unknown kind"),
    };
    Ok(read)
}

/// Appends a value; those that are only read are left out.
pub(crate) fn write(value: &Value, bytes: &mut Vec<u8>) {
    match value {
        Value::EndOfMessage => bytes.push(0x00),
        Value::Request => bytes.push(0x01),
        Value::Null => bytes.push(0x17),
        Value::Integer(number) => {
            bytes.push(0x10);
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        Value::Text(text) => {
            bytes.push(0x11);
            bytes.extend_from_slice(&(text.len() as u32).to_be_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        Value::Object { class, address } => {
            bytes.extend_from_slice(&[0x1b, *class, address.len() as u8]);
            bytes.extend_from_slice(address);
        }
        _ => {}
    }
}

/// A value in normal form: the same on every engine as far as Duktape reports it.
pub(crate) fn normal_form(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number_form(*number),
        Value::Text(text) => {
            mask_positions(&serde_json::to_string(text).unwrap_or_else(|_| text.clone()))
        }
        Value::Buffer(data) => format!("Buffer({})", data.len()),
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Object { class: 3, .. } | Value::LightFunction => "function".to_owned(),
        Value::Object { class, .. } => {
            CLASSES.get(usize::from(*class)).unwrap_or(&"object").to_string()
        }
        Value::Pointer => "pointer".to_owned(),
        _ => "undefined".to_owned(),
    }
}

/// A symbol that the engine writes as a text: its description between two marks.
pub(crate) fn symbol_form(text: &str) -> String {
    let description = text.trim_start_matches('\u{fffd}').split('\u{fffd}').next();
    format!("Symbol({})", description.unwrap_or_default())
}

fn number_form(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    // Zero keeps its sign.
    number.to_string()
}

/// Cuts the debugger's stream into messages. It begins with a line of versions.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    buffer: Vec<u8>,
    is_greeted: bool,
}

impl Messages {
    pub fn feed(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// The values of the next whole message, without its end; `None` if more bytes are needed.
    pub fn next(&mut self) -> Result<Option<Vec<Value>>, &'static str> {
        if !self.is_greeted {
            let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') else {
                return Ok(None);
            };
            self.buffer.drain(..=end);
            self.is_greeted = true;
        }
        let mut values = Vec::new();
        let mut at = 0;
        while let Some((value, length)) = read(&self.buffer[at..])? {
            at += length;
            if value == Value::EndOfMessage {
                self.buffer.drain(..at);
                return Ok(Some(values));
            }
            let is_mark =
                matches!(value, Value::Request | Value::Reply | Value::Error | Value::Notify);
            if is_mark && !values.is_empty() {
                return Err("a message in the middle of another");
            }
            values.push(value);
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Value, form: &str) {
        assert_eq!(read(bytes), Ok(Some((expected.clone(), bytes.len()))));
        for cut in 0..bytes.len() {
            assert_eq!(read(&bytes[..cut]), Ok(None), "cut at {cut}");
        }
        assert_eq!(normal_form(&expected), form);
    }

    #[test]
    fn every_kind_of_value_is_read() {
        check(&[0x85], Value::Integer(5), "5");
        check(&[0xc1, 0x02], Value::Integer(258), "258");
        check(&[0x10, 0xff, 0xff, 0xff, 0xfe], Value::Integer(-2), "-2");
        check(&[0x62, b'a', b'"'], Value::Text("a\"".to_owned()), r#""a\"""#);
        check(&[0x12, 0, 1, b'x'], Value::Text("x".to_owned()), "\"x\"");
        check(&[0x13, 0, 0, 0, 2, 1, 2], Value::Buffer(vec![1, 2]), "Buffer(2)");
        check(&[0x1a, 0x80, 0, 0, 0, 0, 0, 0, 0], Value::Number(-0.0), "-0");
        check(&[0x1a, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0], Value::Number(1.5), "1.5");
        let object = |class, address: &[u8]| Value::Object { class, address: address.to_vec() };
        check(&[0x1b, 2, 2, 9, 8], object(2, &[9, 8]), "Array");
        check(&[0x1b, 3, 1, 9], object(3, &[9]), "function");
        check(&[0x1d, 0, 0, 1, 7], Value::LightFunction, "function");
        check(&[0x1c, 1, 7], Value::Pointer, "pointer");
        assert!(read(&[0x7f_u8.wrapping_sub(0x30)]).is_err());
    }

    #[test]
    fn what_is_written_can_be_read() {
        let object = Value::Object { class: 1, address: vec![1, 2, 3, 4] };
        for value in [Value::Integer(-7), Value::Text("ä".to_owned()), Value::Null, object] {
            let mut bytes = Vec::new();
            write(&value, &mut bytes);
            assert_eq!(read(&bytes), Ok(Some((value, bytes.len()))));
        }
    }

    #[test]
    fn messages_come_behind_the_greeting() {
        let mut messages = Messages::default();
        messages.feed(b"2 20700 v2.7.0\n\x04\x81");
        assert_eq!(messages.next(), Ok(None));
        messages.feed(b"\x00\x02\x00");
        assert_eq!(messages.next(), Ok(Some(vec![Value::Notify, Value::Integer(1)])));
        assert_eq!(messages.next(), Ok(Some(vec![Value::Reply])));
        assert_eq!(messages.next(), Ok(None));
    }
}
