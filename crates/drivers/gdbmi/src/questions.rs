//! Answers what is asked at a pause about any frame: expressions, contents, callers, completions.

use crate::connection::{Connection, quoted};
use crate::live::{Live, text};
use debunk_model::{Completion, Evaluation, Expansion, FrameOrder, Observation, Variables};
use debunk_shell::{no_frame, no_variable};
use debunk_wire::ChannelError;
use std::collections::BTreeSet;
use std::time::Instant;

/// How gdb refuses to make an object for something that is no expression.
const NO_OBJECT: &str = "unable to create variable object";

impl Live {
    /// The options that select a frame of the program.
    fn in_frame(&self, frame: u32) -> Result<String, Observation> {
        let known = usize::try_from(frame).ok().and_then(|frame| self.levels.get(frame));
        let level = known.ok_or_else(|| no_frame(frame))?;
        Ok(self.at_level(level))
    }

    pub(crate) fn evaluate(
        &self,
        connection: &mut Connection,
        evaluation: &Evaluation,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let expression = quoted(&evaluation.expression);
        let command = match (evaluation.frame, self.in_frame(evaluation.frame)) {
            (0, _) => format!("data-evaluate-expression {expression}"),
            (_, Ok(frame)) => format!("data-evaluate-expression {frame} {expression}"),
            (_, Err(refusal)) => return Ok(refusal),
        };
        let value = match connection.call(&command, deadline)? {
            Ok(results) => {
                let value = self.value(&results["value"]);
                self.with_referent(connection, value, evaluation, deadline)?
            }
            Err(reason) => format!("throws {}", self.masks.apply(&reason)),
        };
        Ok(Observation::Evaluated { value })
    }

    /// A value as it is shown among the variables: a reference of C++ evaluates to its address alone,
    /// and is shown with what it refers to.
    fn with_referent(
        &self,
        connection: &mut Connection,
        address: String,
        evaluation: &Evaluation,
        deadline: Instant,
    ) -> Result<String, ChannelError> {
        let is_reference = address.starts_with('@') && !address.contains(": ");
        let Some(frame) = self.in_frame(evaluation.frame).ok().filter(|_| is_reference) else {
            return Ok(address);
        };
        let referent = quoted(&format!("*&({})", evaluation.expression));
        let command = format!("data-evaluate-expression {frame} {referent}");
        Ok(match connection.call(&command, deadline)? {
            Ok(results) => format!("{address}: {}", self.value(&results["value"])),
            Err(_) => address,
        })
    }

    pub(crate) fn expand(
        &self,
        connection: &mut Connection,
        expansion: &Expansion,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let frame = match self.in_frame(expansion.frame) {
            Ok(frame) => frame,
            Err(refusal) => return Ok(refusal),
        };
        let name = quoted(&expansion.name);
        let create = connection.request(&format!("var-create {frame} - * {name}"));
        // The object of an array says only how long it is.
        let whole = connection.request(&format!("data-evaluate-expression {frame} {name}"));
        connection.flush(deadline)?;
        let created = connection.answer(create, deadline)?;
        let whole = connection.answer(whole, deadline)?;
        let mut object = match created {
            Ok(object) => object,
            Err(reason) if reason.contains(NO_OBJECT) => return Ok(no_variable(expansion)),
            Err(reason) => {
                return Ok(Observation::Refused { reason: self.masks.apply(&reason) });
            }
        };
        if let Ok(mut whole) = whole {
            object["value"] = whole["value"].take();
        }
        let value = self.expanded(connection, &object, expansion, deadline)?;
        let delete = format!("var-delete {}", text(&object["name"]));
        // An object that cannot be deleted is in nobody's way.
        let _ = connection.call(&delete, deadline)?;
        Ok(Observation::Expanded { value })
    }

    /// The variables of all callers. gdb has no scopes to be read first.
    pub(crate) fn callers(
        &self,
        connection: &mut Connection,
        order: FrameOrder,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let mut levels: Vec<&String> = self.levels.iter().skip(1).collect();
        let is_reversed = order == FrameOrder::OutermostFirst;
        if is_reversed {
            levels.reverse();
        }
        let mut callers: Vec<Variables> = Vec::new();
        for level in levels {
            let frame = self.at_level(level);
            let command = format!("stack-list-variables {frame} --all-values");
            match connection.call(&command, deadline)? {
                Ok(results) => callers.push(self.variables(&results)),
                Err(reason) => {
                    return Ok(Observation::Refused { reason: self.masks.apply(&reason) });
                }
            }
        }
        if is_reversed {
            callers.reverse();
        }
        Ok(Observation::LookedAtCallers { callers })
    }

    /// gdb completes a whole command; what counts is the name at its end.
    pub(crate) fn complete(
        &self,
        connection: &mut Connection,
        completion: &Completion,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let frame = match self.in_frame(completion.frame) {
            Ok(frame) => frame,
            Err(refusal) => return Ok(refusal),
        };
        let line = format!("print {}", completion.text);
        let command = format!("complete {frame} {}", quoted(&line));
        Ok(match connection.call(&command, deadline)? {
            Ok(results) => {
                let matches = results["matches"].as_array().into_iter().flatten();
                let names: BTreeSet<&str> = matches.map(|one| last_name(text(one))).collect();
                let names = names.into_iter().map(str::to_owned).collect();
                let has_more = text(&results["max_completions_reached"]) == "1";
                Observation::Completed { names, has_more }
            }
            Err(reason) => Observation::Refused { reason: self.masks.apply(&reason) },
        })
    }
}

/// The name at the end of a text.
fn last_name(text: &str) -> &str {
    let is_part = |one: char| one.is_alphanumeric() || matches!(one, '_' | '$');
    let start = text
        .rfind(|one| !is_part(one))
        .and_then(|at| Some(at + text[at..].chars().next()?.len_utf8()));
    &text[start.unwrap_or(0)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_name_counts() {
        for (text, name) in
            [("print doubled", "doubled"), ("print box->grid", "grid"), ("print a + b_1", "b_1")]
        {
            assert_eq!(last_name(text), name);
        }
    }
}
