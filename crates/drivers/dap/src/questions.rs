//! Answers what is asked at a pause about any frame: expressions, contents, callers, completions.

use crate::live::Live;
use crate::pause::VariableList;
use crate::process::{AdapterProcess, Setup};
use debunk_model::{
    Action, Completion, Evaluation, EvaluationContext, Expansion, FrameOrder, Observation,
};
use debunk_shell::{no_frame, no_variable};
use debunk_wire::ChannelError;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Instant;

/// The variables of several frames, or why they cannot be read.
type OfFrames = Result<Vec<VariableList>, String>;

impl Live {
    /// The adapter's number of a frame.
    fn frame(&self, frame: u32) -> Result<i64, Observation> {
        let known = usize::try_from(frame).ok().and_then(|frame| self.frames.get(frame));
        known.copied().ok_or_else(|| no_frame(frame))
    }

    pub(crate) fn evaluate(
        &self,
        setup: &Setup,
        process: &mut AdapterProcess,
        evaluation: &Evaluation,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let Evaluation { expression, frame, context } = evaluation;
        let frame = match self.frame(*frame) {
            Ok(frame) => frame,
            Err(refusal) => return Ok(refusal),
        };
        let is_console = *context == EvaluationContext::Repl;
        if *context == EvaluationContext::Hover
            && !process.connection.can("supportsEvaluateForHovers")
        {
            return Ok(Observation::not_offered(&Action::Evaluate(evaluation.clone())));
        }
        let prefix = if is_console { setup.spec.console_prefix.as_str() } else { "" };
        let arguments = json!({
            "expression": format!("{prefix}{expression}"),
            "frameId": frame, "context": context.name(),
        });
        let value = match process.connection.call("evaluate", arguments, deadline)? {
            Ok(body) => self.reader.value(&body["result"], &body["type"]),
            Err(reason) => format!("throws {}", self.reader.masks.apply(&reason)),
        };
        // A console ends what it prints with the end of the line.
        let value = if is_console { value.trim_end().to_owned() } else { value };
        Ok(Observation::Evaluated { value })
    }

    pub(crate) fn expand(
        &self,
        setup: &Setup,
        process: &mut AdapterProcess,
        expansion: &Expansion,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let (reader, spec, connection) = (&self.reader, &setup.spec, &mut process.connection);
        let frame = match self.frame(expansion.frame) {
            Ok(frame) => frame,
            Err(refusal) => return Ok(refusal),
        };
        let listed = match reader.scopes(connection, spec, frame, deadline)? {
            Ok(scopes) => reader.listed(connection, spec, &scopes, deadline)?,
            Err(reason) => Err(reason),
        };
        Ok(match listed.map(|mut listed| listed.remove(&expansion.name)) {
            Ok(Some(variable)) => {
                let value = reader.expanded(connection, spec, &variable, expansion, deadline)?;
                Observation::Expanded { value }
            }
            Ok(None) => no_variable(expansion),
            Err(reason) => Observation::Refused { reason },
        })
    }

    pub(crate) fn callers(
        &self,
        setup: &Setup,
        process: &mut AdapterProcess,
        order: FrameOrder,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let mut frames: Vec<i64> = self.frames.iter().skip(1).copied().collect();
        let listed = match order {
            FrameOrder::NearestFirst => self.of_frames(setup, process, &frames, deadline)?,
            FrameOrder::OutermostFirst => {
                frames.reverse();
                let listed = self.of_frames(setup, process, &frames, deadline)?;
                listed.map(|listed| listed.into_iter().rev().collect())
            }
            FrameOrder::ScopesFirst => self.of_scopes(setup, process, &frames, deadline)?,
        };
        Ok(match listed {
            Ok(listed) => Observation::LookedAtCallers {
                callers: listed.into_iter().map(|listed| self.reader.texts(listed)).collect(),
            },
            Err(reason) => Observation::Refused { reason },
        })
    }

    /// Reads frame by frame.
    fn of_frames(
        &self,
        setup: &Setup,
        process: &mut AdapterProcess,
        frames: &[i64],
        deadline: Instant,
    ) -> Result<OfFrames, ChannelError> {
        let mut all = Vec::new();
        for frame in frames {
            match self.of_scopes(setup, process, &[*frame], deadline)? {
                Ok(listed) => all.extend(listed),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        Ok(Ok(all))
    }

    /// Reads the scopes of all frames before any variable.
    fn of_scopes(
        &self,
        setup: &Setup,
        process: &mut AdapterProcess,
        frames: &[i64],
        deadline: Instant,
    ) -> Result<OfFrames, ChannelError> {
        let (reader, spec, connection) = (&self.reader, &setup.spec, &mut process.connection);
        let mut scopes = Vec::new();
        for frame in frames {
            match reader.scopes(connection, spec, *frame, deadline)? {
                Ok(of_frame) => scopes.push(of_frame),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        let mut all = Vec::new();
        for of_frame in scopes {
            match reader.listed(connection, spec, &of_frame, deadline)? {
                Ok(listed) => all.push(listed),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        Ok(Ok(all))
    }

    pub(crate) fn complete(
        &self,
        process: &mut AdapterProcess,
        completion: &Completion,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let frame = match self.frame(completion.frame) {
            Ok(frame) => frame,
            Err(refusal) => return Ok(refusal),
        };
        if !process.connection.can("supportsCompletionsRequest") {
            return Ok(Observation::not_offered(&Action::Complete(completion.clone())));
        }
        // Columns count from 1, in UTF-16 units.
        let column = completion.text.encode_utf16().count() + 1;
        let arguments = json!({
            "frameId": frame, "text": completion.text, "line": 1, "column": column,
        });
        Ok(match process.connection.call("completions", arguments, deadline)? {
            Ok(body) => {
                let targets = body["targets"].as_array().into_iter().flatten();
                let name = |target: &serde_json::Value| {
                    target["text"].as_str().or(target["label"].as_str()).map(str::to_owned)
                };
                let names: BTreeSet<String> = targets.filter_map(name).collect();
                Observation::Completed { names: names.into_iter().collect(), has_more: false }
            }
            Err(reason) => Observation::Refused { reason },
        })
    }
}
