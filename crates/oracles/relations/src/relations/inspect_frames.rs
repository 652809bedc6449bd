//! Reads the variables of all frames in different orders: each order shows the same.

use super::{ASKED_PERCENT, asking};
use crate::{Application, Group, Inapplicable, Initial, Inquiry, Relation};
use debunk_model::{Capability, FrameOrder, TestRng};

const NAMES_PER_PAUSE_MAX: usize = 3;

/// Reads the variables of all callers twice, and evaluates some of their names in their frames.
///
/// ```text
/// before: break 3; start (3 < 9)
/// after:  break 3; start; look at all callers; evaluate x in frame 1
/// ```
pub(super) struct InspectFrames;

impl Relation for InspectFrames {
    fn name(&self) -> &'static str {
        "inspect-frames"
    }

    fn group(&self) -> Group {
        Group::Questions
    }

    fn summary(&self) -> &'static str {
        "the variables of every frame are the same in every order, and names there have their values"
    }

    fn example(&self) -> &'static str {
        "break 3, start (3 < 9)  ->  break 3, start, look at all callers (x is 1), evaluate x in frame 1"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn requires(&self) -> &'static [Capability] {
        &[Capability::CallerVariables, Capability::FrameQuestions]
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let mut count = 0;
        let mut plan = asking(initial, "no pause with a caller", |pause| {
            if pause.frames.len() < 2 || !rng.chance(ASKED_PERCENT) {
                return Vec::new();
            }
            count += 1;
            let mut orders = FrameOrder::ALL;
            rng.shuffle(&mut orders);
            let reading = |order: FrameOrder| Inquiry::Callers { order };
            let mut inquiries = vec![reading(orders[0])];
            for _ in 0..=rng.below(NAMES_PER_PAUSE_MAX) {
                inquiries.push(Inquiry::CallerName { pick: rng.below(u16::MAX.into()) as u32 });
            }
            inquiries.push(reading(orders[1]));
            inquiries
        })?;
        plan.note = format!("read the variables of all frames at {count} pauses");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
