//! The texts that relations insert into programs, in the words of each language.

use crate::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The placeholder for a variable's name in a text.
const VARIABLE: &str = "{v}";
/// The placeholder for a value in a text.
const VALUE: &str = "{n}";
/// The placeholder for the name of a copy in a text.
const TWIN: &str = "{t}";

/// The words of a language. In a text, `{v}` is the name of a variable and `{n}` a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    dead_code: &'static str,
    literals: &'static [&'static str],
    no_op: &'static str,
    /// A comment before a statement.
    pub comment: &'static str,
    /// A statement that does nothing.
    pub nothing: &'static str,
    /// As [`Words::nothing`], after a statement that has no terminator.
    pub nothing_apart: &'static str,
    /// An integer divided by one, which must stay an integer.
    quotient: &'static str,
    true_of: &'static str,
    false_of: &'static str,
    /// Breakpoint conditions that are never true, whatever the program does.
    pub never_true: &'static [&'static str],
    /// Whether dead code needs its own line.
    pub dead_code_fills_line: bool,
    /// Whether a comment needs its own line.
    pub comment_fills_line: bool,
    /// How expressions are written; `None` if none is evaluated.
    pub expressions: Option<ExpressionWords>,
    /// How containers are copied, by kind.
    pub copies: &'static [ContainerCopies],
    /// A statement that gives a new variable `{v}` of a block the value `{n}`, a number where types have to
    /// be written.
    declaration: &'static str,
    /// Whether a line can be compiled several times, as in templates and macros.
    pub lines_repeat: bool,
    /// Whether debuggers may show how the library lays out a value in memory in place of what it holds,
    /// and members that all values of a type share.
    pub shows_layouts: bool,
    /// Whether the members of whatever has names are shown in the order of their declaration.
    pub declares_order: bool,
    /// Whether a value is one of several variants of its type.
    pub has_variants: bool,
}

/// How containers of one kind are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContainerCopies {
    /// How the value of such a container begins where a debugger shows it.
    pub shown: &'static str,
    /// What the copies have in common with their original.
    pub form: CopyForm,
    /// Statements that make the new variable `{t}` a copy of `{v}`, and how many elements it has more.
    statements: &'static [(&'static str, u32)],
}

/// What a copy has in common with its original.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CopyForm {
    /// Its elements in their order, and perhaps some more.
    #[default]
    Elements,
    /// Its elements in any order, and everything that has a name.
    InAnyOrder,
    /// Everything.
    Everything,
}

impl CopyForm {
    /// Whether elements with their order are all that counts.
    pub const fn is_usual(&self) -> bool {
        matches!(self, CopyForm::Elements)
    }
}

impl ContainerCopies {
    /// The statements for a variable and its twin, and how many elements the twin has more.
    pub fn statements(&self, original: &str, twin: &str) -> Vec<(String, u32)> {
        let filled = |text: &str| text.replace(VARIABLE, original).replace(TWIN, twin);
        self.statements.iter().map(|(text, added)| (filled(text), *added)).collect()
    }
}

/// What expressions mean, and how they are read: a family of languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionDialect {
    /// Values have types, and an operator converts them.
    JavaScript,
    /// Values have types, and an operator of a class may run its code.
    Python,
    /// Variables have types, and small ones are converted to larger ones.
    C,
    /// The same with names for truth, and members that may be more than that.
    Cpp,
    /// Variables have types, which operators do not mix.
    Go,
    /// The same, and what does not fit into a type is an error.
    Rust,
}

/// How a language writes expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpressionWords {
    /// What they mean.
    pub dialect: ExpressionDialect,
    /// The operator that compares without conversion.
    pub equality: &'static str,
    /// The operators of logic.
    pub and: &'static str,
    /// See [`ExpressionWords::and`].
    pub or: &'static str,
    /// The negation of `{v}`.
    not: &'static str,
    /// `{y}` or `{n}`, by the condition `{v}`; empty if the language has no such expression.
    choice: &'static str,
    /// The value `{v}`, after a detour that may involve `{n}`.
    wrapped: &'static str,
    /// The number of elements of the sequence `{v}`; empty if there is no sure expression for it.
    length: &'static str,
    /// How debuggers show true and false, if there is one way.
    pub truth: Option<(&'static str, &'static str)>,
    /// Whether texts in double quotes can be joined, compared and measured.
    pub has_texts: bool,
    /// Whether one operator takes integers of different types, and fractions.
    pub mixes_types: bool,
    /// Whether the quotient of two integers can be a fraction.
    pub divides_exactly: bool,
    /// The largest integer that every type has in which an operator may compute.
    pub integer_max: i64,
}

impl ExpressionWords {
    /// The negation of a condition.
    pub fn not(&self, condition: &str) -> String {
        self.not.replace(VARIABLE, condition)
    }

    /// Whether the language has expressions that choose between two values.
    pub const fn has_choice(&self) -> bool {
        !self.choice.is_empty()
    }

    /// One of two values, by a condition.
    pub fn choice(&self, condition: &str, yes: &str, no: &str) -> String {
        let parts = self.choice.replace(VARIABLE, condition);
        parts.replace("{y}", yes).replace(VALUE, no)
    }

    /// The number of elements of a sequence, if there is a sure expression for it.
    pub fn length(&self, sequence: &str) -> Option<String> {
        (!self.length.is_empty()).then(|| self.length.replace(VARIABLE, sequence))
    }

    /// A value, after a detour.
    pub fn wrapped(&self, value: &str, other: &str) -> String {
        self.wrapped.replace(VARIABLE, value).replace(VALUE, other)
    }
}

pub(crate) const JAVASCRIPT: Words = Words {
    dead_code: "if (false) { {v} = {n}; }",
    literals: &["7", "\"dead\"", "true", "null"],
    no_op: "{v} = {v};",
    comment: "/* said */",
    nothing: ";",
    nothing_apart: "{}",
    quotient: "({n} / 1)",
    true_of: "({v} === {v} || {v} !== {v})",
    false_of: "!({v} === {v} || {v} !== {v})",
    // The last one is what a logpoint is made of: an expression whose value is undefined.
    never_true: &["false", "1 > 2", "(\"log point\", void 0)"],
    dead_code_fills_line: false,
    comment_fills_line: false,
    expressions: Some(ExpressionWords {
        dialect: ExpressionDialect::JavaScript,
        equality: "===",
        and: "&&",
        or: "||",
        not: "!{v}",
        choice: "({v} ? {y} : {n})",
        wrapped: "(-(-{v}))",
        length: "{v}.length",
        truth: Some(("true", "false")),
        has_texts: true,
        mixes_types: true,
        divides_exactly: true,
        integer_max: 100_000_000,
    }),
    copies: &[
        ContainerCopies {
            shown: "Array(",
            form: CopyForm::Elements,
            statements: &[
                ("var {t} = [...{v}];", 0),
                ("var {t} = [...{v}].reverse().reverse();", 0),
                ("var {t} = [...{v}, 7];", 1),
                ("var {t} = [...[...{v}, 7], 8];", 2),
                ("var {t} = {v}.slice(); {t}.push(7);", 1),
                ("var {t} = {v}.slice();", 0),
            ],
        },
        ContainerCopies {
            shown: "Map(",
            form: CopyForm::Elements,
            statements: &[
                ("var {t} = new Map({v});", 0),
                ("var {t} = new Map([...{v}].reverse().reverse());", 0),
                ("var {t} = new Map({v}); {t}.set({}, 7);", 1),
            ],
        },
        ContainerCopies {
            shown: "Set(",
            form: CopyForm::Elements,
            statements: &[
                ("var {t} = new Set({v});", 0),
                ("var {t} = new Set([...{v}].reverse().reverse());", 0),
                ("var {t} = new Set({v}); {t}.add({});", 1),
            ],
        },
    ],
    declaration: "let {v} = {n};",
    lines_repeat: false,
    shows_layouts: false,
    declares_order: false,
    has_variants: false,
};

const C_EXPRESSIONS: ExpressionWords = ExpressionWords {
    dialect: ExpressionDialect::C,
    equality: "==",
    and: "&&",
    or: "||",
    not: "!{v}",
    choice: "({v} ? {y} : {n})",
    wrapped: "(long)({v})",
    length: "(sizeof({v}) / sizeof({v}[0]))",
    truth: None,
    has_texts: false,
    mixes_types: true,
    divides_exactly: false,
    integer_max: 100_000_000,
};

pub(crate) const C: Words = Words {
    dead_code: "if (0) { {v} = {n}; }",
    literals: &["7", "0", "1"],
    nothing_apart: ";",
    declares_order: true,
    true_of: "({v} == {v} || {v} != {v})",
    false_of: "!({v} == {v} || {v} != {v})",
    never_true: &["0", "1 > 2"],
    expressions: Some(C_EXPRESSIONS),
    copies: &[ContainerCopies {
        shown: "{",
        form: CopyForm::Everything,
        statements: &[("__typeof__({v}) {t}; __builtin_memcpy(&{t}, &{v}, sizeof {t});", 0)],
    }],
    declaration: "double {v} = {n};",
    ..JAVASCRIPT
};

pub(crate) const CPP: Words = Words {
    declares_order: false,
    copies: &[],
    expressions: Some(ExpressionWords {
        dialect: ExpressionDialect::Cpp,
        length: "",
        ..C_EXPRESSIONS
    }),
    lines_repeat: true,
    shows_layouts: true,
    ..C
};

pub(crate) const PYTHON: Words = Words {
    declares_order: false,
    has_variants: false,
    dead_code: "if False: {v} = {n}",
    literals: &["7", "\"dead\"", "True", "None"],
    no_op: "{v} = {v};",
    comment: "# said",
    nothing: "pass",
    nothing_apart: "pass",
    quotient: "({n} // 1)",
    true_of: "({v} is {v})",
    false_of: "({v} is not {v})",
    never_true: &["False", "1 > 2", "None"],
    dead_code_fills_line: true,
    comment_fills_line: true,
    expressions: Some(ExpressionWords {
        dialect: ExpressionDialect::Python,
        and: "and",
        or: "or",
        not: "(not {v})",
        choice: "({y} if {v} else {n})",
        wrapped: "({n}, {v})[1]",
        length: "len({v})",
        truth: Some(("True", "False")),
        divides_exactly: true,
        ..C_EXPRESSIONS
    }),
    copies: &[
        ContainerCopies {
            shown: "[",
            form: CopyForm::Elements,
            statements: &[
                ("{t} = {v}[:]", 0),
                ("{t} = {v}[::-1][::-1]", 0),
                ("{t} = [*{v}, 7]", 1),
                ("{t} = list(reversed([*reversed({v})]))", 0),
                ("{t} = {v}[:]; {t}.append(7)", 1),
            ],
        },
        ContainerCopies {
            shown: "(",
            form: CopyForm::Elements,
            statements: &[("{t} = {v}[::-1][::-1]", 0), ("{t} = {v} + (7,)", 1)],
        },
        // A dictionary, or a set, whose copy may have another order.
        ContainerCopies {
            shown: "{",
            form: CopyForm::InAnyOrder,
            statements: &[("{t} = {v}.copy()", 0), ("{t} = {v}.copy(); {t}.update({v})", 0)],
        },
        ContainerCopies {
            shown: "set{",
            form: CopyForm::InAnyOrder,
            statements: &[
                ("{t} = {v}.copy()", 0),
                ("{t} = {v} | {v}", 0),
                ("{t} = {v} | {(\"added\", 7)}", 1),
            ],
        },
    ],
    declaration: "{v} = {n}",
    lines_repeat: false,
    shows_layouts: false,
};

const GO_EXPRESSIONS: ExpressionWords = ExpressionWords {
    dialect: ExpressionDialect::Go,
    choice: "",
    wrapped: "({v} + 0)",
    length: "len({v})",
    truth: Some(("true", "false")),
    mixes_types: false,
    integer_max: i8::MAX as i64,
    ..C_EXPRESSIONS
};

pub(crate) const GO: Words = Words {
    dead_code: "if false { {v} = {n} };",
    never_true: &["false", "1 > 2"],
    expressions: Some(GO_EXPRESSIONS),
    copies: &[],
    declaration: "{v} := {n}; _ = {v}",
    ..C
};

pub(crate) const RUST: Words = Words {
    declares_order: false,
    has_variants: true,
    dead_code: "if false { {v} = {n}; }",
    declaration: "let {v} = {n};",
    lines_repeat: true,
    shows_layouts: true,
    expressions: Some(ExpressionWords {
        dialect: ExpressionDialect::Rust,
        length: "",
        ..GO_EXPRESSIONS
    }),
    ..GO
};

/// Every condition that is never true in some language.
pub const NEVER_TRUE: [&[&str]; Language::ALL.len()] = {
    let mut all: [&[&str]; Language::ALL.len()] = [&[]; Language::ALL.len()];
    let mut index = 0;
    while index < all.len() {
        all[index] = Language::ALL[index].words().never_true;
        index += 1;
    }
    all
};

impl Words {
    /// The words of a language.
    pub const fn of(language: Language) -> &'static Words {
        language.words()
    }

    /// The values that dead code can assign.
    pub const fn literals(&self) -> &'static [&'static str] {
        self.literals
    }

    /// Code that never runs, with a variable and the value that it would get.
    pub fn dead_code(&self, variable: &str, literal: &str) -> String {
        self.dead_code.replace(VARIABLE, variable).replace(VALUE, literal)
    }

    /// An assignment of a variable to itself.
    pub fn no_op(&self, variable: &str) -> String {
        self.no_op.replace(VARIABLE, variable)
    }

    /// A statement that gives a new variable a value.
    pub fn declaration(&self, variable: &str, value: &str) -> String {
        self.declaration.replace(VARIABLE, variable).replace(VALUE, value)
    }

    /// How the container whose value is shown as this is copied.
    pub fn copies_of(&self, shown: &str) -> Option<&'static ContainerCopies> {
        self.copies.iter().find(|copies| shown.starts_with(copies.shown))
    }

    /// An integer divided by one.
    pub fn quotient(&self, integer: i64) -> String {
        self.quotient.replace(VALUE, &integer.to_string())
    }

    /// An expression over a variable that has this value and runs no code of the program.
    pub fn boolean(&self, value: bool, variable: &str) -> String {
        let text = if value { self.true_of } else { self.false_of };
        text.replace(VARIABLE, variable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_own_words() {
        let words = Words::of(Language::Python);
        assert_eq!(words.dead_code("x", "7"), "if False: x = 7");
        assert_eq!(words.quotient(6), "(6 // 1)");
        assert_eq!(words.boolean(false, "x"), "(x is not x)");
        assert_eq!(Words::of(Language::C).dead_code("x", "7"), "if (0) { x = 7; }");
        let words = Words::of(Language::JavaScript);
        assert_eq!(words.boolean(false, "y"), "!(y === y || y !== y)");
    }

    #[test]
    fn a_container_is_copied_as_its_value_says() {
        let first = |language, shown| {
            let copies = Words::of(language).copies_of(shown)?;
            Some(copies.statements("a", "t").swap_remove(0))
        };
        let copy = |text: &str| Some((text.to_owned(), 0));
        assert_eq!(first(Language::JavaScript, "Array(2)"), copy("var t = [...a];"));
        assert_eq!(first(Language::JavaScript, "Map(1)"), copy("var t = new Map(a);"));
        assert_eq!(first(Language::JavaScript, "Object"), None);
        assert_eq!(first(Language::Python, "{'k': 1}"), copy("t = a.copy()"));
        let in_c = copy("__typeof__(a) t; __builtin_memcpy(&t, &a, sizeof t);");
        assert_eq!(first(Language::C, "{1, 2}"), in_c);
        assert_eq!(first(Language::Cpp, "{1, 2}"), None);
    }
}
