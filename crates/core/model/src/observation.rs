//! What a debugger answers.

use crate::{Action, Location, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Where a frame is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "in", rename_all = "kebab-case")]
pub enum Place {
    /// In the program's own text.
    Program {
        /// The location in the text.
        at: Location,
    },
    /// In code that the program made at run time (`eval`, `new Function`).
    Dynamic {
        /// The location in that code.
        at: Location,
    },
    /// Anywhere else: a library, the host, the debugger's own code.
    Outside {
        /// The debugger's name for it.
        url: String,
    },
}

impl Place {
    /// The location, if it is in the program's own text.
    pub const fn in_program(&self) -> Option<Location> {
        match self {
            Place::Program { at } => Some(*at),
            _ => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Program { at } => write!(formatter, "{at}"),
            Place::Dynamic { at } => write!(formatter, "eval {at}"),
            Place::Outside { url } => write!(formatter, "outside ({url})"),
        }
    }
}

/// How much of a scope a debugger promises to show.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ScopeKind {
    /// Block, catch and function scopes of the paused function itself.
    Own,
    /// Scopes of enclosing functions; some debuggers show only captured variables.
    Outer,
    /// The top level's lexical declarations.
    Script,
}

/// The variables of one scope, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scope {
    /// How much of it the debugger promises.
    pub kind: ScopeKind,
    /// Normalised values by name: no object ids, no addresses, no source text.
    pub variables: BTreeMap<String, String>,
}

/// The name under which a debugger lists what a function is about to return. What a call that is over has
/// returned follows with the name of the function.
pub const RETURNED: &str = "(return)";

/// The scopes visible in a frame, innermost first.
pub type Variables = Vec<Scope>;

/// Reading of [`Variables`] by name, with shadowing.
pub trait VariableView {
    /// The innermost variable of that name.
    fn lookup(&self, name: &str) -> Option<(ScopeKind, &str)>;
    /// Every visible variable; an inner one hides an outer one.
    fn visible(&self) -> BTreeMap<&str, (ScopeKind, &str)>;
}

impl VariableView for [Scope] {
    fn lookup(&self, name: &str) -> Option<(ScopeKind, &str)> {
        self.iter()
            .find_map(|scope| scope.variables.get(name).map(|value| (scope.kind, value.as_str())))
    }

    fn visible(&self) -> BTreeMap<&str, (ScopeKind, &str)> {
        let mut visible = BTreeMap::new();
        for scope in self {
            for (name, value) in &scope.variables {
                visible.entry(name.as_str()).or_insert((scope.kind, value.as_str()));
            }
        }
        visible
    }
}

/// One entry of the call stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Frame {
    /// The function's name, empty if it has none.
    pub function: String,
    /// Where it is.
    pub place: Place,
}

/// Some drivers request no more frames than this, so nothing is known of the frames below.
pub const FRAMES_REPORTED_MAX: u32 = 2_048;

/// A paused program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// The program's frames, innermost first; never empty.
    pub frames: Vec<Frame>,
    /// The variables of the innermost frame.
    pub variables: Variables,
}

impl Pause {
    /// Whether the program paused in its first thread, judged by its outermost frame.
    pub fn is_in_first_thread(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            let name = frame.function.as_str();
            matches!(name, "main" | "main.main" | "<module>") || name.ends_with("::main")
        })
    }

    /// Where the program is paused.
    pub fn place(&self) -> &Place {
        &self.frames[0].place
    }

    /// Where the program is paused, if that is in its own text.
    pub fn location(&self) -> Option<Location> {
        self.frames.first().and_then(|frame| frame.place.in_program())
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// What the program printed, one entry per value.
    pub output: Vec<String>,
    /// The error that the program did not catch, without its stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Outcome {
    /// How this outcome differs from another one, in a few words.
    pub fn first_difference(&self, expected: &Outcome) -> String {
        let mut both = self.output.iter().zip(&expected.output);
        if let Some((found, wanted)) = both.find(|(left, right)| left != right) {
            return format!("prints {} in place of {}", brief(found), brief(wanted));
        }
        if self.output.len() != expected.output.len() {
            let counts = (self.output.len(), expected.output.len());
            return format!("prints {} values in place of {}", counts.0, counts.1);
        }
        let text = |error: &Option<String>| brief(error.as_deref().unwrap_or("no error"));
        format!("ends with {} in place of {}", text(&self.error), text(&expected.error))
    }
}

fn brief(text: &str) -> String {
    const LENGTH: usize = 120;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// One answer of a debugger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "saw", rename_all = "kebab-case")]
pub enum Observation {
    /// A breakpoint was set at `at`, the actual location.
    BreakpointSet {
        /// Its actual location.
        at: Location,
    },
    /// The debugger rejected it.
    BreakpointRefused {
        /// Its reason.
        reason: String,
    },
    /// The breakpoint was removed.
    BreakpointRemoved,
    /// The debugger did not remove it.
    BreakpointNotRemoved {
        /// Its reason.
        reason: String,
    },
    /// The program is paused.
    Paused(Pause),
    /// The program has ended.
    Finished(Outcome),
    /// The variables of the top frame, read again.
    Looked {
        /// The variables.
        variables: Variables,
    },
    /// The variables of the frames below the top, the nearest first.
    LookedAtCallers {
        /// The variables of each.
        callers: Vec<Variables>,
    },
    /// A variable with what it holds.
    Expanded {
        /// The value.
        value: Value,
    },
    /// What a text can be completed with.
    Completed {
        /// The names, sorted.
        names: Vec<String>,
        /// Whether the debugger left out some because they are too many.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        has_more: bool,
    },
    /// The value of an expression.
    Evaluated {
        /// The normalised value, or the error.
        value: String,
    },
    /// No answer within the time limit.
    Hung,
    /// The debugger crashed.
    Crashed {
        /// How it ended.
        detail: String,
    },
    /// The debugger answered with an error.
    Refused {
        /// Its message.
        reason: String,
    },
}

impl Observation {
    /// The answer of a driver that does not support an action.
    pub fn not_offered(action: &Action) -> Self {
        Observation::Refused { reason: format!("{action} is not offered here") }
    }

    /// The pause, if this is one.
    pub const fn pause(&self) -> Option<&Pause> {
        match self {
            Observation::Paused(pause) => Some(pause),
            _ => None,
        }
    }

    /// Whether no further action is possible after it.
    pub const fn is_end(&self) -> bool {
        matches!(self, Observation::Finished(_) | Observation::Hung | Observation::Crashed { .. })
    }

    /// The name of the observation without its contents.
    pub const fn kind(&self) -> &'static str {
        match self {
            Observation::BreakpointSet { .. } => "breakpoint-set",
            Observation::BreakpointRefused { .. } => "breakpoint-refused",
            Observation::BreakpointRemoved => "breakpoint-removed",
            Observation::BreakpointNotRemoved { .. } => "breakpoint-not-removed",
            Observation::Paused(_) => "paused",
            Observation::Finished(_) => "finished",
            Observation::Looked { .. } => "looked",
            Observation::LookedAtCallers { .. } => "looked-at-callers",
            Observation::Expanded { .. } => "expanded",
            Observation::Completed { .. } => "completed",
            Observation::Evaluated { .. } => "evaluated",
            Observation::Hung => "hung",
            Observation::Crashed { .. } => "crashed",
            Observation::Refused { .. } => "refused",
        }
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observation::BreakpointSet { at } => write!(formatter, "set at {at}"),
            Observation::BreakpointRefused { reason } => write!(formatter, "not set: {reason}"),
            Observation::BreakpointRemoved => formatter.write_str("removed"),
            Observation::BreakpointNotRemoved { reason } => {
                write!(formatter, "not removed: {reason}")
            }
            Observation::Paused(pause) => {
                let stack: Vec<String> = pause
                    .frames
                    .iter()
                    .map(|frame| match frame.function.as_str() {
                        "" => frame.place.to_string(),
                        name => format!("{name} {}", frame.place),
                    })
                    .collect();
                write!(formatter, "paused at {}", stack.join(" < "))
            }
            Observation::Finished(Outcome { error: None, .. }) => formatter.write_str("finished"),
            Observation::Finished(Outcome { error: Some(error), .. }) => {
                write!(formatter, "finished with {error}")
            }
            Observation::Looked { .. } => formatter.write_str("variables"),
            Observation::LookedAtCallers { callers } => {
                write!(formatter, "variables of {} callers", callers.len())
            }
            Observation::Expanded { value } => write!(formatter, "= {value}"),
            Observation::Completed { names, .. } => {
                write!(formatter, "completions: {}", names.join(", "))
            }
            Observation::Evaluated { value } => write!(formatter, "= {value}"),
            Observation::Hung => formatter.write_str("hung"),
            Observation::Crashed { detail } => write!(formatter, "crashed: {detail}"),
            Observation::Refused { reason } => write!(formatter, "refused: {reason}"),
        }
    }
}
