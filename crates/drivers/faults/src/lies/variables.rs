//! Lies about the values of variables.

use super::Lie;
use crate::scene::Scene;
use debunk_model::{Action, Observation, Pause, ScopeKind, VariableView, Variables};

/// The variables in an answer, if it has any.
fn variables_of(observation: &mut Observation) -> Option<&mut Variables> {
    match observation {
        Observation::Paused(pause) => Some(&mut pause.variables),
        Observation::Looked { variables } => Some(variables),
        _ => None,
    }
}

/// Whether two pauses are in the same function at the same depth.
fn is_same_frame(one: &Pause, other: &Pause) -> bool {
    one.frames.len() == other.frames.len()
        && one.frames.first().map(|frame| &frame.function)
            == other.frames.first().map(|frame| &frame.function)
}

/// After a step in a called function, its last variable is missing.
pub(crate) fn missing(scene: &mut Scene, action: &Action) -> Observation {
    let has_stepped = if action.is_control() { action.is_step() } else { scene.has_stepped() };
    let mut observation = scene.honest(action);
    if has_stepped
        && scene.depth() > 1
        && let Some(variables) = variables_of(&mut observation)
        && let Some(scope) = variables.iter_mut().find(|scope| scope.kind == ScopeKind::Own)
    {
        scope.variables.pop_last();
    }
    observation
}

/// One wrong value, kept until the program resumes.
#[derive(Default)]
struct Kept {
    value: Option<(String, String)>,
}

impl Kept {
    /// Replaces the right value by the wrong one.
    fn apply(&self, variables: &mut Variables) {
        let Some((name, value)) = &self.value else { return };
        let scope = variables.iter_mut().find(|scope| scope.variables.contains_key(name));
        if let Some(scope) = scope {
            scope.variables.insert(name.clone(), value.clone());
        }
    }
}

/// After a step over, one variable still has its value from before.
#[derive(Default)]
pub(crate) struct Stale(Kept);

impl Stale {
    fn changed(before: &Pause, now: &Pause) -> Option<(String, String)> {
        let own = now.variables.iter().filter(|scope| scope.kind == ScopeKind::Own);
        own.flat_map(|scope| &scope.variables).find_map(|(name, value)| {
            let (_, old) = before.variables.lookup(name)?;
            (old != value).then(|| (name.clone(), old.to_owned()))
        })
    }
}

impl Lie for Stale {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        let before = scene.told.clone();
        let mut observation = scene.honest(action);
        if action.is_control() {
            self.0.value = match (&before, observation.pause()) {
                (Some(before), Some(now))
                    if *action == Action::StepOver && is_same_frame(before, now) =>
                {
                    Self::changed(before, now)
                }
                _ => None,
            };
        }
        if let Some(variables) = variables_of(&mut observation) {
            self.0.apply(variables);
        }
        observation
    }
}

/// After a step in, the first integer of a called function is one too big, wherever it shows.
#[derive(Default)]
pub(crate) struct Wrong(Kept);

impl Wrong {
    fn first_integer(pause: &Pause) -> Option<(String, String)> {
        let own = pause.variables.iter().filter(|scope| scope.kind == ScopeKind::Own);
        own.flat_map(|scope| &scope.variables).find_map(|(name, value)| {
            let number: i64 = value.parse().ok()?;
            Some((name.clone(), number.saturating_add(1).to_string()))
        })
    }
}

impl Lie for Wrong {
    fn answer(&mut self, scene: &mut Scene, action: &Action) -> Observation {
        let mut observation = scene.honest(action);
        if action.is_control() {
            let pause = observation.pause().filter(|pause| pause.frames.len() > 1);
            let pause = pause.filter(|_| *action == Action::StepIn);
            self.0.value = pause.and_then(Self::first_integer);
        }
        if let Some(variables) = variables_of(&mut observation) {
            self.0.apply(variables);
        }
        match (&self.0.value, action, observation) {
            (
                Some((name, value)),
                Action::Evaluate { expression },
                Observation::Evaluated { .. },
            ) if name == expression => Observation::Evaluated { value: value.clone() },
            (_, _, observation) => observation,
        }
    }
}

/// The variables view shows the outermost variable of a name.
pub(crate) fn shadowed(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if let Some(variables) = variables_of(&mut observation) {
        let outer = variables.clone();
        for (index, scope) in variables.iter_mut().enumerate() {
            for (name, value) in &mut scope.variables {
                let hidden =
                    outer[index + 1..].iter().rev().find_map(|scope| scope.variables.get(name));
                if let Some(hidden) = hidden.filter(|_| name != "this" && name != "arguments") {
                    value.clone_from(hidden);
                }
            }
        }
    }
    observation
}

/// A variable vanishes from the view of its own code as soon as an inner function mentions it.
pub(crate) fn missing_once_captured(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    let function = scene.location().and_then(|location| scene.source.function_at(location));
    let is_own = |kind| match kind {
        ScopeKind::Own => true,
        ScopeKind::Script => function.is_none(),
        ScopeKind::Outer => false,
    };
    if let Some(variables) = variables_of(&mut observation) {
        for scope in variables.iter_mut().filter(|scope| is_own(scope.kind)) {
            scope.variables.retain(|name, _| !scene.source.is_mentioned_within(function, name));
        }
    }
    observation
}

/// A local that is declared with a literal is not shown: its value is only in the code.
pub(crate) fn optimised_out(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    if scene.depth() > 1
        && let Some(variables) = variables_of(&mut observation)
    {
        for scope in variables.iter_mut().filter(|scope| scope.kind == ScopeKind::Own) {
            scope.variables.retain(|name, _| !scene.source.is_declared_with_literal(name));
        }
    }
    observation
}

/// In a function whose last parameter was not passed, the last two parameters are swapped.
pub(crate) fn parameters_shifted(scene: &mut Scene, action: &Action) -> Observation {
    let mut observation = scene.honest(action);
    let function = scene.location().and_then(|location| scene.source.function_at(location));
    let parameters = function.map(|function| scene.source.parameters_of(function));
    if let (Some(variables), Some([.., before, last])) =
        (variables_of(&mut observation), parameters.as_deref())
    {
        for scope in variables {
            let values = (scope.variables.get(*before), scope.variables.get(*last));
            if let (Some(one), Some(other)) = values
                && other == "undefined"
            {
                let (one, other) = (one.clone(), other.clone());
                scope.variables.insert((*before).to_owned(), other);
                scope.variables.insert((*last).to_owned(), one);
            }
        }
    }
    observation
}

/// Reading the variables again shows those of the pause before, if that was in the same frame.
pub(crate) fn look_differs(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    match (action, &scene.told_before, &scene.told) {
        (Action::Look, Some(before), Some(now)) if is_same_frame(before, now) => {
            Observation::Looked { variables: before.variables.clone() }
        }
        _ => observation,
    }
}

/// A name evaluates to the value that it had at the pause before, in the same frame.
pub(crate) fn evaluate_wrong(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    let (Action::Evaluate { expression }, Some(before), Some(now)) =
        (action, &scene.told_before, &scene.told)
    else {
        return observation;
    };
    match before.variables.lookup(expression) {
        Some((ScopeKind::Own, value)) if is_same_frame(before, now) => {
            Observation::Evaluated { value: value.to_owned() }
        }
        _ => observation,
    }
}
