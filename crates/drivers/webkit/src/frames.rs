//! Where a program is paused: frames and scopes as in the program's text, without what the engine
//! and the host add.

use crate::events::Connection;
use crate::protocol::{CallFrame, Paused, WireLocation, WireScope};
use debunk_model::{Frame, LineIndex, Location, Place, Program, ScopeKind};
use debunk_shell::javascript::ENDING_FUNCTION;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Converts a wire location, where lines count from 0.
pub(crate) fn location(wire: &WireLocation) -> Location {
    Location::new(clamp(wire.line_number.saturating_add(1)), clamp(wire.column_number))
}

fn clamp(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// Reads the pauses of one program.
pub(crate) struct FrameReader {
    script_id: String,
    text: Arc<str>,
    lines: LineIndex,
    /// Every place at which a breakpoint can be set.
    places: BTreeSet<Location>,
}

/// A scope of a frame to show.
#[derive(Clone, Debug)]
pub(crate) struct ShownScope {
    pub kind: ScopeKind,
    pub object_id: String,
    /// The scope is the object of a `with` statement.
    pub is_object: bool,
}

impl FrameReader {
    pub fn new(program: &Program, script_id: String, places: BTreeSet<Location>) -> Self {
        Self { script_id, text: program.text.clone(), lines: program.lines(), places }
    }

    /// Whether the program's top level has ended. The engine pauses there once more, after the last
    /// character, where no breakpoint can be set and nothing is left to run.
    pub fn is_at_end(&self, paused: &Paused) -> bool {
        let Some(top) = paused.call_frames.first() else { return false };
        let is_top_level = matches!(&*top.function_name, "global code" | "module code");
        let at = location(&top.location);
        let offset = self.lines.offset(&self.text, at);
        is_top_level
            && top.location.script_id == self.script_id
            && !self.places.contains(&at)
            && offset.is_none_or(|offset| offset as usize == self.text.len())
    }

    /// Whether the pause is in neither the program nor code that it made.
    pub fn is_outside(&self, connection: &Connection, paused: &Paused) -> bool {
        let place = paused.call_frames.first().map(|frame| self.place(connection, frame));
        matches!(place, Some(Place::Outside { .. }))
    }

    /// Whether the run is over and the host reports what was printed: what a proxy does to that is
    /// not part of the run.
    pub fn is_over(&self, connection: &Connection, paused: &Paused) -> bool {
        paused.call_frames.iter().any(|frame| {
            frame.function_name == ENDING_FUNCTION
                && !connection.noted.later.contains(&frame.location.script_id)
                && matches!(self.place(connection, frame), Place::Outside { .. })
        })
    }

    /// The program's frames, innermost first, with their numbers in the pause.
    pub fn frames(&self, connection: &Connection, paused: &Paused) -> Vec<(usize, Frame)> {
        let mut frames = Vec::with_capacity(paused.call_frames.len());
        let mut skips_next = false;
        for (index, frame) in paused.call_frames.iter().enumerate() {
            let place = self.place(connection, frame);
            // The host's own frames below the program do not matter; one on top does.
            let is_shown = index == 0 || !matches!(place, Place::Outside { .. });
            if std::mem::take(&mut skips_next) || !is_shown {
                continue;
            }
            let mut function = plain_name(&frame.function_name);
            if let Some(outer) = self.outer_part(frame) {
                if function.is_empty() {
                    function = &outer.name;
                }
                let next = paused.call_frames.get(index + 1);
                let next_begin = next.and_then(|next| own_begin(&next.scope_chain));
                skips_next = next_begin.is_some() && next_begin == outer.location.as_ref();
            }
            frames.push((index, Frame { function: function.to_owned(), place }));
        }
        frames
    }

    /// The engine makes two functions from one that is asynchronous or a generator: an outer one
    /// with the parameters, which begins at their bracket, and the body, which begins at its brace.
    /// Returns the scope of the outer one if the frame is in the body.
    fn outer_part<'frame>(&self, frame: &'frame CallFrame) -> Option<&'frame WireScope> {
        let begin = own_begin(&frame.scope_chain)?;
        if !self.is_brace(begin) {
            return None;
        }
        frame.scope_chain.iter().find(|scope| {
            scope.kind == "closure" && scope.location.as_ref().is_some_and(|other| other != begin)
        })
    }

    /// Whether a function, whose start counts from 1, begins with a brace.
    fn is_brace(&self, begin: &WireLocation) -> bool {
        let at =
            Location::new(clamp(begin.line_number), clamp(begin.column_number.saturating_sub(1)));
        begin.script_id == self.script_id && self.character(at) == Some('{')
    }

    /// Whether the statement there is one that pauses by itself.
    pub fn is_debugger_statement(&self, at: Location) -> bool {
        let offset = self.lines.offset(&self.text, at);
        let rest = offset.and_then(|offset| self.text.get(offset as usize..));
        let is_part = |next: char| next.is_alphanumeric() || matches!(next, '_' | '$' | '\\');
        rest.and_then(|rest| rest.strip_prefix("debugger"))
            .is_some_and(|rest| !rest.starts_with(is_part) && !rest.trim_start().starts_with(':'))
    }

    fn character(&self, at: Location) -> Option<char> {
        let offset = self.lines.offset(&self.text, at)?;
        self.text.get(offset as usize..)?.chars().next()
    }

    fn place(&self, connection: &Connection, frame: &CallFrame) -> Place {
        let script_id = &frame.location.script_id;
        if *script_id == self.script_id {
            Place::Program { at: self.reported(location(&frame.location)) }
        } else if connection.noted.dynamic.contains(script_id) {
            Place::Dynamic { at: location(&frame.location) }
        } else {
            Place::Outside { url: frame.function_name.clone() }
        }
    }

    /// The end of a function has two names: a breakpoint is at its brace, but a pause is reported
    /// after it. It is reported by the breakpoint's name.
    fn reported(&self, at: Location) -> Location {
        let Some(column) = at.column.checked_sub(1) else { return at };
        let before = Location::new(at.line, column);
        let is_end = !self.places.contains(&at)
            && self.places.contains(&before)
            && self.character(before) == Some('}');
        if is_end { before } else { at }
    }

    /// The scopes of a frame except the global object, innermost first.
    pub fn scopes(&self, top: &CallFrame) -> Vec<ShownScope> {
        let chain = &top.scope_chain;
        let begin = own_begin(chain);
        let outer_begin = self.outer_part(top).and_then(|scope| scope.location.as_ref());
        let mut shown = Vec::with_capacity(chain.len());
        let mut is_own = true;
        for (index, scope) in chain.iter().enumerate() {
            let Some(object_id) = scope.object.object_id.clone() else { continue };
            // The object of a `with` statement has no location and is where its neighbours are;
            // neither has a module, which is the outermost.
            if scope.location.is_some() {
                let here = scope.location.as_ref();
                is_own = is_own && (here == begin || here == outer_begin);
            } else if scope.kind == "closure" {
                is_own = index == 0;
            }
            let kind = match scope.kind.as_str() {
                "global" => continue,
                "globalLexicalEnvironment" => ScopeKind::Script,
                _ if is_own => ScopeKind::Own,
                _ => ScopeKind::Outer,
            };
            shown.push(ShownScope { kind, object_id, is_object: scope.kind == "with" });
        }
        shown
    }
}

/// Where the function of a frame begins.
fn own_begin(chain: &[WireScope]) -> Option<&WireLocation> {
    chain.iter().find_map(|scope| scope.location.as_ref())
}

/// A function's name; code outside functions has none.
fn plain_name(name: &str) -> &str {
    match name {
        "global code" | "module code" | "eval code" => "",
        name => name,
    }
}
