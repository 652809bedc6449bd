//! One pass over the syntax tree that collects every site.

use crate::{declarations, locals, scopes};
use debunk_model::{
    ExpressionKinds, FunctionSite, InsertionSite, LiteralSite, NodeSpan, Sites, Span, StatementSite,
};
use oxc::allocator::Vec as ArenaVec;
use oxc::ast::AstKind;
use oxc::ast::ast::{
    FormalParameters, MethodDefinitionKind, PropertyKind, Statement, VariableDeclarationKind,
};
use oxc::semantic::{AstNode, Semantic};
use oxc::span::GetSpan;

/// Integers from here on may not survive arithmetic exactly.
const INTEGER_LIMIT: f64 = 4_503_599_627_370_496.0;

/// Names and some literals are of the kind that many nodes share.
const EXPRESSIONS: ExpressionKinds = ExpressionKinds {
    reading: &[
        "BinaryExpression",
        "ComputedMemberExpression",
        "ConditionalExpression",
        "LogicalExpression",
        "StaticMemberExpression",
        "UnaryExpression",
    ],
    leaves: &[
        "BooleanLiteral",
        "IdentifierReference",
        "NumericLiteral",
        "Other",
        "ParenthesizedExpression",
        "StringLiteral",
    ],
};

pub(crate) fn collect(semantic: &Semantic<'_>, text: &str) -> Sites {
    let mut collector = Collector { semantic, text, sites: Sites::default() };
    collector.sites.scopes = scopes::tables(semantic);
    collector.sites.declarations = declarations::all(semantic);
    for node in semantic.nodes().iter() {
        collector.node(node);
    }
    let mut sites = collector.sites;
    if !sites.has_dynamic_names {
        sites.locals = locals::renameable(semantic);
    }
    sites.expressions = EXPRESSIONS.among(&sites.nodes);
    sites.expressions.retain(|span| !span.of(text).contains("delete"));
    sites.insertions.sort_by_key(|site| site.offset);
    sites.statements.sort_by_key(|site| site.span);
    sites.breakable.sort_unstable();
    sites.breakable.dedup();
    sites
}

struct Collector<'semantic, 'ast> {
    semantic: &'semantic Semantic<'ast>,
    text: &'semantic str,
    sites: Sites,
}

impl<'ast> Collector<'_, 'ast> {
    fn node(&mut self, node: &AstNode<'ast>) {
        let kind = node.kind();
        let span = span_of(kind.span());
        self.sites.nodes.push(NodeSpan { span, kind: kind_name(kind) });
        if kind.is_statement() || matches!(kind, AstKind::VariableDeclaration(_)) {
            self.sites.breakable.push(span.start);
        }
        match kind {
            AstKind::Program(program) => self.list(&program.body, node),
            AstKind::FunctionBody(body) => self.list(&body.statements, node),
            AstKind::BlockStatement(block) => self.list(&block.body, node),
            AstKind::SwitchCase(case) => self.list(&case.consequent, node),
            AstKind::StaticBlock(block) => self.list(&block.body, node),
            AstKind::Function(function) if !self.is_accessor(node) => {
                self.parameters(&function.params);
            }
            AstKind::ArrowFunctionExpression(function) => self.parameters(&function.params),
            AstKind::NumericLiteral(_) => self.integer(node, span),
            AstKind::BooleanLiteral(literal) => {
                let (scope, offset) = self.scope_of_literal(node, span);
                let value = literal.value;
                self.sites.booleans.push(LiteralSite { span, value, scope, offset });
            }
            AstKind::Directive(_) => self.sites.directives.push(span),
            AstKind::DebuggerStatement(_) => self.sites.debugger_statements.push(span),
            AstKind::AwaitExpression(_) | AstKind::YieldExpression(_) => {
                self.sites.has_suspension = true;
            }
            AstKind::ForOfStatement(statement) if statement.r#await => {
                self.sites.has_suspension = true;
                self.sites.loops.insert(span.start);
            }
            AstKind::DoWhileStatement(_)
            | AstKind::WhileStatement(_)
            | AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_) => drop(self.sites.loops.insert(span.start)),
            AstKind::WithStatement(_) => self.sites.has_dynamic_names = true,
            AstKind::CallExpression(call) => {
                self.sites.breakable.push(span.start);
                if call.callee.is_specific_id("eval") {
                    self.sites.has_dynamic_names = true;
                }
            }
            AstKind::NewExpression(_) => self.sites.breakable.push(span.start),
            _ => {}
        }
    }

    fn list(&mut self, statements: &ArenaVec<'ast, Statement<'ast>>, owner: &AstNode<'ast>) {
        let is_finally = self.is_finally(owner);
        for (index, statement) in statements.iter().enumerate() {
            let span = span_of(statement.span());
            let is_module_item = matches!(
                statement,
                Statement::ImportDeclaration(_)
                    | Statement::ExportAllDeclaration(_)
                    | Statement::ExportNamedDeclaration(_)
                    | Statement::ExportDefaultDeclaration(_)
            );
            let removable = !is_module_item && !declares_outside(statement);
            self.sites.statements.push(StatementSite { span, removable });
            let scope = match owner.kind() {
                AstKind::BlockStatement(block) => block.scope_id.get(),
                AstKind::StaticBlock(block) => block.scope_id.get(),
                AstKind::Program(program) => program.scope_id.get(),
                _ => Some(owner.scope_id()),
            };
            self.sites.insertions.push(InsertionSite {
                offset: span.start,
                starts_line: self.starts_line(span.start),
                joins_line: true,
                opens_finally: is_finally && index == 0,
                scope: scope.unwrap_or(owner.scope_id()).index(),
            });
        }
    }

    fn is_finally(&self, owner: &AstNode<'ast>) -> bool {
        match self.semantic.nodes().parent_kind(owner.id()) {
            AstKind::TryStatement(statement) => {
                statement.finalizer.as_ref().is_some_and(|block| block.span == owner.kind().span())
            }
            _ => false,
        }
    }

    fn starts_line(&self, offset: u32) -> bool {
        let before = &self.text[..offset as usize];
        before
            .chars()
            .rev()
            .find(|character| !matches!(character, ' ' | '\t'))
            .is_none_or(|character| matches!(character, '\n' | '\r'))
    }

    fn is_accessor(&self, node: &AstNode<'ast>) -> bool {
        match self.semantic.nodes().parent_kind(node.id()) {
            AstKind::MethodDefinition(method) => {
                matches!(method.kind, MethodDefinitionKind::Get | MethodDefinitionKind::Set)
            }
            AstKind::ObjectProperty(property) => property.kind != PropertyKind::Init,
            _ => false,
        }
    }

    fn parameters(&mut self, parameters: &FormalParameters<'ast>) {
        if self.text.as_bytes().get(parameters.span.start as usize) != Some(&b'(') {
            return;
        }
        let site = match (&parameters.rest, parameters.items.last()) {
            (Some(rest), _) => FunctionSite { offset: rest.span.start, before: "", after: ", " },
            (None, Some(last)) => FunctionSite { offset: last.span.end, before: ", ", after: "" },
            (None, None) => {
                FunctionSite { offset: parameters.span.start + 1, before: "", after: "" }
            }
        };
        self.sites.functions.push(site);
    }

    fn integer(&mut self, node: &AstNode<'ast>, span: Span) {
        let AstKind::NumericLiteral(literal) = node.kind() else { return };
        let raw = span.of(self.text);
        let is_plain = raw.bytes().all(|byte| byte.is_ascii_digit())
            && (raw == "0" || !raw.starts_with('0'))
            && literal.value < INTEGER_LIMIT;
        if !is_plain || self.is_property_name(node, span) {
            return;
        }
        let (scope, offset) = self.scope_of_literal(node, span);
        let value = literal.value as u64;
        self.sites.integers.push(LiteralSite { span, value, scope, offset });
    }

    fn is_property_name(&self, node: &AstNode<'ast>, span: Span) -> bool {
        let (key, computed) = match self.semantic.nodes().parent_kind(node.id()) {
            AstKind::ObjectProperty(property) => (property.key.span(), property.computed),
            AstKind::MethodDefinition(method) => (method.key.span(), method.computed),
            AstKind::PropertyDefinition(property) => (property.key.span(), property.computed),
            AstKind::AccessorProperty(property) => (property.key.span(), property.computed),
            AstKind::BindingProperty(property) => (property.key.span(), property.computed),
            AstKind::AssignmentTargetPropertyProperty(property) => {
                (property.name.span(), property.computed)
            }
            _ => return false,
        };
        !computed && span_of(key) == span
    }

    /// The scope whose variables a rewritten literal may name. In a parameter list this is the
    /// scope around the function, since later parameters are not initialised yet; in a class
    /// body it is the scope around the class.
    fn scope_of_literal(&self, node: &AstNode<'ast>, span: Span) -> (usize, u32) {
        let scoping = self.semantic.scoping();
        let mut place = (node.scope_id(), span.start);
        let mut in_parameters = false;
        for ancestor in self.semantic.nodes().ancestors(node.id()) {
            let function_scope = match ancestor.kind() {
                AstKind::FormalParameters(_) => {
                    in_parameters = true;
                    continue;
                }
                AstKind::Function(function) => function.scope_id.get(),
                AstKind::ArrowFunctionExpression(function) => function.scope_id.get(),
                AstKind::Class(class) => class.scope_id.get(),
                _ => continue,
            };
            let is_class = matches!(ancestor.kind(), AstKind::Class(_));
            if in_parameters || is_class {
                let outer = function_scope.and_then(|scope| scoping.scope_parent_id(scope));
                if let Some(outer) = outer {
                    place = (outer, ancestor.kind().span().start);
                }
            }
            in_parameters = false;
        }
        (place.0.index(), place.1)
    }
}

fn span_of(span: oxc::span::Span) -> Span {
    Span::new(span.start, span.end)
}

/// Whether a statement declares something that is visible outside it.
fn declares_outside(statement: &Statement<'_>) -> bool {
    let both =
        |left: bool, right: Option<&Statement<'_>>| left || right.is_some_and(declares_outside);
    match statement {
        Statement::VariableDeclaration(_)
        | Statement::FunctionDeclaration(_)
        | Statement::ClassDeclaration(_) => true,
        Statement::BlockStatement(block) => block.body.iter().any(declares_from_block),
        Statement::IfStatement(statement) => {
            both(declares_outside(&statement.consequent), statement.alternate.as_ref())
        }
        Statement::ForStatement(statement) => {
            let head = statement.init.as_ref().is_some_and(|init| match init {
                oxc::ast::ast::ForStatementInit::VariableDeclaration(declaration) => {
                    declaration.kind == VariableDeclarationKind::Var
                }
                _ => false,
            });
            both(head, Some(&statement.body))
        }
        Statement::ForInStatement(statement) => {
            both(is_var(&statement.left), Some(&statement.body))
        }
        Statement::ForOfStatement(statement) => {
            both(is_var(&statement.left), Some(&statement.body))
        }
        Statement::WhileStatement(statement) => declares_outside(&statement.body),
        Statement::DoWhileStatement(statement) => declares_outside(&statement.body),
        Statement::WithStatement(statement) => declares_outside(&statement.body),
        Statement::LabeledStatement(statement) => declares_outside(&statement.body),
        Statement::SwitchStatement(statement) => {
            statement.cases.iter().any(|case| case.consequent.iter().any(declares_from_block))
        }
        Statement::TryStatement(statement) => {
            let handler = statement.handler.as_ref().map(|handler| &handler.body);
            [Some(&statement.block), handler, statement.finalizer.as_ref()]
                .into_iter()
                .flatten()
                .any(|block| block.body.iter().any(declares_from_block))
        }
        _ => false,
    }
}

fn is_var(left: &oxc::ast::ast::ForStatementLeft<'_>) -> bool {
    match left {
        oxc::ast::ast::ForStatementLeft::VariableDeclaration(declaration) => {
            declaration.kind == VariableDeclarationKind::Var
        }
        _ => false,
    }
}

/// As [`declares_outside`], for a statement inside a block: `let`, `const` and classes stay
/// within, `var` does not, and neither does a function in sloppy code.
fn declares_from_block(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::VariableDeclaration(declaration) => {
            declaration.kind == VariableDeclarationKind::Var
        }
        Statement::ClassDeclaration(_) => false,
        other => declares_outside(other),
    }
}

/// The name of a node's kind, in ESTree's terms.
fn kind_name(kind: AstKind<'_>) -> &'static str {
    kind_names::name(kind)
}

mod kind_names {
    //! Names of node kinds; kinds that no debugger can pause in share one.
    use oxc::ast::AstKind;

    macro_rules! names {
        ($kind:expr, $($name:ident),+ $(,)?) => {
            match $kind {
                $(AstKind::$name(_) => stringify!($name),)+
                _ => "Other",
            }
        };
    }

    pub(super) fn name(kind: AstKind<'_>) -> &'static str {
        names!(
            kind,
            Program,
            ArrayExpression,
            ObjectExpression,
            ObjectProperty,
            TemplateLiteral,
            TaggedTemplateExpression,
            ComputedMemberExpression,
            StaticMemberExpression,
            PrivateFieldExpression,
            CallExpression,
            NewExpression,
            SpreadElement,
            UpdateExpression,
            UnaryExpression,
            BinaryExpression,
            LogicalExpression,
            ConditionalExpression,
            AssignmentExpression,
            SequenceExpression,
            AwaitExpression,
            ChainExpression,
            ParenthesizedExpression,
            Directive,
            BlockStatement,
            VariableDeclaration,
            VariableDeclarator,
            EmptyStatement,
            ExpressionStatement,
            IfStatement,
            DoWhileStatement,
            WhileStatement,
            ForStatement,
            ForInStatement,
            ForOfStatement,
            ContinueStatement,
            BreakStatement,
            ReturnStatement,
            WithStatement,
            SwitchStatement,
            SwitchCase,
            LabeledStatement,
            ThrowStatement,
            TryStatement,
            CatchClause,
            DebuggerStatement,
            AssignmentPattern,
            ObjectPattern,
            BindingProperty,
            ArrayPattern,
            Function,
            FormalParameters,
            FormalParameter,
            FunctionBody,
            ArrowFunctionExpression,
            YieldExpression,
            Class,
            ClassBody,
            MethodDefinition,
            PropertyDefinition,
            StaticBlock,
            ImportExpression,
            ImportDeclaration,
            ExportNamedDeclaration,
            ExportDefaultDeclaration,
            BooleanLiteral,
            NumericLiteral,
            StringLiteral,
            IdentifierReference,
            BindingIdentifier,
        )
    }
}
