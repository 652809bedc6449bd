//! Constructs in which inserted text could be noticed: on real engines, a watched program must
//! behave as it does unwatched.

use crate::support;

use debunk_model::{Goal, Program};
use debunk_witness::{WitnessResult, witness};
use std::fs;
use std::path::Path;

/// Not in a file, where an editor might change it.
const LINE_ENDS: &str =
    "let a = 1\r\nprint(a)\r\nlet b = `x\r\ny`\u{2028}print(b.length)\rprint('c')";

/// Why the programs that notice the log are rejected.
const REASONS: [(&str, &str); 3] = [
    ("an-own-print.js", "declares a function print"),
    ("proxies-and-with.js", "uses a proxy and `with`"),
    ("the-name.js", "uses the name of the log"),
];

fn programs(folder: &str) -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(folder);
    let files = fs::read_dir(folder).expect("folder").map(|entry| entry.expect("file").path());
    let mut programs: Vec<Program> = files
        .map(|path| {
            let is_module = path.extension().is_some_and(|extension| extension == "mjs");
            let goal = if is_module { Goal::Module } else { Goal::Script };
            let name = path.file_name().expect("name").to_string_lossy().into_owned();
            Program::javascript(name, goal, fs::read_to_string(&path).expect("text"))
        })
        .collect();
    programs.sort_by(|left, right| left.name.cmp(&right.name));
    programs
}

fn check(engine: &str, folders: &[&str]) {
    let mut runner = support::runner(engine);
    let mut programs: Vec<Program> = folders.iter().flat_map(|folder| programs(folder)).collect();
    programs.push(Program::javascript("line ends", Goal::Script, LINE_ENDS));
    let mut wrong = Vec::new();
    for program in programs {
        match witness(&mut *runner, &program) {
            WitnessResult::Neutral(log) if log.entries.is_empty() && !log.statements.is_empty() => {
                wrong.push(format!("{}: no log", program.name));
            }
            WitnessResult::Neutral(_) => {}
            WitnessResult::NotNeutral(reason) => wrong.push(format!("{}: {reason}", program.name)),
            WitnessResult::Failed(reason) => wrong.push(format!("{}: {reason}", program.name)),
        }
    }
    assert!(wrong.is_empty(), "{engine}:\n{}", wrong.join("\n"));
}

#[test]
fn nothing_is_noticed_on_node() {
    check("node", &["neutral", "neutral-on-v8"]);
}

#[test]
fn nothing_is_noticed_on_bun() {
    check("bun", &["neutral"]);
}

#[test]
fn what_can_be_noticed_is_refused() {
    let mut runner = support::runner("node");
    let programs = programs("noticed");
    assert_eq!(programs.len(), REASONS.len());
    for (program, (name, expected)) in programs.iter().zip(REASONS) {
        assert_eq!(program.name, name);
        match witness(&mut *runner, program) {
            WitnessResult::NotNeutral(found) => {
                assert!(found.reason.starts_with(expected), "{name}: {found}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// The host's frames below a program differ under a debugger.
#[test]
fn a_program_that_goes_by_the_stack_below_it_is_refused_whatever_it_prints() {
    let mut runner = support::runner("node");
    let mut watched = |body: &str| {
        let text = format!(
            "Error.prepareStackTrace = (error, sites) => {{\n  {body}\n  return '';\n}};\n\
             new Error('x').stack;\nprint('end');\n"
        );
        witness(&mut *runner, &Program::javascript("stack.js", Goal::Script, text))
    };
    let refused = watched("for (const site of sites) site.getLineNumber();");
    assert!(matches!(&refused, WitnessResult::NotNeutral(_)), "{refused:?}");
    let believed = watched("for (let left = 3; left > 0; left -= 1) sites[0].getLineNumber();");
    assert!(matches!(&believed, WitnessResult::Neutral(_)), "{believed:?}");
}
