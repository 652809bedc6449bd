//! What engines mean by a place in the code: they agree on where a statement begins, but not on
//! where a function is left, nor on which parts of a statement are separate places.

use crate::spots::{Spot, is_function};
use debunk_model::{Granularity, Language, LineIndex, Location, Program, Sites, Span};

/// The code of one program.
#[derive(Clone, Copy, Debug)]
pub struct Places<'run> {
    /// The program.
    pub program: &'run Program,
    /// Its lines.
    pub lines: &'run LineIndex,
    /// Its syntax.
    pub sites: &'run Sites,
}

impl Places<'_> {
    pub(crate) fn offset(&self, at: Location) -> Option<u32> {
        let offset = self.lines.offset(&self.program.text, at)?;
        if !self.knows_lines_alone() {
            return Some(offset);
        }
        // A line is where the code on it begins.
        let rest = self.program.text.get(offset as usize..)?;
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        Some(offset + blanks as u32)
    }

    /// Whether debuggers of the program's language report no columns.
    fn knows_lines_alone(&self) -> bool {
        Granularity::usual(self.program.language).is_lines()
    }

    /// The function that is about to be left at a place: after a `return` statement or at the brace
    /// that closes the function.
    fn left_at(&self, at: Location) -> Option<Span> {
        let offset = self.offset(at)?;
        let body = self
            .sites
            .nodes
            .iter()
            .filter(|node| node.kind == "FunctionBody")
            .filter(|node| node.span.start <= offset && offset <= node.span.end)
            .min_by_key(|node| node.span.end - node.span.start)?
            .span;
        let at_brace = offset + 1 >= body.end;
        let behind_return = self.sites.nodes.iter().any(|node| {
            let end = node.span.end;
            node.kind == "ReturnStatement" && (offset == end || offset + 1 == end)
        });
        (at_brace || behind_return).then_some(body)
    }

    /// Whether the same function is about to be left at both places.
    pub fn is_same_exit(&self, a: Location, b: Location) -> bool {
        matches!((self.left_at(a), self.left_at(b)), (Some(left), Some(right)) if left == right)
    }

    /// Whether both places are in the same statement and no smaller one.
    pub fn is_same_statement(&self, a: Location, b: Location) -> bool {
        let start = |at| self.offset(at).and_then(|offset| self.sites.statement_start(offset));
        match (start(a), start(b)) {
            (Some(left), Some(right)) => left == right,
            // If a macro hides something from the parser, its line has to do.
            (None, None) => self.knows_lines_alone() && a.line == b.line,
            _ => false,
        }
    }

    /// Whether the variables mean the same at both places of one statement: the parts of a
    /// declaration and of a loop head change them one after the other.
    pub fn has_same_values(&self, a: Location, b: Location) -> bool {
        let (Some(left), Some(right)) = (self.offset(a), self.offset(b)) else { return false };
        let Some(statement) = self.sites.statement(left) else { return false };
        let has_parts =
            self.sites.nodes.iter().any(|node| {
                node.kind == "SequenceExpression" && statement.span.encloses(node.span)
            });
        match statement.kind {
            _ if has_parts => false,
            "ForStatement" | "ForInStatement" | "ForOfStatement" => false,
            "VariableDeclaration" => {
                let part =
                    |offset| self.sites.innermost(offset, |kind| kind == "VariableDeclarator");
                let parts = self.sites.nodes.iter().filter(|node| {
                    node.kind == "VariableDeclarator" && statement.span.encloses(node.span)
                });
                parts.count() == 1
                    || part(left).map(|node| node.span) == part(right).map(|node| node.span)
            }
            _ => true,
        }
    }

    /// Whether a place is at a `debugger` statement.
    pub fn is_debugger_statement(&self, at: Location) -> bool {
        self.offset(at).is_some_and(|offset| self.sites.is_debugger_statement(offset))
    }

    /// Whether a place is in a declaration without a value.
    pub fn is_bare_declaration(&self, at: Location) -> bool {
        let Some(offset) = self.offset(at) else { return false };
        self.sites.nodes.iter().any(|node| {
            node.kind == "VariableDeclaration"
                && node.span.contains(offset)
                && !node.span.of(&self.program.text).contains('=')
        })
    }

    /// Whether a statement that does something begins on a line.
    pub fn has_statement_on_line(&self, line: u32) -> bool {
        let Some(span) = self.lines.line_span(line) else { return false };
        self.sites.nodes.iter().any(|node| {
            self.is_doing(node.kind) && span.start <= node.span.start && node.span.start < span.end
        })
    }

    /// Whether a syntax node does something where it is, so that a debugger can pause at it. In
    /// Python a statement makes a function; in C it exists before anything runs.
    pub(crate) fn is_doing(&self, kind: &str) -> bool {
        match kind {
            "function_definition" => self.program.language == Language::Python,
            "VariableDeclaration" | "class_definition" => true,
            "BlockStatement" | "EmptyStatement" | "compound_statement" => false,
            "global_statement" | "nonlocal_statement" => false,
            _ => kind.ends_with("Statement") || kind.ends_with("_statement"),
        }
    }

    /// The name that the function around a place has in the code.
    pub(crate) fn declared_name(&self, at: Location) -> Option<&str> {
        let function = self.sites.innermost(self.offset(at)?, is_function)?;
        let head = function.span.of(&self.program.text).split('(').next().unwrap_or("");
        let name = head.trim_start_matches("async ").strip_prefix("function")?;
        let name = name.trim_start_matches(['*', ' ']).trim();
        (!name.is_empty()).then_some(name)
    }

    /// Whether two places are in the same function, and in no inner one.
    pub fn is_same_function(&self, a: Location, b: Location) -> bool {
        match (self.offset_of_code(a), self.offset_of_code(b)) {
            (Some(left), Some(right)) => self.function_around(left) == self.function_around(right),
            _ => false,
        }
    }

    /// Whether the statement at a line, the innermost that begins or continues on it, holds a
    /// place.
    pub fn is_around(&self, asked: Location, at: Location) -> bool {
        let Some(offset) = self.offset_of_code(asked) else { return false };
        let Some(place) = self.offset(at) else { return false };
        self.sites.statement(offset).is_some_and(|statement| {
            statement.kind != "BlockStatement" && statement.span.contains(place)
        })
    }

    /// The first line at or after a place on which a statement that does something begins; only in
    /// the function around the place, or in everything that follows.
    pub(crate) fn next_statement(&self, asked: Location, in_function: bool) -> Option<u32> {
        let line = self.lines.line_span(asked.line)?;
        let offset = self.offset_of_code(asked)?;
        // The head of a function belongs to the code around it.
        let offset = self.function_head(offset).map_or(offset, |span| span.start.wrapping_sub(1));
        let function = self.function_around(offset);
        let starts = self.sites.nodes.iter().filter(|node| {
            self.is_doing(node.kind)
                && line.start <= node.span.start
                && (!in_function || self.function_around(node.span.start) == function)
        });
        let first = starts.map(|node| node.span.start).min()?;
        Some(self.lines.location(&self.program.text, first).line)
    }

    /// Whether a breakpoint is where the next statement begins, of the function around the
    /// requested place or of the text; or at a closing brace on its way there that begins its line.
    pub(crate) fn is_next(&self, asked: Location, at: Location, in_function: bool) -> bool {
        let next = self.next_statement(asked, in_function);
        let is_brace = self.program.line_text(at).trim_start().starts_with('}')
            && self.is_spot(at, Spot::FunctionEnd);
        // Declarations have code in some languages, and are not statements.
        asked.line <= at.line
            && (next == Some(at.line)
                || self.knows_lines_alone() && next.is_some_and(|next| at.line <= next)
                || next.is_none_or(|next| at.line <= next) && (is_brace || self.is_end(at)))
    }

    /// Whether a place is at the first statement of the body of the innermost loop around another
    /// place, or outside that loop.
    pub(crate) fn is_next_round(&self, from: Location, at: Location) -> bool {
        let (Some(from), Some(at)) = (self.offset_of_code(from), self.offset_of_code(at)) else {
            return false;
        };
        let is_loop = |kind: &str| {
            matches!(
                kind,
                "ForStatement"
                    | "ForInStatement"
                    | "ForOfStatement"
                    | "WhileStatement"
                    | "DoWhileStatement"
                    | "for_statement"
                    | "while_statement"
                    | "do_statement"
            )
        };
        let Some(looped) = self.sites.innermost(from, is_loop) else { return false };
        if !looped.span.contains(at) {
            return true;
        }
        let body = self.sites.nodes.iter().filter(|node| {
            looped.span.encloses(node.span)
                && node.span != looped.span
                && node.span.end == looped.span.end
        });
        let Some(body) = body.map(|node| node.span.start).min() else { return false };
        // The contents of an inner function do not run where the function is.
        let function = self.function_around(body);
        let first = self.sites.nodes.iter().filter(|node| {
            self.is_doing(node.kind)
                && body <= node.span.start
                && looped.span.encloses(node.span)
                && self.function_around(node.span.start) == function
        });
        let first = first.min_by_key(|node| (node.span.start, node.span.end));
        first.is_some_and(|node| {
            self.sites.statement_start(at) == Some(node.span.start)
                || node.span.contains(at) && self.function_around(at) == function
        })
    }

    /// Whether nothing of the program comes after a place.
    pub fn is_end(&self, at: Location) -> bool {
        match self.offset(at) {
            Some(offset) => self.program.text[offset as usize..].trim().is_empty(),
            None => at.line >= self.lines.line_count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_languages::analyse;
    use debunk_model::Goal;

    const TEXT: &str = "\
function f(n) {
  if (n) return 1;
  return g(
    n);
}
function g(n) { return n; }
f(0);
";

    fn with<T>(check: impl FnOnce(Places<'_>) -> T) -> T {
        let program = Program::javascript("p.js", Goal::Script, TEXT);
        let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
        check(Places { program: &program, lines: &lines, sites: &sites })
    }

    #[test]
    fn a_function_is_left_behind_a_return_and_at_its_brace() {
        with(|places| {
            let brace = Location::new(5, 0);
            assert!(places.is_same_exit(Location::new(2, 18), brace));
            assert!(places.is_same_exit(Location::new(4, 7), brace));
            assert!(!places.is_same_exit(Location::new(2, 2), brace));
            assert!(!places.is_same_exit(Location::new(6, 25), brace), "another function");
        });
    }

    #[test]
    fn lines_of_one_statement_belong_together() {
        with(|places| {
            assert!(places.is_same_statement(Location::new(3, 2), Location::new(4, 4)));
            assert!(!places.is_same_statement(Location::new(2, 2), Location::new(4, 4)));
        });
    }

    #[test]
    fn braces_and_heads_of_functions_are_no_statements() {
        with(|places| {
            let lines: Vec<u32> =
                (1..9).filter(|line| places.has_statement_on_line(*line)).collect();
            assert_eq!(lines, [2, 3, 6, 7]);
        });
    }

    #[test]
    fn a_line_of_python_is_the_statement_that_begins_on_it() {
        let text = "def f(n):\n    x = g(\n        n)\n    global y\n\n    return x\n";
        let program = Program::script("p.py", Language::Python, text);
        let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
        let places = Places { program: &program, lines: &lines, sites: &sites };
        let at = |line| Location::new(line, 0);
        assert!(places.is_same_statement(at(2), at(3)));
        assert!(!places.is_same_statement(at(2), at(6)), "the block around both does not count");
        let doing: Vec<u32> = (1..8).filter(|line| places.has_statement_on_line(*line)).collect();
        assert_eq!(doing, [1, 2, 6]);
    }

    #[test]
    fn the_end_is_behind_all_code() {
        with(|places| {
            assert!(places.is_end(Location::new(8, 0)));
            assert!(!places.is_end(Location::new(7, 0)));
        });
    }
}
