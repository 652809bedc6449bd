//! Stepping by lines against stepping by instructions, on real gdb. Nothing is skipped: if
//! something is not available, the test fails.

use debunk_gdbmi::GdbMiDebugger;
use debunk_kit::debuggers::located;
use debunk_levels::{
    Check, CheckedTest, ContradictionKind, Dialect, Exception, LevelJudgement, LevelRules,
    LevelTrace, LineTable, RecordLimits, Test,
};
use debunk_model::{Language, Program, Sites};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;

/// Steps in, steps over, and one mix of both with steps out.
const ROUNDS: u64 = 3;
const SEED: u64 = 1;

fn find(cflags: &[&str]) -> GdbMiDebugger {
    let (located, info) = located("gdb-mi");
    let cflags = cflags.iter().map(|flag| (*flag).to_owned()).collect();
    let compilers = Compilers { cflags, ..Compilers::default() };
    let builder = Builder::new(&TempArea::new().expect("a folder"), compilers);
    GdbMiDebugger::new(info, located.binary, builder)
}

fn built_in(name: &str) -> Program {
    let corpus = debunk_corpus::built_in_of(Language::C);
    let entry = corpus.entries.into_iter().find(|entry| entry.program.name.ends_with(name));
    entry.unwrap_or_else(|| panic!("there is no {name}")).program
}

struct Checking {
    table: LineTable,
    sites: Sites,
    instructions: LevelTrace,
    tests: Vec<CheckedTest>,
}

fn check(debugger: &GdbMiDebugger, program: &Program) -> Checking {
    let built = debugger.builder().build(program).expect("it compiles");
    let binary = std::fs::read(built.executable()).expect("a binary");
    let table = LineTable::read(&binary, "program.c").expect("a line table");
    let sites = debunk_languages::analyse(program).expect("C");
    let limits = RecordLimits::default();
    let check =
        Check { program, table: &table, sites: &sites, dialect: Dialect::Gdb, limits, seed: SEED };
    let mut driver = debugger.levels();
    let instructions = check.instructions(&mut *driver).expect("instructions");
    let mut fresh = debugger.levels();
    let tests = (0..ROUNDS).map(|round| {
        let test = Test { number: round, round };
        check.test(&mut *driver, &mut *fresh, &instructions, test).expect("a test")
    });
    let tests = tests.collect();
    Checking { table, sites, instructions, tests }
}

fn judge(
    checking: &Checking,
    lines: &LevelTrace,
    is_certain: &dyn Fn(&str, u32) -> bool,
) -> LevelJudgement {
    let exceptions = Exception::of(Dialect::Gdb);
    let rules = LevelRules { is_certain, exceptions: &exceptions };
    debunk_levels::judge(&checking.table, &checking.instructions, lines, &rules)
}

#[track_caller]
fn agrees(cflags: &[&str], name: &str) {
    let checking = check(&find(cflags), &built_in(name));
    for checked in &checking.tests {
        assert!(checked.steps > 0, "{name}: nothing was judged");
        assert_eq!(checked.contradictions, [], "{name}, round {}", checked.test.round);
    }
}

#[test]
fn both_levels_agree_without_optimisation() {
    for name in ["static-inline-functions.c", "tail-calls.c", "switch-falls-through.c"] {
        agrees(&["-O0", "-g"], name);
    }
}

#[test]
fn both_levels_agree_where_calls_are_inlined() {
    for name in ["static-inline-functions.c", "bsearch-with-callback.c"] {
        agrees(&["-O2", "-g"], name);
    }
}

#[test]
fn a_stop_that_is_dropped_from_a_real_run_is_missed() {
    let program = built_in("arrays-bubble-sort.c");
    let checking = check(&find(&["-O0", "-g"]), &program);
    let is_certain = |name: &str, line: u32| checking.sites.is_certain(name, line);
    let honest = &checking.tests[0].lines;
    let last_judged = checking.tests[0].steps - 1;
    for dropped in 1..last_judged.min(12) {
        let mut planted = honest.clone();
        planted.moments.remove(dropped);
        let judgement = judge(&checking, &planted, &is_certain);
        let first = judgement.contradictions.first().expect("a contradiction");
        let is_skip = matches!(
            first.kind,
            ContradictionKind::SkippedLine
                | ContradictionKind::SkippedLineOfCallee
                | ContradictionKind::SkippedCall
        );
        assert!(is_skip, "{}: {}", first.kind, first.text);
        assert_eq!(first.line_moment, Some(dropped), "{}", first.text);
    }
}

#[test]
fn a_value_that_is_changed_in_a_real_run_is_noticed() {
    let program = built_in("recursion-factorial-and-power.c");
    let checking = check(&find(&["-O0", "-g"]), &program);
    let mut planted = checking.tests[0].lines.clone();
    let variables = planted.moments[4].variables.as_mut().expect("variables");
    let value = variables.values_mut().next().expect("a variable");
    value.push('1');
    let judgement = judge(&checking, &planted, &|_, _| true);
    let found = judgement.contradictions.iter().find(|one| one.kind == ContradictionKind::Value);
    assert_eq!(found.and_then(|one| one.line_moment), Some(4));
}

/// gdb forgets that a statement begins if the row before it is of the same line and begins none.
#[test]
fn a_loop_body_that_gdb_never_shows_is_found() {
    let checking = check(&find(&["-O1", "-g"]), &built_in("increments-in-expressions.c"));
    let over = &checking.tests[1].contradictions;
    assert!(over.iter().any(|one| one.kind == ContradictionKind::SkippedLine), "{over:?}");
}
