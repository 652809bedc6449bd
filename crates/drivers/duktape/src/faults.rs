//! The faults that the set-up builds into Duktape; `host/faults.h` has their code.

use debunk_session::BuiltInFault;

const fn fault(number: u32, name: &'static str, summary: &'static str) -> BuiltInFault {
    BuiltInFault { name, summary, number }
}

/// Every fault, in the order of their numbers.
pub(crate) const ALL: [BuiltInFault; 12] = [
    fault(
        1,
        "breakpoint-lost-among-many",
        "the first of five or more breakpoints is not hit in a called function",
    ),
    fault(
        2,
        "breakpoint-lost-after-removal",
        "once breakpoints were removed and added twice during pauses, only the first is hit",
    ),
    fault(
        3,
        "breakpoint-lost-below-step",
        "a step over passes one of three breakpoints two calls further in",
    ),
    fault(
        4,
        "step-over-enters",
        "a step over from a line with one of two or more breakpoints enters calls",
    ),
    fault(
        5,
        "step-out-runs-on",
        "a step out after a step in, two calls deep and with three breakpoints, runs on",
    ),
    fault(
        6,
        "removal-takes-neighbour",
        "removing the first of four breakpoints in a called function removes the second",
    ),
    fault(
        7,
        "local-lost-after-eval",
        "once an expression was evaluated after a step out, two calls deep, a local is not shown",
    ),
    fault(
        8,
        "local-one-too-big",
        "after a step in with three breakpoints, numbers are one too big",
    ),
    fault(
        9,
        "frame-lost",
        "two calls deep the caller is missing when its callee has two breakpoints",
    ),
    fault(
        10,
        "eval-arms-again",
        "evaluating after a step over, two calls deep, arms the breakpoint of this line again",
    ),
    fault(
        11,
        "added-one-line-off",
        "a breakpoint added in a called function beside four others stands one line further",
    ),
    fault(
        12,
        "pause-after-detour",
        "the first continue after a step in, a step out and a new breakpoint is a step",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_code() {
        let code = include_str!("../host/faults.h");
        let names = code.split("enum {").nth(1).and_then(|rest| rest.split('}').next());
        let names: Vec<String> = names
            .expect("an enumeration")
            .split(',')
            .map(|name| name.split('=').next().unwrap_or_default().trim().to_lowercase())
            .collect();
        for (index, fault) in ALL.iter().enumerate() {
            assert_eq!(fault.number as usize, index + 1);
            assert_eq!(names[index], fault.name.replace('-', "_"));
        }
    }
}
