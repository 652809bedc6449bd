//! `debunk run`: the main job.

use super::reduce::classes::{self, Scope};
use super::summary;
use crate::args::RunArgs;
use crate::debuggers;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, bail};
use debunk_campaign::{Campaign, Options, Summary};
use debunk_relations::{ALL, GeneratorOptions, Relation, by_name};
use debunk_results::{CampaignSummary, Classes, Execution, remove_summary, write_summary};
use debunk_session::DebuggerInfo;
use std::io::Write;
use std::path::Path;

const DEFAULT_OUT: &str = "debunk-out";

/// Tests a debugger.
pub(crate) fn run(args: &RunArgs) -> Result<Exit> {
    let relations = chosen(&args.relations)?;
    let ready = debuggers::find(args.debugger.as_deref(), &args.cache)?;
    let debugger = &*ready.debugger;
    let corpus = super::corpus(&args.corpus, debugger.languages(), &[debugger.info()])?;
    let unreadable = super::unreadable(corpus.skips);
    let out = super::output_folder(args.out.as_deref(), args.resume, DEFAULT_OUT)?;
    let stop = interrupt::watch();
    let mut progress = Progress::new(Campaign::UNIT, args.json);
    let options = Options {
        debugger,
        make_driver: &|| debugger.driver(),
        entries: &corpus.entries,
        unreadable: &unreadable,
        tests: args.tests,
        seed: args.seed,
        rounds: args.rounds,
        relations: &relations,
        generator: GeneratorOptions { actions_max: args.actions, ..GeneratorOptions::default() },
        guide: args.guide.into(),
        jobs: super::jobs(args.jobs),
        keep_per_class: args.keep,
        allow_skips: args.skips.allow_skips,
        stop: &stop,
    };
    let prepared =
        Campaign::prepare(options, Some(&out), args.resume, &mut |event| progress.show(event));
    let mut campaign = match prepared {
        Ok(campaign) => campaign,
        Err(error) => {
            progress.finish();
            if let Some(mut execution) = error.execution(Campaign::UNIT, args.tests) {
                execution.note_signal(interrupt::signal());
                write_failure(&out, debugger.info(), args.seed, execution)?;
            }
            return Err(error.into());
        }
    };
    remove_summary(&out)?;
    let mut summary = campaign.run(&mut |event| progress.show(event), |_| {})?;
    drop(campaign);
    let speed = summary::speed(&summary, progress.elapsed());
    let scope =
        Scope { out: &out, args: &args.reduction, jobs: super::jobs(args.jobs), stop: &stop };
    let classes = classes::findings(&scope, debugger, &mut progress)?;
    summary.execution.note_signal(interrupt::signal());
    let text = summary::text(debugger.info(), args.seed, &summary, &classes);
    write(&out, (debugger.info(), args.seed), &summary, &classes, &text)?;
    let mut talk = anstream::stderr().lock();
    writeln!(talk, "\n{text}{speed}")?;
    writeln!(talk, "results: {}", out.display())?;
    summary::print_problem(&mut talk, &summary.execution, true)?;
    Ok(Exit::of(&summary.execution, summary.tally.findings > 0))
}

/// A campaign that could not start has a summary as well, so that a report can be made from it.
fn write_failure(
    out: &Path,
    debugger: &DebuggerInfo,
    seed: u64,
    execution: Execution,
) -> Result<()> {
    let summary = Summary { execution, ..Summary::default() };
    let classes = Classes::default();
    let text = summary::text(debugger, seed, &summary, &classes);
    write(out, (debugger, seed), &summary, &classes, &text)
}

/// Writes summary.txt and summary.json.
pub(super) fn write(
    out: &Path,
    campaign: (&DebuggerInfo, u64),
    summary: &Summary,
    classes: &Classes,
    text: &str,
) -> Result<()> {
    let Summary { programs, tally, execution, .. } = summary;
    let file = CampaignSummary::new(campaign, *programs, tally, execution, classes);
    Ok(write_summary(out, text, &file)?)
}

/// The relations of these names, or all.
pub(crate) fn chosen(names: &[String]) -> Result<Vec<&'static dyn Relation>> {
    if names.is_empty() {
        return Ok(ALL.to_vec());
    }
    let mut relations = Vec::new();
    for name in names {
        match by_name(name) {
            Some(relation) => relations.push(relation),
            None => bail!("find the relation {name}; debunk relations lists them"),
        }
    }
    Ok(relations)
}
