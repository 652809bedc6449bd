//! `debunk localize` as a user sees it: exit codes, messages, files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const FAULTY: &str = include_str!("../../../docs/examples/maxsub.js");

fn localize(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_debunk"))
        .arg("localize")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("debunk runs")
}

#[track_caller]
fn check(program: &str, arguments: &[&str], code: i32, words: &str) -> String {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("program.js"), program).expect("written");
    let output = localize(folder.path(), &[&["program.js"], arguments].concat());
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{said}");
    said
}

#[test]
fn the_critical_branch_is_reported() {
    let said = check(FAULTY, &["--input", "[4,-2,1]"], 1, "the runs diverge at line 8: cnt < 0");
    assert!(said.contains("[2,-2,1] fails too"), "{said}");
    assert!(said.contains("A[1] + A[2] < 0"), "{said}");
    assert!(said.contains("cnt = -1"), "{said}");
    check(FAULTY, &["--input", "[4,-2,1]", "--json"], 1, "\"conclusion\": \"located\"");
    check(FAULTY, &["--solver", "z3"], 1, "the runs diverge at");
}

#[test]
fn answers_have_exit_codes() {
    check(FAULTY, &["--input", "[1,2]"], 0, "violates no relation");
    check(FAULTY, &["--input", "[1,"], 2, "write it as JSON");
    check(FAULTY, &["--relation", "other"], 2, "available: reverse");
    check(FAULTY, &["--solver", "no-such-solver"], 2, "no-such-solver");
    check("export function P(", &[], 2, "does not parse");
    let endless = FAULTY.replace("let ans = 0", "for (;;) {} let ans = 0");
    check(&endless, &["--fuel", "20"], 3, "did not end");
    let right = FAULTY.replace("/* cnt = 0 is missing */", "cnt = 0;");
    check(&right, &["--tests", "2000"], 0, "no violation");
}

/// A program with other parts than those of the example.
fn program(body: &str, t: &str, m: &str, valid: &str) -> String {
    format!(
        "export function P(A) {{ {body} }}\n\
         export const relations = {{ reverse: {{ T: A => {t}, M: (a, b) => {m} }} }};\n\
         export const valid = A => {valid};\n\
         export const domain = {{ array: {{ int: [-9, 9] }}, length: [1, 4] }};\n"
    )
}

const REVERSED: &str = "[A.toReversed()]";
const SAME: &str = "a === b";
const QUICKLY: [&str; 4] = ["--fuel", "20", "--tests", "200"];

#[test]
fn an_endless_loop_is_reported() {
    let endless = program("while (true) {}", REVERSED, SAME, "true");
    check(&endless, &QUICKLY, 3, "P did not end");
    check(&endless, &["--fuel", "20", "--input", "[1,2]"], 0, "reverse: fuel");
    let sometimes =
        program("while (A[0] > 3) {} return A[1] > 0 ? 1 : 2;", REVERSED, SAME, "A.length > 1");
    check(&sometimes, &QUICKLY, 1, "the runs diverge at line 1");
}

#[test]
fn deep_recursion_is_an_error_of_the_program() {
    let deep = program("const f = n => f(n + 1) + 1; return f(0);", REVERSED, SAME, "true");
    check(&deep, &QUICKLY, 3, "P throws RangeError: Maximum call stack size exceeded");
}

#[test]
fn huge_arrays_and_texts_end() {
    let sparse = "const b = []; b[2 ** 27] = 1; return b.slice(0).length;";
    check(&program(sparse, REVERSED, SAME, "true"), &QUICKLY, 3, "elements");
    let memory = "const all = []; for (;;) all.push(new Array(100000).fill(1));";
    check(&program(memory, REVERSED, SAME, "true"), &QUICKLY, 3, "out of memory");
    let text = "let s = 'x'; for (;;) s += s;";
    check(&program(text, REVERSED, SAME, "true"), &QUICKLY, 3, "nothing could be tested");
}

#[test]
fn a_module_that_does_not_parse_is_refused_with_its_place() {
    let said = check("export function P(A) {\n  return A +;\n}", &[], 2, "does not parse");
    assert!(said.contains("program.js"), "{said}");
    check("export const x = 1;", &[], 2, "it must export a function P");
}

#[test]
fn what_throws_is_named() {
    let length = "return A.length;";
    check(
        &program(length, "nowhere", SAME, "true"),
        &QUICKLY,
        3,
        "T throws ReferenceError: nowhere is not defined",
    );
    check(
        &program(length, REVERSED, "nowhere", "true"),
        &QUICKLY,
        3,
        "M throws ReferenceError: nowhere",
    );
    check(
        &program(length, REVERSED, SAME, "nowhere"),
        &QUICKLY,
        3,
        "valid throws ReferenceError: nowhere",
    );
    check(&program("throw 7;", REVERSED, SAME, "true"), &QUICKLY, 3, "P throws 7");
    check(&program(length, "7", SAME, "true"), &QUICKLY, 3, "T must return a list");
    check(&program(length, REVERSED, SAME, "false"), &QUICKLY, 3, "valid accepts no input");
    let sometimes = "if (A[0] > 0) throw new Error('odd'); return 1;";
    check(
        &program(sometimes, REVERSED, SAME, "true"),
        &QUICKLY,
        0,
        "first error: P throws Error: odd",
    );
}

#[test]
fn a_relation_that_every_input_violates_is_reported_as_such() {
    let counts = "let n = 0; for (const a of A) if (a > 0) n++; return n;";
    let said = check(&program(counts, REVERSED, "false", "true"), &QUICKLY, 1, "inevitable");
    assert!(said.contains("look at the relation first"), "{said}");
}

#[test]
fn a_search_that_found_nothing_is_not_called_inevitable() {
    let hidden = "return A.map(a => String(a)).sort().join() === A.join() ? 1 : A[0];";
    let always = program(hidden, REVERSED, "false", "true");
    check(&always, &QUICKLY, 1, "gave up: no passing run was found");
}

#[test]
fn without_a_violation_the_exit_code_is_zero() {
    check(&program("return A.length;", REVERSED, SAME, "true"), &QUICKLY, 0, "no violation");
}

/// The blocks of the guide: each command with its documented output.
fn guide() -> Vec<(String, Vec<String>)> {
    let text = include_str!("../../../docs/localize.md");
    let blocks: Vec<&str> = text.split("```").skip(1).step_by(2).collect();
    let pairs = blocks.windows(2).filter_map(|pair| {
        let command = pair[0].strip_prefix("sh\ndebunk localize ")?.trim().to_owned();
        let printed = pair[1].strip_prefix("text\n")?;
        Some((command, printed.lines().map(str::to_owned).collect()))
    });
    pairs.collect()
}

#[test]
fn the_guide_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pairs = guide();
    assert!(pairs.len() >= 2, "{pairs:?}");
    for (command, printed) in pairs {
        let shell = format!("\"$0\" localize {command}");
        let output = Command::new("sh")
            .args(["-c", &shell, env!("CARGO_BIN_EXE_debunk")])
            .current_dir(&root)
            .stdin(Stdio::null())
            .output()
            .expect("debunk runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut lines = said.lines();
        for expected in &printed {
            assert!(lines.any(|line| line == expected), "{expected:?} is not in\n{said}");
        }
    }
}

#[test]
fn a_page_is_written_and_the_evaluation_writes_its_tables() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("program.js"), FAULTY).expect("written");
    localize(folder.path(), &["program.js", "--html", "page.html"]);
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(page.contains("class=\"critical\""), "{page}");
    let arguments = ["eval", "--per-program", "2", "-n", "200", "--programs", "Maxsub,Prim"];
    let output = localize(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let tables = fs::read_to_string(folder.path().join("debunk-localize/tables.md"));
    assert!(tables.expect("tables").contains("| published | 2330 | 88.4% |"));
}

/// What a session on Node says from the critical branch on.
#[track_caller]
fn session(program: &str, input: &str, typed: &str) -> String {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("program.js"), program).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_debunk"))
        .args(["localize", "program.js", "--input", input, "--session", "-d", "node"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("debunk runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, typed.as_bytes()).expect("written");
    drop(stdin);
    let output = child.wait_with_output().expect("ends");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(said.contains("at the critical branch of"), "{said}");
    said.split_once("at the critical branch of").map_or("", |(_, it)| it).to_owned()
}

#[test]
fn a_session_pauses_at_the_critical_branch() {
    let said = session(FAULTY, "[2,-2,1]", "=cnt\nq\n");
    assert!(said.contains("cnt = -1") && said.contains("evaluate"), "{said}");
}

#[test]
fn a_session_pauses_before_a_built_in_function_that_decides() {
    // The call in the second round of the loop finds the 5 at its third decision.
    let text = "export function P(A) {
  let n = 0;
  for (let i = 0; i < 2; i++) {
    const at = A.indexOf(4 + i);
    n += at;
  }
  return n;
}
export const relations = { reverse: { T: A => [A.toReversed()], M: (a, b) => a === b } };
export const domain = { array: { int: [0, 9] }, length: 3 };
";
    let said = session(text, "[1,2,5]", "=i\nq\n");
    assert!(said.contains("-> 1") || said.contains("= 1"), "{said}");
    let sorted = "export function P(A) {
  const all = A.slice();
  all.sort((a, b) => a - b - 1);
  return all.join();
}
export const relations = { reverse: { T: A => [A.toReversed()], M: (a, b) => a === b } };
export const domain = { array: { int: [0, 9] }, length: [2, 3] };
";
    let said = session(sorted, "[1,0]", "=all.length\nq\n");
    assert!(said.contains('2'), "{said}");
}

#[test]
fn a_session_waits_for_promises() {
    let text = "export async function P(A) {
  let n = 0;
  for (let i = 0; i < A.length; i++) {
    const a = await A[i];
    if (a > 4) n += i;
  }
  return n;
}
export const relations = { reverse: { T: A => [A.toReversed()], M: (a, b) => a === b } };
export const domain = { array: { int: [0, 9] }, length: [2, 3] };
";
    let said = session(text, "[1,7]", "=a\nq\n");
    assert!(said.contains('7'), "{said}");
}

#[test]
fn inputs_outside_of_the_domain_and_async_generators_are_refused() {
    check(FAULTY, &["--input", "[99]"], 2, "outside the domain (the input[0]: 99");
    let yields = "export async function* P(A) { yield A[0]; } \
                  export const relations = { r: { T: A => [A], M: (a, b) => a === b } }; \
                  export const domain = { array: 'int', length: 2 };";
    check(yields, &[], 2, "P returns an async generator");
}
