//! A difference's folder: what both debuggers did, for reading and rerunning.

use crate::difference::{Class, Difference};
use crate::judge::Precision;
use debunk_findings::{
    FindingError, REDUCED_FOLDER, escape_markdown, numbered, trace_text, witness_file, write_folder,
};
use debunk_model::{Program, Trace};
use debunk_session::DebuggerInfo;
use debunk_testimony::{Liar, Verdict, WitnessRecord};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The file with everything in it.
pub const DIFFERENCE_FILE: &str = "difference.json";
const SCHEMA_VERSION: u32 = 1;

/// A difference with everything needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    #[serde(default = "Verdict::undecided")]
    pub verdict: Verdict,
    /// Its class.
    pub class: Class,
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

    /// The name of its folder.
    pub fn folder_name(&self) -> String {
        format!("{:06}-{}-{}", self.run, self.class.kind, self.class.action)
    }

    /// The difference in one line.
    pub fn sentence(&self) -> String {
        let Difference { about, a, b, .. } = &self.difference;
        let (first, second) = self.names();
        let about = if about.is_empty() { String::new() } else { format!("{about}: ") };
        format!("{about}{first} says {a}, {second} says {b}")
    }

    /// Who is wrong, in words.
    pub fn verdict_text(&self) -> String {
        let (first, second) = self.names();
        match self.verdict.liar {
            Liar::A | Liar::Initial => format!("{first} is wrong"),
            Liar::B | Liar::FollowUp => format!("{second} is wrong"),
            Liar::Both => "both are wrong".to_owned(),
            Liar::Undecided => "who is wrong is not proven".to_owned(),
        }
    }

    /// Names that distinguish the two, as short as possible.
    pub fn names(&self) -> (String, String) {
        if self.a.product != self.b.product {
            return (self.a.product.clone(), self.b.product.clone());
        }
        if self.a.version != self.b.version {
            let name = |info: &DebuggerInfo| format!("{} {}", info.product, info.version);
            return (name(&self.a), name(&self.b));
        }
        ("the first".to_owned(), "the second".to_owned())
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

/// Writes a difference below `parent`, atomically, and returns its folder.
///
/// # Errors
/// If the file system refuses.
pub fn write(parent: &Path, report: &DifferenceReport) -> Result<PathBuf, FindingError> {
    write_folder(parent, &report.folder_name(), &files(parent, report)?)
}

/// Writes the reduced form of a difference into the difference's folder, with one more file,
/// atomically, and returns its folder.
///
/// # Errors
/// If the file system refuses.
pub fn write_reduced(
    folder: &Path,
    report: &DifferenceReport,
    more: (String, String),
) -> Result<PathBuf, FindingError> {
    let mut files = files(folder, report)?;
    files.push(more);
    write_folder(folder, REDUCED_FOLDER, &files)
}

fn files(parent: &Path, report: &DifferenceReport) -> Result<Vec<(String, String)>, FindingError> {
    let json = serde_json::to_string_pretty(report).map_err(|error| FindingError::NotAFinding {
        path: parent.to_owned(),
        reason: error.to_string(),
    })?;
    let program = format!("program.{}", report.program.extension());
    let mut files = vec![
        (DIFFERENCE_FILE.to_owned(), format!("{json}\n")),
        (program, report.program.text.to_string()),
        ("a.trace.txt".to_owned(), trace_text(&report.trace_a)),
        ("b.trace.txt".to_owned(), trace_text(&report.trace_b)),
        ("report.md".to_owned(), report.markdown()),
    ];
    files.extend(witness_file(parent, report.witness.as_ref())?);
    Ok(files)
}

/// Reads a difference from its folder or from its file.
///
/// # Errors
/// If there is none.
pub fn read(path: &Path) -> Result<DifferenceReport, FindingError> {
    let file = if path.is_dir() { path.join(DIFFERENCE_FILE) } else { path.to_owned() };
    let text = fs::read_to_string(&file).map_err(|error| FindingError::Io {
        doing: "read",
        path: file.clone(),
        error,
    })?;
    let report: DifferenceReport = serde_json::from_str(&text).map_err(|error| {
        FindingError::NotAFinding { path: file.clone(), reason: error.to_string() }
    })?;
    if report.schema != SCHEMA_VERSION {
        let reason = format!("it has schema {}, this debunk reads {SCHEMA_VERSION}", report.schema);
        return Err(FindingError::NotAFinding { path: file, reason });
    }
    Ok(report)
}

impl DifferenceReport {
    /// The version that is written.
    pub const SCHEMA: u32 = SCHEMA_VERSION;
}
