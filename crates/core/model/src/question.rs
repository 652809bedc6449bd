//! What can be asked at a pause, beyond the variables that every pause shows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the debugger may think an expression is evaluated for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationContext {
    /// An expression that is watched.
    #[default]
    Watch,
    /// What is shown for a place in the text that a user points at; nothing may change.
    Hover,
    /// A line of a console.
    Repl,
}

impl EvaluationContext {
    /// All of them.
    pub const ALL: [EvaluationContext; 3] =
        [EvaluationContext::Watch, EvaluationContext::Hover, EvaluationContext::Repl];

    /// Its name, which is also the one in the Debug Adapter Protocol.
    pub const fn name(self) -> &'static str {
        match self {
            EvaluationContext::Watch => "watch",
            EvaluationContext::Hover => "hover",
            EvaluationContext::Repl => "repl",
        }
    }

    const fn is_usual(&self) -> bool {
        matches!(self, EvaluationContext::Watch)
    }
}

/// An expression to be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evaluation {
    /// The expression, in the program's language.
    pub expression: String,
    /// In which frame: the innermost is 0, as in [`Pause::frames`](crate::Pause::frames).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub frame: u32,
    /// For what, if the debugger distinguishes that.
    #[serde(default, skip_serializing_if = "EvaluationContext::is_usual")]
    pub context: EvaluationContext,
}

/// A variable to be read with what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Expansion {
    /// The variable.
    pub name: String,
    /// Of which frame: the innermost is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub frame: u32,
    /// How many levels of children are read; 1 are the children of the variable itself.
    pub depth: u32,
    /// The limit of children that are read of each value.
    pub width: u32,
    /// Children are requested in pages of that many, if the debugger has pages; all at once if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub page: u32,
    /// Whether the children of a value are read before those of its siblings, where the debugger reads one
    /// value at a time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub depth_first: bool,
}

/// The order in which the variables of frames are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FrameOrder {
    /// Frame by frame, the innermost first.
    #[default]
    NearestFirst,
    /// Frame by frame, the outermost first.
    OutermostFirst,
    /// The scopes of all frames first, and their variables afterwards.
    ScopesFirst,
}

impl FrameOrder {
    /// All of them.
    pub const ALL: [FrameOrder; 3] =
        [FrameOrder::NearestFirst, FrameOrder::OutermostFirst, FrameOrder::ScopesFirst];

    pub(crate) const fn is_usual(&self) -> bool {
        matches!(self, FrameOrder::NearestFirst)
    }

    const fn words(self) -> &'static str {
        match self {
            FrameOrder::NearestFirst => "",
            FrameOrder::OutermostFirst => ", the outermost first",
            FrameOrder::ScopesFirst => ", scopes first",
        }
    }
}

/// The beginning of a text, to be completed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Completion {
    /// The text, whose end is completed.
    pub text: String,
    /// In which frame: the innermost is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub frame: u32,
}

pub(crate) const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The frame, unless it is the innermost.
struct InFrame(u32);

impl fmt::Display for InFrame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            frame => write!(formatter, " in frame {frame}"),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "evaluate {}{}", self.expression, InFrame(self.frame))?;
        if self.context.is_usual() {
            return Ok(());
        }
        write!(formatter, " for {}", self.context.name())
    }
}

impl fmt::Display for Expansion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Expansion { name, frame, depth, page, depth_first, .. } = self;
        write!(formatter, "expand {name}{}", InFrame(*frame))?;
        if *depth > 1 {
            write!(formatter, " to depth {depth}")?;
        }
        if *page > 0 {
            write!(formatter, " in pages of {page}")?;
        }
        if *depth_first {
            formatter.write_str(", children before siblings")?;
        }
        Ok(())
    }
}

impl fmt::Display for FrameOrder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.words())
    }
}

impl fmt::Display for Completion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "complete {:?}{}", self.text, InFrame(self.frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_the_innermost_frame_are_written_briefly() {
        let usual = Evaluation {
            expression: "a + 1".to_owned(),
            frame: 0,
            context: EvaluationContext::Watch,
        };
        assert_eq!(usual.to_string(), "evaluate a + 1");
        assert_eq!(serde_json::to_string(&usual).expect("JSON"), r#"{"expression":"a + 1"}"#);
        let other = Evaluation { frame: 2, context: EvaluationContext::Hover, ..usual };
        assert_eq!(other.to_string(), "evaluate a + 1 in frame 2 for hover");
        let expansion = Expansion {
            name: "a".to_owned(),
            frame: 0,
            depth: 2,
            width: 50,
            page: 3,
            depth_first: false,
        };
        assert_eq!(expansion.to_string(), "expand a to depth 2 in pages of 3");
    }
}
