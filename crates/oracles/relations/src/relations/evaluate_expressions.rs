//! Evaluates expressions whose value follows from the variables that a pause shows.

use super::{
    ASKED_PERCENT, asking, containers, expansion, folded, named_variables, some_globals, words,
};
use crate::expressions::ExpressionMaker;
use crate::inquiry::names_in;
use crate::{Application, Group, Inapplicable, Initial, Inquiry, Relation};
use debunk_model::{
    Capability, Evaluation, EvaluationContext, FrameOrder, Language, Pause, ScopeKind, Span,
    TestRng, Words,
};

const EXPRESSIONS_PER_PAUSE_MAX: usize = 3;
const GLOBALS_PER_PAUSE_MAX: usize = 3;
/// How many lines an expression of the program may be away.
const NEIGHBOURS: u32 = 3;
/// Longer expressions of the program are not evaluated.
const EXPRESSION_LENGTH_MAX: u32 = 120;
/// Only the nearest callers are asked for expressions.
const CALLERS_MAX: usize = 3;

/// Evaluates expressions at some pauses, for different purposes: such as are made of visible variables
/// and of what these hold, and such as stand in the program near the place of a frame.
///
/// ```text
/// before: break 3; start (x is 4)
/// after:  break 3; start; evaluate (x * 2) + 1 (must be 9)
/// ```
///
/// The value follows from what the pause shows. Where it does not, because nobody but the debugger knows
/// how a fraction is rounded, every answer has to be the same.
pub(super) struct EvaluateExpressions;

impl Relation for EvaluateExpressions {
    fn name(&self) -> &'static str {
        "evaluate-expressions"
    }

    fn group(&self) -> Group {
        Group::Questions
    }

    fn summary(&self) -> &'static str {
        "an expression over variables has the value that follows from theirs"
    }

    fn example(&self) -> &'static str {
        "break 3, start (x is 4)  ->  break 3, start, evaluate (x * 2) + 1 (must be 9)"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn is_for(&self, language: Language) -> bool {
        Words::of(language).expressions.is_some()
    }

    fn holds_optimised(&self) -> bool {
        // A variable that is shown may have no value when it is used.
        false
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let mut count = 0;
        let mut plan = asking(initial, "no variable that expressions can use", |pause| {
            if !rng.chance(ASKED_PERCENT) {
                return Vec::new();
            }
            let mut inquiries = over_variables(initial, pause, rng);
            inquiries.extend(over_contents(initial, pause, rng));
            inquiries.extend(over_globals(initial, pause, rng));
            inquiries.extend(of_program(initial, pause, 0, rng));
            if rng.chance(ASKED_PERCENT) {
                inquiries.extend(of_caller(initial, pause, rng));
            }
            count += inquiries.len();
            inquiries
        })?;
        plan.note = format!("asked {count} questions about expressions");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}

/// Reads variables that the pause does not show, and evaluates an expression over those that turn out to be
/// plain.
fn over_globals(initial: &Initial<'_>, pause: &Pause, rng: &mut TestRng) -> Vec<Inquiry> {
    let names = some_globals(initial, pause, GLOBALS_PER_PAUSE_MAX, rng);
    if names.is_empty() {
        return Vec::new();
    }
    let pick = rng.below(u16::MAX.into()) as u32;
    let made = Inquiry::Made { pick, frame: 0, context: context(initial, rng) };
    names.iter().map(|name| folded(name)).chain([made]).collect()
}

/// Expressions that are made of the variables that a pause shows, and a literal.
fn over_variables(initial: &Initial<'_>, pause: &Pause, rng: &mut TestRng) -> Vec<Inquiry> {
    let Some(maker) = maker(initial, pause) else { return Vec::new() };
    let count = 1 + rng.below(EXPRESSIONS_PER_PAUSE_MAX);
    let made = (0..count).map(|_| {
        let context = context(initial, rng);
        // Some debuggers take no more than a variable there.
        let (expression, value) = match context {
            EvaluationContext::Hover => maker.variable(rng),
            _ => maker.expression(rng),
        };
        Inquiry::Value { evaluation: Evaluation { expression, frame: 0, context }, value }
    });
    let mut inquiries: Vec<Inquiry> = made.collect();
    if let Some(literal) = rng.pick(words(initial).literals()) {
        let (expression, context) = ((*literal).to_owned(), EvaluationContext::default());
        let evaluation = Evaluation { expression, frame: 0, context };
        inquiries.push(Inquiry::Expression { evaluation });
    }
    inquiries
}

/// Expressions that are made of what some container holds.
fn over_contents(initial: &Initial<'_>, pause: &Pause, rng: &mut TestRng) -> Vec<Inquiry> {
    if !initial.capabilities.has(Capability::Contents) {
        return Vec::new();
    }
    let names = containers(initial, pause);
    let Some(name) = rng.pick(&names) else { return Vec::new() };
    let reading = Inquiry::Contents { expansion: expansion(name) };
    let made = (0..=rng.below(EXPRESSIONS_PER_PAUSE_MAX)).map(|_| Inquiry::Made {
        pick: rng.below(u16::MAX.into()) as u32,
        frame: 0,
        context: context(initial, rng),
    });
    std::iter::once(reading).chain(made.collect::<Vec<_>>()).collect()
}

/// Expressions of the program around the place of a frame, for two purposes, after what they mention
/// was read.
fn of_program(
    initial: &Initial<'_>,
    pause: &Pause,
    frame: usize,
    rng: &mut TestRng,
) -> Vec<Inquiry> {
    let place = pause.frames.get(frame).and_then(|frame| frame.place.in_program());
    let Some(line) = place.map(|at| at.line) else { return Vec::new() };
    let mut texts = expressions_near(initial, line);
    rng.shuffle(&mut texts);
    texts.truncate(EXPRESSIONS_PER_PAUSE_MAX);
    let is_read = frame == 0 && initial.capabilities.has(Capability::Contents);
    let names = if is_read { containers(initial, pause) } else { Vec::new() };
    let held = names.iter().filter(|name| texts.iter().any(|text| mentions(text, name)));
    let mut inquiries: Vec<Inquiry> =
        held.map(|name| Inquiry::Contents { expansion: expansion(name) }).collect();
    for text in texts {
        let contexts = [EvaluationContext::default(), context(initial, rng)];
        for context in contexts {
            // Some debuggers take no more than a path there, and some take words for commands.
            let (expression, context) = match (is_path(text), context) {
                (true, context) => (text.to_owned(), context),
                (false, EvaluationContext::Hover) => continue,
                (false, context) => (format!("({text})"), context),
            };
            let evaluation = Evaluation { expression, frame: frame as u32, context };
            inquiries.push(Inquiry::Expression { evaluation });
        }
    }
    inquiries
}

/// Whether an expression is made of names and numbers only: `a.b[0]`.
fn is_path(text: &str) -> bool {
    let mut indices = text.split('[').skip(1).map(|rest| rest.split(']').next().unwrap_or(rest));
    text.chars().all(|it| it.is_alphanumeric() || "_$.[]".contains(it))
        && indices.all(|index| index.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Expressions of the program around the place of some caller.
fn of_caller(initial: &Initial<'_>, pause: &Pause, rng: &mut TestRng) -> Vec<Inquiry> {
    let needed = [Capability::CallerVariables, Capability::FrameQuestions];
    if needed.iter().any(|it| !initial.capabilities.has(*it)) || pause.frames.len() < 2 {
        return Vec::new();
    }
    let frame = 1 + rng.below((pause.frames.len() - 1).min(CALLERS_MAX));
    let asked = of_program(initial, pause, frame, rng);
    if asked.is_empty() {
        return asked;
    }
    let reading = Inquiry::Callers { order: FrameOrder::default() };
    std::iter::once(reading).chain(asked).collect()
}

/// The texts of expressions that only read, in the statement on a line and its neighbours. Elsewhere, a
/// name with several meanings may have another type.
fn expressions_near<'run>(initial: &Initial<'run>, line: u32) -> Vec<&'run str> {
    let text: &'run str = &initial.program.text;
    let line_of = |offset: u32| initial.lines.location(text, offset).line;
    let is_near = |span: &&Span| {
        let own = line_of(span.start);
        let is_short = span.end - span.start <= EXPRESSION_LENGTH_MAX;
        let is_meant = own == line || !names_in(span.of(text)).any(|it| is_repeated(initial, it));
        is_short && own.abs_diff(line) <= NEIGHBOURS && is_meant && line_of(span.end) == own
    };
    let mut texts: Vec<&str> =
        initial.sites.expressions.iter().filter(is_near).map(|span| span.of(text)).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

fn mentions(text: &str, name: &str) -> bool {
    names_in(text).any(|it| it == name)
}

/// Whether several declarations of the program have a name.
fn is_repeated(initial: &Initial<'_>, name: &str) -> bool {
    let bindings = initial.sites.scopes.iter().flat_map(|scope| &scope.bindings);
    bindings.filter(|binding| &*binding.name == name).count() > 1
}

fn maker(initial: &Initial<'_>, pause: &Pause) -> Option<ExpressionMaker> {
    let line = pause.location()?.line;
    let is_usable = |(name, kind, _): &(&str, ScopeKind, &str)| {
        *kind != ScopeKind::Outer && initial.sites.is_certain(name, line)
    };
    let variables = named_variables(pause).into_iter().filter(is_usable);
    let shown = variables.map(|(name, _, value)| (name, value));
    ExpressionMaker::new(words(initial).expressions, shown)
}

/// A purpose, if the debugger distinguishes them.
fn context(initial: &Initial<'_>, rng: &mut TestRng) -> EvaluationContext {
    if !initial.capabilities.has(Capability::EvaluationContexts) {
        return EvaluationContext::default();
    }
    rng.pick(&EvaluationContext::ALL).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn a_path_has_no_expressions_in_it() {
        assert!(is_path("a") && is_path("a.b[0].c[1]"));
        assert!(!is_path("a[i]") && !is_path("a + b") && !is_path("a['k']") && !is_path("-a"));
    }
}
