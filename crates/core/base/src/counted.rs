//! Counts with their noun, in the singular or in the plural.

use std::fmt::Display;

/// A number with its noun: `1 finding`, `2 findings`, `3 branches`.
pub fn counted(count: impl TryInto<u128> + Copy + Display, noun: &str) -> String {
    format!("{count} {}", noun_for(count, noun))
}

/// The noun alone, in the form that fits the number, for numbers that are shown in another way.
pub fn noun_for(count: impl TryInto<u128>, noun: &str) -> String {
    if count.try_into().is_ok_and(|count| count == 1) { noun.to_owned() } else { plural(noun) }
}

fn plural(noun: &str) -> String {
    let is_hissing = ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    match noun.strip_suffix('y') {
        _ if is_hissing => format!("{noun}es"),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn nouns_follow_their_number() {
        let check = |count: u64, noun, expected| assert_eq!(counted(count, noun), expected);
        check(0, "finding", "0 findings");
        check(1, "finding", "1 finding");
        check(2, "finding", "2 findings");
        check(3, "branch", "3 branches");
        check(1, "class", "1 class");
        check(2, "class", "2 classes");
        check(2, "query", "2 queries");
        check(2, "array", "2 arrays");
        check(2, "change", "2 changes");
    }
}
