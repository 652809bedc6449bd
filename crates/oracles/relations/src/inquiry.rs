//! Questions about one pause, and what their answers have in common.

use crate::compare::{evaluates_to, lacks_value, same_value};
use crate::expressions::ExpressionMaker;
use crate::shown::ShownValues;
use crate::twins::Twins;
use crate::{Rules, ViolationKind};
use debunk_model::{
    ACCESSOR, Action, Completion, Contents, CopyForm, Evaluation, EvaluationContext, Expansion,
    Frame, FrameOrder, Observation, Pause, Seed, Value, ValueChild, VariableView, Variables, Words,
    path_to,
};
use debunk_testimony::{ExpressionEvaluator, ExpressionValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The limit of callers whose names are evaluated.
const FRAMES_MAX: usize = 8;

/// Longer texts may be abbreviated.
const TEXT_LENGTH_MAX: usize = 80;

/// What Python's console does not write.
const NOTHING: &str = "None";

/// What the value of an expression follows from.
const BY_VARIABLES: &str = "the variables make it";

/// Something to ask at a pause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Inquiry {
    /// Read a variable with what it holds. Every reading at one pause shows the same.
    Contents {
        /// What to read.
        expansion: Expansion,
    },
    /// Evaluate the debugger's own expression for something that an earlier reading showed.
    Path {
        /// The variable that was read.
        name: String,
        /// Which of the expressions in it, counted from the first, as often around as necessary.
        pick: u32,
    },
    /// Evaluate the name of a variable that was read.
    Variable {
        /// The name.
        name: String,
    },
    /// Read the variables of all callers. Every order shows the same.
    Callers {
        /// In which order.
        order: FrameOrder,
    },
    /// Evaluate a name in the frame of a caller whose variables were read.
    CallerName {
        /// Which of the names, counted from the nearest caller, as often around as necessary.
        pick: u32,
    },
    /// Evaluate an expression over what the pause and earlier readings show. Its value follows from
    /// that, or every answer is the same.
    Expression {
        /// The expression.
        evaluation: Evaluation,
    },
    /// Evaluate an expression that is made of what earlier readings of a frame show.
    Made {
        /// From which number it is made.
        pick: u32,
        /// In which frame.
        frame: u32,
        /// For what.
        #[serde(default)]
        context: EvaluationContext,
    },
    /// Evaluate an expression whose value is known.
    Value {
        /// The expression.
        evaluation: Evaluation,
        /// The value.
        value: String,
    },
    /// Complete the beginning of a name that is visible.
    Name {
        /// What to complete.
        completion: Completion,
        /// The name.
        name: String,
    },
    /// Read a variable that was made from another one, which was read before.
    Twin {
        /// What to read.
        expansion: Expansion,
        /// The other one.
        original: String,
        /// How many more children it has at its end.
        added: u32,
        /// What it has in common with the other one.
        #[serde(default, skip_serializing_if = "CopyForm::is_usual")]
        form: CopyForm,
    },
}

impl Inquiry {
    /// Whether what to ask depends on answers to earlier questions.
    pub(crate) const fn needs_answers(&self) -> bool {
        matches!(
            self,
            Inquiry::Path { .. }
                | Inquiry::CallerName { .. }
                | Inquiry::Variable { .. }
                | Inquiry::Expression { .. }
                | Inquiry::Made { .. }
        )
    }
}

impl fmt::Display for Inquiry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inquiry::Contents { expansion } | Inquiry::Twin { expansion, .. } => {
                expansion.fmt(formatter)
            }
            Inquiry::Path { name, .. } => write!(formatter, "evaluate a path into {name}"),
            Inquiry::Variable { name } => write!(formatter, "evaluate {name}, which was read"),
            Inquiry::Callers { order } => write!(formatter, "look at all callers{order}"),
            Inquiry::CallerName { .. } => formatter.write_str("evaluate a name of a caller"),
            Inquiry::Value { evaluation, .. } | Inquiry::Expression { evaluation } => {
                evaluation.fmt(formatter)
            }
            Inquiry::Made { .. } => {
                formatter.write_str("evaluate an expression over what is shown")
            }
            Inquiry::Name { completion, .. } => completion.fmt(formatter),
        }
    }
}

/// What must hold of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Claim {
    /// It shows what every other reading shows.
    Reading(Expansion),
    /// It is the value that something else shows.
    Equals { subject: String, value: String, source: &'static str },
    /// It is the same as every other answer to that expression in that frame.
    Agrees(Evaluation),
    /// It shows what another order shows.
    Callers,
    /// It has the name.
    Completes(String),
    /// It has the children of another variable, and some more.
    Twin { name: String, original: String, added: u32, form: CopyForm },
}

/// How an answer contradicts others at the same pause.
pub(crate) type Contradiction = (ViolationKind, String);

/// What was answered at the present pause.
#[derive(Debug, Default)]
pub(crate) struct PauseAnswers {
    /// Knows the values of expressions.
    evaluator: Option<ExpressionEvaluator>,
    /// The line of each frame; none outside of the program.
    lines: Vec<Option<u32>>,
    /// The variables of the innermost frame.
    variables: Variables,
    readings: Vec<(Expansion, Value)>,
    callers: Option<Vec<Variables>>,
    evaluated: Vec<(Evaluation, String)>,
}

impl PauseAnswers {
    /// No answer yet, at a pause.
    pub(crate) fn at(pause: &Pause, evaluator: ExpressionEvaluator) -> Self {
        let line = |frame: &Frame| frame.place.in_program().map(|at| at.line);
        Self {
            evaluator: Some(evaluator),
            lines: pause.frames.iter().map(line).collect(),
            variables: pause.variables.clone(),
            ..Self::default()
        }
    }

    /// The action of an inquiry, and what must hold of its answer; `None` if there is nothing to
    /// ask.
    pub(crate) fn resolve(&self, inquiry: &Inquiry, rules: &Rules) -> Option<(Action, Claim)> {
        Some(match inquiry {
            Inquiry::Contents { expansion } => {
                (Action::Expand(expansion.clone()), Claim::Reading(expansion.clone()))
            }
            Inquiry::Path { name, pick } => self.path(name, *pick)?,
            Inquiry::Variable { name } => self.variable(name)?,
            Inquiry::Callers { order } => (Action::LookAtCallers { order: *order }, Claim::Callers),
            Inquiry::CallerName { pick } => self.caller_name(*pick, rules)?,
            Inquiry::Expression { evaluation } => self.expression(evaluation, rules)?,
            Inquiry::Made { pick, frame, context } => self.made(*pick, *frame, *context, rules)?,
            Inquiry::Value { evaluation, value } => {
                let (subject, value) = (evaluation.expression.clone(), value.clone());
                let source = BY_VARIABLES;
                (Action::Evaluate(evaluation.clone()), Claim::Equals { subject, value, source })
            }
            Inquiry::Name { completion, name } => {
                (Action::Complete(completion.clone()), Claim::Completes(name.clone()))
            }
            Inquiry::Twin { expansion, original, added, form } => {
                let (name, original) = (expansion.name.clone(), original.clone());
                let claim = Claim::Twin { name, original, added: *added, form: *form };
                (Action::Expand(expansion.clone()), claim)
            }
        })
    }

    fn path(&self, name: &str, pick: u32) -> Option<(Action, Claim)> {
        let (expansion, value) = self.reading(name)?;
        let mut expressions = Vec::new();
        collect_expressions(value, name, &mut expressions);
        let index = (pick as usize).checked_rem(expressions.len())?;
        let (subject, child) = expressions.swap_remove(index);
        let evaluation = Evaluation {
            expression: child.expression.clone()?,
            frame: expansion.frame,
            context: EvaluationContext::default(),
        };
        let (value, source) = (child.value.text.clone(), "its parent shows");
        Some((Action::Evaluate(evaluation), Claim::Equals { subject, value, source }))
    }

    fn variable(&self, name: &str) -> Option<(Action, Claim)> {
        let (expansion, value) = self.reading(name)?;
        // Code in place of a value has no text that evaluating it gives.
        if matches!(value.contents, Contents::Accessor | Contents::Unreadable { .. }) {
            return None;
        }
        let evaluation = Evaluation {
            expression: name.to_owned(),
            frame: expansion.frame,
            context: EvaluationContext::default(),
        };
        let (subject, value, source) = (name.to_owned(), value.text.clone(), "its reading shows");
        Some((Action::Evaluate(evaluation), Claim::Equals { subject, value, source }))
    }

    /// What a frame shows; `None` if it was not read.
    fn shown<'answers>(
        &'answers self,
        frame: u32,
        rules: &'answers Rules,
    ) -> Option<ShownValues<'answers>> {
        let variables = match frame.checked_sub(1) {
            None => &self.variables,
            Some(caller) => self.callers.as_ref()?.get(caller as usize)?,
        };
        let line = self.lines.get(frame as usize).copied().flatten()?;
        let readings = self.readings.iter().filter(move |(reading, _)| reading.frame == frame);
        Some(ShownValues { variables, readings: readings.collect(), line, rules })
    }

    fn expression(&self, evaluation: &Evaluation, rules: &Rules) -> Option<(Action, Claim)> {
        let shown = self.shown(evaluation.frame, rules)?;
        // A console may write nothing for what is nothing.
        let is_silent =
            |value: &str| evaluation.context == EvaluationContext::Repl && value == NOTHING;
        let claim = match self.evaluator?.evaluate(&evaluation.expression, &shown)? {
            ExpressionValue::Exact(value)
                if value.len() <= TEXT_LENGTH_MAX && !is_silent(&value) =>
            {
                let subject = evaluation.expression.clone();
                Claim::Equals { subject, value, source: BY_VARIABLES }
            }
            ExpressionValue::Exact(_) | ExpressionValue::Holder(_) => return None,
            ExpressionValue::Safe => Claim::Agrees(evaluation.clone()),
        };
        Some((Action::Evaluate(evaluation.clone()), claim))
    }

    fn made(
        &self,
        pick: u32,
        frame: u32,
        context: EvaluationContext,
        rules: &Rules,
    ) -> Option<(Action, Claim)> {
        let (evaluator, shown) = (self.evaluator?, self.shown(frame, rules)?);
        let mut paths = shown.paths(&evaluator);
        // Some debuggers take no more than a path there.
        let is_hover = context == EvaluationContext::Hover;
        if !is_hover {
            paths.extend(shown.lengths(&evaluator));
        }
        let words = Words::of(evaluator.language()).expressions;
        let known = paths.iter().map(|(path, value)| (path.as_str(), value.as_str()));
        let maker = ExpressionMaker::new(words, known)?;
        let mut rng = Seed::new(pick.into()).rng();
        let (expression, value) =
            if is_hover { maker.variable(&mut rng) } else { maker.expression(&mut rng) };
        let claim = Claim::Equals { subject: expression.clone(), value, source: BY_VARIABLES };
        Some((Action::Evaluate(Evaluation { expression, frame, context }), claim))
    }

    fn caller_name(&self, pick: u32, rules: &Rules) -> Option<(Action, Claim)> {
        let callers = self.callers.as_ref()?.iter().take(FRAMES_MAX).enumerate();
        let mut names: Vec<(u32, &str, &str)> = callers
            .flat_map(|(index, variables)| {
                let visible = variables.visible().into_iter();
                visible.map(move |(name, (_, value))| (index as u32 + 1, name, value))
            })
            .filter(|(frame, name, value)| {
                let line = self.lines.get(*frame as usize).copied().flatten();
                // Garbage is garbage both times, but only numbers are always written the same way.
                let is_number = value.parse::<i64>().is_ok();
                let is_comparable = is_number || rules.is_certain(name, line);
                is_name(name) && *value != ACCESSOR && is_comparable
            })
            .collect();
        let index = (pick as usize).checked_rem(names.len())?;
        let (frame, name, value) = names.swap_remove(index);
        let evaluation = Evaluation {
            expression: name.to_owned(),
            frame,
            context: EvaluationContext::default(),
        };
        let claim = Claim::Equals {
            subject: format!("{name} of caller {frame}"),
            value: value.to_owned(),
            source: "the variables of that frame show",
        };
        Some((Action::Evaluate(evaluation), claim))
    }

    fn reading(&self, name: &str) -> Option<&(Expansion, Value)> {
        self.readings.iter().rev().find(|(expansion, _)| expansion.name == name)
    }

    /// Takes an answer of the right kind, and says how it contradicts others.
    pub(crate) fn take(
        &mut self,
        claim: &Claim,
        observation: &Observation,
        rules: &Rules,
    ) -> Result<(), Contradiction> {
        if rules.is_optimised && self.is_without_value(claim) {
            return Ok(());
        }
        match (claim, observation) {
            (Claim::Reading(expansion), Observation::Expanded { value }) => {
                self.take_reading(expansion, value, rules)
            }
            (Claim::Twin { name, original, added, form }, Observation::Expanded { value }) => {
                let Some((_, original_value)) = self.reading(original) else { return Ok(()) };
                let (twin, original) =
                    ((name.as_str(), value), (original.as_str(), original_value));
                Twins { twin, original, added: *added, form: *form, rules }.compare()
            }
            (Claim::Callers, Observation::LookedAtCallers { callers }) => {
                let known = self.callers.get_or_insert_with(|| callers.clone());
                compare_callers(known, callers, rules)
            }
            (Claim::Equals { subject, value, source }, Observation::Evaluated { value: other }) => {
                let is_same = evaluates_to(value, other, rules);
                let detail = || format!("{subject} evaluates to {other}, {source} {value}");
                if is_same { Ok(()) } else { Err((ViolationKind::EvaluateDiffers, detail())) }
            }
            (Claim::Agrees(evaluation), Observation::Evaluated { value }) => {
                self.take_evaluated(evaluation, value, rules)
            }
            (Claim::Completes(name), Observation::Completed { names, has_more }) => {
                let detail = || format!("{name} is visible, but it is no completion");
                let is_offered = *has_more || names.iter().any(|other| other == name);
                if is_offered { Ok(()) } else { Err((ViolationKind::CompletionMissing, detail())) }
            }
            _ => Ok(()),
        }
    }

    /// Whether a claim is about a variable of optimised code that has no value there, and so may be
    /// unknown to everything but the list of variables.
    fn is_without_value(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Equals { value, .. } => lacks_value(value),
            Claim::Completes(name) => {
                self.variables.lookup(name).is_some_and(|(_, value)| lacks_value(value))
            }
            _ => false,
        }
    }

    fn take_evaluated(
        &mut self,
        evaluation: &Evaluation,
        value: &str,
        rules: &Rules,
    ) -> Result<(), Contradiction> {
        let Evaluation { expression, frame, .. } = evaluation;
        let is_same = |(other, _): &&(Evaluation, String)| {
            other.expression == *expression && other.frame == *frame
        };
        let mut others = self.evaluated.iter().filter(is_same);
        let other = others.find(|(_, known)| !same_value(known, value, rules)).cloned();
        self.evaluated.push((evaluation.clone(), value.to_owned()));
        match other {
            Some((other, known)) => {
                let (now, before) = (evaluation.context.name(), other.context.name());
                let detail = format!(
                    "{expression} evaluates to {value} for {now}, and to {known} for {before}"
                );
                Err((ViolationKind::EvaluateDiffers, detail))
            }
            None => Ok(()),
        }
    }

    fn take_reading(
        &mut self,
        expansion: &Expansion,
        value: &Value,
        rules: &Rules,
    ) -> Result<(), Contradiction> {
        let same = |new: &str, old: &str| same_value(old, new, rules);
        let is_same = |(other, _): &&(Expansion, Value)| {
            other.name == expansion.name && other.frame == expansion.frame
        };
        let difference = self
            .readings
            .iter()
            .filter(is_same)
            .find_map(|(_, known)| value.first_difference(known, &expansion.name, &same));
        self.readings.push((expansion.clone(), value.clone()));
        match difference {
            Some(difference) => {
                Err((ViolationKind::LookChanged, format!("read again, {difference}")))
            }
            None => Ok(()),
        }
    }
}

/// Everything in a value that the debugger has an expression for, with its path.
fn collect_expressions<'value>(
    value: &'value Value,
    path: &str,
    found: &mut Vec<(String, &'value ValueChild)>,
) {
    for child in value.children() {
        let path = path_to(path, &child.key);
        // Debuggers abbreviate what holds something in more than one way.
        if child.value.contents.is_nothing() && child.expression.is_some() {
            found.push((path.clone(), child));
        }
        collect_expressions(&child.value, &path, found);
    }
}

fn compare_callers(
    known: &[Variables],
    callers: &[Variables],
    rules: &Rules,
) -> Result<(), Contradiction> {
    let differ = |detail: String| Err((ViolationKind::LookChanged, detail));
    if known.len() != callers.len() {
        return differ(format!("{} callers, another order shows {}", callers.len(), known.len()));
    }
    for (index, (known, other)) in known.iter().zip(callers).enumerate() {
        let (known, other, frame) = (known.visible(), other.visible(), index + 1);
        for (name, (_, value)) in &known {
            match other.get(name) {
                Some((_, again)) if same_value(value, again, rules) => {}
                Some((_, again)) => {
                    let detail =
                        format!("{name} of caller {frame} is {again}, another order shows {value}");
                    return differ(detail);
                }
                None => {
                    let detail = format!("{name} of caller {frame} is shown in one order only");
                    return differ(detail);
                }
            }
        }
        if let Some(name) = other.keys().find(|name| !known.contains_key(*name)) {
            return differ(format!("{name} of caller {frame} is shown in one order only"));
        }
    }
    Ok(())
}

/// The names in an expression, and the words that look like names.
pub(crate) fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric() && !matches!(it, '_' | '$'))
        .filter(|it| !it.is_empty())
}

/// Whether the name of a variable is an expression.
pub(crate) fn is_name(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | '$'))
        && characters.all(|next| next.is_alphanumeric() || matches!(next, '_' | '$'))
        && !matches!(name, "this" | "arguments" | "new" | "default")
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Scope, ScopeKind};

    #[test]
    fn a_variable_of_optimised_code_without_a_value_may_be_unknown_elsewhere() {
        let shown = [("i", "<error: variable not available>"), ("n", "3")];
        let variables = shown.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let mut answers = PauseAnswers {
            variables: vec![Scope { kind: ScopeKind::Own, variables }],
            ..PauseAnswers::default()
        };
        let mut take = |claim: Claim, observation: Observation, is_optimised| {
            let rules = Rules { is_optimised, ..Rules::default() };
            answers.take(&claim, &observation, &rules).is_ok()
        };
        let listed = || Observation::Completed { names: vec!["int".to_owned()], has_more: false };
        assert!(take(Claim::Completes("i".to_owned()), listed(), true));
        assert!(!take(Claim::Completes("i".to_owned()), listed(), false));
        assert!(!take(Claim::Completes("n".to_owned()), listed(), true), "it has one");
        let equals = |value: &str| Claim::Equals {
            subject: "i".to_owned(),
            value: value.to_owned(),
            source: "the variables show",
        };
        let failed = || Observation::Evaluated { value: "throws error: undeclared".to_owned() };
        assert!(take(equals("<optimized out>"), failed(), true));
        assert!(!take(equals("3"), failed(), true));
    }
}
