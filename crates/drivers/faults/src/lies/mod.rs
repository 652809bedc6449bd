//! The lies themselves, grouped by subject.

pub(crate) mod breakpoints;
pub(crate) mod placing;
pub(crate) mod running;
pub(crate) mod stepping;
pub(crate) mod variables;

use crate::scene::Scene;
use debunk_model::{Action, Observation};

/// One way to answer wrongly. Its state lasts for one session.
pub(crate) trait Lie: Send {
    /// Answers one action.
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation;
}

/// A lie without state.
pub(crate) struct Stateless(pub fn(&mut Scene, &Action) -> Observation);

impl Lie for Stateless {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        (self.0)(scene, action)
    }
}
