//! Makes a copy of a container just before a pause: it holds what its original holds.

use super::{at, changed, containers, expansion, fresh_name, indentation, words};
use crate::{
    Application, Group, Inapplicable, Initial, Inquiry, Needs, PlannedStep, Relation, Rules,
};
use debunk_model::{
    Action, Capability, ContainerCopies, Edit, InsertionSite, Language, Pause, TestRng,
    VariableView, Words,
};

/// Inserts a statement that copies a container before the statement at which a pause is, with some more
/// elements or none, in a detour such as turning it around twice, and expands both at that pause.
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
        let mut candidates: Vec<(usize, &InsertionSite, String, &ContainerCopies)> = Vec::new();
        for (index, pause) in initial.trace.pauses() {
            let site = site_at(initial, pause).filter(|_| arrives_at_statement(initial, index));
            let Some(site) = site else { continue };
            let names = containers(initial, pause).into_iter();
            let known = names.filter_map(|name| {
                let copies = copies_of(initial, pause, &name)?;
                Some((index, site, name, copies))
            });
            candidates.extend(known);
        }
        let (index, site, original, copies) =
            rng.pick(&candidates).cloned().ok_or(Inapplicable("no container at a pause"))?;
        let twin = fresh_name(initial, "twin");
        let statements = copies.statements(&original, &twin);
        let (statement, added) =
            rng.pick(&statements).cloned().ok_or(Inapplicable("no way to copy it"))?;
        let note = format!("inserted {statement} at {}", at(initial, site.offset));
        let text = format!("{statement}\n{}", indentation(initial, site));
        let rules = Rules { added_variable: Some(twin.clone()), ..Rules::default() };
        let mut plan = changed(initial, vec![Edit::insert(site.offset, text)], rules, note)?;
        let is_pause = |step: &PlannedStep| matches!(step, PlannedStep::Same { index: other, .. } if *other == index);
        let position = plan.steps.iter().position(is_pause);
        let position = position.ok_or(Inapplicable("the pause is gone"))?;
        let contents = Inquiry::Contents { expansion: expansion(&original) };
        let expansion = expansion(&twin);
        let copy = Inquiry::Twin { expansion, original, added, form: copies.form };
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
    let is_loop = offset.is_some_and(|offset| initial.sites.is_in_head_of_loop(offset));
    let is_plain =
        initial.quirks.granularity.is_columns() || initial.sites.plain_lines.contains(&here.line);
    is_resumed && has_breakpoint && !is_loop && is_plain
}

/// How a variable can be copied, by the value that is shown.
fn copies_of(initial: &Initial<'_>, pause: &Pause, name: &str) -> Option<&'static ContainerCopies> {
    let (_, value) = pause.variables.lookup(name)?;
    words(initial).copies_of(value)
}
