//! Assembles the report from what is known.

use crate::ConcolicError;
use crate::engine::{Engine, Tracing};
use crate::evaluate::reachable;
use crate::input::leaves;
use crate::localized::Localized;
use crate::options::Limits;
use crate::parting::Parting;
use crate::rank::Candidate;
use crate::render::condition_text;
use crate::report::{
    AttemptReport, Change, Critical, Decision, Further, Lost, Place, Repair, Report, SearchReport,
    Side, Suspect,
};
use crate::search::Attempt;
use crate::sentence::name_of;
use crate::trace::{Event, Run};
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
    pub fn report(&self, limits: &Limits) -> Result<Report, ConcolicError> {
        let critical = match self.best() {
            Some(parting) => Some(self.critical(parting, limits)?),
            None => None,
        };
        let file = critical.as_ref().map_or(&self.sources.entry, |it| &it.place.file);
        Ok(Report {
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

    pub(crate) fn place(&self, site: usize) -> Place {
        let Some(site) = self.sites.get(site) else {
            return Place {
                file: String::new(),
                location: Location::new(1, 0),
                text: String::new(),
                span: Span::new(0, 0),
            };
        };
        let file = self.sources.files.keys().nth(site.file).map_or("", String::as_str);
        self.place_in(file, site.place.span)
    }

    fn place_in(&self, file: &str, span: Span) -> Place {
        let text = self.sources.files.get(file).map_or("", String::as_str);
        let location = LineIndex::new(text).location(text, span.start);
        Place { file: file.to_owned(), location, text: one_line(span.of(text)), span }
    }

    fn suspect(&self) -> Option<Suspect> {
        let candidate = self.candidates.first()?;
        let parting = self.best()?;
        let run = &parting.failing_run;
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
            is_critical: candidate.event == parting.event,
            suspiciousness: candidate.suspiciousness,
            repair,
        })
    }

    fn further(&self, candidate: &Candidate) -> Further {
        Further {
            place: self.place(candidate.site),
            suffix: candidate.suffix,
            votes: candidate.votes,
            suspiciousness: candidate.suspiciousness,
        }
    }

    fn search_reports(&self) -> Vec<SearchReport> {
        let told = |attempt: &Attempt| {
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
            attempts: search.attempts.iter().map(told).collect(),
        });
        searches.collect()
    }

    /// An engine for reported runs, in the same domain.
    pub(crate) fn traced(
        &self,
        tracing: Tracing,
        limits: &Limits,
    ) -> Result<Engine, ConcolicError> {
        let engine = Engine::traced(&self.sources, tracing, limits.fuel, &Arc::default())?;
        if let Some(domain) = &self.domain {
            engine.restrict(domain)?;
        }
        Ok(engine)
    }

    /// Where the runs from which the searches started use concrete values.
    fn lost(&self, limits: &Limits) -> Result<Vec<Lost>, ConcolicError> {
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
        let told = times.into_iter();
        let told = told.map(|((called, file, line), times)| Lost { called, file, line, times });
        let mut told: Vec<Lost> = told.collect();
        told.sort_by_key(|it| std::cmp::Reverse(it.times));
        Ok(told)
    }

    fn critical(&self, parting: &Parting, limits: &Limits) -> Result<Critical, ConcolicError> {
        let site = parting.site();
        let plain = Engine::plain(&self.sources, limits.fuel, &Arc::default())?;
        let watching = self.traced(Tracing { watch: Some(site), ..Tracing::default() }, limits)?;
        let passed = parting.failing_run.hits(parting.event);
        let (breakpoint, hit) = self.breakpoint(parting, limits)?;
        let mut awaits = false;
        let branches = parting.failing_run.branches();
        let at = branches.iter().position(|(event, ..)| *event == parting.event).unwrap_or(0);
        let mut side = |input: &Value, run: &Run| {
            let text = input.to_string();
            let details = plain.details(&parting.relation, &text);
            awaits |= details.awaits;
            let watched = watching.trace(&parting.relation, &text, Some((site, passed))).watched;
            Side {
                input: input.clone(),
                follow_ups: details.follow_ups,
                outputs: details.outputs,
                variables: watched,
                condition: self.condition(input, run, at),
                trace: self.decisions(run, at),
                skipped: at.saturating_sub(BEFORE),
            }
        };
        let failing = side(&parting.failing, &parting.failing_run);
        let passing = side(&parting.passing, &parting.passing_run);
        Ok(Critical {
            relation: parting.relation.clone(),
            place: self.place(site),
            breakpoint,
            hit,
            run: parting.failing_run.run_of(parting.event),
            failing,
            passing,
            changes: self.changes(&parting.failing, &parting.passing),
            suffix: parting.suffix,
            pins: parting.pins,
            is_exact: parting.is_exact,
            slice: self.slice(parting),
            awaits,
        })
    }

    fn condition(&self, input: &Value, run: &Run, at: usize) -> String {
        let known = leaves(input, self.arity, &self.parameters, self.domain.as_deref());
        let branches = run.branches();
        let event = branches.get(at).and_then(|(event, ..)| run.events.get(*event));
        match event {
            Some(Event::Branch { term: Some(term), taken, .. }) => {
                condition_text(&run.nodes, &known, *term, *taken)
            }
            _ => String::new(),
        }
    }

    fn decisions(&self, run: &Run, at: usize) -> Vec<Decision> {
        let branches = run.branches();
        let from = at.saturating_sub(BEFORE);
        let shown = branches.iter().enumerate().skip(from).take(at + 1 + AFTER - from);
        let told = shown.map(|(number, &(event, site, taken))| {
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
        told.collect()
    }

    fn changes(&self, failing: &Value, passing: &Value) -> Vec<Change> {
        let of = |input| leaves(input, self.arity, &self.parameters, self.domain.as_deref());
        let both = of(failing).into_iter().zip(of(passing));
        let changed = both.filter(|(ours, theirs)| ours.value != theirs.value);
        let told = changed.map(|(ours, theirs)| Change {
            name: ours.name,
            failing: ours.value,
            passing: theirs.value,
        });
        told.collect()
    }

    /// The lines on which the value of the critical condition was computed.
    fn slice(&self, parting: &Parting) -> Vec<u32> {
        let run = &parting.failing_run;
        let Some(Event::Branch { term: Some(term), .. }) = run.events.get(parting.event) else {
            return Vec::new();
        };
        let file = self.sites.get(parting.site()).map(|it| it.file);
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
