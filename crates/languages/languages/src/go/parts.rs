//! What a reduction may remove from a program.

use crate::go::sites::is_statement;
use crate::tree::PartKinds;

pub(crate) const KINDS: PartKinds = PartKinds {
    lists: &["source_file", "statement_list"],
    is_statement: |kind| {
        is_statement(kind)
            || matches!(kind, "function_declaration" | "method_declaration" | "import_declaration")
    },
    is_expression,
    comma_lists: &["argument_list", "parameter_list", "literal_value", "expression_list"],
    clauses: &[("if_statement", "alternative"), ("var_spec", "value")],
    alone: &[
        "expression_case",
        "default_case",
        "type_case",
        "communication_case",
        "field_declaration",
        "import_spec",
        "method_elem",
    ],
    blocks: &[("block", "{}")],
    short_statement: ";",
    has_brackets: true,
};

fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression")
        || kind.ends_with("_literal")
        || matches!(kind, "identifier" | "true" | "false" | "nil")
}
