//! How languages write expressions.

use debunk_model::ExpressionDialect as Dialect;

/// How a language writes the choice between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChoiceForm {
    /// `condition ? one : other`.
    Marks,
    /// `one if condition else other`.
    Words,
    /// Not at all.
    None,
}

/// How a language writes expressions.
#[derive(Debug)]
pub(super) struct SyntaxWords {
    /// Operators between two values by their rank, the weakest first.
    pub ranks: &'static [&'static [&'static str]],
    /// Operators before a value.
    pub prefixes: &'static [&'static str],
    /// An operator before a value that binds less than those of a rank, and that rank.
    pub loose_prefix: Option<(&'static str, usize)>,
    pub choice: ChoiceForm,
    /// All operators and marks, those that begin with another one first.
    pub marks: &'static [&'static str],
    /// What looks like an operator and is another one.
    pub others: &'static [&'static str],
    /// Operators that are words.
    pub word_marks: &'static [&'static str],
    /// Words that begin or join something else.
    pub words: &'static [&'static str],
    /// Words for values, which no member can have for a name.
    pub constants: &'static [&'static str],
    /// What texts are written in.
    pub quotes: &'static [char],
    /// Whether items in brackets are a list.
    pub has_lists: bool,
}

/// How a language writes expressions.
pub(super) fn of(dialect: Dialect) -> &'static SyntaxWords {
    match dialect {
        Dialect::JavaScript => &JAVASCRIPT,
        Dialect::Python => &PYTHON,
        Dialect::Go => &GO,
        Dialect::Rust => &RUST,
        Dialect::C | Dialect::Cpp => &C,
    }
}

const JAVASCRIPT: SyntaxWords = SyntaxWords {
    ranks: &[
        &["||"],
        &["&&"],
        &["===", "!=="],
        &["<=", ">=", "<", ">"],
        &["+", "-"],
        &["*", "/", "%"],
    ],
    prefixes: &["!", "-", "typeof"],
    loose_prefix: None,
    choice: ChoiceForm::Marks,
    marks: &[
        "===", "!==", "<=", ">=", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":",
        "(", ")", "[", "]", ".", ",",
    ],
    others: &[
        "++", "--", "**", "=>", "??", "?.", "<<", ">>", "...", "//", "/*", "+=", "-=", "*=", "/=",
        "%=",
    ],
    word_marks: &["typeof"],
    words: &[
        "arguments",
        "async",
        "await",
        "case",
        "class",
        "delete",
        "do",
        "else",
        "eval",
        "function",
        "if",
        "import",
        "in",
        "instanceof",
        "let",
        "new",
        "return",
        "super",
        "this",
        "throw",
        "void",
        "yield",
    ],
    constants: &[],
    quotes: &['"', '\''],
    has_lists: true,
};

const PYTHON: SyntaxWords = SyntaxWords {
    ranks: &[
        &["or"],
        &["and"],
        &["==", "!=", "<=", ">=", "<", ">"],
        &["+", "-"],
        &["*", "//", "/", "%"],
    ],
    prefixes: &["-"],
    loose_prefix: Some(("not", 2)),
    choice: ChoiceForm::Words,
    marks: &[
        "==", "!=", "<=", ">=", "//", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ".",
        ",", ":",
    ],
    others: &["**", "->", ":=", "<<", ">>", "<>", "...", "+=", "-=", "*=", "/=", "%="],
    word_marks: &["and", "else", "if", "not", "or"],
    words: &[
        "as",
        "assert",
        "async",
        "await",
        "break",
        "class",
        "continue",
        "def",
        "del",
        "elif",
        "except",
        "finally",
        "for",
        "from",
        "global",
        "import",
        "in",
        "is",
        "lambda",
        "nonlocal",
        "pass",
        "raise",
        "return",
        "try",
        "while",
        "with",
        "yield",
        "__debug__",
    ],
    constants: &["False", "None", "True"],
    quotes: &['"', '\''],
    has_lists: false,
};

const C: SyntaxWords = SyntaxWords {
    ranks: &[
        &["||"],
        &["&&"],
        &["==", "!="],
        &["<=", ">=", "<", ">"],
        &["+", "-"],
        &["*", "/", "%"],
    ],
    prefixes: &["!", "-"],
    loose_prefix: None,
    choice: ChoiceForm::Marks,
    marks: &[
        "==", "!=", "<=", ">=", "&&", "||", "->", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":",
        "(", ")", "[", "]", ".",
    ],
    others: &["++", "--", "<<", ">>", "<=>", "::", "//", "/*", "+=", "-=", "*=", "/=", "%=", "..."],
    word_marks: &[],
    words: &["alignof", "new", "operator", "sizeof", "this", "throw", "typeof"],
    constants: &["false", "true"],
    quotes: &[],
    has_lists: false,
};

const GO: SyntaxWords = SyntaxWords {
    ranks: &[&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]],
    choice: ChoiceForm::None,
    marks: &[
        "==", "!=", "<=", ">=", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "!", "(", ")", "[",
        "]", ".",
    ],
    others: &["++", "--", "<-", "<<", ">>", "&^", ":=", "//", "/*", "+=", "-=", "*=", "/=", "%="],
    words: &["chan", "func", "interface", "iota", "map", "struct"],
    constants: &[],
    quotes: &['"'],
    ..C
};

const RUST: SyntaxWords = SyntaxWords {
    others: &["<<", ">>", "::", "..", "=>", "->", "//", "/*", "+=", "-=", "*=", "/=", "%="],
    words: &["as", "await", "if", "match", "move", "self", "unsafe"],
    constants: &["false", "true"],
    quotes: &[],
    ..GO
};
