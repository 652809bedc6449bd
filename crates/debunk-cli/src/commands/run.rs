//! `debunk run`: the main job.

use super::reduce_classes::{self, Scope};
use super::summary;
use crate::args::RunArgs;
use crate::debuggers;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, bail};
use debunk_campaign::{Campaign, Event, Options, ProgramSkip};
use debunk_relations::{ALL, GeneratorOptions, Relation, by_name};
use std::io::Write;
use std::sync::atomic::Ordering;

const DEFAULT_OUT: &str = "debunk-out";

/// Tests a debugger.
pub(crate) fn run(args: &RunArgs) -> Result<Exit> {
    let relations = chosen(&args.relations)?;
    let ready = debuggers::find(args.debugger.as_deref(), &args.cache)?;
    let debugger = &*ready.debugger;
    let corpus = super::corpus(&args.corpus, debugger.languages(), &[debugger.info()])?;
    let out = super::output_folder(args.out.as_deref(), args.resume, DEFAULT_OUT)?;
    let stop = interrupt::watch();
    let mut progress = Progress::new(args.json);
    let options = Options {
        debugger,
        make_driver: &|| debugger.driver(),
        entries: &corpus.entries,
        tests: args.tests,
        seed: args.seed,
        rounds: args.rounds,
        relations: &relations,
        generator: GeneratorOptions { actions_max: args.actions, ..GeneratorOptions::default() },
        guide: args.guide.into(),
        jobs: super::jobs(args.jobs),
        keep_per_class: args.keep,
        stop: &stop,
    };
    let mut campaign =
        Campaign::prepare(options, Some(&out), args.resume, &mut |event| progress.show(event))?;
    let unreadable: Vec<ProgramSkip> = corpus
        .skips
        .into_iter()
        .map(|skip| ProgramSkip { name: skip.name, reason: skip.reason })
        .collect();
    for skip in &unreadable {
        progress.show(&Event::Skip(skip.clone()));
    }
    let mut summary = campaign.run(&mut |event| progress.show(event), |_| {})?;
    drop(campaign);
    summary.skips.extend(unreadable);
    let speed = summary::speed(&summary, progress.elapsed());
    let scope =
        Scope { out: &out, args: &args.reduction, jobs: super::jobs(args.jobs), stop: &stop };
    let classes = reduce_classes::findings(&scope, debugger, progress.display())?;
    let text = summary::text(debugger.info(), args.seed, &summary, &classes);
    summary::write(&out, debugger.info(), args.seed, &summary, &classes, &text)?;
    let mut talk = anstream::stderr().lock();
    writeln!(talk, "\n{text}{speed}")?;
    writeln!(talk, "results: {}", out.display())?;
    if !summary.complete || stop.load(Ordering::SeqCst) {
        writeln!(talk, "not complete: the same command with --resume goes on")?;
    }
    Ok(if summary.tally.findings > 0 { Exit::Findings } else { Exit::Nothing })
}

fn chosen(names: &[String]) -> Result<Vec<&'static dyn Relation>> {
    if names.is_empty() {
        return Ok(ALL.to_vec());
    }
    let mut relations = Vec::new();
    for name in names {
        match by_name(name) {
            Some(relation) => relations.push(relation),
            None => bail!("find the relation {name}: debunk relations lists them all"),
        }
    }
    Ok(relations)
}
