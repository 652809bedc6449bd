//! Assembles the report from what is known.

use crate::ConcolicError;
use crate::divergence::Divergence;
use crate::engine::{LoadedProgram, Tracing};
use crate::evaluate::reachable;
use crate::input::leaves;
use crate::localized::Localized;
use crate::options::SearchLimits;
use crate::rank::RankedBranch;
use crate::render::condition_text;
use crate::report::{
    AttemptReport, CriticalReport, Decision, FilePlace, FurtherPlace, InputChange, InputSide,
    LocalizeReport, LostTracking, Repair, SearchReport, Suspect,
};
use crate::search::FlipAttempt;
use crate::sentence::name_of;
use crate::trace::{TraceEvent, TracedRun};
use debunk_model::{LineIndex, Location, Span};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Conditions that are shown before the divergence.
const BEFORE: usize = 8;
/// Searches whose first run shows where tracking was lost.
const LOST_IN: usize = 30;
/// Conditions that are shown after the divergence.
const AFTER: usize = 12;

impl Localized {
    /// Assembles the report.
    ///
    /// # Errors
    /// If the program cannot be rerun.
    pub fn report(&self, limits: &SearchLimits) -> Result<LocalizeReport, ConcolicError> {
        let critical = match self.best() {
            Some(divergence) => Some(self.critical(divergence, limits)?),
            None => None,
        };
        let file = critical.as_ref().map_or(&self.sources.entry, |it| &it.place.file);
        Ok(LocalizeReport {
            file: file.clone(),
            entry: self.sources.entry.clone(),
            conclusion: name_of(self.conclusion),
            sentence: self.sentence(critical.as_ref()),
            text: self.sources.files.get(file).cloned().unwrap_or_default(),
            critical,
            suspect: self.suspect(),
            further: self.candidates.iter().skip(1).map(|it| self.further(it)).collect(),
            searches: self.search_reports(),
            lost: self.lost(limits)?,
            tested: self.tested.clone(),
        })
    }

    pub(crate) fn place(&self, site: usize) -> FilePlace {
        let Some(site) = self.sites.get(site) else {
            return FilePlace {
                file: String::new(),
                location: Location::new(1, 0),
                text: String::new(),
                span: Span::new(0, 0),
            };
        };
        let file = self.sources.files.keys().nth(site.file).map_or("", String::as_str);
        self.place_in(file, site.place.span)
    }

    fn place_in(&self, file: &str, span: Span) -> FilePlace {
        let text = self.sources.files.get(file).map_or("", String::as_str);
        let location = LineIndex::new(text).location(text, span.start);
        FilePlace { file: file.to_owned(), location, text: one_line(span.of(text)), span }
    }

    fn suspect(&self) -> Option<Suspect> {
        let candidate = self.candidates.first()?;
        let divergence = self.best()?;
        let run = &divergence.failing_run;
        let before = run.branches().into_iter().take_while(|(event, ..)| *event <= candidate.event);
        let repair = candidate.change.as_ref().map(|it| Repair {
            place: self.place_in(&self.sources.entry, it.span),
            by: one_line(&it.change.1),
            fixed: it.fixed,
            passing: it.still,
            same: it.same,
        });
        Some(Suspect {
            place: self.place(candidate.site),
            run: run.run_of(candidate.event),
            execution: before.filter(|(_, site, _)| *site == candidate.site).count(),
            is_critical: candidate.event == divergence.event,
            suspiciousness: candidate.suspiciousness,
            repair,
        })
    }

    fn further(&self, candidate: &RankedBranch) -> FurtherPlace {
        FurtherPlace {
            place: self.place(candidate.site),
            suffix: candidate.suffix,
            votes: candidate.votes,
            suspiciousness: candidate.suspiciousness,
        }
    }

    fn search_reports(&self) -> Vec<SearchReport> {
        let reported = |attempt: &FlipAttempt| {
            let place = self.place(attempt.site);
            AttemptReport {
                file: place.file,
                line: place.location.line,
                text: place.text,
                attempt: attempt.clone(),
            }
        };
        let searches = self.searches.iter().map(|search| SearchReport {
            relation: search.relation.clone(),
            found: search.found.clone(),
            input: search.input.clone(),
            runs: search.runs,
            attempts: search.attempts.iter().map(reported).collect(),
        });
        searches.collect()
    }

    /// An engine for reported runs, in the same domain.
    pub(crate) fn traced(
        &self,
        tracing: Tracing,
        limits: &SearchLimits,
    ) -> Result<LoadedProgram, ConcolicError> {
        let engine = LoadedProgram::traced(&self.sources, tracing, limits.fuel, &Arc::default())?;
        if let Some(domain) = &self.domain {
            engine.restrict(domain)?;
        }
        Ok(engine)
    }

    /// Where the runs from which the searches started use concrete values.
    fn lost(&self, limits: &SearchLimits) -> Result<Vec<LostTracking>, ConcolicError> {
        if self.searches.is_empty() {
            return Ok(Vec::new());
        }
        let engine = self.traced(Tracing::default(), limits)?;
        let mut times: BTreeMap<(String, String, u32), usize> = BTreeMap::new();
        for search in self.searches.iter().take(LOST_IN) {
            let found = engine.lost(&search.relation, &search.input.to_string());
            for (called, file, line, count) in found {
                *times.entry((in_words(&called), file, line)).or_default() += count;
            }
        }
        let reported = times.into_iter();
        let reported = reported.map(|((called, file, line), times)| LostTracking {
            called,
            file,
            line,
            times,
        });
        let mut reported: Vec<LostTracking> = reported.collect();
        reported.sort_by_key(|it| std::cmp::Reverse(it.times));
        Ok(reported)
    }

    fn critical(
        &self,
        divergence: &Divergence,
        limits: &SearchLimits,
    ) -> Result<CriticalReport, ConcolicError> {
        let site = divergence.site();
        let plain = LoadedProgram::plain(&self.sources, limits.fuel, &Arc::default())?;
        let watching = self.traced(Tracing { watch: Some(site), ..Tracing::default() }, limits)?;
        let passed = divergence.failing_run.hits(divergence.event);
        let (breakpoint, hit) = self.breakpoint(divergence, limits)?;
        let mut awaits = false;
        let branches = divergence.failing_run.branches();
        let at = branches.iter().position(|(event, ..)| *event == divergence.event).unwrap_or(0);
        let mut side = |input: &Value, run: &TracedRun| {
            let text = input.to_string();
            let details = plain.details(&divergence.relation, &text);
            awaits |= details.awaits;
            let watched = watching.trace(&divergence.relation, &text, Some((site, passed))).watched;
            InputSide {
                input: input.clone(),
                follow_ups: details.follow_ups,
                outputs: details.outputs,
                variables: watched,
                condition: self.condition(input, run, at),
                trace: self.decisions(run, at),
                skipped: at.saturating_sub(BEFORE),
            }
        };
        let failing = side(&divergence.failing, &divergence.failing_run);
        let passing = side(&divergence.passing, &divergence.passing_run);
        Ok(CriticalReport {
            relation: divergence.relation.clone(),
            place: self.place(site),
            breakpoint,
            hit,
            run: divergence.failing_run.run_of(divergence.event),
            failing,
            passing,
            changes: self.changes(&divergence.failing, &divergence.passing),
            suffix: divergence.suffix,
            pins: divergence.pins,
            is_exact: divergence.is_exact,
            slice: self.slice(divergence),
            awaits,
        })
    }

    fn condition(&self, input: &Value, run: &TracedRun, at: usize) -> String {
        let known = leaves(input, self.arity, &self.parameters, self.domain.as_deref());
        let branches = run.branches();
        let event = branches.get(at).and_then(|(event, ..)| run.events.get(*event));
        match event {
            Some(TraceEvent::Branch { term: Some(term), taken, .. }) => {
                condition_text(&run.nodes, &known, *term, *taken)
            }
            _ => String::new(),
        }
    }

    fn decisions(&self, run: &TracedRun, at: usize) -> Vec<Decision> {
        let branches = run.branches();
        let from = at.saturating_sub(BEFORE);
        let shown = branches.iter().enumerate().skip(from).take(at + 1 + AFTER - from);
        let reported = shown.map(|(number, &(event, site, taken))| {
            let place = self.place(site);
            Decision {
                file: place.file,
                line: place.location.line,
                text: place.text,
                taken,
                run: run.run_of(event),
                is_critical: number == at,
                depends: run.depends(event),
            }
        });
        reported.collect()
    }

    fn changes(&self, failing: &Value, passing: &Value) -> Vec<InputChange> {
        let of = |input| leaves(input, self.arity, &self.parameters, self.domain.as_deref());
        let both = of(failing).into_iter().zip(of(passing));
        let changed = both.filter(|(ours, theirs)| ours.value != theirs.value);
        let reported = changed.map(|(ours, theirs)| InputChange {
            name: ours.name,
            failing: ours.value,
            passing: theirs.value,
        });
        reported.collect()
    }

    /// The lines on which the value of the critical condition was computed.
    fn slice(&self, divergence: &Divergence) -> Vec<u32> {
        let run = &divergence.failing_run;
        let Some(TraceEvent::Branch { term: Some(term), .. }) = run.events.get(divergence.event)
        else {
            return Vec::new();
        };
        let file = self.sites.get(divergence.site()).map(|it| it.file);
        let sites = reachable(&run.nodes, std::iter::once(*term))
            .into_iter()
            .filter_map(|number| run.nodes[number].site)
            .filter(|site| self.sites.get(*site).map(|it| it.file) == file);
        let lines: BTreeSet<u32> = sites.map(|site| self.place(site).location.line).collect();
        lines.into_iter().collect()
    }
}

/// What used a value, from the engine's name for it.
fn in_words(called: &str) -> String {
    match called {
        "get" | "k" | "reference" | "mref" | "whole" | "mpre" | "mpost" => "an index".to_owned(),
        "" | "<anonymous>" | "pin" | "arithmetic" | "numeric" | "before" | "loosely" | "same" => {
            "an operator".to_owned()
        }
        name => name.to_owned(),
    }
}

/// Text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
