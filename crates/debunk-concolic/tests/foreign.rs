//! Copies of programs that nobody wrote for debunk-concolic do what the programs do.

use debunk_concolic::printed_by_both;

/// Programs that look at their own text, or at what only a debugger's host has.
const LOOKS_AT_ITSELF: usize = 6;

#[test]
fn copies_of_the_built_in_programs_print_the_same() {
    let corpus = debunk_corpus::built_in();
    let mut different = Vec::new();
    let mut same = 0;
    for entry in &corpus.entries {
        match printed_by_both(&entry.program) {
            Ok((plain, copy)) if plain == copy => same += 1,
            Ok((plain, copy)) => different.push((entry.program.name.clone(), plain, copy)),
            Err(error) => panic!("{}: {error}", entry.program.name),
        }
    }
    assert!(same >= 270, "{same}");
    assert!(different.len() <= LOOKS_AT_ITSELF, "{different:#?}");
}
