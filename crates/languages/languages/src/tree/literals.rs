//! Literals with the same value in every language that writes them like this.

/// The value of an integer written with decimal digits alone, and without a leading zero that could
/// mean another base.
pub fn plain_integer(text: &str) -> Option<u64> {
    let is_plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}
