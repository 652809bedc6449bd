//! What a reduction may remove from a program.

use crate::tree::PartKinds;

pub(crate) const KINDS: PartKinds = PartKinds {
    lists: &[
        "translation_unit",
        "compound_statement",
        "case_statement",
        "declaration_list",
        "field_declaration_list",
    ],
    is_statement,
    is_expression,
    comma_lists: &[
        "argument_list",
        "parameter_list",
        "initializer_list",
        "enumerator_list",
        "field_initializer_list",
        "lambda_capture_specifier",
        "template_parameter_list",
    ],
    clauses: &[
        ("if_statement", "alternative"),
        ("init_declarator", "value"),
        ("for_statement", "initializer"),
    ],
    alone: &["case_statement", "field_declaration", "catch_clause"],
    blocks: &[("compound_statement", "{}")],
    short_statement: ";",
    has_brackets: true,
};

fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement")
        || kind.starts_with("preproc")
        || matches!(
            kind,
            "declaration"
                | "function_definition"
                | "type_definition"
                | "for_range_loop"
                | "namespace_definition"
                | "template_declaration"
                | "using_declaration"
                | "class_specifier"
        )
}

fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression")
        || matches!(
            kind,
            "identifier" | "number_literal" | "string_literal" | "char_literal" | "true" | "false"
        )
}
