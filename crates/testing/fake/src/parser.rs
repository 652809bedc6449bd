//! Parses a program of the toy language, and the copy of it that logs.

use crate::lexer::{LOG_NAME, Token, TokenKind, tokens};
use crate::syntax::{
    Declarator, Expression, ExpressionKind, ForHead, Function, Keyword, LogCall, Name, Statement,
    StatementKind, Try,
};
use debunk_model::Span;
use std::sync::Arc;

/// Deeper nesting is refused, so that parsing cannot exhaust the stack.
const NESTING_MAX: u32 = 60;
/// Words that cannot be names.
const RESERVED: [&str; 24] = [
    "var", "let", "const", "function", "if", "else", "while", "do", "for", "break", "continue",
    "return", "throw", "try", "catch", "finally", "debugger", "true", "false", "null", "typeof",
    "void", "new", "this",
];
/// Operators between two operands, from those that bind least.
const BINARY: [&[&str]; 4] =
    [&["===", "!==", "==", "!="], &["<", ">", "<=", ">="], &["+", "-"], &["*", "/", "%"]];

/// Parses a whole program.
///
/// # Errors
/// What is wrong with it, and where.
pub(crate) fn parse(text: &str) -> Result<Function, String> {
    let mut parser = Parser::new(text)?;
    let mut body = Vec::new();
    while !parser.is_at_end() {
        body.push(parser.statement()?);
    }
    let end = text.len() as u32;
    Ok(Function { name: "".into(), span: Span::new(0, end), parameters: Vec::new(), body, end })
}

/// Parses one expression, such as the condition of a breakpoint.
///
/// # Errors
/// What is wrong with it, and where.
pub(crate) fn parse_expression(text: &str) -> Result<Expression, String> {
    let mut parser = Parser::new(text)?;
    let expression = parser.expression()?;
    if parser.is_at_end() { Ok(expression) } else { Err(parser.unexpected()) }
}

struct Parser<'text> {
    text: &'text str,
    tokens: Vec<Token>,
    position: usize,
    depth: u32,
}

type Parsed<T> = Result<T, String>;

impl<'text> Parser<'text> {
    fn new(text: &'text str) -> Parsed<Self> {
        Ok(Self { text, tokens: tokens(text)?, position: 0, depth: 0 })
    }

    fn token(&self) -> &Token {
        // The last token is the end, and it is never passed.
        &self.tokens[self.position.min(self.tokens.len() - 1)]
    }

    fn start(&self) -> u32 {
        self.token().span.start
    }

    /// Where the token before this one ends.
    fn end(&self) -> u32 {
        self.position.checked_sub(1).map_or(0, |before| self.tokens[before].span.end)
    }

    fn since(&self, start: u32) -> Span {
        Span::new(start, self.end())
    }

    fn is_at_end(&self) -> bool {
        self.token().kind == TokenKind::End
    }

    fn unexpected(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::End => "unexpected end".to_owned(),
            _ => format!("unexpected {:?}", token.span.of(self.text)),
        }
    }

    fn is(&self, word: &str) -> bool {
        match &self.token().kind {
            TokenKind::Word => self.token().span.of(self.text) == word,
            TokenKind::Sign(sign) => *sign == word,
            _ => false,
        }
    }

    fn accept(&mut self, word: &str) -> bool {
        let is_there = self.is(word);
        self.position += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, word: &str) -> Parsed<()> {
        if self.accept(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// The sign here, if it is one of these.
    fn accept_any(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let found = signs.iter().copied().find(|sign| self.is(sign));
        self.position += usize::from(found.is_some());
        found
    }

    fn name(&mut self) -> Parsed<Name> {
        let token = self.token();
        let word = token.span.of(self.text);
        if token.kind != TokenKind::Word || RESERVED.contains(&word) {
            return Err(self.unexpected());
        }
        let name = word.into();
        self.position += 1;
        Ok(name)
    }

    /// Runs a part of the parser one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= NESTING_MAX {
            return Err("too deeply nested".to_owned());
        }
        self.depth += 1;
        let parsed = part(self);
        self.depth -= 1;
        parsed
    }

    /// The end of a statement; a line end or a closing brace stands for a semicolon.
    fn terminator(&mut self) -> Parsed<()> {
        let is_implied = self.is("}") || self.token().is_first_on_line || self.is_at_end();
        if self.accept(";") || is_implied { Ok(()) } else { Err(self.unexpected()) }
    }

    fn statement(&mut self) -> Parsed<Statement> {
        self.nested(|parser| {
            let start = parser.start();
            let kind = parser.statement_kind()?;
            Ok(Statement { span: parser.since(start), kind })
        })
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        let token = self.token().clone();
        let word = match token.kind {
            TokenKind::Word | TokenKind::Sign(_) => token.span.of(self.text),
            _ => "",
        };
        match word {
            ";" => {
                self.position += 1;
                Ok(StatementKind::Empty)
            }
            "{" => Ok(StatementKind::Block(self.block()?)),
            "var" | "let" | "const" => {
                let kind = self.declaration()?;
                self.terminator()?;
                Ok(kind)
            }
            "function" => {
                let function = self.function(None)?;
                match function.name.is_empty() {
                    true => Err("a declared function needs a name".to_owned()),
                    false => Ok(StatementKind::Function(Arc::new(function))),
                }
            }
            "if" => self.if_statement(),
            "while" => {
                self.position += 1;
                let test = self.head()?;
                Ok(StatementKind::While(test, Box::new(self.statement()?), false))
            }
            "do" => {
                self.position += 1;
                let body = Box::new(self.statement()?);
                self.expect("while")?;
                let test = self.head()?;
                self.accept(";");
                Ok(StatementKind::While(test, body, true))
            }
            "for" => self.for_statement(),
            "try" => self.try_statement(),
            "break" | "continue" | "debugger" => {
                self.position += 1;
                self.terminator()?;
                Ok(match word {
                    "break" => StatementKind::Break,
                    "continue" => StatementKind::Continue,
                    _ => StatementKind::Debugger,
                })
            }
            "return" => {
                self.position += 1;
                let is_bare = self.is(";") || self.is("}") || self.token().is_first_on_line;
                let value = if is_bare { None } else { Some(self.expression()?) };
                self.terminator()?;
                Ok(StatementKind::Return(value))
            }
            "throw" => {
                self.position += 1;
                let value = self.expression()?;
                self.terminator()?;
                Ok(StatementKind::Throw(value))
            }
            _ => {
                let expression = self.expression()?;
                self.terminator()?;
                Ok(StatementKind::Expression(expression))
            }
        }
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.accept("}") {
            if self.is_at_end() {
                return Err(self.unexpected());
            }
            statements.push(self.statement()?);
        }
        Ok(statements)
    }

    fn head(&mut self) -> Parsed<Expression> {
        self.expect("(")?;
        let test = self.expression()?;
        self.expect(")")?;
        Ok(test)
    }

    fn declaration(&mut self) -> Parsed<StatementKind> {
        let keyword = match self.accept_any(&["var", "let", "const"]) {
            Some("var") => Keyword::Var,
            Some("let") => Keyword::Let,
            _ => Keyword::Const,
        };
        let mut declarators = Vec::new();
        loop {
            let name = self.name()?;
            let value = match self.accept("=") {
                true => Some(self.value_for(&name)?),
                false if keyword == Keyword::Const => return Err(self.unexpected()),
                false => None,
            };
            declarators.push(Declarator { name, value });
            if !self.accept(",") {
                return Ok(StatementKind::Declaration(keyword, declarators));
            }
        }
    }

    /// A value that is assigned to a variable; a function without a name gets that of the variable.
    fn value_for(&mut self, name: &Name) -> Parsed<Expression> {
        if !self.is("function") {
            return self.assignment();
        }
        let start = self.start();
        let function = self.function(Some(name))?;
        let kind = ExpressionKind::Function(Arc::new(function));
        Ok(Expression { span: self.since(start), kind })
    }

    fn function(&mut self, given_name: Option<&Name>) -> Parsed<Function> {
        let start = self.start();
        self.expect("function")?;
        let name = match (self.is("("), given_name) {
            (true, Some(name)) => name.clone(),
            (true, None) => "".into(),
            // Such a name would need a scope of its own.
            (false, Some(_)) => return Err("a function that is a value has no name".to_owned()),
            (false, None) => self.name()?,
        };
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.accept(")") {
            parameters.push(self.name()?);
            if !self.is(")") {
                self.expect(",")?;
            }
        }
        let body = self.nested(Self::block)?;
        let span = self.since(start);
        Ok(Function { name, span, parameters, body, end: span.end - 1 })
    }

    fn if_statement(&mut self) -> Parsed<StatementKind> {
        self.position += 1;
        let test = self.head()?;
        let then = Box::new(self.statement()?);
        let other = if self.accept("else") { Some(Box::new(self.statement()?)) } else { None };
        Ok(StatementKind::If(test, then, other))
    }

    fn for_statement(&mut self) -> Parsed<StatementKind> {
        self.position += 1;
        self.expect("(")?;
        let start = self.start();
        let first = match (self.is(";"), self.is("var") || self.is("let") || self.is("const")) {
            (true, _) => None,
            (_, true) => Some(self.declaration()?),
            _ => Some(StatementKind::Expression(self.expression()?)),
        };
        let first = first.map(|kind| Statement { span: self.since(start), kind });
        self.expect(";")?;
        let test = if self.is(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let update = if self.is(")") { None } else { Some(self.expression()?) };
        self.expect(")")?;
        let body = Box::new(self.statement()?);
        Ok(StatementKind::For(Box::new(ForHead { first, test, update }), body))
    }

    fn try_statement(&mut self) -> Parsed<StatementKind> {
        self.position += 1;
        let body = self.block()?;
        let catch = match self.accept("catch") {
            false => None,
            true => {
                let name = match self.accept("(") {
                    false => None,
                    true => {
                        let name = self.name()?;
                        self.expect(")")?;
                        Some(name)
                    }
                };
                Some((name, self.block()?))
            }
        };
        let finally = if self.accept("finally") { Some(self.block()?) } else { None };
        if catch.is_none() && finally.is_none() {
            return Err(self.unexpected());
        }
        Ok(StatementKind::Try(Box::new(Try { body, catch, finally })))
    }

    fn expression(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let first = self.assignment()?;
        if !self.is(",") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.accept(",") {
            parts.push(self.assignment()?);
        }
        Ok(Expression { span: self.since(start), kind: ExpressionKind::Sequence(parts) })
    }

    fn assignment(&mut self) -> Parsed<Expression> {
        self.nested(|parser| {
            let start = parser.start();
            let target = parser.choice()?;
            let signs = ["=", "+=", "-=", "*=", "/=", "%="];
            let Some(sign) = parser.accept_any(&signs) else { return Ok(target) };
            let ExpressionKind::Name(name) = target.kind else {
                return Err("cannot assign to that".to_owned());
            };
            let (operator, value) = match sign {
                "=" => (None, parser.value_for(&name)?),
                sign => (Some(&sign[..1]), parser.assignment()?),
            };
            let kind = ExpressionKind::Assign(name, operator, Box::new(value));
            Ok(Expression { span: parser.since(start), kind })
        })
    }

    fn choice(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let test = self.logical(&["||", "&&"])?;
        if !self.accept("?") {
            return Ok(test);
        }
        let one = self.assignment()?;
        self.expect(":")?;
        let other = self.assignment()?;
        let kind = ExpressionKind::Choice(Box::new([test, one, other]));
        Ok(Expression { span: self.since(start), kind })
    }

    fn logical(&mut self, signs: &[&'static str]) -> Parsed<Expression> {
        let Some((sign, tighter)) = signs.split_first() else { return self.binary(&BINARY) };
        let start = self.start();
        let mut left = self.logical(tighter)?;
        while self.accept(sign) {
            let right = self.logical(tighter)?;
            let kind = ExpressionKind::Logical(sign, Box::new(left), Box::new(right));
            left = Expression { span: self.since(start), kind };
        }
        Ok(left)
    }

    fn binary(&mut self, levels: &[&[&'static str]]) -> Parsed<Expression> {
        let Some((signs, tighter)) = levels.split_first() else { return self.unary() };
        let start = self.start();
        let mut left = self.binary(tighter)?;
        while let Some(sign) = self.accept_any(signs) {
            let right = self.binary(tighter)?;
            let kind = ExpressionKind::Binary(sign, Box::new(left), Box::new(right));
            left = Expression { span: self.since(start), kind };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expression> {
        let start = self.start();
        if let Some(sign) = self.accept_any(&["++", "--"]) {
            let name = self.name()?;
            let kind = ExpressionKind::Count(name, &sign[..1], false);
            return Ok(Expression { span: self.since(start), kind });
        }
        if let Some(sign) = self.accept_any(&["!", "-", "+", "typeof", "void"]) {
            let operand = self.nested(Self::unary)?;
            let kind = ExpressionKind::Unary(sign, Box::new(operand));
            return Ok(Expression { span: self.since(start), kind });
        }
        let operand = self.call()?;
        if self.token().is_first_on_line {
            return Ok(operand);
        }
        let Some(sign) = self.accept_any(&["++", "--"]) else { return Ok(operand) };
        let ExpressionKind::Name(name) = operand.kind else {
            return Err("cannot assign to that".to_owned());
        };
        let kind = ExpressionKind::Count(name, &sign[..1], true);
        Ok(Expression { span: self.since(start), kind })
    }

    fn call(&mut self) -> Parsed<Expression> {
        let start = self.start();
        let mut callee = self.primary()?;
        while self.accept("(") {
            let mut arguments = Vec::new();
            while !self.accept(")") {
                arguments.push(self.assignment()?);
                if !self.is(")") {
                    self.expect(",")?;
                }
            }
            let kind = ExpressionKind::Call(Box::new(callee), arguments);
            callee = Expression { span: self.since(start), kind };
        }
        Ok(callee)
    }

    fn primary(&mut self) -> Parsed<Expression> {
        let token = self.token().clone();
        let word = token.span.of(self.text);
        let kind = match token.kind {
            TokenKind::Number(number) => ExpressionKind::Number(number),
            TokenKind::Text(text) => ExpressionKind::Text(text.into()),
            TokenKind::Sign("(") => {
                self.position += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                return Ok(Expression { span: self.since(token.span.start), kind: inner.kind });
            }
            TokenKind::Word => match word {
                "true" | "false" => ExpressionKind::Boolean(word == "true"),
                "null" => ExpressionKind::Null,
                "function" => {
                    let function = self.function(Some(&"".into()))?;
                    let kind = ExpressionKind::Function(Arc::new(function));
                    return Ok(Expression { span: self.since(token.span.start), kind });
                }
                _ if word.starts_with(LOG_NAME) && self.is_followed_by_dot() => {
                    self.position += 2;
                    let kind = ExpressionKind::Log(Box::new(self.log_call()?));
                    return Ok(Expression { span: self.since(token.span.start), kind });
                }
                _ => {
                    let kind = ExpressionKind::Name(self.name()?);
                    return Ok(Expression { span: token.span, kind });
                }
            },
            _ => return Err(self.unexpected()),
        };
        self.position += 1;
        Ok(Expression { span: token.span, kind })
    }

    fn is_followed_by_dot(&self) -> bool {
        self.tokens.get(self.position + 1).is_some_and(|next| next.kind == TokenKind::Sign("."))
    }

    /// What follows the name of the log and a dot in a copy.
    fn log_call(&mut self) -> Parsed<LogCall> {
        let method = self.name()?;
        if &*method == "full" {
            return Ok(LogCall::Full);
        }
        self.expect("(")?;
        let call = match &*method {
            "at" => {
                let statement = self.integer()?;
                self.expect(",")?;
                let activation = self.assignment()?;
                let names = if self.accept(",") { self.read_names()? } else { Vec::new() };
                LogCall::At { statement, activation, names }
            }
            "enter" => LogCall::Enter(self.integer()?),
            "leave" => LogCall::Leave(self.assignment()?),
            "returned" | "exit" => {
                let activation = self.assignment()?;
                let value = if self.accept(",") { Some(self.assignment()?) } else { None };
                LogCall::Returned(activation, value, &*method == "exit")
            }
            _ => return Err(format!("the log has no {method}")),
        };
        self.expect(")")?;
        Ok(call)
    }

    fn integer(&mut self) -> Parsed<u32> {
        let TokenKind::Number(number) = self.token().kind else { return Err(self.unexpected()) };
        self.position += 1;
        Ok(number as u32)
    }

    /// The names in `()=>[[a,b],[()=>c],['d']]`: first those that have a value, then the others, and last those
    /// of global variables.
    fn read_names(&mut self) -> Parsed<Vec<Name>> {
        let mut names = Vec::new();
        self.arrow()?;
        self.expect("[")?;
        for is_guarded in [false, true] {
            self.expect("[")?;
            while !self.accept("]") {
                if is_guarded {
                    self.arrow()?;
                }
                names.push(self.name()?);
                if !self.is("]") {
                    self.expect(",")?;
                }
            }
            self.accept(",");
        }
        self.expect("[")?;
        while let TokenKind::Text(name) = self.token().kind.clone() {
            names.push(name.into());
            self.position += 1;
            self.accept(",");
        }
        self.expect("]")?;
        self.expect("]")?;
        Ok(names)
    }

    fn arrow(&mut self) -> Parsed<()> {
        self.expect("(")?;
        self.expect(")")?;
        self.expect("=>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_have_exact_places() {
        let text = "let a = 1, b;\nif (a) { f(a + 2); } else b = 3\nfunction g(x) { return x; }";
        let program = parse(text).expect("a program");
        let spans: Vec<&str> = program.body.iter().map(|it| it.span.of(text)).collect();
        let expected =
            ["let a = 1, b;", "if (a) { f(a + 2); } else b = 3", "function g(x) { return x; }"];
        assert_eq!(spans, expected);
    }

    #[test]
    fn what_is_not_in_the_language_is_refused() {
        for text in ["let = 1;", "f(", "const a;", "class A {}", "a.b();", "1 = 2;", "{", "x y;"] {
            assert!(parse(text).is_err(), "{text}");
        }
        let deep = "(".repeat(5_000);
        assert!(parse(&deep).is_err());
    }

    #[test]
    fn the_words_of_a_copy_are_understood() {
        let text = "const debunkWitness1Run=debunkWitness1.enter(1);\
                    debunkWitness1.full||debunkWitness1.at(3,debunkWitness1Run,()=>[[a,b],[()=>c],['d']]);";
        let program = parse(text).expect("a copy");
        assert_eq!(program.body.len(), 2);
    }
}
