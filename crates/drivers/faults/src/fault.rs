//! What a fault is: its name, its real bug, where it applies, and how it distorts a session.

use crate::scene::Scene;
use debunk_model::{Action, Capabilities, Capability, Language, Observation, Quirks};
use std::fmt;

/// A fault that can be planted.
#[derive(Clone, Copy)]
pub struct Fault {
    /// Its name.
    pub name: &'static str,
    /// What it does, and in which situation, in one sentence.
    pub summary: &'static str,
    /// A public report of a real bug of the same class.
    pub real_bug: &'static str,
    /// Whether its situation can occur, and if not, why.
    pub(crate) applies: fn(&Setting) -> Result<(), &'static str>,
    /// Whether it makes the debugger seem to hang or die.
    pub(crate) ends_debugger: bool,
    /// Makes the distortion of one session.
    pub(crate) distortion: fn() -> Box<dyn Distortion>,
}

impl Fault {
    /// Whether its situation can occur there.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn applies(&self, setting: &Setting) -> Result<(), &'static str> {
        (self.applies)(setting)
    }

    /// Whether it makes the debugger seem to hang or die. Any other fault that ends in such a way
    /// only led the real debugger into one of its own bugs.
    pub fn ends_debugger(&self) -> bool {
        self.ends_debugger
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Fault({})", self.name)
    }
}

/// One way to answer wrongly. Its state lasts for one session.
pub(crate) trait Distortion: Send {
    /// Answers one action.
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation;
}

/// A distortion without state.
pub(crate) struct StatelessDistortion(pub fn(&mut Scene, &Action) -> Observation);

impl Distortion for StatelessDistortion {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        (self.0)(scene, action)
    }
}

/// Where a fault is planted.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// What the debugger does by design.
    pub quirks: Quirks,
    /// What it can be asked for.
    pub capabilities: Capabilities,
    /// The language of the programs.
    pub language: Language,
}

impl Setting {
    /// Whether the debugger can be asked for something.
    pub(crate) fn offers(&self, capability: Capability) -> Result<(), &'static str> {
        if self.capabilities.has(capability) { Ok(()) } else { Err(capability.absence()) }
    }
}

/// For a fault that can show in every debugger and language.
pub(crate) fn everywhere(_: &Setting) -> Result<(), &'static str> {
    Ok(())
}

/// For a fault that needs a debugger that knows columns.
pub(crate) fn needs_columns(setting: &Setting) -> Result<(), &'static str> {
    if setting.quirks.granularity.is_lines() {
        Err("the debugger knows lines only")
    } else {
        Ok(())
    }
}

/// For a fault in what variables hold.
pub(crate) fn needs_contents(setting: &Setting) -> Result<(), &'static str> {
    setting.offers(Capability::Contents)
}
