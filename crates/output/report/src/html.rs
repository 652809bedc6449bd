//! The page: everything in one file, with no network, no build step and nothing executed that is
//! not in this crate.

use crate::escape::{address, base64, html as text, script_json};
use crate::item::Item;
use crate::overview::{Overview, Table, overview};
use debunk_results::Results;
use debunk_results::files::REPORT_FILE;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

const STYLE: &str = concat!(
    include_str!("page/base.css"),
    include_str!("page/list.css"),
    include_str!("page/finding.css"),
);
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("page/text.js"),
    include_str!("page/code.js"),
    include_str!("page/panels.js"),
    include_str!("page/finding.js"),
    include_str!("page/list.js"),
    include_str!("page/main.js"),
    "})();\n",
);
const BODY: &str = include_str!("page/body.html");

/// What a page needs to know beside the results.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Whether the page is in the result folder, so that it can link to the files there.
    pub beside_results: bool,
}

fn hash(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())))
}

/// No source except this very script and this very style.
fn policy() -> String {
    format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}

fn data(id: &str, value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    format!("<script type=\"application/json\" id=\"{id}\">{}</script>\n", script_json(&json))
}

/// The report of some results as one HTML page.
pub fn html(results: &Results, items: &[Item], page: Page) -> String {
    let overview = overview(results, items);
    let shared = Shared::of(items);
    let heads: Vec<_> = items.iter().map(|item| &item.head).collect();
    let index = json!({
        "items": heads,
        "classes": overview.classes,
        "group": if results.is_comparison() { "type" } else { "relation" },
        "beside": page.beside_results,
        "head": shared.head,
        "tail": shared.tail,
    });
    let mut blocks = data("index", &index);
    for (number, item) in items.iter().enumerate() {
        let reproduction = item.reproduction.as_deref().map(|script| shared.own(script));
        let value = json!({ "body": item.body, "reproduction": reproduction });
        blocks.push_str(&data(&format!("item-{number}"), &value));
    }
    // The data come last: nothing that is inserted there may be taken for a placeholder.
    let mut filled = String::with_capacity(BODY.len() + blocks.len() + STYLE.len() + SCRIPT.len());
    let mut rest = BODY;
    while let Some((before, behind)) = rest.split_once("{{") {
        filled.push_str(before);
        let Some((name, behind)) = behind.split_once("}}") else { break };
        match name {
            "policy" => filled.push_str(&text(&policy())),
            "style" => filled.push_str(STYLE),
            "script" => filled.push_str(SCRIPT),
            "title" => filled.push_str(&text(&overview.title)),
            "lines" => filled.push_str(&lines(&overview)),
            "tiles" => filled.push_str(&tiles(&overview)),
            "charts" => filled.push_str(&charts(&overview)),
            "tables" => overview.tables.iter().for_each(|one| filled.push_str(&table(one))),
            "plain" => filled.push_str(&plain_list(items, page)),
            "version" => filled.push_str(env!("CARGO_PKG_VERSION")),
            "data" => filled.push_str(&blocks),
            _ => {}
        }
        rest = behind;
    }
    filled.push_str(rest);
    filled
}

/// What all reproductions begin and end with; it is included once.
struct Shared<'items> {
    head: &'items str,
    tail: &'items str,
}

impl<'items> Shared<'items> {
    fn of(items: &'items [Item]) -> Self {
        let mut scripts = items.iter().filter_map(|item| item.reproduction.as_deref());
        let Some(first) = scripts.next() else { return Self { head: "", tail: "" } };
        let (mut head, mut tail) = (first, first);
        for script in scripts {
            let same = head.char_indices().zip(script.char_indices());
            let end = same.take_while(|(one, other)| one == other).last();
            head = &head[..end.map_or(0, |((place, character), _)| place + character.len_utf8())];
            let same = tail.chars().rev().zip(script.chars().rev());
            let length: usize = same
                .take_while(|(one, other)| one == other)
                .map(|(character, _)| character.len_utf8())
                .sum();
            tail = &tail[tail.len() - length..];
        }
        if first.len() < head.len() + tail.len() {
            tail = "";
        }
        Self { head, tail }
    }

    /// What is left of one of them.
    fn own<'script>(&self, script: &'script str) -> &'script str {
        let script = script.strip_prefix(self.head).unwrap_or(script);
        script.strip_suffix(self.tail).unwrap_or(script)
    }
}

fn lines(overview: &Overview) -> String {
    overview.lines.iter().map(|line| format!("<li>{}</li>", text(line))).collect()
}

fn tiles(overview: &Overview) -> String {
    let mut out = String::new();
    for tile in &overview.tiles {
        let _ = write!(
            out,
            "<div class=\"tile\"><dt>{}</dt><dd><strong>{}</strong> <span>{}</span></dd></div>",
            text(tile.label),
            text(&tile.value),
            text(&tile.note)
        );
    }
    out
}

fn charts(overview: &Overview) -> String {
    let mut out = String::new();
    for chart in &overview.charts {
        let _ = write!(
            out,
            "<figure class=\"chart\"><figcaption>{}</figcaption>{}</figure>",
            text(&chart.title),
            chart.svg
        );
    }
    out
}

fn table(table: &Table) -> String {
    let mut out = format!("<details><summary>{}</summary><table><thead><tr>", text(&table.title));
    for head in &table.head {
        let _ = write!(out, "<th scope=\"col\">{}</th>", text(head));
    }
    out.push_str("</tr></thead><tbody>");
    for row in &table.rows {
        out.push_str("<tr>");
        for cell in row {
            let is_number = cell.chars().all(|sign| sign.is_ascii_digit() || sign == '\u{202f}');
            let class = if is_number { " class=\"number\"" } else { "" };
            let _ = write!(out, "<td{class}>{}</td>", text(cell));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></details>");
    out
}

/// The findings for a reader without scripts.
fn plain_list(items: &[Item], page: Page) -> String {
    let mut out = String::new();
    for item in items {
        let head = &item.head;
        let _ = write!(
            out,
            "<details class=\"plain\"><summary><b>{}</b> {}</summary><p>{}</p>",
            text(&head.verdict),
            text(&head.sentence),
            text(&head.class)
        );
        for proof in &head.proof {
            let _ = write!(out, "<blockquote>{}</blockquote>", text(proof));
        }
        for (name, fact) in &item.body.facts {
            let _ = write!(out, "<p>{}: {}</p>", text(name), text(fact));
        }
        let _ = write!(out, "<pre>{}</pre>", text(&item.body.replay));
        if page.beside_results {
            let link = address(&format!("{}/{REPORT_FILE}", head.folder));
            let _ = write!(out, "<p><a href=\"{}\">{REPORT_FILE}</a></p>", text(&link));
        }
        out.push_str("</details>");
    }
    out
}
