//! Variables of languages in which a name means something from its declaration to the end of its
//! block.

use crate::tree::{ScopeKinds, SyntaxTree};
use debunk_model::{Binding, DeclaredKind, LocalSite, Program, Sites, Span, UncertainLines};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A variable of a block.
    Local,
    /// A parameter, which always has a value.
    Parameter,
    /// A variable that lives as long as the program.
    Global,
    /// No variable.
    Other,
}

/// What a log says of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logging {
    /// Nothing: reading it could change something, or is not certain to work.
    Nothing,
    /// Its value, which every debugger writes in one way.
    Value,
    /// What it holds.
    Contents,
}

/// A variable that is logged at a statement.
#[derive(Clone, Copy, Debug)]
pub struct LoggedName<'text> {
    /// Its name.
    pub name: &'text str,
    /// Its index among what has a name.
    pub slot: usize,
    /// Whether more is logged than a plain value.
    pub holds_others: bool,
}

impl AsRef<str> for LoggedName<'_> {
    fn as_ref(&self) -> &str {
        self.name
    }
}

/// Something that has a name.
#[derive(Clone, Debug)]
pub struct Named<'text> {
    /// Its name.
    pub name: &'text str,
    /// The scope's node.
    pub scope: usize,
    /// What it is.
    pub role: Role,
    /// Whether it holds a number and any statement may assign one to it.
    pub takes_numbers: bool,
    /// What a log says of it.
    pub logging: Logging,
    /// Where it may be lost, such as by being moved, so that it is logged no longer.
    pub lost_from: Option<u32>,
    /// Whether what debuggers show of it is the same in every run.
    pub is_steady: bool,
    /// The part of its scope in which the name means this, and has a value.
    pub ready: Span,
}

impl Named<'_> {
    fn is_own(&self) -> bool {
        matches!(self.role, Role::Local | Role::Parameter)
    }

    fn binding(&self) -> Binding {
        let kind = match self.role {
            Role::Global | Role::Parameter if self.takes_numbers => DeclaredKind::Variable,
            Role::Local if self.takes_numbers => DeclaredKind::Let,
            _ => DeclaredKind::Hidden,
        };
        Binding {
            name: self.name.into(),
            kind,
            visible_from: self.ready.start,
            ready_from: self.ready.start,
            ready_within: Some(self.ready),
        }
    }
}

/// Everything that has a name in a program, with its scopes.
pub struct NamedItems<'tree, 'text> {
    /// The program.
    pub tree: &'tree SyntaxTree<'text>,
    /// Its scopes.
    pub scopes: &'static ScopeKinds,
    /// What has a name, in the order of the text.
    pub items: Vec<Named<'text>>,
}

impl<'text> NamedItems<'_, 'text> {
    /// What a scope declares.
    pub fn bindings(&self, scope: usize) -> Vec<Binding> {
        self.items.iter().filter(|it| it.scope == scope).map(Named::binding).collect()
    }

    /// What a name means at an offset.
    pub fn meaning(&self, name: &str, offset: u32) -> Option<usize> {
        let means = |it: &Named<'_>| it.name == name && it.ready.contains(offset);
        let found = self.items.iter().enumerate().filter(|(_, it)| means(it));
        found.max_by_key(|(index, it)| (it.scope, *index)).map(|(index, _)| index)
    }

    /// The variables that are logged at a node: those of its own function that have a value there
    /// and that are certain on its line.
    pub fn logged(&self, id: usize, line: u32, sites: &Sites) -> Vec<LoggedName<'text>> {
        let offset = self.tree.span(id).start;
        let function = self.scopes.function(self.tree, id);
        let function_of = |scope: usize| match self.scopes.is_function(self.tree.kind(scope)) {
            true => Some(scope),
            false => self.scopes.function(self.tree, scope),
        };
        let is_wanted = |(index, it): &(usize, &Named<'_>)| {
            it.is_own()
                && it.logging != Logging::Nothing
                && function_of(it.scope) == function
                && it.lost_from.is_none_or(|lost| offset < lost)
                && self.meaning(it.name, offset) == Some(*index)
                && sites.holds_value(it.name, line)
        };
        let wanted = self.items.iter().enumerate().filter(is_wanted);
        let logged = |(slot, it): (usize, &Named<'text>)| LoggedName {
            name: it.name,
            slot,
            holds_others: it.logging == Logging::Contents,
        };
        wanted.map(logged).collect()
    }

    /// The lines on which a debugger may show something other than the value of a variable: where its
    /// function begins, up to its declaration, and where its block ends.
    pub fn uncertain(&self, program: &Program) -> Vec<UncertainLines> {
        let tree = self.tree;
        let lines = program.lines();
        let line = |offset: u32| lines.location(tree.text, offset).line;
        let mut found = Vec::new();
        for id in (0..tree.nodes.len()).filter(|&id| self.scopes.is_function(tree.kind(id))) {
            let Some(body) = tree.child(id, "body") else { continue };
            let (first_line, last_line) = (line(tree.span(id).start), line(tree.span(body).start));
            found.push(UncertainLines { name: None, first_line, last_line });
        }
        for it in self.items.iter().filter(|it| it.is_own()) {
            let name = Some(it.name.into());
            if !it.is_steady {
                let name = name.clone();
                found.push(UncertainLines { name, ..UncertainLines::EVERYTHING });
            }
            let scope = tree.span(it.scope);
            let (first_line, last_line) = (line(scope.start), line(it.ready.start));
            found.push(UncertainLines { name: name.clone(), first_line, last_line });
            let end = line(scope.end.saturating_sub(1));
            found.push(UncertainLines { name, first_line: end, last_line: end });
        }
        found
    }

    /// The variables that are not shown in the same way in every run.
    pub fn unsteady(&self) -> BTreeSet<Arc<str>> {
        let unsteady = self.items.iter().filter(|it| it.is_own() && !it.is_steady);
        unsteady.map(|it| it.name.into()).collect()
    }

    /// The variables of functions that can be renamed: their name means one thing in the whole
    /// outermost function around them. `is_name` says which nodes are occurrences; a name that is
    /// `taken` stays.
    pub fn renameable(
        &self,
        is_name: impl Fn(usize) -> bool,
        taken: &BTreeSet<&str>,
    ) -> Vec<LocalSite> {
        let tree = self.tree;
        let is_function = |id: &usize| self.scopes.is_function(tree.kind(*id));
        let outermost = (0..tree.nodes.len())
            .filter(is_function)
            .filter(|&id| !tree.ancestors(id).any(|outer| is_function(&outer)));
        let mut found = Vec::new();
        for function in outermost {
            let all = function..tree.nodes[function].end;
            let own: Vec<&Named<'_>> =
                self.items.iter().filter(|it| all.contains(&it.scope)).collect();
            for it in own.iter().filter(|it| it.is_own() && !taken.contains(it.name)) {
                if own.iter().filter(|other| other.name == it.name).count() > 1 {
                    continue;
                }
                let named = all.clone().filter(|&id| is_name(id) && tree.text(id) == it.name);
                let occurrences: Vec<Span> = named.map(|id| tree.span(id)).collect();
                if !occurrences.is_empty() {
                    found.push(LocalSite { name: it.name.into(), occurrences });
                }
            }
        }
        found
    }

    /// The names of what belongs to no function.
    pub fn global_names(&self) -> impl Iterator<Item = &'text str> {
        self.items.iter().filter(|it| it.scope == 0).map(|it| it.name)
    }
}
