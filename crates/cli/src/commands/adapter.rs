//! `debunk adapter`: the debug adapters that debunk knows, and what one of them really does.

use crate::args::{AdapterCheckArgs, AdapterCommand, DebuggerArgs};
use crate::debuggers::{self, Concrete};
use crate::display::printable;
use crate::exit::Exit;
use crate::table::layout;
use anyhow::{Result, bail};
use debunk_dap::{
    AdapterReport, AdapterSpec, DapDebugger, Departure, Peer, check, shipped, shipped_names,
};
use debunk_languages::is_parsed;
use debunk_model::{Capability, Language};
use debunk_relations::{ALL, Group, Relation};
use debunk_session::Debugger;
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// Runs the requested subcommand.
pub(crate) fn adapter(command: &AdapterCommand) -> Result<Exit> {
    match command {
        AdapterCommand::Check(args) => check_one(args),
        AdapterCommand::List(args) => list(args.json),
        AdapterCommand::Show(args) => show(&args.name),
        AdapterCommand::Fetch(args) => super::doctor::fetch(args),
    }
}

fn show(name: &str) -> Result<Exit> {
    match shipped(name) {
        Some(text) => {
            anstream::stdout().lock().write_all(text.as_bytes())?;
            Ok(Exit::Nothing)
        }
        None => bail!(
            "find the adapter {name}: debunk has {}",
            shipped_names().collect::<Vec<_>>().join(", ")
        ),
    }
}

fn list(json: bool) -> Result<Exit> {
    let mut rows = vec![["adapter", "languages", "reached", "output"].map(str::to_owned).to_vec()];
    let mut entries = Vec::new();
    for name in shipped_names() {
        let spec: AdapterSpec = shipped(name).unwrap_or_default().parse()?;
        let languages: Vec<String> = spec.languages.iter().map(Language::to_string).collect();
        let reached = format!("{:?}", spec.transport);
        let reached = reached.split('(').next().unwrap_or_default().to_lowercase();
        let output = format!("{:?}", spec.output).to_lowercase();
        entries.push(json!({ "name": name, "languages": languages, "command": spec.command }));
        rows.push(vec![name.to_owned(), languages.join(", "), reached, output]);
    }
    let mut out = anstream::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?;
    } else {
        write!(out, "{}", layout(&rows))?;
    }
    Ok(Exit::Nothing)
}

fn check_one(args: &AdapterCheckArgs) -> Result<Exit> {
    let DebuggerArgs { cache, cc, cflags, .. } = &args.cache;
    let is_file = args.adapter.ends_with(".toml") || Path::new(&args.adapter).is_file();
    let setup = DebuggerArgs {
        cache: crate::args::CacheArgs { cache: cache.cache.clone() },
        adapter: is_file.then(|| args.adapter.clone().into()).into_iter().collect(),
        cc: cc.clone(),
        cflags: cflags.clone(),
    };
    let name = (!is_file).then_some(args.adapter.as_str());
    let ready = debuggers::find(name, &setup)?;
    let Concrete::Dap(debugger) = &ready.concrete else {
        bail!(
            "check {}: it is not a debug adapter; debunk has {}",
            args.adapter,
            shipped_names().collect::<Vec<_>>().join(", ")
        );
    };
    let report = check(debugger);
    let relations = relations(debugger, &report);
    let mut out = anstream::stdout().lock();
    if args.json {
        let relations: Vec<_> = relations
            .iter()
            .map(|(name, reason)| json!({ "name": name, "applies": reason.is_none(), "reason": reason }))
            .collect();
        let result = json!({
            "debugger": debugger.info(), "works": report.works(), "checked": report,
            "relations": relations,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&result)?)?;
    } else {
        write!(out, "{}", words(debugger, &report, &relations))?;
    }
    let is_by_the_book = report.departures_of(Peer::Adapter).next().is_none();
    Ok(match (&report.problem, report.works() && is_by_the_book) {
        (Some(_), _) => Exit::NothingRan,
        (None, true) => Exit::Nothing,
        (None, false) => Exit::Findings,
    })
}

/// Every relation, and why it does not apply, if so.
fn relations(
    debugger: &DapDebugger,
    report: &AdapterReport,
) -> Vec<(&'static str, Option<String>)> {
    let language = debugger.languages().first();
    let has_parser = language.is_some_and(|language| is_parsed(*language));
    let reason = |relation: &dyn Relation| -> Option<String> {
        if language.is_none() {
            return Some("debunk has no programs for it".to_owned());
        }
        if relation.group() == Group::Program && !has_parser {
            return Some("debunk cannot change programs of its language".to_owned());
        }
        if relation.needs().conditions && !report.can("supportsConditionalBreakpoints") {
            return Some("it has no conditional breakpoints".to_owned());
        }
        let needs_logpoints = relation.requires().contains(&Capability::Logpoints);
        if needs_logpoints && !report.can("supportsLogPoints") {
            return Some("it has no logpoints".to_owned());
        }
        None
    };
    ALL.into_iter().map(|relation| (relation.name(), reason(relation))).collect()
}

fn words(
    debugger: &DapDebugger,
    report: &AdapterReport,
    relations: &[(&'static str, Option<String>)],
) -> String {
    let mut text = format!("{}\n\nhandshake:\n", debugger.info());
    for step in &report.handshake {
        let _ = writeln!(text, "    {:<8} {}", step.who, printable(&step.what));
    }
    text.push_str("\nwhat it claims to support:\n");
    for capability in &report.capabilities {
        let _ = writeln!(text, "    {}", printable(capability));
    }
    text.push_str("\na session on a small program:\n");
    for step in &report.session {
        let mark = if step.is_good { ' ' } else { '!' };
        let (action, answer) = (printable(&step.action), printable(&step.observation));
        let _ = writeln!(text, "  {mark} {action}: {answer}");
    }
    if let Some(problem) = &report.problem {
        let _ = writeln!(text, "  ! it stopped there: {}", printable(problem));
    }
    let (apply, others): (Vec<_>, Vec<_>) =
        relations.iter().partition(|(_, reason)| reason.is_none());
    let names: Vec<&str> = apply.iter().map(|(name, _)| *name).collect();
    let _ = writeln!(text, "\nrelations that apply: {}", names.join(", "));
    for (name, reason) in others {
        let _ = writeln!(text, "    not {name}: {}", reason.as_deref().unwrap_or_default());
    }
    let ours: Vec<&Departure> = report.departures_of(Peer::Client).collect();
    let departures: Vec<&Departure> = report.departures_of(Peer::Adapter).collect();
    if departures.is_empty() {
        text.push_str("\nno departure from the protocol was seen\n");
    } else {
        departures_in_words(&mut text, "departures from the protocol", &departures);
    }
    if !ours.is_empty() {
        departures_in_words(&mut text, "departures of debunk itself", &ours);
    }
    text
}

fn departures_in_words(text: &mut String, title: &str, departures: &[&Departure]) {
    let _ = writeln!(text, "\n{title}: {}", departures.len());
    for departure in departures {
        let _ = writeln!(text, "    {}: {}", departure.kind, printable(&departure.what));
    }
}
