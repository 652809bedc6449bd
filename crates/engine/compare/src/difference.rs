//! What two debuggers can disagree about, and which disagreements are alike.

use crate::places::Places;
use crate::run::triggered_at;
use debunk_model::{Action, Location, Trace};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The six types of differences; the state of the program counts as three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    /// A breakpoint was set at another place, or rejected by one only.
    BreakpointLocation,
    /// A breakpoint was removed by one only.
    BreakpointRemoval,
    /// One ended, or they ended in another way.
    Termination,
    /// They paused at different places.
    PausedLine,
    /// They paused at the same place with different call stacks.
    CallStack,
    /// They show different variables.
    Variables,
}

impl DifferenceKind {
    /// All of them.
    pub const ALL: [DifferenceKind; 6] = [
        DifferenceKind::BreakpointLocation,
        DifferenceKind::BreakpointRemoval,
        DifferenceKind::Termination,
        DifferenceKind::PausedLine,
        DifferenceKind::CallStack,
        DifferenceKind::Variables,
    ];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            DifferenceKind::BreakpointLocation => "breakpoint-location",
            DifferenceKind::BreakpointRemoval => "breakpoint-removal",
            DifferenceKind::Termination => "termination",
            DifferenceKind::PausedLine => "paused-line",
            DifferenceKind::CallStack => "call-stack",
            DifferenceKind::Variables => "variables",
        }
    }
}

/// How an accepted difference affects the rest of its run. It is a property of what differs, not of
/// the rule that accepts it: what differs on purpose can no longer be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aftermath {
    /// The two programs are no longer at the same point: the run is over.
    Derailed,
    /// The breakpoint is removed from both, and the run continues without it.
    BreakpointTakenAway,
    /// The two count frames differently: variables, which belong to a frame, are not compared from
    /// here on, and a step out, which leaves one, ends the run.
    FramesApart,
    /// Everything else is still comparable.
    Comparable,
}

impl fmt::Display for DifferenceKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// One point on which two answers disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Its type.
    pub kind: DifferenceKind,
    /// Its subject: a variable's name, a frame; empty if the type says it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What the first debugger says.
    pub a: String,
    /// What the second debugger says.
    pub b: String,
    /// Where the first debugger set a breakpoint or is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_at: Option<Location>,
    /// Where the second debugger set a breakpoint or is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_at: Option<Location>,
}

impl Difference {
    /// What is left to compare if this is accepted.
    pub fn aftermath(&self) -> Aftermath {
        match self.kind {
            DifferenceKind::BreakpointRemoval
            | DifferenceKind::Termination
            | DifferenceKind::PausedLine => Aftermath::Derailed,
            DifferenceKind::BreakpointLocation => Aftermath::BreakpointTakenAway,
            DifferenceKind::CallStack if self.about.ends_with(" frames") => Aftermath::FramesApart,
            DifferenceKind::CallStack | DifferenceKind::Variables => Aftermath::Comparable,
        }
    }

    /// The same difference seen from the other side.
    pub fn swapped(&self) -> Self {
        Self {
            kind: self.kind,
            about: self.about.clone(),
            a: self.b.clone(),
            b: self.a.clone(),
            a_at: self.b_at,
            b_at: self.a_at,
        }
    }
}

/// Differences that are alike: the same type, after the same action, at the same kind of code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Class {
    /// The type.
    pub kind: DifferenceKind,
    /// The last action.
    pub action: String,
    /// The kind of the smallest syntax node that holds the line where it was triggered.
    pub node: String,
}

impl Class {
    /// The class of a difference in the answer to `action`, with what the first debugger did
    /// before.
    pub fn of(kind: DifferenceKind, action: &Action, before: &Trace, places: Places<'_>) -> Self {
        let Places { program, lines, sites } = places;
        let line = triggered_at(action, before).map(|location| location.line);
        let node = line.map_or("Program", |line| sites.line_kind(&program.text, lines, line));
        Self { kind, action: action.kind().to_owned(), node: node.to_owned() }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}/{}", self.kind, self.action, self.node)
    }
}

impl std::str::FromStr for Class {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split('/');
        let (Some(kind), Some(action), Some(node), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(format!("{text} is not a class: TYPE/ACTION/NODE is"));
        };
        let kind = DifferenceKind::ALL
            .into_iter()
            .find(|known| known.name() == kind)
            .ok_or_else(|| format!("{kind} is not a type of difference"))?;
        Ok(Self { kind, action: action.to_owned(), node: node.to_owned() })
    }
}
