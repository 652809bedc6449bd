//! Which lines of a program do not run, by the real gcov.

use debunk_model::{Language, Program};
use debunk_native::{Builder, Compilers, NativeRunner};
use debunk_sandbox::TempArea;
use debunk_session::PlainRunner;

const TEXT: &str = "\
#include <stdio.h>
int main(void) {
    int a = 1;
    if (a > 100) {
        a = 7;
        printf(\"never\\n\");
    }
    printf(\"%d\\n\", a);
    return 0;
}
";

#[test]
fn lines_of_c_that_did_not_run_are_known() {
    let builder = Builder::new(&TempArea::new().expect("an area"), Compilers::default());
    let program = Program::script("dead.c", Language::C, TEXT);
    let dead = NativeRunner::new(builder).dead_spans(&program).expect("coverage");
    let dead: Vec<&str> = dead.iter().map(|span| span.of(TEXT)).collect();
    assert_eq!(dead, ["a = 7;\n        printf(\"never\\n\");"]);
}
