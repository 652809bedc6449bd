//! Reads what a variable holds, level by level; the requests of a level are sent together.

use crate::connection::Connection;
use crate::pause::Reader;
use crate::spec::AdapterSpec;
use debunk_model::{ACCESSOR, Contents, Expansion, Value, ValueChild};
use debunk_shell::contents::Pending;
use debunk_wire::ChannelError;
use serde_json::{Value as Json, json};
use std::time::Instant;

/// The limit of unanswered requests: an adapter that cannot write its answers does not read either.
const PIPELINED_MAX: usize = 64;
/// No value is read deeper than this.
const DEPTH_MAX: u32 = 64;
/// Once a tree has this many values, no further level is read.
const VALUES_MAX: usize = 20_000;
/// The limit of groups within groups.
const GROUP_LEVELS_MAX: u32 = 4;

/// How the children of a value are requested.
struct Handle {
    reference: i64,
    kind: String,
    indexed: u64,
    named: u64,
}

/// What the adapter lists below a value, or its reason for not doing so.
type ChildList = Result<Vec<Json>, String>;

impl Handle {
    /// The handle of what a variable holds, if it holds anything.
    fn of(variable: &Json) -> Option<Self> {
        let reference = variable["variablesReference"].as_i64().filter(|number| *number > 0)?;
        let count = |name: &str| variable[name].as_u64().unwrap_or(0);
        Some(Self {
            reference,
            kind: variable["type"].as_str().unwrap_or_default().to_owned(),
            indexed: count("indexedVariables"),
            named: count("namedVariables"),
        })
    }

    /// The arguments of the requests for its children. Elements are requested by number if they are
    /// wanted in pages, or if there are more than are wanted.
    fn requests(&self, expansion: &Expansion) -> Vec<Json> {
        let width = u64::from(expansion.width);
        let wanted = self.indexed.min(width);
        if self.indexed == 0 || (expansion.page == 0 && self.indexed <= width) {
            return vec![json!({ "variablesReference": self.reference })];
        }
        let page = if expansion.page == 0 { wanted.max(1) } else { u64::from(expansion.page) };
        let pages = (0..wanted).step_by(usize::try_from(page).unwrap_or(usize::MAX));
        let mut requests: Vec<Json> = pages
            .map(|start| {
                let count = page.min(wanted - start);
                json!({
                    "variablesReference": self.reference,
                    "filter": "indexed", "start": start, "count": count,
                })
            })
            .collect();
        if self.named > 0 {
            requests.push(json!({ "variablesReference": self.reference, "filter": "named" }));
        }
        requests
    }
}

impl Reader {
    /// A variable, as the adapter lists it, with what it holds.
    pub fn expanded(
        &self,
        connection: &mut Connection,
        spec: &AdapterSpec,
        variable: &Json,
        expansion: &Expansion,
        deadline: Instant,
    ) -> Result<Value, ChannelError> {
        let (mut root, handle) = self.folded(variable);
        let mut pending = Pending::new(expansion, DEPTH_MAX);
        if let Some(handle) = handle {
            pending.add(0, vec![(&mut root, handle)]);
        }
        let mut read = 0;
        while read < VALUES_MAX {
            let Some((depth, level)) = pending.take() else { break };
            let (values, handles): (Vec<_>, Vec<_>) = level.into_iter().unzip();
            let lists = self.lists(connection, spec, &handles, expansion, deadline)?;
            for ((value, handle), list) in values.into_iter().zip(handles).zip(lists) {
                read += list.as_ref().map_or(0, Vec::len);
                let inner = self.fill(spec, value, &handle, list, expansion.width as usize);
                pending.add(depth + 1, inner);
            }
        }
        Ok(root)
    }

    /// A value before its children are read, and how to read them.
    fn folded(&self, variable: &Json) -> (Value, Option<Handle>) {
        if is_accessor(variable) {
            // What is shown of it is its code, or nothing.
            let text = ACCESSOR.to_owned();
            return (Value { text, contents: Contents::Accessor }, None);
        }
        let text = self.value(&variable["value"], &variable["type"]);
        match Handle::of(variable) {
            Some(handle) => (Value::folded(text), Some(handle)),
            None => (Value::from(text), None),
        }
    }

    /// What the adapter lists below several values, without groups.
    fn lists(
        &self,
        connection: &mut Connection,
        spec: &AdapterSpec,
        handles: &[Handle],
        expansion: &Expansion,
        deadline: Instant,
    ) -> Result<Vec<ChildList>, ChannelError> {
        let of_each: Vec<Vec<Json>> =
            handles.iter().map(|handle| handle.requests(expansion)).collect();
        let mut lists = self.children(connection, &of_each, deadline)?;
        for _ in 0..GROUP_LEVELS_MAX {
            let groups = groups(spec, &lists, expansion.width as usize);
            if groups.is_empty() {
                break;
            }
            let requests: Vec<Vec<Json>> =
                groups.iter().map(|(_, _, handle)| handle.requests(expansion)).collect();
            let held = self.children(connection, &requests, deadline)?;
            // From the back, so that the positions of the others stay.
            for ((owner, position, _), inner) in groups.into_iter().zip(held).rev() {
                match (&mut lists[owner], inner) {
                    (Ok(list), Ok(inner)) => drop(list.splice(position..=position, inner)),
                    (list, Err(reason)) => *list = Err(reason),
                    (Err(_), Ok(_)) => {}
                }
            }
        }
        Ok(lists)
    }

    /// Sends all requests, a limited number at a time, and joins the answers of each value.
    fn children(
        &self,
        connection: &mut Connection,
        of_each: &[Vec<Json>],
        deadline: Instant,
    ) -> Result<Vec<ChildList>, ChannelError> {
        let mut lists: Vec<ChildList> = of_each.iter().map(|_| Ok(Vec::new())).collect();
        let requests = of_each.iter().enumerate();
        let requests: Vec<(usize, &Json)> =
            requests.flat_map(|(owner, all)| all.iter().map(move |one| (owner, one))).collect();
        for batch in requests.chunks(PIPELINED_MAX) {
            let sent = batch.iter().map(|(owner, arguments)| {
                (*owner, connection.request("variables", (*arguments).clone()))
            });
            let sent: Vec<(usize, i64)> = sent.collect();
            connection.flush(deadline)?;
            for (owner, request) in sent {
                match (connection.response(request, deadline)?, &mut lists[owner]) {
                    (Ok(mut body), Ok(list)) => {
                        let variables = body["variables"].as_array_mut();
                        list.append(variables.unwrap_or(&mut Vec::new()));
                    }
                    (Err(reason), list) => *list = Err(self.masks.apply(&reason)),
                    (Ok(_), Err(_)) => {}
                }
            }
        }
        Ok(lists)
    }

    /// Puts children into a value, and returns those that hold something themselves.
    fn fill<'value>(
        &self,
        spec: &AdapterSpec,
        value: &'value mut Value,
        handle: &Handle,
        list: ChildList,
        width: usize,
    ) -> Vec<(&'value mut Value, Handle)> {
        let mut list = match list {
            Ok(list) => list,
            Err(reason) => {
                value.contents = Contents::Unreadable { reason };
                return Vec::new();
            }
        };
        if handle.indexed > 0 {
            put_elements_first(&mut list);
        }
        let is_child = |variable: &&Json| !spec.ignores_child(variable);
        let mut numbered = 0;
        let (children, handles): (Vec<ValueChild>, Vec<Option<Handle>>) = list
            .iter()
            .filter(is_child)
            .take_while(|variable| !spec.is_group(variable))
            .take(width)
            .map(|variable| self.child(spec, handle, variable, &mut numbered))
            .unzip();
        let is_cut = children.len() < list.iter().filter(is_child).count();
        let has_more = is_cut || (children.len() as u64) < handle.indexed;
        value.contents = Contents::Children { children, has_more };
        let Contents::Children { children, .. } = &mut value.contents else { return Vec::new() };
        let pairs = children.iter_mut().zip(handles);
        pairs.filter_map(|(child, handle)| Some((&mut child.value, handle?))).collect()
    }

    /// One child; `numbered` counts those without a name of their own.
    fn child(
        &self,
        spec: &AdapterSpec,
        parent: &Handle,
        variable: &Json,
        numbered: &mut u32,
    ) -> (ValueChild, Option<Handle>) {
        let (mut value, mut handle) = self.folded(variable);
        if spec.is_unreadable(variable) {
            let reason = std::mem::take(&mut value.text);
            (value.contents, handle) = (Contents::Unreadable { reason }, None);
        }
        let expression = variable["evaluateName"].as_str().unwrap_or_default();
        let name = variable["name"].as_str().unwrap_or_default();
        let key = if spec.elements_by_id && expression.is_empty() && is_number(name) {
            *numbered += 1;
            (*numbered - 1).to_string()
        } else if spec.pointee.as_deref() == Some(name) && parent.kind.contains(['*', '&']) {
            POINTEE.to_owned()
        } else {
            self.masks.apply(&normal_key(name, expression))
        };
        // One with an address in it is not the same in the next session.
        let is_stable = !expression.is_empty() && self.masks.apply(expression) == expression;
        let expression = is_stable.then(|| expression.to_owned());
        (ValueChild { key, expression, value }, handle)
    }
}

/// The key of what a pointer points to.
const POINTEE: &str = "*";

/// The groups in the lists, with the number of the list and their place in it, unless enough
/// children come first.
fn groups(spec: &AdapterSpec, lists: &[ChildList], width: usize) -> Vec<(usize, usize, Handle)> {
    let mut groups = Vec::new();
    for (owner, list) in lists.iter().enumerate() {
        let mut before = 0;
        for (position, variable) in list.iter().flatten().enumerate() {
            if spec.is_group(variable) && before < width {
                groups.extend(Handle::of(variable).map(|handle| (owner, position, handle)));
            } else if !spec.ignores_child(variable) {
                before += 1;
            }
        }
    }
    groups
}

/// Whether reading it would run code of the program.
fn is_accessor(variable: &Json) -> bool {
    let hint = &variable["presentationHint"];
    let attributes = hint["attributes"].as_array().map(Vec::as_slice).unwrap_or_default();
    hint["lazy"].as_bool() == Some(true) || attributes.iter().any(|one| one == "hasSideEffects")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether elements come before named children is the adapter's choice in a whole list, and the client's
/// if it requests them separately.
fn put_elements_first(list: &mut [Json]) {
    list.sort_by_cached_key(|variable| {
        let part = |name: &str| variable[name].as_str().unwrap_or_default();
        !is_number(&normal_key(part("name"), part("evaluateName")))
    });
}

/// The key of a child, which adapters write as `[0]`, `0` or `000`, and `*name` or nothing at all
/// for what a pointer points to.
fn normal_key(name: &str, expression: &str) -> String {
    let is_pointee = match name {
        "" => expression.starts_with("(*"),
        name => name.starts_with('*'),
    };
    if is_pointee {
        return POINTEE.to_owned();
    }
    let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    if !is_number(bare) {
        return name.to_owned();
    }
    let number = bare.trim_start_matches('0');
    if number.is_empty() { "0".to_owned() } else { number.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_one_form() {
        let check = |name: &str, expression: &str, key: &str| {
            assert_eq!(normal_key(name, expression), key, "{name}");
        };
        check("[12]", "a[12]", "12");
        check("007", "a[7]", "7");
        check("000", "a[0]", "0");
        check("*word", "*(word)", "*");
        check("", "(*point)", "*");
        check("", "box.", "");
        check("'a'", "box['a']", "'a'");
        check("[raw]", "", "[raw]");
    }

    #[test]
    fn only_what_is_no_element_changes_its_place() {
        let named = |name: &&str| json!({ "name": name });
        let mut list: Vec<Json> =
            ["length", "[1]", "[0]", "note", "02"].iter().map(named).collect();
        put_elements_first(&mut list);
        let names: Vec<&str> = list.iter().filter_map(|one| one["name"].as_str()).collect();
        assert_eq!(names, ["[1]", "[0]", "02", "length", "note"]);
    }

    #[test]
    fn elements_are_requested_in_pages() {
        let variable = json!({ "variablesReference": 7, "indexedVariables": 5 });
        let check = |width: u32, page: u32, expected: &[(u64, u64)]| {
            let expansion = Expansion {
                name: "a".to_owned(),
                frame: 0,
                depth: 1,
                width,
                page,
                depth_first: false,
            };
            let requests = Handle::of(&variable).expect("it holds something").requests(&expansion);
            let number = |request: &Json, name: &str| request[name].as_u64().unwrap_or(0);
            let actual = requests.iter().map(|one| (number(one, "start"), number(one, "count")));
            assert_eq!(actual.collect::<Vec<_>>(), expected);
        };
        check(9, 0, &[(0, 0)]);
        check(9, 2, &[(0, 2), (2, 2), (4, 1)]);
        check(3, 0, &[(0, 3)]);
        check(3, 2, &[(0, 2), (2, 1)]);
    }
}
