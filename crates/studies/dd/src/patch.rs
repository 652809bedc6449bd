//! Writes the difference of two texts as a patch that restores the second one, byte for byte.

use crate::flat::lines;
use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices, group_diff_ops};
use std::ops::Range;

/// The number of context lines around each change.
const CONTEXT_LINES: usize = 3;
const NO_LINE_END: &[u8] = b"\n\\ No newline at end of file\n";

/// The difference as a unified patch. Lines end with `\n` only, and bytes that are not text stay
/// unchanged. A file with a zero byte is only named: no patch of lines can hold it.
pub(crate) fn patch(old_name: &str, new_name: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    if old == new {
        return Vec::new();
    }
    if old.contains(&0) || new.contains(&0) {
        return format!("Binary files {old_name} and {new_name} differ\n").into_bytes();
    }
    let cut = |text: &'_ [u8]| -> Vec<Vec<u8>> {
        lines(text).into_iter().map(|line| text[line].to_vec()).collect()
    };
    let (old, new) = (cut(old), cut(new));
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    let mut patch = format!("--- {old_name}\n+++ {new_name}\n").into_bytes();
    for group in group_diff_ops(operations, CONTEXT_LINES) {
        write_group(&mut patch, &group, &old, &new);
    }
    patch
}

fn write_group(patch: &mut Vec<u8>, group: &[DiffOp], old: &[Vec<u8>], new: &[Vec<u8>]) {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
    let old_range = first.old_range().start..last.old_range().end;
    let new_range = first.new_range().start..last.new_range().end;
    patch.extend(
        format!("@@ -{} +{} @@\n", range_text(&old_range), range_text(&new_range)).into_bytes(),
    );
    for change in group.iter().flat_map(|operation| operation.iter_changes(old, new)) {
        patch.push(match change.tag() {
            ChangeTag::Equal => b' ',
            ChangeTag::Delete => b'-',
            ChangeTag::Insert => b'+',
        });
        let line = change.value_ref();
        match line.split_last() {
            Some((b'\n', _)) => patch.extend_from_slice(line),
            _ => {
                patch.extend_from_slice(line);
                patch.extend_from_slice(NO_LINE_END);
            }
        }
    }
}

/// The lines of a hunk: the first from 1, and how many; before an empty range, the line before it.
fn range_text(range: &Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        length => format!("{},{length}", range.start + 1),
    }
}
