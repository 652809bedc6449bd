//! What a judgement is made of.

use crate::exception::Exception;
use crate::trace::LevelStep;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What contradicts.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ContradictionKind {
    /// Both levels begin at different places.
    OtherStart,
    /// A statement that the machine reached was missed.
    SkippedLine,
    /// A statement was missed to which a library function had jumped back.
    SkippedLineAfterJump,
    /// A statement at the beginning of a called function was missed.
    SkippedLineOfCallee,
    /// A call was missed.
    SkippedCall,
    /// A step ended where the machine never was, or no longer was.
    NeverThere,
    /// A step ended where no statement begins.
    MiddleOfLine,
    /// A step over or out ended in a called function.
    EnteredCall,
    /// A step out ended in the function that it had to leave.
    NotLeft,
    /// One moment has two lines.
    Line,
    /// One moment has two lists of callers.
    Backtrace,
    /// A variable has two values at one moment.
    Value,
    /// The callers shown cannot be true after the instruction before.
    OddCallers,
}

impl fmt::Display for ContradictionKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ContradictionKind::OtherStart => "other-start",
            ContradictionKind::SkippedLine => "skipped-line",
            ContradictionKind::SkippedLineAfterJump => "skipped-line-after-jump",
            ContradictionKind::SkippedLineOfCallee => "skipped-line-of-callee",
            ContradictionKind::SkippedCall => "skipped-call",
            ContradictionKind::NeverThere => "never-there",
            ContradictionKind::MiddleOfLine => "middle-of-line",
            ContradictionKind::EnteredCall => "entered-call",
            ContradictionKind::NotLeft => "not-left",
            ContradictionKind::Line => "line",
            ContradictionKind::Backtrace => "backtrace",
            ContradictionKind::Value => "value",
            ContradictionKind::OddCallers => "odd-callers",
        })
    }
}

/// A pair of answers that cannot both be true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LevelContradiction {
    /// Its kind.
    pub kind: ContradictionKind,
    /// The step by lines that it concerns; instructions if it only concerns those.
    pub step: LevelStep,
    /// The moment of the run by lines; `None` if it only concerns instructions.
    pub line_moment: Option<usize>,
    /// The moment of the run by instructions that proves it.
    pub instruction_moment: Option<usize>,
    /// What is wrong, in one sentence.
    pub text: String,
}

impl LevelContradiction {
    /// Contradictions of one class are alike.
    pub fn class(&self) -> String {
        format!("{} ({})", self.kind, self.step)
    }
}

/// The result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelJudgement {
    /// In the order of the run.
    pub contradictions: Vec<LevelContradiction>,
    /// How often each exception applied.
    pub exceptions: BTreeMap<Exception, u64>,
    /// How many steps by lines were judged.
    pub steps: usize,
}

/// What is not judged.
pub struct LevelRules<'rules> {
    /// Whether a variable holds a value of the program on a line; others are not compared.
    pub is_certain: &'rules dyn Fn(&str, u32) -> bool,
    /// The exceptions that apply.
    pub exceptions: &'rules [Exception],
}
