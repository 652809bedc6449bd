//! Help texts that list names, made from the registries that know them.

use debunk_model::Language;

fn listed<'names>(help: &str, names: impl Iterator<Item = &'names str>) -> String {
    format!("{help}: {}", names.collect::<Vec<_>>().join(", "))
}

/// The help of an option that takes names of relations.
pub(crate) fn relations() -> String {
    let names = debunk_relations::ALL.iter().map(|relation| relation.name());
    listed("Relations to use, by name [default: all]", names)
}

/// The help of an option that takes names of faults.
pub(crate) fn faults() -> String {
    listed("Use only these faults, by name", debunk_faults::ALL.iter().map(|fault| fault.name))
}

/// The help of an option that takes the name of a language.
pub(crate) fn languages() -> String {
    let names = Language::ALL.into_iter().map(Language::name);
    listed("Language of the built-in programs [default: the debugger's first language]", names)
}
