//! Turns a test of test262 into programs, by the rules of test262's own INTERPRETING.md.

use crate::Expectation;
use crate::draft::ProgramDraft;
use crate::front_matter::{self, FrontMatter, Negative};
use crate::harness::{ALWAYS_INCLUDED, ASYNC_INCLUDED, Checkouts, HARNESS_FOLDER, HarnessFile};
use crate::read;
use debunk_model::{Goal, Language};
use std::path::Path;
use std::sync::Arc;

/// How the name of a file ends that only other tests use.
const FIXTURE_ENDING: &str = "_FIXTURE.js";

/// The object that a host has to provide for some tests, and ours does not.
const HOST_OBJECT: &str = "$262";

/// Features that need the host object, even if a helper hides its name.
const HOST_FEATURES: [&str; 3] = ["IsHTMLDDA", "cross-realm", "host-gc-required"];

/// What a test is made of.
pub(crate) struct Test262Test {
    /// Its path relative to the root of the checkout.
    pub(crate) name: String,
    /// The goal that its file name says.
    pub(crate) goal: Goal,
    /// Its text.
    pub(crate) text: Arc<str>,
    /// The root of the checkout.
    pub(crate) root: Arc<Path>,
}

/// Why a file of a checkout is not a test, by its path relative to the root.
pub(crate) fn why_no_test(relative: &Path) -> Option<&'static str> {
    if relative.starts_with(HARNESS_FOLDER) {
        return Some("is a part of the harness of test262, not a test");
    }
    // A checkout has tools beside the tests.
    if read::kind_by_extension(relative).is_some_and(|kind| kind.0 != Language::JavaScript) {
        return Some("is a tool of test262, not a test");
    }
    let is_fixture = relative.to_string_lossy().ends_with(FIXTURE_ENDING);
    is_fixture.then_some("is a fixture of other tests, not a test")
}

/// The programs of a test, or why it cannot be used.
pub(crate) fn interpret(
    test: Test262Test,
    checkouts: &mut Checkouts,
    both_modes: bool,
) -> Result<Vec<ProgramDraft>, String> {
    let matter = FrontMatter::of_test(&test.text);
    let goal = if matter.has("module") { Goal::Module } else { test.goal };
    let expects = expectation(matter.negative.as_ref())?;
    refuse_what_hosts_lack(&test.text, &matter, goal)?;
    let harness = harness(&matter, &test.root, checkouts)?;
    let draft = ProgramDraft {
        alone: matter.has("raw") || matter.has("async") || expects != Expectation::Runs,
        name: test.name,
        language: Language::JavaScript,
        goal,
        body: test.text,
        strict: false,
        expects,
        checkout: Some(test.root),
        harness,
    };
    Ok(in_modes(draft, &matter, both_modes))
}

fn in_modes(draft: ProgramDraft, matter: &FrontMatter, both_modes: bool) -> Vec<ProgramDraft> {
    let only_as_it_is = draft.goal == Goal::Module || matter.has("raw") || matter.has("noStrict");
    if only_as_it_is {
        vec![draft]
    } else if matter.has("onlyStrict") {
        vec![draft.strictly()]
    } else if both_modes {
        let strict = draft.strictly();
        vec![draft, strict]
    } else {
        vec![draft]
    }
}

fn expectation(negative: Option<&Negative>) -> Result<Expectation, String> {
    let Some(negative) = negative else { return Ok(Expectation::Runs) };
    // Tests from before there were phases name only the error; a syntax error means one that the
    // parser reports.
    let phase = match negative.phase.as_deref() {
        None if negative.error.as_deref() == Some("SyntaxError") => "parse",
        phase => phase.unwrap_or("runtime"),
    };
    match phase {
        "parse" | "early" => Err("is meant not to parse".to_owned()),
        _ => Ok(Expectation::Throws(negative.error.clone())),
    }
}

fn refuse_what_hosts_lack(text: &str, matter: &FrontMatter, goal: Goal) -> Result<(), String> {
    if matter.has("CanBlockIsFalse") {
        return Err("needs a host whose main thread cannot block".to_owned());
    }
    if matter.has("CanBlockIsTrue") {
        return Err("needs a host whose main thread can block".to_owned());
    }
    let code = front_matter::without_front_matter(text);
    let by_feature = matter.features.iter().any(|name| HOST_FEATURES.contains(&name.as_str()));
    if by_feature || code.contains(HOST_OBJECT) {
        return Err(needs_host_object());
    }
    if imports_other_files(&code, goal) {
        return Err("imports other files".to_owned());
    }
    Ok(())
}

fn needs_host_object() -> String {
    format!("needs the host object {HOST_OBJECT}")
}

/// Whether the text looks like it. A false alarm costs one test of many, whereas a program that is
/// run alone never finds the files that it imports.
fn imports_other_files(code: &str, goal: Goal) -> bool {
    let quoted: &[&str] = &["'", "\""];
    let is_module = goal == Goal::Module;
    code.contains("_FIXTURE")
        || has_pair(code, "import", &["(", ".defer", ".source"])
        || is_module && (has_pair(code, "import", quoted) || has_pair(code, "from", quoted))
}

/// Whether `word` occurs followed by one of `nexts`, ignoring blanks.
fn has_pair(code: &str, word: &str, nexts: &[&str]) -> bool {
    code.match_indices(word).any(|(offset, _)| {
        let rest = code[offset + word.len()..].trim_start();
        nexts.iter().any(|next| rest.starts_with(next))
    })
}

fn harness(
    matter: &FrontMatter,
    root: &Path,
    checkouts: &mut Checkouts,
) -> Result<Vec<HarnessFile>, String> {
    if matter.has("raw") {
        return Ok(Vec::new());
    }
    let asynchronous = matter.has("async").then_some(ASYNC_INCLUDED);
    let includes = matter.includes.iter().map(String::as_str);
    let names = ALWAYS_INCLUDED.into_iter().chain(asynchronous).chain(includes);
    let mut files: Vec<HarnessFile> = Vec::new();
    for name in names {
        // Some tests explicitly include what every test gets.
        if files.iter().any(|file| file.name == name) {
            continue;
        }
        let file = checkouts.helper(root, name)?;
        if file.text.contains(HOST_OBJECT) && !ALWAYS_INCLUDED.contains(&name) {
            return Err(needs_host_object());
        }
        files.push(file);
    }
    Ok(files)
}
