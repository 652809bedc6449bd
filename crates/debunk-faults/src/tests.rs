//! Tests with a driver that follows a script.
