//! In which state a variable is at a place, by its declaration: what a debugger may leave out or
//! show without a value.

use crate::places::Places;
use debunk_model::{Declaration, DeclarationForm, Goal, Location, NodeSpan, Span};
use serde::{Deserialize, Serialize};

/// A state of a variable. It can be in several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VariableState {
    /// Declared by `let`, `const` or `class` further down in the function of the place, or a
    /// parameter after the default value where the place is: it has no value yet.
    DeadZone,
    /// Declared by `let`, `const` or `class` in the function of the place.
    OwnLexical,
    /// Declared in a function around that of the place.
    Outer,
    /// Declared by `let`, `const` or `class` in a function around that of the place, which may
    /// have been called before.
    OuterLexical,
    /// Declared by the head of the loop at whose head the place is.
    LoopHead,
    /// In a loop: declared by `let`, `const` or `class` in a body that has run before.
    InLoop,
    /// Only its declaration mentions it.
    Unmentioned,
    /// Of a function around that of the place, and no inner function mentions it.
    Uncaptured,
    /// Declared in a block of the function, and the place is not in that block.
    BlockLeft,
    /// A function expression's own name.
    OwnName,
    /// A parameter whose name occurs twice in the list.
    Repeated,
    /// What a `catch` clause binds.
    Caught,
    /// A function declaration.
    Function,
    /// The name of a class, at the class.
    ClassName,
    /// At the top level of a module.
    ModuleLevel,
    /// Declared nowhere around the place, in a program that can bind names at run time.
    Undeclared,
    /// `arguments`, which no code declares.
    Arguments,
}

impl Places<'_> {
    /// Whether a variable is in a state at a place.
    pub fn is_in_state(&self, name: &str, at: Location, state: VariableState) -> bool {
        use DeclarationForm as Form;
        use VariableState as State;
        // A name followed by a number is that of one of several variables.
        let Some(offset) = self.offset_of_code(at) else { return false };
        let here = self.function_around(offset);
        let Some(declaration) = self.sites.declaration(name, offset) else {
            return match state {
                State::Arguments => name == "arguments",
                State::Undeclared => name != "arguments" && self.sites.has_dynamic_names,
                State::BlockLeft => self
                    .sites
                    .declarations
                    .iter()
                    .any(|known| &*known.name == name && self.home(known) == here),
                _ => false,
            };
        };
        let home = self.home(declaration);
        let is_own = home == here;
        let is_lexical = matches!(declaration.form, Form::Lexical | Form::Class);
        match state {
            State::DeadZone if declaration.form == Form::Parameter => {
                is_own && self.function_head(offset).is_some() && offset < declaration.at.start
            }
            State::DeadZone => is_own && is_lexical && offset < declaration.ready_from,
            State::OwnLexical => is_own && is_lexical,
            State::Outer => !is_own,
            State::OuterLexical => !is_own && is_lexical,
            State::LoopHead => declaration
                .head_of
                .is_some_and(|looped| looped.contains(offset) && offset < self.body_start(looped)),
            State::InLoop => is_lexical && self.is_in_loop(declaration, offset),
            State::Unmentioned => !declaration.is_mentioned,
            State::Uncaptured => !is_own && !declaration.is_captured,
            State::OwnName => declaration.form == Form::OwnName,
            State::Repeated => declaration.form == Form::Parameter && declaration.is_repeated,
            State::Caught => declaration.form == Form::Caught,
            State::Function => declaration.form == Form::Function,
            State::ClassName => declaration.form == Form::Class,
            State::ModuleLevel => {
                self.program.goal == Goal::Module && home == self.function_around(u32::MAX)
            }
            State::BlockLeft | State::Undeclared | State::Arguments => false,
        }
    }

    /// The function that a declaration belongs to: for the name of a declared function, the one
    /// around it.
    fn home(&self, declaration: &Declaration) -> Span {
        let whole = self.function_around(u32::MAX);
        let is_function = |node: &NodeSpan| {
            node.span == declaration.function && crate::spots::is_function(node.kind)
        };
        if self.sites.nodes.iter().any(is_function) { declaration.function } else { whole }
    }

    fn body_start(&self, looped: Span) -> u32 {
        let inner = self.sites.nodes.iter().filter(|node| {
            looped.encloses(node.span) && node.span != looped && node.span.end == looped.end
        });
        inner.map(|node| node.span.start).min().unwrap_or(looped.end)
    }

    /// Whether a loop inside the function of a declaration holds the declaration.
    fn is_in_loop(&self, declaration: &Declaration, offset: u32) -> bool {
        let at = declaration.at.start;
        self.sites.nodes.iter().any(|node| {
            let is_loop = matches!(
                node.kind,
                "ForStatement"
                    | "ForInStatement"
                    | "ForOfStatement"
                    | "WhileStatement"
                    | "DoWhileStatement"
            );
            is_loop
                && declaration.head_of != Some(node.span)
                && node.span.contains(at)
                && node.span.contains(offset)
                && self.function_around(node.span.start) == self.function_around(at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_languages::analyse;
    use debunk_model::Program;

    #[test]
    fn variables_are_in_the_states_that_their_declarations_say() {
        use VariableState as State;
        let text = "\
function f(p, p) {
  for (const k of p) {
    let body = k;
    use(body);
  }
  let later = 1, unused = 2, kept = 3;
  return () => kept + inner();
  function inner() {
    return p;
  }
}
function g(early = 1, late = 2) {
  use(late);
  const list = [];
  list.map(e => e);//
}
";
        let program = Program::javascript("p.js", Goal::Script, text);
        let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
        let places = Places { program: &program, lines: &lines, sites: &sites };
        for (name, mark, state, expected) in [
            ("p", "let later", State::Repeated, true),
            ("k", "const k", State::LoopHead, true),
            ("k", "use(body", State::LoopHead, false),
            ("body", "let body", State::DeadZone, true),
            ("body", "let body", State::InLoop, true),
            ("body", "use(body", State::DeadZone, false),
            ("later", "let body", State::DeadZone, true),
            ("later", "let body", State::InLoop, false),
            ("later", "return (", State::DeadZone, false),
            ("unused", "return (", State::Unmentioned, true),
            ("kept", "return (", State::Unmentioned, false),
            ("kept", "kept + inner", State::Uncaptured, false),
            ("later", "kept + inner", State::Uncaptured, true),
            ("later", "return (", State::Uncaptured, false),
            ("body", "return (", State::BlockLeft, true),
            ("nowhere", "return (", State::Undeclared, false),
            ("inner", "return (", State::Function, true),
            // The name of a function belongs to the code around it.
            ("f", "return (", State::Outer, true),
            ("f", "return (", State::Uncaptured, true),
            ("inner", "return p;", State::Outer, true),
            ("inner", "return p;", State::Uncaptured, false),
            ("later", "return (", State::OwnLexical, true),
            ("p", "return (", State::OwnLexical, false),
            ("late", "early = 1", State::DeadZone, true),
            ("early", "late = 2", State::DeadZone, false),
            ("late", "use(late", State::DeadZone, false),
            // Where an arrow function without a block is left, and where it begins.
            ("e", ");//", State::Outer, false),
            ("list", ");//", State::Uncaptured, true),
            ("list", "e => e", State::OwnLexical, true),
        ] {
            let offset = text.find(mark).unwrap_or_else(|| panic!("no {mark}")) as u32;
            let at = lines.location(text, offset);
            assert_eq!(places.is_in_state(name, at, state), expected, "{name} {mark} {state:?}");
        }
    }
}
