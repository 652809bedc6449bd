//! `debunk selftest`: plants faults and shows which relation finds them.

use crate::args::SelftestArgs;
use crate::exit::Exit;
use anyhow::Result;

/// Plants every fault.
pub(crate) fn selftest(_args: &SelftestArgs) -> Result<Exit> {
    anyhow::bail!("plant yet")
}
