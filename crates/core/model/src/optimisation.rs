//! How much a compiler changes a program, according to its options.

use std::fmt;

/// The level of optimisation that a program was compiled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OptimisationLevel {
    /// `-O0`, or no option: the code does what the text says, statement by statement.
    #[default]
    O0,
    /// `-Og`.
    Og,
    /// `-O` or `-O1`.
    O1,
    /// `-O2`.
    O2,
    /// `-O3` and above.
    O3,
    /// `-Os`.
    Os,
    /// `-Oz`.
    Oz,
    /// `-Ofast`.
    Ofast,
}

impl OptimisationLevel {
    /// The level from a C compiler's options: the last one counts.
    pub fn of_flags<'flags>(flags: impl IntoIterator<Item = &'flags str>) -> Self {
        let levels = flags.into_iter().filter_map(|flag| flag.strip_prefix("-O")).map(Self::named);
        levels.last().unwrap_or_default()
    }

    fn named(level: &str) -> Self {
        match level {
            "0" => Self::O0,
            "g" => Self::Og,
            "" | "1" => Self::O1,
            "2" => Self::O2,
            "s" => Self::Os,
            "z" => Self::Oz,
            "fast" => Self::Ofast,
            // Compilers take larger numbers as the highest level.
            _ => Self::O3,
        }
    }

    /// Whether code may be moved, merged and dropped, so that a debugger cannot show the text
    /// statement by statement.
    pub const fn is_optimised(self) -> bool {
        !matches!(self, Self::O0)
    }
}

impl fmt::Display for OptimisationLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::O0 => "-O0",
            Self::Og => "-Og",
            Self::O1 => "-O1",
            Self::O2 => "-O2",
            Self::O3 => "-O3",
            Self::Os => "-Os",
            Self::Oz => "-Oz",
            Self::Ofast => "-Ofast",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_option_counts() {
        for (flags, expected) in [
            ("-g", OptimisationLevel::O0),
            ("-O2 -g", OptimisationLevel::O2),
            ("-O2 -g -O0", OptimisationLevel::O0),
            ("-O0 -Og", OptimisationLevel::Og),
            ("-O", OptimisationLevel::O1),
            ("-O9", OptimisationLevel::O3),
            ("-Ofast -o x", OptimisationLevel::Ofast),
        ] {
            assert_eq!(OptimisationLevel::of_flags(flags.split(' ')), expected, "{flags}");
        }
    }
}
