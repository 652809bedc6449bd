//! Questions about one pause, and what their answers have in common.

use crate::compare::{is_uninitialised, same_value};
use crate::expressions::ExpressionMaker;
use crate::{Rules, ViolationKind};
use debunk_model::{
    Action, Completion, Contents, Evaluation, EvaluationContext, Expansion, ExpressionWords, Frame,
    FrameOrder, Language, OPTIMISED_AWAY, Observation, Pause, Seed, Value, ValueChild,
    VariableView, Variables, Words, path_to,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The limit of callers whose names are evaluated.
const FRAMES_MAX: usize = 8;

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
    /// Evaluate an expression over variables that were read, if their values are plain.
    Expression {
        /// The variables.
        names: Vec<String>,
        /// Which expression.
        pick: u32,
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
            Inquiry::Expression { names, .. } => {
                write!(formatter, "evaluate an expression over {}", names.join(", "))
            }
            Inquiry::Callers { order } => write!(formatter, "look at all callers{order}"),
            Inquiry::CallerName { .. } => formatter.write_str("evaluate a name of a caller"),
            Inquiry::Value { evaluation, .. } => evaluation.fmt(formatter),
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
    /// It shows what another order shows.
    Callers,
    /// It has the name.
    Completes(String),
    /// It has the children of another variable, and some more.
    Twin { name: String, original: String, added: u32 },
}

/// How an answer contradicts others at the same pause.
pub(crate) type Contradiction = (ViolationKind, String);

/// What was answered at the present pause.
#[derive(Debug, Default)]
pub(crate) struct PauseAnswers {
    /// The line of each frame; none outside of the program.
    lines: Vec<Option<u32>>,
    /// The words of the program's language for expressions.
    words: Option<ExpressionWords>,
    readings: Vec<(Expansion, Value)>,
    callers: Option<Vec<Variables>>,
}

impl PauseAnswers {
    /// No answer yet, at a pause.
    pub(crate) fn at(pause: &Pause, language: Language) -> Self {
        let line = |frame: &Frame| frame.place.in_program().map(|at| at.line);
        let lines = pause.frames.iter().map(line).collect();
        Self { lines, words: Words::of(language).expressions, ..Self::default() }
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
            Inquiry::Expression { names, pick } => self.expression(names, *pick)?,
            Inquiry::Callers { order } => (Action::LookAtCallers { order: *order }, Claim::Callers),
            Inquiry::CallerName { pick } => self.caller_name(*pick, rules)?,
            Inquiry::Value { evaluation, value } => {
                let (subject, value) = (evaluation.expression.clone(), value.clone());
                let source = "the variables make it";
                (Action::Evaluate(evaluation.clone()), Claim::Equals { subject, value, source })
            }
            Inquiry::Name { completion, name } => {
                (Action::Complete(completion.clone()), Claim::Completes(name.clone()))
            }
            Inquiry::Twin { expansion, original, added } => {
                let (name, original) = (expansion.name.clone(), original.clone());
                let claim = Claim::Twin { name, original, added: *added };
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

    fn expression(&self, names: &[String], pick: u32) -> Option<(Action, Claim)> {
        let read = names.iter().filter_map(|name| {
            let (_, value) = self.reading(name)?;
            let is_plain = value.contents.is_nothing();
            is_plain.then_some((name.as_str(), value.text.as_str()))
        });
        let maker = ExpressionMaker::new(self.words, read)?;
        let (expression, value) = maker.expression(&mut Seed::new(pick.into()).rng());
        let (subject, source) = (expression.clone(), "the variables make it");
        let evaluation = Evaluation { expression, frame: 0, context: EvaluationContext::default() };
        Some((Action::Evaluate(evaluation), Claim::Equals { subject, value, source }))
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
                // A debugger of lines may abbreviate what a variable holds.
                let is_plain = rules.granularity.is_columns() || !value.contains(['{', '[', '(']);
                let is_comparable = is_number || is_plain && rules.is_certain(name, line);
                is_name(name) && *value != "accessor" && is_comparable
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
        match (claim, observation) {
            (Claim::Reading(expansion), Observation::Expanded { value }) => {
                self.take_reading(expansion, value, rules)
            }
            (Claim::Twin { name, original, added }, Observation::Expanded { value }) => {
                let Some((_, original_value)) = self.reading(original) else { return Ok(()) };
                compare_twin((name, value), (original, original_value), *added, rules)
            }
            (Claim::Callers, Observation::LookedAtCallers { callers }) => {
                let known = self.callers.get_or_insert_with(|| callers.clone());
                compare_callers(known, callers, rules)
            }
            (Claim::Equals { subject, value, source }, Observation::Evaluated { value: other }) => {
                // An engine may show a variable before its declaration ran as undefined.
                let is_early = is_uninitialised(value) && is_uninitialised(other);
                // A debugger that says it does not have the value says nothing of it.
                let is_unknown = [value, other].iter().any(|text| *text == OPTIMISED_AWAY);
                let is_same = is_early || is_unknown || same_value(value, other, rules);
                let detail = || format!("{subject} evaluates to {other}, {source} {value}");
                if is_same { Ok(()) } else { Err((ViolationKind::EvaluateDiffers, detail())) }
            }
            (Claim::Completes(name), Observation::Completed { names, has_more }) => {
                let detail = || format!("{name} is visible, but it is no completion");
                let is_offered = *has_more || names.iter().any(|other| other == name);
                if is_offered { Ok(()) } else { Err((ViolationKind::CompletionMissing, detail())) }
            }
            _ => Ok(()),
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

/// Whether a sequence has elements that are not set, which a copy has.
fn has_holes(elements: &[&ValueChild]) -> bool {
    elements.iter().enumerate().any(|(index, child)| child.key != index.to_string())
}

/// The elements of a sequence.
fn elements(value: &Value) -> Vec<&ValueChild> {
    let is_element = |child: &&ValueChild| child.key.bytes().all(|byte| byte.is_ascii_digit());
    value.children().iter().filter(is_element).collect()
}

/// A container that was made from another one has its children, and some more at the end.
fn compare_twin(
    (name, value): (&str, &Value),
    (original, expected): (&str, &Value),
    added: u32,
    rules: &Rules,
) -> Result<(), Contradiction> {
    if !value.is_whole() || !expected.is_whole() {
        return Ok(());
    }
    let differ = |detail: String| Err((ViolationKind::LookChanged, detail));
    // A copy has the elements of a sequence, not its other properties.
    let (children, wanted) = (elements(value), elements(expected));
    if has_holes(&wanted) {
        return Ok(());
    }
    if children.len() != wanted.len() + added as usize {
        let (has, expected) = (children.len(), wanted.len() + added as usize);
        return differ(format!(
            "{name} has {has} children; made from {original}, it has {expected}"
        ));
    }
    let same = |new: &str, old: &str| same_value(old, new, rules);
    for (child, wanted) in children.iter().zip(&wanted) {
        let path = path_to(name, &child.key);
        if child.key != wanted.key {
            let wanted = path_to(original, &wanted.key);
            return differ(format!("{path} is shown where {original} has {wanted}"));
        }
        // What a getter returns is no part of its container.
        if wanted.value.contents == Contents::Accessor {
            continue;
        }
        if let Some(difference) = child.value.first_difference(&wanted.value, &path, &same) {
            return differ(format!("{difference}, as in {original}"));
        }
    }
    Ok(())
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

/// Whether the name of a variable is an expression.
pub(crate) fn is_name(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | '$'))
        && characters.all(|next| next.is_alphanumeric() || matches!(next, '_' | '$'))
        && !matches!(name, "this" | "arguments" | "new")
}
