//! Which kind of code is at a place, according to the parser: rules refer to this instead of the
//! text of a line.

use crate::places::Places;
use debunk_model::{Language, Location, NodeSpan, Span};
use serde::{Deserialize, Serialize};

/// A kind of code. A place can be of several kinds at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// A line without code.
    NoCode,
    /// After all code of the program.
    End,
    /// At the brace that closes the body of a function.
    FunctionEnd,
    /// At a brace or bracket that closes something else.
    BlockEnd,
    /// After a `return` statement.
    ReturnEnd,
    /// Where an arrow function without a block is left.
    ArrowEnd,
    /// In the head of a function, before its body.
    FunctionHead,
    /// In the default value of a parameter.
    DefaultValue,
    /// A function with an empty body.
    EmptyFunction,
    /// A function declaration inside a block.
    BlockFunction,
    /// The head of a class.
    ClassHead,
    /// A class without a constructor that extends another one.
    DefaultConstructor,
    /// A field or a static block of a class.
    Initialiser,
    /// A private method or accessor.
    PrivateMethod,
    /// A method, an accessor or a field with a computed name.
    ComputedKey,
    /// A directive such as `"use strict"`.
    Directive,
    /// A declaration without a value.
    BareDeclaration,
    /// An expression statement whose value is constant.
    ConstantStatement,
    /// A loop or an `if` whose condition is constant.
    ConstantCondition,
    /// In the head of a `for` loop.
    ForHead,
    /// In the head of a `for`-`in` or `for`-`of` loop.
    ForEachHead,
    /// In the head of a `while` loop, or in the condition of a `do` loop.
    WhileHead,
    /// On a line inside a statement that begins on an earlier one.
    Inside,
    /// After a statement that never ends normally, in the same list.
    Unreachable,
    /// In a statement with a `yield`.
    Yield,
    /// In a statement with an `await`, or in the head of a `for await` loop.
    Await,
    /// In a destructuring pattern.
    Pattern,
    /// In a `break` statement.
    Break,
    /// In a `with` statement.
    With,
    /// In code that a `try` with a `finally` or a `catch` protects, or in one of its blocks.
    Try,
    /// In a `catch` clause or a `finally` block.
    Handler,
    /// In a generator.
    InGenerator,
    /// In an `async` function.
    InAsync,
    /// At the brace that closes a generator or an `async` function.
    SuspendableEnd,
    /// In a function that is an argument of a call.
    Callback,
    /// In a `return` statement.
    Return,
    /// Where a statement begins.
    Statement,
}

/// Whether a node is a function, or code that runs as one.
pub(crate) fn is_function(kind: &str) -> bool {
    matches!(
        kind,
        "Function"
            | "ArrowFunctionExpression"
            | "StaticBlock"
            | "PropertyDefinition"
            | "function_definition"
    )
}

impl<'run> Places<'run> {
    fn code(&self) -> &'run str {
        &self.program.text
    }

    /// The offset of a place; that of the first code on its line if the place is before that.
    pub(crate) fn offset_of_code(&self, at: Location) -> Option<u32> {
        let line = self.lines.line_span(at.line)?;
        let text = line.of(self.code());
        let first = line.start + (text.len() - text.trim_start().len()) as u32;
        Some(self.offset(at)?.max(first.min(line.end)))
    }

    fn around(&self, offset: u32, is_wanted: impl Fn(&str) -> bool) -> Option<&'run NodeSpan> {
        self.sites.innermost(offset, is_wanted)
    }

    /// The function around an offset; the whole program if there is none. At its start, the code
    /// around a function makes it; after an arrow function without a block, it is left.
    pub(crate) fn function_around(&self, offset: u32) -> Span {
        let whole = Span::new(0, self.code().len() as u32 + 1);
        let left = self.sites.nodes.iter().filter(|node| {
            node.kind == "ArrowFunctionExpression"
                && node.span.end == offset
                && !node.span.of(self.code()).ends_with('}')
        });
        let left = left.min_by_key(|node| node.span.end - node.span.start);
        let is_around = |node: &&NodeSpan| {
            is_function(node.kind)
                && node.span.contains(offset)
                && !(node.span.start == offset && self.is_made(node.kind))
        };
        let inside = self.sites.nodes.iter().filter(is_around);
        let inside = inside.min_by_key(|node| node.span.end - node.span.start);
        left.or(inside).map_or(whole, |node| node.span)
    }

    /// Whether a function of this kind is a value, which the code around it makes.
    fn is_made(&self, kind: &str) -> bool {
        match kind {
            "Function" | "ArrowFunctionExpression" => true,
            "function_definition" => self.program.language == Language::Python,
            _ => false,
        }
    }

    /// The body of a function or a loop: its last child.
    fn body(&self, owner: Span) -> Option<Span> {
        let inner = self.sites.nodes.iter().filter(|node| {
            owner.encloses(node.span) && node.span != owner && node.span.end == owner.end
        });
        inner.max_by_key(|node| node.span.end - node.span.start).map(|node| node.span)
    }

    /// Whether a place is of a kind.
    pub fn is_spot(&self, at: Location, spot: Spot) -> bool {
        if spot == Spot::NoCode {
            return self.has_no_code(at.line);
        }
        if spot == Spot::End {
            return self.is_end(at);
        }
        let Some(offset) = self.offset_of_code(at) else { return false };
        if self.has_no_code(at.line) {
            return false;
        }
        self.holds(offset, at.line, spot)
    }

    fn holds(&self, offset: u32, line: u32, spot: Spot) -> bool {
        let statement = self.sites.statement(offset);
        let is_in = |kind: &str| self.around(offset, |known| known == kind).is_some();
        let first = self.code().get(offset as usize..).and_then(|rest| rest.chars().next());
        match spot {
            Spot::NoCode | Spot::End => false,
            Spot::FunctionEnd => self.is_function_end(offset),
            Spot::BlockEnd => {
                matches!(first, Some('}' | ']' | ')')) && !self.is_function_end(offset)
            }
            Spot::ReturnEnd => self.sites.nodes.iter().any(|node| {
                node.kind == "ReturnStatement"
                    && (node.span.end == offset || node.span.end == offset + 1)
            }),
            Spot::ArrowEnd => self.sites.nodes.iter().any(|node| {
                node.kind == "ArrowFunctionExpression"
                    && (node.span.end == offset || node.span.end == offset + 1)
            }),
            Spot::FunctionHead => self.function_head(offset).is_some(),
            Spot::DefaultValue => self.function_head(offset).is_some() && is_in("FormalParameters"),
            Spot::EmptyFunction => self.around(offset, is_function).is_some_and(|node| {
                let inner = self.body(node.span).map(|body| body.of(self.code()));
                inner.is_some_and(|text| {
                    let text = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
                    text.is_some_and(|text| text.trim().is_empty())
                })
            }),
            Spot::BlockFunction => {
                let function = self.around(offset, |kind| kind == "Function");
                function.is_some_and(|node| {
                    node.span.start == offset
                        && self.around(offset, |kind| kind == "BlockStatement").is_some_and(
                            |block| self.function_around(block.span.start) != node.span,
                        )
                })
            }
            Spot::ClassHead => self.class_head(offset).is_some(),
            Spot::DefaultConstructor => {
                let class = self.around(offset, |kind| kind == "Class");
                class.is_some_and(|node| {
                    let text = node.span.of(self.code());
                    text.contains(" extends ") && !text.contains("constructor")
                })
            }
            Spot::Initialiser => is_in("StaticBlock") || is_in("PropertyDefinition"),
            Spot::PrivateMethod => self.method(offset).is_some_and(|text| {
                let head = text.split(['(', '=', ';']).next().unwrap_or("");
                head.contains('#')
            }),
            Spot::ComputedKey => self.method(offset).is_some_and(|text| {
                let head = text.split(['(', '=', ';']).next().unwrap_or("");
                head.contains('[')
            }),
            Spot::Directive => self.sites.directives.iter().any(|span| span.contains(offset)),
            Spot::BareDeclaration => statement.is_some_and(|node| {
                node.kind == "VariableDeclaration"
                    && !node.span.of(self.code()).contains('=')
                    && !self.is_loop_head(offset, &["ForInStatement", "ForOfStatement"])
            }),
            Spot::ConstantStatement => statement.is_some_and(|node| {
                node.kind == "ExpressionStatement" && self.is_constant(node.span)
            }),
            Spot::ConstantCondition => self.has_constant_condition(offset),
            Spot::ForHead => self.is_loop_head(offset, &["ForStatement", "for_statement"]),
            Spot::ForEachHead => self.is_loop_head(offset, &["ForInStatement", "ForOfStatement"]),
            Spot::WhileHead => {
                self.is_loop_head(offset, &["WhileStatement", "while_statement"])
                    || self.around(offset, is_do_loop).is_some_and(|node| {
                        self.around(offset, |kind| kind == "BlockStatement")
                            .is_none_or(|block| block.span.encloses(node.span))
                    })
            }
            Spot::Inside => statement.is_some_and(|node| {
                let start = self.lines.location(self.code(), node.span.start);
                start.line < line && !is_block(node.kind) && !self.has_statement_on_line(line)
            }),
            Spot::Unreachable => self.is_unreachable(offset),
            Spot::Yield => self.mentions(offset, "YieldExpression"),
            Spot::Await => {
                self.mentions(offset, "AwaitExpression")
                    || self.around(offset, |kind| kind == "ForOfStatement").is_some_and(|node| {
                        node.span.of(self.code()).starts_with("for await")
                            && self.is_loop_head(offset, &["ForOfStatement"])
                    })
            }
            Spot::Pattern => is_in("ArrayPattern") || is_in("ObjectPattern"),
            Spot::Break => statement.is_some_and(|node| node.kind == "BreakStatement"),
            Spot::With => is_in("WithStatement"),
            Spot::Try => is_in("TryStatement"),
            Spot::Handler => {
                is_in("CatchClause")
                    || is_in("finally_clause")
                    || is_in("except_clause")
                    || self.sites.nodes.iter().any(|node| {
                        node.kind == "BlockStatement"
                            && node.span.contains(offset)
                            && self.function_around(node.span.start) == self.function_around(offset)
                            && self.code()[..node.span.start as usize]
                                .trim_end()
                                .ends_with("finally")
                    })
            }
            Spot::InGenerator => self.function_text(offset).is_some_and(is_generator),
            Spot::InAsync => {
                self.function_text(offset).is_some_and(|text| text.starts_with("async"))
            }
            Spot::SuspendableEnd => {
                self.is_function_end(offset)
                    && self
                        .function_text(offset.saturating_sub(1))
                        .is_some_and(|text| is_generator(text) || text.starts_with("async"))
            }
            Spot::Callback => self.around(offset, is_function).is_some_and(|function| {
                self.sites.nodes.iter().any(|node| {
                    matches!(node.kind, "CallExpression" | "NewExpression")
                        && node.span.encloses(function.span)
                        && node.span.start < function.span.start
                        && node.span.of(self.code())
                            [..(function.span.start - node.span.start) as usize]
                            .trim_end()
                            .ends_with(['(', ','])
                })
            }),
            Spot::Return => statement.is_some_and(|node| node.kind == "ReturnStatement"),
            Spot::Statement => self.sites.nodes.iter().any(|node| {
                self.is_doing(node.kind) && node.span.start <= offset && {
                    let start = self.lines.location(self.code(), node.span.start);
                    start.line == line && node.span.contains(offset)
                }
            }),
        }
    }

    fn function_text(&self, offset: u32) -> Option<&'run str> {
        let function = self.around(offset, is_function)?.span;
        // The star and the word before a method are not a part of its function.
        let method = self.sites.nodes.iter().filter(|node| {
            matches!(node.kind, "MethodDefinition" | "ObjectProperty")
                && node.span.end == function.end
                && node.span.encloses(function)
        });
        let whole = method.min_by_key(|node| node.span.end - node.span.start);
        let text = whole.map_or(function, |node| node.span).of(self.code());
        Some(text.trim_start_matches("static "))
    }

    fn has_no_code(&self, line: u32) -> bool {
        let Some(span) = self.lines.line_span(line) else { return true };
        let text = span.of(self.code()).trim();
        let comment = match self.program.language {
            Language::Python => "#",
            _ => "//",
        };
        text.is_empty()
            || text.starts_with(comment)
            || text.starts_with("/*") && (text.ends_with("*/") || !text.contains("*/"))
            || text.starts_with('*') && !self.has_statement_on_line(line)
    }

    fn is_function_end(&self, offset: u32) -> bool {
        self.sites.nodes.iter().any(|node| {
            matches!(node.kind, "FunctionBody" | "StaticBlock")
                && (node.span.end == offset + 1 || node.span.end == offset)
                && node.span.of(self.code()).ends_with('}')
        })
    }

    pub(crate) fn function_head(&self, offset: u32) -> Option<Span> {
        let node =
            self.around(offset, |kind| matches!(kind, "Function" | "ArrowFunctionExpression"))?;
        let body = self.body(node.span)?;
        (offset < body.start).then_some(node.span)
    }

    fn class_head(&self, offset: u32) -> Option<Span> {
        let node = self.around(offset, |kind| kind == "Class")?;
        let body = self.body(node.span)?;
        (offset <= body.start).then_some(node.span)
    }

    /// The text of the class or object member at whose head a place is.
    fn method(&self, offset: u32) -> Option<&'run str> {
        let is_member = |kind: &str| {
            matches!(kind, "MethodDefinition" | "PropertyDefinition" | "ObjectProperty")
        };
        let node = self.around(offset, is_member)?;
        let inside = self.around(offset, is_function);
        let is_inner = inside.is_some_and(|function| {
            node.span.encloses(function.span)
                && self.body(function.span).is_some_and(|body| body.contains(offset))
                && function.kind != "PropertyDefinition"
        });
        (!is_inner).then(|| node.span.of(self.code()))
    }

    fn is_loop_head(&self, offset: u32, kinds: &[&str]) -> bool {
        let Some(node) = self.around(offset, |kind| kinds.contains(&kind)) else { return false };
        let inner = self.around(offset, is_function);
        let is_outside = inner.is_none_or(|function| function.span.encloses(node.span));
        is_outside && self.body(node.span).is_some_and(|body| offset < body.start)
    }

    /// Whether a text consists only of literals and operators.
    fn is_constant(&self, span: Span) -> bool {
        !self.sites.nodes.iter().any(|node| {
            span.encloses(node.span)
                && !matches!(
                    node.kind,
                    "ExpressionStatement"
                        | "ParenthesizedExpression"
                        | "UnaryExpression"
                        | "BinaryExpression"
                        | "LogicalExpression"
                        | "ConditionalExpression"
                        | "BooleanLiteral"
                        | "NumericLiteral"
                        | "StringLiteral"
                        | "Other"
                )
        })
    }

    fn has_constant_condition(&self, offset: u32) -> bool {
        let is_conditional = |kind: &str| {
            matches!(
                kind,
                "IfStatement"
                    | "WhileStatement"
                    | "DoWhileStatement"
                    | "ForStatement"
                    | "while_statement"
            )
        };
        let offset = self.behind_labels(offset);
        let Some(node) = self.around(offset, is_conditional) else { return false };
        let text = node.span.of(self.code());
        let condition = match node.kind {
            "ForStatement" => return self.tests_a_constant(node.span),
            "while_statement" => {
                return ["while True", "while False", "while 1", "while 0"]
                    .iter()
                    .any(|start| text.starts_with(start));
            }
            "DoWhileStatement" => {
                let Some(start) = text.rfind("while") else { return false };
                node.span.start + start as u32 + 5
            }
            _ => {
                let Some(start) = text.find('(') else { return false };
                node.span.start + start as u32
            }
        };
        let Some(open) = self.code()[condition as usize..].find('(') else { return false };
        let inside = condition + open as u32 + 1;
        let tested = self.sites.nodes.iter().filter(|node| node.span.start == inside);
        let tested = tested.max_by_key(|node| node.span.end - node.span.start);
        let is_here = self
            .around(offset, |kind| kind == "BlockStatement")
            .is_none_or(|block| block.span.encloses(node.span) || !node.span.encloses(block.span));
        is_here && tested.is_some_and(|node| self.is_constant(node.span))
    }

    /// Where the statement begins that the labels at an offset name.
    fn behind_labels(&self, offset: u32) -> u32 {
        let labelled = self
            .sites
            .nodes
            .iter()
            .find(|node| node.kind == "LabeledStatement" && node.span.start == offset);
        let Some(body) = labelled.and_then(|node| self.body(node.span)) else { return offset };
        self.behind_labels(body.start)
    }

    /// Whether a `for` loop that begins with its test has none, or a constant one.
    fn tests_a_constant(&self, looped: Span) -> bool {
        let text = looped.of(self.code());
        let Some(open) = text.find('(') else { return false };
        let Some(rest) = text[open + 1..].trim_start().strip_prefix(';') else { return false };
        let start = looped.end - rest.len() as u32;
        let end = start + rest.find(';').unwrap_or(0) as u32;
        let test = Span::new(start, end);
        test.of(self.code()).trim().is_empty() || self.is_constant(test)
    }

    fn is_unreachable(&self, offset: u32) -> bool {
        let is_list = |kind: &str| {
            matches!(
                kind,
                "BlockStatement" | "FunctionBody" | "Program" | "SwitchCase" | "compound_statement"
            )
        };
        let mut lists =
            self.sites.nodes.iter().filter(|node| is_list(node.kind) && node.span.contains(offset));
        lists.any(|list| {
            let function = self.function_around(list.span.start + 1);
            self.function_around(offset) == function
                && self.sites.nodes.iter().any(|node| {
                    self.never_ends(node)
                        && list.span.encloses(node.span)
                        && node.span.end <= offset
                        && self.innermost_list(node.span.start, is_list) == Some(list.span)
                        && self.function_around(node.span.start) == function
                })
        })
    }

    fn innermost_list(&self, offset: u32, is_list: impl Fn(&str) -> bool) -> Option<Span> {
        let lists = self.sites.nodes.iter().filter(|node| {
            is_list(node.kind) && node.span.contains(offset) && node.span.start < offset
                || node.kind == "Program"
        });
        let innermost = lists.min_by_key(|node| node.span.end - node.span.start)?.span;
        // The only statement of an `if` is in no list.
        let parent = self.sites.nodes.iter().filter(|node| {
            node.span.contains(offset) && node.span.start < offset && innermost.encloses(node.span)
        });
        let parent = parent.min_by_key(|node| node.span.end - node.span.start)?;
        (parent.span == innermost).then_some(innermost)
    }

    /// Whether what follows a statement in its list never runs.
    fn never_ends(&self, node: &NodeSpan) -> bool {
        let is_endless = matches!(node.kind, "WhileStatement" | "ForStatement") && {
            let text = node.span.of(self.code());
            self.has_constant_condition(node.span.start)
                && !text.contains("break")
                && !text.starts_with("while (false)")
                && !text.starts_with("while (0)")
        };
        is_endless
            || matches!(
                node.kind,
                "ReturnStatement"
                    | "ThrowStatement"
                    | "BreakStatement"
                    | "ContinueStatement"
                    | "return_statement"
                    | "break_statement"
                    | "continue_statement"
                    | "goto_statement"
            )
    }

    /// Whether the innermost statement around an offset holds a node of a kind, not counting
    /// functions inside it.
    fn mentions(&self, offset: u32, kind: &str) -> bool {
        let Some(statement) = self.sites.statement(offset) else { return false };
        let head = match statement.kind {
            "BlockStatement" => return false,
            _ if is_compound(statement.kind) => {
                let body = self.body(statement.span).map_or(statement.span.end, |body| body.start);
                Span::new(statement.span.start, body)
            }
            _ => statement.span,
        };
        let function = self.function_around(offset);
        self.sites.nodes.iter().any(|node| {
            node.kind == kind
                && head.encloses(node.span)
                && self.function_around(node.span.start) == function
        })
    }
}

fn is_do_loop(kind: &str) -> bool {
    kind == "DoWhileStatement"
}

fn is_block(kind: &str) -> bool {
    matches!(kind, "BlockStatement" | "TryStatement" | "SwitchStatement" | "LabeledStatement")
        || matches!(kind, "compound_statement" | "try_statement" | "with_statement")
}

fn is_compound(kind: &str) -> bool {
    matches!(
        kind,
        "IfStatement"
            | "ForStatement"
            | "ForInStatement"
            | "ForOfStatement"
            | "WhileStatement"
            | "SwitchStatement"
            | "TryStatement"
            | "WithStatement"
            | "LabeledStatement"
            | "DoWhileStatement"
    )
}

fn is_generator(text: &str) -> bool {
    let head = text.split('(').next().unwrap_or("");
    head.contains('*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_languages::analyse;
    use debunk_model::{Goal, Program};

    /// Whether the place of `mark` in a text is of a kind.
    fn is(text: &str, mark: &str, spot: Spot) -> bool {
        let program = Program::javascript("p.js", Goal::Script, text);
        let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
        let places = Places { program: &program, lines: &lines, sites: &sites };
        let offset = text.find(mark).unwrap_or_else(|| panic!("no {mark}")) as u32;
        places.is_spot(lines.location(text, offset), spot)
    }

    #[test]
    fn places_are_of_the_kinds_that_the_parse_says() {
        let text = "\
function f(a = 1) {
  let x;
  for (const k of a) {
    if (k) return 9;
  }
  while (true) { g(); break; }
  while (a()) { g(); }
  7 + 1;
  throw x;
  dead();
}
class C extends B {
  static z = 5;
  #p() {}
  [q]() {}
}
[3].map(n => { h(n); });
async function* w() {
  yield 8;
}
";
        for (mark, spot, expected) in [
            ("1) {", Spot::DefaultValue, true),
            ("let x", Spot::BareDeclaration, true),
            ("if (k)", Spot::BareDeclaration, false),
            ("const k", Spot::ForEachHead, true),
            ("if (k)", Spot::ForEachHead, false),
            ("while (true", Spot::ConstantCondition, true),
            ("while (a", Spot::ConstantCondition, false),
            ("while (a", Spot::WhileHead, true),
            ("7 + 1", Spot::ConstantStatement, true),
            ("throw x", Spot::ConstantStatement, false),
            ("dead()", Spot::Unreachable, true),
            ("throw x", Spot::Unreachable, false),
            ("}\nclass", Spot::FunctionEnd, true),
            ("}\n  while (true", Spot::FunctionEnd, false),
            ("}\n  while (true", Spot::BlockEnd, true),
            ("class C", Spot::ClassHead, true),
            ("class C", Spot::DefaultConstructor, true),
            ("5;", Spot::Initialiser, true),
            ("#p", Spot::PrivateMethod, true),
            ("[q]", Spot::ComputedKey, true),
            ("#p", Spot::ComputedKey, false),
            ("h(n)", Spot::Callback, true),
            ("7 + 1", Spot::Callback, false),
            ("yield 8", Spot::Yield, true),
            ("yield 8", Spot::InGenerator, true),
            ("h(n)", Spot::InGenerator, false),
        ] {
            assert_eq!(is(text, mark, spot), expected, "{mark} {spot:?}");
        }
        assert!(is("f(\n  g);\n", "g)", Spot::Inside));
        assert!(!is("f(\n  g);\n", "f(", Spot::Inside));
        assert!(is("'use strict';\nf();\n", "'use", Spot::Directive));
        assert!(is("f();\n\ng();\n", "\ng", Spot::NoCode));
    }
}
