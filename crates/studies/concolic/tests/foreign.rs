//! Copies of programs that were not written for debunk-concolic behave like the programs.

use debunk_concolic::printed_by_both;

/// It prints the text of its own functions, which differs in a copy.
const LOOKS_AT_ITSELF: &str = "corners/function-to-string.js";

#[test]
fn copies_of_the_built_in_programs_print_the_same() {
    let corpus = debunk_corpus::built_in();
    let mut different = Vec::new();
    let mut printing = 0;
    for entry in &corpus.entries {
        let name = entry.program.name.to_string();
        match printed_by_both(&entry.program) {
            Ok((plain, copy)) if plain == copy => printing += usize::from(plain.trim().len() > 1),
            Ok((plain, copy)) => different.push((name, plain, copy)),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(printing >= 275, "{printing} programs print something");
    different.retain(|(name, ..)| name != LOOKS_AT_ITSELF);
    assert!(different.is_empty(), "{different:#?}");
}
