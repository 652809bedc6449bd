//! Unguessable texts, for words that a program must not be able to forge.

use std::hash::{BuildHasher, RandomState};

/// A text that nobody can guess: a host's own words begin with it, so that a program that prints
/// such words cannot pass them off as the host's. It appears in no result.
pub fn secret() -> String {
    // The system's own randomness is in the keys of a new state.
    let number = |which: u8| RandomState::new().hash_one(which);
    format!("{:016x}{:016x}", number(1), number(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_secrets_are_alike() {
        assert_ne!(secret(), secret());
        assert_eq!(secret().len(), 32);
    }
}
