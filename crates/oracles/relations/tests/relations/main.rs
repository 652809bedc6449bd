//! Relations and their follower without a debugger.

mod applying;
mod asking;
mod follower;
mod lines;
mod support;
