//! `debunk compare`: two debuggers, the same actions, the first difference.

use super::reduce::classes::{self, Scope};
use super::summary::{self, table};
use crate::args::CompareArgs;
use crate::debuggers::{self, Side};
use crate::display::printable;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Progress;
use crate::table::layout;
use anyhow::{Context, Result};
use debunk_base::counted;
use debunk_compare::{
    CompareOptions, CompareSummary, Comparison, RuleSet, baseline, engine_family,
};
use debunk_model::{Granularity, Language};
use debunk_relations::GeneratorOptions;
use debunk_results::{
    Classes, CompareTally, ComparisonSummary, DifferenceClass, Precision, RuleUse, remove_summary,
    write_summary,
};
use debunk_session::{Debugger, DebuggerInfo};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

const DEFAULT_OUT: &str = "debunk-compare";

/// Compares two debuggers.
pub(crate) fn compare(args: &CompareArgs) -> Result<Exit> {
    let out = super::output_folder(args.out.as_deref(), args.resume, DEFAULT_OUT)?;
    let [first, second] = sides(args);
    let (first, second) = debuggers::find_pair(&first, &second, &args.cache)?;
    let (a, b) = (&*first.debugger, &*second.debugger);
    let of_b = b.languages();
    let languages: Vec<Language> =
        a.languages().iter().copied().filter(|language| of_b.contains(language)).collect();
    let corpus = super::corpus(&args.corpus, &languages, &[a.info(), b.info()])?;
    let rules = rules(args, a.info(), b.info())?;
    let precision = precision(args, a, b);
    let stop = interrupt::watch();
    let mut progress = Progress::new(Comparison::UNIT, args.json);
    let unreadable = super::unreadable(corpus.skips);
    let options = CompareOptions {
        a,
        b,
        entries: &corpus.entries,
        unreadable: &unreadable,
        runs: args.runs,
        seed: args.seed,
        generator: GeneratorOptions {
            actions_max: args.actions,
            // Between the places of one line engines choose freely.
            granularity: Granularity::from(precision == Precision::Lines),
            ..GeneratorOptions::default()
        },
        jobs: super::jobs(args.jobs),
        keep_per_class: args.keep,
        rules: rules.clone(),
        precision,
        gate_runs: args.gate,
        allow_skips: args.skips.allow_skips,
        stop: &stop,
    };
    let prepared =
        Comparison::prepare(options, Some(&out), args.resume, &mut |event| progress.show(event));
    let mut comparison = match prepared {
        Ok(comparison) => comparison,
        Err(error) => {
            progress.finish();
            if let Some(mut execution) = error.execution(Comparison::UNIT, args.runs) {
                execution.note_signal(interrupt::signal());
                let summary = CompareSummary { execution, ..CompareSummary::default() };
                let classes = Classes::default();
                let text = text(a.info(), b.info(), args.seed, &summary, &rules, &classes);
                write(&out, (a.info(), b.info(), args.seed), &summary, &rules, &classes, &text)?;
            }
            return Err(error.into());
        }
    };
    remove_summary(&out)?;
    let noise = comparison.gate(&mut |event| progress.show(event));
    progress.start();
    let mut summary = comparison.run(&mut |event| progress.show(event), &mut |_| {})?;
    drop(comparison);
    let scope =
        Scope { out: &out, args: &args.reduction, jobs: super::jobs(args.jobs), stop: &stop };
    let classes = classes::differences(&scope, (a, b), &rules, &mut progress)?;
    summary.execution.note_signal(interrupt::signal());
    let mut text = text(a.info(), b.info(), args.seed, &summary, &rules, &classes);
    let _ = writeln!(
        text,
        "compared with themselves in {}: {}",
        counted(args.gate, "run"),
        counted(noise.len(), "difference")
    );
    write(&out, (a.info(), b.info(), args.seed), &summary, &rules, &classes, &text)?;
    if let Some(file) = &args.write_baseline {
        write_baseline(file, a.info(), b.info(), &summary.tally)?;
    }
    let mut talk = anstream::stderr().lock();
    let per_run = summary.elapsed.as_secs_f64() * 1000.0 / (summary.runs_now.max(1) as f64);
    writeln!(talk, "\n{text}")?;
    writeln!(talk, "{:.1} s, {per_run:.0} ms of wall time per run", summary.elapsed.as_secs_f64())?;
    let each = |time: Duration| time.as_secs_f64() * 1000.0 / (summary.runs_now.max(1) as f64);
    let (run, floor) = (each(summary.run_time), each(summary.floor));
    if floor > 0.0 {
        writeln!(
            talk,
            "{run:.1} ms in one run, of which the slower debugger takes {floor:.1} to answer: ratio {:.2}",
            floor / run
        )?;
    }
    writeln!(talk, "results: {}; review them with debunk inspect", out.display())?;
    summary::print_problem(&mut talk, &summary.execution, true)?;
    Ok(Exit::of(&summary.execution, summary.tally.counts.different > 0))
}

/// The two sides; the compiler belongs to their description only if it is what differs.
fn sides(args: &CompareArgs) -> [Side; 2] {
    let CompareArgs { cc_b, cflags_b, cache, .. } = args;
    let is_given = cc_b.is_some() || cflags_b.is_some();
    let side = |name: &str, cc: &str, cflags: &str| Side {
        name: name.to_owned(),
        compiler: is_given.then(|| (cc.to_owned(), cflags.to_owned())),
    };
    let (cc, cflags) = (cache.cc.as_str(), cache.cflags.as_str());
    let (cc_b, cflags_b) = (cc_b.as_deref(), cflags_b.as_deref());
    [
        side(&args.first, cc, cflags),
        side(&args.second, cc_b.unwrap_or(cc), cflags_b.unwrap_or(cflags)),
    ]
}

fn rules(args: &CompareArgs, a: &DebuggerInfo, b: &DebuggerInfo) -> Result<RuleSet> {
    let mut rules = if args.no_rules {
        RuleSet::default()
    } else {
        RuleSet::shipped(a, b).context("read the rules that come with debunk")?
    };
    for file in &args.baseline {
        let text = fs::read_to_string(file)
            .with_context(|| format!("read the baseline {}", file.display()))?;
        rules.add(&text, a, b).with_context(|| format!("use the baseline {}", file.display()))?;
    }
    Ok(rules)
}

fn precision(args: &CompareArgs, a: &dyn Debugger, b: &dyn Debugger) -> Precision {
    let granularity = a.quirks().granularity.and(b.quirks().granularity);
    // Between the places of one line engines choose freely.
    let (first, second) = (engine_family(a.info()), engine_family(b.info()));
    let same_engine = first.is_some() && first == second;
    if args.columns || (same_engine && granularity.is_columns() && !args.lines) {
        Precision::Columns
    } else {
        Precision::Lines
    }
}

fn write_baseline(
    file: &Path,
    a: &DebuggerInfo,
    b: &DebuggerInfo,
    tally: &CompareTally,
) -> Result<()> {
    let text = baseline(a, b, &seen_classes(tally)?);
    text.map_err(anyhow::Error::from)
        .and_then(|text| Ok(fs::write(file, text)?))
        .with_context(|| format!("write the baseline {}", file.display()))
}

/// The classes of a comparison for its baseline.
fn seen_classes(tally: &CompareTally) -> Result<Vec<(DifferenceClass, String)>> {
    let entry = |class: &String| {
        let class = class.parse().map_err(anyhow::Error::msg).context("write the baseline")?;
        Ok((class, "seen when the baseline was written".to_owned()))
    };
    tally.classes.keys().map(entry).collect()
}

fn share(part: u64, of: u64) -> String {
    format!("{:.1}%", 100.0 * part as f64 / of.max(1) as f64)
}

fn text(
    a: &DebuggerInfo,
    b: &DebuggerInfo,
    seed: u64,
    summary: &CompareSummary,
    rules: &RuleSet,
    reduced: &Classes,
) -> String {
    let CompareTally {
        counts,
        classes,
        accept_rules,
        ignored,
        runs_with_accepted,
        without_rules,
        ..
    } = &summary.tally;
    let mut text = format!(
        "{a} against {b}, seed {seed}: {} on {}, {}\n\n",
        counted(counts.runs, "run"),
        counted(summary.programs, "program"),
        counted(counts.actions, "action")
    );
    let mut rows = vec![["result", "runs", "share"].map(str::to_owned).to_vec()];
    for (name, count) in [
        ("the same to the end", counts.same),
        ("different", counts.different),
        ("accepted difference", counts.accepted),
        ("difference that was not reproducible", counts.not_reproduced),
        ("could not be run", counts.skipped),
    ] {
        rows.push(vec![name.to_owned(), count.to_string(), share(count, counts.runs)]);
    }
    text.push_str(&layout(&rows));
    let done = summary.execution.text();
    if !done.is_empty() {
        let _ = write!(text, "\n{done}");
    }
    let used = rules.used(accept_rules, ignored);
    if !used.is_empty() {
        let _ = writeln!(
            text,
            "\nwithout rules, {} would differ; {runs_with_accepted} used an accept rule",
            counted(*without_rules, "run")
        );
    }
    for (heading, is_bug) in [("accepted by design", false), ("accepted as known bugs", true)] {
        let mut part = used.iter().filter(|it| it.bug.is_some() == is_bug).peekable();
        if part.peek().is_some() {
            let _ = writeln!(text, "\n{heading}:");
        }
        for RuleUse { id, bug, why, count, in_runs, .. } in part {
            let unit = if *in_runs { "runs " } else { "times" };
            let bug = bug.as_ref().map_or_else(String::new, |bug| format!(" [{bug}]"));
            let why = printable(why);
            let _ = writeln!(text, "{count:>6} {unit}  {}{bug}: {why}", printable(id));
        }
    }
    let joined = reduced.joined(classes);
    let one = if reduced.classes.is_empty() {
        String::new()
    } else {
        format!(", {} after reduction", joined.len())
    };
    let (different, count) = (counts.different, classes.len());
    let _ = writeln!(
        text,
        "\n{} in {}{one}",
        counted(different, "difference"),
        counted(count, "class")
    );
    if !classes.is_empty() {
        text.push('\n');
        text.push_str(&table(&joined, reduced, "differences"));
    }
    text.push_str(&summary::failed_reductions(reduced));
    text
}

/// Writes summary.txt and summary.json.
fn write(
    out: &Path,
    comparison: (&DebuggerInfo, &DebuggerInfo, u64),
    summary: &CompareSummary,
    rules: &RuleSet,
    classes: &Classes,
    text: &str,
) -> Result<()> {
    let CompareSummary { programs, tally, execution, .. } = summary;
    let used = rules.used(&tally.accept_rules, &tally.ignored).into();
    let file = ComparisonSummary::new(comparison, *programs, (tally, used), execution, classes);
    Ok(write_summary(out, text, &file)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_that_is_none_fails_the_baseline() {
        let classes = |name: &str| CompareTally {
            classes: [(name.to_owned(), 1)].into(),
            ..CompareTally::default()
        };
        let good = seen_classes(&classes("variables/start/Program")).expect("a class");
        assert_eq!(good.len(), 1);
        let error = seen_classes(&classes("odd")).expect_err("not a class");
        let text = format!("{error:#}");
        assert_eq!(text, "write the baseline: odd is not a class; give TYPE/ACTION/NODE");
    }
}
