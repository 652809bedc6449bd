//! The code that precedes a copy, and the texts that call it.

use super::variables::ReadableVariables;
use debunk_model::NeutralityDoubt;
use oxc::ast::AstKind;
use oxc::ast::ast::NewExpression;
use oxc::semantic::{Semantic, SymbolFlags};

/// The limit of entries in a log.
const ENTRY_LIMIT: u32 = 20_000;
/// The limit of characters in a log.
const TEXT_LIMIT: u32 = 8 * 1024 * 1024;
/// Longer strings are not logged.
const STRING_LIMIT: u32 = 2_000;
/// How deep the contents of a variable are logged: its children, their children, and so on.
const DEPTH_LIMIT: u32 = 3;
/// The limit of children that are logged of each value.
const WIDTH_LIMIT: u32 = 32;
/// The limit of values that are logged of the contents of one variable.
const PART_LIMIT: u32 = 256;
/// The limit of values that are visited in a whole run. Later contents are not logged.
const VISIT_LIMIT: u32 = 12_000;
/// The first runs of a statement, which are logged with what values hold: most pauses are there.
const DETAILED_RUNS: u32 = 6;
/// Of the later ones, each of that number is.
const DETAILED_STRIDE: u32 = 32;
/// The limit of characters that contents take in a log.
const HELD_LIMIT: u32 = 2 * 1024 * 1024;
/// What it costs to find out whether an object is a map or a set, in visits.
const KIND_COST: u32 = 16;
/// No text that a person would print.
const MARK: &str = "\u{2}w";
/// What makes proxies.
const PROXY: &str = "Proxy";
/// The globals that the header takes; if a function of the program has such a name, it comes first.
const GLOBALS: [&str; 19] = [
    "print",
    "Object",
    "Function",
    "Array",
    "String",
    "Symbol",
    "Error",
    "ReferenceError",
    "Map",
    "Set",
    "Date",
    "RegExp",
    "JSON",
    "Promise",
    "Int8Array",
    "ArrayBuffer",
    "DataView",
    "WeakMap",
    "Reflect",
];

/// The words that a copy uses to log.
pub(super) struct Header {
    name: String,
    mark: String,
    has_proxies: bool,
    has_private_names: bool,
    is_disguised: bool,
}

impl Header {
    /// For the copy of a program of that text, which may have proxies that the copy does not know.
    pub fn new(name: &str, key: u64, text: &str, has_proxies: bool, is_disguised: bool) -> Self {
        let mark = if key == 0 { MARK.to_owned() } else { format!("{MARK}{key:016x}") };
        let has_private_names = has_private_names(text);
        Self { name: name.to_owned(), mark, has_proxies, has_private_names, is_disguised }
    }

    pub fn mark(&self) -> &str {
        &self.mark
    }

    /// The code itself, as one line.
    pub fn code(&self) -> String {
        let disguise =
            if self.is_disguised { one_line(include_str!("disguise.js")) } else { String::new() };
        one_line(include_str!("header.js"))
            .replace("HIDING", &one_line(include_str!("hiding.js")))
            .replace("HOLDING", &one_line(include_str!("holding.js")))
            .replace("DISGUISE", &disguise)
            .replace("NAME", &self.name)
            .replace("MARK", &self.mark.escape_default().to_string())
            .replace("HAS_PROXIES", if self.has_proxies { "true" } else { "false" })
            .replace("HAS_PRIVATE", if self.has_private_names { "true" } else { "false" })
            .replace("DEPTH_LIMIT", &DEPTH_LIMIT.to_string())
            .replace("WIDTH_LIMIT", &WIDTH_LIMIT.to_string())
            .replace("PART_LIMIT", &PART_LIMIT.to_string())
            .replace("VISIT_LIMIT", &VISIT_LIMIT.to_string())
            .replace("DETAILED_RUNS", &DETAILED_RUNS.to_string())
            .replace("DETAILED_STRIDE", &DETAILED_STRIDE.to_string())
            .replace("HELD_LIMIT", &HELD_LIMIT.to_string())
            .replace("KIND_COST", &KIND_COST.to_string())
            .replace("LONGEST", &STRING_LIMIT.to_string())
            .replace("ENTRY_LIMIT", &ENTRY_LIMIT.to_string())
            .replace("TEXT_LIMIT", &TEXT_LIMIT.to_string())
    }

    /// The variable that holds the number of an activation.
    pub fn activation(&self) -> String {
        format!("{}Run", self.name)
    }

    /// The expression that logs a statement; its value is the activation.
    pub fn at(&self, statement: usize, activation: &str, readable: &ReadableVariables) -> String {
        let mut text = format!("{}.at({statement},{activation}", self.name);
        let ReadableVariables { plain, unsure, globals, .. } = readable;
        if !plain.is_empty() || !unsure.is_empty() || !globals.is_empty() {
            let plain: Vec<&str> = plain.iter().map(|name| &**name).collect();
            let unsure: Vec<String> = unsure.iter().map(|name| format!("()=>{name}")).collect();
            let globals: Vec<String> = globals.iter().map(|name| format!("'{name}'")).collect();
            let (plain, unsure, globals) = (plain.join(","), unsure.join(","), globals.join(","));
            text.push_str(&format!(",()=>[[{plain}],[{unsure}],[{globals}]]"));
        }
        text.push(')');
        text
    }

    /// The text before an expression that only logs, so that a full log costs nothing.
    pub fn unless_full(&self) -> String {
        format!("{}.full||", self.name)
    }

    /// The expression that begins an activation; the engine's loops run generators that wait.
    pub fn enter(&self, function: usize, is_async_generator: bool) -> String {
        let flag = if is_async_generator { ",true" } else { "" };
        format!("{}.enter({function}{flag})", self.name)
    }

    /// The expression that begins an activation while its parameters are set.
    pub fn give(&self, function: usize) -> String {
        format!("{}.give({function})", self.name)
    }

    /// The member of a class that lets the header read its private fields.
    pub fn private_fields(&self, names: &[&str]) -> String {
        let readers: Vec<String> =
            names.iter().map(|name| format!("'#{name}',it=>it.#{name}")).collect();
        format!("static #{0}={0}.fields(this.prototype,[{1}]);", self.name, readers.join(","))
    }

    /// The start of what notes that a value is a proxy.
    pub fn proxy(&self) -> String {
        format!("({}.proxy(", self.name)
    }

    /// The start of a call around a value, by its name in the header.
    pub fn around(&self, what: &str, activation: &str) -> String {
        format!("{}.{what}({activation},", self.name)
    }

    /// The expression that logs that the function waits for the next value of a loop.
    pub fn wait(&self, activation: &str) -> String {
        format!("{}.wait({activation})", self.name)
    }

    /// What logs a `return`, which may be the only sign that the function ends.
    pub const fn how_returned(is_exit: bool) -> &'static str {
        if is_exit { "exit" } else { "returned" }
    }

    /// The expression that logs a `return` without a value.
    pub fn bare_return(&self, is_exit: bool, activation: &str) -> String {
        format!("{}.{}({activation})", self.name, Self::how_returned(is_exit))
    }

    /// The expression that ends an activation or suspends it.
    pub fn leave(&self, activation: &str) -> String {
        format!("{}.leave({activation})", self.name)
    }
}

/// Whether all that a program does with proxies is to make them with `new`, so that the copy knows each.
pub(super) fn makes_all_proxies(semantic: &Semantic<'_>, text: &str) -> bool {
    let made = semantic.nodes().iter().filter(|node| match node.kind() {
        AstKind::NewExpression(made) => makes_proxy(made),
        _ => false,
    });
    let comments = semantic.comments().iter().map(|comment| comment.span);
    let mentioned = comments.map(|span| count(&text[span.start as usize..span.end as usize]));
    count(text) == made.count() + mentioned.sum::<usize>()
}

fn count(text: &str) -> usize {
    text.matches(PROXY).count()
}

/// Whether an expression makes a proxy.
pub(super) fn makes_proxy(expression: &NewExpression<'_>) -> bool {
    expression.callee.is_specific_id(PROXY)
}

/// Whether a program may use proxies, which cannot be recognised from inside.
pub(super) fn has_proxies(text: &str) -> bool {
    text.contains(PROXY)
}

/// Whether a program may have private fields, which only a class can read.
fn has_private_names(text: &str) -> bool {
    let is_begin = |next: char| next.is_alphabetic() || matches!(next, '_' | '$' | '\\');
    text.match_indices('#').any(|(at, _)| text[at + 1..].starts_with(is_begin))
}

/// Code without its comments, as one line.
fn one_line(code: &str) -> String {
    let lines = code.lines().map(str::trim);
    let code: Vec<&str> = lines.filter(|line| !line.starts_with("//")).collect();
    code.join(" ")
}

/// The functions of a script are properties of the global object before its first statement runs.
pub(super) fn check_globals(semantic: &Semantic<'_>) -> Result<(), NeutralityDoubt> {
    let scoping = semantic.scoping();
    let taken = scoping.get_bindings(scoping.root_scope_id()).iter().find(|(name, symbol)| {
        scoping.symbol_flags(**symbol).intersects(SymbolFlags::Function)
            && GLOBALS.contains(&name.as_str())
    });
    match taken {
        Some((name, _)) => Err(NeutralityDoubt::because(format!("declares a function {name}"))),
        None => Ok(()),
    }
}
