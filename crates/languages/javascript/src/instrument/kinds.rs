//! What each statement is logged as.

use debunk_model::{Span, StatementKind};
use oxc::ast::ast::{Declaration, ExportDefaultDeclarationKind, Statement};
use oxc::span::GetSpan;

/// The model's span for the parser's.
pub(super) fn span_of(span: oxc::span::Span) -> Span {
    Span::new(span.start, span.end)
}

/// What a statement is logged as, and the text that runs; `None` for those that do nothing
/// themselves.
pub(super) fn logged(statement: &Statement<'_>) -> Option<(StatementKind, Span)> {
    let kind = match statement {
        Statement::ExpressionStatement(_) => StatementKind::Expression,
        Statement::VariableDeclaration(_) => StatementKind::Declaration,
        Statement::ClassDeclaration(_) => StatementKind::Class,
        Statement::IfStatement(_) => StatementKind::If,
        Statement::ForStatement(_) => StatementKind::For,
        Statement::ForInStatement(_) => StatementKind::ForIn,
        Statement::ForOfStatement(_) => StatementKind::ForOf,
        Statement::WhileStatement(_) => StatementKind::While,
        Statement::DoWhileStatement(_) => StatementKind::DoWhile,
        Statement::SwitchStatement(_) => StatementKind::Switch,
        Statement::ReturnStatement(_) => StatementKind::Return,
        Statement::ThrowStatement(_) => StatementKind::Throw,
        Statement::BreakStatement(_) => StatementKind::Break,
        Statement::ContinueStatement(_) => StatementKind::Continue,
        Statement::TryStatement(_) => StatementKind::Try,
        Statement::WithStatement(_) => StatementKind::With,
        Statement::DebuggerStatement(_) => StatementKind::Debugger,
        Statement::LabeledStatement(labelled) => return logged(&labelled.body),
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::VariableDeclaration(_) => StatementKind::Declaration,
            Declaration::ClassDeclaration(_) => StatementKind::Class,
            _ => return None,
        },
        Statement::ExportDefaultDeclaration(export) => match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(_) => return None,
            ExportDefaultDeclarationKind::ClassDeclaration(_) => StatementKind::Class,
            _ => StatementKind::Export,
        },
        _ => return None,
    };
    Some((kind, span_of(statement.span())))
}
