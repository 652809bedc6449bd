//! The system's package manager, as a last resort: if neither npm nor pip is installed, root on
//! Debian gets the debugger from the distribution.

use std::time::Duration;

use crate::host::{Host, complaint};
use crate::{FetchProgress, Product, ToolchainError};

const INSTALL_TIMEOUT: Duration = Duration::from_secs(900);

/// Whether packages can be installed here without asking anybody.
pub(crate) fn can_install(host: &Host) -> bool {
    // SAFETY: the call takes no arguments and cannot fail.
    let is_root = unsafe { libc::geteuid() } == 0;
    is_root && host.find("apt-get").is_some()
}

/// Installs the distribution's package of a product.
pub(crate) fn install(
    host: &Host,
    product: Product,
    progress: &mut dyn FnMut(FetchProgress),
) -> Result<(), ToolchainError> {
    let package = product.facts().system_package;
    let Some(apt) = host.find("apt-get") else {
        return Err(ToolchainError::NoClient { product });
    };
    progress(FetchProgress::Installing(format!("{package} with apt-get")));
    let update: &[&str] = &["update", "-qq"];
    let install: &[&str] = &["install", "-y", "-qq", "--no-install-recommends", package];
    for arguments in [update, install] {
        let run = host.run(&apt, arguments, None, INSTALL_TIMEOUT)?;
        if !run.exit.success() {
            let what = format!("apt-get {}: {}", arguments[0], complaint(&run));
            return Err(ToolchainError::NotInstalled { product, what });
        }
    }
    Ok(())
}
