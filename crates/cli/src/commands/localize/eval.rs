//! `debunk localize eval`: plants faults into 21 programs and measures how well they are located.

use crate::args::LocalizeEvalArgs;
use crate::commands::{jobs, output_folder, print_problem};
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Progress;
use crate::table::layout;
use anyhow::{Context, Result, bail};
use debunk_base::Numbers;
use debunk_batch::{Batch, BatchError, BatchKind, BatchPlan, Collect, Halt, OutputFolder, Task};
use debunk_concolic::{Ranking, SearchLimits};
use debunk_figures::{Figure, StackedBars};
use debunk_model::Seed;
use debunk_results::files::{DISTANCES_FILE, MUTANTS_FILE, TABLES_FILE, TIMES_FILE};
use debunk_results::{
    Begin, Counts, Event, Execution, Identity, MutantResult, Row, Share, SkippedTest,
};
use debunk_subjects::tables;
use debunk_subjects::{
    EvaluationOptions, Evaluator, FaultSearch, MutantMeasure, SubjectEvaluation, SubjectProgram,
    subjects, summarise,
};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const FIGURE_WIDTH: usize = 80;
const DEFAULT_OUT: &str = "debunk-localize";

/// It is not resumed: all measures belong in one table, and no row keeps a measure.
const KIND: BatchKind = BatchKind {
    noun: "evaluation",
    unit: "mutants",
    state: None,
    purpose: "faults can be planted in",
};

/// Runs the evaluation and writes its tables.
pub(crate) fn evaluate(args: &LocalizeEvalArgs) -> Result<Exit> {
    let chosen = choose(&args.programs)?;
    let folder = output_folder(args.out.as_deref(), false, DEFAULT_OUT)?;
    let stop = interrupt::watch();
    let setting = EvaluationOptions {
        seed: Seed::new(args.seed),
        per_subject: args.per_program.unwrap_or(usize::MAX),
        tests: args.tests,
        jobs: jobs(args.jobs),
        ..EvaluationOptions::default()
    };
    let mut run = Run { chosen: &chosen, folder: Some(&folder), json: args.json, stop: &stop };
    let (evaluation, mut execution) = run.evaluate(&setting)?;
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
    if args.ablation && !stop.load(Ordering::Relaxed) {
        (run.folder, run.json) = (None, false);
        tables.push(("Without one part", ablation(&run, &setting, &evaluation)?));
    }
    execution.note_signal(interrupt::signal());
    write_files(&folder, &chosen, &tables, &evaluation, &execution)?;
    print_problem(&mut anstream::stderr(), &execution, false)?;
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

fn choose(names: &[String]) -> Result<Vec<SubjectProgram>> {
    let all = subjects();
    for name in names {
        if !all.iter().any(|subject| subject.name == *name) {
            let known: Vec<&str> = all.iter().map(|subject| subject.name.as_str()).collect();
            bail!("find the program {name:?}: available are {}", known.join(", "));
        }
    }
    let is_chosen = |subject: &SubjectProgram| names.is_empty() || names.contains(&subject.name);
    Ok(all.into_iter().filter(is_chosen).collect())
}

/// The programs, and where the results go.
struct Run<'run> {
    chosen: &'run [SubjectProgram],
    /// The folder for the results, which must be new.
    folder: Option<&'run Path>,
    json: bool,
    stop: &'run Arc<AtomicBool>,
}

impl Run<'_> {
    fn evaluate(&self, setting: &EvaluationOptions) -> Result<(SubjectEvaluation, Execution)> {
        let started = Instant::now();
        let evaluator = Evaluator::new(self.chosen, setting, self.stop);
        let mutants = evaluator.count();
        let plan = BatchPlan {
            kind: KIND,
            total: mutants,
            jobs: setting.jobs,
            keep_per_class: 0,
            allow_skips: Share::default(),
            stop: self.stop,
        };
        let folder = self.folder.map(|folder| (folder, None));
        let mut batch = Batch::open(plan, folder, false, &Identity::new())?;
        let mut progress = Progress::new(KIND.unit, self.json);
        let (seed, programs) = (setting.seed.value(), self.chosen.len());
        progress.show(&Event::Begin(Begin::Evaluation { seed, mutants, programs }));
        let task = EvaluationTask { evaluator, chosen: self.chosen };
        let mut evaluation = SubjectEvaluation::default();
        let outcome = batch.run(&task, &mut |event| progress.show(event), &mut |_, search| {
            evaluation.add(search.clone());
            Ok(())
        })?;
        evaluation.seconds = started.elapsed().as_secs_f64();
        Ok((evaluation, outcome.execution))
    }
}

/// All mutants of an evaluation.
struct EvaluationTask<'run> {
    evaluator: Evaluator<'run>,
    chosen: &'run [SubjectProgram],
}

/// What is counted while it runs.
#[derive(Clone, Default, Serialize, Deserialize)]
struct MutantTally {
    mutants: u64,
    noticed: u64,
    located: u64,
}

impl Task for EvaluationTask<'_> {
    type Item = FaultSearch;
    type Result = MutantResult;
    type Tally = MutantTally;

    fn work(&self, numbers: Numbers, collect: Collect<'_, FaultSearch>) -> Result<(), Halt> {
        self.evaluator.work(numbers, collect)
    }

    fn row(&self, search: &FaultSearch) -> Row<MutantResult> {
        let subject = self.chosen.iter().find(|subject| subject.number == search.subject);
        let name = subject.map_or("", |subject| subject.name.as_str());
        match &search.measure {
            Ok(_) => Row::new(name, 0, MutantResult::Measured),
            Err(reason) => Row::skipped(name, reason.clone()),
        }
    }

    fn add(&self, tally: &mut MutantTally, search: &FaultSearch, _row: &Row<MutantResult>) {
        tally.mutants += 1;
        let measure = search.measure.as_ref();
        tally.noticed += u64::from(measure.is_ok_and(MutantMeasure::is_killed));
        tally.located += u64::from(measure.is_ok_and(MutantMeasure::is_located));
    }

    fn retract(&self, tally: &mut MutantTally, _skipped: &SkippedTest) {
        tally.mutants -= 1;
    }

    fn counted(&self, tally: &MutantTally) -> u64 {
        tally.mutants
    }

    fn keep(
        &self,
        _search: &FaultSearch,
        _output: &mut OutputFolder<MutantResult>,
    ) -> Result<Vec<Option<String>>, BatchError> {
        Ok(Vec::new())
    }

    fn events(
        &self,
        number: u64,
        search: FaultSearch,
        row: Row<MutantResult>,
        _folders: Vec<Option<String>>,
    ) -> Vec<Event> {
        let skipped = row.skip_reason().map(str::to_owned);
        let measure = search.measure.as_ref();
        vec![Event::Mutant {
            number,
            program: row.program,
            is_noticed: measure.is_ok_and(MutantMeasure::is_killed),
            is_located: measure.is_ok_and(MutantMeasure::is_located),
            measure: measure.ok().map(|measure| tables::as_json(measure, self.chosen)),
            skipped,
        }]
    }

    fn counts(&self, tally: &MutantTally) -> Counts {
        Counts::Evaluation { noticed: tally.noticed, located: tally.located }
    }
}

/// The same without one part of the method at a time.
fn ablation(
    run: &Run<'_>,
    setting: &EvaluationOptions,
    whole: &SubjectEvaluation,
) -> Result<Vec<Vec<String>>> {
    let limits = |change: fn(&mut SearchLimits)| {
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
    let variants: [(&str, EvaluationOptions); 11] = [
        ("no change undoes the fault", EvaluationOptions { undoing: false, ..setting.clone() }),
        ("no changes tried", EvaluationOptions { limits: changes, ..setting.clone() }),
        (
            "critical branches only",
            EvaluationOptions { ranking: Ranking::Combined, ..setting.clone() },
        ),
        ("without reduction", EvaluationOptions { reduce: false, ..setting.clone() }),
        ("indices held fixed", EvaluationOptions { limits: loosen, ..setting.clone() }),
        ("only turned branches", EvaluationOptions { limits: any_pass, ..setting.clone() }),
        ("only inputs of one shape", EvaluationOptions { limits: other_shapes, ..setting.clone() }),
        ("first relation only", EvaluationOptions { all_relations: false, ..setting.clone() }),
        ("one failing input", EvaluationOptions { failing_per_relation: 1, ..setting.clone() }),
        ("smallest suffix", EvaluationOptions { ranking: Ranking::Suffix, ..setting.clone() }),
        (
            "as published",
            EvaluationOptions {
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
        let (evaluation, _) = run.evaluate(&variant)?;
        rows.push(tables::row(name, &summarise(&evaluation.measures)));
    }
    Ok(rows)
}

fn write_files(
    folder: &Path,
    chosen: &[SubjectProgram],
    tables: &[(&str, Vec<Vec<String>>)],
    evaluation: &SubjectEvaluation,
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
    let _ = writeln!(text, "# Distances (figure 4)\n\n![]({DISTANCES_FILE})");
    let files = [
        (MUTANTS_FILE, lines),
        (TIMES_FILE, times),
        (TABLES_FILE, text),
        (DISTANCES_FILE, distances(evaluation).svg()),
    ];
    for (name, content) in files {
        let path = folder.join(name);
        std::fs::write(&path, content).with_context(|| format!("write {}", path.display()))?;
    }
    Ok(())
}

/// The figure: how many reports have which distance.
fn distances(evaluation: &SubjectEvaluation) -> StackedBars {
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
