//! Whether a container that was made from another one holds what that one holds.

use crate::compare::same_value;
use crate::inquiry::Contradiction;
use crate::{Rules, ViolationKind};
use debunk_model::{Contents, CopyForm, Value, ValueChild, path_to};

/// A container and the one from which it was made, with their names.
pub(crate) struct Twins<'answers> {
    /// The new one.
    pub twin: (&'answers str, &'answers Value),
    /// The other one.
    pub original: (&'answers str, &'answers Value),
    /// How many more elements the new one has.
    pub added: u32,
    /// What they have in common.
    pub form: CopyForm,
    /// What may differ.
    pub rules: &'answers Rules,
}

impl Twins<'_> {
    /// How the new one differs from what it should be.
    pub fn compare(&self) -> Result<(), Contradiction> {
        let ((_, value), (_, expected)) = (self.twin, self.original);
        let (children, wanted) = (elements(value), elements(expected));
        // A copy has the elements of a sequence that are not set, too.
        if !value.is_whole() || !expected.is_whole() || has_holes(&wanted) && self.is_ordered() {
            return Ok(());
        }
        let difference = self.number_of_elements(&children, &wanted).or_else(|| match self.form {
            CopyForm::InAnyOrder => self.in_any_order(&children, &wanted),
            CopyForm::Elements | CopyForm::Everything => self.in_order(&children, &wanted),
        });
        let difference = difference.or_else(|| match self.form {
            // Of a sequence it has the elements, not its other properties.
            CopyForm::Elements => None,
            CopyForm::InAnyOrder | CopyForm::Everything => self.named(value, expected),
        });
        difference.map_or(Ok(()), |detail| Err((ViolationKind::LookChanged, detail)))
    }

    const fn is_ordered(&self) -> bool {
        !matches!(self.form, CopyForm::InAnyOrder)
    }

    fn number_of_elements(
        &self,
        children: &[&ValueChild],
        wanted: &[&ValueChild],
    ) -> Option<String> {
        let ((name, _), (original, _)) = (self.twin, self.original);
        let (has, expected) = (children.len(), wanted.len() + self.added as usize);
        let words =
            || format!("{name} has {has} children; made from {original}, it has {expected}");
        (has != expected).then(words)
    }

    fn in_order(&self, children: &[&ValueChild], wanted: &[&ValueChild]) -> Option<String> {
        children.iter().zip(wanted).find_map(|(child, wanted)| self.of_child(child, wanted))
    }

    /// The first element of the original that the new one does not have as often.
    fn in_any_order(&self, children: &[&ValueChild], wanted: &[&ValueChild]) -> Option<String> {
        let ((name, _), (original, _)) = (self.twin, self.original);
        let mut left: Vec<String> = children.iter().map(|child| child.value.to_string()).collect();
        let missing = wanted.iter().map(|child| child.value.to_string()).find(|text| {
            let place = left.iter().position(|other| same_value(text, other, self.rules));
            place.map(|place| left.swap_remove(place)).is_none()
        })?;
        Some(format!("{name} does not hold {missing}, as {original} does"))
    }

    /// The first child with a name that only one of them has, or that differs.
    fn named(&self, value: &Value, expected: &Value) -> Option<String> {
        let ((name, _), (original, _)) = (self.twin, self.original);
        let own = |value: &'_ Value| -> Vec<ValueChild> {
            value.children().iter().filter(|child| is_own_name(&child.key)).cloned().collect()
        };
        let (children, wanted) = (own(value), own(expected));
        let differs = wanted.iter().find_map(|wanted| {
            match children.iter().find(|child| child.key == wanted.key) {
                Some(child) => self.of_child(child, wanted),
                None => {
                    let path = path_to(name, &wanted.key);
                    Some(format!("{path} is missing, {original} has it"))
                }
            }
        });
        let is_added = |child: &&ValueChild| wanted.iter().all(|wanted| wanted.key != child.key);
        differs.or_else(|| {
            let path = path_to(name, &children.iter().find(is_added)?.key);
            Some(format!("{path} is shown, {original} has no such child"))
        })
    }

    fn of_child(&self, child: &ValueChild, wanted: &ValueChild) -> Option<String> {
        let ((name, _), (original, _)) = (self.twin, self.original);
        let path = path_to(name, &child.key);
        if child.key != wanted.key {
            let wanted = path_to(original, &wanted.key);
            return Some(format!("{path} is shown where {original} has {wanted}"));
        }
        // What a getter returns is no part of its container.
        if wanted.value.contents == Contents::Accessor {
            return None;
        }
        let same = |new: &str, old: &str| same_value(old, new, self.rules);
        let difference = child.value.first_difference(&wanted.value, &path, &same)?;
        Some(format!("{difference}, as in {original}"))
    }
}

/// Whether a sequence has elements that are not set.
fn has_holes(elements: &[&ValueChild]) -> bool {
    elements.iter().enumerate().any(|(index, child)| child.key != index.to_string())
}

fn is_index(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a key is a name or a text of the program, and nothing that the debugger adds.
fn is_own_name(key: &str) -> bool {
    !is_index(key) && !key.starts_with("__") && !key.contains([' ', '('])
}

/// The elements of a sequence.
fn elements(value: &Value) -> Vec<&ValueChild> {
    value.children().iter().filter(|child| is_index(&child.key)).collect()
}
