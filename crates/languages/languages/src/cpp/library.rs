//! The code that reads what containers and owners of the C++ library hold, by their own functions.

use crate::c::{ValueKind, declared};
use crate::tree::SyntaxTree;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Containers whose elements debuggers number: their header, their parameters, and whether their elements are
/// given, as an expression.
const LISTS: [(&str, &str, &str, &str); 8] = [
    ("vector", "class T", "std::vector<T>", "NAME_plain<T>::yes"),
    ("deque", "class T", "std::deque<T>", "NAME_plain<T>::yes"),
    ("list", "class T", "std::list<T>", "NAME_plain<T>::yes"),
    ("set", "class T, class C", "std::set<T, C>", "NAME_plain<T>::yes"),
    ("set", "class T, class C", "std::multiset<T, C>", "NAME_plain<T>::yes"),
    ("map", "class K, class V, class C", "std::map<K, V, C>", "1"),
    ("map", "class K, class V, class C", "std::multimap<K, V, C>", "1"),
    // Without formatters, all debuggers show its only member.
    ("array", "class T, unsigned long N", "std::array<T, N>", "is_given"),
];

/// Containers whose order is their own, in which debuggers need not show it.
const TABLES: [(&str, &str, &str); 4] = [
    ("unordered_map", "class K, class V, class H, class E", "std::unordered_map<K, V, H, E>"),
    ("unordered_map", "class K, class V, class H, class E", "std::unordered_multimap<K, V, H, E>"),
    ("unordered_set", "class T, class H, class E", "std::unordered_set<T, H, E>"),
    ("unordered_set", "class T, class H, class E", "std::unordered_multiset<T, H, E>"),
];

/// Headers that declare strings and pairs.
const STRINGS: [&str; 4] = ["string", "iostream", "sstream", "ostream"];
const PAIRS: [&str; 6] = ["utility", "map", "unordered_map", "vector", "algorithm", "iostream"];

/// A string whose characters no debugger has to escape.
const STRING: &str = r#"template <> struct NAME_of<std::string, void> { static void log(const std::string &value, int, int) { unsigned long at, size = value.size(); const char *text = value.data(); for (at = 0; at < size && at < 60; at++) if (text[at] < ' ' || text[at] > '~' || text[at] == '"' || text[at] == '\\' || text[at] == '/' || text[at] == '@' || (at && text[at] == 'x' && text[at - 1] == '0')) break; if (at < size) { NAME_raw("null"); return; } NAME_raw("\"\\\""); for (at = 0; at < size; at++) NAME_byte(text[at]); NAME_raw("\\\"\""); } }; "#;

/// A pair, unless it holds references.
const PAIR: &str = r#"template <class A, class B> struct NAME_of<std::pair<A, B>, void> { static void log(const std::pair<A, B> &value, int depth, int) { NAME_raw("[\"?\",[[\"first\","); NAME_show(value.first, depth + 1, NAME_plain<A>::yes); NAME_raw("],[\"second\","); NAME_show(value.second, depth + 1, NAME_plain<B>::yes); NAME_raw("]],1]"); } }; template <class A, class B> struct NAME_of<std::pair<A &, B>, void> { static void log(const std::pair<A &, B> &, int, int) { NAME_raw("null"); } }; template <class A, class B> struct NAME_of<std::pair<A, B &>, void> { static void log(const std::pair<A, B &> &, int, int) { NAME_raw("null"); } }; template <class A, class B> struct NAME_of<std::pair<A &, B &>, void> { static void log(const std::pair<A &, B &> &, int, int) { NAME_raw("null"); } }; "#;

/// The parts of a tuple, but for references.
const TUPLE: &str = r#"template <class T> struct NAME_part { static void log(const T &value, int depth) { NAME_show(value, depth, NAME_plain<T>::yes); } }; template <class T> struct NAME_part<T &> { static void log(const T &, int) { NAME_raw("null"); } }; template <class T> struct NAME_part<T &&> { static void log(const T &, int) { NAME_raw("null"); } }; template <unsigned long I, unsigned long N> struct NAME_parts { template <class T> static void log(const T &value, int depth) { NAME_raw(I ? ",[\"" : "[\""); NAME_number((long long)I); NAME_raw("\","); NAME_part<typename std::tuple_element<I, T>::type>::log(std::get<I>(value), depth + 1); NAME_byte(']'); NAME_parts<I + 1, N>::log(value, depth); } }; template <unsigned long N> struct NAME_parts<N, N> { template <class T> static void log(const T &, int) {} }; template <class... T> struct NAME_of<std::tuple<T...>, void> { static void log(const std::tuple<T...> &value, int depth, int) { NAME_raw("[\"?\",["); NAME_parts<0, sizeof...(T)>::log(value, depth); NAME_raw("],1]"); } }; "#;

/// A value that may be missing.
const OPTIONAL: &str = r#"template <class T> struct NAME_of<std::optional<T>, void> { static void log(const std::optional<T> &value, int depth, int) { if (!value.has_value()) { NAME_raw("[\"?\",[[\"<no value>\",null]],0]"); return; } NAME_raw("[\"?\",[[\"<value>\","); NAME_show(*value, depth + 1, NAME_plain<T>::yes); NAME_raw("]],0]"); } }; "#;

/// What an owner owns, if its type is known and is that of the object.
const OWNED: &str = r#"template <class T, class = void> struct NAME_owned { static void log(const T *, int) { NAME_raw("null"); } }; template <class T> struct NAME_owned<T, decltype((void)sizeof(T))> { static void log(const T *value, int depth) { NAME_raw("[\"?\",[[\"<owned>\","); if (!value) NAME_address(1); else { NAME_raw("[\"?\",[[\"*\","); if (__is_polymorphic(T)) NAME_raw("null"); else NAME_show(*value, depth + 1, GIVEN); NAME_raw("]],0]"); } NAME_raw("]],0]"); } }; template <> struct NAME_owned<void, void> { static void log(const void *, int) { NAME_raw("null"); } }; "#;

/// The only owner of something.
const UNIQUE: &str = r#"template <class T> struct NAME_of<std::unique_ptr<T>, void> { static void log(const std::unique_ptr<T> &value, int depth, int) { NAME_owned<T>::log(value.get(), depth); } }; template <class T> struct NAME_of<std::unique_ptr<T[]>, void> { static void log(const std::unique_ptr<T[]> &, int, int) { NAME_raw("null"); } }; "#;

/// One of several owners.
const SHARED: &str = r#"template <class T> struct NAME_of<std::shared_ptr<T>, void> { static void log(const std::shared_ptr<T> &value, int depth, int) { NAME_owned<T>::log(value.get(), depth); } }; template <class T> struct NAME_of<std::shared_ptr<T[]>, void> { static void log(const std::shared_ptr<T[]> &, int, int) { NAME_raw("null"); } }; "#;

/// The code that reads objects of the library, as far as these headers declare them.
pub(super) fn readers(tree: &SyntaxTree<'_>, headers: &BTreeSet<&str>) -> String {
    let has = |any: &[&str]| any.iter().any(|header| headers.contains(header));
    let mut code = String::new();
    for (_, parameters, kind, is_given) in LISTS.iter().filter(|it| headers.contains(it.0)) {
        let read = match kind.starts_with("std::array") {
            true => {
                "NAME_raw(\"[\\\"?\\\",[[\\\"_M_elems\\\",\"); NAME_elements(value, depth + 1, is_given); NAME_raw(\"]],0]\");".to_owned()
            }
            false => format!("(void)is_given; NAME_elements(value, depth, {is_given});"),
        };
        code += &reader(parameters, kind, &read);
    }
    for (_, parameters, kind) in TABLES.iter().filter(|it| headers.contains(it.0)) {
        let read = "(void)is_given; NAME_raw(\"[\\\"?\\\",[[\\\"<entries>\\\",\"); NAME_elements(value, depth + 1, 1); NAME_raw(\"]],0]\");";
        code += &reader(parameters, kind, read);
    }
    if headers.contains("vector") {
        code += &unknown("", "std::vector<bool>");
    }
    if headers.contains("array") {
        code += &unknown("class T", "std::array<T, 0>");
    }
    if has(&STRINGS) {
        code += STRING;
    }
    if has(&PAIRS) {
        code += PAIR;
    }
    if headers.contains("tuple") {
        code += TUPLE;
    }
    // A compiler for an older standard does not have it, and then nobody mentions it.
    if headers.contains("optional") && tree.text.contains("optional<") {
        code += OPTIONAL;
    }
    if headers.contains("memory") {
        let is_given = !tree.text.contains("new ") && !tree.text.contains("overwrite");
        code += &OWNED.replace("GIVEN", if is_given { "1" } else { "0" });
        let is_sure = !(tree.text.contains("delete ") && tree.text.contains(".get()"));
        if is_sure {
            code += UNIQUE;
        }
        if is_sure && !may_share_other_addresses(tree) {
            code += SHARED;
        }
    }
    code
}

/// The code that reads objects of a type.
fn reader(parameters: &str, kind: &str, read: &str) -> String {
    let mut code = String::new();
    let _ = write!(
        code,
        "template <{parameters}> struct NAME_of<{kind}, void> {{ static void log(const {kind} &value, int depth, \
         int is_given) {{ {read} }} }}; "
    );
    code
}

/// The code for a type whose objects cannot be read.
fn unknown(parameters: &str, kind: &str) -> String {
    format!(
        "template <{parameters}> struct NAME_of<{kind}, void> {{ static void log(const {kind} &, int, int) \
         {{ NAME_raw(\"null\"); }} }}; "
    )
}

/// Whether a shared owner may lead to something else than what it keeps alive: it is made of several values, one of
/// which is an address.
fn may_share_other_addresses(tree: &SyntaxTree<'_>) -> bool {
    let items = declared(tree);
    let addresses: BTreeSet<&str> =
        { items.iter() }.filter(|it| it.holds == ValueKind::Address).map(|it| it.name).collect();
    let is_address = |id: usize| {
        let text = tree.text(id);
        text.starts_with('&')
            || text.ends_with(".get()")
            || text == "this"
            || text.starts_with("new ")
            || addresses.contains(text)
    };
    let lists = ["argument_list", "initializer_list"].into_iter().flat_map(|it| tree.of_kind(it));
    { lists }.any(|list| tree.named(list).count() > 1 && tree.named(list).any(is_address))
}
