//! Campaigns on the fake debugger, honest and lying.

mod honest;
mod support;
