//! Which HTML can be parsed in reasonable time: the grammar takes time for each token in proportion to the number of
//! open tags.

/// With more open tags than this, a text would take minutes.
const TAG_DEPTH_LIMIT: usize = 10_000;

/// Tags without an end.
const NEVER_CLOSED: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// An upper bound of the number of tags that are open at the same time.
fn tag_depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for tag in text.split(|byte| *byte == b'<').skip(1) {
        let name = tag.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let name = String::from_utf8_lossy(&tag[..name]).to_ascii_lowercase();
        if tag.first() == Some(&b'/') {
            depth = depth.saturating_sub(1);
        } else if !name.is_empty() && !NEVER_CLOSED.contains(&name.as_str()) {
            depth += 1;
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Whether the tags of a text are not nested too deeply.
pub(crate) fn is_feasible(text: &[u8]) -> bool {
    tag_depth(text) <= TAG_DEPTH_LIMIT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_are_nested_too_deeply_are_not_parsed() {
        let nested = |count: usize| "<div>".repeat(count) + &"</div>".repeat(count);
        assert_eq!(tag_depth(nested(3).as_bytes()), 3);
        assert_eq!(tag_depth("<p><br><BR/></p><p>a < b</p><!-- c -->".as_bytes()), 1);
        assert!(crate::HTML.parse(nested(100).as_bytes()).is_some());
        assert!(crate::HTML.parse(nested(TAG_DEPTH_LIMIT + 1).as_bytes()).is_none());
    }
}
