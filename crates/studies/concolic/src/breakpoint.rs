//! Where a debugger pauses before the critical branch, and how often until it is that one.

use crate::ConcolicError;
use crate::divergence::Divergence;
use crate::engine::{CodeSite, LoadedProgram, Tracing};
use crate::localized::Localized;
use crate::options::SearchLimits;
use crate::trace::{TraceEvent, TracedRun};
use debunk_javascript::shadow::SiteKind;
use debunk_model::{LineIndex, Location, Span};

impl Localized {
    /// The place of a breakpoint, and its hit that is the critical branch, in a session that loads
    /// the program and then runs P, T, and P on the follow-ups.
    pub(crate) fn breakpoint(
        &self,
        divergence: &Divergence,
        limits: &SearchLimits,
    ) -> Result<(Location, usize), ConcolicError> {
        let number = divergence.site();
        let Some(site) = self.sites.get(number) else { return Ok((Location::new(1, 0), 1)) };
        let start = |offset: u32| {
            let text = self.text_of(site);
            LineIndex::new(text).location(text, offset)
        };
        if !is_built_in(site.place.kind) {
            // Debuggers pause at statements, before their first condition, and in the head of a
            // loop.
            let is_loop = site.place.kind == SiteKind::Loop;
            let first = if is_loop { number } else { self.first_condition(site).unwrap_or(number) };
            let engine = self.traced(Tracing::default(), limits)?;
            let hits = hits(&engine, divergence, |event| is_at(event, first));
            let offset = if is_loop { site.place.span.start } else { site.place.statement.start };
            return Ok((start(offset), hits.max(1)));
        }
        // One call or comparison decides many times, but a debugger pauses once, before it.
        for (mark, offset) in self.pauses(site) {
            let engine = self
                .traced(Tracing { mark: Some((site.file, mark)), ..Tracing::default() }, limits)?;
            let hits = hits(&engine, divergence, |event| *event == TraceEvent::Fault);
            if hits > 0 {
                return Ok((start(offset), hits));
            }
        }
        Ok((start(site.place.span.start), 1))
    }

    fn text_of(&self, site: &CodeSite) -> &str {
        self.sources.files.values().nth(site.file).map_or("", String::as_str)
    }

    /// The conditions in the statement of a site, with their numbers.
    fn conditions<'run>(
        &'run self,
        site: &'run CodeSite,
    ) -> impl Iterator<Item = (usize, &'run CodeSite)> {
        self.sites.iter().enumerate().filter(move |(_, other)| {
            other.file == site.file
                && other.place.statement == site.place.statement
                && !is_built_in(other.place.kind)
        })
    }

    fn first_condition(&self, site: &CodeSite) -> Option<usize> {
        self.conditions(site).map(|(number, _)| number).next()
    }

    /// Expressions whose evaluation begins where a debugger pauses before a built-in function, best
    /// first, each with the place of the breakpoint.
    fn pauses(&self, site: &CodeSite) -> Vec<(Span, u32)> {
        let Span { start, .. } = site.place.statement;
        let around = self.conditions(site).find(|(_, it)| it.place.span.encloses(site.place.span));
        let mut found = Vec::new();
        if let Some((_, CodeSite { place, .. })) = around
            && place.kind == SiteKind::Loop
        {
            found.push((place.span, place.span.start));
        } else {
            let whole = main_expression(self.text_of(site), site.place.statement);
            let whole = whole.filter(|it| it.encloses(site.place.span));
            found.extend(whole.map(|it| (it, start)));
            let first = self.first_condition(site).and_then(|number| self.sites.get(number));
            let first = first.filter(|it| it.place.span.start <= site.place.span.start);
            found.extend(first.map(|it| (it.place.span, start)));
        }
        found.push((site.place.span, site.place.span.start));
        found
    }
}

fn is_built_in(kind: SiteKind) -> bool {
    matches!(kind, SiteKind::Operator | SiteKind::Call)
}

fn is_at(event: &TraceEvent, wanted: usize) -> bool {
    matches!(event, TraceEvent::Branch { site, .. } if *site == wanted)
}

/// How often something happens in a session up to the critical branch. The failing input runs
/// again: its decisions are the same, and so are their numbers.
fn hits(
    engine: &LoadedProgram,
    divergence: &Divergence,
    counts: impl Fn(&TraceEvent) -> bool,
) -> usize {
    let is_branch = |event: &&TraceEvent| matches!(event, TraceEvent::Branch { .. });
    let earlier =
        divergence.failing_run.events[..divergence.event].iter().filter(is_branch).count();
    let run = engine.trace(&divergence.relation, &divergence.failing.to_string(), None);
    let top_level = engine.top_level().iter().filter(|event| counts(event)).count();
    top_level + hits_of_run(&run, earlier, counts)
}

fn hits_of_run(run: &TracedRun, earlier: usize, counts: impl Fn(&TraceEvent) -> bool) -> usize {
    let (mut phase, mut decided, mut hits) = (0, 0, 0);
    for event in &run.events {
        if let TraceEvent::Phase(number) = event {
            phase = *number;
        }
        // A session does not call valid, and M comes too late.
        hits += usize::from(phase > 0 && counts(event));
        if matches!(event, TraceEvent::Branch { .. }) {
            if decided == earlier {
                break;
            }
            decided += 1;
        }
    }
    hits
}

/// The expression that a simple statement evaluates first and as a whole.
fn main_expression(text: &str, statement: Span) -> Option<Span> {
    let inner = statement.of(text).trim_end().trim_end_matches(';').trim_end();
    let word: String = inner.chars().take_while(|it| it.is_ascii_alphabetic()).collect();
    let skipped = match word.as_str() {
        "return" | "throw" => word.len(),
        "const" | "let" | "var" => inner.find('=')? + 1,
        "if" | "for" | "while" | "do" | "switch" => return None,
        _ => 0,
    };
    let rest = inner.get(skipped..)?;
    let start = skipped + rest.len() - rest.trim_start().len();
    let start = statement.start + start as u32;
    Some(Span::new(start, statement.start + inner.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_expression_of_simple_statements() {
        let check = |text: &str, expected: Option<&str>| {
            let found = main_expression(text, Span::new(0, text.len() as u32));
            assert_eq!(found.map(|span| span.of(text)), expected);
        };
        check("return  A.indexOf(5) ;", Some("A.indexOf(5)"));
        check("const at = A.indexOf(5);", Some("A.indexOf(5)"));
        check("use(A.indexOf(5))", Some("use(A.indexOf(5))"));
        check("returned(5);", Some("returned(5)"));
        check("for (;;) f();", None);
    }

    #[test]
    fn hits_are_counted_in_the_runs_of_a_session_up_to_the_critical_decision() {
        let branch = TraceEvent::Branch { site: 7, term: None, taken: true };
        let mut run = TracedRun::empty(crate::RunVerdict::Fail);
        run.events = vec![
            TraceEvent::Phase(0),
            branch,
            TraceEvent::Phase(1),
            branch,
            TraceEvent::Phase(2),
            branch,
        ];
        run.events.extend([TraceEvent::Phase(3), branch, branch]);
        assert_eq!(hits_of_run(&run, 3, |event| is_at(event, 7)), 3);
        assert_eq!(hits_of_run(&run, 1, |event| is_at(event, 7)), 1);
    }
}
