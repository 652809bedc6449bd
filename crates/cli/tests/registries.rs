//! What is listed in one place is made from there everywhere else: the tables of the documents are
//! current, and a new relation, fault or language touches few places.
//!
//! `UPDATE=1 cargo test -p debunk-cli --test registries` writes what is stale.

#[path = "../src/exit_codes.rs"]
#[expect(dead_code, reason = "the help is made by the binary")]
mod exit_codes;

use debunk_dap::{AdapterSpec, DepartureKind, Output, Transport, shipped, shipped_names};
use debunk_languages::is_parsed;
use debunk_model::{Goal, Language};
use debunk_relations::Relation;
use debunk_results::{CampaignSummary, ComparisonSummary, DifferenceReport, Event, Finding};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema, schema_for};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    path.canonicalize().expect("the root of the workspace")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A table in Markdown.
fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let mut text = row(&head);
    text.push_str(&format!("|{}\n", "---|".repeat(head.len())));
    rows.into_iter().for_each(|cells| text.push_str(&row(&cells)));
    text
}

fn relations() -> String {
    let mut all: Vec<&dyn Relation> = debunk_relations::ALL.to_vec();
    all.sort_by_key(|relation| relation.group());
    let rows = all.into_iter().map(|relation| {
        let steered = if relation.is_interactive() { " *" } else { "" };
        let name = format!("{}{steered}", relation.name());
        vec![name, relation.group().name().to_owned(), relation.summary().to_owned()]
    });
    table(&["relation", "changes", "asserts"], rows)
}

/// A public report such as `owner/project#7` as a link.
fn report(text: &str) -> String {
    match text.split_once('#') {
        Some((project, number)) if !text.contains(' ') => {
            format!("[{text}](https://github.com/{project}/issues/{number})")
        }
        _ => text.to_owned(),
    }
}

fn faults() -> String {
    let rows = debunk_faults::ALL.iter().map(|fault| {
        vec![format!("`{}`", fault.name), fault.summary.to_owned(), report(fault.real_bug)]
    });
    table(&["fault", "what the debugger seems to do", "a real bug of that kind"], rows)
}

fn departures() -> String {
    let kinds = DepartureKind::ALL.iter();
    let rows = kinds.map(|kind| vec![format!("`{kind}`"), kind.summary().to_owned()]);
    table(&["violation", "meaning"], rows)
}

fn exit_codes() -> String {
    let codes = exit_codes::EXIT_CODES.iter();
    table(&["code", "meaning"], codes.map(|code| vec![code.numbers(), code.meaning.to_owned()]))
}

fn languages() -> String {
    let rows = Language::ALL.into_iter().map(|language| {
        let extensions = language.extensions().iter().map(|(extension, goal)| match goal {
            Goal::Script => format!("`.{extension}`"),
            Goal::Module => format!("`.{extension}` (modules)"),
        });
        let extensions = extensions.collect::<Vec<_>>().join(", ");
        let known = if is_parsed(language) { "syntax and lines" } else { "lines only" };
        let programs = debunk_corpus::built_in_of(language).entries.len();
        vec![language.to_string(), extensions, known.to_owned(), programs.to_string()]
    });
    table(&["language", "files", "what debunk knows of a program", "built-in programs"], rows)
}

fn adapters() -> String {
    let rows = shipped_names().map(|name| {
        let spec: AdapterSpec = shipped(name).expect(name).parse().expect(name);
        let languages: Vec<&str> = spec.languages.iter().map(|language| language.name()).collect();
        let reached = match spec.transport {
            Transport::Stdio => "its input and output",
            Transport::TcpPortRegex(_) | Transport::TcpPortRegexOnStderr(_) => "a port it prints",
            Transport::TcpPort => "a port it is given",
            Transport::Unix => "a socket it is given",
            Transport::Listen => "a port to which it connects",
        };
        let output = match spec.output {
            Output::Events => "events",
            Output::Stdout => "its own output",
            Output::File => "a file",
        };
        let languages =
            if languages.is_empty() { "checked only".to_owned() } else { languages.join(", ") };
        vec![format!("`{name}`"), languages, reached.to_owned(), output.to_owned()]
    });
    table(&["adapter", "programs", "reached over", "output of programs"], rows)
}

/// A generated section: its document, its name, and how it is made.
type Section = (&'static str, &'static str, fn() -> String);

const SECTIONS: [Section; 6] = [
    ("docs/guide.md", "exit-codes", exit_codes),
    ("docs/guide.md", "languages", languages),
    ("docs/guide.md", "relations", relations),
    ("docs/guide.md", "faults", faults),
    ("docs/adapters.md", "departures", departures),
    ("docs/adapters.md", "adapters", adapters),
];

fn begin(name: &str) -> String {
    format!("<!-- begin generated: {name} -->\n")
}

fn end(name: &str) -> String {
    format!("<!-- end generated: {name} -->\n")
}

/// Whether to write what is stale instead of failing.
fn updates() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// Compares a file with what it should be, or writes it.
#[track_caller]
fn check_file(path: &Path, expected: &str) {
    if updates() {
        fs::write(path, expected).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    assert!(
        fs::read_to_string(path).is_ok_and(|actual| actual == expected),
        "{} is stale; run UPDATE=1 cargo test -p debunk-cli --test registries",
        path.display()
    );
}

#[test]
fn the_tables_of_the_documents_are_current() {
    let mut documents: BTreeMap<&str, String> = BTreeMap::new();
    for (document, name, make) in SECTIONS {
        let text = documents.entry(document).or_insert_with(|| read(&root().join(document)));
        let (before, rest) = text.split_once(&begin(name)).unwrap_or_else(|| panic!("no {name}"));
        let (_, after) = rest.split_once(&end(name)).unwrap_or_else(|| panic!("no end of {name}"));
        *text = format!("{before}{}{}{}{after}", begin(name), make(), end(name));
    }
    for (document, expected) in documents {
        check_file(&root().join(document), &expected);
    }
}

#[test]
fn every_marked_section_is_generated() {
    let listed: BTreeSet<&str> = SECTIONS.iter().map(|(_, name, _)| *name).collect();
    let mut marked = BTreeSet::new();
    for entry in fs::read_dir(root().join("docs")).expect("docs").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "md") {
            for line in read(&entry.path()).lines() {
                let name = line.strip_prefix("<!-- begin generated: ");
                marked.extend(name.map(|name| name.trim_end_matches(" -->").to_owned()));
            }
        }
    }
    let marked: BTreeSet<&str> = marked.iter().map(String::as_str).collect();
    assert_eq!(marked, listed);
}

/// Every schema: the name of its file, and what it describes.
fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("adapter", schema_for!(AdapterSpec)),
        ("difference", written(schema_of::<DifferenceReport>)),
        ("event", written(schema_of::<Event>)),
        ("finding", written(schema_of::<Finding>)),
        ("summary", written(schema_of::<Summary>)),
    ]
}

/// A summary of either kind.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Summary {
    Campaign(CampaignSummary),
    Comparison(ComparisonSummary),
}

fn schema_of<Described: JsonSchema>(generator: SchemaGenerator) -> Schema {
    generator.into_root_schema_for::<Described>()
}

/// The schema of what debunk writes, which is stricter than what it reads.
fn written(make: fn(SchemaGenerator) -> Schema) -> Schema {
    make(SchemaSettings::draft2020_12().for_serialize().into_generator())
}

#[test]
fn the_schemas_are_current() {
    let folder = debunk_schemas::folder();
    let mut names = BTreeSet::new();
    for (name, schema) in schemas() {
        let text = serde_json::to_string_pretty(&schema).expect("JSON");
        check_file(&folder.join(format!("{name}.json")), &format!("{text}\n"));
        names.insert(format!("{name}.json"));
    }
    let files = fs::read_dir(folder).expect("docs/schemas").flatten();
    let files = files.map(|file| file.file_name().to_string_lossy().into_owned());
    assert_eq!(files.collect::<BTreeSet<String>>(), names);
}

#[test]
fn every_description_of_an_adapter_fits_its_schema() {
    let schema = serde_json::to_value(schema_for!(AdapterSpec)).expect("JSON");
    let violations = |text: &str| {
        let value: toml::Table = toml::from_str(text).expect("TOML");
        debunk_schemas::violations(&schema, &serde_json::to_value(value).expect("JSON"))
    };
    let shipped = shipped_names().map(|name| shipped(name).expect(name).to_owned());
    let examples = fs::read_dir(root().join("docs/examples/adapters")).expect("examples").flatten();
    let examples = examples.map(|example| example.path());
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    let examples: Vec<String> = examples.filter(is_toml).map(|path| read(&path)).collect();
    assert!(!examples.is_empty());
    for text in shipped.chain(examples) {
        assert_eq!(violations(&text), [""; 0], "{text}");
    }
    assert_ne!(violations("name = 'x'"), [""; 0]);
    assert_ne!(violations("name = 'x'\ncommand = ['x']\ncolour = 1"), [""; 0]);
}

/// The code of all crates without their tests, by path below `crates/`.
fn sources() -> Vec<(String, String)> {
    fn visit(folder: &Path, to: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && name != "tests" && name != "target" {
                visit(&path, to);
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                to.push(path);
            }
        }
    }
    let crates = root().join("crates");
    let mut paths = Vec::new();
    visit(&crates, &mut paths);
    paths.sort();
    let sources = paths.iter().map(|path| {
        let name = path.strip_prefix(&crates).expect("below crates").to_string_lossy();
        let text = read(path);
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        (name.into_owned(), code.to_owned())
    });
    sources.filter(|(name, _)| !name.starts_with("testing/")).collect()
}

/// The places that mention a text: `file: line`, without those in the file `own`.
fn places(sources: &[(String, String)], own: &str, mentions: impl Fn(&str) -> bool) -> Vec<String> {
    let others = sources.iter().filter(|(name, _)| name != own);
    let lines = others.flat_map(|(name, text)| text.lines().map(move |line| (name, line)));
    let places = lines.filter(|(_, line)| mentions(line) && !line.trim().starts_with("//"));
    places.map(|(name, line)| format!("{name}: {}", line.trim())).collect()
}

/// The files of a registry: the names of its modules.
fn modules(folder: &str) -> Vec<String> {
    let files = fs::read_dir(root().join("crates").join(folder)).expect(folder).flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter_map(|name| name.strip_suffix(".rs").map(str::to_owned)).collect();
    names.retain(|name| name != "mod");
    names.sort();
    names
}

#[test]
fn a_relation_is_one_file_and_one_line() {
    let folder = "oracles/relations/src/relations";
    let sources = sources();
    let modules = modules(folder);
    assert_eq!(modules.len(), debunk_relations::ALL.len());
    // These are also the names of actions.
    let actions = ["add-breakpoint", "add-logpoint", "look-at-callers", "restart"];
    // The engine itself applies these two, by constants next to the list.
    let exported = ["slide_breakpoints", "witness"];
    for module in modules {
        let own = format!("{folder}/{module}.rs");
        let path = format!("{module}::");
        let mut found = places(&sources, &own, |line| line.trim().starts_with(&path));
        let line = found.pop().unwrap_or_default();
        assert!(line.starts_with(&format!("{folder}/mod.rs: {path}")), "{module}: {line}");
        assert_eq!(found, [""; 0], "{module}");
        if exported.contains(&module.as_str()) {
            continue;
        }
        let name = module.replace('_', "-");
        let quoted = format!("\"{name}\"");
        let found = places(&sources, &own, |line| line.contains(&quoted));
        assert!(found.is_empty() || actions.contains(&name.as_str()), "{module}: {found:?}");
    }
}

#[test]
fn a_fault_is_one_file_and_one_line() {
    let folder = "drivers/faults/src/faults";
    let sources = sources();
    let modules = modules(folder);
    assert_eq!(modules.len(), debunk_faults::ALL.len());
    for module in modules {
        let own = format!("{folder}/{module}.rs");
        let entry = format!("{module},");
        let found = places(&sources, &own, |line| line.trim() == entry);
        assert_eq!(found, [format!("{folder}/mod.rs: {entry}")], "{module}");
        let quoted = format!("\"{}\"", module.replace('_', "-"));
        // A kind of violation may have the same name.
        let is_fault = |line: &str| line.contains(&quoted) && !line.contains("ViolationKind::");
        assert_eq!(places(&sources, &own, is_fault), [""; 0], "{module}");
    }
}

#[test]
fn a_debug_adapter_is_one_file() {
    let sources = sources();
    // An adapter that is driven like any other, and that nothing else has to know.
    let name = "bugstalker";
    assert!(root().join("crates/system/toolchain/adapters").join(format!("{name}.toml")).exists());
    assert!(shipped_names().any(|other| other == name));
    let quoted = format!("\"{name}\"");
    assert_eq!(places(&sources, "", |line| line.contains(&quoted)), [""; 0]);
}

/// Go and Rust stand for any further language: nothing but drivers, which run its programs, may know
/// one of them.
#[test]
fn a_language_is_one_folder_and_one_line() {
    let sources = sources();
    for (variant, folder) in [("Go", "go"), ("Rust", "rust")] {
        let path = format!("Language::{variant}");
        let is_named = |line: &str| {
            line.match_indices(&path).any(|(at, _)| {
                !line[at + path.len()..].starts_with(|next: char| next.is_alphanumeric())
            })
        };
        let found = places(&sources, "", is_named);
        let is_drivers = |place: &&String| place.starts_with("drivers/");
        let (drivers, others): (Vec<&String>, Vec<&String>) = found.iter().partition(is_drivers);
        assert!(others.is_empty(), "{variant}: {others:#?}");
        assert!(drivers.len() <= 12, "{variant}: {drivers:#?}");
        let row = format!("{variant}, {folder},");
        let found = places(&sources, "", |line| line.trim().starts_with(&row));
        assert_eq!(found.len(), 1, "{variant}: {found:?}");
        let own = root().join("crates/languages/languages/src").join(folder).join("mod.rs");
        assert!(read(&own).contains("const FACTS: Facts"), "{variant}");
    }
}

/// `cargo fmt` does not find modules that a macro declares.
#[test]
fn files_that_a_registry_declares_are_formatted() {
    let folders = ["oracles/relations/src/relations", "drivers/faults/src/faults"];
    let folders = folders.map(|folder| root().join("crates").join(folder));
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in folders {
        files.extend(fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path()));
    }
    for language in fs::read_dir(root().join("crates/languages/languages/src")).expect("a folder") {
        let file = language.expect("a file").path().join("mod.rs");
        files.extend(file.exists().then_some(file));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    assert!(files.len() > 60, "{files:?}");
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2024", "--config-path"]).arg(root());
    if !updates() {
        rustfmt.arg("--check");
    }
    let output = rustfmt.args(files).output().expect("rustfmt runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
