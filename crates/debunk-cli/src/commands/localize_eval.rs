//! `debunk localize eval`: plants faults into 21 programs and measures how well they are located.

use super::{jobs, output_folder};
use crate::args::LocalizeEvalArgs;
use crate::display::Display;
use crate::exit::Exit;
use crate::interrupt;
use crate::table::layout;
use anyhow::{Context, Result, bail};
use debunk_concolic::Ranking;
use debunk_figures::Figure;
use debunk_model::Seed;
use debunk_subjects::tables;
use debunk_subjects::{Evaluation, Setting, Subject, planted, subjects, summarise};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const FIGURE_WIDTH: usize = 80;

/// Runs the evaluation and writes its tables.
pub(crate) fn evaluate(args: &LocalizeEvalArgs) -> Result<Exit> {
    let chosen = choose(&args.programs)?;
    let folder = output_folder(args.out.as_deref(), false, "debunk-localize")?;
    std::fs::create_dir_all(&folder).with_context(|| format!("create {}", folder.display()))?;
    let stop = interrupt::watch();
    let setting = Setting {
        seed: Seed::new(args.seed),
        per_subject: args.per_program.unwrap_or(usize::MAX),
        tests: args.tests,
        jobs: jobs(args.jobs),
        ..Setting::default()
    };
    let evaluation = run(&chosen, &setting, args.json, "mutants", &stop);
    if !evaluation.unsound.is_empty() {
        let of = |number: &usize| chosen.iter().find(|it| it.number == *number);
        let names: Vec<&str> =
            evaluation.unsound.iter().filter_map(of).map(|it| it.name.as_str()).collect();
        bail!("evaluate: without any fault, these violate their relations: {}", names.join(", "));
    }
    let mut text = tables_text(&chosen, &setting, &evaluation);
    if args.ablation && !evaluation.is_interrupted {
        text.push_str(&ablation(&chosen, &setting, &evaluation, &stop));
    }
    write_files(&folder, &chosen, &setting, &evaluation)?;
    if args.json {
        return Ok(Exit::Nothing);
    }
    let mut out = anstream::stdout().lock();
    write!(out, "{text}")?;
    writeln!(out, "{}", tables::distances(&evaluation).text(FIGURE_WIDTH))?;
    writeln!(out, "{:.0} s with {} workers", evaluation.seconds, setting.jobs)?;
    if evaluation.is_interrupted {
        writeln!(out, "interrupted: these are the mutants that were done")?;
    }
    writeln!(out, "files: {}", folder.display())?;
    Ok(Exit::Nothing)
}

fn choose(names: &[String]) -> Result<Vec<Subject>> {
    let all = subjects();
    for name in names {
        if !all.iter().any(|subject| subject.name == *name) {
            let known: Vec<&str> = all.iter().map(|subject| subject.name.as_str()).collect();
            bail!("find the program {name:?}: there is {}", known.join(", "));
        }
    }
    let is_chosen = |subject: &Subject| names.is_empty() || names.contains(&subject.name);
    Ok(all.into_iter().filter(is_chosen).collect())
}

fn run(
    chosen: &[Subject],
    setting: &Setting,
    json: bool,
    unit: &'static str,
    stop: &Arc<AtomicBool>,
) -> Evaluation {
    let mut display = Display::new(unit, json);
    let total: usize = chosen.iter().map(|subject| planted(subject, setting).len()).sum();
    display.begin(total as u64, 0);
    let (mut killed, mut located) = (0, 0);
    let evaluation = debunk_subjects::evaluate(chosen, setting, stop, &mut |measure, _| {
        killed += usize::from(measure.is_killed());
        located += usize::from(!measure.distances.is_empty());
        display.json(&tables::as_json(measure, chosen));
        display.advance(format!("| {killed} noticed, {located} located |"));
    });
    display.finish();
    evaluation
}

fn tables_text(chosen: &[Subject], setting: &Setting, evaluation: &Evaluation) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", layout(&tables::programs(chosen, setting, evaluation)));
    let _ = writeln!(text, "{}", layout(&tables::results(chosen, evaluation)));
    let _ = writeln!(text, "{}", layout(&tables::operators(evaluation)));
    text
}

/// The same without one part of the method at a time.
fn ablation(
    chosen: &[Subject],
    setting: &Setting,
    whole: &Evaluation,
    stop: &Arc<AtomicBool>,
) -> String {
    let variants: [(&str, Setting); 6] = [
        ("without reduction", Setting { reduce: false, ..setting.clone() }),
        ("only turned branches", Setting { any_pass: false, ..setting.clone() }),
        ("first relation only", Setting { all_relations: false, ..setting.clone() }),
        ("one failing input", Setting { failing_per_relation: 1, ..setting.clone() }),
        ("smallest suffix", Setting { ranking: Ranking::Suffix, ..setting.clone() }),
        (
            "as published",
            Setting { reduce: false, any_pass: false, ranking: Ranking::First, ..setting.clone() },
        ),
    ];
    let mut rows = vec![
        [
            "variant", "noticed", "success", "distance", "exact", "inside", "in three", "all",
            "s each",
        ]
        .map(str::to_owned)
        .to_vec(),
        tables::row("everything", &summarise(whole.measures.iter())),
    ];
    for (name, variant) in variants {
        let evaluation = run(chosen, &variant, false, "mutants", stop);
        rows.push(tables::row(name, &summarise(evaluation.measures.iter())));
    }
    format!("{}\n", layout(&rows))
}

fn write_files(
    folder: &Path,
    chosen: &[Subject],
    setting: &Setting,
    evaluation: &Evaluation,
) -> Result<()> {
    let mut lines = String::new();
    let mut times = String::new();
    for measure in &evaluation.measures {
        let _ = writeln!(lines, "{}", tables::as_json(measure, chosen));
        let _ = writeln!(times, "{}\t{}\t{:.4}", measure.subject, measure.line, measure.seconds);
    }
    // Times are in a file of their own; all others are the same for the same seed.
    let without_times = |rows: Vec<Vec<String>>| -> Vec<Vec<String>> {
        rows.into_iter()
            .map(|mut row| {
                row.pop();
                row
            })
            .collect()
    };
    let text = format!(
        "# Programs\n\n{}\n# Results\n\n{}\n# Faults\n\n{}",
        tables::markdown(&tables::programs(chosen, setting, evaluation)),
        tables::markdown(&without_times(tables::results(chosen, evaluation))),
        tables::markdown(&without_times(tables::operators(evaluation))),
    );
    let files = [
        ("mutants.jsonl", lines),
        ("times.tsv", times),
        ("tables.md", text),
        ("distances.svg", tables::distances(evaluation).svg()),
    ];
    for (name, content) in files {
        let path = folder.join(name);
        std::fs::write(&path, content).with_context(|| format!("write {}", path.display()))?;
    }
    Ok(())
}
