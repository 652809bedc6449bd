//! Walks through XML as a stream, with bounded memory and with positions for errors.

use crate::CoverageError;
use crate::input::Input;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::rc::Rc;

/// A longer tag or text is not one of a coverage tool.
const EVENT_LIMIT_BYTES: usize = 16 << 20;

/// A reader that returns an error if one event takes too many bytes.
struct MeteredReader<'a> {
    input: &'a mut Input,
    used: Rc<Cell<usize>>,
}

impl Read for MeteredReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer)
    }
}

impl BufRead for MeteredReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used.get() > EVENT_LIMIT_BYTES {
            return Err(io::Error::other("a tag or a text is longer than 16 MiB"));
        }
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.used.set(self.used.get() + amount);
        self.input.consume(amount);
    }
}

/// What a reader of one XML format does with the tags.
pub(crate) trait Tags {
    /// An element begins; `path` holds the names of those around it, outermost first.
    fn open(&mut self, tag: &Tag<'_>, path: &[String]) -> Result<(), String>;
    /// An element ends.
    fn close(&mut self, _name: &str) {}
    /// Text inside an element.
    fn text(&mut self, _element: &str, _text: &str) {}
}

/// An opening tag.
pub(crate) struct Tag<'a> {
    /// Its name.
    pub name: &'a str,
    start: &'a BytesStart<'a>,
}

impl Tag<'_> {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let attribute = self.start.try_get_attribute(name).ok().flatten()?;
        let text = String::from_utf8_lossy(&attribute.value).into_owned();
        Some(quick_xml::escape::unescape(&text).map_or(text.clone(), |text| text.into_owned()))
    }

    /// The value of an attribute that is required and must be a number.
    pub fn number(&self, name: &str) -> Result<u64, String> {
        let text = self.attribute(name).ok_or_else(|| format!("<{}> lacks {name}", self.name))?;
        text.parse::<f64>().map(|number| number.max(0.0) as u64).map_err(|_| {
            format!("{name}=\"{}\" of <{}> is not a number", text.escape_debug(), self.name)
        })
    }
}

/// Reads a whole document.
pub(crate) fn walk(
    input: &mut Input,
    path: &Path,
    format: &'static str,
    tags: &mut dyn Tags,
) -> Result<(), CoverageError> {
    let used = Rc::new(Cell::new(0));
    let mut reader = Reader::from_reader(MeteredReader { input, used: Rc::clone(&used) });
    let mut buffer = Vec::new();
    let mut open: Vec<String> = Vec::new();
    // A text arrives in pieces: entities and sections are separate.
    let mut text = String::new();
    loop {
        buffer.clear();
        used.set(0);
        let event = reader.read_event_into(&mut buffer);
        let position = reader.buffer_position();
        let damaged = |what: String| CoverageError::Damaged {
            path: path.to_owned(),
            format,
            position: format!("byte {position}"),
            what,
        };
        let event = event.map_err(|error| damaged(error.to_string()))?;
        let ends_text = matches!(event, Event::Start(_) | Event::Empty(_) | Event::End(_));
        if ends_text && let Some(element) = open.last().filter(|_| !text.is_empty()) {
            tags.text(element, &text);
            text.clear();
        }
        match event {
            Event::Start(start) => {
                let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
                tags.open(&Tag { name: &name, start: &start }, &open).map_err(damaged)?;
                open.push(name);
            }
            Event::Empty(start) => {
                let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
                tags.open(&Tag { name: &name, start: &start }, &open).map_err(damaged)?;
                tags.close(&name);
            }
            Event::End(_) => {
                if let Some(name) = open.pop() {
                    tags.close(&name);
                }
            }
            Event::Text(piece) => {
                add(&mut text, &String::from_utf8_lossy(&piece)).map_err(damaged)?
            }
            Event::CData(piece) => {
                add(&mut text, &String::from_utf8_lossy(&piece)).map_err(damaged)?
            }
            Event::GeneralRef(name) => {
                let entity = format!("&{};", String::from_utf8_lossy(&name));
                let meant =
                    quick_xml::escape::unescape(&entity).map_or(entity.as_str().into(), |it| it);
                add(&mut text, &meant).map_err(damaged)?;
            }
            Event::Eof if open.is_empty() => return Ok(()),
            Event::Eof => return Err(damaged(format!("it ends inside <{}>", open.join("><")))),
            _ => {}
        }
    }
}

/// Adds a piece to a text, which is limited to the length of a tag.
fn add(text: &mut String, piece: &str) -> Result<(), String> {
    if text.len() + piece.len() > EVENT_LIMIT_BYTES {
        return Err("a text is longer than 16 MiB".to_owned());
    }
    text.push_str(piece);
    Ok(())
}
