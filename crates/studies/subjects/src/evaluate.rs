//! Plants faults and looks for them.

use crate::measure::{MutantMeasure, SearchEnding};
use crate::subjects::SubjectProgram;
use debunk_base::{Blocks, Numbers, in_order};
use debunk_concolic::{
    Conclusion, LocalizeOptions, Localized, Ranking, SearchLimits, TestBench, localize,
};
use debunk_javascript::shadow::module;
use debunk_javascript::{Mutant, mutants};
use debunk_model::{Seed, Span};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The programs are small: a run that takes longer than this does not end.
const FUEL: u64 = 8;
const HANGS: u32 = 8;

/// How the evaluation is done.
#[derive(Clone, Debug)]
pub struct EvaluationOptions {
    /// The seed of all random choices.
    pub seed: Seed,
    /// Mutants per program, at most.
    pub per_subject: usize,
    /// Inputs that must pass before a mutant is discarded.
    pub tests: u32,
    /// Failing inputs per relation, at most.
    pub failing_per_relation: u32,
    /// Whether failing inputs are reduced first.
    pub reduce: bool,
    /// How far searches go.
    pub limits: SearchLimits,
    /// Whether all relations are used, or the first alone.
    pub all_relations: bool,
    /// How candidates are ordered.
    pub ranking: Ranking,
    /// Whether changes are tried that undo the fault.
    pub undoing: bool,
    /// Parallel workers.
    pub jobs: usize,
}

impl Default for EvaluationOptions {
    fn default() -> Self {
        Self {
            seed: Seed::new(1),
            per_subject: usize::MAX,
            tests: 100_000,
            failing_per_relation: 10,
            reduce: true,
            limits: SearchLimits { fuel: FUEL, ..SearchLimits::default() },
            all_relations: true,
            ranking: Ranking::default(),
            undoing: true,
            jobs: 1,
        }
    }
}

/// The results of all mutants.
#[derive(Clone, Debug, Default)]
pub struct SubjectEvaluation {
    /// One row per mutant, in order.
    pub measures: Vec<MutantMeasure>,
    /// Seconds of the whole.
    pub seconds: f64,
    /// Programs that violate their own relations without a fault: their rows mean nothing.
    pub unsound: BTreeSet<usize>,
    /// Mutants that could not be used.
    pub failed: u64,
}

/// The mutants of a program that a setting requests, with their numbers: a random choice if there
/// are more.
pub fn planted(subject: &SubjectProgram, setting: &EvaluationOptions) -> Vec<(usize, Mutant)> {
    let program = module(&subject.sources.entry, subject.sources.entry_text());
    let mut all: Vec<(usize, Mutant)> =
        mutants(&program).expect("built-in programs parse").into_iter().enumerate().collect();
    if all.len() > setting.per_subject {
        let seed = setting.seed.split(&subject.name, 0);
        seed.rng().shuffle(&mut all);
        all.truncate(setting.per_subject);
        all.sort_by_key(|(number, _)| *number);
    }
    all
}

/// A planted fault that was looked for.
#[derive(Clone, Debug)]
pub struct FaultSearch {
    /// The number of its program.
    pub subject: usize,
    /// Whether the program without the fault keeps its own relations.
    pub is_sound: bool,
    /// What was measured, or why it could not be.
    pub measure: Result<MutantMeasure, String>,
}

/// What a worker keeps: the last program, ready to be tested.
type Worker = Option<(usize, TestBench)>;

/// All planted faults of a setting, one number each.
pub struct Evaluator<'evaluation> {
    setting: &'evaluation EvaluationOptions,
    stop: &'evaluation Arc<AtomicBool>,
    planted: Vec<(&'evaluation SubjectProgram, (usize, Mutant))>,
}

impl<'evaluation> Evaluator<'evaluation> {
    /// Plants the faults.
    pub fn new(
        subjects: &'evaluation [SubjectProgram],
        setting: &'evaluation EvaluationOptions,
        stop: &'evaluation Arc<AtomicBool>,
    ) -> Self {
        let planted = subjects
            .iter()
            .flat_map(|subject| planted(subject, setting).into_iter().map(move |it| (subject, it)))
            .collect();
        Self { setting, stop, planted }
    }

    /// How many faults there are.
    pub fn count(&self) -> u64 {
        self.planted.len() as u64
    }

    /// Looks for the faults of these numbers, and hands over the results in order.
    ///
    /// # Errors
    /// If `collect` says no.
    pub fn work<Error>(
        &self,
        numbers: impl Into<Numbers>,
        collect: impl FnMut(u64, FaultSearch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let blocks = Blocks {
            length: 1,
            make_state: &|| None,
            begin: &|_: &mut Worker| {},
            work: &|worker, number| {
                let (subject, mutant) = &self.planted[number as usize];
                one(subject, mutant, self.setting, worker, self.stop)
            },
        };
        in_order(self.setting.jobs, numbers, self.stop, &blocks, collect)
    }
}

/// Looks for every planted fault.
pub fn evaluate(
    subjects: &[SubjectProgram],
    setting: &EvaluationOptions,
    stop: &Arc<AtomicBool>,
) -> SubjectEvaluation {
    let started = Instant::now();
    let evaluator = Evaluator::new(subjects, setting, stop);
    let mut evaluation = SubjectEvaluation::default();
    let result: Result<(), Infallible> = evaluator.work(0..evaluator.count(), |_, search| {
        evaluation.add(search);
        Ok(())
    });
    match result {
        Ok(()) => {}
    }
    evaluation.seconds = started.elapsed().as_secs_f64();
    evaluation
}

impl SubjectEvaluation {
    /// Adds the result of one mutant.
    pub fn add(&mut self, search: FaultSearch) {
        if !search.is_sound {
            self.unsound.insert(search.subject);
        }
        match search.measure {
            Ok(measure) => self.measures.push(measure),
            Err(_) => self.failed += 1,
        }
    }
}

/// Tests one mutant on the inputs of its program, and looks for the fault if something fails.
fn one(
    subject: &SubjectProgram,
    (number, mutant): &(usize, Mutant),
    setting: &EvaluationOptions,
    bench: &mut Worker,
    stop: &Arc<AtomicBool>,
) -> FaultSearch {
    let mut is_sound = true;
    let sources = subject.sources.with_entry_text(&mutant.text);
    let mut options = LocalizeOptions {
        seed: setting.seed.split(&subject.name, 1),
        reduce: setting.reduce,
        tests: setting.tests,
        failing_per_relation: setting.failing_per_relation,
        hangs: HANGS,
        ranking: setting.ranking,
        limits: setting.limits.clone(),
        mark: Some(mutant.fault),
        undone: (!setting.undoing).then(|| subject.sources.entry_text().to_owned()),
        stop: stop.clone(),
        ..LocalizeOptions::default()
    };
    if bench.as_ref().is_none_or(|(number, _)| *number != subject.number) {
        let made = match TestBench::new(&subject.sources, &options) {
            Ok(made) => made,
            Err(error) => {
                let measure = Err(format!("prepare the program: {error}"));
                return FaultSearch { subject: subject.number, is_sound, measure };
            }
        };
        *bench = Some((subject.number, made));
        // The inputs that the mutants will get must not convict the program itself.
        let text = subject.sources.entry_text();
        let found = bench.as_mut().map(|(_, bench)| bench.test(text, !setting.all_relations));
        is_sound = found.is_some_and(|(failing, tested)| {
            failing.is_empty() && tested.crashed == 0 && tested.hung == 0 && tested.passed > 0
        }) || stop.load(Ordering::Relaxed);
    }
    let started = Instant::now();
    let found = bench.as_mut().map(|(_, bench)| bench.test(&mutant.text, !setting.all_relations));
    let (failing, tested) = found.unwrap_or_default();
    let mut conclusion = Conclusion::NothingTested;
    let mut result = None;
    if failing.is_empty() {
        if tested.passed > 0 {
            conclusion = Conclusion::NoViolation;
        }
    } else {
        options.failing = Some(failing);
        match localize(&sources, &options, &mut |_| {}) {
            Ok(localized) => result = Some(localized),
            Err(error) => {
                let measure = Err(format!("locate the fault: {error}"));
                return FaultSearch { subject: subject.number, is_sound, measure };
            }
        }
    }
    if let Some(result) = &result {
        conclusion = result.conclusion;
    }
    let seconds = started.elapsed().as_secs_f64();
    let measure = measure(subject, (*number, mutant), conclusion, result.as_ref(), seconds);
    FaultSearch { subject: subject.number, is_sound, measure: Ok(measure) }
}

fn measure(
    subject: &SubjectProgram,
    (number, mutant): (usize, &Mutant),
    conclusion: Conclusion,
    result: Option<&Localized>,
    seconds: f64,
) -> MutantMeasure {
    let distances = |result: &Localized| {
        (0..result.candidates.len())
            .map_while(|number| result.distance(number, mutant.fault))
            .collect::<Vec<_>>()
    };
    let text = subject.sources.entry_text();
    let line = text[..mutant.original.start as usize].matches('\n').count() + 1;
    MutantMeasure {
        subject: subject.number,
        number,
        operator: mutant.operator,
        line,
        before: mutant.change.0.clone(),
        after: mutant.change.1.clone(),
        conclusion,
        never_passes: result.and_then(|it| it.others).is_some_and(|others| others.passing == 0)
            && conclusion != Conclusion::Located,
        distances: result.map(distances).unwrap_or_default(),
        critical: result.and_then(critical_line).unwrap_or(0),
        searches: result.map_or(0, |result| result.searches.len()),
        partings: result.map(|result| endings(result, mutant.fault)).unwrap_or_default(),
        seconds,
    }
}

fn endings(result: &Localized, fault: Span) -> Vec<SearchEnding> {
    let all = result.searches.iter().enumerate();
    let ended = all.filter_map(|(number, search)| {
        let critical = search.critical()?;
        let candidate = result.candidates.iter().find(|it| it.site == critical.site);
        Some(SearchEnding {
            critical,
            suspiciousness: candidate.map_or(0.0, |it| it.suspiciousness),
            distance: result.search_distance(number, fault)?,
        })
    });
    ended.collect()
}

/// The line of the critical branch in the mutant, whose lines are those of the program.
fn critical_line(result: &Localized) -> Option<usize> {
    let site = result.sites.get(result.candidates.first()?.site)?;
    let text = result.sources.entry_text();
    Some(text.get(..site.place.span.start as usize)?.matches('\n').count() + 1)
}
