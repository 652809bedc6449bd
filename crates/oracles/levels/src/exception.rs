//! What debuggers do on purpose, so that it is not a contradiction.

use crate::script::Dialect;
use serde::{Deserialize, Serialize};

/// One such thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exception {
    /// A step stays on its line.
    SameLine,
    /// One instruction can begin several lines.
    SeveralLines,
    /// A line is shown where its first instruction is.
    FirstInstruction,
    /// A step continues while recursion returns to its line.
    Recursion,
    /// A return ends a step.
    ReturnInTheMiddle,
    /// A step into a function ends after its prologue.
    Prologue,
    /// A call that was inlined is a call.
    InlinedCall,
    /// Every row of the line table begins a line.
    RowWithoutStatement,
}

impl Exception {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::SameLine,
        Self::SeveralLines,
        Self::FirstInstruction,
        Self::Recursion,
        Self::ReturnInTheMiddle,
        Self::Prologue,
        Self::InlinedCall,
        Self::RowWithoutStatement,
    ];

    /// Those that apply to a debugger.
    pub fn of(dialect: Dialect) -> Vec<Self> {
        let is_made = |one: &Self| *one != Self::RowWithoutStatement || dialect == Dialect::Lldb;
        Self::ALL.into_iter().filter(is_made).collect()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::SameLine => "same-line",
            Self::SeveralLines => "several-lines",
            Self::FirstInstruction => "first-instruction",
            Self::Recursion => "recursion",
            Self::ReturnInTheMiddle => "return-in-the-middle",
            Self::Prologue => "prologue",
            Self::InlinedCall => "inlined-call",
            Self::RowWithoutStatement => "row-without-statement",
        }
    }

    /// Why it is not a contradiction, in one sentence.
    pub fn why(self) -> &'static str {
        match self {
            Self::SameLine => {
                "A step goes on while the program stays on the line where it began, also if another \
                 statement of that line begins."
            }
            Self::SeveralLines => {
                "Where rows of several lines begin at one instruction, it is the debugger's choice \
                 on which of them that is."
            }
            Self::FirstInstruction => {
                "A step ends only at the first instruction of a line, so that a loop does not stop \
                 several times on one: a line that was stopped at before is passed by when the \
                 program comes to its middle."
            }
            Self::Recursion => {
                "A step that returns to another call of the same function goes on if it comes to the \
                 line where it began, which is no other line."
            }
            Self::ReturnInTheMiddle => {
                "A step that leaves a function may end where the caller goes on, in the middle of a line."
            }
            Self::Prologue => {
                "A step into a function ends behind the code that makes its frame, where the \
                 debugger thinks that this ends."
            }
            Self::InlinedCall => {
                "A call that the compiler has inlined is shown as a call: a step over passes its \
                 lines by, a step in may end where it begins, and its frame may be hidden there."
            }
            Self::RowWithoutStatement => {
                "LLDB takes every row of the line table for the beginning of a line, also one that \
                 begins no statement."
            }
        }
    }
}
