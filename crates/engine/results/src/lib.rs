//! What campaigns and comparisons leave behind: the only place that knows the files of a result
//! folder. Everything that writes, resumes, reduces or reports results goes through it.
//!
//! * [`files`] has the names of all files and folders.
//! * A violation that passed all guards becomes a [`Finding`]: two [`Side`]s, the
//!   [`Transformation`] between them, and a verdict. What two debuggers disagree on is a
//!   [`DifferenceReport`]. Both are a [`Discovery`]: [`write()`] makes a folder of one, whole or not
//!   at all, [`read`] reads it.
//! * [`wording()`] puts the verdict of a finding into words, once for every output; [`markdown`]
//!   writes the report, [`reproduction`] a script that needs only the debugger. By the recipe of the
//!   debugger it is `reproduce.js`, `reproduce.py` (made of `reproduce.head.py`, one of
//!   `reproduce.bdb.py` and `reproduce.dap.py`, and `reproduce.tail.py`) or `reproduce.gdb`.
//! * A [`Store`] is the resumable state of a batch, one [`Row`] per number; all SQL is in its module.
//! * [`Tally`] and [`CompareTally`] are the counts, an [`Execution`] says what was planned, done and
//!   skipped, and what cut it short; exit code, summary, JSON, JUnit, SARIF and page derive from it
//!   alone. [`CampaignSummary`] and [`ComparisonSummary`] are what summary.json holds.
//! * An [`Event`] is one thing that happens while a batch runs; the terminal and JSON lines show
//!   nothing else.
//! * [`Classes`] has the reduced form of each class, [`Marks`] what people found out about them.
//! * [`Results`] is all of that, read back for a report.
//!
//! Nothing here runs a debugger.

mod classes;
mod difference;
mod discovery;
mod event;
mod execution;
pub mod files;
mod finding;
mod folder;
mod gdb;
mod markdown;
mod marks;
mod native;
mod reduction;
mod reproduce;
mod results;
mod sides;
mod store;
mod summary;
mod tally;
mod wording;

pub use classes::{
    Classes, FailedReduction, Joined, ReducedClass, Representative, differences_of, findings_of,
};
pub use difference::{
    Difference, DifferenceClass, DifferenceKind, DifferenceReport, Precision, names,
};
pub use discovery::{Discovery, is_at, read, read_witness, write, write_reduced};
pub use event::{Begin, Counts, Event, Guard, Noise, Rejected};
pub use execution::{Cut, Execution, ProgramSkip, Share, SkippedTest};
pub use finding::{Class, Finding, SCHEMA_VERSION, Side, Transformation};
pub use folder::{FindingError, write_folder};
pub use markdown::{escape_markdown, markdown, numbered, trace_text};
pub use marks::{Judgement, Mark, Marks, read_marks, write_marks};
pub use reduction::{Figures, ReductionEnd, ReductionRecord, Size};
pub use reproduce::{reproduction, script};
pub use results::{KeptFinding, ReadError, Results, Unreadable};
pub use sides::{DEBUGGERS, SESSIONS, VerdictRecord};
pub use store::{
    Identity, LevelResult, MutantResult, Row, RowResult, RunResult, Store, StoreError, TestResult,
};
pub use summary::{
    CampaignSummary, ClassSummary, ComparisonSummary, CountsSummary, Ending, RuleUse, UsedRules,
    remove_summary, write_summary,
};
pub use tally::{CompareTally, RelationCount, RunCounts, Tally};
pub use wording::{StepMark, Wording, wording};
