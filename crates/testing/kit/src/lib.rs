//! What the tests of several crates share. It panics where a test would.
//!
//! * [`containers`] has programs whose variables hold others, and asks what they hold.
//! * [`debuggers`] finds real debuggers, and records which were really tested.
//! * [`sessions`] performs actions and reads answers.
//! * [`contents`] is a program whose values hold something of every kind, with what must be shown of it.
//! * [`scripted`] is a driver that follows a script, for tests without any debugger.
//! * [`folders`] reads result folders, and [`redaction`] makes snapshots of them possible.
//! * [`workspace`] knows the crates of debunk and their groups.
//!
//! It uses only what is below the drivers, so that the tests of one driver do not need the others. The fake
//! debugger is a crate of its own, `debunk-fake`.

pub mod containers;
pub mod contents;
pub mod debuggers;
pub mod folders;
pub mod redaction;
pub mod scripted;
pub mod sessions;
pub mod workspace;
