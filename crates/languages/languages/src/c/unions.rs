//! Which member of a union has a value: the one that the program assigned to last, by its name.
//!
//! It is known of a variable that is a union, or a structure with one, as long as nothing else can have written to
//! it: every assignment is a statement of a block, and its address is never taken. The copy keeps the number of the
//! member beside the variable.

use crate::c::declarations::{Lifetime, NamedItem, named};
use crate::c::shapes::{Shape, Shapes};
use crate::tree::{COPY_NAME as NAME, SyntaxTree};
use debunk_model::{Edit, Language};
use std::collections::BTreeMap;

/// Unions inside structures deeper than this are not followed.
const DEPTH_LIMIT: u32 = 4;

/// A member of a union: its name, its shape if it is one plain value, and whether it is an array.
struct Member {
    name: String,
    plain: Option<Shape>,
    is_array: bool,
}

/// A union in a variable.
struct Union {
    /// The names of the fields that lead to it.
    path: Vec<String>,
    members: Vec<Member>,
}

/// A variable with a union of which the member is known.
struct Tracked {
    union: Union,
    /// The number of the member that its declaration gives a value, or 0.
    initial: usize,
    /// Where assignments end, and the numbers of the members that have a value then.
    writes: Vec<(u32, usize)>,
}

/// The variables with unions whose members are known, by their index among what is declared.
pub(crate) struct Unions(BTreeMap<usize, Tracked>);

impl Unions {
    /// Those of a program, of which there are none in C++.
    pub(crate) fn of(
        tree: &SyntaxTree<'_>,
        language: Language,
        declared: &[NamedItem<'_>],
    ) -> Self {
        let has_macros = tree.of_kind("preproc_function_def").next().is_some();
        if language != Language::C || has_macros || !tree.text.contains("union") {
            return Self(BTreeMap::new());
        }
        let shapes = Shapes::new(tree);
        let found = declared.iter().enumerate();
        let found =
            found.filter_map(|(slot, it)| Some((slot, tracked(tree, &shapes, declared, it)?)));
        Self(found.collect())
    }

    /// Whether the member of a variable is known.
    pub(crate) fn contains(&self, slot: usize) -> bool {
        self.0.contains_key(&slot)
    }

    /// The shape of a variable with a union, from its own shape.
    pub(crate) fn shape(&self, slot: usize, own: Shape) -> Option<Shape> {
        let Tracked { union, .. } = self.0.get(&slot)?;
        let members = union.members.iter().enumerate();
        let known = members.filter_map(|(index, member)| {
            Some((index + 1, member.name.clone(), member.plain.clone()?))
        });
        let shape = Shape::Union(slot, known.collect());
        if union.path.is_empty() { Some(shape) } else { replaced(own, &union.path, shape) }
    }

    /// What is inserted into the copy of a program.
    pub(crate) fn edits(&self, tree: &SyntaxTree<'_>, declared: &[NamedItem<'_>]) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (slot, Tracked { initial, writes, .. }) in &self.0 {
            let end = tree.span(declared[*slot].declaration).end;
            let kept = format!(" int {NAME}_member{slot} __attribute__((unused)) = {initial};");
            edits.push(Edit::insert(end, kept));
            let write = |(end, member): &(u32, usize)| {
                Edit::insert(*end, format!(" {NAME}_member{slot} = {member};"))
            };
            edits.extend(writes.iter().map(write));
        }
        edits
    }
}

/// A structure in which a field that a path leads to has another shape.
fn replaced(of: Shape, path: &[String], by: Shape) -> Option<Shape> {
    let Some((first, rest)) = path.split_first() else { return Some(by) };
    let Shape::Structure(mut fields, is_whole) = of else { return None };
    let field = fields.iter_mut().find(|(name, _)| name == first)?;
    field.1 = replaced(std::mem::replace(&mut field.1, Shape::Unknown), rest, by)?;
    Some(Shape::Structure(fields, is_whole))
}

fn tracked(
    tree: &SyntaxTree<'_>,
    shapes: &Shapes<'_, '_>,
    declared: &[NamedItem<'_>],
    it: &NamedItem<'_>,
) -> Option<Tracked> {
    let is_in_block = it.lives == Lifetime::InBlock
        && tree.nodes[it.declaration].parent == Some(it.scope)
        && tree.kind(it.scope) == "compound_statement";
    let (_, around) = named(tree, it.declarator)?;
    let is_only = declared.iter().filter(|other| other.name == it.name).count() == 1;
    let mut values = tree.of_kind("preproc_def").filter_map(|id| tree.child(id, "value"));
    let is_hidden = values.any(|id| tree.text(id).contains(it.name));
    if !is_in_block || !around.is_empty() || !is_only || is_hidden {
        return None;
    }
    let union = shapes.union_of(tree.child(it.declaration, "type")?, 0)?;
    let initial = initial(tree, it, &union);
    let mut writes = Vec::new();
    let is_it = |&id: &usize| tree.kind(id) == "identifier" && tree.text(id) == it.name;
    let after = tree.span(it.declarator).end;
    let occurrences = tree.inside(it.scope).filter(is_it);
    for id in occurrences.filter(|&id| tree.span(id).start >= after) {
        match Access::of(tree, id).effect(tree, &union)? {
            Effect::None => {}
            Effect::Write(end, member) => writes.push((end, member)),
        }
    }
    Some(Tracked { union, initial, writes })
}

/// The number of the member that a declaration gives a value: the first, or the one that it names.
fn initial(tree: &SyntaxTree<'_>, it: &NamedItem<'_>, union: &Union) -> usize {
    let number = || {
        let list = tree.child(it.declarator, "value")?;
        let mut values = tree.named(list);
        let (value, None) = (values.next()?, values.next()) else { return None };
        if !union.path.is_empty() || tree.kind(list) != "initializer_list" {
            return None;
        }
        let member = match tree.kind(value) {
            "initializer_pair" => {
                let mut names = tree.children_of(value, "designator");
                let (name, None) = (names.next()?, names.next()) else { return None };
                let name = tree.text(name).trim_start_matches('.');
                union.members.iter().position(|member| member.name == name)?
            }
            "initializer_list" => return None,
            _ => 0,
        };
        union.members[member].plain.is_some().then_some(member + 1)
    };
    number().unwrap_or(0)
}

/// How an occurrence of a variable is used.
struct Access<'text> {
    /// The node of the variable with the fields that follow.
    top: usize,
    fields: Vec<&'text str>,
    has_index: bool,
}

/// What a use of a variable does to its union.
enum Effect {
    None,
    /// From this offset on, the member of this number has a value, or an unknown one if it is 0.
    Write(u32, usize),
}

impl<'text> Access<'text> {
    fn of(tree: &SyntaxTree<'text>, id: usize) -> Self {
        let mut access = Self { top: id, fields: Vec::new(), has_index: false };
        while let Some(outer) = tree.nodes[access.top].parent {
            let is_argument = tree.nodes[access.top].field == Some("argument");
            match tree.kind(outer) {
                "field_expression" if is_argument => {
                    access.fields.extend(tree.child(outer, "field").map(|it| tree.text(it)));
                }
                "subscript_expression" if is_argument => access.has_index = true,
                "parenthesized_expression" => {}
                _ => break,
            }
            access.top = outer;
        }
        access
    }

    /// None if something unseen may write to the union from there on.
    fn effect(&self, tree: &SyntaxTree<'_>, union: &Union) -> Option<Effect> {
        let parent = tree.nodes[self.top].parent?;
        let is_left = tree.nodes[self.top].field == Some("left");
        let is_write = match tree.kind(parent) {
            "assignment_expression" => is_left,
            "update_expression" => true,
            "pointer_expression" if tree.text(parent).starts_with('&') => return None,
            _ => false,
        };
        let common = self.fields.len().min(union.path.len());
        if self.fields[..common].iter().ne(union.path[..common].iter()) {
            return Some(Effect::None);
        }
        let name = self.fields.get(union.path.len());
        let found = name.and_then(|name| union.members.iter().position(|it| it.name == *name));
        if !is_write {
            // What an array decays to is an address.
            let is_array = found.is_some_and(|index| union.members[index].is_array);
            return (!is_array).then_some(Effect::None);
        }
        let statement = tree.nodes[parent].parent?;
        let list = tree.nodes[statement].parent.map_or("", |list| tree.kind(list));
        let is_statement = tree.kind(statement) == "expression_statement"
            && matches!(list, "compound_statement" | "case_statement")
            && tree.nodes[statement].field.is_none();
        let is_deeper = self.has_index || self.fields.len() > union.path.len() + 1;
        let member = found.filter(|&index| !is_deeper && union.members[index].plain.is_some());
        let number = member.map_or(0, |index| index + 1);
        is_statement.then(|| Effect::Write(tree.span(statement).end, number))
    }
}

impl Shapes<'_, '_> {
    /// The only union that a type is or has among its fields.
    fn union_of(&self, id: usize, depth: u32) -> Option<Union> {
        let tree = self.tree();
        let kind = tree.kind(id);
        if depth > DEPTH_LIMIT {
            return None;
        }
        if kind == "type_identifier" {
            return self.union_of(self.named_type_node(tree.text(id))?, depth + 1);
        }
        let body = match kind {
            "union_specifier" | "struct_specifier" => tree.child(self.definition(id)?, "body")?,
            _ => return None,
        };
        let mut union = Union { path: Vec::new(), members: Vec::new() };
        let mut inner = Vec::new();
        for field in tree.named(body).filter(|&field| tree.kind(field) != "comment") {
            let declarators: Vec<usize> = tree.children_of(field, "declarator").collect();
            if tree.kind(field) != "field_declaration" || declarators.is_empty() {
                return None;
            }
            for declarator in declarators {
                let (name, around) = named(tree, declarator)?;
                let name = tree.text(name).to_owned();
                let found = tree.child(field, "type").filter(|_| around.is_empty());
                if let Some(found) = found.and_then(|of| self.union_of(of, depth + 1)) {
                    inner.push((name.clone(), found));
                }
                let shape = self.of(field, declarator);
                let is_array = around.contains(&"array_declarator");
                let plain = Some(shape).filter(|it| it.is_plain());
                union.members.push(Member { name, plain, is_array });
            }
        }
        match kind {
            // A union in a union is as unknown as any of its members that holds others.
            "union_specifier" => Some(union),
            _ => {
                let (1, Some((name, mut found))) = (inner.len(), inner.pop()) else { return None };
                found.path.insert(0, name);
                Some(found)
            }
        }
    }
}
