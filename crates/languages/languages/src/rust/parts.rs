//! What a reduction may remove from a program.

use crate::tree::PartKinds;

pub(crate) const KINDS: PartKinds = PartKinds {
    lists: &["source_file", "block", "declaration_list"],
    is_statement: |kind| {
        matches!(kind, "let_declaration" | "use_declaration" | "macro_definition")
            || kind.ends_with("_statement")
            || kind.ends_with("_item")
    },
    is_expression: |kind| {
        kind.ends_with("_expression") || kind.ends_with("_literal") || kind == "identifier"
    },
    comma_lists: &[
        "arguments",
        "array_expression",
        "closure_parameters",
        "enum_variant_list",
        "field_declaration_list",
        "field_initializer_list",
        "parameters",
        "tuple_expression",
        "use_list",
    ],
    clauses: &[("if_expression", "alternative")],
    alone: &["match_arm"],
    blocks: &[("block", "{}")],
    short_statement: ";",
    has_brackets: true,
};
