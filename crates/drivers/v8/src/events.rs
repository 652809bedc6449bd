//! The events of V8's inspector: which are waited for, and what the others announce.

use crate::protocol::{BindingCalled, ContextCreated, Paused, ScriptParsed};
use debunk_shell::inspector;
use debunk_shell::javascript::PROGRAM_URL_PREFIX;
use std::collections::BTreeSet;

/// The connection to an inspector of V8.
pub(crate) type Connection = inspector::Connection<Announced>;

/// A message from it.
pub(crate) type Message = inspector::Message<Event>;

/// An event that somebody waits for.
pub(crate) enum Event {
    /// The program is paused.
    Paused(Box<Paused>),
    /// The prelude in the environment of that number reports what the program did.
    Reported(i64, String),
    /// The environment of the program is gone.
    ContextDestroyed,
    /// The debugger says that it is shutting down.
    Detached,
}

/// What was announced.
#[derive(Default)]
pub(crate) struct Announced {
    /// The newest execution context.
    pub newest_context: Option<i64>,
    /// The newest script with a program's address.
    pub newest_program: Option<String>,
    /// Scripts without an address, or with one of a program: if it is not the program, it was made by
    /// the program at run time.
    pub dynamic_scripts: BTreeSet<String>,
    /// Scripts with an address since the session began; a program can give one to what it makes.
    pub later_scripts: BTreeSet<String>,
}

impl Announced {
    fn note(&mut self, script: ScriptParsed) {
        if script.url.is_empty() {
            self.dynamic_scripts.insert(script.script_id);
        } else if is_program(&script.url) {
            // A program can give its own kind of address to what it makes.
            self.dynamic_scripts.insert(script.script_id.clone());
            self.newest_program = Some(script.script_id);
        } else {
            self.later_scripts.insert(script.script_id);
        }
    }
}

impl inspector::Events for Announced {
    type Event = Event;

    fn understand(
        &mut self,
        method: &str,
        params: &str,
    ) -> Result<Option<Event>, serde_json::Error> {
        Ok(match method {
            "Debugger.paused" => Some(Event::Paused(serde_json::from_str(params)?)),
            "Debugger.scriptParsed" => {
                self.note(serde_json::from_str(params)?);
                None
            }
            "Runtime.executionContextCreated" => {
                let created: ContextCreated = serde_json::from_str(params)?;
                self.newest_context = Some(created.context.id);
                None
            }
            "Runtime.bindingCalled" => {
                let called: BindingCalled = serde_json::from_str(params)?;
                Some(Event::Reported(called.execution_context_id, called.payload))
            }
            "Runtime.executionContextDestroyed" => Some(Event::ContextDestroyed),
            "Inspector.targetCrashed" | "Inspector.detached" | "Target.detachedFromTarget" => {
                Some(Event::Detached)
            }
            _ => None,
        })
    }

    fn is_farewell(event: &Event) -> bool {
        matches!(event, Event::Detached)
    }

    fn forget(&mut self) {
        self.dynamic_scripts.clear();
        self.later_scripts.clear();
    }
}

/// Whether a script is the program: by its address, or by its file if only files work.
fn is_program(url: &str) -> bool {
    url.starts_with(PROGRAM_URL_PREFIX) || url.ends_with("/program.mjs")
}
