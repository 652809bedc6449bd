//! Which activation of which function each moment belongs to.

use crate::table::LineTable;
use crate::trace::{Frame, LevelTrace};

/// Where a moment is among the activations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    /// The activation, counted over the run.
    pub id: usize,
    /// The addresses of all real frames, outermost first; the last is that of the moment itself.
    pub stack: Vec<u64>,
    /// Whether the debugger's frames cannot be true here, seen from the moment before.
    pub is_odd: bool,
}

impl Placed {
    pub fn depth(&self) -> usize {
        self.stack.len()
    }
}

/// The addresses of the real frames, outermost first, each with how many frames share it: frames
/// of inlined calls share the address of the function that they are in.
fn real_frames(table: &LineTable, frames: &[Frame]) -> Vec<(u64, usize)> {
    let mut real = Vec::new();
    let mut rest = frames;
    while let Some(outermost) = rest.last() {
        let address = outermost.address;
        let alike = rest.iter().rev().take_while(|frame| frame.address == address).count();
        // What is left over at last is the innermost function, at the address itself.
        let is_innermost = alike == rest.len() && alike <= table.inline_depth(address) + 1;
        // A caller rests behind its call, which may be where an inlined one ends.
        let shared = alike.min(table.inline_depth(address.saturating_sub(1)) + 1);
        let shared = if is_innermost { alike } else { shared };
        rest = &rest[..rest.len() - shared];
        real.push((address, shared));
    }
    real
}

/// The addresses of the real frames, outermost first.
pub(crate) fn real_stack(table: &LineTable, frames: &[Frame]) -> Vec<u64> {
    real_frames(table, frames).into_iter().map(|(address, _)| address).collect()
}

/// How many inlined calls are shown as frames in the innermost function.
pub(crate) fn inlined_frames(table: &LineTable, frames: &[Frame]) -> usize {
    real_frames(table, frames).last().map_or(0, |(_, shared)| shared - 1)
}

/// Follows a run instruction by instruction.
pub(crate) fn place(table: &LineTable, trace: &LevelTrace) -> Vec<Placed> {
    let mut placed: Vec<Placed> = Vec::with_capacity(trace.moments.len());
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
        let is_tail_call = placed.last().is_some_and(|before: &Placed| {
            before.depth() == stack.len()
                && table.function_at(before.stack[before.depth() - 1]).map(|one| one.entry)
                    != table.function_at(moment.address()).map(|one| one.entry)
        });
        ids.truncate(stack.len() - usize::from(is_tail_call));
        while ids.len() < stack.len() {
            ids.push(new_id());
        }
        let id = ids.last().copied().unwrap_or_default();
        placed.push(Placed { id, stack, is_odd });
    }
    placed
}

/// Whether one instruction can lead from one stack to the other: it enters a function, comes back
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

/// The frames as they must be when those that the debugger tells cannot be true.
fn assumed(before: &[u64], address: u64) -> Vec<u64> {
    let (_, callers) = before.split_last().unwrap_or((&0, &[]));
    let mut stack = callers.to_vec();
    if stack.last() != Some(&address) {
        stack.push(address);
    }
    stack
}
