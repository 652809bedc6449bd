//! How drivers refuse what cannot be asked at a pause, in the same words.

use debunk_model::{Expansion, Observation};

/// The answer to the expansion of a name that the frame does not know.
pub fn no_variable(expansion: &Expansion) -> Observation {
    let Expansion { name, frame, .. } = expansion;
    Observation::Refused { reason: format!("{name} is no variable in frame {frame}") }
}

/// The answer to a question about a frame that does not exist.
pub fn no_frame(frame: u32) -> Observation {
    Observation::Refused { reason: format!("there is no frame {frame}") }
}
