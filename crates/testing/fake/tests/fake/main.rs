//! Campaigns on the fake debugger, honest and lying.

mod determinism;
mod honest;
mod lies;
mod support;
