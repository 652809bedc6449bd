//! The raw floor: the messages of a session with nothing around them.
