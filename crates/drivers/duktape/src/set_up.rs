//! Builds the host: Duktape's sources from the distribution, with the debugger enabled, optional
//! faults, and counters.

use debunk_toolchain::{Cache, Located, Product, ToolchainError, Version, Workshop};
use std::fs;
use std::path::Path;

const PACKAGE: &str = "duktape";
/// The host's file in the cache, and beside it the list of counters.
const HOST: &str = "host";
/// Where the counters of the host are.
pub(crate) const COUNTERS: &str = "counters.txt";

/// Which of our texts it was built from.
const MADE_FROM: &str = "made-from.txt";

/// Files of ours that are compiled along, by name. The collector is that of debunk-mc, linked into
/// this crate's folder so that a package of this crate holds it.
const SOURCES: [(&str, &str); 5] = [
    ("host.c", include_str!("../host/host.c")),
    ("config.h", include_str!("../host/config.h")),
    ("faults.h", include_str!("../host/faults.h")),
    ("debunk_mc.c", include_str!("../host/debunk_mc.c")),
    ("debunk_mc.h", include_str!("../host/debunk_mc.h")),
];
const SHOW: &str = include_str!("../host/show.js");
/// Changes of Duktape's own text: the file, the unique original text, and its replacement.
const CHANGES: &str = include_str!("../host/changes.txt");

/// How the engine is compiled, so that its code is counted and can be named.
const COUNTED: [&str; 6] = [
    "-O1",
    "-fno-inline",
    "-gline-tables-only",
    "-fsanitize-coverage=inline-8bit-counters,pc-table",
    "-c",
    "duktape.c",
];

/// Fetches, builds and puts the debugger into the cache, replacing an existing one. Reports
/// progress to `say`.
///
/// # Errors
/// If a tool is missing or a step fails.
pub fn set_up(cache: &Cache, say: &mut dyn FnMut(&str)) -> Result<Located, ToolchainError> {
    let workshop = Workshop::open(Product::DUKTAPE, cache)?;
    say("fetching the source of Duktape with apt-get");
    let source = workshop.source(PACKAGE)?;
    let failed = |what: String| ToolchainError::SetUp { product: Product::DUKTAPE, what };
    prepare(&source.join("src"), workshop.folder()).map_err(failed)?;
    say("compiling it with clang");
    workshop.run("clang", &COUNTED)?;
    workshop.run("clang", &["-O2", "-c", "host.c", "debunk_mc.c", "show.c"])?;
    let objects = ["duktape.o", "host.o", "debunk_mc.o", "show.o", "-lm", "-o", HOST];
    workshop.run("clang", &objects)?;
    say("listing its functions");
    let counters = list_counters(&workshop)?;
    fs::write(workshop.folder().join(COUNTERS), counters)
        .map_err(|error| failed(error.to_string()))?;
    let told = workshop.run("./host", &["--version"])?;
    let version = told.split_whitespace().find_map(|word| word.parse::<Version>().ok());
    let version = version.ok_or_else(|| failed(format!("it answers {:?}", told.trim())))?;
    fs::write(workshop.folder().join(MADE_FROM), made_from())
        .map_err(|error| failed(error.to_string()))?;
    workshop.publish(&version, &[HOST, COUNTERS, MADE_FROM])
}

/// Whether a cached debugger was built from this debunk's texts.
pub fn is_current(binary: &Path) -> bool {
    fs::read_to_string(binary.with_file_name(MADE_FROM)).is_ok_and(|text| text == made_from())
}

/// A number for all texts that go into the build.
fn made_from() -> String {
    let texts = SOURCES.iter().map(|(_, text)| *text).chain([SHOW, CHANGES]).chain(COUNTED);
    let bytes = texts.flat_map(str::bytes);
    let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{sum:016x}")
}

/// Lays the files out in the folder in which they are compiled.
fn prepare(source: &Path, folder: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| error.to_string();
    for name in ["duktape.c", "duktape.h", "duk_config.h"] {
        let mut text = fs::read_to_string(source.join(name)).map_err(told)?;
        for change in changes(name) {
            text = change.apply(&text)?;
        }
        fs::write(folder.join(name), text).map_err(told)?;
    }
    for (name, text) in SOURCES {
        fs::write(folder.join(name), text).map_err(told)?;
    }
    let quoted: Vec<String> = SHOW
        .lines()
        .map(|line| format!("\"{}\\n\"", line.replace('\\', "\\\\").replace('"', "\\\"")))
        .collect();
    let show = format!("const char debunk_show[] =\n{};\n", quoted.join("\n"));
    fs::write(folder.join("show.c"), show).map_err(told)
}

/// A change of one place.
struct Change<'text> {
    before: &'text str,
    after: &'text str,
}

impl Change<'_> {
    fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(self.before).count() {
            1 => Ok(text.replace(self.before, self.after)),
            count => {
                let line = self.before.trim().lines().next().unwrap_or_default();
                Err(format!(
                    "{line:?} stands {count} times in the source instead of once: this is \
                     another version of Duktape than the one debunk knows"
                ))
            }
        }
    }
}

/// The changes of a file. Each is `=== FILE`, the text, `---`, and its replacement.
fn changes(name: &str) -> Vec<Change<'static>> {
    let parts = CHANGES.split("=== ").skip(1);
    let of_file = parts.filter_map(|part| part.strip_prefix(name)?.strip_prefix('\n'));
    of_file
        .filter_map(|part| part.trim_end_matches('\n').split_once("\n---\n"))
        .map(|(before, after)| Change { before, after })
        .collect()
}

/// One line per counter: its function and its file, or nothing.
fn list_counters(workshop: &Workshop<'_>) -> Result<String, ToolchainError> {
    let listed = workshop.run("./host", &["--counters"])?;
    let addresses: Vec<&str> =
        listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let mut lines = String::new();
    // As many as fit into one command line.
    for some in addresses.chunks(4_000) {
        let mut words = vec!["--obj=host", "--output-style=GNU", "--functions", "--no-inlines"];
        words.extend(["--basenames"]);
        words.extend(some);
        let told = workshop.run("llvm-symbolizer", &words)?;
        let mut told = told.lines();
        for address in some {
            let function = told.next().unwrap_or_default();
            let place = told.next().unwrap_or_default();
            let file = place.split(':').next().unwrap_or_default();
            if *address != "0x0" {
                lines.push_str(&format!("{function} {file}"));
            }
            lines.push('\n');
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changes_are_read() {
        assert!(changes("duktape.c").len() > 1);
        assert_eq!(changes("duk_config.h").len(), 1);
        assert!(changes("duktape.c").iter().all(|change| change.before != change.after));
    }

    #[test]
    fn a_change_needs_its_place_exactly_once() {
        let change = Change { before: "a;", after: "b;" };
        assert_eq!(change.apply("x a; y").as_deref(), Ok("x b; y"));
        assert!(change.apply("x").is_err());
        assert!(change.apply("a; a;").is_err());
    }
}
