//! QuickJS with a program in it, plain or traced.

use crate::files::FileTexts;
use crate::sources::Sources;
use crate::{ConcolicError, Domain};
use debunk_javascript::shadow::{self, ShadowOptions, ShadowSite, module};
use debunk_model::Span;
use rquickjs::context::EvalOptions;
use rquickjs::{Context, Ctx, Function, Module, Object, Runtime, Value};
use serde::Deserialize;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) const PRELUDE: &str = include_str!("js/prelude.js");
/// The parts share one scope, which nothing else sees.
pub(crate) const RUNTIME: &str = concat!(
    "(function () {\n'use strict';\n",
    include_str!("js/runtime/values.js"),
    include_str!("js/runtime/comparing.js"),
    include_str!("js/runtime/operators.js"),
    include_str!("js/runtime/texts.js"),
    include_str!("js/runtime/natives.js"),
    "})();\n"
);
const HOST: &str = concat!(
    "(function () {\n'use strict';\n",
    include_str!("js/host/domains.js"),
    include_str!("js/host/inputs.js"),
    include_str!("js/host/runs.js"),
    "})();\n"
);

pub(crate) const TOP_LEVEL_FUEL: u64 = 4_000;
pub(crate) const MEMORY_LIMIT_BYTES: usize = 384 * 1024 * 1024;
pub(crate) const STACK_LIMIT_BYTES: usize = 768 * 1024;
/// If a run ran out of fuel, its rest ends by itself within this many jobs.
const LEFT_OVER_JOBS: u32 = 200_000;
/// Only cycles wait for the collector.
const COLLECT_THRESHOLD_BYTES: usize = 256 * 1024 * 1024;

/// A place of a program of several files.
#[derive(Clone, Copy, Debug)]
pub struct CodeSite {
    /// The number of the file, in the order of names.
    pub file: usize,
    /// The place in it.
    pub place: ShadowSite,
}

/// What to do with the program before it is loaded.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tracing {
    /// A place whose executions are reported, with the number of its file.
    pub mark: Option<(usize, Span)>,
    /// A site where the visible variables are reported.
    pub watch: Option<usize>,
    /// Whether computed places are reported.
    pub places: bool,
}

/// What the program says about itself.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Exports {
    pub problems: Vec<String>,
    #[serde(default)]
    pub names: Vec<String>,
    #[serde(default)]
    pub arity: usize,
    #[serde(default)]
    pub domain: Option<Vec<Domain>>,
    #[serde(default)]
    pub generates: bool,
}

/// A program that is ready to run.
pub(crate) struct LoadedProgram {
    // The context must be dropped before the runtime.
    context: Context,
    _runtime: Runtime,
    fuel: Rc<Cell<u64>>,
    ran_out: Rc<Cell<bool>>,
    /// The engine regularly asks whether to continue; this many answers per run are yes.
    pub(crate) run_fuel: u64,
    pub exports: Exports,
    pub sites: Vec<CodeSite>,
    /// The reported places, each with the number of its file.
    pub places: Vec<(usize, Span)>,
}

/// Why a call returned no result.
pub(crate) enum CallFailure {
    Fuel,
    Thrown(String),
}

impl LoadedProgram {
    /// Loads a program as it is.
    pub fn plain(
        sources: &Sources,
        fuel: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, ConcolicError> {
        Self::load(sources, &sources.files, None, fuel, stop)
    }

    /// Loads a program so that its runs are traced.
    pub fn traced(
        sources: &Sources,
        tracing: Tracing,
        fuel: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, ConcolicError> {
        let mut files = BTreeMap::new();
        // The first site is the answer of valid.
        let mut sites = vec![CodeSite { file: 0, place: validity() }];
        let mut places = Vec::new();
        let mut methods = BTreeMap::new();
        for (number, (name, text)) in sources.files.iter().enumerate() {
            let options = ShadowOptions {
                first_site: sites.len(),
                mark: tracing.mark.filter(|(file, _)| *file == number).map(|(_, span)| span),
                watch: tracing.watch,
                first_place: tracing.places.then_some(places.len()),
            };
            let copy = shadow::shadow(&module(name, text), &options).map_err(|error| {
                ConcolicError::Syntax { file: name.clone(), reason: error.to_string() }
            })?;
            sites.extend(copy.sites.into_iter().map(|place| CodeSite { file: number, place }));
            places.extend(copy.places.into_iter().map(|span| (number, span)));
            methods.extend(announced_methods(&copy.text));
            files.insert(name.clone(), copy.text.to_string());
        }
        let engine = Self::load(sources, &files, Some((sites, methods)), fuel, stop)?;
        Ok(Self { places, ..engine })
    }

    fn load(
        sources: &Sources,
        files: &BTreeMap<String, String>,
        traced: Option<(Vec<CodeSite>, BTreeMap<usize, String>)>,
        run_fuel: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, ConcolicError> {
        let failed = |error: rquickjs::Error| ConcolicError::Engine(error.to_string());
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(MEMORY_LIMIT_BYTES);
        runtime.set_max_stack_size(STACK_LIMIT_BYTES);
        runtime.set_gc_threshold(COLLECT_THRESHOLD_BYTES);
        runtime.set_loader(FileTexts(files.clone()), FileTexts(files.clone()));
        let fuel = Rc::new(Cell::new(TOP_LEVEL_FUEL));
        let ran_out = Rc::new(Cell::new(false));
        let (tank, empty, stopped) = (fuel.clone(), ran_out.clone(), stop.clone());
        runtime.set_interrupt_handler(Some(Box::new(move || {
            let left = tank.get().saturating_sub(1);
            tank.set(left);
            let ends = left == 0 || stopped.load(Ordering::Relaxed);
            if ends {
                empty.set(true);
            }
            ends
        })));
        let is_traced = traced.is_some();
        let (sites, methods) = traced.unwrap_or_default();
        let context = Context::full(&runtime).map_err(failed)?;
        let mut engine = Self {
            context,
            _runtime: runtime,
            fuel,
            ran_out,
            run_fuel,
            exports: Exports::default(),
            sites,
            places: Vec::new(),
        };
        let entry = &sources.entry;
        let text = files.get(entry).map_or("", String::as_str);
        let tank = engine.fuel.clone();
        let empty = engine.ran_out.clone();
        let exports = engine.with(TOP_LEVEL_FUEL, |ctx| {
            evaluate(ctx, "prelude", PRELUDE)?;
            if is_traced {
                let names = Object::new(ctx.clone())?;
                for (site, method) in &methods {
                    names.set(*site as u32, method.as_str())?;
                }
                ctx.globals().set("debunkMethods", names)?;
                evaluate(ctx, "runtime", RUNTIME)?;
            }
            let refuel = Function::new(ctx.clone(), move || tank.set(run_fuel))?;
            ctx.globals().set("debunkRefuel", refuel)?;
            let run_jobs = move |ctx: Ctx<'_>| {
                while !empty.get() && ctx.execute_pending_job() {}
                !empty.get()
            };
            ctx.globals().set("debunkJobs", Function::new(ctx.clone(), run_jobs)?)?;
            evaluate(ctx, "host", HOST)?;
            let (module, promise) = Module::declare(ctx.clone(), entry.as_str(), text)?.eval()?;
            promise.finish::<()>()?;
            let host: Object<'_> = ctx.globals().get("debunkHost")?;
            let install: Function<'_> = host.get("install")?;
            install.call::<_, String>((module.namespace()?,))
        });
        let exports = exports.map_err(|stop| ConcolicError::TopLevel {
            file: entry.clone(),
            message: match stop {
                CallFailure::Fuel => "it does not end".to_owned(),
                CallFailure::Thrown(message) => message,
            },
        })?;
        engine.exports =
            serde_json::from_str(&exports).map_err(|error| ConcolicError::Exports {
                file: entry.clone(),
                problems: vec![format!("its domain has a form that debunk does not know: {error}")],
            })?;
        if !engine.exports.problems.is_empty() {
            let problems = engine.exports.problems.clone();
            return Err(ConcolicError::Exports { file: entry.clone(), problems });
        }
        Ok(engine)
    }

    /// Replaces this program's P by that of another program. Inputs are kept from now on.
    pub fn adopt(&self, name: &str, text: &str) -> Result<(), CallFailure> {
        self.with(TOP_LEVEL_FUEL, |ctx| {
            let (module, promise) = Module::declare(ctx.clone(), name, text)?.eval()?;
            promise.finish::<()>()?;
            let host: Object<'_> = ctx.globals().get("debunkHost")?;
            let adopt: Function<'_> = host.get("adopt")?;
            adopt.call::<_, ()>((module.namespace()?,))
        })
    }

    /// How much fuel the last run took.
    pub fn used(&self) -> u64 {
        self.run_fuel.saturating_sub(self.fuel.get())
    }

    pub(crate) fn with<R>(
        &self,
        fuel: u64,
        work: impl for<'js> FnOnce(&Ctx<'js>) -> rquickjs::Result<R>,
    ) -> Result<R, CallFailure> {
        self.fuel.set(fuel);
        self.ran_out.set(false);
        self.context.with(|ctx| {
            let result = work(&ctx);
            if self.ran_out.get() {
                drop(ctx.catch());
                // Waiting jobs are stopped as soon as they ask; none of them may run in the next
                // run.
                let mut jobs = LEFT_OVER_JOBS;
                while jobs > 0 && ctx.execute_pending_job() {
                    jobs -= 1;
                }
                return Err(CallFailure::Fuel);
            }
            result.map_err(|error| CallFailure::Thrown(thrown_text(&ctx.catch(), &error)))
        })
    }

    pub(crate) fn host<R: for<'js> rquickjs::FromJs<'js>>(
        &self,
        fuel: u64,
        name: &str,
        arguments: impl for<'js> rquickjs::function::IntoArgs<'js>,
    ) -> Result<R, CallFailure> {
        self.with(fuel, |ctx| {
            let host: Object<'_> = ctx.globals().get("debunkHost")?;
            let function: Function<'_> = host.get(name)?;
            function.call(arguments)
        })
    }
}

/// Runs a part of the host, under a name that distinguishes it from the program's files.
pub(crate) fn evaluate(ctx: &Ctx<'_>, name: &str, text: &str) -> rquickjs::Result<()> {
    let mut options = EvalOptions::default();
    options.filename = Some(format!("debunk:{name}"));
    ctx.eval_with_options::<(), _>(text, options)
}

/// What was thrown, as text.
pub(crate) fn thrown_text(thrown: &Value<'_>, error: &rquickjs::Error) -> String {
    match thrown.as_exception() {
        Some(exception) => exception.message().unwrap_or_else(|| error.to_string()),
        None => error.to_string(),
    }
}

/// The methods whose calls report themselves in a copy, by the number of their site.
fn announced_methods(copy: &str) -> BTreeMap<usize, String> {
    let mark = format!("({}.n=", shadow::RUNTIME);
    let parts: Vec<&str> = copy.split(&mark).collect();
    let found = parts.windows(2).filter_map(|pair| {
        let site: String = pair[1].chars().take_while(char::is_ascii_digit).collect();
        let before = pair[0].trim_end().strip_suffix('(')?.trim_end();
        let is_name = |it: &char| it.is_alphanumeric() || matches!(it, '_' | '$');
        let method: String = before.chars().rev().take_while(is_name).collect();
        Some((site.parse().ok()?, method.chars().rev().collect()))
    });
    found.filter(|(_, method): &(usize, String)| !method.is_empty()).collect()
}

fn validity() -> ShadowSite {
    ShadowSite { kind: shadow::SiteKind::Call, span: Span::new(0, 0), statement: Span::new(0, 0) }
}
