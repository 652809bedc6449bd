//! Makes a copy of a program that logs every statement it runs and otherwise does the same.
//!
//! Text is only inserted, and never a line end. The copy keeps its log in memory and prints it when
//! it ends, so that it does not come between what the program prints.

use crate::declarations::{Declared, Holds, Lives, declared};
use crate::{analyse, parse};
use debunk_model::{
    Edit, Instrumented, LoggedFunction, LoggedStatement, NotNeutral, Program, SourceMap, Span,
    StatementKind,
};
use debunk_tree::SyntaxTree;

/// What the names that a copy adds begin with.
const NAME: &str = "debunk_witness";
/// What each line of the log begins with.
const MARK: &str = "debunk witness: ";

/// Words of programs that can be interrupted anywhere or end without telling.
const UNSAFE: [&str; 5] = ["pthread", "fork(", "signal(", "sigaction", "_exit("];

const PRELUDE: &str = r#"static char NAME_log[1 << 20]; static unsigned long NAME_used; static int NAME_cut; static void NAME(int statement, int count, ...) { __builtin_va_list values; int number; if (NAME_used + 32 + 24 * (unsigned long)count >= sizeof NAME_log) { NAME_cut = 1; return; } NAME_used += (unsigned long)__builtin_sprintf(NAME_log + NAME_used, "MARKw%d", statement); __builtin_va_start(values, count); for (number = 0; number < count; number++) NAME_used += (unsigned long)__builtin_sprintf(NAME_log + NAME_used, ",%lld", __builtin_va_arg(values, long long)); __builtin_va_end(values); NAME_log[NAME_used++] = '\n'; } __attribute__((destructor)) static void NAME_end(void) { __builtin_printf("\n%sMARKz\n", NAME_log); if (NAME_cut) __builtin_printf("MARKt\n"); } "#;

/// Makes the copy of a program that logs what it does.
///
/// # Errors
/// When the grammar does not understand the program, or when the program could notice.
pub fn instrument(program: &Program) -> Result<Instrumented, NotNeutral> {
    if program.text.contains(NAME) {
        return Err(NotNeutral::because("uses the name of the log"));
    }
    if UNSAFE.iter().any(|word| program.text.contains(word)) {
        return Err(NotNeutral::because("can be interrupted anywhere"));
    }
    let tree = parse(&program.text).ok_or(NotNeutral::because("is not understood"))?;
    let first = tree.of_kind("function_definition").next();
    let first = first.ok_or(NotNeutral::because("has no function"))?;
    let prelude = PRELUDE.replace("NAME", NAME).replace("MARK", MARK);
    let mut copy = Copy {
        tree: &tree,
        program,
        declared: declared(&tree),
        sites: analyse(program),
        statements: Vec::new(),
        edits: vec![Edit::insert(tree.span(first).start, prelude)],
    };
    copy.log_statements();
    let Copy { statements, edits, .. } = copy;
    let map = SourceMap::apply(&program.text, edits)
        .map_err(|error| NotNeutral::because(format!("cannot be edited: {error:?}")))?;
    Ok(Instrumented {
        program: program.with_text(map.new_text().clone()),
        map,
        mark: MARK.to_owned(),
        statements,
        functions: functions(&tree, program),
    })
}

fn functions(tree: &SyntaxTree<'_>, program: &Program) -> Vec<LoggedFunction> {
    let whole = Span::new(0, program.text.len() as u32);
    let top = LoggedFunction { name: String::new(), span: whole, exit_is_seen: false };
    let others = tree.of_kind("function_definition").map(|id| LoggedFunction {
        name: tree
            .inside(id)
            .find(|&inner| tree.kind(inner) == "identifier")
            .map_or_else(String::new, |name| tree.text(name).to_owned()),
        span: tree.span(id),
        exit_is_seen: false,
    });
    std::iter::once(top).chain(others).collect()
}

struct Copy<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    program: &'tree Program,
    declared: Vec<Declared<'text>>,
    sites: debunk_model::Sites,
    statements: Vec<LoggedStatement>,
    edits: Vec<Edit>,
}

impl Copy<'_, '_> {
    fn log_statements(&mut self) {
        let tree = self.tree;
        let functions: Vec<usize> = tree.of_kind("function_definition").collect();
        for id in 0..tree.nodes.len() {
            let Some(kind) = logged_kind(tree.kind(id)) else { continue };
            let node = &tree.nodes[id];
            let list = node.parent.map_or("", |parent| tree.kind(parent));
            let is_listed = matches!(list, "compound_statement" | "case_statement");
            let inside = tree.around(id, &["function_definition"]);
            let number = functions.iter().position(|&it| Some(it) == inside);
            let (true, None, Some(number)) = (is_listed, node.field, number) else { continue };
            let start = self.program.lines().location(tree.text, node.span.start);
            let names = self.integers(node.span.start, start.line);
            let values: String = names.iter().map(|name| format!(", (long long){name}")).collect();
            let call = format!("{NAME}({}, {}{values}); ", self.statements.len(), names.len());
            self.edits.push(Edit::insert(node.span.start, call));
            self.statements.push(LoggedStatement {
                span: node.span,
                start,
                kind,
                function: number + 1,
                variables: names.into_iter().map(Into::into).collect(),
                constants: Vec::new(),
            });
        }
    }

    /// The integers that certainly have a value at an offset, each meant by its name.
    fn integers(&self, offset: u32, line: u32) -> Vec<String> {
        let is_visible = |it: &&Declared<'_>| {
            self.tree.span(it.scope).contains(offset) && it.visible_from <= offset
        };
        let innermost = |it: &Declared<'_>| {
            let same = self.declared.iter().filter(|other| other.name == it.name);
            same.filter(is_visible).map(|other| other.scope).max() == Some(it.scope)
        };
        let is_wanted = |it: &&Declared<'_>| {
            it.holds == Holds::Number
                && it.is_integer
                && it.is_assignable
                && matches!(it.lives, Lives::InBlock | Lives::InCall)
                && it.ready.is_some_and(|ready| ready.start <= offset && offset < ready.end)
                && self.sites.is_certain(it.name, line)
                && innermost(it)
        };
        let wanted = self.declared.iter().filter(is_visible).filter(is_wanted);
        wanted.map(|it| it.name.to_owned()).collect()
    }
}

fn logged_kind(kind: &str) -> Option<StatementKind> {
    Some(match kind {
        "expression_statement" => StatementKind::Expression,
        "declaration" => StatementKind::Declaration,
        "if_statement" => StatementKind::If,
        "for_statement" => StatementKind::For,
        "while_statement" => StatementKind::While,
        "do_statement" => StatementKind::DoWhile,
        "switch_statement" => StatementKind::Switch,
        "return_statement" => StatementKind::Return,
        "break_statement" => StatementKind::Break,
        "continue_statement" => StatementKind::Continue,
        _ => return None,
    })
}
