//! What a traced run reports: how values were made, and what was decided, in order.

use serde::Serialize;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunVerdict {
    /// The relation holds.
    Pass,
    /// The relation is violated.
    Fail,
    /// The input is not valid.
    Invalid,
    /// The input is outside the domain, and was not run.
    Outside,
    /// Something threw.
    Crash,
    /// It did not end in time.
    Fuel,
}

impl RunVerdict {
    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "pass" => RunVerdict::Pass,
            "fail" => RunVerdict::Fail,
            "invalid" => RunVerdict::Invalid,
            "outside" => RunVerdict::Outside,
            _ => RunVerdict::Crash,
        }
    }
}

/// How a value was made from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Leaf,
    Constant,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Negate,
    Floor,
    Ceiling,
    Truncate,
    Root,
    Less,
    LessOrSame,
    Same,
    Different,
    Not,
    Truth,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
}

impl Operation {
    fn from_code(code: f64) -> Option<Self> {
        Some(match code as u32 {
            0 => Self::Leaf,
            1 => Self::Constant,
            2 => Self::Add,
            3 => Self::Subtract,
            4 => Self::Multiply,
            5 => Self::Divide,
            6 => Self::Remainder,
            7 => Self::Negate,
            8 => Self::Floor,
            9 => Self::Ceiling,
            10 => Self::Truncate,
            11 => Self::Root,
            20 => Self::Less,
            21 => Self::LessOrSame,
            24 => Self::Same,
            25 => Self::Different,
            26 => Self::Not,
            27 => Self::Truth,
            30 => Self::BitAnd,
            31 => Self::BitOr,
            32 => Self::BitXor,
            33 => Self::ShiftLeft,
            34 => Self::ShiftRight,
            35 => Self::ShiftRightUnsigned,
            _ => return None,
        })
    }

    /// How many operands it has.
    pub fn arity(self) -> usize {
        match self {
            Self::Leaf | Self::Constant => 0,
            Self::Negate
            | Self::Floor
            | Self::Ceiling
            | Self::Truncate
            | Self::Root
            | Self::Not
            | Self::Truth => 1,
            _ => 2,
        }
    }
}

/// One term. Operands have smaller numbers than what is made from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpressionNode {
    pub operation: Operation,
    /// The first operand, the number of a leaf, or the value of a constant.
    pub left: f64,
    pub right: f64,
    /// Where it was made.
    pub site: Option<usize>,
}

/// Something that happened in a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TraceEvent {
    /// A condition was decided; without a term it does not depend on the input.
    Branch { site: usize, term: Option<usize>, taken: bool },
    /// A concrete value was used.
    Pin { term: usize, value: f64 },
    /// The execution of the marked place begins.
    Fault,
    /// The marked place has its value.
    FaultDone,
    /// The place with this number was computed.
    Place(usize),
    /// Another part of the run begins: 0 valid, 1 P, 2 T, from 3 on P on follow-ups, -1 M.
    Phase(i32),
}

/// One traced run.
#[derive(Clone, Debug)]
pub(crate) struct TracedRun {
    pub verdict: RunVerdict,
    pub nodes: Vec<ExpressionNode>,
    pub events: Vec<TraceEvent>,
    /// Names and values of variables at the watched place.
    pub watched: Vec<(String, String)>,
}

/// A constraint of the path that a run took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PathStep {
    /// The event that it comes from.
    pub event: usize,
    pub term: usize,
    /// What the term must be: a truth value, or a number for a pin.
    pub value: f64,
    /// The place of a condition; `None` for a pin.
    pub site: Option<usize>,
    /// Whether it may be decided differently: a condition of P.
    pub is_free: bool,
}

impl TracedRun {
    pub fn empty(verdict: RunVerdict) -> Self {
        Self { verdict, nodes: Vec::new(), events: Vec::new(), watched: Vec::new() }
    }

    pub fn read_nodes(numbers: &[f64]) -> Option<Vec<ExpressionNode>> {
        numbers
            .chunks_exact(4)
            .map(|part| {
                Some(ExpressionNode {
                    operation: Operation::from_code(part[0])?,
                    left: part[1],
                    right: part[2],
                    site: (part[3] >= 0.0).then_some(part[3] as usize),
                })
            })
            .collect()
    }

    pub fn read_events(numbers: &[f64]) -> Vec<TraceEvent> {
        numbers
            .chunks_exact(4)
            .map(|part| match part[0] as u32 {
                0 => TraceEvent::Branch {
                    site: part[1].max(0.0) as usize,
                    term: (part[2] >= 0.0).then_some(part[2] as usize),
                    taken: part[3] != 0.0,
                },
                1 => TraceEvent::Pin { term: part[2] as usize, value: part[3] },
                2 if part[3] != 0.0 => TraceEvent::FaultDone,
                2 => TraceEvent::Fault,
                4 => TraceEvent::Place(part[1] as usize),
                _ => TraceEvent::Phase(part[3] as i32),
            })
            .collect()
    }

    /// The constraints of the path, in order.
    pub fn steps(&self) -> Vec<PathStep> {
        let mut phase = 0;
        let mut steps = Vec::new();
        for (event, it) in self.events.iter().enumerate() {
            match *it {
                TraceEvent::Phase(number) => phase = number,
                TraceEvent::Branch { site, term: Some(term), taken } if phase >= 0 => {
                    let value = f64::from(u8::from(taken));
                    let is_free = phase == 1 || phase >= 3;
                    steps.push(PathStep { event, term, value, site: Some(site), is_free });
                }
                TraceEvent::Pin { term, value } if phase >= 0 => {
                    steps.push(PathStep { event, term, value, site: None, is_free: false });
                }
                _ => {}
            }
        }
        steps
    }

    /// The events of the runs of P, with their numbers.
    pub fn events_of_p(&self) -> impl Iterator<Item = (usize, TraceEvent)> + '_ {
        let mut phase = 0;
        self.events.iter().enumerate().filter_map(move |(event, it)| {
            if let TraceEvent::Phase(number) = *it {
                phase = number;
            }
            (phase == 1 || phase >= 3).then_some((event, *it))
        })
    }

    /// The conditions that P decided, including those that do not depend on the input: the number
    /// of the event, the place, and the decision.
    pub fn branches(&self) -> Vec<(usize, usize, bool)> {
        let decided = self.events_of_p().filter_map(|(event, it)| match it {
            TraceEvent::Branch { site, taken, .. } => Some((event, site, taken)),
            _ => None,
        });
        decided.collect()
    }

    /// Whether an event is a condition that depends on the input.
    pub fn depends(&self, event: usize) -> bool {
        matches!(self.events.get(event), Some(TraceEvent::Branch { term: Some(_), .. }))
    }

    /// Whether M decided something by the input: then flipping the conditions of P says little.
    pub fn is_open_in_relation(&self) -> bool {
        let mut phase = 0;
        self.events.iter().any(|event| match *event {
            TraceEvent::Phase(number) => {
                phase = number;
                false
            }
            TraceEvent::Branch { term: Some(_), .. } | TraceEvent::Pin { .. } => phase < 0,
            _ => false,
        })
    }

    /// Which run of P an event is in: 0 for the given input, from 1 on for follow-ups.
    pub fn run_of(&self, event: usize) -> usize {
        let before = self.events.iter().take(event).rev();
        let mut phases = before.filter_map(|it| match it {
            TraceEvent::Phase(number) => Some(*number),
            _ => None,
        });
        phases.next().map_or(0, |phase| usize::try_from(phase - 2).unwrap_or(0))
    }

    /// How often the place of a branch was passed, up to and including the event.
    pub fn hits(&self, event: usize) -> usize {
        let Some(TraceEvent::Branch { site: wanted, .. }) = self.events.get(event) else {
            return 0;
        };
        let same = self
            .events
            .iter()
            .take(event + 1)
            .filter(|it| matches!(it, TraceEvent::Branch { site, .. } if site == wanted));
        same.count()
    }
}

#[cfg(test)]
mod tests {
    use super::RunVerdict;
    use crate::Sources;
    use crate::engine::{LoadedProgram, Tracing};
    use std::sync::Arc;

    #[test]
    fn a_trace_has_every_branch_execution_whether_or_not_it_depends_on_the_input() {
        let text = "export function P(A) {
  let n = 0;
  for (let i = 0; i < 3; i++) {
    if (i === 1) n++;
    if (A[i] > 1 && n < 9) n += A[i];
  }
  while (n > 100) n--;
  do { n++; } while (n < 0);
  switch (n) { case 0: n = 1; break; case 3: n = 2; break; default: }
  return n > 2 ? n : n || 5;
}
export const relations = { same: { T: A => [A], M: () => true } };";
        let sources = Sources::single("program.js", text);
        let engine = LoadedProgram::traced(&sources, Tracing::default(), 60, &Arc::default());
        let run = engine.expect("can be used").trace("same", "[0,2,0]", None);
        assert_eq!(run.verdict, RunVerdict::Pass);
        let lines: Vec<usize> = run
            .branches()
            .iter()
            .filter(|(event, ..)| run.run_of(*event) == 0)
            .map(|(_, site, _)| {
                let start = engine_site(&sources, *site);
                text[..start].matches('\n').count() + 1
            })
            .collect();
        // Three rounds and the end of the loop, the conditions in it, and what comes after it.
        assert_eq!(lines, [3, 4, 5, 3, 4, 5, 5, 3, 4, 5, 3, 7, 8, 9, 9, 10]);
        assert_eq!(run.branches().len(), 2 * lines.len());
    }

    fn engine_site(sources: &Sources, site: usize) -> usize {
        let engine = LoadedProgram::traced(sources, Tracing::default(), 60, &Arc::default());
        engine.expect("can be used").sites[site].place.span.start as usize
    }
}
