//! What a reduction may remove from a program.

use crate::c::parse;
use crate::tree::PartKinds;
use debunk_model::{Parts, Program};

const KINDS: PartKinds = PartKinds {
    lists: &["translation_unit", "compound_statement", "case_statement"],
    is_statement,
    is_expression,
    comma_lists: &["argument_list", "parameter_list", "initializer_list", "enumerator_list"],
    clauses: &[
        ("if_statement", "alternative"),
        ("init_declarator", "value"),
        ("for_statement", "initializer"),
    ],
    alone: &["case_statement", "field_declaration"],
    blocks: &[("compound_statement", "{}")],
    short_statement: ";",
    has_brackets: true,
};

fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement")
        || kind.starts_with("preproc")
        || matches!(kind, "declaration" | "function_definition" | "type_definition")
}

fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression")
        || matches!(
            kind,
            "identifier" | "number_literal" | "string_literal" | "char_literal" | "true" | "false"
        )
}

/// The parts of a program; none if the grammar does not understand it.
pub fn parts(program: &Program) -> Option<Parts> {
    Some(crate::tree::parts(&parse(&program.text)?, &KINDS))
}
