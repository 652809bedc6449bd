//! Stepping by lines against stepping by instructions, on real lldb-dap. Nothing is skipped: if
//! something is not available, the test fails.

mod support;

use debunk_dap::DapDebugger;
use debunk_levels::{
    Check, CheckedTest, ContradictionKind, Dialect, Exception, LevelError, LevelRules, LevelTrace,
    LineTable, RecordLimits, Test, judge,
};
use debunk_model::{Language, Program};
use support::find;

/// Steps in, steps over, and one mix of both with steps out.
const ROUNDS: u64 = 3;

fn built_in(name: &str) -> Program {
    let corpus = debunk_corpus::built_in_of(Language::C);
    let entry = corpus.entries.into_iter().find(|entry| entry.program.name.ends_with(name));
    entry.unwrap_or_else(|| panic!("there is no {name}")).program
}

fn table(debugger: &DapDebugger, program: &Program) -> LineTable {
    let built = debugger.builder().build(program).expect("it compiles");
    let binary = std::fs::read(built.executable()).expect("a binary");
    LineTable::read(&binary, "program.c").expect("a line table")
}

fn check(debugger: &DapDebugger, program: &Program) -> (LevelTrace, Vec<CheckedTest>) {
    let table = table(debugger, program);
    let sites = debunk_languages::analyse(program).expect("C");
    let (dialect, limits) = (Dialect::Lldb, RecordLimits::default());
    let check = Check { program, table: &table, sites: &sites, dialect, limits, seed: 1 };
    let (mut driver, mut fresh) = (debugger.levels(), debugger.levels());
    let instructions = check.instructions(&mut *driver).expect("instructions");
    let tests = (0..ROUNDS).map(|round| {
        let test = Test { number: round, round };
        check.test(&mut *driver, &mut *fresh, &instructions, test).expect("a test")
    });
    let tests = tests.collect();
    (instructions, tests)
}

#[test]
fn both_levels_of_lldb_agree() {
    let (debugger, _area) = find("lldb-dap");
    for name in ["tail-calls.c", "switch-falls-through.c"] {
        for checked in check(&debugger, &built_in(name)).1 {
            assert!(checked.steps > 0, "{name}: nothing was judged");
            assert_eq!(checked.contradictions, [], "{name}, round {}", checked.test.round);
        }
    }
}

#[test]
fn a_stop_that_is_dropped_from_a_real_run_of_lldb_is_missed() {
    let (debugger, _area) = find("lldb-dap");
    let program = built_in("early-returns.c");
    let table = table(&debugger, &program);
    let (instructions, tests) = check(&debugger, &program);
    let exceptions = Exception::of(Dialect::Lldb);
    let rules = LevelRules { is_certain: &|_, _| true, exceptions: &exceptions };
    let mut planted = tests[1].lines.clone();
    planted.moments.remove(1);
    let judgement = judge(&table, &instructions, &planted, &rules);
    let first = judgement.contradictions.first().expect("a contradiction");
    assert_eq!(
        (first.kind, first.line_moment),
        (ContradictionKind::SkippedLine, Some(1)),
        "{}",
        first.text
    );
}

/// LLDB does not know where longjmp goes.
#[test]
fn a_line_after_a_jump_that_lldb_passes_by_is_found() {
    let (debugger, _area) = find("lldb-dap");
    let (_, tests) = check(&debugger, &built_in("setjmp-and-longjmp.c"));
    let over = &tests[1].contradictions;
    assert!(over.iter().any(|one| one.kind == ContradictionKind::SkippedLineAfterJump), "{over:?}");
}

#[test]
fn an_adapter_without_instructions_says_so() {
    let (debugger, _area) = find("debugpy");
    let program = Program::script("test.py", Language::Python, "a = 1\n");
    let begun = debugger.levels().begin(&program);
    assert!(matches!(begun, Err(LevelError::Debugger(_))), "{begun:?}");
}
