//! Which activation of which function each moment belongs to.

use crate::table::LineTable;
use crate::trace::{LevelFrame, LevelTrace};

/// Where a moment is among the activations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ActivationPlace {
    /// The activation, counted over the run.
    pub id: usize,
    /// The addresses of all real frames, outermost first; the last is the moment's own.
    pub stack: Vec<u64>,
    /// Whether the debugger's frames cannot be true here, given the moment before.
    pub is_odd: bool,
}

impl ActivationPlace {
    pub fn depth(&self) -> usize {
        self.stack.len()
    }
}

/// The real frames, innermost first, each with its address and how many frames show it: frames of
/// inlined calls are above the frame of the function that contains them.
fn real_frames(table: &LineTable, frames: &[LevelFrame]) -> Vec<(u64, usize)> {
    let mut real = Vec::new();
    let mut rest = frames;
    while let Some(innermost) = rest.first() {
        let is_caller = !real.is_empty();
        // A caller is paused after its call, which may be where an inlined one ends.
        let address = innermost.address.saturating_sub(u64::from(is_caller));
        let most = (table.inline_depth(address) + 1).min(rest.len());
        // All inlined calls of a caller are shown; those of the innermost function may be hidden.
        let shown = if is_caller { most } else { shown_at_top(table, &rest[..most]) };
        real.push((innermost.address, shown));
        rest = &rest[shown..];
    }
    real
}

/// How many of these frames belong to the innermost function: up to the one with its name.
fn shown_at_top(table: &LineTable, frames: &[LevelFrame]) -> usize {
    let function = table.function_at(frames[0].address);
    let is_inside = |frame: &&LevelFrame| table.function_at(frame.address) == function;
    let frames = &frames[..frames.iter().take_while(is_inside).count()];
    let is_it =
        |frame: &LevelFrame| function.is_some_and(|function| function.name == frame.function);
    // If its own frame is missing, everything in its code belongs to it.
    frames.iter().rposition(is_it).map_or(frames.len(), |last| last + 1)
}

/// The addresses of the real frames, outermost first.
pub(crate) fn real_stack(table: &LineTable, frames: &[LevelFrame]) -> Vec<u64> {
    real_frames(table, frames).into_iter().rev().map(|(address, _)| address).collect()
}

/// How many inlined calls are shown as frames in the innermost function.
pub(crate) fn inlined_frames(table: &LineTable, frames: &[LevelFrame]) -> usize {
    real_frames(table, frames).first().map_or(0, |(_, shared)| shared - 1)
}

/// Follows a run instruction by instruction.
pub(crate) fn place(table: &LineTable, trace: &LevelTrace) -> Vec<ActivationPlace> {
    let mut placed: Vec<ActivationPlace> = Vec::with_capacity(trace.moments.len());
    let mut ids: Vec<usize> = Vec::new();
    let mut last_id = 0;
    let mut new_id = || {
        last_id += 1;
        last_id
    };
    for moment in &trace.moments {
        let mut stack = real_stack(table, &moment.frames);
        let mut is_odd = false;
        if let Some(before) = placed.last() {
            // A library function may jump back over several callers.
            let kept = stack.len().min(before.depth()) - 1;
            let is_jump = moment.by.len() > 1
                && stack.len() <= before.depth()
                && stack[..kept] == before.stack[..kept];
            is_odd = !is_jump && !follows(table, &before.stack, &stack);
            if is_odd {
                stack = assumed(&before.stack, moment.address());
            }
        }
        let is_tail_call = placed.last().is_some_and(|before: &ActivationPlace| {
            before.depth() == stack.len()
                && table.function_at(before.stack[before.depth() - 1]).map(|one| one.entry)
                    != table.function_at(moment.address()).map(|one| one.entry)
        });
        ids.truncate(stack.len() - usize::from(is_tail_call));
        while ids.len() < stack.len() {
            ids.push(new_id());
        }
        let id = ids.last().copied().unwrap_or_default();
        placed.push(ActivationPlace { id, stack, is_odd });
    }
    placed
}

/// Whether one instruction can lead from one call stack to the other: it enters a function, returns
/// to the caller, or stays in its frame.
fn follows(table: &LineTable, before: &[u64], now: &[u64]) -> bool {
    let (Some((old, old_callers)), Some((new, callers))) = (before.split_last(), now.split_last())
    else {
        return false;
    };
    let is_call = || {
        let caller = callers.last().is_some_and(|caller| {
            caller > old && table.function_at(*old) == table.function_at(*caller - 1)
        });
        caller && table.is_entry(*new) && callers[..callers.len() - 1] == *old_callers
    };
    callers == old_callers || old_callers == now || is_call()
}

/// The frames as they must be if those that the debugger reports cannot be true.
fn assumed(before: &[u64], address: u64) -> Vec<u64> {
    let (_, callers) = before.split_last().unwrap_or((&0, &[]));
    let mut stack = callers.to_vec();
    if stack.last() != Some(&address) {
        stack.push(address);
    }
    stack
}
