//! The report as text for a terminal.

use crate::report::{
    AttemptReport, CriticalReport, Decision, FilePlace, InputSide, LocalizeReport, LostTracking,
    Suspect,
};
use crate::search::FlipResult;
use crate::testing::TestingResult;
use debunk_base::{counted, visible_lines};
use std::fmt::Write as _;

/// Attempts of one search that are shown.
const ATTEMPTS_SHOWN: usize = 12;
/// Places where tracking was lost that are shown.
const LOST_SHOWN: usize = 12;
/// Further places that are shown.
const FURTHER_SHOWN: usize = 5;

impl LocalizeReport {
    /// As text, without terminal control sequences.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{}: {}", self.file, self.sentence);
        if let Some(tested) = &self.tested {
            let _ = writeln!(text, "tested {}", tested_text(tested));
            if tested.failed > 0 && tested.passed == 0 {
                text.push_str(
                    "every input that was tried violates a relation: look at the relation first\n",
                );
            }
            if let Some(thrown) = &tested.thrown {
                let _ = writeln!(
                    text,
                    "first error: {} throws {} for {}",
                    thrown.r#where, thrown.message, thrown.input
                );
            }
        }
        if let Some(critical) = &self.critical {
            self.critical_text(critical, &mut text);
        }
        self.search_text(&mut text);
        if !self.further.is_empty() {
            text.push_str("\nfurther places\n");
            for it in self.further.iter().take(FURTHER_SHOWN) {
                let _ = writeln!(
                    text,
                    "  {}:{}  {}  (suffix {}, found {}, suspiciousness {:.2})",
                    it.place.file,
                    it.place.location,
                    it.place.text,
                    it.suffix,
                    counted(it.votes, "time"),
                    it.suspiciousness
                );
            }
        }
        if !self.lost.is_empty() {
            text.push_str("\ntracking was lost\n");
            for it in self.lost.iter().take(LOST_SHOWN) {
                let _ = writeln!(text, "  {}", lost_text(it));
            }
            let more = self.lost.len().saturating_sub(LOST_SHOWN);
            if more > 0 {
                let _ = writeln!(text, "  and at {}", counted(more, "more place"));
            }
        }
        visible_lines(&text.replace('\t', "  "))
    }

    fn critical_text(&self, critical: &CriticalReport, text: &mut String) {
        let line = critical.place.location.line;
        text.push('\n');
        for (number, content) in self.text.lines().enumerate() {
            let number = number as u32 + 1;
            if number.abs_diff(line) <= 2 {
                let mark = if number == line { ">" } else { " " };
                let _ = writeln!(text, "{mark} {number:>4} | {content}");
            }
        }
        if let Some(suspect) = &self.suspect {
            let _ = writeln!(text, "\n{}", suspect.sentence(&self.file));
        }
        let _ = writeln!(text, "\nrelation {}", critical.relation);
        side_text("failing", &critical.failing, text);
        side_text("passing", &critical.passing, text);
        let changes: Vec<String> = critical
            .changes
            .iter()
            .map(|it| format!("{} {} -> {}", it.name, it.failing, it.passing))
            .collect();
        let _ = writeln!(text, "changed  {}", changes.join(", "));
        let run = match critical.run {
            0 => "of P on the input".to_owned(),
            number => format!("of P on follow-up {number}"),
        };
        let _ = writeln!(
            text,
            "suffix   {} after it in the failing run, in the run {run}; {} held fixed",
            counted(critical.suffix, "branch"),
            counted(critical.pins, "value")
        );
        if !critical.is_exact {
            text.push_str(
                "         the passing input was found by chance, not by flipping this branch\n",
            );
        }
        if !critical.slice.is_empty() {
            let lines: Vec<String> = critical.slice.iter().map(u32::to_string).collect();
            let _ = writeln!(text, "computed on lines {}", lines.join(", "));
        }
        let _ = writeln!(
            text,
            "debugger a breakpoint at {}:{} is the critical branch at hit number {}",
            critical.place.file, critical.breakpoint, critical.hit
        );
        text.push_str("\nfailing run\n");
        trace_text(&critical.failing, &self.file, text);
        text.push_str("passing run, from the divergence on\n");
        let after = critical.passing.trace.iter().skip_while(|it| !it.is_critical);
        for decision in after {
            decision_text(decision, &self.file, text);
        }
    }

    fn search_text(&self, text: &mut String) {
        for search in &self.searches {
            let reduced = if search.found == search.input {
                String::new()
            } else {
                format!(" (reduced from {})", search.found)
            };
            let _ = writeln!(
                text,
                "\nsearch from {} with {}{reduced}, {}",
                search.input,
                search.relation,
                counted(search.runs, "run")
            );
            for attempt in search.attempts.iter().take(ATTEMPTS_SHOWN) {
                let _ = writeln!(text, "  {}", attempt_text(attempt, &self.file));
            }
            let more = search.attempts.len().saturating_sub(ATTEMPTS_SHOWN);
            if more > 0 {
                let _ = writeln!(text, "  and {more} more");
            }
        }
    }
}

impl Suspect {
    /// Where to look first, and why.
    pub(crate) fn sentence(&self, here: &str) -> String {
        let at = |place: &FilePlace| match place.file == here {
            true => format!("line {}", place.location.line),
            false => format!("{}:{}", place.file, place.location.line),
        };
        let which = if self.is_critical { "the critical branch, " } else { "" };
        let mut text = format!(
            "look first at {}: {which}{} and what is computed right after it",
            at(&self.place),
            self.place.text
        );
        if let Some(repair) = &self.repair {
            let _ = write!(
                text,
                "\n  with {} in place of {} on {}, the relations hold on {} and on {}, {} of which \
                 keep their output; this does not prove the program correct",
                repair.by,
                repair.place.text,
                at(&repair.place),
                counted(repair.fixed, "failing input"),
                counted(repair.passing, "passing input"),
                repair.same
            );
        }
        text
    }
}

/// What testing did, in one line.
pub(crate) fn tested_text(tested: &TestingResult) -> String {
    format!(
        "{}: {} held, {} did not; {} not valid, {}, {} without an end{}",
        counted(tested.inputs, "input"),
        counted(tested.passed, "check"),
        tested.failed,
        counted(tested.invalid, "input"),
        counted(tested.crashed, "error"),
        tested.hung,
        outside_text(tested)
    )
}

/// The note about inputs that were made but are outside the domain.
fn outside_text(tested: &TestingResult) -> String {
    match tested.outside {
        0 => String::new(),
        count => format!(
            ", {count} outside the domain ({})",
            tested.excluded.as_deref().unwrap_or("not run")
        ),
    }
}

pub(crate) fn lost_text(lost: &LostTracking) -> String {
    let times = if lost.times == 1 { "once".to_owned() } else { format!("{} times", lost.times) };
    format!("{}:{}  {}  {times}", lost.file, lost.line, lost.called)
}

/// A line of a file; the file is named if it is not the main one.
fn line_text(file: &str, line: u32, here: &str) -> String {
    if file == here { format!("line {line:>3}") } else { format!("{file}:{line}") }
}

pub(crate) fn attempt_text(attempt: &AttemptReport, here: &str) -> String {
    let place = match attempt.file == here {
        true => format!("line {} {}", attempt.line, attempt.text),
        false => format!("{}:{} {}", attempt.file, attempt.line, attempt.text),
    };
    match &attempt.attempt.turned {
        FlipResult::Unsatisfiable => format!("{place}: cannot be flipped"),
        FlipResult::Unknown => format!("{place}: found no input in the domain that flips it"),
        FlipResult::Diverged(input) => format!("{place}: {input} took another path"),
        FlipResult::Fails(input) => format!("{place}: {input} fails too"),
        FlipResult::Passes(input) => format!("{place}: {input} passes"),
        FlipResult::Skipped(input) => format!("{place}: {input} is not valid, or does not run"),
    }
}

fn side_text(name: &str, side: &InputSide, text: &mut String) {
    let _ = writeln!(text, "{name}  {}  {}", side.input, side.condition);
    let _ = writeln!(
        text,
        "         P: {}   follow-ups {}",
        side.outputs.join(" | "),
        side.follow_ups.join(" | ")
    );
    let variables: Vec<String> =
        side.variables.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !variables.is_empty() {
        let _ = writeln!(text, "         {}", variables.join(", "));
    }
}

fn trace_text(side: &InputSide, here: &str, text: &mut String) {
    if side.skipped > 0 {
        let _ = writeln!(text, "    ({} before)", counted(side.skipped, "decision"));
    }
    for decision in &side.trace {
        decision_text(decision, here, text);
    }
}

fn decision_text(decision: &Decision, here: &str, text: &mut String) {
    let mark = if decision.is_critical { ">" } else { " " };
    let run = if decision.run == 0 { "P".to_owned() } else { format!("P{}", decision.run) };
    let note = if decision.depends { "" } else { "  (independent of the input)" };
    let _ = writeln!(
        text,
        "  {mark} {run} {}  {} is {}{note}",
        line_text(&decision.file, decision.line, here),
        decision.text,
        decision.taken
    );
}
