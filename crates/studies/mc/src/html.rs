//! A measure as a self-contained page: no script, no external address, everything escaped.

use crate::{CoverageMeasure, LineCounts, MeasureSummary, summary};
use debunk_base::{markup, visible};
use debunk_coverage::{CodeKind, UniverseFile};
use std::fmt::Write as _;
use std::path::Path;

/// Sources beyond this are left out of the page.
const SOURCE_LIMIT_BYTES: usize = 24 << 20;
/// The limit of listed pairs; the JSON has them all.
const PAIR_LIMIT: usize = 500;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884}\
body{font:15px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.3rem}h2{font-size:1.05rem;margin-top:2rem}\
table{border-collapse:collapse}td,th{padding:.15rem .9rem .15rem 0;text-align:right}\
td:first-child,th:first-child{text-align:left}th{border-bottom:1px solid var(--line)}\
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.3rem .8rem}\
summary{cursor:pointer}pre{overflow-x:auto;font:13px/1.45 ui-monospace,monospace}\
pre span{display:block;white-space:pre}pre b{font-weight:400;color:#888;display:inline-block;\
width:11em;text-align:right;padding-right:1em}\
.first{background:#2980b944}.second{background:#e67e2244}.mixed{background:#8e44ad44}\
.both{background:#27ae6022}.none{background:#8882}\
.key span{padding:.1rem .6rem;border-radius:4px;margin-right:.6rem}";

/// The page; sources are searched for as the reports name them, or below `sources`.
pub fn html(measure: &CoverageMeasure, sources: &Path) -> String {
    let numbers = summary(measure);
    let mut body = String::from("<h1>Metamorphic coverage</h1>");
    overview(&numbers, &mut body);
    if numbers.methods.len() > 1 {
        let mut methods: Vec<_> = numbers.methods.iter().collect();
        methods.sort_by_key(|row| std::cmp::Reverse(row.mc.lines));
        body.push_str("<h2>Methods</h2>");
        table(
            &mut body,
            "method",
            methods.into_iter().map(|row| {
                let name = format!("{} ({} pairs)", row.name, row.pairs.unwrap_or(0));
                (name, row.covered, row.mc)
            }),
        );
    }
    body.push_str("<h2>Files</h2>");
    body.push_str(
        "<p class=\"key\"><span class=\"first\">only the first run</span>\
         <span class=\"second\">only the second</span><span class=\"mixed\">now the one, now the \
         other</span><span class=\"both\">always both</span><span class=\"none\">never</span> \
         Numbers before a line: pairs in which only the first, only the second, both ran it.</p>",
    );
    let mut left = SOURCE_LIMIT_BYTES;
    for file in measure.universe.files() {
        source(measure, file, sources, &mut left, &mut body);
    }
    body.push_str("<h2>Pairs</h2>");
    let pairs = numbers.pairs.iter().take(PAIR_LIMIT);
    table(
        &mut body,
        "pair",
        pairs.map(|row| {
            let method = row.method.as_deref().unwrap_or_default();
            (format!("{} ({method})", row.name), row.covered, row.mc)
        }),
    );
    if numbers.pairs.len() > PAIR_LIMIT {
        let _ = write!(body, "<p>and {} more</p>", numbers.pairs.len() - PAIR_LIMIT);
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>Metamorphic coverage</title>\
         <style>{STYLE}</style></head><body>{body}</body></html>\n"
    )
}

fn overview(numbers: &MeasureSummary, body: &mut String) {
    let _ = write!(
        body,
        "<p>{} pairs of {} methods. Metamorphic coverage is what one run of a pair covers and the \
         other does not.</p><table><tr><th></th><th>total</th><th>covered</th><th>MC</th>\
         <th>MC of covered</th></tr>",
        numbers.pairs.len(),
        numbers.methods.len()
    );
    for kind in CodeKind::ALL {
        let (total, covered, mc) =
            (numbers.total.of(kind), numbers.covered.of(kind), numbers.mc.of(kind));
        let share = 100.0 * mc as f64 / covered.max(1) as f64;
        let _ = write!(
            body,
            "<tr><td>{}</td><td>{total}</td><td>{covered}</td><td>{mc}</td><td>{share:.1}%</td></tr>",
            kind.name()
        );
    }
    body.push_str("</table>");
}

fn table(
    body: &mut String,
    what: &str,
    rows: impl Iterator<Item = (String, crate::CodeCounts, crate::CodeCounts)>,
) {
    let _ = write!(body, "<table><tr><th>{what}</th>");
    for kind in CodeKind::ALL {
        let _ = write!(body, "<th>{0} covered</th><th>{0} MC</th>", kind.name());
    }
    body.push_str("</tr>");
    for (name, covered, mc) in rows {
        let _ = write!(body, "<tr><td>{}</td>", escape(&name));
        for kind in CodeKind::ALL {
            let _ = write!(body, "<td>{}</td><td>{}</td>", covered.of(kind), mc.of(kind));
        }
        body.push_str("</tr>");
    }
    body.push_str("</table>");
}

fn source(
    measure: &CoverageMeasure,
    file: &UniverseFile,
    sources: &Path,
    left: &mut usize,
    body: &mut String,
) {
    let numbers = file.numbers(CodeKind::Lines);
    let covered = measure.covered.of(CodeKind::Lines).count_in(numbers.clone());
    let mc = measure.mc.of(CodeKind::Lines).count_in(numbers.clone());
    let _ = write!(
        body,
        "<details><summary>{}: {mc} lines MC, {covered} covered, of {}</summary>",
        escape(&file.path),
        numbers.len()
    );
    match read_source(file, sources) {
        Some(text) if text.len() <= *left => {
            *left -= text.len();
            body.push_str("<pre>");
            for (number, line) in text.lines().enumerate() {
                let found = file.shape.lines.binary_search(&(number as u32 + 1)).ok();
                let covered = found.map(|found| measure.lines[numbers.start + found]);
                source_line(number + 1, line, covered, body);
            }
            body.push_str("</pre>");
        }
        Some(_) => body.push_str("<p>The source is too long for this page.</p>"),
        None => body.push_str(
            "<p>The source was not found; name the folder of the sources with --source.</p>",
        ),
    }
    body.push_str("</details>");
}

fn source_line(number: usize, line: &str, covered: Option<LineCounts>, body: &mut String) {
    let (class, counts) = match covered {
        None => ("", String::new()),
        Some(LineCounts { first: 0, second: 0, both: 0 }) => ("none", String::new()),
        Some(LineCounts { first, second, both }) => {
            let class = match (first, second) {
                (0, 0) => "both",
                (_, 0) => "first",
                (0, _) => "second",
                _ => "mixed",
            };
            (class, format!("{first}|{second}|{both}"))
        }
    };
    let _ =
        write!(body, "<span class=\"{class}\"><b>{counts} {number:>5}</b>{}</span>", escape(line));
}

/// The source as the report names it, or below the folder of sources, by the longest ending.
fn read_source(file: &UniverseFile, sources: &Path) -> Option<String> {
    let named = Path::new(file.path.as_ref());
    let parts: Vec<_> = named.components().collect();
    let endings = (0..parts.len()).map(|skipped| parts[skipped..].iter().collect());
    let below = endings.filter(|ending: &std::path::PathBuf| ending.is_relative());
    let mut candidates = std::iter::once(named.to_owned()).chain(below.map(|it| sources.join(it)));
    let bytes = candidates.find_map(|path| std::fs::read(path).ok())?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn escape(text: &str) -> String {
    // Tabs are harmless in a page and make sources readable.
    text.split('\t').map(|part| markup(&visible(part))).collect::<Vec<_>>().join("\t")
}
