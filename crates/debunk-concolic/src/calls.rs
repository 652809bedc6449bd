//! What is asked of a program that is ready to run.

use crate::Domain;
use crate::engine::{Engine, Stop, TOP_LEVEL_FUEL};
use crate::trace::{Run, Verdict};
use rquickjs::{Array, Function, Object, Value};
use serde::Deserialize;

impl Engine {
    /// How a run on an input ends.
    pub fn verdict(&self, relation: &str, input: &str) -> Verdict {
        match self.host::<String>(self.run_fuel, "verdict", (relation, input)) {
            Ok(name) => Verdict::from_name(&name),
            Err(Stop::Fuel) => Verdict::Fuel,
            Err(Stop::Thrown(_)) => Verdict::Crash,
        }
    }

    /// A random input as JSON.
    pub fn make(&self, seed: u32, index: u32) -> Option<String> {
        self.host::<String>(self.run_fuel, "make", (seed, index)).ok()
    }

    /// As [`Engine::verdict`], with what was thrown where.
    pub fn judge(&self, relation: &str, input: &str) -> Result<serde_json::Value, Stop> {
        let told = self.host::<String>(self.run_fuel, "judge", (relation, input))?;
        serde_json::from_str(&told).map_err(|error| Stop::Thrown(error.to_string()))
    }

    /// The follow-up inputs and all outputs, as texts.
    pub fn details(&self, relation: &str, input: &str) -> (Vec<String>, Vec<String>) {
        #[derive(Default, Deserialize)]
        struct Details {
            outputs: Vec<String>,
            #[serde(rename = "followUps")]
            follow_ups: Vec<String>,
        }
        let told =
            self.host::<String>(self.run_fuel, "details", (relation, input)).unwrap_or_default();
        let details: Details = serde_json::from_str(&told).unwrap_or_default();
        (details.follow_ups, details.outputs)
    }

    /// The kinds of inputs, guessed when the program does not say them.
    pub fn guess_domain(&self, seed: u32) -> Result<Option<Vec<Domain>>, Stop> {
        let told = self.host::<String>(TOP_LEVEL_FUEL, "guess", (seed,))?;
        Ok(serde_json::from_str(&told).unwrap_or(None))
    }

    /// Tests the inputs with these numbers, each with the fuel of a run; what came of it as JSON,
    /// and why it ended early.
    pub fn search(&self, seed: u32, from: u32, to: u32, wanted: &str) -> (String, Option<Stop>) {
        match self.host::<String>(self.run_fuel, "search", (seed, from, to, wanted)) {
            Ok(told) => (told, None),
            Err(stop) => {
                let reached = self.host::<String>(self.run_fuel, "reached", ());
                (reached.unwrap_or_default(), Some(stop))
            }
        }
    }

    /// Runs an input and tells what happened. `watch` asks for the variables at a site when it
    /// is passed for the given time.
    pub fn trace(&self, relation: &str, input: &str, watch: Option<(usize, usize)>) -> Run {
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
            let told: Array<'_> = function.call((relation, input, watching))?;
            let verdict: String = told.get(0)?;
            let has_overflow: bool = told.get(3)?;
            let nodes: Vec<f64> = told.get(4)?;
            let events: Vec<f64> = told.get(5)?;
            let watched: String = told.get(6)?;
            Ok((verdict, has_overflow, nodes, events, watched))
        });
        match result {
            Err(Stop::Fuel) => Run::empty(Verdict::Fuel),
            Err(Stop::Thrown(_)) => Run::empty(Verdict::Crash),
            Ok((_, true, ..)) => Run::empty(Verdict::Fuel),
            Ok((verdict, false, nodes, events, watched)) => match Run::read_nodes(&nodes) {
                Some(nodes) => Run {
                    verdict: Verdict::from_name(&verdict),
                    nodes,
                    events: Run::read_events(&events),
                    watched: serde_json::from_str(&watched).unwrap_or_default(),
                },
                None => Run::empty(Verdict::Crash),
            },
        }
    }
}
