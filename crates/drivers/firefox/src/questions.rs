//! Questions about a paused program that take more than one request.

use crate::connection::Connection;
use crate::contents::{Handle, Objects, property, reported};
use crate::scopes;
use crate::stack::CallFrame;
use crate::values::Headings;
use debunk_model::{Completion, Expansion, FrameOrder, Observation};
use debunk_shell::contents::{Reported, expand};
use debunk_shell::{no_frame, no_variable};
use debunk_wire::ChannelError;
use serde_json::{Value, json};
use std::time::Instant;

/// How many frames are asked for their variables before the answers are read.
const FRAMES_TOGETHER_MAX: usize = 128;

/// A paused program.
pub(crate) struct Paused<'session> {
    pub connection: &'session mut Connection,
    pub stack: &'session [CallFrame],
    pub headings: Headings<'session>,
    pub deadline: Instant,
}

impl Paused<'_> {
    fn frame(&self, number: u32) -> Option<&CallFrame> {
        self.stack.get(usize::try_from(number).ok()?)
    }

    /// The variables of all frames below the innermost. They come with their scopes, so that
    /// reading the scopes first is the usual order.
    pub fn look_at_callers(mut self, order: FrameOrder) -> Result<Observation, ChannelError> {
        let mut frames: Vec<&str> =
            self.stack.iter().skip(1).map(|frame| frame.actor.as_str()).collect();
        if order == FrameOrder::OutermostFirst {
            frames.reverse();
        }
        let mut callers = Vec::with_capacity(frames.len());
        for together in frames.chunks(FRAMES_TOGETHER_MAX) {
            for answer in self.environments(together)? {
                match answer {
                    Ok(form) => callers.push(scopes::variables(&form, &self.headings)),
                    Err(reason) => return Ok(Observation::Refused { reason }),
                }
            }
        }
        if order == FrameOrder::OutermostFirst {
            callers.reverse();
        }
        Ok(Observation::LookedAtCallers { callers })
    }

    fn environments(
        &mut self,
        frames: &[&str],
    ) -> Result<Vec<Result<Value, String>>, ChannelError> {
        let request = |frame: &&str| self.connection.request(frame, "getEnvironment", json!({}));
        let ids: Vec<u64> = frames.iter().map(request).collect();
        self.connection.flush(self.deadline)?;
        ids.into_iter().map(|id| self.connection.answer(id, self.deadline)).collect()
    }

    /// Reads a variable with what it holds.
    pub fn expand(mut self, expansion: &Expansion) -> Result<Observation, ChannelError> {
        let Some(frame) = self.frame(expansion.frame).cloned() else {
            return Ok(no_frame(expansion.frame));
        };
        let Some(root) = self.find(&frame, &expansion.name)? else {
            return Ok(no_variable(expansion));
        };
        let Self { connection, headings, deadline, .. } = self;
        let mut objects = Objects { connection, headings, expansion, deadline };
        Ok(Observation::Expanded { value: expand(&mut objects, root, expansion)? })
    }

    /// The innermost variable of that name. The objects among the scopes are only asked if no other
    /// scope has it.
    fn find(
        &mut self,
        frame: &CallFrame,
        name: &str,
    ) -> Result<Option<Reported<Handle>>, ChannelError> {
        if name == "this" {
            return Ok(
                Some(reported(&frame.this, &self.headings)).filter(|_| !frame.this.is_null())
            );
        }
        let Some(Ok(environment)) = self.environments(&[&frame.actor])?.pop() else {
            return Ok(None);
        };
        if let Some(grip) = scopes::find(&environment, name) {
            return Ok(Some(reported(grip, &self.headings)));
        }
        for object in scopes::objects(&environment) {
            let parameters = json!({ "name": name });
            let answer = self.connection.call(object, "property", parameters, self.deadline)?;
            let found = answer.ok().and_then(|it| property(&it["descriptor"], &self.headings));
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Lists what the server would complete a text with.
    pub fn complete(
        self,
        console: &str,
        completion: &Completion,
    ) -> Result<Observation, ChannelError> {
        let Some(frame) = self.frame(completion.frame) else {
            return Ok(no_frame(completion.frame));
        };
        let parameters = json!({
            "text": completion.text,
            "cursor": completion.text.encode_utf16().count(),
            "frameActor": frame.actor,
        });
        Ok(match self.connection.call(console, "autocomplete", parameters, self.deadline)? {
            Ok(answer) => {
                let matches = answer["matches"].as_array().into_iter().flatten();
                let names = matches.filter_map(|name| name.as_str().map(str::to_owned));
                let mut names: Vec<String> = names.collect();
                names.sort();
                Observation::Completed { names, has_more: false }
            }
            Err(reason) => Observation::Refused { reason },
        })
    }
}
