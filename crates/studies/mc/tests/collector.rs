//! The collector for C programs, compiled and linked by a real Clang.

use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const PROGRAM: &str = r#"
#include <stdlib.h>
int small(int x) { return x + 1; }
int large(int x) { return x > 100 ? x - 1 : x; }
int test(int x) { return x < 10 ? small(x) : large(x); }
"#;

const HARNESS: &str = r#"
#include "debunk_mc.h"
#include <stdio.h>
#include <stdlib.h>
int test(int x);
int main(int argc, char **argv) {
    size_t size = mc_words() * 8;
    uint64_t *one = calloc(1, size), *two = calloc(1, size), *mc = calloc(1, size);
    mc_reset();
    test(1);
    mc_snapshot(one);
    test(1);
    mc_snapshot(two);
    size_t same = mc_xor_or(one, two, mc);
    test(50);
    mc_snapshot(two);
    size_t other = mc_xor_or(one, two, mc), again = mc_xor_or(one, two, mc);
    uint64_t *all = calloc(1, size);
    mc_or(one, all);
    mc_or(two, all);
    size_t entries = 0;
    for (size_t i = 0; i < mc_counters(); i++) entries += mc_is_entry(i);
    printf("%zu %zu %zu %zu %zu %zu\n", same, other, again, mc_count(mc), mc_count(all), entries);
    return argc > 1 ? mc_dump(mc, argv[1]) : 0;
}
"#;

fn sh(folder: &Path, script: &str) -> String {
    let output =
        Command::new("sh").args(["-ec", script]).current_dir(folder).output().expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn equal_runs_differ_in_nothing_and_other_runs_in_their_own_functions() {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("program.c"), PROGRAM).expect("a file");
    std::fs::write(folder.path().join("harness.c"), HARNESS).expect("a file");
    let collector = Path::new(env!("CARGO_MANIFEST_DIR")).join("collector");
    let said = sh(
        folder.path(),
        &format!(
            "clang -O0 -g -fsanitize-coverage=inline-8bit-counters,pc-table -c program.c; \
             clang -O1 -Wall -Wextra -Werror -I'{0}' harness.c program.o '{0}/debunk_mc.c' -o run; \
             ./run mc.txt",
            collector.display()
        ),
    );
    let numbers: Vec<usize> = said.split_whitespace().filter_map(|it| it.parse().ok()).collect();
    let [same, other, again, mc, all, entries] = numbers[..] else { panic!("{said}") };
    assert_eq!((same, again), (0, 0), "nothing new comes from equal pairs");
    assert_eq!(other, mc);
    assert_eq!(entries, 3);
    assert!(mc < all, "test itself runs in both: {said}");
    let places = sh(folder.path(), "llvm-symbolizer --obj=run < mc.txt");
    for function in ["small", "large"] {
        assert!(places.contains(function), "{function}: {places}");
    }
}
