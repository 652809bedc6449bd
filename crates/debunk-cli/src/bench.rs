//! `debunk bench`: how fast debunk is, against the raw floor of the protocol.

use crate::args::BenchArgs;
use crate::exit::Exit;
use anyhow::Result;

/// Measures.
pub(crate) fn bench(_args: &BenchArgs) -> Result<Exit> {
    anyhow::bail!("measure yet")
}
