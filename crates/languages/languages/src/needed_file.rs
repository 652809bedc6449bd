//! Reads names of files out of programs and error messages, to find out which other file a program
//! needs.

/// What follows the first occurrence of these words.
pub(crate) fn after<'text>(text: &'text str, words: &str) -> Option<&'text str> {
    text.split_once(words).map(|(_, rest)| rest)
}

/// The text up to the first blank or sign.
pub(crate) fn first_word(text: &str) -> String {
    text.split([' ', ';', ':']).next().unwrap_or_default().to_owned()
}

/// The text in quotes at the beginning of another.
pub(crate) fn quoted(text: &str) -> Option<String> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|sign| "'\"`".contains(*sign))?;
    let (name, _) = text[1..].split_once(quote)?;
    Some(name.to_owned())
}

/// What the first import of a module names.
pub(crate) fn imported(text: &str) -> Option<String> {
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
    use crate::needed_file;
    use debunk_model::{Language, Program};

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
