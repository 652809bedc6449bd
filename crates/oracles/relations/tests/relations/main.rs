//! Relations and their follower without a debugger.

mod applying;
mod follower;
mod lines;
mod support;
