//! What a debugger has to offer so that debunk can test it.

use crate::CodeMap;
use crate::recipe::Recipe;
use debunk_base::Bits;
use debunk_model::{
    Action, Capabilities, Engine, Goal, Language, Location, Observation, Outcome, Program, Quirks,
    Span,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Which debugger this is, exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DebuggerInfo {
    /// The name that a user gives, such as `node` or `node@11.1.0`.
    pub name: String,
    /// The product, such as `node`.
    pub product: String,
    /// The product's version.
    pub version: String,
    /// What runs its programs or makes them, if that is known and matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub engine: Option<Engine>,
}

impl fmt::Display for DebuggerInfo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.product, self.version)?;
        match &self.engine {
            Some(engine) => write!(formatter, " ({engine})"),
            None => Ok(()),
        }
    }
}

/// Why a program could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The debugger's engine does not accept the text.
    #[error("does not parse: {0}")]
    DoesNotParse(String),
    /// This debugger cannot run this kind of program.
    #[error("is not supported by this debugger: {0}")]
    Unsupported(String),
    /// The debugger could not be started or died.
    #[error("the debugger is not available: {0}")]
    Dead(String),
}

/// The code that talks to one debugger process. If a process hangs or dies, the driver replaces it
/// at the next [`Driver::open`].
pub trait Driver: Send {
    /// Loads a program into a fresh environment, not yet started.
    ///
    /// # Errors
    /// If the program cannot be loaded.
    fn open(&mut self, program: &Program) -> Result<(), OpenError>;

    /// Performs the actions, of which only the last may be a control action, and returns one
    /// observation each; fewer only if one of them is an end.
    fn perform(&mut self, actions: &[Action]) -> Vec<Observation>;

    /// Breakpoints that the debugger has relocated since the last call: their requested and actual
    /// locations.
    fn moved(&mut self) -> Vec<(Location, Location)> {
        Vec::new()
    }

    /// Ends the session in whatever state it is.
    fn close(&mut self);

    /// Ends the debugger's process, so that the next session begins in a new one.
    fn discard(&mut self);

    /// Which of the debugger's own code the last closed session covered, if the debugger can report
    /// it ([`Debugger::code`]).
    fn coverage(&mut self) -> Option<Bits> {
        None
    }
}

/// How a program behaved without a debugger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlainRun {
    /// It ended.
    Ended(Outcome),
    /// The engine does not accept the text.
    DoesNotParse(String),
    /// It did not end in time.
    TimedOut,
    /// This host cannot run this kind of program.
    Unsupported(String),
    /// The host died.
    Died(String),
}

/// Runs programs on the debugger's own engine, without the debugger.
pub trait PlainRunner: Send {
    /// Runs a program to its end.
    fn run(&mut self, program: &Program) -> PlainRun;

    /// Runs a program in the surroundings that a debugger makes, but without a debugger. If a
    /// program behaves differently there, it checks how it is run, and would do so under a
    /// debugger.
    fn run_in_decoy(&mut self, program: &Program) -> PlainRun {
        self.run(program)
    }

    /// Runs a copy of a program that logs what it does, and gives it a secret that the program
    /// cannot see.
    fn run_with_secret(&mut self, copy: &Program, _secret: &str) -> PlainRun {
        self.run(copy)
    }

    /// The same in the decoy; none where a copy cannot be run there.
    fn run_in_decoy_with_secret(&mut self, copy: &Program, _secret: &str) -> Option<PlainRun> {
        Some(self.run_in_decoy(copy))
    }

    /// The parts of a program that did not run, by the engine's own coverage.
    ///
    /// # Errors
    /// If the engine cannot say.
    fn dead_spans(&mut self, program: &Program) -> Result<Vec<Span>, String>;
}

/// A debugger that can be started any number of times.
pub trait Debugger: Send + Sync {
    /// Which one it is.
    fn info(&self) -> &DebuggerInfo;
    /// What it does by design.
    fn quirks(&self) -> Quirks;
    /// What it can be asked for, beyond what every debugger offers.
    fn capabilities(&self) -> Capabilities {
        Capabilities::NONE
    }
    /// The languages of the programs that it can debug.
    fn languages(&self) -> &[Language] {
        &[Language::JavaScript]
    }
    /// Whether it can debug programs of that goal.
    fn supports(&self, goal: Goal) -> bool;
    /// Whether programs of that language are compiled with optimisation, so that lines and
    /// variables may differ from the source.
    fn optimises(&self, _language: Language) -> bool {
        false
    }
    /// What a reproduction without debunk needs to know, if there is one for programs of that
    /// language.
    fn recipe(&self, _language: Language) -> Option<Recipe> {
        None
    }
    /// A new driver; the process starts with the first session.
    fn driver(&self) -> Box<dyn Driver>;
    /// A new plain runner.
    fn runner(&self) -> Box<dyn PlainRunner>;
    /// The debugger's own code, if it can report what a session covers of it.
    fn code(&self) -> Option<Arc<CodeMap>> {
        None
    }
    /// The faults that were built into it, to be enabled one at a time.
    fn built_in_faults(&self) -> &[BuiltInFault] {
        &[]
    }
    /// A new driver of the debugger with a fault of [`Debugger::built_in_faults`] enabled.
    fn faulty_driver(&self, fault: &BuiltInFault) -> Box<dyn Driver> {
        let _ = fault;
        self.driver()
    }
}

/// A fault in the code of the debugger itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInFault {
    /// Its name.
    pub name: &'static str,
    /// What it does, and in which situation, in one sentence.
    pub summary: &'static str,
    /// The number that enables it.
    pub number: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_in_findings_are_read_and_written_unchanged() {
        let check = |engine: &str, expected: Option<Engine>| {
            let text = format!(r#"{{"name":"d@1","product":"d","version":"1"{engine}}}"#);
            let info: DebuggerInfo = serde_json::from_str(&text).expect("a description");
            assert_eq!(info.engine, expected);
            assert_eq!(serde_json::to_string(&info).expect("JSON"), text);
        };
        check("", None);
        check(r#","engine":"V8 11.3.244.8""#, Some(Engine::runtime("V8", Some("11.3.244.8"))));
        check(r#","engine":"Python 3.11.7""#, Some(Engine::python("3.11.7")));
        let compiled = Some(Engine::compiler("gcc", "-O0 -g"));
        check(r#","engine":"compiled by gcc -O0 -g""#, compiled);
    }
}
