//! Makes a copy of a program that logs every statement it runs and otherwise does the same.
//!
//! Text is only inserted, and never a line end. The copy keeps its log in memory and prints it when
//! it ends, so that it does not mix with the program's output.

use crate::c::declarations::{Lifetime, NamedItem, SCOPES, ValueKind, declared};
use crate::c::{analyse, parse};
use crate::tree::{COPY_NAME as NAME, LogCalls, LogKinds, SyntaxTree};
use debunk_model::{
    Edit, InstrumentedProgram, Language, NeutralityDoubt, Program, Sites, StatementKind,
};

/// Words of programs that can be interrupted anywhere or end silently.
const UNSAFE: [&str; 5] = ["pthread", "fork(", "signal(", "sigaction", "_exit("];

/// Those of C++, with the ways to print something when the log is complete.
const UNSAFE_IN_CPP: [&str; 10] = [
    "std::thread",
    "jthread",
    "<thread>",
    "<future>",
    "quick_exit",
    "co_await",
    "co_yield",
    "co_return",
    "sync_with_stdio",
    "init_priority",
];

/// What programs have in their text that run code before the log begins, where they could read the mark. A name
/// can be put together from parts, so that this is in the list as well.
const EARLY: [&str; 6] = ["section", "constructor", "ifunc", "asm", "##", "%:"];

/// Writes the log. It uses no function of the C library but one, since a program may define its own,
/// and has no line end. Mark and log are veiled in memory by what is made from the mark, and the log has a
/// sum, so that a program which looks for them finds nothing, and one that changes them is noticed.
const PRELUDE: &str = r#"static char NAME_log[1 << 20], NAME_mark[64]; static unsigned long NAME_used; static unsigned long long NAME_seed, NAME_state, NAME_sum; static volatile int NAME_cut, NAME_busy, NAME_bad; static __thread int NAME_mine; static long NAME_own; extern int NAME_flush(void *) __asm__("fflush"); CALL static char NAME_veil(unsigned long long *state) { *state = *state * 6364136223846793005ULL + 1442695040888963407ULL; return (char)(*state >> 56); } static unsigned long long NAME_hash(unsigned long long sum, char byte) { return (sum ^ (unsigned char)byte) * 1099511628211ULL; } static void NAME_byte(char byte) { NAME_sum = NAME_hash(NAME_sum, byte); NAME_log[NAME_used++] = byte ^ NAME_veil(&NAME_state); } static void NAME_number(long long value) { char digits[24]; int count = 0; unsigned long long rest = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value; do { digits[count++] = (char)('0' + rest % 10); rest /= 10; } while (rest); if (value < 0) NAME_byte('-'); while (count) NAME_byte(digits[--count]); } static void NAME(int statement, int count, ...) { __builtin_va_list values; int number; if (!NAME_mine || NAME_busy) { NAME_bad = 1; return; } if (NAME_cut || NAME_used + 32 + 24 * (unsigned long)count >= sizeof NAME_log) { NAME_cut = 1; return; } NAME_busy = 1; NAME_byte('w'); NAME_number(statement); __builtin_va_start(values, count); for (number = 0; number < count; number++) { NAME_byte(','); NAME_number(__builtin_va_arg(values, long long)); } __builtin_va_end(values); NAME_byte('\n'); NAME_busy = 0; } __attribute__((constructor(101))) static void NAME_begin(void) { long count = 0, got, file; volatile char secret[64]; unsigned long long veil; NAME_mine = 1; NAME_own = NAME_call(GETPID, 0, 0, 0); while (count < 63 && (got = NAME_call(READ, 0, (long)(secret + count), 63 - count)) > 0) count += got; for (got = 0; got < count; got++) NAME_seed = NAME_hash(NAME_seed, secret[got]); veil = ~(NAME_state = NAME_seed); for (got = 0; got < 64; got++) { NAME_mark[got] = (got < count ? secret[got] : 0) ^ NAME_veil(&veil); secret[got] = 0; } file = NAME_call(OPENAT, -100, (long)"/dev/null", 2); NAME_call(DUP3, file, 0, 0); NAME_call(CLOSE, file, 0, 0); } static void NAME_put(const char *text, unsigned long length) { while (length) { long done = NAME_call(WRITE, 1, (long)text, (long)length); if (done <= 0) return; text += done; length -= (unsigned long)done; } } static void NAME_line(const char *text, unsigned long length) { static char whole[65536]; static unsigned long used; unsigned long at; unsigned long long veil; char byte; if (!length || used + length + 64 > sizeof whole) { NAME_put(whole, used); used = 0; } if (!length) return; veil = ~NAME_seed; for (at = 0; at < 64 && (byte = NAME_mark[at] ^ NAME_veil(&veil)); at++) whole[used++] = byte; for (at = 0; at < length && used < sizeof whole; at++) whole[used++] = text[at]; } __attribute__((destructor)) static void NAME_end(void) { unsigned long from = 0, at; unsigned long long state = NAME_seed, sum = 0; if (NAME_call(GETPID, 0, 0, 0) != NAME_own) return; NAME_flush(0); NAME_put("\n", 1); if (NAME_bad || NAME_busy || !NAME_mine) { NAME_line("nits own threads or handlers\n", 29); NAME_line("", 0); return; } for (at = 0; at < NAME_used; at++) { NAME_log[at] ^= NAME_veil(&state); sum = NAME_hash(sum, NAME_log[at]); } if (sum != NAME_sum) { NAME_line("nthe log in its memory\n", 23); NAME_line("", 0); return; } for (at = 0; at < NAME_used; at++) if (NAME_log[at] == '\n') { NAME_line(NAME_log + from, at + 1 - from); from = at + 1; } NAME_line("z\n", 2); if (NAME_cut) NAME_line("t\n", 2); NAME_line("", 0); } "#;

/// A system call, and the numbers of those that are used.
#[cfg(target_arch = "x86_64")]
const CALL: (&str, [(&str, &str); 6]) = (
    r#"static long NAME_call(long number, long first, long second, long third) { long result; __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second), "d"(third) : "rcx", "r11", "memory"); return result; }"#,
    [
        ("READ", "0"),
        ("WRITE", "1"),
        ("CLOSE", "3"),
        ("GETPID", "39"),
        ("OPENAT", "257"),
        ("DUP3", "292"),
    ],
);
#[cfg(not(target_arch = "x86_64"))]
const CALL: (&str, [(&str, &str); 6]) = (
    r#"extern long NAME_system(long, ...) __asm__("syscall"); static long NAME_call(long number, long first, long second, long third) { return NAME_system(number, first, second, third); }"#,
    [
        ("READ", "63"),
        ("WRITE", "64"),
        ("CLOSE", "57"),
        ("GETPID", "172"),
        ("OPENAT", "56"),
        ("DUP3", "24"),
    ],
);

/// Words of C that the log is written with; a program that redefines them changes it.
const WORDS: [&str; 16] = [
    "static", "char", "int", "long", "unsigned", "void", "volatile", "extern", "return", "if",
    "else", "while", "for", "do", "const", "sizeof",
];

/// Whether the preprocessor redefines a word of C.
fn redefines_words(text: &str) -> bool {
    text.lines().any(|line| {
        let Some(rest) = line.trim_start().strip_prefix('#') else { return false };
        let Some(rest) = rest.trim_start().strip_prefix("define") else { return false };
        let end = |character: char| !character.is_ascii_alphanumeric() && character != '_';
        let name = rest.trim_start().split(end).next().unwrap_or_default();
        WORDS.contains(&name)
    })
}

/// The code that precedes a copy.
fn prelude() -> String {
    let mut prelude = PRELUDE.replace("CALL ", &format!("{} ", CALL.0));
    for (word, number) in CALL.1 {
        prelude = prelude.replace(&format!("({word},"), &format!("({number},"));
    }
    prelude.replace("NAME", NAME)
}

/// Makes the copy of a program that logs what it does.
///
/// # Errors
/// If the grammar does not understand the program, or if the program could notice.
pub fn instrument(program: &Program, key: u64) -> Result<InstrumentedProgram, NeutralityDoubt> {
    // As the compiler reads it: a line that ends in a backslash continues in the next.
    let text = program.text.replace("\\\r\n", "").replace("\\\n", "");
    if text.contains(NAME) {
        return Err(NeutralityDoubt::because("uses the name of the log"));
    }
    if EARLY.iter().any(|word| text.contains(word)) {
        return Err(NeutralityDoubt::because("may run code before its log begins"));
    }
    let is_cpp = program.language == Language::Cpp;
    let more = UNSAFE_IN_CPP.iter().filter(|_| is_cpp);
    if UNSAFE.iter().chain(more).any(|word| text.contains(word)) {
        return Err(NeutralityDoubt::because("can be interrupted anywhere"));
    }
    if redefines_words(&text) {
        return Err(NeutralityDoubt::because("gives words of C another meaning"));
    }
    let tree = parse(program).ok_or(NeutralityDoubt::because("is not understood"))?;
    let first = (0..tree.nodes.len()).find(|&id| SCOPES.is_function(tree.kind(id)));
    let first = first.ok_or(NeutralityDoubt::because("has no function"))?;
    // Not inside of a namespace, a class or a template.
    let around = tree.ancestors(first).filter(|&outer| outer > 0).last();
    let first = around.unwrap_or(first);
    let integers = Integers { tree: &tree, declared: declared(&tree), sites: analyse(program) };
    let mut copy = LogCalls::new(&tree, program, KINDS);
    copy.edits.push(Edit::insert(tree.span(first).start, prelude()));
    copy.add(
        |id, line| (!is_constant(&tree, id)).then(|| integers.certain_at(id, line)),
        |number, names| {
            let values: String = names.iter().map(|name| format!(", (long long){name}")).collect();
            format!("{NAME}({number}, {}{values}); ", names.len())
        },
    );
    copy.finish(key)
}

const KINDS: LogKinds = LogKinds {
    lists: &["compound_statement", "case_statement"],
    scopes: &SCOPES,
    statement: |tree, id| logged_kind(tree.kind(id)),
    name,
};

/// The name of a function; none if it is a lambda.
fn name(tree: &SyntaxTree<'_>, id: usize) -> Option<usize> {
    let is_name = |inner: &usize| matches!(tree.kind(*inner), "identifier" | "field_identifier");
    tree.inside(id).find(is_name).filter(|_| tree.kind(id) == "function_definition")
}

/// Whether a node is in a function that the compiler may run, and so cannot log anything.
fn is_constant(tree: &SyntaxTree<'_>, id: usize) -> bool {
    let is_so = |function: usize| {
        tree.named(function).any(|child| matches!(tree.text(child), "constexpr" | "consteval"))
    };
    tree.ancestors(id).any(|outer| tree.kind(outer) == "function_definition" && is_so(outer))
}

struct Integers<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    declared: Vec<NamedItem<'text>>,
    sites: Sites,
}

impl Integers<'_, '_> {
    /// The integers of its function that are certain to have a value at a node, each visible by its name.
    fn certain_at(&self, id: usize, line: u32) -> Vec<String> {
        let offset = self.tree.span(id).start;
        let function = SCOPES.function(self.tree, id);
        let is_own = |it: &NamedItem<'_>| match SCOPES.is_function(self.tree.kind(it.scope)) {
            true => Some(it.scope) == function,
            false => SCOPES.function(self.tree, it.scope) == function,
        };
        let is_visible = |it: &&NamedItem<'_>| {
            self.tree.span(it.scope).contains(offset) && it.visible_from <= offset
        };
        let innermost = |it: &NamedItem<'_>| {
            let same = self.declared.iter().filter(|other| other.name == it.name);
            same.filter(is_visible).map(|other| other.scope).max() == Some(it.scope)
        };
        let is_wanted = |it: &&NamedItem<'_>| {
            it.holds == ValueKind::Number
                && it.is_integer
                && it.is_assignable
                && matches!(it.lives, Lifetime::InBlock | Lifetime::InCall)
                && it.ready.is_some_and(|ready| ready.start <= offset && offset < ready.end)
                && self.sites.is_certain(it.name, line)
                && innermost(it)
                && is_own(it)
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
        "for_range_loop" => StatementKind::ForOf,
        "throw_statement" => StatementKind::Throw,
        "try_statement" => StatementKind::Try,
        "while_statement" => StatementKind::While,
        "do_statement" => StatementKind::DoWhile,
        "switch_statement" => StatementKind::Switch,
        "return_statement" => StatementKind::Return,
        "break_statement" => StatementKind::Break,
        "continue_statement" => StatementKind::Continue,
        _ => return None,
    })
}
