//! `debunk dd states`: the chain of variables that leads to a failure.

use super::args::StatesArgs;
use super::progress::DdProgress;
use super::{end_name, exit, seconds, warn_of_end};
use crate::commands::jobs;
use crate::debuggers;
use crate::display::printable;
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Result, anyhow, bail};
use debunk_base::counted;
use debunk_dd::{
    Assignment, Cause, CauseLink, Chain, RunInput, StatesOptions, StopPoint, V8States,
    states as run,
};
use debunk_delta::Limits;
use debunk_sandbox::TempArea;
use debunk_toolchain::{DebuggerName, Product, locate};
use serde_json::json;
use std::io::Write;

/// Finds the chain.
pub(crate) fn states(args: &StatesArgs) -> Result<Exit> {
    let stops: Result<Vec<StopPoint>, String> = args.at.iter().map(|text| text.parse()).collect();
    let stops = stops.map_err(|error| anyhow!("read --at: {error}"))?;
    if !args.program.is_file() {
        bail!("read {}: there is no such file", args.program.display());
    }
    let name: DebuggerName = args.debugger.parse()?;
    if name.product != Product::NODE {
        bail!("use {name}: only Node's variables can be set so far; give node or node@VERSION");
    }
    let cache = debuggers::cache(&args.cache)?;
    let located = locate(&name, &cache, &mut |progress| anstream::eprintln!("{progress}"))?;
    let given = |arguments: &Vec<std::ffi::OsString>| RunInput {
        program: args.program.clone(),
        arguments: arguments.clone(),
    };
    let options = StatesOptions {
        good: given(&args.good),
        bad: given(&args.bad),
        stops,
        wrong: args.wrong.clone(),
        jobs: jobs(args.jobs),
        limits: Limits::default(),
    };
    let area = TempArea::new()?;
    let driver = V8States::new(located.binary, &area, seconds("--timeout", args.timeout)?);
    let stop = interrupt::watch();
    let progress = DdProgress::new(options.stops.len(), "places");
    let result = run(&options, &driver, &stop, &|counts, done| progress.show(counts, done));
    progress.finish();
    let chain = result?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", json(&chain))?;
    } else {
        for link in &chain.links {
            write!(out, "{}", text(link))?;
        }
        writeln!(out, "{}", counted(chain.counts.tests, "test"))?;
    }
    warn_of_end(chain.end);
    let is_found = chain.links.iter().any(|link| matches!(link.cause, Cause::Isolated { .. }));
    let otherwise = if is_found { Exit::Nothing } else { Exit::Findings };
    Ok(exit(chain.end, chain.counts, otherwise))
}

fn text(link: &CauseLink) -> String {
    let place = match link.function.as_str() {
        "" => link.stop.to_string(),
        function => format!("{} in {}", link.stop, printable(function)),
    };
    match &link.cause {
        Cause::NotReached => format!("{place}: not reached by both runs\n"),
        Cause::NotHere => format!(
            "{place}: {} can be set here, which does not make the passing run fail\n",
            counted(link.differences, "difference")
        ),
        Cause::Disturbed => format!(
            "{place}: the passing run no longer passes when it is paused here, so the result \
             is inconclusive\n"
        ),
        Cause::Isolated { causes, beside } => {
            let mut text = format!(
                "{place}: of {}, this makes it fail ({})\n",
                counted(link.differences, "difference"),
                counted(link.tests, "test")
            );
            text.extend(causes.iter().map(line));
            if !beside.is_empty() {
                text.push_str("  together with what does not make it fail by itself\n");
                text.extend(beside.iter().map(line));
            }
            text
        }
    }
}

fn line(cause: &Assignment) -> String {
    let shown =
        |value: &Option<String>| value.as_deref().map_or_else(|| "nothing".to_owned(), printable);
    let (path, value) = (printable(&cause.path), shown(&cause.value));
    format!("    {path} is {value} instead of {}\n", shown(&cause.before))
}

fn json(chain: &Chain) -> serde_json::Value {
    let links: Vec<_> = chain
        .links
        .iter()
        .map(|link| {
            let (kind, causes, beside) = match &link.cause {
                Cause::NotReached => ("not reached", &[][..], &[][..]),
                Cause::NotHere => ("not here", &[][..], &[][..]),
                Cause::Disturbed => ("disturbed", &[][..], &[][..]),
                Cause::Isolated { causes, beside } => ("isolated", &causes[..], &beside[..]),
            };
            let values = |assignments: &[Assignment]| -> Vec<_> {
                assignments
                    .iter()
                    .map(|one| {
                        json!({ "path": one.path, "failing": one.value, "passing": one.before })
                    })
                    .collect()
            };
            json!({
                "line": link.stop.line, "hit": link.stop.hit, "function": link.function,
                "differences": link.differences, "result": kind, "causes": values(causes), "beside": values(beside),
                "tests": link.tests,
            })
        })
        .collect();
    json!({ "links": links, "tests": chain.counts.tests, "end": end_name(chain.end) })
}
