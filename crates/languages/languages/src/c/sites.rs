//! One pass over the syntax tree that collects every site.

use crate::c::certain::{objects, uncertain};
use crate::c::declarations::{
    Lifetime, NamedItem, SCOPES, ValueKind, declared, is_outside, macros, scope_of,
};
use crate::c::locals::{is_argument_of_macro, renameable};
use crate::c::unions::Unions;
use crate::tree::{SyntaxTree, plain_integer, plain_lines, scope_tables, starts_line};
use debunk_model::{
    Binding, DeclaredKind, ExpressionKinds, InsertionSite, Language, LiteralSite, Program, Sites,
    StatementSite,
};
use std::collections::{BTreeMap, BTreeSet};

/// Integers up to here can be one more or less and still have type `int`.
const INTEGER_MAX: u64 = i32::MAX as u64 - 2;

/// Nodes in which a literal must stay unchanged.
const LITERAL_STAYS: [&str; 21] = [
    "array_declarator",
    "abstract_array_declarator",
    "enumerator",
    "bitfield_clause",
    "attribute_specifier",
    "alignas_qualifier",
    "subscript_designator",
    "subscript_range_designator",
    "generic_expression",
    "gnu_asm_expression",
    "alias_declaration",
    "attribute_declaration",
    "concept_definition",
    "field_declaration",
    "lambda_capture_specifier",
    "noexcept",
    "optional_parameter_declaration",
    "static_assert_declaration",
    "template_argument_list",
    "template_parameter_list",
    "user_defined_literal",
];

/// Words of programs in which control also goes where no statement sends it.
const JUMPS: [&str; 5] = ["longjmp", "signal(", "sigaction", "raise(", "throw"];

/// Words of declarations whose values the compiler has to know.
const CONSTANT: [&str; 4] = ["static", "extern", "constexpr", "constinit"];

/// Statements that begin once and do one thing after the other.
const PLAIN: [&str; 2] = ["expression_statement", "return_statement"];

/// Loops.
const LOOPS: [&str; 4] = ["do_statement", "for_range_loop", "for_statement", "while_statement"];

/// Expressions that only read.
const EXPRESSIONS: ExpressionKinds = ExpressionKinds {
    reading: &[
        "binary_expression",
        "conditional_expression",
        "field_expression",
        "subscript_expression",
        "unary_expression",
    ],
    leaves: &[
        "char_literal",
        "character",
        "false",
        "field_identifier",
        "identifier",
        "number_literal",
        "parenthesized_expression",
        "subscript_argument_list",
        "true",
    ],
};

pub(crate) fn collect(tree: &SyntaxTree<'_>, program: &Program) -> Sites {
    let declared = declared(tree);
    let unions = Unions::of(tree, program.language, &declared);
    let own = |scope| declared.iter().filter(|it| it.scope == scope).map(binding).collect();
    let (scopes, numbers) = scope_tables(tree, &SCOPES, own);
    let nodes = tree.node_spans();
    let mut sites = Sites {
        expressions: EXPRESSIONS.among(&nodes),
        loops: tree.starts_of(&LOOPS),
        nodes,
        scopes,
        locals: renameable(tree, &declared),
        uncertain: uncertain(tree, program, &declared, &unions),
        unsteady: objects(program, &declared, &unions),
        plain_lines: plain_lines(tree, program, &PLAIN, |kind| {
            matches!(kind, "compound_statement" | "function_declarator" | "lambda_expression")
        }),
        has_suspension: JUMPS.iter().any(|word| program.text.contains(word)),
        ..Sites::default()
    };
    sites.plain_lines.retain(|&line| !is_in_template(tree, program, line));
    let collector = Collector {
        tree,
        numbers,
        macros: macros(tree),
        is_cpp: program.language == Language::Cpp,
    };
    for id in 0..tree.nodes.len() {
        collector.node(id, &mut sites);
    }
    sites.insertions.sort_by_key(|site| site.offset);
    sites.statements.sort_by_key(|site| site.span);
    sites.breakable.sort_unstable();
    sites.breakable.dedup();
    sites
}

/// Whether a line is part of a template, of which each instance has places of its own.
fn is_in_template(tree: &SyntaxTree<'_>, program: &Program, line: u32) -> bool {
    let lines = program.lines();
    let line_of = |offset: u32| lines.location(tree.text, offset).line;
    tree.of_kind("template_declaration").any(|id| {
        let span = tree.span(id);
        (line_of(span.start)..=line_of(span.end)).contains(&line)
    })
}

fn binding(it: &NamedItem<'_>) -> Binding {
    let is_usable = it.holds == ValueKind::Number && it.is_assignable;
    let kind = match it.lives {
        Lifetime::Always | Lifetime::InCall if is_usable => DeclaredKind::Variable,
        Lifetime::InBlock if is_usable => DeclaredKind::Let,
        _ => DeclaredKind::Hidden,
    };
    Binding {
        name: it.name.into(),
        kind,
        visible_from: it.visible_from,
        ready_from: it.ready.map_or(u32::MAX, |ready| ready.start),
        ready_within: it.ready,
    }
}

struct Collector<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    numbers: BTreeMap<usize, usize>,
    macros: BTreeSet<&'text str>,
    is_cpp: bool,
}

/// Whether nodes of a kind are statements that do something by themselves.
fn is_statement(kind: &str) -> bool {
    let is_part = matches!(kind, "case_statement" | "attributed_statement" | "init_statement");
    kind.ends_with("_statement") && !is_part || kind == "for_range_loop"
}

impl Collector<'_, '_> {
    fn node(&self, id: usize, sites: &mut Sites) {
        let (tree, span) = (self.tree, self.tree.span(id));
        match tree.kind(id) {
            "compound_statement" | "case_statement" => self.list(id, sites),
            "number_literal" => self.integer(id, sites),
            kind @ ("true" | "false") if tree.nodes[id].is_named && !self.stays(id) => {
                let scope = self.scope(id);
                let value = kind == "true";
                sites.booleans.push(LiteralSite { span, value, scope, offset: span.start });
            }
            kind if is_statement(kind) => sites.breakable.push(span.start),
            "declaration"
                if !is_outside(tree, scope_of(tree, id))
                    && tree.contains(id, &["init_declarator"]) =>
            {
                sites.breakable.push(span.start);
            }
            _ => {}
        }
    }

    fn scope(&self, id: usize) -> usize {
        self.numbers.get(&scope_of(self.tree, id)).copied().unwrap_or(0)
    }

    /// The statements of a block, or after a label of a `switch`.
    fn list(&self, id: usize, sites: &mut Sites) {
        let tree = self.tree;
        for child in tree.named(id) {
            let kind = tree.kind(child);
            let is_label = tree.nodes[child].field == Some("value");
            if is_label || !is_statement(kind) && kind != "declaration" {
                continue;
            }
            let span = tree.span(child);
            let removable = kind != "declaration"
                && kind != "labeled_statement"
                && !tree.contains(child, &["labeled_statement"]);
            sites.statements.push(StatementSite { span, removable });
            sites.insertions.push(InsertionSite {
                offset: span.start,
                starts_line: starts_line(tree.text, span.start),
                joins_line: true,
                opens_finally: false,
                scope: self.scope(child),
            });
        }
    }

    fn integer(&self, id: usize, sites: &mut Sites) {
        let value = plain_integer(self.tree.text(id)).filter(|&value| value <= INTEGER_MAX);
        // In C++ only a literal can also mean no address.
        let value = value.filter(|&value| value > 0 || !self.is_cpp);
        if let Some(value) = value
            && !self.stays(id)
        {
            let (span, scope) = (self.tree.span(id), self.scope(id));
            sites.integers.push(LiteralSite { span, value, scope, offset: span.start });
        }
    }

    /// Whether a literal must not become an expression.
    fn stays(&self, id: usize) -> bool {
        let tree = self.tree;
        let is_in_function = SCOPES.function(tree, id).is_some();
        let is_static = tree.around(id, &["declaration"]).is_some_and(|declaration| {
            let storage = tree.named(declaration).filter(|&child| {
                tree.kind(child).ends_with("_specifier") || tree.kind(child) == "type_qualifier"
            });
            storage.into_iter().any(|it| CONSTANT.contains(&tree.text(it)))
        });
        let is_part_of_label = |inner: usize| {
            tree.nodes[inner].field == Some("value")
                && tree.nodes[inner].parent.is_some_and(|it| tree.kind(it) == "case_statement")
        };
        let is_kept = |outer: usize| {
            let kind = tree.kind(outer);
            LITERAL_STAYS.contains(&kind) || kind.starts_with("preproc") || is_part_of_label(outer)
        };
        !is_in_function
            || is_static
            || is_part_of_label(id)
            || tree.ancestors(id).any(is_kept)
            || is_argument_of_macro(tree, id, &self.macros)
    }
}
