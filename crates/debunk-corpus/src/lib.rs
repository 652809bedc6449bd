//! Programs to debug.
