//! Makes a copy of a container just before a pause: it holds what its original holds.

use super::{at, changed, containers, expansion, fresh_name, indentation, words};
use crate::{
    Application, Group, Inapplicable, Initial, Inquiry, Needs, PlannedStep, Relation, Rules,
};
use debunk_model::{
    Action, Capability, Edit, InsertionSite, Language, Pause, TestRng, VariableView, Words,
};

/// Inserts a statement that copies an array or list before the statement at which a pause is, with
/// some more elements or none, and expands both at that pause.
///
/// ```text
/// before: use(a);                          pause at it
/// after:  let t = [...a, 7]; use(a);       t has the elements of a and one more
/// ```
pub(super) struct CopyContainer;

impl Relation for CopyContainer {
    fn name(&self) -> &'static str {
        "copy-container"
    }

    fn group(&self) -> Group {
        Group::Program
    }

    fn summary(&self) -> &'static str {
        "a copy of a container holds what its original holds"
    }

    fn example(&self) -> &'static str {
        "use(a);  ->  let t = [...a, 7]; use(a);  where t has the elements of a and one more"
    }

    fn is_interactive(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs { exact_breakpoints: true, ..Needs::default() }
    }

    fn requires(&self) -> &'static [Capability] {
        &[Capability::Contents]
    }

    fn is_for(&self, language: Language) -> bool {
        !Words::of(language).copies.is_empty()
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let mut candidates: Vec<(usize, &InsertionSite, String)> = Vec::new();
        for (index, pause) in initial.trace.pauses() {
            let site = site_at(initial, pause).filter(|_| arrives_at_statement(initial, index));
            let Some(site) = site else { continue };
            let names = containers(initial, pause).into_iter();
            let sequences = names.filter(|name| is_sequence(initial, pause, name));
            candidates.extend(sequences.map(|name| (index, site, name)));
        }
        let (index, site, original) =
            rng.pick(&candidates).cloned().ok_or(Inapplicable("no sequence at a pause"))?;
        let words = words(initial);
        let (copy, added) = *rng.pick(words.copies).ok_or(Inapplicable("no way to copy it"))?;
        let twin = fresh_name(initial, "twin");
        let statement = words.declaration(&twin, &Words::copy(copy, &original));
        let note = format!("inserted {statement} at {}", at(initial, site.offset));
        let text = format!("{statement}\n{}", indentation(initial, site));
        let rules = Rules { added_variable: Some(twin.clone()), ..Rules::default() };
        let mut plan = changed(initial, vec![Edit::insert(site.offset, text)], rules, note)?;
        let is_pause = |step: &PlannedStep| matches!(step, PlannedStep::Same { index: other, .. } if *other == index);
        let position = plan.steps.iter().position(is_pause);
        let position = position.ok_or(Inapplicable("the pause is gone"))?;
        let contents = Inquiry::Contents { expansion: expansion(&original) };
        let copy = Inquiry::Twin { expansion: expansion(&twin), original, added };
        for inquiry in [copy, contents] {
            plan.steps.insert(position + 1, PlannedStep::Ask { index, inquiry });
        }
        Ok(Application::FollowUp(Box::new(plan)))
    }
}

/// The statement at whose start a pause is, if something can be inserted on a line before it.
fn site_at<'run>(initial: &Initial<'run>, pause: &Pause) -> Option<&'run InsertionSite> {
    let here = pause.location()?;
    let mut sites = initial.sites.insertions.iter();
    sites.find(|site| {
        let start = initial.quirks.granularity.place(at(initial, site.offset));
        site.starts_line && !site.opens_finally && start == here
    })
}

/// Whether a pause is at a breakpoint where a statement certainly begins: after a step, a call in it may
/// have returned, and the head of a loop is reached in every round.
fn arrives_at_statement(initial: &Initial<'_>, index: usize) -> bool {
    let step = &initial.trace.steps[index];
    let Some(here) = step.observation.pause().and_then(Pause::location) else { return false };
    let is_resumed = matches!(step.action, Action::Start | Action::Continue);
    let has_breakpoint = initial.trace.actual_before(index).contains(&here);
    let offset = initial.lines.offset(&initial.program.text, here);
    let kind = offset.and_then(|offset| initial.sites.statement(offset)).map_or("", |it| it.kind);
    let is_loop =
        ["for", "For", "while", "While", "Do", "do_"].iter().any(|it| kind.starts_with(it));
    let is_plain =
        initial.quirks.granularity.is_columns() || initial.sites.plain_lines.contains(&here.line);
    is_resumed && has_breakpoint && !is_loop && is_plain
}

/// Whether a variable is shown as a sequence.
fn is_sequence(initial: &Initial<'_>, pause: &Pause, name: &str) -> bool {
    let shown = pause.variables.lookup(name);
    shown.is_some_and(|(_, value)| value.starts_with(words(initial).sequence_shown))
}
