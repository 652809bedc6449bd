//! What is known of the variables of callers, which are in the middle of a statement.

use crate::moments::Moment;
use crate::places::{LoggedText, is_compound};
use crate::values::{is_unique, mentions_change};
use debunk_model::{DeclarationForm, Frame, Scope, ScopeKind, VariableView};

/// Only the variables of this many callers are judged.
const CALLERS_JUDGED_MAX: usize = 32;

/// A call that waits for another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitingCall {
    /// The entry of the statement that it is in.
    before: usize,
    /// Its next entry.
    after: usize,
    /// Where it is in the text.
    offset: u32,
}

impl LoggedText<'_> {
    /// The call of a frame below the top, if it is certain which one that is and where.
    pub(crate) fn waiting_call(
        &self,
        moment: &Moment,
        frames: &[Frame],
        frame: u32,
    ) -> Option<WaitingCall> {
        let frame = frame as usize;
        // A function that is suspended is not always resumed by its caller.
        let is_clear = !self.sites.has_suspension && !self.sites.has_dynamic_names;
        if !is_clear || !(1..=CALLERS_JUDGED_MAX).contains(&frame) {
            return None;
        }
        let entry = moment.entry?;
        let callers = self.log.callers_at(entry);
        let offset = self.offset(frames.get(frame)?.place.in_program()?)?;
        let activation = *callers.get(frame).filter(|_| callers.len() == frames.len())?;
        let entries = &self.log.entries;
        let before = entries[..entry].iter().rposition(|it| it.activation == activation)?;
        let statement = &self.log.statements[entries[before].statement];
        let is_there = self.function_at(offset) == self.log.activations[activation].function
            && statement.span.contains(offset)
            && !is_compound(statement.kind);
        let after = self.log.next_in_activation(before).filter(|_| is_there)?;
        Some(WaitingCall { before, after, offset })
    }

    /// The value of a caller's variable, if nothing can change it during the statement.
    pub(crate) fn kept_value(&self, call: WaitingCall, name: &str) -> Option<&str> {
        let declaration = self.sites.declaration(name, call.offset)?;
        let is_own = declaration.is_mentioned
            && !declaration.is_captured
            && !declaration.is_repeated
            && declaration.form != DeclarationForm::Import
            && !self.sites.is_global(self.program, name);
        // The object of the arguments is another way to a parameter.
        let is_aliased = declaration.form == DeclarationForm::Parameter
            && self.program.text.contains("arguments");
        let statement = &self.log.statements[self.log.entries[call.before].statement];
        let text = statement.span.of(&self.program.text);
        if !is_own || is_aliased || mentions_change(text, name) || assigns_pattern(text) {
            return None;
        }
        let value = self.log.value_at(call.before, name)?;
        (self.log.value_at(call.after, name) == Some(value)).then_some(value)
    }

    /// The first plain value in the variables of a caller that is not the logged one.
    pub(crate) fn wrong_in_caller(
        &self,
        moment: &Moment,
        frames: &[Frame],
        frame: u32,
        variables: &[Scope],
    ) -> Option<String> {
        let call = self.waiting_call(moment, frames, frame)?;
        variables.visible().into_iter().find_map(|(name, (scope, reported))| {
            // A variable may be left out, and then an outer one of the same name is visible.
            let is_meant = scope == ScopeKind::Own || is_unique(name, self.sites);
            let logged = self.kept_value(call, name).filter(|_| is_meant)?;
            let words =
                format!("{name} is {logged} in frame {frame}, the debugger shows {reported}");
            self.contradicts(logged, reported).then_some(words)
        })
    }
}

/// Whether a statement may assign to a pattern such as `[a, b]`.
fn assigns_pattern(text: &str) -> bool {
    text.match_indices([']', '}']).any(|(at, _)| {
        let after = text[at + 1..].trim_start();
        after.starts_with('=') && !after.starts_with("==")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_assignment_to_a_pattern_is_one() {
        for (text, expected) in [
            ("[a] = f();", true),
            ("({ a }  = f(a))", true),
            ("f([a], { a })", false),
            ("a[0] == f()", false),
        ] {
            assert_eq!(assigns_pattern(text), expected, "{text}");
        }
    }
}
