//! `debunk figures`: what a comparison showed, as pictures and as text.

use crate::args::FiguresArgs;
use crate::exit::Exit;
use anyhow::{Context, Result};
use debunk_compare::{Inspection, statistics};
use debunk_figures::{Figure, Lines, Ranking, Scale, StackedBars};
use debunk_results::files::FIGURES_FOLDER;
use std::fs;
use std::io::Write;

const CLASSES_SHOWN: usize = 15;
const TEXT_WIDTH: usize = 96;

/// Draws all figures that the results allow.
pub(crate) fn figures(args: &FiguresArgs) -> Result<Exit> {
    let inspection = Inspection::open(&args.out)?;
    let folder = args.into.clone().unwrap_or_else(|| args.out.join(FIGURES_FOLDER));
    fs::create_dir_all(&folder).with_context(|| format!("create {}", folder.display()))?;
    let mut figures: Vec<(&str, Box<dyn Figure>)> = vec![
        ("runs-by-actions", Box::new(runs_by_actions(&inspection))),
        ("largest-classes", Box::new(largest_classes(&inspection))),
        ("time-per-program", Box::new(time_per_program(&inspection)?)),
    ];
    let causes = root_causes(&inspection);
    let is_marked = causes.is_some();
    figures.extend(causes.map(|figure| ("root-causes", Box::new(figure) as Box<dyn Figure>)));
    let mut out = anstream::stdout().lock();
    for (name, figure) in figures {
        let text = figure.text(TEXT_WIDTH);
        for (file, content) in
            [(format!("{name}.svg"), figure.svg()), (format!("{name}.txt"), text.clone())]
        {
            let path = folder.join(file);
            fs::write(&path, content).with_context(|| format!("write {}", path.display()))?;
        }
        writeln!(out, "{text}")?;
    }
    if !is_marked {
        writeln!(out, "no figure of root causes: no class is marked; debunk inspect marks them")?;
    }
    writeln!(out, "figures: {}", folder.display())?;
    Ok(Exit::Nothing)
}

fn pair(inspection: &Inspection) -> String {
    let (a, b) = inspection.pair();
    let short = |name: &str| name.split(" (").next().unwrap_or(name).to_owned();
    format!("{} and {}", short(a), short(b))
}

fn runs_by_actions(inspection: &Inspection) -> StackedBars {
    let (places, series) = statistics::runs_by_actions(inspection.rows());
    StackedBars {
        title: format!("Completed runs by number of actions, {}", pair(inspection)),
        x_label: "actions".to_owned(),
        y_label: "runs".to_owned(),
        places: places.iter().map(u64::to_string).collect(),
        series,
    }
}

fn largest_classes(inspection: &Inspection) -> Ranking {
    let classes = statistics::largest_classes(inspection.rows(), CLASSES_SHOWN);
    Ranking {
        title: format!("Largest classes of differences, {}", pair(inspection)),
        label: "differences".to_owned(),
        rows: classes.into_iter().map(|(class, count)| (class, count as f64)).collect(),
    }
}

fn time_per_program(inspection: &Inspection) -> Result<Lines> {
    let means = statistics::time_per_program(inspection.rows(), &inspection.times()?);
    let points =
        means.iter().enumerate().map(|(index, (_, mean))| (index as f64 + 1.0, *mean)).collect();
    Ok(Lines {
        title: format!("Time per program, {}", pair(inspection)),
        x_label: "programs, fastest first".to_owned(),
        y_label: "ms per run".to_owned(),
        scale: Scale::Logarithmic,
        series: vec![("mean of its runs".to_owned(), points)],
    })
}

fn root_causes(inspection: &Inspection) -> Option<Lines> {
    let [by_class, uniform] = statistics::root_causes(inspection)?;
    let curve = |values: Vec<f64>| {
        values.into_iter().enumerate().map(|(index, value)| (index as f64, value)).collect()
    };
    Some(Lines {
        title: format!("Root causes seen, {}", pair(inspection)),
        x_label: "differences looked at".to_owned(),
        y_label: "root causes".to_owned(),
        scale: Scale::Linear,
        series: vec![
            ("class by class".to_owned(), curve(by_class)),
            ("at random".to_owned(), curve(uniform)),
        ],
    })
}
