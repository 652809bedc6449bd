//! Links in the documents lead somewhere: every relative link and every anchor of every Markdown page in the
//! repository, and the book lists every page of `docs`.
//!
//! Nothing is fetched: addresses of other sites are not checked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The table of contents of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// A link in a page.
#[derive(Debug, PartialEq)]
struct Link {
    line: usize,
    target: String,
}

/// The possible link targets: the paths of files, and the texts of pages.
struct Site<'t> {
    files: BTreeSet<&'t str>,
    pages: BTreeMap<&'t str, &'t str>,
}

impl<'t> Site<'t> {
    fn new(files: impl Iterator<Item = (&'t str, Option<&'t str>)>) -> Self {
        let mut site = Self { files: BTreeSet::new(), pages: BTreeMap::new() };
        for (path, text) in files {
            site.files.insert(path);
            site.pages.extend(text.map(|text| (path, text)));
        }
        site
    }

    /// Everything that is wrong with the links of all pages.
    fn complaints(&self) -> Vec<String> {
        let anchors: BTreeMap<&str, BTreeSet<String>> =
            self.pages.iter().map(|(path, text)| (*path, anchors(text))).collect();
        let mut complaints = Vec::new();
        for (page, text) in &self.pages {
            for Link { line, target } in links(text) {
                if let Some(what) = self.complaint(page, &target, &anchors) {
                    complaints.push(format!("{page}:{line}: {target}: {what}"));
                }
            }
        }
        complaints
    }

    fn complaint(
        &self,
        page: &str,
        target: &str,
        anchors: &BTreeMap<&str, BTreeSet<String>>,
    ) -> Option<&'static str> {
        if is_elsewhere(target) {
            return None;
        }
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let Some(path) = resolve(page, path) else { return Some("leaves the repository") };
        if !self.files.contains(path.as_str()) {
            return match self.is_folder(&path) {
                true if anchor.is_empty() => None,
                true => Some("a folder has no headings"),
                false => Some("there is no such file"),
            };
        }
        match anchors.get(path.as_str()) {
            _ if anchor.is_empty() => None,
            Some(anchors) if anchors.contains(anchor) => None,
            Some(_) => Some("there is no such heading"),
            None => Some("only pages have headings"),
        }
    }

    fn is_folder(&self, path: &str) -> bool {
        let prefix = format!("{path}/");
        path.is_empty() || self.files.iter().any(|file| file.starts_with(&prefix))
    }
}

/// Whether a target is an address of another site.
fn is_elsewhere(target: &str) -> bool {
    let is_scheme = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic());
    target.starts_with("//") || target.split_once(':').is_some_and(|(it, _)| is_scheme(it))
}

/// The path in the repository that a relative path in a page means; `None` if it leaves the
/// repository or begins at a root, which the web view and the book resolve differently.
fn resolve(page: &str, path: &str) -> Option<String> {
    if path.is_empty() {
        return Some(page.to_owned());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.trim_end_matches('/').split('/') {
        match part {
            "" => return None,
            "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A page without what is not prose: code blocks, code spans and comments become blanks, so that
/// lines keep their numbers.
fn prose(text: &str) -> String {
    without_comments(&without_spans(&without_blocks(text)))
}

fn without_blocks(text: &str) -> String {
    let mut prose = String::new();
    let mut open: Option<&str> = None;
    for line in text.lines() {
        let fence = fence(line);
        match (open, fence) {
            (None, Some(fence)) => open = Some(fence),
            (None, None) => prose.push_str(line),
            (Some(begin), Some(end)) if closes(begin, end, line) => open = None,
            (Some(_), _) => {}
        }
        prose.push('\n');
    }
    prose
}

/// The marks with which a line opens or closes a code block.
fn fence(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|it| matches!(it, '`' | '~'))?;
    let end = line.find(|it| it != mark).unwrap_or(line.len());
    (end >= 3 && !line[end..].contains('`')).then(|| &line[..end])
}

fn closes(begin: &str, end: &str, line: &str) -> bool {
    end.starts_with(begin) && line.trim() == end
}

fn without_spans(text: &str) -> String {
    let mut prose = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find('`') {
        let marks = rest[begin..].len() - rest[begin..].trim_start_matches('`').len();
        let inside = begin + marks;
        prose.push_str(&rest[..inside]);
        rest = &rest[inside..];
        if let Some(end) = span_end(rest, marks) {
            prose.push_str(&blank(&rest[..end]));
            prose.push_str(&rest[end..end + marks]);
            rest = &rest[end + marks..];
        }
    }
    prose + rest
}

/// Where a code span ends that was opened with a number of marks; it cannot contain an empty line.
fn span_end(text: &str, marks: usize) -> Option<usize> {
    let paragraph = &text[..text.find("\n\n").unwrap_or(text.len())];
    let mut position = 0;
    while let Some(found) = paragraph[position..].find('`') {
        let begin = position + found;
        let run = paragraph[begin..].len() - paragraph[begin..].trim_start_matches('`').len();
        if run == marks {
            return Some(begin);
        }
        position = begin + run;
    }
    None
}

fn without_comments(text: &str) -> String {
    let mut prose = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find("<!--") {
        let end = rest[begin..].find("-->").map_or(rest.len(), |end| begin + end);
        prose.push_str(&rest[..begin]);
        prose.push_str(&blank(&rest[begin..end]));
        rest = &rest[end..];
    }
    prose + rest
}

fn blank(text: &str) -> String {
    text.chars().map(|it| if it == '\n' { '\n' } else { ' ' }).collect()
}

/// All links and pictures of a page, in any syntax.
fn links(text: &str) -> Vec<Link> {
    let prose = prose(text);
    let mut links = Vec::new();
    let mut add = |position: usize, target: &str| {
        let line = prose[..position].matches('\n').count() + 1;
        links.push(Link { line, target: target.to_owned() });
    };
    for (position, opening) in prose.match_indices("](") {
        add(position, destination(&prose[position + opening.len()..]));
    }
    for attribute in ["href=\"", "src=\""] {
        for (position, _) in prose.match_indices(attribute) {
            let value = &prose[position + attribute.len()..];
            add(position, value.split('"').next().unwrap_or_default());
        }
    }
    for (position, separator) in prose.match_indices("]: ") {
        let line = prose[..position].rsplit('\n').next().unwrap_or_default();
        if line.trim_start().starts_with('[') && !line.contains(']') {
            let rest = prose[position + separator.len()..].lines().next().unwrap_or_default();
            add(position, rest.split_whitespace().next().unwrap_or_default());
        }
    }
    links.sort_by_key(|link| link.line);
    links
}

/// The target in the brackets of a link, without a title.
fn destination(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|it| {
        match it {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth < 0
    });
    let inside = text[..end.unwrap_or(0)].trim();
    match inside.strip_prefix('<') {
        Some(quoted) => quoted.split('>').next().unwrap_or_default(),
        None => inside.split_whitespace().next().unwrap_or_default(),
    }
}

/// The anchors of a page: one per heading, as in the web view, and explicit ones.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    let blocks = without_blocks(text);
    for heading in blocks.lines().filter_map(heading) {
        let anchor = anchor(heading);
        let uses = uses.entry(anchor.clone()).or_default();
        anchors.insert(if *uses == 0 { anchor } else { format!("{anchor}-{uses}") });
        *uses += 1;
    }
    let prose = prose(text);
    for attribute in ["<a id=\"", "<a name=\""] {
        let named = prose.split(attribute).skip(1).filter_map(|it| it.split('"').next());
        anchors.extend(named.map(str::to_owned));
    }
    anchors
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    ((1..=6).contains(&level) && text.starts_with(' ')).then(|| text.trim().trim_end_matches(" #"))
}

/// The anchor of a heading: its visible text, in lower case, blanks as hyphens, without
/// punctuation.
fn anchor(heading: &str) -> String {
    let mut anchor = String::new();
    for character in shown(heading).to_lowercase().chars() {
        match character {
            ' ' => anchor.push('-'),
            '-' | '_' => anchor.push(character),
            _ if character.is_alphanumeric() => anchor.push(character),
            _ => {}
        }
    }
    anchor
}

/// A heading with links replaced by their texts.
fn shown(heading: &str) -> String {
    let mut shown = String::new();
    let mut rest = heading;
    while let Some(position) = rest.find("](") {
        shown.push_str(&rest[..position]);
        rest = rest[position..].split_once(')').map_or("", |(_, rest)| rest);
    }
    shown + rest
}

/// The pages of `docs` that the table of contents leaves out, and those that it lists twice.
fn missing_chapters(site: &Site<'_>) -> Vec<String> {
    let summary = site.pages.get(SUMMARY).copied().unwrap_or_default();
    let listed: Vec<String> =
        links(summary).iter().filter_map(|link| resolve(SUMMARY, &link.target)).collect();
    let chapters = site.pages.keys().filter(|it| it.starts_with("docs/") && **it != SUMMARY);
    chapters
        .filter_map(|chapter| match listed.iter().filter(|it| it == chapter).count() {
            0 => Some(format!("{chapter} is not listed")),
            1 => None,
            _ => Some(format!("{chapter} is listed twice")),
        })
        .collect()
}

/// The files of the repository, including new ones that are not ignored.
fn tracked(root: &Path) -> Vec<String> {
    let words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(words).current_dir(root).output().expect("git runs");
    assert!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8(output.stdout).expect("paths are text");
    let paths = listed.split('\0').filter(|path| !path.is_empty() && root.join(path).exists());
    paths.map(str::to_owned).collect()
}

/// Passes the whole repository to a check.
fn with_repository(check: impl Fn(&Site<'_>) -> Vec<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: String| {
        let is_page = path.ends_with(".md");
        let text = is_page.then(|| std::fs::read_to_string(root.join(&path)).expect("a text"));
        (path, text)
    };
    let files: Vec<(String, Option<String>)> = tracked(&root).into_iter().map(read).collect();
    let site = Site::new(files.iter().map(|(path, text)| (path.as_str(), text.as_deref())));
    assert!(site.pages.len() > 100, "only {} pages were found", site.pages.len());
    let complaints = check(&site);
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_link_leads_somewhere() {
    with_repository(|site| site.complaints());
}

#[test]
fn the_book_lists_every_page_of_the_documentation() {
    with_repository(missing_chapters);
}

/// Checks the complaints about one page beside a few others.
fn check(page: &str, expected: &[&str]) {
    let others = [
        ("README.md", Some("# Front\n")),
        (
            "docs/guide.md",
            Some("# Guide\n\n## First run\n\n## First run\n\n<a id=\"exact\"></a>\n"),
        ),
        ("docs/figure.svg", None),
    ];
    let site = Site::new(others.into_iter().chain([("docs/page.md", Some(page))]));
    assert_eq!(site.complaints(), expected, "{page}");
}

#[test]
fn good_links_pass() {
    check("[a](guide.md) [b](guide.md#first-run) [c](../README.md#front)", &[]);
    check("[the second](guide.md#first-run-1) [written out](guide.md#exact)", &[]);
    check("# Here\n\n[a](#here) ![b](figure.svg) [c](../docs) [d](../docs/)", &[]);
    check("[a](https://example.org/x#y) [b](mailto:a@example.org) [c](//example.org)", &[]);
    check("[a](guide.md \"a title\") [b](<guide.md>) [c]\n\n[c]: guide.md#guide\n", &[]);
}

#[test]
fn bad_links_are_found_in_every_form() {
    let missing = "docs/page.md:1: gone.md: there is no such file";
    check("[a](gone.md)", &[missing]);
    check("![a](gone.md)", &[missing]);
    check("[`code`](gone.md)", &[missing]);
    check("[![b](figure.svg)](gone.md)", &[missing]);
    check("<a href=\"gone.md\">a</a>", &[missing]);
    check("[a]: gone.md", &[missing]);
    check("[a](gone.md \"a title\")", &[missing]);
    check("[a](<gone.md>)", &[missing]);
    check("a\n\n[two\nlines](gone.md)", &["docs/page.md:4: gone.md: there is no such file"]);
}

#[test]
fn bad_anchors_and_paths_are_found() {
    check("[a](#here)", &["docs/page.md:1: #here: there is no such heading"]);
    check(
        "[a](guide.md#First-run)",
        &["docs/page.md:1: guide.md#First-run: there is no such heading"],
    );
    check("[a](figure.svg#x)", &["docs/page.md:1: figure.svg#x: only pages have headings"]);
    check("[a](../docs#x)", &["docs/page.md:1: ../docs#x: a folder has no headings"]);
    check("[a](../../x.md)", &["docs/page.md:1: ../../x.md: leaves the repository"]);
    check("[a](/docs/guide.md)", &["docs/page.md:1: /docs/guide.md: leaves the repository"]);
    check("[a](Guide.md)", &["docs/page.md:1: Guide.md: there is no such file"]);
}

#[test]
fn code_and_comments_have_no_links_and_no_headings() {
    check("`[a](gone.md)` ``[`](gone.md)`` <!-- [a](gone.md) -->", &[]);
    check("```md\n[a](gone.md)\n```\n", &[]);
    check("~~~\n```\n[a](gone.md)\n~~~\n", &[]);
    check("````\n```\n[a](gone.md)\n````\n", &[]);
    check("```sh\n# here\n```\n[a](#here)", &["docs/page.md:4: #here: there is no such heading"]);
    let after = ["docs/page.md:4: gone.md: there is no such file"];
    check("```\n`\n```\n[a](gone.md) `\n", &after);
    check("one ` mark\n\n\n[a](gone.md) `\n", &after);
}

#[test]
fn anchors_are_those_of_the_web_view() {
    let check = |heading: &str, expected: &str| assert_eq!(anchor(heading), expected);
    check("First run", "first-run");
    check("A small file: dd min", "a-small-file-dd-min");
    check("`summary.json`", "summaryjson");
    check("What `whole_lines` means", "what-whole_lines-means");
    check("Somebody's own, and *others*", "somebodys-own-and-others");
    check("gdb & LLDB", "gdb--lldb");
    check("[Pairs](pairs.md) of debuggers", "pairs-of-debuggers");
}

#[test]
fn a_page_that_the_book_leaves_out_is_found() {
    let summary = "# Summary\n\n- [Guide](guide.md)\n- [Twice](a.md)\n- [Twice](a.md)\n";
    let pages =
        [(SUMMARY, summary), ("docs/guide.md", ""), ("docs/a.md", ""), ("docs/b/README.md", "")];
    let site = Site::new(pages.into_iter().map(|(path, text)| (path, Some(text))));
    let expected = ["docs/a.md is listed twice", "docs/b/README.md is not listed"];
    assert_eq!(missing_chapters(&site), expected);
}
