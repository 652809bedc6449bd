//! The names of all files and folders that debunk writes as results.

/// The state of a campaign, in its result folder.
pub const CAMPAIGN_FILE: &str = "campaign.sqlite";
/// The state of a comparison, in its result folder.
pub const COMPARISON_FILE: &str = "comparison.sqlite";
/// The time of each run of a comparison or of each mutant: the only file with times.
pub const TIMES_FILE: &str = "times.tsv";
/// What people found out about the classes of a comparison.
pub const MARKS_FILE: &str = "marks.json";
/// The reduced form of each class.
pub const CLASSES_FILE: &str = "classes.json";
/// The summary for people.
pub const SUMMARY_TEXT_FILE: &str = "summary.txt";
/// The summary for scripts.
pub const SUMMARY_FILE: &str = "summary.json";
/// The page, unless the user names another file.
pub const PAGE_FILE: &str = "report.html";
/// The folder of figures, unless the user names another one.
pub const FIGURES_FOLDER: &str = "figures";

/// The folders of findings, in a result folder.
pub const FINDINGS_FOLDER: &str = "findings";
/// The folders of differences, in a result folder.
pub const DIFFERENCES_FOLDER: &str = "differences";
/// The reduced form, inside the folder of what it was reduced from.
pub const REDUCED_FOLDER: &str = "reduced";

/// Everything about a finding, in its folder.
pub const FINDING_FILE: &str = "finding.json";
/// Everything about a difference, in its folder.
pub const DIFFERENCE_FILE: &str = "difference.json";
/// What really happened, beside a finding or a difference.
pub const WITNESS_FILE: &str = "witness.json";
/// How a reduced form was obtained, beside it.
pub const REDUCTION_FILE: &str = "reduction.json";
/// A finding or a difference for people.
pub const REPORT_FILE: &str = "report.md";
/// All names that a stand-alone reproduction can have.
pub const REPRODUCTIONS: [&str; 3] = ["reproduce.js", "reproduce.py", "reproduce.gdb"];

/// The program of the initial session, without its extension; its trace begins with the same word.
pub const INITIAL: &str = "initial";
/// The same of the follow-up.
pub const FOLLOW_UP: &str = "follow-up";
/// The program of a difference or of a contradiction between levels, without its extension.
pub const PROGRAM: &str = "program";

/// What a fault localisation measured, one line per mutant.
pub const MUTANTS_FILE: &str = "mutants.jsonl";
/// The tables of an evaluation of fault localisation.
pub const TABLES_FILE: &str = "tables.md";
/// The figure of an evaluation of fault localisation.
pub const DISTANCES_FILE: &str = "distances.svg";

/// The file with a trace for people.
pub fn trace_file(name: &str) -> String {
    format!("{name}.trace.txt")
}

/// The file or folder that is being written, and gets its name once it is complete.
pub(crate) fn unfinished(name: &str) -> String {
    format!(".{name}.tmp")
}
