//! The report as a self-contained page: no script, no external address, everything escaped.

use crate::report::{CriticalReport, Decision, InputSide, LocalizeReport};
use crate::text::{attempt_text, tested_text};
use debunk_base::{counted, markup, visible};
use std::fmt::Write as _;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884;--bad:#c0392b;--good:#1e8449;--soft:#8882}\
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.3rem}h2{font-size:1.05rem;margin-top:2rem}\
pre,code,td{font-family:ui-monospace,monospace;font-size:13px}\
pre{border:1px solid var(--line);border-radius:6px;padding:.6rem 0;overflow-x:auto}\
pre span{display:block;padding:0 .8rem}pre .critical{background:#f1c40f55;font-weight:600}\
pre .slice{background:var(--soft)}pre b{color:#8889;font-weight:400;display:inline-block;width:3.2em}\
.sides{display:grid;grid-template-columns:1fr 1fr;gap:1rem}\
.side{border:1px solid var(--line);border-radius:6px;padding:.4rem .8rem;overflow-x:auto}\
.failing{border-top:4px solid var(--bad)}.passing{border-top:4px solid var(--good)}\
mark{background:#f1c40f88;color:inherit;border-radius:3px;padding:0 .2em}\
table{border-collapse:collapse}td,th{text-align:left;padding:.15rem .8rem .15rem 0;vertical-align:top}\
.decided{color:#888}ol{padding-left:1.2rem}@media(max-width:50rem){.sides{grid-template-columns:1fr}}";

impl LocalizeReport {
    /// As a page.
    pub fn html(&self) -> String {
        let mut body = String::new();
        let _ = write!(body, "<h1>{}</h1><p>{}</p>", escape(&self.file), escape(&self.sentence));
        if let Some(tested) = &self.tested {
            let _ = write!(body, "<p>Tested {}.</p>", escape(&tested_text(tested)));
        }
        if let Some(critical) = &self.critical {
            self.critical_html(critical, &mut body);
        }
        self.further_html(&mut body);
        self.searches_html(&mut body);
        self.lost_html(&mut body);
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title>\
             <style>{STYLE}</style></head><body>{body}</body></html>\n",
            escape(&self.file)
        )
    }

    fn critical_html(&self, critical: &CriticalReport, body: &mut String) {
        let run = match critical.run {
            0 => "the run on the input".to_owned(),
            number => format!("the run on follow-up {number}"),
        };
        let _ = write!(
            body,
            "<p>Relation <code>{}</code> is violated. The critical branch is in {run}, with {} after it \
             in the failing run and {} held fixed. A breakpoint at <code>{}:{}</code> reaches it at \
             hit number {}.</p>",
            escape(&critical.relation),
            counted(critical.suffix, "branch"),
            counted(critical.pins, "value"),
            escape(&critical.place.file),
            critical.breakpoint,
            critical.hit
        );
        if let Some(suspect) = &self.suspect {
            let _ = write!(body, "<p>{}</p>", escape(&capital(&suspect.sentence(&self.file))));
        }
        body.push_str("<h2>Source</h2><pre>");
        for (number, content) in self.text.lines().enumerate() {
            let number = number as u32 + 1;
            let class = if number == critical.place.location.line {
                " class=\"critical\""
            } else if critical.slice.contains(&number) {
                " class=\"slice\""
            } else {
                ""
            };
            let _ = write!(body, "<span{class}><b>{number}</b>{}</span>", escape(content));
        }
        body.push_str("</pre><h2>The pair</h2><div class=\"sides\">");
        side_html("failing", &critical.failing, critical, body);
        side_html("passing", &critical.passing, critical, body);
        body.push_str("</div>");
    }

    fn further_html(&self, body: &mut String) {
        if self.further.is_empty() {
            return;
        }
        body.push_str(
            "<h2>Further places</h2><table><tr><th>place</th><th>condition</th><th>suffix</th>\
             <th>found</th><th>suspiciousness</th></tr>",
        );
        for it in &self.further {
            let _ = write!(
                body,
                "<tr><td>{}:{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.2}</td></tr>",
                escape(&it.place.file),
                it.place.location,
                escape(&it.place.text),
                it.suffix,
                it.votes,
                it.suspiciousness
            );
        }
        body.push_str("</table>");
    }

    fn lost_html(&self, body: &mut String) {
        if self.lost.is_empty() {
            return;
        }
        body.push_str(
            "<h2>Tracking was lost</h2><table><tr><th>place</th><th>by</th><th>times</th></tr>",
        );
        for it in &self.lost {
            let _ = write!(
                body,
                "<tr><td>{}:{}</td><td>{}</td><td>{}</td></tr>",
                escape(&it.file),
                it.line,
                escape(&it.called),
                it.times
            );
        }
        body.push_str("</table>");
    }

    fn searches_html(&self, body: &mut String) {
        if self.searches.is_empty() {
            return;
        }
        body.push_str("<h2>Searches</h2>");
        for search in &self.searches {
            let _ = write!(
                body,
                "<details><summary><code>{}</code> with <code>{}</code>, {}</summary><ol>",
                escape(&search.input.to_string()),
                escape(&search.relation),
                counted(search.runs, "run")
            );
            for attempt in &search.attempts {
                let _ = write!(body, "<li>{}</li>", escape(&attempt_text(attempt, &self.file)));
            }
            body.push_str("</ol></details>");
        }
    }
}

fn side_html(name: &str, side: &InputSide, critical: &CriticalReport, body: &mut String) {
    let _ = write!(
        body,
        "<div class=\"side {name}\"><p><b>{name}</b> <code>{}</code></p><p>{}</p>",
        escape(&side.input.to_string()),
        escape(&side.condition)
    );
    let changed: Vec<String> = critical
        .changes
        .iter()
        .map(|it| {
            let value = if name == "failing" { it.failing } else { it.passing };
            format!("<mark>{} = {value}</mark>", escape(&it.name))
        })
        .collect();
    let _ = write!(body, "<p>{}</p><table>", changed.join(" "));
    let _ = write!(
        body,
        "<tr><td>follow-ups</td><td>{}</td></tr><tr><td>P</td><td>{}</td></tr>",
        escape(&side.follow_ups.join(" | ")),
        escape(&side.outputs.join(" | "))
    );
    for (variable, value) in &side.variables {
        let _ = write!(body, "<tr><td>{}</td><td>{}</td></tr>", escape(variable), escape(value));
    }
    body.push_str("</table><pre>");
    if side.skipped > 0 {
        let _ = write!(body, "<span>({} decisions before)</span>", side.skipped);
    }
    for decision in &side.trace {
        decision_html(decision, &critical.place.file, body);
    }
    body.push_str("</pre></div>");
}

fn decision_html(decision: &Decision, here: &str, body: &mut String) {
    let class = if decision.is_critical { " class=\"critical\"" } else { "" };
    let text = escape(&decision.text);
    let text = if decision.depends { text } else { format!("<i class=\"decided\">{text}</i>") };
    let _ = write!(
        body,
        "<span{class}><b>{}{}</b>{}{text} is {}</span>",
        if decision.file == here { String::new() } else { escape(&format!("{}:", decision.file)) },
        decision.line,
        if decision.run == 0 { String::new() } else { format!("P{} ", decision.run) },
        decision.taken
    );
}

/// Text that a page shows verbatim, with the codes of invisible characters.
fn escape(text: &str) -> String {
    markup(&visible(&text.replace('\t', "  ")))
}

/// A sentence with a capital letter and a full stop.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
