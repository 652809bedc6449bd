//! Makes programs of the toy language from a seed. All of them end, and print what they computed.

use debunk_corpus::{CorpusEntry, Expectation};
use debunk_model::{Goal, Program, Seed, TestRng};

/// The names of variables; few, so that inner ones hide outer ones.
const NAMES: [&str; 10] =
    ["total", "count", "left", "right", "value", "limit", "flag", "text", "sum", "rest"];
/// The names of functions, in the order in which they are declared.
const FUNCTIONS: [&str; 5] = ["add", "twice", "descend", "choose", "outer"];
/// Statements are nested no deeper than this.
const DEPTH_MAX: usize = 3;

/// Programs for a campaign, all from one seed.
pub fn programs(seed: u64, count: usize) -> Vec<CorpusEntry> {
    let seed = Seed::new(seed);
    let entry = |number: usize| CorpusEntry {
        program: program(seed.split("program", number as u64), &format!("fake/{number:03}.js")),
        expects: Expectation::Runs,
    };
    (0..count).map(entry).collect()
}

/// One program.
fn program(seed: Seed, name: &str) -> Program {
    let mut writer = Writer {
        rng: seed.rng(),
        text: String::new(),
        indentation: 0,
        scopes: vec![Vec::new()],
        blocks: vec![0],
        functions: Vec::new(),
        loops: 0,
        is_in_loop: false,
    };
    writer.program();
    Program::javascript(name, Goal::Script, writer.text)
}

/// A variable that can be used here.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    is_constant: bool,
}

struct Writer {
    rng: TestRng,
    text: String,
    indentation: usize,
    /// The variables of each block, innermost last.
    scopes: Vec<Vec<Variable>>,
    /// Where the text of each block begins, innermost last.
    blocks: Vec<usize>,
    /// The functions that can be called, with the number of their parameters.
    functions: Vec<(&'static str, usize)>,
    loops: usize,
    is_in_loop: bool,
}

impl Writer {
    fn program(&mut self) {
        if self.rng.chance(30) {
            self.line("\"use strict\";");
        }
        self.line("let held = function () { return 0; };");
        for _ in 0..1 + self.rng.below(2) {
            self.declaration();
        }
        let count = 1 + self.rng.below(FUNCTIONS.len());
        for name in FUNCTIONS.into_iter().take(count) {
            self.space();
            self.function(name);
        }
        self.space();
        for _ in 0..4 + self.rng.below(5) {
            self.statement(0);
        }
        let value = self.expression(1);
        self.line(&format!("print({value});"));
    }

    fn line(&mut self, text: &str) {
        // Now and then two statements share a line.
        let joins = text.ends_with(';') && self.text.ends_with(";\n") && self.rng.chance(15);
        if joins {
            self.text.pop();
            self.text.push(' ');
        } else {
            self.text.push_str(&"  ".repeat(self.indentation));
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Sometimes a blank line or a comment.
    fn space(&mut self) {
        match self.rng.below(6) {
            0 | 1 => self.text.push('\n'),
            2 => self.line("// The next part."),
            3 => self.line("/* é 𝒳 */"),
            _ => {}
        }
    }

    fn open(&mut self, text: &str) {
        self.blocks.push(self.text.len());
        self.line(&format!("{text} {{"));
        self.indentation += 1;
        self.scopes.push(Vec::new());
    }

    fn close(&mut self, text: &str) {
        self.indentation -= 1;
        self.scopes.pop();
        self.blocks.pop();
        self.line(text);
    }

    /// Closes a block and opens the next one on the same line.
    fn close_and_open(&mut self, text: &str) {
        self.close(&format!("}} {text} {{"));
        self.blocks.push(self.text.len());
        self.indentation += 1;
        self.scopes.push(Vec::new());
    }

    fn visible(&self) -> Vec<Variable> {
        let mut visible: Vec<Variable> = Vec::new();
        for variable in self.scopes.iter().rev().flatten() {
            if !visible.iter().any(|known| known.name == variable.name) {
                visible.push(variable.clone());
            }
        }
        visible
    }

    fn declare(&mut self, name: &str, is_constant: bool) {
        let variable = Variable { name: name.to_owned(), is_constant };
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(variable);
        }
    }

    /// A name that is new in the innermost block, but may hide one further out. It is not used in the
    /// block before, where it would have no value yet.
    fn new_name(&mut self) -> Option<&'static str> {
        let block = self.blocks.last().copied().unwrap_or_default();
        let mut free = NAMES.to_vec();
        free.retain(|name| !self.text[block..].contains(name));
        self.rng.pick(&free).copied()
    }

    fn declaration(&mut self) {
        let Some(name) = self.new_name() else { return };
        // A variable must not be used in its own declaration.
        let hidden = self.visible();
        let is_hiding = hidden.iter().any(|variable| variable.name == name);
        let value = match self.rng.below(5) {
            0 => self.literal(),
            _ if is_hiding => self.literal(),
            _ => self.expression(1),
        };
        let is_constant = self.rng.chance(25);
        let keyword = if is_constant { "const" } else { "let" };
        self.line(&format!("{keyword} {name} = {value};"));
        self.declare(name, is_constant);
    }

    fn literal(&mut self) -> String {
        match self.rng.below(8) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            2 => "\"a\"".to_owned(),
            _ => self.rng.below(20).to_string(),
        }
    }

    fn function(&mut self, name: &'static str) {
        let mut parameters = NAMES.to_vec();
        self.rng.shuffle(&mut parameters);
        parameters.truncate(1 + self.rng.below(3));
        self.open(&format!("function {name}({})", parameters.join(", ")));
        for parameter in &parameters {
            self.declare(parameter, false);
        }
        let was_in_loop = std::mem::take(&mut self.is_in_loop);
        match name {
            "descend" => {
                // The first parameter counts down, so that the recursion ends.
                let first = parameters[0];
                self.line(&format!("if (!({first} > 0)) {{ return 0; }}"));
                self.declaration();
                let more = self.expression(1);
                self.line(&format!("return descend({first} - 1, {more}) + 1;"));
            }
            "outer" => self.closure(),
            _ => {
                for _ in 0..1 + self.rng.below(3) {
                    self.statement(1);
                }
                if self.rng.chance(80) {
                    let value = self.expression(2);
                    self.line(&format!("return {value};"));
                }
            }
        }
        self.is_in_loop = was_in_loop;
        self.close("}");
        self.functions.push((name, parameters.len()));
    }

    /// A function within a function, which uses variables of both.
    fn closure(&mut self) {
        self.declaration();
        if self.rng.chance(50) {
            self.open("function inner(step)");
            self.declare("step", false);
        } else {
            self.open("const inner = function (step)");
            self.declare("step", false);
        }
        self.statement(DEPTH_MAX);
        let value = self.expression(1);
        self.line(&format!("return step + {value};"));
        self.close("};");
        let argument = self.expression(1);
        let more = self.rng.below(5);
        self.line(&format!("return inner({argument}) + inner({more});"));
    }

    fn statement(&mut self, depth: usize) {
        if self.rng.chance(12) {
            self.space();
        }
        let is_deep = depth >= DEPTH_MAX;
        match self.rng.below(if is_deep { 60 } else { 100 }) {
            0..16 => self.declaration(),
            16..38 => self.assignment(),
            38..46 => {
                let value = self.expression(2);
                self.line(&format!("print({value});"));
            }
            46..56 => {
                let call = self.call(1);
                self.line(&format!("{call};"));
            }
            56..58 if self.is_in_loop => {
                let (test, word) = (self.test(), ["break", "continue"][self.rng.below(2)]);
                self.line(&format!("if ({test}) {word};"));
            }
            56..58 => self.line("debugger;"),
            58..60 => {
                // Never runs.
                let value = self.expression(1);
                self.line(&format!("if (false) {{ print({value}); }}"));
            }
            60..74 => self.branches(depth),
            74..90 => self.rounds(depth),
            90..95 => {
                self.open("");
                self.statement(depth + 1);
                self.statement(depth + 1);
                self.close("}");
            }
            _ => self.attempt(depth),
        }
    }

    fn assignment(&mut self) {
        let mut variables = self.visible();
        variables.retain(|variable| !variable.is_constant);
        let Some(name) = self.rng.pick(&variables).map(|variable| variable.name.clone()) else {
            return self.declaration();
        };
        let value = self.expression(2);
        match self.rng.below(5) {
            0 => self.line(&format!("{name}++;")),
            1 => self.line(&format!("{name} += {value};")),
            _ => self.line(&format!("{name} = {value};")),
        }
        // Keeps numbers small, also after many rounds.
        if self.rng.chance(40) {
            self.line(&format!("{name} = {name} % 97;"));
        }
    }

    fn branches(&mut self, depth: usize) {
        let test = self.test();
        self.open(&format!("if ({test})"));
        self.statement(depth + 1);
        if self.rng.chance(50) {
            self.close_and_open("else");
            self.statement(depth + 1);
        }
        self.close("}");
    }

    fn rounds(&mut self, depth: usize) {
        self.loops += 1;
        let counter = format!("i{}", self.loops);
        let rounds = 1 + self.rng.below(4);
        let was_in_loop = std::mem::replace(&mut self.is_in_loop, true);
        match self.rng.below(4) {
            0 => {
                self.line(&format!("let {counter} = {rounds};"));
                self.declare(&counter, true);
                self.open(&format!("while ({counter} > 0)"));
                self.line(&format!("{counter} = {counter} - 1;"));
                self.statement(depth + 1);
            }
            1 => {
                self.line(&format!("let {counter} = 0;"));
                self.declare(&counter, true);
                self.open("do");
                self.line(&format!("{counter}++;"));
                self.statement(depth + 1);
                self.close(&format!("}} while ({counter} < {rounds});"));
                self.is_in_loop = was_in_loop;
                return;
            }
            kind => {
                let keyword = if kind == 2 { "let" } else { "var" };
                self.open(&format!(
                    "for ({keyword} {counter} = 0; {counter} < {rounds}; {counter}++)"
                ));
                self.declare(&counter, true);
                self.statement(depth + 1);
                if self.rng.chance(30) {
                    self.keep(&counter);
                }
            }
        }
        self.is_in_loop = was_in_loop;
        self.close("}");
    }

    /// A closure over the counter of a loop, which outlives its round.
    fn keep(&mut self, counter: &str) {
        self.line(&format!(
            "if ({counter} === 0) {{ held = function () {{ return {counter}; }}; }}"
        ));
        self.line("print(held());");
    }

    fn attempt(&mut self, depth: usize) {
        self.open("try");
        self.statement(depth + 1);
        if self.rng.chance(60) {
            let (test, value) = (self.test(), self.expression(1));
            self.line(&format!("if ({test}) {{ throw {value}; }}"));
        }
        if self.rng.chance(35) {
            self.close_and_open("finally");
        } else {
            self.close_and_open("catch (error)");
            self.declare("error", true);
        }
        self.statement(DEPTH_MAX);
        self.close("}");
    }

    fn test(&mut self) -> String {
        let (left, right) = (self.expression(1), self.rng.below(12));
        let sign = ["<", ">", "===", "!==", "<=", ">="][self.rng.below(6)];
        match self.rng.below(6) {
            0 => format!("{left} {sign} {right} && true"),
            1 => format!("!({left} {sign} {right})"),
            _ => format!("{left} {sign} {right}"),
        }
    }

    fn operand(&mut self) -> String {
        let variables = self.visible();
        match self.rng.pick(&variables) {
            Some(variable) if self.rng.chance(70) => variable.name.clone(),
            _ => self.rng.below(30).to_string(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.operand();
        }
        match self.rng.below(10) {
            0 | 1 => self.operand(),
            2 => self.literal(),
            3 | 4 => self.call(depth - 1),
            5 => {
                let (test, one) = (self.operand(), self.operand());
                format!("({test} > 3 ? {one} : {})", self.rng.below(9))
            }
            _ => {
                let (left, right) = (self.expression(depth - 1), self.operand());
                let sign = ["+", "-", "*", "%", "+"][self.rng.below(5)];
                format!("{left} {sign} {right}")
            }
        }
    }

    /// A call, to which the last argument is sometimes not passed.
    fn call(&mut self, depth: usize) -> String {
        let Some(&(name, parameters)) = self.rng.pick(&self.functions) else {
            return format!("print({})", self.operand());
        };
        let is_short = parameters > 1 && self.rng.chance(25);
        let count = if is_short { parameters - 1 } else { parameters };
        let mut arguments: Vec<String> = (0..count).map(|_| self.expression(depth)).collect();
        if name == "descend" {
            arguments[0] = self.rng.below(4).to_string();
        }
        format!("{name}({})", arguments.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::FakeRunner;
    use debunk_session::{PlainRun, PlainRunner};

    #[test]
    fn every_program_ends_and_is_the_same_for_the_same_seed() {
        let (first, second) = (programs(1, 300), programs(1, 300));
        assert_eq!(first, second);
        assert_ne!(first, programs(2, 300));
        let mut endings = [0, 0];
        for CorpusEntry { program, .. } in &first {
            match FakeRunner.run(program) {
                PlainRun::Ended(outcome) => endings[usize::from(outcome.error.is_some())] += 1,
                other => panic!("{}: {other:?}\n{}", program.name, program.text),
            }
        }
        assert!(endings[0] > 200, "{endings:?}");
    }
}
