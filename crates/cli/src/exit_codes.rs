//! The exit codes and their meanings, as data: the help and the guide are made from this list.

/// What some exit codes mean.
pub(crate) struct Meaning {
    /// The numbers.
    pub codes: &'static [u8],
    /// What they mean.
    pub meaning: &'static str,
}

/// Every exit code.
pub(crate) const EXIT_CODES: [Meaning; 5] = [
    Meaning { codes: &[0], meaning: "all planned work was done, nothing was found" },
    Meaning { codes: &[1], meaning: "all planned work was done, there are findings" },
    Meaning {
        codes: &[2],
        meaning: "wrong usage, bad input, or an error in debunk or its environment",
    },
    Meaning {
        codes: &[3],
        meaning: "incomplete: nothing or too little could be run, whether or not something was found",
    },
    Meaning { codes: &[130, 143], meaning: "incomplete: ended by Ctrl-C (SIGINT), by SIGTERM" },
];

impl Meaning {
    /// The numbers, separated by commas.
    pub fn numbers(&self) -> String {
        self.codes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// The list for the help.
pub(crate) fn list() -> String {
    let lines = EXIT_CODES.iter().map(|code| format!("  {:<10}{}", code.numbers(), code.meaning));
    format!("Exit codes:\n{}", lines.collect::<Vec<_>>().join("\n"))
}
