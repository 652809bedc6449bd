//! The parts of a program that a reduction may remove.

use crate::{JavaScriptError, loops, with_syntax};
use debunk_model::{Part, PartRole, Parts, Program, Removal, Span};
use oxc::ast::AstKind;
use oxc::semantic::{AstNode, Semantic};
use oxc::span::GetSpan;
use std::collections::BTreeMap;

/// The shortest statement at which every engine pauses.
const PLAIN_STATEMENT: &str = "void 0;";

/// Finds the parts of a program.
///
/// # Errors
/// If the program does not parse or is too large.
pub fn parts(program: &Program) -> Result<Parts, JavaScriptError> {
    with_syntax(program, |semantic| collect(semantic, &program.text))
}

fn collect(semantic: &Semantic<'_>, text: &str) -> Parts {
    let mut found = Parts::default();
    let mut positions = BTreeMap::new();
    for node in semantic.nodes().iter() {
        let parent = positions.get(&semantic.nodes().parent_id(node.id())).copied();
        if parent.is_none() && !found.parts.is_empty() {
            continue;
        }
        positions.insert(node.id(), found.parts.len());
        found.parts.push(part(semantic, node, parent));
        if let AstKind::Program(program) = node.kind() {
            found.comments = program.comments.iter().map(|comment| span(comment.span)).collect();
        }
    }
    for id in loops::needed(semantic) {
        if let Some(&position) = positions.get(&id) {
            let part = &mut found.parts[position];
            (part.removal, part.role, part.short) = (Removal::Never, PartRole::Other, None);
        }
    }
    if let Some(whole) = found.parts.first_mut() {
        whole.span = Span::new(0, text.len() as u32);
    }
    found
}

fn span(span: oxc::span::Span) -> Span {
    Span::new(span.start, span.end)
}

fn part<'ast>(semantic: &Semantic<'ast>, node: &AstNode<'ast>, parent: Option<usize>) -> Part {
    let kind = node.kind();
    let own = kind.span();
    let above = semantic.nodes().parent_kind(node.id());
    let is_root = parent.is_none();
    let role = if is_root { PartRole::Other } else { role(kind, above) };
    let inside = matches!(kind, AstKind::BlockStatement(_))
        .then(|| Span::new(own.start + 1, own.end.saturating_sub(1)));
    let removal = if is_root { Removal::Never } else { removal(kind, above) };
    let is_block = matches!(kind, AstKind::BlockStatement(_) | AstKind::FunctionBody(_));
    let is_long = |short: &str| own.end - own.start > short.len() as u32;
    // If any statement will do, the plainest kind of all is used.
    let is_special = removal == Removal::Alone && !matches!(kind, AstKind::ExpressionStatement(_));
    let short = match (role, removal) {
        _ if is_block && !is_root => Some("{}"),
        (PartRole::Expression, _) => Some("0"),
        (PartRole::Statement, Removal::Alone) => Some(PLAIN_STATEMENT),
        (PartRole::Statement, _) => Some(";"),
        (PartRole::Other, _) => None,
    };
    Part {
        span: span(own),
        parent,
        removal,
        role,
        inside,
        short: short.filter(|short| is_long(short) || (is_special && *short == PLAIN_STATEMENT)),
    }
}

fn is_statement(kind: AstKind<'_>, above: AstKind<'_>) -> bool {
    match kind {
        AstKind::VariableDeclaration(_) => !matches!(
            above,
            AstKind::ForStatement(_) | AstKind::ForInStatement(_) | AstKind::ForOfStatement(_)
        ),
        AstKind::Function(_) | AstKind::Class(_) => is_list(above),
        AstKind::BlockStatement(_) => {
            !matches!(above, AstKind::TryStatement(_) | AstKind::CatchClause(_))
        }
        other => other.is_statement(),
    }
}

/// Whether the parts of a node are statements in a row.
fn is_list(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::Program(_)
            | AstKind::FunctionBody(_)
            | AstKind::BlockStatement(_)
            | AstKind::StaticBlock(_)
            | AstKind::SwitchCase(_)
    )
}

fn role(kind: AstKind<'_>, above: AstKind<'_>) -> PartRole {
    if is_statement(kind, above) {
        return PartRole::Statement;
    }
    let is_expression = match kind {
        AstKind::IdentifierReference(_)
        | AstKind::ThisExpression(_)
        | AstKind::ArrayExpression(_)
        | AstKind::ObjectExpression(_)
        | AstKind::TemplateLiteral(_)
        | AstKind::TaggedTemplateExpression(_)
        | AstKind::ComputedMemberExpression(_)
        | AstKind::StaticMemberExpression(_)
        | AstKind::PrivateFieldExpression(_)
        | AstKind::CallExpression(_)
        | AstKind::NewExpression(_)
        | AstKind::UpdateExpression(_)
        | AstKind::UnaryExpression(_)
        | AstKind::BinaryExpression(_)
        | AstKind::LogicalExpression(_)
        | AstKind::ConditionalExpression(_)
        | AstKind::AssignmentExpression(_)
        | AstKind::SequenceExpression(_)
        | AstKind::AwaitExpression(_)
        | AstKind::ChainExpression(_)
        | AstKind::ParenthesizedExpression(_)
        | AstKind::ArrowFunctionExpression(_)
        | AstKind::YieldExpression(_)
        | AstKind::BooleanLiteral(_)
        | AstKind::NullLiteral(_)
        | AstKind::NumericLiteral(_)
        | AstKind::StringLiteral(_)
        | AstKind::BigIntLiteral(_)
        | AstKind::RegExpLiteral(_) => true,
        AstKind::Function(function) => function.is_expression(),
        AstKind::Class(class) => class.is_expression(),
        _ => false,
    };
    if is_expression { PartRole::Expression } else { PartRole::Other }
}

fn removal(kind: AstKind<'_>, above: AstKind<'_>) -> Removal {
    let own = kind.span();
    let is_own = |other: oxc::span::Span| other == own;
    match above {
        AstKind::CallExpression(call) if !is_own(call.callee.span()) => Removal::Listed,
        AstKind::NewExpression(call) if !is_own(call.callee.span()) => Removal::Listed,
        AstKind::ArrayExpression(_)
        | AstKind::ObjectExpression(_)
        | AstKind::FormalParameters(_)
        | AstKind::SequenceExpression(_)
        | AstKind::ObjectPattern(_)
        | AstKind::ArrayPattern(_) => Removal::Listed,
        AstKind::VariableDeclaration(declaration) if declaration.declarations.len() > 1 => {
            Removal::Listed
        }
        AstKind::ClassBody(_) => Removal::Alone,
        AstKind::SwitchStatement(_) if matches!(kind, AstKind::SwitchCase(_)) => Removal::Alone,
        AstKind::IfStatement(statement)
            if statement.alternate.as_ref().is_some_and(|other| is_own(other.span())) =>
        {
            Removal::From(statement.consequent.span().end)
        }
        AstKind::VariableDeclarator(declarator)
            if declarator.init.as_ref().is_some_and(|init| is_own(init.span())) =>
        {
            Removal::From(declarator.id.span().end)
        }
        AstKind::FormalParameter(parameter)
            if parameter.initializer.as_ref().is_some_and(|init| is_own(init.span())) =>
        {
            Removal::From(parameter.pattern.span().end)
        }
        AstKind::AssignmentPattern(pattern) if is_own(pattern.right.span()) => {
            Removal::From(pattern.left.span().end)
        }
        AstKind::ReturnStatement(_) => Removal::From(above.span().start + "return".len() as u32),
        AstKind::YieldExpression(it) if !it.delegate => {
            Removal::From(above.span().start + "yield".len() as u32)
        }
        AstKind::TryStatement(statement) if !is_own(statement.block.span) => {
            let handler = statement.handler.as_ref().filter(|handler| !is_own(handler.span));
            let before = handler.map_or(statement.block.span, |handler| handler.span);
            Removal::From(before.end)
        }
        _ if is_list(above) && is_statement(kind, above) => Removal::Alone,
        _ if is_list(above) && matches!(kind, AstKind::Directive(_)) => Removal::Alone,
        _ => Removal::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::Goal;

    fn removable(text: &str) -> Vec<String> {
        let program = Program::javascript("p.js", Goal::Script, text);
        let found = parts(&program).expect("parses");
        found
            .parts
            .iter()
            .filter_map(|part| {
                let start = match part.removal {
                    Removal::Never => return None,
                    Removal::Alone | Removal::Listed => part.span.start,
                    Removal::From(start) => start,
                };
                Some(Span::new(start, part.span.end).of(text).to_owned())
            })
            .collect()
    }

    #[test]
    fn statements_elements_and_clauses_can_be_removed() {
        assert_eq!(removable("f(a, 1);"), ["f(a, 1);", "a", "1"]);
        assert_eq!(removable("let x = 1;"), ["let x = 1;", " = 1"]);
        assert_eq!(
            removable("if (a) b(); else c();"),
            ["if (a) b(); else c();", " else c();"],
            "a body alone cannot be removed"
        );
        assert_eq!(
            removable("try { a } catch { b } finally { c }"),
            [
                "try { a } catch { b } finally { c }",
                "a",
                " catch { b }",
                "b",
                " finally { c }",
                "c"
            ]
        );
        assert_eq!(
            removable("function f(p, q) { return p; }"),
            ["function f(p, q) { return p; }", "p", "q", "return p;", " p"]
        );
        assert_eq!(removable("for (let i = 0; i; i++) {}").len(), 2, "the statement and = 0");
    }

    #[test]
    fn what_ends_a_loop_stays_in_it() {
        assert_eq!(
            removable("while (i < n) { f(); i++; }"),
            ["while (i < n) { f(); i++; }", "f();"]
        );
        assert_eq!(
            removable("while (list.length) { if (a) { list.pop(); } b(); }"),
            ["while (list.length) { if (a) { list.pop(); } b(); }", "b();"]
        );
        assert_eq!(
            removable("for (;;) { f(); if (a) break; }"),
            ["for (;;) { f(); if (a) break; }", "f();"]
        );
        let text = "a: for (const x of xs) { for (;;) { f(); continue a; } }";
        assert_eq!(removable(text), [text, "for (;;) { f(); continue a; }", "f();"]);
        assert_eq!(
            removable("while (!step.done) { step = it.next(1); }"),
            ["while (!step.done) { step = it.next(1); }"]
        );
        assert_eq!(removable("for (const x of xs) { x++; }").len(), 2, "it ends by itself");
    }

    #[test]
    fn comments_are_found() {
        let program = Program::javascript("p.js", Goal::Script, "a(); // one\n/* two */ b();");
        let found = parts(&program).expect("parses");
        let texts: Vec<&str> =
            found.comments.iter().map(|comment| comment.of(&program.text)).collect();
        assert_eq!(texts, ["// one", "/* two */"]);
        assert_eq!(found.parts[0].span, Span::new(0, program.text.len() as u32));
    }
}
