//! Reads what a variable holds through gdb's variable objects, a level at a time.

use crate::connection::{Answer, Connection, quoted};
use crate::live::{Live, text};
use debunk_model::{Contents, Expansion, Language, Value, ValueChild};
use debunk_shell::contents::Pending;
use debunk_wire::ChannelError;
use serde_json::Value as Json;
use std::time::Instant;

/// The limit of unanswered commands: a gdb that cannot write its answers does not read either.
const PIPELINED_MAX: usize = 64;
/// No value is read deeper than this.
const DEPTH_MAX: u32 = 64;
/// Once a tree has this many values, no further level is read.
const VALUES_MAX: usize = 20_000;
/// Children that only group others, by who may access those.
const GROUPS: [&str; 3] = ["public", "private", "protected"];
/// The key of what a pointer points to.
const POINTEE: &str = "*";

/// Why a value is unreadable: gdb gives no reason.
const NO_VALUE: &str = "it has no value";

/// A variable object with children.
struct Object {
    name: String,
    count: u32,
}

/// The children of an object and whether there are more, or why they cannot be read.
type ChildList = Result<(Vec<Json>, bool), String>;

impl Object {
    /// The object that gdb describes, if it has children that can be read.
    fn of(described: &Json) -> Option<Self> {
        if is_unreadable(described) {
            return None;
        }
        let count = text(&described["numchild"]).parse().unwrap_or(0);
        let name = text(&described["name"]).to_owned();
        (count > 0).then_some(Self { name, count })
    }

    /// The commands that list its children.
    fn commands(&self, expansion: &Expansion) -> Vec<String> {
        let Expansion { width, page, .. } = *expansion;
        let wanted = self.count.min(width);
        let page = if page == 0 { width.max(1) } else { page };
        let starts = (0..wanted.max(1)).step_by(usize::try_from(page).unwrap_or(usize::MAX));
        // The name of a base class may have spaces.
        let name = quoted(&self.name);
        starts
            .map(|start| {
                let end = start.saturating_add(page).min(width);
                format!("var-list-children --all-values {name} {start} {end}")
            })
            .collect()
    }
}

impl Live {
    /// A described object with what it holds.
    pub(crate) fn expanded(
        &self,
        connection: &mut Connection,
        described: &Json,
        expansion: &Expansion,
        deadline: Instant,
    ) -> Result<Value, ChannelError> {
        let mut root = self.folded(described);
        let mut pending = Pending::new(expansion, DEPTH_MAX);
        if let Some(object) = Object::of(described) {
            pending.add(0, vec![(&mut root, object)]);
        }
        let mut read = 0;
        while read < VALUES_MAX {
            let Some((depth, level)) = pending.take() else { break };
            let (values, objects): (Vec<_>, Vec<_>) = level.into_iter().unzip();
            let lists = self.lists(connection, &objects, expansion, deadline)?;
            // gdb writes these expressions as in C.
            let mut expressions = match self.language {
                Language::C => expressions(connection, &lists, deadline)?,
                _ => Vec::new(),
            }
            .into_iter();
            for (value, list) in values.into_iter().zip(lists) {
                let of_list = list.as_ref().map_or(0, |(children, _)| children.len());
                read += of_list;
                let expressions = expressions.by_ref().take(of_list).collect();
                pending.add(depth + 1, self.fill(value, list, expressions));
            }
        }
        Ok(root)
    }

    /// An object before its children are read.
    fn folded(&self, described: &Json) -> Value {
        let text = self.value(&described["value"]);
        if is_unreadable(described) {
            let contents = Contents::Unreadable { reason: NO_VALUE.to_owned() };
            return Value { text, contents };
        }
        if Object::of(described).is_some() { Value::folded(text) } else { Value::from(text) }
    }

    /// The children of several objects, those of groups in their place.
    fn lists(
        &self,
        connection: &mut Connection,
        objects: &[Object],
        expansion: &Expansion,
        deadline: Instant,
    ) -> Result<Vec<ChildList>, ChannelError> {
        let commands: Vec<Vec<String>> =
            objects.iter().map(|object| object.commands(expansion)).collect();
        let answers = all(connection, &commands.concat(), deadline)?;
        let mut answers = answers.into_iter();
        let mut lists = Vec::new();
        for commands in &commands {
            let joined = self.joined(answers.by_ref().take(commands.len()));
            let joined = match joined {
                Ok((children, has_more)) if children.iter().any(is_group) => {
                    let groups: Vec<Object> = children.iter().filter_map(Object::of).collect();
                    self.flattened(connection, &groups, expansion, deadline)?
                        .map(|(children, cut)| (children, has_more || cut))
                }
                joined => joined,
            };
            lists.push(joined);
        }
        Ok(lists)
    }

    /// The children of groups, one group after the other.
    fn flattened(
        &self,
        connection: &mut Connection,
        groups: &[Object],
        expansion: &Expansion,
        deadline: Instant,
    ) -> Result<ChildList, ChannelError> {
        let (mut children, mut is_cut) = (Vec::new(), false);
        for list in self.lists(connection, groups, expansion, deadline)? {
            match list {
                Ok((inner, has_more)) => {
                    children.extend(inner);
                    is_cut |= has_more;
                }
                Err(reason) => return Ok(Err(reason)),
            }
        }
        let width = usize::try_from(expansion.width).unwrap_or(usize::MAX);
        is_cut |= children.len() > width;
        children.truncate(width);
        Ok(Ok((children, is_cut)))
    }

    /// The answers to the commands of one object as one list.
    fn joined(&self, answers: impl Iterator<Item = Answer>) -> ChildList {
        let (mut children, mut has_more) = (Vec::new(), false);
        for answer in answers {
            let mut results = answer.map_err(|reason| self.masks.apply(&reason))?;
            has_more = text(&results["has_more"]) == "1";
            let listed = results["children"].as_array_mut().into_iter().flatten();
            children.extend(listed.map(Json::take));
        }
        Ok((children, has_more))
    }

    /// Puts children into a value, and returns those that have children themselves.
    fn fill<'value>(
        &self,
        value: &'value mut Value,
        list: ChildList,
        expressions: Vec<Option<String>>,
    ) -> Vec<(&'value mut Value, Object)> {
        let (listed, has_more) = match list {
            Ok(list) => list,
            Err(reason) => {
                value.contents = Contents::Unreadable { reason };
                return Vec::new();
            }
        };
        let objects: Vec<Option<Object>> = listed.iter().map(Object::of).collect();
        let expressions = expressions.into_iter().chain(std::iter::repeat(None));
        let children = listed.iter().zip(expressions).map(|(described, expression)| {
            let name = text(&described["exp"]);
            let key = if name.starts_with('*') { POINTEE } else { name };
            ValueChild { key: key.to_owned(), expression, value: self.folded(described) }
        });
        value.contents = Contents::Children { children: children.collect(), has_more };
        let Contents::Children { children, .. } = &mut value.contents else { return Vec::new() };
        let pairs = children.iter_mut().zip(objects);
        pairs.filter_map(|(child, object)| Some((&mut child.value, object?))).collect()
    }
}

/// The expressions that gdb gives for all children in the lists; none for what has none.
fn expressions(
    connection: &mut Connection,
    lists: &[ChildList],
    deadline: Instant,
) -> Result<Vec<Option<String>>, ChannelError> {
    let children = lists.iter().flatten().flat_map(|(children, _)| children);
    let commands: Vec<String> = children
        .map(|child| format!("var-info-path-expression {}", quoted(text(&child["name"]))))
        .collect();
    let answers = all(connection, &commands, deadline)?.into_iter();
    let expression = |answer: Answer| {
        let results = answer.ok()?;
        Some(text(&results["path_expr"]).to_owned()).filter(|text| !text.is_empty())
    };
    Ok(answers.map(expression).collect())
}

/// The answers to all commands, of which a limited number is sent at a time.
fn all(
    connection: &mut Connection,
    commands: &[String],
    deadline: Instant,
) -> Result<Vec<Answer>, ChannelError> {
    let mut answers = Vec::new();
    for batch in commands.chunks(PIPELINED_MAX) {
        let tokens: Vec<u64> = batch.iter().map(|command| connection.request(command)).collect();
        connection.flush(deadline)?;
        for token in tokens {
            answers.push(connection.answer(token, deadline)?);
        }
    }
    Ok(answers)
}

/// gdb leaves the value empty of what it cannot read, such as the target of a null pointer.
fn is_unreadable(described: &Json) -> bool {
    !is_group(described) && text(&described["value"]).is_empty()
}

/// Groups have no type.
fn is_group(described: &Json) -> bool {
    described.get("type").is_none() && GROUPS.contains(&text(&described["exp"]))
}
