//! The events of WebKit's inspector: which are waited for, and which scripts they announce.

use crate::protocol::{Paused, ScriptParsed};
use debunk_shell::inspector;
use debunk_shell::javascript::PROGRAM_URL_PREFIX;
use std::collections::BTreeSet;

/// The connection to Bun.
pub(crate) type Connection = inspector::Connection<Scripts>;

/// A message from Bun.
pub(crate) type Message = inspector::Message<Box<Paused>>;

/// The scripts that were parsed.
#[derive(Default)]
pub(crate) struct Scripts {
    /// The program, once it is parsed.
    pub program: Option<String>,
    /// Scripts without an address: made by the program at run time.
    pub dynamic: BTreeSet<String>,
    /// Scripts with an address since the program was loaded; it can give one to what it makes.
    pub later: BTreeSet<String>,
}

impl Scripts {
    /// Our scripts have an address, but not that of a program. Modules have none, but the program
    /// is the first of them.
    fn note(&mut self, script: ScriptParsed) {
        let has_address = !script.url.is_empty() || !script.source_url.is_empty();
        let is_program =
            [&script.url, &script.source_url].iter().any(|url| url.starts_with(PROGRAM_URL_PREFIX))
                || script.script_type == "module";
        if is_program && self.program.is_none() {
            self.program = Some(script.script_id);
        } else if has_address && !is_program {
            self.later.insert(script.script_id);
        } else {
            self.dynamic.insert(script.script_id);
        }
    }
}

impl inspector::Events for Scripts {
    /// The program is paused.
    type Event = Box<Paused>;

    fn understand(
        &mut self,
        method: &str,
        params: &str,
    ) -> Result<Option<Box<Paused>>, serde_json::Error> {
        match method {
            "Debugger.paused" => serde_json::from_str(params).map(|paused| Some(Box::new(paused))),
            "Debugger.scriptParsed" => {
                self.note(serde_json::from_str(params)?);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}
