//! The requests to a program that is ready to run.

use crate::engine::{CallFailure, LoadedProgram, TOP_LEVEL_FUEL};
use crate::trace::{RunVerdict, TraceEvent, TracedRun};
use crate::{ConcolicError, Domain};
use rquickjs::{Array, Function, Object, Value};
use serde::Deserialize;

/// What a run showed besides its verdict.
#[derive(Default, Deserialize)]
pub(crate) struct Details {
    /// The name of the verdict.
    pub verdict: String,
    pub outputs: Vec<String>,
    #[serde(rename = "followUps")]
    pub follow_ups: Vec<String>,
    /// Whether the program returned a promise somewhere.
    pub awaits: bool,
}

impl LoadedProgram {
    /// How a run on an input ends.
    pub fn verdict(&self, relation: &str, input: &str) -> RunVerdict {
        match self.host::<String>(self.run_fuel, "verdict", (relation, input)) {
            Ok(name) => RunVerdict::from_name(&name),
            Err(CallFailure::Fuel) => RunVerdict::Fuel,
            Err(CallFailure::Thrown(_)) => RunVerdict::Crash,
        }
    }

    /// A random input of the domain, as JSON.
    pub fn make(&self, seed: u32, index: u32) -> Option<String> {
        let made = self.host::<String>(self.run_fuel, "make", (seed, index)).ok();
        made.filter(|text| text != "null")
    }

    /// Keeps inputs in a domain that the program itself does not state.
    pub fn restrict(&self, domain: &[Domain]) -> Result<(), ConcolicError> {
        let text = serde_json::to_string(domain).unwrap_or_default();
        let done = self.host::<()>(TOP_LEVEL_FUEL, "restrict", (text,));
        done.map_err(|_| ConcolicError::Engine("the domain cannot be set".to_owned()))
    }

    /// The places where a traced run used concrete values: what was called, the file, the line, and
    /// how often.
    pub fn lost(&self, relation: &str, input: &str) -> Vec<(String, String, u32, usize)> {
        let reply = self.host::<String>(self.run_fuel, "lost", (relation, input));
        reply.ok().and_then(|reply| serde_json::from_str(&reply).ok()).unwrap_or_default()
    }

    /// As [`LoadedProgram::verdict`], with what was thrown where.
    pub fn judge(&self, relation: &str, input: &str) -> Result<serde_json::Value, CallFailure> {
        let reply = self.host::<String>(self.run_fuel, "judge", (relation, input))?;
        serde_json::from_str(&reply).map_err(|error| CallFailure::Thrown(error.to_string()))
    }

    /// The follow-up inputs and all outputs, as texts.
    pub fn details(&self, relation: &str, input: &str) -> Details {
        let reply =
            self.host::<String>(self.run_fuel, "details", (relation, input)).unwrap_or_default();
        serde_json::from_str(&reply).unwrap_or_default()
    }

    /// The kinds of inputs, guessed if the program does not state them.
    pub fn guess_domain(&self, seed: u32) -> Result<Option<Vec<Domain>>, CallFailure> {
        let reply = self.host::<String>(TOP_LEVEL_FUEL, "guess", (seed,))?;
        Ok(serde_json::from_str(&reply).unwrap_or(None))
    }

    /// Tests the inputs with these numbers, each with the fuel of a run; returns the results as
    /// JSON, and why it ended early.
    pub fn search(
        &self,
        seed: u32,
        from: u32,
        to: u32,
        wanted: &str,
    ) -> (String, Option<CallFailure>) {
        match self.host::<String>(self.run_fuel, "search", (seed, from, to, wanted)) {
            Ok(reply) => (reply, None),
            Err(stop) => {
                let reached = self.host::<String>(self.run_fuel, "reached", ());
                (reached.unwrap_or_default(), Some(stop))
            }
        }
    }

    /// What happened while a traced program was loaded.
    pub fn top_level(&self) -> Vec<TraceEvent> {
        let reply = self.host::<Vec<f64>>(TOP_LEVEL_FUEL, "loaded", ());
        TracedRun::read_events(&reply.unwrap_or_default())
    }

    /// Runs an input and returns what happened. `watch` requests the variables at a site when it is
    /// passed for the given time.
    pub fn trace(&self, relation: &str, input: &str, watch: Option<(usize, usize)>) -> TracedRun {
        let result = self.with(self.run_fuel, |ctx| {
            let host: Object<'_> = ctx.globals().get("debunkHost")?;
            let function: Function<'_> = host.get("trace")?;
            let watching = match watch {
                Some((site, hit)) => {
                    let object = Object::new(ctx.clone())?;
                    object.set("site", site)?;
                    object.set("hit", hit)?;
                    object.into_value()
                }
                None => Value::new_undefined(ctx.clone()),
            };
            let reply: Array<'_> = function.call((relation, input, watching))?;
            let verdict: String = reply.get(0)?;
            let has_overflow: bool = reply.get(3)?;
            let nodes: Vec<f64> = reply.get(4)?;
            let events: Vec<f64> = reply.get(5)?;
            let watched: String = reply.get(6)?;
            Ok((verdict, has_overflow, nodes, events, watched))
        });
        match result {
            Err(CallFailure::Fuel) => TracedRun::empty(RunVerdict::Fuel),
            Err(CallFailure::Thrown(_)) => TracedRun::empty(RunVerdict::Crash),
            Ok((_, true, ..)) => TracedRun::empty(RunVerdict::Fuel),
            Ok((verdict, false, nodes, events, watched)) => match TracedRun::read_nodes(&nodes) {
                Some(nodes) => TracedRun {
                    verdict: RunVerdict::from_name(&verdict),
                    nodes,
                    events: TracedRun::read_events(&events),
                    watched: serde_json::from_str(&watched).unwrap_or_default(),
                },
                None => TracedRun::empty(RunVerdict::Crash),
            },
        }
    }
}
