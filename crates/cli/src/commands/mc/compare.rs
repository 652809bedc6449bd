//! `debunk mc compare`: compares methods with each other.

use super::args::{KindName, McCompareArgs};
use super::read;
use crate::display::printable;
use crate::exit::Exit;
use crate::table::layout;
use anyhow::{Context, Result};
use debunk_coverage::CodeKind;
use debunk_mc::{MethodComparison, MethodRow, Spread, fix_lines};
use std::collections::BTreeMap;
use std::io::Write;

/// Compares the methods of some pairs.
pub(crate) fn compare(args: &McCompareArgs) -> Result<Exit> {
    let bugs: BTreeMap<String, f64> = match &args.bugs {
        Some(path) => {
            let about = || format!("read the bug counts in {}", path.display());
            let text = std::fs::read_to_string(path).with_context(about)?;
            serde_json::from_str(&text)
                .with_context(|| format!("{} (a JSON object such as {{\"method\": 3}})", about()))?
        }
        None => BTreeMap::new(),
    };
    let fixes = args.fixes.iter().map(|path| fix_lines(path)).collect::<Result<Vec<_>, _>>()?;
    let measure = read(&args.pairs, &args.read)?;
    let kind = match args.by {
        KindName::Lines => CodeKind::Lines,
        KindName::Branches => CodeKind::Branches,
        KindName::Functions => CodeKind::Functions,
    };
    let comparison = MethodComparison::of(&measure, kind, &bugs, &fixes);
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&comparison)?)?;
        return Ok(Exit::Nothing);
    }
    let heading = ["method", "suites", "pairs", "coverage", "CV", "MC", "CV", "bugs", "fixes"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(comparison.methods.iter().map(|row| method(row, comparison.fixes)));
    writeln!(out, "Mean {} per suite:\n\n{}", comparison.kind, layout(&rows))?;
    let heading = ["over the methods", "mean", "lowest", "highest", "CV", "with bugs"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.push(spread("coverage", &comparison.coverage));
    rows.push(spread("MC", &comparison.mc));
    writeln!(out, "{}", layout(&rows))?;
    writeln!(out, "MC is {:.1} times smaller than coverage.", comparison.times_smaller)?;
    let times = measure.seconds;
    writeln!(
        out,
        "Cost: reading {:.3} s, coverage {:.3} s, MC {:.3} s ({:.3} times plain coverage)",
        times.reading,
        times.coverage,
        times.mc,
        1.0 + times.mc / (times.reading + times.coverage).max(f64::MIN_POSITIVE)
    )?;
    Ok(Exit::Nothing)
}

fn method(row: &MethodRow, fixes: usize) -> Vec<String> {
    vec![
        printable(&row.method),
        row.suites.to_string(),
        row.pairs.to_string(),
        format!("{:.1}", row.coverage.mean),
        optional(row.coverage.variation),
        format!("{:.1}", row.mc.mean),
        optional(row.mc.variation),
        row.bugs.map_or("-".to_owned(), |bugs| bugs.to_string()),
        row.fixes.map_or("-".to_owned(), |[covered, mc]| {
            format!("{mc} in MC, {covered} covered, of {fixes}")
        }),
    ]
}

fn spread(name: &str, spread: &Spread) -> Vec<String> {
    vec![
        name.to_owned(),
        format!("{:.1}", spread.mean),
        format!("{:.1}", spread.range[0]),
        format!("{:.1}", spread.range[1]),
        optional(spread.variation),
        optional(spread.correlation),
    ]
}

fn optional(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.3}"))
}
