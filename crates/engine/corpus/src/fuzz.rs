//! What fuzzing feeds: the text of a test of test262.

use crate::front_matter::{FrontMatter, without_front_matter};

/// Reads what a test says about itself.
pub fn front_matter(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let matter = FrontMatter::of_test(&text);
    let _ = (matter.has("raw"), without_front_matter(&text));
}
