//! What a reduction may remove from a program.

use crate::tree::PartKinds;

pub(crate) const KINDS: PartKinds = PartKinds {
    lists: &["module", "block"],
    is_statement,
    is_expression,
    comma_lists: &[
        "argument_list",
        "parameters",
        "lambda_parameters",
        "list",
        "tuple",
        "set",
        "dictionary",
        "expression_list",
    ],
    clauses: &[("if_statement", "alternative")],
    alone: &["except_clause", "finally_clause", "else_clause", "case_clause", "decorator"],
    blocks: &[("block", "pass")],
    short_statement: "pass",
    has_brackets: false,
};

fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement")
        || matches!(kind, "function_definition" | "class_definition" | "decorated_definition")
}

fn is_expression(kind: &str) -> bool {
    kind.ends_with("_operator")
        || kind.ends_with("_expression")
        || kind.ends_with("_comprehension")
        || matches!(
            kind,
            "call"
                | "attribute"
                | "subscript"
                | "identifier"
                | "integer"
                | "float"
                | "string"
                | "true"
                | "false"
                | "none"
                | "list"
                | "tuple"
                | "set"
                | "dictionary"
                | "lambda"
                | "await"
        )
}
