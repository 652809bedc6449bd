//! The parts of a program that did not run, from the engine's control-flow profiler.

use crate::protocol::BasicBlock;
use debunk_model::Span;

/// The maximal ranges of `text` that lie in blocks that did not run.
pub(crate) fn dead_spans(text: &str, blocks: &[BasicBlock]) -> Vec<Span> {
    let length = text.encode_utf16().count();
    let mut blocks = blocks.to_vec();
    // Outer blocks first, so that inner ones paint over them.
    blocks.sort_by_key(|block| (block.start_offset, std::cmp::Reverse(block.end_offset)));
    let mut is_dead = vec![false; length];
    let unit = |offset: i64| usize::try_from(offset.max(0)).unwrap_or(usize::MAX).min(length);
    for block in blocks {
        let (start, end) = (unit(block.start_offset), unit(block.end_offset.saturating_add(1)));
        if start < end {
            is_dead[start..end].fill(!block.has_executed);
        }
    }
    let mut spans: Vec<Span> = Vec::new();
    let mut unit = 0;
    for (offset, character) in text.char_indices() {
        let end = (offset + character.len_utf8()) as u32;
        if is_dead[unit] {
            match spans.last_mut() {
                Some(last) if last.end == offset as u32 => last.end = end,
                _ => spans.push(Span::new(offset as u32, end)),
            }
        }
        unit += character.len_utf16();
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(start_offset: i64, end_offset: i64, has_executed: bool) -> BasicBlock {
        BasicBlock { start_offset, end_offset, has_executed }
    }

    #[test]
    fn inner_blocks_override_outer_ones() {
        let blocks = [block(4, 5, true), block(0, 9, true), block(2, 7, false)];
        assert_eq!(dead_spans("0123456789", &blocks), [Span::new(2, 4), Span::new(6, 8)]);
    }

    #[test]
    fn offsets_are_utf16_on_the_wire_and_bytes_here() {
        let blocks = [block(0, 3, true), block(2, 2, false)];
        assert_eq!(dead_spans("𝒳ab", &blocks), [Span::new(4, 5)]);
    }
}
