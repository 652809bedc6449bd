//! Whether a program failed because it needs another file: debunk copies and runs single files.

use debunk_model::{Goal, Language, Program};

/// The other file that a program needs, judging by its text and by how it failed.
pub(crate) fn needed_file(program: &Program, failure: &str) -> Option<String> {
    let text = &*program.text;
    match program.language {
        Language::JavaScript if failure.contains("require is not defined") => {
            quoted(after(text, "require(")?)
        }
        Language::JavaScript if program.goal == Goal::Module || failure.contains("import") => {
            imported(text)
        }
        Language::JavaScript => None,
        Language::Python if failure.contains("attempted relative import") => {
            Some(first_word(after(text, "from .")?.trim_start_matches('.')))
        }
        Language::Python => quoted(after(failure, "No module named ")?),
        Language::C => {
            let name = after(failure, "fatal error: ")?;
            let (name, _) =
                name.split_once(": No such file").or_else(|| name.split_once(" file not found"))?;
            Some(name.trim_matches('\'').to_owned())
        }
        Language::Go => after(failure, "cannot find package ")
            .or_else(|| after(failure, "no required module provides package "))
            .map(|name| quoted(name).unwrap_or_else(|| first_word(name))),
        Language::Rust => quoted(after(failure, "file not found for module ")?),
    }
}

fn after<'text>(text: &'text str, words: &str) -> Option<&'text str> {
    text.split_once(words).map(|(_, rest)| rest)
}

fn first_word(text: &str) -> String {
    text.split([' ', ';', ':']).next().unwrap_or_default().to_owned()
}

/// The text in quotes at the beginning of another.
fn quoted(text: &str) -> Option<String> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|sign| "'\"`".contains(*sign))?;
    let (name, _) = text[1..].split_once(quote)?;
    Some(name.to_owned())
}

/// What the first import of a module names.
fn imported(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(behind) = after(rest, "import") {
        let clause = behind.trim_start().trim_start_matches('(');
        let (names, _) = clause.split_once([';', '\n']).unwrap_or((clause, ""));
        let name = quoted(clause).or_else(|| after(names, " from ").and_then(quoted));
        // Names in braces may span several lines.
        let name = name.or_else(|| {
            let (_, tail) = clause.strip_prefix('{')?.split_once('}')?;
            quoted(tail.trim_start().strip_prefix("from")?)
        });
        if name.is_some() {
            return name;
        }
        rest = behind;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(extension: &str, text: &str, failure: &str, file: Option<&str>) {
        let (language, goal) = Language::of_extension(extension).expect("a language");
        let mut program = Program::script("p", language, text);
        program.goal = goal;
        assert_eq!(needed_file(&program, failure).as_deref(), file);
    }

    #[test]
    fn the_other_file_is_named() {
        check("mjs", "import { a } from './lib.mjs';\n", "no reason given", Some("./lib.mjs"));
        check("mjs", "import {\n  a,\n} from \"./b.mjs\";\n", "no answer", Some("./b.mjs"));
        check("mjs", "import './c.mjs';\n", "x", Some("./c.mjs"));
        check(
            "js",
            "import('./d.mjs');\n",
            "Error: a program may not import ./d.mjs",
            Some("./d.mjs"),
        );
        let missing = "ReferenceError: require is not defined";
        check("js", "const f = require('./e');\n", missing, Some("./e"));
        check("py", "import f\n", "ModuleNotFoundError: No module named 'f'", Some("f"));
        let missing = "ImportError: attempted relative import with no known parent package";
        check("py", "from .g import h\n", missing, Some("g"));
        let missing = "program.c:1:10: fatal error: x.h: No such file or directory";
        check("c", "", missing, Some("x.h"));
        check("c", "", "program.c:1:10: fatal error: 'y.h' file not found", Some("y.h"));
        check("go", "", "2:8: cannot find package \"mylib/x\" in any of:", Some("mylib/x"));
        check("rs", "", "error[E0583]: file not found for module `other`;", Some("other"));
    }

    #[test]
    fn other_failures_name_none() {
        check("js", "import('./d.mjs'); throw 1;", "TypeError: x is no function", None);
        check("mjs", "let important = 1;\n", "SyntaxError: x", None);
        check("py", "1/0\n", "ZeroDivisionError: division by zero", None);
        check("c", "", "program.c:1:1: error: expected ';'", None);
    }
}
