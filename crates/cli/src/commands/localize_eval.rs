//! `debunk localize eval`: plants faults into 21 programs and measures how well they are located.

use super::{jobs, new_folder, tell_problem};
use crate::args::LocalizeEvalArgs;
use crate::display::Display;
use crate::exit::Exit;
use crate::interrupt;
use crate::table::layout;
use anyhow::{Context, Result, bail};
use debunk_campaign::Execution;
use debunk_concolic::{Limits, Ranking};
use debunk_figures::{Figure, StackedBars};
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
    let folder = new_folder(args.out.as_deref(), "debunk-localize")?;
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
    let mut tables = vec![
        ("Programs (table I)", tables::programs(&chosen, &setting, &evaluation)),
        ("Results (table II)", tables::results(&chosen, &evaluation)),
        ("Kinds of faults", tables::operators(&evaluation)),
    ];
    if args.ablation && !evaluation.is_interrupted {
        tables.push(("Without one part", ablation(&chosen, &setting, &evaluation, &stop)));
    }
    let planned: usize = chosen.iter().map(|subject| planted(subject, &setting).len()).sum();
    let mut execution = Execution::new("mutants", planned as u64, evaluation.measures.len() as u64);
    execution.note_signal(interrupt::signal());
    write_files(&folder, &chosen, &tables, &evaluation, &execution)?;
    tell_problem(&mut anstream::stderr(), &execution, false)?;
    if args.json {
        return Ok(Exit::of(&execution, false));
    }
    let mut out = anstream::stdout().lock();
    for (title, rows) in &tables {
        writeln!(out, "{title}\n{}", layout(rows))?;
    }
    writeln!(out, "{}", distances(&evaluation).text(FIGURE_WIDTH))?;
    writeln!(out, "{:.0} s with {} workers", evaluation.seconds, setting.jobs)?;
    write!(out, "{}", execution.text())?;
    writeln!(out, "files: {}", folder.display())?;
    Ok(Exit::of(&execution, false))
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

/// The same without one part of the method at a time.
fn ablation(
    chosen: &[Subject],
    setting: &Setting,
    whole: &Evaluation,
    stop: &Arc<AtomicBool>,
) -> Vec<Vec<String>> {
    let limits = |change: fn(&mut Limits)| {
        let mut limits = setting.limits.clone();
        change(&mut limits);
        limits
    };
    let loosen = limits(|it| it.loosen = false);
    let any_pass = limits(|it| it.any_pass = false);
    let other_shapes = limits(|it| it.other_shapes = false);
    let published = limits(|it| {
        it.loosen = false;
        it.any_pass = false;
        it.other_shapes = false;
    });
    let changes = limits(|it| it.changes = false);
    let variants: [(&str, Setting); 11] = [
        ("no change undoes the fault", Setting { undoing: false, ..setting.clone() }),
        ("no changes tried", Setting { limits: changes, ..setting.clone() }),
        ("critical branches only", Setting { ranking: Ranking::Combined, ..setting.clone() }),
        ("without reduction", Setting { reduce: false, ..setting.clone() }),
        ("indices held fixed", Setting { limits: loosen, ..setting.clone() }),
        ("only turned branches", Setting { limits: any_pass, ..setting.clone() }),
        ("only inputs of one shape", Setting { limits: other_shapes, ..setting.clone() }),
        ("first relation only", Setting { all_relations: false, ..setting.clone() }),
        ("one failing input", Setting { failing_per_relation: 1, ..setting.clone() }),
        ("smallest suffix", Setting { ranking: Ranking::Suffix, ..setting.clone() }),
        (
            "as published",
            Setting {
                reduce: false,
                limits: published,
                ranking: Ranking::Suffix,
                ..setting.clone()
            },
        ),
    ];
    let mut rows =
        vec![tables::header("variant"), tables::row("everything", &summarise(&whole.measures))];
    for (name, variant) in variants {
        let evaluation = run(chosen, &variant, false, "mutants", stop);
        rows.push(tables::row(name, &summarise(&evaluation.measures)));
    }
    rows
}

fn write_files(
    folder: &Path,
    chosen: &[Subject],
    tables: &[(&str, Vec<Vec<String>>)],
    evaluation: &Evaluation,
    execution: &Execution,
) -> Result<()> {
    let mut lines = String::new();
    let mut times = String::new();
    for measure in &evaluation.measures {
        let _ = writeln!(lines, "{}", tables::as_json(measure, chosen));
        let _ = writeln!(times, "{}\t{}\t{:.4}", measure.subject, measure.line, measure.seconds);
    }
    let mut text = execution.text();
    for (title, rows) in tables {
        let rows = tables::without_times(rows);
        let _ = writeln!(text, "# {title}\n\n{}", tables::markdown(&rows));
    }
    text.push_str("# Distances (figure 4)\n\n![](distances.svg)\n");
    let files = [
        ("mutants.jsonl", lines),
        ("times.tsv", times),
        ("tables.md", text),
        ("distances.svg", distances(evaluation).svg()),
    ];
    for (name, content) in files {
        let path = folder.join(name);
        std::fs::write(&path, content).with_context(|| format!("write {}", path.display()))?;
    }
    Ok(())
}

/// The figure: how many reports have which distance.
fn distances(evaluation: &Evaluation) -> StackedBars {
    let (places, counts) = tables::distances(evaluation)
        .into_iter()
        .map(|(place, count)| (place, count as f64))
        .unzip();
    StackedBars {
        title: "Reports by branch distance".to_owned(),
        x_label: "published distance between the critical branch and the fault".to_owned(),
        y_label: "reports".to_owned(),
        places,
        series: vec![("reports".to_owned(), counts)],
    }
}
