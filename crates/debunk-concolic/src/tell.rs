//! Puts the report together from what is known.

use crate::ConcolicError;
use crate::engine::{Engine, Site, Tracing};
use crate::evaluate::reachable;
use crate::input::leaves;
use crate::localized::Localized;
use crate::options::Limits;
use crate::parting::Parting;
use crate::rank::Candidate;
use crate::render::condition_text;
use crate::report::{
    AttemptReport, Change, Critical, Decision, Further, Place, Report, SearchReport, Side,
};
use crate::search::Attempt;
use crate::sentence::name_of;
use crate::trace::{Event, Run};
use debunk_javascript::shadow::SiteKind;
use debunk_model::{LineIndex, Location, Span};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Conditions that are shown before the parting.
const BEFORE: usize = 8;
/// Conditions that are shown after the parting.
const AFTER: usize = 12;

impl Localized {
    /// Puts together what is told.
    ///
    /// # Errors
    /// When the program cannot be run again.
    pub fn report(&self, limits: &Limits) -> Result<Report, ConcolicError> {
        let critical = match self.best() {
            Some(parting) => Some(self.critical(parting, limits)?),
            None => None,
        };
        let file = critical.as_ref().map_or(&self.sources.entry, |it| &it.place.file);
        Ok(Report {
            file: self.sources.entry.clone(),
            conclusion: name_of(self.conclusion),
            sentence: self.sentence(critical.as_ref()),
            text: self.sources.files.get(file).cloned().unwrap_or_default(),
            critical,
            further: self.candidates.iter().skip(1).map(|it| self.further(it)).collect(),
            searches: self.search_reports(),
            tested: self.tested.clone(),
        })
    }

    fn place(&self, site: usize) -> Place {
        let Some(site) = self.sites.get(site) else {
            return Place {
                file: String::new(),
                location: Location::new(1, 0),
                text: String::new(),
                span: Span::new(0, 0),
            };
        };
        let mut files = self.sources.files.iter();
        let (file, text) = files.nth(site.file).map_or(("", ""), |(name, text)| (name, text));
        let location = LineIndex::new(text).location(text, site.place.span.start);
        let span = site.place.span;
        Place { file: file.to_owned(), location, text: one_line(span.of(text)), span }
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
            AttemptReport { line: place.location.line, text: place.text, attempt: attempt.clone() }
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

    fn critical(&self, parting: &Parting, limits: &Limits) -> Result<Critical, ConcolicError> {
        let site = parting.site();
        let stop = Arc::default();
        let plain = Engine::plain(&self.sources, limits.fuel, &stop)?;
        let watch = Tracing { mark: None, watch: Some(site) };
        let watching = Engine::traced(&self.sources, watch, limits.fuel, &stop)?;
        let passed = parting.failing_run.hits(parting.event);
        let (breakpoint, hit) = self.breakpoint(parting, passed);
        let branches = parting.failing_run.branches();
        let at = branches.iter().position(|(event, ..)| *event == parting.event).unwrap_or(0);
        let side = |input: &Value, run: &Run| {
            let text = input.to_string();
            let (follow_ups, outputs) = plain.details(&parting.relation, &text);
            let watched = watching.trace(&parting.relation, &text, Some((site, passed))).watched;
            Side {
                input: input.clone(),
                follow_ups,
                outputs,
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
        })
    }

    /// Debuggers pause at statements: what counts is how often its first condition was decided.
    fn breakpoint(&self, parting: &Parting, passed: usize) -> (Location, usize) {
        let place = self.place(parting.site());
        let Some(site) = self.sites.get(parting.site()) else { return (place.location, passed) };
        let is_in_statement = |other: &&Site| {
            other.file == site.file
                && other.place.statement == site.place.statement
                && !matches!(other.place.kind, SiteKind::Operator | SiteKind::Call)
        };
        if matches!(site.place.kind, SiteKind::Loop | SiteKind::Operator | SiteKind::Call) {
            return (place.location, passed);
        }
        let first = self.sites.iter().position(|other| is_in_statement(&other));
        let before = &parting.failing_run.events[..=parting.event];
        let hits = before
            .iter()
            .filter(|event| matches!(event, Event::Branch { site, .. } if Some(*site) == first));
        let text = self.sources.files.get(&place.file).map_or("", String::as_str);
        let start = LineIndex::new(text).location(text, site.place.statement.start);
        (start, hits.count().max(1))
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
        let entry = self.sources.files.keys().position(|name| *name == self.sources.entry);
        let sites = reachable(&run.nodes, std::iter::once(*term))
            .into_iter()
            .filter_map(|number| run.nodes[number].site)
            .filter(|site| self.sites.get(*site).map(|it| it.file) == entry);
        let lines: BTreeSet<u32> = sites.map(|site| self.place(site).location.line).collect();
        lines.into_iter().collect()
    }
}

/// Text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
