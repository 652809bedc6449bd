//! Texts are written out unchanged: on real files of every grammar, whole and with parts removed,
//! and the result of a reduction is a text that was tested.

use crate::FileLanguage;
use crate::Granularity;
use crate::flat::Flat;
use crate::oracle::Question;
use crate::pass::{Pass, PassRun};
use crate::pipeline::{Pipeline, Texts};
use crate::render::render;
use crate::syntax::{Syntax, SyntaxReader};
use debunk_delta::{Engine, Limits, NodeId, NodeState, Subject, TestOutcome, TreeShape};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// This many files of each grammar are needed, and not many more are read.
const FILES_MIN: usize = 300;
const FILES_MAX: usize = 310;
/// Larger files take long and show nothing new; there are few pages.
const FILE_BYTES_MAX: u64 = 24 * 1024;
const PAGE_BYTES_MAX: u64 = 96 * 1024;
/// No folder alone makes up the selection, and none is searched without end.
const FILES_PER_FOLDER: usize = 80;
const DEPTH_MAX: usize = 14;
/// On texts up to this length every pass is started, and random parts are removed.
const SMALL_BYTES_MAX: usize = 1536;
const SHAPES_PER_FILE: usize = 4;

const PASSES: [Pass; 17] = [
    Pass::Lines,
    Pass::AllLines,
    Pass::Tree,
    Pass::TreeAgain,
    Pass::Hoist,
    Pass::Short,
    Pass::Gaps,
    Pass::LineEnds,
    Pass::Tokens,
    Pass::AllTokens,
    Pass::Rows,
    Pass::Names,
    Pass::Probe,
    Pass::Words,
    Pass::Broken,
    Pass::Characters,
    Pass::AllCharacters,
];

/// A fixed sequence of numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}

/// Where packages put their files, and where cargo puts the documentation of this workspace.
fn roots() -> Vec<PathBuf> {
    let mut roots = Vec::new();
    let own = std::env::current_exe().ok();
    roots.extend(own.iter().flat_map(|own| own.ancestors()).map(|folder| folder.join("doc")));
    roots.retain(|folder| folder.ends_with("target/doc"));
    roots.extend(["/usr/lib", "/usr/include", "/usr/share", "/usr/local"].map(PathBuf::from));
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")));
    roots.extend(home.map(|home| home.join("registry/src")));
    roots
}

/// Real files of a language, the same ones each time on the same machine.
fn real_files(language: FileLanguage) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for root in roots() {
        collect(&root, language, 0, &mut found);
    }
    let hint = "install what scripts/test installs and run cargo doc --workspace --no-deps";
    let name = language.name();
    assert!(found.len() >= FILES_MIN, "only {} {name} files are here: {hint}", found.len());
    found
}

fn collect(folder: &Path, language: FileLanguage, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut here = 0;
    let bytes_max = if language == FileLanguage::Html { PAGE_BYTES_MAX } else { FILE_BYTES_MAX };
    for entry in entries {
        if found.len() >= FILES_MAX {
            return;
        }
        let path = entry.path();
        match entry.metadata() {
            Ok(data) if data.is_dir() && depth < DEPTH_MAX => {
                collect(&path, language, depth + 1, found);
            }
            Ok(data) if data.is_file() && (1..bytes_max).contains(&data.len()) => {
                let is_meant = FileLanguage::of_file(&path) == Some(language);
                if is_meant && here < FILES_PER_FOLDER && fs::File::open(&path).is_ok() {
                    here += 1;
                    found.push(path);
                }
            }
            _ => {}
        }
    }
}

/// The same text in another form, of which there are many.
fn odd(text: &[u8], number: usize) -> Vec<u8> {
    let mut numbers = Numbers(number as u64);
    let at = numbers.next(text.len());
    let lines = |end: &[u8]| text.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(end);
    let insert = |what: &[u8]| [&text[..at], what, &text[at..]].concat();
    match number % 9 {
        0 => [b"\n\n \n\t\n", text].concat(),
        1 => lines(b"\r\n"),
        2 => [b"\xef\xbb\xbf", text].concat(),
        3 => text.trim_ascii_end().to_vec(),
        4 => insert(b"\x0c\n\x0c"),
        5 => insert(b"\xff\xfe\x80"),
        6 => text[..at].to_vec(),
        7 => insert(b",,"),
        _ => insert(b"\0\r"),
    }
}

#[track_caller]
fn check_whole(grammar: &SyntaxReader, text: &[u8], what: &dyn Fn() -> String) -> Syntax {
    let syntax = grammar.parse(text).unwrap_or_else(|| panic!("{}: not parsed", what()));
    let whole = render(&syntax, &TreeShape::whole(&syntax.tree));
    assert!(whole == text, "{}: the tree is written out differently", what());
    let flat = Flat { tokens: syntax.pieces(), text: syntax.text.clone() };
    assert!(flat.render(&flat.unchanged()) == text, "{}: the tokens are", what());
    let flat = Flat::words(text);
    assert!(flat.render(&flat.unchanged()) == text, "{}: the words are", what());
    syntax
}

/// Every pass begins with the unchanged text.
fn check_passes(grammar: &SyntaxReader, text: &[u8], what: &dyn Fn() -> String) {
    let text = Arc::new(text.to_vec());
    for pass in PASSES {
        if let Some(work) = PassRun::begin(pass, &text, Some(grammar)) {
            assert!(work.written() == *text, "{}: {pass:?} begins with another text", what());
        }
    }
}

/// A tree with removed parts is written as the remaining leaves with the gaps before them; only
/// separators are removed with what they separated, and only space is added or lost.
fn check_removals(syntax: &Syntax, numbers: &mut Numbers, what: &dyn Fn() -> String) {
    for _ in 0..SHAPES_PER_FILE {
        let rarity = 2 + numbers.next(30);
        let mut shape = TreeShape::whole(&syntax.tree);
        for (id, node) in syntax.tree.nodes.iter().enumerate() {
            if node.is_removable && numbers.next(rarity) == 0 {
                shape.set(id as NodeId, NodeState::Removed);
            }
        }
        let written = render(syntax, &shape);
        let reached: BTreeSet<NodeId> = shape.reached(&syntax.tree).into_iter().collect();
        let mut expected = Vec::new();
        for (number, id) in syntax.leaves.iter().enumerate() {
            if reached.contains(id) {
                expected.extend_from_slice(syntax.gap(number));
                expected.extend_from_slice(&syntax.text[syntax.range(*id)]);
            }
        }
        if !expected.is_empty() {
            expected.extend_from_slice(syntax.gap(syntax.leaves.len()));
        }
        let bare = |text: &[u8]| -> Vec<u8> {
            let is_bare = |byte: &u8| !byte.is_ascii_whitespace() && !b",|".contains(byte);
            text.iter().copied().filter(is_bare).collect()
        };
        assert!(bare(&written) == bare(&expected), "{}: more than separators went", what());
        let separators = |text: &[u8]| text.iter().filter(|byte| b",|".contains(byte)).count();
        let gone = separators(&expected).checked_sub(separators(&written));
        let removed = syntax.tree.nodes.len() - reached.len();
        assert!(gone.is_some_and(|gone| gone <= removed), "{}: separators went alone", what());
    }
}

fn check_grammar(language: FileLanguage) {
    let grammar = SyntaxReader::new(language);
    let mut numbers = Numbers(1);
    for (number, path) in real_files(language).iter().enumerate() {
        let text = fs::read(path).expect("it was there");
        let what = || path.display().to_string();
        let syntax = check_whole(&grammar, &text, &what);
        let odd = odd(&text, number);
        let what_odd = || format!("{} in form {}", path.display(), number % 9);
        check_whole(&grammar, &odd, &what_odd);
        if text.len() <= SMALL_BYTES_MAX {
            check_passes(&grammar, &text, &what);
            check_passes(&grammar, &odd, &what_odd);
            check_removals(&syntax, &mut numbers, &what);
        }
    }
}

#[test]
fn real_c_files_are_written_out_as_they_are() {
    check_grammar(FileLanguage::C);
}

#[test]
fn real_html_files_are_written_out_as_they_are() {
    check_grammar(FileLanguage::Html);
}

#[test]
fn real_javascript_files_are_written_out_as_they_are() {
    check_grammar(FileLanguage::JavaScript);
}

#[test]
fn real_json_files_are_written_out_as_they_are() {
    check_grammar(FileLanguage::Json);
}

#[test]
fn real_python_files_are_written_out_as_they_are() {
    check_grammar(FileLanguage::Python);
}

/// Texts with separators in odd places, and what is around texts.
const ODD_TEXTS: [(FileLanguage, &str); 18] = [
    (FileLanguage::Python, "a, = [1]\nprint(a)\n"),
    (FileLanguage::Python, "\n\n\nx = (1,)\n"),
    (FileLanguage::Python, "\u{feff}x = f(a, b,)\r\n\r\n"),
    (FileLanguage::Python, "def f():\n\tif 1:\n\t\treturn {1: 2,}\n\x0c\nf()"),
    (FileLanguage::Python, "print('a\\n' 'b', *a, **{})"),
    (FileLanguage::Python, "   \n"),
    (FileLanguage::Python, ""),
    (FileLanguage::JavaScript, "[1,,2];[,];[,,];[1,,]\n"),
    (FileLanguage::JavaScript, "\r\n\r\nlet [a,,b] = c, {d,} = e /* , */, f // ,\n"),
    (FileLanguage::JavaScript, "f(,a);"),
    (FileLanguage::JavaScript, "a | b || c | d\n"),
    (FileLanguage::C, "enum e {\n#ifdef A\n  A,\n#endif\n  B, /* x */ C,\n};\n"),
    (FileLanguage::C, "\n#define X a,\nint x[] = { 1, , 2 };\nint f(int a, , int b);"),
    (FileLanguage::C, "int a\n#if 1\n, b\n#endif\n;"),
    (FileLanguage::Json, "\n[1,,2,{\"a\":1,},]\n\n"),
    (FileLanguage::Json, "\u{feff}{}"),
    (FileLanguage::Html, "\n\n<!doctype html><p a=b,c>x, y<br>\n"),
    (FileLanguage::Html, "<a | b>,</a>\x0c\n"),
];

#[test]
fn odd_texts_are_written_out_as_they_are() {
    for (language, text) in ODD_TEXTS {
        let grammar = SyntaxReader::new(language);
        let what = || format!("{text:?}");
        check_whole(&grammar, text.as_bytes(), &what);
        check_passes(&grammar, text.as_bytes(), &what);
    }
}

#[track_caller]
fn check_without(language: FileLanguage, text: &str, removed: &[&str], expected: &str) {
    let syntax = SyntaxReader::new(language).parse(text.as_bytes()).expect("parsed");
    let mut shape = TreeShape::whole(&syntax.tree);
    for (id, node) in syntax.tree.nodes.iter().enumerate() {
        let own = &text[syntax.ranges[id].clone()];
        if node.is_removable && removed.contains(&own) {
            shape.set(id as NodeId, NodeState::Removed);
        }
    }
    assert_eq!(String::from_utf8_lossy(&render(&syntax, &shape)), expected);
}

#[test]
fn an_element_that_goes_takes_one_separator_with_it() {
    let check = |removed: &[&str], expected| {
        check_without(FileLanguage::JavaScript, "f(a, b, c)", removed, expected);
    };
    check(&["b"], "f(a, c)");
    check(&["c"], "f(a, b)");
    check(&["b", "c"], "f(a)");
    check(&["a", "b", "c"], "f()");
    check_without(FileLanguage::JavaScript, "[1,,2]", &["1"], "[,2]");
    check_without(FileLanguage::JavaScript, "[1,,2]", &["2"], "[1,]");
    check_without(FileLanguage::Python, "a, b, = 1, 2", &["b"], "a, = 1, 2");
    let list = "enum e {\n#ifdef A\n  A,\n#endif\n  B, /* x */ C,\n};\n";
    check_without(FileLanguage::C, list, &["/* x */"], &list.replace(" /* x */", ""));
    check_without(FileLanguage::C, list, &["C"], &list.replace(" C,", ""));
}

/// Random but reproducible answers; remembers what was interesting.
struct Chance {
    seed: u64,
    one_in: usize,
    interesting: Mutex<BTreeSet<Vec<u8>>>,
}

impl Subject for Chance {
    type Candidate = Question;
    type Content = Question;

    fn build(&self, question: &Question) -> Option<Question> {
        Some(question.clone())
    }

    fn test(&self, question: &Question) -> TestOutcome {
        let hash = blake3::hash(&question.content);
        let mut start = [0; 8];
        start.copy_from_slice(&hash.as_bytes()[..8]);
        let mut numbers = Numbers(u64::from_le_bytes(start) ^ self.seed);
        match numbers.next(self.one_in) {
            0 => {
                self.interesting.lock().expect("locked").insert(question.content.to_vec());
                TestOutcome::Fail
            }
            1 => TestOutcome::Unresolved,
            _ => TestOutcome::Pass,
        }
    }
}

#[test]
fn what_a_reduction_ends_with_was_found_interesting_itself() {
    let granularities = [
        Granularity::Auto,
        Granularity::Syntax,
        Granularity::Line,
        Granularity::Token,
        Granularity::Character,
    ];
    let mut shorter = 0;
    for (number, (language, text)) in ODD_TEXTS.into_iter().enumerate() {
        for seed in 0..12 {
            let granularity = granularities[(seed as usize + number) % granularities.len()];
            let one_in = 3 + 4 * (seed as usize % 4);
            let chance = Chance { seed, one_in, interesting: Mutex::default() };
            let grammar = Some(Arc::new(SyntaxReader::new(language)));
            let subject = Texts { oracle: &chance, grammar: grammar.clone() };
            let text = text.as_bytes().to_vec();
            let mut pipeline = Pipeline::new(text.clone(), grammar, granularity);
            let tests = (seed % 3 == 0).then_some(5 + 10 * seed);
            let mut engine = Engine::new(Limits { tests, time: None }).jobs(1 + number % 3);
            engine.run(&mut pipeline, &subject);
            let best = pipeline.best();
            shorter += usize::from(best.len() < text.len());
            let interesting = chance.interesting.lock().expect("locked");
            assert!(
                **best == text || interesting.contains(&**best),
                "{:?} became {:?}, which nobody found interesting",
                String::from_utf8_lossy(&text),
                String::from_utf8_lossy(best)
            );
        }
    }
    assert!(shorter > 50, "only {shorter} texts became shorter");
}
