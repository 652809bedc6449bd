//! What two debuggers disagree on, with everything needed to reproduce it.

use crate::discovery::Discovery;
use crate::files::{DIFFERENCE_FILE, DIFFERENCES_FOLDER, PROGRAM, REPORT_FILE, trace_file};
use crate::{escape_markdown, numbered, trace_text};
use debunk_model::{Location, Program, Trace};
use debunk_session::DebuggerInfo;
use debunk_testimony::{Liar, Verdict, WitnessRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};

/// The version of difference.json.
const SCHEMA_VERSION: u32 = 1;

/// How closely answers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Lines count: what different engines can be expected to agree on.
    Lines,
    /// Columns count too: for two versions of one engine.
    Columns,
}

/// The six types of differences; the state of the program counts as three.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
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

impl fmt::Display for DifferenceKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// One point on which two answers disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// It in one line, with names for the two debuggers.
    pub fn sentence(&self, (first, second): &(String, String)) -> String {
        let Difference { about, a, b, .. } = self;
        let about = if about.is_empty() { String::new() } else { format!("{about}: ") };
        format!("{about}{first} says {a}, {second} says {b}")
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
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct DifferenceClass {
    /// The type.
    pub kind: DifferenceKind,
    /// The last action.
    pub action: String,
    /// The kind of the smallest syntax node that holds the line where it was triggered.
    pub node: String,
}

impl fmt::Display for DifferenceClass {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}/{}", self.kind, self.action, self.node)
    }
}

impl std::str::FromStr for DifferenceClass {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split('/');
        let (Some(kind), Some(action), Some(node), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(format!("{text} is not a class; give TYPE/ACTION/NODE"));
        };
        let kind = DifferenceKind::ALL
            .into_iter()
            .find(|known| known.name() == kind)
            .ok_or_else(|| format!("{kind} is not a type of difference"))?;
        Ok(Self { kind, action: action.to_owned(), node: node.to_owned() })
    }
}

/// Names that distinguish two debuggers, as short as possible.
pub fn names(a: &DebuggerInfo, b: &DebuggerInfo) -> (String, String) {
    if a.product != b.product {
        return (a.product.clone(), b.product.clone());
    }
    if a.version != b.version {
        let name = |info: &DebuggerInfo| format!("{} {}", info.product, info.version);
        return (name(a), name(b));
    }
    ("the first".to_owned(), "the second".to_owned())
}

/// A difference with everything needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DifferenceReport {
    /// The version of this structure.
    pub schema: u32,
    /// The first debugger.
    pub a: DebuggerInfo,
    /// The second debugger.
    pub b: DebuggerInfo,
    /// The number of the run in its comparison.
    pub run: u64,
    /// The comparison's seed.
    pub seed: u64,
    /// Whether columns count.
    pub columns: bool,
    /// What they disagree on.
    pub difference: Difference,
    /// Who is wrong.
    #[serde(default = "Verdict::undecided", with = "crate::sides::debuggers")]
    #[schemars(with = "crate::sides::VerdictRecord")]
    pub verdict: Verdict,
    /// Its class.
    pub class: DifferenceClass,
    /// The program.
    pub program: Program,
    /// What the first debugger did.
    pub trace_a: Trace,
    /// What the second debugger did.
    pub trace_b: Trace,
    /// What really happened on both engines; a separate file beside difference.json.
    #[serde(skip)]
    pub witness: Option<WitnessRecord>,
}

impl DifferenceReport {
    /// How closely the answers are compared.
    pub fn precision(&self) -> Precision {
        if self.columns { Precision::Columns } else { Precision::Lines }
    }

    /// Who is wrong, in words.
    pub fn verdict_text(&self) -> String {
        let (first, second) = self.names();
        match self.verdict.liar {
            Liar::First => format!("{first} is wrong"),
            Liar::Second => format!("{second} is wrong"),
            Liar::Both => "both are wrong".to_owned(),
            Liar::Undecided => "who is wrong is not proven".to_owned(),
        }
    }

    /// Names that distinguish the two, as short as possible.
    pub fn names(&self) -> (String, String) {
        names(&self.a, &self.b)
    }

    fn markdown(&self) -> String {
        let mut text = String::new();
        let (first, second) = self.names();
        let _ = writeln!(
            text,
            "# {} and {} differ: {}\n",
            escape_markdown(&self.a.to_string()),
            escape_markdown(&self.b.to_string()),
            self.class.kind
        );
        let _ = writeln!(text, "{}.\n", escape_markdown(&self.sentence()));
        let _ = writeln!(text, "Verdict: {}.\n", escape_markdown(&self.verdict_text()));
        for proof in &self.verdict.proof {
            let _ = writeln!(text, "> {}\n", escape_markdown(proof));
        }
        let _ = writeln!(text, "## Program\n\n```text\n{}```\n", numbered(&self.program));
        for (name, trace) in [(first, &self.trace_a), (second, &self.trace_b)] {
            let name = escape_markdown(&name);
            let _ = writeln!(text, "## What {name} did\n\n```text\n{}```\n", trace_text(trace));
        }
        let _ = writeln!(
            text,
            "Run {} of seed {}; class `{}`. `debunk replay FOLDER` runs it again.",
            self.run, self.seed, self.class
        );
        text
    }
}

impl Discovery for DifferenceReport {
    const FILE: &'static str = DIFFERENCE_FILE;
    const PARENT: &'static str = DIFFERENCES_FOLDER;
    const NOUN: &'static str = "difference";
    const SCHEMA: u32 = SCHEMA_VERSION;

    fn folder_name(&self) -> String {
        format!("{:06}-{}-{}", self.run, self.class.kind, self.class.action)
    }

    fn class_name(&self) -> String {
        self.class.to_string()
    }

    fn sentence(&self) -> String {
        self.difference.sentence(&self.names())
    }

    fn witness(&self) -> Option<&WitnessRecord> {
        self.witness.as_ref()
    }

    fn other_files(&self) -> Vec<(String, String)> {
        let program = format!("{PROGRAM}.{}", self.program.extension());
        vec![
            (program, self.program.text.to_string()),
            (trace_file("a"), trace_text(&self.trace_a)),
            (trace_file("b"), trace_text(&self.trace_b)),
            (REPORT_FILE.to_owned(), self.markdown()),
        ]
    }
}
