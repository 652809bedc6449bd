//! The languages of programs, in one list.

use crate::{Goal, Words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Calls a macro with the list of languages: for each, its variant of [`Language`], its folder in
/// `debunk-languages`, its name, its [`Words`], and the extensions of its files with the goal that each
/// implies. The first extension with a goal is that of new files.
///
/// This list and the folder are all that has to be written for a new language.
#[macro_export]
macro_rules! for_each_language {
    ($callback:ident) => {
        $callback! {
            JavaScript, javascript, "JavaScript", JAVASCRIPT, [js: Script, cjs: Script, mjs: Module];
            C, c, "C", C, [c: Script];
            Cpp, cpp, "C++", CPP, [cpp: Script, cc: Script, cxx: Script];
            Python, python, "Python", PYTHON, [py: Script];
            Go, go, "Go", GO, [go: Script];
            Rust, rust, "Rust", RUST, [rs: Script];
        }
    };
}

macro_rules! languages {
    ($($variant:ident, $folder:ident, $name:literal, $words:ident,
       [$($extension:ident: $goal:ident),*];)*) => {
        /// The language of a program.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
            JsonSchema,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum Language { $(
            #[doc = $name]
            $variant,
        )* }

        impl Language {
            /// Every language.
            pub const ALL: [Language; [$($name),*].len()] = [$(Language::$variant),*];

            /// Its name for people.
            pub const fn name(self) -> &'static str {
                match self { $(Language::$variant => $name,)* }
            }

            /// The extensions of its files, with the goal that each implies.
            pub const fn extensions(self) -> &'static [(&'static str, Goal)] {
                match self { $(
                    Language::$variant => &[$((stringify!($extension), Goal::$goal)),*],
                )* }
            }

            /// The texts that relations insert into its programs.
            pub(crate) const fn words(self) -> &'static Words {
                match self { $(Language::$variant => &crate::words::$words,)* }
            }
        }
    };
}

for_each_language!(languages);

impl Language {
    /// The language of files with that extension, and the goal that it implies.
    pub fn of_extension(extension: &str) -> Option<(Language, Goal)> {
        Self::ALL.into_iter().find_map(|language| {
            let known = language.extensions().iter().find(|(known, _)| *known == extension);
            known.map(|(_, goal)| (language, *goal))
        })
    }

    /// The extension of its files with that goal; its only one if it has no such goal.
    pub fn extension(self, goal: Goal) -> &'static str {
        let extensions = self.extensions();
        let fitting = extensions.iter().find(|(_, other)| *other == goal).or(extensions.first());
        fitting.map_or("", |(extension, _)| extension)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_lead_there_and_back() {
        for language in Language::ALL {
            for (extension, goal) in language.extensions() {
                assert_eq!(Language::of_extension(extension), Some((language, *goal)));
            }
        }
        assert_eq!(Language::of_extension("txt"), None);
        assert_eq!(Language::JavaScript.extension(Goal::Script), "js");
        assert_eq!(Language::JavaScript.extension(Goal::Module), "mjs");
        assert_eq!(Language::C.extension(Goal::Module), "c");
    }
}
