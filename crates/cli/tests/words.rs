//! The words of the project: phrases that the glossary replaces occur nowhere in code, documents or help, and the
//! name of an exported type has one meaning in the workspace.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// A phrase that is not used, as a pattern over words in lower case, and what to say instead.
struct Banned {
    pattern: &'static str,
    instead: &'static str,
}

const BANNED: [Banned; 19] = [
    Banned {
        pattern: r"(tell|tells|told|telling)",
        instead: "report, print, show, say, distinguish",
    },
    Banned { pattern: r"(come|comes|came|coming) again", instead: "reproduce, be reproducible" },
    Banned { pattern: r"(is|are|was|were) not there", instead: "not installed, missing" },
    Banned { pattern: r"(that|which) (is|are) there", instead: "installed, available" },
    Banned { pattern: r"rubbish", instead: "malformed, garbage" },
    Banned { pattern: r"so (many|often)", instead: "up to N, a limit of N, N at most" },
    Banned { pattern: r"(is|are|was|were) no findings?", instead: "rejected" },
    Banned { pattern: r"(rests|rested|resting|at rest|to rest)", instead: "pause, stop" },
    Banned { pattern: r"(go|goes|went|gone|going) on", instead: "continue, resume" },
    Banned { pattern: r"(make|makes|made|making)( it| them| a finding)? small", instead: "reduce" },
    Banned { pattern: r"one's own", instead: "your own" },
    Banned { pattern: r"under way", instead: "running" },
    Banned { pattern: r"(mend|mends|mended|mending|put right)", instead: "fix, correct" },
    Banned { pattern: r"(hold|holds|held|holding) against", instead: "cross-check against" },
    Banned { pattern: r"none of \w+('s|s')", instead: "outside the program, not ours" },
    Banned { pattern: r"nothing can be said", instead: "inconclusive" },
    Banned { pattern: r"(was|were|is|are) not neutral", instead: "the program noticed the change" },
    Banned { pattern: r"(used up step|caught up with)", instead: "could not be resynchronised" },
    Banned { pattern: r"what it (should|ought to) (do|have done)", instead: "expected" },
];

/// Where a banned phrase stays, and why.
struct Exception {
    /// How the path of the file begins.
    path: &'static str,
    phrase: &'static str,
    /// Why the phrase cannot be replaced there.
    reason: &'static str,
}

const EXCEPTIONS: [Exception; 9] = [
    Exception {
        path: "bugs/duktape/",
        phrase: "told",
        reason: "the name of a folder that others link to, and a program that shows the bug",
    },
    Exception {
        path: "bugs/native/README.md",
        phrase: "told",
        reason: "the name of a folder that others link to",
    },
    Exception {
        path: "docs/adapters.md",
        phrase: "tells",
        reason: "tells_exit_code is a key of adapter files that users have",
    },
    Exception {
        path: "docs/adapters.md",
        phrase: "rests",
        reason: "rests_twice is a key of adapter files that users have",
    },
    Exception {
        path: "crates/system/toolchain/adapters/",
        phrase: "tells",
        reason: "tells_exit_code is a key of adapter files that users have",
    },
    Exception {
        path: "crates/system/toolchain/adapters/",
        phrase: "rests",
        reason: "rests_twice is a key of adapter files that users have",
    },
    Exception {
        path: "crates/drivers/dap/src/",
        phrase: "tells",
        reason: "tells_exit_code is a key of adapter files that users have, and of recipes in result files",
    },
    Exception {
        path: "crates/drivers/dap/src/",
        phrase: "rests",
        reason: "rests_twice is a key of adapter files that users have",
    },
    Exception {
        path: "crates/oracles/testimony/src/uses.rs",
        phrase: "rests",
        reason: "rests-twice is the name of a quirk in result files",
    },
];

/// Words that are no nouns and were or could be names of types.
const NOT_NOUNS: [&str; 39] = [
    "Ahead",
    "Answered",
    "Applied",
    "Armed",
    "Came",
    "Checked",
    "Done",
    "Each",
    "Ended",
    "Evaluated",
    "Finished",
    "Fixed",
    "Found",
    "Given",
    "Heard",
    "Here",
    "How",
    "Isolated",
    "Kept",
    "Known",
    "Launched",
    "Loaded",
    "Minimised",
    "Moved",
    "Noted",
    "Of",
    "Own",
    "Placed",
    "Ran",
    "Scheduled",
    "Seen",
    "Sent",
    "Stale",
    "Stateless",
    "Taken",
    "Told",
    "Tried",
    "UnderWay",
    "Wish",
];

/// The files whose words are ours, with their paths from the root of the repository.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(words).current_dir(&root).output().expect("git runs");
    assert!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8(output.stdout).expect("paths are text");
    let is_ours = |path: &&str| {
        [".rs", ".md", ".toml"].iter().any(|end| path.ends_with(end))
            // This list itself, programs that debuggers run, and inputs of parsers.
            && *path != "crates/cli/tests/words.rs"
            && !path.contains("/programs/")
            && !path.starts_with("fuzz/corpus/")
            && root.join(path).exists()
    };
    let read =
        |path: &str| (path.to_owned(), std::fs::read_to_string(root.join(path)).expect("a text"));
    listed.split('\0').filter(is_ours).map(read).collect()
}

/// A text as words in lower case with single blanks between them, and the line of each byte.
///
/// The parts of an identifier are words. What only marks a comment, or continues a line, is left
/// out, so that a phrase is found wherever a line is broken.
fn words(text: &str) -> (String, Vec<usize>) {
    let (mut plain, mut lines) = (String::new(), Vec::new());
    let mut put = |character: char, line: usize| {
        if character != ' ' || !plain.ends_with(' ') {
            plain.push(character);
            lines.resize(plain.len(), line);
        }
    };
    for (number, line) in text.lines().enumerate() {
        let content = line.trim();
        let content = content.trim_start_matches(['/', '!', '#', '>', '*']).trim_end_matches('\\');
        let mut before = ' ';
        for character in content.replace("\\n", " ").chars() {
            if before.is_lowercase() && character.is_uppercase() {
                put(' ', number + 1);
            }
            let is_blank = character.is_whitespace() || character == '_';
            let shown = if is_blank { ' ' } else { character };
            shown.to_lowercase().for_each(|it| put(it, number + 1));
            before = character;
        }
        put(' ', number + 1);
    }
    (plain, lines)
}

/// Every banned phrase of a text, with its line.
fn banned(text: &str, patterns: &[(Regex, &'static str)]) -> Vec<(usize, String, &'static str)> {
    let (plain, lines) = words(text);
    let mut found = Vec::new();
    for (pattern, instead) in patterns {
        let hits = pattern.find_iter(&plain);
        found.extend(hits.map(|hit| (lines[hit.start()], hit.as_str().to_owned(), *instead)));
    }
    found
}

fn patterns() -> Vec<(Regex, &'static str)> {
    let compile =
        |it: &Banned| (Regex::new(&format!(r"\b{}\b", it.pattern)).expect("a pattern"), it.instead);
    BANNED.iter().map(compile).collect()
}

#[test]
fn banned_phrases_occur_nowhere() {
    let patterns = patterns();
    let (mut complaints, mut used) = (Vec::new(), BTreeSet::new());
    for (path, text) in files() {
        for (line, phrase, instead) in banned(&text, &patterns) {
            let is_meant = |it: &Exception| path.starts_with(it.path) && phrase == it.phrase;
            match EXCEPTIONS.iter().position(is_meant) {
                Some(number) => _ = used.insert(number),
                None => complaints.push(format!("{path}:{line}: \"{phrase}\": say {instead}")),
            }
        }
    }
    assert!(complaints.is_empty(), "{} phrases\n{}", complaints.len(), complaints.join("\n"));
    for (number, exception) in EXCEPTIONS.iter().enumerate() {
        let Exception { path, phrase, reason } = exception;
        assert!(used.contains(&number), "not needed any more: {path}: {phrase} ({reason})");
    }
}

#[test]
fn phrases_are_found_in_prose_in_identifiers_and_across_lines() {
    let patterns = patterns();
    let check = |text: &str, expected: &[(usize, &str)]| {
        let found = banned(text, &patterns);
        let found: Vec<(usize, &str)> =
            found.iter().map(|(line, phrase, _)| (*line, phrase.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    };
    check("It is\n/// told here.", &[(2, "told")]);
    check("/// did not come\n    /// again", &[(1, "come again")]);
    check("let x = \"to go \\\n    on with it\";", &[(1, "go on")]);
    check("struct EndTold; fn rests_twice() {}", &[(1, "told"), (1, "rests")]);
    check("println!(\"\\nunder way\")", &[(1, "under way")]);
    check("the rest, a teller, an ongoing thing, and nobody's own", &[]);
}

/// The help of a command and of all commands below it.
fn help(command: &[&str], texts: &mut Vec<(String, String)>) {
    let debunk = env!("CARGO_BIN_EXE_debunk");
    let output = Command::new(debunk).args(command).arg("--help").output().expect("debunk runs");
    assert!(output.status.success(), "{command:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let listed = text.split_once("\nCommands:\n").map_or("", |(_, rest)| rest);
    let names = listed.lines().take_while(|line| line.starts_with("  "));
    let names = names.filter(|line| !line.starts_with("   "));
    for name in names.filter_map(|line| line.split_whitespace().next()) {
        if name != "help" {
            help(&[command, &[name]].concat(), texts);
        }
    }
    texts.push((format!("debunk {} --help", command.join(" ")), text));
}

#[test]
fn the_help_of_every_command_is_in_plain_words() {
    let mut texts = Vec::new();
    help(&[], &mut texts);
    assert!(texts.len() > 25, "only {} commands were found", texts.len());
    let patterns = patterns();
    let mut complaints = Vec::new();
    for (command, text) in &texts {
        for (line, phrase, instead) in banned(text, &patterns) {
            complaints.push(format!("{command}: line {line}: \"{phrase}\": say {instead}"));
        }
        let first = text.lines().next().unwrap_or_default();
        let is_sentence = first.starts_with(|it: char| it.is_ascii_uppercase());
        if !is_sentence || first.split_whitespace().count() > 16 {
            complaints.push(format!("{command}: not a short first sentence: {first}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The types that a text declares at its top level: whether they are exported, and their names.
fn types(text: &str) -> Vec<(bool, &str)> {
    let declared = text.lines().filter_map(|line| {
        let (is_exported, rest) = match line.strip_prefix("pub ") {
            Some(rest) => (true, rest),
            None => (false, line.strip_prefix("pub(crate) ").unwrap_or(line)),
        };
        let name =
            ["struct ", "enum ", "trait "].iter().find_map(|word| rest.strip_prefix(word))?;
        Some((is_exported, name.split(|it: char| !it.is_alphanumeric()).next()?))
    });
    declared.collect()
}

#[test]
fn types_are_nouns_and_exported_ones_have_one_meaning() {
    let mut exported: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut complaints = Vec::new();
    for (path, text) in files() {
        let is_code = path.starts_with("crates/") && path.contains("/src/");
        for (is_exported, name) in types(&text).into_iter().filter(|_| is_code) {
            if NOT_NOUNS.contains(&name) {
                complaints.push(format!("{path}: {name} is not a noun"));
            }
            if is_exported {
                exported.entry(name.to_owned()).or_default().push(path.clone());
            }
        }
    }
    let twice = exported.into_iter().filter(|(_, paths)| paths.len() > 1);
    complaints.extend(twice.map(|(name, paths)| format!("{name}: {}", paths.join(", "))));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
